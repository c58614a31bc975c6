"""The lines of a TRF(x) file that speak of the whole event: rounds, kind, what results are worth, who may not meet.

Knows: records 062, 092, 132, 142, 162, 240, 260 and the XX lines (rules 14.5 to 14.8).
Does not know: players' rounds, stages.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from cacho_tournaments.formats.trf_columns import FOLLOWING, WORTH, Fault, tenths

# Facts that a writer may be given and a reader finds again, by the code of their line.
TITLE = {
    "name": "012",
    "city": "022",
    "federation": "032",
    "start": "042",
    "end": "052",
    "referee": "102",
    "tempo": "122",
}
# What these lines add to sums or to pairings no stage can hold; leaving them out would change who meets whom.
BEYOND = ("XXA", "250", "299", "013", "310")
NEWER = {"W": ("W", "FW", "FPB"), "D": ("D", "HPB"), "L": ("L",), "A": ("ZPB", "FL"), "P": ("PAB",)}
MOST_ROUNDS = 999  # the format has three columns for a round's number
COLOURED = {"WW": "BW", "WD": "BD", "WL": "BL"}


@dataclass(slots=True)
class Head:
    """What the file says of the event as a whole. Line numbers are kept to name faults."""

    rounds: int | None = None
    rounds_line: int = 0
    dates: int = 0
    format: str = "swiss"
    legs: int = 1
    players: int | None = None
    players_line: int = 0
    worth: dict[str, int] = field(default_factory=lambda: dict(WORTH))
    apart: list[tuple[int, tuple[int, ...]]] = field(default_factory=list)
    byes: list[tuple[int, str, int, tuple[int, ...]]] = field(default_factory=list)
    away: list[tuple[int, tuple[int, ...]]] = field(default_factory=list)
    title: dict[str, str] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)

    def take(self, line: int, text: str) -> None:
        """Take a line in; what is not known here is left to others."""
        code, rest = text[:3], text[4:].strip()
        if code in BEYOND:
            self.faults.append(Fault(line, "record-beyond-a-stage", 1, {"record": code}))
        elif code in _READERS:
            _READERS[code](self, line, text)
        for name, known in TITLE.items():
            if code == known and rest:
                self.title[name] = rest

    def finish(self, last_line: int) -> None:
        """Name what the file ought to have said by its end."""
        if not self.rounds and not any(one.code == "rounds-unreadable" for one in self.faults):
            self.faults.append(Fault(last_line, "rounds-missing"))

    def _rounds(self, line: int, text: str) -> None:
        number = text[4:].strip()
        if not _whole(number) or int(number) > MOST_ROUNDS:
            self.faults.append(Fault(line, "rounds-unreadable", 5, {"found": number}))
        elif self.rounds not in (None, int(number)):
            self.faults.append(Fault(line, "rounds-twice", 5, {"first": self.rounds, "second": int(number)}))
        else:
            self.rounds, self.rounds_line = int(number), line

    def _dates(self, line: int, text: str) -> None:
        self.dates = len(text[91:].split())

    def _players(self, line: int, text: str) -> None:
        found = re.match(r"\s*(\d+)", text[4:])
        if found:
            self.players, self.players_line = int(found[1]), line

    def _kind(self, line: int, text: str) -> None:
        kind = text[4:].lower()
        if "team" in kind or "knock" in kind or "elimination" in kind:
            self.faults.append(Fault(line, "kind-beyond-a-stage", 5, {"found": text[4:].strip()}))
        elif "robin" in kind or "all play all" in kind or "schev" in kind:
            self.format, self.legs = "league", 2 if "double" in kind else 1

    def _points(self, line: int, text: str) -> None:
        seen: dict[str, int] = {}
        for found in re.finditer(r"\S+", text[4:]):
            code, _, figure = found[0].partition("=")
            amount = tenths(figure)
            if amount is None or code not in {*WORTH, *COLOURED, *COLOURED.values()}:
                self.faults.append(
                    Fault(line, "points-code-unreadable", 5 + found.start(), {"found": found[0]})
                )
            else:
                seen[code] = amount
        for white, black in COLOURED.items():
            if seen.get(white, -1) != seen.get(black, -1):
                self.faults.append(Fault(line, "points-by-colour", 5, {"codes": (white, black)}))
            elif white in seen:
                self.worth[white[1]] = seen[white]
        # The letter that stands for several kinds speaks first, whatever the order on the line.
        for code in sorted((one for one in seen if one in WORTH), key=len):
            self.worth.update(dict.fromkeys((code, *FOLLOWING.get(code, ())), seen[code]))

    def _newer_points(self, line: int, text: str) -> None:
        won = None
        for found in re.finditer(r"([A-Z])\s*(\d+[.,]\d|\d+)", text[4:]):
            if found[1] in NEWER:
                self.worth.update(dict.fromkeys(NEWER[found[1]], tenths(found[2]) or 0))
                won = self.worth["W"] if found[1] == "W" and won is None else won
            elif found[1] != "X":
                self.faults.append(
                    Fault(line, "points-code-unreadable", 5 + found.start(), {"found": found[0]})
                )
        if won is not None and not re.search(r"\bP\s*\d", text[4:]):
            self.worth["PAB"] = won

    def _apart(self, line: int, text: str) -> None:
        numbers = self._numbers(line, text, 4)
        if len(numbers) > 1:
            self.apart.append((line, numbers))

    def _apart_in_rounds(self, line: int, text: str) -> None:
        numbers = self._numbers(line, text, 12)
        if len(numbers) > 1:
            self.apart.append((line, numbers))

    def _byes(self, line: int, text: str) -> None:
        letter, number = text[4:5].upper(), text[6:9].strip()
        if letter not in tuple("FHZ") or not _whole(number):
            self.faults.append(Fault(line, "bye-unreadable", 5, {"found": text[4:9].strip()}))
            return
        self.byes.append((line, letter, int(number), self._numbers(line, text, 10)))

    def _away(self, line: int, text: str) -> None:
        self.away.append((line, self._numbers(line, text, 4)))

    def _numbers(self, line: int, text: str, start: int) -> tuple[int, ...]:
        found: list[int] = []
        for one in re.finditer(r"\S+", text[start:]):
            if _whole(one[0]):
                found.append(int(one[0]))
            else:
                self.faults.append(
                    Fault(line, "number-unreadable", start + one.start() + 1, {"found": one[0]})
                )
        return tuple(found)


def _whole(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 10 and int(text) > 0


_READERS: Mapping[str, Callable[[Head, int, str], None]] = {
    "XXR": Head._rounds,
    "142": Head._rounds,
    "132": Head._dates,
    "062": Head._players,
    "092": Head._kind,
    "XXS": Head._points,
    "162": Head._newer_points,
    "XXP": Head._apart,
    "260": Head._apart_in_rounds,
    "240": Head._byes,
    "XXZ": Head._away,
}
