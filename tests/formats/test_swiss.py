"""Swiss rounds: who meets whom, who sits out, what is said about it (FORMATS.md, chapter 10)."""

import re

import pytest

from cacho_tournaments.formats import swiss
from cacho_tournaments.formats.base import Bye, Entrant, Match, Points, Result
from cacho_tournaments.formats.errors import BadStage, NoValidDraw
from tests.formats.makers import sides

RESULTS = {
    ">": Result("played", (1, 2), (230, 180)),
    "<": Result("played", (2, 1), (180, 230)),
    "=": Result("played", (1, 1), (200, 200)),
    "+": Result("walkover", (1, 2)),
    "~": None,
}


def history(*rounds):
    """Return matches and byes: ``"A>B C=D E."`` is a round with a win, a tie and a bye; ``+`` is a walkover,
    ``~`` a match that has not ended."""
    matches, byes = [], []
    for number, text in enumerate(rounds, start=1):
        for place, word in enumerate(text.split(), start=1):
            first, how, second = re.fullmatch(r"(\w+)([<>=+~.])(\w*)", word).groups()
            if how == ".":
                byes.append(Bye(first, number))
            else:
                matches.append(Match(f"r{number}m{place}", (first, second), RESULTS[how], number))
    return matches, byes


def seeded(count):
    return [Entrant(str(number), seed=number) for number in range(1, count + 1)]


def drawn(entrants, *rounds, seed=1, **wishes):
    return swiss.draw(entrants, *history(*rounds), round=len(rounds) + 1, seed=seed, **wishes)


def pairs(draw):
    """Return the pairs without their order of seats: ``1-5 2-6``."""
    numeric = {match: sorted(match.seats, key=lambda side: (len(side), side)) for match in draw.matches}
    return " ".join("-".join(numeric[match]) for match in draw.matches)


def free(draw, kind="bye"):
    return [bye.entrant for bye in draw.byes if bye.kind == kind]


def codes(draw):
    return [note.code for note in draw.notes]


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
    draw = drawn(seeded(4), "1>2 3+4", "1>3 2>4", "1>4 2>3")
    assert pairs(draw) == "1-2 3-4"
    draw = drawn(seeded(4), "1+2 3+4", "1>3 2>4", "1>4 2>3")
    assert {dict(note.facts)["round"] for note in draw.notes if note.code == "repeat-unavoidable"} == {1}


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


def test_numbers_do_not_move_when_others_are_away():
    """bbpPairings issue 30: of ten, 1 and 9 are away; who is even in number stays even."""
    draw = drawn(seeded(10), absent=["1", "9"])
    assert pairs(draw) == "2-6 3-7 4-8 5-10"
    first = {match.seats[0] for match in draw.matches}
    assert first in ({"2", "7", "4", "10"}, {"6", "3", "8", "5"})


def test_the_only_one_with_the_lowest_score_has_the_bye():
    """morphinepl/ANRTournament issue 22: 17 players, three of 4 points, one of them with a bye, one of 2."""
    worth = {"14": 4, "15": 4, "16": 4, "17": 2}
    byes = [Bye(one.id, 1, "absent", points=worth.get(one.id, 6)) for one in seeded(17)]
    byes.append(Bye("16", 2, points=0))
    draw = swiss.draw(seeded(17), [], byes, round=4, seed=3, points=Points(win=7))
    assert free(draw) == ["17"]
    assert pairs(draw).endswith("13-14 15-16")


def test_what_stands_of_this_round_already_changes_no_second_draw():
    """phase-rs/phase issue 6349, lichess-org/lila issue 12147: the round asked for twice is the same round, and
    its bye counts once."""
    once = drawn(seeded(3))
    matches, byes = list(once.matches), list(once.byes)
    assert swiss.draw(seeded(3), matches, byes, round=1, seed=1) == once


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
        drawn(seeded(2), absent=["2"])
    assert (refused.value.code, refused.value.facts["nearest"]) == ("too-few-entrants", 2)


def test_who_left_after_a_result_meets_nobody_and_the_result_stays():
    """slashinfty/tournament-organizer issue 10, PAI-11: never paired with itself; the win over 4 counts for 1."""
    entrants = seeded(6)
    entrants[3] = Entrant("4", seed=4, state="withdrawn", left_after_round=1)
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


def test_the_lot_of_those_who_were_there_does_not_move_when_others_come():
    """Rule 10.2."""
    there = sides("A B C D E F")
    later = [*there, Entrant("0", since_round=3), Entrant("Z", since_round=2)]
    assert drawn(later, seed=9) == drawn(there, seed=9)


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
    """Rule 10.5: 2 is the last of those without a win but for a forfeit; 3 had the bye."""
    assert free(drawn(seeded(3), "2+1 3.")) == ["1"]
    assert free(drawn(seeded(5), "1>2 4+3 5.", "1>4 2>5 3.")) == ["2"]


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


def test_the_first_throw_goes_to_whoever_had_it_less_often():
    """Rule 10.9."""
    draw = drawn(seeded(4), "1>2 3>4", "1>3 4>2")
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
    """Rule 10.8: of sixty, 1 may meet 60 only, and 60 is among nobody's near neighbours."""
    draw = drawn(seeded(60), apart=[frozenset({"1", str(other)}) for other in range(2, 60)])
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
