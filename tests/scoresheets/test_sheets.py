"""The paper sheet of every game: its shape, its words, its small print, and that nothing is lost off the page."""

import datetime as dt
import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.utils import translation

from cacho_tournaments import games
from cacho_tournaments.competition.models import Category, Match
from cacho_tournaments.games.base import Options, Sheet
from cacho_tournaments.games.replay import made_up
from cacho_tournaments.play import bridge
from cacho_tournaments.scoresheets import render
from cacho_tournaments.scoresheets.values import Head, MatchSheet, SheetSide
from cacho_tournaments.scoresheets.views import SHEET_STYLES
from cacho_tournaments.web import words
from cacho_tournaments.web.small_print import small_print
from tests import makers
from tests.scoresheets.paper import LONG, first_match, got, pages, rightmost, told, tops, write

pytestmark = [pytest.mark.django_db, pytest.mark.print]

PAPERS = {"a4": (210, 297), "letter": (216, 279), "oficio": (216, 330)}
EVERY_GAME = pytest.mark.parametrize("game", games.codes())
DICE_GAMES = [code for code in games.codes() if games.get(code).max_sides > 2]


def drawn(game: str, **fields: Any) -> Category:
    """Return a category of the game with its first stage drawn."""
    of = makers.category(kind="pair", game=game, **fields)
    makers.entrants(of, 4)
    makers.drawn(of)
    return of


def at_random(match: Match, *, seed: int = 4) -> tuple[list[str], Any]:
    """Return the lines of a game played by lot, and the state that they lead to."""
    folded = bridge.blank(bridge.setup_of(match))
    played = list(made_up(folded.rules, folded.state, Random(seed)))
    return [line for line, _state in played], played[-1][1]


def longest(game: str) -> dict[str, str]:
    """Return the options under which the small print is longest."""
    rules = games.get(game)
    chosen = dict(rules.resolve())
    for option in rules.options:
        chosen[option.name] = max(
            option.values,
            key=lambda value: len(" ".join(small_print(game, {**chosen, option.name: value}))),
        )
    return chosen


def named(game: str, sheet: Sheet) -> set[str]:
    """Return every name that the sheet must bear: boxes or heads, and counters."""
    codes = sheet.heads if sheet.shape == "lines" else [*{cell.box for cell in sheet.cells}, *sheet.heads]
    return {str(words.box_name(game, code)) for code in [*codes, *(each.code for each in sheet.counters)]}


# ---- every game, blank and filled ---------------------------------------------------------------------------------


@EVERY_GAME
@pytest.mark.parametrize("paper", PAPERS)
def test_a_blank_sheet_bears_every_name_and_sentence_on_one_page_a_game(
    client: Client, game: str, paper: str
) -> None:
    of = drawn(game)
    match = first_match(of)
    pdf = got(client, "match", match.token, paper=paper)
    assert pages(pdf) == [PAPERS[paper]] * match.best_of
    assert rightmost(pdf) <= PAPERS[paper][0] - 12
    text = told(pdf)
    folded = bridge.blank(bridge.setup_of(match))
    with translation.override("en"):
        for name in named(game, folded.rules.sheet(folded.state, 1)):
            assert text.count(name) >= 2 * match.best_of, name
        for sentence in small_print(game, folded.setup.options):
            assert " ".join(sentence.split()) in text
        assert str(words.game_name(game)) in text
    assert f"testserver/m/{match.token}/" in text
    assert text.count("Signature") == 2 * match.best_of


@EVERY_GAME
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_filled_sheet_bears_the_figures_of_its_game(client: Client, game: str, paper: str) -> None:
    match = first_match(drawn(game))
    lines, state = at_random(match)
    write(match, *lines)
    pdf = got(client, "match", match.token, kind="filled", paper=paper)
    assert pages(pdf) == [PAPERS[paper]]
    assert rightmost(pdf) <= PAPERS[paper][0] - 12
    text = told(pdf)
    rules = games.get(game)
    for side in (1, 2):
        sheet = rules.sheet(state, side)
        assert re.search(rf"\bTotal {_printed(sheet.total)}\b", text)
        for value in sheet.sums:
            assert _printed(value) in text
    assert f"version {len(lines)}" in text
    winner = rules.status(state).winners
    names = [seat.entrant.name for seat in match.seats.select_related("entrant") if seat.entrant]
    if len(winner) == 1:
        assert text.count(names[winner[0] - 1]) == 2  # over the sheet and on the winner's line


def _printed(points: int) -> str:
    return str(points).replace("-", "−")


@EVERY_GAME
def test_the_key_has_the_signs_of_the_game_and_no_others(client: Client, game: str) -> None:
    text = told(got(client, "match", first_match(drawn(game)).token))
    with translation.override("en"):
        own = {
            str(name)
            for mark, name in words.mark_names(game).items()
            if mark != "crossed" and words.sign_of(mark, game)
        }
        others = {
            str(name) for other in games.codes() for mark, name in words.mark_names(other).items()
        } - own
    assert all(name in text for name in own)
    assert not {name for name in others - {"crossed out"} if f"{name} " in text and name not in _small(game)}
    has_crosses = games.get(game).sheet(_begun(game, 2), 1).shape != "lines"
    assert ("crossed out (never a zero)" in text) is has_crosses


def _small(game: str) -> str:
    boxes = " ".join(str(words.box_name(game, code)) for code in games.words_of(game).boxes)
    return " ".join(small_print(game, games.get(game).resolve())) + boxes


def _begun(game: str, sides: int, options: Options | None = None) -> Any:
    rules = games.get(game)
    return rules.start(options or rules.resolve(), sides=sides)


# ---- what only one shape has --------------------------------------------------------------------------------------


def test_columns_keep_every_stage_s_figure_and_a_real_minus(client: Client) -> None:
    """dice-poker-fences 3: one four is −8; two of three throws saved are two fences."""
    match = first_match(drawn("dice-poker-fences"))
    write(match, "1 41235 t3 =4", "2 55512 t1 =three")
    text = told(got(client, "match", match.token, kind="filled"))
    assert "fours −8" in text
    assert "three of a kind 15" in text
    assert "Sum −8 0 0" in text
    assert "fences 2" in text
    assert re.search(r"Total −8\b", text)


def test_lines_keep_one_row_a_hand_with_cards_points_and_score(client: Client) -> None:
    """cuarenta 3.1 and 7: a caída is 2, 23 cards pay 10; 12 is one perro and one tanto."""
    match = first_match(drawn("cuarenta"))
    write(match, "1 hand", "1 caida", "1 deal", "1 count 23 17", "2 hand", "2 limpia")
    text = told(got(client, "match", match.token, kind="filled"))
    assert re.search(r"\b1 [– ]*1 [– ]*23 12 12 2\b", text)  # the first side's first hand, then its second
    assert re.search(r"\bTotal 12 .*\bTotal 2\b", text)


def test_whose_first_deal_it_is_stands_on_a_blank_sheet_of_hands(client: Client) -> None:
    cards = told(got(client, "match", first_match(drawn("cuarenta")).token))
    dice = told(got(client, "match", first_match(drawn("generala")).token))
    assert "deals first" in cards and "throws first" not in cards
    assert "throws first" in dice and "deals first" not in dice


# ---- more sides and more lines than a page is made for ------------------------------------------------------------


def leaves(
    game: str, sheets: Sequence[Sheet], options: Options, *, paper: str, names: Sequence[str] = ()
) -> tuple[MatchSheet, ...]:
    """Return the leaves of a blank sheet with these sides; all of them have the longest names, if none are told."""
    called = names or [f"{LONG} · {LONG} {at}" for at in range(len(sheets))]
    club = "" if names else LONG
    sides = tuple(
        SheetSide(name, club, begins=at == 0, sheet=sheet, total=None, is_winner=False)
        for at, (name, sheet) in enumerate(zip(called, sheets, strict=True))
    )
    top = Head(
        "Copa",
        "Parejas",
        "Coliseo, Cochabamba",
        dt.date(2026, 12, 12),
        paper,
        dt.datetime.now(dt.UTC),
        "/m/x/",
    )
    whole = MatchSheet(
        head=top, where="Group A", table="1", code="A-1-1", game=game, game_number=1, best_of=1, starts_at=None,
        referee="", sides=sides, rules="", marks=(), legend=small_print(game, options), token="x", log_rows=0,
        winner="", ending="", is_blank=True,
    )  # fmt: skip
    return whole.on_leaves()


def printed(found: Sequence[MatchSheet]) -> bytes:
    def html(leaf: MatchSheet, setting: str) -> str:
        return render_to_string("scoresheets/match.html", {"page": leaf, "setting": setting})

    made = [render.Leaf(partial(html, leaf), leaf.kind, leaf.lines, leaf.grows_mm) for leaf in found]
    return render.sheets_to_pdf(made, styles=SHEET_STYLES)


@EVERY_GAME
@pytest.mark.parametrize("language", ["es", "en", "ru"])
def test_the_longest_names_and_small_print_stay_on_their_page(game: str, language: str) -> None:
    """PRT-07: on the smallest paper, in every language, with the options that need the most words."""
    with translation.override(language):
        options = longest(game)
        state = _begun(game, 2, options)
        sheets = [games.get(game).sheet(state, side) for side in (1, 2)]
        pdf = printed(leaves(game, sheets, options, paper="letter"))
        said = small_print(game, options)
    assert pages(pdf) == [PAPERS["letter"]]
    assert rightmost(pdf) <= 216 - 12
    text = told(pdf)
    assert all(" ".join(sentence.split()) in text for sentence in said)
    assert all(f"Reza {at}" in text for at in (0, 1))


@pytest.mark.parametrize("game", DICE_GAMES)
@pytest.mark.parametrize(("sides", "paper"), [(4, "a4"), (6, "letter")])
def test_a_table_of_many_has_all_its_sheets_with_the_longest_names(game: str, sides: int, paper: str) -> None:
    options = longest(game)
    state = _begun(game, sides, options)
    sheets = [games.get(game).sheet(state, side) for side in range(1, sides + 1)]
    found = leaves(game, sheets, options, paper=paper)
    pdf = printed(found)
    assert pages(pdf) == [PAPERS[paper]] * len(found)
    assert rightmost(pdf) <= 216 - 12
    text = told(pdf)
    assert all(text.count(f"Reza {at}") == 1 for at in range(sides))
    for name in named(game, sheets[0]):
        assert text.count(name) >= sides, name


@EVERY_GAME
def test_the_lines_take_the_room_of_the_page_and_stand_level_whatever_the_names(game: str) -> None:
    """A hand writes in them; and a name in two lines must not push its sheet below the other."""
    options = games.get(game).resolve()
    state = _begun(game, 2, options)
    sheets = [games.get(game).sheet(state, side) for side in (1, 2)]
    found = leaves(game, sheets, options, paper="oficio", names=["Bo Li", f"{LONG} · {LONG}"])
    with translation.override("en"):
        placed = tops(printed(found))
        first_box = str(words.box_name(game, sheets[0].cells[0].box)).split()[0]
    levels = [top for text, top in placed if text == first_box]
    assert PAPERS["oficio"][1] - placed[-1][1] < 14 + 25, "the foot stands near the end of the paper"
    assert levels[0] == levels[1] or sheets[0].shape == "lines"


def test_leaves_of_one_kind_are_set_alike_and_none_runs_over_for_its_longer_name() -> None:
    """The room that the first leaf leaves is tried on the next; where a name takes more, it is measured anew."""
    game = "dice-poker"
    options = games.get(game).resolve()
    state = _begun(game, 2, options)
    sheets = [games.get(game).sheet(state, side) for side in (1, 2)]
    found = [
        leaf
        for names in (["Bo Li", "Ana Paz"], ["Bo Paz", "Ana Li"], ["Bo Li", f"{LONG} {LONG}"])
        for leaf in leaves(game, sheets, options, paper="a4", names=names)
    ]
    pdf = printed(found)
    assert pages(pdf) == [PAPERS["a4"]] * 3
    ends = [top for text, top in tops(pdf) if text == "Winner"]
    assert ends[0] == ends[1] and abs(ends[0] - ends[2]) < 10


def test_more_hands_than_a_page_holds_go_on_on_the_next() -> None:
    """A sheet of lines is as long as its game: none is cut off, none is written twice."""
    game = "cuarenta"
    blank = games.get(game).sheet(_begun(game, 2), 1)
    rows = 30
    first = [cell for cell in blank.cells if cell.row == 0]
    long = replace(
        blank, rows=rows, cells=tuple(replace(cell, row=row) for row in range(rows) for cell in first)
    )
    found = leaves(game, [long, replace(long, side=2)], games.get(game).resolve(), paper="a4")
    pdf = printed(found)
    assert len(pages(pdf)) == len(found) == 2
    text = told(pdf)
    assert all(text.count(f" {row} ") >= 2 for row in range(4, rows + 1))
    assert all(f"Page {at} of 2" in text for at in (1, 2))
