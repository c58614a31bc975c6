"""What people asks of the room above it: whom a user reaches, and where somebody plays.

Knows: the questions. Does not know: the answers, which follow from events; ``competition`` gives them once, when the
program starts. Until then nobody but a superuser reaches anybody.
"""

from dataclasses import dataclass
from typing import Protocol

from django.db.models import Q, Value
from django.db.models.expressions import Combinable

from cacho_tournaments.people.models import Player, User

EVERYBODY = Q(pk__isnull=False)
NOBODY = Q(pk__isnull=True)


@dataclass(frozen=True, slots=True)
class Appearance:
    """An entry of a player in an event; ``may_open`` says whether the reader works at that event's desk."""

    event: str
    event_slug: str
    category: str
    category_slug: str
    number: int
    called: str
    may_open: bool


class Answers(Protocol):
    """What is answered. The conditions are asked of persons and clubs for a user who may write persons down."""

    def reached(self, user: User) -> Q:
        """Return which players the user finds and changes."""
        ...

    def contacts(self, user: User) -> Q:
        """Return of which players the user reads phone and e-mail."""
        ...

    def clubs(self, user: User) -> Q:
        """Return which clubs the user changes."""
        ...

    def events(self, user: User) -> Combinable:
        """Return in how many of the events that the user can see a player is entered."""
        ...

    def appearances(self, player: Player, user: User) -> tuple[Appearance, ...]:
        """Return a player's entries in the events that the user can see, newest first."""
        ...


class _Unanswered:
    """A site without events."""

    def reached(self, user: User) -> Q:
        return EVERYBODY if user.is_superuser else NOBODY

    contacts = clubs = reached

    def events(self, user: User) -> Combinable:
        return Value(0)

    def appearances(self, player: Player, user: User) -> tuple[Appearance, ...]:
        return ()


_given: list[Answers] = [_Unanswered()]


def answer_by(answers: Answers) -> None:
    """Have the questions answered by ``answers`` from now on."""
    _given[:] = [answers]


def ask() -> Answers:
    """Return who answers."""
    return _given[0]
