"""What the organizer's pages of categories and stages show: state, settings, the draft, rounds, tables.

Knows: the room's other queries and the words of the pages. Does not know: requests, forms, how anything is drawn.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from operator import itemgetter

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from cacho_tournaments import games
from cacho_tournaments.competition import money
from cacho_tournaments.competition.models import Category, Entrant, Seat, Stage
from cacho_tournaments.competition.queries import brackets, events, stages
from cacho_tournaments.competition.queries.next_steps import (
    CLOSE,
    draw_name,
    played_out,
    progress,
    rounds_to_come,
    who_is_here,
)
from cacho_tournaments.competition.queries.next_steps import stage_name as named
from cacho_tournaments.competition.queries.pages import CategoryCard, category_card
from cacho_tournaments.competition.queries.stage_plans import is_editable
from cacho_tournaments.competition.queries.values import (
    Bracket,
    ByeCard,
    CategoryPage,
    DraftGroup,
    DrawPage,
    GroupTable,
    MatchCard,
    Podium,
    RoundView,
    StageCard,
)
from cacho_tournaments.competition.setting_words import setting_lines
from cacho_tournaments.web import option_words, words
from cacho_tournaments.web.words import Word


@dataclass(frozen=True, slots=True)
class CategoryOverview:
    """A category for its own page."""

    card: CategoryCard
    fee: str
    changed_options: tuple[tuple[Word, Word], ...]
    podium: tuple[Podium, ...]


def category_overview(category: Category) -> CategoryOverview:
    """Return the category's figures, its next step, its prizes; its stages are told by ``stage_plans``."""
    page = events.category_page(category)
    return CategoryOverview(
        card=category_card(page, category.tournament.slug),
        fee=money.written(category.fee, category.tournament.currency),
        changed_options=_changed_options(category),
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


def stage_name(stage: Stage) -> Word:
    """Return what the stage is called."""
    return named(stage.format, stage.settings)


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
    round_views: tuple[RoundView, ...] = ()
    next_round: int | None = None  # the round that can be drawn now
    coming_round: int | None = None  # the one after the last released, while absences can be written down
    away: tuple[ByeCard, ...] = ()
    may_take_back: bool = False
    draw_name: Word = ""  # what drawing it is called, for its first draw or the round that comes next
    close_name: Word = ""

    @property
    def is_by_round(self) -> bool:
        return self.format in Stage.BY_ROUND

    @property
    def has_draft(self) -> bool:
        return self.draw is not None

    @property
    def is_drawable(self) -> bool:
        """Whether a draw can be asked for here: the first one, or the next round."""
        return self.state == Stage.State.PLANNED or self.next_round is not None


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
        is_editable=is_editable(card.state, (each.state for each in page.stages if each.order > card.order)),
        draw_name=draw_name(stage.format, stage.settings),
        close_name=CLOSE[stage.format],
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
    if before.state not in Stage.SHOWN:
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
    is_tree = stage.format in Stage.TREES
    draw = stages.draw_page(stage)
    return replace(
        plain,
        draw=draw,
        exchangeable=exchangeable(stage, draw),
        bracket=brackets.bracket(stage) if is_tree else None,
    )


def exchangeable(stage: Stage, draw: DrawPage | None) -> tuple[tuple[int, str], ...]:
    """Return those who sit in the draft, by number, with where they sit: what an exchange can be made of."""
    if draw is None:
        return ()
    if draw.groups:
        placed = [(*who[:2], group) for group in draw.groups for who in group.entrants]
        return tuple((number, _at(name, group)) for number, name, group in sorted(placed, key=itemgetter(0)))
    rows = Seat.objects.filter(stage=stage, entrant__isnull=False).order_by("entrant__number")
    return tuple(dict(rows.values_list("entrant__number", "entrant__name")).items())


def _at(name: str, group: DraftGroup) -> str:
    if group.kind == "bye":
        return _("%(name)s (free round)") % {"name": name}
    if group.kind == "table":
        return _("%(name)s (table %(table)s)") % {"name": name, "table": group.label}
    return f"{name} ({group.label})"


def by_number(stage: Stage) -> Mapping[int, Entrant]:
    """Return the category's entrants by their number."""
    return {row.number: row for row in Entrant.objects.filter(category=stage.category_id)}


def _in_play(plain: StagePage, stage: Stage, page: CategoryPage, card: StageCard) -> StagePage:
    over = bool(card.matches) and card.finished == card.matches
    later = [each for each in page.stages if each.order > card.order]
    is_tree = stage.format in Stage.TREES
    groups = () if is_tree else stages.stage_tables(stage)
    cards = stages.match_cards(stage) if is_tree else tuple(m for group in groups for m in group.matches)
    if stage.format == Stage.Format.DOUBLE:  # whose finals count their rounds anew
        cards = tuple(sorted(cards, key=lambda card: card.code in ("F", "F2")))
    closed = stage.state == Stage.State.CLOSED
    shown = replace(
        plain,
        draw=None,
        groups=groups,
        bracket=brackets.bracket(stage) if is_tree else None,
        rounds=rounds(cards),
        progress=played_out(card) if over else progress(card),
        is_played_out=over and not rounds_to_come(card),
        next_order=later[0].order if later and closed else None,
        may_reopen=closed and all(each.state == Stage.State.PLANNED for each in later),
        may_take_back=not closed and not card.finished and not card.playing and not plain.is_by_round,
    )
    return _by_round(shown, stage, card, cards, over) if plain.is_by_round else shown


def _by_round(
    shown: StagePage, stage: Stage, card: StageCard, cards: tuple[MatchCard, ...], over: bool
) -> StagePage:
    """Add the rounds, the draft of the next one or of a repair, and who has asked to be away."""
    draft = stages.draw_page(stage) if card.has_draft else None
    is_open = stage.state == Stage.State.RELEASED and draft is None
    coming = card.rounds + 1 if is_open and rounds_to_come(card) else None
    return replace(
        shown,
        draw=draft,
        exchangeable=exchangeable(stage, draft),
        round_views=stages.round_views(stage, cards),
        next_round=coming if over else None,
        draw_name=_("Draw round %(n)s") % {"n": coming} if coming else shown.draw_name,
        coming_round=coming,
        away=stages.asked_away(stage, coming) if coming else (),
    )


def rounds(cards: tuple[MatchCard, ...]) -> tuple[RoundList, ...]:
    """Return the matches round by round; a third-place match stands with the final, a losers' round by itself."""
    found: dict[tuple[int, str], list[MatchCard]] = {}
    for card in cards:
        beside = (
            [key for key in found if key[0] == card.round] if card.round_name == words.THIRD_PLACE else []
        )
        key = beside[0] if beside else (card.round, card.round_name)
        found.setdefault(key, []).append(card)
    return tuple(
        RoundList(number, name[:1].upper() + name[1:], tuple(own)) for (number, name), own in found.items()
    )
