"""Corrections in a knock-out: tried, decided, made, undone exactly."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied

from cacho_tournaments.competition.actions import corrections, ledger, results
from cacho_tournaments.competition.actions.results import SideResult
from cacho_tournaments.competition.actions.rulings import Rulings
from cacho_tournaments.competition.errors import Impossible
from cacho_tournaments.competition.models import Category, Correction, Match, Seat, Stage
from cacho_tournaments.competition.queries import brackets
from cacho_tournaments.competition.queries.corrections import Changes, changes, picture
from cacho_tournaments.journal.models import Entry
from cacho_tournaments.people.models import User
from tests import makers

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]


@pytest.fixture
def eight() -> Category:
    """A released knock-out of eight, drawn by seeds: 1-8, 4-5, 2-7, 3-6."""
    category = makers.category(plan="knockout")
    makers.entrants(category, 8, seeds=8)
    makers.drawn(category)
    return category


def by(category: Category) -> User:
    return makers.organizer_of(category.tournament)


def match(category: Category, code: str, order: int = 1) -> Match:
    return makers.stage(category, order).matches.select_related("stage__category__tournament").get(code=code)


def seats(category: Category, code: str, order: int = 1) -> list[int | None]:
    rows = match(category, code, order).seats.select_related("entrant")
    return [seat.entrant.number if seat.entrant else None for seat in rows]


def lines_for(category: Category, code: str, winner: int) -> list[SideResult]:
    return [
        SideResult(at, 1, 1, 200) if side == winner else SideResult(at, 2, 0, 100)
        for at, side in enumerate(seats(category, code), start=1)
    ]


def wins(category: Category, code: str, winner: int) -> None:
    lines = lines_for(category, code, winner)
    results.record(match=match(category, code), by=by(category), kind="played", lines=lines)


def winning(category: Category, code: str, winner: int) -> Callable[[Rulings], Any]:
    """Return the act that says that another side won."""
    lines, who = lines_for(category, code, winner), by(category)
    return lambda rulings: results.record(
        match=match(category, code), by=who, kind="played", lines=lines, rulings=rulings
    )


def tried(
    category: Category, do: Callable[[Rulings], Any], decisions: Mapping[str, str] | None = None
) -> Changes:
    return corrections.preview(category=category, do=do, decisions=decisions, on_behalf=by(category))


def corrected(
    category: Category, do: Callable[[Rulings], Any], decisions: Mapping[str, str] | None = None, **more: Any
) -> Correction:
    return corrections.apply(
        category=category,
        by=more.pop("who", None) or by(category),
        verb="competition.result.corrected",
        reason="misread",
        do=do,
        decisions=decisions,
        **more,
    )


def quarters(category: Category) -> None:
    for code in ("CF-1", "CF-2", "CF-3", "CF-4"):
        wins(category, code, min(filter(None, seats(category, code))))


def stands(rows: ledger.Rows, among: ledger.Rows) -> ledger.Rows:
    """Return the rows that were there before; what came since stands no more, and is looked at by itself."""
    return {key: row for key, row in rows.items() if key in among}


def test_a_preview_changes_nothing_and_says_what_would_follow(eight: Category):
    quarters(eight)
    rows, entries = ledger.read(eight), Entry.objects.count()
    found = tried(eight, winning(eight, "CF-1", 8))
    assert ledger.read(eight) == rows
    assert Entry.objects.count() == entries
    names = picture(eight).names
    assert [(seat.match, seat.before, seat.after) for seat in found.seats] == [("SF-1", names[1], names[8])]
    totals = {(one.match, one.side): (one.before.place, one.after.place) for one in found.totals}
    assert totals == {("CF-1", names[1]): (1, 2), ("CF-1", names[8]): (2, 1)}
    assert found.questions == ()


def test_a_correction_before_the_next_match_moves_the_right_one_on_and_is_undone_exactly(eight: Category):
    quarters(eight)
    rows = ledger.read(eight)
    do = winning(eight, "CF-1", 8)
    expected = tried(eight, do)
    before = picture(eight)
    made = corrected(eight, do, seal=expected.seal)
    assert changes(before, picture(eight), {}) == expected
    assert seats(eight, "SF-1") == [8, 4]
    corrections.undo(correction=made, by=by(eight), reason="it was right")
    assert stands(ledger.read(eight), rows) == rows
    assert seats(eight, "SF-1") == [1, 4]
    assert match(eight, "CF-1").results.filter(is_current=True).count() == 1


def test_a_later_match_that_has_begun_asks_for_a_decision_and_nothing_changes_alone(eight: Category):
    """bracket-edit-sequence.json, step 4."""
    quarters(eight)
    wins(eight, "SF-2", 2)
    code = next(code for code in ("CF-3", "CF-4") if 2 in seats(eight, code))
    loser = next(side for side in seats(eight, code) if side != 2)
    rows = ledger.read(eight)
    with pytest.raises(Impossible) as refused:
        corrected(eight, winning(eight, code, loser))
    assert (refused.value.code, refused.value.facts["about"]) == ("decision-needed", ["SF-2"])
    assert ledger.read(eight) == rows
    asked = tried(eight, winning(eight, code, loser)).questions
    assert [(one.about, one.kind, one.decision) for one in asked] == [("SF-2", "match", "keep")]


def _semi_played(category: Category) -> tuple[str, int]:
    """Play the quarters and SF-2 (2 wins); return the quarter that 2 came from and whom it beat there."""
    quarters(category)
    wins(category, "SF-2", 2)
    code = next(code for code in ("CF-3", "CF-4") if 2 in seats(category, code))
    return code, next(side for side in seats(category, code) if side != 2)


def test_kept_the_later_match_keeps_its_side_until_the_right_one_is_said_again(eight: Category):
    code, loser = _semi_played(eight)
    before = seats(eight, "SF-2")
    made = corrected(eight, winning(eight, code, loser), {"SF-2": "keep"})
    assert seats(eight, "SF-2") == before
    assert Seat.objects.get(match=match(eight, "SF-2"), entrant__number=2).is_pinned
    assert [(one["about"], one["decision"]) for one in made.facts["told"]["questions"]] == [("SF-2", "keep")]
    wins(eight, code, 2)
    assert not Seat.objects.filter(is_pinned=True).exists()


def test_replayed_a_fresh_match_stands_in_its_place_and_the_old_one_is_kept(eight: Category):
    code, loser = _semi_played(eight)
    rows, old = ledger.read(eight), match(eight, "SF-2")
    made = corrected(eight, winning(eight, code, loser), {"SF-2": "replay"})
    again = match(eight, "SF-2")
    assert again.pk != old.pk
    assert again.token != old.token
    assert (again.state, again.code, again.table_id) == (Match.State.READY, old.code, old.table_id)
    assert loser in seats(eight, "SF-2")
    assert seats(eight, "F") == [None, None]
    assert Match.ever.get(pk=old.pk).results.count() == 1
    wins(eight, "SF-2", loser)
    assert loser in seats(eight, "F")
    with pytest.raises(Impossible) as refused:
        corrections.undo(correction=made, by=by(eight), reason="no")
    assert refused.value.code == "match-changed-since"
    results.revoke(match=match(eight, "SF-2"), by=by(eight))
    corrections.undo(correction=made, by=by(eight), reason="no")
    assert stands(ledger.read(eight), rows) == rows
    assert match(eight, "SF-2").pk == old.pk
    assert 2 in seats(eight, "F")


def test_void_the_later_match_counts_for_nothing_and_nobody_comes_from_it(eight: Category):
    """PAI-15: no winner is invented; who waits for it has a free place."""
    code, loser = _semi_played(eight)
    wins(eight, "SF-1", 1)
    rows = ledger.read(eight)
    made = corrected(eight, winning(eight, code, loser), {"SF-2": "void"})
    assert match(eight, "SF-2").results.get(is_current=True).ending == "voided"
    assert match(eight, "F").results.get(is_current=True).ending == "free-place"
    champion = brackets.bracket(makers.stage(eight)).champion
    assert champion is not None
    assert champion.number == 1
    corrections.undo(correction=made, by=by(eight), reason="no")
    assert stands(ledger.read(eight), rows) == rows


def test_what_a_decision_brings_about_asks_in_its_turn(eight: Category):
    code, loser = _semi_played(eight)
    wins(eight, "SF-1", 1)
    wins(eight, "F", 1)
    do = winning(eight, code, loser)
    asked = tried(eight, do, {"SF-2": "replay"}).questions
    assert [one.about for one in asked] == ["SF-2", "F", "3P"][: len(asked)]
    assert "F" in [one.about for one in asked]
    with pytest.raises(Impossible) as refused:
        corrected(eight, do, {"SF-2": "replay"})
    assert refused.value.code == "decision-needed"
    corrected(eight, do, {"SF-2": "replay", "F": "replay"})
    assert seats(eight, "F") == [1, None]
    assert match(eight, "F").state == Match.State.WAITING


def test_the_sequence_of_edits_of_a_bracket(eight: Category):
    """bracket-edit-sequence.json (PAI-13, PAI-15), each step as it stands there."""
    wins(eight, "CF-1", 1)
    wins(eight, "CF-2", 4)
    assert seats(eight, "SF-1") == [1, 4]
    corrected(eight, winning(eight, "CF-1", 8))
    assert seats(eight, "SF-1") == [8, 4]
    assert match(eight, "CF-1").results.count() == 2
    three_six = next(code for code in ("CF-3", "CF-4") if 3 in seats(eight, code))
    two_seven = next(code for code in ("CF-3", "CF-4") if 2 in seats(eight, code))
    wins(eight, three_six, 6)
    wins(eight, two_seven, 2)
    wins(eight, "SF-2", 6)
    assert 6 in seats(eight, "F")
    with pytest.raises(Impossible) as refused:
        corrected(eight, winning(eight, two_seven, 7))
    assert refused.value.facts["about"] == ["SF-2"]
    assert sorted(filter(None, seats(eight, "SF-2"))) == [2, 6]
    wins(eight, "SF-1", 4)
    final = seats(eight, "F")
    corrected(
        eight,
        lambda rulings: results.record(
            match=match(eight, "SF-1"),
            by=by(eight),
            kind="played",
            lines=[SideResult(1, 2, 0, 120), SideResult(2, 1, 1, 240)],
            rulings=rulings,
        ),
    )
    assert seats(eight, "F") == final
    rows = ledger.read(eight)
    mistake = corrected(
        eight,
        lambda rulings: results.disqualify(
            match=match(eight, "SF-1"), by=by(eight), positions=[1, 2], reason="a quarrel", rulings=rulings
        ),
    )
    assert 4 not in seats(eight, "F")
    corrections.undo(correction=mistake, by=by(eight), reason="it was another table")
    assert stands(ledger.read(eight), rows) == rows
    assert sorted(filter(None, seats(eight, "F"))) == [4, 6]
    results.walkover(match=match(eight, "F"), by=by(eight), absent=[1, 2])
    bracket = brackets.bracket(makers.stage(eight))
    assert bracket.champion is None
    assert 1 not in [one.place for one in bracket.podium]


def test_only_who_decides_in_the_event_decides_about_what_has_begun(eight: Category):
    code, loser = _semi_played(eight)
    desk = makers.desk(eight.tournament)
    lines = lines_for(eight, code, loser)

    def as_desk(rulings: Rulings) -> object:
        return results.record(match=match(eight, code), by=desk, kind="played", lines=lines, rulings=rulings)

    with pytest.raises(Impossible) as refused:
        corrected(eight, as_desk, {"SF-2": "replay"}, who=desk)
    assert refused.value.code == "others-decide"
    with pytest.raises(PermissionDenied):
        corrected(eight, winning(eight, code, loser), {"SF-2": "keep"}, who=makers.organizer())
    chief = makers.staff(eight.tournament, "chief")
    assert corrected(eight, as_desk, {"SF-2": "replay"}, who=chief).made_by == chief


def test_a_correction_needs_a_reason_and_must_change_something(eight: Category):
    quarters(eight)
    with pytest.raises(Impossible) as refused:
        corrections.apply(
            category=eight,
            by=by(eight),
            verb="competition.result.corrected",
            reason=" ",
            do=winning(eight, "CF-1", 8),
        )
    assert refused.value.code == "reason-needed"
    with pytest.raises(Impossible) as refused:
        corrected(eight, lambda rulings: None)
    assert refused.value.code == "nothing-changes"
    with pytest.raises(Impossible) as refused:
        corrected(eight, winning(eight, "CF-1", 8), {"SF-1": "forget"})
    assert refused.value.code == "unknown-decision"


def test_what_was_confirmed_is_what_happens_or_nothing(eight: Category):
    quarters(eight)
    do = winning(eight, "CF-1", 8)
    seal = tried(eight, do).seal
    wins(eight, "CF-1", 8)
    wins(eight, "CF-1", 1)
    wins(eight, "SF-1", 1)
    rows = ledger.read(eight)
    with pytest.raises(Impossible) as refused:
        corrected(eight, do, {"SF-1": "keep"}, seal=seal)
    assert refused.value.code == "preview-out-of-date"
    assert ledger.read(eight) == rows


def test_a_correction_is_undone_once(eight: Category):
    quarters(eight)
    made = corrected(eight, winning(eight, "CF-1", 8))
    corrections.undo(correction=made, by=by(eight), reason="no")
    with pytest.raises(Impossible) as refused:
        corrections.undo(correction=made, by=by(eight), reason="no")
    assert refused.value.code == "already-undone"
    assert [entry.verb for entry in Entry.objects.order_by("-pk")[:1]] == ["competition.correction.undone"]


def test_a_correction_is_not_undone_under_a_match_that_was_played_since(eight: Category):
    quarters(eight)
    made = corrected(eight, winning(eight, "CF-1", 8))
    wins(eight, "SF-1", 8)
    rows = ledger.read(eight)
    with pytest.raises(Impossible) as refused:
        corrections.undo(correction=made, by=by(eight), reason="no")
    assert (refused.value.code, refused.value.facts) == ("match-changed-since", {"match": "SF-1"})
    assert ledger.read(eight) == rows


def test_what_readers_have_seen_moves_on_when_a_correction_is_undone(eight: Category):
    quarters(eight)
    made = corrected(eight, winning(eight, "CF-1", 8))
    version = makers.stage(eight).results_version
    corrections.undo(correction=made, by=by(eight), reason="no")
    assert makers.stage(eight).results_version > version


def test_the_result_of_a_closed_stage_is_corrected_without_opening_it(eight: Category):
    makers.played_out(eight)
    Stage.objects.filter(category=eight).update(state=Stage.State.CLOSED)
    loser = next(side for side in seats(eight, "3P") if side != 3)
    with pytest.raises(Impossible):
        wins(eight, "3P", loser)
    corrected(eight, winning(eight, "3P", loser))
    assert [one.number for one in brackets.bracket(makers.stage(eight)).podium][2:] == [loser, 3]
    assert makers.stage(eight).state == Stage.State.CLOSED


def test_whoever_is_kept_in_one_match_is_not_put_into_another(eight: Category):
    """The final has begun with a side that should have lost its semi-final: kept there, it does not play for the
    third place too, and nobody plays twice."""
    quarters(eight)
    wins(eight, "SF-1", 1)
    wins(eight, "SF-2", 2)
    results.start(match=match(eight, "F"), by=by(eight))
    third = seats(eight, "3P")
    corrected(eight, winning(eight, "SF-1", 4), {"F": "keep"})
    assert seats(eight, "F") == [1, 2]
    assert seats(eight, "3P") == third
    makers.result(
        match(eight, "SF-1"), 90, 120
    )  # other figures, the same sides: what was decided still holds
    assert seats(eight, "F") == [1, 2]
    assert seats(eight, "3P") == third
