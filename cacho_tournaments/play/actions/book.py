"""The open log of one match while an action writes into it.

Knows: the locked match, its games, who writes; how a turn is judged and what its acceptance brings about.
Does not know: how batches arrive (``turns``), how sheets are typed in (``paper``).

A book lives inside one transaction. What it accepts is held in memory and written by ``close``.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.utils import timezone

from cacho_tournaments.competition.actions import results
from cacho_tournaments.competition.actions.rulings import Rulings
from cacho_tournaments.competition.models import Match, Result, Stage
from cacho_tournaments.journal import actions as journal
from cacho_tournaments.play import bridge
from cacho_tournaments.play.actions.facts import plain
from cacho_tournaments.play.actions.sender import Sender
from cacho_tournaments.play.errors import Impossible
from cacho_tournaments.play.models import Game, Refusal, Turn
from cacho_tournaments.play.wire import MAX_LINE

# What a turn needs to know of its match and of the log; everything else would be read 3,000 times a day for nothing.
_READ = (
    *("code", "token", "state", "is_standing", "best_of", "tie", "table", "started_at", "finished_at"),
    *("stage__state", "stage__order", "stage__category__name", "stage__category__game"),
    *("stage__category__preset", "stage__category__options", "stage__category__kind"),
    "stage__category__tournament__slug",
)
LOG_READ = (
    *("game", "sequence", "kind", "client_id", "side", "line"),
    *("box", "points", "mark", "warning", "cancels"),
)


@dataclass(slots=True)
class OpenGame:
    """A game that is being written into: its row (unsaved before the first turn) and its state."""

    row: Game
    folded: bridge.Folded
    added: list[Turn] = field(default_factory=list)
    changed: bool = False

    def open_with(self, side: int) -> None:
        """Let that side open a game in which nothing stands."""
        if side == self.row.to_move:
            return
        self.row.to_move = side
        self.folded = bridge.blank(bridge.setup_of_row(self.row))


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
        """Raises: Impossible ``game-closed`` for a game that is over, ``no-such-game`` for one not begun."""
        current = self.current_number
        if number < current:
            raise Impossible("game-closed", number=number, current=current)
        if number > current:
            raise Impossible("no-such-game", number=number, current=current)

    def game(self, turns: Iterable[Turn] = ()) -> OpenGame:
        """Return the current game, folded from its stored ``turns``; made, unsaved, before its first turn."""
        if self._open is None:
            number = self.current_number
            row = next((each for each in self.rows if each.number == number), None)
            if row is not None:
                mine = [turn for turn in turns if turn.game_id == row.pk]
                self._open = OpenGame(row, bridge.fold(row, mine))
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
        game.changed = True
        if game.folded.status.over:
            self._end(game)
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
        if not self._record(game) and self.match.state == Match.State.FINISHED:
            results.revoke(match=self.match, by=self.sender.by, reason=self.reason, rulings=self.rulings)

    def refuse(
        self,
        *,
        client_id: str,
        line: str,
        code: str,
        rule: str | None,
        facts: Mapping[str, Any],
        payload: Mapping[str, Any],
        at_device: datetime | None,
    ) -> None:
        """Keep what was not taken, so that nothing a tablet sent is ever dropped."""
        row = next((each for each in self.rows if each.number == payload.get("game_number")), None)
        self._refused.append(
            Refusal(
                game=row,
                match=self.match,
                client_id=client_id,
                line=line,
                payload=plain(payload),
                code=code,
                rule=rule or "",
                facts=plain(facts),
                by=self.sender.by,
                device=self.sender.device,
                at_device=at_device,
                at_server=self.now,
            )
        )

    def say(self, verb: str, row: Game, **facts: Any) -> None:
        """Hold an entry for the journal; it is written last."""
        self._said.append((verb, row, facts))

    def close(self) -> None:
        """Write what is held: refusals, turns, the game, and the journal last."""
        self._keep_refusals()
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

    def _record(self, game: OpenGame) -> bool:
        """Close the match where its games decide it, and say whether they do; the standings follow from the result.

        Raises: Impossible ``later-game-begun`` where a corrected game would have ended the match before games
        that have turns.
        """
        played = self._played(game)
        for count in range(game.row.number, len(played)):
            if bridge.outcome_of(self.match, played[:count]).over:
                raise Impossible("later-game-begun", number=game.row.number, later=count + 1)
        outcome = bridge.outcome_of(self.match, played)
        if not outcome.over:
            return False
        is_paper = any(row.is_paper for row in self.rows[: len(played)])
        results.record(
            match=self.match,
            by=self.sender.by,
            device=self.sender.label,
            kind=Result.Kind.PAPER if is_paper else Result.Kind.PLAYED,
            ending=played[-1].status.ending or "",
            lines=[
                results.SideResult(
                    position=at + 1,
                    place=outcome.places[at],
                    games_won=outcome.games_won[at],
                    points=outcome.points[at],
                    instant=outcome.instant[at],
                    shutouts=outcome.shutouts[at],
                )
                for at in range(len(outcome.places))
            ],
            out=outcome.out,
            reason=self.reason,
            rulings=self.rulings,
        )
        self.match.state = Match.State.FINISHED
        return True

    def _played(self, game: OpenGame) -> list[bridge.Folded]:
        """Return the match's games in order as far as they have turns, ``game`` as it stands in memory."""
        others = [row for row in self.rows if row.pk != game.row.pk]
        turns = list(Turn.objects.filter(game__in=others)) if others else []
        played = []
        for row in self.rows:
            if row.pk == game.row.pk:
                played.append(game.folded)
                continue
            log = [turn for turn in turns if turn.game_id == row.pk]
            if bridge.live_turns(log):
                played.append(bridge.fold(row, log))
        return played

    def _store(self, game: OpenGame) -> None:
        if not game.changed:
            return
        Turn.objects.bulk_create(game.added)
        game.row.save(update_fields=["sequence", "to_move", "is_over", "is_paper", "finished_at"])
        game.added = []
        game.changed = False

    def _keep_refusals(self) -> None:
        if not self._refused:
            return
        # A retry of something refused says nothing new: it is kept once.
        ids = {each.client_id for each in self._refused}
        known = set(
            Refusal.objects.filter(match=self.match, client_id__in=ids).values_list(
                "client_id", "line", "code"
            )
        )
        fresh = {(each.client_id, each.line, each.code): each for each in self._refused}
        Refusal.objects.bulk_create([each for key, each in fresh.items() if key not in known])
        self._refused.clear()
