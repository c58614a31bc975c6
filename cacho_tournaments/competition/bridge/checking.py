"""A draw made once more from what was written down, beside what its rows hold.

Knows: stored questions, the draws of ``formats``, rows of groups, brackets and rounds. Does not know: what is said of a
difference, who asks.

Both are told in one shape: for each part (a group, a match of a bracket, a table) who stands in it, in order. Where two
entrants were found to be one person, both sides name the one that was kept.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields

from cacho_tournaments.competition.bridge import draws
from cacho_tournaments.competition.models import Bye, Draw, Entrant, GroupPlace, Seat, Stage
from cacho_tournaments.formats import answers, base
from cacho_tournaments.formats import stage as door

Parts = Mapping[str, tuple[str, ...]]
_KEPT = frozenset(field.name for field in fields(base.Qualifier))


@dataclass(frozen=True, slots=True)
class Twice:
    """A draw as the formats give it again, and as it was kept."""

    again: Parts
    kept: Parts


def drawn_twice(draw: Draw) -> Twice:
    """Return the draw made again and what was kept of it. Raises: NoValidDraw, BadStage."""
    stage, one = draw.stage, _merged(draw.stage)
    if draw.round:
        again = _round_again(draw)
        kept = _numbered(draw.plan.get("matches", ()), _free(draw.plan.get("byes", ())))
    elif stage.format in Stage.TREES:
        again, kept = _tree_parts(_tree_again(draw)), _tree_kept(stage)
    else:
        again, kept = _pool_parts(_pools_again(draw)), _pools_kept(draw)
    return Twice(_renamed(again, one), _renamed(kept, one))


def kept_people(draw: Draw) -> tuple[frozenset[str], frozenset[str]]:
    """Return who was drawn, and who stands in what was kept of the draw: for one that was changed by hand."""
    stage, one = draw.stage, _merged(draw.stage)
    if draw.round:
        kept = _numbered(draw.plan.get("matches", ()), [bye["entrant"] for bye in draw.plan.get("byes", ())])
    else:
        kept = _tree_kept(stage) if stage.format in Stage.TREES else _pools_kept(draw)
    there = {one.get(side, side) for sides in kept.values() for side in sides}
    return frozenset(one.get(side["id"], side["id"]) for side in draw.entrants), frozenset(there)


def strangers(draw: Draw) -> tuple[str, ...]:
    """Return the codes of standing matches of a released round at which others sit than were drawn to one table."""
    if not draw.round or draw.state != Draw.State.RELEASED:
        return ()
    one = _merged(draw.stage)
    tables = [{one.get(side, side) for side in seats} for seats in draw.plan.get("matches", ())]
    sitting: dict[str, set[str]] = {}
    rows = Seat.objects.filter(match__draw=draw, match__is_standing=True, entrant__isnull=False)
    for code, number in rows.order_by("match__pk").values_list("match__code", "entrant__number"):
        sitting.setdefault(code, set()).add(one.get(str(number), str(number)))
    return tuple(code for code, sides in sitting.items() if not any(sides <= table for table in tables))


def _round_again(draw: Draw) -> Parts:
    asked = door.read(draw.question)
    made = answers.drawn(asked)
    standing = {match.id for match in asked.coming.fixed}
    given = {bye.entrant for bye in asked.coming.byes}
    free = [bye.entrant for bye in made.byes if bye.kind == Bye.Kind.BYE and bye.entrant not in given]
    drawn = [match.seats for match in made.matches if match.id not in standing]
    return _numbered([[side for side in seats if side] for seats in drawn], [*_given(draw, given), *free])


def _given(draw: Draw, given: Iterable[str]) -> list[str]:
    """Return those who had the bye before the draw and stand in its plan with it."""
    asked = set(given)
    return [side for side in _free(draw.plan.get("byes", ())) if side in asked]


def _free(byes: Iterable[Mapping[str, str]]) -> list[str]:
    return [bye["entrant"] for bye in byes if bye["kind"] == Bye.Kind.BYE]


def _numbered(tables: Sequence[Sequence[str]], free: Sequence[str]) -> Parts:
    parts = {str(number): tuple(seats) for number, seats in enumerate(tables, start=1)}
    return {**parts, "": tuple(sorted(free, key=int))} if free else parts


def _tree_again(draw: Draw) -> base.Tree:
    if draw.question:
        return answers.tree(door.read(draw.question))
    return draws.draw_tree(draw.stage, _sides(draw), draw.seed)


def _pools_again(draw: Draw) -> base.GroupsDraw:
    if draw.question:
        return answers.fixtures(door.read(draw.question))
    return draws.draw_pools(draw.stage, _sides(draw), draw.seed)


def _sides(draw: Draw) -> list[base.Qualifier]:
    """Return who was drawn, from a draw that was made before questions were kept; first stages kept more of each."""
    return [
        base.Qualifier(**{name: value for name, value in side.items() if name in _KEPT})
        for side in draw.entrants
    ]


def _tree_parts(tree: base.Tree) -> Parts:
    return {node.id: sides for node in tree.nodes if (sides := tuple(side for side in node.seats if side))}


def _tree_kept(stage: Stage) -> Parts:
    rows = Seat.objects.filter(stage=stage, source__isnull=True, entrant__isnull=False)
    found: dict[str, tuple[str, ...]] = {}
    ordered = rows.order_by("match__round", "match__slot", "position")
    for node, number in ordered.values_list("match__node", "entrant__number"):
        found[node] = (*found.get(node, ()), str(number))
    return found


def _pool_parts(drawn: base.GroupsDraw) -> Parts:
    return {group.label: group.members for group in drawn.groups}


def _pools_kept(draw: Draw) -> Parts:
    """Return the groups without those who came later, whom no draw holds."""
    drawn = [int(side["id"]) for side in draw.entrants]
    rows = GroupPlace.objects.filter(stage=draw.stage, entrant__number__in=drawn)
    rows = rows.order_by("group_id", "position")
    found: dict[str, tuple[str, ...]] = {}
    for label, number in rows.values_list("group__label", "entrant__number"):
        found[label] = (*found.get(label, ()), str(number))
    return found


def _merged(stage: Stage) -> dict[str, str]:
    """Return, for who was found to be one with somebody else, who was kept."""
    rows = Entrant.objects.filter(category=stage.category_id, merged_into__isnull=False)
    return {str(one): str(kept) for one, kept in rows.values_list("number", "merged_into__number")}


def _renamed(parts: Parts, one: Mapping[str, str]) -> Parts:
    return {label: tuple(one.get(side, side) for side in sides) for label, sides in parts.items()}
