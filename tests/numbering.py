"""The running number in the names that tests make up; it begins at 1 in every test.

Knows: nothing. Does not know: what is named.
"""

_last = [0]


def begin() -> None:
    """Begin at 1 again."""
    _last[0] = 0


def following() -> int:
    """Return the next number."""
    _last[0] += 1
    return _last[0]
