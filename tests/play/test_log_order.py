"""However the turns of a game are cut into batches, repeated, delayed and shuffled, the log ends the same."""

from random import Random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from cacho_tournaments.competition.models import Match
from cacho_tournaments.people.models import User
from cacho_tournaments.play import bridge, wire
from cacho_tournaments.play.actions import turns
from cacho_tournaments.play.models import Game, Turn
from tests.play import scene


def deliver(match: Match, by: User, sent: list[wire.SentTurn], rng: Random) -> None:
    """Send until every turn is kept, as a bad network would: pieces, repeats, wrong order, answers lost."""
    kept: set[str] = set()
    for _ in range(200):
        waiting = [turn for turn in sent if turn.client_id not in kept]
        if not waiting:
            return
        start = rng.choice([0, 0, 0, rng.randrange(len(waiting))])
        piece = waiting[start : start + rng.randint(1, 6)]
        piece += rng.sample(sent, rng.randint(0, min(3, len(sent))))
        rng.shuffle(piece)
        outcomes = turns.append(match=match, batch=piece, by=by)
        if rng.random() < 0.7:
            kept |= {out.client_id for out in outcomes if out.is_kept}
    raise AssertionError("the turns never all arrived")


class TheLogEndsTheSame(TestCase):
    """Hypothesis rolls the database back between its examples."""

    @settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
    @given(seed=st.integers(0, 10_000), kind=st.sampled_from(["single", "pair"]))
    def test_whatever_the_network_does(self, seed: int, kind: str) -> None:
        match = scene.ready(4, kind=kind)
        by = scene.referee_of(match)
        lines = scene.thrown_game(match, seed=seed)
        deliver(match, by, scene.batch(lines), Random(seed))
        log = scene.log(match)
        assert [line for _game, _sequence, _kind, line in log] == lines
        assert [sequence for _game, sequence, _kind, _line in log] == list(range(1, len(lines) + 1))
        assert scene.anew(match).state == "finished"

    @settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
    @given(seed=st.integers(0, 10_000))
    def test_a_stored_game_is_the_replay_of_its_live_turns(self, seed: int) -> None:
        """With turns taken back at random on the way."""
        match = scene.ready(4)
        by = scene.referee_of(match)
        rng = Random(seed)
        lines = scene.thrown_game(match, seed=seed)
        live: list[str] = []
        base = 0
        while len(live) < len(lines):
            turns.append(match=match, batch=[scene.sent(lines[len(live)], base)], by=by)
            live.append(lines[len(live)])
            base += 1
            if rng.random() < 0.25 and len(live) < len(lines):
                turns.cancel_last(match=match, client_id=f"undo-{seed}-{base}", by=by)
                live.pop()
                base += 1
        row = Game.objects.get(match=match)
        assert row.sequence == base == Turn.objects.filter(game=row).count()
        kept = bridge.live_turns(Turn.objects.filter(game=row))
        assert [turn.line for turn in kept] == lines
        folded = bridge.fold(row, Turn.objects.filter(game=row))
        rules, state = bridge.blank(bridge.setup_of(match)).rules, bridge.blank(bridge.setup_of(match)).state
        for line in lines:
            state, _verdict = rules.apply(state, rules.parse(line))
        assert folded.state == state and folded.status == rules.status(state)
