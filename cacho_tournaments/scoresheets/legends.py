"""The rules in small print at the foot of a scoresheet: what this category plays, in sentences.

Knows: which options a scorekeeper must not forget. Does not know: which are in force; they are passed in.
"""

from collections.abc import Callable, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext


def legend(game: str, options: Mapping[str, str]) -> tuple[str, ...]:
    """Return the sentences for a game under these options; none for a game without small print of its own."""
    write = _LEGENDS.get(game)
    return write(options) if write else ()


def _cacho_alalay(options: Mapping[str, str]) -> tuple[str, ...]:
    flips = _flips(int(options["mandatory_flips"]), int(options["max_flips"]))
    return tuple(line for line in (flips, _turn(options), _wins(options)) if line)


def _flips(due: int, allowed: int) -> str:
    if not allowed:
        return _("No die is flipped.")
    if not due:
        return ngettext(
            "After the last throw one die may be flipped.",
            "After the last throw up to %(allowed)d dice may be flipped.",
            allowed,
        ) % {"allowed": allowed}
    if due == allowed:
        return ngettext(
            "After the last throw one die must be flipped.",
            "After the last throw %(due)d dice must be flipped.",
            due,
        ) % {"due": due}
    return _("After the last throw %(due)d die must be flipped, up to %(allowed)d may.") % {
        "due": due,
        "allowed": allowed,
    }


def _turn(options: Mapping[str, str]) -> str:
    if options["attempts_per_turn"] == "1":
        return ""
    if options["sobre"] == "on" and options["entries_per_turn"] == "1":
        return _("Both partners throw; the first play may be left sobre; one box is written a turn.")
    return _("Both partners throw; up to %(entries)s boxes are written a turn.") % {
        "entries": options["entries_per_turn"]
    }


def _wins(options: Mapping[str, str]) -> str:
    said = []
    if options["dormida"] == "any-five-dice-throw":
        said.append(_("Dormida: five alike in a throw of all five dice wins at once."))
    elif options["dormida"] == "first-throw":
        said.append(_("Dormida: five alike in the first throw wins at once."))
    if options["panza_de_oro_grandes"] != "off":
        said.append(_panza_de_oro(int(options["panza_de_oro_grandes"])))
    if options["four_of_each_grandes"] != "off":
        said.append(_four_of_each(int(options["four_of_each_grandes"])))
    return " ".join(said)


def _panza_de_oro(grandes: int) -> str:
    if not grandes:
        return _("Panza de oro wins at once: 25, 35 and 45.")
    return ngettext(
        "Panza de oro wins at once: 25, 35, 45 and a grande.",
        "Panza de oro wins at once: 25, 35, 45 and %(grandes)d grandes.",
        grandes,
    ) % {"grandes": grandes}


def _four_of_each(grandes: int) -> str:
    return ngettext(
        "Four of each number and a grande win at once.",
        "Four of each number and %(grandes)d grandes win at once.",
        grandes,
    ) % {"grandes": grandes}


_LEGENDS: dict[str, Callable[[Mapping[str, str]], tuple[str, ...]]] = {"cacho-alalay": _cacho_alalay}
