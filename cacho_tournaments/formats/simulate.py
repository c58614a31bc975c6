"""Plays formats by lot, and has every draw and table checked.

Knows: how to make entrants and results by lot, the order of a tournament: groups, cut, bracket.
Does not know: games (box points are drawn from a plain range), the checks themselves.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from random import Random
from typing import Any

from cacho_tournaments.formats import brackets, checker, cuts, groups, knockout, round_robin, standings
from cacho_tournaments.formats.base import Entrant, Match, Note, Points, Qualifier, Result, Row

CLUBS = 6


@dataclass(slots=True)
class Account:
    """What a simulation saw: matches, notes of draws by code, faults."""

    matches: int = 0
    notes: Counter[str] = field(default_factory=Counter)
    faults: list[Note] = field(default_factory=list)


def run(name: str, *, entrants: int, seed: int, rounds: int | None = None, runs: int = 1) -> dict[str, Any]:
    """Play a format so many times and return the account. ``rounds`` plays only the first ones of a round
    robin.

    Raises: NoValidDraw where so many entrants make no such stage.
    """
    account = Account()
    for number in range(runs):
        rng = Random(seed + number)
        sides = field_of(entrants, rng)
        if name == "knockout":
            _bracket(
                [Qualifier(one.id, club=one.club, seed=one.seed) for one in sides],
                seed + number,
                rng,
                account,
            )
        elif name == "league":
            _league(sides, seed + number, rounds, rng, account)
        else:
            _groups(sides, seed + number, rounds, rng, account)
    faults = [asdict(one) for one in account.faults]
    counted = {"matches": account.matches, "notes": dict(sorted(account.notes.items())), "faults": faults}
    return {"format": name, "entrants": entrants, "runs": runs, **counted}


def field_of(entrants: int, rng: Random) -> list[Entrant]:
    """Return entrants by lot: some seeded, most in a club, clubs of uneven size."""
    seeded = int(rng.random() * (entrants + 1) / 2)
    return [
        Entrant(
            id=str(number),
            seed=number if number <= seeded else None,
            club=f"club {min(int(rng.random() * CLUBS), int(rng.random() * CLUBS))}"
            if rng.random() < 0.8
            else None,
        )
        for number in range(1, entrants + 1)
    ]


def result_of(rng: Random, *, ties: bool = True) -> Result:
    """Return a result of two sides by lot: mostly played, now and then nobody or only one there."""
    chance = rng.random()
    first, second = 100 + int(rng.random() * 160), 100 + int(rng.random() * 160)
    if first == second and not ties:
        first += 1
    places = (1 + (first < second), 1 + (second < first))
    if chance < 0.02:
        return Result("both-absent", (2, 2))
    if chance < 0.06:
        return Result("walkover", (1, 2) if places == (1, 1) else places)
    return Result("played", places, (first, second), instant=(chance > 0.98 and places[0] == 1, False))


def _league(sides: Sequence[Entrant], seed: int, rounds: int | None, rng: Random, account: Account) -> None:
    draw = round_robin.draw(sides, rng=Random(seed))
    account.faults += checker.groups_faults(draw, sides)
    _table(sides, _played(draw.matches, rounds, rng), seed, account)


def _groups(sides: Sequence[Entrant], seed: int, rounds: int | None, rng: Random, account: Account) -> None:
    draw = groups.draw(sides, rng=Random(seed))
    account.faults += checker.groups_faults(draw, sides)
    account.faults += checker.groups_differ(draw, list(reversed(sides)), seed=seed)
    account.notes.update(note.code for note in draw.notes)
    matches = _played(draw.matches, rounds, rng)
    tables: dict[str, tuple[Row, ...]] = {}
    for group in draw.groups:
        members = [one for one in sides if one.id in group.members]
        own = [match for match in matches if match.group == group.label]
        tables[group.label] = _table(members, own, seed, account)
    clubs = {one.id: one.club for one in sides if one.club}
    _bracket(cuts.qualifiers(tables, clubs=clubs, lot_seed=seed), seed, rng, account)


def _bracket(sides: Sequence[Qualifier], seed: int, rng: Random, account: Account) -> None:
    tree = knockout.draw(sides, rng=Random(seed))
    account.faults += checker.tree_faults(tree, sides)
    account.faults += checker.tree_differs(tree, list(reversed(sides)), seed=seed)
    account.notes.update(note.code for note in tree.notes)
    results: dict[str, Result] = {}
    for node in tree.nodes:
        if None not in brackets.advance(tree, results)[node.id]:
            results[node.id] = result_of(rng, ties=False)
    account.matches += len(results)
    placed = [side for _, side in brackets.placings(tree, results)]
    if sorted(placed) != sorted(one.id for one in sides):
        account.faults.append(Note("not-placed", {"placed": len(placed), "sides": len(sides)}))


def _played(matches: Sequence[Match], rounds: int | None, rng: Random) -> list[Match]:
    return [
        replace(match, result=result_of(rng)) if rounds is None or match.round <= rounds else match
        for match in matches
    ]


def _table(
    sides: Sequence[Entrant], matches: Sequence[Match], seed: int, account: Account
) -> tuple[Row, ...]:
    account.matches += sum(1 for match in matches if match.result)
    rows = standings.table(sides, matches, lot_seed=seed)
    account.faults += checker.table_faults(rows, matches, Points())
    turned = standings.table(list(reversed(sides)), list(reversed(matches)), lot_seed=seed)
    if turned != rows:
        account.faults.append(Note("order-matters", {"entrants": [row.entrant for row in rows]}))
    return rows
