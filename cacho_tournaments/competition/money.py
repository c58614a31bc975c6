"""How amounts of money are written.

Knows: the signs of currencies, the reader's way of writing numbers. Does not know: rows.
"""

from decimal import Decimal

from django.utils.formats import number_format

SIGNS = {"BOB": "Bs", "USD": "US$", "EUR": "€", "PEN": "S/", "ARS": "AR$", "CLP": "CL$"}


def written(amount: Decimal | int, currency: str) -> str:
    """Return the amount with its sign before it; whole amounts without decimals (``Bs 60``, ``Bs 12,50``)."""
    places = 0 if amount == int(amount) else 2
    return f"{SIGNS.get(currency, currency)} {number_format(amount, decimal_pos=places, use_l10n=True)}"
