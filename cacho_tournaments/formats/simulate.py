"""Plays formats by lot, and has every draw and table checked.

Knows: the order of a tournament: groups, cut, bracket; how many of which size to play.
Does not know: games, the checks themselves, rounds drawn one by one (``simulate_rounds``).
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from random import Random
from typing import Any

from cacho_tournaments.formats import (
    brackets,
    checker,
    cuts,
    double_elimination,
    groups,
    knockout,
    points,
    round_robin,
    seeding,
    simulate_rounds,
    standings,
)
from cacho_tournaments.formats.base import Entrant, Group, Match, Note, Points, Qualifier, Result, Row, Tree
from cacho_tournaments.formats.errors import NoValidDraw
from cacho_tournaments.formats.lots import Account, field_of, renamed, result_of

Sizes = int | tuple[int, int]
LEAVES = 0.03  # how often, of one, somebody leaves a league or a group before it is over


def run(name: str, *, entrants: Sizes, seed: int, rounds: int | None = None, runs: int = 1) -> dict[str, Any]:
    """Play a format so many times and return the account. ``entrants`` is a number, or the least and the most of
    those drawn by lot; ``rounds`` plays only the first ones of a round robin, or so many of rounds drawn one by one.

    Raises: NoValidDraw where a number that was asked for makes no such stage. Of numbers drawn by lot, those that
    make none are counted by the code of the refusal.
    """
    account = Account()
    for number in range(runs):
        rng = Random(seed + number)
        sides = field_of(entrants if isinstance(entrants, int) else _between(*entrants, rng), rng)
        try:
            _PLAY[name](sides, seed + number, rounds, rng, account)
        except NoValidDraw as refusal:
            if isinstance(entrants, int):
                raise
            account.refused[refusal.code] += 1
    return {
        "format": name,
        "entrants": entrants if isinstance(entrants, int) else list(entrants),
        "runs": runs,
        "matches": account.matches,
        "refused": dict(sorted(account.refused.items())),
        "notes": dict(sorted(account.notes.items())),
        "faults": [asdict(one) for one in account.faults],
    }


def _between(least: int, most: int, rng: Random) -> int:
    return least + int(rng.random() * (most - least + 1))


def _league(sides: Sequence[Entrant], seed: int, rounds: int | None, rng: Random, account: Account) -> None:
    legs = 1 + (rng.random() < 0.2)
    draw = round_robin.draw(sides, rng=Random(seed), legs=legs)
    account.faults += checker.groups_faults(draw, sides, legs=legs)
    other = round_robin.draw(renamed(list(reversed(sides))), rng=Random(seed), legs=legs)
    _same_groups(draw.groups, other.groups, account)
    _table(*_left(sides, _played(draw.matches, rounds, rng), rng), seed, account)


def _groups(sides: Sequence[Entrant], seed: int, rounds: int | None, rng: Random, account: Account) -> None:
    draw = groups.draw(sides, rng=Random(seed))
    account.faults += checker.groups_faults(draw, sides)
    account.faults += checker.groups_differ(draw, list(reversed(sides)), seed=seed)
    _same_groups(draw.groups, groups.draw(renamed(sides), rng=Random(seed)).groups, account)
    account.notes.update(note.code for note in draw.notes)
    there, matches = _left(sides, _played(draw.matches, rounds, rng), rng)
    tables: dict[str, tuple[Row, ...]] = {}
    for group in draw.groups:
        members = [one for one in there if one.id in group.members]
        own = [match for match in matches if match.group == group.label]
        tables[group.label] = _table(members, own, seed, account)
    clubs = {one.id: one.club for one in sides if one.club}
    gone = [one.id for one in there if one.state != "in"]
    _bracket(
        cuts.qualifiers(tables, out=gone, clubs=clubs, lot_seed=seed), "knockout", {}, seed, rng, account
    )


def _knockout(sides: Sequence[Entrant], seed: int, rounds: int | None, rng: Random, account: Account) -> None:
    until = 1 << int(rng.random() ** 3 * max(1, len(sides) - 1).bit_length())
    options: dict[str, Any] = {"third_place": rng.random() < 0.5, "consolation": rng.random() < 0.5}
    if until < len(sides):
        options["until"] = until
    _bracket(_qualifiers(sides), "knockout", options, seed, rng, account)


def _double(sides: Sequence[Entrant], seed: int, rounds: int | None, rng: Random, account: Account) -> None:
    _bracket(_qualifiers(sides), "double-elimination", {"reset": rng.random() < 0.7}, seed, rng, account)


def _by_round(name: str) -> "Play":
    def play(sides: Sequence[Entrant], seed: int, rounds: int | None, rng: Random, account: Account) -> None:
        simulate_rounds.play(name, sides, seed, rounds, rng, account)

    return play


def _qualifiers(sides: Sequence[Entrant]) -> list[Qualifier]:
    return [Qualifier(one.id, club=one.club, seed=one.seed) for one in sides]


def _bracket(
    sides: Sequence[Qualifier], name: str, options: dict[str, Any], seed: int, rng: Random, account: Account
) -> None:
    draw: Callable[..., Tree] = knockout.draw if name == "knockout" else double_elimination.draw
    tree = draw(sides, rng=Random(seed), **options)
    account.faults += checker.tree_faults(tree, sides)
    account.faults += checker.tree_differs(tree, list(reversed(sides)), seed=seed, format=name, **options)
    other = draw([replace(one, id=f"s{one.id}") for one in sides], rng=Random(seed), **options)
    if [[side and f"s{side}" for side in node.seats] for node in tree.nodes] != [
        list(node.seats) for node in other.nodes
    ]:
        account.faults.append(Note("names-matter", {"sides": len(sides)}))
    account.notes.update(note.code for note in tree.notes)
    results = _walked(tree, rng)
    account.matches += len(results)
    placed = brackets.placings(tree, results)
    if sorted(side for _, side in placed) != sorted(one.id for one in sides):
        account.faults.append(Note("not-placed", {"placed": len(placed), "sides": len(sides)}))
    turned = {node: results[node] for node in seeding.shuffled(results, rng)}
    if brackets.placings(tree, turned) != placed:
        account.faults.append(Note("order-matters", {"sides": len(sides)}))


def _walked(tree: Tree, rng: Random) -> dict[str, Result]:
    """Play a bracket to its end, whichever of the matches that are ready comes first."""
    results: dict[str, Result] = {}
    left = list(tree.nodes)
    while left:
        seats = brackets.advance(tree, results)
        ready = [node for node in left if None not in seats[node.id]]
        if not ready:
            break
        # Several at once, as in a hall; a large bracket would take too long one by one.
        for node in seeding.shuffled(ready, rng)[: 1 + len(ready) // 2]:
            results[node.id] = result_of(rng, ties=False)
            left.remove(node)
    return results


def _same_groups(drawn: Sequence[Group], other: Sequence[Group], account: Account) -> None:
    if [[f"s{side}" for side in one.members] for one in drawn] != [list(one.members) for one in other]:
        account.faults.append(Note("names-matter", {"groups": len(drawn)}))


def _played(matches: Sequence[Match], rounds: int | None, rng: Random) -> list[Match]:
    return [
        replace(match, result=result_of(rng)) if rounds is None or match.round <= rounds else match
        for match in matches
    ]


def _left(
    sides: Sequence[Entrant], matches: Sequence[Match], rng: Random
) -> tuple[list[Entrant], list[Match]]:
    """Let some leave after a round by lot: what they had still to play has no result."""
    last = max((match.round for match in matches), default=1)
    gone = {one.id: int(rng.random() * (last + 1)) for one in sides if rng.random() < LEAVES}
    states = {side: "withdrawn" if rng.random() < 0.8 else "disqualified" for side in gone}
    there = [replace(one, state=states.get(one.id, "in"), left_after_round=gone.get(one.id)) for one in sides]
    return there, [
        replace(match, result=None)
        if any(match.round > gone.get(side or "", last) for side in match.seats)
        else match
        for match in matches
    ]


def _table(
    sides: Sequence[Entrant], matches: Sequence[Match], seed: int, account: Account
) -> tuple[Row, ...]:
    account.matches += sum(1 for match in matches if match.result)
    rows = standings.table(sides, matches, lot_seed=seed)
    out = points.struck(sides, matches)
    account.faults += checker.table_faults(rows, points.counted(matches, out), Points())
    turned = standings.table(list(reversed(sides)), list(reversed(matches)), lot_seed=seed)
    if turned != rows:
        account.faults.append(Note("order-matters", {"entrants": [row.entrant for row in rows]}))
    return rows


Play = Callable[[Sequence[Entrant], int, int | None, Random, Account], None]
_PLAY: dict[str, Play] = {
    "league": _league,
    "groups": _groups,
    "knockout": _knockout,
    "double-elimination": _double,
    "swiss": _by_round("swiss"),
    "tables": _by_round("tables"),
}
