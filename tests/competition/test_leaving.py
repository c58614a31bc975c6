"""Who leaves a drawn category and who comes back: in pools, brackets, rounds drawn one by one, and at tables."""

import pytest
from django.core.exceptions import PermissionDenied

from cacho_tournaments.competition.actions import draws, entries, leaving, results, rounds
from cacho_tournaments.competition.errors import Impossible
from cacho_tournaments.competition.models import Bye, Category, Entrant, Match, Result
from cacho_tournaments.competition.queries import brackets, stages
from cacho_tournaments.journal.models import Entry
from cacho_tournaments.people.models import User
from tests import makers

pytestmark = pytest.mark.django_db


def by(category: Category) -> User:
    return makers.organizer_of(category.tournament)


def entrant(category: Category, number: int) -> Entrant:
    return category.entrants.select_related("category__tournament").get(number=number)


def drawn(plan: str, number: int, *, seeds: int = 0) -> Category:
    category = makers.category(kind="single", plan=plan)
    makers.entrants(category, number, seeds=seeds)
    makers.drawn(category)
    return category


def next_round(category: Category) -> None:
    draws.propose(stage=makers.stage(category), by=by(category), seed=7)
    draws.release(stage=makers.stage(category), by=by(category))


def play_round(category: Category, number: int) -> None:
    for match in makers.stage(category).matches.filter(round=number, state="ready"):
        makers.result(match, *makers.better_number_wins(match))


def between(category: Category, one: int, other: int) -> Match:
    found = makers.stage(category).matches.select_related("stage__category__tournament")
    return found.filter(seats__entrant__number=one).get(seats__entrant__number=other)


def ended(match: Match) -> tuple[int | None, str, str]:
    """Return who won, and how it was said to end."""
    result = Result.objects.get(match=match, is_current=True)
    won = result.lines.filter(place=1).values_list("entrant__number", flat=True).first()
    return won, result.kind, result.ending


def byes(category: Category, number: int) -> list[tuple[int, str]]:
    found = Bye.objects.filter(stage=makers.stage(category), entrant__number=number)
    return list(found.values_list("round", "kind"))


def drawn_in(category: Category, number: int) -> set[int]:
    seats = (
        makers.stage(category).matches.filter(round=number).values_list("seats__entrant__number", flat=True)
    )
    return set(seats)


# -- pools ------------------------------------------------------------------------------------------------------


def test_who_leaves_a_group_gives_every_open_match_to_the_opponent_and_keeps_what_was_played():
    category = makers.groups(4, kind="single")
    makers.result(between(category, 1, 2), 100, 200)
    results.start(match=between(category, 1, 3), by=by(category))
    played = ended(between(category, 1, 2))
    left = leaving.withdraw(entrant=entrant(category, 1), by=by(category), reason="ill")
    assert (left.state, left.left_from) == ("withdrawn", "checked-in")
    assert ended(between(category, 1, 2)) == played
    assert ended(between(category, 1, 3)) == (3, "walkover", "opponent-left")
    assert ended(between(category, 1, 4)) == (4, "walkover", "opponent-left")
    assert between(category, 2, 3).state == "ready"
    entry = Entry.objects.latest("pk")
    assert entry.verb == "competition.entrant.left"
    assert sorted(entry.facts["matches"]) == sorted(
        [between(category, 1, 3).code, between(category, 1, 4).code]
    )


def test_a_disqualification_is_one_in_the_open_matches_too_and_wants_a_reason():
    category = makers.groups(4, kind="single")
    with pytest.raises(Impossible, match="reason-needed"):
        leaving.disqualify(entrant=entrant(category, 1), by=by(category), reason=" ")
    with pytest.raises(PermissionDenied):
        leaving.disqualify(
            entrant=entrant(category, 1), by=makers.desk(category.tournament), reason="loaded dice"
        )
    leaving.disqualify(entrant=entrant(category, 1), by=by(category), reason="loaded dice")
    assert ended(between(category, 1, 2)) == (2, "disqualified", "opponent-left")
    assert entrant(category, 1).state == "disqualified"


def test_whoever_comes_back_to_a_group_has_to_play_what_was_given_away():
    category = makers.groups(4, kind="single", fee=10)
    Entrant.objects.filter(category=category, number=1).update(state="paid")
    table = stages.stage_tables(makers.stage(category))
    leaving.withdraw(entrant=entrant(category, 1), by=by(category), has_appeared=False)
    assert entrant(category, 1).state == "no-show"
    back = leaving.come_back(entrant=entrant(category, 1), by=by(category), reason="was in traffic")
    assert (back.state, back.left_from) == ("paid", "")
    assert {match.state for match in makers.stage(category).matches.all()} == {"ready"}
    assert stages.stage_tables(makers.stage(category)) == table
    assert Entry.objects.latest("pk").verb == "competition.entrant.returned"
    with pytest.raises(Impossible, match="not-away"):
        leaving.come_back(entrant=back, by=by(category))


def test_of_two_who_left_the_one_that_comes_back_wins_against_the_other():
    category = makers.groups(4, kind="single")
    leaving.withdraw(entrant=entrant(category, 1), by=by(category))
    leaving.withdraw(entrant=entrant(category, 2), by=by(category))
    assert ended(between(category, 1, 2)) == (2, "walkover", "opponent-left")
    leaving.come_back(entrant=entrant(category, 1), by=by(category))
    assert ended(between(category, 1, 2)) == (1, "walkover", "opponent-left")
    assert between(category, 1, 3).state == "ready"
    leaving.come_back(entrant=entrant(category, 2), by=by(category))
    assert between(category, 1, 2).state == "ready"


def test_a_match_given_away_is_taken_back_with_its_side_alone():
    category = makers.groups(4, kind="single")
    leaving.withdraw(entrant=entrant(category, 1), by=by(category))
    with pytest.raises(Impossible, match="opponent-out-stands"):
        results.revoke(match=between(category, 1, 2), by=by(category), reason="no")


def test_leaving_twice_is_refused_and_every_move_is_in_the_journal():
    """PAI-03: each move is logged."""
    category = makers.groups(4, kind="single")
    leaving.withdraw(entrant=entrant(category, 1), by=by(category))
    with pytest.raises(Impossible, match="left-already"):
        leaving.withdraw(entrant=entrant(category, 1), by=by(category))
    leaving.disqualify(entrant=entrant(category, 1), by=by(category), reason="what came out later")
    assert entrant(category, 1).left_from == "checked-in"
    leaving.come_back(entrant=entrant(category, 1), by=by(category))
    moves = Entry.objects.filter(verb__startswith="competition.entrant.").order_by("pk")
    said = [entry.verb.split(".")[-1] for entry in moves if entry.facts.get("number") == 1]
    assert said[-3:] == ["left", "left", "returned"]


def test_the_state_of_a_drawn_entrant_is_set_by_leaving_and_coming_back():
    category = makers.groups(4, kind="single")
    entries.set_state(entrant=entrant(category, 1), by=by(category), state="withdrawn")
    assert ended(between(category, 1, 2)) == (2, "walkover", "opponent-left")
    with pytest.raises(Impossible, match="back-one-by-one"):
        entries.set_states(entrants=category.entrants.all(), by=by(category), state="paid")
    entries.set_state(entrant=entrant(category, 1), by=by(category), state="paid")
    assert (entrant(category, 1).state, between(category, 1, 2).state) == ("paid", "ready")


# -- brackets ---------------------------------------------------------------------------------------------------


def test_who_leaves_a_bracket_sends_the_opponent_on():
    category = drawn("knockout", 4, seeds=4)
    leaving.withdraw(entrant=entrant(category, 4), by=by(category))
    assert ended(between(category, 1, 4)) == (1, "walkover", "opponent-left")
    final = makers.stage(category).matches.get(code="F")
    assert [seat.entrant.number for seat in final.seats.all() if seat.entrant] == [1]
    # Whoever left does not play for the third place: that is the other loser's.
    makers.result(between(category, 2, 3), *makers.better_number_wins(between(category, 2, 3)))
    assert brackets.bracket(makers.stage(category)).third_place.winner.number == 3


def test_who_leaves_while_waiting_loses_as_soon_as_the_other_side_is_known():
    category = drawn("knockout", 4, seeds=4)
    makers.result(between(category, 1, 4), *makers.better_number_wins(between(category, 1, 4)))
    leaving.withdraw(entrant=entrant(category, 1), by=by(category))
    final = makers.stage(category).matches.get(code="F")
    assert final.state == "waiting"
    makers.result(between(category, 2, 3), *makers.better_number_wins(between(category, 2, 3)))
    assert ended(final) == (2, "walkover", "opponent-left")
    # A corrected semi-final takes the final with it, which nobody has played.
    makers.result(between(category, 2, 3), *reversed(makers.better_number_wins(between(category, 2, 3))))
    assert ended(final) == (3, "walkover", "opponent-left")
    leaving.come_back(entrant=entrant(category, 1), by=by(category))
    final.refresh_from_db()
    assert (final.state, [seat.entrant.number for seat in final.seats.all()]) == ("ready", [1, 3])


def test_two_finalists_gone_leave_no_champion_and_one_that_comes_back_is_one():
    """PAI-15: no invented champion."""
    category = drawn("knockout", 4, seeds=4)
    for match in (between(category, 1, 4), between(category, 2, 3)):
        makers.result(match, *makers.better_number_wins(match))
    leaving.withdraw(entrant=entrant(category, 3), by=by(category))
    leaving.withdraw(entrant=entrant(category, 1), by=by(category))
    final = makers.stage(category).matches.get(code="F")
    assert ended(final) == (2, "walkover", "opponent-left")
    # The other one had won that semi-final, and it has left too.
    makers.result(between(category, 2, 3), *reversed(makers.better_number_wins(between(category, 2, 3))))
    assert ended(final) == (None, "both-absent", "opponent-left")
    leaving.come_back(entrant=entrant(category, 1), by=by(category))
    assert ended(final) == (1, "walkover", "opponent-left")


def test_who_leaves_is_not_awaited_as_away_in_a_coming_round():
    category = drawn("swiss", 7)
    rounds.ask_away(stage=makers.stage(category), by=by(category), number=2, entrants=[entrant(category, 1)])
    leaving.withdraw(entrant=entrant(category, 1), by=by(category))
    assert not makers.stage(category).byes.filter(round=2).exists()
    play_round(category, 1)
    next_round(category)
    assert not makers.stage(category).byes.filter(round=2, kind="absent").exists()


def test_a_free_place_waits_for_whoever_comes_back():
    category = drawn("knockout", 4, seeds=4)
    makers.result(between(category, 1, 4), *makers.better_number_wins(between(category, 1, 4)))
    leaving.withdraw(entrant=entrant(category, 1), by=by(category))
    results.walkover(match=between(category, 2, 3), by=by(category), absent=[1, 2])
    final = makers.stage(category).matches.get(code="F")
    assert ended(final) == (None, "both-absent", "free-place")
    leaving.come_back(entrant=entrant(category, 1), by=by(category))
    assert ended(final) == (1, "walkover", "free-place")


def test_nobody_comes_back_into_a_bracket_that_has_gone_on():
    category = drawn("knockout", 4, seeds=4)
    leaving.withdraw(entrant=entrant(category, 4), by=by(category))
    makers.result(between(category, 2, 3), *makers.better_number_wins(between(category, 2, 3)))
    results.start(match=makers.stage(category).matches.get(code="F"), by=by(category))
    before = Entry.objects.count()
    with pytest.raises(Impossible, match="later-match-begun"):
        leaving.come_back(entrant=entrant(category, 4), by=by(category))
    assert entrant(category, 4).state == "withdrawn"
    assert Entry.objects.count() == before


def test_a_double_disqualification_taken_back_returns_exactly():
    """PAI-13: the bracket returns to the earlier state and moves the right one on."""
    category = drawn("knockout", 8, seeds=8)
    semi = makers.stage(category).matches.get(code="SF-1")
    for number in (1, 8):
        leaving.disqualify(entrant=entrant(category, number), by=by(category), reason="a mistake")
    assert ended(between(category, 1, 8)) == (8, "disqualified", "opponent-left")
    for number in (8, 1):
        leaving.come_back(entrant=entrant(category, number), by=by(category))
    assert between(category, 1, 8).state == "ready"
    assert not semi.seats.filter(entrant__isnull=False).exists()
    makers.result(between(category, 1, 8), *makers.better_number_wins(between(category, 1, 8)))
    assert [seat.entrant.number for seat in semi.seats.all() if seat.entrant] == [1]


def test_whoever_leaves_double_elimination_plays_on_in_neither_bracket():
    category = drawn("double-elimination", 4, seeds=4)
    leaving.withdraw(entrant=entrant(category, 4), by=by(category))
    stage = makers.stage(category)
    assert ended(between(category, 1, 4))[0] == 1
    seated = set(stage.matches.filter(bracket="losers").values_list("seats__entrant__number", flat=True))
    assert 4 not in seated
    makers.played_out(category)
    assert not stage.matches.exclude(state="finished").exists()
    assert {place.number: place.place for place in brackets.podium(category)}[1] == 1


# -- rounds drawn one by one ------------------------------------------------------------------------------------


def test_who_leaves_between_rounds_keeps_the_result_and_is_drawn_no_more():
    """PAI-11: enter a result, withdraw, draw: nobody meets himself or nobody; the played result stays."""
    category = drawn("swiss", 6)
    play_round(category, 1)
    kept = [(match.pk, ended(match)) for match in makers.stage(category).matches.all()]
    leaving.withdraw(entrant=entrant(category, 1), by=by(category), reason="last bus")
    next_round(category)
    assert [(match.pk, ended(match)) for match in makers.stage(category).matches.filter(round=1)] == kept
    # Five are left: four play and one has a bye.
    sitting = drawn_in(category, 2)
    assert len(sitting) == 4
    assert sitting < {2, 3, 4, 5, 6}
    left = makers.stage(category).participants.get(entrant__number=1)
    assert left.left_after_round == 1


def test_who_leaves_before_the_own_match_lets_the_opponent_be_drawn_again():
    category = drawn("swiss", 7)
    (free,) = makers.stage(category).byes.values_list("entrant__number", flat=True)
    gone = next(number for number in range(1, 8) if number != free)
    broken = makers.stage(category).matches.get(seats__entrant__number=gone)
    (alone,) = broken.seats.exclude(entrant__number=gone).values_list("entrant__number", flat=True)
    others = set(makers.stage(category).matches.exclude(pk=broken.pk).values_list("code", flat=True))
    leaving.withdraw(entrant=entrant(category, gone), by=by(category))
    stage = makers.stage(category)
    assert stage.participants.get(entrant__number=gone).left_after_round == 0
    assert rounds.broken(stage, 1) == (broken.code,)
    assert Entry.objects.latest("pk").facts["redrawn"] == [broken.code]
    rounds.repair(stage=stage, by=by(category), number=1)
    draws.release(stage=makers.stage(category), by=by(category))
    # What is touched is drawn again and nothing else.
    assert set(stage.matches.values_list("code", flat=True)) >= others
    assert between(category, alone, free).state == "ready"
    assert not stage.byes.exists()


def test_an_open_match_may_be_given_away_instead():
    category = drawn("swiss", 6)
    match = makers.stage(category).matches.get(seats__entrant__number=1)
    leaving.withdraw(entrant=entrant(category, 1), by=by(category), open_matches="walkover")
    assert ended(match)[1:] == ("walkover", "opponent-left")
    assert rounds.broken(makers.stage(category), 1) == ()
    assert makers.stage(category).participants.get(entrant__number=1).left_after_round == 1
    with pytest.raises(Impossible, match="unknown-fate"):
        leaving.withdraw(entrant=entrant(category, 2), by=by(category), open_matches="burn")


def test_who_leaves_in_the_middle_of_a_match_loses_it():
    category = drawn("swiss", 6)
    match = makers.stage(category).matches.select_related("stage__category__tournament").first()
    results.start(match=match, by=by(category))
    first, second = match.seats.values_list("entrant__number", flat=True)
    leaving.withdraw(entrant=entrant(category, first), by=by(category))
    assert ended(match) == (second, "walkover", "opponent-left")


def test_who_comes_back_has_no_points_for_missed_rounds_however_often():
    """PAI-03: leave before the draw, come back after it, twice."""
    category = drawn("swiss", 7)
    play_round(category, 1)
    for number in (2, 3):
        leaving.withdraw(entrant=entrant(category, 1), by=by(category))
        next_round(category)
        play_round(category, number)
        leaving.come_back(entrant=entrant(category, 1), by=by(category), reason="back again")
        assert Entry.objects.latest("pk").facts["missed"] == [number]
    assert [(number, kind) for number, kind in byes(category, 1) if number > 1] == [
        (2, "absent"),
        (3, "absent"),
    ]
    (table,) = stages.stage_tables(makers.stage(category))
    (row,) = [row for row in table.rows if row.number == 1]
    assert row.values["points"] == 2  # of round 1, won or free
    assert row.values["absences"] == 2
    next_round(category)
    assert 1 in drawn_in(category, 4) | {n for n in range(1, 8) if (4, "bye") in byes(category, n)}


def test_who_comes_back_before_anything_is_drawn_again_finds_the_match():
    category = drawn("swiss", 6)
    leaving.withdraw(entrant=entrant(category, 1), by=by(category))
    leaving.come_back(entrant=entrant(category, 1), by=by(category))
    assert rounds.broken(makers.stage(category), 1) == ()
    assert byes(category, 1) == []
    leaving.withdraw(entrant=entrant(category, 1), by=by(category), open_matches="walkover")
    leaving.come_back(entrant=entrant(category, 1), by=by(category))
    assert makers.stage(category).matches.get(seats__entrant__number=1).state == "ready"


def test_nobody_comes_back_beside_a_draft_that_was_drawn_without():
    category = drawn("swiss", 6)
    play_round(category, 1)
    leaving.withdraw(entrant=entrant(category, 1), by=by(category))
    draws.propose(stage=makers.stage(category), by=by(category))
    with pytest.raises(Impossible, match="draft-stands"):
        leaving.come_back(entrant=entrant(category, 1), by=by(category))
    draws.discard(stage=makers.stage(category), by=by(category))
    leaving.come_back(entrant=entrant(category, 1), by=by(category))
    # A draft in which somebody sits who leaves is out of date, and right again when he comes back.
    draws.propose(stage=makers.stage(category), by=by(category))
    leaving.withdraw(entrant=entrant(category, 1), by=by(category))
    with pytest.raises(Impossible, match="draw-out-of-date"):
        draws.release(stage=makers.stage(category), by=by(category))
    leaving.come_back(entrant=entrant(category, 1), by=by(category))
    draws.release(stage=makers.stage(category), by=by(category))
    assert byes(category, 1) == []


# -- tables of three and more -----------------------------------------------------------------------------------


def test_a_table_of_four_that_has_not_begun_can_go_on_without_who_leaves():
    category = makers.category(kind="single")
    makers.entrants(category, 4)
    match = makers.table_match(category, (1, 2, 3, 4))
    leaving.withdraw(entrant=entrant(category, 2), by=by(category), open_matches="walkover")
    assert [seat.entrant.number for seat in match.seats.all()] == [1, 3, 4]
    assert byes(category, 2) == [(1, "absent")]
    leaving.come_back(entrant=entrant(category, 2), by=by(category))
    assert {seat.entrant.number for seat in match.seats.all()} == {1, 2, 3, 4}
    assert byes(category, 2) == []


def test_a_table_that_is_being_played_goes_on_and_is_told_of():
    category = makers.category(kind="single")
    makers.entrants(category, 4)
    match = makers.table_match(category, (1, 2, 3, 4))
    results.start(match=match, by=by(category))
    leaving.withdraw(entrant=entrant(category, 2), by=by(category))
    match.refresh_from_db()
    assert match.state == "playing"
    assert Entry.objects.latest("pk").facts["played_on"] == [match.code]
    assert makers.stage(category).participants.get(entrant__number=2).left_after_round == 1


def test_what_is_closed_stays_as_it_is_whoever_leaves():
    category = makers.groups(4, kind="single")
    makers.played_out(category)
    draws.close(stage=makers.stage(category), by=by(category))
    before = list(Result.objects.values_list("pk", "is_current"))
    leaving.withdraw(entrant=entrant(category, 1), by=by(category))
    assert list(Result.objects.values_list("pk", "is_current")) == before
    assert entrant(category, 1).state == "withdrawn"
