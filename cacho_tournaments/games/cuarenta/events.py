"""The scoring events and what each is worth in each style (rule 2).

Knows: the seven events, which are announced and which are captures, their worth.
Does not know: when an event may stand (``check``), and that a side at 38 may get nothing (``check`` again).
"""

from collections.abc import Mapping
from dataclasses import dataclass

RONDA = "ronda"
DOBLE_RONDA = "doble-ronda"
CAIDA = "caida"
LIMPIA = "limpia"
CAIDA_LIMPIA = "caida-limpia"
CAIDA_RONDA = "caida-ronda"
TRES = "tres-caidas-limpia"


@dataclass(frozen=True, slots=True)
class Event:
    """One kind of event. ``caida`` and ``limpia`` say as what it counts in rules 6.5 and 6.6 (rule 6.10)."""

    code: str
    place: int  # in the order of the rules
    caida: bool = False
    limpia: bool = False

    @property
    def announced(self) -> bool:
        return not (self.caida or self.limpia)


EVENTS: Mapping[str, Event] = {
    event.code: event
    for event in (
        Event(RONDA, 0),
        Event(DOBLE_RONDA, 1),
        Event(CAIDA, 2, caida=True),
        Event(LIMPIA, 3, limpia=True),
        Event(CAIDA_LIMPIA, 4, caida=True, limpia=True),
        Event(CAIDA_RONDA, 5, caida=True),
        Event(TRES, 6, caida=True, limpia=True),
    )
}

CHICA = 40  # what an event that wins the chica at once is put down as; no other event comes near

WORTH: Mapping[str, Mapping[str, int]] = {
    "a-todo-dos": {
        RONDA: 2,
        DOBLE_RONDA: 4,
        CAIDA: 2,
        LIMPIA: 2,
        CAIDA_LIMPIA: 2,
        CAIDA_RONDA: 4,
    },
    "a-todo-rigor": {
        RONDA: 2,
        DOBLE_RONDA: CHICA,
        CAIDA: 2,
        LIMPIA: 2,
        CAIDA_LIMPIA: 4,
        CAIDA_RONDA: CHICA,
        TRES: CHICA,
    },
    "cuenca": {
        RONDA: 2,
        DOBLE_RONDA: 4,
        CAIDA: 2,
        LIMPIA: 2,
        CAIDA_LIMPIA: 4,
        CAIDA_RONDA: 4,
    },
}
