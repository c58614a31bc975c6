"""The contract that every game fulfils; everything above the games speaks to them through it alone.

Knows: what a game is to a tournament: options, a start, turns that are checked and applied, a sheet, an end.
Does not know: Django, the clock, chance (a generator is passed in), translated words.

All values are frozen; ``apply`` returns a new state. Turns travel as the text of one record line
(``rules`` of the record: side number first), so a tablet, a file and the database hold the same thing.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Generic, TypeVar

from cacho_tournaments.errors import CachoError

Options = Mapping[str, str]
S = TypeVar("S")  # the game's state: a frozen value
T = TypeVar("T")  # the game's turn: a frozen value


class Refused(CachoError):
    """A turn that the rules refuse. Codes stand in the game's RULES.md; the state is unchanged."""


class SetupRefused(CachoError):
    """A preset, option, value or starting position that cannot stand.

    Codes: ``unknown-game``, ``unknown-preset``, ``unknown-option``, ``unknown-value``, ``impossible-start``,
    ``too-few-sides``, ``too-many-sides``, ``players-differ``, ``too-many-players``.
    """


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a game: the first of ``values`` is the default."""

    name: str
    values: tuple[str, ...]
    rule: str

    @property
    def default(self) -> str:
        return self.values[0]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What an accepted turn was worth. ``box``, ``points`` and ``mark`` stand where the game has them."""

    side: int
    box: str | None = None
    points: int | None = None
    mark: str | None = None
    warning: str | None = None
    also: tuple["Verdict", ...] = ()  # further boxes that the same line wrote
    play: str | None = None  # what was recorded where the game has no boxes: the code of an event


@dataclass(frozen=True, slots=True)
class Status:
    """Where a game stands. Sides count from 1. ``ranking`` lists places, best first, each a tuple of sides.

    ``to_move`` is None where the game is over, and in a game whose sides do not take turns.
    """

    to_move: int | None
    over: bool
    ending: str | None
    winners: tuple[int, ...]
    ranking: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]
    instant: bool = False  # won at once, whatever the totals
    shutout: bool = False  # won against a side that hardly scored, as the game defines it
    turns: tuple[int, ...] = ()  # turns played, one figure a side
    more: Mapping[str, Any] = field(default_factory=dict)  # what only this game tells: banks


@dataclass(frozen=True, slots=True)
class Cell:
    """One box on a side's sheet. ``row`` and ``column`` give its traditional place, counted from 0.

    Several places of one box share its code; ``ref`` is how a record line names just this one (``full@2``).
    """

    box: str
    row: int
    column: int
    values: tuple[int, ...] = ()  # what the box can pay, where that is a fixed list: (25, 20)
    points: int | None = None  # None: open; crossed is points 0 with mark "crossed"
    mark: str | None = None  # "de-mano", "de-huevo", "grande", "crossed", ...
    pending: bool = False  # a play that waits for the partner
    ref: str = ""  # empty: the box's code is enough
    typed: bool = True  # False: worked out from other cells, never typed in from paper

    @property
    def place(self) -> tuple[int, int]:
        """Return row and column, by which cells are read: row by row."""
        return self.row, self.column


@dataclass(frozen=True, slots=True)
class Counter:
    """A figure that is kept beside the boxes: fences saved, perros and tantos. ``most`` is how many strokes a
    paper sheet leaves room for; 0 where the figure is written as a number."""

    code: str
    value: int
    most: int = 0


@dataclass(frozen=True, slots=True)
class Sheet:
    """A side's sheet in its traditional shape; ``shape`` names the drawing:

    ``tic-tac-toe``: a noughts-and-crosses square, what is left over below it. ``list``: one box a row.
    ``columns``: one box a row, ``heads`` over its columns, ``sums`` under them. ``lines``: ``heads`` over columns
    of figures, one row for each part of the game (a hand); rows not begun are open cells.
    Cells without a place of their own in the drawing do not exist: every (row, column) stands at most once.
    """

    shape: str
    rows: int
    columns: int
    cells: tuple[Cell, ...]
    total: int
    side: int = 1
    heads: tuple[str, ...] = ()  # codes, one a column
    sums: tuple[int, ...] = ()  # one a column
    counters: tuple[Counter, ...] = ()

    @property
    def is_lines(self) -> bool:
        """Whether it has a line for each part of the game, with counts, and not points a box."""
        return self.shape == "lines"

    def in_order(self) -> list[Cell]:
        """Return the cells as they are read: row by row."""
        return sorted(self.cells, key=lambda cell: cell.place)


@dataclass(frozen=True, slots=True)
class MatchRule:
    """How games make a match: who has ``to_win`` games won first; at most ``best_of`` games.

    ``tie`` is ``shared`` (a tied match stays tied) or ``extra-game`` (one more game until somebody leads).
    """

    best_of: int = 1
    tie: str = "shared"


@dataclass(frozen=True, slots=True)
class MatchOutcome:
    """A match as its finished games leave it. One figure a side in each tuple; ``places`` share numbers on a tie.

    ``points`` are what tie-breaks add up (a game may cap them), ``shutouts`` the games won in which the loser hardly
    scored, as the game defines it. ``out`` are the sides that the game's own rules put out of the event.
    """

    over: bool
    places: tuple[int, ...]
    games_won: tuple[int, ...]
    points: tuple[int, ...]
    instant: tuple[bool, ...]
    shutouts: tuple[int, ...]
    next_game: int | None = None  # number of the game to be played next, counted from 1
    out: tuple[int, ...] = ()


class Game(ABC, Generic[S, T]):
    """One game. Instances hold no state of play.

    What it is called, and every other word of it, stands beside it in ``words`` (see ``wording.Words``).
    """

    code: str
    version: str  # of the ruleset; frozen on a game at its first turn
    options: tuple[Option, ...]
    presets: Mapping[str, Mapping[str, str]]  # what each differs by from the defaults
    default_preset: str
    min_sides: int = 1
    max_sides: int = 6
    max_players: int = 4  # of one side
    match_games: int = 1  # a match of this game is usually the best of so many
    tie_breaks: tuple[str, ...] = ()  # the order in a group by its championships; empty: the house's own

    def preset_for(self, players: int) -> str:
        """Return the preset that suits sides of so many players."""
        return self.default_preset

    def resolve(self, preset: str | None = None, overrides: Mapping[str, str] | None = None) -> Options:
        """Return every option with its value: defaults, then the preset, then ``overrides``.

        Raises: SetupRefused ``unknown-preset``, ``unknown-option``, ``unknown-value``.
        """
        name = preset or self.default_preset
        if name not in self.presets:
            raise SetupRefused("unknown-preset", game=self.code, preset=name, known=sorted(self.presets))
        known = {option.name: option for option in self.options}
        values = {option.name: option.default for option in self.options}
        values.update(self.presets[name])
        for key, value in (overrides or {}).items():
            if key not in known:
                raise SetupRefused("unknown-option", game=self.code, option=key, known=sorted(known))
            if value not in known[key].values:
                raise SetupRefused("unknown-value", option=key, value=value, known=known[key].values)
            values[key] = value
        return values

    def check_sides(self, sides: int, *, rule: str | None = None) -> None:
        """Refuse a number of sides that cannot play. Raises: SetupRefused ``too-few-sides``, ``too-many-sides``."""
        if sides < self.min_sides:
            raise SetupRefused("too-few-sides", rule=rule, sides=sides, least=self.min_sides)
        if sides > self.max_sides:
            raise SetupRefused("too-many-sides", rule=rule, sides=sides, most=self.max_sides)

    @abstractmethod
    def start(
        self,
        options: Options,
        *,
        sides: int,
        positions: Mapping[int, str] | None = None,
        to_move: int = 1,
        players: Sequence[int] = (),
    ) -> S:
        """Return the state before the first turn. ``positions`` maps a side to the text of its ``start`` line,
        ``players`` tells how many players each side has (left out: one each).

        Raises: SetupRefused ``impossible-start``, ``too-few-sides``, ``too-many-sides``, ``players-differ``,
        ``too-many-players``.
        """

    @abstractmethod
    def parse(self, line: str) -> T:
        """Read one body line of the record. Raises: Refused ``bad-notation`` with the ``column`` from 1."""

    @abstractmethod
    def write(self, turn: T) -> str:
        """Write a turn as its record line; ``parse(write(turn)) == turn``."""

    @abstractmethod
    def check(self, state: S, turn: T) -> Verdict:
        """Return what the turn is worth. Raises: Refused with the first code that applies."""

    @abstractmethod
    def apply(self, state: S, turn: T) -> tuple[S, Verdict]:
        """Check the turn and return the state after it. Raises: Refused; the given state stays as it was."""

    @abstractmethod
    def status(self, state: S) -> Status:
        """Return where the game stands."""

    @abstractmethod
    def sheet(self, state: S, side: int) -> Sheet:
        """Return the side's sheet; before the first turn it is the blank sheet."""

    def unfold(self, state: S, line: str) -> tuple[str, ...]:
        """Return the record lines that a shorthand of the entry page stands for; a plain line stands for itself.

        Raises: Refused where the shorthand cannot be read, or hides what the rules must know.
        """
        return (line,)

    def counted(self, line: str) -> tuple[int, ...]:
        """Return what a record line counts besides its points, one figure a side: the cards of a hand. Mostly nothing.

        Raises: Refused ``bad-notation``.
        """
        return ()

    @abstractmethod
    def form(self, state: S) -> dict[str, Any]:
        """Return, ready for JSON, what an entry page may offer now. Every form has

        ``entry``: the kind of entry page: ``flips``, ``throws`` or ``events``; ``to_move``, ``over``; ``sides``: for
        each ``side``, ``total``, ``out``; the rest belongs to the kind (see the game's own docstring).
        """

    @abstractmethod
    def table(self, options: Options) -> dict[str, Any]:
        """Return, ready for JSON, the tables by which an entry page scores without a rule of its own.

        ``asks_winner`` is true where ``transcribe`` may have to be told who won; the rest belongs to the kind.
        """

    @abstractmethod
    def transcribe(
        self,
        options: Options,
        *,
        sheets: Sequence[Mapping[str, str]],
        to_move: int = 1,
        instant: int | None = None,
        players: Sequence[int] = (),
    ) -> list[str]:
        """Return result-only record lines that lead to the paper ``sheets``, one mapping of box to value a side.

        Values are as in a ``start`` line (``25``, ``x``); those of several places of one box are joined by commas in
        the order of the sheet, an open place is empty text (``50,x``, ``12,,x``). Only cells that are ``typed`` come.
        ``instant`` is the side that is known to have won, by a throw or where sheets leave it open; ``players`` are
        those of ``start``. The order is one that could have been played; the engine's replay still decides.
        Raises: Refused ``bad-notation``, ``impossible-points``, ``sheets-do-not-fit``, ``order-hidden``, or what the
        game itself says of an entry; with ``side``, ``box`` and, of several places, the ``stage`` or ``hand``.
        """

    @abstractmethod
    def random_turn(self, state: S, rng: Random) -> T:
        """Return a legal turn of the side to move, dice and choices by ``rng``."""

    @abstractmethod
    def minutes(self, options: Options, *, sides: int) -> int:
        """Return the expected length of one game in minutes, for timetables."""

    def match(
        self, games: Sequence[Status], *, sides: int, rule: MatchRule, options: Options | None = None
    ) -> MatchOutcome:
        """Fold the games of a match, in order, into its outcome; the last may be unfinished. ``options`` are those
        that the games were played by.

        A match ends early when nobody can catch up; a shared game wins nobody anything. When all ``best_of``
        games are over and the leaders are level, ``rule.tie`` decides: a shared place or one more game. At a table
        of more than two sides those with as many games won are parted by the sum of their points: there are more
        places than games to part them. The first place is left to ``rule.tie``.
        """
        won = [0] * sides
        points = [0] * sides
        instant = [False] * sides
        shutouts = [0] * sides
        finished = 0
        for status in games:
            for side, total in enumerate(status.totals):
                points[side] += total
            if not status.over:
                continue
            finished += 1
            if len(status.winners) == 1:
                won[status.winners[0] - 1] += 1
                instant[status.winners[0] - 1] |= status.instant
                shutouts[status.winners[0] - 1] += status.shutout
        ahead = sorted(won, reverse=True)
        lead = ahead[0] - ahead[1] if sides > 1 else ahead[0]
        left = max(rule.best_of - finished, 0)
        open_game = any(not status.over for status in games)
        level = sides > 1 and lead == 0
        over = not open_game and (lead > left or (left == 0 and (not level or rule.tie == "shared")))
        if rule.best_of == 1 and finished == 1 and over:
            places = _places_of(games[-1].ranking, sides)
        else:
            places = _places_of(ranked(_keys(won, points)), sides)
        return MatchOutcome(
            over=over,
            places=places,
            games_won=tuple(won),
            points=tuple(points),
            instant=tuple(instant),
            next_game=None if over else len(games) + (0 if open_game else 1),
            shutouts=tuple(shutouts),
        )


def _keys(won: Sequence[int], points: Sequence[int]) -> list[tuple[int, int]]:
    """Return by what sides of a match are ranked, the smallest the best: games won; of more than two also points,
    but those of the leaders, whom only games part."""
    parted = len(won) > 2
    return [
        (-games, -scored if parted and games < max(won) else 0)
        for games, scored in zip(won, points, strict=True)
    ]


def ranked(keys: Sequence[Any]) -> tuple[tuple[int, ...], ...]:
    """Return the places, best first, from a key for each side, the smallest the best; equal keys share a place.

    >>> ranked([3, 1, 3])
    ((2,), (1, 3))
    """
    sides = list(enumerate(keys, start=1))
    return tuple(tuple(side for side, its_key in sides if its_key == key) for key in sorted(set(keys)))


def _places_of(ranking: Sequence[Sequence[int]], sides: int) -> tuple[int, ...]:
    """Turn a ranking of sides into one place a side; shared places count: 1, 2, 2, 4."""
    places = [sides] * sides
    passed = 0
    for group in ranking:
        for side in group:
            places[side - 1] = passed + 1
        passed += len(group)
    return tuple(places)


@dataclass(frozen=True, slots=True)
class Setup:
    """A game as it begins: which game, its resolved options, how many sides, positions, who begins, and how many
    players each side has (empty: one each)."""

    game: str
    options: Options
    sides: int
    positions: Mapping[int, str] = field(default_factory=dict)
    to_move: int = 1
    players: tuple[int, ...] = ()

    def begin(self, game: Game[Any, Any]) -> Any:
        """Return the state before the first turn. Raises: SetupRefused."""
        return game.start(
            self.options,
            sides=self.sides,
            positions=self.positions,
            to_move=self.to_move,
            players=self.players,
        )
