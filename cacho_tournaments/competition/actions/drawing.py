"""How a draw becomes rows, part of the actions that draw: made, changed by hand, superseded.

Knows: what each kind of stage is drawn as. Does not know: permissions, the journal, when anything may be drawn.
Only ``draws`` and ``rounds`` call this, inside their transactions and with the stage locked. Nothing is deleted here:
what is taken back stands no more.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from cacho_tournaments.competition import bridge
from cacho_tournaments.competition.actions import eliminations
from cacho_tournaments.competition.actions.holding import held_stages
from cacho_tournaments.competition.errors import Impossible
from cacho_tournaments.competition.models import (
    Bye,
    Draw,
    Entrant,
    Group,
    GroupPlace,
    Match,
    Participant,
    Seat,
    Stage,
)
from cacho_tournaments.competition.queries.rounds import last_round
from cacho_tournaments.formats import base
from cacho_tournaments.journal.actions import write
from cacho_tournaments.people.models import User

LARGEST_SEED = 10**12
BY_HAND_NOTES = ("swapped-by-hand", "arranged-by-hand")
KEPT_NOTES = (*BY_HAND_NOTES, "not-checked-in", "cut-beyond-field", "late-entry")
Sides = Sequence[base.Qualifier]


def locked(stage: Stage) -> Stage:
    """Lock the stage with its matches, and the stages before it: a draw is made from tables that stand still."""
    stages = Stage.objects.select_related("category__tournament")
    until = stages.filter(category=stage.category_id, order__lte=stage.order)
    return held_stages(until, Stage.objects.filter(pk=stage.pk))[-1]


def said(verb: str, stage: Stage, who: User, draw: Draw | None = None, **facts: Any) -> None:
    """Write the journal's entry of something that was done to a stage or a draw of it."""
    category = stage.category
    if draw is not None:
        facts["seed"] = draw.seed
        if draw.round:
            facts["round"] = draw.round
    write(
        verb,
        by=who,
        subject=stage,
        tournament_id=category.tournament_id,
        category=category.name,
        stage=stage.order,
        format=stage.format,
        **facts,
    )


def sides_of(stage: Stage) -> tuple[Sides, list[dict[str, Any]]]:
    """Return who is drawn into the stage, and notes: on those of them who are not checked in (PAI-25), and on a cut
    that lets more go on than there are.

    Raises: Impossible ``stage-not-finished`` while the stage before is played, and as ``bridge.sides_for``.
    """
    before = bridge.stage_before(stage)
    if before is not None:
        if before.state not in Stage.SHOWN:
            raise Impossible("stage-before-not-drawn")
        refuse_unplayed(before)
    sides = bridge.sides_for(stage)
    absent = _not_checked_in(stage) if before is None else []
    return sides, [*absent, *_cut_beyond(stage, len(sides))]


def _not_checked_in(stage: Stage) -> list[dict[str, Any]]:
    rows = bridge.in_play(stage.category)
    absent = [str(row.number) for row in rows if row.state != Entrant.State.CHECKED_IN]
    facts = {"count": len(absent), "of": len(rows), "entrants": absent}
    return [{"code": "not-checked-in", "facts": facts}] if absent else []


def _cut_beyond(stage: Stage, sides: int) -> list[dict[str, Any]]:
    """Say in good time that a stage cannot be closed with its cut; the groups' own is refused when they are drawn."""
    wanted = stage.settings.get("go_on") or 0
    if stage.format == Stage.Format.GROUPS or wanted <= sides:
        return []
    if not stage.category.stages.filter(order__gt=stage.order).exists():
        return []
    return [{"code": "cut-beyond-field", "facts": {"go_on": wanted, "sides": sides}}]


def people(stage: Stage, ids: Iterable[str] | None = None) -> dict[str, Entrant]:
    """Return the category's entrants by the ids that draws know them by."""
    rows = Entrant.objects.filter(category=stage.category_id)
    if ids is not None:
        rows = rows.filter(number__in=[int(each) for each in ids])
    return {str(row.number): row for row in rows}


def draw_whole(draw: Draw, sides: Sides, absent: Sequence[dict[str, Any]]) -> None:
    """Draw a stage that is drawn at once, and save what came of it. Raises: NoValidDraw, Impossible."""
    stage = draw.stage
    draw.entrants, draw.question = bridge.drawn_from(sides), bridge.question(stage, draw.seed, sides)
    if stage.format in Stage.TREES:
        _draw_tree(draw, sides, absent)
    else:
        _draw_pools(draw, sides, absent)


def _draw_pools(draw: Draw, sides: Sides, absent: Sequence[dict[str, Any]]) -> None:
    stage = draw.stage
    drawn = bridge.draw_pools(stage, sides, draw.seed)
    _refuse_all_going_on(stage, drawn)
    draw.notes = [*bridge.notes(drawn.notes), *absent]
    draw.steps = [list(step) for step in drawn.steps]
    draw.save()
    groups, places, matches, seats = bridge.group_rows(draw, drawn, people(stage))
    Group.objects.bulk_create(groups)
    GroupPlace.objects.bulk_create(places)
    plant(matches, seats)


def _refuse_all_going_on(stage: Stage, drawn: base.GroupsDraw) -> None:
    if stage.format != Stage.Format.GROUPS:
        return
    smallest = min(len(group.members) for group in drawn.groups)
    wanted = stage.settings["go_on"] + stage.settings.get("second_chance", 0)
    if stage.settings["go_on"] >= smallest or wanted > smallest:
        raise Impossible("all-would-go-on", go_on=wanted, group_size=smallest)


def _draw_tree(draw: Draw, sides: Sides, absent: Sequence[dict[str, Any]]) -> None:
    stage = draw.stage
    tree = bridge.draw_tree(stage, sides, draw.seed)
    draw.notes = [*bridge.notes(tree.notes), *absent]
    matches, seats = bridge.tree_rows(draw, tree, people(stage))
    draw.steps = [[str(s.entrant.number), s.match.code] for s in seats if s.entrant is not None]
    draw.save()
    plant(matches, seats)


def plant(matches: Sequence[Match], seats: Sequence[Seat]) -> None:
    """Save matches with their seats."""
    Match.objects.bulk_create(matches)
    Seat.objects.bulk_create(seats)


def permute(stage: Stage, places: Mapping[int, Entrant]) -> None:
    """Put entrants in each other's places: ``places`` says, by key of who sits there now, who comes there."""
    _permute_places(stage, places)
    seats = list(Seat.objects.filter(stage=stage, entrant__in=places))
    coming = {seat.pk: places[seat.entrant_id or 0] for seat in seats}
    # Emptied first: nobody may sit twice in a round even for a moment.
    Seat.objects.filter(pk__in=coming).update(entrant=None)
    for seat in seats:
        seat.entrant = coming[seat.pk]
    Seat.objects.bulk_update(seats, ["entrant"])


def _permute_places(stage: Stage, places: Mapping[int, Entrant]) -> None:
    rows = list(GroupPlace.objects.filter(stage=stage, entrant__in=places))
    GroupPlace.objects.filter(pk__in=[row.pk for row in rows]).update(is_standing=False)
    GroupPlace.objects.bulk_create(
        GroupPlace(
            group_id=row.group_id,
            stage=stage,
            position=row.position,
            entrant=places[row.entrant_id],
            since_round=row.since_round,
        )
        for row in rows
    )


def supersede(draw: Draw) -> tuple[Entrant, ...]:
    """Take everything back that came of a draw: its rows stand no more, its results count no more. Return those whom
    the rules had put out by these results, and who are in the event again."""
    back = supersede_matches(draw.matches.all())
    Bye.objects.filter(draw=draw).update(is_standing=False)
    if not draw.round:
        stage = draw.stage
        # A draw made before draws were named on matches has the stage to itself.
        back += supersede_matches(stage.matches.all())
        Group.objects.filter(stage=stage).update(is_standing=False)
        GroupPlace.objects.filter(stage=stage).update(is_standing=False)
    draw.state = Draw.State.DISCARDED
    draw.save(update_fields=["state"])
    return back


def supersede_matches(matches: Iterable[Match]) -> tuple[Entrant, ...]:
    """Let matches stand no more, with their seats and results; return who is in the event again by that."""
    keys = [row.pk for row in matches]
    back = eliminations.lift(keys)
    Seat.objects.filter(match__in=keys).update(is_standing=False)
    Match.objects.filter(pk__in=keys).update(is_standing=False)
    return back


def nobody_takes_part(stage: Stage) -> None:
    """Have it written down no more who plays a stage by rounds, or sits out in it: it is not drawn any more."""
    stage.participants.update(is_standing=False)
    stage.byes.update(is_standing=False)


def begin_by_rounds(stage: Stage, sides: Sides) -> None:
    """Write down who begins a stage that is drawn round by round."""
    Participant.objects.bulk_create(bridge.participants(stage, sides, people(stage)))


def refuse_open(stage: Stage) -> None:
    """Raises: Impossible ``stage-not-finished`` where a match is still to be played."""
    left = stage.matches.exclude(state=Match.State.FINISHED).count()
    if left:
        raise Impossible("stage-not-finished", open=left, matches=stage.matches.count())


def refuse_unplayed(stage: Stage) -> None:
    """Raises: Impossible ``stage-not-finished``, ``rounds-to-come`` where rounds of the stage are still to be drawn."""
    refuse_open(stage)
    wanted, last = stage.settings.get("rounds", 0), last_round(stage)
    if stage.format in Stage.BY_ROUND and last < wanted:
        raise Impossible("rounds-to-come", round=last, rounds=wanted)
