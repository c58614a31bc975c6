"""A file of another program on its page: what it holds, our draw beside its own, every fault by itself."""

from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from cacho_tournaments.competition.models import Category, Tournament
from tests import makers
from tests.live import reading

pytestmark = pytest.mark.django_db

GOLDEN = Path(__file__).parent.parent / "formats" / "golden" / "trf"


@pytest.fixture
def organizer(client: Client) -> Client:
    client.force_login(makers.organizer())
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def _sent(client: Client, content: bytes) -> str:
    answer = client.post("/manage/trf/", {"file": SimpleUploadedFile("event.trf", content)})
    assert answer.status_code == 200
    return reading.text(answer.content.decode())


def test_a_file_is_shown_and_nothing_of_it_is_stored(organizer: Client) -> None:
    """PAI-11, PAI-23: 17 entrants, some of whom left; the table by our rules, each round beside our draw of it."""
    said = _sent(organizer, (GOLDEN / "trf-withdrawals.trf").read_bytes())
    assert "Swiss rounds · 17 entrants · 5 of 5 rounds drawn" in said
    assert "Round 5:" in said and "pairs are the same" in said
    assert not Tournament.objects.exists() and not Category.objects.exists()


def test_half_points_are_written_as_the_language_writes_them(organizer: Client) -> None:
    organizer.defaults["HTTP_ACCEPT_LANGUAGE"] = "es"
    said = _sent(organizer, (GOLDEN / "trf-withdrawals.trf").read_bytes())
    assert " 12,5 " in said and "12.5" not in said


def test_every_fault_of_a_file_is_named_with_its_line(organizer: Client) -> None:
    """PAI-17: nothing is taken in, and all is said at once."""
    said = _sent(organizer, (GOLDEN / "trf-invalid.trf").read_bytes())
    assert "nothing of it was taken in" in said
    assert said.count("Line ") > 3
    assert "Line 14:" in said and "9.5" in said


def test_our_draw_of_a_round_has_everybody_who_was_there_then(organizer: Client) -> None:
    """Who left later is drawn in the rounds before: as many pairs as the file has."""
    answer = organizer.post(
        "/manage/trf/", {"file": SimpleUploadedFile("e.trf", (GOLDEN / "trf-withdrawals.trf").read_bytes())}
    )
    found = answer.context["page"].rounds
    assert [len(each.theirs) for each in found] == [len(each.ours) for each in found] == [8, 8, 7, 8, 7]


@pytest.mark.parametrize("content", [b"hello", b"\xff\xfe\x00\x01", b"001\n" * 3])
def test_what_is_no_such_file_is_refused_in_words(organizer: Client, content: bytes) -> None:
    assert "nothing of it was taken in" in _sent(organizer, content)


def test_a_file_too_large_is_not_read(organizer: Client) -> None:
    assert "larger than 1024 KB" in _sent(organizer, b"0" * (1024 * 1024 + 1))


def test_the_page_is_for_those_who_may_call_an_event(client: Client) -> None:
    assert client.get("/manage/trf/").status_code == 302
    client.force_login(makers.user())
    assert client.get("/manage/trf/").status_code == 403
