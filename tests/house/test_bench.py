"""The measurements still run: what they say is no test's business, that they can be taken is."""

import pytest

from cacho_tournaments.competition.models import Match
from cacho_tournaments.play.models import Game
from tests import makers
from tests.bench import turns


@pytest.mark.django_db
def test_a_turn_and_its_bare_statements_can_be_measured() -> None:
    of = makers.groups(4)
    match = Match.objects.filter(stage__category=of)[0]
    by = makers.organizer_of(of.tournament)
    spent = turns.Spent()
    turns.play(match, by, spent)
    assert len(spent.seconds) > 10
    assert turns.bare(Game.objects.get(match=match), by, selects=3.5, writes=2.5, rounds=20) > 0
    assert not match.games.get().turns.filter(sequence__gte=1000).exists()
