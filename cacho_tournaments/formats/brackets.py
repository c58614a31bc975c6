"""Trees of matches: laid out from slots, walked with results, changed by hand.

Knows: slots, byes, winners and losers that move on, absences that leave a seat empty for good.
Does not know: how the slots were drawn, groups, clubs, chance.

A tree holds no result. Who sits where is worked out from the results each time, from the first round on, so a
correction taken back leaves the bracket exactly as it was (rule 4.7).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from cacho_tournaments.formats import points
from cacho_tournaments.formats.base import Node, Result, Source, Tree

THIRD = "third-place"
Seats = tuple[str | None, str | None]


@dataclass(frozen=True, slots=True)
class _Arrival:
    """What comes to a seat: a side, nobody ever, or (neither) a side not yet known."""

    side: str | None = None
    nobody: bool = False


_OPEN, _NOBODY = _Arrival(), _Arrival(nobody=True)


@dataclass(frozen=True, slots=True)
class _Played:
    """A node with what came to its seats and what leaves it."""

    node: Node
    seats: tuple[_Arrival, _Arrival]
    winner: _Arrival
    loser: _Arrival

    @property
    def sides(self) -> tuple[str, ...]:
        return tuple(one.side for one in self.seats if one.side is not None)


def plant(slots: Sequence[str | None], *, third_place: bool = True) -> Tree:
    """Return the tree over the slots, a power of two of them; an empty slot is a bye (rules 4.1, 4.6)."""
    rounds = (len(slots) - 1).bit_length()
    nodes: list[Node] = []
    coming: list[str | Source | None] = list(slots)
    for number in range(1, rounds + 1):
        bracket = "final" if number == rounds else "winners"
        on: list[str | Source | None] = []
        for slot, (first, second) in enumerate(zip(coming[::2], coming[1::2], strict=True)):
            if first is None or second is None:
                on.append(second if first is None else first)
                continue
            node = _node(f"r{number}m{slot + 1}", number, bracket, slot, (first, second))
            nodes.append(node)
            on.append(Source(node.id, "winner"))
        coming = on
    if third_place:
        nodes.extend(_third_place(nodes, rounds))
    byes = tuple(
        first or second
        for first, second in zip(slots[::2], slots[1::2], strict=True)
        if (first is None) != (second is None)
    )
    return Tree(len(slots), rounds, tuple(nodes), tuple(side for side in byes if side))


def advance(tree: Tree, results: Mapping[str, Result]) -> dict[str, Seats]:
    """Return who sits at every node, None where that is not known (or where nobody comes: see ``vacancies``).

    ``results`` maps a node's id to its result, seats in the node's order. A result of a node whose sides are
    not both known counts for nothing. A tie moves nobody on; who is free (the other seat is vacant) moves on
    by itself.
    """
    return {one.node.id: (one.seats[0].side, one.seats[1].side) for one in _walk(tree, results)}


def vacancies(tree: Tree, results: Mapping[str, Result]) -> frozenset[tuple[str, int]]:
    """Return the seats, as node id and seat number from 0, to which nobody will ever come (rule 4.8)."""
    return frozenset(
        (one.node.id, seat) for one in _walk(tree, results) for seat in (0, 1) if one.seats[seat].nobody
    )


def affected(tree: Tree, before: Mapping[str, Result], after: Mapping[str, Result]) -> tuple[str, ...]:
    """Return the ids of the nodes whose seats another set of results would change."""
    old, new = advance(tree, before), advance(tree, after)
    gone, going = vacancies(tree, before), vacancies(tree, after)
    return tuple(
        node
        for node in old
        if old[node] != new[node] or any(((node, seat) in gone) != ((node, seat) in going) for seat in (0, 1))
    )


def placings(tree: Tree, results: Mapping[str, Result]) -> tuple[tuple[int, str], ...]:
    """Return the places that are decided, best first: losers of a round share theirs (rule 4.9).

    Nobody is first where nobody won the final; both share place 2.
    """
    has_third = any(node.bracket == THIRD for node in tree.nodes)
    places: dict[str, int] = {}
    for one in _walk(tree, results):
        if one.winner == _OPEN or one.node.bracket == THIRD:
            continue
        lost = 2 ** (tree.rounds - one.node.round) + 1
        # Beaten semi-finalists have their place from the match for third; who may not play it comes fourth.
        place = 4 if has_third and lost == 3 else lost
        places.update({side: place for side in one.sides if side != one.winner.side})
        if one.node.bracket == "final" and one.winner.side:
            places[one.winner.side] = 1
    for one in _walk(tree, results):
        if one.node.bracket != THIRD:
            continue
        for side in one.sides:
            places.pop(side, None)
        if one.winner != _OPEN:
            places.update({side: 3 if side == one.winner.side else 4 for side in one.sides})
    return tuple(sorted((place, side) for side, place in places.items()))


def positions(tree: Tree) -> dict[str, int]:
    """Return the first-round slot of every entrant, from the top; who has a bye holds the upper one."""
    found: dict[str, int] = {}
    for node in tree.nodes:
        width = 2 ** (node.round - 1)
        for seat, side in enumerate(node.seats):
            if side is not None:
                found[side] = (2 * node.slot + seat) * width
    return found


def exchanged(tree: Tree, one: str, other: str) -> Tree:
    """Return the tree with two entrants in each other's place."""
    swap = {one: other, other: one}

    def seat(side: str | None) -> str | None:
        return swap.get(side, side) if side is not None else None

    nodes = tuple(replace(node, seats=(seat(node.seats[0]), seat(node.seats[1]))) for node in tree.nodes)
    return replace(tree, nodes=nodes, byes=tuple(swap.get(side, side) for side in tree.byes))


def _node(name: str, number: int, bracket: str, slot: int, coming: tuple[str | Source, str | Source]) -> Node:
    first, second = coming
    seats = (first if isinstance(first, str) else None, second if isinstance(second, str) else None)
    sources = (first if isinstance(first, Source) else None, second if isinstance(second, Source) else None)
    return Node(name, number, bracket, slot, seats, sources)


def _third_place(nodes: Sequence[Node], rounds: int) -> Iterator[Node]:
    """Yield the match of the beaten semi-finalists, if two semi-finals are played."""
    semis = [node for node in nodes if node.round == rounds - 1]
    if len(semis) == 2:
        yield _node(THIRD, rounds, THIRD, 1, (Source(semis[0].id, "loser"), Source(semis[1].id, "loser")))


def _walk(tree: Tree, results: Mapping[str, Result]) -> list[_Played]:
    seen: dict[str, _Played] = {}

    def comes(node: Node, seat: int) -> _Arrival:
        source = node.sources[seat]
        if source is None:
            return _Arrival(node.seats[seat])
        return seen[source.match].winner if source.take == "winner" else seen[source.match].loser

    for node in tree.nodes:
        seats = comes(node, 0), comes(node, 1)
        winner, loser = _outcome(seats, results.get(node.id))
        seen[node.id] = _Played(node, seats, winner, loser)
    return list(seen.values())


def _outcome(seats: tuple[_Arrival, _Arrival], result: Result | None) -> tuple[_Arrival, _Arrival]:
    for seat, other in (seats, seats[::-1]):
        if seat.nobody:
            return other, _NOBODY
    if result is None or _OPEN in seats:
        return _OPEN, _OPEN
    won = points.winner(result)
    if won is None:
        return (_OPEN, _OPEN) if points.undecided(result) else (_NOBODY, _NOBODY)
    # Who was disqualified does not play on, not for third place either; who did not come once may come again.
    return seats[won], _NOBODY if result.kind == "disqualified" else seats[1 - won]
