"""Is the site well: an address for those who watch over it."""

from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test import Client

from cacho_tournaments import __version__

pytestmark = pytest.mark.django_db


def test_a_well_site_says_so_with_its_version(client: Client) -> None:
    answer = client.get("/api/health/")
    assert (answer.status_code, answer.json()) == (200, {"status": "ok", "version": __version__})
    assert "no-store" in answer["Cache-Control"]
    assert client.post("/api/health/").status_code == 405


def test_a_site_whose_database_does_not_answer_says_so(client: Client) -> None:
    def lost(*asked: Any) -> Any:
        raise OperationalError("the database is gone")

    with connection.execute_wrapper(lost):
        answer = client.get("/api/health/")
    assert answer.status_code == 503
    assert answer.json()["status"] == "no database" and "gone" not in answer.content.decode()
