"""What stands on a printed page, as frozen values; a blank sheet is the same value with empty boxes.

Knows: the words and figures of each kind of page. Does not know: tables, HTML, millimetres.
"""

from dataclasses import dataclass
from datetime import date, datetime

from cacho_tournaments.competition.queries.values import Bracket, GroupTable, MatchCard
from cacho_tournaments.games.base import Sheet


@dataclass(frozen=True, slots=True)
class Head:
    """What stands on top of every page of an event."""

    tournament: str
    category: str
    place: str  # venue and city
    day: date
    paper: str  # a4, letter, oficio
    printed_at: datetime
    path: str  # of the public page that the QR code leads to; empty where the site's own address is not known


@dataclass(frozen=True, slots=True)
class SheetSide:
    """One side's half of a scoresheet. ``total`` is None on a blank sheet."""

    name: str
    club: str
    begins: bool
    sheet: Sheet
    total: int | None
    is_winner: bool


@dataclass(frozen=True, slots=True)
class MatchSheet:
    """A scoresheet: one game of a match, all its sides."""

    head: Head
    where: str  # group or bracket round, in words
    table: str
    code: str
    game: str  # which game, as the rules room calls it
    game_number: int
    best_of: int
    starts_at: datetime | None
    referee: str
    sides: tuple[SheetSide, ...]
    rules: str
    legend: tuple[str, ...]
    token: str  # of the match; with game and log rows it names the sheet
    log_rows: int  # of the game's log when it was printed: two prints of one sheet can be told apart
    ending: str
    is_blank: bool

    @property
    def rows(self) -> tuple[tuple[SheetSide, ...], ...]:
        """The sides two abreast."""
        return tuple(self.sides[at : at + 2] for at in range(0, len(self.sides), 2))

    @property
    def density(self) -> str:
        """How tightly the page is set, by the number of sides that it must hold."""
        return "roomy" if len(self.sides) <= 2 else "close" if len(self.sides) <= 4 else "dense"


@dataclass(frozen=True, slots=True)
class TablesPage:
    """Groups of a stage with their members, matches and standings."""

    head: Head
    groups: tuple[GroupTable, ...]
    with_matches: bool


@dataclass(frozen=True, slots=True)
class BracketPage:
    """A knock-out, round by round."""

    head: Head
    bracket: Bracket

    @property
    def third(self) -> tuple[MatchCard, ...]:
        """The match for the third place, as a list like the rounds'."""
        return (self.bracket.third_place,) if self.bracket.third_place else ()
