"""Short ways to write entrants and matches down in tests.

Knows: the values of the formats.
Does not know: any rule.
"""

from cacho_tournaments.formats.base import Entrant, Match, Result, Row


def sides(names: str) -> list[Entrant]:
    """Return an entrant for every word."""
    return [Entrant(name) for name in names.split()]


def played(pair: str, first: int, second: int, *, number: int = 1, instant: int | None = None) -> Match:
    """Return a played match: ``played("A-B", 200, 150)``. ``instant`` is the seat that won at once."""
    places = (1 + (first < second), 1 + (second < first))
    if instant is not None:
        places = (1 + instant, 2 - instant)
    at_once = tuple(seat == instant for seat in (0, 1))
    result = Result("played", places, (first, second), instant=at_once)
    return Match(f"{pair} {number}", tuple(pair.split("-")), result, round=number)


def forfeit(pair: str, kind: str, first: int, second: int, *, number: int = 1) -> Match:
    """Return a match that was not played: kind and places."""
    return Match(f"{pair} {number}", tuple(pair.split("-")), Result(kind, (first, second)), round=number)


def unplayed(pair: str, number: int = 1) -> Match:
    """Return a match that has not ended."""
    return Match(f"{pair} {number}", tuple(pair.split("-")), round=number)


def order(rows: tuple[Row, ...]) -> str:
    """Return the places and sides of a table: ``1A 2B``."""
    return " ".join(f"{row.place}{row.entrant}" for row in rows)
