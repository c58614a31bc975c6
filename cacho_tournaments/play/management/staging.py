"""The demo event put on the stage: called, entered, drawn and played through the same actions as people use.

Knows: the order in which an event is run. Does not know: rows beyond what actions and queries give, the console.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from secrets import token_hex

from django.utils import timezone, translation

from cacho_tournaments import games
from cacho_tournaments.competition.actions import arriving, draws, entries, leaving, tournaments
from cacho_tournaments.competition.models import Category, Match, Stage, Tournament
from cacho_tournaments.games.replay import made_up
from cacho_tournaments.people import actions as people
from cacho_tournaments.people.models import User
from cacho_tournaments.play import bridge
from cacho_tournaments.play.actions import confirming, turns
from cacho_tournaments.play.management.cast import Scene
from cacho_tournaments.play.wire import SentConfirm, SentTurn
from cacho_tournaments.web import words

PLAYS = ("all", "groups", "some", "none")
KINDS = {"pairs": Category.Kind.PAIR, "single": Category.Kind.SINGLE}
KIND_NAMES = {"pairs": "Parejas", "single": "Individual"}
Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Part:
    """A category of the demo: which game and kind, how many entrants, how far it is played.

    It is called by its kind where the event has one game, else by its game, or has a name of its own.
    """

    game: str
    kind: str
    entrants: int
    play: str
    is_called_by_game: bool = False
    plan: str = "cochabamba"
    called: str = ""

    @property
    def name(self) -> str:
        """What the category is called in the language of those who play."""
        if self.called or not self.is_called_by_game:
            return self.called or KIND_NAMES[self.kind]
        with translation.override("es"):
            return str(words.game_name(self.game))


def suiting_kind(game: str) -> str:
    """Return the kind of entrant of a game's category: a game for two partners at most is one of partners."""
    return "pairs" if games.get(game).max_players == Category.MEMBERS[Category.Kind.PAIR] else "single"


@dataclass(slots=True)
class Demo:
    """An event in the making. ``referee`` writes the turns; ``rng`` decides all that is left to chance."""

    scene: Scene
    organizer: User
    referee: User
    rng: Random
    say: Say
    turns: int = 0
    matches: int = 0
    tournament: Tournament = field(init=False)

    def call(self, *, slug: str, tables: int) -> Tournament:
        """Call the event, public from the start, with its tables."""
        today = timezone.localdate()
        event = tournaments.create(
            by=self.organizer,
            name=self.scene.event,
            slug=slug,
            city=self.scene.city,
            venue=self.scene.venue,
            time_zone=self.scene.time_zone,
            currency=self.scene.currency,
            starts_on=today,
            ends_on=today,
        )
        tournaments.set_tables(tournament=event, by=self.organizer, count=tables)
        self.tournament = tournaments.publish(tournament=event, by=self.organizer, public=True)
        return self.tournament

    def run(self, part: Part) -> Category:
        """Enter the sides of a category, draw it, and play it as far as ``part.play`` says."""
        category = tournaments.add_category(
            tournament=self.tournament,
            by=self.organizer,
            name=part.name,
            kind=KINDS[part.kind],
            game=part.game,
            plan=part.plan,
            fee=self.scene.fees[part.kind == "pairs"],
        )
        self._enter(category, part.entrants)
        for stage in category.stages.order_by("order"):
            if not self._stage(stage, part.play):
                break
        return category

    def _enter(self, category: Category, count: int) -> None:
        each = category.members_per_entrant
        names = self.scene.players(count * each, self.rng)
        entered = []
        for at, club in enumerate(self.scene.homes(count, self.rng)):
            home = people.add_club(by=self.organizer, name=club[0], city=club[1]) if club else None
            members = [
                people.add_player(
                    by=self.organizer, name=name, club=home, city=club[1] if club else self.scene.city
                )
                for name in names[at * each : (at + 1) * each]
            ]
            entered.append(
                entries.enter(
                    category=category,
                    by=self.organizer,
                    players=members,
                    club=home,
                    seed=at + 1 if at < 4 else None,
                )
            )
        entries.set_states(entrants=entered, by=self.organizer, state="checked-in")
        self.say(f"{category.name}: {count} entrants checked in")

    def _stage(self, stage: Stage, play: str) -> bool:
        """Draw, release and play a stage; return whether the next one may be drawn."""
        self._draw(stage)
        self.say(f"{stage.category.name}: {stage.format} drawn, {stage.matches.count()} matches")
        if play == "none" or (play == "groups" and stage.order > 1):
            return False
        if play == "some":
            self._some(stage)
            return False
        self._all(stage)
        for _round in range(self._rounds_to_come(stage)):
            self._draw(stage)
            self._all(stage)
        stage.refresh_from_db()
        draws.close(stage=stage, by=self.organizer)
        return True

    def _draw(self, stage: Stage) -> None:
        draws.propose(stage=stage, by=self.organizer, seed=self.rng.randrange(2**31))
        draws.release(stage=stage, by=self.organizer)
        stage.refresh_from_db()

    def _rounds_to_come(self, stage: Stage) -> int:
        drawn = stage.draws.filter(round__gt=0).count()
        return int(stage.settings["rounds"]) - drawn if stage.format in Stage.BY_ROUND else 0

    def _all(self, stage: Stage) -> None:
        """Play round after round; a later match is ready once the earlier ones have sent it its sides."""
        total = stage.matches.count()
        while ready := list(stage.matches.filter(state=Match.State.READY).order_by("round", "id")):
            for match in ready:
                self.play(match)
                self._tell(stage, total)

    def _some(self, stage: Stage) -> None:
        """Play all rounds but the last; of that, begin every second match whose table is free, and leave the others to
        be played. Where rounds are drawn one by one, three are: somebody comes after the first and somebody goes after
        the second."""
        if stage.format in Stage.BY_ROUND:
            self._all(stage)
            self._come_late(stage)
            self._draw(stage)
            self._all(stage)
            self._go(stage)
            self._draw(stage)
        last = max(stage.matches.values_list("round", flat=True))
        for match in stage.matches.filter(state=Match.State.READY, round__lt=last).order_by("round", "id"):
            self.play(match)
        for match in self._at_free_tables(stage)[::2]:
            self.play(match, turns_left_out=self.rng.randint(4, 14))
        self.say(f"{stage.category.name}: the last round is being played")

    def _at_free_tables(self, stage: Stage) -> list[Match]:
        """Return the first match of the stage to be played at each table where none of any category is being played."""
        event = Match.objects.filter(stage__category__tournament=self.tournament)
        taken = set(event.filter(state=Match.State.PLAYING).values_list("table", flat=True))
        first: dict[int, Match] = {}
        for match in stage.matches.filter(state=Match.State.READY).order_by("round", "id"):
            if match.table_id is not None and match.table_id not in taken:
                first.setdefault(match.table_id, match)
        return list(first.values())

    def _come_late(self, stage: Stage) -> None:
        names = self.scene.players(stage.category.members_per_entrant, self.rng)
        players = [people.add_player(by=self.organizer, name=name, city=self.scene.city) for name in names]
        arriving.enter_late(category=stage.category, by=self.organizer, players=players, stage=stage)

    def _go(self, stage: Stage) -> None:
        last = stage.participants.filter(since_round=1).order_by("-entrant__number").first()
        if last is not None:
            leaving.withdraw(entrant=last.entrant, by=self.organizer)

    def _tell(self, stage: Stage, total: int) -> None:
        done = stage.matches.filter(state=Match.State.FINISHED).count()
        if done % 16 == 0 or done == total:
            self.say(f"{stage.category.name}: {stage.format}, {done} of {total} matches played")

    def play(self, match: Match, *, turns_left_out: int = 0) -> None:
        """Play a match, each game sent as one batch, as a tablet does that was without network for a while."""
        self.matches += 1
        sides = match.seats.count()
        number = 1
        while True:
            batch = self.batch(match, number=number, sides=sides)
            if turns_left_out:
                batch = batch[: max(len(batch) - turns_left_out, 1)]
            refused = [
                out for out in turns.append(match=match, batch=batch, by=self.referee) if not out.is_kept
            ]
            if refused:
                raise RuntimeError(f"{match.code}: {refused[0].code}")
            self.turns += len(batch)
            if turns_left_out or self._is_over(match, number=number):
                return
            number += 1

    def _is_over(self, match: Match, *, number: int) -> bool:
        """Let every side confirm the match where this game has decided it; say whether it has."""
        game = match.games.get(number=number)
        for side in range(1, game.sides + 1) if game.review_from is not None else ():
            word = SentConfirm(f"demo-{token_hex(8)}", side, "tap", number, game.sequence)
            confirming.confirm(match=match, sent=word, by=self.referee)
        match.refresh_from_db(fields=["state"])
        return match.state == Match.State.FINISHED

    def batch(self, match: Match, *, number: int, sides: int) -> list[SentTurn]:
        """Return the turns of a whole game, thrown and written by a player who follows the rules."""
        folded = bridge.blank(bridge.setup_of(match, number=number, sides=sides))
        return [
            SentTurn(
                client_id=f"demo-{token_hex(8)}",
                game_number=number,
                base_sequence=at,
                line=line,
                at_device=timezone.now(),
            )
            for at, (line, _state) in enumerate(made_up(folded.rules, folded.state, self.rng))
        ]
