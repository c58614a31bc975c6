"""The pages that correct a turn or type a result anew."""

from http import HTTPStatus

import pytest
from django.test import Client
from django.urls import reverse

from cacho_tournaments.competition.actions import superseding
from cacho_tournaments.competition.models import Correction, Match
from tests import makers
from tests.competition.test_pages_corrections import carried
from tests.competition.walking import logged_in, said
from tests.play.test_corrected_turns import corrected, lines, organizer, played, points, sequence_of, turning

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    return played()


@pytest.fixture
def client(match: Match) -> Client:
    return logged_in(organizer(match))


def page(name: str, match: Match, *more: object) -> str:
    return reverse(f"play:{name}", args=[match.token, *more])


def test_a_turn_is_found_in_the_log_corrected_and_undone_by_pages(client: Client, match: Match):
    """STA-05 by hand: choose the turn, see what changes, confirm, undo."""
    before = lines(match)
    sequence = sequence_of(match, "1 =6 18")
    address = page("turn", match, 1, sequence)
    listed = client.get(page("turns", match)).content.decode()
    assert address in listed
    assert 'value="1 =6 18"' in client.get(address).content.decode()
    shown = client.post(address, {"line": "1 =6 12", "reason": "misheard"})
    text = said(shown)
    assert "Totals of the game" in text
    assert "203 197" in text
    assert points(match) == [203, 137]
    made = client.post(address, {**carried(shown), "confirmed": "1"}, follow=True)
    assert "Turn corrected" in said(made)
    assert points(match) == [197, 137]
    undo = page("correction_undo", match, Correction.objects.get().pk)
    assert undo in made.content.decode()
    assert "Undo the correction?" in said(client.get(undo))
    answer = client.post(undo, {"reason": "heard right", "confirmed": "1"}, follow=True)
    assert "It was undone" in said(answer)
    assert lines(match) == before
    assert points(match) == [203, 137]


def test_the_undoing_of_a_turn_of_a_match_that_was_replaced_says_why_not(client: Client, match: Match):
    facts = {"match": match.code, "token": match.token}
    made = corrected(match, turning(match, "1 =6 18", "1 =6 12"), facts=facts)
    superseding.fresh(Match.objects.get(pk=match.pk))
    answer = client.get(page("correction_undo", match, made.pk))
    assert f"Match {match.code} is not as this correction left it" in said(answer)


def test_a_line_that_the_rules_refuse_comes_back_with_the_rule(client: Client, match: Match):
    address = page("turn", match, 1, sequence_of(match, "1 =6 18"))
    answer = client.post(address, {"line": "1 =6 17", "reason": "misheard"})
    assert answer.status_code == HTTPStatus.OK
    assert "This is what changes" not in said(answer)
    assert 'value="1 =6 17"' in answer.content.decode()
    address = page("turn", match, 1, sequence_of(match, "1 =1 3"))
    assert "could not have been played" in said(
        client.post(address, {"line": "1 =6 12", "reason": "misheard"})
    )
    assert client.get(page("turn", match, 1, 999)).status_code == HTTPStatus.NOT_FOUND


def test_a_result_typed_against_the_turns_is_refused_or_decided(client: Client, match: Match):
    typed = {"place-1": "2", "points-1": "100", "place-2": "1", "points-2": "137", "reason": "loaded dice"}
    address = page("result", match)
    assert "The turns of this match say otherwise: 203 : 137" in said(client.post(address, typed))
    shown = client.post(address, {**typed, "by_decision": "on"})
    assert "This is what changes" in said(shown)
    client.post(address, {**carried(shown), "confirmed": "1"})
    result = match.results.get(is_current=True)
    assert (result.ending, result.reason) == ("decision", "loaded dice")
    desk = logged_in(makers.desk(match.stage.category.tournament))
    assert "by decision of the chief referee" not in said(desk.get(address))
    assert "decided by the chief referee" in said(desk.get(reverse("competition:match", args=[match.token])))


def test_a_result_is_typed_anew_where_nothing_was_written_turn_by_turn(client: Client, match: Match):
    other = makers.stage(match.stage.category).matches.filter(state="ready").first()
    assert other is not None
    makers.result(other, 120, 80)
    assert "Nothing was written turn by turn" in said(client.get(page("turns", other)))
    form = client.get(page("result", other)).content.decode()
    assert 'value="120"' in form
    typed = {"place-1": "1", "points-1": "150", "place-2": "2", "points-2": "80", "reason": "read as 120"}
    shown = client.post(page("result", other), typed)
    assert "place 1, 120 points" in said(shown)
    assert "place 1, 150 points" in said(shown)
    client.post(page("result", other), {**carried(shown), "confirmed": "1"})
    assert points(other) == [150, 80]


@pytest.mark.parametrize("name", ["result", "turns"])
def test_whoever_may_not_correct_does_not_reach_the_pages(match: Match, name: str):
    referee = logged_in(makers.referee(match.stage.category.tournament))
    assert referee.get(page(name, match)).status_code == HTTPStatus.FORBIDDEN
    assert logged_in(makers.organizer()).get(page(name, match)).status_code == HTTPStatus.NOT_FOUND
    assert Client().get(page(name, match)).status_code == HTTPStatus.FOUND
