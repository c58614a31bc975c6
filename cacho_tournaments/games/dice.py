"""Dice as text: five digits such as ``"35661"``, in the order in which they were read out.

Knows: faces, opposite faces, counting, sorting, every multiset, a throw by a given generator.
Does not know: what any dice are worth, or which game is played.
"""

from functools import lru_cache
from itertools import combinations_with_replacement
from random import Random

FACES = "123456"


def opposite(face: str) -> str:
    """Return the face on the other side of the die.

    >>> opposite("6")
    '1'
    """
    return str(7 - int(face))


def in_order(dice: str) -> str:
    """Return the dice sorted, the form in which tables are keyed.

    >>> in_order("35661")
    '13566'
    """
    return "".join(sorted(dice))


def without(dice: str, taken: str) -> str | None:
    """Return what is left of ``dice`` when ``taken`` is lifted out, or None where it is not among them.

    >>> without("35661", "66")
    '351'
    """
    left = dice
    for face in taken:
        if face not in left:
            return None
        left = left.replace(face, "", 1)
    return left


@lru_cache(maxsize=8192)  # five dice lie in 7,776 ways; every line asks
def alike(dice: str) -> int:
    """Return how many dice show the face that most of them show."""
    return max(dice.count(face) for face in FACES)


def multisets(count: int) -> tuple[str, ...]:
    """Return every way in which ``count`` dice can lie, each sorted: 252 for five dice."""
    return tuple("".join(faces) for faces in combinations_with_replacement(FACES, count))


def roll(count: int, rng: Random) -> str:
    """Throw ``count`` dice."""
    return "".join(rng.choice(FACES) for _ in range(count))
