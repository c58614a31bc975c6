"""The open log of one match while an action writes into it.

Knows: the locked match, its games, who writes; how a turn is judged and what its acceptance brings about.
Does not know: how batches arrive (``turns``), how sheets are typed in (``paper``).

A book lives inside one transaction. What it accepts is held in memory and written by ``close``.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from django.utils import timezone

from cacho_tournaments.competition.actions import results
from cacho_tournaments.competition.actions.rulings import Rulings
from cacho_tournaments.competition.models import Category, Match, Result, Stage
from cacho_tournaments.errors import CachoError
from cacho_tournaments.games.base import MatchOutcome
from cacho_tournaments.journal import actions as journal
from cacho_tournaments.play import bridge
from cacho_tournaments.play.actions import aside, ending
from cacho_tournaments.play.actions.open_game import OpenGame
from cacho_tournaments.play.actions.sender import Sender
from cacho_tournaments.play.errors import Impossible
from cacho_tournaments.play.models import Game, Refusal, Turn
from cacho_tournaments.play.sent import Item, Outcome
from cacho_tournaments.play.wire import MAX_LINE

# What a turn needs to know of its match and of the log; everything else would be read 3,000 times a day for nothing.
_READ = (
    *("code", "token", "state", "is_standing", "best_of", "tie", "table", "started_at", "finished_at"),
    *("stage__state", "stage__order", "stage__category__name", "stage__category__game"),
    *("stage__category__preset", "stage__category__options", "stage__category__kind"),
    "stage__category__confirmation",
    "stage__category__tournament__slug",
)
LOG_READ = (
    *("game", "sequence", "kind", "client_id", "side", "line"),
    *("box", "points", "mark", "warning", "cancels"),
)


class Book:
    """A match, locked, with what the running action adds to it."""

    def __init__(
        self, match: Match, sender: Sender, rulings: Rulings | None = None, reason: str = ""
    ) -> None:
        """Lock the match and its games and check the right to write. Raises: PermissionDenied, Impossible.

        ``rulings`` and ``reason`` are those of a correction: its result takes the place of the one that stands.
        """
        self.sender, self.rulings, self.reason = sender, rulings, reason
        self.now: datetime = timezone.now()
        self.match = (
            Match.ever.select_for_update(of=("self",))
            .select_related("stage__category__tournament")
            .only(*_READ)
            .get(pk=match.pk)
        )
        sender.require(self.match)
        self.rows: list[Game] = list(
            Game.objects.select_for_update().filter(match=self.match).order_by("number")
        )
        self._refused: list[Refusal] = []
        self._said: list[tuple[str, Game, dict[str, Any]]] = []
        self._open: OpenGame | None = None

    @property
    def tournament_id(self) -> int:
        return self.match.stage.category.tournament_id

    @property
    def current_number(self) -> int:
        """The number of the game to be played now: the first unfinished one, else the next."""
        return next((row.number for row in self.rows if not row.is_over), len(self.rows) + 1)

    @property
    def waits(self) -> bool:
        """Whether the games have decided the match and the sides have still to confirm it."""
        return self.match.state != Match.State.FINISHED and ending.waits(self.rows)

    @property
    def unwritten(self) -> tuple[Turn, ...]:
        """The turns that were accepted and are not in the database yet."""
        return tuple(self._open.added) if self._open is not None else ()

    def require_playable(self) -> None:
        """Raises: Impossible ``match-replaced``, ``match-closed``, ``match-not-released``, ``match-waiting``."""
        match = self.match
        if not match.is_standing:
            raise Impossible("match-replaced", match=match.code)
        if match.state == Match.State.FINISHED:
            raise Impossible("match-closed", match=match.code)
        if match.stage.state != Stage.State.RELEASED:
            raise Impossible("match-not-released", match=match.code)
        if match.state == Match.State.WAITING:
            raise Impossible("match-waiting", match=match.code)

    def require_game(self, number: int) -> None:
        """Raises: Impossible ``game-closed`` for a game that is over, ``no-such-game`` for one not begun,
        ``match-decided`` for one more where the end of the match waits to be confirmed."""
        current = self.current_number
        if number < current:
            raise Impossible("game-closed", number=number, current=current)
        if number > current:
            raise Impossible("no-such-game", number=number, current=current)
        if self.waits:
            raise Impossible("match-decided", match=self.match.code)

    def game(self, turns: Iterable[Turn] = ()) -> OpenGame:
        """Return the current game, folded from its stored ``turns``; made, unsaved, before its first turn."""
        if self._open is None:
            number = self.current_number
            row = next((each for each in self.rows if each.number == number), None)
            if row is not None:
                mine = [turn for turn in turns if turn.game_id == row.pk]
                counted = len(bridge.live_turns(mine))
                self._open = OpenGame(
                    row, bridge.fold(row, mine), turns=counted, turns_then=ending.turns_then(row, mine)
                )
            else:
                self._open = self._begin(number)
        return self._open

    def _begin(self, number: int) -> OpenGame:
        first = self.rows[0] if self.rows else None
        setup = bridge.setup_of(self.match, number=number, first=first)
        row = bridge.row_of(setup, self.match, number=number, first=first)
        row.started_at = self.now
        return OpenGame(row, bridge.blank(setup))

    def play(self, item: str) -> list[bridge.Played]:
        """Judge what was sent as one item in the current game; return its rows, which may be several.

        Raises: Refused, and Impossible ``line-too-long`` for a line that the log cannot hold, with nothing changed:
        of an item that is refused halfway nothing is taken.
        """
        game = self.game()
        rows, after = game.folded.played(item)
        longest = max(
            len(row.line) for row in rows
        )  # as the rules write it, which may be longer than what was sent
        if longest > MAX_LINE:
            raise Impossible("line-too-long", path="line", length=longest, limit=MAX_LINE)
        game.folded = after
        return rows

    def add(
        self, *, client_id: str, rows: Sequence[bridge.Played], at_device: datetime | None = None
    ) -> list[Turn]:
        """Put an item that ``play`` has just accepted into the log; a game that it ends is closed."""
        game = self.game()
        self._start(game)
        added = []
        for number, row in enumerate(rows, start=1):
            game.row.sequence += 1
            added.append(
                Turn(
                    game=game.row,
                    sequence=game.row.sequence,
                    client_id=Turn.id_of(client_id, number),
                    side=row.verdict.side,
                    line=row.line,
                    box=row.verdict.box or row.verdict.play or "",
                    points=row.verdict.points,
                    mark=row.verdict.mark or "",
                    warning=row.verdict.warning or "",
                    by=self.sender.by,
                    device=self.sender.device,
                    at_device=at_device,
                    at_server=self.now,
                )
            )
        game.added += added
        game.turns += len(added)
        game.changed = True
        if game.folded.status.over:
            self._end(game)
        elif game.turns_then is not None and game.turns >= game.turns_then:
            ending.let_go(self.rows)  # it was no end: the game is played on
            game.turns_then = None
        return added

    def cancel(self, turns: Sequence[tuple[Turn, str]], *, row: Game, reason: str) -> list[Turn]:
        """Take stored turns of a game back by new rows, each with its client id; a game they ended is open again."""
        added = []
        for turn, client_id in turns:
            row.sequence += 1
            added.append(
                Turn(
                    game=row,
                    sequence=row.sequence,
                    kind=Turn.Kind.CANCEL,
                    client_id=client_id,
                    side=turn.side,
                    cancels=turn,
                    reason=reason,
                    by=self.sender.by,
                    device=self.sender.device,
                    at_server=self.now,
                )
            )
        Turn.objects.bulk_create(added)
        row.is_over = False
        row.finished_at = None
        row.save(update_fields=["sequence", "is_over", "finished_at"])
        return added

    def require_of_turns(self) -> None:
        """Turns change a result that came from turns, and no other. Raises: Impossible ``decision-stands`` where the
        chief referee has set it, ``closed-without-turns`` where nobody played (a walkover)."""
        result = Result.objects.filter(match=self.match, is_current=True).first()
        if result is not None and result.ending == Result.DECISION:
            raise Impossible("decision-stands", match=self.match.code)
        if result is not None and result.kind not in Result.CONTESTED:
            raise Impossible("closed-without-turns", match=self.match.code)

    def reopen(self, *, reason: str) -> None:
        """Take back the match's result where one stands. Raises: Impossible as ``require_of_turns``, and what
        ``results.revoke`` refuses."""
        if self.match.state != Match.State.FINISHED:
            return
        self.require_of_turns()
        results.revoke(match=self.match, by=self.sender.by, reason=reason, device=self.sender.label)
        self.match.refresh_from_db(fields=["state", "finished_at"])

    def rewrite(self, row: Game, folded: bridge.Folded, added: Sequence[Turn]) -> None:
        """Put lines into a game's log from which others were taken out; the match's result follows.

        Raises: Impossible ``game-would-go-on`` where the game would not be over and a later one has turns,
        ``later-game-begun``.
        """
        row.is_over = folded.status.over
        row.finished_at = (row.finished_at or self.now) if row.is_over else None
        game = OpenGame(row, folded, list(added), changed=True)
        self._store(game)
        later = [each for each in self.rows if each.number > row.number and each.sequence]
        if later and not row.is_over:
            raise Impossible("game-would-go-on", number=row.number, later=later[0].number)
        was_final = self.match.state == Match.State.FINISHED
        if not self._record(game, at_once=was_final) and was_final:
            results.revoke(match=self.match, by=self.sender.by, reason=self.reason, rulings=self.rulings)

    def refuse(self, item: Item, error: CachoError, *, leans: bool = False) -> Outcome:
        """Keep what was not taken, so that nothing a tablet sent is ever dropped; return what to answer."""
        row = aside.refused(self.match, item, error, sender=self.sender, games=self.rows, leans=leans)
        self._refused.append(row)
        return aside.outcome_of(row)

    def say(self, verb: str, row: Game, **facts: Any) -> None:
        """Hold an entry for the journal; it is written last."""
        self._said.append((verb, row, facts))

    def close(self) -> None:
        """Write what is held: refusals, turns, the game, and the journal last."""
        aside.keep(self._refused)
        self._refused = []
        if self._open is not None:
            self._store(self._open)
        for verb, row, facts in self._said:
            journal.write(
                verb,
                by=self.sender.by,
                device=self.sender.label,
                subject=row,
                tournament_id=self.tournament_id,
                category=self.match.stage.category.name,
                match=self.match.code,
                number=row.number,
                **facts,
            )
        self._said.clear()

    def _start(self, game: OpenGame) -> None:
        if game.row.pk is not None:
            return
        if self.match.state != Match.State.PLAYING:
            results.start(match=self.match, by=self.sender.by, device=self.sender.label)
            self.match.state = Match.State.PLAYING
        game.row.save(force_insert=True)
        self.rows.append(game.row)
        self.say("play.game.started", game.row, rules=game.row.preset, ruleset=game.row.ruleset)

    def _end(self, game: OpenGame) -> None:
        status = game.folded.status
        game.row.is_over = True
        game.row.finished_at = self.now
        self._store(game)
        self._open = None
        self.say(
            "play.game.finished",
            game.row,
            ending=status.ending,
            winners=list(status.winners),
            totals=list(status.totals),
        )
        self._record(game)

    def decided(self) -> tuple[Game | None, MatchOutcome | None]:
        """Return the last game that has turns, and what the match comes to by its games."""
        played = self._played()
        row = max((row for row in self.rows if row.pk in played), key=lambda row: row.number, default=None)
        return row, bridge.outcome_of(self.match, list(played.values())) if played else None

    def finish(self) -> None:
        """Record what the games of the match come to, which decide it."""
        played = list(self._played().values())
        self._finish(played, bridge.outcome_of(self.match, played))

    def _record(self, game: OpenGame, *, at_once: bool = False) -> bool:
        """Close the match where its games decide it, and say whether they do; the standings follow from the result.
        Unless it is from paper, or ``at_once`` because it corrects a final one, the end waits where sides confirm.

        Raises: Impossible ``later-game-begun`` where a corrected game would have ended the match before games
        that have turns.
        """
        played = list(self._played(game).values())
        for count in range(game.row.number, len(played)):
            if bridge.outcome_of(self.match, played[:count]).over:
                raise Impossible("later-game-begun", number=game.row.number, later=count + 1)
        outcome = bridge.outcome_of(self.match, played)
        if not outcome.over:
            ending.let_go(self.rows)
            return False
        nobody = self.match.stage.category.confirmation == Category.Confirmation.NONE
        if at_once or nobody or game.row.is_paper:
            self._finish(played, outcome)
        else:
            ending.hold(game.row)
        return True

    def _finish(self, played: Sequence[bridge.Folded], outcome: MatchOutcome) -> None:
        ending.let_go(self.rows)
        is_paper = any(row.is_paper for row in self.rows[: len(played)])
        results.record(
            match=self.match,
            by=self.sender.by,
            device=self.sender.label,
            kind=Result.Kind.PAPER if is_paper else Result.Kind.PLAYED,
            ending=played[-1].status.ending or "",
            lines=ending.lines_of(outcome),
            out=outcome.out,
            reason=self.reason,
            rulings=self.rulings,
        )
        self.match.state = Match.State.FINISHED

    def _played(self, game: OpenGame | None = None) -> dict[int, bridge.Folded]:
        """Return by its key every game that has turns, in order, ``game`` as it stands in memory."""
        others = [row for row in self.rows if game is None or row.pk != game.row.pk]
        turns = list(Turn.objects.filter(game__in=others)) if others else []
        played = {}
        for row in self.rows:
            if game is not None and row.pk == game.row.pk:
                played[row.pk] = game.folded
                continue
            log = [turn for turn in turns if turn.game_id == row.pk]
            if bridge.live_turns(log):
                played[row.pk] = bridge.fold(row, log)
        return played

    def _store(self, game: OpenGame) -> None:
        if not game.changed:
            return
        Turn.objects.bulk_create(game.added)
        game.row.save(update_fields=["sequence", "to_move", "is_over", "is_paper", "finished_at"])
        game.added = []
        game.changed = False
