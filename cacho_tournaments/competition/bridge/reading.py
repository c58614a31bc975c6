"""Rows as the formats see them: entrants, matches, results, who sits a round out.

Knows: the tables of a stage, the values of ``formats``. Does not know: draws, tables, permissions, pages.
An entrant's id is its number as text, a match's id is its code: a draw and its reasons depend on no key of the
database and can be repeated from what is printed.
"""

from collections.abc import Iterable, Mapping, Sequence

from cacho_tournaments.competition.models import Category, Entrant, Stage
from cacho_tournaments.competition.rows import Participating, Played, SatOut, Side
from cacho_tournaments.formats import base, brackets

THIRD, SECOND_FINAL = "third-place", "final2"
# Whom the rules put out is not among them: it stands in a table as played, and goes on nowhere.
GONE = {"withdrawn": "withdrawn", "no-show": "withdrawn", "disqualified": "disqualified"}


def in_play(category: Category) -> list[Entrant]:
    """Return the entrants whose state lets them be drawn, by number."""
    return list(category.entrants.filter(state__in=Entrant.IN_PLAY).order_by("number"))


def clubs(stage: Stage) -> dict[str, str]:
    """Return the club of everybody in the stage's category who has one, by the ids that draws know them by."""
    found = Entrant.objects.filter(category=stage.category_id, club__isnull=False)
    return {str(number): str(club) for number, club in found.values_list("number", "club_id")}


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


def byes(rows: Iterable[SatOut]) -> tuple[base.Bye, ...]:
    """Return who sat which round out."""
    return tuple(base.Bye(str(row.number), row.round, row.kind, row.points) for row in rows)


def taking_part(
    rows: Iterable[Participating], left: Mapping[str, str] | None = None
) -> tuple[base.Entrant, ...]:
    """Return those who play a stage by rounds. ``left`` (number → state) says who had left, where the stage is
    closed: who leaves later is not asked."""
    found = []
    for row in rows:
        state = GONE.get(row.state if left is None else left.get(str(row.number), ""), "in")
        gone = row.left_after_round if state != "in" else None
        club = str(row.club_key) if row.club_key else None
        found.append(base.Entrant(str(row.number), row.seed, club, state, row.since_round, gone))
    return tuple(found)


def worth(stage: Stage) -> base.Points:
    """Return what results are worth in the stage."""
    places = {int(size): tuple(points) for size, points in stage.settings.get("places", {}).items()}
    return base.Points(**stage.settings["points"], places=places)


def tree(matches: Sequence[Played], drawn: Iterable[str] | None = None) -> base.Tree:
    """Return a bracket as its rows hold it: entrants where they were drawn, sources elsewhere.

    ``drawn`` are the ids of all who were drawn, where they are known: a bye of the only round stands in no match.
    """
    codes = {row.code: row.node for row in matches}
    nodes = [_node(row, codes) for row in matches]
    seated = {side for node in nodes for side in node.seats if side}
    return brackets.gathered(nodes, sorted(seated | set(drawn or ())))


def _node(row: Played, nodes: Mapping[str, str]) -> base.Node:
    first, second = row.sides
    return base.Node(
        id=row.node,
        round=row.round,
        bracket=row.bracket,
        slot=row.slot,
        seats=(_drawn(first), _drawn(second)),
        sources=(_source(first, nodes), _source(second, nodes)),
        only_if_beaten=row.node == SECOND_FINAL,
    )


def _drawn(side: Side) -> str | None:
    return str(side.number) if side.number and not side.source else None


def _source(side: Side, nodes: Mapping[str, str]) -> base.Source | None:
    return base.Source(nodes[side.source], side.take) if side.source else None
