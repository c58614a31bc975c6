"""Figures as they are printed: a real minus, a sign where it says more or less, never cut into thousands.

Knows: which criteria of a table are differences. Does not know: tables, sheets, HTML.
"""

_MINUS = "−"


def figure(value: object) -> str:
    """Return a figure with a real minus, nothing for None."""
    return "" if value is None else str(value).replace("-", _MINUS)


def signed(value: int | None) -> str:
    """Return a difference with its sign: ``+77``, ``−36``, ``0``."""
    return figure(f"{value:+d}" if value else value)


def of_criterion(criterion: str, value: int | None) -> str:
    """Return what a row of a table has by a criterion; a difference carries its sign."""
    return signed(value) if criterion.endswith("difference") else figure(value)
