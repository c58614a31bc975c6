"""Refusals of Cacho Alalay: each code, the order in which they are reported (rule 9), the facts they carry."""

import pytest

from tests.games.play import CACHO, played, refusal, replay, setup, worth

PAIRS = "cochabamba-pairs"
TUPICENA = "la-tupicena"
P_TAKEN = {"start": {1: "P=40"}}

# Every line has both faults; the one named first is the one reported.
TWO_FAULTS = [
    ("2 3566 =6", "not-your-turn", {}),
    ("1 3566 66+214 =6", "wrong-dice-count", {}),  # before kept-dice-not-shown
    ("1 35661 666+21 66+ =6", "wrong-dice-count", {}),  # of the third throw, before the second's kept dice
    ("1 35661 35662+ =6", "kept-dice-not-shown", {}),  # before nothing-rethrown
    ("1 35661 35661+ 66+214 1>6 =6", "nothing-rethrown", {}),  # before too-many-throws
    ("1 35661 66+214 66+214 =6", "too-many-throws", {"preset": TUPICENA}),  # before must-rethrow-all
    ("1 22333 22+333 =3", "must-rethrow-all", {"preset": TUPICENA}),  # before de-mano-must-be-written
    ("1 22333 +44444 =4", "de-mano-must-be-written", {"preset": TUPICENA}),  # before dormida-wins
    ("1 22222 2>5 =2", "dormida-wins", {}),  # before flip-not-allowed
    ("1 22223 2222+3 3>3 dormida", "no-dormida", {}),  # before flip-not-allowed
    ("1 23456 2>4 =E", "flip-not-allowed", {}),  # before not-opposite
    ("1 12246 6+3336 6>2 6>1 3>4 =F", "too-many-flips", {}),  # before not-opposite
    ("1 26666 6666+5 1>5 =6", "not-opposite", {}),  # before no-such-die
    ("1 26666 6666+5 1>6 =P", "no-such-die", P_TAKEN),  # before box-taken
    ("1 24446 444+44 4>3 3>4 =P", "same-die-twice", P_TAKEN),  # before box-taken
    ("1 26666 =P", "box-taken", P_TAKEN),  # before second-throw-required
    ("1 12346 =E", "second-throw-required", {}),  # before dice-do-not-make-it
    ("1 22336 =5", "second-throw-required", {}),  # before scores-nothing
    ("1 22336 x5", "second-throw-required", {}),  # before cross-forbidden
    ("1 22336 2233+6 =F 35", "flip-required", {}),  # before dice-do-not-make-it and the points
    ("1 22336 2233+6 6>1 =F 35", "dice-do-not-make-it", {}),  # before wrong-points
    ("1 22336 2233+6 6>1 =5 15", "scores-nothing", {}),
    ("1 22336 2233+6 6>1 x5 15", "cross-forbidden", {}),
    ("1 x6 18", "cross-forbidden", {}),  # before impossible-points
    ("1 23456 ~E 20 / sobre", "wrong-points", {}),  # before sobre-not-allowed
    ("1 =6 18 / =E", "points-required", {}),  # before entry-limit
    ("1 =6 18 / =6 18", "box-taken", {"preset": PAIRS}),  # before entry-limit
    ("1 =6 18 / 3566 =E", "wrong-dice-count", {"preset": PAIRS}),  # the order counts for the whole line
]


@pytest.mark.parametrize(("line", "code", "how"), TWO_FAULTS)
def test_of_two_faults_the_first_in_the_order_is_reported(line, code, how):
    assert refusal(line, **how).code == code


def test_after_the_end_even_a_line_out_of_turn_is_game_over():
    game = replay(setup(), ["1 22222 dormida", "1 =6 18", "2 =6 18"])

    assert [turn.refused.code for turn in game.refused] == ["game-over", "game-over"]


@pytest.mark.parametrize(
    ("line", "column"),
    [
        ("", 1),
        ("x", 1),
        ("0 =6 18", 1),
        ("1", 2),
        ("1 +35661 =E", 3),  # worked turn 22
        ("1 35670 =E", 3),
        ("1 35661 66214 1>6 =6", 9),
        ("1 35661 66+214 1>7 =6", 16),
        ("1 35661 66+214 1>6", 19),
        ("1 35661 66+214 1>6 = 18", 21),
        ("1 35661 66+214 1>6 =7", 21),
        ("1 35661 66+214 1>6 ~xQ / sobre", 22),
        ("1 35661 66+214 1>6 =e", 21),
        ("1 1>6 =6 18", 3),
        ("1 =6 18 19", 9),
        ("1 =6 -18", 6),
        ("1 =6 1800", 6),
        ("1 dormida 50", 11),
        ("1 concede now", 11),
        ("1 35661 66+214 1>6 ~6", 22),
        ("1 ~6 18 /", 10),
        ("1 ~6 18 / -", 11),
        ("1 ~6 18 / ~E 25", 11),
        ("1 sobre", 3),
        ("1 - / =6 18", 3),
        ("1 =6 18 / =E 25 / =F 35", 17),
        ("  1   =q", 8),
    ],
)
def test_what_cannot_be_read_is_bad_notation_with_its_column(line, column):
    refused = refusal(line, PAIRS)

    assert (refused.code, refused.rule, refused.facts["column"]) == ("bad-notation", "8", column)


@pytest.mark.parametrize(
    ("line", "how", "facts"),
    [
        ("1 26666 6666+5 5>2 =6 30", {}, {"box": "6", "claimed": 30, "points": 24}),
        ("1 =E 30", {}, {"box": "E", "claimed": 30, "possible": (25, 20)}),
        ("1 26666 6666+5 6>2 =6", {}, {"before": "6", "after": "2", "expected": "1"}),
        ("1 26666 6666+5 5>2 x1", {}, {"box": "1", "dice": "66662", "scores": "2"}),
        ("2 =6 18", {}, {"side": 2, "to_move": 1}),
        ("1 22333 +12345 =E", {"preset": TUPICENA}, {"throw": 1, "boxes": ("F",)}),
    ],
)
def test_a_refusal_carries_the_facts_of_its_sentence(line, how, facts):
    refused = refusal(line, **how)

    assert {name: refused.facts[name] for name in facts} == facts


def test_the_refused_side_is_still_to_move_and_may_correct_the_turn():
    game = replay(setup(), ["1 11235 =E", "1 11235 11+345 3>4 =1", "2 =6 18"])

    assert [turn.ok for turn in game.turns] == [False, True, True]
    assert game.status.totals == (2, 18)


def test_the_given_state_stays_as_it_was():
    state = CACHO.start(CACHO.resolve(), sides=2)
    after, _ = CACHO.apply(state, CACHO.parse("1 23456 =E"))

    assert CACHO.status(state).totals == (0, 0)
    assert CACHO.status(after).totals == (25, 0)
    assert CACHO.status(state).to_move == 1


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"max_flips": "0"}, "too-many-flips"),
        ({"max_flips": "1", "mandatory_flips": "0"}, None),
        ({"first_throw_stop": "any-with-flip"}, None),
    ],
)
def test_the_flip_options_decide_how_many_are_too_many(options, code):
    line = "1 26666 6666+5 5>2 =6"

    if code is None:
        assert worth(line, **options) == ("6", 24, None)
    else:
        assert refusal(line, **options).code == code


def test_nobody_owes_a_flip_that_is_not_allowed():
    assert worth("1 26666 6666+5 =6", max_flips="0") == ("6", 24, None)


def test_la_tupicena_allows_one_flip_on_the_first_throw_and_no_second():
    assert worth("1 15662 1>6 =6", TUPICENA) == ("6", 18, None)
    assert refusal("1 15662 1>6 2>5 =6", TUPICENA).code == "too-many-flips"
    assert refusal("1 15662 1>6 x1", TUPICENA).code == "second-throw-required"


def test_under_la_tupicena_an_open_play_de_mano_must_be_taken_and_a_closed_one_need_not():
    assert worth("1 22333 =F", TUPICENA) == ("F", 35, "de-mano")
    assert refusal("1 22333 2>5 =F", TUPICENA).code == "de-mano-must-be-written"
    assert refusal("1 22333 =3", TUPICENA).code == "de-mano-must-be-written"
    assert worth("1 22333 =3", TUPICENA, start={1: "F=30"}) == ("3", 9, None)


def test_whoever_flips_instead_of_a_permission_owes_all_the_flips():
    assert refusal("1 12246 +33336 6>1 =P", mandatory_flips="2").code == "flip-required"
    assert worth("1 12246 +33336 6>1 3>4 =3", mandatory_flips="2") == ("3", 9, None)


def test_a_throw_that_wins_nothing_is_a_grande_only_in_its_own_box():
    assert worth("1 22222 =G", dormida="off") == ("G", 50, None)
    assert worth("1 22222 =P", dormida="off") == ("P", 45, "de-mano")
    assert refusal("1 22222 =2", dormida="off").code == "second-throw-required"


def test_best_case_crossing_looks_at_the_throw_of_five_as_it_lay():
    start = {1: "1=4 2=8 3=12 4=12 5=15 6=18 E=20 F=x P=40 G=x"}
    assert played("1 12246 +22233 2>5 xG", start=start, crossing="best-case").status.over is False
    start = {1: "1=4 2=8 3=12 4=12 5=15 6=18 E=20 P=40 G=x"}
    assert refusal("1 12246 +22233 2>5 xG", start=start, crossing="best-case").code == "cross-forbidden"
    assert worth("1 12246 +22233 2>5 xG", start=start) == ("G", 0, "crossed")


def test_a_cross_without_dice_needs_one_closed_number_unless_crossing_is_free():
    assert refusal("1 xP").code == "cross-forbidden"
    assert refusal("1 x3", crossing="best-case").code == "cross-forbidden"
    assert worth("1 xP", crossing="free") == ("P", 0, "crossed")
    assert worth("1 xP 0", start={1: "6=18"}) == ("P", 0, "crossed")


def test_a_side_may_concede_out_of_turn_but_only_once():
    game = replay(setup(sides=3), ["3 concede", "3 concede", "1 =6 18", "2 =6 12", "1 =5 15"])

    assert [turn.refused.code for turn in game.refused] == ["not-your-turn"]
    assert game.status.to_move == 2
    assert game.status.ranking == ((1,), (2,), (3,))


def test_a_turn_of_a_side_that_does_not_exist_is_out_of_turn():
    assert refusal("3 =6 18").code == "not-your-turn"
    assert refusal("3 concede").code == "not-your-turn"


def test_with_two_entries_the_second_cannot_go_on_after_the_game_was_won():
    start = {1: "E=25 F=35 G=50"}
    refused = refusal("1 22223 =P / 12345 -", PAIRS, start=start, entries_per_turn="2")

    assert (refused.code, refused.rule) == ("game-over", "5.2")


def test_partners_who_keep_the_sobre_may_stop_where_a_play_could_have_been_written():
    assert worth("1 ~6 18 / 22333 sobre", PAIRS) == ("6", 18, None)
    assert refusal("1 ~6 18 / 22336 sobre", PAIRS).code == "second-throw-required"
    assert refusal("1 ~6 18 / 22336 2233+6 sobre", PAIRS).code == "flip-required"
