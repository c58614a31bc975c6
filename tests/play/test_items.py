"""A shorthand sent as one item: several rows of the log, all or none, recognised together, taken back together."""

from contextlib import suppress

import pytest
from django.db import transaction
from django.utils import translation

from cacho_tournaments.competition.models import Match, Result
from cacho_tournaments.journal.models import Entry
from cacho_tournaments.people.models import User
from cacho_tournaments.play import queries
from cacho_tournaments.play.actions import turns
from cacho_tournaments.play.errors import Impossible
from cacho_tournaments.play.models import Refusal, Turn
from cacho_tournaments.play.views import log
from cacho_tournaments.play.wire import MAX_LINE
from tests.play import scene

pytestmark = pytest.mark.django_db

# Side 1 deals; side 2 makes two caídas, side 1 a limpia: 2 + 8 for the cards (21, 22 pay 8), and 4.
HAND = "1 tally limpia=1 / caida=2 / 21 19"
ROWS = 1 + 3 + 3 + 1  # the hand, three events, three further deals, the count


@pytest.fixture
def match() -> Match:
    return scene.ready(played={"game": "cuarenta"})


@pytest.fixture
def by(match: Match) -> User:
    return scene.referee_of(match)


def totals(match: Match) -> tuple[int, ...]:
    return queries.match_page(match.token).games[0].totals


def test_a_hand_sent_as_one_item_is_stored_as_its_rows(match: Match, by: User) -> None:
    (out,) = scene.append(match, scene.sent(HAND, 0, client_id="hand-0001"), by=by)
    assert (out.verdict, out.client_id, out.sequence) == ("stored", "hand-0001", ROWS)
    rows = list(Turn.objects.order_by("sequence"))
    assert [row.sequence for row in rows] == list(range(1, ROWS + 1))
    assert [row.client_id for row in rows] == ["hand-0001", *(f"hand-0001.{n}" for n in range(2, ROWS + 1))]
    assert {row.item for row in rows} == {"hand-0001"}
    assert (rows[0].line, rows[-1].line) == ("1 hand", "1 count 21 19")
    assert (rows[0].box, rows[-1].box, rows[-1].points) == ("hand", "count", 8)
    assert not Turn.objects.filter(line__contains="tally").exists()
    assert totals(match) == (10, 4)


def test_an_item_sent_again_is_recognised_and_stored_once(match: Match, by: User) -> None:
    sent = scene.sent(HAND, 0, client_id="hand-0001")
    scene.append(match, sent, by=by)
    scene.append(match, scene.sent("2 hand", ROWS), by=by)
    (again,) = scene.append(match, sent, by=by)
    assert (again.verdict, again.sequence) == ("repeated", ROWS)
    assert Turn.objects.count() == ROWS + 1 and not Refusal.objects.exists()


def test_an_item_twice_in_one_batch_is_stored_once(match: Match, by: User) -> None:
    sent = scene.sent(HAND, 0, client_id="hand-0001")
    out = scene.append(match, sent, sent, by=by)
    assert [each.verdict for each in out] == ["stored", "repeated"]
    assert Turn.objects.count() == ROWS


@pytest.mark.parametrize("other", ["1 tally caida=1 / caida=2 / 21 19", "1 hand", "1 tally", "2 hand"])
def test_another_item_under_the_same_id_is_refused(match: Match, by: User, other: str) -> None:
    scene.append(match, scene.sent(HAND, 0, client_id="hand-0001"), by=by)
    (out,) = scene.append(match, scene.sent(other, 0, client_id="hand-0001"), by=by)
    assert (out.verdict, out.code) == ("refused", "known-id-other-turn")
    assert Turn.objects.count() == ROWS


def test_a_plain_line_is_not_taken_for_the_hand_that_begins_with_it(match: Match, by: User) -> None:
    scene.append(match, scene.sent("1 hand", 0, client_id="hand-0001"), by=by)
    (out,) = scene.append(match, scene.sent(HAND, 0, client_id="hand-0001"), by=by)
    assert out.code == "known-id-other-turn"


@pytest.mark.parametrize(
    ("line", "code", "rule"),
    [
        # Side 1 could have passed 36: 38 that does not play might stand between (rule 4.1).
        ("1 tally caida=19 / / 38 2", "order-hidden", "4.1"),
        ("1 tally caida-ronda=1 / / 21 19", "no-ronda-to-fall", "6.4"),
        ("1 tally limpia=1 / / 21 20", "impossible-count", "6.7"),
        ("1 tally limpia=1 / tres-caidas-limpia=1 / 21 19", "not-in-this-style", "2"),
        ("1 tally limpia=one / / 21 19", "bad-notation", "7"),
    ],
)
def test_of_an_item_that_is_refused_nothing_is_stored_and_what_was_sent_is_kept_once(
    match: Match, by: User, line: str, code: str, rule: str
) -> None:
    (out,) = scene.append(match, scene.sent(line, 0), by=by)
    assert (out.verdict, out.code, out.rule) == ("refused", code, rule)
    assert not Turn.objects.exists() and scene.anew(match).state == "ready"
    assert [(row.line, row.code) for row in Refusal.objects.all()] == [(line, code)]


def test_what_follows_an_item_in_a_batch_builds_on_it_as_on_one_turn(match: Match, by: User) -> None:
    batch = scene.batch([HAND, "2 hand", "1 caida"])
    assert [each.base_sequence for each in batch] == [0, 1, 2]
    out = scene.append(match, *batch, by=by)
    assert [each.verdict for each in out] == ["stored"] * 3
    assert [each.sequence for each in out] == [ROWS, ROWS + 1, ROWS + 2]
    # The answer was lost and the whole batch comes again, with one more turn behind it.
    again = scene.append(match, *batch, scene.sent("2 limpia", 3), by=by)
    assert [each.verdict for each in again] == ["repeated"] * 3 + ["stored"]
    assert totals(match) == (12, 6)


def test_what_was_broken_off_halfway_leaves_nothing_and_may_come_again(match: Match, by: User) -> None:
    batch = scene.batch([HAND, "2 hand"])
    with suppress(ConnectionError), transaction.atomic():
        scene.append(match, *batch, by=by)
        raise ConnectionError
    assert not Turn.objects.exists() and scene.anew(match).state == "ready"
    out = scene.append(match, *batch, by=by)
    assert [each.verdict for each in out] == ["stored", "stored"]
    assert Turn.objects.count() == ROWS + 1


def test_an_item_is_taken_back_whole_by_one_action(match: Match, by: User) -> None:
    scene.append(match, scene.sent("1 tally caida=1 / / 20 19", 0), by=by)
    before = queries.match_page(match.token).games[0].sequence
    scene.append(match, scene.sent("2 tally / caida=1 / 19 20", before), by=by)
    assert totals(match) == (8, 8)
    seen = queries.match_page(match.token).games[0].sequence
    out = turns.cancel_last(
        match=match, client_id="undo-0001", by=by, base_sequence=seen, reason="wrong hand"
    )
    game = queries.match_page(match.token).games[0]
    assert out.sequence == game.sequence == seen + (seen - before)
    assert (game.totals, game.form and game.form["hand"]) == ((8, 0), None)
    entry = Entry.objects.get(verb="play.turn.cancelled")
    assert entry.facts["line"].startswith("2 hand; ") and entry.facts["line"].endswith("2 count 19 20")
    with translation.override("en"):
        rows = log.rows(queries.match_page(match.token))
    assert (rows[0]["kind"], rows[0]["what"]) == (
        "cancel",
        f"turns {before + 1} to {seen} taken back: wrong hand",
    )
    assert [row["kind"] for row in rows].count("cancel") == 1
    again = turns.cancel_last(match=match, client_id="undo-0001", by=by)
    assert (again.verdict, again.sequence) == ("cancelled", out.sequence)
    assert totals(match) == (8, 0)
    turns.cancel_last(match=match, client_id="undo-0002", by=by)
    assert totals(match) == (0, 0)
    with pytest.raises(Impossible, match="nothing-to-cancel"):
        turns.cancel_last(match=match, client_id="undo-0003", by=by)


def test_an_item_that_was_taken_back_and_comes_again_is_told_so(match: Match, by: User) -> None:
    sent = scene.sent(HAND, 0, client_id="hand-0001")
    scene.append(match, sent, by=by)
    turns.cancel_last(match=match, client_id="undo-0001", by=by)
    (out,) = scene.append(match, sent, by=by)
    assert (out.verdict, out.is_kept) == ("cancelled", True)
    (new,) = scene.append(match, scene.sent(HAND, 2 * ROWS), by=by)
    assert new.verdict == "stored" and totals(match) == (10, 4)


def test_a_hand_that_ends_the_match_records_its_result_and_taking_it_back_opens_it() -> None:
    match = scene.ready(played={"game": "cuarenta"}, best_of=1)
    by = scene.referee_of(match)
    lines = ["2 penalty 10 : late", "1 penalty 34 : late", HAND]
    out = scene.append(match, *scene.batch(lines), by=by)
    assert {each.verdict for each in out} == {"stored"}
    result = Result.objects.get(match=match, is_current=True)
    assert (result.ending, [line.points for line in result.lines.order_by("seat__position")]) == (
        "forty",
        [40, 14],
    )
    assert scene.anew(match).state == "finished"
    turns.cancel_last(match=match, client_id="undo-0001", by=by)
    assert scene.anew(match).state == "playing"
    assert totals(match) == (34, 10)


def test_every_row_of_a_match_of_chicas_keeps_its_place(by: User, match: Match) -> None:
    """An item may begin the game that follows the one it ended the batch before with."""
    scene.append(match, *scene.batch(["2 penalty 10 : late", "1 penalty 34 : late", HAND]), by=by)
    out = scene.append(match, scene.sent(HAND.replace("1", "2", 1), 0, number=2), by=by)
    assert [(each.verdict, each.sequence) for each in out] == [("stored", ROWS)]
    games = queries.match_page(match.token).games
    assert [[sheet.total for sheet in game.sheets] for game in games] == [[40, 14], [10, 4]]


def test_a_line_that_grows_too_long_as_the_rules_write_it_is_refused_and_kept(match: Match, by: User) -> None:
    """What was sent has room in the log, what would be written has two signs more: ``penalty 2 : …``."""
    line = "1 penalty 2:" + "a" * (MAX_LINE - 12)
    out = scene.append(match, scene.sent(line, 0), scene.sent(line[:-2], 0), by=by)
    assert [each.code or each.verdict for each in out] == ["line-too-long", "stored"]
    assert [(row.line, row.code) for row in Refusal.objects.all()] == [(line, "line-too-long")]
    assert [len(row.line) for row in Turn.objects.all()] == [MAX_LINE]
