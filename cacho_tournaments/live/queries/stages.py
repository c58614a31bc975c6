"""The stages of a category as readers see them: every place with its reason, every open seat named.

Knows: the tables, rounds and brackets that competition works out, how a draw is named.
Does not know: requests, how a table is made.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from django.utils.translation import pgettext_lazy

from cacho_tournaments.competition.models import Draw, Stage
from cacho_tournaments.competition.queries import brackets
from cacho_tournaments.competition.queries import stages as tables
from cacho_tournaments.competition.queries.round_marks import marks
from cacho_tournaments.competition.queries.values import (
    Bracket,
    BracketRound,
    ByeCard,
    GroupTable,
    MatchCard,
    RoundView,
)
from cacho_tournaments.live.queries.events import StageLink
from cacho_tournaments.live.queries.standings import GroupView, group_view
from cacho_tournaments.web.words import Word

WINNERS, LOSERS, FINALS, CONSOLATION = "winners", "losers", "finals", "consolation"
_PART_NAMES: dict[str, Word] = {
    WINNERS: pgettext_lazy("bracket", "Winners"),
    LOSERS: pgettext_lazy("bracket", "Losers"),
    FINALS: pgettext_lazy("bracket", "Final"),
    CONSOLATION: pgettext_lazy("bracket", "Consolation"),
}
_MAIN: Word = pgettext_lazy("bracket", "Main bracket")
# Of so many matches only the last round stands below the table; those before have a page each.
MOST_BELOW = 200


@dataclass(frozen=True, slots=True)
class DrawnBy:
    """A released draw: its seed, by which anybody can repeat it, and whether a hand changed it since; or that another
    program made it."""

    round: int
    seed: int
    is_by_hand: bool
    is_from_elsewhere: bool


@dataclass(frozen=True, slots=True)
class RoundOfStage:
    """A released round: its matches, who sits out, how it was drawn. ``is_below``: all that stands below the table of
    the stage, else there is a page for it."""

    view: RoundView
    draw: DrawnBy
    is_below: bool


@dataclass(frozen=True, slots=True)
class TablesPage:
    """A stage of groups, a league or rounds. ``chosen`` is the group that is asked for, ``round`` the round; ``away``
    are those who will miss the round to come."""

    stage: StageLink
    labels: tuple[str, ...]
    chosen: str
    groups: tuple[GroupView, ...]
    rounds: tuple[RoundOfStage, ...]
    every_round: tuple[int, ...]
    round: int
    planned_rounds: int
    away: tuple[ByeCard, ...]
    draw: DrawnBy | None

    @property
    def next_round(self) -> int:
        """The round to come; 0 after the last one."""
        coming = max(self.every_round, default=0) + 1
        return coming if coming <= self.planned_rounds else 0


@dataclass(frozen=True, slots=True)
class TreeRound:
    """A round with a place for each match that a full bracket would have: None where a bye left none."""

    name: str
    number: int
    best_of: int
    places: tuple[MatchCard | None, ...]


@dataclass(frozen=True, slots=True)
class BracketPart:
    """One tree of a stage: the bracket itself, or that of the losers, the finals, the consolation.

    ``is_halving``: every round has half the matches of the one before, so that lines can join them.
    """

    key: str
    name: Word
    rounds: tuple[TreeRound, ...]
    is_halving: bool


@dataclass(frozen=True, slots=True)
class BracketPage:
    """A bracket; ``part`` and ``chosen`` are the tree and the round of it that are asked for."""

    stage: StageLink
    bracket: Bracket
    every_part: tuple[tuple[str, Word], ...]
    parts: tuple[BracketPart, ...]
    rounds: tuple[tuple[int, str], ...]
    part: str
    chosen: int | None
    draw: DrawnBy | None

    @property
    def shows_third(self) -> bool:
        """The match for the third place stands beside the final."""
        return self.part in ("", WINNERS) and self.chosen in (None, len(self.bracket.rounds))

    @property
    def is_single(self) -> bool:
        """Whether there is one tree alone, which needs no name."""
        return len(self.every_part) < 2


def tables_page(link: StageLink, wanted: str = "", round: str = "") -> TablesPage | None:
    """Return the tables of a stage, or the group or round that is asked for; None before its draw is released.

    A label that no group has shows all of them; a round that is not there shows the nearest.
    """
    if not link.is_shown:
        return None
    stage = _stage(link)
    found = tables.stage_tables(stage)
    labels = tuple(table.label for table in found if table.label)
    chosen = wanted.upper() if wanted.upper() in labels else ""
    shown = [table for table in found if chosen in ("", table.label)]
    cards = tuple(match for table in found for match in table.matches)
    every = tables.round_views(stage, cards) if link.is_by_round else ()
    numbers = tuple(each.number for each in every)
    number = _within(round, max(numbers, default=0))
    is_small = sum(len(each.matches) for each in every) <= MOST_BELOW
    return TablesPage(
        stage=link,
        labels=labels,
        chosen=chosen,
        groups=() if number else tuple(_view(table, every, is_open=bool(chosen)) for table in shown),
        rounds=tuple(
            _round(each, is_below=is_small or each.number in (number, max(numbers)))
            for each in every
            if number in (0, each.number)
        ),
        every_round=numbers,
        round=number,
        planned_rounds=link.rounds,
        away=tables.asked_away(stage, max(numbers, default=0) + 1) if link.is_by_round else (),
        draw=None if link.is_by_round else _drawn_by(stage),
    )


def bracket(link: StageLink, wanted: str = "", part: str = "") -> BracketPage | None:
    """Return the bracket of a stage, or the tree or round of it that is asked for; None before its draw is released.

    A number beyond the last shows the last round.
    """
    if not link.is_shown:
        return None
    stage = _stage(link)
    found = brackets.bracket(stage)
    parts = _parts(found, is_double=stage.format == Stage.Format.DOUBLE)
    chosen = part if part in {each.key for each in parts} and len(parts) > 1 else ""
    shown = [each for each in parts if chosen in ("", each.key)]
    main = shown[0].rounds if chosen or len(parts) == 1 else ()
    number = _within(wanted, len(main)) or None
    if number:
        one = shown[0]
        shown = [BracketPart(one.key, one.name, (one.rounds[number - 1],), one.is_halving)]
    return BracketPage(
        stage=link,
        bracket=found,
        every_part=tuple((each.key, each.name) for each in parts),
        parts=tuple(shown),
        rounds=tuple((at, each.name) for at, each in enumerate(main, start=1)),
        part=chosen,
        chosen=number,
        draw=_drawn_by(stage),
    )


def _parts(found: Bracket, *, is_double: bool) -> tuple[BracketPart, ...]:
    """Return the trees of a bracket that have matches."""
    finals = tuple(
        BracketRound(one.round_name, one.best_of, (one,), at, 2) for at, one in enumerate(found.finals, 1)
    )
    trees = (
        (WINNERS, found.rounds),
        (LOSERS, found.losers),
        (FINALS, finals),
        (CONSOLATION, found.consolation),
    )
    return tuple(
        BracketPart(
            key=key,
            name=_MAIN if key == WINNERS and not is_double else _PART_NAMES[key],
            rounds=tuple(_with_gaps(each) for each in rounds),
            is_halving=_is_halving(rounds),
        )
        for key, rounds in trees
        if rounds
    )


def _round(view: RoundView, *, is_below: bool) -> RoundOfStage:
    drawn = DrawnBy(view.number, view.seed, view.is_by_hand, view.is_from_elsewhere)
    return RoundOfStage(view, drawn, is_below)


def _is_halving(rounds: Sequence[BracketRound]) -> bool:
    return all(later.sides * 2 == earlier.sides for earlier, later in pairwise(rounds))


def _view(table: GroupTable, rounds: Sequence[RoundView], *, is_open: bool) -> GroupView:
    """Return a table as readers see it; of a stage by rounds with how each of them ended for everybody."""
    byes = [(bye.number, each.number, bye.kind) for each in rounds for bye in each.byes]
    return group_view(table, is_open, marks(table, byes) if rounds else {})


def _within(wanted: str, last: int) -> int:
    """Return the number that is asked for, or the nearest one there is; 0 where none is meant."""
    if not (wanted.isascii() and wanted.isdecimal() and last):
        return 0
    return min(max(int(wanted[:4]), 1), last)


def _drawn_by(stage: Stage) -> DrawnBy | None:
    """Return the released draw of a whole stage; rounds have theirs beside them."""
    draw = stage.draws.filter(state=Draw.State.RELEASED, round=0).first()
    if draw is None:
        return None
    elsewhere = draw.is_from_elsewhere
    return DrawnBy(0, draw.seed, draw.is_by_hand and not elsewhere, elsewhere)


def _stage(link: StageLink) -> Stage:
    return Stage.objects.select_related("category").get(pk=link.pk)


def _with_gaps(found: BracketRound) -> TreeRound:
    """Put each match at its place in the tree, which its code ends in (``CF-3``); a final has no number."""
    places: list[MatchCard | None] = [None] * max(found.sides // 2, len(found.matches))
    for match in found.matches:
        number = match.code.rpartition("-")[2]
        places[int(number) - 1 if number.isdecimal() else 0] = match
    return TreeRound(found.name, found.number, found.best_of, tuple(places))
