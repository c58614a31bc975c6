"""The frozen values of a match's pages.

Knows: what a reader sees of a match: sides, games, sheets, the log, refusals, the result.
Does not know: rows, how any of it is read or worked out.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from cacho_tournaments.games.base import Sheet

_SIDES = frozenset({"side", "dealer", "to_move"})  # facts of refusals that are numbers of sides


@dataclass(frozen=True, slots=True)
class SideView:
    """Who sits at a side of the match. An open seat has no number and no name. Who ``is_out`` was put out of the event
    by the rules of the game."""

    position: int
    number: int | None
    name: str
    club: str
    members: tuple[str, ...] = ()
    games_won: int = 0
    is_out: bool = False


@dataclass(frozen=True, slots=True)
class TurnView:
    """A row of a game's log. ``cancelled`` rows stay in sight; a cancelling row names what it ``cancels``.

    ``box`` is the box, or in a game without boxes the event. ``item`` is the same for rows that came as one item.
    ``figures`` are those of the line that are no dice and no points: the cards of a count, as ``21–19``.
    """

    sequence: int
    kind: str
    side: int | None
    line: str
    box: str
    points: int | None
    mark: str
    figures: str
    warning: str
    item: str
    cancelled: bool
    cancels: int | None
    reason: str
    who: str
    at_server: datetime
    at_device: datetime | None
    clock_off: bool

    @property
    def counts(self) -> bool:
        """Whether it is a turn that was not taken back."""
        return self.kind == "turn" and not self.cancelled

    @property
    def caused_by(self) -> int | None:
        """The side whose slip gave the points to another one: the line is its, the points are not."""
        first = self.line[:1]
        caused = first.isdigit() and self.side is not None and int(first) != self.side and not self.figures
        return int(first) if caused else None


@dataclass(frozen=True, slots=True)
class RefusalView:
    """Something sent that was not taken; ``explain.sentence_of(code, facts)`` says why."""

    game_number: int | None
    line: str
    code: str
    rule: str
    facts: Mapping[str, Any]
    who: str
    at_server: datetime
    item: str = ""  # the id under which it was sent
    is_open: bool = False  # a person has to decide
    settlement: str = ""


@dataclass(frozen=True, slots=True)
class GameView:
    """A game of the match: its rules, where it stands, each side's sheet, its log.

    A game not begun yet is shown too: ``sequence`` 0, blank sheets. ``form`` is what the entry page may offer
    (see the game's own ``form``); None when the game is over. Open means not ``over``: there are games in which no
    side is ``to_move`` while they are played. ``shutout``: the loser hardly scored, as the game defines it.
    ``players`` is how many each side has. ``totals`` are as the sheets show them, which a game may cap.
    """

    number: int
    game: str
    preset: str
    options: Mapping[str, str]
    players: int
    sequence: int
    to_move: int | None
    over: bool
    instant: bool
    ending: str
    shutout: bool
    winners: tuple[int, ...]
    ranking: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]
    turns_played: tuple[int, ...]
    sheets: tuple[Sheet, ...]
    log: tuple[TurnView, ...]
    form: Mapping[str, Any] | None
    is_paper: bool
    started_at: datetime | None
    finished_at: datetime | None
    opened_by: int = 1  # the side that had, or has, its first turn

    @property
    def places(self) -> tuple[int, ...]:
        """One place a side, by how the game stands; those who are level share one: 1, 2, 2, 4."""
        found = {
            side: 1 + sum(map(len, self.ranking[:at]))
            for at, level in enumerate(self.ranking)
            for side in level
        }
        return tuple(found[side] for side in range(1, len(self.sheets) + 1))

    @property
    def is_level(self) -> bool:
        """Whether one side won although another has as many points: the rules parted equal sums."""
        if not self.over or self.instant or len(self.winners) != 1:
            return False
        return self.totals.count(self.totals[self.winners[0] - 1]) > 1

    @property
    def last_turn(self) -> TurnView | None:
        """The last turn that counts."""
        return next((turn for turn in reversed(self.log) if turn.counts), None)

    @property
    def has_turns(self) -> bool:
        """Whether any turn counts."""
        return self.last_turn is not None


@dataclass(frozen=True, slots=True)
class ResultLineView:
    """One side's part of the result."""

    position: int
    place: int
    games_won: int
    points: int | None
    instant: bool


@dataclass(frozen=True, slots=True)
class ResultView:
    """How the match ended. ``winners`` are seats; several share. It ``is_given`` where a side is out of the event, and
    ``is_of_turns`` where turns can stand behind it."""

    kind: str
    ending: str
    reason: str
    recorded_at: datetime | None  # None: it waits to be confirmed
    who: str
    lines: tuple[ResultLineView, ...]
    is_given: bool
    is_of_turns: bool
    is_decision: bool  # of the chief referee, whatever the turns say

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats in first place."""
        return tuple(line.position for line in self.lines if line.place == 1)


@dataclass(frozen=True, slots=True)
class MatchPage:
    """Everything that the entry page, the public match page and a match's sheet show."""

    token: str
    code: str
    state: str
    round: int
    best_of: int
    tie: str
    table: str
    referee: str
    starts_at: datetime | None
    started_at: datetime | None
    finished_at: datetime | None
    tournament_id: int
    tournament: str
    tournament_slug: str
    time_zone: str
    is_public: bool
    category: str
    category_slug: str
    stage_order: int
    stage_format: str
    stage_state: str
    group: str
    bracket: str
    node: str
    sides: tuple[SideView, ...]
    games: tuple[GameView, ...]
    current: int | None
    result: ResultView | None
    refusals: tuple[RefusalView, ...]
    is_standing: bool = True
    confirmation: str = "none"  # how its sides confirm the end
    decided: ResultView | None = None  # how the turns end the match, while nobody has recorded it

    @property
    def end(self) -> ResultView | None:
        """How the match ended: as it is recorded, or as its turns have it while that waits to be confirmed."""
        return self.result or self.decided

    @property
    def is_open(self) -> bool:
        """Whether turns can be written."""
        return self.current is not None

    @property
    def shown(self) -> GameView | None:
        """The game that a page opens with: the one being played, else the last that was."""
        if self.current is not None:
            return next(game for game in self.games if game.number == self.current)
        return self.last_game

    @property
    def last_game(self) -> GameView | None:
        """The last game that has turns."""
        return next((game for game in reversed(self.games) if game.has_turns), None)

    @property
    def is_playable(self) -> bool:
        """Whether turns can be written or taken back: it is drawn, seated, and nobody has decided it otherwise."""
        if not self.is_standing or self.state == "waiting" or self.stage_state != "released":
            return False
        if not all(side.name for side in self.sides):
            return False
        return self.result is None or (self.result.is_of_turns and not self.result.is_decision)

    def named(self, facts: Mapping[str, Any]) -> dict[str, Any]:
        """Return the facts of a refusal with the names of the sides instead of their numbers."""
        names = {side.position: side.name for side in self.sides if side.name}
        return {key: names.get(each, each) if key in _SIDES else each for key, each in facts.items()}

    def holds(self, item: str) -> bool:
        """Tell whether the log holds what was sent under this id."""
        return any(turn.item == item for game in self.games for turn in game.log)

    def game(self, number: int) -> GameView | None:
        """Return the game of that number, if there is one."""
        return next((game for game in self.games if game.number == number), None)
