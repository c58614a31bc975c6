"""The count of the cards at the end of a hand: what it pays, and which counts can be (rules 3 and 6.7).

Knows: cards and who dealt. Does not know: scores; that a side at 38 gets nothing is ``check``'s affair.
"""

from collections.abc import Iterator

PACK = 40
CARTON = 20  # from here on cards pay
CARTON_PAYS = 6
SMALL = 2  # more cards without twenty, and "dos por darlas"


def paid(dealer: int, other: int) -> tuple[int, int]:
    """Return what the dealing side and the other side get for their cards; one of the two is always 0.

    >>> paid(21, 19), paid(23, 17), paid(20, 20), paid(17, 19)
    ((8, 0), (10, 0), (0, 2), (0, 2))
    """
    if dealer == other:
        return 0, SMALL
    most = max(dealer, other)
    points = CARTON_PAYS + 2 * -(-(most - CARTON) // 2) if most >= CARTON else SMALL
    return (points, 0) if dealer > other else (0, points)


def is_possible(cards: int, captures: int) -> bool:
    """Say whether a side can have so many cards after so many captures that were noted."""
    return 0 <= cards <= PACK and cards != 1 and cards >= 2 * captures


def pairs() -> Iterator[tuple[int, int]]:
    """Yield every pair of cards that two sides can have."""
    for one in range(PACK + 1):
        for other in range(PACK + 1 - one):
            if is_possible(one, 0) and is_possible(other, 0):
                yield one, other
