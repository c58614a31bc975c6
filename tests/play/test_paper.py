"""A paper sheet typed in afterwards: equal to typed turns, all or nothing, corrected whole."""

import pytest
from django.core.exceptions import PermissionDenied

from cacho_tournaments.competition.actions import results
from cacho_tournaments.competition.errors import Impossible as NotNow
from cacho_tournaments.competition.models import Result
from cacho_tournaments.journal.models import Entry
from cacho_tournaments.play import queries
from cacho_tournaments.play.actions import paper
from cacho_tournaments.play.errors import Impossible, SheetRefused
from cacho_tournaments.play.models import Game, Turn
from tests import makers
from tests.play import scene

pytestmark = pytest.mark.django_db


def cells(token: str, side: int) -> list[tuple[str, int | None, str | None]]:
    game = queries.match_page(token).games[0]
    return [(cell.box, cell.points, cell.mark) for cell in game.sheets[side - 1].cells]


def test_a_sheet_typed_in_equals_the_same_turns_on_a_tablet() -> None:
    on_paper, on_tablet = scene.ready(), scene.ready()
    paper.enter(match=on_paper, by=scene.referee_of(on_paper), sheets=[scene.FIRST, scene.SECOND])
    scene.append(on_tablet, *scene.batch(scene.lines_of()), by=scene.referee_of(on_tablet))
    for side in (1, 2):
        assert cells(on_paper.token, side) == cells(on_tablet.token, side)
    typed, played = (queries.match_page(match.token).result for match in (on_paper, on_tablet))
    assert typed is not None and played is not None
    assert typed.lines == played.lines
    assert (typed.kind, played.kind) == ("paper", "played")
    assert [line.points for line in typed.lines] == [scene.FIRST_TOTAL, scene.SECOND_TOTAL]


def test_a_sheet_is_stored_as_result_only_turns() -> None:
    match = scene.ready()
    by = scene.referee_of(match)
    game = paper.enter(match=match, by=by, sheets=[scene.FIRST, scene.SECOND])
    assert game.is_paper and game.is_over and game.sequence == 22
    rows = list(Turn.objects.all())
    assert len(rows) == 22 and {row.by for row in rows} == {by}
    assert rows[0].line.startswith("1 =") and {row.at_device for row in rows} == {None}
    assert scene.anew(match).state == "finished"


def test_a_win_by_a_throw_is_said_beside_the_sheets() -> None:
    match = scene.ready()
    sheets = [{"6": "18", "E": "20"}, {"1": "2", "F": "30"}]
    paper.enter(match=match, by=scene.referee_of(match), sheets=sheets, instant=1)
    result = queries.match_page(match.token).result
    assert result is not None
    assert [(line.place, line.points, line.instant) for line in result.lines] == [
        (1, 38, True),
        (2, 32, False),
    ]


@pytest.mark.parametrize(
    ("first", "second", "code", "side", "box"),
    [
        ({"6": "17"}, {}, "impossible-points", 1, "6"),
        ({}, {"P": "35"}, "impossible-points", 2, "P"),
        ({}, {"E": "0"}, "impossible-points", 2, "E"),
        ({"F": "full"}, {}, "box-unreadable", 1, "F"),
        ({"Q": "10"}, {}, "box-unreadable", 1, "Q"),
        ({"G": "50,50,50"}, {}, "box-unreadable", 1, "G"),
    ],
)
def test_a_refused_sheet_names_side_and_box_and_stores_nothing(
    first: dict[str, str], second: dict[str, str], code: str, side: int, box: str
) -> None:
    match = scene.ready()
    with pytest.raises(SheetRefused) as refused:
        paper.enter(
            match=match,
            by=scene.referee_of(match),
            sheets=[scene.FIRST | first, scene.SECOND | second],
        )
    assert (refused.value.code, refused.value.side, refused.value.box) == (code, side, box)
    assert not Game.objects.exists() and not Turn.objects.exists()
    assert scene.anew(match).state == "ready"


def test_an_open_box_on_both_sheets_is_named() -> None:
    match = scene.ready()
    sheets = [scene.FIRST | {"P": ""}, scene.SECOND | {"P": ""}]
    with pytest.raises(SheetRefused) as refused:
        paper.enter(match=match, by=scene.referee_of(match), sheets=sheets)
    assert (refused.value.code, refused.value.side, refused.value.box) == ("sheet-not-full", 1, "P")
    assert not Turn.objects.exists() and scene.anew(match).state == "ready"


@pytest.mark.parametrize("forgotten", ["4", "4P"])
@pytest.mark.parametrize("side", [1, 2])
def test_a_box_forgotten_on_one_sheet_is_named(side: int, forgotten: str) -> None:
    match = scene.ready()
    sheets = [dict(scene.FIRST), dict(scene.SECOND)]
    for box in forgotten:
        del sheets[side - 1][box]
    with pytest.raises(SheetRefused) as refused:
        paper.enter(match=match, by=scene.referee_of(match), sheets=sheets)
    assert (refused.value.code, refused.value.side, refused.value.box) == ("sheet-not-full", side, "4")


def test_full_sheets_leave_no_turn_for_a_dormida() -> None:
    match = scene.ready()
    with pytest.raises(SheetRefused, match="sheets-do-not-fit"):
        paper.enter(match=match, by=scene.referee_of(match), sheets=[scene.FIRST, scene.SECOND], instant=1)
    assert not Turn.objects.exists()


def test_a_win_by_a_throw_tells_that_the_second_seat_threw_first() -> None:
    match = scene.ready()
    sheets = [{"6": "18", "E": "20"}, {"1": "2", "F": "30"}]
    game = paper.enter(match=match, by=scene.referee_of(match), sheets=sheets, instant=2)
    assert (game.to_move, game.is_over) == (2, True)
    assert [row.side for row in Turn.objects.order_by("sequence")] == [2, 1, 2, 1, 2]
    result = queries.match_page(match.token).result
    assert result is not None and result.winners == (2,)


def test_as_many_sheets_as_sides_are_asked_for() -> None:
    match = scene.ready()
    with pytest.raises(Impossible, match="wrong-number-of-sheets"):
        paper.enter(match=match, by=scene.referee_of(match), sheets=[scene.FIRST])


def test_pairs_are_typed_as_one_sheet_a_side() -> None:
    match = scene.ready(kind="pair")
    paper.enter(match=match, by=scene.referee_of(match), sheets=[scene.FIRST, scene.SECOND])
    result = queries.match_page(match.token).result
    assert result is not None and result.winners == (1,)


def test_a_best_of_three_is_typed_game_by_game() -> None:
    match = scene.final(best_of=3)
    by = scene.referee_of(match)
    paper.enter(match=match, by=by, sheets=[scene.FIRST, scene.SECOND], game_number=1)
    with pytest.raises(Impossible, match="no-such-game"):
        paper.enter(match=match, by=by, sheets=[scene.FIRST, scene.SECOND], game_number=3)
    paper.enter(match=match, by=by, sheets=[scene.SECOND, scene.FIRST])
    paper.enter(match=match, by=by, sheets=[scene.FIRST, scene.SECOND])
    result = queries.match_page(match.token).result
    assert result is not None
    assert [(line.place, line.games_won) for line in result.lines] == [(1, 2), (2, 1)]
    assert [line.points for line in result.lines] == [2 * 203 + 137, 2 * 137 + 203]


def test_the_same_sheet_typed_twice_is_entered_once() -> None:
    match = scene.ready()
    by = scene.referee_of(match)
    paper.enter(match=match, by=by, sheets=[scene.FIRST, scene.SECOND])
    with pytest.raises(Impossible, match="game-already-entered"):
        paper.enter(match=match, by=by, sheets=[scene.FIRST, scene.SECOND])
    assert Turn.objects.count() == 22


def test_a_correction_cancels_the_whole_game_with_its_reason_and_enters_it_again() -> None:
    match = scene.ready()
    by = scene.referee_of(match)
    paper.enter(match=match, by=by, sheets=[scene.FIRST, scene.SECOND])
    paper.enter(match=match, by=by, sheets=[scene.SECOND, scene.FIRST], reason="sides swapped")
    rows = Turn.objects.order_by("sequence")
    assert [row.kind for row in rows] == ["turn"] * 22 + ["cancel"] * 22 + ["turn"] * 22
    assert {row.reason for row in rows if row.kind == "cancel"} == {"sides swapped"}
    result = queries.match_page(match.token).result
    assert result is not None and result.winners == (2,)
    assert list(Result.objects.filter(match=match).order_by("id").values_list("is_current", flat=True)) == [
        False,
        True,
    ]
    cleared = Entry.objects.get(verb="play.game.cleared")
    assert cleared.facts["reason"] == "sides swapped"


def test_a_correction_that_is_refused_leaves_the_old_values() -> None:
    """TAB-19."""
    match = scene.ready()
    by = scene.referee_of(match)
    paper.enter(match=match, by=by, sheets=[scene.FIRST, scene.SECOND])
    before = (scene.log(match), queries.match_page(match.token).result)
    with pytest.raises(SheetRefused):
        paper.enter(match=match, by=by, sheets=[scene.FIRST | {"6": "17"}, scene.SECOND], reason="typo")
    assert (scene.log(match), queries.match_page(match.token).result) == before


def test_an_earlier_game_is_corrected_while_the_later_ones_stand() -> None:
    match = scene.final(best_of=3)
    by = scene.referee_of(match)
    for sheets in ([scene.FIRST, scene.SECOND], [scene.SECOND, scene.FIRST], [scene.FIRST, scene.SECOND]):
        paper.enter(match=match, by=by, sheets=sheets)
    corrected = scene.FIRST | {"6": "24"}
    paper.enter(match=match, by=by, sheets=[corrected, scene.SECOND], game_number=1, reason="four sixes")
    result = queries.match_page(match.token).result
    assert result is not None
    assert [(line.games_won, line.points) for line in result.lines] == [
        (2, 203 + 6 + 137 + 203),
        (1, 137 + 203 + 137),
    ]


def test_a_correction_that_would_leave_later_games_without_a_place_is_refused() -> None:
    match = scene.final(best_of=3)
    by = scene.referee_of(match)
    for sheets in ([scene.FIRST, scene.SECOND], [scene.SECOND, scene.FIRST], [scene.FIRST, scene.SECOND]):
        paper.enter(match=match, by=by, sheets=sheets)
    with pytest.raises(Impossible, match="later-game-begun"):
        # Side 1 would have won the first two games; the third could not have been played.
        paper.enter(match=match, by=by, sheets=[scene.FIRST, scene.SECOND], game_number=2, reason="swapped")
    result = queries.match_page(match.token).result
    assert result is not None and [line.games_won for line in result.lines] == [2, 1]


def test_a_game_half_written_on_a_tablet_is_finished_on_paper_with_a_reason() -> None:
    match = scene.ready()
    by = scene.referee_of(match)
    scene.append(match, *scene.batch(["1 =E 20", "2 =6 12"]), by=by)
    with pytest.raises(Impossible, match="game-has-turns"):
        paper.enter(match=match, by=by, sheets=[scene.FIRST, scene.SECOND])
    paper.enter(match=match, by=by, sheets=[scene.FIRST, scene.SECOND], reason="the tablet fell")
    result = queries.match_page(match.token).result
    assert result is not None and (result.kind, result.winners) == ("paper", (1,))


def test_a_walkover_is_not_replaced_by_a_sheet() -> None:
    match = scene.ready()
    by = scene.referee_of(match)
    results.walkover(match=match, by=by, absent=[2])
    with pytest.raises(Impossible, match="match-closed"):
        paper.enter(match=match, by=by, sheets=[scene.FIRST, scene.SECOND], reason="they came after all")


def test_a_sheet_is_not_corrected_once_the_next_stage_is_drawn() -> None:
    category = makers.groups(4, kind="single")
    makers.played_out(category)
    match = makers.stage(category).matches.first()
    assert match is not None
    results.revoke(match=match, by=makers.organizer_of(category.tournament), reason="retyped")
    paper.enter(match=match, by=makers.referee(category.tournament), sheets=[scene.FIRST, scene.SECOND])
    makers.drawn(category, order=2)
    with pytest.raises(NotNow):
        paper.enter(
            match=match,
            by=makers.referee(category.tournament),
            sheets=[scene.SECOND, scene.FIRST],
            reason="swapped",
        )
    assert queries.match_page(match.token).games[0].winners == (1,)


def test_a_stranger_types_nothing_in() -> None:
    match = scene.ready()
    with pytest.raises(PermissionDenied):
        paper.enter(match=match, by=makers.user(), sheets=[scene.FIRST, scene.SECOND])
    assert not Turn.objects.exists()
