"""What the games of throws promise to everything above them: options, sheets, forms, tables, ranking, JSON."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from cacho_tournaments.games import get
from cacho_tournaments.games.rules import rules_text
from tests.games.throwing import CODES, FENCES, GENERALA, POKER, begin, played

ROOT = Path(__file__).parents[2]
EUROPEAN = ["pair", "two-pairs", "three", "small", "large", "full", "four", "poker"]
FIFTEEN = [*"123456", "pair", "two-pairs", "three", "small", "large", "full", "four", "chance", "poker"]
TEN = [*"123456", "straight", "full", "four", "generala"]


def test_the_options_are_those_of_the_rules_with_the_usual_value_first():
    options = {code: {option.name: option.values for option in get(code).options} for code in CODES}

    strike, tie = ("free", "only-if-nothing-fits"), ("shared", "box-order")
    assert options == {
        POKER: {"strike": strike, "tie": tie},
        FENCES: {"strike": strike, "stages": ("sequential", "free"), "tie": tie},
        GENERALA: {
            "double": ("off", "on"),
            "served_bonus": ("5", "10"),
            "generala_points": ("60", "50"),
            "straights": ("three", "two"),
        },
    }


@pytest.mark.parametrize("code", CODES)
def test_an_option_and_its_values_stand_in_the_rule_that_it_cites(code):
    texts = {part.number: " ".join(map(str, part.blocks)) for part in rules_text(code)}

    for option in get(code).options:
        assert all(word in texts[option.rule] for word in (option.name, *option.values))


@pytest.mark.parametrize("code", CODES)
def test_an_option_left_out_has_its_default(code):
    game = get(code)

    assert game.table({}) == game.table(game.resolve())
    assert game.start({}, sides=2) == game.start(game.resolve(), sides=2)
    assert game.preset_for(1) == game.preset_for(2) == game.default_preset


@pytest.mark.parametrize(
    ("code", "how", "boxes"),
    [(POKER, {}, EUROPEAN), (GENERALA, {}, TEN), (GENERALA, {"double": "on"}, [*TEN, "double"])],
)
def test_a_sheet_of_one_column_is_a_list_of_its_boxes(code, how, boxes):
    game, state = begin(code, **how)
    sheet = game.sheet(state, 2)

    assert (sheet.shape, sheet.rows, sheet.columns, sheet.side) == ("list", len(boxes), 1, 2)
    assert [(cell.box, cell.row, cell.column) for cell in sheet.cells] == [
        (box, row, 0) for row, box in enumerate(boxes)
    ]
    assert {(cell.points, cell.mark, cell.ref, cell.typed) for cell in sheet.cells} == {
        (None, None, "", True)
    }
    assert (sheet.total, sheet.heads, sheet.sums, sheet.counters) == (0, (), (), ())


def test_a_written_sheet_shows_figures_and_marks():
    game = played(POKER, ["1 33666 t1 =full", "2 xpoker", "1 33661 t2 =pair 6"])

    written = [
        (c.box, c.points, c.mark) for c in get(POKER).sheet(game.state, 1).cells if c.points is not None
    ]
    assert written == [("pair", 6, None), ("full", 72, "first-throw")]
    (struck,) = [cell for cell in get(POKER).sheet(game.state, 2).cells if cell.points is not None]
    assert (struck.box, struck.points, struck.mark) == ("poker", 0, "crossed")
    assert get(POKER).sheet(game.state, 1).total == 78


def test_the_sheet_of_fences_has_a_column_a_stage_with_its_sum_and_the_bank_beside_it():
    full = " ".join(f"{box}=0" if box in "123456" else f"{box}=x" for box in FIFTEEN)
    game, state = begin(FENCES, start={1: f"{full} 4@2=-8 pair@2=12 bank=6"})
    sheet = game.sheet(state, 1)

    assert (sheet.shape, sheet.rows, sheet.columns) == ("columns", 15, 3)
    places = {(cell.row, cell.column): cell for cell in sheet.cells}
    assert len(places) == len(sheet.cells) == 45
    assert [places[row, 0].box for row in range(15)] == FIFTEEN
    assert all(places[row, stage].box == places[row, 0].box for row in range(15) for stage in range(3))
    assert (sheet.heads, sheet.sums, sheet.total) == (("stage-1", "stage-2", "stage-3"), (0, 4, 0), 4)
    (bank,) = sheet.counters
    assert (bank.code, bank.value, bank.most) == ("bank", 6, 0)
    par, minus = places[0, 0], places[3, 1]
    assert (par.points, par.mark) == (0, None)  # par is no strike
    assert (minus.points, minus.mark) == (-8, None)
    assert [places[11, stage].ref for stage in range(3)] == ["full@1", "", "full@3"]


def test_a_sheet_of_free_stages_names_every_place_with_its_stage():
    game, state = begin(FENCES, stages="free")

    assert {cell.ref for cell in game.sheet(state, 1).cells} == {
        f"{b}@{s}" for b in FIFTEEN for s in (1, 2, 3)
    }


@pytest.mark.parametrize("stages", ["sequential", "free"])
def test_every_open_place_that_a_line_may_name_by_its_ref_is_the_one_that_is_filled(stages):
    game, state = begin(FENCES, sides=1, stages=stages)
    open_now = [c for c in game.sheet(state, 1).cells if stages == "free" or not c.ref]
    for cell in open_now:
        after, _ = game.apply(state, game.parse(f"1 ={cell.ref or cell.box} {cell.values[-1]}"))
        (filled,) = [now for now in game.sheet(after, 1).cells if now.points is not None]
        assert (filled.row, filled.column) == (cell.row, cell.column)
    assert len(open_now) == (45 if stages == "free" else 15)


def test_the_form_offers_the_side_to_move_what_is_open():
    form = get(POKER).form(played(POKER, ["1 33666 t1 =full", "2 xpair"]).state)

    assert {name: form[name] for name in ("entry", "to_move", "over", "max_throws", "instant")} == {
        "entry": "throws",
        "to_move": 1,
        "over": False,
        "max_throws": 3,
        "instant": [],
    }
    assert form["sides"] == [
        {"side": 1, "open": [box for box in EUROPEAN if box != "full"], "total": 72, "out": False},
        {"side": 2, "open": EUROPEAN[1:], "total": 0, "out": False},
    ]
    assert form["quick"]["pair"] == [2, 4, 6, 8, 10, 12]
    assert form["quick"]["small"] == [45, 15]
    assert form["cross"] == list(form["quick"])


def test_the_form_of_fences_tells_the_bank_the_throws_and_the_open_stage():
    form = get(FENCES).form(played(FENCES, ["1 55512 t1 =three", "2 41235 t3 =4"]).state)

    assert form["max_throws"] == 5
    assert [side["bank"] for side in form["sides"]] == [2, 0]
    assert form["sides"][0]["open"] == [box for box in FIFTEEN if box != "three"]
    assert form["cross"] == [box for box in FIFTEEN[6:] if box != "three"]
    assert form["quick"]["4"] == [-12, -8, -4, 0, 4, 8]


def test_the_form_of_free_stages_names_the_stages():
    game, state = begin(FENCES, stages="free", start={1: "full@2=24"})
    form = game.form(state)

    assert [ref for ref in form["quick"] if ref.startswith("full")] == ["full@1", "full@3"]
    assert form["sides"][1]["open"][:16] == [*(f"{box}@1" for box in FIFTEEN), "1@2"]


def test_the_form_offers_a_served_generala_while_its_box_is_open():
    game, state = begin(GENERALA)
    assert game.form(state)["instant"] == [{"code": "served-generala", "line": "t1 =generala"}]
    game, state = begin(GENERALA, start={1: "generala=x"})
    assert game.form(state)["instant"] == []


def test_a_double_waits_for_the_generala_but_may_be_struck():
    """Rule 5."""
    game, state = begin(GENERALA, double="on", start={2: "generala=60"})
    form = game.form(state)

    assert "double" not in form["sides"][0]["open"]
    assert "double" in form["sides"][1]["open"]
    assert "double" not in form["quick"]
    assert "double" in form["cross"]


@pytest.mark.parametrize("code", CODES)
def test_form_and_table_are_ready_for_json(code):
    game = get(code)
    for option in game.options:
        for value in option.values:
            options = game.resolve(None, {option.name: value})
            for page in (game.table(options), game.form(game.start(options, sides=6))):
                assert json.loads(json.dumps(page)) == page


def test_the_tables_tell_kinds_places_marks_and_limits():
    tables = {
        code: get(code).table(get(code).resolve(None, how))
        for code, how in (
            (POKER, {"strike": "only-if-nothing-fits"}),
            (FENCES, {}),
            (GENERALA, {"double": "on"}),
        )
    }

    assert {code: (t["entry"], t["throws"], t["strike"]) for code, t in tables.items()} == {
        POKER: ("throws", 3, "only-if-nothing-fits"),
        FENCES: ("throws", 3, "free"),
        GENERALA: ("throws", 3, "free"),
    }
    premium = {code: table["marks"]["first"] for code, table in tables.items()}
    assert premium == {
        POKER: dict.fromkeys(EUROPEAN[1:], "first-throw"),
        FENCES: dict.fromkeys(["full", "four", "poker"], "first-throw"),
        GENERALA: {**dict.fromkeys(TEN[6:9], "first-throw"), "generala": "served-generala"},
    }
    assert {table["marks"]["strike"] for table in tables.values()} == {"crossed"}
    kinds = [(entry["box"], entry["kind"], entry["places"]) for entry in tables[FENCES]["boxes"]]
    assert kinds == [
        (box, "mountain" if box in "123456" else "chance" if box == "chance" else "combination", 3)
        for box in FIFTEEN
    ]
    six, double = tables[GENERALA]["boxes"][5], tables[GENERALA]["boxes"][-1]
    assert (six["kind"], six["face"], six["values"]) == ("number", 6, [6, 12, 18, 24, 30])
    assert (double["box"], double["needs"], double["values"]) == ("double", "generala", [120])


def test_the_higher_of_two_pairs_is_offered_first():
    """Rule 5."""
    assert get(POKER).table({})["dice"]["13366"]["later"]["pair"] == [12, 6]


def test_what_is_worth_nothing_or_less_is_an_offer_in_the_mountain_only():
    assert get(FENCES).table({})["dice"]["12345"]["later"]["6"] == [-18]
    assert get(FENCES).table({})["dice"]["12555"]["first"]["5"] == [0]
    assert "6" not in get(GENERALA).table({})["dice"]["12345"]["first"]


def test_an_unfinished_game_ranks_by_what_is_written():
    assert played(POKER, "1 =pair 12").status.ranking == ((1,), (2,))
    assert played(POKER, "1 =pair 12").status.winners == ()
    assert played(FENCES, "1 =4 -8").status.ranking == ((2,), (1,))
    assert played(GENERALA, [], sides=3).status.ranking == ((1, 2, 3),)


def test_who_wins_by_a_served_generala_is_first_and_the_others_follow_by_their_sums():
    """Generala, rule 3."""
    status = played(GENERALA, ["1 =6 30", "2 =6 24", "3 33333 t1 =generala"], sides=4).status

    assert (status.over, status.instant, status.winners) == (True, True, (3,))
    assert status.ranking == ((3,), (1,), (2,), (4,))


def test_only_fences_have_banks():
    assert played(FENCES, "1 55512 t1 =three").status.more == {"banks": [2, 0]}
    assert played(POKER, "1 55512 t1 =three").status.more == {}


def test_longer_games_and_more_sides_take_longer():
    minutes = {code: get(code).minutes(get(code).resolve(), sides=2) for code in CODES}

    assert 10 < minutes[POKER] < minutes[GENERALA] < 30 < minutes[FENCES] < 90
    assert get(POKER).minutes(get(POKER).resolve(), sides=4) > minutes[POKER]
    with_double = get(GENERALA).resolve(None, {"double": "on"})
    assert get(GENERALA).minutes(with_double, sides=2) > minutes[GENERALA]


def test_a_plain_line_stands_for_itself():
    game, state = begin(POKER)

    assert game.unfold(state, "1 33666 t1 =full") == ("1 33666 t1 =full",)


def test_the_command_line_answers_with_the_banks():
    record = "game: dice-poker-fences\nside: Ana\nside: Luis\nstart: 1 bank=1\n---\n1 66661 t2 =6\n2 41236 t4 xpoker\n"
    answer = subprocess.run(
        [sys.executable, "-m", "cacho_tournaments.games", "check", "--json", "-"],
        cwd=ROOT,
        input=record.encode(),
        capture_output=True,
        check=False,
    )

    assert answer.returncode == 1
    assert json.loads(answer.stdout) == {
        "game": "dice-poker-fences",
        "rules": "fences",
        "turns": [
            {"line": 6, "side": 1, "verdict": "ok", "box": "6", "points": 6},
            {"line": 7, "side": 2, "verdict": "refused", "code": "too-many-throws", "rule": "6"},
        ],
        "totals": [6, 0],
        "over": False,
        "ending": None,
        "winners": [],
        "ranking": [[1], [2]],
        "banks": [2, 0],
    }


def test_the_table_names_another_rule_only_where_alike_dice_do_not_serve_a_box():
    """Dice poker, rule 4: five alike are neither full nor two pairs, four alike no two pairs."""
    dice = get(POKER).table(get(POKER).resolve())["dice"]

    assert dice["55555"]["not_by"] == {"two-pairs": "4", "full": "4"}
    assert dice["16666"]["not_by"] == {"two-pairs": "4", "full": "4"}
    assert "not_by" not in dice["13566"]
