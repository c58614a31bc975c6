"""When a person should look at a table.

Knows: what counts as amiss, and from which moment on. Does not know: rows, order, sentences.
"""

import datetime as dt

from cacho_tournaments.play.queries.hall_values import Clock, HallMatch, Trouble

HEARD_S = 60  # a tablet says every 15 s that it is there: three beats may be lost
QUIET_S = 300
UNCONFIRMED_S = 120
LATE_S = 300


def troubles_of(
    match: HallMatch, *, now: dt.datetime, disputed_since: dt.datetime | None, ended_at: dt.datetime | None
) -> tuple[Trouble, ...]:
    """Return what is amiss with a match, the oldest first."""
    found = [
        _call(match),
        Trouble("dispute", Clock.since(disputed_since, now), match.disputes) if disputed_since else None,
    ]
    if match.is_playing:
        found += [_silent(match), _second(match), _end(match, now, ended_at) or _quiet(match, now)]
    return tuple(sorted((each for each in found if each), key=lambda each: each.since.at))


def troubles_of_free(match: HallMatch, now: dt.datetime) -> tuple[Trouble, ...]:
    """Return what is amiss where nothing is played and a match could be."""
    if match.starts_at is None or (now - match.starts_at).total_seconds() < LATE_S:
        return ()
    return (Trouble("late", Clock.since(match.starts_at, now)),)


def _call(match: HallMatch) -> Trouble | None:
    return Trouble("call", match.call.since, text=match.call.reason) if match.call else None


def _silent(match: HallMatch) -> Trouble | None:
    """Only the tablet that writes is missed; one that was taken off, shut out, or that watches, may go, unless it has
    taken turns with it."""
    tablet = match.tablet
    if tablet is None or tablet.is_heard or not (tablet.writes or tablet.waiting):
        return None
    if match.is_to_confirm and not tablet.waiting:
        return None
    return Trouble("silent", tablet.seen, tablet.waiting, tablet.name)


def _second(match: HallMatch) -> Trouble | None:
    """A second tablet that only watches troubles nobody; what it wrote and cannot send does."""
    others = [each for each in match.tablets if each is not match.tablet and each.waiting]
    oldest = min(others, key=lambda each: each.since, default=None)
    if oldest is None:
        return None
    return Trouble("two-tablets", oldest.seen, oldest.waiting, oldest.name)


def _end(match: HallMatch, now: dt.datetime, ended_at: dt.datetime | None) -> Trouble | None:
    if not match.is_to_confirm or ended_at is None:
        return None
    is_long = (now - ended_at).total_seconds() >= UNCONFIRMED_S
    return Trouble("confirmation", Clock.since(ended_at, now), len(match.missing)) if is_long else None


def _quiet(match: HallMatch, now: dt.datetime) -> Trouble | None:
    since = match.turn_since
    if since is None or match.is_to_confirm or (now - since.at).total_seconds() < QUIET_S:
        return None
    return Trouble("quiet", since)
