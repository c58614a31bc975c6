"""What other programs got wrong, each as the smallest trial on this engine. RUL-.. are ids of public reports."""

import pytest

from tests.games.play import CACHO, played, refusal, replay, setup, worth


def test_an_instant_winner_is_first_whatever_the_sums():
    """RUL-09."""
    start = {2: "E=25 F=35 P=40 1=4 2=8 3=9 4=12 G=50,50"}
    game = played("1 66666 dormida", start=start)

    status = game.status
    assert status.totals[0] < status.totals[1]
    assert (status.winners, status.ranking) == ((1,), ((1,), (2,)))
    assert (status.ending, status.instant) == ("dormida", True)


def test_after_a_dormida_open_boxes_stay_open_and_nobody_plays():
    """RUL-09."""
    game = replay(setup(), ["1 12355 +22222 dormida", "2 66666 dormida", "1 =6 18"])

    assert [turn.refused.code for turn in game.refused] == ["game-over", "game-over"]
    assert {cell.points for cell in CACHO.sheet(game.state, 1).cells} == {None}


def test_equal_sums_are_shared_and_not_given_to_the_side_listed_first():
    start = dict.fromkeys((1, 2, 3), "1=3 2=6 3=9 4=12 5=15 E=25 F=30 P=40 G=50,x")
    status = played(["1 =6 12", "2 =6 18", "3 =6 18"], sides=3, start=start).status

    assert (status.winners, status.ranking) == ((2, 3), ((2, 3), (1,)))


@pytest.mark.parametrize("dice", ["13456", "34561", "61345"])
def test_the_third_straight_counts_in_any_order(dice):
    assert worth(f"1 {dice} =E") == ("E", 25, "de-mano")


def test_a_straight_counts_in_any_order_and_a_near_one_not():
    """RUL-11."""
    assert worth("1 53124 =E") == ("E", 25, "de-mano")
    assert refusal("1 12334 1233+4 3>4 =E").code == "dice-do-not-make-it"


def test_a_crossed_box_is_crossed_and_no_egg():
    game = played("1 22335 2335+5 3>4 xE", start={1: "2=4 3=6 4=8 5=10 6=12 F=30 P=40 G=50,x"})

    (cell,) = [cell for cell in CACHO.sheet(game.state, 1).cells if cell.box == "E"]
    assert (cell.points, cell.mark) == (0, "crossed")


def test_four_of_each_asks_for_at_least_four():
    start = {1: "1=5 2=8 3=15 4=16 5=20 G=50"}

    assert played("1 =6 24", start=start).status.ending == "four-of-each"
    assert played("1 =6 18", start=start).status.ending is None


def test_all_five_thrown_again_is_from_the_hand_and_owes_no_flip():
    """RUL-01."""
    assert worth("1 11266 +23456 =E") == ("E", 25, "de-mano")


def test_a_flip_shows_seven_minus_the_face_and_no_die_is_flipped_twice():
    """RUL-03."""
    assert refusal("1 13566 1356+6 6>2 =6").code == "not-opposite"
    # With a three lying already, the second flip is of that one.
    assert worth("1 13566 1356+4 4>3 3>4 =3") == ("3", 3, None)
    assert refusal("1 24446 444+44 4>3 3>4 =G").code == "same-die-twice"


def test_a_box_left_out_is_never_guessed():
    """RUL-05."""
    for line in ("1 33332 3333+1 1>6", "1 33332 3333+1 1>6 =", "1 33332 3333+1 1>6 = 12", "1 = 12"):
        assert refusal(line).code == "bad-notation"


def test_the_player_chooses_the_box_and_not_the_program():
    """RUL-07."""
    assert worth("1 33332 3333+4 4>3 =3") == ("3", 15, None)


def test_points_are_the_engines_whatever_a_line_claims():
    """RUL-13."""
    assert refusal("1 22233 =F 40").code == "wrong-points"
    assert refusal("1 =6 500").code == "impossible-points"


def test_panza_de_oro_ends_the_game_in_mid_round():
    start = {1: "E=25 F=35 P=45", 2: "1=5 2=10 3=15 4=16 5=20 6=30 E=25 F=30 P=45"}
    game = replay(setup(start=start), ["1 =G 50", "2 =G 50"])

    assert game.status.ending == "panza-de-oro"
    assert game.status.ranking == ((1,), (2,))
    assert [turn.refused.code for turn in game.refused] == ["game-over"]


def test_where_all_but_one_concede_the_one_that_stayed_wins_with_fewer_points():
    status = played(["1 =6 30", "2 =6 6", "3 =6 24", "1 concede", "3 concede"], sides=3).status

    assert (status.ending, status.winners) == ("concession", (2,))
    assert status.ranking == ((2,), (1,), (3,))
    assert not status.instant


def test_a_side_that_conceded_wins_nothing_by_its_sum():
    start = dict.fromkeys((1, 2, 3), "1=3 2=6 3=9 4=12 5=15 E=25 F=30 P=40 G=50,x")
    status = played(["1 =6 30", "2 =6 18", "1 concede", "3 =6 12"], sides=3, start=start).status

    assert (status.ending, status.ranking) == ("full-sheets", ((2,), (3,), (1,)))


def test_with_one_side_a_concession_ends_the_game_without_a_winner():
    status = played("1 concede", sides=1).status

    assert (status.over, status.winners) == (True, ())
