"""The columns of a TRF(x) file: what stands where in a line, one line at a time.

Knows: fixed columns, letters of results, tenths of points (rules 14.1 to 14.4).
Does not know: other lines, stages, whether two lines fit each other.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

NUMBER, SEX, NAME, FEDERATION, POINTS, RANK = (
    slice(4, 8),
    slice(9, 10),
    slice(14, 47),
    slice(53, 56),
    slice(80, 84),
    slice(85, 89),
)
CELLS, STEP = 91, 10
NOTHING = " " * STEP  # a round of which nothing is known yet
BYES = "UHFZ"
FORFEITS = "+-"
# The letters of a game that lasted no move count like those of any other.
PLAYED = {"1": "1", "=": "=", "0": "0", "W": "1", "D": "=", "L": "0"}
FITTING = {"1": ("0",), "=": ("=",), "0": ("1",), "+": ("-",), "-": ("-", "+"), "": ("",)}
# Before 2012 a free round was written as a forfeit against nobody.
ALONE = {"+": "F", "-": "Z", "": "Z"}
# In tenths; every code may also be written for one colour (WW, BW), which a stage cannot hold.
WORTH = {"W": 10, "D": 5, "L": 0, "FW": 10, "FL": 0, "PAB": 10, "HPB": 5, "FPB": 10, "ZPB": 0}
FOLLOWING = {"W": ("FW", "FPB"), "D": ("HPB",), "L": ("FL", "ZPB")}
CODE_OF = {
    "1": "W",
    "=": "D",
    "0": "L",
    "+": "FW",
    "-": "FL",
    "U": "PAB",
    "H": "HPB",
    "F": "FPB",
    "Z": "ZPB",
    "": "ZPB",
}


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault of a file: its line from 1, its column from 1 where one is to blame, a code and facts."""

    line: int
    code: str
    column: int | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)

    def shown(self) -> dict[str, Any]:
        """Return the fault as the door tells it."""
        column = {} if self.column is None else {"column": self.column}
        return {"line": self.line, **column, "code": self.code, "facts": dict(self.facts)}


@dataclass(frozen=True, slots=True)
class Cell:
    """What one line says of one round: the opponent's number or None, the colour, the letter ("" for none)."""

    opponent: int | None
    colour: str
    letter: str
    written: bool = True  # False for blanks, which stand for an absence


@dataclass(frozen=True, slots=True)
class Player:
    """A line 001. A cell that cannot be read is None: nothing is concluded from it."""

    line: int
    number: int
    name: str
    sex: str
    federation: str
    tenths: int | None
    cells: tuple[Cell | None, ...]


def cell_at(one: Player, number: int) -> Cell | None:
    """Return what a player's line says of a round; None where it says nothing that can be read."""
    return one.cells[number - 1] if number <= len(one.cells) else None


def column(number: int) -> int:
    """Return the column, from 1, at which a round begins."""
    return CELLS + 1 + STEP * (number - 1)


def tenths(text: str) -> int | None:
    """Read points with at most one decimal; None where they cannot be read."""
    found = re.fullmatch(r"(\d*)(?:[.,](\d))?", text.strip())
    if not found or not any(found.groups()):
        return None
    return 10 * int(found[1] or 0) + int(found[2] or 0)


def decimal(amount: int) -> str:
    """Write tenths as points with one decimal."""
    return f"{amount // 10}.{amount % 10}"


def player(text: str, line: int) -> tuple[Player | None, list[Fault]]:
    """Read a line 001. Without a start number there is no player, whatever else the line holds."""
    faults: list[Fault] = []
    digits = text[NUMBER].strip()
    if not digits.isascii() or not digits.isdigit() or int(digits) == 0:
        return None, [Fault(line, "number-unreadable", 5, {"found": digits})]
    number = int(digits)
    amount = tenths(text[POINTS])
    if amount is None:
        faults.append(Fault(line, "points-unreadable", 81, {"number": number, "found": text[POINTS].strip()}))
    cells: list[Cell | None] = []
    for round_number, part in enumerate(_parts(text), start=1):
        cell, fault = _cell(part, number, round_number, line)
        cells.append(cell)
        faults += [fault] if fault else []
    name, sex, federation = text[NAME].strip(), text[SEX].strip(), text[FEDERATION].strip()
    return Player(line, number, name, sex, federation, amount, tuple(cells)), faults


def cell_text(opponent: int | None, colour: str, letter: str) -> str:
    """Write what a line says of one round."""
    return f"  {f'{opponent:4}' if opponent else '0000'} {colour} {letter or ' '}"


def player_text(number: int, name: str, federation: str, amount: int, rank: int, cells: str) -> str:
    """Write a line 001; ``cells`` are the rounds, as ``cell_text`` writes them."""
    who = f"001 {number:4}{'':6}{name[:33]:33}{'':6}{federation[:3]:3}"
    return f"{who}{'':24}{decimal(amount):>4} {rank:4}{cells}"


def _parts(text: str) -> Iterator[str]:
    for start in range(CELLS, len(text.rstrip()), STEP):
        yield text[start : start + STEP - 2].ljust(STEP - 2)


def _cell(part: str, number: int, round_number: int, line: int) -> tuple[Cell | None, Fault | None]:
    facts: dict[str, Any] = {"number": number, "round": round_number}

    def fault(code: str, **more: Any) -> tuple[None, Fault]:
        return None, Fault(line, code, column(round_number), {**facts, **more})

    digits, colour, letter = part[:4].strip(), part[5].strip().lower() or "-", part[7].strip().upper()
    if part[4] + part[6] != "  " or (digits and not (digits.isascii() and digits.isdigit())):
        return fault("round-unreadable", found=part.strip())
    if not part.strip():
        return Cell(None, "-", "Z", written=False), None
    if colour not in "wb-" or letter not in [*PLAYED, *FORFEITS, *BYES, ""]:
        return fault("result-unknown", found=part.strip())
    opponent = int(digits or 0) or None
    if opponent is None:
        if letter in PLAYED:
            return fault("opponent-missing", result=letter)
        return Cell(None, "-", ALONE.get(letter, letter)), None
    if letter in BYES and letter:
        return fault("bye-with-opponent", opponent=opponent, result=letter)
    if opponent == number:
        return fault("opponent-self", opponent=opponent)
    if colour == "-":
        return fault("colour-missing", opponent=opponent)
    return Cell(opponent, colour, PLAYED.get(letter, letter)), None
