"""Sheets that are tables, drawn by their shape: lists, columns with counters, lines of figures."""

import re

import pytest
from django.template import Context, Template
from django.test import Client
from django.utils import translation

from cacho_tournaments import games
from cacho_tournaments.games.base import Cell, Counter, Sheet
from cacho_tournaments.web import words
from cacho_tournaments.web.grid import bundles

POKER, FENCES, CARDS = "dice-poker", "dice-poker-fences", "cuarenta"


def drawn(sheet: Sheet, game: str, options: str = "") -> str:
    source = f"{{% load cacho %}}{{% grid sheet game=game {options} %}}"
    with translation.override("en"):
        return Template(source).render(Context({"sheet": sheet, "game": game}))


def rows_of(html: str, part: str = "tbody") -> list[list[str]]:
    """Return what a reader sees of each row: its heading, then a text a cell, a sign by its label."""
    found = re.search(rf"<{part}>(.*?)</{part}>", html, re.DOTALL)
    assert found
    return [
        [_seen(cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL)]
        for row in re.findall(r"<tr[^>]*>(.*?)</tr>", found[1], re.DOTALL)
    ]


def _seen(cell: str) -> str:
    return " ".join(re.sub(r'<svg[^>]*aria-label="([^"]*)".*?</svg>|<[^>]+>', r" \1 ", cell).split())


def listed(*cells: Cell) -> Sheet:
    return Sheet("list", len(cells), 1, cells, sum(cell.points or 0 for cell in cells))


def hands(*lines: tuple[int | None, ...], rows: int = 12) -> Sheet:
    """Return a sheet of hands: who dealt, caídas, cards, points; the last is worked out."""
    heads = ("dealer", "caida", "cards", "points")
    cells = [
        Cell(
            code,
            row,
            column,
            points=(lines[row] if row < len(lines) else (None,) * 4)[column],
            mark="dealer" if code == "dealer" and row < len(lines) and lines[row][column] else None,
            typed=code != "points",
        )
        for row in range(rows)
        for column, code in enumerate(heads)
    ]
    return Sheet(
        "lines",
        rows,
        4,
        tuple(cells),
        12,
        heads=heads,
        counters=(Counter("perros", 1, 4), Counter("tantos", 1, 4)),
    )


def test_a_list_has_a_named_box_a_row_with_its_mark_and_the_total_below() -> None:
    sheet = listed(
        Cell("pair", 0, 0, points=12),
        Cell("two-pairs", 1, 0, points=44, mark="first-throw"),
        Cell("poker", 2, 0, points=0, mark="crossed"),
        Cell("full", 3, 0),
    )
    html = drawn(sheet, POKER)
    assert rows_of(html) == [
        ["pair", "12"],
        ["two pairs", "44 on the first throw"],
        ["poker", "crossed out"],
        ["full house", ""],
    ]
    assert rows_of(html, "tfoot") == [["Total", "56"]]
    assert re.findall(r'data-box="([\w-]+)"', html) == ["pair", "two-pairs", "poker", "full"]


def test_a_blank_list_prints_what_its_boxes_pay_and_no_figure() -> None:
    html = drawn(listed(Cell("small", 0, 0, (15, 45)), Cell("pair", 1, 0, (2, 4, 6))), POKER, "values=True")
    assert [row[0] for row in rows_of(html)] == ["small straight 45/15", "pair"]
    assert rows_of(html, "tfoot") == [["Total", ""]]


def stages() -> Sheet:
    cells = (
        Cell("4", 0, 0, points=-8, ref="4@1"),
        Cell("4", 0, 1, points=4),
        Cell("full", 1, 0, points=72, mark="first-throw", ref="full@1"),
        Cell("full", 1, 1),
    )
    heads = ("stage-1", "stage-2")
    return Sheet("columns", 2, 2, cells, 68, heads=heads, sums=(64, -4), counters=(Counter("bank", 7),))


def test_columns_have_heads_sums_and_negative_points_with_a_real_minus() -> None:
    html = drawn(stages(), FENCES)
    assert rows_of(html, "thead") == [["", "stage 1", "stage 2"]]
    assert rows_of(html) == [["fours", "−8", "4"], ["full house", "72 on the first throw", ""]]
    assert rows_of(html, "tfoot") == [["Sum", "64", "−4"]]


def test_a_counter_of_columns_is_drawn_as_strokes_in_bundles_of_five_beside_its_figure() -> None:
    html = drawn(stages(), FENCES)
    assert re.findall(r"#(strokes-\d)", html) == ["strokes-5", "strokes-2"]
    assert ">7<" in html[html.index('data-counter="bank"') :]
    blank = drawn(stages(), FENCES, "values=True inline=True")
    counter = blank[blank.index('data-counter="bank"') :]
    assert "fences" in counter and "<svg" not in counter and not re.search(r">\d+<", counter)


@pytest.mark.parametrize(
    ("strokes", "drawing"), [(0, ()), (4, (4,)), (5, (5,)), (12, (5, 5, 2)), (90, (5,) * 18)]
)
def test_strokes_are_bundled_by_fives(strokes: int, drawing: tuple[int, ...]) -> None:
    assert bundles(strokes) == drawing
    assert sum(drawing) == strokes


@pytest.mark.parametrize(("last", "fresh"), [("4", ["4"]), ("4@1", ["−8"]), ("full", ["72"]), ("", [])])
def test_of_several_places_of_a_box_the_one_written_last_is_fresh(last: str, fresh: list[str]) -> None:
    """A box is named by its code, or by how a line names just this place of it."""
    html = drawn(stages(), FENCES, f'last="{last}"')
    assert re.findall(r'is-fresh[^>]*>.*?grid-figure">([^<]+)', html) == fresh


def test_lines_show_hands_begun_with_a_dash_for_nothing_and_a_sign_for_who_dealt() -> None:
    html = drawn(hands((1, 2, 23, 12), (0, 0, 0, 0)), CARDS)
    assert rows_of(html, "thead") == [["", "deals", "caída", "cards", "points"]]
    assert rows_of(html) == [["1", "deals this hand", "2", "23", "12"], ["2", "–", "–", "–", "0"]]
    assert html.count("is-derived") == 3  # the head and both lines of what is worked out


def test_lines_on_paper_keep_the_rows_that_are_not_begun() -> None:
    assert len(rows_of(drawn(hands((1, 2, 23, 12)), CARDS, "inline=True"))) == 12
    assert len(rows_of(drawn(hands(), CARDS, "values=True inline=True"))) == 12
    assert len(rows_of(drawn(hands(), CARDS))) == 1


def test_counters_of_lines_are_figures_on_screen_and_places_to_mark_on_paper() -> None:
    screen = drawn(hands((1, 2, 23, 12)), CARDS)
    assert re.findall(r'<dt>(\w+)</dt><dd><span class="grid-figure">(\d)', screen) == [
        ("perros", "1"),
        ("tantos", "1"),
    ]
    paper = drawn(hands((1, 2, 23, 12)), CARDS, "inline=True")
    assert paper.count('"grid-place is-marked"') == 2
    assert paper.count('"grid-place"') == 6
    assert drawn(hands(), CARDS, "values=True inline=True").count('"grid-place"') == 8


@pytest.mark.parametrize("game", games.codes())
def test_the_style_page_shows_a_played_and_a_blank_sheet_of_every_game(client: Client, game: str) -> None:
    html = client.get("/style/", headers={"accept-language": "en"}).content.decode()
    with translation.override("en"):
        heading = html.index(f"<h3>{words.game_name(game)} <code>")
    shape = games.get(game).sheet(games.get(game).start(games.get(game).resolve(), sides=2), 1).shape
    assert html[heading:].count(f"score-grid-{shape}") >= 2


@pytest.mark.parametrize(("value", "shown"), [(-8, "−8"), (0, "0"), (12345, "12345"), (None, "")])
def test_points_are_printed_with_a_real_minus_and_never_cut(value: int | None, shown: str) -> None:
    with translation.override("es"):
        assert Template("{% load cacho %}{{ value|figure }}").render(Context({"value": value})) == shown
