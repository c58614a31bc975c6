"""The door for rounds drawn one by one and for brackets with a second life (FORMATS.md, chapter 9)."""

import io
import json
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from cacho_tournaments.formats import answers
from cacho_tournaments.formats.__main__ import main
from cacho_tournaments.formats.options import OPTIONS, PRESETS
from cacho_tournaments.formats.stage import read

FIELD = [{"id": str(number), "seed": number, "club": f"club {number % 4}"} for number in range(1, 12)]
FIRST = {"kind": "played", "places": [1, 2], "scores": [200, 150]}
FILES = Path(__file__).parent / "golden" / "trf"


def ask(capsys, monkeypatch, command: str, given: Any) -> tuple[int, Any]:
    monkeypatch.setattr(sys, "stdin", io.StringIO(given if isinstance(given, str) else json.dumps(given)))
    code = main([*command.split(), "-"])
    return code, json.loads(capsys.readouterr().out)


def stage(name: str, **more: Any) -> dict[str, Any]:
    return {"format": name, "seed": 20261212, "entrants": FIELD, "rounds": [], **more}


def placed(seats: list[str]) -> dict[str, Any]:
    """Return a result in which the smaller number is ahead."""
    order = sorted(seats, key=int)
    return {
        "kind": "played",
        "places": [1 + order.index(side) for side in seats],
        "scores": [300 - int(side) for side in seats],
    }


def play(capsys, monkeypatch, made: dict[str, Any], rounds: int) -> dict[str, Any]:
    """Play rounds on, handing in what was answered before."""
    for _ in range(rounds):
        code, answer = ask(capsys, monkeypatch, "next", made)
        assert code == 0
        for match in answer["matches"]:
            match["result"] = placed(match["seats"])
        kept = {key: answer[key] for key in ("matches", "byes", "absent")}
        made = {**made, "rounds": [*made["rounds"], kept]}
    return made


@pytest.mark.parametrize(
    ("name", "options"), [("swiss", {"rounds": 4}), ("tables", {"rounds": 4, "size": 3})]
)
def test_round_after_round_is_drawn_from_those_before_until_the_stage_is_over(
    name: str, options: dict[str, Any], capsys, monkeypatch
) -> None:
    made = play(capsys, monkeypatch, stage(name, options=options), 4)
    assert ask(capsys, monkeypatch, "next", made)[1]["code"] == "stage-over"
    code, answer = ask(capsys, monkeypatch, "standings", made)
    assert (code, answer["after_round"], len(answer["rows"])) == (0, 4, 11)
    assert answer["rows"][0]["entrant"] == "1"
    assert ask(capsys, monkeypatch, "check", made) == (0, {"faults": []})


def test_the_bye_has_its_worth_and_goes_round(capsys, monkeypatch) -> None:
    made = play(capsys, monkeypatch, stage("swiss", options={"bye_points": 1}), 3)
    byes = [one for played in made["rounds"] for one in played["byes"]]
    assert [one["points"] for one in byes] == [1, 1, 1]
    assert len({one["entrant"] for one in byes}) == 3
    values = {row["entrant"]: row["values"] for row in answers.table(read(made))["rows"]}
    assert {values[one["entrant"]]["from-byes"] for one in byes} == {1}


@pytest.mark.parametrize(
    ("points", "options", "worth"),
    [
        ({}, {}, (2, 0)),
        ({"win": 3}, {}, (3, 0)),
        ({"win": 3, "bye": 1, "absent": 1}, {}, (1, 1)),
        ({"win": 3, "bye": 1, "absent": 1}, {"bye_points": 2, "absent_points": 0}, (2, 0)),
    ],
)
def test_a_bye_is_worth_what_the_options_say_else_the_points_else_a_win(
    points: dict[str, int], options: dict[str, int], worth: tuple[int, int], capsys, monkeypatch
) -> None:
    """Rule 9.8; lichess-org/lila issue 6602."""
    made = stage("swiss", points=points, options=options, rounds=[{"absent": ["2", "5"]}])
    answer = ask(capsys, monkeypatch, "next", made)[1]
    (free,) = answer["byes"]
    assert free["points"] == worth[0]
    made["rounds"] = [{"matches": answer["matches"], "byes": [free], "absent": ["2", "5"]}]
    rows = {row["entrant"]: row["values"] for row in ask(capsys, monkeypatch, "standings", made)[1]["rows"]}
    assert (rows[free["entrant"]]["points"], rows["5"]["points"]) == worth


def test_who_is_away_has_a_bye_by_hand_or_stands_in_a_fixed_match_is_not_drawn_again(
    capsys, monkeypatch
) -> None:
    """PAI-25 (BieremaBoyzProgramming/bbpPairings issue 20) and the same repository's issue 3."""
    coming = {
        "absent": ["2", "5"],
        "byes": [{"entrant": "9"}, {"entrant": "4", "kind": "absent", "points": 1}],
        "fixed": [{"id": "r1m7", "seats": ["3", "11"], "table": 7}],
    }
    answer = ask(capsys, monkeypatch, "next", stage("swiss", rounds=[coming]))[1]
    assert answer["round"] == 1
    assert answer["absent"] == ["2", "5"]
    assert {"entrant": "9", "points": 2, "given": True} in answer["byes"]
    assert {"entrant": "4", "kind": "absent", "points": 1} in answer["byes"]
    assert [one["seats"] for one in answer["matches"] if one.get("fixed")] == [["3", "11"]]
    drawn = [side for match in answer["matches"] for side in match["seats"]]
    free = [one["entrant"] for one in answer["byes"] if "kind" not in one and "given" not in one]
    assert sorted([*drawn, *free], key=int) == ["1", "3", "6", "7", "8", "10", "11"]


def test_sides_that_must_not_meet_are_kept_apart_in_every_round(capsys, monkeypatch) -> None:
    made = play(capsys, monkeypatch, stage("swiss", apart=[["1", "2", "3"]]), 5)
    met = {frozenset(one["seats"]) for played in made["rounds"] for one in played["matches"]}
    assert met.isdisjoint({frozenset(pair) for pair in (("1", "2"), ("1", "3"), ("2", "3"))})


def test_a_late_comer_misses_what_was_before_without_its_being_said(capsys, monkeypatch) -> None:
    """PAI-17: the round that was missed is marked, and brings what an absence brings."""
    made = play(capsys, monkeypatch, stage("swiss", options={"absent_points": 1}), 1)
    late = {**made, "entrants": [*FIELD, {"id": "12", "since_round": 2}]}
    rows = {row["entrant"]: row["values"] for row in ask(capsys, monkeypatch, "standings", late)[1]["rows"]}
    assert (rows["12"]["points"], rows["12"]["absences"], rows["12"]["played"]) == (1, 1, 0)
    drawn = ask(capsys, monkeypatch, "next", late)[1]
    assert "12" in [side for match in drawn["matches"] for side in match["seats"]]
    assert late["rounds"][0] == made["rounds"][0]


def test_a_round_under_way_is_named_when_the_next_is_drawn(capsys, monkeypatch) -> None:
    made = play(capsys, monkeypatch, stage("swiss"), 1)
    made["rounds"][0]["matches"][2]["result"] = None
    answer = ask(capsys, monkeypatch, "next", made)[1]
    name = made["rounds"][0]["matches"][2]["id"]
    assert {"code": "results-awaited", "facts": {"matches": [name]}} in answer["notes"]


def test_numbers_that_no_tables_can_hold_are_refused_with_the_nearest_that_work(capsys, monkeypatch) -> None:
    """phase-rs/phase issue 7718: five cannot sit at tables of three and four."""
    made = stage("tables", entrants=FIELD[:5], options={"allowed": [3, 4]})
    code, answer = ask(capsys, monkeypatch, "next", made)
    assert (code, answer["code"], answer["facts"]["nearest"]) == (1, "impossible-sizes", 4)


def test_a_table_of_four_counts_by_its_places_and_shared_ones_are_fractions(capsys, monkeypatch) -> None:
    result = {"kind": "played", "places": [1, 1, 1, 4], "scores": [100, 100, 100, 50]}
    made = stage(
        "tables",
        entrants=FIELD[:4],
        points={"places": {"4": [4, 2, 1, 0]}},
        criteria=["points", "average-place", "share"],
        rounds=[{"matches": [{"seats": ["1", "2", "3", "4"], "table": 1, "result": result}]}],
    )
    rows = ask(capsys, monkeypatch, "standings", made)[1]["rows"]
    assert [(row["place"], row["values"]["points"]) for row in rows] == [
        (1, "7/3"),
        (1, "7/3"),
        (1, "7/3"),
        (4, 0),
    ]
    assert (rows[0]["values"]["average-place"], rows[3]["values"]["average-place"]) == (2, 4)
    assert rows[2]["reason"]["criterion"] == "points"
    assert (rows[2]["reason"]["mine"], rows[2]["reason"]["theirs"]) == ("7/3", 0)


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (3, 3),
        (Fraction(6, 2), 3),
        (Fraction(5, 2), 2.5),
        (Fraction(1, 8), 0.125),
        (Fraction(-4, 3), "-4/3"),
        ("in", "in"),
    ],
)
def test_figures_are_numbers_where_they_end_and_text_where_they_do_not(value: Any, shown: Any) -> None:
    assert answers.figure(value) == shown
    assert type(answers.figure(value)) is type(shown)


def test_a_double_elimination_comes_as_a_tree_and_is_played_to_its_end_by_what_is_ready(
    capsys, monkeypatch
) -> None:
    """Null-Signal-Games/cobra issue 12: the unbeaten side wins the final, and there is no second one."""
    made = stage("double-elimination", entrants=FIELD[:6])
    tree = ask(capsys, monkeypatch, "next", made)[1]
    assert {one["bracket"] for one in tree["matches"]} == {"winners", "losers", "final"}
    assert sum(1 for one in tree["matches"] if not one.get("only_if_beaten")) == 2 * 6 - 2
    ready = [one for one in tree["matches"] if None not in one["seats"]]
    played = 0
    while ready:
        for match in ready:
            match["result"] = placed(match["seats"])
        played += len(ready)
        made["rounds"].append({"matches": ready})
        code, answer = ask(capsys, monkeypatch, "next", made)
        ready = answer["matches"] if code == 0 else []
    assert (answer["code"], played) == ("stage-over", 10)
    rows = ask(capsys, monkeypatch, "standings", made)[1]["rows"]
    assert [row["entrant"] for row in rows[:2]] == ["1", "2"]
    assert ask(capsys, monkeypatch, "check", made) == (0, {"faults": []})


@pytest.mark.parametrize("reset", [True, False])
def test_the_unbeaten_side_that_loses_the_final_plays_a_second_one_where_that_is_agreed(
    reset: bool, capsys, monkeypatch
) -> None:
    """online-go/online-go.com issues 1046 and 1488: whoever is beaten in both has second place, not third."""
    made = stage("double-elimination", entrants=FIELD[:4], options={"reset": reset})
    finals = []
    while (answer := ask(capsys, monkeypatch, "next", made)[1]).get("matches"):
        ready = [one for one in answer["matches"] if None not in one["seats"]]
        for match in ready:
            match["result"] = placed(match["seats"])
            if match["bracket"] == "final":
                match["result"]["places"] = [2, 1]
                finals.append(match["seats"])
        made["rounds"].append({"matches": ready})
    assert (answer["code"], len(finals)) == ("stage-over", 2 if reset else 1)
    rows = ask(capsys, monkeypatch, "standings", made)[1]["rows"]
    assert [row["place"] for row in rows] == [1, 2, 3, 4]
    assert {row["entrant"] for row in rows[:2]} == set(finals[0]) == {"1", "2"}
    assert rows[0]["entrant"] == finals[-1][1]


def test_a_tree_can_be_handed_in_as_it_came(capsys, monkeypatch) -> None:
    made = stage("knockout", entrants=FIELD[:8], options={"consolation": True})
    tree = ask(capsys, monkeypatch, "next", made)[1]
    assert "consolation" in {one["bracket"] for one in tree["matches"]}
    for match in tree["matches"]:
        if None not in match["seats"]:
            match["result"] = placed(match["seats"])
    made["rounds"] = [{"matches": tree["matches"], "byes": tree["byes"]}]
    answer = ask(capsys, monkeypatch, "next", made)[1]
    assert answer["matches"] and all(None not in match["seats"] for match in answer["matches"])


def test_a_bracket_that_ends_early_leaves_so_many(capsys, monkeypatch) -> None:
    made = stage("knockout", entrants=FIELD[:8], options={"until": 2, "third_place": False})
    tree = ask(capsys, monkeypatch, "next", made)[1]
    assert len(tree["matches"]) == 6


def test_the_check_names_a_pair_that_the_seed_did_not_draw(capsys, monkeypatch) -> None:
    made = play(capsys, monkeypatch, stage("swiss"), 2)
    one, other = made["rounds"][1]["matches"][:2]
    one["seats"][0], other["seats"][0] = other["seats"][0], one["seats"][0]
    code, answer = ask(capsys, monkeypatch, "check", made)
    assert code == 1
    assert [fault["code"] for fault in answer["faults"]] == ["match-differs"]
    assert answer["faults"][0]["facts"]["round"] == 2
    made["rounds"][1]["by_hand"] = True
    assert ask(capsys, monkeypatch, "check", made)[0] == 0


def test_every_preset_is_made_of_stages_that_can_be_read() -> None:
    for preset in PRESETS.values():
        for one in preset["stages"]:
            shared = {key: preset[key] for key in ("points", "criteria") if key in preset}
            assert read({"format": one["format"], "options": one["options"], "entrants": [], **shared})


def test_the_door_lists_every_option_with_its_default(capsys) -> None:
    main(["formats"])
    formats = json.loads(capsys.readouterr().out)["formats"]
    assert formats["tables"]["allowed"] == {"some_of": [2, 3, 4, 5, 6], "default": [3, 4, 5]}
    assert formats["swiss"]["rounds"] == {"least": 1, "default": None}
    assert formats["knockout"]["consolation"][0] is False
    assert set(formats) == set(OPTIONS)


def test_a_file_of_another_program_is_read_and_written_by_the_command(capsys, monkeypatch) -> None:
    assert main(["trf", str(FILES / "trf-withdrawals.trf")]) == 0
    made = json.loads(capsys.readouterr().out)
    assert list(made) == ["format", "options", "points", "seed", "criteria", "entrants", "rounds"]
    made["title"] = {"name": "Torneo"}
    made["entrants"][0]["name"] = "Aguirre Luis"
    monkeypatch.setattr(sys, "stdin", io.StringIO(json.dumps(made)))
    assert main(["trf", "--write", "-"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("012 Torneo")
    assert "Aguirre Luis" in text


def test_a_faulty_file_is_wrong_input_and_every_fault_is_told(capsys) -> None:
    assert main(["trf", str(FILES / "trf-invalid.trf")]) == 2
    answer = json.loads(capsys.readouterr().out)
    assert (answer["error"], answer["code"], answer["path"]) == ("bad-stage", "trf-faults", "")
    assert len(answer["facts"]["faults"]) == 6
    assert main(["trf", "no-such-file.trf"]) == 2


SEAT = "rounds[0].matches[0].seats"


@pytest.mark.parametrize(
    ("name", "change", "code", "path"),
    [
        ("tables", {"rounds": [{"matches": [{"seats": ["1"]}]}]}, "seats-out-of-range", SEAT),
        ("tables", {"rounds": [{"matches": [{"seats": list("1234567")}]}]}, "seats-out-of-range", SEAT),
        ("tables", {"rounds": [{"matches": [{"seats": ["1", "2", "1"]}]}]}, "side-twice", SEAT),
        ("swiss", {"rounds": [{"matches": [{"seats": ["1", "2", "3"]}]}]}, "seats-not-two", SEAT),
        ("swiss", {"rounds": [{"matches": [{"seats": ["1", None]}]}]}, "wrong-type", f"{SEAT}[1]"),
        (
            "swiss",
            {"rounds": [{"matches": [], "byes": [{"entrant": "99"}]}]},
            "unknown-entrant",
            "rounds[0].byes[0].entrant",
        ),
        (
            "swiss",
            {"rounds": [{"matches": [], "byes": [{"points": 1}]}]},
            "missing",
            "rounds[0].byes[0].entrant",
        ),
        (
            "swiss",
            {"rounds": [{"matches": [], "byes": [{"entrant": "1", "kind": "ill"}]}]},
            "unknown-value",
            "rounds[0].byes[0].kind",
        ),
        ("swiss", {"rounds": [{"matches": [], "absent": ["1", "1"]}]}, "side-twice", "rounds[0].byes"),
        (
            "swiss",
            {"rounds": [{"matches": [{"seats": ["1", "2"]}], "absent": ["2"]}]},
            "side-twice",
            "rounds[0].byes",
        ),
        ("swiss", {"options": {"rounds": 0}}, "unknown-value", "options.rounds"),
        ("swiss", {"options": {"bye_points": "2"}}, "wrong-type", "options.bye_points"),
        ("swiss", {"apart": [["1"]]}, "unknown-value", "apart[0]"),
        ("swiss", {"apart": [["1", "99"]]}, "unknown-entrant", "apart[0][1]"),
        ("tables", {"options": {"allowed": []}}, "unknown-value", "options.allowed"),
        ("tables", {"options": {"allowed": [7]}}, "unknown-value", "options.allowed[0]"),
        ("tables", {"options": {"mode": "best"}}, "unknown-value", "options.mode"),
        ("tables", {"points": {"places": {"4": [3, 2, 1]}}}, "unknown-value", "points.places.4"),
        ("tables", {"points": {"places": {"7": [1] * 7}}}, "unknown-value", "points.places.7"),
        (
            "tables",
            {"rounds": [{"matches": [{"seats": ["1", "2", "3"], "result": FIRST}]}]},
            "wrong-type",
            "rounds[0].matches[0].result.places",
        ),
        ("double-elimination", {"options": {"reset": 1}}, "unknown-value", "options.reset"),
        ("knockout", {"options": {"until": 3}}, "unknown-value", "options.until"),
    ],
)
def test_wrong_input_is_refused_with_the_path_of_the_fault(
    name: str, change: dict[str, Any], code: str, path: str, capsys, monkeypatch
) -> None:
    exit_code, answer = ask(capsys, monkeypatch, "next", stage(name, **change))
    assert (exit_code, answer["code"], answer["path"]) == (2, code, path)
