"""TRF(x): writing. A stage of the door becomes lines that other programs read.

Knows: which letter says what (rules 14.2 to 14.8), what a file cannot say.
Does not know: columns (``trf_columns``), how a draw or a table is made.
"""

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

from cacho_tournaments.formats import answers, seeding
from cacho_tournaments.formats.base import Bye, Points, Result
from cacho_tournaments.formats.errors import BadStage
from cacho_tournaments.formats.points import CONTESTED, seated
from cacho_tournaments.formats.stage import Stage, read
from cacho_tournaments.formats.trf_columns import CODE_OF, NOTHING, WORTH, cell_text, decimal, player_text
from cacho_tournaments.formats.trf_head import TITLE

KINDS = {
    ("swiss", 1): "Individual: Swiss-System",
    ("league", 1): "Individual: Round-Robin",
    ("league", 2): "Individual: Double-Round-Robin",
}
HALVES = (2, 1, 0)  # win, tie and loss that are written 1, a half and 0
END = "\r\n"  # the format asks for a carriage return at the end of every line
MOST = 999  # tenths: what the column of points holds


def write(
    value: Any, *, title: Mapping[str, str] | None = None, names: Mapping[str, str] | None = None
) -> str:
    """Return a stage, as the door has it, as a TRF(x) file.

    ``title`` may have name, city, federation, start, end, referee and tempo; ``names`` are those of entrants by
    id. Raises: BadStage ``kind-not-in-trf``, ``points-not-in-trf``, ``bye-not-in-trf``, and what a stage that
    cannot be read raises.
    """
    stage = read(value)
    if (stage.format, stage.options.get("legs", 1)) not in KINDS:
        known = tuple(name for name, legs in KINDS if legs == 1)
        raise BadStage("kind-not-in-trf", path="format", format=stage.format, known=known)
    return "".join(f"{line}{END}" for line in _Text(stage, title or {}, names or {}).lines())


class _Text:
    """One stage on its way to text."""

    def __init__(self, stage: Stage, title: Mapping[str, str], names: Mapping[str, str]) -> None:
        self.stage, self.title, self.names = stage, title, names
        row = sorted(
            stage.entrants, key=lambda one: (one.seed is None, one.seed or 0, seeding.natural(one.id))
        )
        self.numbers = {one.id: number for number, one in enumerate(row, start=1)}
        self.row = row
        self.worth = _worth(stage.points)
        self.matches = {(match.round, side): match for match in stage.matches for side in seated(match)}
        self.byes = {(bye.round, bye.entrant): bye for bye in (*stage.byes, *stage.coming.byes)}
        self.rounds = self._rounds()

    def lines(self) -> Iterator[str]:
        """Yield the lines of the file, without their ends."""
        yield from (
            f"{code} {_plain(self.title[name])}" for name, code in TITLE.items() if self.title.get(name)
        )
        yield f"062 {len(self.row):03}"
        yield f"092 {KINDS[self.stage.format, self.stage.options.get('legs', 1)]}"
        yield f"XXR {self.rounds}"
        yield "XXC white1"
        if self.worth != WORTH:
            codes = ("W", "D", "L", "FL", "PAB", "ZPB")
            yield "XXS " + " ".join(f"{code}={decimal(self.worth[code])}" for code in codes)
        yield from self._apart()
        yield from self._players()

    def _rounds(self) -> int:
        drawn = self.stage.rounds + bool(self.stage.coming.byes)
        if self.stage.format == "swiss":
            return max(self.stage.options["rounds"] or 0, drawn, 1)
        sides = len(self.row)
        return max(drawn, int(self.stage.options["legs"]) * (sides - 1 + sides % 2))

    def _apart(self) -> Iterator[str]:
        pairs = {
            pair
            for few in self.stage.apart
            for pair in combinations(sorted(self.numbers[one] for one in few), 2)
        }
        yield from (f"XXP {one} {other}" for one, other in sorted(pairs))

    def _players(self) -> Iterator[str]:
        places = {row["entrant"]: row["place"] for row in answers.table(self.stage)["rows"]}
        for one in self.row:
            cells = [self._cell(one.id, number) for number in range(1, self.rounds + 1)]
            while cells and cells[-1] is None:
                cells.pop()
            amount = sum(self.worth[CODE_OF[cell[2]]] for cell in cells if cell and (cell[2] or not cell[0]))
            if amount > MOST:
                raise BadStage("points-not-in-trf", path="points", points=decimal(amount), most=decimal(MOST))
            text = "".join(cell_text(*cell) if cell else NOTHING for cell in cells)
            name = _plain(self.names.get(one.id, one.id))
            yield player_text(self.numbers[one.id], name, "", amount, places[one.id], text)

    def _cell(self, side: str, number: int) -> tuple[int | None, str, str] | None:
        """Return opponent, colour and letter of a round; None where nothing is known of it yet."""
        match, bye = self.matches.get((number, side)), self.byes.get((number, side))
        if match:
            own = match.seats.index(side)
            other = seated(match)[1 - own]
            return self.numbers[other], "wb"[own], _letter(match.result, own)
        if bye:
            return None, "-", self._bye(bye)
        if number <= self.stage.rounds or self._left(side, number):
            return None, "-", "Z"
        return None

    def _left(self, side: str, number: int) -> bool:
        one = next(one for one in self.row if one.id == side)
        after = self.stage.rounds if one.left_after_round is None else one.left_after_round
        return one.state != "in" and number > after

    def _bye(self, bye: Bye) -> str:
        """Return the letter of a round not played: U for a drawn bye, the others by what they are worth."""
        points = self.stage.points
        usual = points.bye if bye.kind == "bye" else points.absent
        worth = usual if bye.points is None else bye.points
        if bye.kind == "bye" and worth == points.bye:
            return "U"
        letters = {points.win: "F", points.tie: "H", points.absent: "Z"}
        if worth not in letters:
            path = f"rounds[{bye.round - 1}].byes"
            raise BadStage(
                "bye-not-in-trf", path=path, entrant=bye.entrant, points=worth, known=tuple(letters)
            )
        return letters[worth]


def _worth(points: Points) -> dict[str, int]:
    """Return tenths by the codes of a file (rule 14.5)."""
    halves = 5 if (points.win, points.tie, points.loss) == HALVES else 10
    codes = {
        "W": points.win,
        "D": points.tie,
        "L": points.loss,
        "FW": points.win,
        "FL": points.walkover_loss,
        "PAB": points.bye,
        "HPB": points.tie,
        "FPB": points.win,
        "ZPB": points.absent,
    }
    if min(codes.values()) < 0:
        raise BadStage("points-not-in-trf", path="points", points=min(codes.values()), most=decimal(MOST))
    return {code: worth * halves for code, worth in codes.items()}


def _letter(result: Result | None, own: int) -> str:
    if result is None:
        return ""
    mine, theirs = result.places[own], result.places[1 - own]
    if result.kind in CONTESTED:
        return "1" if mine < theirs else "0" if mine > theirs else "="
    return "+" if mine < theirs and result.kind != "both-absent" else "-"


def _plain(text: str) -> str:
    """Return the text on one line, without control characters."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
