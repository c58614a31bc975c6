"""Whom the rules of a game put out of the event: its matches, its place, its way back (FORMATS.md 7.4)."""

from typing import Any

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction

from cacho_tournaments.competition import bridge
from cacho_tournaments.competition.actions import corrections, draws, entries, results, rounds
from cacho_tournaments.competition.actions.results import SideResult
from cacho_tournaments.competition.actions.rulings import Rulings
from cacho_tournaments.competition.errors import Impossible
from cacho_tournaments.competition.models import Category, Entrant, Match, Result
from cacho_tournaments.competition.queries import brackets, log, stages
from cacho_tournaments.journal.models import Entry
from cacho_tournaments.people.models import User
from tests import makers

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]


# How each database is made to refuse the entry of an elimination.
REFUSING = {
    "sqlite": [
        "CREATE TRIGGER broken BEFORE INSERT ON journal_entry WHEN NEW.verb = 'competition.entrant.eliminated' "
        "BEGIN SELECT RAISE(ABORT, 'the disk is full'); END"
    ],
    "postgresql": [
        "CREATE FUNCTION refuse() RETURNS trigger AS $$ BEGIN RAISE 'the disk is full'; END $$ LANGUAGE plpgsql",
        "CREATE TRIGGER broken BEFORE INSERT ON journal_entry FOR EACH ROW "
        "WHEN (NEW.verb = 'competition.entrant.eliminated') EXECUTE FUNCTION refuse()",
    ],
}


@pytest.fixture
def four() -> Category:
    """One group of four, drawn and released; nothing is played."""
    return makers.groups(4)


@pytest.fixture
def bracket() -> Category:
    """A released knock-out of four, drawn by seeds: 1-4, 2-3."""
    category = makers.category(plan="knockout")
    makers.entrants(category, 4, seeds=4)
    makers.drawn(category)
    return category


def _by(category: Category) -> User:
    return makers.organizer_of(category.tournament)


def _between(category: Category, one: int, other: int) -> Match:
    found = makers.stage(category).matches.select_related("stage__category__tournament")
    return found.filter(seats__entrant__number=one).get(seats__entrant__number=other)


def _beats(category: Category, winner: int, loser: int, *, out: bool = False, **said: Any) -> Match:
    """Record that one beat the other, and whether the rules then put the loser out of the event."""
    match = _between(category, winner, loser)
    seats = {seat.entrant.number: seat.position for seat in match.seats.all() if seat.entrant}
    lines = [SideResult(seats[winner], 1, 1, 40, shutouts=int(out)), SideResult(seats[loser], 2, 0, 8)]
    out_of_it = [seats[loser]] if out else []
    results.record(
        match=match, **{"by": _by(category), "kind": "played", "lines": lines, "out": out_of_it, **said}
    )
    return match


def _entrant(category: Category, number: int) -> Entrant:
    return category.entrants.get(number=number)


def _state(category: Category, number: int) -> str:
    return _entrant(category, number).state


def _winner(category: Category, one: int, other: int) -> tuple[int, str, str] | None:
    """Return who won a match, the kind and the ending of its standing result; None where none stands."""
    result = Result.objects.filter(match=_between(category, one, other), is_current=True).first()
    if result is None:
        return None
    won = result.lines.filter(place=1).values_list("entrant__number", flat=True).first() or 0
    return won, result.kind, result.ending


def _verbs() -> list[str]:
    return list(Entry.objects.order_by("pk").values_list("verb", flat=True))


def test_its_open_matches_go_to_the_opponents_in_the_same_moment(four):
    _beats(four, 1, 2, out=True)
    assert _state(four, 2) == "eliminated"
    assert _winner(four, 2, 3) == (3, "walkover", "opponent-out")
    assert _winner(four, 2, 4) == (4, "walkover", "opponent-out")
    assert _winner(four, 3, 4) is None
    (given,) = Result.objects.filter(match=_between(four, 2, 3))
    assert set(given.lines.values_list("points", flat=True)) == {None}


def test_what_it_played_counts_though_it_was_less_than_half_and_it_keeps_its_place(four):
    # A pair that withdrew after one match of three would be struck (7.1); this one has not left.
    _beats(four, 1, 2, out=True)
    _beats(four, 1, 3)
    _beats(four, 1, 4)
    _beats(four, 3, 4)
    (group,) = stages.stage_tables(makers.stage(four))
    table = {row.number: row for row in group.rows}
    assert [row.number for row in group.rows] == [1, 3, 4, 2]
    assert (table[2].values["played"], table[2].values["for"], table[2].values["against"]) == (3, 8, 40)
    assert table[1].values["for"] == 120
    assert table[2].state == "eliminated"


def test_it_cannot_go_on_from_a_place_that_would(four):
    _beats(four, 2, 3)
    _beats(four, 2, 4)
    _beats(four, 1, 3)
    _beats(four, 1, 4)
    _beats(four, 3, 4)
    _beats(four, 1, 2, out=True)
    (group,) = stages.stage_tables(makers.stage(four))
    assert [(row.number, row.goes_on) for row in group.rows] == [(1, True), (2, False), (3, True), (4, False)]
    assert [one.id for one in bridge.qualifiers(makers.stage(four))] == ["1", "3"]
    drawn = makers.drawn(four, order=2)
    assert set(drawn.matches.values_list("seats__entrant__number", flat=True)) == {1, 3}
    # Nor does a closed stage, whose tables move no more, let it through.
    (group,) = stages.stage_tables(makers.stage(four))
    assert [row.goes_on for row in group.rows] == [True, False, True, False]


def test_the_loser_of_a_semi_final_leaves_its_seat_for_third_place_free(bracket):
    _beats(bracket, 1, 4, out=True)
    _beats(bracket, 2, 3)
    third = makers.stage(bracket).matches.get(code="3P")
    result = third.results.get(is_current=True)
    assert (result.kind, result.ending) == ("walkover", "free-place")
    assert result.lines.get().entrant.number == 3
    assert Entry.objects.filter(verb="competition.entrant.eliminated").get().facts["matches"] == []


def test_a_semi_final_taken_back_brings_the_loser_back(bracket):
    match = _beats(bracket, 1, 4, out=True)
    results.revoke(match=match, by=_by(bracket), reason="a turn was wrong")
    assert _state(bracket, 4) == "checked-in"
    _beats(bracket, 1, 4)
    _beats(bracket, 2, 3)
    third = makers.stage(bracket).matches.get(code="3P")
    assert third.state == Match.State.READY
    assert set(third.seats.values_list("entrant__number", flat=True)) == {3, 4}


def test_a_result_taken_back_gives_state_and_matches_back(four):
    entries.set_state(entrant=_entrant(four, 2), by=_by(four), state="paid")
    begun = _between(four, 2, 3)
    results.start(match=begun, by=_by(four))
    match = _beats(four, 1, 2, out=True)
    results.revoke(match=match, by=_by(four), reason="a turn was wrong")
    assert _state(four, 2) == "paid"
    assert [_winner(four, 2, other) for other in (1, 3, 4)] == [None, None, None]
    assert _between(four, 2, 3).state == Match.State.PLAYING
    assert _between(four, 2, 4).state == Match.State.READY
    assert _verbs()[-3:] == [
        "competition.result.revoked",
        "competition.result.revoked",
        "competition.entrant.reinstated",
    ]


def test_a_correction_that_puts_nobody_out_brings_it_back(four):
    _beats(four, 1, 2, out=True)
    _beats(four, 1, 2)
    assert _state(four, 2) == "checked-in"
    assert _winner(four, 2, 3) is None
    assert _winner(four, 1, 2) == (1, "played", "")


def test_a_correction_that_turns_the_match_round_exchanges_them(four):
    _beats(four, 1, 2, out=True)
    _beats(four, 2, 1, out=True)
    assert (_state(four, 1), _state(four, 2)) == ("eliminated", "checked-in")
    assert _winner(four, 1, 3) == (3, "walkover", "opponent-out")
    assert _winner(four, 2, 3) is None


def test_a_corrected_figure_does_not_put_it_out_anew(four):
    _beats(four, 1, 2, out=True)
    before = _verbs().count("competition.result.recorded")
    _beats(four, 1, 2, out=True)
    assert _verbs().count("competition.entrant.eliminated") == 1
    assert _verbs().count("competition.result.recorded") == before
    assert _state(four, 2) == "eliminated"


def test_put_out_by_two_results_it_comes_back_when_both_are_gone(four):
    first = _beats(four, 1, 2, out=True)
    # A sheet of an earlier match arrives late: the walkover gives way to what was played.
    second = _beats(four, 3, 2, out=True)
    assert _winner(four, 2, 3) == (3, "played", "")
    results.revoke(match=first, by=_by(four), reason="wrong pair")
    assert _state(four, 2) == "eliminated"
    results.revoke(match=second, by=_by(four), reason="wrong pair")
    assert _state(four, 2) == "checked-in"
    assert _winner(four, 2, 4) is None


def test_an_organizer_lets_it_back_in_and_the_result_stands(four):
    _beats(four, 1, 2, out=True)
    back = results.reinstate(entrant=_entrant(four, 2), by=_by(four), reason="the jury decided so")
    assert (back.state, back.eliminated_from) == ("checked-in", "")
    assert _winner(four, 1, 2) == (1, "played", "")
    assert [_winner(four, 2, other) for other in (3, 4)] == [None, None]
    entry = Entry.objects.filter(verb="competition.entrant.reinstated").get()
    assert entry.facts["reason"] == "the jury decided so"
    assert sorted(entry.facts["matches"]) == sorted(_between(four, 2, other).code for other in (3, 4))
    # A figure of that result can be corrected without putting it out again.
    _beats(four, 1, 2, out=True)
    assert _state(four, 2) == "checked-in"


def test_let_back_in_it_plays_for_third_place_after_all(bracket):
    _beats(bracket, 1, 4, out=True)
    _beats(bracket, 2, 3)
    results.reinstate(entrant=_entrant(bracket, 4), by=_by(bracket), reason="the jury decided so")
    third = makers.stage(bracket).matches.get(code="3P")
    assert third.state == Match.State.READY
    assert set(third.seats.values_list("entrant__number", flat=True)) == {3, 4}
    assert {place.number for place in brackets.bracket(makers.stage(bracket)).podium} == set()


def test_letting_in_wants_a_reason_and_somebody_who_is_out(four):
    with pytest.raises(Impossible, match="not-eliminated"):
        results.reinstate(entrant=_entrant(four, 2), by=_by(four), reason="why not")
    _beats(four, 1, 2, out=True)
    with pytest.raises(Impossible, match="reason-needed"):
        results.reinstate(entrant=_entrant(four, 2), by=_by(four), reason="  ")
    assert _state(four, 2) == "eliminated"


def test_nobody_is_let_in_once_the_next_stage_is_drawn_without_it(four):
    _beats(four, 1, 2, out=True)
    makers.played_out(four)
    draws.propose(stage=makers.stage(four, 2), by=_by(four), seed=1)
    before = Entry.objects.count()
    with pytest.raises(Impossible, match="next-stage-drawn"):
        results.reinstate(entrant=_entrant(four, 2), by=_by(four), reason="the jury decided so")
    assert (_state(four, 2), Entry.objects.count()) == ("eliminated", before)


def test_of_two_that_are_out_the_first_loses_their_match_until_it_is_back(four):
    first = _beats(four, 1, 2, out=True)
    _beats(four, 4, 3, out=True)
    assert _winner(four, 2, 3) == (3, "walkover", "opponent-out")
    results.revoke(match=first, by=_by(four), reason="wrong pair")
    assert _winner(four, 2, 3) == (2, "walkover", "opponent-out")
    assert _winner(four, 2, 4) is None
    assert _winner(four, 1, 3) == (1, "walkover", "opponent-out")


def test_two_put_out_together_both_lose_the_match_they_had_to_play(four):
    # No game of two sides does so; the contract allows it.
    match = _between(four, 1, 2)
    lines = [SideResult(1, 1, 1, 40), SideResult(2, 2, 0, 0)]
    results.record(match=match, by=_by(four), kind="played", lines=lines, out=[1, 2])
    assert {_state(four, 1), _state(four, 2)} == {"eliminated"}
    assert _winner(four, 1, 3) == (3, "walkover", "opponent-out")
    assert _winner(four, 2, 3) == (3, "walkover", "opponent-out")


def test_a_given_match_is_not_taken_back_while_its_side_is_out(four):
    _beats(four, 1, 2, out=True)
    with pytest.raises(Impossible, match="opponent-out-stands"):
        results.revoke(match=_between(four, 2, 3), by=_by(four), reason="a mistake")


def test_only_a_result_puts_out_and_only_the_way_back_lets_in(four):
    with pytest.raises(Impossible, match="eliminated-by-rules"):
        entries.set_state(entrant=_entrant(four, 2), by=_by(four), state="eliminated")
    _beats(four, 1, 2, out=True)
    with pytest.raises(Impossible, match="eliminated-by-rules"):
        entries.set_state(entrant=_entrant(four, 2), by=_by(four), state="checked-in")
    with pytest.raises(Impossible, match="eliminated-by-rules"):
        entries.set_states(entrants=four.entrants.all(), by=_by(four), state="paid")
    with pytest.raises(Impossible, match="out-one-by-one"):
        entries.set_states(entrants=four.entrants.all(), by=_by(four), state="eliminated")


def test_whoever_is_disqualified_or_withdrew_besides_stays_so(four):
    match = _beats(four, 1, 2, out=True)
    entries.set_state(entrant=_entrant(four, 2), by=_by(four), state="disqualified", reason="an insult")
    results.revoke(match=match, by=_by(four), reason="wrong pair")
    assert _state(four, 2) == "disqualified"
    entries.set_state(entrant=_entrant(four, 3), by=_by(four), state="withdrawn", reason="ill")
    _beats(four, 4, 3, out=True)
    assert _state(four, 3) == "withdrawn"


def test_whoever_left_besides_is_out_by_the_rules_still_when_that_is_taken_back(four):
    match = _beats(four, 1, 2, out=True)
    entries.set_state(entrant=_entrant(four, 2), by=_by(four), state="disqualified", reason="an insult")
    with pytest.raises(Impossible, match="eliminated-by-rules"):
        entries.set_states(entrants=four.entrants.all(), by=_by(four), state="accepted")
    back = entries.set_state(entrant=_entrant(four, 2), by=_by(four), state="accepted")
    assert (back.state, _state(four, 2)) == ("eliminated", "eliminated")
    entry = Entry.objects.filter(verb="competition.entrant.returned").latest("pk")
    assert entry.facts["state"] == "eliminated"
    results.reinstate(entrant=back, by=_by(four), reason="the jury decided so")
    assert _state(four, 2) == "checked-in"
    assert match.results.get().is_current


def test_whoever_left_besides_may_come_back_once_the_result_is_gone(four):
    match = _beats(four, 1, 2, out=True)
    entries.set_state(entrant=_entrant(four, 2), by=_by(four), state="withdrawn", reason="ill")
    results.revoke(match=match, by=_by(four), reason="wrong pair")
    assert _state(four, 2) == "withdrawn"
    entries.set_state(entrant=_entrant(four, 2), by=_by(four), state="checked-in")
    assert _state(four, 2) == "checked-in"


def test_nobody_is_entered_as_one_whom_the_rules_put_out():
    category = makers.category(kind="single")
    player = makers.player(_by(category))
    with pytest.raises(Impossible, match="unknown-state"):
        entries.enter(category=category, by=_by(category), players=[player], state="eliminated")


def test_the_database_itself_holds_from_which_state_somebody_was_put_out(four):
    with pytest.raises(IntegrityError), transaction.atomic():
        four.entrants.filter(number=2).update(state="eliminated")


def test_no_walkover_puts_anybody_out(four):
    match = _between(four, 1, 2)
    lines = [SideResult(1, 1, 1), SideResult(2, 2)]
    results.record(match=match, by=_by(four), kind="walkover", lines=lines, out=[2])
    assert set(four.entrants.values_list("state", flat=True)) == {"checked-in"}


def test_a_tablet_puts_out_and_takes_back_as_a_person_does(four):
    match = _beats(four, 1, 2, out=True, by=None, device="Mesa 1")
    assert _winner(four, 2, 3) == (3, "walkover", "opponent-out")
    results.revoke(match=match, by=None, device="Mesa 1", reason="the last turn")
    assert _state(four, 2) == "checked-in"
    for verb in ("competition.entrant.eliminated", "competition.entrant.reinstated"):
        assert Entry.objects.get(verb=verb).device == "Mesa 1"


def test_what_breaks_off_half_way_leaves_nothing(four):
    # The database itself refuses the last row of the whole: the entry of the elimination.
    with connection.cursor() as cursor:
        for statement in REFUSING[connection.vendor]:
            cursor.execute(statement)
    before = Entry.objects.count()
    with pytest.raises(DatabaseError):
        _beats(four, 1, 2, out=True)
    assert Result.objects.count() == 0
    assert set(four.entrants.values_list("state", flat=True)) == {"checked-in"}
    assert Entry.objects.count() == before


def test_the_journal_says_who_is_out_and_who_is_back(four):
    match = _beats(four, 1, 2, out=True)
    results.revoke(match=match, by=_by(four), reason="a turn was wrong")
    said = [line.what for line in log.journal_page(four.tournament).lines]
    name = _entrant(four, 2).name
    given = ", ".join(sorted(_between(four, 2, other).code for other in (3, 4)))
    assert (
        f"Parejas: no. 2, {name}, is out of the event by the rules of the game, after match {match.code}. "
        f"Given to the opponents: {given}"
    ) in said
    assert f"Parejas: no. 2, {name}, is back in the event. To be played again: {given}" in said


def test_whom_a_cancelled_round_put_out_is_in_the_event_again():
    category = makers.category(plan="swiss")
    makers.entrants(category, 4)
    makers.drawn(category)
    match = makers.stage(category).matches.first()
    winner, loser = match.seats.values_list("entrant__number", flat=True)
    _beats(category, winner, loser, out=True)
    assert _state(category, loser) == "eliminated"
    rounds.cancel(stage=makers.stage(category), by=_by(category), number=1, reason="a wrong hall")
    assert (_state(category, loser), _entrant(category, loser).eliminated_from) == ("checked-in", "")
    assert Entry.objects.get(verb="competition.round.cancelled").facts["back"] == [
        _entrant(category, loser).name
    ]


def test_whom_a_match_put_out_that_is_played_again_is_in_the_event_again(bracket):
    _beats(bracket, 1, 4)
    _beats(bracket, 2, 3)
    _beats(bracket, 1, 2, out=True)
    semi, final = _between(bracket, 1, 4), _between(bracket, 1, 2)
    by = _by(bracket)

    def do(rulings: Rulings) -> Result:
        lines = [
            SideResult(seat.position, 1 if seat.entrant.number == 4 else 2, int(seat.entrant.number == 4), 50)
            for seat in semi.seats.select_related("entrant")
        ]
        return results.record(match=semi, by=by, kind="played", lines=lines, rulings=rulings)

    made = corrections.apply(
        category=bracket,
        by=by,
        verb="competition.result.corrected",
        reason="read wrong",
        do=do,
        decisions={final.code: "replay"},
    )
    assert _state(bracket, 2) == "checked-in"
    corrections.undo(correction=made, by=by, reason="it was right")
    assert _state(bracket, 2) == "eliminated"
