"""What a table sent and was not taken: kept, and each kept once.

Knows: rows, and what is answered; which refusals wait for a decision. Does not know: who decides, who takes anything.
"""

from collections.abc import Iterable, Sequence
from dataclasses import asdict

from django.utils import timezone

from cacho_tournaments.competition.models import Match
from cacho_tournaments.errors import CachoError
from cacho_tournaments.play.actions.facts import facts_of, plain
from cacho_tournaments.play.actions.sender import Sender
from cacho_tournaments.play.errors import FOR_THE_CHIEF
from cacho_tournaments.play.models import Game, Refusal
from cacho_tournaments.play.sent import Item, Outcome


def refused(
    match: Match,
    item: Item,
    error: CachoError,
    *,
    sender: Sender,
    games: Iterable[Game],
    leans: bool = False,
) -> Refusal:
    """Return an item that was not taken, as it is to be kept, with the match's ``games``; what ``leans`` on another one
    that waits for the chief referee waits too."""
    number = getattr(item, "game_number", 0)
    return Refusal(
        match=match,
        game=next((each for each in games if each.number == number), None),
        client_id=item.client_id,
        line=getattr(item, "line", ""),
        payload=plain({"kind": item.kind, **asdict(item)}),
        code=error.code,
        rule=error.rule or "",
        facts=facts_of(error, game=match.stage.category.game),
        by=sender.by,
        device=sender.device,
        at_device=item.at_device,
        at_server=timezone.now(),
        is_open=leans or error.code in FOR_THE_CHIEF or item.kind == "unreadable",
    )


def outcome_of(row: Refusal) -> Outcome:
    """Return what is answered to an item that is kept."""
    return Outcome(
        row.client_id,
        "refused",
        code=row.code,
        rule=row.rule or None,
        facts=row.facts,
        kind=row.payload["kind"],
        is_open=row.is_open,
    )


def keep(rows: Sequence[Refusal]) -> None:
    """Store what was not taken of a match. A retry of something refused says nothing new: it is kept once."""
    if not rows:
        return
    ids = {each.client_id for each in rows}
    known = set(
        Refusal.objects.filter(match=rows[0].match, client_id__in=ids).values_list(
            "client_id", "line", "code"
        )
    )
    fresh = {(each.client_id, each.line, each.code): each for each in rows}
    Refusal.objects.bulk_create([each for key, each in fresh.items() if key not in known])
