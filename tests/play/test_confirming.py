"""How the end of a match becomes final where a category asks its sides (TAB-25; the rules at the table)."""

from typing import Any

import pytest
from django.core.exceptions import PermissionDenied

from cacho_tournaments.competition.actions import results
from cacho_tournaments.competition.models import Match, Result
from cacho_tournaments.journal.models import Entry
from cacho_tournaments.people.models import User
from cacho_tournaments.play.actions import confirming, decisions, inbox, paper, turns
from cacho_tournaments.play.errors import Impossible
from cacho_tournaments.play.models import Confirmation, Game, Refusal
from cacho_tournaments.play.sent import Batch, Outcome, SentConfirm
from tests import makers, numbering
from tests.play import scene, sending
from tests.play.sending import confirm, turn, verdicts
from tests.play.test_two_at_once import together

pytestmark = pytest.mark.django_db


def played(match: Match, by: User, *, number: int = 1, seed: int = 1) -> Game:
    """Throw a whole game."""
    sent = scene.batch(scene.thrown_game(match, seed=seed, number=number), number=number)
    assert all(outcome.is_kept for outcome in scene.append(match, *sent, by=by))
    return Game.objects.get(match=match, number=number)


def decided(match: Match, by: User) -> Game:
    """Throw games until nobody may throw any more."""
    for number in range(1, 8):
        game = played(match, by, number=number, seed=number)
        if game.review_from is not None or scene.anew(match).state == "finished":
            return game
    raise AssertionError("a match goes on for ever")


def word(match: Match, side: int, game: Game, *, by: User, **said: Any) -> Outcome:
    """Send a side's word on the log as ``game`` has it; return what became of it."""
    given: dict[str, Any] = {
        "client_id": f"word-{numbering.following():06}",
        "how": "tap",
        "game_number": game.number,
        "base_sequence": game.sequence,
        **said,
    }
    batch = Batch(version=2, items=(SentConfirm(side=side, **given),))
    (outcome,) = inbox.take(match=match, batch=batch, by=by)
    return outcome


def undone(match: Match, by: User) -> None:
    turns.cancel_last(match=match, client_id=f"undo-{numbering.following():06}", by=by)


@pytest.mark.parametrize("sides", [2, 3, 4, 5, 6])
def test_a_match_is_final_with_the_last_sides_word_and_not_before(sides: int) -> None:
    match = scene.table_of(sides, confirmation="tap")
    by = scene.referee_of(match)
    game = decided(match, by)
    for side in range(sides, 1, -1):
        outcome = word(match, side, game, by=by)
        assert (outcome.verdict, outcome.kind, outcome.sequence) == ("stored", "confirm", game.sequence)
        assert scene.anew(match).state == "playing" and not Result.objects.exists()
    assert word(match, 1, game, by=by).verdict == "stored"
    result = Result.objects.get(match=match, is_current=True)
    assert (scene.anew(match).state, result.kind, result.lines.count()) == ("finished", "played", sides)
    assert Entry.objects.filter(verb="play.match.confirmed").count() == sides
    assert Game.objects.get().review_from is None, "nothing waits any more"


def test_a_match_of_several_games_is_confirmed_once_at_its_end() -> None:
    match = scene.final(best_of=3, confirmation="tap")
    by = scene.referee_of(match)
    first = played(match, by, seed=1)
    assert first.review_from is None, "the match goes on"
    assert word(match, 1, first, by=by).code == "match-undecided"
    last = decided_from(match, by, 2)
    assert [word(match, side, last, by=by).verdict for side in (1, 2)] == ["stored", "stored"]
    assert scene.anew(match).state == "finished"


def decided_from(match: Match, by: User, number: int) -> Game:
    while True:
        game = played(match, by, number=number, seed=number)
        if game.review_from is not None:
            return game
        number += 1


def test_where_nobody_confirms_the_last_turn_ends_the_match() -> None:
    match = scene.ready(played={"confirmation": "none"})
    decided(match, scene.referee_of(match))
    assert scene.anew(match).state == "finished"


def test_what_is_typed_from_signed_paper_is_final_at_once() -> None:
    match = scene.ready(played={"confirmation": "signature"})
    paper.enter(match=match, by=scene.referee_of(match), sheets=[scene.FIRST, scene.SECOND])
    assert scene.anew(match).state == "finished"
    assert Result.objects.get(match=match).kind == "paper"


def test_paper_replaces_a_game_that_waits_only_with_a_reason() -> None:
    match = scene.ready(played={"confirmation": "tap"})
    by = scene.referee_of(match)
    decided(match, by)
    with pytest.raises(Impossible) as refused:
        paper.enter(match=match, by=by, sheets=[scene.FIRST, scene.SECOND])
    assert refused.value.code == "game-already-entered", "no second game is begun"
    paper.enter(match=match, by=by, sheets=[scene.FIRST, scene.SECOND], reason="the tablet was wrong")
    assert scene.anew(match).state == "finished"


def test_a_turn_after_the_end_is_refused_while_it_waits() -> None:
    match = scene.ready(played={"confirmation": "tap"})
    by = scene.referee_of(match)
    decided(match, by)
    (outcome,) = scene.append(match, scene.sent("2 =1 3", 0, number=2), by=by)
    assert (outcome.verdict, outcome.code) == ("refused", "match-decided")
    kept = Refusal.objects.get()
    assert Game.objects.count() == 1 and (kept.code, kept.is_open) == ("match-decided", True)


def test_a_word_counts_no_more_once_a_turn_is_taken_back() -> None:
    match = scene.ready(played={"confirmation": "tap"})
    by = scene.referee_of(match)
    lines = scene.lines_of()
    scene.append(match, *scene.batch(lines), by=by)
    game = Game.objects.get()
    word(match, 1, game, by=by)
    undone(match, by)
    late = word(match, 2, game, by=by)
    assert (late.verdict, late.code) == ("refused", "match-undecided")
    scene.append(match, scene.sent(lines[-1], 23), by=by)
    again = Game.objects.get()
    assert again.sequence == 24 and scene.anew(match).state == "playing"
    assert word(match, 2, game, by=by).code == "old-sequence", "this side looked at another log"
    assert word(match, 2, again, by=by).verdict == "stored"
    assert scene.anew(match).state == "playing", "side 1 said so of the log before"
    assert word(match, 1, again, by=by).verdict == "stored"
    assert scene.anew(match).state == "finished"
    assert Confirmation.objects.count() == 3, "what was said stays said"


def test_a_word_is_given_once_however_often_it_is_sent() -> None:
    match = scene.ready(played={"confirmation": "tap"})
    by = scene.referee_of(match)
    game = decided(match, by)
    sent = {"client_id": "the-same-word"}
    assert word(match, 1, game, by=by, **sent).verdict == "stored"
    assert word(match, 1, game, by=by, **sent).verdict == "repeated"
    assert word(match, 1, game, by=by).verdict == "repeated", "from another tablet"
    assert Confirmation.objects.count() == 1 and scene.anew(match).state == "playing"
    other = word(match, 2, game, by=by, **sent)
    assert (other.verdict, other.code) == ("refused", "known-id-other-turn")
    word(match, 2, game, by=by)
    assert word(match, 2, game, by=by).verdict == "repeated", "answered late: the match is closed by now"
    assert Result.objects.count() == 1


def test_a_word_for_a_log_that_has_not_arrived_yet_comes_again() -> None:
    match = scene.ready(played={"confirmation": "tap"})
    by = scene.referee_of(match)
    game = decided(match, by)
    ahead = word(match, 1, game, by=by, base_sequence=game.sequence + 2)
    assert (ahead.verdict, ahead.code, ahead.is_open) == ("refused", "sequence-ahead", False)
    assert word(match, 3, game, by=by).code == "no-such-side"


def test_a_word_against_what_another_wrote_waits_for_the_chief_referee() -> None:
    """TAB-11. What the table can put right itself waits for nobody."""
    match = scene.ready(played={"confirmation": "tap"})
    by = scene.referee_of(match)
    game = decided(match, by)
    before = word(match, 1, game, by=by, base_sequence=game.sequence - 1)
    assert (before.code, before.is_open) == ("old-sequence", True)
    word(match, 1, game, by=by, client_id="the-same-word")
    other = word(match, 2, game, by=by, client_id="the-same-word")
    assert (other.code, other.is_open) == ("known-id-other-turn", True)
    undone(match, by)
    assert not word(match, 2, game, by=by).is_open
    kept = Refusal.objects.order_by("pk").values_list("code", "is_open")
    assert list(kept) == [("old-sequence", True), ("known-id-other-turn", True), ("match-undecided", False)]


def test_a_word_from_the_page_without_script_is_told_why_it_does_not_count_and_kept() -> None:
    match = scene.ready(played={"confirmation": "signature"})
    by = scene.referee_of(match)
    game = decided(match, by)
    page = scene.someone(by)
    typed = {"client_id": "page-word-01", "side": 1, "name": " Ana  Paz ", "game_number": game.number}
    door, shown = f"/play/m/{match.token}/confirm/", f"/play/m/{match.token}/"
    said = page.post(door, {**typed, "base_sequence": game.sequence - 1}, follow=True)
    assert said.redirect_chain == [(shown, 302)]
    assert b"Somebody has written into this game meanwhile" in said.content
    kept = Refusal.objects.get()
    assert (kept.code, kept.is_open, kept.client_id) == ("old-sequence", True, "page-word-01")
    assert (kept.payload["kind"], kept.payload["side"], kept.payload["name"]) == ("confirm", 1, "Ana Paz")
    page.post(door, {**typed, "base_sequence": game.sequence})
    assert Confirmation.objects.get().reason == "Ana Paz"
    nobodys = {**typed, "client_id": "page-word-02", "side": 3, "base_sequence": game.sequence}
    assert page.post(door, nobodys, follow=True).status_code == 200
    assert Refusal.objects.values_list("code", "is_open").latest("pk") == ("no-such-side", False)


def test_where_sides_sign_a_tap_is_no_word() -> None:
    match = scene.ready(played={"confirmation": "signature"})
    by = scene.referee_of(match)
    game = decided(match, by)
    assert word(match, 1, game, by=by).code == "signature-needed"
    assert word(match, 1, game, by=by, how="signature", signature=" ").code == "signature-needed"
    for side in (1, 2):
        drawn = word(match, side, game, by=by, how="signature", signature=f"M1 2L3 {side}")
        assert drawn.verdict == "stored"
    assert scene.anew(match).state == "finished"
    assert Confirmation.objects.get(side=2).signature == "M1 2L3 2"


def test_a_tablet_may_send_a_name_in_place_of_a_signature_and_no_empty_one() -> None:
    match = scene.ready(played={"confirmation": "signature"})
    tablet = sending.paired(match)
    tablet.send(*[turn(line, at) for at, line in enumerate(scene.lines_of())])
    game = Game.objects.get()
    blank = confirm(1, game.sequence, how="signature") | {"name": "  "}
    named = confirm(1, game.sequence, how="signature") | {"name": " Ana  Paz "}
    assert verdicts(tablet.send(blank, named)) == ["signature-needed", "stored"]
    assert (Confirmation.objects.get().reason, Confirmation.objects.get().signature) == ("Ana Paz", "")


def test_a_referee_closes_for_a_side_that_is_gone_and_says_why() -> None:
    match = scene.ready(played={"confirmation": "tap"})
    by, device = scene.referee_of(match), scene.tablet_of(match)
    game = decided(match, by)
    word(match, 1, game, by=by)
    with pytest.raises(Impossible) as refused:
        confirming.close(match=match, client_id="close-0001", reason="  ", by=by)
    assert refused.value.code == "reason-needed" and scene.anew(match).state == "playing"
    for _press in (1, 2):
        confirming.close(match=match, client_id="close-0001", reason="side 2 left", device=device)
    assert scene.anew(match).state == "finished" and Result.objects.count() == 1
    closed = Confirmation.objects.get(how="referee")
    assert (closed.side, closed.reason, closed.device) == (0, "side 2 left", device)
    assert Entry.objects.get(verb="play.match.closed").facts["reason"] == "side 2 left"
    late = word(match, 2, game, by=by)
    assert late.verdict == "stored" and Result.objects.count() == 1, "a fact that changes nothing"


def test_nothing_is_closed_that_is_not_decided_or_was_looked_at_before() -> None:
    match = scene.ready(played={"confirmation": "tap"})
    by = scene.referee_of(match)
    scene.append(match, *scene.batch(scene.lines_of()[:-1]), by=by)

    def closed(**said: Any) -> str:
        with pytest.raises(Impossible) as refused:
            confirming.close(match=match, client_id="close-0001", reason="late", by=by, **said)
        return refused.value.code

    assert closed() == "match-undecided"
    scene.append(match, scene.sent(scene.lines_of()[-1], 21), by=by)
    assert closed(seen=(1, 21)) == "old-sequence"
    with pytest.raises(PermissionDenied):
        confirming.close(match=match, client_id="close-0001", reason="late", by=makers.user())


def test_a_final_match_taken_back_is_confirmed_anew() -> None:
    match = scene.ready(played={"confirmation": "tap"})
    by = scene.referee_of(match)
    scene.append(match, *scene.batch(scene.lines_of()), by=by)
    for side in (1, 2):
        word(match, side, Game.objects.get(), by=by)
    undone(match, by)
    assert scene.anew(match).state == "playing"
    scene.append(match, scene.sent(scene.lines_of()[-1], 23), by=by)
    game = Game.objects.get()
    assert game.review_from == 24 and scene.anew(match).state == "playing"
    assert [word(match, side, game, by=by).verdict for side in (1, 2)] == ["stored", "stored"]
    assert scene.anew(match).state == "finished"


def test_a_correction_of_a_final_match_is_final_at_once() -> None:
    match = scene.ready(played={"confirmation": "tap"})
    by = makers.organizer_of(match.stage.category.tournament)
    scene.append(match, *scene.batch(scene.lines_of()), by=by)
    for side in (1, 2):
        word(match, side, Game.objects.get(), by=by)
    decisions.correct_turn(match=match, by=by, number=1, sequence=1, line="1 =1 2", reason="misread")
    assert scene.anew(match).state == "finished"
    assert Result.objects.get(match=match, is_current=True).lines.get(seat__position=1).points == 202


def test_a_correction_while_the_end_waits_is_confirmed_with_it() -> None:
    match = scene.ready(played={"confirmation": "tap"})
    by = makers.organizer_of(match.stage.category.tournament)
    scene.append(match, *scene.batch(scene.lines_of()), by=by)
    before = Game.objects.get()
    word(match, 1, before, by=by)
    decisions.correct_turn(match=match, by=by, number=1, sequence=1, line="1 =1 2", reason="misread")
    after = Game.objects.get()
    assert (scene.anew(match).state, after.review_from) == ("playing", 22)
    assert [word(match, side, after, by=by).verdict for side in (1, 2)] == ["stored", "stored"]
    assert Result.objects.get().lines.get(seat__position=1).points == 202


def test_a_result_set_otherwise_needs_nobodys_word() -> None:
    match = scene.ready(played={"confirmation": "tap"})
    by = makers.organizer_of(match.stage.category.tournament)
    game = decided(match, by)
    results.walkover(match=scene.anew(match), by=by, absent=[2], reason="left before the end")
    late = word(match, 1, game, by=by)
    assert late.verdict == "stored" and Result.objects.get().kind == "walkover"


def test_an_end_that_was_none_waits_no_more_once_the_game_is_played_on() -> None:
    """TAB-21: a wrong entry ended the game."""
    match = scene.ready(played={"confirmation": "tap"})
    by = scene.referee_of(match)
    scene.append(match, scene.sent("1 dormida", 0), by=by)
    assert Game.objects.get().review_from == 1
    undone(match, by)
    assert Game.objects.get().review_from == 1, "it may be written again"
    scene.append(match, scene.sent("1 =1 3", 2), by=by)
    assert Game.objects.get().review_from is None
    (outcome,) = scene.append(match, scene.sent("2 =1 3", 3), by=by)
    assert outcome.verdict == "stored"


@pytest.mark.django_db(transaction=True)
def test_both_sides_at_once_close_the_match_once() -> None:
    match = scene.ready(played={"confirmation": "tap"})
    by = scene.referee_of(match)
    game = decided(match, by)
    sides = (1, 2, 1, 2)
    acts = [
        lambda side=side, at=at: word(match, side, game, by=by, client_id=f"once-{at:06}")
        for at, side in enumerate(sides)
    ]
    verdicts = [outcome.verdict for outcome in together(*acts)]
    assert sorted(verdicts) == ["repeated", "repeated", "stored", "stored"]
    assert Result.objects.count() == 1 and Confirmation.objects.count() == 2
