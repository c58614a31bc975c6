"""Swiss rounds: who meets whom, where, and what is said about it (FORMATS.md, chapter 10)."""

import pytest

from cacho_tournaments.formats import swiss
from cacho_tournaments.formats.base import Bye, Entrant, Match, Points
from cacho_tournaments.formats.errors import BadStage, NoValidDraw
from tests.formats.makers import sides
from tests.formats.swiss_history import codes, drawn, free, history, pairs, seeded


def test_in_round_one_the_better_half_meets_the_other_in_order():
    """Rule 10.7."""
    assert pairs(drawn(seeded(8))) == "1-5 2-6 3-7 4-8"


def test_without_seeds_the_lot_pairs_and_its_seed_repeats_it():
    """Rules 1.2 and 10.2."""
    entrants = sides("A B C D E F G H")
    assert pairs(drawn(entrants, seed=5)) == pairs(drawn(entrants, seed=5))
    assert len({pairs(drawn(entrants, seed=seed)) for seed in range(20)}) > 10


def test_winners_meet_winners_and_the_best_pair_has_table_one():
    """Rules 10.6, 10.7, 10.11."""
    draw = drawn(seeded(8), "1>5 2>6 3>7 4>8")
    assert pairs(draw) == "1-3 2-4 5-7 6-8"
    assert [(match.id, match.table) for match in draw.matches] == [
        ("r2m1", 1),
        ("r2m2", 2),
        ("r2m3", 3),
        ("r2m4", 4),
    ]


def test_four_sides_find_the_one_round_without_a_repeat():
    """phase-rs/phase issue 7937: A 2, B 1, C 1, D 0; the greedy A–B, C–D was played already."""
    draw = drawn(sides("A B C D"), "A>B C>D", "A>C B>D")
    assert pairs(draw) == "A-D B-C"
    assert "repeat-unavoidable" not in codes(draw)


def test_every_matching_is_searched_for_one_without_a_repeat():
    """sendou-ink/sendou.ink issue 2002: seven sides, 1 and 7 met again though another round was possible."""
    draw = drawn(seeded(7), "1>5 2>6 3>7 4.", "1>7 2>4 3>6 5.", "1>2 3>4 5>6 7.")
    assert codes(draw) == []
    assert free(draw) == ["6"]
    assert pairs(draw) == "1-3 2-5 4-7"


def test_one_full_fallback_order_leaves_no_dead_end_among_those_with_one_win():
    """ValveSoftware/counter-strike_rules_and_regs pull 26: in a pool of four or six with one win each, highest
    against lowest forces a rematch; here 1–8 and 4–5 were played, so was 1–5."""
    draw = drawn(seeded(8), "8>1 5>4 2>6 3>7", "1>5 4>8 2>3 6>7")
    assert "repeat-unavoidable" not in codes(draw)


def test_a_field_of_six_meets_again_only_when_it_must_and_says_so():
    """PAI-07: after three rounds in which the odd met the even, only two triangles are left."""
    draw = drawn(seeded(6), "1>2 3>4 5>6", "1>4 3>6 5>2", "1>6 3>2 5>4")
    repeats = [note for note in draw.notes if note.code == "repeat-unavoidable"]
    assert len(repeats) == 1
    met = dict(repeats[0].facts)
    first, second = sorted(met["entrants"])
    rounds = {1: ("12", "34", "56"), 2: ("14", "36", "25"), 3: ("16", "23", "45")}
    assert first + second in rounds[met["round"]]


def test_two_whose_match_was_a_forfeit_meet_again_before_others_do():
    """Rule 10.4."""
    draw = drawn(seeded(4), "1>2 3>4", "1>3 2>4", "1+4 2+3")
    assert pairs(draw) == "1-4 2-3"  # by scores 1–2 and 3–4 would be nearer
    assert {dict(note.facts)["round"] for note in draw.notes if note.code == "repeat-unavoidable"} == {3}


def test_a_match_without_result_is_a_meeting_too():
    """Rule 10.4."""
    assert pairs(drawn(seeded(4), "1~2 3~4")) == "1-3 2-4"


def test_eight_sides_play_seven_rounds_and_six_sides_six_and_hear_that_all_could_meet_all():
    """lichess-org/lila issues 7675 and 6689; rule 10.13."""
    for count, rounds in ((8, 7), (6, 6)):
        texts = []
        for number in range(1, rounds + 1):
            draw = drawn(seeded(count), *texts)
            assert len(draw.matches) == count // 2
            assert ("near-round-robin" in codes(draw)) is (number >= count - 1)
            texts.append(" ".join(">".join(match.seats) for match in draw.matches))


def test_numbers_do_not_move_when_others_are_away():
    """bbpPairings issue 30: of ten, 1 and 9 are away; who is even in number stays even."""
    draw = drawn(seeded(10), absent=["1", "9"])
    assert pairs(draw) == "2-6 3-7 4-8 5-10"
    first = {match.seats[0] for match in draw.matches}
    assert first in ({"2", "7", "4", "10"}, {"6", "3", "8", "5"})


def test_what_stands_of_this_round_already_changes_no_second_draw():
    """phase-rs/phase issue 6349, lichess-org/lila issue 12147: the round asked for twice is the same round, and
    its bye counts once."""
    once = drawn(seeded(3))
    matches, byes = list(once.matches), list(once.byes)
    assert swiss.draw(seeded(3), matches, byes, round=1, seed=1) == once


def test_the_lot_of_those_who_were_there_does_not_move_when_others_come():
    """Rule 10.2."""
    there = sides("A B C D E F")
    later = [*there, Entrant("0", since_round=3), Entrant("Z", since_round=2)]
    assert drawn(later, seed=9) == drawn(there, seed=9)


def test_the_table_with_the_leader_is_the_first_though_others_have_more_together():
    """Rule 10.11: 4 and 0 sit before 3 and 3."""
    byes = [Bye(side, 1, "absent", points) for side, points in zip("1234", (4, 3, 3, 0), strict=True)]
    draw = swiss.draw(
        seeded(4), [], byes, round=2, seed=1, points=Points(win=7), apart=[{"1", "2"}, {"1", "3"}]
    )
    assert pairs(draw) == "1-4 2-3"


def test_who_leaves_after_a_round_is_drawn_in_it_and_in_none_after_it():
    """Rule 10.1."""
    entrants = [*seeded(3), Entrant("4", seed=4, state="in", left_after_round=2)]
    assert pairs(drawn(entrants, "1>3 2>4")) == "1-2 3-4"
    assert "4" not in pairs(drawn(entrants, "1>3 2>4", "1>2 3>4"))


def test_members_of_a_club_are_kept_apart_where_the_scores_allow_it():
    """Rule 10.6."""
    clubs = dict.fromkeys(("1", "5", "2"), "Senas")
    entrants = [Entrant(str(n), seed=n, club=clubs.get(str(n))) for n in range(1, 9)]
    draw = drawn(entrants)
    assert "1-5" not in pairs(draw).split()
    assert codes(draw) == []
    same = [Entrant(str(n), seed=n, club="Senas") for n in range(1, 5)]
    together = drawn(same).notes
    assert [note.code for note in together] == ["club-together", "club-together"]
    assert set(together[0].facts["entrants"]) == {"1", "3"}


def test_who_floated_down_last_round_does_not_float_again():
    """Rule 10.7: 5, the last of three with two wins, floated down in round 2; now 2 floats."""
    rounds = ("1>6 2>7 3>8 4>9 5>0", "1>3 2>4 5>6 7>9 8>0")
    entrants = [*seeded(9), Entrant("0", seed=10)]
    assert pairs(drawn(entrants, rounds[0])).split()[:3] == ["1-3", "2-4", "5-6"]
    assert pairs(drawn(entrants, *rounds)).split()[:2] == ["1-5", "2-3"]


def test_who_floated_up_last_round_does_not_float_again():
    """Rule 10.7: 1 alone has two wins and met 4 and 5; 2 met the better 6 in round 2, so 6 floats up now."""
    assert pairs(drawn(seeded(6), "1>4 5>2 6>3", "1>5 2>6 4>3")) == "1-6 2-4 3-5"


def test_a_float_of_the_last_round_weighs_more_than_one_of_the_round_before():
    """Rule 10.7: 3 and 4 have two points each; one meets 2, who has more, the other 6. 3 floated up in round 3 and 4 in
    round 2, so 4 floats up now."""
    assert pairs(drawn(seeded(6), "4<1 2=5 6=3", "1>2 5=3 6<4", "3<1 4<5 2>6")) == "1-5 2-4 3-6"


def test_leaders_meet_where_another_float_would_do():
    """Rule 10.7: 1–3 and two floats lower down rather than 1 and 3 both floating, though 4 floated up before."""
    assert pairs(drawn(seeded(6), "1>4 2>5 3>6", "1>2 3>4 5>6")).split()[0] == "1-3"


def test_each_group_folds_without_those_who_float():
    """Rule 10.7: groups of three, four and three; 3 floats to 4, 7 to 8, and what is left folds in each."""
    worth = {**dict.fromkeys("123", 6), **dict.fromkeys("4567", 4), **dict.fromkeys("890", 2)}
    byes = [Bye(side, 1, "absent", points) for side, points in worth.items()]
    entrants = [*seeded(9), Entrant("0", seed=10)]
    draw = swiss.draw(entrants, [], byes, round=2, seed=1, points=Points(win=7))
    assert pairs(draw) == "1-2 3-4 5-6 7-8 0-9"


@pytest.mark.parametrize("seed", range(8))
def test_the_first_throw_goes_to_whoever_had_it_less_often(seed):
    """Rule 10.9."""
    draw = drawn(seeded(4), "1>2 3>4", "1>3 4>2", seed=seed)
    assert [set(match.seats) for match in draw.matches] == [{"1", "4"}, {"2", "3"}]
    assert [match.seats[0] for match in draw.matches] == ["4", "2"]


def test_those_to_be_kept_apart_never_meet_and_what_cannot_be_is_named():
    """Rule 10.4."""
    draw = drawn(seeded(4), apart=[frozenset({"1", "3"})])
    assert pairs(draw) in ("1-2 3-4", "1-4 2-3")
    with pytest.raises(NoValidDraw) as refused:
        drawn(seeded(4), apart=[frozenset({"1", "2", "3"}), frozenset({"1", "4"})])
    assert refused.value.code == "apart-unmeetable"
    (pair,) = refused.value.facts["nearest"]
    assert refused.value.facts["entrants"] == pair


def test_whoever_has_no_partner_near_finds_one_far_away():
    """Rule 10.8: of sixty, 1 may meet 60 only, with another score and at the other end of the order."""
    first = " ".join(f"{number}>{number + 30}" for number in range(1, 31))
    draw = drawn(seeded(60), first, apart=[frozenset({"1", str(other)}) for other in range(2, 60)])
    assert "1-60" in pairs(draw).split()
    assert len(draw.matches) == 30


def test_a_repaired_round_keeps_what_stands():
    """Rule 10.11: 3 left after the draw; tables 1 and 4 had begun."""
    stands = [Match("r1m1", ("5", "1"), None, 1, None, 1), Match("r1m4", ("4", "8"), None, 1, None, 4)]
    entrants = seeded(8)
    entrants[2] = Entrant("3", seed=3, state="withdrawn", left_after_round=0)
    draw = drawn(entrants, fixed=stands)
    assert [one for one in draw.matches if one in stands] == stands
    assert [(one.id, one.table) for one in draw.matches] == [("r1m1", 1), ("r1m2", 2), ("r1m4", 4)]
    assert set(draw.matches[1].seats) | set(free(draw)) == {"2", "6", "7"}


def test_with_repeats_allowed_scores_weigh_more_than_meetings():
    """Rule 10.4."""
    draw = drawn(seeded(4), "1>2 3>4", "1>4 2>3", "3>1 2>4", repeats=True)
    assert "repeat-unavoidable" not in codes(draw)
    forced = drawn(seeded(2), "1>2", repeats=True)
    assert codes(forced) == ["repeat"]


def test_a_round_changed_by_hand_names_repeats_clubs_and_second_byes():
    """PAI-19; rule 10.12."""
    entrants = [
        Entrant("1", club="Senas"),
        Entrant("2"),
        Entrant("3", club="Senas"),
        Entrant("4"),
        Entrant("5"),
    ]
    matches, byes = history("1>2 3>4 5.", "1>4 2>5 3.")
    round_3 = [Match("r3m1", ("2", "1"), None, 3), Match("r3m2", ("4", "2"), None, 3)]
    said = swiss.notes(round_3, [Bye("5", 3)], entrants, matches, byes)
    assert [(note.code, dict(note.facts)) for note in said] == [
        ("repeat", {"entrants": ("2", "1"), "round": 1}),
        ("second-bye", {"entrant": "5", "byes": 1}),
    ]
    (club,) = swiss.notes([Match("r3m1", ("3", "1"), None, 3)], [], entrants, matches, byes)
    assert (club.code, club.facts["club"]) == ("club-together", "Senas")


def test_a_stranger_and_one_entered_twice_are_refused():
    """woogles-io/liwords issue 1200; rule 1.3."""
    with pytest.raises(NoValidDraw) as twice:
        drawn([*seeded(4), Entrant("1")])
    assert twice.value.code == "entrant-twice"
    with pytest.raises(BadStage) as stranger:
        drawn(seeded(4), absent=["9"])
    assert stranger.value.code == "unknown-entrant"
