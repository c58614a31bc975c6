"""Figures as they are printed: a real minus, a sign where it says more or less, never cut into thousands.

Knows: which criteria of a table are differences, how a language writes a part of a whole. Does not know: tables,
sheets, HTML.
"""

from fractions import Fraction

from django.utils.formats import number_format

_MINUS = "−"
_MOST_DIGITS = 9


def figure(value: object) -> str:
    """Return a figure with a real minus, nothing for None; of a fraction as many decimals as parts two at most."""
    if isinstance(value, Fraction | float):
        value = decimal(Fraction(value))
    return "" if value is None else str(value).replace("-", _MINUS)


def decimal(value: Fraction, digits: int = 2) -> str:
    """Return a fraction as the language writes it, rounded to two decimals: ``1,5``, ``0,67``. It is shown so; what
    is compared is exact."""
    text = f"{float(value):.{digits}f}".rstrip("0").rstrip(".")
    return str(number_format(text, use_l10n=True, force_grouping=False))


def both(mine: object, theirs: object) -> tuple[str, str]:
    """Return two figures that part two rows: with as many decimals as show that they differ."""
    if not isinstance(mine, int | Fraction) or not isinstance(theirs, int | Fraction) or mine == theirs:
        return figure(mine), figure(theirs)
    shown = figure(mine), figure(theirs)
    digits = 2
    while shown[0] == shown[1] and digits < _MOST_DIGITS:
        digits += 1
        shown = _longer(mine, digits), _longer(theirs, digits)
    return shown


def _longer(value: int | Fraction, digits: int) -> str:
    return figure(decimal(Fraction(value), digits))


def signed(value: int | Fraction | None) -> str:
    """Return a difference with its sign: ``+77``, ``−36``, ``0``."""
    return f"+{figure(value)}" if value and value > 0 else figure(value)


def of_criterion(criterion: str, value: int | Fraction | None) -> str:
    """Return what a row of a table has by a criterion; a difference carries its sign."""
    return signed(value) if criterion.endswith("difference") else figure(value)
