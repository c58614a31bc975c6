"""The text form of games: headers, a line ``---``, then one turn a line; ``===`` between two games.

Knows: how a file is cut into games, headers and body lines, each with its place; how to write it back.
Does not know: what a body line means, or whether a turn was legal; ``replay`` asks the game.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from cacho_tournaments.errors import CachoError
from cacho_tournaments.games import get
from cacho_tournaments.games.base import Setup, SetupRefused
from cacho_tournaments.games.figures import whole
from cacho_tournaments.games.reading import one_line


class RecordError(CachoError):
    """A file that cannot be replayed at all. ``line`` and ``column`` count from 1 in the file.

    Codes: ``bad-encoding``, ``no-header``, ``bad-header``, ``missing-key``, ``repeated-key``, ``bad-value``, and
    those of SetupRefused.
    """

    def __init__(
        self, code: str, *, line: int, column: int = 1, rule: str | None = None, **facts: object
    ) -> None:
        super().__init__(code, rule=rule, line=line, column=column, **facts)
        self.line = line
        self.column = column


@dataclass(frozen=True, slots=True)
class Line:
    """One body line: its number in the file and its text, without comment and trailing blanks."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class Record:
    """One game as it is written down. ``other`` holds the headers that only people read, in their order."""

    game: str
    sides: tuple[str, ...]
    rules: str | None = None  # None: the game's default preset
    options: Mapping[str, str] = field(default_factory=dict)
    positions: Mapping[int, str] = field(default_factory=dict)
    to_move: int = 1
    source: str | None = None
    other: tuple[tuple[str, str], ...] = ()
    lines: tuple[Line, ...] = ()

    @property
    def preset(self) -> str:
        return self.rules or get(self.game).default_preset

    @property
    def setup(self) -> Setup:
        """Return the game as it begins. Raises: SetupRefused."""
        options = get(self.game).resolve(self.rules, self.options)
        players = tuple(len(side_name(side).members) or 1 for side in self.sides)
        return Setup(self.game, options, len(self.sides), self.positions, self.to_move, players)


@dataclass(frozen=True, slots=True)
class SideName:
    """A side in words: its name, and its players where they are listed."""

    name: str
    members: tuple[str, ...] = ()


def side_name(text: str) -> SideName:
    """Read the value of a ``side`` header.

    >>> side_name("Los Tigres = Ana Quispe + Luis Mamani").members
    ('Ana Quispe', 'Luis Mamani')
    """
    name, equals, members = text.partition("=")
    if not equals:
        return SideName(text.strip())
    return SideName(name.strip(), tuple(part for member in members.split("+") if (part := member.strip())))


@dataclass(frozen=True, slots=True)
class _Header:
    line: int
    key: str
    value: str
    column: int  # where the value begins


_BETWEEN_GAMES = "==="
_END_OF_HEADER = "---"
_ONCE = ("game", "rules", "to-move", "source")
_HEADER = re.compile(r"\s*([A-Za-z][A-Za-z0-9_-]*)\s*:\s*(.*)")
_START = re.compile(r"([1-9][0-9]?)(?:\s+|$)(.*)")


def decode(content: bytes) -> str:
    """Return the text of a file. Raises: RecordError ``bad-encoding`` where it is not UTF-8."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = content[: error.start]
        column = error.start - (before.rfind(b"\n") + 1) + 1
        raise RecordError("bad-encoding", line=before.count(b"\n") + 1, column=column) from error


def parse(text: str) -> tuple[Record, ...]:
    """Read every game of a file. Raises: RecordError with the place of what makes the file useless."""
    games: list[list[Line]] = [[]]
    number = 0
    for number, raw in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        cut = raw.partition(";")[0].rstrip()
        if cut == _BETWEEN_GAMES:
            games.append([])
        elif cut:
            games[-1].append(Line(number, cut))
    written = [lines for lines in games if lines]
    if not written:
        raise RecordError("no-header", line=1)
    return tuple(_game(lines) for lines in written)


def _game(lines: list[Line]) -> Record:
    ends = next((place for place, line in enumerate(lines) if line.text == _END_OF_HEADER), None)
    if ends is None:
        raise RecordError("no-header", line=lines[0].number)
    headers = [_header(line) for line in lines[:ends]]
    for place, header in enumerate(headers):
        if header.key in _ONCE and any(header.key == earlier.key for earlier in headers[:place]):
            raise RecordError("repeated-key", line=header.line, key=header.key)
    once = {header.key: header for header in headers if header.key in _ONCE}
    for key in ("game", "side"):
        if not any(header.key == key for header in headers):
            raise RecordError("missing-key", line=lines[ends].number, key=key)
    record = Record(
        game=once["game"].value,
        sides=tuple(header.value for header in headers if header.key == "side"),
        rules=once["rules"].value if "rules" in once else None,
        options=dict(_option(header) for header in headers if header.key == "option"),
        positions=_positions(headers),
        to_move=_to_move(once["to-move"]) if "to-move" in once else 1,
        source=once["source"].value if "source" in once else None,
        other=tuple((header.key, header.value) for header in headers if header.key not in _READ),
        lines=tuple(lines[ends + 1 :]),
    )
    _check_setup(record, headers)
    return record


_READ = frozenset({*_ONCE, "option", "side", "start"})


def _header(line: Line) -> _Header:
    found = _HEADER.fullmatch(line.text)
    if found is None:
        column = len(line.text) - len(line.text.lstrip()) + 1
        raise RecordError("bad-header", line=line.number, column=column, found=line.text.strip())
    if not found[2] and found[1] in _READ:
        raise RecordError("bad-value", line=line.number, column=found.start(2) + 1, key=found[1], found="")
    return _Header(line.number, found[1], found[2], found.start(2) + 1)


def _option(header: _Header) -> tuple[str, str]:
    name, equals, value = header.value.partition("=")
    if not equals:
        raise RecordError(
            "bad-value", line=header.line, column=header.column, key="option", found=header.value
        )
    return name.strip(), value.strip()


def _positions(headers: Iterable[_Header]) -> dict[int, str]:
    """Gather what each side's sheet holds; a side's second ``start`` line goes on where the first ended."""
    positions: dict[int, str] = {}
    for header in headers:
        if header.key != "start":
            continue
        found = _START.fullmatch(header.value)
        if found is None:
            raise RecordError(
                "bad-value", line=header.line, column=header.column, key="start", found=header.value
            )
        side = int(found[1])
        positions[side] = f"{positions.get(side, '')} {found[2]}".strip()
    return positions


def _to_move(header: _Header) -> int:
    number = whole(header.value)
    if number is None:
        raise RecordError(
            "bad-value", line=header.line, column=header.column, key="to-move", found=header.value
        )
    return number


def _check_setup(record: Record, headers: list[_Header]) -> None:
    """Raise where the game cannot begin like this, with the place of the header that is to blame."""
    try:
        record.setup.begin(get(record.game))
    except SetupRefused as refusal:
        header = _blamed(refusal, headers)
        raise RecordError(
            refusal.code, line=header.line, column=header.column, rule=refusal.rule, **refusal.facts
        ) from refusal


def _blamed(refusal: SetupRefused, headers: list[_Header]) -> _Header:
    """Return the header that the refusal is about; the last one of several."""
    facts = refusal.facts
    if refusal.code == "unknown-preset":
        found = [header for header in headers if header.key == "rules"]
    elif refusal.code in ("unknown-option", "unknown-value"):
        found = [
            header for header in headers if header.key == "option" and _option(header)[0] == facts["option"]
        ]
    elif refusal.code == "impossible-start":
        side = str(facts["side"])
        starts = [header for header in headers if header.key == "start" and header.value.split()[0] == side]
        exact = [header for header in starts if str(facts.get("token")) in header.value.split()]
        found = exact or starts or [header for header in headers if header.key == "to-move"]
    else:
        key = "game" if refusal.code == "unknown-game" else "side"
        found = [header for header in headers if header.key == key]
    return (found or headers)[-1]


def write(records: Iterable[Record]) -> str:
    """Write games as one file; reading it back gives the same games, but for the numbers of the lines."""
    return f"{_BETWEEN_GAMES}\n".join("".join(f"{line}\n" for line in _written(record)) for record in records)


def _written(record: Record) -> Iterator[str]:
    yield f"game: {record.game}"
    if record.rules:
        yield f"rules: {record.rules}"
    for name, value in record.options.items():
        yield f"option: {name}={value}"
    for side in record.sides:
        yield f"side: {one_line(side)}"
    for number, position in record.positions.items():
        yield f"start: {number} {position}".rstrip()
    if record.to_move != 1:
        yield f"to-move: {record.to_move}"
    if record.source:
        yield f"source: {one_line(record.source)}"
    for key, value in record.other:
        yield f"{key}: {one_line(value)}".rstrip()
    yield _END_OF_HEADER
    for line in record.lines:
        yield line.text
