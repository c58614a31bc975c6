"""What the organizer's pages of categories and stages show: state, settings, the draft, rounds, tables.

Knows: the room's other queries and the words of the pages. Does not know: requests, forms, how anything is drawn.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from cacho_tournaments import games
from cacho_tournaments.competition import money
from cacho_tournaments.competition.models import Category, Entrant, GroupPlace, Seat, Stage
from cacho_tournaments.competition.queries import brackets, events, stages
from cacho_tournaments.competition.queries.next_steps import STAGE_NAMES, played_out, progress, who_is_here
from cacho_tournaments.competition.queries.pages import CategoryCard, category_card
from cacho_tournaments.competition.queries.values import (
    Bracket,
    CategoryPage,
    DrawPage,
    GroupTable,
    MatchCard,
    Podium,
    StageCard,
)
from cacho_tournaments.competition.setting_words import setting_lines
from cacho_tournaments.web import option_words
from cacho_tournaments.web.words import Word

_EDITABLE = (Stage.State.PLANNED, Stage.State.DRAFT)


@dataclass(frozen=True, slots=True)
class StageSummary:
    """A stage on its category's page."""

    order: int
    format: str
    name: Word
    state: str
    state_name: Word
    settings: tuple[tuple[Word, Word], ...]
    is_editable: bool


@dataclass(frozen=True, slots=True)
class CategoryOverview:
    """A category for its own page."""

    card: CategoryCard
    fee: str
    changed_options: tuple[tuple[Word, Word], ...]
    stages: tuple[StageSummary, ...]
    podium: tuple[Podium, ...]


def category_overview(category: Category) -> CategoryOverview:
    """Return the category's figures, its next step, its stages with all their settings."""
    page = events.category_page(category)
    return CategoryOverview(
        card=category_card(page, category.tournament.slug),
        fee=money.written(category.fee, category.tournament.currency),
        changed_options=_changed_options(category),
        stages=tuple(_summary(stage, page) for stage in page.stages),
        podium=page.podium,
    )


def _changed_options(category: Category) -> tuple[tuple[Word, Word], ...]:
    """Return the options in which the category departs from the rules that it names."""
    game = games.get(category.game)
    plain = game.resolve(category.preset)
    return tuple(
        (option_words.option_name(game.code, name), option_words.value_name(game.code, name, value))
        for name, value in category.options.items()
        if plain.get(name) != value
    )


def _summary(card: StageCard, page: CategoryPage) -> StageSummary:
    return StageSummary(
        order=card.order,
        format=card.format,
        name=STAGE_NAMES[card.format],
        state=card.state,
        state_name=Stage.State(card.state).label,
        settings=setting_lines(card.settings),
        is_editable=_is_editable(card, page),
    )


def _is_editable(card: StageCard, page: CategoryPage) -> bool:
    """Tell whether any setting can be changed: in play how results count, until the next stage is drawn."""
    later = [each for each in page.stages if each.order > card.order]
    counts = card.state == Stage.State.RELEASED and card.format == Stage.Format.GROUPS
    return card.state in _EDITABLE or (counts and all(each.state == Stage.State.PLANNED for each in later))


def stage_name(stage: Stage) -> Word:
    """Return what the stage is called."""
    return STAGE_NAMES[stage.format]


@dataclass(frozen=True, slots=True)
class LifeStep:
    """A part of a stage's life, as the row of steps shows it."""

    name: Word
    is_done: bool
    is_here: bool


@dataclass(frozen=True, slots=True)
class RoundList:
    """The matches of one round."""

    number: int
    name: str
    matches: tuple[MatchCard, ...]

    @property
    def finished(self) -> int:
        return sum(match.is_over for match in self.matches)

    @property
    def is_open(self) -> bool:
        return self.finished < len(self.matches)

    @property
    def waiting(self) -> int:
        """How many can still be given a table: neither being played nor over."""
        return sum(match.state in ("waiting", "ready") for match in self.matches)


@dataclass(frozen=True, slots=True)
class StagePage:
    """A stage as its organizer sees it; what does not belong to its state is empty."""

    name: Word
    format: str
    state: str
    steps: tuple[LifeStep, ...]
    settings: tuple[tuple[Word, Word], ...]
    is_editable: bool
    who: str = ""
    obstacle: str = ""
    draw: DrawPage | None = None
    exchangeable: tuple[tuple[int, str], ...] = ()
    groups: tuple[GroupTable, ...] = ()
    bracket: Bracket | None = None
    rounds: tuple[RoundList, ...] = ()
    progress: str = ""
    is_played_out: bool = False
    next_order: int | None = None
    may_reopen: bool = False


def stage_page(stage: Stage) -> StagePage:
    """Return the stage with what its state calls for."""
    page = events.category_page(stage.category)
    card = next(each for each in page.stages if each.order == stage.order)
    plain = StagePage(
        name=stage_name(stage),
        format=stage.format,
        state=stage.state,
        steps=_life(stage.state),
        settings=setting_lines(stage.settings),
        is_editable=_is_editable(card, page),
    )
    if stage.state == Stage.State.PLANNED:
        return _planned(plain, page, card)
    if stage.state == Stage.State.DRAFT:
        return _draft(plain, stage)
    return _in_play(plain, stage, page, card)


_LIFE: dict[str, Word] = {
    "planned": gettext_lazy("Settings"),
    "draft": gettext_lazy("Draft of the draw"),
    "released": gettext_lazy("In play"),
    "closed": gettext_lazy("Closed"),
}


def _life(state: str) -> tuple[LifeStep, ...]:
    here = list(_LIFE).index(state)
    over = state == Stage.State.CLOSED
    return tuple(
        LifeStep(name, is_done=place < here or over, is_here=place == here and not over)
        for place, name in enumerate(_LIFE.values())
    )


def _planned(plain: StagePage, page: CategoryPage, card: StageCard) -> StagePage:
    before = [stage for stage in page.stages if stage.order < card.order]
    if not before:
        return replace(plain, who=who_is_here(page), obstacle=_who_is_missing(page))
    last = before[-1]
    who = ngettext(
        "%(n)s match of the stage before is finished.",
        "%(n)s matches of the stage before are finished.",
        last.finished,
    ) % {"n": last.finished}
    return replace(plain, who=who, obstacle=_still_open(last))


def _who_is_missing(page: CategoryPage) -> str:
    missing = page.in_play - page.checked_in
    if page.in_play == 0 or missing == 0 or page.checked_in == 0:
        return ""
    text = ngettext(
        "%(n)s entrant is not checked in, and would be drawn all the same. Take out whoever does not come.",
        "%(n)s entrants are not checked in, and would be drawn all the same. Take out whoever does not come.",
        missing,
    )
    return text % {"n": missing}


def _still_open(before: StageCard) -> str:
    left = before.matches - before.finished
    if before.state in _EDITABLE:
        return _("The stage before is not drawn yet: this one is drawn from its results.")
    if left == 0:
        return ""
    text = ngettext(
        "%(n)s match of the stage before is still open: this one is drawn from its results.",
        "%(n)s matches of the stage before are still open: this one is drawn from their results.",
        left,
    )
    return text % {"n": left}


def _draft(plain: StagePage, stage: Stage) -> StagePage:
    is_tree = stage.format == Stage.Format.KNOCKOUT
    return replace(
        plain,
        draw=stages.draw_page(stage),
        exchangeable=exchangeable(stage),
        bracket=brackets.bracket(stage) if is_tree else None,
    )


def exchangeable(stage: Stage) -> tuple[tuple[int, str], ...]:
    """Return those who sit in the draft, by number, with where they sit: what an exchange can be made of."""
    rows = Seat.objects.filter(stage=stage, entrant__isnull=False).order_by("entrant__number")
    groups = dict(GroupPlace.objects.filter(stage=stage).values_list("entrant__number", "group__label"))
    found = dict(rows.values_list("entrant__number", "entrant__name"))
    return tuple(
        (number, f"{name} ({groups[number]})" if number in groups else name) for number, name in found.items()
    )


def by_number(stage: Stage) -> Mapping[int, Entrant]:
    """Return the category's entrants by their number."""
    return {row.number: row for row in Entrant.objects.filter(category=stage.category_id)}


def _in_play(plain: StagePage, stage: Stage, page: CategoryPage, card: StageCard) -> StagePage:
    over = bool(card.matches) and card.finished == card.matches
    later = [each for each in page.stages if each.order > card.order]
    is_tree = stage.format == Stage.Format.KNOCKOUT
    groups = () if is_tree else stages.stage_tables(stage)
    cards = stages.match_cards(stage) if is_tree else tuple(m for group in groups for m in group.matches)
    closed = stage.state == Stage.State.CLOSED
    return replace(
        plain,
        draw=None,
        groups=groups,
        bracket=brackets.bracket(stage) if is_tree else None,
        rounds=rounds(cards),
        progress=played_out(card) if over else progress(card),
        is_played_out=over,
        next_order=later[0].order if later and closed else None,
        may_reopen=closed and all(each.state == Stage.State.PLANNED for each in later),
    )


def rounds(cards: tuple[MatchCard, ...]) -> tuple[RoundList, ...]:
    """Return the matches round by round; a third-place match is named with the final's round."""
    found: dict[int, list[MatchCard]] = {}
    for card in cards:
        found.setdefault(card.round, []).append(card)
    return tuple(
        RoundList(number, str(own[0].round_name)[:1].upper() + str(own[0].round_name)[1:], tuple(own))
        for number, own in sorted(found.items())
    )
