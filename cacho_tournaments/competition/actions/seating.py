"""How winners and losers come to their next seats, and how they leave them again.

Knows: seats that name the match they wait for. Does not know: permissions, the journal, lines of results.
Only ``results`` calls this, inside its own transaction and with the earlier match locked. Matches are locked in
the order in which they are played, so two results at one moment never wait for each other.

Where nobody comes from a match (both sides were absent, or the loser is out), the seat stays empty and the other
side has a free place: its match ends as a walkover whose ``ending`` says so (PAI-15). A side that has left while it
waited keeps its seat, and loses to whoever comes.

A later match that has begun is never changed by itself: it needs a decision (``rulings``). Kept, the seat holds its
side and is pinned, and that side comes nowhere else from the match before; replayed, a fresh match stands in its
place; void, it counts for nothing and nobody comes from it.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from enum import Enum, auto

from cacho_tournaments.competition import bridge
from cacho_tournaments.competition.actions import eliminations, superseding
from cacho_tournaments.competition.actions import lines as sides
from cacho_tournaments.competition.actions.rulings import KEEP, REPLAY, Rulings
from cacho_tournaments.competition.errors import Impossible
from cacho_tournaments.competition.models import Entrant, Match, Result, ResultLine, Seat, Stage
from cacho_tournaments.people.models import User

Outcome = Mapping[str, int | None]  # who comes out of a match, entrants' keys by Seat.take
NOBODY: Outcome = {Seat.Take.WINNER.value: None, Seat.Take.LOSER.value: None}
CONSOLATION = "consolation"
FINAL = "final"  # the node whose loser, unbeaten until then, plays the same side once more


class _Standing(Enum):
    """How far a later match is: open to whoever comes, begun, or declared void."""

    OPEN = auto()
    BEGUN = auto()
    VOID = auto()


def follow(
    match: Match,
    outcome: Outcome,
    *,
    by: User | None,
    now: datetime,
    first: bool,
    rulings: Rulings | None = None,
) -> list[str]:
    """Bring the later seats to what the match's result says; return the codes of matches decided by a free place.

    ``first`` is false for a correction: a seat that already holds the right side, or nobody rightly, is left alone.
    Raises: Impossible ``later-match-begun`` where a seat would change under a match that has begun and nothing is
    decided about it; within a correction ``decision-needed``.
    """
    changing, kept = [], {}
    for seat in _later(match):
        wanted = _fresh(match, outcome.get(seat.take)) if _consoles(seat, match) else outcome.get(seat.take)
        if seat.entrant_id == wanted and (not first or seat.is_pinned):
            _pin(seat, False)
        elif seat.is_pinned and (first or rulings is None) and _standing(seat.match) is _Standing.BEGUN:
            kept[seat.entrant_id] = wanted  # as it was decided, until another correction asks anew
        else:
            changing.append((seat, wanted))
    codes = _change(changing, by=by, now=now, first=first, rulings=rulings, kept=kept)
    _follow_final(match, outcome, rulings)
    return codes


def take_back(match: Match, *, by: User | None, now: datetime, rulings: Rulings | None = None) -> None:
    """Empty the seats that the match's result filled. Raises: Impossible as ``follow``."""
    held = [seat for seat in _later(match) if not seat.is_pinned or _standing(seat.match) is _Standing.OPEN]
    _change([(seat, None) for seat in held], by=by, now=now, first=None, rulings=rulings, kept={})
    _follow_final(match, NOBODY, rulings)


def settle_again(match: Match, *, by: User | None, now: datetime) -> list[str]:
    """Have a match that a free place decided decided anew, because a side of it is in the event again; return the
    codes of matches decided by a free place now. Raises: Impossible ``later-match-begun``."""
    match = Match.objects.select_for_update(of=("self",)).select_related("stage").get(pk=match.pk)
    take_back(match, by=by, now=now)
    superseding.reopen(match, Match.State.WAITING)
    return _settle(match, by=by, now=now, rulings=None)


def _consoles(seat: Seat, match: Match) -> bool:
    """Tell whether the seat takes a loser of the match into the consolation."""
    return seat.bracket == CONSOLATION != match.bracket


def _fresh(match: Match, loser: int | None) -> int | None:
    """Return the loser if this was the first match it had: it was drawn into it (rule 12.2 of the formats)."""
    drawn = match.seats.filter(source__isnull=True).values_list("entrant_id", flat=True)
    return loser if loser in drawn else None


def _later(match: Match) -> list[Seat]:
    """Return the seats that wait for the match, their matches locked; not those of a second final, which comes and
    goes whole."""
    waiting = Seat.objects.filter(source=match).exclude(match__node=bridge.SECOND_FINAL)
    found = list(waiting.order_by("match_id", "position"))
    keys = [seat.match_id for seat in found]
    locked = {row.pk: row for row in Match.objects.select_for_update().filter(pk__in=keys).order_by("pk")}
    for seat in found:
        seat.match = locked[seat.match_id]
    return found


def _standing(match: Match) -> _Standing:
    current = superseding.current(match)
    if current is not None and current.ending == Result.VOIDED:
        return _Standing.VOID
    # A match that was given away before anybody threw follows whoever comes, as a free place does.
    given = current is not None and current.ending in Result.GIVEN and match.started_at is None
    free = current is None or given or current.ending == Result.FREE_PLACE
    return _Standing.OPEN if free and match.state != Match.State.PLAYING else _Standing.BEGUN


def _change(
    changing: list[tuple[Seat, int | None]],
    *,
    by: User | None,
    now: datetime,
    first: bool | None,
    rulings: Rulings | None,
    kept: Mapping[int | None, int | None],
) -> list[str]:
    """Give each seat whoever is wanted. ``first`` tells a first result from a correction, None that there is no
    result any more, so that nobody is yet known to come. ``kept`` are sides that stay where they are by decision, with
    whoever would have come there."""
    decided = _decided(
        [seat.match for seat, _ in changing if _standing(seat.match) is _Standing.BEGUN], rulings
    )
    staying = [(seat, wanted) for seat, wanted in changing if decided.get(seat.match.code) == KEEP]
    kept = {**kept, **{seat.entrant_id: wanted for seat, wanted in staying}}
    for seat, _wanted in staying:
        _pin(seat, True)
    left = []
    for seat, rightful in changing:
        decision, wanted = decided.get(seat.match.code), _instead(rightful, kept)
        if decision == KEEP or (not first and wanted != rightful and wanted == seat.entrant_id):
            continue
        holds = not first or seat.entrant_id is not None
        row = _left(seat, decision, by=by, now=now, rulings=rulings) if holds else seat
        left.append((row, wanted))
    for seat, wanted in left:
        seat.entrant_id = wanted
        seat.save(update_fields=["entrant"])
    if first is None:
        return []
    matches = {seat.match_id: seat.match for seat, _ in left}.values()
    return [code for match in matches for code in _settle(match, by=by, now=now, rulings=rulings)]


def _instead(wanted: int | None, kept: Mapping[int | None, int | None]) -> int | None:
    """Return who comes, where whoever should is kept in another match: the side whose place that one has."""
    seen: set[int | None] = set()
    while wanted is not None and wanted in kept and wanted not in seen:
        seen.add(wanted)
        wanted = kept[wanted]
    return None if wanted in seen else wanted


def _decided(begun: list[Match], rulings: Rulings | None) -> dict[str, str]:
    codes = list(dict.fromkeys(match.code for match in begun))
    if not codes:
        return {}
    if rulings is None:
        raise Impossible("later-match-begun", match=", ".join(codes), matches=codes)
    return rulings.need(codes)


def _left(
    seat: Seat, decision: str | None, *, by: User | None, now: datetime, rulings: Rulings | None
) -> Seat:
    """Return the seat emptied, and with it whatever its match came to; ``decision`` where that match has begun.

    It is the seat of another match where that one is played again, and it is read anew: two seats of one match may
    change at once.
    """
    waiting = Seat.objects.select_related("match").filter(source=seat.source_id, take=seat.take)
    match = waiting.get().match
    standing = _standing(match)
    if standing is _Standing.BEGUN and decision == REPLAY:
        take_back(match, by=by, now=now, rulings=rulings)
        superseding.fresh(match)
    elif standing is _Standing.BEGUN:
        superseding.void(match, who=by, now=now)
        follow(match, NOBODY, by=by, now=now, first=False, rulings=rulings)
    elif standing is _Standing.OPEN:
        if match.state == Match.State.FINISHED:
            take_back(match, by=by, now=now, rulings=rulings)
        superseding.reopen(match, Match.State.WAITING)
    row = waiting.get()
    if row.match.state == Match.State.READY:
        superseding.reopen(row.match, Match.State.WAITING)
    row.entrant, row.is_pinned = None, False
    row.save(update_fields=["entrant", "is_pinned"])
    return row


def _pin(seat: Seat, pinned: bool) -> None:
    if seat.is_pinned != pinned:
        seat.is_pinned = pinned
        seat.save(update_fields=["is_pinned"])


def _follow_final(match: Match, outcome: Outcome, rulings: Rulings | None) -> None:
    """Bring a second final where the side that had not lost yet lost the first, take it away where it did not."""
    stage = match.stage
    if match.node != FINAL or stage.format != Stage.Format.DOUBLE or not stage.settings.get("reset"):
        return
    winner, loser = (outcome.get(take.value) for take in (Seat.Take.WINNER, Seat.Take.LOSER))
    unbeaten = match.seats.filter(position=1).values_list("entrant_id", flat=True).first()
    wanted = [loser, winner] if winner is not None and loser is not None and loser == unbeaten else []
    again = Match.objects.select_for_update().filter(stage=stage, node=bridge.SECOND_FINAL).first()
    if again is not None:
        seats = list(again.seats.all())
        is_right = [seat.entrant_id for seat in seats] == wanted
        begun = [] if is_right or _standing(again) is _Standing.OPEN else [again]
        if begun and rulings is None and any(seat.is_pinned for seat in seats):
            return  # as it was decided, until another correction asks anew
        if is_right or _decided(begun, rulings).get(again.code) == KEEP:
            for seat in seats:
                _pin(seat, not is_right)
            return
        superseding.supersede(again)
        superseding.retire(again)
    if wanted:
        sides = Entrant.objects.in_bulk(wanted)
        made, seats = bridge.second_final(match, *(sides[key] for key in wanted))
        made.save(force_insert=True)
        Seat.objects.bulk_create(seats)


def _settle(match: Match, *, by: User | None, now: datetime, rulings: Rulings | None) -> list[str]:
    """Make the match ready, or end it where a free place decides it."""
    if _standing(match) is not _Standing.OPEN:
        return []
    if superseding.current(match) is not None:  # decided on the way from one decision to the next
        take_back(match, by=by, now=now, rulings=rulings)
        superseding.reopen(match, Match.State.WAITING)
    seats = list(match.seats.select_related("source", "entrant"))
    if any(seat.entrant_id is None and not _is_vacant(seat) for seat in seats):
        return []
    there = [seat for seat in seats if seat.entrant is not None and seat.entrant.state not in Entrant.OUT]
    if len(there) == len(seats):
        match.state = Match.State.READY
        match.save(update_fields=["state"])
        return []
    result = Result(match=match, recorded_by=by, recorded_at=now)
    given = eliminations.given(match) if all(seat.entrant for seat in seats) else None
    if given is not None:
        result.kind, result.ending = given.kind, given.ending
        by_position = {seat.position: seat for seat in seats}
        lines = [sides.row(result, by_position[line.position], line, ()) for line in given.lines]
    else:
        result.kind = Result.Kind.WALKOVER if there else Result.Kind.BOTH_ABSENT
        result.ending = Result.FREE_PLACE
        lines = [ResultLine(result=result, seat=seat, entrant=seat.entrant, place=1) for seat in there]
    result.save()
    ResultLine.objects.bulk_create(lines)
    match.state, match.finished_at = Match.State.FINISHED, now
    match.save(update_fields=["state", "finished_at"])
    outcome = {Seat.Take.WINNER.value: there[0].entrant_id if there else None}
    return [match.code, *follow(match, outcome, by=by, now=now, first=True, rulings=rulings)]


def _is_vacant(seat: Seat) -> bool:
    return seat.source is None or seat.source.state == Match.State.FINISHED


def outcome_of(kind: str, lines: Iterable[ResultLine], out: frozenset[int]) -> Outcome:
    """Return who comes out of a match of two as its winner and its loser.

    A loser goes on (to the third place) unless put out of this match or of the event: ``out`` are those keys.
    """
    rows = list(lines)
    best = [row.entrant_id for row in rows if row.place == 1]
    winner = best[0] if len(best) == 1 and kind != Result.Kind.BOTH_ABSENT else None
    beaten = [row.entrant_id for row in rows if row.entrant_id != winner]
    stays = winner is not None and len(beaten) == 1 and kind != Result.Kind.DISQUALIFIED
    loser = beaten[0] if stays and beaten[0] not in out else None
    return {Seat.Take.WINNER.value: winner, Seat.Take.LOSER.value: loser}
