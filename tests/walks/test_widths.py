"""Every main page on the smallest phone, in the languages with the longest words: nothing scrolls sideways, and each
page says in which language it is, what it is called, and (where strangers read it) what it is about."""

from collections.abc import Sequence
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from cacho_tournaments.competition.models import Category, Match
from tests import makers
from tests.browser import SMALL_PHONE, overflow, screen
from tests.play import scene

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LONG = "María de los Ángeles Choquehuanca · Hermenegildo Tarquinoberríos"
UNBROKEN = "Xavierbartolomeoaurelianomaximilianofernandoalejandrino" + "W" * 30
OPEN_ALL = (
    "document.querySelectorAll('details').forEach(each => { each.removeAttribute('name'); each.open = true })"
)


def hall() -> Category:
    """An event in full swing: groups over, the knock-out begun; beside it a draft and an empty category."""
    category = makers.groups(8, name="Parejas mixtas")
    category.entrants.filter(number__lte=2).update(name=LONG)
    club = makers.club(makers.organizer_of(category.tournament), UNBROKEN)
    category.entrants.filter(number=3).update(name=UNBROKEN, club=club)
    makers.played_out(category)
    makers.drawn(category, order=2)
    match = makers.stage(category, 2).matches.filter(state="ready").order_by("pk")[0]
    scene.append(scene.anew(match), *scene.batch(["1 =E 25", "2 =6 12"]), by=scene.referee_of(match))
    draft = makers.category(category.tournament, name="Individual")
    makers.entrants(draft, 6)
    makers.drawn(draft, released=False)
    makers.category(category.tournament, name="Equipos")
    _over(category, "Copa", "knockout", 4, unbroken=(1, 2))
    _over(category, "Suizo", "swiss", 5, unbroken=(5,), played=False)
    _over(category, "Doble", "double-elimination", 9, unbroken=(1,), played=False)
    seeded = category.tournament.categories.get(slug="doble").entrants.get(number=1)
    seeded.seed, seeded.club = 1, makers.club(makers.organizer_of(category.tournament), LONG)
    seeded.save(update_fields=["seed", "club"])
    scene.tablet_of(scene.anew(match))
    return category


def _over(
    category: Category, name: str, plan: str, number: int, *, unbroken: Sequence[int], played: bool = True
) -> None:
    """Add a category of that plan whose winners, or whose side without an opponent, have names without a space."""
    other = makers.category(category.tournament, name=name, plan=plan)
    makers.entrants(other, number)
    other.entrants.filter(number__in=unbroken).update(name=UNBROKEN)
    makers.drawn(other)
    if played:
        makers.played_out(other)


def public(category: Category) -> list[str]:
    event, own = f"/{category.tournament.slug}/", f"/{category.tournament.slug}/{category.slug}/"
    parts = ("groups/", "bracket/", "matches/", "entrants/", "e/1/", "rules/")
    tokens = [_token(category, state) for state in ("finished", "playing", "waiting")]
    empty = [f"{event}equipos/groups/", f"{event}equipos/entrants/"]
    others = [f"{event}copa/bracket/", f"{event}suizo/groups/", f"{event}doble/matches/"]
    return [
        "/",
        event,
        *(own + part for part in parts),
        *(f"/m/{token}/" for token in tokens),
        *empty,
        *others,
        "/login/",
    ]


def staffed(category: Category) -> list[str]:
    event, own = (
        f"/manage/{category.tournament.slug}/",
        f"/manage/{category.tournament.slug}/{category.slug}/",
    )
    about_event = ("", "edit/", "staff/", "tables/", "log/", "new/", "individual/stage/1/", "equipos/")
    others = ("copa/", "suizo/stage/1/", "doble/entrants/")
    about_category = ("", "edit/", "entrants/", "entrants/new/", "entrants/1/", "stage/1/", "stage/2/")
    playing, finished = _token(category, "playing"), _token(category, "finished")
    return [
        "/manage/",
        "/manage/new/",
        "/manage/players/",
        "/manage/clubs/",
        *(event + part for part in (*about_event, *others)),
        *(own + part for part in about_category),
        f"/manage/{category.tournament.slug}/equipos/stage/1/settings/",
        f"/{category.tournament.slug}/copa/sorteo/1/?step=0",
        f"/{category.tournament.slug}/suizo/sorteo/1/",
        f"/manage/match/{finished}/",
        f"/manage/match/{finished}/revoke/",
        f"/manage/match/{playing}/walkover/",
        "/play/",
        f"/play/devices/{category.tournament.slug}/",
        f"/play/m/{playing}/",
        f"/play/m/{finished}/",
        f"/play/m/{playing}/paper/",
    ]


def _token(category: Category, state: str) -> str:
    return str(Match.objects.filter(stage__category=category, state=state).order_by("pk")[0].token)


def faults(page: Page, url: str, language: str) -> list[str]:
    """Return what is wrong with the page as it stands."""
    answer = page.goto(url)
    assert answer is not None and answer.status == 200, url
    found = [f"{url}: too wide by {overflow(page)}"] if overflow(page) > 0 else []
    page.evaluate(OPEN_ALL)
    found += [f"{url}: too wide by {overflow(page)} when unfolded"] if overflow(page) > 0 else []
    head = page.evaluate(
        "[document.documentElement.lang, document.title,"
        " document.querySelector('meta[name=description]')?.content || '',"
        " document.querySelectorAll('h1').length, !!document.querySelector('meta[name=robots]')]"
    )
    said, title, about, headings, hidden = head
    found += [f"{url}: its language is {said}"] if said != language else []
    found += [f"{url}: its title is {title!r}"] if len(title) < 5 else []
    found += [f"{url}: says nothing about itself"] if not about and not hidden else []
    found += [f"{url}: {headings} main headings"] if headings != 1 else []
    return found


@pytest.mark.parametrize("language", ["es", "ru"])
def test_no_page_scrolls_sideways_on_the_smallest_phone_and_each_names_itself(
    browser: Browser, live_server: Any, language: str
) -> None:
    category = hall()
    wrong, titles = [], {}
    with screen(browser, live_server, size=SMALL_PHONE, language=language) as page:
        for url in public(category):
            wrong += faults(page, url, language)
            titles[url] = page.title()
            about = page.locator("meta[name=description]").get_attribute("content") or ""
            if url not in ("/", "/login/") and category.tournament.name not in about:
                wrong.append(f"{url}: does not say of which event it is: {about}")
        page.goto("/nowhere/at/all/")
        wrong += ["a missing page is too wide"] if overflow(page) > 0 else []
    with screen(
        browser, live_server, makers.organizer_of(category.tournament), size=SMALL_PHONE, language=language
    ) as page:
        for url in staffed(category):
            wrong += faults(page, url, language)
    assert wrong == []
    assert len(set(titles.values())) == len(titles), f"pages that cannot be told apart: {titles}"


def test_the_row_of_pages_opens_at_the_page_one_is_on(browser: Browser, live_server: Any) -> None:
    """PUB-17: nobody has to guess that the row goes on beyond the edge of a phone."""
    category = hall()
    own = f"/{category.tournament.slug}/{category.slug}/"
    with screen(browser, live_server, size=SMALL_PHONE, language="es") as page:
        for part in ("rules/", "groups/"):
            page.goto(own + part)
            box = page.locator(".site-nav [aria-current=page]").bounding_box()
            assert box is not None
            assert box["x"] >= 0 and box["x"] + box["width"] <= SMALL_PHONE[0], part
        assert page.locator(".site-nav ul").evaluate("each => each.scrollLeft") == 0, "the first ones stay"


def test_what_is_wrong_with_a_group_of_boxes_stands_beside_its_sign(
    browser: Browser, live_server: Any
) -> None:
    event = makers.tournament(tables=3)
    with screen(browser, live_server, makers.organizer_of(event), size=SMALL_PHONE) as page:
        page.goto(f"/play/devices/{event.slug}/")
        page.get_by_text("Add one tablet").tap()
        page.get_by_label("Name of the tablet").fill("Mesa 1")
        page.get_by_role("button", name="Add the tablet").tap()
        box = page.locator(".invalid-feedback").bounding_box()
        assert box is not None and box["height"] < 40, "one line"


def test_a_place_stands_beside_its_name_even_where_that_has_no_space(
    browser: Browser, live_server: Any
) -> None:
    category = makers.category(makers.tournament(), name="Parejas")
    _over(category, "Copa", "knockout", 4, unbroken=(1, 2))
    event = category.tournament.slug
    pages = ((f"/{event}/copa/bracket/", ".podium li"), (f"/manage/{event}/copa/", ".podium-list li"))
    tops = "all => all.map(each => [...each.children].slice(0, 2).map(one => one.getClientRects()[0].top))"
    with screen(
        browser, live_server, makers.organizer_of(category.tournament), size=SMALL_PHONE, language="es"
    ) as page:
        for url, rows in pages:
            page.goto(url)
            found = page.eval_on_selector_all(rows, tops)
            assert len(found) >= 2 and all(abs(place - name) < 12 for place, name in found), url
