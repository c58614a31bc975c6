"""Where rows meet the rules: what a match is played by, and what its turn log comes to.

Knows: rows of play and competition, and the contract of ``games``. Does not know: writing, permissions, JSON.
"""

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from random import Random
from threading import Lock
from typing import Any

from cacho_tournaments import games
from cacho_tournaments.competition.models import Category, Match
from cacho_tournaments.games.base import Game as Rules
from cacho_tournaments.games.base import MatchOutcome, MatchRule, Setup, Status, Verdict
from cacho_tournaments.games.replay import made_up
from cacho_tournaments.play.models import Game, Turn

_EXAMPLE_OF = 6  # turns among which one is chosen to be shown


@dataclass(frozen=True, slots=True)
class Played:
    """A record line that the rules accepted, and what it was worth."""

    line: str
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Folded:
    """A game as its log leaves it: the rules it is played by, how it began, the state, and where it stands."""

    rules: Rules[Any, Any]
    setup: Setup
    state: Any
    status: Status

    def after(self, state: Any) -> "Folded":
        """Return the game in a later state."""
        return Folded(self.rules, self.setup, state, self.rules.status(state))

    def played(self, item: str) -> tuple[list[Played], "Folded"]:
        """Judge what was sent as one item; return its record lines, which may be several, and the game after them.

        Raises: Refused as the rules refuse the item or one of its lines.
        """
        rules, state = self.rules, self.state
        rows = []
        for line in rules.unfold(state, item):
            turn = rules.parse(line)
            state, verdict = rules.apply(state, turn)
            rows.append(Played(rules.write(turn), verdict))
        return rows, self.after(state)


def engine(code: str) -> Rules[Any, Any]:
    """Return the rules of a game by its code. Raises: SetupRefused ``unknown-game``."""
    return games.get(code)


def setup_of(match: Match, *, number: int = 1, sides: int | None = None, first: Game | None = None) -> Setup:
    """Return how game ``number`` of the match begins: by the category's rules as they are now, or, where the match
    has begun, by those that its ``first`` game was frozen with.

    The side that opens (in a game without turns: that is suggested to) changes from game to game: seat 1 the
    first, seat 2 the second, and so on.
    Raises: SetupRefused where the category names rules that do not exist.
    """
    if first is not None:
        return replace(setup_of_row(first), to_move=opening_side(number, sides=first.sides))
    seated = match.seats.count() if sides is None else sides
    return setup_for(match.stage.category, sides=seated, number=number)


def setup_for(category: Category, *, sides: int, number: int = 1) -> Setup:
    """Return how game ``number`` of a match begins by the category's rules as they are now.

    Raises: SetupRefused where the category names rules that do not exist.
    """
    return Setup(
        game=category.game,
        options=engine(category.game).resolve(category.preset, category.options),
        sides=sides,
        to_move=opening_side(number, sides=sides),
        players=(category.members_per_entrant,) * sides,
    )


def row_of(setup: Setup, match: Match, *, number: int, first: Game | None = None) -> Game:
    """Return the unsaved row of a game that begins so; saving it freezes its rules."""
    rules = engine(setup.game)
    preset = first.preset if first is not None else match.stage.category.preset
    return Game(
        match=match,
        number=number,
        game=setup.game,
        ruleset=rules.version,
        preset=preset or rules.default_preset,
        options=dict(setup.options),
        sides=setup.sides,
        players=setup.players[0],
        to_move=setup.to_move,
    )


def opening_side(number: int, *, sides: int) -> int:
    """Return the side that opens game ``number`` of a match."""
    return (number - 1) % sides + 1


def blank(setup: Setup) -> Folded:
    """Return a game before its first turn."""
    rules = engine(setup.game)
    state = setup.begin(rules)
    return Folded(rules, setup, state, rules.status(state))


@lru_cache(maxsize=256)
def example_line(game: str, options: tuple[tuple[str, str], ...], players: int) -> str:
    """Return a record line as it is written in such a game: the longest among the first ones of a legal player."""
    setup = Setup(game, dict(options), sides=2, players=(players,) * 2)
    begun = blank(setup)
    first = islice(made_up(begun.rules, begun.state, Random(0)), _EXAMPLE_OF)
    return max((line for line, _state in first), key=len)


@lru_cache(maxsize=256)
def instant_wins(game: str, options: tuple[tuple[str, str], ...], players: int) -> tuple[str, ...]:
    """Return the codes of the throws by which such a game can be won at once."""
    start = blank(Setup(game, dict(options), sides=2, players=(players,) * 2))
    return tuple(each["code"] for each in start.rules.form(start.state).get("instant", ()))


def setup_of_row(row: Game) -> Setup:
    """Return how a stored game began: the rules that were frozen into it, not the category's of today."""
    return Setup(
        game=row.game,
        options=row.options,
        sides=row.sides,
        to_move=row.to_move,
        players=(row.players,) * row.sides,
    )


def live_turns(turns: Iterable[Turn]) -> list[Turn]:
    """Return the turns that count: neither cancelled nor a cancelling row, in the order of the log."""
    rows = sorted(turns, key=lambda turn: turn.sequence)
    cancelled = {turn.cancels_id for turn in rows if turn.kind == Turn.Kind.CANCEL}
    return [turn for turn in rows if turn.kind == Turn.Kind.TURN and turn.pk not in cancelled]


def fold(row: Game, turns: Iterable[Turn]) -> Folded:
    """Replay a stored game's live turns by the rules frozen into it."""
    rules, setup = engine(row.game), setup_of_row(row)
    lines = tuple(turn.line for turn in live_turns(turns))
    state = _replayed.state(setup, row.ruleset, lines)
    return Folded(rules, setup, state, rules.status(state))


class _Replayed:
    """States that were replayed lately, by what they follow from alone: rules, start and lines.

    Replaying is pure, so a remembered state can never be out of date. A game grows turn by turn and is looked at
    by many, so the state before the last turn is nearly always here.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._states: OrderedDict[tuple[object, ...], Any] = OrderedDict()
        self._lock = Lock()

    def state(self, setup: Setup, ruleset: str, lines: tuple[str, ...]) -> Any:
        """Return the state after the lines. Raises: Refused where a line cannot follow."""
        options = tuple(sorted(setup.options.items()))
        start = (setup.game, ruleset, options, setup.sides, setup.to_move, setup.players)
        known, state = self._nearest(start, lines)
        if state is None:
            state = blank(setup).state
        elif known == len(lines):
            return state
        rules = engine(setup.game)
        for line in lines[known:]:
            state, _verdict = rules.apply(state, rules.parse(line))
        with self._lock:
            self._states[(start, lines)] = state
            while len(self._states) > self._most:
                self._states.popitem(last=False)
        return state

    def _nearest(self, start: tuple[object, ...], lines: tuple[str, ...]) -> tuple[int, Any]:
        with self._lock:
            for known in (len(lines), len(lines) - 1):
                key = (start, lines[: max(known, 0)])
                if key in self._states:
                    self._states.move_to_end(key)
                    return max(known, 0), self._states[key]
        return 0, None


_replayed = _Replayed(most=2048)


def match_rule(match: Match) -> MatchRule:
    """Return how the match's games make its result."""
    return MatchRule(best_of=match.best_of, tie=match.tie)


def outcome_of(match: Match, folded: Sequence[Folded]) -> MatchOutcome:
    """Return where the match stands after its games in order; the last may be unfinished.

    The match is ruled by what its first game was frozen with, whatever the category says by now.
    """
    first, statuses = folded[0], [each.status for each in folded]
    return first.rules.match(
        statuses, sides=first.setup.sides, rule=match_rule(match), options=first.setup.options
    )
