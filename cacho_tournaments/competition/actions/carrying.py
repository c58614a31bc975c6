"""Taking an event of another program over as a category: who plays, its rounds, its results, all of it or nothing.

Knows: what a file says (the bridge), which rows a played stage has. Does not know: pages, how a file is read.

What was drawn elsewhere is kept as drawn by hand: no seed of ours gives it. From there on the stage is one like any
other: its next round is drawn, its results are corrected, its table is its own.
"""

import re
import secrets
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from cacho_tournaments import games
from cacho_tournaments.competition import bridge, permissions, persons, presets
from cacho_tournaments.competition.actions import categories, drawing, timetable
from cacho_tournaments.competition.actions import entries as sides_of
from cacho_tournaments.competition.actions import lines as ends
from cacho_tournaments.competition.actions.lines import SideResult
from cacho_tournaments.competition.bridge.carrying import Taken, taken
from cacho_tournaments.competition.errors import Impossible
from cacho_tournaments.competition.models import (
    Bye,
    Category,
    Draw,
    Entrant,
    Group,
    GroupPlace,
    Match,
    Member,
    Participant,
    Result,
    ResultLine,
    Seat,
    Stage,
    Tournament,
)
from cacho_tournaments.formats import base
from cacho_tournaments.journal.actions import write
from cacho_tournaments.people import actions as people
from cacho_tournaments.people import names
from cacho_tournaments.people.models import Player, User

MOST_ENTRANTS = 1000
NOTE = {"code": Draw.TAKEN_OVER, "facts": {}}
_BETWEEN = re.compile(r"\s*[·/&+]\s*")
People = Mapping[str, Entrant]


def take_over(
    *,
    tournament: Tournament,
    by: User,
    text: str,
    name: str,
    kind: str = Category.Kind.SINGLE,
    game: str = "",
    same_persons: bool = True,
) -> Category:
    """Make a category of a TRF file: start numbers are the entrants' numbers and seeds, every round stands as it was
    played, the next one can be drawn.

    A name that one person alone bears here, of those the desk may take as known, and one line alone of the file, is
    that person, unless ``same_persons`` says otherwise; any other is somebody new.
    Raises: BadStage ``trf-faults``, which names every fault; Impossible ``category-there-already``,
    ``names-missing-in-file``, ``names-not-sides``, ``too-many-in-file``, and as ``bridge.carrying.taken``,
    ``presets.new`` and ``categories.add_category``.
    """
    permissions.require("competition.organize", by, tournament)
    found = taken(text)
    typed = _typed(found, Category.MEMBERS.get(kind, 1))
    with transaction.atomic():
        Tournament.objects.select_for_update().get(pk=tournament.pk)
        _refuse_again(tournament, name)
        category = categories.add_category(
            tournament=tournament, by=by, name=name, kind=kind, game=game, plan=found.format
        )
        stage = _stage(category, found)
        players, known = _players(category, by, typed, same_persons)
        by_id = _entered(category, found, players)
        if found.rounds:
            _plant(stage, by, found, by_id)
        _ask(stage, found, by_id)
        write(
            "competition.category.taken-over",
            by=by,
            subject=category,
            tournament_id=tournament.pk,
            name=category.name,
            format=stage.format,
            entrants=len(by_id),
            rounds=found.rounds,
            known=known,
        )
    return category


def _refuse_again(tournament: Tournament, name: str) -> None:
    """A button pressed twice would make everything twice, so the name is asked for once in the event."""
    there = tournament.categories.values_list("name", flat=True)
    same = next((each for each in there if names.fold(each) == names.fold(name)), None)
    if same is not None:
        raise Impossible("category-there-already", name=same)


def _typed(found: Taken, players: int) -> dict[str, list[str]]:
    """Return the names of every side's players by its id."""
    if len(found.entrants) > MOST_ENTRANTS:
        raise Impossible("too-many-in-file", entrants=len(found.entrants), most=MOST_ENTRANTS)
    typed = {one.id: _persons(found.names[one.id], players) for one in found.entrants}
    empty = [number for number, side in typed.items() if not all(map(names.fold, side))]
    if empty:
        raise Impossible("names-missing-in-file", numbers=empty)
    other = [found.names[number] for number, side in typed.items() if len(side) != players]
    if other:
        raise Impossible("names-not-sides", wanted=players, names=other)
    return typed


def _persons(name: str, players: int) -> list[str]:
    return [names.clean(each) for each in (_BETWEEN.split(name) if players > 1 else [name])]


def _stage(category: Category, found: Taken) -> Stage:
    """Return the one stage that the file tells of; what a plan would put behind it is the organizer's to add."""
    category.stages.filter(order__gt=1).delete()
    stage = Stage.objects.select_related("category__tournament").get(category=category)
    stage.settings = presets.new(stage.format, games.get(category.game), found.settings)
    stage.save(update_fields=["settings"])
    return stage


def _players(
    category: Category, by: User, typed: Mapping[str, Sequence[str]], same_persons: bool
) -> tuple[dict[str, list[Player]], list[str]]:
    """Return the persons of every side, and the ids of sides with somebody who was known already."""
    lines = Counter(names.fold(name) for side in typed.values() for name in side)
    known: dict[str, list[Player]] = defaultdict(list)
    near = persons.reached(by) | persons.offered(category.tournament)
    if same_persons:
        for player in Player.objects.select_related("club").filter(near, folded__in=list(lines)):
            known[player.folded].append(player)
    joined: list[str] = []

    def person(number: str, name: str) -> Player:
        alike = known[names.fold(name)]
        if len(alike) == 1 and lines[names.fold(name)] == 1:
            joined.append(number)
            return alike[0]
        return people.add_player(by=by, name=name)

    sides = {number: [person(number, name) for name in side] for number, side in typed.items()}
    return sides, list(dict.fromkeys(joined))


def _entered(category: Category, found: Taken, players: Mapping[str, Sequence[Player]]) -> dict[str, Entrant]:
    """Enter everybody under the start number; who has left by the file has left."""
    rows = Entrant.objects.bulk_create(
        Entrant(
            category=category,
            number=int(one.id),
            name=(called := names.clean(found.names[one.id]))[:200],
            folded=sides_of.folded(called, players[one.id]),
            club=players[one.id][0].club if len({each.club_id for each in players[one.id]}) == 1 else None,
            seed=one.seed,
            state=_state(one),
            left_from="" if one.state == "in" else Entrant.State.CHECKED_IN,
        )
        for one in found.entrants
    )
    Member.objects.bulk_create(
        Member(entrant=row, category=category, player=player, position=position)
        for row in rows
        for position, player in enumerate(players[str(row.number)], start=1)
    )
    return {str(row.number): row for row in rows}


def _state(one: base.Entrant) -> str:
    if one.state == "in":
        return Entrant.State.CHECKED_IN
    return Entrant.State.NO_SHOW if one.left_after_round == 0 else Entrant.State.WITHDRAWN


def _plant(stage: Stage, by: User, found: Taken, by_id: People) -> None:
    """Write the rounds down as released, with what was played in them."""
    now = timezone.now()
    if stage.format == Stage.Format.LEAGUE:
        planted = _league(stage, by, now, found, by_id)
    else:
        planted = _rounds(stage, by, now, found, by_id)
    matches, seats = planted
    results = dict(zip([(match.round, match.code) for match in matches], _in_order(found), strict=True))
    for match in matches:
        if results[match.round, match.code] is not None:
            # Of a match elsewhere it is known who won and no more: it counts as one game.
            match.best_of, match.state, match.finished_at = 1, Match.State.FINISHED, now
    drawing.plant(matches, seats)
    ended = [(match, result) for match in matches if (result := results[match.round, match.code]) is not None]
    _end(ended, seats, by, now)
    stage.state = Stage.State.RELEASED
    stage.results_version += 1
    stage.save(update_fields=["state", "results_version"])
    stage.category.entries_open = False
    stage.category.save(update_fields=["entries_open"])
    timetable.in_order(stage)


def _in_order(found: Taken) -> list[base.Result | None]:
    """Return the results round by round, as the rows of their matches are made."""
    return [match.result for match in sorted(found.matches, key=lambda one: one.round)]


def _league(
    stage: Stage, by: User, now: datetime, found: Taken, by_id: People
) -> tuple[list[Match], list[Seat]]:
    label = "A"
    group = base.Group(label, tuple(by_id))
    draw = _draw(stage, by, now, 0, list(by_id))
    draw.save()
    matches = tuple(
        base.Match(one.id, one.seats, one.result, round=one.round, group=label) for one in found.matches
    )
    made, places, rows, seats = bridge.group_rows(draw, base.GroupsDraw((group,), matches), by_id)
    Group.objects.bulk_create(made)
    GroupPlace.objects.bulk_create(places)
    return rows, seats


def _rounds(
    stage: Stage, by: User, now: datetime, found: Taken, by_id: People
) -> tuple[list[Match], list[Seat]]:
    """Write down who takes part and a draw for every round; return its matches to be saved."""
    Participant.objects.bulk_create(
        Participant(
            stage=stage,
            entrant=by_id[one.id],
            seed=one.seed,
            since_round=one.since_round,
            left_after_round=one.left_after_round,
        )
        for one in found.entrants
    )
    draws = Draw.objects.bulk_create(
        _round(stage, by, now, found, number) for number in range(1, found.rounds + 1)
    )
    rows: list[Match] = []
    seats: list[Seat] = []
    for draw in draws:
        more, their_seats = bridge.round_rows(draw, draw.plan["matches"], by_id)
        rows += more
        seats += their_seats
    drawn = {draw.round: draw for draw in draws}
    Bye.objects.bulk_create(
        _bye(stage, bye, by_id, drawn[bye.round] if bye.kind == Bye.Kind.BYE else None) for bye in found.byes
    )
    return rows, seats


def _round(stage: Stage, by: User, now: datetime, found: Taken, number: int) -> Draw:
    matches = [[side for side in one.seats if side] for one in found.matches if one.round == number]
    byes = [{"entrant": bye.entrant, "kind": bye.kind} for bye in found.byes if bye.round == number]
    there = [side for seats in matches for side in seats] + [bye["entrant"] for bye in byes]
    draw = _draw(stage, by, now, number, sorted(there, key=int))
    draw.plan = {"matches": matches, "byes": byes}
    return draw


def _draw(stage: Stage, by: User, now: datetime, number: int, drawn: Sequence[str]) -> Draw:
    """Return a draw that was made elsewhere. Its seed is of use for lots of the table alone."""
    return Draw(
        stage=stage,
        round=number,
        seed=secrets.randbelow(drawing.LARGEST_SEED),
        state=Draw.State.RELEASED,
        notes=[NOTE],
        entrants=bridge.drawn_from(base.Qualifier(each) for each in drawn),
        is_by_hand=True,
        made_by=by,
        made_at=now,
        released_at=now,
    )


def _ask(stage: Stage, found: Taken, by_id: People) -> None:
    """Write down what is known of the round to be drawn: who will be away, who has a bye."""
    Bye.objects.bulk_create(_bye(stage, bye, by_id, None) for bye in found.coming)


def _bye(stage: Stage, bye: base.Bye, by_id: People, draw: Draw | None) -> Bye:
    return Bye(
        stage=stage,
        draw=draw,
        entrant=by_id[bye.entrant],
        round=bye.round,
        kind=bye.kind,
        points=bye.points,
    )


def _end(ended: Sequence[tuple[Match, base.Result]], seats: Sequence[Seat], by: User, now: datetime) -> None:
    """Write the results down, without box points."""
    sitting: dict[int, list[Seat]] = defaultdict(list)
    for seat in seats:
        sitting[seat.match_id].append(seat)
    results = Result.objects.bulk_create(
        Result(match=match, kind=said.kind, recorded_by=by, recorded_at=now) for match, said in ended
    )
    ResultLine.objects.bulk_create(
        ends.row(result, seat, line, ())
        for result, (match, said) in zip(results, ended, strict=True)
        for seat, line in zip(sitting[match.pk], _lines(said), strict=True)
    )


def _lines(said: base.Result) -> Iterator[SideResult]:
    for position, place in enumerate(said.places, start=1):
        yield SideResult(position, place, games_won=int(place == 1 and said.places.count(1) == 1))
