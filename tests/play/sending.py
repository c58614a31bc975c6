"""A tablet as its script speaks to the server: batches of items of every kind, posted, and what is answered.

Knows: the form of version 2. Does not know: what any test asserts.
"""

import json
from dataclasses import dataclass, field
from typing import Any

from django.test import Client

from cacho_tournaments.competition.models import Match
from cacho_tournaments.people.models import User
from cacho_tournaments.play.models import Device
from tests import numbering
from tests.play import scene

Item = dict[str, Any]


@dataclass
class Tablet:
    """A browser at a match, as a tablet that was let in or as a person; it remembers what the server has said."""

    match: Match
    client: Client
    name: str = ""
    device: Device | None = None
    known: dict[str, int] = field(default_factory=dict)
    mark: str = "none"

    def __post_init__(self) -> None:
        self.name = self.name or f"browser-{numbering.following():08}"

    def post(self, *items: Item, door: str = "sync", **more: Any) -> Any:
        """Send items; return the answer as it came."""
        body = {
            "version": 2,
            "match": self.match.token,
            "tablet": self.name,
            "waiting": len(items),
            "known": self.known,
            "mark": self.mark,
            "items": list(items),
            **more,
        }
        address = f"/play/m/{self.match.token}/{door}/"
        return self.client.post(address, json.dumps(body).encode(), content_type="application/json")

    def send(self, *items: Item, **more: Any) -> dict[str, Any]:
        """Send items; return the answer, and remember the book that came with it."""
        answer = self.post(*items, **more)
        assert answer.status_code == 200, answer.content
        said: dict[str, Any] = answer.json()
        if said["book"]:
            self.learn(said["book"])
        return said

    def beat(self, **more: Any) -> dict[str, Any]:
        """Give a sign of life."""
        return self.send(**more)

    def hold(self, take: bool) -> dict[str, Any]:
        """Ask to be the one that writes, or to watch."""
        return self.send(door="hold", take=take)

    def learn(self, book: dict[str, Any]) -> None:
        """Go on from a book."""
        self.known = {str(game["number"]): game["sequence"] for game in book["games"]}
        self.mark = book["mark"]


def paired(match: Match, **given: Any) -> Tablet:
    """Return a tablet that was let in at the match's table (or at the ``tables`` named)."""
    device = scene.tablet_of(match, **given)
    client = Client(headers={"accept-language": "en"})
    client.post(f"/play/d/{device.token}/", {"pin": device.pin, "claim": f"claim-{device.pk:012}"})
    return Tablet(match, client, device=device)


def person(match: Match, user: User | None = None) -> Tablet:
    """Return the browser of a referee, or of the one named."""
    client = Client(headers={"accept-language": "en"})
    client.force_login(user or scene.referee_of(match))
    return Tablet(match, client)


def stranger(match: Match) -> Tablet:
    """Return a browser in which nobody has logged in."""
    return Tablet(match, Client(headers={"accept-language": "en"}))


def turn(line: str, base: int, name: str = "", **more: Any) -> Item:
    return _item("turn", name, game_number=1, base_sequence=base, line=line, entry="quick", **more)


def cancel(of: str, base: int, name: str = "", **more: Any) -> Item:
    return _item(
        "cancel", name, **{"game_number": 1, "base_sequence": base, "cancels": of, "reason": "", **more}
    )


def card(side: int, kind: str = "yellow", name: str = "", **more: Any) -> Item:
    return _item("card", name, **{"side": side, "card": kind, "reason": "speech", **more})


def call(name: str = "", **more: Any) -> Item:
    return _item("call", name, **{"reason": "dice on the floor", **more})


def uncall(of: str, name: str = "") -> Item:
    return _item("uncall", name, call=of)


def confirm(side: int, base: int, name: str = "", **more: Any) -> Item:
    return _item(
        "confirm", name, **{"side": side, "how": "tap", "game_number": 1, "base_sequence": base, **more}
    )


def _item(kind: str, name: str, **fields: Any) -> Item:
    return {"kind": kind, "client_id": name or f"{kind}-{numbering.following():08}", **fields}


def verdicts(said: dict[str, Any]) -> list[str]:
    """Return what became of each item in short: the verdict, of a refused one its code."""
    return [each["code"] or each["verdict"] for each in said["outcomes"]]
