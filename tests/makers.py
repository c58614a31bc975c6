"""Makers of what tests stand on: people, an event, entrants, drawn and played stages.

Knows: the actions, which it calls as people do. Does not know: what any test asserts.
Names are plain and numbered so that a failing test can be read; nothing here is random unless a seed is given.
"""

import datetime as dt
from collections.abc import Callable, Sequence
from typing import Any

from django.utils import timezone

from cacho_tournaments.competition.actions import draws, entries, results, tournaments
from cacho_tournaments.competition.bridge import new_token
from cacho_tournaments.competition.models import (
    Category,
    Draw,
    Entrant,
    Match,
    Participant,
    Seat,
    Stage,
    Tournament,
)
from cacho_tournaments.people import actions as people
from cacho_tournaments.people.models import Club, Player, User
from tests import numbering

FIRST_DAY = dt.date(2026, 12, 12)
GIVEN = ("Ana", "Bruno", "Carla", "Daniel", "Elena", "Felipe", "Gabriela", "Hugo", "Inés", "Julio")
SURNAMES = ("Quispe", "Mamani", "Rojas", "Vargas", "Flores", "Condori", "Choque", "Núñez", "Soliz", "Arce")
Points = Callable[[Match], Sequence[int]]


def user(username: str = "", **fields: Any) -> User:
    """Make an account without any post."""
    return User.objects.create_user(username or f"user-{numbering.following()}", password="secret", **fields)


def organizer(username: str = "") -> User:
    """Make somebody who may call tournaments."""
    return user(username or f"organizer-{numbering.following()}", may_organize=True)


def admin() -> User:
    """Make a superuser."""
    return User.objects.create_superuser(f"admin-{numbering.following()}", password="secret")


def tournament(
    by: User | None = None, *, name: str = "", tables: int = 4, public: bool = True, **fields: Any
) -> Tournament:
    """Call an event with tables; its organizer is ``by`` or somebody new."""
    by = by or organizer()
    made = tournaments.create(
        by=by,
        name=name or f"Copa {numbering.following()}",
        starts_on=fields.pop("starts_on", FIRST_DAY),
        ends_on=fields.pop("ends_on", FIRST_DAY),
        **{"city": "Cochabamba", "venue": "Coliseo", **fields},
    )
    if tables:
        tournaments.set_tables(tournament=made, by=by, count=tables)
    return tournaments.publish(tournament=made, by=by, public=public)


def organizer_of(event: Tournament) -> User:
    """Return the event's first organizer, asked for anew so that no role is remembered."""
    post = event.staff.filter(role="organizer").order_by("pk").first()
    assert post is not None
    return User.objects.get(pk=post.user_id)


def staff(event: Tournament, role: str, username: str = "") -> User:
    """Make an account with that post in the event."""
    made = user(username or f"{role}-{numbering.following()}")
    tournaments.add_staff(tournament=event, by=organizer_of(event), user=made, role=role)
    return User.objects.get(pk=made.pk)


def referee(event: Tournament, username: str = "") -> User:
    """Make a referee of the event."""
    return staff(event, "referee", username)


def desk(event: Tournament, username: str = "") -> User:
    """Make somebody who works at the event's desk."""
    return staff(event, "desk", username)


def category(event: Tournament | None = None, *, kind: str = "pair", **fields: Any) -> Category:
    """Add a category with the stages of the Cochabamba plan. Unless it is said, nobody confirms: the last turn ends
    a match."""
    event = event or tournament()
    return tournaments.add_category(
        tournament=event,
        by=organizer_of(event),
        kind=kind,
        **{
            "name": {"single": "Individual", "pair": "Parejas"}.get(kind, "Equipos"),
            "confirmation": "none",
            **fields,
        },
    )


def club(by: User, name: str = "") -> Club:
    """Make a club."""
    return people.add_club(by=by, name=name or f"Club {numbering.following()}")


def player(by: User, name: str = "", club: Club | None = None) -> Player:
    """Make a player; without a name one that is told apart by its number."""
    number = numbering.following()
    plain = f"{GIVEN[number % 10]} {SURNAMES[(number // 10 + number) % 10]} {number}"
    return people.add_player(by=by, name=name or plain, club=club)


def entrants(
    of: Category, number: int, *, state: str = "checked-in", clubs: int = 0, seeds: int = 0
) -> list[Entrant]:
    """Enter so many sides, the first ``seeds`` of them seeded, spread over so many clubs (none: without one)."""
    by = organizer_of(of.tournament)
    houses: list[Club | None] = [club(by) for _ in range(clubs)] or [None]
    return [
        entries.enter(
            category=of,
            by=by,
            players=[player(by, club=houses[place % len(houses)]) for _ in range(of.members_per_entrant)],
            seed=place + 1 if place < seeds else None,
            state=state,
        )
        for place in range(number)
    ]


def stage(of: Category, order: int = 1) -> Stage:
    """Return a stage of the category as it stands now."""
    return of.stages.select_related("category__tournament").get(order=order)


def drawn(of: Category, *, order: int = 1, seed: int = 7, released: bool = True) -> Stage:
    """Draw a stage and release it."""
    by = organizer_of(of.tournament)
    draws.propose(stage=stage(of, order), by=by, seed=seed)
    if released:
        draws.release(stage=stage(of, order), by=by)
    return stage(of, order)


def groups(number: int = 8, *, kind: str = "pair", **fields: Any) -> Category:
    """Make an event whose category has so many entrants and its groups drawn and released."""
    made = category(kind=kind, **fields)
    entrants(made, number)
    drawn(made)
    made.refresh_from_db()
    return made


TABLES = {
    "rounds": 1,
    "table_size": 4,
    "allowed": [3, 4, 5],
    "mode": "swiss",
    "one_table": False,
    "go_on": 0,
    "best_of": 1,
    "tie": "shared",
    "places": {"3": [2, 1, 0], "4": [3, 2, 1, 0], "5": [4, 3, 2, 1, 0], "6": [5, 4, 3, 2, 1, 0]},
    "points": {"win": 2, "tie": 1, "loss": 0, "walkover_loss": 0, "bye": 2, "absent": 0},
    "criteria": ["points", "wins", "for", "lot"],
}


def table_match(
    of: Category, numbers: Sequence[int], *, best_of: int = 1, tie: str = "shared", table: int | None = 1
) -> Match:
    """Put a match of three to six sides on a table: a released round at tables of which this is the only table.

    The entrants of those numbers sit in that order; the stages that the category had before go.
    """
    of.stages.all().delete()
    stage = Stage.objects.create(
        category=of, order=1, format=Stage.Format.TABLES, state=Stage.State.RELEASED, settings=TABLES
    )
    now = timezone.now()
    draw = Draw.objects.create(
        stage=stage, round=1, seed=7, state=Draw.State.RELEASED, made_at=now, released_at=now
    )
    sitting = [of.entrants.get(number=number) for number in numbers]
    Participant.objects.bulk_create(Participant(stage=stage, entrant=entrant) for entrant in sitting)
    match = Match.objects.create(
        stage=stage,
        draw=draw,
        round=1,
        code="1-1",
        best_of=best_of,
        tie=tie,
        state=Match.State.READY,
        table=of.tournament.tables.filter(number=table).first(),
        token=new_token(),
    )
    Seat.objects.bulk_create(
        Seat(match=match, stage=stage, round=1, position=position, entrant=entrant)
        for position, entrant in enumerate(sitting, start=1)
    )
    return Match.objects.select_related("stage__category__tournament", "table").get(pk=match.pk)


def result(match: Match, *points: int, by: User | None = None, **said: Any) -> Any:
    """Say that a match was played and ended so; more points is the better place."""
    lines = [
        results.SideResult(
            position=position,
            place=1 + sum(other > mine for other in points),
            games_won=int(mine == max(points) and points.count(mine) == 1),
            points=mine,
        )
        for position, mine in enumerate(points, start=1)
    ]
    by = by or organizer_of(match.stage.category.tournament)
    return results.record(match=match, by=by, lines=lines, **{"kind": "played", **said})


def put_out(category: Category, winner: int, loser: int, *, order: int = 1) -> Match:
    """Have one side beat another by a result that puts the loser out of the event; return the match."""
    found = stage(category, order).matches.select_related("stage__category__tournament")
    match = found.filter(seats__entrant__number=winner).get(seats__entrant__number=loser)
    seats = {seat.entrant.number: seat.position for seat in match.seats.all() if seat.entrant}
    lines = [
        results.SideResult(seats[winner], 1, 1, 40, shutouts=1),
        results.SideResult(seats[loser], 2, 0, 8),
    ]
    by = organizer_of(category.tournament)
    results.record(match=match, by=by, kind="played", lines=lines, out=[seats[loser]])
    return match


def better_number_wins(match: Match) -> tuple[int, ...]:
    """Return box points by which the lower entrant number always wins."""
    return tuple(300 - (seat.entrant.number if seat.entrant else 0) for seat in match.seats.all())


def played_out(of: Category, order: int = 1, points: Points = better_number_wins) -> Stage:
    """Play every match of a stage, round by round, until none is open."""
    now = stage(of, order)
    while open_matches := list(now.matches.filter(state__in=("ready", "playing")).order_by("round", "pk")):
        for match in open_matches:
            result(match, *points(match))
    return stage(of, order)


def played_event(number: int = 8, *, kind: str = "pair", **fields: Any) -> Category:
    """Make an event that is over: groups and knock-out drawn and played, the lower number always winning."""
    made = groups(number, kind=kind, **fields)
    played_out(made, 1)
    drawn(made, order=2)
    played_out(made, 2)
    return made
