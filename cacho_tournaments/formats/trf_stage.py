"""How the lines of a TRF(x) file become a stage of the door.

Knows: players' rounds that fit each other, who came late and who left (rules 14.6 to 14.8).
Does not know: text, columns, faults, draws.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from cacho_tournaments.formats.trf_columns import CODE_OF, Cell, Player, cell_at
from cacho_tournaments.formats.trf_head import Head

CRITERIA = {
    "swiss": ("points", "among-tied", "buchholz-cut-1", "buchholz", "sonneborn-berger", "wins", "lot"),
    "league": ("points", "among-tied", "sonneborn-berger", "wins", "lot"),
}
AWAY = Cell(None, "-", "Z", written=False)
Found = dict[str, Any]


def stage_of(head: Head, players: Sequence[Player]) -> Found:
    """Return the stage of a file without faults. The last of the rounds is one to be drawn if it has no matches."""
    return _Assembly(head, players).stage()


@dataclass(frozen=True, slots=True)
class _Span:
    """From which round on a player took part, and after which one it left (None: it did not)."""

    since: int
    left: int | None


class _Assembly:
    """One file on its way to a stage."""

    def __init__(self, head: Head, players: Sequence[Player]) -> None:
        self.head = head
        self.swiss = head.format == "swiss"
        self.rounds = head.rounds or 0
        self.players = players
        self.by_number = {one.number: one for one in players}
        met = [n for one in players for n, cell in enumerate(one.cells, start=1) if cell and cell.opponent]
        self.drawn = max(met, default=0)
        self.worth = _whole(head.worth)
        self.spans = {one.number: self._span(one) for one in players}

    def stage(self) -> Found:
        worth = self.worth
        rounds = [self._round(number) for number in range(1, self.drawn + 1)]
        coming = self._coming(self.drawn + 1) if self.swiss and self.drawn < self.rounds else {}
        swiss = {"rounds": self.rounds, "bye_points": worth["PAB"], "absent_points": worth["ZPB"]}
        pairs = {tuple(sorted(pair)) for _, few in self.head.apart for pair in combinations(few, 2)}
        apart = [[str(one), str(other)] for one, other in sorted(pairs)]
        return {
            "format": self.head.format,
            "options": swiss if self.swiss else {"legs": self.head.legs},
            "points": {
                "win": worth["W"],
                "tie": worth["D"],
                "loss": worth["L"],
                "walkover_loss": worth["FL"],
            },
            "seed": 0,
            "criteria": list(CRITERIA[self.head.format]),
            "entrants": [self._entrant(one) for one in self.players],
            **({"apart": apart} if apart and self.swiss else {}),
            "rounds": [*rounds, *([coming] if coming else [])],
        }

    def _entrant(self, one: Player) -> Found:
        span = self.spans[one.number]
        found: Found = {"id": str(one.number), "seed": one.number}
        if span.since > 1:
            found["since_round"] = span.since
        if span.left is not None:
            found |= {"state": "withdrawn", "left_after_round": span.left}
        return found

    def _span(self, one: Player) -> _Span:
        """Who is away from the first round on came late; who is away to the last one has left."""
        away = [self._away_by_line(one, number) for number in range(1, self.rounds + 1)]
        if all(away):
            return _Span(1, 0)
        last = max(number for number, there in enumerate(away, start=1) if not there)
        first = away.index(False) + 1
        # In an odd round robin somebody sits out the last round without leaving, and the first without being late.
        sits_out = not self.swiss and len(self.players) % 2 == 1 and last == self.rounds - 1
        left = last if last < self.rounds and not sits_out else None
        return _Span(first if self.swiss and first <= self.drawn else 1, left)

    def _away_by_line(self, one: Player, number: int) -> bool:
        cell = cell_at(one, number) or AWAY
        return cell.opponent is None and cell.letter == "Z" and (cell.written or number <= self.drawn)

    def _round(self, number: int) -> Found:
        matches: list[Found] = []
        for one in self.players:
            cell = cell_at(one, number)
            if cell and cell.opponent and one.number < cell.opponent:
                matches.append(self._match(one, self.by_number[cell.opponent], number, len(matches) + 1))
        return {"matches": matches, **self._sitting_out(number)}

    def _match(self, one: Player, other: Player, number: int, board: int) -> Found:
        seats = [one, other] if (cell_at(one, number) or AWAY).colour == "w" else [other, one]
        letters = [(cell_at(seat, number) or AWAY).letter for seat in seats]
        return {
            "id": f"r{number}m{board}",
            "seats": [str(seat.number) for seat in seats],
            "table": board,
            "result": _result(letters),
        }

    def _coming(self, number: int) -> Found:
        """Return what is known of the round to be drawn: who is away or has a bye already."""
        away = {who for _, few in self.head.away for who in few}
        asked = {who: letter for _, letter, there, few in self.head.byes if there == number for who in few}
        found = self._sitting_out(number, asked | dict.fromkeys(away, "Z"))
        return found if any(found.values()) else {}

    def _sitting_out(self, number: int, asked: dict[int, str] | None = None) -> Found:
        byes: list[Found] = []
        absent: list[str] = []
        for one in self.players:
            span = self.spans[one.number]
            blank = Cell(None, "-", (asked or {}).get(one.number, "" if number > self.drawn else "Z"))
            cell = cell_at(one, number)
            letter = (cell if cell and cell.written else blank).letter
            if (cell and cell.opponent) or not letter or (span.left is not None and number > span.left):
                continue
            name, worth = str(one.number), self.worth[CODE_OF[letter]]
            if letter == "U":
                byes.append({"entrant": name, "points": worth})
            elif letter != "Z":
                byes.append({"entrant": name, "kind": "absent", "points": worth})
            elif number < span.since:
                byes.append({"entrant": name, "kind": "late"})
            elif self.swiss:
                absent.append(name)
        return {**({"byes": byes} if byes else {}), **({"absent": absent} if absent else {})}


def scale(worth: Mapping[str, int]) -> int:
    """Return by what points are multiplied to be whole: by two if there are halves (rule 14.5)."""
    return next(by for by in (1, 2, 10) if not any(one * by % 10 for one in worth.values()))


def _whole(worth: Mapping[str, int]) -> dict[str, int]:
    """Return points for tenths."""
    return {code: amount * scale(worth) // 10 for code, amount in worth.items()}


def _result(letters: Sequence[str]) -> Found | None:
    first, second = letters
    if not first:
        return None
    if first == second == "-":
        return {"kind": "both-absent", "places": [2, 2]}
    better = "1+"
    places = [1, 1] if first == "=" else [1, 2] if first in better else [2, 1]
    return {"kind": "walkover" if first in "+-" else "played", "places": places}
