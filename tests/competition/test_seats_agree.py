"""Who sits where after any results, corrections and takings back: the rows agree with the pure bracket."""

from random import Random

import pytest

from cacho_tournaments.competition import bridge
from cacho_tournaments.competition.actions import results
from cacho_tournaments.competition.errors import Impossible
from cacho_tournaments.competition.models import Category, Match
from cacho_tournaments.competition.rows import played
from cacho_tournaments.formats import knockout
from tests import makers

pytestmark = pytest.mark.django_db


def _act(match: Match, rng: Random) -> None:
    """Do to the match what an organizer might."""
    by = makers.organizer_of(match.stage.category.tournament)
    chance = rng.random()
    if chance < 0.5:
        makers.result(match, *rng.sample((100, 200), 2), by=by)
    elif chance < 0.6:
        results.walkover(match=match, by=by, absent=[rng.choice((1, 2))])
    elif chance < 0.7:
        results.walkover(match=match, by=by, absent=[1, 2])
    elif chance < 0.8:
        results.disqualify(match=match, by=by, positions=[rng.choice((1, 2))], reason="loaded dice")
    else:
        results.revoke(match=match, by=by, reason="typed wrong")


def _assert_agree(category: Category) -> None:
    rows = played(makers.stage(category).matches.all())
    tree = bridge.tree(rows)
    ended = {row.node: found for row in rows if (found := bridge.result(row)) is not None}
    seats = knockout.advance(tree, ended)
    vacant = knockout.vacancies(tree, ended)
    for row in rows:
        sitting = tuple(str(side.number) if side.number else None for side in row.sides)
        assert sitting == seats[row.node], row.code
        # The pure bracket knows beforehand that nobody will come; a row is empty for good when its source has ended.
        assert {(row.node, at) for at, side in enumerate(row.sides) if side.vacant} <= vacant, row.code


@pytest.mark.parametrize(
    ("plan", "seed"),
    [
        ("knockout", 0),
        ("knockout", 1),
        ("knockout", 2),
        ("relampago", 0),
        ("relampago", 3),
        ("double-elimination", 0),
        ("double-elimination", 1),
    ],
)
def test_seats_follow_whatever_is_said_and_taken_back(plan: str, seed: int) -> None:
    """Rules 4.7 and 4.8: a correction moves what it concerns, and leaves nothing behind. Rule 12.2: into the
    consolation comes who lost the first match; 12.6: a second final comes and goes with the result of the first."""
    rng = Random(seed)
    category = makers.category(kind="single", plan=plan)
    makers.entrants(category, rng.choice((5, 6, 8)))
    makers.drawn(category)
    done = 0
    for _ in range(50):
        found = makers.stage(category).matches.exclude(state=Match.State.WAITING)
        match = rng.choice(list(found.select_related("stage__category__tournament")))
        try:
            _act(match, rng)
        except Impossible:
            continue
        done += 1
        _assert_agree(category)
    assert done > 10
