"""Lists as files that spreadsheets open as they are.

Knows: what spreadsheets do to text (guess the encoding, run what looks like a formula). Does not know: any list.
"""

import csv
import io
from collections.abc import Iterable, Sequence
from fractions import Fraction

from django.http import HttpResponse
from django.utils.translation import get_language

from cacho_tournaments.web import figures

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")
Cell = str | int | Fraction | None


def csv_answer(name: str, heading: Sequence[object], rows: Iterable[Sequence[Cell]]) -> HttpResponse:
    """Return the list as a file: UTF-8 with its mark, and the separator that the reader's spreadsheet expects."""
    text = io.StringIO()
    writer = csv.writer(text, delimiter="," if (get_language() or "").startswith("en") else ";")
    writer.writerow([str(head) for head in heading])
    writer.writerows([_safe(cell) for cell in row] for row in rows)
    answer = HttpResponse("\ufeff" + text.getvalue(), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return answer


def _safe(cell: Cell) -> Cell:
    """Keep text from being run: a name such as ``=2+3`` gets an apostrophe; figures stay figures."""
    if isinstance(cell, Fraction):
        return figures.decimal(cell)
    if isinstance(cell, str) and cell.startswith(FORMULA_STARTS):
        return f"'{cell}"
    return "" if cell is None else cell
