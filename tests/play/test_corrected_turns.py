"""Any turn of a log corrected: totals, result and places follow, or all of it is refused; and set back again."""

from collections.abc import Mapping
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied

from cacho_tournaments.competition.actions import corrections, ledger, results
from cacho_tournaments.competition.actions.results import SideResult
from cacho_tournaments.competition.actions.rulings import Rulings
from cacho_tournaments.competition.models import Correction, Entrant, Match
from cacho_tournaments.competition.queries.corrections import Changes
from cacho_tournaments.play import bridge, queries
from cacho_tournaments.play.actions import decisions, paper, turns
from cacho_tournaments.play.errors import Impossible
from cacho_tournaments.play.models import Game, Refusal, Turn
from cacho_tournaments.play.views import log
from tests import makers
from tests.play import scene

pytestmark = pytest.mark.django_db


def organizer(match: Match) -> Any:
    return makers.organizer_of(match.stage.category.tournament)


def played() -> Match:
    """Return a match of a group that was played out by the two sheets of the scene: 203 to 137."""
    match = scene.ready()
    lines = scene.lines_of(scene.FIRST, scene.SECOND)
    outcomes = scene.append(match, *scene.batch(lines), by=scene.referee_of(match))
    assert all(outcome.is_kept for outcome in outcomes)
    return scene.anew(match)


def sequence_of(match: Match, line: str) -> int:
    return bridge.live_turns(Turn.objects.filter(game__match=match, line=line))[-1].sequence


def turning(match: Match, old: str, new: str, number: int = 1) -> Any:
    """Return the act that writes one line in the place of another."""
    sequence, by = sequence_of(match, old), organizer(match)

    def do(rulings: Rulings) -> object:
        return decisions.correct_turn(
            match=match, by=by, number=number, sequence=sequence, line=new, reason="misheard", rulings=rulings
        )

    return do


def corrected(match: Match, do: Any, given: Mapping[str, str] | None = None, **more: Any) -> Correction:
    return corrections.apply(
        category=match.stage.category,
        by=organizer(match),
        verb="play.turn.corrected",
        reason="misheard",
        do=do,
        decisions=given,
        more=decisions.rows_of(match),
        **more,
    )


def undone(made: Correction, match: Match) -> None:
    by = organizer(match)
    corrections.undo(
        correction=made,
        by=by,
        reason="it was heard right",
        rest=lambda _rulings: decisions.put_back(match=match, by=by, changes=made.changes),
    )


def points(match: Match) -> list[int | None]:
    return [line.points for line in match.results.get(is_current=True).lines.all()]


def lines(match: Match) -> list[str]:
    return [turn.line for turn in bridge.live_turns(Turn.objects.filter(game__match=match))]


def preview(match: Match, do: Any) -> Changes:
    return corrections.preview(category=match.stage.category, do=do, on_behalf=organizer(match))


def test_a_turn_of_a_closed_match_is_corrected_and_every_total_follows():
    """STA-05: match, places and log all say the same; DAT-05: the result is the fold of the turns."""
    match = played()
    assert points(match) == [203, 137]
    before = lines(match)
    do = turning(match, "1 =6 18", "1 =6 12")
    expected = preview(match, do)
    assert [(one.before.points, one.after.points) for one in expected.totals] == [(203, 197)]
    assert lines(match) == before
    corrected(match, do, seal=expected.seal)
    assert points(match) == [197, 137]
    assert lines(match) == ["1 =6 12" if line == "1 =6 18" else line for line in before]
    page = queries.match_page(match.token)
    assert page.games[-1].totals == (197, 137)
    assert page.result is not None
    assert [line.points for line in page.result.lines] == [197, 137]
    table = makers.stage(match.stage.category).matches.get(pk=match.pk)
    assert table.state == Match.State.FINISHED


def test_turns_that_were_right_keep_who_wrote_them():
    match = played()
    wrote = Turn.objects.filter(game__match=match, line="2 xG").first()
    assert wrote is not None
    corrected(match, turning(match, "1 =6 18", "1 =6 12"))
    live = bridge.live_turns(Turn.objects.filter(game__match=match))
    again = next(turn for turn in live if turn.line == "1 =6 12")
    assert again.by == organizer(match)
    assert {turn.by for turn in live if turn.line != "1 =6 12"} == {wrote.by}


def test_a_turn_is_refused_whole_where_the_rules_do_not_allow_it_or_a_later_one():
    match = played()
    rows = ledger.read(match.stage.category, decisions.rows_of(match))
    with pytest.raises(Impossible) as refused:
        corrected(match, turning(match, "1 =6 18", "1 =6 17"))
    assert refused.value.facts["game"] == "cacho-alalay"
    with pytest.raises(Impossible) as refused:
        corrected(match, turning(match, "1 =1 3", "1 =6 12"))
    assert (refused.value.code, refused.value.facts["line"]) == ("later-turn-refused", "1 =6 18")
    assert ledger.read(match.stage.category, decisions.rows_of(match)) == rows


def test_a_corrected_turn_is_undone_to_the_very_log_and_result():
    match = played()
    before, rows = lines(match), ledger.read(match.stage.category)
    made = corrected(match, turning(match, "1 =6 18", "1 =6 12"))
    with pytest.raises(results.Impossible) as refused:
        corrections.undo(correction=made, by=organizer(match), reason="no")
    assert refused.value.code == "undone-with-its-turns"
    undone(made, match)
    now = ledger.read(match.stage.category)
    assert {key: now[key] for key in rows} == rows
    assert lines(match) == before
    assert points(match) == [203, 137]
    game = Game.objects.get(match=match)
    assert game.is_over
    assert queries.match_page(match.token).games[-1].totals == (203, 137)
    again = corrected(match, turning(match, "1 =6 18", "1 =6 6"))
    assert points(match) == [191, 137]
    undone(again, match)
    assert lines(match) == before


def test_a_log_that_went_on_is_not_set_back():
    match = played()
    made = corrected(match, turning(match, "1 =6 18", "1 =6 12"))
    corrected(match, turning(match, "2 =1 2", "2 =1 3"))
    with pytest.raises(Impossible) as refused:
        undone(made, match)
    assert refused.value.code == "turns-changed-since"


def test_a_turn_in_the_middle_of_a_match_being_played_is_corrected():
    match = scene.ready()
    some = scene.lines_of(scene.FIRST, scene.SECOND)[:6]
    scene.append(match, *scene.batch(some), by=scene.referee_of(match))
    match = scene.anew(match)
    corrected(match, turning(match, some[2], "1 =2 4"))
    assert len(lines(match)) == 6
    assert not match.results.exists()
    page = queries.match_page(match.token)
    assert page.games[-1].form is not None


def test_a_corrected_turn_moves_another_side_on_and_asks_about_what_has_begun():
    """The final of a bracket is played when a turn of a semi-final turns out to be wrong."""
    match = scene.ready(4, plan="knockout", best_of_late=1)
    game = scene.lines_of(scene.FIRST, scene.SECOND)
    scene.append(match, *scene.batch(game), by=scene.referee_of(match))
    match, category = scene.anew(match), match.stage.category
    other = makers.stage(category).matches.exclude(pk=match.pk).get(round=1)
    makers.result(other, 200, 100)
    final = makers.stage(category).matches.get(code="F")
    makers.result(final, 200, 100)
    assert preview(match, turning(match, "1 =6 18", "1 =6 12")).questions == ()
    corrected(match, turning(match, "1 =P 40", "1 xP"))
    do = turning(match, "1 =F 30", "1 xF")
    assert [one.about for one in preview(match, do).questions] == ["F"]
    with pytest.raises(results.Impossible) as refused:
        corrected(match, do)
    assert refused.value.code == "decision-needed"
    loser = Entrant.objects.get(seats__match=match, seats__position=2)
    made = corrected(match, do, {"F": "replay"})
    assert points(match) == [133, 137]
    again = makers.stage(category).matches.get(code="F")
    assert again.pk != final.pk
    assert again.seats.filter(entrant=loser).exists()
    undone(made, match)
    assert points(match) == [163, 137]
    assert makers.stage(category).matches.get(code="F").pk == final.pk


def test_whoever_types_a_result_against_the_turns_needs_a_decision():
    """A result that contradicts the turns is refused, or decided by the chief referee with a reason."""
    match = played()
    typed = [SideResult(1, 2, 0, 100), SideResult(2, 1, 1, 137)]
    with pytest.raises(Impossible) as refused:
        decisions.type_in(
            match=match, by=organizer(match), lines=typed, reason="so I say", rulings=Rulings({})
        )
    assert (refused.value.code, refused.value.facts["said"]) == ("contradicts-turns", "203 : 137")
    right = [SideResult(1, 1, 1, 203), SideResult(2, 2, 0, 137)]
    assert decisions.type_in(
        match=match, by=organizer(match), lines=right, reason="so it is", rulings=Rulings({})
    )
    referee = scene.referee_of(match)
    with pytest.raises(PermissionDenied):
        decisions.type_in(
            match=match, by=referee, lines=typed, reason="no", by_decision=True, rulings=Rulings({})
        )
    chief = makers.staff(match.stage.category.tournament, "chief")
    made = decisions.type_in(
        match=match, by=chief, lines=typed, reason="loaded dice", by_decision=True, rulings=Rulings({})
    )
    assert (made.ending, points(match)) == ("decision", [100, 137])
    with pytest.raises(Impossible) as refused:
        corrected(match, turning(match, "1 =6 18", "1 =6 12"))
    assert refused.value.code == "decision-stands"
    # Nor is it taken back by whoever presses undo at the table, or types the sheets in once more.
    assert log.undo(queries.match_page(match.token)) is None
    with pytest.raises(Impossible) as refused:
        turns.cancel_last(match=scene.anew(match), client_id="undo-at-the-table", by=referee)
    assert refused.value.code == "decision-stands"
    with pytest.raises(Impossible) as refused:
        paper.enter(match=scene.anew(match), by=referee, sheets=[{}, {}], reason="once more")
    assert refused.value.code == "decision-stands"
    assert points(match) == [100, 137]


def test_turns_of_a_match_that_was_replaced_are_refused_and_kept():
    """Nothing that a tablet sent is dropped, also where its match is played anew under another name."""
    match = scene.ready(4, plan="knockout", best_of_late=1)
    game = scene.lines_of(scene.FIRST, scene.SECOND)
    scene.append(match, *scene.batch(game), by=scene.referee_of(match))
    match, category = scene.anew(match), match.stage.category
    makers.result(makers.stage(category).matches.exclude(pk=match.pk).get(round=1), 200, 100)
    final = scene.anew(makers.stage(category).matches.get(code="F"))
    scene.append(final, *scene.batch(game[:2]), by=scene.referee_of(final))
    otherwise = [SideResult(1, 2, 0, 100), SideResult(2, 1, 1, 137)]
    by = organizer(match)

    def do(rulings: Rulings) -> object:
        return decisions.type_in(
            match=match, by=by, lines=otherwise, reason="x", by_decision=True, rulings=rulings
        )

    corrected(match, do, {"F": "replay"})
    (answer,) = scene.append(final, scene.sent(game[2], 2), by=scene.referee_of(final))
    assert (answer.verdict, answer.code) == ("refused", "match-replaced")
    assert Refusal.objects.get(client_id=answer.client_id).match_id == final.pk
    with pytest.raises(Impossible) as refused:
        turns.cancel_last(match=final, client_id="undo-of-the-old", by=by)
    assert refused.value.code == "match-replaced"
    assert len(queries.match_page(final.token).sides) == 2
