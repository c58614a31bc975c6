"""Rows here, the formats' values there: the only file that knows both.

Knows: the tables of a stage, the words and doors of ``formats``. Does not know: permissions, pages, the journal.
An entrant's id in a draw is its number as text, a match's id is its code: a draw and its reasons depend on no
key of the database and can be repeated from what is printed.
"""

import secrets
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from random import Random
from typing import Any

from cacho_tournaments.competition import presets
from cacho_tournaments.competition.models import (
    Category,
    Draw,
    Entrant,
    Group,
    GroupPlace,
    Match,
    Seat,
    Stage,
)
from cacho_tournaments.competition.rows import Placed, Played, Side, placed, played
from cacho_tournaments.formats import base, cuts, groups, knockout, standings

THIRD = "third-place"
# Whom the rules put out is not among them: it stands in a table as played, and goes on nowhere.
_GONE = {"withdrawn": "withdrawn", "no-show": "withdrawn", "disqualified": "disqualified"}
_CLEAR = "23456789abcdefghjkmnpqrstuvwxyz"  # no letter that is read as another on paper
# One code for all languages, as it stands on paper and in the journal: cuartos de final, semifinal, final.
_ROUND_CODES = {2: "F", 4: "SF", 8: "CF"}
Tables = dict[str, tuple[base.Row, ...]]


# -- rows to values -------------------------------------------------------------------------------------------


def entrants(rows: Iterable[Entrant]) -> tuple[base.Entrant, ...]:
    """Return those to be drawn as the formats see them."""
    return tuple(
        base.Entrant(id=str(row.number), seed=row.seed, club=str(row.club_id) if row.club_id else None)
        for row in rows
    )


def result(match: Played) -> base.Result | None:
    """Return how a match ended, one figure a seat. A side that nobody sat on counts as beaten."""
    if match.outcome is None:
        return None
    lines = [side.line for side in match.sides]
    return base.Result(
        kind=match.outcome.kind,
        places=tuple(line.place if line else len(lines) for line in lines),
        scores=tuple(line.points if line else None for line in lines),
        games=tuple(line.games_won if line else 0 for line in lines),
        instant=tuple(bool(line and line.instant) for line in lines),
        shutouts=tuple(line.shutouts if line else 0 for line in lines),
    )


def match(row: Played) -> base.Match:
    """Return a match as the formats see it."""
    return base.Match(
        id=row.code,
        seats=tuple(str(side.number) if side.number else None for side in row.sides),
        result=result(row),
        round=row.round,
        group=row.group or None,
        table=row.table,
    )


def tables(stage: Stage, places: Sequence[Placed], matches: Sequence[Played], lot_seed: int) -> Tables:
    """Return the table of every group. Of a closed stage, who left later is not asked: it moves no more."""
    gone = stage.left if stage.state == Stage.State.CLOSED else {str(p.number): p.state for p in places}
    by_group: dict[str, list[base.Match]] = defaultdict(list)
    for row in matches:
        by_group[row.group].append(match(row))
    members: dict[str, list[base.Entrant]] = defaultdict(list)
    for place in places:
        state = _GONE.get(gone.get(str(place.number), ""), "in")
        members[place.group].append(base.Entrant(id=str(place.number), state=state))
    return {
        label: standings.table(
            sides,
            by_group[label],
            points=base.Points(**stage.settings["points"]),
            criteria=tuple(stage.settings["criteria"]),
            lot_seed=lot_seed,
        )
        for label, sides in members.items()
    }


def left(stage: Stage) -> dict[str, str]:
    """Return who has left by now, by number: what a closing stage remembers."""
    found = GroupPlace.objects.filter(stage=stage, entrant__state__in=_GONE)
    return {str(number): state for number, state in found.values_list("entrant__number", "entrant__state")}


def qualifiers(stage: Stage) -> tuple[base.Qualifier, ...]:
    """Return who goes on from a groups stage, best earned seed first. Raises: NoValidDraw."""
    places, seed = placed(stage), lot_seed(stage)
    found = tables(stage, places, played(stage.matches.all()), seed)
    gone = Entrant.objects.filter(category=stage.category_id, state__in=Entrant.OUT).values_list(
        "number", flat=True
    )
    clubs = {str(place.number): str(place.club_key) for place in places if place.club_key}
    return _cut(stage, found, out={str(number) for number in gone}, clubs=clubs, seed=seed)


def going_on(stage: Stage, found: Tables, places: Sequence[Placed], seed: int) -> frozenset[str]:
    """Return the ids of those who go on from finished tables; once the next draw is released, of those it holds:
    who leaves after it went on all the same. Raises: NoValidDraw."""
    if stage.state == Stage.State.CLOSED:
        later = Draw.objects.filter(stage__category=stage.category_id, stage__order__gt=stage.order)
        released = later.filter(state=Draw.State.RELEASED).order_by("stage__order")
        drawn = released.values_list("entrants", flat=True).first()
        if drawn is not None:
            return frozenset(side["id"] for side in drawn)
    out = {str(place.number) for place in places if place.state in Entrant.OUT}
    return frozenset(one.id for one in _cut(stage, found, out=out, clubs={}, seed=seed))


def _cut(
    stage: Stage, found: Tables, *, out: set[str], clubs: Mapping[str, str], seed: int
) -> tuple[base.Qualifier, ...]:
    return cuts.qualifiers(
        found,
        per_group=stage.settings["go_on"],
        best_thirds=thirds(stage.settings["best_thirds"]),
        out=out,
        clubs=clubs,
        criteria=tuple(stage.settings["criteria"]),
        lot_seed=seed,
    )


def thirds(setting: str | int) -> str | int:
    """Return a stage's ``best_thirds`` as the cut takes it."""
    return 0 if setting == "none" else cuts.FILL if setting == "fill" else int(setting)


def lot_seed(stage: Stage) -> int:
    """Return the seed of the stage's standing draw, by which its lots fall too; 0 where nothing is drawn."""
    return stage.draws.exclude(state=Draw.State.DISCARDED).values_list("seed", flat=True).first() or 0


def unseeded(rows: Iterable[Entrant]) -> tuple[base.Qualifier, ...]:
    """Return the entrants of a category that begins with its bracket."""
    return tuple(base.Qualifier(id=one.id, club=one.club, seed=one.seed) for one in entrants(rows))


# -- draws ----------------------------------------------------------------------------------------------------


def draw_groups(stage: Stage, sides: Sequence[base.Entrant], seed: int) -> base.GroupsDraw:
    """Draw the groups of a stage. Raises: NoValidDraw."""
    return groups.draw(sides, size=stage.settings["group_size"], rng=Random(seed))


def draw_tree(stage: Stage, sides: Sequence[base.Qualifier], seed: int) -> base.Tree:
    """Draw the bracket of a stage. Raises: NoValidDraw."""
    return knockout.draw(sides, rng=Random(seed), third_place=stage.settings["third_place"])


def notes(found: Iterable[base.Note]) -> list[dict[str, Any]]:
    """Return what a draw wants said as it is stored."""
    return [{"code": note.code, "facts": dict(note.facts)} for note in found]


def drawn_from(sides: Iterable[base.Entrant | base.Qualifier]) -> list[dict[str, Any]]:
    """Return what was drawn from as it is stored, so that anybody can draw it again."""
    return [{name: value for name, value in asdict(side).items() if value is not None} for side in sides]


def tree(matches: Sequence[Played]) -> base.Tree:
    """Return a knock-out's tree as its rows hold it: entrants where they were drawn, sources elsewhere."""
    nodes = {row.code: row.node for row in matches}
    made = tuple(_node(row, nodes) for row in sorted(matches, key=lambda row: (row.round, row.slot)))
    rounds = max((node.round for node in made), default=0)
    byes = tuple(side for node in made if node.round > 1 for side in node.seats if side)
    return base.Tree(size=2**rounds, rounds=rounds, nodes=made, byes=byes)


def _node(row: Played, nodes: Mapping[str, str]) -> base.Node:
    first, second = row.sides
    return base.Node(
        id=row.node,
        round=row.round,
        bracket=row.bracket,
        slot=row.slot,
        seats=(_drawn(first), _drawn(second)),
        sources=(_source(first, nodes), _source(second, nodes)),
    )


def _drawn(side: Side) -> str | None:
    return str(side.number) if side.number and not side.source else None


def _source(side: Side, nodes: Mapping[str, str]) -> base.Source | None:
    return base.Source(nodes[side.source], side.take) if side.source else None


def placings(matches: Sequence[Played]) -> tuple[tuple[int, str], ...]:
    """Return the places of a knock-out that are decided, best first."""
    found = {row.node: ended for row in matches if (ended := result(row)) is not None}
    return knockout.placings(tree(matches), found)


def tree_notes(stage: Stage, drawn: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Say anew what the standing bracket wants said, after a change by hand; ``drawn`` is what was drawn from."""
    sides = [base.Qualifier(**each) for each in drawn]
    return notes(knockout.notes(tree(played(stage.matches.all())), sides))


def group_notes(stage: Stage) -> list[dict[str, Any]]:
    """Say anew what the standing groups want said, after a change by hand."""
    places = placed(stage)
    members: dict[str, list[str]] = defaultdict(list)
    for place in places:
        members[place.group].append(str(place.number))
    sides = [
        base.Entrant(str(place.number), place.seed, str(place.club_key) if place.club_key else None)
        for place in places
    ]
    return notes(groups.notes([base.Group(label, tuple(ids)) for label, ids in members.items()], sides))


# -- values to rows -------------------------------------------------------------------------------------------


def group_rows(
    stage: Stage, drawn: base.GroupsDraw, by_id: Mapping[str, Entrant]
) -> tuple[list[Group], list[GroupPlace], list[Match], list[Seat]]:
    """Return the rows that a groups draw makes, to be saved in this order."""
    made = {group.label: Group(stage=stage, label=group.label) for group in drawn.groups}
    places = [
        GroupPlace(group=made[group.label], stage=stage, entrant=by_id[side], position=position)
        for group in drawn.groups
        for position, side in enumerate(group.members, start=1)
    ]
    matches: list[Match] = []
    seats: list[Seat] = []
    counts: dict[tuple[str, int], int] = defaultdict(int)
    for one in sorted(drawn.matches, key=lambda each: each.round):
        label = one.group or ""
        counts[label, one.round] += 1
        match = Match(
            stage=stage,
            group=made[label],
            round=one.round,
            code=f"{label}-{one.round}-{counts[label, one.round]}",
            best_of=stage.settings["best_of"],
            tie=stage.settings["tie"],
            state=Match.State.READY,
            token=new_token(),
        )
        matches.append(match)
        seats += [_seat(match, number, by_id[side]) for number, side in enumerate(one.seats, 1) if side]
    return list(made.values()), places, matches, seats


def tree_rows(stage: Stage, tree: base.Tree, by_id: Mapping[str, Entrant]) -> tuple[list[Match], list[Seat]]:
    """Return the rows that a drawn bracket makes, to be saved in this order."""
    made: dict[str, Match] = {}
    seats: list[Seat] = []
    for node in sorted(tree.nodes, key=lambda one: (one.round, one.bracket == THIRD, one.slot)):
        sides_left = presets.sides_left(tree.rounds - node.round, node.bracket)
        made[node.id] = Match(
            stage=stage,
            round=node.round,
            code=_code(node, sides_left),
            node=node.id,
            bracket=node.bracket,
            slot=node.slot,
            best_of=presets.best_of(stage.settings, sides_left),
            tie=stage.settings["tie"],
            state=Match.State.READY if all(node.seats) else Match.State.WAITING,
            token=new_token(),
        )
        for position, (side, source) in enumerate(zip(node.seats, node.sources, strict=True), start=1):
            seat = _seat(made[node.id], position, by_id[side] if side else None)
            if source is not None:
                seat.source, seat.take = made[source.match], source.take
            seats.append(seat)
    return list(made.values()), seats


def new_token() -> str:
    """Return what names a match to the world: short enough to type, long enough not to be guessed."""
    return "".join(secrets.choice(_CLEAR) for _ in range(10))


def in_play(category: Category) -> list[Entrant]:
    """Return the entrants whose state lets them be drawn, by number."""
    return list(category.entrants.filter(state__in=Entrant.IN_PLAY).order_by("number"))


def _seat(match: Match, position: int, entrant: Entrant | None) -> Seat:
    return Seat(
        match=match,
        stage=match.stage,
        round=match.round,
        bracket=match.bracket,
        position=position,
        entrant=entrant,
    )


def _code(node: base.Node, sides_left: int) -> str:
    if node.bracket == THIRD:
        return "3P"
    stem = _ROUND_CODES.get(sides_left, f"R{sides_left}")
    return stem if sides_left == 2 else f"{stem}-{node.slot + 1}"
