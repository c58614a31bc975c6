"""The chain of a category's stages: who plays each, which may change its place, what comes of removing one.

Knows: formats, settings and states of stages, the sentences. Does not know: who goes on by name, requests.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from cacho_tournaments import games
from cacho_tournaments.competition import presets
from cacho_tournaments.competition.models import Category, Stage
from cacho_tournaments.competition.queries.next_steps import stage_name
from cacho_tournaments.competition.setting_words import setting_lines
from cacho_tournaments.web.words import Word


@dataclass(frozen=True, slots=True)
class ChainLink:
    """A stage in its chain. ``who`` says who plays it; ``is_fed`` is False where nobody would come to it."""

    key: int
    order: int
    format: str
    name: Word
    state: str
    state_name: Word
    settings: tuple[tuple[Word, Word], ...]
    who: str
    is_fed: bool
    is_editable: bool
    is_chosen: bool
    may_choose: bool
    may_move_up: bool
    may_move_down: bool
    may_remove: bool

    @property
    def is_visible(self) -> bool:
        """Whether its draw is released, for everybody to see."""
        return self.state in Stage.SHOWN


@dataclass(frozen=True, slots=True)
class Chain:
    """The stages of a category in their order."""

    links: tuple[ChainLink, ...]
    may_add: bool


@dataclass(frozen=True, slots=True)
class Removal:
    """What removing a stage would bring about. ``now`` and ``then``: who plays the next stage, before and after."""

    name: Word
    order: int
    settings: tuple[tuple[Word, Word], ...]
    next_name: Word = ""
    now: str = ""
    then: str = ""
    forgotten: tuple[Word, ...] = ()


@dataclass(frozen=True, slots=True)
class _Part:
    """What a stage's neighbours need to know of it."""

    format: str
    settings: Mapping[str, Any]
    chosen: Sequence[int] | None = None


def chain(category: Category) -> Chain:
    """Return the category's stages with who plays each and what may be done with it: one query."""
    rows = list(category.stages.order_by("order"))
    parts = [_part(row) for row in rows]
    links = tuple(_link(row, place, rows, parts) for place, row in enumerate(rows))
    return Chain(links, may_add=len(rows) < presets.MOST_STAGES)


def removal(stage: Stage) -> Removal:
    """Return what removing the stage would bring about."""
    rows = list(stage.category.stages.order_by("order"))
    place = next(number for number, row in enumerate(rows) if row.pk == stage.pk)
    plain = Removal(stage_name(stage.format, stage.settings), stage.order, setting_lines(stage.settings))
    behind = rows[place + 1 :]
    if not behind:
        return plain
    parts = [_part(row) for row in rows]
    # Whoever was chosen by hand for what comes behind is forgotten.
    left = [*parts[:place], *(replace(part, chosen=None) for part in parts[place + 1 :])]
    return replace(
        plain,
        next_name=_name(behind[0]),
        now=_who(parts, place + 1)[0],
        then=_who(left, place)[0],
        forgotten=tuple(_name(row) for row in behind if row.chosen is not None),
    )


def formats(category: Category) -> tuple[str, ...]:
    """Return the formats that the category's game can be played in."""
    game = games.get(category.game)
    return tuple(format for format in presets.DEFAULTS if presets.fits(format, game))


def positions(category: Category) -> tuple[tuple[int, str], ...]:
    """Return where a stage can be added, the end first: nowhere before a stage that is drawn."""
    rows = list(category.stages.order_by("order"))
    planned = [row for row in rows if row.state == Stage.State.PLANNED]
    drawn = max((row.order for row in rows if row.state != Stage.State.PLANNED), default=0)
    before = [
        (row.order, _("before stage %(n)s: %(name)s") % {"n": row.order, "name": _name(row)})
        for row in planned
        if row.order > drawn
    ]
    return ((len(rows) + 1, _("at the end")), *before)


def _part(row: Stage) -> _Part:
    return _Part(row.format, row.settings, row.chosen)


def _name(row: Stage) -> Word:
    return stage_name(row.format, row.settings)


def _link(row: Stage, place: int, rows: Sequence[Stage], parts: Sequence[_Part]) -> ChainLink:
    who, is_fed = _who(parts, place)
    planned = [each.state == Stage.State.PLANNED for each in rows]
    return ChainLink(
        key=row.pk,
        order=row.order,
        format=row.format,
        name=_name(row),
        state=row.state,
        state_name=row.get_state_display(),
        settings=setting_lines(row.settings),
        who=who,
        is_fed=is_fed or not planned[place],
        is_editable=is_editable(row.state, (each.state for each in rows[place + 1 :])),
        is_chosen=row.chosen is not None,
        may_choose=planned[place] and place > 0,
        may_move_up=planned[place] and place > 0 and planned[place - 1],
        may_move_down=planned[place] and place + 1 < len(rows) and planned[place + 1],
        may_remove=planned[place],
    )


def is_editable(state: str, behind: Iterable[str]) -> bool:
    """Tell whether any setting of a stage can be changed: in play until the next stage is drawn; ``behind`` are the
    states of those after it."""
    if state == Stage.State.CLOSED:
        return False
    return state != Stage.State.RELEASED or all(each == Stage.State.PLANNED for each in behind)


def _who(parts: Sequence[_Part], place: int) -> tuple[str, bool]:
    """Return who plays the stage at that place of a chain, and whether anybody does."""
    if place == 0:
        return _("Everybody in play"), True
    own, before = parts[place], parts[place - 1]
    if own.chosen is not None:
        said = ngettext("%(n)s chosen by hand", "%(n)s chosen by hand", len(own.chosen))
        return said % {"n": len(own.chosen)}, True
    if own.settings.get("is_second_chance"):
        return _second_chance(before)
    if before.settings.get("is_second_chance") and place > 1:
        direct, is_fed = _going_on(parts[place - 2])
        saved, is_saved = _going_on(before)
        gaps = {"direct": direct, "saved": saved}
        return _("%(direct)s. From the second chance: %(saved)s") % gaps, (is_fed and is_saved)
    return _going_on(before)


def _second_chance(groups: _Part) -> tuple[str, bool]:
    number = groups.settings.get("second_chance", 0)
    if not number:
        return _(
            "Nobody: the stage before gives no second chance. Say how many get one in its settings."
        ), False
    said = ngettext(
        "The next %(n)s of each group below those who go on",
        "The next %(n)s of each group below those who go on",
        number,
    )
    return said % {"n": number}, True


def _going_on(before: _Part) -> tuple[str, bool]:
    """Return who goes on from a stage, and whether anybody does."""
    settings = before.settings
    until, number = settings.get("until", 1), settings.get("go_on", 0)
    if until > 1:
        return _("The last %(n)s of the bracket") % {"n": until}, True
    if before.format == presets.GROUPS:
        text = ngettext("The first of each group", "The first %(n)s of each group", number)
        return _with_thirds(text % {"n": number}, settings), True
    if not number:
        return _("Nobody: say how many go on in the settings of the stage before."), False
    return ngettext("The first of the table", "The first %(n)s", number) % {"n": number}, True


def _with_thirds(said: str, settings: Mapping[str, Any]) -> str:
    thirds = settings.get("best_thirds", "none")
    if thirds == "none":
        return said
    if thirds == "fill":
        return _("%(said)s, and as many of the next as fill the bracket") % {"said": said}
    more = ngettext(
        "%(said)s, and the best %(n)s of the next", "%(said)s, and the best %(n)s of the next", thirds
    )
    return more % {"said": said, "n": thirds}
