"""What competition asks of the room above it: whether the sides of a match have still to confirm its end.

Knows: the question. Does not know: the answer, which follows from the turns; ``play`` gives it once, when the program
starts. Until then no end waits.
"""

from django.db.models import BooleanField, Exists, Value

Waits = Exists | Value

_given: list[Waits] = [Value(False, output_field=BooleanField())]


def answer_by(waits: Waits) -> None:
    """Have the question answered by ``waits`` from now on: an expression on matches."""
    _given[:] = [waits]


def waits() -> Waits:
    """Return the expression by which matches tell whether their end waits."""
    return _given[0]
