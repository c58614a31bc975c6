"""Two who write at the same moment, each in a thread and a connection of its own: one order, nothing doubled."""

from collections.abc import Callable
from typing import Any

import pytest

from cacho_tournaments.competition.models import Match, Result
from cacho_tournaments.people.models import User
from cacho_tournaments.play.actions import devices, pairing, paper, turns
from cacho_tournaments.play.models import Game, Refusal, Turn, WrongPins
from tests import makers
from tests.play import scene
from tests.play.at_once import together

pytestmark = pytest.mark.django_db(transaction=True)


def writer(match: Match, by: User, *batch: Any) -> Callable[[], Any]:
    return lambda: turns.append(match=match, batch=batch, by=User.objects.get(pk=by.pk))


def test_the_same_batch_sent_twice_at_once_is_stored_once() -> None:
    match = scene.ready()
    by = scene.referee_of(match)
    batch = scene.batch(scene.lines_of()[:6])
    answers = together(writer(match, by, *batch), writer(match, by, *batch))
    assert sorted({out.verdict for out in answer} for answer in answers) in (
        [{"repeated"}, {"stored"}],
        [{"stored"}, {"repeated"}],
    )
    assert [row.sequence for row in Turn.objects.all()] == [1, 2, 3, 4, 5, 6]
    assert Game.objects.count() == 1 and not Refusal.objects.exists()


def test_a_hand_sent_as_one_item_twice_at_once_is_stored_once() -> None:
    match = scene.ready(played={"game": "cuarenta"})
    by = scene.referee_of(match)
    item = scene.sent("1 tally limpia=1 / caida=2 / 21 19", 0)
    answers = together(writer(match, by, item), writer(match, by, item))
    assert sorted(out.verdict for (out,) in answers) == ["repeated", "stored"]
    assert len({out.sequence for (out,) in answers}) == 1
    assert [row.sequence for row in Turn.objects.all()] == list(range(1, answers[0][0].sequence + 1))


def test_of_two_hands_sent_at_once_one_is_told_that_the_other_came_first() -> None:
    match = scene.ready(played={"game": "cuarenta"})
    by = scene.referee_of(match)
    answers = together(
        writer(match, by, scene.sent("1 tally limpia=1 / / 21 19", 0)),
        writer(match, by, scene.sent("1 tally / caida=2 / 21 19", 0)),
    )
    assert sorted(out.code or out.verdict for (out,) in answers) == ["old-sequence", "stored"]
    assert Turn.objects.filter(line__startswith="1 count").count() == 1


def test_of_two_first_turns_one_opens_the_game_and_the_other_is_told() -> None:
    match = scene.ready()
    by = scene.referee_of(match)
    answers = together(
        writer(match, by, scene.sent("1 =E 20", 0)), writer(match, by, scene.sent("1 =F 30", 0))
    )
    assert sorted(out.code or out.verdict for (out,) in answers) == ["old-sequence", "stored"]
    assert Game.objects.count() == 1 and Turn.objects.count() == 1
    assert Refusal.objects.get().code == "old-sequence"


def test_many_tablets_at_many_tables_lose_nothing() -> None:
    first = scene.ready(8)
    matches = list(first.stage.matches.filter(state="ready").order_by("pk")[:4])
    by = scene.referee_of(first)
    games = [scene.thrown_game(scene.anew(match), seed=at) for at, match in enumerate(matches)]

    def play(match: Match, lines: list[str]) -> Callable[[], Any]:
        def act() -> list[str]:
            me = User.objects.get(pk=by.pk)
            sent = scene.batch(lines)
            return [turns.append(match=match, batch=[one], by=me)[0].verdict for one in sent]

        return act

    answers = together(*(play(match, lines) for match, lines in zip(matches, games, strict=True)))
    assert {verdict for answer in answers for verdict in answer} == {"stored"}
    for match, lines in zip(matches, games, strict=True):
        assert [line for _game, _sequence, _kind, line in scene.log(match)] == lines
        assert scene.anew(match).state == "finished"


def test_two_who_take_back_at_once_what_they_both_saw_take_back_one_turn() -> None:
    match = scene.ready()
    by = scene.referee_of(match)
    scene.append(match, *scene.batch(["1 =E 20", "2 =F 30"]), by=by)

    def undo(name: str) -> Callable[[], Any]:
        return lambda: turns.cancel_last(
            match=match, client_id=name, by=User.objects.get(pk=by.pk), base_sequence=2
        )

    answers = together(undo("undo-0001"), undo("undo-0002"))
    assert sorted(getattr(each, "code", None) or each.verdict for each in answers) == [
        "cancelled",
        "old-sequence",
    ]
    assert Turn.objects.filter(kind="cancel").count() == 1


def test_one_sheet_typed_by_two_at_once_is_entered_once() -> None:
    match = scene.ready()
    by = scene.referee_of(match)

    def typed() -> Game:
        return paper.enter(match=match, by=User.objects.get(pk=by.pk), sheets=[scene.FIRST, scene.SECOND])

    answers = together(typed, typed)
    assert sorted(type(each).__name__ for each in answers) == ["Game", "Impossible"]
    assert Turn.objects.count() == 22 and Result.objects.filter(match=match).count() == 1


def test_wrong_pins_sent_at_once_are_all_counted() -> None:
    event = makers.tournament()
    made = devices.add(tournament=event, by=makers.organizer_of(event), label="Mesa 1", tables=[])
    pin = f"{(int(made.pin) + 1) % 1_000_000:06}"
    together(*[lambda: pairing.pair_by_pin(pin=pin, address="10.0.0.1", browser="a")] * 4)
    assert set(WrongPins.objects.values_list("count", flat=True)) == {4}


def test_a_code_scanned_by_two_at_once_lets_one_in() -> None:
    event = makers.tournament()
    made = devices.add(tournament=event, by=makers.organizer_of(event), label="Mesa 1", tables=[])
    answers = together(
        lambda: pairing.pair(token=made.token, claim="a" * 24),
        lambda: pairing.pair(token=made.token, claim="b" * 24),
    )
    assert sorted(type(each).__name__ for each in answers) == ["Device", "Impossible"]


@pytest.mark.parametrize("attempt", range(4))
def test_two_matches_that_put_the_same_side_out_at_once_both_count(attempt: int) -> None:
    """Each gives the side's other matches away, and would wait for the other's for ever."""
    first = scene.ready(4, played={"game": "cuarenta", "options": {"zapatero": "tournament"}})
    loser = first.seats.get(position=2).entrant
    matches = list(Match.objects.filter(seats__entrant=loser, state="ready").order_by("pk")[:2])
    by = [scene.referee_of(first), scene.referee_of(first)]

    def ends(match: Match, user: User) -> Callable[[], Any]:
        winner = match.seats.exclude(entrant=loser).get().position
        return writer(scene.anew(match), user, scene.sent(f"{winner} penalty 40 : late", 0))

    answers = together(*(ends(match, user) for match, user in zip(matches, by, strict=True)))
    assert len(answers) == 2
    results = Result.objects.filter(is_current=True, match__seats__entrant=loser)
    assert results.count() == 3
    assert {result.match.state for result in results.select_related("match")} == {"finished"}
    loser.refresh_from_db()
    assert loser.state == "eliminated"
