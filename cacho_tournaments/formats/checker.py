"""Faults of draws and tables, found without asking the modules that made them; and draws made again to
compare.

Knows: what every draw and every table has to fulfil, counted here in its own way.
Does not know: how a draw is made (but for drawing it again), where it is kept.

Every function returns notes, one a fault; none means that all is well.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, pairwise
from random import Random
from typing import Any

from cacho_tournaments.formats import double_elimination, groups, knockout
from cacho_tournaments.formats.base import (
    Bye,
    Entrant,
    Group,
    GroupsDraw,
    Match,
    Node,
    Note,
    Points,
    Qualifier,
    Row,
    Source,
    Tree,
)
from cacho_tournaments.formats.checker_rounds import differs, round_faults

__all__ = [
    "differs",
    "fixtures_faults",
    "groups_differ",
    "groups_faults",
    "round_faults",
    "table_faults",
    "tree_differs",
    "tree_faults",
]

Notes = list[Note]


def groups_faults(draw: GroupsDraw, entrants: Sequence[Entrant], *, legs: int = 1) -> Notes:
    """Check rules 2.1 and 3.3 to 3.5: everybody once, sizes even, seeds and clubs spread, all pairs met."""
    drawn = [side for group in draw.groups for side in group.members]
    present = [one for one in entrants if one.state == "in"]
    faults = [Note("not-once", {"entrant": one.id}) for one in present if drawn.count(one.id) != 1]
    faults += [Note("stranger", {"entrant": side}) for side in set(drawn) - {one.id for one in present}]
    sizes = [len(group.members) for group in draw.groups]
    if max(sizes) - min(sizes) > 1:
        faults.append(Note("sizes", {"sizes": sizes}))
    faults += _spread_faults(draw.groups, present)
    for group in draw.groups:
        faults += fixtures_faults(group, [one for one in draw.matches if one.group == group.label], legs)
    return faults


def fixtures_faults(group: Group, matches: Sequence[Match], legs: int = 1) -> Notes:
    """Check rule 2.1: every pair meets once a leg, and nobody sits twice in a round."""
    met = Counter(frozenset(one.seats) for one in matches)
    due = {frozenset(pair) for pair in combinations(group.members, 2)}
    faults = [
        Note("pair-count", {"pair": sorted(pair), "met": met[pair]}) for pair in due if met[pair] != legs
    ]
    faults += [Note("stranger-pair", {"group": group.label}) for pair in met if pair not in due]
    busy = Counter((one.round, side) for one in matches for side in one.seats)
    faults += [Note("round-twice", {"round": key[0], "entrant": key[1]}) for key in busy if busy[key] > 1]
    return faults


def tree_faults(tree: Tree, qualifiers: Sequence[Qualifier]) -> Notes:
    """Check rules 4.1, 4.5, 4.6, 12.1 to 12.4: everybody once, as many matches as sides have to be beaten, no
    winner and loser lost, nobody out too early or too late."""
    left = tree.size >> tree.rounds
    seated = Counter(side for node in tree.nodes for side in node.seats if side)
    free = [side for side in tree.byes if left > 1 and not seated[side]]
    seated.update(free)
    faults = [Note("not-once", {"entrant": one.id}) for one in qualifiers if seated[one.id] != 1]
    trunk = [node for node in tree.nodes if node.bracket not in ("third-place", "consolation")]
    lost = {source.match for node in trunk for source in node.sources if source and source.take == "loser"}
    matches = sum(1 for node in trunk if not node.only_if_beaten)
    if matches != (2 * len(qualifiers) - 2 if lost else len(qualifiers) - left):
        faults.append(Note("match-count", {"matches": matches, "sides": len(qualifiers)}))
    sent = Counter(source for node in tree.nodes for source in node.sources if source)
    finals = [node.id for node in trunk if sent[Source(node.id, "winner")] == 0]
    nowhere = {source.match for source in sent} - {node.id for node in tree.nodes}
    if len(finals) != left - len(free) or nowhere or any(times > 1 for times in sent.values()):
        faults.append(Note("loose-ends", {"finals": finals, "nowhere": sorted(nowhere)}))
    for node in tree.nodes:
        for seat, source in zip(node.seats, node.sources, strict=True):
            if (seat is None) == (source is None):
                faults.append(Note("seat", {"match": node.id}))
    if len(tree.byes) != tree.size - len(qualifiers):
        faults.append(Note("bye-count", {"byes": len(tree.byes)}))
    return faults + _lives_faults(trunk, lost) + _order_faults(tree)


def table_faults(
    rows: Sequence[Row], matches: Sequence[Match], points: Points, byes: Sequence[Bye] = ()
) -> Notes:
    """Check rules 5.1 to 5.4, 6.6, 13.1 to 13.3 and 13.6 by a second sum, for tables in which nobody was struck."""
    faults: Notes = []
    brought: Counter[tuple[str, int, Fraction]] = Counter()
    for match in matches:
        brought.update((side, match.round, worth) for side, worth in _worths(match, points).items())
    # One free round brings its points once, however often it is handed in.
    brought.update({(one.entrant, one.round, Fraction(_bye_worth(one, points))) for one in byes})
    totals: dict[str, Fraction] = {}
    for (side, _, worth), times in brought.items():
        totals[side] = totals.get(side, Fraction(0)) + worth * times
    for number, row in enumerate(rows, start=1):
        better = sum(1 for other in rows if other.place < row.place)
        if row.place != better + 1 or row.place > number:
            faults.append(Note("place", {"entrant": row.entrant, "place": row.place}))
        total = totals.get(row.entrant, Fraction(0))
        if "points" in row.values and row.values["points"] != total:
            faults.append(
                Note("points", {"entrant": row.entrant, "table": row.values["points"], "sum": total})
            )
    for upper, lower in pairwise(rows):
        if (upper.reason is None) != (upper.place == lower.place):
            faults.append(Note("reason", {"entrant": upper.entrant}))
    return faults


def groups_differ(
    draw: GroupsDraw, entrants: Sequence[Entrant], *, seed: int, size: int = 4, legs: int = 1
) -> Notes:
    """Draw the groups again from the seed and name what differs (rule 1.2)."""
    again = groups.draw(entrants, size=size, rng=Random(seed), legs=legs)
    drawn = {group.label: group.members for group in draw.groups}
    faults = [
        Note("group-differs", {"group": group.label, "again": group.members, "kept": drawn.get(group.label)})
        for group in again.groups
        if drawn.get(group.label) != group.members
    ]
    kept = {(one.id, one.seats) for one in draw.matches}
    return faults + [
        Note("match-differs", {"match": one.id}) for one in again.matches if (one.id, one.seats) not in kept
    ]


def tree_differs(
    tree: Tree, qualifiers: Sequence[Qualifier], *, seed: int, format: str = "knockout", **options: Any
) -> Notes:
    """Draw the bracket again from the seed and name what differs (rule 1.2). ``options`` are those of its draw."""
    draw: Callable[..., Tree] = double_elimination.draw if format == "double-elimination" else knockout.draw
    again = draw(qualifiers, rng=Random(seed), **options)
    drawn, kept = ({node.id: (node.seats, node.sources) for node in one.nodes} for one in (again, tree))
    faults = [
        Note("match-differs", {"match": name, "again": drawn[name][0] if name in drawn else None})
        for name in [*drawn, *(name for name in kept if name not in drawn)]
        if drawn.get(name) != kept.get(name)
    ]
    # Who has no match at all stands nowhere but among the byes.
    if not faults and again.byes != tree.byes:
        faults.append(Note("byes-differ", {"again": again.byes, "kept": tree.byes}))
    return faults


def _lives_faults(trunk: Sequence[Node], lost: set[str]) -> Notes:
    """Name matches whose loser has one life too many or too few: where losers play on, only those beaten among
    the winners do, and who was unbeaten until the final if there may be a second one."""
    again = {node.sources[0].match for node in trunk if node.only_if_beaten and node.sources[0]}
    second = {node.id for node in trunk if node.bracket == "winners"} if lost else set()
    return [Note("lives", {"match": name}) for name in sorted((second | again) ^ lost)]


def _order_faults(tree: Tree) -> Notes:
    """Name matches that take somebody from a later match, or one of the winners from elsewhere."""
    known = {node.id: node for node in tree.nodes}
    pairs = [
        (node, known[one.match]) for node in tree.nodes for one in node.sources if one and one.match in known
    ]
    rank = {"winners": 0, "losers": 1, "final": 2, "third-place": 3, "consolation": 4}
    return [
        Note("order", {"match": node.id, "before": before.id})
        for node, before in pairs
        if (rank[before.bracket], before.round) >= (rank[node.bracket], node.round)
    ]


def _spread_faults(drawn: Sequence[Group], present: Sequence[Entrant]) -> Notes:
    of: Mapping[str, str] = {side: group.label for group in drawn for side in group.members}
    faults: Notes = []
    seeded = sorted((one for one in present if one.seed), key=lambda one: one.seed or 0)
    for start in range(0, len(seeded), len(drawn)):
        pot = [of.get(one.id) for one in seeded[start : start + len(drawn)]]
        if len(set(pot)) != len(pot):
            faults.append(Note("seeds", {"pot": start // len(drawn) + 1}))
    for club in sorted({one.club for one in present if one.club}):
        count = Counter(of.get(one.id) for one in present if one.club == club)
        shares = [count[group.label] for group in drawn]
        if max(shares) - min(shares) > 1:
            faults.append(Note("club", {"club": club, "shares": shares}))
    return faults


def _worths(match: Match, points: Points) -> Mapping[str, Fraction]:
    """Return what each side of a match has from it: those of one place share what their places bring."""
    result = match.result
    if result is None:
        return {}
    if result.kind == "bye":
        return {side: Fraction(points.bye) for side in match.seats if side}
    line = sorted((result.places[seat], side) for seat, side in enumerate(match.seats) if side)
    worst = line[-1][0]
    if result.kind not in ("played", "paper"):
        nobody = result.kind == "both-absent" or line[0][0] == worst
        away = [side for place, side in line if nobody or place == worst]
    else:
        away = []
    if len(line) == 2:
        bring = (
            [Fraction(points.tie)] * 2
            if line[0][0] == worst
            else [Fraction(points.win), Fraction(points.loss)]
        )
    else:
        even = [Fraction(points.win * (len(line) - at), len(line) - 1) for at in range(1, len(line) + 1)]
        bring = [Fraction(one) for one in points.places.get(len(line), even)]
    found: dict[str, Fraction] = {}
    for place, side in line:
        own = [worth for worth, (other, _) in zip(bring, line, strict=True) if other == place]
        found[side] = sum(own, Fraction(0)) / len(own)
    return {**found, **dict.fromkeys(away, Fraction(points.walkover_loss))}


def _bye_worth(bye: Bye, points: Points) -> int:
    if bye.points is not None:
        return bye.points
    return {"bye": points.bye}.get(bye.kind, points.absent)
