"""The words that the tablet's script puts on the page, and what it may look up; handed over as JSON.

Knows: every sentence of the script, in the reader's language, by the kind of entry. Does not know: games, dice, rows.
"""

from collections.abc import Mapping
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


def seed(page: MatchPage, game: GameView, tablet: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Return everything that the script begins with. ``tablet``: whose page it is: ``who`` (an id that tells people
    and tablets apart), ``who_name``."""
    table = score_table(game)
    entry = str(table["entry"])
    return {
        "book": ledger.book(page),
        "rules": rules(game, table),
        "urls": urls(page, entry),
        "texts": texts(entry),
        "tablet": {**(tablet or {}), "event": page.tournament_slug, "zone": page.time_zone},
        "practice": False,
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
        "hold": reverse("play:hold", args=[page.token]),
        "close": reverse("play:close", args=[page.token]),
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
        "undone": _("Taken back: %(what)s"),
        "write_again": _("Write it again"),
        "only_watching": _("This page only watches: another one writes here. See the line at the top."),
        "whose_first": _("First say whose turns wait here: see the line at the top."),
        "page_lost": _("This page cannot follow the match any more. Nothing is lost: load it anew."),
        "for_the_chief": _("%(sentence)s The chief referee decides."),
        "match_closed": _("The match is closed and the standings follow."),
        "match_waits": _("The match is over; it is closed when what waits here has been sent."),
        "opens_other": _("Let %(name)s throw first"),
        "opens_another": _("Let another side throw first…"),
        "opens_title": _("Who throws first?"),
        "row_waits": _("not sent yet"),
    }


def _buttons() -> dict[str, str]:
    return {
        "undo": _("Undo turn"),
        "erase": _("Erase"),
        "write": _("Write %(play)s"),
        "write_nothing": _("Write"),
        "next_game": _("Go on to game %(number)s"),
        "to_tables": _("My tables"),
        "log": _("Log of turns"),
        "game_number": _("Game %(number)s"),
        "log_empty": _("No turn has been written yet."),
        "refusals": _("What was not taken"),
        "older_turn": _("Correct an older turn"),
        "to_decide": _("What is to be decided here"),
        "close": _("Close"),
        "concede": _("%(name)s gives up…"),
        "paper": _("Type a paper sheet"),
        "rule": _("Rule %(rule)s"),
    }


def _questions() -> dict[str, str]:
    return {
        "no": _("No, go back"),
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
