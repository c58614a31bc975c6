"""Trees of matches: laid out from slots, walked with results, changed by hand.

Knows: slots, byes, winners and losers that move on, absences that leave a seat empty for good.
Does not know: how the slots were drawn, groups, clubs, chance, how losers cross (``double_elimination``).

A tree holds no result. Who sits where is worked out from the results each time, from the first round on, so a
correction taken back leaves the bracket exactly as it was (rule 4.7).
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from cacho_tournaments.formats import points, seeding
from cacho_tournaments.formats.base import Node, Result, Source, Tree

WINNERS, LOSERS, FINAL, THIRD, CONSOLATION = "winners", "losers", "final", "third-place", "consolation"
BRACKETS = (WINNERS, LOSERS, FINAL, THIRD, CONSOLATION)
Seats = tuple[str | None, str | None]
Coming = str | Source | None  # an entrant, who comes from a match, nobody ever


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

    @property
    def beaten(self) -> tuple[str, ...]:
        """Who sits here and did not win; nobody while the match is open."""
        return () if self.winner == _OPEN else tuple(one for one in self.sides if one != self.winner.side)

    @property
    def fresh_loser(self) -> _Arrival:
        """Whoever lost the first match it had (rule 12.2): it was drawn into this one."""
        drawn = self.loser.side is None or self.loser.side in self.node.seats
        return self.loser if drawn else _NOBODY


def plant(
    slots: Sequence[str | None], *, third_place: bool = True, consolation: bool = False, until: int = 1
) -> Tree:
    """Return the tree over the slots, a power of two of them; an empty slot is a bye (rules 4.1, 4.6).

    It ends when ``until`` sides are left, a power of two as well (rule 12.1).
    """
    rounds = (len(slots) // until - 1).bit_length()
    nodes: list[Node] = []
    coming: list[Coming] = list(slots)
    for number in range(1, rounds + 1):
        bracket = FINAL if number == rounds and until == 1 else WINNERS
        made, coming = play(f"r{number}", number, bracket, coming)
        nodes.extend(node for node in made if node)
    if until == 1:
        # In a bracket of four the consolation would be the match for third place (rule 12.2).
        small = consolation and rounds == 2
        third = list(_third_place(nodes, rounds)) if third_place or small else []
        fallen = _first_losers(nodes, rounds - len(third)) if consolation and not small else []
        nodes.extend([*third, *_consolation(fallen)])
    return Tree(len(slots), rounds, tuple(nodes), byes(slots))


def play(
    stem: str, number: int, bracket: str, coming: Sequence[Coming]
) -> tuple[list[Node | None], list[Coming]]:
    """Return a round's nodes, slot by slot, and who comes out of it as winners.

    Where only one comes there is no match, and it goes on (rule 4.6).
    """
    made: list[Node | None] = []
    on: list[Coming] = []
    for slot, (first, second) in enumerate(zip(coming[::2], coming[1::2], strict=True)):
        if first is None or second is None:
            made.append(None)
            on.append(second if first is None else first)
            continue
        node = joined(f"{stem}m{slot + 1}", number, bracket, slot, first, second)
        made.append(node)
        on.append(Source(node.id, "winner"))
    return made, on


def joined(
    name: str, number: int, bracket: str, slot: int, first: str | Source, second: str | Source
) -> Node:
    """Return the node in which these two meet."""
    seats = (first if isinstance(first, str) else None, second if isinstance(second, str) else None)
    sources = (first if isinstance(first, Source) else None, second if isinstance(second, Source) else None)
    return Node(name, number, bracket, slot, seats, sources)


def byes(slots: Sequence[str | None]) -> tuple[str, ...]:
    """Return who sits out round 1, from the top."""
    pairs = zip(slots[::2], slots[1::2], strict=True)
    sides = tuple(first or second for first, second in pairs if (first is None) != (second is None))
    return tuple(side for side in sides if side)


def gathered(nodes: Sequence[Node], sides: Sequence[str]) -> Tree:
    """Return the tree of nodes that were kept somewhere, in any order; ``sides`` are all that were drawn into
    it, those too that have no match in it (rule 12.1). Notes are not among what nodes tell."""
    row = sorted(nodes, key=lambda node: (BRACKETS.index(node.bracket), node.round, node.slot))
    trunk = (WINNERS,) if _doubled(row) else (WINNERS, FINAL)
    rounds = max((node.round for node in row if node.bracket in trunk), default=0)
    tree = Tree(seeding.bracket_size(len(sides)), rounds, tuple(row))
    busy = {side for node in row if node.round == 1 for side in node.seats}
    bare = replace(tree, byes=tuple(side for side in sides if side not in busy))
    at = positions(bare)
    return replace(bare, byes=tuple(sorted(bare.byes, key=lambda side: at[side])))


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
    """Return the places that are decided, best first: losers of a round share theirs (rules 4.9, 12.8).

    Nobody is first where nobody won the final; both share place 2. Where so many sides are left at the end of
    the tree, they share place 1. The consolation has places of its own: ``consolation_placings``.
    """
    walked = {one.node.id: one for one in _walk(tree, results)}
    trunk = [one for one in walked.values() if one.node.bracket in (WINNERS, LOSERS, FINAL)]
    goes = {source: one for one in trunk for source in one.node.sources if source}
    lost = _lost_places(tree, [one.node for one in trunk if Source(one.node.id, "loser") not in goes])
    has_third = THIRD in walked
    places: dict[str, int] = dict.fromkeys(_free(tree), 1)
    for one in trunk:
        after = goes.get(Source(one.node.id, "winner"))
        if one.winner.side and not (after and one.winner.side in after.sides):
            places[one.winner.side] = 1
        after = last = goes.get(Source(one.node.id, "loser"))
        while last and (further := goes.get(Source(last.node.id, "loser"))):
            last = further
        # Beaten semi-finalists have their place from the match for third; who may not play it comes fourth.
        place = lost[_stage((last or one).node)]
        place = 4 if has_third and place == 3 else place
        places.update({side: place for side in one.beaten if not (after and side in after.sides)})
    if has_third:
        third = walked[THIRD]
        for side in third.sides:
            places.pop(side, None)
        if third.winner != _OPEN:
            places.update({side: 3 if side == third.winner.side else 4 for side in third.sides})
    return tuple(sorted((place, side) for side, place in places.items()))


def consolation_placings(tree: Tree, results: Mapping[str, Result]) -> tuple[tuple[int, str], ...]:
    """Return the places of the consolation that are decided, best first (rule 12.2)."""
    walked = [one for one in _walk(tree, results) if one.node.bracket == CONSOLATION]
    rounds = max((one.node.round for one in walked), default=0)
    places: dict[str, int] = {}
    for one in walked:
        places.update(dict.fromkeys(one.beaten, 2 ** (rounds - one.node.round) + 1))
        if one.node.round == rounds and one.winner.side:
            places[one.winner.side] = 1
    return tuple(sorted((place, side) for side, place in places.items()))


def last_left(tree: Tree, results: Mapping[str, Result]) -> tuple[str, ...]:
    """Return who is left at the end of the tree, from the top: the champion, or the winners of the last round
    and who had a bye in it (rule 12.1). Who is not known yet, or is nobody, is left out."""
    best = {side for place, side in placings(tree, results) if place == 1}
    at = positions(tree)
    return tuple(sorted(best, key=lambda side: at[side]))


def positions(tree: Tree) -> dict[str, int]:
    """Return the first-round slot of every entrant, from the top; who has a bye holds the upper one."""
    found = {side: slot << tree.rounds for side, slot in _free(tree).items()}
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


def _third_place(nodes: Sequence[Node], rounds: int) -> Iterator[Node]:
    """Yield the match of the beaten semi-finalists, if two semi-finals are played."""
    semis = [node for node in nodes if node.round == rounds - 1]
    if len(semis) == 2:
        yield joined(THIRD, rounds, THIRD, 1, Source(semis[0].id, "loser"), Source(semis[1].id, "loser"))


def _first_losers(nodes: Sequence[Node], before: int) -> list[Coming]:
    """Return who may lose the first match it has, in a round earlier than ``before``, in the order of the tree.

    Of every four slots two can, at most: where a bye stands in round 1, whoever has it may lose in round 2.
    """
    at = {(node.round, node.slot): Source(node.id, "loser") for node in nodes if node.round < before}
    fresh = {node.slot for node in nodes if node.round == 2 and any(node.seats)}
    quarters: list[list[Coming]] = []
    for slot in sorted({node.slot >> (2 - node.round) for node in nodes if node.round <= 2}):
        late = at.get((2, slot)) if slot in fresh else None
        first, second = at.get((1, 2 * slot)), at.get((1, 2 * slot + 1))
        # Two who sat out meet each other first: one of them loses, not both.
        quarters.append([first or late, second or (late if first else None)])
    if all(None in pair for pair in quarters):
        return [first or second for first, second in quarters]
    return [one for pair in quarters for one in pair]


def _consolation(coming: list[Coming]) -> Iterator[Node]:
    number = 0
    while len(coming) > 1:
        number += 1
        made, coming = play(f"c{number}", number, CONSOLATION, coming)
        yield from (node for node in made if node)


def _doubled(nodes: Sequence[Node]) -> bool:
    """Tell whether losers of these nodes play on for the first place."""
    beaten = [source for node in nodes if node.bracket == FINAL for source in node.sources if source]
    return any(node.bracket == LOSERS for node in nodes) or any(one.take == "loser" for one in beaten)


def _free(tree: Tree) -> dict[str, int]:
    """Return who has no match at all, with the slots of the last round that are theirs (rule 12.1)."""
    busy = {side for node in tree.nodes for side in node.seats}
    held = {
        node.slot for node in tree.nodes if node.round == tree.rounds and node.bracket in (WINNERS, FINAL)
    }
    empty = [slot for slot in range(tree.size >> tree.rounds) if slot not in held]
    return dict(zip((side for side in tree.byes if side not in busy), empty, strict=False))


def _stage(node: Node) -> tuple[bool, int]:
    return node.bracket == FINAL, node.round


def _lost_places(tree: Tree, last: Sequence[Node]) -> dict[tuple[bool, int], int]:
    """Return the place of who is out after each stage: one below those still in. ``last`` are the nodes whose
    losers play no more."""
    places: dict[tuple[bool, int], int] = {}
    left = len({side for node in tree.nodes for side in node.seats if side} | set(tree.byes))
    out = Counter(_stage(node) for node in last)
    for stage in sorted(out):
        left -= out[stage]
        places[stage] = left + 1
    return places


def _walk(tree: Tree, results: Mapping[str, Result]) -> list[_Played]:
    nodes = {node.id: node for node in tree.nodes}
    seen: dict[str, _Played] = {}

    def comes(node: Node, seat: int) -> _Arrival:
        source = node.sources[seat]
        if source is None:
            return _Arrival(node.seats[seat])
        before = played(source.match)
        if node.only_if_beaten and not _is_beaten(before):
            return _OPEN if before.winner == _OPEN else _NOBODY
        if source.take == "winner":
            return before.winner
        return before.fresh_loser if node.bracket == CONSOLATION else before.loser

    def played(name: str) -> _Played:
        if name not in seen:
            node = nodes[name]
            seats = comes(node, 0), comes(node, 1)
            winner, loser = _outcome(seats, results.get(name))
            seen[name] = _Played(node, seats, winner, loser)
        return seen[name]

    return [played(node.id) for node in tree.nodes]


def _is_beaten(final: _Played) -> bool:
    """Tell whether the unbeaten side lost the final and may play the second one (rule 12.6)."""
    return final.winner.side is not None and final.winner == final.seats[1] and final.loser.side is not None


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
