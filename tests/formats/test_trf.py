"""TRF(x) files are read as stages, with every fault named at once (FORMATS.md, chapter 14).

``trf-withdrawals.trf`` has 17 players, five rounds, every letter but F; ``trf-invalid.trf`` is the same file with six
faults planted (cases PAI-11, PAI-17, PAI-23).
"""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from cacho_tournaments.formats import answers, stage, trf
from cacho_tournaments.formats.errors import BadStage

FILES = Path(__file__).parent / "golden" / "trf"
GOOD = (FILES / "trf-withdrawals.trf").read_text(encoding="utf-8")

SMALL = """\
012 Two rounds
062 004
092 Individual: Swiss-System
XXR 3
001    1      One                                                                2.0    1     2 w 1     3 b 1
001    2      Two                                                                0.5    3     1 b 0     4 w =
001    3      Three                                                              1.0    2     4 b 1     1 w 0
001    4      Four                                                               0.5    4     3 w 0     2 b =
"""


def faults(text: str) -> list[dict[str, Any]]:
    with pytest.raises(BadStage) as refused:
        trf.read(text)
    assert refused.value.code == "trf-faults"
    return list(refused.value.facts["faults"])


def line(text: str, number: int) -> str:
    return text.splitlines()[number - 1]


def rows(read: dict[str, Any]) -> dict[str, Any]:
    return {row["entrant"]: row for row in answers.table(stage.read(read))["rows"]}


def test_a_file_with_every_letter_gives_the_totals_that_are_printed() -> None:
    """PAI-23: U, H, Z, + and - are worth what the file says; half points are counted double."""
    found = rows(trf.read(GOOD))
    printed = {text[4:8].strip(): float(text[80:84]) for text in GOOD.splitlines() if text.startswith("001")}
    assert len(printed) == 17
    assert {side: row["values"]["points"] / 2 for side, row in found.items()} == printed
    assert (found["13"]["place"], found["9"]["place"], found["6"]["place"]) == (1, 2, 3)


def test_who_came_late_who_left_and_who_was_away_for_a_round_are_told_apart() -> None:
    """PAI-17: number 17 missed the first round and had the bye of the second; 5 left after two, 12 after four."""
    read = trf.read(GOOD)
    sides = {one["id"]: one for one in read["entrants"]}
    assert sides["17"] == {"id": "17", "seed": 17, "since_round": 2}
    assert sides["5"] == {"id": "5", "seed": 5, "state": "withdrawn", "left_after_round": 2}
    assert sides["12"]["left_after_round"] == 4
    assert read["rounds"][0]["byes"] == [{"entrant": "17", "kind": "late"}]
    assert read["rounds"][1]["byes"] == [{"entrant": "17", "points": 2}]
    assert {"entrant": "9", "kind": "absent", "points": 1} in read["rounds"][2]["byes"]
    assert len(read["rounds"][0]["matches"]) == 8


def test_games_that_nobody_played_are_kinds_of_results_not_figures() -> None:
    """STA-13: -/- is a match with both absent, +/- a walkover."""
    kinds = {
        frozenset(match["seats"]): match["result"]
        for played in trf.read(GOOD)["rounds"]
        for match in played["matches"]
    }
    assert kinds[frozenset(("4", "7"))] == {"kind": "both-absent", "places": [2, 2]}
    assert kinds[frozenset(("12", "15"))] == {"kind": "walkover", "places": [1, 2]}


def test_the_faulty_file_is_refused_with_its_six_faults_and_no_more() -> None:
    """REG-25, PAI-11: a total that is wrong, an opponent beside an absence, a round too many, a player against
    himself, a number given twice, and no number of rounds."""
    text = (FILES / "trf-invalid.trf").read_text(encoding="utf-8")
    assert [(one["line"], one["code"]) for one in faults(text)] == [
        (14, "points-differ"),
        (17, "bye-with-opponent"),
        (19, "round-too-many"),
        (21, "opponent-self"),
        (31, "rounds-missing"),
        (31, "number-twice"),
    ]
    assert faults(text)[0]["facts"] == {"number": 1, "said": "9.5", "counted": "2.0"}


@pytest.mark.parametrize(
    ("wrong", "right", "code", "where"),
    [
        ("001    4 ", "001    x ", "number-unreadable", (8, 5)),
        (" 0.5    4 ", " 0,x    4 ", "points-unreadable", (8, 81)),
        (" 0.5    4 ", "         4 ", "points-unreadable", (8, 81)),
        (" 2.0    1 ", " 2.5    1 ", "points-differ", (5, 81)),
        ("  2 w 1", "  9 w 1", "opponent-unknown", (5, 92)),
        ("  2 w 1", "  1 w 1", "opponent-self", (5, 92)),
        ("  2 w 1", "  4 w 1", "opponent-not-mutual", (5, 92)),
        ("  2 w 1", "  2 w =", "results-do-not-fit", (5, 99)),
        ("  2 w 1", "  2 b 1", "colours-do-not-fit", (5, 97)),
        ("  2 w 1", "  2 - 1", "colour-missing", (5, 92)),
        ("  2 w 1", "  2 w 7", "result-unknown", (5, 92)),
        ("  2 w 1", "  2 x 1", "result-unknown", (5, 92)),
        ("  2 w 1", "  2 w F", "bye-with-opponent", (5, 92)),
        ("   2 w 1", "0000 - 1", "opponent-missing", (5, 92)),
        ("  2 w 1", " 2 w 1 ", "round-unreadable", (5, 92)),
        ("062 004", "062 005", "players-differ", (2, 5)),
        ("XXR 3", "XXR three", "rounds-unreadable", (4, 5)),
        ("XXR 3", "XXR 1", "round-too-many", (5, 102)),
        ("XXR 3", "XXR 3\nXXR 4", "rounds-twice", (5, 5)),
        ("XXR 3", "XXR 3\nXXP 1 7", "number-unknown", (5, 5)),
        ("XXR 3", "XXR 3\nXXP 1 b", "number-unreadable", (5, 7)),
        ("XXR 3", "XXR 3\nXXS W=3.0 Q=1.0", "points-code-unreadable", (5, 11)),
        ("XXR 3", "XXR 3\nXXS WW=1.0 BW=1.5", "points-by-colour", (5, 5)),
        ("XXR 3", "XXR 3\nXXA    1  1.0", "record-beyond-a-stage", (5, 1)),
        ("XXR 3", "XXR 3\n240 Q 003    1", "bye-unreadable", (5, 5)),
        ("Individual: Swiss-System", "Team: Swiss-System", "kind-beyond-a-stage", (3, 5)),
    ],
)
def test_every_kind_of_fault_is_named_with_line_and_column(
    wrong: str, right: str, code: str, where: tuple[int, int]
) -> None:
    assert SMALL.count(wrong) >= 1
    found = faults(SMALL.replace(wrong, right, 1))
    assert (code, where) in [(one["code"], (one["line"], one["column"])) for one in found]


def test_two_byes_in_one_round_are_a_fault_and_so_is_a_file_of_nobody() -> None:
    """The letter U stands at most once in a round."""
    text = (
        SMALL.replace("     3 b 1", "  0000 - U")
        .replace("     1 w 0", "  0000 - U")
        .replace(" 1.0    2", " 2.0    2")
    )
    assert [one["code"] for one in faults(text)] == ["bye-twice"]
    assert "no-players" in [one["code"] for one in faults("XXR 5\n")]
    assert "no-players" in [one["code"] for one in faults("")]


def test_a_result_that_is_not_there_yet_is_a_match_still_to_be_played() -> None:
    text = (
        SMALL.replace("     4 w =", "     4 w  ").replace("     2 b =", "     2 b").replace(" 0.5 ", " 0.0 ")
    )
    last = trf.read(text)["rounds"][-1]["matches"]
    assert [(one["seats"], one["result"]) for one in last] == [
        (["3", "1"], {"kind": "played", "places": [2, 1]}),
        (["2", "4"], None),
    ]


def test_blanks_older_forfeits_and_letters_in_any_case_are_understood() -> None:
    """A blank round and ``0000 - -`` are absences; W, D and L count like 1, = and 0."""
    text = SMALL.replace("     2 w 1", "     2 W W").replace("     1 b 0", "     1 B l")
    assert trf.read(text)["rounds"] == trf.read(SMALL)["rounds"]
    away = (
        SMALL.replace("     3 b 1", "").replace("     1 w 0", "  0000 - -").replace(" 2.0    1", " 1.0    1")
    )
    assert trf.read(away)["rounds"][1]["absent"] == ["1", "3"]


def test_points_stand_doubled_only_where_there_are_halves() -> None:
    three = (
        SMALL.replace(" 2.0    1", " 6.0    1").replace(" 0.5 ", " 1.0 ").replace(" 1.0    2", " 3.0    2")
    )
    for record in ("XXS W=3.0 D=1.0 PAB=3.0", "162  W 3.0    D 1.0    L 0.0"):
        read = trf.read(three.replace("XXR 3", f"XXR 3\n{record}"))
        assert read["points"] == {"win": 3, "tie": 1, "loss": 0, "walkover_loss": 0}
        assert read["options"]["bye_points"] == 3
    assert trf.read(SMALL)["points"] == {"win": 2, "tie": 1, "loss": 0, "walkover_loss": 0}


@pytest.mark.parametrize("record", ["XXP 1 4", "260 001 003    1    4"])
def test_who_must_not_meet_is_kept_apart_in_the_next_round(record: str) -> None:
    read = trf.read(SMALL.replace("XXR 3", f"XXR 3\n{record}\nXXC white1"))
    assert read["apart"] == [["1", "4"]]
    met = [
        set(match["seats"]) for match in answers.next_round(stage.read({**read, "options": {}}))["matches"]
    ]
    assert {"1", "4"} not in met


@pytest.mark.parametrize("record", ["XXZ 2 3", "240 Z 003    2    3", None])
def test_who_is_away_in_the_round_to_be_drawn_is_not_drawn(record: str | None) -> None:
    """lichess-org/lila issue 14387: ``0000 - Z`` in the column of the coming round, PAI-25."""
    text = SMALL.replace("XXR 3", f"XXR 4\n{record}") if record else SMALL.replace("XXR 3", "XXR 4")
    if record is None:
        text = "\n".join(
            one + "  0000 - Z" if one[7:8] in "23" and one[:3] == "001" else one for one in text.splitlines()
        )
    read = trf.read(text)
    assert read["rounds"][2] == {"absent": ["2", "3"]}
    answer = answers.next_round(stage.read(read))
    assert answer["absent"] == ["2", "3"]
    assert [sorted(match["seats"]) for match in answer["matches"]] == [["1", "4"]]


def test_a_round_robin_is_a_league_and_who_sits_out_its_last_round_has_not_left() -> None:
    text = """\
092 Individual: Round-Robin
XXR 3
001    1      A                                                                  2.0    1     2 w 1     3 b 1  0000 - Z
001    2      B                                                                  1.0    2     1 b 0  0000 - Z     3 w 1
001    3      C                                                                  0.0    3  0000 - Z     1 w 0     2 b 0
"""
    read = trf.read(text)
    assert (read["format"], read["options"]) == ("league", {"legs": 1})
    assert [set(one) for one in read["entrants"]] == [{"id", "seed"}] * 3
    assert [(row["entrant"], row["values"]["points"]) for row in rows(read).values()] == [
        ("1", 4),
        ("2", 2),
        ("3", 0),
    ]
    assert trf.read(trf.write(read)) == read


def test_the_facts_of_the_event_and_the_names_can_be_had_too() -> None:
    assert trf.title(GOOD)["name"] == "Torneo de prueba con retiros"
    assert trf.title(GOOD)["city"] == "Cochabamba"
    assert trf.names(GOOD)["17"] == "Rocha Delia"


def test_a_draw_after_a_file_pairs_nobody_who_left_and_nobody_with_himself() -> None:
    """PAI-11, PAI-23: after the results are in and somebody left, the next round is sound, and the byes are known."""
    longer = GOOD.replace("XXR 5", "XXR 7").replace("0000 - Z\n", "0000 - Z  0000 - Z  0000 - Z\n")
    read = trf.read(longer)
    assert {one["id"] for one in read["entrants"] if one.get("state")} == {"5", "12"}
    answer = answers.next_round(stage.read(read))
    drawn = [side for match in answer["matches"] for side in match["seats"]]
    assert len(set(drawn)) == len(drawn)
    assert set(drawn) | {one["entrant"] for one in answer["byes"]} == {str(n) for n in range(1, 18)} - {
        "5",
        "12",
    }
    assert {one["entrant"] for one in answer["byes"]}.isdisjoint({"10", "14", "17", "15"})


@given(
    some.lists(
        some.tuples(some.integers(0, len(SMALL) - 1), some.sampled_from("0129 wb-=+UHFZ\n\r\tñ²")),
        min_size=1,
        max_size=6,
    )
)
def test_a_damaged_file_is_read_or_refused_and_nothing_else(damage: list[tuple[int, str]]) -> None:
    signs = list(SMALL)
    for place, sign in damage:
        signs[place] = sign
    try:
        read = trf.read("".join(signs))
    except BadStage as refusal:
        assert refusal.code == "trf-faults"
        assert all(1 <= fault["line"] <= len(SMALL.splitlines()) + 6 for fault in refusal.facts["faults"])
    else:
        assert trf.read(trf.write(read))["rounds"] == read["rounds"]


def test_a_file_that_is_not_in_utf_8_is_read_as_older_programs_write() -> None:
    text = SMALL.replace("One   ", "Ñuñez ")
    assert trf.names(trf.decoded(text.encode("cp1252")))["1"] == "Ñuñez"
    assert trf.names(trf.decoded(("\ufeff" + text).encode("utf-8")))["1"] == "Ñuñez"
