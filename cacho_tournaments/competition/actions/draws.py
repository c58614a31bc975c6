"""The lot: proposed as a draft, changed by hand if need be, released, closed; a draft can be discarded.

Knows: stages and their order, who may be drawn, which chance was used. Does not know: how sides are drawn
(``formats``, through the bridge), results, pages.

Every action here locks its stage first (a release the category before it), so of two at one moment the second finds
what the first did. A draw that cannot be made leaves nothing behind (PAI-05, PAI-09).
"""

import secrets
from collections.abc import Sequence
from typing import Any
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils import timezone

from cacho_tournaments.competition import bridge, permissions
from cacho_tournaments.competition.actions import timetable
from cacho_tournaments.competition.actions.entries import held
from cacho_tournaments.competition.errors import Impossible
from cacho_tournaments.competition.models import Draw, Entrant, Group, GroupPlace, Match, Seat, Stage
from cacho_tournaments.journal.actions import write
from cacho_tournaments.people.models import User

LARGEST_SEED = 10**12


def propose(*, stage: Stage, by: User, seed: int | None = None, replace: int | None = None) -> Draw:
    """Draw a stage as a draft. Without a seed one is taken by chance; the same seed gives the same draw.

    ``replace`` is the key of the draft that is thrown away for this one; a draft that is not named is kept.
    Raises: Impossible ``draw-exists``, ``draw-changed``, ``draw-released``, ``stage-not-finished``, ``bad-draw-seed``;
    NoValidDraw from the formats.
    """
    permissions.require("competition.organize", by, stage.category.tournament)
    if seed is not None and not 0 <= seed < LARGEST_SEED:
        raise Impossible("bad-draw-seed", seed=seed, most=LARGEST_SEED - 1)
    with transaction.atomic():
        stage = _locked(stage)
        _make_room(stage, replace)
        chosen = secrets.randbelow(LARGEST_SEED) if seed is None else seed
        draw = Draw(stage=stage, seed=chosen, made_by=by, made_at=timezone.now())
        if stage.format == Stage.Format.GROUPS:
            _draw_groups(stage, draw)
        else:
            _draw_tree(stage, draw)
        stage.state = Stage.State.DRAFT
        stage.save(update_fields=["state"])
        _write("competition.draw.proposed", stage, by, draw, replaced=replace)
    return draw


def discard(*, stage: Stage, by: User) -> None:
    """Throw the draft away. Its seed and notes stay on record, its groups and matches do not."""
    permissions.require("competition.organize", by, stage.category.tournament)
    with transaction.atomic():
        stage = _locked(stage)
        draw = _draft(stage)
        _clear(stage, draw)
        stage.state = Stage.State.PLANNED
        stage.save(update_fields=["state"])
        _write("competition.draw.discarded", stage, by, draw)


def swap(*, stage: Stage, by: User, first: Entrant, second: Entrant) -> Draw:
    """Put two entrants of a draft in each other's place. What that brings about is noted, and that it was done by
    hand (PAI-19)."""
    permissions.require("competition.organize", by, stage.category.tournament)
    with transaction.atomic():
        stage = _locked(stage)
        draw = _draft(stage)
        if first.pk == second.pk:
            raise Impossible("swap-same", name=first.name)
        for entrant in (first, second):
            if not Seat.objects.filter(stage=stage, entrant=entrant).exists():
                raise Impossible("not-drawn", name=entrant.name)
        _swap_places(stage, first, second)
        _swap_seats(stage, first, second)
        by_hand = [note for note in draw.notes if note["code"] in ("swapped-by-hand", "not-checked-in")]
        numbers = [str(first.number), str(second.number)]
        by_hand.append({"code": "swapped-by-hand", "facts": {"entrants": numbers}})
        groups = stage.format == Stage.Format.GROUPS
        said = bridge.group_notes(stage) if groups else bridge.tree_notes(stage, draw.entrants)
        draw.notes = said + by_hand
        draw.save(update_fields=["notes"])
        _write("competition.draw.swapped", stage, by, draw, swapped=[first.name, second.name])
    return draw


def release(*, stage: Stage, by: User) -> Draw:
    """Let the draw be seen and played, and give it the tables of the hall; the stage before it is closed.

    Raises: Impossible ``draw-out-of-date`` when somebody has come or gone since it was drawn.
    """
    permissions.require("competition.organize", by, stage.category.tournament)
    with transaction.atomic():
        # Whoever is entered, comes back or leaves holds the category: it happens before the release or after it.
        category = held(stage.category_id)
        stage = _locked(stage)
        draw = _draft(stage)
        _refuse_out_of_date(stage, draw)
        before = _before(stage)
        if before is not None and before.state == Stage.State.RELEASED:
            _close(before)
        draw.state, draw.released_at = Draw.State.RELEASED, timezone.now()
        draw.save(update_fields=["state", "released_at"])
        stage.state = Stage.State.RELEASED
        stage.results_version += 1
        stage.save(update_fields=["state", "results_version"])
        category.entries_open = False
        category.save(update_fields=["entries_open"])
        given = timetable.in_order(stage)
        _write("competition.draw.released", stage, by, draw, tables_given=given)
    return draw


def close(*, stage: Stage, by: User) -> Stage:
    """Close a stage whose matches have all ended. Its tables then move no more, whoever leaves later."""
    permissions.require("competition.organize", by, stage.category.tournament)
    with transaction.atomic():
        stage = _locked(stage)
        if stage.state != Stage.State.RELEASED:
            raise Impossible("stage-not-in-play")
        _refuse_open(stage)
        _close(stage)
        _write("competition.stage.closed", stage, by)
    return stage


def reopen(*, stage: Stage, by: User, reason: str) -> Stage:
    """Open a closed stage again for a correction, as long as nothing is drawn from it."""
    permissions.require("competition.organize", by, stage.category.tournament)
    if not reason.strip():
        raise Impossible("reason-needed", name=stage.category.name)
    with transaction.atomic():
        stage = _locked(stage)
        if stage.state != Stage.State.CLOSED:
            raise Impossible("stage-not-closed")
        later = stage.category.stages.filter(order__gt=stage.order)
        if later.exclude(state=Stage.State.PLANNED).exists():
            raise Impossible("next-stage-drawn", match="")
        stage.state, stage.left = Stage.State.RELEASED, {}
        stage.results_version += 1
        stage.save(update_fields=["state", "left", "results_version"])
        _write("competition.stage.reopened", stage, by, reason=reason.strip())
    return stage


def _locked(stage: Stage) -> Stage:
    """Lock the stage and those before it, earlier ones first: a draw is made from tables that stand still."""
    rows = list(
        Stage.objects.select_for_update(of=("self",))
        .select_related("category__tournament")
        .filter(category=stage.category_id, order__lte=stage.order)
        .order_by("order")
    )
    return rows[-1]


def _before(stage: Stage) -> Stage | None:
    return stage.category.stages.filter(order__lt=stage.order).order_by("-order").first()


def _draft(stage: Stage) -> Draw:
    draw = stage.draws.exclude(state=Draw.State.DISCARDED).first()
    if draw is None:
        raise Impossible("nothing-drawn")
    if draw.state == Draw.State.RELEASED:
        raise Impossible("draw-released")
    return draw


def _make_room(stage: Stage, replace: int | None) -> None:
    """Refuse a second draw, unless it is to replace the very draft that stands."""
    draw = stage.draws.exclude(state=Draw.State.DISCARDED).select_related("made_by").first()
    if draw is None and replace is None:
        return
    if draw is None:
        raise Impossible("draw-changed")
    if draw.state == Draw.State.RELEASED:
        raise Impossible("draw-released")
    if replace is None:
        there = ZoneInfo(stage.category.tournament.time_zone)
        when = draw.made_at.astimezone(there).strftime("%H:%M")
        raise Impossible("draw-exists", who=str(draw.made_by or ""), when=when)
    if replace != draw.pk:
        raise Impossible("draw-changed")
    _clear(stage, draw)


def _clear(stage: Stage, draw: Draw) -> None:
    stage.matches.all().delete()
    stage.groups.all().delete()
    draw.state = Draw.State.DISCARDED
    draw.save(update_fields=["state"])


def _draw_groups(stage: Stage, draw: Draw) -> None:
    rows, absent = _to_be_drawn(stage)
    sides = bridge.entrants(rows)
    drawn = bridge.draw_groups(stage, sides, draw.seed)
    smallest = min(len(group.members) for group in drawn.groups)
    if stage.settings["go_on"] > smallest:
        raise Impossible("all-would-go-on", go_on=stage.settings["go_on"], group_size=smallest)
    draw.entrants = bridge.drawn_from(sides)
    draw.notes = bridge.notes(drawn.notes) + absent
    draw.steps = [list(step) for step in drawn.steps]
    draw.save()
    groups, places, matches, seats = bridge.group_rows(stage, drawn, {str(row.number): row for row in rows})
    Group.objects.bulk_create(groups)
    GroupPlace.objects.bulk_create(places)
    _plant(matches, seats)


def _draw_tree(stage: Stage, draw: Draw) -> None:
    before = _before(stage)
    if before is None:
        rows, absent = _to_be_drawn(stage)
        sides = bridge.unseeded(rows)
    else:
        if before.state not in Stage.SHOWN:
            raise Impossible("stage-before-not-drawn")
        _refuse_open(before)
        sides, absent = bridge.qualifiers(before), []
        numbers = [int(side.id) for side in sides]
        rows = list(stage.category.entrants.filter(number__in=numbers))
    tree = bridge.draw_tree(stage, sides, draw.seed)
    draw.entrants = bridge.drawn_from(sides)
    draw.notes = bridge.notes(tree.notes) + absent
    matches, seats = bridge.tree_rows(stage, tree, {str(row.number): row for row in rows})
    draw.steps = [[str(s.entrant.number), s.match.code] for s in seats if s.entrant is not None]
    draw.save()
    _plant(matches, seats)


def _plant(matches: Sequence[Match], seats: Sequence[Seat]) -> None:
    Match.objects.bulk_create(matches)
    Seat.objects.bulk_create(seats)


def _to_be_drawn(stage: Stage) -> tuple[list[Entrant], list[dict[str, Any]]]:
    """Return who is drawn: everybody accepted, paid or checked in; and a note on those not checked in (PAI-25)."""
    rows = bridge.in_play(stage.category)
    absent = [row for row in rows if row.state != Entrant.State.CHECKED_IN]
    if not absent:
        return rows, []
    facts = {"count": len(absent), "of": len(rows), "entrants": [str(row.number) for row in absent]}
    return rows, [{"code": "not-checked-in", "facts": facts}]


def _refuse_out_of_date(stage: Stage, draw: Draw) -> None:
    drawn = {int(side["id"]) for side in draw.entrants}
    states = dict(stage.category.entrants.values_list("number", "state"))
    now = {number for number, state in states.items() if state in Entrant.IN_PLAY}
    if _before(stage) is not None:
        now &= drawn  # who did not go on is not missing
    changed = sorted(drawn ^ now)
    if changed:
        names = dict(stage.category.entrants.values_list("number", "name"))
        raise Impossible(
            "draw-out-of-date", entrants=[names[number] for number in changed if number in names]
        )


def _refuse_open(stage: Stage) -> None:
    left = stage.matches.exclude(state=Match.State.FINISHED).count()
    if left:
        raise Impossible("stage-not-finished", open=left, matches=stage.matches.count())


def _close(stage: Stage) -> None:
    stage.state, stage.left = Stage.State.CLOSED, bridge.left(stage)
    stage.results_version += 1
    stage.save(update_fields=["state", "left", "results_version"])


def _swap_places(stage: Stage, first: Entrant, second: Entrant) -> None:
    """Exchange drawn places; anew, because a place may not be held twice even for a moment."""
    rows = list(GroupPlace.objects.filter(stage=stage, entrant__in=(first, second)))
    GroupPlace.objects.filter(pk__in=[row.pk for row in rows]).delete()
    GroupPlace.objects.bulk_create(
        GroupPlace(
            group_id=row.group_id,
            stage=stage,
            position=row.position,
            entrant=second if row.entrant_id == first.pk else first,
        )
        for row in rows
    )


def _swap_seats(stage: Stage, first: Entrant, second: Entrant) -> None:
    seats = Seat.objects.filter(stage=stage)
    of_first = list(seats.filter(entrant=first).values_list("pk", flat=True))
    of_second = list(seats.filter(entrant=second).values_list("pk", flat=True))
    seats.filter(pk__in=of_first).update(entrant=None)
    seats.filter(pk__in=of_second).update(entrant=first)
    seats.filter(pk__in=of_first).update(entrant=second)


def _write(verb: str, stage: Stage, by: User, draw: Draw | None = None, **facts: Any) -> None:
    category = stage.category
    if draw is not None:
        facts["seed"] = draw.seed
    write(
        verb,
        by=by,
        subject=stage,
        tournament_id=category.tournament_id,
        category=category.name,
        stage=stage.order,
        format=stage.format,
        **facts,
    )
