"""Two people at one moment: one draw, one release, one result, one number each (PAI-05)."""

from collections.abc import Callable
from threading import Barrier, Event, Thread
from time import sleep

import pytest
from django.db import connection, connections, transaction

from cacho_tournaments.competition.actions import carrying, draws, entries, results, rounds
from cacho_tournaments.competition.errors import Impossible
from cacho_tournaments.competition.models import Category, Draw, Entrant, Match, Result
from cacho_tournaments.journal.models import Entry
from cacho_tournaments.people.models import User
from tests import makers
from tests.competition.acts import FILE

pytestmark = pytest.mark.django_db(transaction=True)


def _at_once(*acts: Callable[[], object]) -> list[object]:
    """Do all at the same moment, each on a connection of its own; return what each gave or how it was refused."""
    ready = Barrier(len(acts))
    answers: list[object] = [None] * len(acts)

    def run(place: int) -> None:
        try:
            connection.ensure_connection()
            ready.wait()
            answers[place] = acts[place]()
        except Exception as error:  # told to the test, which looks at each
            answers[place] = error
        finally:
            connections.close_all()

    threads = [Thread(target=run, args=(place,)) for place in range(len(acts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def _refused(answers: list[object]) -> list[str]:
    return sorted(answer.code for answer in answers if isinstance(answer, Impossible))


def _by(category: Category) -> User:
    return makers.organizer_of(category.tournament)


def test_two_draws_at_one_moment_make_one():
    category = makers.category()
    makers.entrants(category, 8)
    by = [_by(category), _by(category), _by(category)]
    answers = _at_once(
        *(lambda user=user: draws.propose(stage=makers.stage(category), by=user) for user in by)
    )
    assert _refused(answers) == ["draw-exists", "draw-exists"]
    (made,) = [answer for answer in answers if isinstance(answer, Draw)]
    assert Draw.objects.get() == made
    assert makers.stage(category).matches.count() == 12
    assert Entry.objects.filter(verb="competition.draw.proposed").count() == 1


def test_two_releases_at_one_moment_make_one():
    category = makers.category()
    makers.entrants(category, 8)
    stage = makers.drawn(category, released=False)
    by = [_by(category), _by(category)]
    answers = _at_once(*(lambda user=user: draws.release(stage=stage, by=user) for user in by))
    assert _refused(answers) == ["draw-released"]
    assert Entry.objects.filter(verb="competition.draw.released").count() == 1


def test_nobody_is_entered_beside_the_draw_that_is_being_released():
    category = makers.category(kind="single")
    makers.entrants(category, 8)
    stage = makers.drawn(category, released=False)
    by = [_by(category), _by(category)]
    player = makers.player(by[0])
    written = Event()

    def enter() -> Entrant:
        with transaction.atomic():
            entrant = entries.enter(category=category, by=by[0], players=[player])
            written.set()
            sleep(0.3)  # not yet committed while the release looks at who is entered
        return entrant

    def release() -> Draw:
        written.wait(10)
        return draws.release(stage=stage, by=by[1])

    answers = _at_once(enter, release)
    assert isinstance(answers[0], Entrant)
    assert _refused(answers) == ["draw-out-of-date"]
    assert makers.stage(category).state == "draft"


def test_two_that_draw_again_at_one_moment_replace_the_draft_once():
    category = makers.category()
    makers.entrants(category, 8)
    stage = makers.drawn(category, released=False)
    draft = stage.draws.get().pk
    by = [_by(category), _by(category)]
    answers = _at_once(*(lambda user=user: draws.propose(stage=stage, by=user, replace=draft) for user in by))
    assert _refused(answers) == ["draw-changed"]
    assert sorted(Draw.objects.values_list("state", flat=True)) == ["discarded", "draft"]
    assert stage.matches.count() == 12


def test_two_results_at_one_moment_leave_one_standing():
    category = makers.groups(4)
    match = makers.stage(category).matches.select_related("stage__category__tournament").first()
    by = [_by(category), _by(category)]
    answers = _at_once(
        lambda: makers.result(match, 200, 100, by=by[0]), lambda: makers.result(match, 100, 200, by=by[1])
    )
    assert all(isinstance(answer, Result) for answer in answers)
    assert match.results.filter(is_current=True).count() == 1
    assert match.results.count() == 2
    assert makers.stage(category).results_version == 3


def test_two_semi_finals_that_end_at_one_moment_seat_both_finalists():
    category = makers.category(plan="knockout")
    makers.entrants(category, 4, seeds=4)
    makers.drawn(category)
    semis = list(makers.stage(category).matches.filter(round=1).select_related("stage__category__tournament"))
    by = [_by(category), _by(category)]
    answers = _at_once(
        *(lambda at=at: makers.result(semis[at], 200, 100, by=by[at]) for at in range(2)),
    )
    assert all(isinstance(answer, Result) for answer in answers)
    final = makers.stage(category).matches.get(code="F")
    assert final.state == Match.State.READY
    assert final.seats.filter(entrant__isnull=False).count() == 2


def test_entrants_entered_at_one_moment_have_numbers_of_their_own():
    category = makers.category(kind="single", capacity=3)
    by = [_by(category) for _ in range(4)]
    players = [makers.player(by[0]) for _ in range(4)]
    answers = _at_once(
        *(lambda at=at: entries.enter(category=category, by=by[at], players=[players[at]]) for at in range(4))
    )
    assert _refused(answers) == ["category-full"]
    assert sorted(Entrant.objects.values_list("number", flat=True)) == [1, 2, 3]


def test_one_person_entered_twice_at_one_moment_is_entered_once():
    category = makers.category(kind="single")
    by = [_by(category), _by(category)]
    player = makers.player(by[0])
    answers = _at_once(
        *(lambda at=at: entries.enter(category=category, by=by[at], players=[player]) for at in range(2))
    )
    assert _refused(answers) == ["player-entered-already"]
    assert Entrant.objects.count() == 1


def test_a_final_that_begins_while_its_semi_final_is_corrected_keeps_its_sides_or_does_not_begin():
    category = makers.category(plan="knockout")
    makers.entrants(category, 4, seeds=4)
    makers.drawn(category)
    for match in makers.stage(category).matches.filter(round=1):
        makers.result(match, 200, 100)
    found = {match.code: match for match in makers.stage(category).matches.all()}
    by = [_by(category), _by(category)]
    answers = _at_once(
        lambda: results.start(match=found["F"], by=by[0]),
        lambda: makers.result(found["SF-1"], 100, 200, by=by[1]),
    )
    assert not any(isinstance(answer, Exception) and not isinstance(answer, Impossible) for answer in answers)
    final = makers.stage(category).matches.get(code="F")
    winner = found["SF-1"].results.get(is_current=True).lines.get(place=1).entrant
    assert final.seats.get(source=found["SF-1"]).entrant == winner


def test_a_result_taken_back_while_the_next_stage_is_drawn_is_not_drawn_from():
    category = makers.groups(4)
    makers.played_out(category)
    match = makers.stage(category).matches.select_related("stage__category__tournament").first()
    by = [_by(category), _by(category)]
    answers = _at_once(
        lambda: results.revoke(match=match, by=by[0], reason="wrong"),
        lambda: draws.propose(stage=makers.stage(category, 2), by=by[1]),
    )
    assert len(_refused(answers)) == 1
    match.refresh_from_db()
    assert (match.state == Match.State.FINISHED) == makers.stage(category, 2).matches.exists()


def _puts_out(category: Category, winner: int, loser: int, by: User) -> Result:
    found = makers.stage(category).matches.select_related("stage__category__tournament")
    match = found.filter(seats__entrant__number=winner).get(seats__entrant__number=loser)
    seats = {seat.entrant.number: seat.position for seat in match.seats.all() if seat.entrant}
    lines = [
        results.SideResult(seats[winner], 1, 1, 40),
        results.SideResult(seats[loser], 2, 0, 8),
    ]
    return results.record(match=match, by=by, kind="played", lines=lines, out=[seats[loser]])


def test_two_put_out_at_one_moment_lose_what_they_had_to_play_once():
    category = makers.groups(4)
    by = [_by(category), _by(category)]
    answers = _at_once(
        lambda: _puts_out(category, 1, 2, by[0]),
        lambda: _puts_out(category, 4, 3, by[1]),
    )
    assert all(isinstance(answer, Result) for answer in answers)
    out = Entrant.objects.filter(state="eliminated").values_list("number", flat=True)
    assert sorted(out) == [2, 3]
    standing = Result.objects.filter(is_current=True)
    assert (
        standing.count() == Result.objects.count() == 5
    )  # two played, three given; 1 and 4 have still to meet
    assert Entry.objects.filter(verb="competition.entrant.eliminated").count() == 2


def test_whoever_is_put_out_while_all_are_marked_as_paid_stays_out():
    category = makers.groups(4)
    by = [_by(category), _by(category)]
    entered = list(category.entrants.all())
    written = Event()

    def put_out() -> Result:
        with transaction.atomic():
            result = _puts_out(category, 1, 2, by[0])
            written.set()
            sleep(0.3)  # not yet committed while the others are looked at
        return result

    def mark() -> int:
        written.wait(10)
        return entries.set_states(entrants=entered, by=by[1], state="paid")

    answers = _at_once(put_out, mark)
    assert isinstance(answers[0], Result)
    assert _refused(answers) == ["eliminated-by-rules"]
    assert category.entrants.get(number=2).state == "eliminated"


def test_a_result_is_taken_back_at_the_moment_its_loser_is_let_in():
    category = makers.groups(4)
    match = _puts_out(category, 1, 2, _by(category)).match
    by = [_by(category), _by(category)]
    loser = category.entrants.get(number=2)
    answers = _at_once(
        lambda: results.revoke(match=match, by=by[0], reason="wrong"),
        lambda: results.reinstate(entrant=loser, by=by[1], reason="the jury decided so"),
    )
    assert _refused(answers) in ([], ["not-eliminated"])
    assert not any(isinstance(answer, Exception) and not isinstance(answer, Impossible) for answer in answers)
    loser.refresh_from_db()
    assert loser.state == "checked-in"
    assert not Result.objects.filter(is_current=True).exists()
    assert Entry.objects.filter(verb="competition.entrant.reinstated").count() == 1


def _a_round_played(number: int) -> Category:
    category = makers.category(kind="single", plan="swiss")
    makers.entrants(category, number)
    makers.drawn(category)
    makers.played_out(category)
    return category


def test_a_next_round_pressed_twice_at_one_moment_is_drawn_and_released_once():
    category = _a_round_played(6)
    by = [_by(category), _by(category)]
    stage = makers.stage(category)
    answers = _at_once(*(lambda user=user: draws.propose(stage=stage, by=user) for user in by))
    assert _refused(answers) == ["draw-exists"]
    answers = _at_once(*(lambda user=user: draws.release(stage=stage, by=user) for user in by))
    assert _refused(answers) == ["draw-released"]
    assert stage.matches.filter(round=2).count() == 3
    assert Draw.objects.filter(stage=stage, round=2).count() == 1


def test_a_round_cancelled_twice_at_one_moment_takes_no_other_round_with_it():
    category = _a_round_played(6)
    makers.drawn(category)
    by = [_by(category), _by(category)]
    stage = makers.stage(category)
    answers = _at_once(
        *(lambda user=user: rounds.cancel(stage=stage, by=user, number=2, reason="wrong") for user in by)
    )
    assert _refused(answers) == ["no-such-round"]
    assert stage.matches.filter(round=1).count() == 3
    assert not stage.matches.filter(round=2).exists()


def test_one_file_taken_over_twice_at_one_moment_makes_one_category():
    event = makers.tournament()
    by = [makers.organizer_of(event), makers.organizer_of(event)]
    answers = _at_once(
        *(
            lambda user=user: carrying.take_over(tournament=event, by=user, text=FILE, name="Abierto")
            for user in by
        )
    )
    assert _refused(answers) == ["category-there-already"]
    assert [answer for answer in answers if isinstance(answer, Category)] == [event.categories.get()]
    assert Entrant.objects.count() == 17
