"""What pages are told: tables with reasons, brackets, cards; and that size costs no further queries."""

from collections import defaultdict
from random import Random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from cacho_tournaments.competition.actions import entries, results, tournaments
from cacho_tournaments.competition.models import Category, Match, ResultLine
from cacho_tournaments.competition.queries import brackets, events, matches, stages
from tests import makers

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]


def _queries(ask) -> int:
    with CaptureQueriesContext(connection) as captured:
        ask()
    return len(captured)


def _by_chance(seed: int):
    rng = Random(seed)
    return lambda match: (rng.randint(120, 280), rng.randint(120, 280))


def _played(number: int, seed: int = 3) -> Category:
    category = makers.groups(number)
    makers.played_out(category, points=_by_chance(seed))
    return category


def test_a_table_agrees_with_a_second_sum_of_the_results():
    """STA-03: an independent recount from the lines themselves."""
    category = _played(13)
    counted: dict[int, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for match in Match.objects.filter(stage__category=category):
        lines = list(ResultLine.objects.filter(result__match=match).select_related("entrant"))
        for mine, theirs in (lines, lines[::-1]):
            own = counted[mine.entrant.number]
            own["played"] += 1
            own["for"] += mine.points
            own["against"] += theirs.points
            own["points"] += 2 if mine.points > theirs.points else 1 if mine.points == theirs.points else 0
            own["wins"] += mine.points > theirs.points
    rows = [row for table in stages.stage_tables(makers.stage(category)) for row in table.rows]
    assert len(rows) == 13
    for row in rows:
        for figure in ("played", "for", "against", "points", "wins"):
            assert row.values[figure] == counted[row.number][figure]
        assert row.values["difference"] == counted[row.number]["for"] - counted[row.number]["against"]


def test_each_line_says_what_parts_it_from_the_next():
    category = _played(8)
    for table in stages.stage_tables(makers.stage(category)):
        codes = {card.code for card in table.matches}
        for row, below in zip(table.rows, table.rows[1:], strict=False):
            assert row.reason is not None
            assert row.reason_over_name == below.name
            assert row.reason.criterion in table.criteria
            assert row.reason.mine != row.reason.theirs
            assert set(row.reason.matches) <= codes
        assert table.rows[-1].reason is None
        assert [row.place for row in table.rows] == [1, 2, 3, 4]
        assert [row.goes_on for row in table.rows] == [True, True, False, False]


def test_three_level_sides_are_parted_by_their_own_matches_and_named():
    """A beats B, B beats C, C beats A, all beat D: the differences among the whole group decide."""
    category = makers.groups(4, kind="single")
    scores = {(1, 2): (230, 200), (2, 3): (240, 200), (3, 1): (210, 200)}

    def points(match: Match) -> tuple[int, int]:
        one, other = (seat.entrant.number for seat in match.seats.all())
        if 4 in (one, other):
            return (100, 200) if one == 4 else (200, 100)
        return scores[one, other] if (one, other) in scores else scores[other, one][::-1]

    makers.played_out(category, points=points)
    (table,) = stages.stage_tables(makers.stage(category))
    # differences: 1: +30-10, 2: -30+40, 3: -40+10, and +100 against the fourth
    assert [(row.number, row.values["difference"]) for row in table.rows[:3]] == [(1, 120), (2, 110), (3, 70)]
    assert table.rows[0].reason.criterion == "difference"
    assert (table.rows[0].reason.mine, table.rows[0].reason.theirs) == (120, 110)


def test_sides_that_nothing_parts_share_the_place_and_the_next_counts_them():
    """STA-19 and rule 6.6: 1, 1, 3 where the last criterion is level too."""
    category = makers.category(kind="single")
    makers.entrants(category, 3)
    tournaments.edit_stage(
        stage=makers.stage(category),
        by=makers.organizer_of(category.tournament),
        settings={"criteria": ["points", "difference"]},
    )
    makers.drawn(category)

    def points(match: Match) -> tuple[int, ...]:
        numbers = [seat.entrant.number for seat in match.seats.all()]
        return (200, 200) if 3 not in numbers else tuple(100 if one == 3 else 150 for one in numbers)

    makers.played_out(category, points=points)
    (table,) = stages.stage_tables(makers.stage(category))
    assert [(row.place, row.number) for row in table.rows] == [(1, 1), (1, 2), (3, 3)]
    assert table.rows[0].reason is None
    assert table.rows[1].reason_over_name == table.rows[2].name


def test_a_lot_falls_the_same_each_time_it_is_asked():
    """STA-17: lots come out the same when repeated."""
    category = makers.groups(4, kind="single")
    makers.played_out(category, points=lambda match: (200, 200))
    asked = [[row.number for row in stages.stage_tables(makers.stage(category))[0].rows] for _ in range(3)]
    assert asked[0] == asked[1] == asked[2]
    assert stages.stage_tables(makers.stage(category))[0].rows[0].reason.criterion == "lot"


def test_a_match_that_is_not_over_counts_for_nobody():
    """STA-15: not played and lost are not the same."""
    category = makers.groups(4)
    (table,) = stages.stage_tables(makers.stage(category))
    assert not table.finished
    assert all(row.values["played"] == 0 for row in table.rows)
    assert {side.points for card in table.matches for side in card.sides} == {None}


def test_a_correction_moves_the_table():
    """STA-05: the totals follow."""
    category = makers.groups(3, kind="single")
    makers.played_out(category)
    before = stages.stage_tables(makers.stage(category))[0].rows[0].number
    for match in makers.stage(category).matches.all():
        makers.result(match, *(seat.entrant.number * 10 for seat in match.seats.all()))
    after = stages.stage_tables(makers.stage(category))[0].rows
    assert (before, [row.number for row in after]) == (1, [3, 2, 1])


def test_a_side_that_left_early_is_struck_from_the_table_until_it_is_closed():
    category = makers.groups(4, kind="single")
    first = makers.stage(category).matches.filter(round=1).first()
    makers.result(first, 200, 100)
    gone = first.seats.get(position=2).entrant
    by = makers.organizer_of(category.tournament)
    entries.set_state(entrant=gone, by=by, state="withdrawn", reason="ill")
    (table,) = stages.stage_tables(makers.stage(category))
    assert table.rows[-1].number == gone.number
    assert table.rows[-1].state == "withdrawn"
    assert all(row.values["played"] == 0 for row in table.rows)


def test_who_has_left_is_not_marked_as_going_on_and_the_next_is():
    """Rule 7.2: its results stay, but it cannot go on. Number 1 has beaten 4 and 2 when it leaves; its match with 3 is
    given to 3, who is then level with it and has beaten it."""
    category = makers.groups(4, kind="single")
    for match in makers.stage(category).matches.filter(round__lte=2):
        makers.result(match, *makers.better_number_wins(match))
    left = category.entrants.get(number=1)
    entries.set_state(
        entrant=left, by=makers.organizer_of(category.tournament), state="withdrawn", reason="ill"
    )
    (table,) = stages.stage_tables(makers.stage(category))
    assert [(row.place, row.number) for row in table.rows] == [(1, 3), (2, 1), (3, 2), (4, 4)]
    assert [row.number for row in table.rows if row.goes_on] == [3, 2]


def test_an_open_seat_says_whom_it_waits_for_and_a_free_one_that_nobody_comes():
    """PUB-07: two wordings."""
    category = makers.category(plan="knockout")
    makers.entrants(category, 4, seeds=4)
    makers.drawn(category)
    by = makers.organizer_of(category.tournament)
    results.walkover(match=makers.stage(category).matches.get(code="SF-1"), by=by, absent=[1, 2])
    bracket = brackets.bracket(makers.stage(category))
    final = bracket.rounds[-1].matches[0]
    assert [(side.waiting_for, side.is_vacant) for side in final.sides] == [
        ("", True),
        ("winner of SF-2", False),
    ]
    assert bracket.third_place.sides[1].waiting_for == "loser of SF-2"
    assert bracket.champion is None
    assert not bracket.finished


def test_rounds_have_their_names_and_lengths():
    category = makers.category(plan="knockout")
    makers.entrants(category, 16)
    makers.drawn(category)
    bracket = brackets.bracket(makers.stage(category))
    assert [(one.name, one.sides, one.best_of, len(one.matches)) for one in bracket.rounds] == [
        ("round of 16", 16, 1, 8),
        ("quarter-finals", 8, 1, 4),
        ("semi-finals", 4, 3, 2),
        ("final", 2, 3, 1),
    ]
    assert bracket.third_place.round_name == "match for third place"
    card = makers.groups(4)
    assert matches.category_matches(card.pk)[0].round_name == "round 1"


def test_byes_are_named():
    category = makers.category(plan="knockout")
    sides = makers.entrants(category, 3, seeds=3)
    makers.drawn(category)
    assert brackets.bracket(makers.stage(category)).byes == (sides[0].name,)


def test_a_draft_is_not_among_the_matches_that_are_seen():
    """PUB-05: not in the list, and not by an entrant's page."""
    category = makers.category()
    makers.entrants(category, 4)
    stage = makers.drawn(category, released=False)
    assert matches.category_matches(category.pk) == ()
    assert matches.category_matches(category.pk, number=1) == ()
    assert len(stages.match_cards(stage)) == 6


def test_an_entrant_s_matches_are_its_own_in_the_order_of_play():
    category = makers.groups(8)
    makers.played_out(category)
    makers.drawn(category, order=2)
    cards = matches.category_matches(category.pk, number=1)
    assert all(1 in [side.number for side in card.sides] for card in cards)
    assert [(card.stage, card.round) for card in cards] == [(1, 1), (1, 2), (1, 3), (2, 1)]


def test_who_stands_on_the_podium_of_an_event_that_is_over():
    category = makers.played_event(8)
    page = events.category_page(category)
    assert [(one.place, one.number) for one in page.podium][:2] == [(1, 1), (2, 2)]
    assert [one.place for one in page.podium] == [1, 2, 3, 4]


@pytest.mark.parametrize("ask", ["tables", "cards", "bracket", "draw", "categories"])
def test_a_larger_event_asks_no_more_queries(ask: str):
    counts = []
    for number in (8, 24):
        category = _played(number)
        makers.drawn(category, order=2)
        groups, knockout = makers.stage(category), makers.stage(category, 2)
        asked = {
            "tables": lambda groups=groups: stages.stage_tables(groups),
            "cards": lambda category=category: matches.category_matches(category.pk),
            "bracket": lambda knockout=knockout: brackets.bracket(knockout),
            "draw": lambda groups=groups: stages.draw_page(groups),
            "categories": lambda category=category: events.category_pages(category.tournament),
        }
        counts.append(_queries(asked[ask]))
    assert counts[0] == counts[1] <= 8
