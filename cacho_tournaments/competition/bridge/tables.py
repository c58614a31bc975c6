"""Tables of a stage, and who goes on from it into which.

Knows: rows read lightly, the tables and cuts of ``formats``. Does not know: how draws are made, permissions, pages.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from cacho_tournaments.competition.bridge import reading
from cacho_tournaments.competition.errors import Impossible
from cacho_tournaments.competition.models import Draw, Entrant, Stage
from cacho_tournaments.competition.rows import (
    Participating,
    Placed,
    Played,
    SatOut,
    participating,
    placed,
    played,
    sat_out,
)
from cacho_tournaments.formats import base, brackets, cuts, standings

Tables = dict[str, tuple[base.Row, ...]]


def tables(stage: Stage, places: Sequence[Placed], matches: Sequence[Played], lot_seed: int) -> Tables:
    """Return the table of every group. Of a closed stage, who left later is not asked: it moves no more."""
    gone = stage.left if stage.state == Stage.State.CLOSED else {str(p.number): p.state for p in places}
    by_group: dict[str, list[base.Match]] = defaultdict(list)
    for row in matches:
        by_group[row.group].append(reading.match(row))
    members: dict[str, list[base.Entrant]] = defaultdict(list)
    for place in places:
        state = reading.GONE.get(gone.get(str(place.number), ""), "in")
        members[place.group].append(base.Entrant(id=str(place.number), state=state))
    return {
        label: _table(stage, sides, by_group[label], lot_seed=lot_seed) for label, sides in members.items()
    }


def round_table(
    stage: Stage,
    people: Sequence[Participating],
    matches: Sequence[Played],
    byes: Sequence[SatOut],
    lot_seed: int,
) -> tuple[base.Row, ...]:
    """Return the one table of a stage that is drawn round by round."""
    left = stage.left if stage.state == Stage.State.CLOSED else None
    return _table(
        stage,
        reading.taking_part(people, left),
        [reading.match(row) for row in matches],
        lot_seed=lot_seed,
        byes=reading.byes(byes),
    )


def _table(
    stage: Stage,
    sides: Sequence[base.Entrant],
    matches: Sequence[base.Match],
    *,
    lot_seed: int,
    byes: Sequence[base.Bye] = (),
) -> tuple[base.Row, ...]:
    return standings.table(
        sides,
        matches,
        points=reading.worth(stage),
        criteria=tuple(stage.settings["criteria"]),
        lot_seed=lot_seed,
        byes=byes,
        format=stage.format,
        rounds=stage.settings.get("rounds"),
    )


def left(stage: Stage) -> dict[str, str]:
    """Return who has left by now, by number: what a closing stage remembers."""
    found = Entrant.objects.filter(category=stage.category_id, state__in=reading.GONE)
    return {str(number): state for number, state in found.values_list("number", "state")}


def lot_seed(stage: Stage) -> int:
    """Return the seed of the stage's first standing draw, by which its lots fall too; 0 where nothing is drawn."""
    live = stage.draws.exclude(state=Draw.State.DISCARDED).order_by("round", "part")
    return live.values_list("seed", flat=True).first() or 0


def placings(stage: Stage, matches: Sequence[Played]) -> tuple[tuple[int, str], ...]:
    """Return the places of a bracket that are decided, best first."""
    return brackets.placings(reading.tree(matches), results(matches))


def results(matches: Sequence[Played]) -> dict[str, base.Result]:
    """Return the results of a bracket by node."""
    return {row.node: ended for row in matches if (ended := reading.result(row)) is not None}


# -- who goes on ----------------------------------------------------------------------------------------------


def sides_for(stage: Stage) -> tuple[base.Qualifier, ...]:
    """Return who plays a stage, best seed first: everybody in play in the first one, else who goes on from before,
    or whom somebody chose by hand.

    Raises: Impossible ``stage-before-not-drawn``, ``nobody-goes-on``; NoValidDraw from the cut.
    """
    before = stage_before(stage)
    if before is None:
        return _entered(stage)
    if stage.chosen is not None:
        return _chosen(stage)
    if before.state not in Stage.SHOWN:
        raise Impossible("stage-before-not-drawn")
    if stage.settings.get("is_second_chance"):
        return second_chance(before)
    if not before.settings.get("is_second_chance"):
        return qualifiers(before)
    direct = stage_before(before)
    return _joined(qualifiers(direct) if direct else (), qualifiers(before))


def stage_before(stage: Stage) -> Stage | None:
    """Return the stage before this one."""
    return stage.category.stages.filter(order__lt=stage.order).order_by("-order").first()


def qualifiers(stage: Stage) -> tuple[base.Qualifier, ...]:
    """Return who goes on from a stage, best earned seed first. Raises: NoValidDraw, Impossible ``nobody-goes-on``."""
    out, clubs, seed = _out(stage), reading.clubs(stage), lot_seed(stage)
    if stage.format == Stage.Format.GROUPS:
        found = tables(stage, placed(stage), played(stage.matches.all()), seed)
        return _cut(stage, found, out=out, clubs=clubs, seed=seed)
    number = stage.settings.get("go_on") or 0
    if stage.format in Stage.TREES:
        return _from_tree(stage, number, out=out, clubs=clubs)
    if not number:
        raise Impossible("nobody-goes-on")
    rows = single_table(stage, played(stage.matches.all()), seed)
    return cuts.top(rows, number, out=out, clubs=clubs)


def single_table(stage: Stage, matches: Sequence[Played], seed: int) -> tuple[base.Row, ...]:
    """Return the table of a stage that has one: a league, or rounds."""
    if stage.format in Stage.POOLS:
        found = tables(stage, placed(stage), matches, seed)
        return next(iter(found.values()), ())
    return round_table(stage, participating(stage), matches, sat_out(stage), seed)


def second_chance(groups: Stage) -> tuple[base.Qualifier, ...]:
    """Return those to whom the groups give a second chance: the places just below the cut, best first."""
    found = tables(groups, placed(groups), played(groups.matches.all()), lot_seed(groups))
    direct, more = groups.settings["go_on"], groups.settings.get("second_chance", 0)
    if not more:
        raise Impossible("no-second-chance")
    everybody = cuts.qualifiers(
        found,
        per_group=direct + more,
        out=_out(groups),
        clubs=reading.clubs(groups),
        criteria=tuple(groups.settings["criteria"]),
        lot_seed=lot_seed(groups),
    )
    below = [one for one in everybody if one.place > direct]
    return tuple(_seeded(one, number) for number, one in enumerate(below, start=1))


def drawn_on(stage: Stage) -> frozenset[str] | None:
    """Return whom the released draw after a closed stage holds: who leaves after it went on all the same. None where
    nothing is drawn from the stage yet."""
    if stage.state != Stage.State.CLOSED:
        return None
    later = Draw.objects.filter(stage__category=stage.category_id, stage__order__gt=stage.order)
    released = later.filter(state=Draw.State.RELEASED).order_by("stage__order", "round")
    drawn = released.values_list("entrants", flat=True).first()
    return None if drawn is None else frozenset(side["id"] for side in drawn)


def cut(stage: Stage, found: Tables, places: Sequence[Placed], seed: int) -> tuple[base.Qualifier, ...]:
    """Return who goes on from finished tables of groups, or from that of a league. Raises: NoValidDraw."""
    out = {str(place.number) for place in places if place.state in Entrant.OUT}
    if stage.format == Stage.Format.LEAGUE:
        return top(stage, next(iter(found.values()), ()), out)
    return _cut(stage, found, out=out, clubs={}, seed=seed)


def top(stage: Stage, rows: Sequence[base.Row], out: Iterable[str]) -> tuple[base.Qualifier, ...]:
    """Return who goes on from a finished single table. Raises: NoValidDraw."""
    number = stage.settings.get("go_on") or 0
    return cuts.top(rows, number, out=set(out), clubs={}) if number else ()


def thirds(setting: str | int) -> str | int:
    """Return a stage's ``best_thirds`` as the cut takes it."""
    return 0 if setting == "none" else cuts.FILL if setting == "fill" else int(setting)


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


def _from_tree(
    stage: Stage, number: int, *, out: set[str], clubs: Mapping[str, str]
) -> tuple[base.Qualifier, ...]:
    """Return who goes on from a bracket: those left at its end, or its first places."""
    matches = played(stage.matches.all())
    if stage.settings.get("until", 1) > 1:
        whole = reading.tree(matches, _drawn_ids(stage))
        ids = [one for one in brackets.last_left(whole, results(matches)) if one not in out]
        return tuple(
            base.Qualifier(one, club=clubs.get(one), seed=number) for number, one in enumerate(ids, 1)
        )
    if not number:
        raise Impossible("nobody-goes-on")
    return cuts.top_of_places(placings(stage, matches), number, out=out, clubs=clubs)


def _drawn_ids(stage: Stage) -> list[str]:
    live = stage.draws.exclude(state=Draw.State.DISCARDED).filter(round=0)
    return [side["id"] for side in live.values_list("entrants", flat=True).first() or ()]


def _entered(stage: Stage) -> tuple[base.Qualifier, ...]:
    rows = reading.entrants(reading.in_play(stage.category))
    return tuple(base.Qualifier(id=one.id, club=one.club, seed=one.seed) for one in rows)


def _chosen(stage: Stage) -> tuple[base.Qualifier, ...]:
    """Return those chosen by hand, in the order in which they were chosen: the first is the best seed."""
    clubs = reading.clubs(stage)
    ids = [str(number) for number in stage.chosen or ()]
    return tuple(base.Qualifier(one, club=clubs.get(one), seed=seed) for seed, one in enumerate(ids, start=1))


def _joined(direct: Sequence[base.Qualifier], saved: Sequence[base.Qualifier]) -> tuple[base.Qualifier, ...]:
    """Return those who went on at once and, behind them, those who came by the second chance."""
    everybody = [*direct, *saved]
    return tuple(_seeded(one, number) for number, one in enumerate(everybody, start=1))


def _seeded(one: base.Qualifier, seed: int) -> base.Qualifier:
    return base.Qualifier(one.id, one.group, one.place, one.club, seed)


def _out(stage: Stage) -> set[str]:
    found = Entrant.objects.filter(category=stage.category_id, state__in=Entrant.OUT)
    return {str(number) for number in found.values_list("number", flat=True)}
