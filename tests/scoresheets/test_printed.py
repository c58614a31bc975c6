"""That a sheet was printed is noted when somebody prints it who works there."""

import pytest
from django.test import Client
from django.urls import reverse

from cacho_tournaments.competition.models import Match
from cacho_tournaments.journal.models import Entry
from tests import makers

pytestmark = pytest.mark.django_db


def test_sheets_of_who_works_there_are_noted_and_those_of_a_spectator_are_not() -> None:
    category = makers.groups(4, kind="single")
    stage = makers.stage(category)
    match = stage.matches.order_by("pk").first()
    assert match is not None
    address = reverse("scoresheets:match", args=[match.token])
    Client().get(address)
    assert not Match.objects.filter(printed_at__isnull=False).exists()
    desk = Client()
    desk.force_login(makers.desk(category.tournament))
    desk.get(address)
    assert list(Match.objects.filter(printed_at__isnull=False)) == [match]
    assert Entry.objects.order_by("-pk")[0].facts["matches"] == [match.code]
    desk.get(reverse("scoresheets:round", args=[category.tournament.slug, category.slug, 1, 1]))
    assert Match.objects.filter(printed_at__isnull=False).count() == stage.matches.filter(round=1).count()
