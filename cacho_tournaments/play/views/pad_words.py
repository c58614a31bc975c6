"""The words that the tablet's script puts on the page, and what it may look up; handed over as JSON.

Knows: every sentence of the script, in the reader's language, by the kind of entry. Does not know: games, dice, rows.
"""

from typing import Any

from django.templatetags.static import static
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext as _

from cacho_tournaments import games
from cacho_tournaments.play.queries import GameView, MatchPage, score_table
from cacho_tournaments.play.views import ledger, pad_kinds, pad_more
from cacho_tournaments.web import explain, option_words, words
from cacho_tournaments.web.small_print import level_said
from cacho_tournaments.web.templatetags.cacho import SPRITE


def seed(page: MatchPage, game: GameView, state: dict[str, Any]) -> dict[str, Any]:
    """Return everything that the script begins with."""
    table = score_table(game)
    entry = str(table["entry"])
    return {
        "book": ledger.book(page),
        "state": state,
        "rules": rules(game, table),
        "urls": urls(page, entry),
        "texts": texts(entry),
    }


def rules(game: GameView, table: Any) -> dict[str, Any]:
    """Return the tables of the game's rules, and the game's own words, by their codes.

    ``names`` of boxes, events, heads and counters; ``marks`` with their ``signs``; ``instants``: wins at once;
    ``endings`` that all games share, and the ``usual_ending`` that nobody speaks of; ``level``: what parts equal sums;
    ``refusals``, gaps unfilled, with the ``values`` of options that they name; ``warnings``.
    """
    code, own = game.game, games.words_of(game.game)
    refusals = explain.turn_sentences(code)
    marks = {*words.mark_names(code), "shutout", "kept"}
    return {
        "game": code,
        "table": table,
        "names": {box: str(words.box_name(code, box)) for box in own.boxes},
        "marks": {mark: str(words.mark_name(mark, code)) for mark in sorted(marks)},
        "signs": {mark: words.sign_of(mark, code) for mark in words.mark_names(code)},
        "instants": {ending: str(words.ending_name(ending, code)) for ending in own.endings},
        "endings": {ending: str(words.ending_name(ending, code)) for ending in ("full-sheets", "concession")},
        "usual_ending": own.usual_ending,
        "level": level_said(code, game.options),
        "refusals": refusals,
        "values": {
            option: {value: str(option_words.value_name(code, option, value)) for value in values}
            for option, values in own.values.items()
            if any(f"%({option})s" in text for text in refusals.values())
        },
        "warnings": {warning: str(words.warning_name(warning, code)) for warning in own.warnings},
    }


def urls(page: MatchPage, entry: str) -> dict[str, str]:
    """Return where the script sends and leads to, and where the script and the style of this kind of entry lie."""
    return {
        "match": reverse("play:match", args=[page.token]),
        "sync": reverse("play:sync", args=[page.token]),
        "undo": reverse("play:undo", args=[page.token]),
        "paper": reverse("play:paper", args=[page.token]),
        "tables": reverse("play:tables"),
        "rules": rules_url(page),
        "sprite": static(SPRITE),
        "script": static(f"tablet/{entry}.js"),
        "style": static(f"css/pad-{entry}.css"),
    }


def rules_url(page: MatchPage) -> str:
    """Return the public page of the rules, to which every refusal's number leads."""
    try:
        return reverse("live:rules", args=[page.tournament_slug, page.category_slug])
    except NoReverseMatch:
        return ""


def texts(entry: str) -> dict[str, str]:
    """Return the script's sentences for this kind of entry; ``%(name)s`` is filled by the script."""
    more = (pad_more.outbox_texts(), pad_more.state_texts(), pad_more.tool_texts())
    own = {**_said(), **_buttons(), **_questions(), **_sheets(), **pad_kinds.texts(entry)}
    return {**own, **{name: text for texts in more for name, text in texts.items()}}


def _said() -> dict[str, str]:
    return {
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
        "write": _("Write %(play)s"),
        "write_nothing": _("Write"),
        "sending": _("Sending…"),
        "next_game": _("Go on to game %(number)s"),
        "to_tables": _("My tables"),
        "log": _("Log of turns"),
        "game_number": _("Game %(number)s"),
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
        "concede_title": _("Does %(name)s give up?"),
        "concede_ask": _("The side is out of this game."),
        "concede_yes": _("Yes, gives up"),
    }


def _sheets() -> dict[str, str]:
    return {
        "box_points": "%(box)s %(points)s",
        "crossed": str(words.mark_name("crossed")),
        "sheet_of": _("Score sheet of %(name)s"),
        "games_won": _("games: %(count)s"),
        "sum": _("total"),
    }
