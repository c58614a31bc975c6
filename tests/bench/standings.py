"""A table of 1,000 after nine Swiss rounds, by six criteria, beside a library that knows the same ones."""

from random import Random

from tiebreak_core import GameRecord, PlayerTiebreakData
from tiebreak_core.fide2026 import rank_standings

from cacho_tournaments.formats import standings
from cacho_tournaments.formats.base import Entrant, Match, Result
from tests.bench.clock import cpu

ENTRANTS, ROUNDS, TABLE = 1_000, 9, 4
SWISS = ("points", "buchholz-cut-1", "buchholz", "sonneborn-berger", "among-tied", "lot")
TABLES = ("points", "buchholz", "share", "average-place", "difference", "lot")
THEIRS = ("buchholz_cut1", "buchholz", "sonneborn_berger", "direct_encounter", "wins")


def measure() -> list[str]:
    field = [Entrant(str(number)) for number in range(1, ENTRANTS + 1)]
    pairs, tables = rounds(2), rounds(TABLE)
    players = as_players(pairs)
    ours = cpu(lambda: standings.table(field, pairs, criteria=SWISS, lot_seed=1, format="swiss"), rounds=3)
    theirs = cpu(lambda: rank_standings(players, THEIRS, ROUNDS), rounds=3)
    fours = cpu(
        lambda: standings.table(field, tables, criteria=TABLES, lot_seed=1, format="tables"), rounds=3
    )
    return [
        "The table of 1,000 entrants after nine rounds, six criteria, a reason for every row "
        "(asked for: under 200 ms)",
        f"  two sides a match: {ours * 1000:.0f} ms of CPU time; tiebreak-core, without reasons: "
        f"{theirs * 1000:.0f} ms, {theirs / ours:.1f} times as long",
        f"  tables of four, shared places and shares exact: {fours * 1000:.0f} ms",
    ]


def rounds(seats: int) -> list[Match]:
    """Return nine rounds in which neighbours in the table so far meet, with results by lot."""
    rng = Random(seats)
    score = dict.fromkeys(range(1, ENTRANTS + 1), 0.0)
    made: list[Match] = []
    for number in range(1, ROUNDS + 1):
        order = sorted(score, key=lambda side: (-score[side], rng.random()))
        for table, at in enumerate(range(0, ENTRANTS, seats), start=1):
            sides = order[at : at + seats]
            boxes = [rng.randrange(120, 260) // 4 * 4 for _ in sides]
            places = tuple(1 + sum(1 for other in boxes if other > own) for own in boxes)
            for side, place in zip(sides, places, strict=True):
                score[side] += seats - place
            result = Result("played", places, tuple(boxes))
            made.append(Match(f"r{number}m{table}", tuple(map(str, sides)), result, number, table=table))
    return made


def as_players(matches: list[Match]) -> dict[int, PlayerTiebreakData]:
    """Return the same rounds in the words of the library: a win is 1, a tie ½."""
    players = {number: PlayerTiebreakData(number, 0, 0.0) for number in range(1, ENTRANTS + 1)}
    for match in matches:
        first, second = (int(side or 0) for side in match.seats)
        places = match.result.places if match.result else (1, 1)
        for own, other, mine, his in ((first, second, *places), (second, first, *places[::-1])):
            won = 1.0 if mine < his else 0.5 if mine == his else 0.0
            players[own].games.append(GameRecord(other, 0, won, "white", match.round, kind="played"))
            players[own].points += won
    return players
