"""A result of a match as JSON, read with the path of every fault (rule 9.6).

Knows: kinds of results, one figure a seat.
Does not know: who sits there, what a result is worth.
"""

from cacho_tournaments.formats.at import At
from cacho_tournaments.formats.base import KINDS, Result
from cacho_tournaments.formats.errors import BadStage


def read(at: At, seats: int) -> Result:
    """Read the result of a match of so many seats. Raises: BadStage."""
    kind = at.need("kind").one_of(tuple(one for one in KINDS if one != "bye"))
    default = [seats] * seats if kind == "both-absent" else None
    places = _one_a_seat(at.get("places", default) if default else at.need("places"), seats)
    found = tuple(one.number(1) for one in places)
    if kind == "walkover" and len(set(found)) == 1:
        at.get("places").refuse(wanted="one winner")
    scores = _one_a_seat(at.get("scores", [None] * seats), seats)
    return Result(
        kind,
        found,
        scores=tuple(None if one.value is None else one.number() for one in scores),
        games=_counts(at.get("games"), seats),
        instant=_instant(at.get("instant"), found),
        shutouts=_counts(at.get("shutouts"), seats),
    )


def _counts(at: At, seats: int) -> tuple[int, ...]:
    return () if at.value is None else tuple(one.number(0) for one in _one_a_seat(at, seats))


def _one_a_seat(at: At, seats: int) -> list[At]:
    found = at.each()
    if len(found) != seats:
        raise BadStage("wrong-type", path=at.path, wanted="one figure a seat")
    return found


def _instant(at: At, places: tuple[int, ...]) -> tuple[bool, ...]:
    """Read who won at once: a truth value speaks of the winner, a list of every seat."""
    if at.value is None:
        return ()
    if isinstance(at.value, list):
        return tuple(bool(one.of(bool, "true or false")) for one in _one_a_seat(at, len(places)))
    at_once = bool(at.of(bool, "true or false"))
    return tuple(at_once and place == min(places) for place in places)
