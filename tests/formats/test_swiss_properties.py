"""Swiss events of any course: what holds in every round (FORMATS.md, chapter 10)."""

from collections import Counter
from dataclasses import replace
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from cacho_tournaments.formats import swiss
from cacho_tournaments.formats.base import Entrant, Result

RESULTS = [
    Result("played", (1, 2), (230, 180)),
    Result("played", (2, 1), (180, 230)),
    Result("played", (1, 1), (200, 200)),
    Result("walkover", (1, 2)),
    Result("both-absent", (1, 1)),
]

SEEDS = st.integers(0, 10_000)


def field(count, rng, *, clubs=3):
    """Return entrants, half of them seeded, with or without a club."""
    seeds = iter(sorted(range(1, count + 1), key=lambda _: rng.random()))
    names = ["Senas", "Balas", "Trenes"][:clubs]
    return [
        Entrant(
            str(number),
            seed=next(seeds) if rng.random() < 0.5 else None,
            club=rng.choice([None, *names]),
        )
        for number in range(1, count + 1)
    ]


def played(draw, rng, results=RESULTS):
    return [replace(match, result=rng.choice(results)) for match in draw.matches]


def event(entrants, rounds, seed, *, results=RESULTS, absences=0.0):
    """Yield each round's draw with the rounds before it."""
    rng = Random(seed)
    matches, byes = [], []
    for number in range(1, rounds + 1):
        away = [one.id for one in entrants if rng.random() < absences]
        if len(entrants) - len(away) < 2:
            away = []
        draw = swiss.draw(entrants, matches, byes, round=number, seed=seed, absent=away)
        yield draw, list(matches), list(byes)
        matches += played(draw, rng, results)
        byes += draw.byes


def occupied(draw):
    return [side for match in draw.matches for side in match.seats] + [bye.entrant for bye in draw.byes]


@given(st.integers(2, 24), st.integers(1, 7), SEEDS, st.sampled_from([0.0, 0.2]))
@settings(max_examples=60, deadline=None)
def test_everybody_is_somewhere_once_and_nobody_meets_itself(count, rounds, seed, absences):
    entrants = field(count, Random(seed))
    for draw, _, _ in event(entrants, rounds, seed, absences=absences):
        assert sorted(occupied(draw)) == sorted(one.id for one in entrants)
        assert len([bye for bye in draw.byes if bye.kind == "bye"]) <= 1
        assert [match.table for match in draw.matches] == list(range(1, len(draw.matches) + 1))


@given(st.integers(3, 15), st.integers(2, 9), SEEDS)
@settings(max_examples=60, deadline=None)
def test_byes_differ_by_one_at_most_in_whatever_course(count, rounds, seed):
    byes = Counter({str(number): 0 for number in range(1, count + 1)})
    contests = RESULTS[:3]
    for draw, _, _ in event(field(count, Random(seed)), rounds, seed, results=contests):
        byes.update(bye.entrant for bye in draw.byes)
        assert max(byes.values()) - min(byes.values()) <= 1
        noted = any(note.code == "second-bye-unavoidable" for note in draw.notes)
        assert noted == any(byes[bye.entrant] > 1 for bye in draw.byes)


@given(st.integers(2, 10), st.integers(2, 8), SEEDS)
@settings(max_examples=80, deadline=None)
def test_nobody_meets_again_while_any_round_without_that_exists(count, rounds, seed):
    """Compared with all matchings tried one by one, each with whoever may have the bye."""
    entrants = field(count, Random(seed))
    for draw, matches, byes in event(entrants, rounds, seed):
        met = {frozenset(match.seats) for match in matches}
        repeats = [match for match in draw.matches if frozenset(match.seats) in met]
        assert bool(repeats) == (not any_without_repeat(entrants, matches, byes, met))
        noted = [note for note in draw.notes if note.code == "repeat-unavoidable"]
        assert len(noted) == len(repeats)


@given(st.integers(2, 10), st.integers(3, 9), SEEDS)
@settings(max_examples=40, deadline=None)
def test_as_few_meet_again_as_can_be(count, rounds, seed):
    entrants = field(count, Random(seed))
    contests = RESULTS[:3]
    for draw, matches, byes in event(entrants, rounds, seed, results=contests):
        met = Counter(frozenset(match.seats) for match in matches)
        again = sum(met[frozenset(match.seats)] for match in draw.matches)
        assert again == min(
            sum(met[frozenset(pair)] for pair in pairing)
            for free in candidates(entrants, matches, byes)
            for pairing in pairings([one.id for one in entrants if one.id != free])
        )


@given(st.integers(2, 9), st.integers(2, 7), SEEDS)
@settings(max_examples=60, deadline=None)
def test_the_bye_is_with_the_lowest_and_scores_that_meet_are_as_near_as_can_be(count, rounds, seed):
    """Rule 10.6, compared with all matchings: first the score that sits out, then the cubes of the gaps."""
    entrants = field(count, Random(seed))
    for draw, matches, byes in event(entrants, rounds, seed, results=RESULTS[:3]):
        met = {frozenset(match.seats) for match in matches}
        if any(frozenset(match.seats) in met for match in draw.matches):
            continue
        score = scores(matches, byes)

        def cost(free, pairing, score=score):
            gaps = sum(abs(score[one] - score[other]) ** 3 for one, other in pairing)
            return (score[free] if free else 0, gaps)

        chosen = next((bye.entrant for bye in draw.byes), None)
        assert cost(chosen, [match.seats for match in draw.matches]) == min(
            cost(free, pairing)
            for free in candidates(entrants, matches, byes)
            for pairing in pairings([one.id for one in entrants if one.id != free])
            if all(frozenset(pair) not in met for pair in pairing)
        )


@given(st.integers(2, 20), st.integers(1, 5), SEEDS)
@settings(max_examples=40, deadline=None)
def test_the_order_of_what_is_handed_in_does_not_matter(count, rounds, seed):
    entrants = field(count, Random(seed))
    *_, (draw, matches, byes) = event(entrants, rounds, seed)
    rng = Random(seed + 1)
    for row in (entrants, matches, byes):
        rng.shuffle(row)
    assert swiss.draw(entrants, matches, byes, round=rounds, seed=seed) == draw


@given(st.integers(2, 20), st.integers(1, 5), SEEDS)
@settings(max_examples=40, deadline=None)
def test_names_that_keep_their_order_rename_the_draw(count, rounds, seed):
    entrants = field(count, Random(seed))
    *_, (draw, matches, byes) = event(entrants, rounds, seed)

    def renamed(side):
        return f"e{int(side) * 3}"

    other = swiss.draw(
        [replace(one, id=renamed(one.id)) for one in entrants],
        [replace(one, seats=tuple(map(renamed, one.seats))) for one in matches],
        [replace(one, entrant=renamed(one.entrant)) for one in byes],
        round=rounds,
        seed=seed,
    )
    assert [one.seats for one in other.matches] == [tuple(map(renamed, one.seats)) for one in draw.matches]
    assert [one.entrant for one in other.byes] == [renamed(one.entrant) for one in draw.byes]


@given(st.integers(4, 16), st.integers(2, 6), SEEDS)
@settings(max_examples=40, deadline=None)
def test_a_repaired_round_draws_the_rest_around_what_stands(count, rounds, seed):
    entrants = field(count, Random(seed))
    *_, (draw, matches, byes) = event(entrants, rounds, seed)
    stands = draw.matches[: len(draw.matches) // 2]
    again = swiss.draw(entrants, matches, byes, round=rounds, seed=seed + 1, fixed=stands)
    assert set(stands) <= set(again.matches)
    assert sorted(occupied(again)) == sorted(one.id for one in entrants)
    assert len({match.id for match in again.matches}) == len(again.matches)


@given(st.integers(60, 130), SEEDS)
@settings(max_examples=6, deadline=None)
def test_a_large_field_plays_six_rounds_without_a_repeat_and_with_small_gaps(count, seed):
    """Not all pairs are looked at here: the near ones are enough."""
    for draw, matches, byes in event(field(count, Random(seed)), 6, seed, results=RESULTS[:2]):
        assert not [note for note in draw.notes if "unavoidable" in note.code]
        wins = Counter(match.seats[match.result.places.index(1)] for match in matches)
        wins.update(bye.entrant for bye in byes)
        assert all(
            abs(wins[one] - wins[other]) <= 1 for one, other in (match.seats for match in draw.matches)
        )


def scores(matches, byes):
    """Count a win 2 and a tie 1 anew."""
    score = Counter({bye.entrant: 0 for bye in byes})
    for match in matches:
        first, second = match.result.places
        score[match.seats[0]] += 1 + (first < second) - (first > second)
        score[match.seats[1]] += 1 + (second < first) - (second > first)
    for bye in byes:
        score[bye.entrant] += 2
    return score


def candidates(entrants, matches, byes):
    """Return who may have the bye: the ones with the fewest, a win by forfeit or a bye worth a win before none."""
    if len(entrants) % 2 == 0:
        return [None]
    had = Counter(bye.entrant for bye in byes)
    won = {match.seats[0] for match in matches if match.result.kind == "walkover"}
    rank = {one.id: had[one.id] + 1 if had[one.id] else int(one.id in won) for one in entrants}
    return [side for side, value in rank.items() if value == min(rank.values())]


def any_without_repeat(entrants, matches, byes, met):
    return any(
        all(frozenset(pair) not in met for pair in pairing)
        for free in candidates(entrants, matches, byes)
        for pairing in pairings([one.id for one in entrants if one.id != free])
    )


def pairings(ids):
    """Yield every way to pair the ids."""
    if not ids:
        yield []
        return
    first, *rest = ids
    for place, other in enumerate(rest):
        for more in pairings(rest[:place] + rest[place + 1 :]):
            yield [(first, other), *more]
