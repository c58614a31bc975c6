"""What the organizer's page of a match shows: its sides, its place, what was recorded, what can still be done.

Knows: rows and the words of the page. Does not know: requests, forms, turns.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from cacho_tournaments.competition.models import (
    Entrant,
    Match,
    Result,
    Seat,
    Stage,
    Table,
    Tournament,
)
from cacho_tournaments.competition.queries.matches import match_card
from cacho_tournaments.competition.queries.next_steps import STAGE_NAMES
from cacho_tournaments.competition.queries.values import MatchCard
from cacho_tournaments.people.models import User
from cacho_tournaments.people.names import fold
from cacho_tournaments.web import words
from cacho_tournaments.web.words import Word


@dataclass(frozen=True, slots=True)
class RecordedResult:
    """A result as it was said at one moment; a superseded one is not current."""

    at: datetime
    who: str
    what: Word
    reason: str
    is_current: bool


@dataclass(frozen=True, slots=True)
class MatchPage:
    """A match for its organizer. ``sides`` are those seated, by position; ``missing`` (number, name) did not come to a
    table that the others play at without them, and ``may_come`` says whether there is a seat for them still."""

    card: MatchCard
    stage_name: Word
    round_name: str
    sides: tuple[tuple[int, str], ...]
    has_sides: bool
    is_open: bool
    may_correct: bool
    why_not_correct: str
    place: Mapping[str, Any]
    tables: tuple[tuple[int, str], ...]
    referees: tuple[tuple[int, str], ...]
    history: tuple[RecordedResult, ...]
    missing: tuple[tuple[int, str], ...] = ()
    may_come: bool = False


def match_page(match: Match) -> MatchPage:
    """Return the match with all that its page offers."""
    card = match_card(match)
    tournament = match.stage.category.tournament
    why_not = _why_not_correct(match, card.ending)
    released = match.stage.state == Stage.State.RELEASED
    return MatchPage(
        card=card,
        stage_name=STAGE_NAMES[match.stage.format],
        round_name=card.round_name,
        sides=tuple((side.position, side.name) for side in card.sides if side.number is not None),
        has_sides=all(side.number is not None for side in card.sides),
        is_open=released and card.state in ("ready", "playing"),
        may_correct=card.is_over and not why_not,
        why_not_correct=why_not,
        place=_place(match, tournament),
        tables=tuple((table.number, str(table)) for table in tournament.tables.all()),
        referees=_referees(tournament),
        history=_history(match, len(card.sides)),
        missing=_missing(match),
        may_come=released and card.state == "ready" and card.started_at is None,
    )


def _missing(match: Match) -> tuple[tuple[int, str], ...]:
    """Return who did not come to the table."""
    gone = Seat.ever.filter(match=match, is_standing=False, entrant__isnull=False).select_related("entrant")
    return tuple((seat.entrant.number, seat.entrant.name) for seat in gone if seat.entrant)


def _place(match: Match, tournament: Tournament) -> dict[str, Any]:
    """Return the present place as the form shows it: the time as the clock in the hall has it."""
    at = match.starts_at.astimezone(ZoneInfo(tournament.time_zone)) if match.starts_at else None
    return {
        "table": match.table.number if match.table else None,
        "starts_at": at.replace(tzinfo=None) if at else None,
        "referee": match.referee_id,
    }


def chosen_place(
    match: Match, *, table: int | None, starts_at: datetime | None, referee: int | None
) -> dict[str, Any]:
    """Return what was chosen as rows: the table and referee of this event, the time of its own time zone."""
    tournament = match.stage.category.tournament
    zone = ZoneInfo(tournament.time_zone)
    return {
        "table": Table.objects.filter(tournament=tournament, number=table).first() if table else None,
        "starts_at": starts_at.replace(tzinfo=zone) if starts_at else None,
        "referee": User.objects.filter(pk=referee, posts__tournament=tournament).first() if referee else None,
    }


def _referees(tournament: Tournament) -> tuple[tuple[int, str], ...]:
    people = {post.user_id: str(post.user) for post in tournament.staff.select_related("user")}
    return tuple(sorted(people.items(), key=lambda each: (fold(each[1]), each[0])))


def _why_not_correct(match: Match, ending: str) -> str:
    """Return what stands in the way of correcting the result, or nothing. The action has the last word."""
    if ending == Result.FREE_PLACE:
        return _("Nobody came from the match before, so this one was not played. Correct the earlier match.")
    if _is_given(match):
        return _(
            "It was given because one side is out of the event. Take that entrant back in on its page, and the match "
            "is to be played."
        )
    return ""


def _is_given(match: Match) -> bool:
    given = Result.objects.filter(match=match, is_current=True, ending__in=Result.GIVEN)
    return given.exists() and match.seats.filter(entrant__state__in=Entrant.OUT).exists()


def _history(match: Match, sides: int) -> tuple[RecordedResult, ...]:
    rows = Result.objects.filter(match=match).select_related("recorded_by").order_by("-id")
    return tuple(
        RecordedResult(
            at=row.recorded_at,
            who=str(row.recorded_by) if row.recorded_by else row.device or _("the program"),
            what=words.result_kind_name(row.kind, row.ending, sides=sides),
            reason=row.reason,
            is_current=row.is_current,
        )
        for row in rows
    )
