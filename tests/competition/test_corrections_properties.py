"""Corrections of events that fell by lot: what is shown is what happens, and undoing leaves no trace."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django.db.models import QuerySet

from cacho_tournaments.competition.actions import corrections, ledger, results
from cacho_tournaments.competition.actions.results import SideResult
from cacho_tournaments.competition.actions.rulings import Rulings
from cacho_tournaments.competition.errors import Impossible
from cacho_tournaments.competition.models import Category, Match, Result, Seat, Stage
from cacho_tournaments.competition.queries import matches as cards
from cacho_tournaments.competition.queries.corrections import changes, picture
from tests import makers
from tests.competition.test_corrections import by, stands

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]


def _lines(match: Match, rng: Random) -> list[SideResult]:
    order = rng.sample(range(match.seats.count()), k=match.seats.count())
    return [
        SideResult(position=at, place=place + 1, games_won=int(place == 0), points=200 - 10 * place)
        for at, place in enumerate(order, start=1)
    ]


def _play(category: Category, rng: Random, share: float) -> None:
    """Play about that share of what can be played, stage by stage and round by round."""
    for order in range(1, category.stages.count() + 1):
        for _round in range(3):
            _play_open(category, order, rng, share)
            stage = makers.stage(category, order)
            if stage.matches.exclude(state="finished").exists():
                return
            if stage.format not in Stage.BY_ROUND or _round == 2:
                break
            makers.drawn(category, order=order, seed=rng.randrange(100))
        if stage.format in Stage.BY_ROUND or order == category.stages.count():
            return  # the later rounds are left out, so nobody goes on
        makers.drawn(category, order=order + 1, seed=rng.randrange(100))


def _play_open(category: Category, order: int, rng: Random, share: float) -> None:
    """Play the open matches of a stage until none is open, or chance says that it is enough."""
    who = by(category)
    while True:
        open_ = makers.stage(category, order).matches.filter(state="ready").order_by("round", "pk")
        match = open_.first()
        if match is None or rng.random() > 1 - (1 - share) / 8:
            return
        results.record(match=match, by=who, kind="played", lines=_lines(match, rng))


def _own_results(category: Category) -> QuerySet[Result]:
    said = Result.objects.filter(is_current=True, match__stage__category=category, match__is_standing=True)
    return said.exclude(ending__in=("free-place", "voided", "opponent-out")).order_by("pk")


def _act(category: Category, rng: Random) -> Callable[[Rulings], Any]:
    """Return an act by lot on a match that has a result of its own."""
    match = rng.choice(list(_own_results(category))).match
    who, lines, sides = by(category), _lines(match, rng), match.seats.count()
    positions = sorted(rng.sample(range(1, sides + 1), k=rng.choice([sides - 1, sides])))
    return rng.choice(
        [
            lambda rulings: results.record(match=match, by=who, kind="played", lines=lines, rulings=rulings),
            lambda rulings: results.revoke(match=match, by=who, reason="x", rulings=rulings),
            lambda rulings: results.disqualify(
                match=match, by=who, positions=positions, reason="x", rulings=rulings
            ),
            lambda rulings: results.walkover(
                match=match, by=who, absent=positions, reason="x", rulings=rulings
            ),
        ]
    )


def _decided(category: Category, do: Callable[[Rulings], Any], rng: Random) -> dict[str, str]:
    """Decide by lot about everything that is asked, and about what those decisions bring up."""
    given: dict[str, str] = {}
    while True:
        found = corrections.preview(category=category, do=do, decisions=given, on_behalf=by(category))
        fresh = [one.about for one in found.questions if one.about not in given]
        if not fresh:
            return given
        given |= {about: rng.choice(["keep", "replay", "void"]) for about in fresh}


def _seats_agree(category: Category) -> None:
    """Every seat that waits for a match holds whoever its result sends there, unless somebody decided otherwise."""
    waiting = Seat.objects.filter(stage__category=category, source__isnull=False, is_pinned=False)
    for seat in waiting.select_related("source", "match"):
        assert seat.source is not None
        assert seat.source.is_standing
        assert seat.match.is_standing
        result = seat.source.results.filter(is_current=True).first()
        if result is None:
            assert seat.entrant_id is None, seat.match.code
            continue
        here = {line.entrant_id for line in result.lines.all()}
        assert seat.entrant_id is None or seat.entrant_id in here, seat.match.code


@pytest.mark.parametrize(
    "plan", ["knockout", "cochabamba", "double-elimination", "swiss", "league", "tables"]
)
@pytest.mark.parametrize("seed", range(2))
def test_what_is_shown_is_what_happens_and_undoing_leaves_no_trace(plan: str, seed: int) -> None:
    rng = Random(f"{plan} {seed}")
    category = makers.category(plan=plan, kind="single")
    makers.entrants(category, 8, seeds=8)
    makers.drawn(category)
    _play(category, rng, 0.8)
    for _again in range(3):
        if not _own_results(category).exists():
            break
        do = _act(category, rng)
        rows, before = ledger.read(category), picture(category)
        given = _decided(category, do, rng)
        expected = corrections.preview(category=category, do=do, decisions=given, on_behalf=by(category))
        assert ledger.read(category) == rows
        made = corrections.apply(
            category=category,
            by=by(category),
            verb="competition.result.corrected",
            reason="by lot",
            do=do,
            decisions=given,
            seal=expected.seal,
        )
        asked = {one.about: one.decision for one in expected.questions}
        assert changes(before, picture(category), asked) == expected
        _seats_agree(category)
        cards.match_cards(Match.objects.filter(stage__category=category))
        if rng.random() < 0.7:
            back = corrections.preview_undo(correction=made)
            corrections.undo(correction=made, by=by(category), reason="by lot", seal=back.seal)
            assert stands(ledger.read(category), rows) == rows
            after = picture(category)
            assert (after.places, after.going, after.live) == (before.places, before.going, before.live)
            _seats_agree(category)


@pytest.fixture
def double() -> Category:
    category = makers.category(plan="double-elimination", kind="single")
    makers.entrants(category, 4, seeds=4)
    makers.drawn(category)
    makers.played_out(category)
    return category


def _says(category: Category, code: str, winner: int) -> Callable[[Rulings], Any]:
    match = makers.stage(category).matches.get(code=code)
    seats = [(seat.position, seat.entrant.number) for seat in match.seats.all() if seat.entrant]
    lines = [SideResult(at, 1 if side == winner else 2, int(side == winner), 100) for at, side in seats]
    who = by(category)
    return lambda rulings: results.record(match=match, by=who, kind="played", lines=lines, rulings=rulings)


def _made(category: Category, do: Callable[[Rulings], Any], **given: str) -> Any:
    return corrections.apply(
        category=category,
        by=by(category),
        verb="competition.result.corrected",
        reason="misread",
        do=do,
        decisions=given,
    )


def test_the_second_final_comes_and_goes_with_the_first(double: Category):
    """Double elimination: whoever was unbeaten and loses the first final plays the same side once more."""
    stage = makers.stage(double)

    def finals() -> list[str]:
        return list(stage.matches.filter(bracket="final").order_by("pk").values_list("code", flat=True))

    assert finals() == ["F"]
    beaten = next(
        seat.entrant.number for seat in stage.matches.get(code="F").seats.all() if seat.position == 2
    )
    unbeaten = next(
        seat.entrant.number for seat in stage.matches.get(code="F").seats.all() if seat.position == 1
    )
    rows = ledger.read(double)
    first = _made(double, _says(double, "F", beaten))
    assert finals() == ["F", "F2"]
    assert stage.matches.get(code="F2").state == Match.State.READY
    corrections.undo(correction=first, by=by(double), reason="no")
    assert finals() == ["F"]
    assert stands(ledger.read(double), rows) == rows
    _made(double, _says(double, "F", beaten))
    second = stage.matches.get(code="F2")
    makers.result(second, 200, 100)
    back = _says(double, "F", unbeaten)
    with pytest.raises(Impossible) as refused:
        _made(double, back)
    assert refused.value.facts["about"] == ["F2"]
    _made(double, back, F2="void")
    assert finals() == ["F"]
    assert Match.ever.get(pk=second.pk).results.count() == 1
