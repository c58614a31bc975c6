"""The rules of Cuarenta in small print, as they stand at the foot of a scoresheet.

Knows: which options a judge must not forget, and how that is said. Does not know: languages; the engine.
"""

from cacho_tournaments.games.wording import Options, Phrase, gettext_noop

_STYLES = {
    "a-todo-dos": gettext_noop(
        "A todo dos: ronda, caída, limpia, caída y limpia 2; doble ronda, caída en ronda 4."
    ),
    "a-todo-rigor": gettext_noop(
        "A todo rigor: ronda, caída, limpia 2; caída y limpia 4; doble ronda, caída en ronda, tres caídas y limpia win "
        "the chica."
    ),
    "cuenca": gettext_noop("Cuenca: ronda, caída, limpia 2; caída y limpia, doble ronda, caída en ronda 4."),
}


def small_print(options: Options) -> tuple[Phrase, ...]:
    """Return what is to be remembered: the events, the cards, the 38, the misdeal, the zapatería."""
    return (
        Phrase(_STYLES[options["style"]]),
        *_cards(options["carton_from_30"]),
        Phrase(gettext_noop("38 does not play: only a caída scores.")),
        _misdeal(options["misdeal"]),
        _zapateria(options["zapatero"]),
    )


def _cards(from_30: str) -> tuple[Phrase, ...]:
    said = (
        Phrase(gettext_noop("Cards: 20 pay 6, every two more, begun or full, 2.")),
        Phrase(gettext_noop("Below 20: 2 for more cards. Tie: 2 for the side that did not deal.")),
    )
    if from_30 == "on":
        return said
    return (*said, Phrase(gettext_noop("From 30 on a side gets nothing for cards.")))


def _misdeal(gives: str) -> Phrase:
    if gives == "game":
        return Phrase(gettext_noop("A misdeal loses the chica."))
    return Phrase(
        gettext_noop("Misdeal: %(points)s to the other side, which deals next; no count."), {"points": gives}
    )


def _zapateria(decides: str) -> Phrase:
    if decides == "tournament":
        return Phrase(
            gettext_noop("Zapatería: fewer than 10 in the first chica loses the match and the event.")
        )
    return Phrase(gettext_noop("Zapatería: fewer than 10 in the first chica loses the match."))
