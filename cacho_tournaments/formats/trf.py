"""TRF(x), the text form in which programs for Swiss and round-robin events exchange a whole event: reading.

Knows: which lines must fit each other (rules 14.9 to 14.11).
Does not know: columns (``trf_columns``), lines of the event (``trf_head``), how lines become a stage
(``trf_stage``), draws, tables.

Every fault of a file is named at once. What follows from a fault that was named already is not named again.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from cacho_tournaments.formats.errors import BadStage
from cacho_tournaments.formats.trf_columns import (
    CODE_OF,
    FITTING,
    Cell,
    Fault,
    Player,
    cell_at,
    column,
    decimal,
    player,
)
from cacho_tournaments.formats.trf_head import Head
from cacho_tournaments.formats.trf_stage import scale, stage_of
from cacho_tournaments.formats.trf_writer import write

__all__ = ["decoded", "names", "read", "title", "totals", "write"]

OTHER = {"w": "b", "b": "w"}


def read(text: str) -> dict[str, Any]:
    """Return the event as a stage of the door; a start number is the entrant's id and seed.

    Raises: BadStage ``trf-faults``, whose fact ``faults`` lists every fault with its line.
    """
    head, players, faults = _lines(text)
    if faults:
        raise BadStage("trf-faults", path="", faults=[one.shown() for one in faults])
    return stage_of(head, players)


def title(text: str) -> dict[str, str]:
    """Return what the file says of the event beside the stage: name, city, federation, start, end, referee."""
    return _lines(text)[0].title


def names(text: str) -> dict[str, str]:
    """Return the names of the entrants by their ids."""
    return {str(one.number): one.name for one in _lines(text)[1]}


def totals(text: str) -> dict[str, int]:
    """Return the points that everybody has by the file, in the whole numbers of its stage (rule 14.5)."""
    head, players, _ = _lines(text)
    by = scale(head.worth)
    return {str(one.number): (one.tenths or 0) * by // 10 for one in players}


def decoded(raw: bytes) -> str:
    """Return the text of a file: UTF-8, or what older programs write in this part of the world."""
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return raw.decode("cp1252", errors="replace")


def _lines(text: str) -> tuple[Head, list[Player], list[Fault]]:
    head, players, faults = Head(), dict[int, Player](), list[Fault]()
    lines = re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff").rstrip())
    for line, content in enumerate(lines, start=1):
        if content[:3] != "001":
            head.take(line, content)
            continue
        found, own = player(content, line)
        if found and found.number in players:
            first = players[found.number].line
            own = [Fault(line, "number-twice", 5, {"number": found.number, "first": first})]
        elif found:
            players[found.number] = found
        faults += own
    head.finish(len(lines))
    last = head.rounds or head.dates
    faults = [one for one in faults if not last or one.facts.get("round", 0) <= last]
    row = [players[number] for number in sorted(players)]
    faults += head.faults + list(_event_faults(head, row)) + list(_round_faults(head, row))
    return head, row, sorted(faults, key=lambda one: (one.line, one.column or 0))


def _event_faults(head: Head, players: Sequence[Player]) -> Iterator[Fault]:
    if not players:
        yield Fault(1, "no-players")
    elif head.players not in (None, len(players)):
        facts = {"said": head.players, "counted": len(players)}
        yield Fault(head.players_line, "players-differ", 5, facts)
    known = {one.number for one in players}
    for line, numbers in (*head.apart, *head.away, *((line, named) for line, _, _, named in head.byes)):
        for number in sorted(set(numbers) - known):
            yield Fault(line, "number-unknown", 5, {"number": number})


def _round_faults(head: Head, players: Sequence[Player]) -> Iterator[Fault]:
    last = head.rounds or head.dates or None
    by_number = {one.number: one for one in players}
    for one in players:
        if last and len(one.cells) > last:
            facts: dict[str, Any] = {"number": one.number, "round": last + 1, "rounds": last}
            yield Fault(one.line, "round-too-many", column(last + 1), facts)
        for number, cell in enumerate(one.cells[:last], start=1):
            if cell and cell.opponent:
                yield from _meeting_faults(one, cell, number, by_number)
        if last and None not in one.cells[:last] and one.tenths is not None:
            counted = sum(
                head.worth[CODE_OF[cell.letter]] for cell in one.cells[:last] if cell and _ended(cell)
            )
            if counted != one.tenths:
                facts = {"number": one.number, "said": decimal(one.tenths), "counted": decimal(counted)}
                yield Fault(one.line, "points-differ", 81, facts)
    for number in range(1, max((len(one.cells) for one in players), default=0) + 1):
        free = [one for one in players if (cell := cell_at(one, number)) and cell.letter == "U"]
        if len(free) > 1:
            facts = {"round": number, "numbers": tuple(one.number for one in free)}
            yield Fault(free[1].line, "bye-twice", column(number), facts)


def _ended(cell: Cell) -> bool:
    return not (cell.opponent and not cell.letter)


def _meeting_faults(one: Player, cell: Cell, number: int, by_number: dict[int, Player]) -> Iterator[Fault]:
    at = column(number)
    facts: dict[str, Any] = {"number": one.number, "round": number, "opponent": cell.opponent}
    other = by_number.get(cell.opponent or 0)
    if other is None:
        yield Fault(one.line, "opponent-unknown", at, facts)
        return
    back = cell_at(other, number)
    if back is None and number <= len(other.cells):
        return  # the opponent's round is a fault of its own
    if back is None or back.opponent != one.number:
        yield Fault(one.line, "opponent-not-mutual", at, facts)
    elif one.number < other.number:
        if back.letter not in FITTING[cell.letter]:
            results = {"results": (cell.letter, back.letter)}
            yield Fault(one.line, "results-do-not-fit", at + 7, {**facts, **results})
        if back.colour != OTHER[cell.colour]:
            yield Fault(one.line, "colours-do-not-fit", at + 5, facts)
