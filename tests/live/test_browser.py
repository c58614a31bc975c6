"""The public pages in a real browser: nothing scrolls sideways on a phone, results arrive, a lost line is told."""

import pytest
from playwright.sync_api import Page, expect

from cacho_tournaments.competition.models import Category
from tests import makers
from tests.play import scene

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LONG = "Maximiliana Concepción Quisbert-Choquehuanca de la Fuente · Hermenegildo Wenceslao Tarquinoberríos"
PAGES = (
    "",
    "{c}/groups/",
    "{c}/bracket/",
    "{c}/matches/",
    "{c}/entrants/",
    "{c}/e/1/",
    "{c}/rules/",
    "?q=club",
)


def _start(category: Category) -> str:
    return f"/{category.tournament.slug}/"


def _sideways(page: Page) -> int:
    """Return by how much the page is wider than the screen."""
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


def _ask_now(page: Page) -> None:
    """Let the page ask at once, as it does when its reader comes back to it."""
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def test_no_page_scrolls_sideways_on_a_small_phone_with_the_longest_names(phone: Page) -> None:
    """PUB-01: 360 pixels, a knock-out of 32 sides."""
    category = makers.category(name="Parejas", plan="knockout")
    makers.entrants(category, 32, clubs=4)
    category.entrants.filter(number__lte=16).update(name=LONG)
    makers.drawn(category)
    match = makers.stage(category).matches.order_by("pk").first()
    scene.append(scene.anew(match), *scene.batch(["1 =E 20", "2 =6 12"]), by=scene.referee_of(match))
    for each in (*PAGES, f"/m/{match.token}/"):
        url = each if each.startswith("/") else _start(category) + each.format(c=category.slug)
        phone.goto(url)
        assert _sideways(phone) == 0, url


def test_the_tables_of_groups_fit_a_small_phone_and_open_their_reasons(phone: Page) -> None:
    category = makers.groups(8)
    category.entrants.filter(number__lte=4).update(name=LONG)
    makers.played_out(category)
    phone.goto(f"{_start(category)}{category.slug}/groups/")
    phone.locator("details.reason summary").first.click()
    expect(phone.locator(".reason-panel").first).to_be_visible()
    assert _sideways(phone) == 0


def test_a_result_arrives_without_a_reload_and_leaves_open_what_was_open(phone: Page) -> None:
    match = scene.ready()
    category = match.stage.category
    phone.goto(f"{_start(category)}{category.slug}/groups/")
    phone.locator("details.group-matches summary").first.click()
    expect(phone.get_by_text("231")).to_have_count(0)
    makers.result(match, 231, 198)
    _ask_now(phone)
    expect(phone.locator("details.group-matches").first.get_by_text("231")).to_be_visible()


def test_a_turn_arrives_on_the_page_of_its_match(phone: Page) -> None:
    match = scene.ready()
    by = scene.referee_of(match)
    phone.goto(f"/m/{match.token}/")
    expect(phone.get_by_text("Not begun yet")).to_be_visible()
    scene.append(match, scene.sent("1 =E 20", 0), by=by)
    _ask_now(phone)
    expect(phone.locator(".duel-score").first).to_have_text("20")


def test_a_lost_line_is_told_and_forgotten_when_it_is_back(phone: Page) -> None:
    """PUB-15: the page goes on asking by itself and says that it does not hear."""
    category = makers.groups(4, kind="single")
    phone.goto(f"{_start(category)}{category.slug}/groups/")
    notice = phone.get_by_text("No connection at the moment")
    expect(notice).to_be_hidden()
    phone.route("**/*v=*", lambda route: route.abort())
    _ask_now(phone)
    expect(notice).to_be_visible()
    phone.unroute("**/*v=*")
    _ask_now(phone)
    expect(notice).to_be_hidden()


def test_a_page_that_some_other_network_answers_with_takes_no_place_here(phone: Page) -> None:
    """A hall's network may answer every request with its own log-in page."""
    category = makers.groups(4, kind="single")
    phone.goto(f"{_start(category)}{category.slug}/groups/")
    phone.route("**/*v=*", lambda route: route.fulfill(status=200, body="<h1>Pay for the network</h1>"))
    _ask_now(phone)
    expect(phone.get_by_text("No connection at the moment")).to_be_visible()
    expect(phone.get_by_text("Pay for the network")).to_have_count(0)


def test_typing_narrows_the_list_and_the_address_can_be_sent(phone: Page) -> None:
    category = makers.groups(8)
    name = category.entrants.get(number=3).name
    phone.goto(f"{_start(category)}{category.slug}/entrants/")
    expect(phone.locator("td.main")).to_have_count(8)
    phone.get_by_role("searchbox").press_sequentially(name)
    expect(phone.locator("td.main")).to_have_count(1)
    assert "q=" in phone.url
    phone.goto(f"{_start(category)}{category.slug}/matches/")
    phone.get_by_label("State").select_option("finished")
    expect(phone.get_by_text("No match answers what you ask for.")).to_be_visible()
