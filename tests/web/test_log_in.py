"""Logging in: guesses are slowed down for one name at one address, and nobody else in the hall is locked out."""

import pytest
from django.conf import LazySettings
from django.test import Client
from django.urls import reverse

from tests import makers

pytestmark = pytest.mark.django_db
LOG_IN = reverse("web:login")


@pytest.fixture(autouse=True)
def _throttled(settings: LazySettings) -> None:
    settings.AXES_ENABLED = True


def tried(name: str, password: str, client: Client | None = None, **where: str) -> int:
    client = client or Client(headers={"accept-language": "en"})
    return client.post(LOG_IN, {"username": name, "password": password}, **where).status_code


def test_after_ten_wrong_passwords_the_name_rests_and_the_hall_goes_on() -> None:
    makers.user("ana")
    makers.user("luis")
    assert {tried("ana", "guess") for _try in range(9)} == {200}
    assert tried("ana", "guess") == 429
    assert tried("ana", "secret") == 429, "even the right one has to wait"
    assert tried("luis", "secret") == 302, "the same address, another name"
    assert tried("ana", "secret", REMOTE_ADDR="10.0.0.9") == 302, "ana herself, at another address"


def test_a_log_in_changes_the_key_of_the_session_and_leads_nowhere_else() -> None:
    makers.user("ana")
    client = Client()
    session = client.session
    session["seen"] = True
    session.save()
    before = session.session_key
    answer = client.post(f"{LOG_IN}?next=https://example.org/", {"username": "ana", "password": "secret"})
    assert client.session.session_key != before
    assert answer["Location"] == reverse("competition:start")


def test_a_form_of_an_old_page_is_refused_in_words_that_help() -> None:
    client = Client(enforce_csrf_checks=True, headers={"accept-language": "en"})
    answer = client.post(LOG_IN, {"username": "ana", "password": "secret"})
    assert answer.status_code == 403
    assert "Go back, load the page again" in answer.content.decode()


def test_an_address_that_only_a_button_opens_says_so() -> None:
    answer = Client(headers={"accept-language": "en"}).get(reverse("web:logout"))
    assert (answer.status_code, answer["Allow"]) == (405, "POST, OPTIONS")
    assert "Only a button of another page leads here." in answer.content.decode()


def test_the_page_carries_the_token_of_its_form_once() -> None:
    said = Client().get(LOG_IN).content.decode()
    form = said[said.index('<form method="post" class="card-paper"') :]
    assert form.count("csrfmiddlewaretoken") == 1
