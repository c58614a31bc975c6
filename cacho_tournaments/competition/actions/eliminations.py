"""Whom the rules of a game put out of an event, and who comes back in; what a match comes to of which a side is out.

Knows: states of entrants, the lines of results that say who is out, which matches that concerns.
Does not know: permissions, the journal, who leaves by oneself (``leaving``).
Called inside the transactions of actions alone. Matches are locked before entrants.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from cacho_tournaments.competition.actions import lines as sides
from cacho_tournaments.competition.actions.holding import locked
from cacho_tournaments.competition.actions.lines import SideResult
from cacho_tournaments.competition.errors import Impossible
from cacho_tournaments.competition.models import Entrant, Match, Result, ResultLine


@dataclass(frozen=True, slots=True)
class Change:
    """Whose state a result changed: who is out of the event now, who is in it again."""

    out: tuple[Entrant, ...] = ()
    back: tuple[Entrant, ...] = ()


@dataclass(frozen=True, slots=True)
class Given:
    """How a match ends that nobody plays because a side is out."""

    kind: str
    ending: str
    lines: Sequence[SideResult]


def put_out_by(result: Result | None) -> frozenset[int]:
    """Return the keys of those whom a result puts out."""
    if result is None:
        return frozenset()
    return frozenset(result.lines.filter(is_out=True).values_list("entrant_id", flat=True))


def follow(match: Match, *, before: Collection[int], now: Collection[int]) -> Change:
    """Bring the states of entrants to what the match's results say, once these are written.

    ``before`` and ``now`` are those whom the result of before and the one of now put out. Who is named by both stays
    as he is, so whoever was let back in does not go out again by a corrected figure. Who is put out by another
    standing result too stays out; who left besides stays away, but may be taken back in.
    """
    changing = sorted(set(before) ^ set(now))
    if not changing:
        return Change()
    _lock_matches(match, changing)
    return _brought(before, now)


def lift(matches: Collection[int]) -> tuple[Entrant, ...]:
    """Have the results of matches stand no more, part of an action that takes the matches back; return those whom
    these results alone had put out, and who are in the event again."""
    before = set(_lines().filter(result__match__in=matches).values_list("entrant_id", flat=True))
    Result.objects.filter(match__in=matches, is_current=True).update(is_current=False)
    return _brought(before, ()).back if before else ()


def _brought(before: Collection[int], now: Collection[int]) -> Change:
    """Bring the states of those to what standing results say, whom one of ``before`` and ``now`` names alone."""
    changing = sorted(set(before) ^ set(now))
    rows = list(locked(changing))
    out = [row for row in rows if row.pk in now and row.state not in Entrant.OUT]
    elsewhere = set(_lines().filter(entrant__in=changing).values_list("entrant_id", flat=True))
    free = [row for row in rows if row.pk in before and row.eliminated_from and row.pk not in elsewhere]
    back = [row for row in free if _is_out(row)]
    for row in out:
        row.eliminated_from, row.state = row.state, Entrant.State.ELIMINATED
    for row in back:
        row.state = row.eliminated_from
    for row in free:
        row.eliminated_from = ""
    Entrant.objects.bulk_update([*out, *free], ["state", "eliminated_from"])
    return Change(tuple(out), tuple(back))


def let_in(entrant: Entrant) -> Entrant:
    """Give the entrant the state from which it was put out. Raises: Impossible ``not-eliminated``."""
    entrant = locked([entrant.pk]).get()
    if not _is_out(entrant):
        raise Impossible("not-eliminated", name=entrant.name)
    entrant.state, entrant.eliminated_from = entrant.eliminated_from, ""
    entrant.save(update_fields=["state", "eliminated_from"])
    return entrant


def open_matches(stage: int, entrants: Iterable[Entrant]) -> list[Match]:
    """Return the matches of a stage that any of them was still to play, both sides known."""
    ready = (Match.State.READY, Match.State.PLAYING)
    return list(_of(entrants).filter(stage=stage, state__in=ready).order_by("pk").distinct())


def given_away(entrants: Iterable[Entrant]) -> list[Match]:
    """Return the matches that were decided because any of them was out."""
    standing = Result.objects.filter(is_current=True, ending=Result.OPPONENT_OUT)
    return list(_of(entrants).filter(results__in=standing).order_by("pk").distinct())


def put_out_in(entrant: Entrant) -> list[Match]:
    """Return the matches whose standing results put the entrant out, locked; then those that were given away are
    locked too, as whoever takes such a result back locks them."""
    related = Match.objects.select_for_update(of=("self",)).select_related("stage__category__tournament")
    found = _lines().filter(entrant=entrant).values("result__match")
    lost = list(related.filter(pk__in=found).order_by("pk"))
    _lock(match.pk for match in given_away([entrant]))
    return lost


def absent_from(match: Match) -> list[int]:
    """Return the positions of seats whose sides are out of the event: by the rules, or because they have left."""
    gone = match.seats.filter(entrant__state__in=Entrant.OUT)
    return list(gone.values_list("position", flat=True))


def given(match: Match) -> Given | None:
    """Return how the match ends because sides of it are out; None where nobody is, or enough are left to play."""
    absent = absent_from(match)
    there = match.seats.exclude(entrant=None).count() - len(absent)
    if not absent or there > 1:
        return None
    states = set(match.seats.filter(position__in=absent).values_list("entrant__state", flat=True))
    found = sides.decided(match, absent)
    kind = sides.kind_of(found)
    if there and Entrant.State.DISQUALIFIED in states:
        kind = Result.Kind.DISQUALIFIED
    by_rules = states == {Entrant.State.ELIMINATED}
    return Given(kind, Result.OPPONENT_OUT if by_rules else Result.OPPONENT_LEFT, found)


def _is_out(entrant: Entrant) -> bool:
    return entrant.state == Entrant.State.ELIMINATED


def _lines() -> QuerySet[ResultLine]:
    return ResultLine.objects.filter(is_out=True, result__is_current=True)


def _of(entrants: Iterable[Entrant]) -> QuerySet[Match]:
    related = Match.objects.select_related("stage__category__tournament")
    return related.filter(seats__entrant__in=[entrant.pk for entrant in entrants])


def _lock_matches(match: Match, entrants: Collection[int]) -> None:
    """Lock what may be given to the opponents, or taken back from them, in the order in which it is played."""
    concerned = Match.objects.filter(stage=match.stage_id, seats__entrant__in=entrants)
    _lock(set(concerned.values_list("pk", flat=True)) - {match.pk})


def _lock(matches: Iterable[int]) -> None:
    list(Match.objects.select_for_update().filter(pk__in=list(matches)).order_by("pk").values_list("pk"))
