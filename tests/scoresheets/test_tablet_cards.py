"""Cards that let tablets in, read back from the PDF."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from cacho_tournaments.competition.models import Tournament
from cacho_tournaments.play.actions import devices, pairing
from cacho_tournaments.play.models import Device
from tests import makers
from tests.scoresheets.paper import LONG, got, pages, rightmost, told

pytestmark = [pytest.mark.django_db, pytest.mark.print]


def tablets(count: int, *, tables: int = 12, label: str = "", **event: object) -> list[Device]:
    made = makers.tournament(tables=tables, **event)  # type: ignore[arg-type]
    rows = list(made.tables.all())
    dealt = [(f"{label or 'Tablet'} {at}", rows[at - 1 : at]) for at in range(1, count + 1)]
    return devices.add_each(tournament=made, by=makers.organizer_of(made), dealt=dealt)


def printer_of(event: Tournament) -> Client:
    client = Client()
    client.force_login(makers.organizer_of(event))
    return client


def spoken(device: Device) -> str:
    return f"{device.pin[:3]} {device.pin[3:]}"


@pytest.mark.parametrize(
    ("paper", "size"), [("a4", (210, 297)), ("letter", (216, 279)), ("oficio", (216, 330))]
)
def test_eight_cards_stand_on_a_page_of_any_paper(paper: str, size: tuple[int, int]) -> None:
    made = tablets(9)
    event = made[0].tournament
    pdf = got(printer_of(event), "tablets", event.slug, paper=paper)
    assert pages(pdf) == [size, size]
    text = told(pdf)
    for device in made:
        assert device.label in text
        assert spoken(device) in text
    assert text.count("testserver/play/tablet/") == 9


def test_a_card_says_how_long_its_pin_holds_and_bears_none_that_has_lapsed() -> None:
    first, second = tablets(2)
    event = first.tournament
    Device.objects.filter(pk=first.pk).update(pin_made_at=timezone.now() - timedelta(days=15))
    text = told(got(printer_of(event), "tablets", event.slug))
    assert text.count("The PIN holds until") == 1
    assert spoken(second) in text and spoken(first) not in text


def test_only_tablets_that_wait_get_a_card_for_the_codes_of_the_others_are_spent() -> None:
    first, second, third = tablets(3)
    event = first.tournament
    pairing.pair(token=first.token)
    devices.revoke(device=second, by=makers.organizer_of(event))
    text = told(got(printer_of(event), "tablets", event.slug))
    assert third.label in text
    assert first.label not in text and second.label not in text
    pairing.pair(token=third.token)
    answer = printer_of(event).get(reverse("scoresheets:tablets", args=[event.slug]))
    assert answer["Location"] == reverse("play:devices", args=[event.slug])


def test_the_longest_names_stay_on_their_cards() -> None:
    made = tablets(8, label="Ñandúes-y-cóndores-sin-espacio-de-la-mesa-central", name=LONG)
    pdf = got(printer_of(made[0].tournament), "tablets", made[0].tournament.slug, paper="letter")
    assert pages(pdf) == [(216, 279)]
    assert rightmost(pdf) <= 204


@pytest.mark.parametrize("role", ["referee", "desk"])
def test_only_an_organizer_prints_pins(role: str) -> None:
    event = tablets(1)[0].tournament
    client = Client()
    client.force_login(makers.staff(event, role))
    assert client.get(reverse("scoresheets:tablets", args=[event.slug])).status_code == 403
    assert Client().get(reverse("scoresheets:tablets", args=[event.slug])).status_code == 302
