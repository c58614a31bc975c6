"""Any Swiss event beside a library that knows the same rules (FORMATS.md, chapter 13).

A win is 2 points here and a tie 1, so the library's figures, in which a win is 1, stand doubled.
"""

from fractions import Fraction
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from tiebreak_core import GameRecord, PlayerTiebreakData
from tiebreak_core.fide2026 import rank_standings

from cacho_tournaments.formats import checker, standings
from cacho_tournaments.formats.base import Bye, Entrant, Match, Points
from tests.formats.makers import forfeit, played, sides
from tests.formats.test_tiebreaks import OPPONENTS

THEIRS = ("buchholz", "buchholz_cut1", "median_buchholz", "sonneborn_berger")


def an_event(count: int, rounds: int, rng: Random, gaps: bool) -> tuple[list[Match], list[Bye]]:
    """Return rounds of pairs by lot; with gaps some stay away, do not come, or leave."""
    matches: list[Match] = []
    byes: list[Bye] = []
    gone: set[str] = set()
    for number in range(1, rounds + 1):
        here = [str(side) for side in range(1, count + 1) if str(side) not in gone]
        rng.shuffle(here)
        if gaps:
            for side in list(here):
                fate = rng.random()
                if fate < 0.15:
                    here.remove(side)
                if 0.05 < fate < 0.15:
                    byes.append(Bye(side, number, "absent", rng.choice((None, 1))))
                elif fate < 0.02:
                    gone.add(side)
        if len(here) % 2:
            byes.append(Bye(here.pop(), number))
        for one, other in zip(here[::2], here[1::2], strict=True):
            if gaps and rng.random() < 0.15:
                kind, places = rng.choice(
                    (("walkover", (1, 2)), ("walkover", (2, 1)), ("both-absent", (1, 1)))
                )
                matches.append(forfeit(f"{one}-{other}", kind, *places, number=number))
            else:
                matches.append(played(f"{one}-{other}", rng.randrange(3), rng.randrange(3), number=number))
    return matches, byes


def as_players(
    count: int, matches: list[Match], byes: list[Bye], rounds: int
) -> dict[int, PlayerTiebreakData]:
    """Return the event in the words of tiebreak-core; a round without a match is a free round asked for."""
    players = {number: PlayerTiebreakData(number, 0, 0.0) for number in range(1, count + 1)}
    begun = {match.round for match in matches} | {bye.round for bye in byes}

    def add(side: int, other: int, score: float, number: int, kind: str) -> None:
        players[side].games.append(GameRecord(other, 0, score, "white", number, kind=kind))
        players[side].points += score

    for match in matches:
        assert match.result
        own, other = (int(side or 0) for side in match.seats)
        mine, his = match.result.places
        for side, opposite, place, against in ((own, other, mine, his), (other, own, his, mine)):
            if match.result.kind == "played":
                add(
                    side,
                    opposite,
                    1.0 if place < against else 0.5 if place == against else 0.0,
                    match.round,
                    "played",
                )
            else:
                won = match.result.kind == "walkover" and place < against
                add(side, opposite, float(won), match.round, "forfeit_win" if won else "forfeit_loss")
    for bye in byes:
        asked = bye.kind == "absent"
        add(
            int(bye.entrant),
            -1,
            (bye.points or 0) / 2 if asked else 1.0,
            bye.round,
            "requested_bye" if asked else "pairing_bye",
        )
    for number, player in players.items():
        for missed in begun - {game.round_number for game in player.games}:
            add(number, -1, 0.0, missed, "requested_bye")
    return players


@settings(max_examples=80, deadline=None)
@given(st.integers(2, 24), st.integers(1, 9), st.integers(0, 9999), st.booleans())
def test_any_event_has_the_figures_that_another_library_gives(count, rounds, seed, gaps):
    matches, byes = an_event(count, rounds, Random(seed), gaps)
    rows = standings.table(
        sides(" ".join(map(str, range(1, count + 1)))),
        matches,
        criteria=("points", *OPPONENTS),
        lot_seed=seed,
        byes=byes,
        format="swiss",
        rounds=rounds,
    )
    theirs = rank_standings(as_players(count, matches, byes, rounds), THEIRS, rounds)
    expected = {
        str(one.player_id): [Fraction(2 * one.points)] + [Fraction(one.values[name]) * 2 for name in THEIRS]
        for one in theirs.players
    }
    assert {row.entrant: [row.values[name] for name in ("points", *OPPONENTS)] for row in rows} == expected
    assert checker.table_faults(rows, matches, Points(), byes) == []


@settings(max_examples=80, deadline=None)
@given(st.integers(2, 12), st.integers(1, 9), st.integers(0, 9999))
def test_any_tied_are_ordered_among_themselves_as_another_library_does(count, rounds, seed):
    matches, byes = an_event(count, rounds, Random(seed), gaps=False)
    field = sides(" ".join(map(str, range(1, count + 1))))
    criteria = ("points", "among-tied", "lot")
    rows = standings.table(field, matches, criteria=criteria, lot_seed=seed, byes=byes, format="swiss")
    lots = {int(row.entrant): row.values["lot"] for row in rows}
    players = as_players(count, matches, byes, rounds)
    theirs = rank_standings(players, ("direct_encounter",), rounds, deterministic_keys=lots)
    assert [int(row.entrant) for row in rows] == [one.player_id for one in theirs.players]


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 16), st.integers(1, 7), st.integers(0, 9999))
def test_no_order_of_results_and_no_names_change_a_table_of_rounds(count, rounds, seed):
    rng = Random(seed)
    matches, byes = an_event(count, rounds, rng, gaps=True)
    field = [Entrant(str(number)) for number in range(1, count + 1)]
    criteria = ("points", "among-tied", *OPPONENTS, "share", "average-place", "lot")
    rows = standings.table(field, matches, criteria=criteria, lot_seed=seed, byes=byes, format="swiss")
    turned = [list(each) for each in (field, matches, byes)]
    for each in turned:
        rng.shuffle(each)
    again = standings.table(
        turned[0], turned[1], criteria=criteria, lot_seed=seed, byes=turned[2], format="swiss"
    )
    assert again == rows
    renamed = standings.table(
        [Entrant(f"pair {one.id}") for one in field],
        [Match(m.id, tuple(f"pair {side}" for side in m.seats), m.result, m.round) for m in matches],
        criteria=criteria,
        lot_seed=seed,
        byes=[Bye(f"pair {bye.entrant}", bye.round, bye.kind, bye.points) for bye in byes],
        format="swiss",
    )
    assert [(row.place, row.entrant) for row in renamed] == [
        (row.place, f"pair {row.entrant}") for row in rows
    ]
    assert [row.values for row in renamed] == [row.values for row in rows]
    assert all(
        not isinstance(one, Fraction) or one.denominator > 1 for row in rows for one in row.values.values()
    )
