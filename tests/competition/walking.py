"""How tests of the organizer's pages use them: log in, press, read.

Knows: the addresses of pages, what is typed of an event, a category, an entrant. Does not know: what any test asserts.
"""

import re
from http import HTTPStatus
from typing import Any

from django.test import Client
from django.urls import reverse

FACTS = {
    "name": "Copa Valle Alto",
    "city": "Quillacollo",
    "venue": "Coliseo",
    "starts_on": "2026-12-12",
    "ends_on": "2026-12-13",
    "paper": "a4",
    "currency": "BOB",
    "time_zone": "America/La_Paz",
}
PAIRS = {
    "name": "Parejas",
    "kind": "pair",
    "fee": "60",
    "walkover_minutes": "15",
    "confirmation": "tap",
    "game": "cacho-alalay",
    "preset": "",
    "plan": "cochabamba",
}


def logged_in(user: Any) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(user)
    return client


def said(answer: Any) -> str:
    """Return the page as a reader sees it: without tags, blanks as one."""
    text = re.sub(r"<(script|style).*?</\1>|<[^>]+>", " ", answer.content.decode(), flags=re.S)
    return " ".join(text.split())


def press(client: Client, page: str, /, *address: Any, **typed: Any) -> Any:
    """Post a form and follow to the page that answers."""
    return client.post(reverse(f"competition:{page}", args=address), typed, follow=True)


def see(client: Client, page: str, /, *address: Any, **asked: Any) -> str:
    answer = client.get(reverse(f"competition:{page}", args=address), asked)
    assert answer.status_code == HTTPStatus.OK
    return said(answer)


def enter(client: Client, event: str, category: str, first: str, second: str, club: str) -> Any:
    names = {"player_1": first, "player_2": second, "club": club, "state": "accepted"}
    return press(client, "entrant_new", event, category, **names)
