"""Draws of a stage: what is drawn from, the draw itself, what it wants said.

Knows: settings of stages, the draws of ``formats``, how a draw is written down to be repeated.
Does not know: who may draw, the rows that a draw becomes (``planting``).
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict
from random import Random
from types import ModuleType
from typing import Any

from cacho_tournaments.competition.bridge import reading
from cacho_tournaments.competition.models import Draw, Entrant, Stage
from cacho_tournaments.competition.rows import participating, placed, played, sat_out
from cacho_tournaments.formats import base, double_elimination, groups, knockout, round_robin, swiss
from cacho_tournaments.formats import tables as at_tables
from cacho_tournaments.formats.errors import NoValidDraw

_OPTIONS: Mapping[str, Mapping[str, str]] = {  # the door's name of an option: ours
    "groups": {"size": "group_size", "legs": "legs"},
    "league": {"legs": "legs"},
    "knockout": {"third_place": "third_place", "consolation": "consolation", "until": "until"},
    "double-elimination": {"reset": "reset"},
    "swiss": {"rounds": "rounds"},
    "tables": {"size": "table_size", "allowed": "allowed", "rounds": "rounds", "mode": "mode"},
}


def draw_pools(stage: Stage, sides: Sequence[base.Qualifier], seed: int) -> base.GroupsDraw:
    """Draw the groups of a stage, or number a league. Raises: NoValidDraw."""
    drawn, legs = as_entrants(sides), stage.settings.get("legs", 1)
    if stage.format == Stage.Format.LEAGUE:
        return round_robin.draw(drawn, rng=Random(seed), legs=legs)
    return groups.draw(drawn, size=stage.settings["group_size"], rng=Random(seed), legs=legs)


def draw_tree(stage: Stage, sides: Sequence[base.Qualifier], seed: int) -> base.Tree:
    """Draw the bracket of a stage. Raises: NoValidDraw."""
    settings = stage.settings
    if stage.format == Stage.Format.DOUBLE:
        return double_elimination.draw(sides, rng=Random(seed), reset=settings["reset"])
    return knockout.draw(
        sides,
        rng=Random(seed),
        third_place=settings["third_place"],
        consolation=settings.get("consolation", False),
        until=settings.get("until", 1),
    )


def as_entrants(sides: Iterable[base.Qualifier]) -> tuple[base.Entrant, ...]:
    """Return those who go on as a draw without groups before it takes them."""
    return tuple(base.Entrant(id=one.id, seed=one.seed, club=one.club) for one in sides)


def history(stage: Stage, number: int) -> tuple[tuple[base.Match, ...], tuple[base.Bye, ...]]:
    """Return the matches and the byes of the rounds before this one."""
    matches = played(stage.matches.filter(round__lt=number).order_by("round", "pk"))
    return tuple(reading.match(row) for row in matches), reading.byes(sat_out(stage, before=number))


def present(stage: Stage, number: int, sides: Sequence[base.Qualifier] = ()) -> tuple[base.Entrant, ...]:
    """Return the entrants of the stage as a draw of this round sees them: ``sides`` before the first round, else those
    who take part; who has left is marked so."""
    rows = participating(stage)
    if not rows:
        return as_entrants(sides)
    # Whom the rules put out stands in the table as he played, but is drawn no more.
    out = {str(row.number) for row in rows if row.state in Entrant.OUT}
    return tuple(_left(one, number - 1) if one.id in out else one for one in reading.taking_part(rows))


def draw_round(
    stage: Stage,
    number: int,
    seed: int,
    sides: Sequence[base.Qualifier] = (),
    *,
    fixed: Sequence[base.Match] = (),
    eligible: Collection[str] | None = None,
) -> base.RoundDraw:
    """Draw a round of a stage that is drawn round by round. ``fixed`` are matches of the round that stand;
    ``eligible`` are those who are drawn besides them, where not everybody is. Raises: NoValidDraw."""
    everybody = present(stage, number, sides)
    matches, byes = history(stage, number)
    away, given = _sitting_out(stage, number, everybody, fixed, eligible)
    more: dict[str, Any] = {
        "round": number,
        "points": reading.worth(stage),
        "seed": seed,
        "absent": away,
        "given_byes": given,
        "fixed": fixed,
    }
    if stage.format == Stage.Format.SWISS:
        return swiss.draw(everybody, matches, byes, **more)
    settings = stage.settings
    return at_tables.draw(
        everybody,
        matches,
        byes,
        size=settings["table_size"],
        allowed=_sizes(stage, number, everybody, (*given, *(base.Bye(one, number) for one in away))),
        mode=settings["mode"],
        rounds=settings["rounds"],
        **more,
    )


def round_notes(
    stage: Stage, number: int, matches: Sequence[Sequence[str]], byes: Sequence[base.Bye]
) -> list[dict[str, Any]]:
    """Say what a round that was changed by hand wants said: repeats, one club, a second bye (PAI-19)."""
    before, sat_before = history(stage, number)
    drawn = tuple(
        base.Match(f"r{number}m{table}", tuple(seats), round=number, table=table)
        for table, seats in enumerate(matches, start=1)
    )
    rules: ModuleType = swiss if stage.format == Stage.Format.SWISS else at_tables
    clubs = reading.clubs(stage)
    everybody = [*(each for seats in matches for each in seats), *(bye.entrant for bye in byes)]
    people = present(stage, number) or as_entrants(
        base.Qualifier(each, club=clubs.get(each)) for each in everybody
    )
    return notes(rules.notes(drawn, byes, people, before, sat_before))


def notes(found: Iterable[base.Note]) -> list[dict[str, Any]]:
    """Return what a draw wants said as it is stored."""
    return [{"code": note.code, "facts": dict(note.facts)} for note in found]


def drawn_from(sides: Iterable[base.Entrant | base.Qualifier]) -> list[dict[str, Any]]:
    """Return who was drawn as it is stored."""
    return [{name: value for name, value in asdict(side).items() if value is not None} for side in sides]


def question(
    stage: Stage,
    seed: int,
    sides: Sequence[base.Qualifier],
    number: int = 0,
    *,
    fixed: Sequence[base.Match] = (),
    eligible: Collection[str] | None = None,
) -> dict[str, Any]:
    """Return what is drawn from, as the formats' own door reads it: whoever has it can repeat the draw.

    ``number`` is the round, 0 for a draw of the whole stage; the rest is as for ``draw_round``.
    """
    names = _OPTIONS[stage.format]
    options = {theirs: stage.settings[ours] for theirs, ours in names.items() if ours in stage.settings}
    asked: dict[str, Any] = {"format": stage.format, "options": options, "seed": seed}
    if not number:
        return {**asked, "entrants": drawn_from(sides)}
    people = present(stage, number, sides)
    matches, byes = history(stage, number)
    away, given = _sitting_out(stage, number, people, fixed, eligible)
    if stage.format == Stage.Format.TABLES:
        out = (*given, *(base.Bye(one, number) for one in away))
        options["allowed"] = list(_sizes(stage, number, people, out))
    coming = {
        "fixed": [_match_said(one) for one in fixed],
        "byes": [_bye_said(one) for one in given],
        "absent": sorted(away, key=int),
    }
    return {
        **asked,
        "points": {**stage.settings["points"], "places": stage.settings.get("places", {})},
        "entrants": [_person_said(one) for one in people],
        "rounds": [*(round_said(each, matches, byes) for each in range(1, number)), coming],
    }


def tree_notes(stage: Stage, drawn: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Say anew what the standing bracket wants said, after a change by hand; ``drawn`` is what was drawn from."""
    sides = [base.Qualifier(**each) for each in drawn]
    return notes(knockout.notes(reading.tree(played(stage.matches.all())), sides))


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


def live_draw(stage: Stage, number: int = 0, part: int = 1) -> Draw | None:
    """Return the draw of the stage, or of a round of it, that was not thrown away."""
    live = stage.draws.exclude(state=Draw.State.DISCARDED).filter(round=number, part=part)
    return live.select_related("made_by").first()


def _sitting_out(
    stage: Stage,
    number: int,
    everybody: Sequence[base.Entrant],
    fixed: Sequence[base.Match],
    eligible: Collection[str] | None,
) -> tuple[set[str], tuple[base.Bye, ...]]:
    """Return who is away in a round that is to be drawn, and who has a bye in it already."""
    asked = [row for row in sat_out(stage) if row.round == number and not row.drawn]
    away = {str(row.number) for row in asked if row.kind != "bye"}
    if eligible is not None:
        inside = {side for match in fixed for side in match.seats} | set(eligible)
        away |= {one.id for one in everybody if one.id not in inside and one.state == "in"}
    return away, reading.byes(row for row in asked if row.kind == "bye")


def _sizes(
    stage: Stage, number: int, people: Sequence[base.Entrant], out: Sequence[base.Bye]
) -> tuple[int, ...]:
    """Return the sizes of tables that are allowed; where everybody sits at one, that size alone.

    Raises: NoValidDraw ``beyond-one-table``.
    """
    if not stage.settings["one_table"]:
        return tuple(stage.settings["allowed"])
    free = {one.entrant for one in out}
    there = [one for one in people if one.state == "in" and one.since_round <= number and one.id not in free]
    if len(there) > at_tables.LARGEST:
        raise NoValidDraw("beyond-one-table", rule="11.1", entrants=len(there), nearest=at_tables.LARGEST)
    return (max(len(there), at_tables.SMALLEST),)


def _left(one: base.Entrant, last: int) -> base.Entrant:
    """Return somebody who is out as one who left; ``last`` where nobody wrote down after which round."""
    after = last if one.left_after_round is None else one.left_after_round
    state = "withdrawn" if one.state == "in" else one.state
    return base.Entrant(one.id, one.seed, one.club, state, one.since_round, after)


def _person_said(one: base.Entrant) -> dict[str, Any]:
    return {name: value for name, value in asdict(one).items() if value is not None}


def round_said(number: int, matches: Sequence[base.Match], byes: Sequence[base.Bye]) -> dict[str, Any]:
    own = [one for one in byes if one.round == number]
    return {
        "matches": [_match_said(one) for one in matches if one.round == number],
        "byes": [_bye_said(one) for one in own],
    }


def _match_said(one: base.Match) -> dict[str, Any]:
    said: dict[str, Any] = {"id": one.id, "seats": list(one.seats), "table": one.table, "result": None}
    if one.result is not None:
        kept = {name: value for name, value in asdict(one.result).items() if value != ()}
        said["result"] = {name: list(v) if isinstance(v, tuple) else v for name, v in kept.items()}
    return said


def _bye_said(one: base.Bye) -> dict[str, Any]:
    said: dict[str, Any] = {"entrant": one.entrant, "kind": one.kind}
    return said if one.points is None else {**said, "points": one.points}
