"""An organizer's day through the pages: from an empty list to a champion, by HTTP alone where people use pages.

Results of matches come by the actions that the tablet's room calls; everything else is typed and pressed.
"""

import re
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

import cacho_tournaments
from cacho_tournaments.competition.models import Category, Draw, Match, Stage, Tournament
from cacho_tournaments.competition.queries.log import SENTENCES
from cacho_tournaments.journal.models import Entry
from tests import makers
from tests.competition.walking import FACTS, PAIRS, enter, logged_in, press, said, see

PACKAGE = Path(cacho_tournaments.__file__).parent
pytestmark = pytest.mark.django_db


def test_from_an_empty_list_to_a_champion() -> None:
    client = logged_in(makers.organizer("ana"))
    assert "Call your first tournament" in see(client, "tournaments")
    page = press(client, "tournament_new", **FACTS)
    event = Tournament.objects.get()
    assert "Add the first category" in said(page)
    press(client, "tables", event.slug, count="4")

    page = press(client, "category_new", event.slug, **PAIRS)
    category = Category.objects.get()
    assert category.preset == "cochabamba-pairs", "rules follow the kind of entrant"
    assert "Nobody is entered yet." in said(page)
    where = (event.slug, category.slug)

    for number in range(1, 9):
        page = enter(client, *where, f"Ana Uno{number}", f"Luis Dos{number}", f"Club {number % 3}")
        assert f"No. {number}, Uno{number} · Dos{number}, is entered." in said(page)
    assert "8 entrants are accepted; nobody is checked in yet." in see(client, "tournament", event.slug)
    page = press(client, "entrant_state", *where, 1, state="paid")
    assert "Uno1 · Dos1: paid." in said(page)
    press(client, "entrant_states", *where, chosen=[str(n) for n in range(1, 8)], bulk="checked-in")
    assert "7 of 8 entrants are checked in." in see(client, "category", *where)
    press(client, "entrant_state", *where, 8, state="checked-in")
    page = see(client, "category", *where)
    assert "Draw the groups" in page and "(PDF)" not in page, "nothing to print yet"

    page = press(client, "draw", *where, 1, seed="20261212")
    assert "20261212" in said(page) and "Group A" in said(page) and "Group B" in said(page)
    page = press(client, "draw_release", *where, 1)
    assert "The draw is released." in said(page) and "Round 1" in said(page) and "Table 1" in said(page)

    page = see(client, "category", *where)
    assert "Groups (PDF)" in page and "Knock-out (PDF)" not in page
    makers.played_out(category, 1)
    assert "Close the groups" in see(client, "stage", *where, 1)
    press(client, "stage_close", *where, 1)
    page = press(client, "draw", *where, 2, seed="")
    assert "Semi-finals" in said(page)
    press(client, "draw_release", *where, 2)
    makers.played_out(category, 2)
    press(client, "stage_close", *where, 2)
    page = see(client, "category", *where)
    assert "Everything is played." in page and "Prizes 1 Uno1 · Dos1" in page
    verbs = set(Entry.objects.values_list("verb", flat=True))
    assert {"competition.draw.released", "competition.stage.closed", "competition.entrant.entered"} <= verbs


def test_the_journal_tells_it_in_sentences_and_can_be_searched() -> None:
    category = makers.groups(4)
    match = Match.objects.filter(state="ready").first()
    makers.result(match, 231, 198)
    client = logged_in(makers.organizer_of(category.tournament))
    page = see(client, "log", category.tournament.slug)
    names = [seat.entrant.name for seat in match.seats.all()]
    assert f"match {match.code}: {names[0]} 231 – {names[1]} 198 (played)" in page
    assert "released the draw of stage 1, seed 7" in page
    assert "competition." not in page.split("details")[0], "sentences, not codes"
    found = see(client, "log", category.tournament.slug, q="seed 7")
    assert "released the draw" in found and "231 –" not in found


def test_every_verb_that_the_actions_write_has_a_sentence_in_the_journal() -> None:
    verb = re.compile(r'"((?:competition|play)\.[a-z]+\.[a-z-]+)"')
    written = {
        found
        for room in ("competition", "play")
        for path in (PACKAGE / room / "actions").glob("*.py")
        for found in verb.findall(path.read_text(encoding="utf-8"))
    }
    assert len(written) > 25
    assert written - set(SENTENCES) == set()


def test_a_second_draw_is_refused_with_a_sentence_and_the_first_stands() -> None:
    """Two organizers press the button: PAI-05."""
    category = makers.category()
    makers.entrants(category, 8)
    event = category.tournament
    client = logged_in(makers.organizer_of(event))
    press(client, "draw", event.slug, category.slug, 1, seed="11")
    page = press(client, "draw", event.slug, category.slug, 1, seed="12")
    assert "A draft stands already: " in said(page)
    assert list(Draw.objects.values_list("seed", "state")) == [(11, "draft")]
    press(client, "draw_release", event.slug, category.slug, 1)
    page = press(client, "draw", event.slug, category.slug, 1, seed="13")
    assert "The draw is released: it can be seen and played, and is not drawn again." in said(page)


def test_an_exchange_that_is_refused_opens_the_page_at_its_form() -> None:
    """The form stands far below the draw; a page that opens at its head would seem to do nothing (ADM-09)."""
    category = makers.category()
    makers.entrants(category, 8)
    makers.drawn(category, released=False)
    client = logged_in(makers.organizer_of(category.tournament))
    page = press(client, "draw_swap", category.tournament.slug, category.slug, 1, first="3", second="3")
    assert "cannot change places with itself" in said(page)
    assert re.search(r'<select[^>]*name="first"[^>]*autofocus', page.content.decode())


def test_discarding_says_what_is_lost_and_how_it_comes_back() -> None:
    category = makers.category()
    makers.entrants(category, 8)
    makers.drawn(category, seed=99, released=False)
    where = (category.tournament.slug, category.slug, 1)
    client = logged_in(makers.organizer_of(category.tournament))
    page = see(client, "draw_discard", *where)
    assert "What is lost" in page and "the seed 99 stays in the journal" in page
    key = Draw.objects.get().pk
    press(client, "draw", *where, replace=str(key))
    assert sorted(Draw.objects.values_list("state", flat=True)) == ["discarded", "draft"]
    press(client, "draw", *where, replace=str(key))  # the page of before the redraw, sent again
    assert Draw.objects.count() == 2, "a stale button replaces nothing"
    press(client, "draw_discard", *where)
    assert not Draw.objects.exclude(state="discarded").exists()
    assert makers.stage(category).state == Stage.State.PLANNED


def test_an_exchange_by_hand_is_made_and_said() -> None:
    category = makers.category(kind="single")
    makers.entrants(category, 8)
    stage = makers.drawn(category, released=False)
    client = logged_in(makers.organizer_of(category.tournament))
    a, b = (group.places.first().entrant for group in stage.groups.all())
    where = (category.tournament.slug, category.slug, 1)
    page = press(client, "draw_swap", *where, first=str(a.number), second=str(b.number))
    assert "The two have changed places." in said(page)
    assert "Changed places by hand" in said(page)
    assert a.group_places.get().group.label == "B" and b.group_places.get().group.label == "A"


def test_a_walkover_is_confirmed_before_it_counts() -> None:
    category = makers.groups(4, kind="single")
    match = Match.objects.filter(state="ready").first()
    client = logged_in(makers.organizer_of(category.tournament))
    page = press(client, "match_walkover", match.token, absent=["2"])
    assert "The other side wins without points." in said(page)
    match.refresh_from_db()
    assert match.state == "ready", "nothing is recorded by asking"
    press(client, "match_walkover", match.token, absent=["2"], reason="no llegó", confirmed="1")
    match.refresh_from_db()
    assert match.state == "finished"
    assert match.results.get().kind == "walkover"


def test_both_absent_is_said_to_have_no_winner() -> None:
    category = makers.groups(4, kind="single")
    match = Match.objects.filter(state="ready").first()
    client = logged_in(makers.organizer_of(category.tournament))
    page = press(client, "match_walkover", match.token, absent=["1", "2"])
    assert "Nobody wins this match." in said(page)
    press(client, "match_walkover", match.token, absent=["1", "2"], confirmed="1")
    assert match.results.get().kind == "both-absent"


def test_a_result_is_taken_back_with_a_reason_and_stays_on_record() -> None:
    category = makers.groups(4, kind="single")
    match = Match.objects.filter(state="ready").first()
    makers.result(match, 231, 198)
    client = logged_in(makers.organizer_of(category.tournament))
    assert "What is lost" in see(client, "match_revoke", match.token)
    page = press(client, "match_revoke", match.token, reason="")
    match.refresh_from_db()
    assert match.state == "finished" and "This field is required." in said(page)
    page = press(client, "match_revoke", match.token, reason="wrong sheet")
    match.refresh_from_db()
    assert match.state == "finished" and "Nothing has changed yet." in said(page)
    page = press(client, "match_revoke", match.token, reason="wrong sheet", confirmed="1")
    match.refresh_from_db()
    assert match.state == "ready"
    assert "Result taken back" in said(page) and match.results.count() == 1
    assert "taken back" in see(client, "match", match.token)


def test_a_match_gets_table_time_and_referee_on_the_hall_s_own_clock() -> None:
    category = makers.groups(4, kind="single")
    event = category.tournament
    helper = makers.referee(event)
    match = Match.objects.filter(state="ready").first()
    client = logged_in(makers.organizer_of(event))
    page = press(
        client, "match_place", match.token, table="3", starts_at="2026-12-12T15:30", referee=str(helper.pk)
    )
    match.refresh_from_db()
    assert "The match has its place." in said(page)
    assert match.table.number == 3 and match.referee == helper
    assert match.starts_at.isoformat() == "2026-12-12T19:30:00+00:00", "La Paz is four hours behind UTC"
    assert 'value="2026-12-12T15:30"' in page.content.decode()


def test_a_closed_stage_is_opened_again_for_a_correction() -> None:
    category = makers.groups(4, kind="single")
    makers.played_out(category)
    where = (category.tournament.slug, category.slug, 1)
    client = logged_in(makers.organizer_of(category.tournament))
    press(client, "stage_close", *where)
    assert "Something is wrong in this stage" in see(client, "stage", *where)
    press(client, "stage_reopen", *where, reason="a sheet was misread")
    assert makers.stage(category).state == Stage.State.RELEASED


def test_the_event_becomes_public_and_hides_again() -> None:
    event = makers.tournament(public=False)
    client = logged_in(makers.organizer_of(event))
    assert "Only you and your staff see it" in see(client, "tournament", event.slug)
    press(client, "publish", event.slug, public="1")
    event.refresh_from_db()
    assert event.is_public
    page = client.get(reverse("competition:tournament", args=[event.slug])).content.decode()
    assert 'aria-label="QR code of the public page"' in page
    press(client, "publish", event.slug, public="0")
    event.refresh_from_db()
    assert not event.is_public


def test_a_helper_s_account_shows_its_password_once_and_it_works() -> None:
    event = makers.tournament()
    client = logged_in(makers.organizer_of(event))
    typed = {"new-name": "Rosa Mamani", "new-username": "", "new-role": "referee"}
    page = press(client, "staff_account", event.slug, **typed)
    password = re.search(r'class="password">([^<]+)<', page.content.decode())[1]
    assert "rosa.mamani" in said(page) and "no-store" in page.headers["Cache-Control"]
    assert password not in client.get(reverse("competition:staff", args=[event.slug])).content.decode()
    assert Client().login(username="rosa.mamani", password=password)


def test_the_last_organizer_cannot_be_taken_away() -> None:
    event = makers.tournament()
    client = logged_in(makers.organizer_of(event))
    page = press(client, "staff_remove", event.slug, event.staff.get().pk)
    assert event.staff.count() == 1
    assert "organizer" in said(page).lower() and "banner-error" in page.content.decode()
