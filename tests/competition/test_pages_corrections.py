"""The organizer's pages of corrections: asked, shown, decided, confirmed, undone."""

import re
from typing import Any

import pytest
from django.test import Client

from cacho_tournaments.competition.actions import ledger, sheets
from cacho_tournaments.competition.models import Category, Correction, Match
from tests import makers
from tests.competition.test_corrections import by, match, seats, stands, wins
from tests.competition.walking import logged_in, press, said, see

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]


@pytest.fixture
def eight() -> Category:
    category = makers.category(plan="knockout")
    makers.entrants(category, 8, seeds=8)
    makers.drawn(category)
    for code in ("CF-1", "CF-2", "CF-3", "CF-4"):
        wins(category, code, min(filter(None, seats(category, code))))
    return category


@pytest.fixture
def client(eight: Category) -> Client:
    return logged_in(by(eight))


def carried(page: Any) -> dict[str, Any]:
    """Return what a preview carries: what was typed, its seal, the decisions as they are ticked."""
    html = page.content.decode()
    hidden = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', html)
    found: dict[str, Any] = {}
    for name, value in hidden:
        if name != "csrfmiddlewaretoken":
            found.setdefault(name, []).append(value)
    ticked = re.findall(r'<input [^>]*type="radio" name="([^"]+)" value="([^"]+)" checked', html)
    return {**found, **dict(ticked)}


def test_a_result_is_taken_back_with_all_that_follows_shown_before(client: Client, eight: Category):
    """PAI-13: the semi-final loses its side and gets it back exactly."""
    rows, code = ledger.read(eight), match(eight, "CF-1").token
    page = press(client, "match_revoke", code, reason="the wrong sheet")
    text = said(page)
    assert "This is what changes" in text
    assert "is not in it any more" in text
    assert "It is to be played again." in text
    assert ledger.read(eight) == rows
    page = press(client, "match_revoke", code, **carried(page), confirmed="1")
    assert "Result taken back" in said(page)
    assert seats(eight, "SF-1")[0] is None
    made = Correction.objects.get()
    event = eight.tournament.slug
    assert "the wrong sheet" in see(client, "corrections", event, eight.slug)
    page = press(client, "correction_undo", event, eight.slug, made.pk)
    assert "Undo the correction?" in said(page)
    page = press(client, "correction_undo", event, eight.slug, made.pk, reason="it was right", confirmed="1")
    assert "It was undone" in said(page)
    assert stands(ledger.read(eight), rows) == rows


def test_a_double_absence_entered_late_gives_a_free_place_when_it_is_confirmed(
    client: Client, eight: Category
):
    """PAI-15, over a result that stood."""
    token = match(eight, "CF-1").token
    page = press(client, "match_absent", token, sides=["1", "2"], reason="nobody came")
    assert carried(page)["sides"] == ["1", "2"]
    assert match(eight, "CF-1").results.get(is_current=True).kind == "played"
    press(client, "match_absent", token, **carried(page), confirmed="1")
    assert match(eight, "CF-1").results.get(is_current=True).kind == "both-absent"
    wins(eight, "CF-2", 4)
    assert match(eight, "SF-1").results.get(is_current=True).ending == "free-place"


def test_a_match_that_has_begun_is_asked_about_and_played_again(client: Client, eight: Category):
    wins(eight, "SF-1", 4)
    token, old = match(eight, "CF-2").token, match(eight, "SF-1")
    page = press(client, "match_disqualify", token, sides=["1"], reason="loaded dice")
    assert "Match SF-1 has begun" in said(page)
    typed = carried(page)
    assert typed["decision:SF-1"] == "keep"
    typed["decision:SF-1"] = "replay"
    page = press(client, "match_disqualify", token, **typed, confirmed="1")
    assert "This would now change something else than was shown" in said(page)
    assert match(eight, "SF-1").pk == old.pk
    press(client, "match_disqualify", token, **carried(page), confirmed="1")
    assert match(eight, "SF-1").pk != old.pk
    assert 5 in seats(eight, "SF-1")


def test_sheets_that_are_printed_already_are_named(client: Client, eight: Category):
    sheets.printed(matches=[match(eight, "SF-1")], by=by(eight))
    page = press(client, "match_revoke", match(eight, "CF-1").token, reason="the wrong sheet")
    assert "printed already, and will be wrong: SF-1" in said(page)


def test_the_desk_is_told_what_the_chief_referee_has_to_decide_and_the_chief_reaches_the_page(
    eight: Category,
):
    wins(eight, "SF-1", 4)
    desk = logged_in(makers.desk(eight.tournament))
    token = match(eight, "CF-2").token
    page = press(desk, "match_absent", token, sides=["1"], reason="he was away")
    assert "an organizer or the chief referee has to do it" in said(page)
    chief = logged_in(makers.staff(eight.tournament, "chief"))
    assert "Disqualify in this match" in see(chief, "match", token)
    page = press(chief, "match_absent", token, sides=["1"], reason="he was away")
    assert "Match SF-1 has begun" in said(page)


def test_what_cannot_be_corrected_is_said_beside_the_form(client: Client, eight: Category):
    token = Match.objects.get(stage__category=eight, code="F").token
    page = press(client, "match_revoke", token, reason="why not")
    assert "Match F has no result to take back." in said(page)
    page = press(client, "match_absent", match(eight, "CF-1").token, sides=["1"], reason="")
    assert "This field is required." in said(page)


def test_places_that_change_stand_under_the_word_for_a_table_of_figures(client: Client):
    """Not under the word for a piece of furniture, as Spanish tells the two apart."""
    category = makers.groups(4)
    makers.played_out(category)
    client = Client(headers={"accept-language": "es"})
    client.force_login(by(category))
    first, second = category.entrants.filter(number__in=(1, 2)).order_by("number")
    lost = makers.stage(category).matches.filter(seats__entrant=first).get(seats__entrant=second)
    side = lost.seats.get(entrant=first).position
    page = press(client, "match_disqualify", lost.token, sides=side, reason="insultos")
    assert "Tabla Bando Antes Después" in said(page) and "Mesa Bando" not in said(page)
