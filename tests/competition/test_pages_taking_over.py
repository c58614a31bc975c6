"""The page on which a file of another program becomes a category, and the pages that show what came of it."""

import pytest
from django.test import Client
from django.urls import reverse

from cacho_tournaments.competition.models import Category
from tests import makers
from tests.competition.carried import GOLDEN, INVALID, LEAGUE, WITHDRAWALS, taken
from tests.live import reading
from tests.web.budget import assert_budget

pytestmark = pytest.mark.django_db


def _page(client: Client) -> Client:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def test_a_file_is_read_and_then_taken_over_on_the_page(client: Client) -> None:
    event = makers.tournament(name="Copa de Prueba")
    client = _page(client)
    client.force_login(makers.organizer_of(event))
    with (GOLDEN / "trf-withdrawals.trf").open("rb") as file:
        read = client.post("/manage/trf/", {"file": file})
    form = read.context["take"]
    assert "Take it over" in read.content.decode()
    sent = {"text": form.initial["text"], "name": form.initial["name"], "event": event.slug}
    sent |= {"kind": "single", "game": "cacho-alalay", "same_persons": "on"}
    answer = client.post(reverse("competition:trf_take_over"), sent, follow=True)
    category = event.categories.get()
    assert answer.redirect_chain[-1][0] == reverse("competition:stage", args=[event.slug, category.slug, 1])
    said = reading.text(answer.content.decode())
    assert "Torneo de prueba con retiros" in said and "Nunez Pilar" in said
    again = client.post(reverse("competition:trf_take_over"), sent)
    assert "in this event already" in reading.text(again.content.decode())
    assert Category.objects.count() == 1
    page = client.get(reverse("competition:log", args=[event.slug])).content.decode()
    assert "Took over the category" in reading.text(page)


def test_a_faulty_file_sent_past_the_page_is_refused_with_every_fault(client: Client) -> None:
    event = makers.tournament()
    client = _page(client)
    client.force_login(makers.organizer_of(event))
    sent = {"text": INVALID, "name": "Rota", "event": event.slug, "kind": "single", "game": "cacho-alalay"}
    said = reading.text(client.post(reverse("competition:trf_take_over"), sent).content.decode())
    assert said.count("Line ") > 3
    assert not Category.objects.exists()


def test_only_own_events_are_offered_and_taken(client: Client) -> None:
    foreign = makers.tournament(name="Copa Ajena")
    own = makers.tournament(name="Copa Propia")
    client = _page(client)
    client.force_login(makers.organizer_of(own))
    with (GOLDEN / "trf-withdrawals.trf").open("rb") as file:
        said = client.post("/manage/trf/", {"file": file}).content.decode()
    assert "Copa Propia" in said and "Copa Ajena" not in said
    sent = {"text": WITHDRAWALS, "name": "Abierto", "event": foreign.slug, "kind": "single"}
    answer = client.post(reverse("competition:trf_take_over"), {**sent, "game": "cacho-alalay"})
    assert answer.status_code == 200 and not Category.objects.exists()


def test_a_post_in_somebody_elses_event_opens_the_page_for_its_organizers_alone(client: Client) -> None:
    event = makers.tournament()
    client = _page(client)
    client.force_login(makers.staff(event, "organizer"))
    assert client.get("/manage/trf/").status_code == 200
    client.force_login(makers.desk(event))
    assert client.get("/manage/trf/").status_code == 403
    assert client.post(reverse("competition:trf_take_over"), {}).status_code == 403


def test_the_page_costs_little(client: Client) -> None:
    event = makers.tournament()
    client.force_login(makers.organizer_of(event))
    assert_budget(client, "/manage/trf/", "competition:trf")


def test_no_page_says_that_a_seed_gave_what_another_program_drew(client: Client) -> None:
    category = taken()
    client = _page(client)
    event, stage = category.tournament, makers.stage(category)
    seed = str(stage.draws.get(round=5).seed)
    shown = client.get(reverse("draws:sorteo", args=[event.slug, category.slug, 1])).content.decode()
    assert "drawn by another program" in shown and seed not in shown and "repeat this draw" not in shown
    table = client.get(reverse("live:groups", args=[event.slug, category.slug])).content.decode()
    assert "Drawn by another program" in table and seed not in table and "changed by hand" not in table
    client.force_login(makers.organizer_of(event))
    own = client.get(reverse("competition:stage", args=[event.slug, category.slug, 1])).content.decode()
    assert "Taken over from a file" in own and "changed by hand" not in own
    league = taken(LEAGUE)
    address = reverse("live:groups", args=[league.tournament.slug, league.slug])
    assert "Drawn by another program" in client.get(address).content.decode()
