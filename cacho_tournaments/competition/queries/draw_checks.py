"""Draws made again and compared with what was kept of them.

Knows: which draws stand, what a difference is called. Does not know: how a draw is made, the console.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from cacho_tournaments.competition import bridge
from cacho_tournaments.competition.models import Draw
from cacho_tournaments.competition.queries.stage_pages import stage_name
from cacho_tournaments.errors import CachoError
from cacho_tournaments.web import explain

SAME, BY_HAND, DIFFERS = "same", "by-hand", "differs"


@dataclass(frozen=True, slots=True)
class DrawCheck:
    """What came of one draw: ``same``, ``by-hand`` (the seed alone does not give it) or ``differs``."""

    name: str
    seed: int
    verdict: str
    differences: tuple[str, ...] = ()


def checked(tournament: str = "", stage: int = 0) -> Iterator[DrawCheck]:
    """Draw every standing draw again, event by event; of one event or one stage of it where they are named."""
    live = Draw.objects.exclude(state=Draw.State.DISCARDED).select_related("stage__category__tournament")
    if tournament:
        live = live.filter(stage__category__tournament__slug=tournament)
    if stage:
        live = live.filter(stage__order=stage)
    order = ("stage__category__tournament__slug", "stage__category__name", "stage__order", "round", "part")
    for draw in live.order_by(*order):
        yield _check(draw)


def _check(draw: Draw) -> DrawCheck:
    name = _name(draw)
    if draw.is_by_hand:
        drawn, there = bridge.kept_people(draw)
        missing = sorted(drawn ^ there, key=int)
        said = (_("Drawn and not there, or there and not drawn: nos. %(n)s") % {"n": ", ".join(missing)},)
        return DrawCheck(name, draw.seed, DIFFERS if missing else BY_HAND, said if missing else ())
    try:
        found = tuple(_differences(draw))
    except CachoError as refusal:
        found = (explain.sentence(refusal),)
    return DrawCheck(name, draw.seed, DIFFERS if found else SAME, found)


def _differences(draw: Draw) -> Iterator[str]:
    twice = bridge.drawn_twice(draw)
    for label in dict.fromkeys([*twice.kept, *twice.again]):
        kept, again = twice.kept.get(label, ()), twice.again.get(label, ())
        if kept != again:
            yield _("%(part)s: kept %(kept)s, drawn again %(again)s") % {
                "part": label or _("free round"),
                "kept": _sides(kept),
                "again": _sides(again),
            }
    for code in bridge.strangers(draw):
        yield _("Match %(match)s is not between those who were drawn to one table.") % {"match": code}


def _sides(sides: tuple[str, ...]) -> str:
    return ", ".join(sides) or "–"


def _name(draw: Draw) -> str:
    stage = draw.stage
    named = f"{stage.category.tournament.name} · {stage.category.name} · {stage.order} {stage_name(stage)}"
    if not draw.round:
        return named
    said = _("round %(round)s") if draw.part == 1 else _("round %(round)s, part %(part)s")
    return f"{named} · {said % {'round': draw.round, 'part': draw.part}}"
