"""What stands on a printed page, as frozen values; a blank sheet is the same value with empty boxes.

Knows: the words and figures of each kind of page. Does not know: tables, HTML, millimetres.
"""

from dataclasses import dataclass, replace
from datetime import date, datetime
from math import ceil

from cacho_tournaments.competition.queries.round_marks import Marks
from cacho_tournaments.competition.queries.values import (
    Bracket,
    BracketRound,
    GroupTable,
    MatchCard,
    RoundView,
)
from cacho_tournaments.games.base import Sheet
from cacho_tournaments.web.words import Word


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
    """One side's part of a scoresheet. ``total`` is None on a blank sheet, ``place`` until the game is over."""

    name: str
    club: str
    begins: bool
    sheet: Sheet
    total: int | None
    is_winner: bool
    place: int | None = None


@dataclass(frozen=True, slots=True)
class Mark:
    """A part of the key: the symbol of a mark, and what it means."""

    sign: str
    name: str


@dataclass(frozen=True, slots=True)
class MatchSheet:
    """A leaf of a scoresheet: one game of a match, its sides, or those that find room together. ``is_table``: more
    than two play, so that each side's place is written down."""

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
    marks: tuple[Mark, ...]
    legend: tuple[str, ...]
    token: str  # of the match; with game and log rows it names the sheet
    log_rows: int  # of the game's log when it was printed: two prints of one sheet can be told apart
    winner: str
    ending: str
    is_blank: bool
    is_table: bool = False
    leaf: int = 1
    leaves: int = 1

    @property
    def shape(self) -> str:
        """How the sheets of this game are drawn."""
        return self.sides[0].sheet.shape

    @property
    def rows(self) -> tuple[tuple[SheetSide | None, ...], ...]:
        """The sides, so many abreast that the rows are even; None where a row ends in a free place."""
        most = _ROOM[self.shape].abreast
        abreast = max(ceil(len(self.sides) / ceil(len(self.sides) / most)), 2)
        free = -len(self.sides) % abreast
        places = (*self.sides, *(None,) * free)
        return tuple(places[at : at + abreast] for at in range(0, len(places), abreast))

    @property
    def density(self) -> str:
        """How tightly the page is set, by the rows of sides that it must hold."""
        return ("roomy", "close", "dense")[min(len(self.rows), 3) - 1]

    @property
    def length(self) -> str:
        """Whether the sheets have few lines, so that each can be higher."""
        return "short" if self.sides[0].sheet.rows <= SHORT else "long"

    @property
    def lines(self) -> int:
        """How many lines stand below each other: they share what room is left on the paper."""
        return len(self.rows) * self.sides[0].sheet.rows

    @property
    def grows_mm(self) -> float:
        """By how much each of these lines may grow; beyond that paper stays white."""
        return _ROOM[self.shape].grows_mm

    @property
    def kind(self) -> str:
        """How the leaf is set: those of one kind have about the same room left."""
        names = max(len(side.name) for side in self.sides)
        return f"{self.head.paper} {self.shape} {self.lines} {len(self.rows[0])} {names // 24}"

    def on_leaves(self) -> tuple["MatchSheet", ...]:
        """Return the leaves that the sheet takes: side after side, and lines beyond one leaf on the next."""
        room = _ROOM[self.shape]
        whole = [
            replace(self, sides=sides)
            for together in _even(self.sides, room.sides)
            for sides in _continued(together, room.lines)
        ]
        return tuple(replace(leaf, leaf=at, leaves=len(whole)) for at, leaf in enumerate(whole, start=1))


@dataclass(frozen=True, slots=True)
class _Room:
    """What a leaf holds of one shape: sides abreast, sides in all, lines of a side (0: as many as it has), and by how
    much a line may grow."""

    abreast: int
    sides: int
    grows_mm: float
    lines: int = 0


_ROOM = {
    "tic-tac-toe": _Room(abreast=2, sides=6, grows_mm=14),
    "list": _Room(abreast=3, sides=6, grows_mm=10),
    "columns": _Room(abreast=3, sides=3, grows_mm=5),
    "lines": _Room(abreast=2, sides=2, grows_mm=5, lines=18),
}
SHORT = 9  # lines


def _even(sides: tuple[SheetSide, ...], most: int) -> list[tuple[SheetSide, ...]]:
    """Return the sides in groups of at most so many, as even as can be: four by threes are two and two."""
    size = ceil(len(sides) / ceil(len(sides) / most))
    return [sides[at : at + size] for at in range(0, len(sides), size)]


def _continued(sides: tuple[SheetSide, ...], lines: int) -> list[tuple[SheetSide, ...]]:
    """Return the sides once for each leaf that their lines take."""
    rows = max(side.sheet.rows for side in sides)
    if not lines or rows <= lines:
        return [sides]
    each = ceil(rows / ceil(rows / lines))
    return [
        tuple(replace(side, sheet=_lines_of(side.sheet, at, at + each)) for side in sides)
        for at in range(0, rows, each)
    ]


def _lines_of(sheet: Sheet, first: int, end: int) -> Sheet:
    cells = tuple(cell for cell in sheet.cells if first <= cell.row < end)
    return replace(sheet, cells=cells, rows=min(end, sheet.rows) - first)


@dataclass(frozen=True, slots=True)
class PrintedTable:
    """A table on paper: how each round ended for each row, where rounds are drawn one by one, and the signs used."""

    table: GroupTable
    marks: Marks
    legend: str

    @property
    def width(self) -> str:
        """How tightly its figures are set: many criteria share the width of the paper."""
        return "close" if len(self.table.criteria) > CLOSE_CRITERIA else "roomy"

    @property
    def is_long(self) -> bool:
        """Whether it takes more than a page can hold together: then it begins where it stands."""
        return len(self.table.rows) > LONG_ROWS


CLOSE_CRITERIA = 6
LONG_ROWS = 12


@dataclass(frozen=True, slots=True)
class TablesPage:
    """Groups, a league or rounds with their standings; ``with_matches`` with the matches of each too."""

    head: Head
    stage: Word
    groups: tuple[PrintedTable, ...]
    with_matches: bool


@dataclass(frozen=True, slots=True)
class RoundPage:
    """A round to hang up: who plays whom at which table, who sits out."""

    head: Head
    stage: Word
    round: RoundView
    rounds: int


@dataclass(frozen=True, slots=True)
class TabletCard:
    """A card to lie on a table: by its code or its PIN one tablet comes in."""

    label: str
    tables: tuple[str, ...]
    pin: str  # empty once it has lapsed
    pin_until: date
    path: str  # of the page that its code opens


@dataclass(frozen=True, slots=True)
class TabletCards:
    """The cards of an event, page by page, row by row; None where a row ends in a free place."""

    tournament: str
    paper: str
    pin_path: str
    pages: tuple[tuple[tuple[TabletCard | None, ...], ...], ...]


@dataclass(frozen=True, slots=True)
class BracketTree:
    """A tree of a bracket page; without a name where there is one alone."""

    name: Word
    rounds: tuple[BracketRound, ...]


@dataclass(frozen=True, slots=True)
class BracketPage:
    """A bracket, tree by tree and round by round."""

    head: Head
    stage: Word
    bracket: Bracket
    trees: tuple[BracketTree, ...]

    @property
    def third(self) -> tuple[MatchCard, ...]:
        """The match for the third place, as a list like the rounds'."""
        return (self.bracket.third_place,) if self.bracket.third_place else ()
