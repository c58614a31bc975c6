"""Who goes on to a later stage, as the rule proposes it and as somebody may choose by hand.

Knows: the proposal of the bridge, entrants in play, how far the stage before is. Does not know: requests, forms.
"""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from cacho_tournaments.competition import bridge
from cacho_tournaments.competition.errors import Impossible
from cacho_tournaments.competition.models import Entrant, Match, Stage
from cacho_tournaments.competition.queries.next_steps import stage_name
from cacho_tournaments.errors import CachoError
from cacho_tournaments.formats.base import Qualifier
from cacho_tournaments.web import explain
from cacho_tournaments.web.words import Word


@dataclass(frozen=True, slots=True)
class Candidate:
    """Somebody in play. ``seed`` is the rank that the rule gives, None for whom it leaves out; ``origin`` says from
    where it is proposed (group and place)."""

    number: int
    name: str
    club: str
    seed: int | None
    origin: str
    is_ticked: bool


@dataclass(frozen=True, slots=True)
class ChoicePage:
    """Who can play a stage: those the rule proposes first, best seed first. ``obstacle`` says why it proposes nobody,
    ``open_matches`` that what it proposes may still change."""

    name: Word
    before: Word
    candidates: tuple[Candidate, ...]
    proposed: int
    is_by_hand: bool
    is_planned: bool
    obstacle: str = ""
    open_matches: str = ""


def choice(stage: Stage) -> ChoicePage:
    """Return who can be chosen for the stage, those whom its rule proposes ticked, or those chosen already."""
    found, obstacle = _proposal(stage)
    entrants = stage.category.entrants.filter(state__in=Entrant.IN_PLAY).select_related("club")
    before = stage.category.stages.filter(order__lt=stage.order).order_by("-order").first()
    candidates = _candidates(stage, list(entrants.order_by("number")), found)
    return ChoicePage(
        name=stage_name(stage.format, stage.settings),
        before=stage_name(before.format, before.settings) if before else "",
        candidates=candidates,
        proposed=sum(each.seed is not None for each in candidates),
        is_by_hand=stage.chosen is not None,
        is_planned=stage.state == Stage.State.PLANNED,
        obstacle=obstacle,
        open_matches=_open(before) if before else "",
    )


def _proposal(stage: Stage) -> tuple[tuple[Qualifier, ...], str]:
    """Return who goes on by the rule, whoever was chosen by hand; or why it cannot be told."""
    if not stage.category.stages.filter(order__lt=stage.order).exists():
        return (), explain.sentence(Impossible("first-stage-takes-all"))
    by_rule = copy(stage)
    by_rule.chosen = None
    try:
        return bridge.sides_for(by_rule), ""
    except CachoError as error:
        return (), explain.sentence(error)


def _candidates(
    stage: Stage, entrants: Sequence[Entrant], found: Sequence[Qualifier]
) -> tuple[Candidate, ...]:
    rank = {int(one.id): place for place, one in enumerate(found, start=1)}
    origins = {int(one.id): _origin(one) for one in found}
    ticked = set(rank) if stage.chosen is None else set(stage.chosen)
    rows = [
        Candidate(
            number=row.number,
            name=row.name,
            club=row.club.name if row.club else "",
            seed=rank.get(row.number),
            origin=origins.get(row.number, ""),
            is_ticked=row.number in ticked,
        )
        for row in entrants
    ]
    return tuple(sorted(rows, key=lambda row: (row.seed is None, row.seed or 0, row.number)))


def _origin(one: Qualifier) -> str:
    gaps = {"group": one.group, "place": one.place}
    return _("group %(group)s, place %(place)s") % gaps if one.group else ""


def _open(before: Stage) -> str:
    left = before.matches.exclude(state=Match.State.FINISHED).count()
    if not left or before.state not in Stage.SHOWN:
        return ""
    text = ngettext(
        "%(n)s match of the stage before is open still: whom the rule proposes may change.",
        "%(n)s matches of the stage before are open still: whom the rule proposes may change.",
        left,
    )
    return text % {"n": left}
