"""The words that the tablet's script puts on the page, and what it may look up; handed over as JSON.

Knows: every sentence of the script, in the reader's language. Does not know: dice, turns, rows.
"""

from typing import Any

from django.templatetags.static import static
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext as _

from cacho_tournaments.play.queries import GameView, MatchPage, score_table
from cacho_tournaments.web import explain, words
from cacho_tournaments.web.templatetags.cacho import SPRITE


def seed(page: MatchPage, game: GameView, state: dict[str, Any]) -> dict[str, Any]:
    """Return everything that the script begins with."""
    return {"state": state, "rules": rules(game), "urls": urls(page), "texts": texts()}


def rules(game: GameView) -> dict[str, Any]:
    """Return the tables of the game's rules, the names of its boxes and marks, and what its refusals say."""
    table = score_table(game)
    return {
        "table": table,
        "names": {each["box"]: str(words.box_name(game.game, each["box"])) for each in table["boxes"]},
        "marks": {mark: str(name) for mark, name in words.mark_names(game.game).items()},
        "refusals": explain.turn_sentences(game.game),
    }


def urls(page: MatchPage) -> dict[str, str]:
    """Return where the script sends and leads to."""
    return {
        "match": reverse("play:match", args=[page.token]),
        "sync": reverse("play:sync", args=[page.token]),
        "undo": reverse("play:undo", args=[page.token]),
        "paper": reverse("play:paper", args=[page.token]),
        "tables": reverse("play:tables"),
        "rules": rules_url(page),
        "sprite": static(SPRITE),
    }


def rules_url(page: MatchPage) -> str:
    """Return the public page of the rules, to which every refusal's number leads."""
    try:
        return reverse("live:rules", args=[page.tournament_slug, page.category_slug])
    except NoReverseMatch:
        return ""


def texts() -> dict[str, str]:
    """Return the script's sentences; ``%(name)s`` is filled by the script."""
    return {**_steps(), **_buttons(), **_questions(), **_signs()}


def _steps() -> dict[str, str]:
    return {
        "throw_1": _("First throw"),
        "throw_2": _("Second throw"),
        "throw_3": _("Third throw"),
        "hint_first": _("type the five dice"),
        "hint_next": _("type the dice that were thrown again"),
        "hint_keep": _("tap the dice that stay"),
        "hint_again": _("type the next throw of all five"),
        "hint_flip": _("tap a die to flip it"),
        "hint_box": _("tap the box"),
        "hint_quick": _("tap a box"),
        "hint_points": _("tap what it is worth"),
        "dice_first": _("Type all the dice first; then the boxes light up."),
        "scores": _("It scores: %(choices)s"),
        "scores_tap": _("It scores: %(choices)s. Tap the box."),
        "flip_due": _("A die must be flipped now: tap it."),
        "nothing_scores": _("Nothing scores. Tap the box to cross out."),
        "cross_which": _("Which box is crossed out? Tap it."),
        "dormida_seen": _("Dormida! Five alike in one throw win the game."),
        "sobre_waits": _("Sobre: %(play)s. Now the partner throws."),
        "partner_throws": _("Written: %(play)s. Now the partner throws."),
        "quick_lead": _("Tap a box on the sheet of %(name)s."),
        "quick_box": _("In quick entry the box comes first: tap it on the sheet."),
        "trouble": _(
            "The server did not take this. It is kept on this tablet: load the page anew and let yourself in again; "
            "if that does not help, call the organizer."
        ),
        "not_yet": _(
            "Not saved yet: the server does not answer. The turn is kept on this tablet and sent again by itself; "
            "do not write it twice, and leave this page open."
        ),
        "undone": _("Taken back. The turn stays in the log, struck out."),
        "undo_failed": _("This could not be taken back now. Check the network and try again."),
        "match_closed": _("The match is closed and the standings follow."),
        "pill_ready": _("ready · %(count)s waiting"),
        "pill_saved": _("saved %(time)s · %(count)s waiting"),
        "pill_sending": _("sending…"),
        "pill_offline": _("no network · %(count)s waiting"),
        "pill_stopped": _("not taken · %(count)s waiting"),
    }


def _buttons() -> dict[str, str]:
    return {
        "undo": _("Undo turn"),
        "erase": _("Erase"),
        "cross": _("Cross out…"),
        "cross_box": _("Cross out %(box)s"),
        "write": _("Write %(play)s"),
        "write_nothing": _("Write"),
        "leave_sobre": _("Leave sobre"),
        "write_sobre": _("Write the sobre: %(play)s"),
        "write_and_pass": _("Write, partner throws"),
        "nothing_more": _("Nothing more"),
        "dormida_write": _("Write the dormida"),
        "dormida_button": _("Dormida…"),
        "sending": _("Sending…"),
        "next_game": _("Go on to game %(number)s"),
        "to_tables": _("My tables"),
        "way_keep": _("Keep"),
        "way_flip": _("Flip"),
        "log": _("Log of turns"),
        "log_empty": _("No turn has been written yet."),
        "refusals": _("What was not taken"),
        "close": _("Close"),
        "concede": _("%(name)s gives up…"),
        "paper": _("Type a paper sheet"),
        "rule": _("Rule %(rule)s"),
    }


def _questions() -> dict[str, str]:
    return {
        "no": _("No, go back"),
        "undo_title": _("Take back the last turn?"),
        "undo_yes": _("Take it back"),
        "dormida_title": _("Dormida?"),
        "dormida_ask": _("%(name)s wins this game at once."),
        "dormida_yes": _("Yes, dormida"),
        "cross_ask": _("Cross out %(box)s?"),
        "cross_worth": _("It will count nothing for the rest of the game."),
        "concede_title": _("Does %(name)s give up?"),
        "concede_ask": _("The side is out of this game."),
        "concede_yes": _("Yes, gives up"),
    }


def _signs() -> dict[str, str]:
    return {
        "box_points": "%(box)s %(points)s",
        "hand": str(words.mark_name("de-mano")),
        "egg": str(words.mark_name("de-huevo")),
        "crossed": str(words.mark_name("crossed")),
        "sheet_of": _("Score sheet of %(name)s"),
        "games_won": _("games: %(count)s"),
        "die_plain": _("die %(face)s"),
        "die_kept": _("die %(face)s, kept"),
        "die_flipped": _("die %(face)s, flipped"),
        "key": _("die %(face)s"),
    }
