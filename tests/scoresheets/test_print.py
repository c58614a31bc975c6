"""Paper, asked for at its addresses, and read back from the PDF: words by pdftotext, pages by pikepdf."""

import io
import os
import re
import subprocess
import sys
from pathlib import Path

import pikepdf
import pytest
from django.conf import LazySettings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from cacho_tournaments.competition.actions import entries, tournaments
from cacho_tournaments.competition.models import Match, Stage
from cacho_tournaments.scoresheets import render
from tests import makers
from tests.scoresheets.paper import LONG, first_match, got, pages, rightmost, words, write

pytestmark = [pytest.mark.django_db, pytest.mark.print]


def test_a_blank_sheet_names_table_match_and_sides(client: Client) -> None:
    of = makers.groups(4)
    match = first_match(of)
    pdf = got(client, "match", match.token)
    text = words(pdf)
    assert pages(pdf) == [(210, 297)]
    for seat in match.seats.select_related("entrant"):
        assert seat.entrant is not None
        assert seat.entrant.name in text
    assert match.code in text
    assert "1 of 1" in text
    assert f"testserver/m/{match.token}/" in text
    assert "25/20" in text
    assert text.count("Signature") == 2


def test_a_filled_sheet_shows_points_and_never_a_zero_for_a_cross(client: Client) -> None:
    of = makers.groups(4, kind="single")
    match = first_match(of)
    # Section 10 of the rules: 23456 =E is 25 de mano; a crossed box is a cross (rule 1.9), not a figure.
    write(match, "1 23456 =E 25", "2 22233 =F 35", "1 12346 1234+6 2>5 =6 6", "2 11235 12+346 3>4 =1 1")
    text = words(got(client, "match", match.token, kind="filled"))
    assert "25" in text
    assert "35" in text
    assert " 31 " in f" {' '.join(text.split())} "  # the first side's total: 25 + 6
    assert "version 4" in text


def test_a_sheet_of_an_old_log_can_be_told_from_a_newer_one(client: Client) -> None:
    of = makers.groups(4, kind="single")
    match = first_match(of)
    write(match, "1 23456 =E 25")
    first = words(got(client, "match", match.token, kind="filled"))
    assert "version 1" in first
    assert "version 0" in words(got(client, "match", match.token, kind="blank"))


def test_best_of_three_prints_three_blank_games(client: Client) -> None:
    of = makers.groups(8)
    makers.played_out(of)
    makers.drawn(of, order=2)
    match = Match.objects.get(stage=makers.stage(of, 2), code="SF-1")
    assert match.best_of == 3
    pdf = got(client, "match", match.token)
    assert len(pages(pdf)) == 3
    assert "3 of 3" in words(pdf)


def test_a_round_has_one_page_for_each_match_even_with_the_longest_names(client: Client) -> None:
    """PRT-07: the check uses filled sheets and long names, on both papers."""
    of = makers.category(kind="pair")
    by = makers.organizer_of(of.tournament)
    makers.entrants(of, 6)

    for at in range(2):
        players = [makers.player(by, name=f"{LONG} {at}{place}") for place in "ab"]
        entries.enter(
            category=of, by=by, players=players, name=f"{LONG} · {LONG} {at}"[:200], state="checked-in"
        )
    makers.drawn(of)
    client.force_login(by)
    for paper, size in (("a4", (210, 297)), ("letter", (216, 279)), ("oficio", (216, 330))):
        place = [of.tournament.slug, of.slug, 1, 1]
        assert pages(got(client, "round", *place, kind="filled", paper=paper)) == [size] * 4


def test_a_name_without_a_blank_stays_on_the_paper_and_off_its_neighbour(client: Client) -> None:
    """PRT-03: it is broken, as cutting it off would lose letters."""
    of = makers.category(kind="single")
    by = makers.organizer_of(of.tournament)
    makers.entrants(of, 3)
    unbroken = "ÑandúWilstermann" * 6
    player = makers.player(by, name=unbroken, club=makers.club(by, unbroken))
    entries.enter(category=of, by=by, players=[player], name=unbroken, state="checked-in")
    makers.drawn(of)
    where = (of.tournament.slug, of.slug)
    client.force_login(by)
    for pdf in (got(client, "round", *where, 1, 1), got(client, "groups", *where)):
        assert rightmost(pdf) <= 210 - 12
        assert "".join(words(pdf).split()).count("Wilstermann") >= 6


@pytest.mark.parametrize("number", [999, 1000, 10000])
def test_four_digit_numbers_lose_nobody(client: Client, number: int) -> None:
    """PRT-05: as many sheets as matches, and numbers that are not cut into thousands."""
    of = makers.groups(4)
    of.entrants.filter(number=1).update(number=number)
    client.force_login(makers.organizer_of(of.tournament))
    pdf = got(client, "round", of.tournament.slug, of.slug, 1, 1)
    assert len(pages(pdf)) == 2


def test_standings_on_paper_are_those_on_screen_in_the_same_order(client: Client) -> None:
    of = makers.groups(8)
    makers.played_out(of)
    place = [of.tournament.slug, of.slug]
    text = words(got(client, "standings", *place))
    names = [entrant.name for entrant in of.entrants.order_by("number")]
    assert all(name in text for name in names)
    group = [line for line in text.splitlines() if any(name in line for name in names)]
    assert len(group) == 8
    assert "Order: points, games won, result among the tied, point difference" in " ".join(text.split())
    # The lower number always wins here, so within each group numbers rise from place to place.
    order = [next(at for at, name in enumerate(names) if name in line) for line in group]
    assert order[:4] == sorted(order[:4])
    assert order[4:] == sorted(order[4:])


def test_standings_on_paper_say_who_is_out_and_carry_the_signs_of_differences(client: Client) -> None:
    of = makers.category(kind="pair")
    makers.entrants(of, 4)
    order = ["wins", "games-difference", "difference", "shutouts", "lot"]
    by = makers.organizer_of(of.tournament)
    tournaments.edit_stage(stage=makers.stage(of), by=by, settings={"criteria": order})
    makers.drawn(of)
    makers.put_out(of, 1, 2)
    lines = words(got(client, "standings", of.tournament.slug, of.slug)).splitlines()
    figures = [line.split()[-5:-1] for line in lines if "+32" in line or "−32" in line]
    assert sorted(figures) == [["0", "−3", "−32", "0"], ["1", "+1", "+32", "1"]]
    assert [line.strip() for line in lines].count("eliminated") == 1


def test_groups_on_paper_have_their_matches(client: Client) -> None:
    of = makers.groups(8)
    text = words(got(client, "groups", of.tournament.slug, of.slug))
    codes = Match.objects.filter(stage=makers.stage(of)).values_list("code", flat=True)
    assert len(codes) == 12
    assert all(code in text for code in codes)


def test_negative_points_bear_a_real_minus_on_paper(client: Client) -> None:
    """dice-poker-fences 3: a sheet may end below nothing."""
    of = makers.category(game="dice-poker-fences")
    makers.entrants(of, 4)
    makers.drawn(of)
    makers.played_out(of, points=lambda match: (12, -345))
    text = words(got(client, "groups", of.tournament.slug, of.slug))
    assert text.count("−345") == 6
    assert "-345" not in text
    assert re.search(r"[+−]\d{3}\b", text)  # the point difference


def test_the_knock_out_on_paper_says_for_whom_a_seat_waits(client: Client) -> None:
    of = makers.groups(8)
    makers.played_out(of)
    makers.drawn(of, order=2)
    text = words(got(client, "bracket", of.tournament.slug, of.slug))
    assert "SF-1" in text
    assert "winner of SF-1" in text
    assert "Third place" in text


def test_a_draft_is_printed_for_those_who_work_there_alone(client: Client) -> None:
    of = makers.category()
    makers.entrants(of, 4)
    makers.drawn(of, released=False)
    address = reverse("scoresheets:groups", args=[of.tournament.slug, of.slug])
    assert client.get(address).status_code == 404
    client.force_login(makers.user())
    assert client.get(address).status_code == 403
    client.force_login(makers.desk(of.tournament))
    assert client.get(address).status_code == 200


def test_a_stage_that_is_not_drawn_says_so_on_paper(client: Client) -> None:
    category = makers.category()
    client.force_login(makers.organizer_of(category.tournament))
    where = (category.tournament.slug, category.slug)
    assert "Not drawn yet: Knock-out" in words(got(client, "bracket", *where))
    assert "Not drawn yet: Groups" in words(got(client, "groups", *where))


def test_a_round_or_a_stage_that_is_not_there_is_not_found(client: Client) -> None:
    of = makers.groups(4)
    client.force_login(makers.organizer_of(of.tournament))
    assert client.get(f"/print/{of.tournament.slug}/{of.slug}/stage/1/round/9.pdf").status_code == 404
    assert client.get(f"/print/{of.tournament.slug}/nothing/groups.pdf").status_code == 404
    assert client.get("/print/m/nothing.pdf").status_code == 404


def test_a_whole_round_is_printed_for_those_who_work_there(client: Client) -> None:
    """A hundred sheets keep a processor busy for half a minute; a stranger prints one match."""
    of = makers.groups(4)
    address = reverse("scoresheets:round", args=[of.tournament.slug, of.slug, 1, 1])
    assert client.get(address).status_code == 404
    assert client.get(reverse("scoresheets:match", args=[first_match(of).token])).status_code == 200
    client.force_login(makers.user())
    assert client.get(address).status_code == 403
    client.force_login(makers.referee(of.tournament))
    assert client.get(address).status_code == 200


def test_no_code_is_printed_that_leads_to_this_machine(client: Client, settings: LazySettings) -> None:
    """PRT-13: the public address comes from a setting, and where it is not set the sheet says so."""
    settings.PUBLIC_URL = ""
    of = makers.groups(4)
    text = words(got(client, "match", first_match(of).token))
    assert "Set PUBLIC_URL" in text
    assert "/m/" not in text


def test_a_printed_page_cannot_read_the_servers_files(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("do not print me")
    html = f'<link rel=attachment href="{secret.as_uri()}"><p>hello</p>'
    pdf = render.to_pdf(html, styles=["base.css"])
    assert "hello" in words(pdf)
    opened = pikepdf.Pdf.open(io.BytesIO(pdf))
    assert len(opened.attachments) == 0


def test_russian_and_spanish_letters_reach_the_paper(client: Client) -> None:
    of = makers.category(kind="single")
    by = makers.organizer_of(of.tournament)

    for name in ("Ёжик Щукин", "Íñigo Ñandú", "Ana Quispe"):
        entries.enter(category=of, by=by, players=[makers.player(by, name=name)], state="checked-in")
    makers.drawn(of)
    text = words(got(client, "groups", of.tournament.slug, of.slug))
    assert "Ёжик Щукин" in text
    assert "Íñigo Ñandú" in text


def test_a_page_of_sheets_asks_as_many_questions_for_eight_matches_as_for_two(client: Client) -> None:

    counts = []
    for number in (4, 16):
        of = makers.groups(number)
        client.force_login(makers.organizer_of(of.tournament))
        address = reverse("scoresheets:round", args=[of.tournament.slug, of.slug, 1, 1])
        with CaptureQueriesContext(connection) as captured:
            client.get(address, {"kind": "filled"})
        counts.append(len(captured))
    assert counts[0] == counts[1]


def test_without_the_print_libraries_the_page_says_what_to_install(tmp_path: Path) -> None:
    """The site runs where Pango is missing; a package of that name that fails to load stands in for it."""
    (tmp_path / "weasyprint.py").write_text("raise OSError('cannot load library libgobject-2.0-0')\n")
    program = (
        "import django; django.setup()\n"
        "from cacho_tournaments.scoresheets import render\n"
        "from cacho_tournaments.web import explain\n"
        "try: render.to_pdf('<p>x</p>', styles=[])\n"
        "except render.PrintingUnavailable as error: print(error.code, explain.sentence(error))\n"
    )
    root = Path(__file__).resolve().parent.parent.parent
    said = subprocess.run(
        [sys.executable, "-c", program],
        cwd=root,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings", "PYTHONPATH": f"{tmp_path}:{root}"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "print-libraries-missing" in said.stdout
    assert "libpango-1.0-0" in said.stdout


def test_a_stage_in_play_is_on_paper_for_everybody(client: Client) -> None:
    of = makers.groups(4)
    assert makers.stage(of).state == Stage.State.RELEASED
    assert got(client, "groups", of.tournament.slug, of.slug).startswith(b"%PDF")
