"""Groups and the knock-out of a category as readers see them: every place with its reason, every open seat named.

Knows: the tables and brackets that competition works out. Does not know: requests, how a table is made.
"""

from dataclasses import dataclass

from cacho_tournaments.competition.models import Stage
from cacho_tournaments.competition.queries import brackets
from cacho_tournaments.competition.queries import stages as tables
from cacho_tournaments.competition.queries.values import Bracket, BracketRound, MatchCard
from cacho_tournaments.live.queries.events import CategoryLink, StageLink
from cacho_tournaments.live.queries.standings import GroupView, group_view


@dataclass(frozen=True, slots=True)
class GroupsPage:
    labels: tuple[str, ...]
    chosen: str
    groups: tuple[GroupView, ...]


@dataclass(frozen=True, slots=True)
class TreeRound:
    """A round with a place for each match that a full bracket would have: None where a bye left none."""

    name: str
    number: int
    best_of: int
    places: tuple[MatchCard | None, ...]


@dataclass(frozen=True, slots=True)
class BracketPage:
    bracket: Bracket
    rounds: tuple[TreeRound, ...]
    chosen: int | None

    @property
    def shows_third(self) -> bool:
        """The match for the third place stands beside the final."""
        return self.chosen in (None, len(self.bracket.rounds))


def groups(category: CategoryLink, wanted: str = "") -> GroupsPage | None:
    """Return the groups of the category, or the one that is asked for; None before their draw is released.

    A label that no group has shows all of them.
    """
    link = category.stage(Stage.Format.GROUPS)
    if link is None:
        return None
    found = tables.stage_tables(_stage(link))
    labels = tuple(table.label for table in found)
    chosen = wanted.upper() if wanted.upper() in labels else ""
    shown = [table for table in found if chosen in ("", table.label)]
    return GroupsPage(labels, chosen, tuple(group_view(table, bool(chosen)) for table in shown))


def bracket(category: CategoryLink, wanted: str = "") -> BracketPage | None:
    """Return the knock-out, or the round of it that is asked for: a number beyond the last shows the last."""
    link = category.stage(Stage.Format.KNOCKOUT)
    if link is None:
        return None
    found = brackets.bracket(_stage(link))
    rounds = tuple(_with_gaps(each) for each in found.rounds)
    if not (wanted.isascii() and wanted.isdecimal() and rounds):
        return BracketPage(found, rounds, None)
    number = min(max(int(wanted[:4]), 1), len(rounds))
    return BracketPage(found, (rounds[number - 1],), number)


def _stage(link: StageLink) -> Stage:
    return Stage.objects.select_related("category").get(pk=link.pk)


def _with_gaps(found: BracketRound) -> TreeRound:
    """Put each match at its place in the tree, which its code ends in (``CF-3``); a final has no number."""
    places: list[MatchCard | None] = [None] * (found.sides // 2)
    for match in found.matches:
        number = match.code.rpartition("-")[2]
        places[int(number) - 1 if number.isdecimal() else 0] = match
    return TreeRound(found.name, found.number, found.best_of, tuple(places))
