"""The words of a stage's settings: what each is called and what its values say.

Knows: settings by name. Does not know: which values may stand (``presets``), rows, forms.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from cacho_tournaments.web import words
from cacho_tournaments.web.words import Word

SETTING_NAMES: dict[str, Word] = {
    "group_size": _("Size of a group"),
    "go_on": _("Go on from each group"),
    "best_thirds": _("Best of the next places that go on as well"),
    "best_of": _("A match is"),
    "best_of_from": _("Longer matches"),
    "best_of_late": _("A longer match is"),
    "third_place": _("Match for the third place"),
    "tie": _("A tied match"),
    "win": _("Points for a win"),
    "draw": _("Points for a tie"),
    "loss": _("Points for a loss"),
    "walkover_loss": _("Points for not appearing"),
    "criteria": _("Order in a group"),
}
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
VALUE_NAMES: dict[str, Mapping[Any, Word]] = {
    "tie": TIE_NAMES,
    "best_of": BEST_OF_NAMES,
    "best_of_late": BEST_OF_NAMES,
    "best_of_from": LATE_NAMES,
    "best_thirds": THIRDS_NAMES,
}


def setting_lines(settings: Mapping[str, Any]) -> tuple[tuple[Word, Word], ...]:
    """Return every setting as its name and its value in words, in the order in which they are asked."""
    shown = [name for name in SETTING_NAMES if name in settings and name != "criteria"]
    if settings.get("best_of_from") == 0:
        shown.remove("best_of_late")
    lines = [(SETTING_NAMES[name], _said(name, settings[name])) for name in shown]
    if "points" in settings:
        lines.append((gettext("Points"), _points(settings["points"])))
    if "criteria" in settings:
        ordered = ", ".join(str(words.criterion_name(code)) for code in settings["criteria"])
        lines.append((SETTING_NAMES["criteria"], ordered))
    return tuple(lines)


def _said(name: str, value: Any) -> Word:
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    return VALUE_NAMES.get(name, {}).get(value, str(value))


def _points(points: Mapping[str, int]) -> str:
    gaps = {**points, "absent": points["walkover_loss"]}
    return gettext("win %(win)s, tie %(tie)s, loss %(loss)s, not appearing %(absent)s") % gaps
