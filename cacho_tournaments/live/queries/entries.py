"""Who competes in a category, and one entrant's own page.

Knows: the rows that competition tells, names as they are searched, the tables of the groups.
Does not know: requests, tables on a page.
"""

from dataclasses import dataclass

from cacho_tournaments.competition.models import Category, Entrant
from cacho_tournaments.competition.queries import brackets, entries
from cacho_tournaments.competition.queries.matches import category_matches
from cacho_tournaments.competition.queries.values import EntrantRow, MatchCard, StandingRow
from cacho_tournaments.journal.models import Entry
from cacho_tournaments.live.queries import stages
from cacho_tournaments.live.queries.events import CategoryLink, StageLink
from cacho_tournaments.live.queries.standings import GroupView, RowNotes, Why, row_notes
from cacho_tournaments.people.names import fold
from cacho_tournaments.web import words


@dataclass(frozen=True, slots=True)
class Standing:
    """Where an entrant stands in a table of a stage, and why."""

    stage: StageLink
    label: str
    place: int
    goes_on: bool
    second_chance: bool
    why: Why
    notes: RowNotes
    is_finished: bool


@dataclass(frozen=True, slots=True)
class Substitution:
    """Somebody who plays instead of another, from a match on (its code, empty where none was ahead)."""

    comes: str
    leaves: str
    since: str


@dataclass(frozen=True, slots=True)
class EntrantPage:
    """One entrant: what it plays now or next, what it has played and has ahead, where it stands in each stage."""

    row: EntrantRow
    next: MatchCard | None
    ahead: tuple[MatchCard, ...]
    played: tuple[MatchCard, ...]
    standings: tuple[Standing, ...]  # the latest stage first
    is_drawn: bool
    final_place: int | None  # among the prizes of the last stage
    substitutions: tuple[Substitution, ...]

    @property
    def is_through(self) -> bool:
        """Whether the last table that it stands in is finished and it goes on from there."""
        return bool(self.standings) and self.standings[0].is_finished and self.standings[0].goes_on

    @property
    def state_name(self) -> words.Word:
        return words.entrant_state_name(self.row.state)


def entrants(category: CategoryLink, text: str = "") -> tuple[EntrantRow, ...]:
    """Return the entrants of a category by number, or those whose number, name, players or club hold the text."""
    rows = entries.entrants(Category.objects.get(pk=category.pk))
    wanted = fold(text)
    return tuple(row for row in rows if wanted in f"{row.number} {row.folded} {fold(row.club)}")


@dataclass(frozen=True, slots=True)
class Known:
    """What an entrant is called; ``kept`` is the number under which it stands now, where two were one person."""

    name: str
    kept: int | None


def known(category: CategoryLink, number: int) -> Known | None:
    """Return who has the number; None where the category has no such number."""
    found = Entrant.objects.filter(category=category.pk, number=number)
    row = found.values_list("name", "merged_into__number").first()
    return Known(*row) if row else None


def entrant(category: CategoryLink, number: int) -> EntrantPage:
    """Return the page of one entrant, whose number the category has."""
    row = next(row for row in entrants(category) if row.number == number)
    cards = category_matches(category.pk, number=number)
    open_cards = [card for card in cards if not card.is_over]
    open_cards.sort(key=lambda card: card.state != "playing")
    return EntrantPage(
        row=row,
        next=open_cards[0] if open_cards else None,
        ahead=tuple(open_cards[1:]),
        played=tuple(card for card in cards if card.is_over),
        standings=_standings(category, number),
        is_drawn=bool(category.stages),
        final_place=None if open_cards else _final_place(category, number),
        substitutions=_substitutions(category, number) if len(row.players) > 1 else (),
    )


def _substitutions(category: CategoryLink, number: int) -> tuple[Substitution, ...]:
    """Return who came for whom, as the journal keeps it; why is the organizers' own affair."""
    own = Entrant.objects.filter(category=category.pk, number=number).values("pk")
    written = Entry.objects.filter(
        verb="competition.entrant.substituted", subject_kind="entrant", subject_id__in=own
    )
    facts = written.order_by("id").values_list("facts", flat=True)
    return tuple(Substitution(each["comes"], each["leaves"], str(each.get("match") or "")) for each in facts)


def _final_place(category: CategoryLink, number: int) -> int | None:
    if not (category.plan and category.plan[-1].is_shown):
        return None
    podium = brackets.podium(Category.objects.get(pk=category.pk))
    return next((each.place for each in podium if each.number == number), None)


def _standings(category: CategoryLink, number: int) -> tuple[Standing, ...]:
    """Return where an entrant stands in every shown stage that has tables, the latest first."""
    pages = [stages.tables_page(link) for link in reversed(category.stages) if not link.is_tree]
    return tuple(
        _standing(page.stage, group, row)
        for page in pages
        if page
        for group in page.groups
        for row in group.table.rows
        if row.number == number
    )


def _standing(stage: StageLink, group: GroupView, row: StandingRow) -> Standing:
    return Standing(
        stage=stage,
        label=group.label,
        place=row.place,
        goes_on=row.goes_on,
        second_chance=row.second_chance,
        why=group.whys[row.number],
        notes=row_notes(row, group),
        is_finished=group.table.finished,
    )
