"""Who has had how many turns where sides take turns.

Knows: the order of sides, that a win at once ends a round unfinished. Does not know: any game, what a turn does.
"""

from collections.abc import Iterator


def turns_of_each(*, sides: int, to_move: int, instant: int | None, most: int) -> Iterator[list[int]]:
    """Yield how many turns each side has had, after 0 turns in all, 1, 2 ... up to ``most``.

    ``instant`` is the side that won by the last of them, where one did: then only what ends with its turn is yielded,
    and that turn, which no sheet shows, is left out.

    >>> list(turns_of_each(sides=2, to_move=2, instant=None, most=3))
    [[0, 0], [0, 1], [1, 1], [1, 2]]
    >>> list(turns_of_each(sides=2, to_move=2, instant=2, most=3))
    [[0, 0], [1, 1]]
    """
    for total in range(most + 1):
        turns = [(total + sides - 1 - (side - to_move) % sides) // sides for side in range(1, sides + 1)]
        if instant is not None:
            if total == 0 or (to_move + total - 2) % sides + 1 != instant:
                continue
            turns[instant - 1] -= 1
        yield turns
