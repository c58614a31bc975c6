"""What becomes of an entrant's open matches when it leaves, and what there is to come back to.

Knows: stages in play, seats, how far each match is. Does not know: how a match is given, requests, permissions.
The page that asks for a confirmation and the action that does it read the same values.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q

from cacho_tournaments.competition import ends
from cacho_tournaments.competition.models import Bye, Category, Draw, Entrant, Match, Result, Seat, Stage
from cacho_tournaments.competition.queries.rounds import last_round

# What is done with a match not begun of a round that is drawn by itself.
REPAIR, WALKOVER = "repair", "walkover"
OPEN_MATCHES = (REPAIR, WALKOVER)

# What becomes of a match: given to the opponent, offered to be drawn again, played by the others, given as soon as
# the opponent is known.
GIVEN, REDRAWN, PLAYED_ON, LATER = "given", "redrawn", "played-on", "later"
_TWO = 2


@dataclass(frozen=True, slots=True)
class Fate:
    """An open match of somebody who leaves, and what becomes of it. ``position`` is the seat of whoever leaves."""

    key: int
    code: str
    token: str
    stage: int
    round: int
    position: int
    opponents: tuple[str, ...]
    is_playing: bool
    what: str
    is_big: bool = False  # a table of more than two
    is_confirmed_now: bool = False  # it is played out; its sides are confirming the end


def is_drawn(category: Category) -> bool:
    """Tell whether anything of a category is released."""
    drawn = Q(state__in=Stage.SHOWN) | Q(draws__state=Draw.State.RELEASED)
    return category.stages.filter(drawn).exists()


def has_place(entrant: Entrant) -> bool:
    """Tell whether the draws that stand hold the entrant."""
    return any(rows.exists() for rows in (entrant.seats, entrant.group_places, entrant.participations))


def fates(entrant: Entrant, open_matches: str = REPAIR) -> tuple[Fate, ...]:
    """Return every open match of the entrant in stages in play, and what becomes of it if it leaves now."""
    own = Seat.objects.filter(
        entrant=entrant, match__is_standing=True, match__stage__state=Stage.State.RELEASED
    ).exclude(match__state=Match.State.FINISHED)
    ended = Match.objects.filter(ends.waits(), pk=OuterRef("match"), state=Match.State.PLAYING)
    rows = own.select_related("match__stage").prefetch_related("match__seats__entrant")
    seats = rows.annotate(is_confirmed_now=Exists(ended)).order_by(
        "match__stage__order", "match__round", "match_id"
    )
    found = []
    for seat in seats:
        others = [each for each in seat.match.seats.all() if each.entrant and each.pk != seat.pk]
        staying = [
            other.entrant for other in others if other.entrant and other.entrant.state not in Entrant.OUT
        ]
        found.append(
            Fate(
                key=seat.match_id,
                code=seat.match.code,
                token=seat.match.token,
                stage=seat.match.stage.order,
                round=seat.match.round,
                position=seat.position,
                opponents=tuple(other.entrant.name for other in others if other.entrant),
                is_playing=seat.match.state == Match.State.PLAYING,
                what=_fate(seat.match, len(staying), len(others) + 1, open_matches),
                is_big=len(others) + 1 > _TWO,
                is_confirmed_now=seat.is_confirmed_now,
            )
        )
    return tuple(found)


def _fate(match: Match, staying: int, sides: int, open_matches: str) -> str:
    if match.state == Match.State.WAITING:
        return LATER
    if match.stage.format not in Stage.BY_ROUND:
        return GIVEN
    if match.state == Match.State.PLAYING:
        return PLAYED_ON if sides > _TWO and staying > 1 else GIVEN
    if open_matches == REPAIR:
        return REDRAWN
    return PLAYED_ON if sides > _TWO and staying > 1 else GIVEN


def given_away(entrant: Entrant) -> tuple[Match, ...]:
    """Return the matches of stages in play that were given because a side was out, in the order of play. Of rounds
    drawn one by one only the last can be played still."""
    standing = Result.objects.filter(is_current=True, ending__in=Result.GIVEN)
    rows = (
        Match.objects.filter(
            stage__state=Stage.State.RELEASED,
            pk__in=Seat.objects.filter(entrant=entrant).values("match"),
            results__in=standing,
        )
        .select_related("stage__category__tournament")
        .order_by("stage__order", "round", "pk")
        .distinct()
    )
    return tuple(
        row for row in rows if row.stage.format not in Stage.BY_ROUND or row.round == last_round(row.stage)
    )


def missed_rounds(entrant: Entrant, stage: Stage, after: int) -> tuple[int, ...]:
    """Return the released rounds after this one in which the entrant neither sat nor was said to sit out."""
    sat = set(Seat.objects.filter(stage=stage, entrant=entrant).values_list("round", flat=True))
    sat |= set(Bye.objects.filter(stage=stage, entrant=entrant).values_list("round", flat=True))
    return tuple(number for number in range(after + 1, last_round(stage) + 1) if number not in sat)


def undrawn_drafts(entrant: Entrant) -> tuple[int, ...]:
    """Return the stages in play of which the next round is drawn as a draft without the entrant."""
    stages = Stage.objects.filter(
        category=entrant.category_id, state=Stage.State.RELEASED, format__in=Stage.BY_ROUND
    )
    return tuple(stage.order for stage in stages if _is_left_out(stage, entrant))


def _is_left_out(stage: Stage, entrant: Entrant) -> bool:
    if not stage.participants.filter(entrant=entrant).exists():
        return False
    drafts: Iterable[Draw] = stage.draws.filter(state=Draw.State.DRAFT)
    return any(not _holds(draft, entrant) for draft in drafts)


@dataclass(frozen=True, slots=True)
class LeavingPage:
    """What a leaving means, as the page tells it before it is confirmed."""

    number: int
    name: str
    is_drawn: bool
    given: tuple[Fate, ...]
    redrawn: tuple[Fate, ...]
    played_on: tuple[Fate, ...]
    later: tuple[Fate, ...]
    kept: int  # matches that are played and count as they are
    out_of_date: tuple[int, ...]  # stages with a draft that holds the entrant

    @property
    def is_quiet(self) -> bool:
        """Tell whether no match is touched."""
        return not (self.given or self.redrawn or self.played_on or self.later)


def leaving_page(entrant: Entrant) -> LeavingPage:
    """Return what it means if the entrant leaves now."""
    found = fates(entrant)
    drafts = Draw.objects.filter(stage__category=entrant.category_id, state=Draw.State.DRAFT)
    held = [draw for draw in drafts.select_related("stage") if _holds(draw, entrant)]
    return LeavingPage(
        number=entrant.number,
        name=entrant.name,
        is_drawn=is_drawn(entrant.category),
        given=tuple(fate for fate in found if fate.what == GIVEN),
        redrawn=tuple(fate for fate in found if fate.what == REDRAWN),
        played_on=tuple(fate for fate in found if fate.what == PLAYED_ON),
        later=tuple(fate for fate in found if fate.what == LATER),
        kept=Seat.objects.filter(
            entrant=entrant, match__is_standing=True, match__state=Match.State.FINISHED
        ).count(),
        out_of_date=tuple(sorted({draw.stage.order for draw in held})),
    )


@dataclass(frozen=True, slots=True)
class MissedRound:
    """A round that was released while somebody was away."""

    stage: int
    round: int


@dataclass(frozen=True, slots=True)
class ComingBackPage:
    """What there is to come back to, as the page tells it before it is confirmed."""

    number: int
    name: str
    state_name: str
    back_to: str
    again: tuple[Fate, ...]
    missed: tuple[MissedRound, ...]
    waits_for_draft: tuple[int, ...]
    has_place: bool
    is_still_out: bool  # by the rules of the game, whatever is taken back here


def coming_back_page(entrant: Entrant) -> ComingBackPage:
    """Return what it means if the entrant comes back now."""
    rows = entrant.participations.filter(stage__state=Stage.State.RELEASED, left_after_round__isnull=False)
    missed = [
        MissedRound(row.stage.order, number)
        for row in rows.select_related("stage")
        for number in missed_rounds(entrant, row.stage, max(row.left_after_round or 0, row.since_round - 1))
    ]
    back = entrant.eliminated_from and Entrant.State.ELIMINATED
    state = Entrant.State(back or entrant.left_from or Entrant.State.CHECKED_IN)
    return ComingBackPage(
        number=entrant.number,
        name=entrant.name,
        state_name=entrant.get_state_display(),
        back_to=str(state.label),
        again=() if back else tuple(_again(entrant, match) for match in given_away(entrant)),
        missed=tuple(missed),
        waits_for_draft=undrawn_drafts(entrant),
        has_place=has_place(entrant) or not is_drawn(entrant.category),
        is_still_out=bool(back),
    )


def _again(entrant: Entrant, match: Match) -> Fate:
    others = match.seats.exclude(entrant=entrant).select_related("entrant")
    opponents = [seat.entrant for seat in others if seat.entrant]
    out = any(one.state in Entrant.OUT for one in opponents)
    return Fate(
        key=match.pk,
        code=match.code,
        token=match.token,
        stage=match.stage.order,
        round=match.round,
        position=0,
        opponents=tuple(one.name for one in opponents),
        is_playing=False,
        what=GIVEN if out else REDRAWN,
    )


def _holds(draw: Draw, entrant: Entrant) -> bool:
    return any(side["id"] == str(entrant.number) for side in draw.entrants)
