"""An event from its entries to its champion, by actions alone."""

import pytest

from cacho_tournaments.competition.actions import draws
from cacho_tournaments.competition.models import Match, Stage
from tests import makers

pytestmark = pytest.mark.django_db


def test_an_event_of_twelve_pairs_runs_to_its_champion():
    category = makers.groups(12)
    groups = makers.stage(category)
    assert groups.state == Stage.State.RELEASED
    assert groups.groups.count() == 3
    assert groups.matches.count() == 18
    makers.played_out(category)
    knockout = makers.drawn(category, order=2)
    assert makers.stage(category).state == Stage.State.CLOSED
    assert knockout.matches.count() == 6  # five to find a winner among six, and the third place
    makers.played_out(category, 2)
    draws.close(stage=knockout, by=makers.organizer_of(category.tournament))
    final = knockout.matches.get(code="F")
    assert final.best_of == 3
    assert final.results.get(is_current=True).lines.get(place=1).entrant.number == 1
    assert not knockout.matches.exclude(state=Match.State.FINISHED).exists()
