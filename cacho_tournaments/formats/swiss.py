"""Swiss: the next round of two a match, by the standings, so that nobody meets the same side twice.

Knows: entrants, the rounds before, clubs, byes, who is away, who must not meet, a seed.
Does not know: who may call for a round, whether the one before is over, tie-breaks, names to be shown.

The rules are chapter 10 of FORMATS.md. ``swiss_past`` reads the earlier rounds, ``swiss_weights`` finds the
pairs; here they become a round with tables, seats and notes.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import combinations
from random import Random

from cacho_tournaments.formats import swiss_past, swiss_weights
from cacho_tournaments.formats.base import Bye, Entrant, Match, Note, Points, RoundDraw
from cacho_tournaments.formats.errors import NoValidDraw
from cacho_tournaments.formats.points import seated
from cacho_tournaments.formats.rounds import known, laid, present
from cacho_tournaments.formats.swiss_past import Past
from cacho_tournaments.formats.swiss_weights import Candidate, Field

Pair = tuple[str, str]  # the better placed first


def draw(
    entrants: Sequence[Entrant],
    matches: Iterable[Match],
    byes: Iterable[Bye],
    *,
    round: int,
    points: Points | None = None,
    seed: int,
    absent: Collection[str] = (),
    given_byes: Iterable[Bye] = (),
    apart: Iterable[Collection[str]] = (),
    fixed: Sequence[Match] = (),
    repeats: bool = False,
) -> RoundDraw:
    """Draw a round (rules 10.1 to 10.13). ``matches`` and ``byes`` are those of the stage; what is of this
    round or later is left aside.

    ``fixed`` matches of the round stand: they are in the answer as they are, and the others are drawn around
    them. ``given_byes`` stand too. With ``repeats`` sides may meet again, though it is still avoided where
    it costs nothing. The order of anything handed in does not matter.
    Raises: NoValidDraw ``nobody-left``, ``too-few-entrants``, ``apart-unmeetable``, ``entrant-twice``,
    ``seed-given-twice``; BadStage ``unknown-entrant``, ``seats-not-two``.
    """
    past = swiss_past.read(entrants, matches, byes, round=round, worth=points or Points(), seed=seed)
    rng = Random(seed * 1_000_003 + round)
    here = present(entrants, round=round, absent=absent, given_byes=given_byes, fixed=fixed)
    taking_part, pool = here.taking_part, here.pool
    if len(pool) < 2 and not fixed:
        code = "too-few-entrants" if taking_part or not entrants else "nobody-left"
        raise NoValidDraw(code, rule="10.1", entrants=len(pool), nearest=2)
    pairs, free = _paired(pool, past, apart, repeats, rng)
    drawn = _seated(pairs, past, fixed, rng)
    out = sorted((*here.out, *free), key=lambda one: past.numbers[one.entrant])
    new = {side for pair in pairs for side in pair} | {one.entrant for one in free}
    said = [*_notes(drawn, out, entrants, past, () if repeats else new)]
    if round >= len(taking_part) - 1 > 1:
        said.append(Note("near-round-robin", {"sides": len(taking_part), "round": round}))
    return RoundDraw(round=round, matches=drawn, byes=tuple(out), notes=tuple(said))


def notes(
    matches: Sequence[Match],
    byes: Sequence[Bye],
    entrants: Sequence[Entrant],
    earlier_matches: Iterable[Match],
    earlier_byes: Iterable[Bye],
    *,
    points: Points | None = None,
) -> tuple[Note, ...]:
    """Name what a round that was changed by hand brings with it (rule 10.12).

    ``repeat``: entrants, and the ``round`` in which they met last. ``club-together``: entrants, club.
    ``second-bye``: entrant, and the ``byes`` it had before; none of them means that it won a match by forfeit.
    Raises: BadStage ``unknown-entrant``.
    """
    number = max([*(one.round for one in matches), *(one.round for one in byes)], default=1)
    known(entrants, {side for match in matches for side in seated(match)} | {one.entrant for one in byes})
    past = swiss_past.read(entrants, earlier_matches, earlier_byes, round=number, worth=points or Points())
    return tuple(_notes(matches, byes, entrants, past, ()))


def field(
    pool: Iterable[Entrant], past: Past, apart: Iterable[Collection[str]] = (), *, repeats: bool = False
) -> Field:
    """Return those who are to be paired, best first (rule 10.2), with what counts about them."""
    order = sorted(pool, key=lambda one: (-past.scores[one.id], past.numbers[one.id]))
    ids = [one.id for one in order]
    barred = {frozenset(pair) for together in apart for pair in combinations(sorted(together), 2)}
    return Field(
        sides=[
            Candidate(
                id=one.id,
                score=past.scores[one.id],
                club=one.club,
                barred=past.barred[one.id],
                unplayed=past.unplayed[one.id],
                down=past.down.get(one.id, 0),
                up=past.up.get(one.id, 0),
            )
            for one in order
        ],
        met=lambda one, other: past.meetings(ids[one], ids[other]),
        apart=lambda one, other: bool(barred) and frozenset((ids[one], ids[other])) in barred,
        repeats=repeats,
    )


def _paired(
    pool: Sequence[Entrant], past: Past, apart: Iterable[Collection[str]], repeats: bool, rng: Random
) -> tuple[list[Pair], list[Bye]]:
    """Return the pairs, best first, and the bye where the number is odd (rules 10.3 to 10.8)."""
    ground = field(pool, past, apart, repeats=repeats)
    ids = [side.id for side in ground.sides]
    pairing = swiss_weights.paired(ground, rng)
    if pairing is None:
        nearest = tuple((ids[one], ids[other]) for one, other in swiss_weights.least_together(ground, rng))
        entrants = tuple(side for pair in nearest for side in pair)
        raise NoValidDraw("apart-unmeetable", rule="10.4", entrants=entrants, nearest=nearest)
    pairs = [(ids[one], ids[other]) for one, other in pairing if other is not None]
    free = [Bye(ids[one], past.round) for one, other in pairing if other is None]
    return sorted(pairs, key=lambda pair: _rank(pair, past)), free


def _rank(pair: Pair, past: Past) -> tuple[int, int, int]:
    """Return a sort key that puts the best pair first: its better score, then both, then the better number."""
    scores = [past.scores[side] for side in pair]
    return -max(scores), -sum(scores), min(past.numbers[side] for side in pair)


def _seated(pairs: Sequence[Pair], past: Past, fixed: Sequence[Match], rng: Random) -> tuple[Match, ...]:
    """Give each pair a table and say who throws first; matches that stand keep theirs (rules 10.9, 10.11)."""
    lot = int(rng.random() * 2)
    return laid([_in_order(pair, past, lot) for pair in pairs], fixed, round=past.round)


def _in_order(pair: Pair, past: Past, lot: int) -> Pair:
    """Return who throws first, who second: whoever was first less often; else the better one's number tells."""
    better, worse = pair
    firsts = past.firsts.get(better, 0), past.firsts.get(worse, 0)
    turned = (past.numbers[better] + lot) % 2 if firsts[0] == firsts[1] else firsts[0] > firsts[1]
    return (worse, better) if turned else (better, worse)


def _notes(
    matches: Iterable[Match],
    byes: Iterable[Bye],
    entrants: Iterable[Entrant],
    past: Past,
    drawn: Collection[str],
) -> Iterator[Note]:
    """Yield what is amiss; of those ``drawn`` it is said that it could not be avoided."""
    clubs = {one.id: one.club for one in entrants}
    for match in matches:
        for pair in combinations(seated(match), 2):
            if past.meetings(*pair):
                code = "repeat-unavoidable" if pair[0] in drawn else "repeat"
                yield Note(code, {"entrants": pair, "round": past.last_met[frozenset(pair)]})
            if clubs[pair[0]] is not None and clubs[pair[0]] == clubs[pair[1]]:
                yield Note("club-together", {"entrants": pair, "club": clubs[pair[0]]})
    for bye in byes:
        had = past.barred[bye.entrant]
        if bye.kind == "bye" and had:
            code = "second-bye-unavoidable" if bye.entrant in drawn else "second-bye"
            yield Note(code, {"entrant": bye.entrant, "byes": had - 1})
