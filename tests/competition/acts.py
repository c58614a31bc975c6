"""Every action of people and competition as an event can do it, for tests that walk them all.

Knows: one call of each action that succeeds. Does not know: what is asserted of them.
An action without an entry here fails ``test_journal``: whoever adds one says here how it is called.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from django.db import transaction

from cacho_tournaments.competition.actions import (
    accounts,
    arriving,
    at_table,
    carrying,
    corrections,
    draws,
    entries,
    entry_desk,
    leaving,
    merging,
    results,
    rounds,
    sheets,
    stages,
    timetable,
    tournaments,
)
from cacho_tournaments.competition.actions.results import SideResult
from cacho_tournaments.competition.models import Category, Correction, Entrant, Match, Stage, Tournament
from cacho_tournaments.people import actions as people
from cacho_tournaments.people.models import Player, User
from tests import makers
from tests.competition import carried

FILE = carried.WITHDRAWALS
FAIR = (SideResult(1, 1, 1, 210), SideResult(2, 2, 0, 190))


@dataclass
class World:
    """An event in every phase: a planned category, one with a draft, one in play, one played to its knock-out; and
    one in which the rules have put somebody out."""

    event: Tournament = field(default_factory=makers.tournament)

    def __post_init__(self) -> None:
        self.planned = self._category("Planned", 4)
        self.draft = self._category("Draft", 4)
        makers.drawn(self.draft, released=False)
        self.playing = self._category("Playing", 4)
        makers.drawn(self.playing)
        self.done = self._category("Done", 4)
        makers.drawn(self.done)
        makers.played_out(self.done)
        self.correction = self.corrected(makers.organizer_of(self.event))
        self.out = self._category("Out", 4)
        makers.drawn(self.out)
        lost = makers.stage(self.out).matches.first()
        results.record(match=lost, by=makers.organizer_of(self.event), kind="played", lines=FAIR, out=[2])
        self.swiss = self._category("Swiss", 5, plan="swiss")
        makers.drawn(self.swiss)
        seated = self.stage(self.swiss).matches.first().seats.first()
        seated.entrant.state = "withdrawn"
        seated.entrant.save()
        self.tables = self._category("Tables", 4)
        self.at_four = makers.table_match(self.tables, (1, 2, 3, 4), table=None)
        self.fewer = self._category("Fewer", 4)
        self.at_three = makers.table_match(self.fewer, (1, 2, 3, 4), table=None)
        at_table.missing(match=self.at_three, by=makers.organizer_of(self.event), absent=[2])
        self.pairs = makers.category(self.event, name="Pairs", kind="pair")
        makers.entrants(self.pairs, 2)
        self.helper = makers.referee(self.event)
        self.newcomer = makers.player(makers.organizer_of(self.event))
        self.club = makers.club(makers.organizer_of(self.event))
        self.planned.entrants.filter(number=1).update(club=self.club)

    def _category(self, name: str, number: int, **fields: str) -> Category:
        made = makers.category(self.event, name=name, kind="single", **fields)
        makers.entrants(made, number)
        return made

    def entrant(self, category: Category, number: int = 1) -> Entrant:
        return category.entrants.get(number=number)

    def person(self) -> Player:
        return self.entrant(self.planned).members.get().player

    def match(self) -> Match:
        return makers.stage(self.playing).matches.select_related("stage__category__tournament").first()

    def stage(self, category: Category, order: int = 1) -> Stage:
        return makers.stage(category, order)

    def ended(self) -> Match:
        return makers.stage(self.done).matches.select_related("stage__category__tournament").first()

    def corrected(self, by: User) -> Correction:
        """Correct the result of a match that has ended, by whoever does what comes next."""
        return corrections.apply(
            category=self.done,
            by=by,
            verb="competition.result.corrected",
            reason="misread",
            do=lambda rulings: results.record(
                match=self.ended(), by=by, kind="played", lines=FAIR, rulings=rulings
            ),
        )

    def eliminated(self) -> Entrant:
        return self.out.entrants.get(state="eliminated")

    def gone(self) -> Entrant:
        entrant = self.entrant(self.playing, 2)
        Entrant.objects.filter(pk=entrant.pk).update(state="withdrawn", left_from="checked-in")
        return self.entrant(self.playing, 2)

    def closed(self) -> Stage:
        stage = makers.stage(self.done)
        stage.state = Stage.State.CLOSED
        stage.save()
        return stage


@contextmanager
def undone() -> Iterator[None]:
    """Take back whatever is done inside, so that the next action finds the world as it was."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


Act = Callable[[World, User], object]

# What each action needs of whoever does it: a post in the event, or to be one who may call events.
CREATE, ORGANIZE, DESK, REFEREE = "create", "organize", "desk", "referee"
PEOPLE = "people"  # any organizer or desk, of whichever event

ACTS: dict[str, tuple[str, Act]] = {
    "people.add_club": (PEOPLE, lambda w, by: people.add_club(by=by, name="Los Dados")),
    "people.add_player": (PEOPLE, lambda w, by: people.add_player(by=by, name="Ana Quispe")),
    "people.register_player": (
        PEOPLE,
        lambda w, by: people.register_player(by=by, name="Ana Quispe", club="Los Dados", phone="70712345"),
    ),
    "people.edit_player": (
        DESK,
        lambda w, by: people.edit_player(player=w.person(), by=by, name="Ana Rojas", club=None, city=""),
    ),
    # Contact data is the organizers' alone.
    "people.change_player": (
        ORGANIZE,
        lambda w, by: people.change_player(
            player=w.person(), by=by, name="Ana Rojas", club="Los Dados", city="", phone="70712345", email=""
        ),
    ),
    "people.edit_club": (
        DESK,
        lambda w, by: people.edit_club(club=w.club, by=by, name="Los Cubiletes", city="Oruro"),
    ),
    "people.add_user": (PEOPLE, lambda w, by: people.add_user(by=by, username="nueva")),
    "tournaments.create": (
        CREATE,
        lambda w, by: tournaments.create(
            by=by, name="Copa Nueva", starts_on=makers.FIRST_DAY, ends_on=makers.FIRST_DAY
        ),
    ),
    "tournaments.edit": (
        ORGANIZE,
        lambda w, by: tournaments.edit(tournament=w.event, by=by, venue="Salón Azul"),
    ),
    "tournaments.publish": (
        ORGANIZE,
        lambda w, by: tournaments.publish(tournament=w.event, by=by, public=False),
    ),
    "tournaments.set_tables": (
        ORGANIZE,
        lambda w, by: tournaments.set_tables(tournament=w.event, by=by, count=6),
    ),
    "tournaments.add_staff": (
        ORGANIZE,
        lambda w, by: tournaments.add_staff(tournament=w.event, by=by, user=w.helper, role="desk"),
    ),
    "tournaments.remove_staff": (
        ORGANIZE,
        lambda w, by: tournaments.remove_staff(tournament=w.event, by=by, user=w.helper, role="referee"),
    ),
    "accounts.give_post": (
        ORGANIZE,
        lambda w, by: accounts.give_post(tournament=w.event, by=by, username=w.helper.username, role="desk"),
    ),
    "accounts.open_account": (
        ORGANIZE,
        lambda w, by: accounts.open_account(tournament=w.event, by=by, name="Luz Arce", role="desk"),
    ),
    "accounts.take_post": (
        ORGANIZE,
        lambda w, by: accounts.take_post(tournament=w.event, by=by, post=w.helper.posts.get().pk),
    ),
    "carrying.take_over": (
        ORGANIZE,
        lambda w, by: carrying.take_over(tournament=w.event, by=by, text=FILE, name="From a file"),
    ),
    "categories.add_category": (
        ORGANIZE,
        lambda w, by: tournaments.add_category(tournament=w.event, by=by, name="Dúos", kind="pair"),
    ),
    "categories.edit_category": (
        ORGANIZE,
        lambda w, by: tournaments.edit_category(category=w.planned, by=by, fee=20),
    ),
    "stages.add": (ORGANIZE, lambda w, by: stages.add(category=w.planned, by=by, format="league")),
    "stages.choose": (
        ORGANIZE,
        lambda w, by: stages.choose(stage=w.stage(w.planned, 2), by=by, numbers=[1, 2], reason="invited"),
    ),
    "stages.edit_stage": (
        ORGANIZE,
        lambda w, by: tournaments.edit_stage(stage=w.stage(w.planned), by=by, settings={"go_on": 1}),
    ),
    "stages.move": (ORGANIZE, lambda w, by: stages.move(stage=w.stage(w.planned, 2), by=by, up=True)),
    "stages.remove": (ORGANIZE, lambda w, by: stages.remove(stage=w.stage(w.planned, 2), by=by)),
    "entries.enter": (
        DESK,
        lambda w, by: entries.enter(category=w.planned, by=by, players=[w.newcomer]),
    ),
    "entries.edit": (
        DESK,
        lambda w, by: entries.edit(entrant=w.entrant(w.planned), by=by, name="El Invencible"),
    ),
    "entries.set_state": (
        DESK,
        lambda w, by: entries.set_state(entrant=w.entrant(w.planned), by=by, state="withdrawn"),
    ),
    "entries.set_states": (
        DESK,
        lambda w, by: entries.set_states(entrants=w.planned.entrants.all(), by=by, state="paid"),
    ),
    "leaving.withdraw": (DESK, lambda w, by: leaving.withdraw(entrant=w.entrant(w.playing), by=by)),
    "leaving.disqualify": (
        ORGANIZE,
        lambda w, by: leaving.disqualify(entrant=w.entrant(w.playing), by=by, reason="loaded dice"),
    ),
    "leaving.come_back": (DESK, lambda w, by: leaving.come_back(entrant=w.gone(), by=by, reason="found")),
    "arriving.enter_late": (
        ORGANIZE,
        lambda w, by: arriving.enter_late(category=w.playing, by=by, players=[w.newcomer]),
    ),
    "arriving.substitute": (
        ORGANIZE,
        lambda w, by: arriving.substitute(
            entrant=w.entrant(w.pairs),
            by=by,
            leaves=w.entrant(w.pairs).members.first().player,
            comes=w.newcomer,
            reason="ill",
        ),
    ),
    "merging.merge": (
        ORGANIZE,
        lambda w, by: merging.merge(
            keep=w.entrant(w.planned), other=w.entrant(w.planned, 2), by=by, reason="one person"
        ),
    ),
    "entry_desk.enter_names": (
        DESK,
        lambda w, by: entry_desk.enter_names(category=w.planned, by=by, names=["Ana Quispe"]),
    ),
    "entry_desk.enter_late_names": (
        ORGANIZE,
        lambda w, by: entry_desk.enter_late_names(category=w.playing, by=by, names=["Ana Quispe"]),
    ),
    "entry_desk.substitute_name": (
        ORGANIZE,
        lambda w, by: entry_desk.substitute_name(
            entrant=w.entrant(w.pairs),
            by=by,
            leaves=w.entrant(w.pairs).members.first().player,
            comes="Ana Quispe",
            reason="ill",
        ),
    ),
    "entry_desk.change_names": (
        DESK,
        lambda w, by: entry_desk.change_names(
            entrant=w.entrant(w.planned), by=by, names=["Ana María Quispe"]
        ),
    ),
    "corrections.apply": (REFEREE, lambda w, by: w.corrected(by)),
    "corrections.undo": (
        ORGANIZE,
        lambda w, by: corrections.undo(correction=w.correction, by=by, reason="it was right"),
    ),
    "draws.propose": (ORGANIZE, lambda w, by: draws.propose(stage=w.stage(w.planned), by=by)),
    "draws.discard": (ORGANIZE, lambda w, by: draws.discard(stage=w.stage(w.draft), by=by)),
    "draws.swap": (
        ORGANIZE,
        lambda w, by: draws.swap(
            stage=w.stage(w.draft), by=by, first=w.entrant(w.draft, 1), second=w.entrant(w.draft, 2)
        ),
    ),
    "draws.arrange": (
        ORGANIZE,
        lambda w, by: draws.arrange(
            stage=w.stage(w.draft), by=by, order=list(w.draft.entrants.order_by("-number"))
        ),
    ),
    "draws.take_back": (
        ORGANIZE,
        lambda w, by: draws.take_back(stage=w.stage(w.playing), by=by, reason="too early"),
    ),
    "draws.redraw": (ORGANIZE, lambda w, by: draws.redraw(stage=w.stage(w.playing), by=by)),
    "rounds.ask_away": (
        DESK,
        lambda w, by: rounds.ask_away(
            stage=w.stage(w.swiss), by=by, number=2, entrants=[w.entrant(w.swiss, 2)]
        ),
    ),
    "rounds.cancel": (
        ORGANIZE,
        lambda w, by: rounds.cancel(stage=w.stage(w.swiss), by=by, number=1, reason="wrong list"),
    ),
    "rounds.redraw": (ORGANIZE, lambda w, by: rounds.redraw(stage=w.stage(w.swiss), by=by, number=1)),
    "rounds.repair": (ORGANIZE, lambda w, by: rounds.repair(stage=w.stage(w.swiss), by=by, number=1)),
    "draws.release": (ORGANIZE, lambda w, by: draws.release(stage=w.stage(w.draft), by=by)),
    "draws.close": (ORGANIZE, lambda w, by: draws.close(stage=w.stage(w.done), by=by)),
    "draws.reopen": (ORGANIZE, lambda w, by: draws.reopen(stage=w.closed(), by=by, reason="protest")),
    "results.start": (REFEREE, lambda w, by: results.start(match=w.match(), by=by)),
    "results.record": (
        REFEREE,
        lambda w, by: results.record(match=w.match(), by=by, kind="played", lines=FAIR),
    ),
    "results.walkover": (REFEREE, lambda w, by: results.walkover(match=w.match(), by=by, absent=[2])),
    "results.disqualify": (
        ORGANIZE,
        lambda w, by: results.disqualify(match=w.match(), by=by, positions=[2], reason="loaded dice"),
    ),
    "results.reinstate": (
        ORGANIZE,
        lambda w, by: results.reinstate(entrant=w.eliminated(), by=by, reason="a slip of the pen"),
    ),
    "results.revoke": (REFEREE, lambda w, by: results.revoke(match=w.ended(), by=by, reason="wrong")),
    "results.decide": (
        ORGANIZE,
        lambda w, by: results.decide(match=w.match(), by=by, lines=FAIR, reason="the dice were seen"),
    ),
    "at_table.missing": (REFEREE, lambda w, by: at_table.missing(match=w.at_four, by=by, absent=[2])),
    "at_table.come": (
        REFEREE,
        lambda w, by: at_table.come(match=w.at_three, by=by, entrant=w.entrant(w.fewer, 2)),
    ),
    "sheets.printed": (REFEREE, lambda w, by: sheets.printed(matches=[w.match()], by=by)),
    "timetable.give_tables": (
        DESK,
        lambda w, by: timetable.give_tables(stage=w.stage(w.playing), round=1, by=by),
    ),
    "timetable.place": (
        DESK,
        lambda w, by: timetable.place(match=w.match(), by=by, table=None, referee=w.helper),
    ),
}
