"""The shapes in which the competition room tells what stands: cards, tables, brackets.

Knows: what a page or a sheet shows. Does not know: rows, requests, how anything is found.
"""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass

from cacho_tournaments.formats.base import Figure, Reason
from cacho_tournaments.web.words import Word


@dataclass(frozen=True, slots=True)
class SideCard:
    """A side of a match. An open seat has no number: it waits for somebody (``waiting_for`` says whom), or
    nobody comes (``is_vacant``: a free place for the other side)."""

    position: int
    number: int | None
    name: str
    club: str
    place: int | None
    games_won: int
    points: int | None
    instant: bool
    is_winner: bool
    waiting_for: str
    is_vacant: bool = False


@dataclass(frozen=True, slots=True)
class MatchCard:
    """A match as a list shows it. ``kind`` is empty until a result stands; ``round_name`` is in words."""

    token: str
    code: str
    round: int
    table: int | None
    starts_at: dt.datetime | None
    state: str
    sides: tuple[SideCard, ...]
    kind: str
    ending: str
    group: str
    round_name: str = ""
    stage: int = 1
    best_of: int = 1
    reason: str = ""
    referee: str = ""
    started_at: dt.datetime | None = None
    finished_at: dt.datetime | None = None
    is_confirmed_now: bool = False  # it is played out; its sides are confirming the end

    @property
    def is_over(self) -> bool:
        return self.state == "finished"

    @property
    def is_table(self) -> bool:
        """Whether more than two sides play it, so that places are told and not only who won."""
        return len(self.sides) > 2

    @property
    def ranked(self) -> tuple[SideCard, ...]:
        """The sides as they are read: by place where more than two have one, else in the order of play."""
        if not (self.is_table and self.is_over):
            return self.sides
        return tuple(sorted(self.sides, key=lambda side: (side.place or len(self.sides), side.position)))

    @property
    def winner(self) -> SideCard | None:
        """The side that won, if one did."""
        return next((side for side in self.sides if side.is_winner), None)


@dataclass(frozen=True, slots=True)
class StandingRow:
    """One line of a table. ``reason`` says what parts it from the next line (``reason_over_name``); its
    ``among`` are names, its ``matches`` codes. ``applied`` are the criteria that were looked at for this line.
    ``out_as`` says in a word how whoever is out left."""

    place: int
    number: int
    name: str
    club: str
    values: Mapping[str, Figure]
    goes_on: bool
    reason: Reason | None
    reason_over_name: str
    applied: tuple[str, ...] = ()
    state: str = ""
    out_as: Word = ""
    second_chance: bool = False
    since_round: int = 1


@dataclass(frozen=True, slots=True)
class GroupTable:
    """A group: its table, the criteria in the order they are applied, its matches. The one table of a league or of
    rounds has no label."""

    label: str
    goes_on: int
    rows: tuple[StandingRow, ...]
    criteria: tuple[str, ...]
    matches: tuple[MatchCard, ...]
    finished: bool


@dataclass(frozen=True, slots=True)
class BracketRound:
    """A round of a bracket, top of the tree first; ``sides`` are still in when it begins. ``places`` has a gap where
    somebody goes on without a match."""

    name: str
    best_of: int
    matches: tuple[MatchCard, ...]
    number: int = 1
    sides: int = 2
    places: tuple[MatchCard | None, ...] = ()


@dataclass(frozen=True, slots=True)
class Podium:
    """Somebody on one of the first places; a place may be shared."""

    place: int
    number: int
    name: str
    club: str


@dataclass(frozen=True, slots=True)
class Bracket:
    """A bracket: rounds in order, the match for the third place, who won. ``byes`` sat out the first round.

    Of a double elimination ``rounds`` are those of the winners, ``losers`` theirs, ``finals`` one match or two; of a
    knock-out with a consolation ``consolation`` are its rounds.
    """

    rounds: tuple[BracketRound, ...]
    third_place: MatchCard | None
    champion: SideCard | None
    podium: tuple[Podium, ...] = ()
    byes: tuple[str, ...] = ()
    finished: bool = False
    losers: tuple[BracketRound, ...] = ()
    finals: tuple[MatchCard, ...] = ()
    consolation: tuple[BracketRound, ...] = ()


@dataclass(frozen=True, slots=True)
class StageCard:
    """A stage in a line: what it is, how far it has come. ``settings`` are all its values, ``rounds`` how many stand;
    ``has_draft`` tells that a draw of it waits to be released."""

    order: int
    format: str
    state: str
    settings: Mapping[str, object]
    matches: int
    finished: int
    playing: int
    rounds: int = 0
    has_draft: bool = False
    confirming: int = 0  # of those in play: played out, their sides are confirming the end

    @property
    def is_visible(self) -> bool:
        """Whether the public may see it: drafts are seen by organizers alone."""
        return self.state in ("released", "closed")


@dataclass(frozen=True, slots=True)
class CategoryPage:
    """A category with its figures. ``states`` counts entrants by state; ``in_play`` are those to be drawn,
    and whom the rules have put out since."""

    slug: str
    name: str
    game: str
    preset: str
    kind: str
    states: Mapping[str, int]
    in_play: int
    checked_in: int
    stages: tuple[StageCard, ...]
    podium: tuple[Podium, ...]


@dataclass(frozen=True, slots=True)
class EntrantRow:
    """An entrant as a list shows it; ``order`` sorts names as Spanish does."""

    number: int
    name: str
    club: str
    city: str
    seed: int | None
    state: str
    players: tuple[str, ...]
    folded: str
    order: tuple[str, str]


@dataclass(frozen=True, slots=True)
class ByeCard:
    """Somebody who sits a round out, and why in a word."""

    number: int
    name: str
    kind: str
    kind_name: Word
    points: int | None = None


@dataclass(frozen=True, slots=True)
class RoundView:
    """A released round of a stage that is drawn round by round: its matches, who sits out, how it was drawn.
    ``broken`` are codes of matches not begun of which a side is out; ``is_repairable`` says that part of the round can
    be drawn anew."""

    number: int
    seed: int
    matches: tuple[MatchCard, ...]
    byes: tuple[ByeCard, ...]
    notes: tuple[str, ...]
    is_last: bool
    is_by_hand: bool
    broken: tuple[str, ...] = ()
    is_repairable: bool = False
    is_from_elsewhere: bool = False  # another program drew it

    @property
    def done(self) -> int:
        """How many of its matches are over."""
        return sum(match.is_over for match in self.matches)

    @property
    def is_over(self) -> bool:
        return self.done == len(self.matches)

    @property
    def waiting(self) -> int:
        """How many can still be given a table: neither being played nor over."""
        return sum(match.state in ("waiting", "ready") for match in self.matches)


@dataclass(frozen=True, slots=True)
class DraftGroup:
    """A drawn group as the draft shows it, a table of a drawn round, or those who sit it out: who, in drawn order.
    ``kind`` is ``group``, ``table`` or ``bye``."""

    label: str
    entrants: tuple[tuple[int, str, str], ...]  # number, name, club
    kind: str = "group"


@dataclass(frozen=True, slots=True)
class DrawnStep:
    """One step of the lot: who was drawn, and into which group or match."""

    number: int
    name: str
    into: str


@dataclass(frozen=True, slots=True)
class DrawPage:
    """A draw as its draft is shown: groups or first matches, the steps in which it fell.

    ``warnings`` is what it wants said, ``hand`` what was done to it by hand. ``last_exchange`` are the two (number,
    name) who were exchanged last, where nothing was done since. Of what is drawn anew of a released round ``replaces``
    are the matches that go; ``away`` are those who miss the round.
    """

    key: int
    stage: int
    format: str
    state: str
    seed: int
    made_by: str
    made_at: dt.datetime
    released_at: dt.datetime | None
    warnings: tuple[str, ...]
    hand: tuple[str, ...]
    steps: tuple[DrawnStep, ...]
    groups: tuple[DraftGroup, ...]
    matches: tuple[MatchCard, ...]
    round: int = 0
    part: int = 1
    is_by_hand: bool = False
    last_exchange: tuple[tuple[int, str], ...] = ()
    replaces: tuple[MatchCard, ...] = ()
    away: tuple[str, ...] = ()

    @property
    def notes(self) -> tuple[str, ...]:
        """Everything that the draw wants said, in the order in which it came up."""
        return self.warnings + self.hand
