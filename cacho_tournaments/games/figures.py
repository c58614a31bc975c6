"""Whole numbers as people write them into a line, a header or a sheet.

Knows: which texts are one. Does not know: what a number means, and whether it is possible.
"""

_LONGEST = 6  # digits; a longer one stands in no game, and Python reads no number of thousands of digits


def whole(text: str) -> int | None:
    """Return plain digits as a number, None where the text is anything else.

    >>> whole("18"), whole("-8"), whole("١٨"), whole("9" * 5000)
    (18, None, None, None)
    """
    return int(text) if text.isascii() and text.isdigit() and len(text) <= _LONGEST else None
