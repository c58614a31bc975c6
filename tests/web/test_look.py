"""The look: symbols, dice, the score grid, and the files of others that it carries."""

import hashlib
import re
from pathlib import Path
from xml.dom import minidom

import pytest
from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.sessions.backends.db import SessionStore
from django.template import Context, Template, TemplateSyntaxError
from django.test import Client, RequestFactory
from django.utils.functional import SimpleLazyObject

from cacho_tournaments.games.base import Cell, Sheet
from cacho_tournaments.web.views import broken

STATIC = Path(settings.BASE_DIR) / "static"
TEMPLATES = Path(settings.BASE_DIR) / "templates"
VENDOR = STATIC / "vendor"


def drawn(source: str, **context: object) -> str:
    return Template("{% load cacho %}" + source).render(Context({"game": "cacho-alalay", **context}))


def sheet_of(*cells: Cell) -> Sheet:
    return Sheet("tic-tac-toe", 4, 3, cells, sum(cell.points or 0 for cell in cells))


def cell_text(html: str, box: str, nth: int = 0) -> str:
    """Return what one box of a drawn grid holds, without the box's name."""
    found = re.findall(rf'data-box="{box}">(.*?)</(?:td|div)>', html, re.DOTALL)
    return re.sub(r'<span class="grid-name">.*?</span>', "", found[nth], count=1)


# ---- symbols ------------------------------------------------------------------------------------------------------


def test_the_sprite_is_well_formed_and_every_symbol_keeps_to_the_field_of_the_set() -> None:
    sprite = minidom.parse(str(STATIC / "img" / "symbols.svg"))
    symbols = sprite.getElementsByTagName("symbol")
    assert {symbol.getAttribute("viewBox") for symbol in symbols} == {"0 0 32 32"}
    names = [symbol.getAttribute("id") for symbol in symbols]
    assert len(names) == len(set(names))
    assert {f"die-{face}" for face in range(1, 7)} | {"hand", "egg", "cross", "dollar", "slash"} <= set(names)


def test_every_symbol_that_a_template_names_is_in_the_sprite() -> None:
    sprite = (STATIC / "img" / "symbols.svg").read_text(encoding="utf-8")
    known = set(re.findall(r'<symbol id="([\w-]+)"', sprite))
    asked = {
        (path.name, name)
        for path in TEMPLATES.rglob("*.html")
        for name in re.findall(r'{% symbol(?:_inline)? "([\w-]+)"', path.read_text(encoding="utf-8"))
    }
    assert asked
    assert not {(page, name) for page, name in asked if name not in known}


@pytest.mark.parametrize("face", range(1, 7))
def test_a_die_drawn_in_place_has_as_many_pips_as_its_face_says(face: int) -> None:
    assert drawn("{% die face inline=True %}", face=face).count("<circle") == face


def test_a_symbol_points_into_the_sprite_and_is_passed_over_by_screen_readers_unless_it_has_a_label() -> None:
    plain = drawn('{% symbol "egg" %}')
    assert 'href="/static/img/symbols.svg#egg"' in plain
    assert 'aria-hidden="true"' in plain
    assert 'role="img" aria-label="de &lt;huevo&gt;"' in drawn(
        '{% symbol "egg" label=label %}', label="de <huevo>"
    )


def test_a_pair_s_name_breaks_after_its_dot_and_keeps_its_own_signs() -> None:
    assert drawn("{{ name|unbroken }}", name="Rocha <b> · Orellana") == "Rocha &lt;b&gt;\u00a0· Orellana"


def test_a_symbol_for_paper_needs_no_other_file_and_no_variable() -> None:
    for face in (1, 6):
        paper = drawn(f'{{% symbol_inline "die-{face}" %}}')
        assert "var(" not in paper
        assert "href" not in paper


def test_a_misspelt_symbol_is_named_to_whoever_writes_the_page() -> None:
    with pytest.raises(TemplateSyntaxError, match="'eggg'"):
        drawn('{% symbol "eggg" %}')


# ---- the score grid -----------------------------------------------------------------------------------------------


def test_a_crossed_box_shows_a_cross_and_never_a_zero() -> None:
    """Rule 1.9: a zero reads as an egg."""
    html = drawn("{% grid sheet game=game %}", sheet=sheet_of(Cell("2", 1, 0, (), 0, "crossed")))
    text = cell_text(html, "2")
    assert "#cross" in text
    assert not re.search(r">\s*0\s*<", text)


def test_hand_and_egg_stand_beside_the_points_they_explain() -> None:
    """Rules 1.8 and 1.9."""
    html = drawn(
        "{% grid sheet game=game %}",
        sheet=sheet_of(Cell("E", 0, 1, (25, 20), 25, "de-mano"), Cell("F", 1, 1, (35, 30), 30, "de-huevo")),
    )
    assert ">25<" in cell_text(html, "E") and "#hand" in cell_text(html, "E")
    assert ">30<" in cell_text(html, "F") and "#egg" in cell_text(html, "F")


@pytest.mark.parametrize("mark", ["grande", None])
def test_a_written_grande_is_a_dollar_below_the_square_and_a_crossed_one_a_cross(mark: str | None) -> None:
    """Rules 1.7 and 1.9, whether the engine names the mark or leaves it to the points."""
    html = drawn(
        "{% grid sheet game=game %}",
        sheet=sheet_of(
            Cell("1", 0, 0), Cell("G", 3, 0, (50,), 50, mark), Cell("G", 3, 2, (50,), 0, "crossed")
        ),
    )
    below = html[html.index("grid-below") :]
    assert "#dollar" in cell_text(below, "G", 0) and ">50<" not in below
    assert "#slash" in below
    assert "#cross" in cell_text(below, "G", 1)


def test_the_square_has_its_traditional_shape_however_the_cells_arrive() -> None:
    """Rule 1.2: balas, tontos, trenes down the left; escalera, full, póker in the middle; cuadras … at the right."""
    places = {"1": (0, 0), "2": (1, 0), "3": (2, 0), "E": (0, 1), "F": (1, 1), "P": (2, 1), "4": (0, 2)}
    places |= {"5": (1, 2), "6": (2, 2)}
    cells = [Cell(box, row, column) for box, (row, column) in places.items()]
    html = drawn("{% grid sheet game=game %}", sheet=sheet_of(*cells))
    rows = [re.findall(r'data-box="(\w)"', row) for row in html.split("<tr")[1:]]
    assert rows == [["1", "E", "4"], ["2", "F", "5"], ["3", "P", "6"]]


def test_an_open_box_is_empty_and_only_open_boxes_are_offered() -> None:
    html = drawn(
        '{% grid sheet game=game offers=boxes last="5" %}',
        sheet=sheet_of(Cell("4", 0, 2), Cell("5", 1, 2, (), 20)),
        boxes=("4", "5"),
    )
    assert re.findall(r"is-(\w+) is-offered", html) == ["open"]
    assert 'is-written is-fresh" data-box="5"' in html
    assert not re.search(r"\d", cell_text(html, "4"))


def test_a_pending_play_says_that_it_waits() -> None:
    """Rule 6.3."""
    html = drawn("{% grid sheet game=game %}", sheet=sheet_of(Cell("6", 2, 2, (), 18, pending=True)))
    assert "is-pending" in html
    assert "grid-note" in cell_text(html, "6") and ">18<" in cell_text(html, "6")


def test_a_blank_sheet_for_paper_prints_what_the_boxes_pay_and_draws_in_place() -> None:
    """Rule 1.8; a number box pays by its dice, so nothing is printed there."""
    html = drawn(
        "{% grid sheet game=game values=True inline=True %}",
        sheet=sheet_of(
            Cell("1", 0, 0, (1, 2, 3, 4, 5)),
            Cell("E", 0, 1, (25, 20)),
            Cell("G", 3, 0, (50,)),
            Cell("G", 3, 2, (50,)),
        ),
    )
    assert re.findall(r'grid-pays">([^<]+)<', html) == ["25/20", "50 $", "50 $"]
    assert "<use" not in html and "<path" in html


# ---- pages and files ----------------------------------------------------------------------------------------------


def test_the_style_page_shows_every_part_without_inline_script_or_style(client: Client) -> None:
    html = client.get("/style/").content.decode()
    for part in (
        "card-paper",
        "chip-live",
        "banner-error",
        "table-score",
        "bracket-match",
        "score-grid",
        "empty",
    ):
        assert part in html
    assert not re.search(r'\sstyle="|<style|\son\w+="', html)
    assert all("src=" in tag for tag in re.findall(r"<script[^>]*>", html))


def test_a_table_row_says_who_goes_on_and_a_folded_cell_carries_its_heading(client: Client) -> None:
    html = client.get("/style/").content.decode()
    assert html.count('class="goes-on') == 2
    assert 'data-label="Instant wins"' in html
    assert "has-folds has-places" in html


def test_a_missing_page_says_what_to_do_next(client: Client) -> None:
    page = client.get("/no/such/page/at/all/")
    assert page.status_code == 404
    assert 'class="trouble"' in page.content.decode()
    assert 'href="/"' in page.content.decode()


def test_the_page_for_a_fault_of_ours_needs_neither_the_database_nor_the_reader(rf: RequestFactory) -> None:
    """No database is open to this test: asking who reads the page would fail it."""
    request = rf.get("/anything/")
    request.session = SessionStore("a-session")
    request.user = SimpleLazyObject(lambda: get_user(request))
    page = broken(request)
    assert page.status_code == 500
    assert 'class="trouble"' in page.content.decode()


def test_every_carried_file_is_the_one_that_the_manifest_names() -> None:
    manifest = (VENDOR / "README.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `([^`]+)` .*`([0-9a-f]{64})` \|$", manifest, re.MULTILINE))
    ours = {"README.md", "update.sh", "_bootstrap-settings.scss", "bootstrap.scss", "bootstrap-more.scss"}
    carried = {
        str(path.relative_to(VENDOR))
        for path in VENDOR.rglob("*")
        if path.is_file() and path.parent.name != "licences" and path.name not in ours
    }
    assert set(rows) == carried
    for name, checksum in rows.items():
        assert hashlib.sha256((VENDOR / name).read_bytes()).hexdigest() == checksum, name
    for licence in re.findall(r"\(licences/([^)]+)\)", manifest):
        assert (VENDOR / "licences" / licence).stat().st_size > 400


def test_the_dark_theme_is_the_same_by_system_and_by_choice() -> None:
    css = (STATIC / "css" / "tokens.css").read_text(encoding="utf-8")
    blocks = re.findall(
        r'(?:^|\n)\s*(?:\[data-theme="dark"\]|:root:not\(\[data-theme="light"\]\)) {(.*?)}', css, re.DOTALL
    )
    chosen, followed = (re.findall(r"[\w-]+: [^;]+", block) for block in blocks)
    assert chosen and chosen == followed


def _luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_pair_of_ink_and_ground_can_be_read(theme: str) -> None:
    """WCAG 2.2 AA, 1.4.3: 4.5 to 1 for text; 1.4.11: 3 to 1 for the edge of a field."""
    css = (STATIC / "css" / "tokens.css").read_text(encoding="utf-8")
    block = css[css.index(f'[data-theme="{theme}"] {{') :]
    token = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", block[: block.index("}")]))
    text = [(ink, ground) for ink in ("ink", "ink-soft") for ground in ("paper", "card", "sunk")]
    text += [
        (ink, ground) for ink in ("accent", "leather", "good", "bad", "warn") for ground in ("paper", "card")
    ]
    text += [(name, f"{name}-ground") for name in ("accent", "good", "warn", "bad")]
    text += [
        ("on-accent", "accent"),
        ("card", "leather"),
        ("ink", "accent-ground"),
        ("ink-soft", "accent-ground"),
    ]
    wanted = [(pair, 4.5) for pair in text] + [(("edge", "paper"), 3), (("edge", "card"), 3)]
    for (ink, ground), least in wanted:
        light, dark = sorted((_luminance(token[ink]), _luminance(token[ground])), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= least, f"{ink} on {ground}"
