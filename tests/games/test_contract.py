"""What the games promise to everything above them: options, sheets, forms, matches, the rules as text."""

import json
import re

import pytest

from cacho_tournaments import games
from cacho_tournaments.games.base import MatchRule, SetupRefused, Status
from cacho_tournaments.games.rules import rules_preface, rules_text
from tests.games.play import CACHO, played, refusal, setup

LANGUAGES = ("en", "es", "ru")


@pytest.mark.parametrize("code", games.codes())
def test_every_game_that_is_listed_can_be_had(code):
    game = games.get(code)

    assert game.code == code
    assert game.default_preset in game.presets
    assert re.fullmatch(r"\S+", game.version)


def test_an_unknown_game_is_refused_with_the_known_ones():
    with pytest.raises(SetupRefused) as refused:
        games.get("ludo")

    assert refused.value.code == "unknown-game"
    assert refused.value.facts["known"] == games.codes()


def test_presets_differ_from_the_defaults_by_what_the_rules_say():
    """Rule 7."""
    default = CACHO.resolve()
    changed = {
        name: {key: value for key, value in CACHO.resolve(name).items() if value != default[key]}
        for name in CACHO.presets
    }

    assert changed == {
        "cochabamba": {},
        "cochabamba-pairs": {"attempts_per_turn": "2"},
        "three-throws": {"throws": "3", "mandatory_flips": "0"},
        "la-tupicena": {
            "first_throw_stop": "any-with-flip",
            "de_mano_refusable": "no",
            "mandatory_flips": "2",
            "rethrow": "all",
            "grandes": "1",
        },
    }
    assert default["sobre"] == "on"
    assert default["entries_per_turn"] == "1"


@pytest.mark.parametrize(
    ("preset", "overrides", "code"),
    [
        ("oruro", {}, "unknown-preset"),
        (None, {"jokers": "on"}, "unknown-option"),
        (None, {"throws": "4"}, "unknown-value"),
    ],
)
def test_what_no_ruleset_knows_is_refused(preset, overrides, code):
    with pytest.raises(SetupRefused) as refused:
        CACHO.resolve(preset, overrides)

    assert refused.value.code == code


@pytest.mark.parametrize(("sides", "code"), [(0, "too-few-sides"), (7, "too-many-sides")])
def test_a_game_has_one_to_six_sides(sides, code):
    with pytest.raises(SetupRefused) as refused:
        CACHO.start(CACHO.resolve(), sides=sides)

    assert refused.value.code == code


def test_the_sheet_has_its_traditional_shape():
    """Rule 1.2."""
    state = CACHO.start(CACHO.resolve(), sides=2, positions={2: "1=3 E=25 F=30 P=x G=x,50"})

    blank, begun = CACHO.sheet(state, 1), CACHO.sheet(state, 2)

    grid = [["" for _ in range(3)] for _ in range(4)]
    for cell in blank.cells:
        grid[cell.row][cell.column] += cell.box
    assert grid == [["1", "E", "4"], ["2", "F", "5"], ["3", "P", "6"], ["G", "", "G"]]
    assert (blank.shape, blank.rows, blank.columns, blank.total) == ("tic-tac-toe", 4, 3, 0)
    assert {cell.mark for cell in blank.cells} == {None}
    written = [(cell.box, cell.points, cell.mark) for cell in begun.cells if cell.points is not None]
    assert written == [
        ("1", 3, None),
        ("E", 25, "de-mano"),
        ("F", 30, "de-huevo"),
        ("P", 0, "crossed"),
        ("G", 0, "crossed"),
        ("G", 50, "grande"),
    ]
    assert (begun.total, begun.side) == (108, 2)


def test_one_grande_stands_in_the_middle():
    state = CACHO.start(CACHO.resolve("la-tupicena"), sides=1)

    grandes = [cell for cell in CACHO.sheet(state, 1).cells if cell.box == "G"]
    assert [(cell.row, cell.column) for cell in grandes] == [(3, 1)]


def test_the_form_offers_the_side_to_move_what_is_open():
    form = CACHO.form(played(["1 23456 =E", "2 =6 18"]).state)

    assert (form["to_move"], form["over"], form["pending"]) == (1, False, None)
    mine, other = form["sides"]
    assert mine == {
        "side": 1,
        "open": ["1", "2", "3", "4", "5", "6", "F", "P", "G"],
        "grandes_open": 2,
        "total": 25,
        "out": False,
    }
    assert other["total"] == 18
    assert form["quick"]["1"] == [1, 2, 3, 4, 5]
    assert form["quick"]["6"] == [6, 12, 18, 24, 30]
    assert form["quick"]["F"] == [35, 30]
    assert form["quick"]["G"] == [50]
    assert "E" not in form["quick"]
    assert form["cross"] == []  # with six numbers open no dice allow it
    assert form["instant"] == [{"code": "dormida", "line": "dormida"}]


@pytest.mark.parametrize("preset", sorted(CACHO.presets))
def test_every_quick_entry_that_the_form_offers_is_legal_and_every_other_box_is_not(preset):
    start = {1: "6=18 E=25 P=x"}
    begun = setup(preset, start=start)
    state = CACHO.start(begun.options, sides=2, positions=start)
    form = CACHO.form(state)

    for box, values in form["quick"].items():
        for points in values:
            assert CACHO.check(state, CACHO.parse(f"1 ={box} {points}")).points == points
    for box in form["cross"]:
        assert CACHO.check(state, CACHO.parse(f"1 x{box}")).mark == "crossed"
    for box in set("123456EFPG") - set(form["quick"]):
        assert refusal(f"1 ={box} 25", preset, start=start).code == "box-taken"


def test_after_the_end_the_form_offers_nothing():
    form = CACHO.form(played("1 22222 dormida").state)

    assert (form["to_move"], form["over"]) == (None, True)
    assert (form["quick"], form["cross"], form["instant"]) == ({}, [], [])


@pytest.mark.parametrize("preset", sorted(CACHO.presets))
def test_form_and_table_are_ready_for_json(preset):
    options = CACHO.resolve(preset)
    for value in (CACHO.table(options), CACHO.form(CACHO.start(options, sides=6))):
        assert json.loads(json.dumps(value)) == value


def test_the_table_says_where_a_turn_may_end():
    table = CACHO.table(CACHO.resolve())
    boxes = {stop: set(shape["boxes"]) for stop, shape in table["stops"].items() if shape["boxes"]}

    everything = set("123456EFPG")
    assert boxes == {
        "1:all:0": {"E", "F", "P"},
        "2:all:0": {"E", "F", "P", "G"},
        "2:all:1": everything,
        "2:all:2": everything,
        "2:part:1": everything,
        "2:part:2": everything,
    }
    assert table["stops"]["1:all:0"]["dice"] == table["stops"]["2:all:0"]["dice"] == "hand"
    assert table["stops"]["2:all:1"]["dice"] == table["stops"]["2:part:1"]["dice"] == "egg"
    assert table["stop_refusals"] == {
        "1:all:0": "second-throw-required",
        "2:all:0": "flip-required",
        "2:part:0": "flip-required",
    }
    assert table["dormida"] == {"1": True, "2": True}


def test_an_unfinished_game_ranks_by_what_is_written():
    assert played("1 =6 18").status.ranking == ((1,), (2,))
    assert played("1 =6 18").status.winners == ()
    assert played([], sides=3).status.ranking == ((1, 2, 3),)


def test_pairs_and_more_sides_take_longer():
    single = CACHO.minutes(CACHO.resolve(), sides=2)

    assert 10 < single < 60
    assert CACHO.minutes(CACHO.resolve("cochabamba-pairs"), sides=2) > single
    assert CACHO.minutes(CACHO.resolve(), sides=4) > single


def won(by: int, *, sides=2, instant=False, points=(200, 150)) -> Status:
    rest = tuple((side,) for side in range(1, sides + 1) if side != by)
    return Status(None, True, "full-sheets", (by,), ((by,), *rest), points[:sides], instant)


SHARED = Status(None, True, "full-sheets", (1, 2), ((1, 2),), (180, 180))
OPEN = Status(1, False, None, (), ((1, 2),), (30, 20))


@pytest.mark.parametrize(
    ("played_games", "rule", "over", "places", "next_game"),
    [
        ([], MatchRule(), False, (1, 1), 1),
        ([OPEN], MatchRule(), False, (1, 1), 1),
        ([won(2)], MatchRule(), True, (2, 1), None),
        ([SHARED], MatchRule(), True, (1, 1), None),
        ([SHARED], MatchRule(tie="extra-game"), False, (1, 1), 2),
        ([SHARED, won(2)], MatchRule(tie="extra-game"), True, (2, 1), None),
        ([SHARED, SHARED], MatchRule(tie="extra-game"), False, (1, 1), 3),
        ([won(1)], MatchRule(best_of=3), False, (1, 2), 2),
        ([won(1), OPEN], MatchRule(best_of=3), False, (1, 2), 2),
        ([won(1), won(1)], MatchRule(best_of=3), True, (1, 2), None),
        ([won(1), won(2)], MatchRule(best_of=3), False, (1, 1), 3),
        ([won(1), won(2), won(2)], MatchRule(best_of=3), True, (2, 1), None),
        ([won(1), SHARED], MatchRule(best_of=3), False, (1, 2), 3),
        ([won(1), SHARED, SHARED], MatchRule(best_of=3), True, (1, 2), None),
        ([won(1), won(2), SHARED], MatchRule(best_of=3), True, (1, 1), None),
        ([won(1), won(2), SHARED], MatchRule(best_of=3, tie="extra-game"), False, (1, 1), 4),
        # Liquipedia/Lua-Modules pulls 2711 and 3539: of two games both are played unless both can no longer matter
        ([won(1)], MatchRule(best_of=2), False, (1, 2), 2),
        ([won(1), won(2)], MatchRule(best_of=2), True, (1, 1), None),
        # zengm-games/zengm issue 17; OpenLeagueManager/OLManager issues 37 and 43: never more games than seven
        ([won(1)] * 3 + [won(2)] * 3, MatchRule(best_of=7), False, (1, 1), 7),
        ([won(1)] * 3 + [won(2)] * 3 + [won(1)], MatchRule(best_of=7), True, (1, 2), None),
        ([won(1)] * 4 + [won(2)], MatchRule(best_of=7), True, (1, 2), None),
    ],
)
def test_games_fold_into_a_match(played_games, rule, over, places, next_game):
    outcome = CACHO.match(played_games, sides=2, rule=rule)

    assert (outcome.over, outcome.places, outcome.next_game) == (over, places, next_game)


def test_a_match_adds_up_games_points_and_instant_wins():
    outcome = CACHO.match([won(1), won(2, instant=True, points=(90, 40)), won(1)], sides=2, rule=MatchRule(3))

    assert (outcome.games_won, outcome.points, outcome.instant) == ((2, 1), (490, 340), (False, True))


def test_a_single_game_at_a_table_of_four_gives_every_place_with_ties_shared():
    status = Status(None, True, "full-sheets", (3,), ((3,), (1, 4), (2,)), (180, 150, 200, 180))

    assert CACHO.match([status], sides=4, rule=MatchRule()).places == (2, 4, 1, 2)


def at_four(winner, *points):
    ranking = tuple((side,) for side in sorted(range(1, 5), key=lambda side: -points[side - 1]))
    return Status(None, True, "full-sheets", (winner,), ranking, points)


@pytest.mark.parametrize(
    ("played_games", "places"),
    [
        # The winner has two games; who has none is parted by points: 420, 400, 400.
        ([at_four(1, 250, 200, 190, 210), at_four(1, 240, 200, 210, 210)], (1, 3, 3, 2)),
        # A game weighs more than any sum.
        ([at_four(1, 250, 249, 248, 0), at_four(2, 90, 91, 80, 10), at_four(1, 99, 1, 90, 0)], (1, 2, 3, 4)),
        # Three have a game each and share the first place, whatever their sums are.
        ([at_four(1, 250, 9, 8, 0), at_four(2, 90, 91, 80, 10), at_four(3, 1, 1, 90, 0)], (1, 1, 1, 4)),
    ],
)
def test_games_part_the_places_of_a_table_of_four_and_points_those_who_won_as_many(played_games, places):
    outcome = CACHO.match(played_games, sides=4, rule=MatchRule(best_of=3))

    assert (outcome.over, outcome.places) == (True, places)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_stand_in_every_language_with_the_same_numbers(language):
    sections = rules_text("cacho-alalay", language)

    assert [section.number for section in sections] == list("123456789")
    numbers = [rule.number for section in sections for rule in section.rules]
    assert numbers == [rule.number for section in rules_text("cacho-alalay") for rule in section.rules]
    assert all(number.split(".")[0] == section.number for section in sections for number, _ in section.rules)
    for option in CACHO.options:
        text = dict(rule for section in sections for rule in section.rules)[option.rule]
        assert option.name in text
        assert all(value in text for value in option.values)
    for preset in CACHO.presets:
        assert any(f"({preset})" in rule.text for rule in sections[6].rules)


def test_each_language_has_its_own_words():
    titles = {rules_preface("cacho-alalay", language).title for language in LANGUAGES}

    assert len(titles) == 3
    assert rules_text("cacho-alalay", "es-bo") == rules_text("cacho-alalay", "es")
    assert rules_text("cacho-alalay", "pt") == rules_text("cacho-alalay", "en")


def test_the_numbered_parts_of_the_rules_say_where_they_come_from():
    for section in rules_text("cacho-alalay")[:7]:
        for rule in section.rules:
            assert re.search(r"\[[ECTP]\]$", rule.text), rule.number
