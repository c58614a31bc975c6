"""The lot: proposed as a draft, changed by hand if need be, released, closed; a draft can be discarded, a release taken
back while nothing is played.

Knows: stages and their order, who may be drawn, which chance was used. Does not know: how sides are drawn
(``drawing``), rounds (``rounds``), results, pages.

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
from cacho_tournaments.competition.actions import drawing, rounds
from cacho_tournaments.competition.actions.entries import held
from cacho_tournaments.competition.errors import Impossible
from cacho_tournaments.competition.models import Draw, Entrant, GroupPlace, Match, Seat, Stage
from cacho_tournaments.formats.errors import NoValidDraw
from cacho_tournaments.people.models import User


def propose(*, stage: Stage, by: User, seed: int | None = None, replace: int | None = None) -> Draw:
    """Draw a stage, or the next round of it, as a draft. Without a seed one is taken by chance; the same seed gives
    the same draw.

    ``replace`` is the key of the draft that is thrown away for this one; a draft that is not named is kept.
    Raises: Impossible ``draw-exists``, ``draw-changed``, ``draw-released``, ``stage-not-finished``, ``bad-draw-seed``,
    ``rounds-over``; NoValidDraw from the formats.
    """
    permissions.require("competition.organize", by, stage.category.tournament)
    if seed is not None and not 0 <= seed < drawing.LARGEST_SEED:
        raise Impossible("bad-draw-seed", seed=seed, most=drawing.LARGEST_SEED - 1)
    with transaction.atomic():
        stage = drawing.locked(stage)
        number = rounds.next_number(stage) if stage.format in Stage.BY_ROUND else 0
        _make_room(stage, number, replace)
        chosen = secrets.randbelow(drawing.LARGEST_SEED) if seed is None else seed
        draw = Draw(stage=stage, round=number, seed=chosen, made_by=by, made_at=timezone.now())
        if number:
            rounds.draw(draw)
        else:
            drawing.draw_whole(draw, *drawing.sides_of(stage))
        _set_state(stage, Stage.State.DRAFT)
        drawing.said("competition.draw.proposed", stage, by, draw, replaced=replace)
    return draw


def discard(*, stage: Stage, by: User) -> None:
    """Throw the draft away. Its seed and notes stay on record, and what it was drawn from."""
    permissions.require("competition.organize", by, stage.category.tournament)
    with transaction.atomic():
        stage = drawing.locked(stage)
        draw = _draft(stage)
        drawing.supersede(draw)
        _set_state(stage, Stage.State.PLANNED)
        drawing.said("competition.draw.discarded", stage, by, draw)


def swap(*, stage: Stage, by: User, first: Entrant, second: Entrant) -> Draw:
    """Put two entrants of a draft in each other's place. What that brings about is noted, and that it was done by
    hand (PAI-19)."""
    permissions.require("competition.organize", by, stage.category.tournament)
    with transaction.atomic():
        stage = drawing.locked(stage)
        draw = _draft(stage)
        if first.pk == second.pk:
            raise Impossible("swap-same", name=first.name)
        there = _drawn(stage, draw)
        for entrant in (first, second):
            if entrant.pk not in there:
                raise Impossible("not-drawn", name=entrant.name)
        numbers = [str(first.number), str(second.number)]
        _move(stage, draw, {first.pk: second, second.pk: first})
        _note_by_hand(stage, draw, {"code": "swapped-by-hand", "facts": {"entrants": numbers}})
        drawing.said("competition.draw.swapped", stage, by, draw, swapped=[first.name, second.name])
    return draw


def arrange(*, stage: Stage, by: User, order: Sequence[Entrant]) -> Draw:
    """Fill the places of a draft by hand: ``order`` has everybody drawn, in the order of ``queries.drafts.places``.

    Raises: Impossible ``arranged-twice``, ``arranged-wrong`` where somebody stands twice or is missing.
    """
    permissions.require("competition.organize", by, stage.category.tournament)
    with transaction.atomic():
        stage = drawing.locked(stage)
        draw = _draft(stage)
        now = list(_drawn(stage, draw).values())
        keys = [entrant.pk for entrant in order]
        twice = next((entrant for entrant in order if keys.count(entrant.pk) > 1), None)
        if twice is not None:
            raise Impossible("arranged-twice", name=twice.name)
        if {entrant.pk for entrant in now} != set(keys):
            missing = [entrant.name for entrant in now if entrant.pk not in keys]
            raise Impossible("arranged-wrong", entrants=missing)
        places = {here.pk: comes for here, comes in zip(now, order, strict=True) if here.pk != comes.pk}
        if places:
            _move(stage, draw, places)
            moved = [str(entrant.number) for entrant in places.values()]
            _note_by_hand(stage, draw, {"code": "arranged-by-hand", "facts": {"entrants": moved}})
            drawing.said(
                "competition.draw.arranged", stage, by, draw, moved=[one.name for one in places.values()]
            )
    return draw


def release(*, stage: Stage, by: User) -> Draw:
    """Let the draft be seen and played, and give it the tables of the hall; the stage before it is closed.

    Raises: Impossible ``draw-out-of-date`` when somebody has come or gone since it was drawn.
    """
    permissions.require("competition.organize", by, stage.category.tournament)
    with transaction.atomic():
        # Whoever is entered, comes back or leaves holds the category: it happens before the release or after it.
        category = held(stage.category_id)
        stage = drawing.locked(stage)
        draw = _draft(stage)
        refuse_out_of_date(stage, draw)
        before = bridge.stage_before(stage)
        if before is not None and before.state == Stage.State.RELEASED:
            _close(before)
        given = rounds.let_out(draw)
        category.entries_open = False
        category.save(update_fields=["entries_open"])
        drawing.said("competition.draw.released", stage, by, draw, tables_given=given)
    return draw


def take_back(*, stage: Stage, by: User, reason: str) -> Draw:
    """Make a released draw a draft again, as long as nothing of it is played: it can then be changed or thrown away.

    Of a stage that is drawn round by round, ``rounds.cancel`` takes a round back.
    Raises: Impossible ``draw-begun``, ``nothing-drawn``, ``next-stage-drawn``, ``reason-needed``.
    """
    permissions.require("competition.organize", by, stage.category.tournament)
    if not reason.strip():
        raise Impossible("reason-needed", name=stage.category.name)
    with transaction.atomic():
        stage = drawing.locked(stage)
        draw = bridge.live_draw(stage)
        if draw is None or stage.state != Stage.State.RELEASED:
            raise Impossible("nothing-drawn")
        begun = stage.matches.exclude(state__in=(Match.State.WAITING, Match.State.READY))
        if begun.exists():
            raise Impossible("draw-begun", matches=list(begun.values_list("code", flat=True)[:5]))
        draw.state, draw.released_at = Draw.State.DRAFT, None
        draw.save(update_fields=["state", "released_at"])
        stage.matches.update(table=None)
        stage.results_version += 1
        stage.save(update_fields=["results_version"])
        _set_state(stage, Stage.State.DRAFT)
        drawing.said("competition.draw.taken-back", stage, by, draw, reason=reason.strip())
    return draw


def redraw(*, stage: Stage, by: User, seed: int | None = None) -> Draw:
    """Draw a stage that stands drawn once more from those who play it now, from the same seed unless another is given:
    what follows a correction of the stage before. A draft stays a draft, what was released is released again.

    Raises: Impossible ``nothing-drawn``, and as ``propose``.
    """
    permissions.require("competition.decide", by, stage.category.tournament)
    with transaction.atomic():
        stage = drawing.locked(stage)
        number = 1 if stage.format in Stage.BY_ROUND else 0
        old = bridge.live_draw(stage, number)
        if old is None:
            raise Impossible("nothing-drawn")
        was_released = old.state == Draw.State.RELEASED
        for draw in stage.draws.exclude(state=Draw.State.DISCARDED):
            drawing.supersede(draw)
        drawing.nobody_takes_part(stage)
        _set_state(stage, Stage.State.PLANNED, force=True)
        new = Draw(stage=stage, round=number, made_by=by, made_at=timezone.now())
        new.seed = old.seed if seed is None else seed
        sides = bridge.sides_for(stage)
        if number:
            rounds.draw(new, sides)
        else:
            drawing.draw_whole(new, sides, ())
        _set_state(stage, Stage.State.DRAFT)
        given = rounds.let_out(new) if was_released else 0
        drawing.said("competition.draw.redrawn", stage, by, new, tables_given=given)
    return new


def close(*, stage: Stage, by: User) -> Stage:
    """Close a stage whose matches have all ended. Its tables then move no more, whoever leaves later.

    Raises: NoValidDraw ``impossible-cut`` where more would have to go on than there are: once closed, how many go
    on cannot be changed.
    """
    permissions.require("competition.organize", by, stage.category.tournament)
    with transaction.atomic():
        stage = drawing.locked(stage)
        if stage.state != Stage.State.RELEASED:
            raise Impossible("stage-not-in-play")
        if stage.format in Stage.BY_ROUND:
            rounds.refuse_draft(stage)
        drawing.refuse_unplayed(stage)
        _refuse_impossible_cut(stage)
        _close(stage)
        drawing.said("competition.stage.closed", stage, by)
    return stage


def reopen(*, stage: Stage, by: User, reason: str) -> Stage:
    """Open a closed stage again for a correction, as long as nothing is drawn from it."""
    permissions.require("competition.organize", by, stage.category.tournament)
    if not reason.strip():
        raise Impossible("reason-needed", name=stage.category.name)
    with transaction.atomic():
        stage = drawing.locked(stage)
        if stage.state != Stage.State.CLOSED:
            raise Impossible("stage-not-closed")
        later = stage.category.stages.filter(order__gt=stage.order)
        if later.exclude(state=Stage.State.PLANNED).exists():
            raise Impossible("next-stage-drawn", match="")
        stage.state, stage.left = Stage.State.RELEASED, {}
        stage.results_version += 1
        stage.save(update_fields=["state", "left", "results_version"])
        drawing.said("competition.stage.reopened", stage, by, reason=reason.strip())
    return stage


def refuse_out_of_date(stage: Stage, draw: Draw) -> None:
    """Raises: Impossible ``draw-out-of-date`` naming who has come or gone since the draft was drawn."""
    drawn = {int(side["id"]) for side in draw.entrants}
    states = dict(stage.category.entrants.values_list("number", "state"))
    now = {number for number, state in states.items() if state in Entrant.IN_PLAY}
    if bridge.stage_before(stage) is not None or draw.round > 1 or draw.part > 1:
        now &= drawn  # who did not go on is not missing
    changed = sorted(drawn ^ now)
    if changed:
        names = dict(stage.category.entrants.values_list("number", "name"))
        raise Impossible(
            "draw-out-of-date", entrants=[names[number] for number in changed if number in names]
        )


def _draft(stage: Stage) -> Draw:
    live = stage.draws.exclude(state=Draw.State.DISCARDED).select_related("made_by")
    draft = live.filter(state=Draw.State.DRAFT).order_by("round", "part").first()
    if draft is None:
        raise Impossible("draw-released" if live.exists() else "nothing-drawn")
    draft.stage = stage
    return draft


def _drawn(stage: Stage, draw: Draw) -> dict[int, Entrant]:
    """Return who sits in a draft, by key, in the order of its places."""
    if draw.round:
        rows = drawing.people(stage, rounds.slots(draw))
        return {rows[side].pk: rows[side] for side in rounds.slots(draw)}
    if stage.format in Stage.POOLS:
        sat = (
            GroupPlace.objects.filter(stage=stage).select_related("entrant").order_by("group_id", "position")
        )
        return {row.entrant_id: row.entrant for row in sat}
    seats = Seat.objects.filter(stage=stage, source__isnull=True, entrant__isnull=False)
    ordered = seats.select_related("entrant", "match").order_by("match__round", "match__slot", "position")
    return {seat.entrant.pk: seat.entrant for seat in ordered if seat.entrant is not None}


def _move(stage: Stage, draw: Draw, places: dict[int, Entrant]) -> None:
    if draw.round:
        rounds.permute(draw, places)
    else:
        drawing.permute(stage, places)


def _note_by_hand(stage: Stage, draw: Draw, note: dict[str, Any]) -> None:
    """Keep that a draft was changed by hand, and say anew what it wants said. The last exchange made once more is
    undone: then neither is kept, and the draft may be what the lot gave again."""
    kept = [each for each in draw.notes if each["code"] in (*drawing.KEPT_NOTES, Draw.TAKEN_OVER)]
    if _undoes(kept[-1:], note):
        kept.pop()
    else:
        kept.append(note)
    if draw.round:
        anew = rounds.notes(draw)
    elif stage.format in Stage.TREES:
        anew = bridge.tree_notes(stage, draw.entrants)
    elif stage.format == Stage.Format.GROUPS:
        anew = bridge.group_notes(stage)
    else:
        anew = []  # in a league everybody meets everybody: there is nothing to keep apart
    draw.notes = [*anew, *kept]
    draw.is_by_hand = draw.is_from_elsewhere or any(each["code"] in drawing.BY_HAND_NOTES for each in kept)
    draw.save(update_fields=["notes", "plan", "is_by_hand"])


def _undoes(last: Sequence[dict[str, Any]], note: dict[str, Any]) -> bool:
    return bool(last) and all(
        each["code"] == "swapped-by-hand" and set(each["facts"]["entrants"]) == set(note["facts"]["entrants"])
        for each in (last[0], note)
    )


def _make_room(stage: Stage, number: int, replace: int | None) -> None:
    """Refuse a second draw, unless it is to replace the very draft that stands."""
    draw = bridge.live_draw(stage, number)
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
    drawing.supersede(draw)


def _set_state(stage: Stage, state: str, *, force: bool = False) -> None:
    """Set the state of a stage; a draft of a later round leaves a stage in play as it is."""
    if not force and stage.format in Stage.BY_ROUND and stage.state == Stage.State.RELEASED:
        return
    stage.state = state
    stage.save(update_fields=["state"])


def _refuse_impossible_cut(stage: Stage) -> None:
    after = stage.category.stages.filter(order__gt=stage.order).order_by("order").first()
    if after is None or after.state != Stage.State.PLANNED:
        return
    try:
        bridge.sides_for(after)
    except NoValidDraw as refusal:
        # Who goes on may still be undecided, and be chosen by hand; that there are too few will not change.
        if refusal.code == "impossible-cut":
            raise


def _close(stage: Stage) -> None:
    stage.state, stage.left = Stage.State.CLOSED, bridge.left(stage)
    stage.results_version += 1
    stage.save(update_fields=["state", "left", "results_version"])
