"""The rules of Cacho Alalay in small print, as they stand at the foot of a scoresheet.

Knows: which options a scorekeeper must not forget, and how that is said. Does not know: languages; the engine.
"""

from cacho_tournaments.games.wording import Options, Phrase, Text, gettext_noop, ngettext


def small_print(options: Options) -> tuple[Phrase, ...]:
    """Return what is to be remembered: flips, then the partners' turn, then how the game is won at once."""
    return (
        _flips(int(options["mandatory_flips"]), int(options["max_flips"])),
        *_turn(options),
        *_wins(options),
    )


def _flips(due: int, allowed: int) -> Phrase:
    if not allowed:
        return Phrase(gettext_noop("No die is flipped."))
    if not due:
        said = ngettext(
            "After the last throw one die may be flipped.",
            "After the last throw up to %(allowed)d dice may be flipped.",
            allowed,
        )
        return _counted(said, "allowed")
    if due == allowed:
        said = ngettext(
            "After the last throw one die must be flipped.",
            "After the last throw %(due)d dice must be flipped.",
            due,
        )
        return _counted(said, "due")
    text = gettext_noop("After the last throw %(due)d die must be flipped, up to %(allowed)d may.")
    return Phrase(text, {"due": due, "allowed": allowed})


def _turn(options: Options) -> tuple[Phrase, ...]:
    if options["attempts_per_turn"] == "1":
        return ()
    if options["sobre"] == "on" and options["entries_per_turn"] == "1":
        text = gettext_noop(
            "Both partners throw; the first play may be left sobre; one box is written a turn."
        )
        return (Phrase(text),)
    text = gettext_noop("Both partners throw; up to %(entries)s boxes are written a turn.")
    return (Phrase(text, {"entries": options["entries_per_turn"]}),)


_DORMIDA: dict[str, Text] = {
    "any-five-dice-throw": gettext_noop("Dormida: five alike in a throw of all five dice wins at once."),
    "first-throw": gettext_noop("Dormida: five alike in the first throw wins at once."),
}


def _wins(options: Options) -> tuple[Phrase, ...]:
    said = []
    if options["dormida"] in _DORMIDA:
        said.append(Phrase(_DORMIDA[options["dormida"]]))
    if options["panza_de_oro_grandes"] != "off":
        said.append(_panza_de_oro(int(options["panza_de_oro_grandes"])))
    if options["four_of_each_grandes"] != "off":
        said.append(_four_of_each(int(options["four_of_each_grandes"])))
    return tuple(said)


def _panza_de_oro(grandes: int) -> Phrase:
    if not grandes:
        return Phrase(gettext_noop("Panza de oro wins at once: 25, 35 and 45."))
    said = ngettext(
        "Panza de oro wins at once: 25, 35, 45 and a grande.",
        "Panza de oro wins at once: 25, 35, 45 and %(grandes)d grandes.",
        grandes,
    )
    return _counted(said, "grandes")


def _four_of_each(grandes: int) -> Phrase:
    said = ngettext(
        "Four of each number and a grande win at once.",
        "Four of each number and %(grandes)d grandes win at once.",
        grandes,
    )
    return _counted(said, "grandes")


def _counted(phrase: Phrase, gap: str) -> Phrase:
    """Return the phrase with its count in a gap of that name."""
    return Phrase(phrase.text, {gap: phrase.count}, phrase.plural, phrase.count)
