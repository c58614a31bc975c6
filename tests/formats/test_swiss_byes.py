"""Swiss rounds: who sits out, who is away, who comes late or is gone (FORMATS.md, rules 10.1, 10.3, 10.5, 10.6)."""

import pytest

from cacho_tournaments.formats import swiss
from cacho_tournaments.formats.base import Bye, Entrant, Match, Points
from cacho_tournaments.formats.errors import NoValidDraw
from tests.formats.swiss_history import RESULTS, codes, drawn, free, history, pairs, seeded


def test_nobody_has_a_second_bye_while_somebody_had_none():
    """lichess-org/lila issues 6619 and 6669, bbpPairings issue 19."""
    texts = []
    for _ in range(5):
        draw = drawn(seeded(5), *texts)
        texts.append(" ".join([*(">".join(one.seats) for one in draw.matches), f"{free(draw)[0]}."]))
    byes = [text.split()[-1] for text in texts]
    assert sorted(byes) == ["1.", "2.", "3.", "4.", "5."]
    assert "second-bye-unavoidable" in codes(drawn(seeded(5), *texts))


def test_the_bye_of_round_four_goes_to_the_lowest_who_had_none():
    """PAI-01: 9 left after round 2, 10 came in round 2, 3 and 8 had byes."""
    entrants = [Entrant(str(number)) for number in range(1, 9)]
    entrants += [Entrant("9", state="withdrawn", left_after_round=2), Entrant("10", since_round=2)]
    rounds = (
        "1>9 2>8 4>7 5>6 3.",
        "1>2 3>4 5<10 9<6 8<7",
        "1>5 10<3 7<2 6<4 8.",
    )
    for seed in range(40):
        draw = drawn(entrants, *rounds, seed=seed)
        assert free(draw)[0] in ("5", "6", "7", "10")  # one win each and no bye
        assert len(draw.matches) == 4
        assert "9" not in pairs(draw).replace("-", " ").split()


def test_a_bye_worth_half_a_win_bars_from_a_second_one_all_the_same():
    """bbpPairings issue 28: points and eligibility are separate facts."""
    half = Points(win=2, tie=1, bye=1)
    draw = drawn(seeded(5), "1>3 2>4 5.", points=half)
    assert free(draw) == ["4"]
    assert pairs(draw).startswith("1-2")


def test_a_bye_given_by_hand_stands_and_the_rest_is_paired_without_it():
    """bbpPairings issue 3."""
    draw = drawn(seeded(5), given_byes=[Bye("2", 1)])
    assert draw.byes == (Bye("2", 1),)
    assert pairs(draw) == "1-4 3-5"
    again = drawn(seeded(5), "1>4 3>5 2.", given_byes=[Bye("2", 2, points=1)])
    assert again.byes == (Bye("2", 2, points=1),)
    assert [note.code for note in again.notes] == ["second-bye"]


def test_the_only_one_with_the_lowest_score_has_the_bye():
    """morphinepl/ANRTournament issue 22: 17 players, three of 4 points, one of them with a bye, one of 2."""
    worth = {"14": 4, "15": 4, "16": 4, "17": 2}
    byes = [Bye(one.id, 1, "absent", points=worth.get(one.id, 6)) for one in seeded(17)]
    byes.append(Bye("16", 2, points=0))
    draw = swiss.draw(seeded(17), [], byes, round=4, seed=3, points=Points(win=7))
    assert free(draw) == ["17"]
    assert pairs(draw).endswith("13-14 15-16")


def test_those_who_had_byes_do_not_meet_more_often_than_chance():
    """Null-Signal-Games/cobra issue 521: twenty sides, six byes by hand in round 1; of 13 with a win two of
    the six meet in about 1.15 pairs."""
    met = 0
    for seed in range(300):
        entrants = [Entrant(str(number)) for number in range(20)]
        given = [Bye(str(number), 1) for number in range(6)]
        one = swiss.draw(entrants, [], [], round=1, seed=seed, given_byes=given)
        matches = [Match(m.id, m.seats, RESULTS[">"], 1) for m in one.matches]
        two = swiss.draw(entrants, matches, one.byes, round=2, seed=seed)
        met += sum(1 for match in two.matches if all(int(side) < 6 for side in match.seats))
    assert 0.8 < met / 300 < 1.5


def test_nobody_left_and_one_left_are_told_apart():
    """lichess-org/lila issue 10812: everybody withdrew; rule 10.1."""
    gone = [Entrant(str(number), state="withdrawn") for number in range(1, 9)]
    with pytest.raises(NoValidDraw) as refused:
        drawn(gone)
    assert refused.value.code == "nobody-left"
    with pytest.raises(NoValidDraw) as refused:
        drawn([])
    assert (refused.value.code, refused.value.facts["nearest"]) == ("too-few-entrants", 2)
    with pytest.raises(NoValidDraw) as refused:
        drawn(seeded(2), absent=["2"])
    assert (refused.value.code, refused.value.facts["nearest"]) == ("too-few-entrants", 2)


@pytest.mark.parametrize(("state", "left"), [("withdrawn", 1), ("disqualified", None), ("in", 1)])
def test_who_left_after_a_result_meets_nobody_and_the_result_stays(state, left):
    """slashinfty/tournament-organizer issue 10, PAI-11: never paired with itself; the win over 4 counts for 1."""
    entrants = seeded(6)
    entrants[3] = Entrant("4", seed=4, state=state, left_after_round=left)
    draw = drawn(entrants, "1>4 2>5 6>3")
    assert all(len(set(match.seats)) == 2 and "4" not in match.seats for match in draw.matches)
    assert pairs(draw) == "1-2 5-6"  # 1 still has its win: it meets the other winner
    assert free(draw) == ["3"]


def test_who_comes_during_round_one_waits_for_round_two():
    """PAI-17: the missed round is marked by whoever takes the entry; round 1 is untouched."""
    before = drawn(seeded(6), seed=4)
    entrants = [*seeded(6), Entrant("late", since_round=2)]
    assert drawn(entrants, seed=4) == before
    matches, _ = history("1>4 2>5 3>6")
    late = [Bye("late", 1, "late")]
    draw = swiss.draw(entrants, matches, late, round=2, seed=4)
    seen = pairs(draw).replace("-", " ").split() + free(draw)
    assert sorted(seen) == ["1", "2", "3", "4", "5", "6", "late"]
    assert free(draw) != ["late"]  # it sat out once more than the others: rule 10.6


def test_the_absent_are_not_drawn_and_stand_beside_the_round():
    """PAI-25, bbpPairings issue 20, lichess-org/lila issue 14387."""
    draw = drawn(seeded(9), absent=["2", "5", "8"])
    assert free(draw, "absent") == ["2", "5", "8"]
    assert pairs(draw) == "1-6 3-7 4-9"


def test_bye_to_the_lowest_goes_before_the_gaps_of_scores():
    """bbpPairings test dutch_2025_C5: 4 is away; 1–5, 3–2, 6 free."""
    draw = drawn(seeded(6), "1>4 2>5 3>6", "2<1 4<3 6<5", absent=["4"])
    assert sorted(pairs(draw).split()) == ["1-5", "2-3"]
    assert free(draw) == ["6"]


def test_of_two_with_the_lowest_score_the_one_who_sat_out_less_has_the_bye():
    """bbpPairings test dutch_2025_C9: 5 was away in round 1; 2–1, 3–5, 4 free."""
    matches, _ = history("1>3 4<2")
    draw = swiss.draw(seeded(5), matches, [Bye("5", 1, "absent")], round=2, seed=1)
    assert pairs(draw) == "1-2 3-5"
    assert free(draw) == ["4"]


def test_a_win_by_forfeit_bars_from_the_bye_like_one():
    """Rule 10.5: 1, 2, 4 and 5 have two points; 4 and 5 had byes, 1 won by forfeit, so 2 sits out."""
    draw = drawn(seeded(5), "3>1 2>4 5.", "3>5 1+2 4.")
    assert free(draw) == ["2"]
    assert codes(draw) == []


def test_a_bye_is_a_float_down():
    """Rule 10.7: of 4, 5 and 6 the last would float, but 6 had the bye in round 2."""
    draw = drawn(seeded(7), "4>1 5>2 3>6 7.", "3>5 4>7 1>2 6.", "3>4 6>1 5>7 2.")
    assert pairs(draw) == "3-7 5-6 2-4"
    assert free(draw) == ["1"]
