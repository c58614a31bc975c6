"""The words of a stage's settings: what each is called and what its values say.

Knows: settings by name, which of them say something beside the others. Does not know: which values may stand
(``presets``), rows, forms.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from cacho_tournaments.web import words
from cacho_tournaments.web.words import Word

Line = tuple[Word, Word]

# In the order in which they are asked and told.
SETTING_NAMES: dict[str, Word] = {
    "group_size": _("Size of a group"),
    "rounds": _("Rounds"),
    "one_table": _("Everybody sits at one table"),
    "table_size": _("Sides at a table"),
    "allowed": _("Allowed sizes"),
    "mode": _("Who sits together"),
    "legs": _("Each meets each"),
    "is_second_chance": _("A stage of the second chance"),
    "go_on": _("Go on to the next stage"),
    "best_thirds": _("Best of the next places that go on as well"),
    "second_chance": _("Second chance in each group"),
    "best_of": _("A match is"),
    "best_of_from": _("Longer matches"),
    "best_of_late": _("A longer match is"),
    "third_place": _("Match for the third place"),
    "consolation": _("Consolation"),
    "until": _("The bracket ends with"),
    "reset": _("A second final if the unbeaten side loses the first"),
    "tie": _("A tied match"),
    "win": _("Points for a win"),
    "draw": _("Points for a tie"),
    "loss": _("Points for a loss"),
    "walkover_loss": _("Points for not appearing"),
    "bye": _("Points for a free round"),
    "absent": _("Points for a round missed"),
    "criteria": _("Order of the table"),
}
# What the same settings are called in groups, of which there are several.
IN_GROUPS: dict[str, Word] = {"go_on": _("Go on from each group"), "criteria": _("Order in a group")}
TIE_NAMES: dict[str, Word] = {"shared": _("both share it"), "extra-game": _("one more game is played")}
LATE_NAMES: dict[int, Word] = {
    0: _("never"),
    2: _("from the final"),
    4: _("from the semi-finals"),
    8: _("from the quarter-finals"),
    16: _("from the round of 16"),
}
THIRDS_NAMES: dict[str, Word] = {"none": _("none"), "fill": _("as many as fill the bracket")}
BEST_OF_NAMES: dict[int, Word] = {
    1: _("one game"),
    3: _("best of three"),
    5: _("best of five"),
    7: _("best of seven"),
    9: _("best of nine"),
}
LEGS_NAMES: dict[int, Word] = {1: _("once"), 2: _("twice"), 3: _("three times"), 4: _("four times")}
MODE_NAMES: dict[str, Word] = {
    "swiss": _("by standing, the best at the first table"),
    "random": _("by lot, and others each round"),
    "design": _("by a plan for all rounds"),
}
END_NAMES: dict[int, Word] = {
    1: _("its winner"),
    2: _("the last two"),
    4: _("the last four"),
    8: _("the last eight"),
    16: _("the last sixteen"),
}
VALUE_NAMES: dict[str, Mapping[Any, Word]] = {
    "tie": TIE_NAMES,
    "best_of": BEST_OF_NAMES,
    "best_of_late": BEST_OF_NAMES,
    "best_of_from": LATE_NAMES,
    "best_thirds": THIRDS_NAMES,
    "legs": LEGS_NAMES,
    "mode": MODE_NAMES,
    "until": END_NAMES,
}
# What is not worth a line while it is so.
_UNSAID: dict[str, Any] = {
    "is_second_chance": False,
    "second_chance": 0,
    "consolation": False,
    "one_table": False,
    "until": 1,
    "go_on": 0,
}
_NAMED_APART = ("points", "places", "criteria")


def setting_name(name: str, settings: Mapping[str, Any]) -> Word:
    """Return what a setting is called in a stage of such settings."""
    own = IN_GROUPS if "group_size" in settings else {}
    return own.get(name, SETTING_NAMES[name])


def setting_lines(settings: Mapping[str, Any]) -> tuple[Line, ...]:
    """Return every setting that says something, as its name and its value in words, in the order in which they are
    asked."""
    silent = {name for name, value in _UNSAID.items() if settings.get(name) == value} | _follow(settings)
    shown = [name for name in SETTING_NAMES if name in settings and name not in (*_NAMED_APART, *silent)]
    lines: list[Line] = [(setting_name(name, settings), _said(name, settings[name])) for name in shown]
    if "points" in settings:
        lines.append((gettext("Points"), _points(settings)))
    if "places" in settings:
        sizes = sorted(settings["places"]) if settings.get("one_table") else map(str, settings["allowed"])
        lines += [_place_line(size, settings["places"][size]) for size in sizes]
    if "criteria" in settings:
        ordered = ", ".join(str(words.criterion_name(code)) for code in settings["criteria"])
        lines.append((setting_name("criteria", settings), ordered))
    return tuple(lines)


def _follow(settings: Mapping[str, Any]) -> set[str]:
    """Return the settings that say nothing because another one does."""
    found = {"best_of_late"} if settings.get("best_of_from") == 0 else set()
    if settings.get("one_table"):
        found |= {"table_size", "allowed", "mode"}
    if settings.get("until", 1) > 1:
        found |= {"go_on", "third_place", "consolation"}
    return found


def _said(name: str, value: Any) -> Word:
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if name == "allowed":
        return gettext("tables of %(sizes)s") % {"sizes": figures(value)}
    if name == "second_chance":
        said = ngettext("the next %(n)s place", "the next %(n)s places", value)
        return said % {"n": value}
    return VALUE_NAMES.get(name, {}).get(value, str(value))


def figures(values: Sequence[int]) -> str:
    """Return figures in a row."""
    return ", ".join(map(str, values))


def _place_line(size: str, worth: Sequence[int]) -> Line:
    return gettext("Points at a table of %(size)s") % {"size": size}, figures(worth)


def _points(settings: Mapping[str, Any]) -> str:
    points = {"bye": 0, **settings["points"]}
    gaps = {**points, "absent": points["walkover_loss"], "missed": points.get("absent", 0)}
    if "places" in settings:
        said = gettext("not appearing %(absent)s, free round %(bye)s, round missed %(missed)s")
    elif "rounds" in settings:
        said = gettext(
            "win %(win)s, tie %(tie)s, loss %(loss)s, not appearing %(absent)s, free round %(bye)s, "
            "round missed %(missed)s"
        )
    else:
        said = gettext("win %(win)s, tie %(tie)s, loss %(loss)s, not appearing %(absent)s")
    return said % gaps
