"""What the page without script says beside its forms: how many throws there are, which hand is being played, whose
word on the end is missing.

Knows: the parts of a game's form that are figures to be told. Does not know: fields, rows, rules.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from cacho_tournaments.play.forms.confirming import SideAsked, asked
from cacho_tournaments.play.queries import GameView, MatchPage, Trial, at_table
from cacho_tournaments.web import explain, words


def to_confirm(page: MatchPage) -> list[SideAsked] | None:
    """Return what each side is asked where the match is played out and not final; None where nothing is."""
    game = page.last_game
    if page.decided is None or game is None:
        return None
    words = at_table(page.token).confirmations
    given = {word.side for word in words if (word.game_number, word.sequence) == (game.number, game.sequence)}
    return asked(page.sides, game, given, signed=page.confirmation == "signature")


def standing(page: MatchPage, game: GameView) -> list[str]:
    """Return short sentences on where the turn or the hand stands."""
    form = game.form or {}
    return [*_throws(game, form), *_hand(page, form)]


def _throws(game: GameView, form: Mapping[str, Any]) -> Iterator[str]:
    throws = form.get("max_throws")
    if throws is None:
        return
    mover = form["sides"][form["to_move"] - 1]
    if "bank" in mover:
        yield _("%(name)s: %(count)s") % {
            "name": str(words.box_name(game.game, "bank")).capitalize(),
            "count": mover["bank"],
        }
    yield ngettext("Up to %(count)s throw", "Up to %(count)s throws", throws) % {"count": throws}


def _hand(page: MatchPage, form: Mapping[str, Any]) -> Iterator[str]:
    if "hand" not in form:
        return
    hand = form["hand"]
    if hand is None:
        yield _("Between two hands")
        if dealer := form.get("dealer"):
            yield _("%(name)s deals next") % {"name": page.sides[dealer - 1].name}
        return
    yield _("Hand %(hand)s, deal %(deal)s of %(deals)s") % {
        "hand": hand["number"],
        "deal": hand["deal"],
        "deals": hand["deals"],
    }
    yield _("%(name)s deals") % {"name": page.sides[hand["dealer"] - 1].name}


def brings(page: MatchPage, trial: Trial) -> list[str]:
    """Return what a line would bring each side, who would win by it, and what would be doubted of it."""
    game = page.shown
    said = [
        _("%(points)s for %(name)s") % {"points": f"+{gain}", "name": side.name}
        for side, gain in zip(page.sides, trial.gains, strict=True)
    ]
    said += [_("%(names)s wins") % {"names": page.sides[side - 1].name} for side in trial.winners]
    if trial.warning and game:
        said.append(str(words.warning_name(trial.warning, game.game)))
    return said


def blocked(page: MatchPage, game: GameView) -> list[dict[str, Any]]:
    """Return what each side cannot be noted for now, with the reason and its rule."""
    sides: Mapping[str, Mapping[str, Any]] = (game.form or {}).get("blocked", {})
    return [
        {
            "name": page.sides[int(side) - 1].name,
            "event": str(words.box_name(game.game, event)),
            "sentence": explain.sentence_of(
                why["code"], {**page.named(why.get("facts", {})), "game": game.game}
            ),
            "rule": why["rule"],
        }
        for side, events in sides.items()
        for event, why in events.items()
    ]
