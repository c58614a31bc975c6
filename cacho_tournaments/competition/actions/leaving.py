"""Who leaves a category that is drawn, and who comes back.

Knows: what becomes of open matches (``queries.leaving``), rounds that were missed. Does not know: how a match is
decided (``results``), how a round is drawn again (``rounds.repair``), pages.

Whoever has played keeps what was played. What is drawn whole has its open matches given to the opponents at once; of a
round drawn by itself, a match not begun is offered to be drawn again, unless the organizer would rather give it away.
Whoever comes back finds everything as it was left, but for the rounds that were played meanwhile: these count as
missed and are worth what an absence is worth (PAI-03).
"""

from collections.abc import Iterable

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from cacho_tournaments.competition import permissions
from cacho_tournaments.competition.actions import at_table, eliminations, entrant_log, results, seating
from cacho_tournaments.competition.actions.holding import held, locked
from cacho_tournaments.competition.errors import Impossible
from cacho_tournaments.competition.models import (
    Bye,
    Entrant,
    Match,
    Participant,
    Result,
    Seat,
    Stage,
)
from cacho_tournaments.competition.queries import leaving as queries
from cacho_tournaments.competition.queries.leaving import (
    GIVEN,
    OPEN_MATCHES,
    PLAYED_ON,
    REDRAWN,
    REPAIR,
    Fate,
)
from cacho_tournaments.competition.queries.rounds import last_round
from cacho_tournaments.journal.transactions import again_after_deadlock
from cacho_tournaments.people.models import User


@again_after_deadlock
def withdraw(
    *,
    entrant: Entrant,
    by: User,
    reason: str = "",
    has_appeared: bool = True,
    open_matches: str = REPAIR,
) -> Entrant:
    """Take somebody out who goes, or who never came. Raises: Impossible ``left-already``, ``merged-already``,
    ``unknown-fate``; and whatever keeps a match from being given."""
    permissions.require("competition.desk", by, entrant.category.tournament)
    state = Entrant.State.WITHDRAWN if has_appeared else Entrant.State.NO_SHOW
    return _leave(entrant, by, state, reason, open_matches)


@again_after_deadlock
def disqualify(*, entrant: Entrant, by: User, reason: str, open_matches: str = REPAIR) -> Entrant:
    """Put somebody out for what was done. Raises: Impossible ``reason-needed`` and as ``withdraw``."""
    permissions.require("competition.organize", by, entrant.category.tournament)
    if not reason.strip():
        raise Impossible("reason-needed", name=entrant.name)
    return _leave(entrant, by, Entrant.State.DISQUALIFIED, reason, open_matches)


@again_after_deadlock
def come_back(*, entrant: Entrant, by: User, reason: str = "") -> Entrant:
    """Take somebody back in who had left: into the state from which, and to the matches that can still be played.

    Rounds that were released meanwhile count as missed. Of one whom the rules put out besides, only the leaving is
    taken back.
    Raises: Impossible ``not-away``, ``drawn-without``, ``merged-already``, ``draft-stands``, ``later-match-begun``,
    ``next-stage-drawn``.
    """
    category = entrant.category
    after_ban = entrant.state == Entrant.State.DISQUALIFIED
    permissions.require("competition.organize" if after_ban else "competition.desk", by, category.tournament)
    with transaction.atomic():
        category = held(category.pk)
        matches = queries.given_away(entrant)
        entrant = _locked(entrant, [match.pk for match in matches])
        if entrant.state not in Entrant.LEFT:
            raise Impossible("not-away", name=entrant.name)
        if queries.is_drawn(category) and not queries.has_place(entrant):
            raise Impossible("drawn-without", name=entrant.name)
        if queries.undrawn_drafts(entrant):
            raise Impossible("draft-stands")
        before, entrant.state = entrant.state, _state_before(entrant)
        entrant.left_from = ""
        entrant.save(update_fields=["state", "left_from"])
        again = _take_up(entrant, matches, by) if entrant.state in Entrant.IN_PLAY else []
        missed = _make_up(entrant)
        said = {"before": before, "state": entrant.state, "reason": reason.strip()}
        entrant_log.said(
            "competition.entrant.returned",
            entrant,
            category,
            by,
            name=entrant.name,
            matches=again,
            missed=missed,
            **said,
        )
    return entrant


def _leave(entrant: Entrant, by: User, state: str, reason: str, open_matches: str) -> Entrant:
    if open_matches not in OPEN_MATCHES:
        raise Impossible("unknown-fate", value=open_matches, known=list(OPEN_MATCHES))
    with transaction.atomic():
        category = held(entrant.category_id)
        fates = queries.fates(entrant, open_matches)
        entrant = _locked(entrant, [fate.key for fate in fates])
        if entrant.state == state:
            raise Impossible("left-already", name=entrant.name)
        before = entrant.state
        # Whom the rules put out goes back to where it was before that, should they let it in meanwhile.
        entrant.left_from = entrant.left_from or entrant.eliminated_from or before
        entrant.state = state
        entrant.save(update_fields=["state", "left_from"])
        for fate in fates:
            _give(fate, by, reason)
        _note_rounds(entrant, fates)
        entrant_log.said(
            "competition.entrant.left",
            entrant,
            category,
            by,
            name=entrant.name,
            before=before,
            state=state,
            matches=_codes(fates, GIVEN),
            redrawn=_codes(fates, REDRAWN),
            played_on=_codes(fates, PLAYED_ON),
            reason=reason.strip(),
        )
    return entrant


def _locked(entrant: Entrant, matches: Iterable[int]) -> Entrant:
    """Lock matches, then whom they concern, as results do."""
    list(Match.objects.select_for_update().filter(pk__in=list(matches)).order_by("pk").values_list("pk"))
    found = locked([entrant.pk]).select_related(None).get()
    found.category = entrant.category
    if found.merged_into_id is not None:
        raise Impossible("merged-already", name=found.name)
    return found


def _state_before(entrant: Entrant) -> str:
    """Return the state that is come back to: whom the rules put out is still out when the leaving is taken back."""
    if entrant.eliminated_from:
        return Entrant.State.ELIMINATED
    return entrant.left_from or Entrant.State.CHECKED_IN


def _codes(fates: tuple[Fate, ...], what: str) -> list[str]:
    return [fate.code for fate in fates if fate.what == what]


def _give(fate: Fate, by: User, reason: str) -> None:
    """Give a match to whoever is left in it, or have a table go on without who leaves."""
    if fate.what == GIVEN:
        match = _match(fate.key)
        if match.state in (Match.State.READY, Match.State.PLAYING):
            _decide(match, by, reason)
    elif fate.what == PLAYED_ON and not fate.is_playing:
        at_table.missing(match=_match(fate.key), by=by, absent=[fate.position], reason=reason)


def _decide(match: Match, by: User, reason: str) -> None:
    given = eliminations.given(match)
    if given is not None:
        results.record(
            match=match, by=by, kind=given.kind, lines=given.lines, ending=given.ending, reason=reason
        )


def _note_rounds(entrant: Entrant, fates: tuple[Fate, ...]) -> None:
    """Write down after which round the entrant left each stage that is drawn round by round, and have every stage
    that shows it read anew."""
    stages = Stage.objects.filter(category=entrant.category_id, state=Stage.State.RELEASED)
    for stage in stages:
        own = Participant.objects.filter(stage=stage, entrant=entrant)
        unplayed = {fate.round for fate in fates if fate.stage == stage.order and fate.what == REDRAWN}
        last = last_round(stage)
        own.update(left_after_round=min(unplayed, default=last + 1) - 1)
        # Who has left is not awaited: that it had asked to be away says nothing any more.
        coming = Bye.objects.filter(stage=stage, entrant=entrant, round__gt=last, draw__isnull=True)
        coming.update(is_standing=False)
    stages.update(results_version=F("results_version") + 1)


def _take_up(entrant: Entrant, matches: tuple[Match, ...], by: User) -> list[str]:
    """Have the matches played that were given away; where the other side is out now, it loses instead."""
    again = []
    for match in matches:
        if eliminations.absent_from(match):
            _decide(match, by, "")
        else:
            results.revoke(match=match, by=by)
            again.append(match.code)
    for match in _free_places(entrant):
        seating.settle_again(match, by=by, now=timezone.now())
    return again + _sit_down_again(entrant, by)


def _free_places(entrant: Entrant) -> list[Match]:
    """Return the matches that nobody came to: the opponent came not through, and the entrant had left."""
    nobody = Result.objects.filter(
        is_current=True, kind=Result.Kind.BOTH_ABSENT, ending=Result.FREE_PLACE
    ).values("match")
    own = Seat.objects.filter(entrant=entrant).values("match")
    rows = Match.objects.filter(stage__state=Stage.State.RELEASED, pk__in=nobody).filter(pk__in=own)
    return list(rows.select_related("stage").order_by("pk"))


def _sit_down_again(entrant: Entrant, by: User) -> list[str]:
    """Give back the seats at tables of more than two that have not begun without it."""
    left = Seat.ever.filter(
        entrant=entrant,
        is_standing=False,
        match__is_standing=True,
        match__state=Match.State.READY,
        match__started_at=None,
        match__stage__state=Stage.State.RELEASED,
    )
    codes = []
    for seat in left.select_related("match"):
        at_table.come(match=seat.match, by=by, entrant=entrant)
        codes.append(seat.match.code)
    return codes


def _make_up(entrant: Entrant) -> list[int]:
    """Write down the rounds that were missed, as absences; return them."""
    missed: list[int] = []
    rows = Participant.objects.filter(entrant=entrant, stage__state=Stage.State.RELEASED)
    for row in rows.filter(left_after_round__isnull=False).select_related("stage"):
        after = max(row.left_after_round or 0, row.since_round - 1)
        numbers = queries.missed_rounds(entrant, row.stage, after)
        Bye.objects.bulk_create(
            Bye(stage=row.stage, entrant=entrant, round=number, kind=Bye.Kind.ABSENT) for number in numbers
        )
        row.left_after_round = None
        row.save(update_fields=["left_after_round"])
        missed += numbers
    Stage.objects.filter(category=entrant.category_id, state=Stage.State.RELEASED).update(
        results_version=F("results_version") + 1
    )
    return missed


def _match(key: int) -> Match:
    return Match.objects.select_related("stage__category__tournament").get(pk=key)
