"""A tablet without a screen: it records ahead of the network, and sends as the page's outbox does.

Knows: the outbox's manners (order, batches, repeats with the same ids). Does not know: rules, faults.
"""

import http.client
import json
import secrets
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from random import Random
from typing import Any

from tests.soak.playing import Played, Seated

BATCH = 40
TIMES_OUT_S = 1.2  # sooner than some late answers come, so that they come twice
WAITS_S = (0.05, 0.1, 0.2, 0.4, 0.8)
OFFLINE_PER_THOUSAND = 60  # of turns after which the network is gone for a while
MOST_OFFLINE = 25  # turns
KEPT = ("stored", "repeated", "cancelled")


@dataclass(slots=True)
class Tally:
    """What the tablets of a run met together."""

    latencies_s: list[float] = field(default_factory=list)
    turns: int = 0
    resent: int = 0
    out_of_order: int = 0
    refused: list[dict[str, Any]] = field(default_factory=list)


class Tablet(threading.Thread):
    """One tablet that plays its matches one after the other. ``pause_s`` lies between two turns."""

    def __init__(
        self,
        *,
        port: int,
        session: str,
        matches: Sequence[Seated],
        seed: int,
        tally: Tally,
        pause_s: float = 0.0,
    ) -> None:
        super().__init__(daemon=True)
        self.played: list[Played] = []
        self.error = ""
        self.is_done = False
        self.hurry = threading.Event()  # no further match is begun, none is finished
        self._port, self._session, self._matches = port, session, matches
        self._rng = Random(seed)
        self._tally = tally
        self._pause_s = pause_s
        self._name = secrets.token_hex(16)
        self._csrf = secrets.token_hex(16)
        self._waiting: list[dict[str, Any]] = []
        self._tried: set[str] = set()
        self._failures = 0

    def run(self) -> None:
        try:
            for seated in self._matches:
                if self.hurry.is_set():
                    break
                self._play(seated)
            self.is_done = True
        except Exception as error:  # a thread's fault must reach the figures, whatever it is
            self.error = f"{type(error).__name__}: {error}"

    def _play(self, seated: Seated) -> None:
        played = Played(seated, Random(self._rng.random()))
        self.played.append(played)
        offline = 0
        if self._pause_s:
            self.hurry.wait(self._rng.uniform(0, self._pause_s))
        for item in played.items():
            self._waiting.append(item)
            self._tally.turns += item["kind"] == "turn"
            if offline:
                offline -= 1
            elif self._rng.randrange(1000) < OFFLINE_PER_THOUSAND and not self._pause_s:
                offline = self._rng.randrange(MOST_OFFLINE)
            else:
                self._send(played)
            if self._pause_s:
                self.hurry.wait(self._pause_s)
            if self.hurry.is_set():
                break
        while self._waiting:
            self._send(played)

    def _send(self, played: Played) -> None:
        """Send what waits once; after a failure wait a little."""
        batch = self._waiting[:BATCH]
        self._tally.resent += sum(item["client_id"] in self._tried for item in batch)
        self._tried.update(item["client_id"] for item in batch)
        began = time.monotonic()
        answer = self._post(played.seated.token, batch, played.known)
        if answer is None:
            time.sleep(WAITS_S[min(self._failures, len(WAITS_S) - 1)])
            self._failures += 1
            return
        self._failures = 0
        self._tally.latencies_s.append(time.monotonic() - began)
        outcomes = {outcome["client_id"]: outcome for outcome in answer["outcomes"]}
        self._waiting = [item for item in self._waiting if not self._is_settled(item, outcomes)]

    def _is_settled(self, item: dict[str, Any], outcomes: dict[str, dict[str, Any]]) -> bool:
        outcome = outcomes.get(item["client_id"])
        if outcome is None:
            return False
        if outcome["verdict"] in KEPT:
            return True
        if outcome["code"] == "sequence-ahead":  # what it builds on has not come yet: it is sent again
            self._tally.out_of_order += 1
            return False
        self._tally.refused.append({**outcome, "item": item})
        return True

    def _post(self, token: str, batch: list[dict[str, Any]], known: dict[str, int]) -> dict[str, Any] | None:
        body = json.dumps(
            {
                "version": 2,
                "match": token,
                "tablet": self._name,
                "build": "soak",
                "sent_at": datetime.now(UTC).isoformat(),
                "waiting": len(self._waiting),
                "known": known,
                "items": batch,
            }
        )
        headers = {
            "Content-Type": "application/json",
            "Accept": "application/json",
            "Cookie": f"sessionid={self._session}; csrftoken={self._csrf}",
            "X-CSRFToken": self._csrf,
        }
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=TIMES_OUT_S)
        if self._pause_s:
            connection.timeout = 60
        try:
            connection.request("POST", f"/play/m/{token}/sync/", body, headers)
            response = connection.getresponse()
            text = response.read()
        except (OSError, http.client.HTTPException):
            return None
        finally:
            connection.close()
        if response.status >= 500 or not response.headers.get("Content-Type", "").startswith(
            "application/json"
        ):
            if response.status not in (200, 500, 502, 503):
                raise RuntimeError(f"{response.status}: {text[:300]!r}")
            return None
        if response.status != 200:
            raise RuntimeError(f"{response.status}: {text[:300]!r}")
        answer: dict[str, Any] = json.loads(text)
        return answer
