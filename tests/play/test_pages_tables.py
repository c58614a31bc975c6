"""The list of tables: a referee's and a tablet's."""

import re
from datetime import UTC, datetime

import pytest
from django.test import Client
from django.urls import reverse

from cacho_tournaments.competition.actions import timetable
from cacho_tournaments.competition.models import Match
from cacho_tournaments.play.actions import devices, turns
from cacho_tournaments.play.models import Device
from tests import makers
from tests.play import scene
from tests.web.budget import assert_budget

pytestmark = pytest.mark.django_db
TABLES = reverse("play:tables")


def at(client: Client, query: str = "") -> str:
    return client.get(f"{TABLES}{query}").content.decode()


def someone(user: object) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(user)  # type: ignore[arg-type]
    return client


def test_a_referee_sees_the_open_matches_of_the_event_table_by_table() -> None:
    match = scene.ready(8)
    client = someone(scene.referee_of(match))
    page = at(client)
    for row in Match.objects.filter(stage=match.stage, round=1):
        assert reverse("play:match", args=[row.token]) in page
    assert page.index("Table 1") < page.index("Table 2")
    assert "can begin" in page
    assert_budget(client, TABLES, "play:tables")


def test_a_match_in_play_is_marked_and_a_finished_one_is_gone() -> None:
    match = scene.ready()
    by = scene.referee_of(match)
    scene.append(match, scene.sent("1 =E 25", 0), by=by)
    assert "in play" in at(someone(by))
    scene.append(match, scene.sent("2 dormida", 1), by=by)
    assert reverse("play:match", args=[match.token]) not in at(someone(by))


def test_a_match_played_out_is_marked_as_being_confirmed_until_it_is_played_on() -> None:
    match = scene.ready(played={"confirmation": "tap"})
    by = scene.referee_of(match)
    marks = [
        '<span class="chip chip-live">in play',
        '<span class="chip chip-warn">being confirmed at the table',
    ]

    def marked() -> list[bool]:
        page = at(someone(by))
        return [mark in page for mark in marks]

    scene.append(match, scene.sent("1 =E 25", 0), by=by)
    assert marked() == [True, False]
    scene.append(match, scene.sent("2 dormida", 1), by=by)
    assert marked() == [False, True]
    assert_budget(someone(by), TABLES, "play:tables")
    turns.cancel_last(match=match, client_id="undo-0001", by=by)
    scene.append(match, scene.sent("2 =1 2", 3), by=by)
    assert marked() == [True, False]


def test_a_match_given_to_the_referee_stands_first() -> None:
    match = scene.ready(8)
    by = scene.referee_of(match)
    timetable.place(match=match, by=makers.organizer_of(match.stage.category.tournament), referee=by)
    page = at(someone(by))
    assert page.index("Given to you") < page.index("All tables")
    assert page.index(match.token) < page.index("All tables")


def test_names_are_found_by_a_part_of_them_and_nothing_found_says_what_to_do() -> None:
    match = scene.ready(8)
    client = someone(scene.referee_of(match))
    seat = match.seats.select_related("entrant").first()
    assert seat is not None and seat.entrant is not None
    found = at(client, f"?q={seat.entrant.name[-6:]}")
    assert match.token in found
    assert "No open match fits" in at(client, "?q=zzzz")


def test_a_name_is_found_without_its_accents() -> None:
    match = scene.ready(8)
    seat = match.seats.select_related("entrant").get(position=1)
    assert seat.entrant is not None
    seat.entrant.name = "Núñez · Solíz"
    seat.entrant.save()
    client = someone(scene.referee_of(match))
    assert match.token in at(client, "?q=nunez")
    assert match.token not in at(client, "?q=nunes")


def test_another_event_is_not_listed() -> None:
    match = scene.ready()
    stranger = someone(makers.referee(makers.tournament()))
    page = at(stranger)
    assert match.token not in page
    assert "No match is open" in page


def test_a_tablet_sees_its_own_tables_alone() -> None:
    match = scene.ready(8)
    device = scene.tablet_of(match)
    client = Client(headers={"accept-language": "en"})
    client.post(reverse("play:open", args=[device.token]), {"pin": device.pin})
    page = at(client)
    assert device.label in page and match.token in page
    others = Match.objects.filter(stage=match.stage).exclude(table=match.table)
    assert [row.code for row in others if row.token in page] == []


def test_nobody_unknown_is_shown_a_table() -> None:
    answer = Client().get(TABLES)
    assert answer.status_code == 302
    assert answer["Location"].startswith(reverse("web:login"))


def test_the_event_s_journal_says_of_which_category_a_match_is() -> None:
    """Every category has a match A-1-1."""
    match = scene.ready(played={"game": "dice-poker"})
    scene.append(match, *scene.batch(["1 =pair 12"]), by=scene.referee_of(match))
    category = match.stage.category
    client = Client(headers={"accept-language": "en"})
    client.force_login(makers.organizer_of(category.tournament))
    page = client.get(reverse("competition:log", args=[category.tournament.slug])).content.decode()
    began = re.search(r"Match A-1-1: began game 1 <span[^>]*>\((.*?)\)</span>", page)
    assert began is not None and began[1] == category.name


# ---- the list at a tablet ----


def paired(match: Match) -> tuple[Client, Device]:
    device, client = scene.tablet_of(match), Client(headers={"accept-language": "en"})
    client.post(reverse("play:open", args=[device.token]))
    return client, device


def test_the_list_says_on_top_whose_it_is_and_how_to_leave() -> None:
    match = scene.ready()
    client, device = paired(match)
    page = at(client)
    event = match.stage.category.tournament
    assert page.index(event.name) < page.index(device.label) < page.index(match.token)
    assert f'action="{reverse("play:leave")}"' in page
    by = scene.referee_of(match)
    page = at(someone(by))
    assert "Not you?" in page and f"Logged in here is {by}" in page


def test_names_and_clubs_of_what_can_begin_stand_to_be_called() -> None:
    match = scene.ready()
    client, _device = paired(match)
    page = at(client)
    for seat in match.seats.select_related("entrant__club"):
        assert seat.entrant is not None
        assert seat.entrant.name in page.replace("\xa0", " ")


def test_the_list_asks_for_itself_again_and_a_tablet_shut_out_is_led_away() -> None:
    match = scene.ready()
    client, device = paired(match)
    asked = {"HX-Request": "true"}
    part = client.get(TABLES, headers=asked)
    assert match.token in part.content.decode() and "<html" not in part.content.decode()
    devices.revoke(device=device, by=makers.organizer_of(device.tournament))
    gone = client.get(TABLES, headers=asked)
    assert (gone.status_code, gone["HX-Redirect"]) == (204, TABLES)


def test_times_are_those_of_the_hall() -> None:
    match = scene.ready()
    event = match.stage.category.tournament
    event.time_zone = "Europe/Madrid"
    event.save()
    Match.objects.filter(pk=match.pk).update(starts_at=datetime(2026, 12, 12, 9, 30, tzinfo=UTC))
    assert ">10:30</time>" in at(someone(scene.referee_of(match)))


def test_somebody_without_a_post_at_a_tablet_sees_the_tablet_s_list() -> None:
    match = scene.ready()
    client, device = paired(match)
    client.force_login(makers.user("somebody"))
    page = at(client)
    assert device.label in page and match.token in page


def test_a_referee_who_logs_out_leaves_the_tablet_a_tablet() -> None:
    """TAB-17: what the person saw is gone, and the hall has its tablet still."""
    match = scene.ready()
    client, device = paired(match)
    by = scene.referee_of(match)
    by.set_password("secret")
    by.save()
    client.post(reverse("web:login"), {"username": by.username, "password": "secret"})
    assert str(by) in at(client)
    client.post(reverse("web:logout"))
    page = at(client)
    assert str(by) not in page
    assert device.label in page and match.token in page
    assert int(client.cookies["sessionid"]["max-age"]) > 30 * 24 * 3600
