"""Stages of a category: added, put in another order, removed, set; who plays one, chosen by hand.

Knows: formats by name, what may be changed in which state, which stages feed which. Does not know: how draws are made,
results, requests.

Only planned stages change their place: what is drawn stands where it was drawn. Whatever changes the chain of stages
forgets who was chosen by hand for the stages behind it: they were chosen from another stage.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction

from cacho_tournaments import games
from cacho_tournaments.competition import permissions, presets
from cacho_tournaments.competition.actions.entries import held
from cacho_tournaments.competition.errors import Impossible
from cacho_tournaments.competition.models import Category, Draw, Entrant, Match, Stage
from cacho_tournaments.journal.actions import write
from cacho_tournaments.people.models import User

_ASIDE = 1000  # an order that no stage has, for the moment in which two change places


def add(*, category: Category, by: User, format: str, position: int | None = None) -> Stage:
    """Add a stage as the game suits it, before the stage at ``position`` or at the end. If nobody went on from the
    stage before it, as many do as is usual for that format.

    Raises: Impossible ``too-many-stages``, ``unknown-stage-format``, ``tables-beyond-game``, ``stage-drawn``.
    """
    permissions.require("competition.organize", by, category.tournament)
    with transaction.atomic():
        category = held(category.pk)
        rows = _in_order(category)
        if len(rows) >= presets.MOST_STAGES:
            raise Impossible("too-many-stages", most=presets.MOST_STAGES)
        at = len(rows) + 1 if position is None else min(max(position, 1), len(rows) + 1)
        behind = rows[at - 1 :]
        _refuse_drawn(behind)
        settings = presets.new(format, games.get(category.game))
        go_on = _let_go_on(rows[at - 2]) if at > 1 else None
        _number(behind, at + 1)
        stage = Stage.objects.create(category=category, order=at, format=format, settings=settings)
        _forget_chosen(behind)
        facts = {"format": format, "position": at, **({"go_on_before": go_on} if go_on else {})}
        _write("competition.stage.added", stage, by, **facts)
    return stage


def remove(*, stage: Stage, by: User, confirmed: bool = False) -> None:
    """Remove a planned stage. Where another one follows, it will be fed by the stage before: that is confirmed.

    Raises: Impossible ``stage-drawn``, ``stage-was-played``, ``stage-has-followers``.
    """
    permissions.require("competition.organize", by, stage.category.tournament)
    with transaction.atomic():
        category = held(stage.category_id)
        rows = _in_order(category)
        row = _found(rows, stage)
        behind = rows[row.order :]
        _refuse_drawn([row])
        # What was released once is history, and stays to be seen.
        if row.draws.filter(released_at__isnull=False).exists():
            raise Impossible("stage-was-played", stage=row.order)
        if behind and not confirmed:
            raise Impossible("stage-has-followers", stage=row.order, following=len(behind))
        order, facts = row.order, {"format": row.format, "position": row.order, "settings": row.settings}
        removed, key = row, row.pk
        row.delete()
        removed.pk = key
        _number(behind, order)
        _forget_chosen(behind)
        _write("competition.stage.removed", removed, by, **facts)


def move(*, stage: Stage, by: User, up: bool) -> Stage:
    """Exchange a planned stage with the one before it (``up``) or behind it; that one must be planned as well.

    Raises: Impossible ``stage-drawn``, ``stage-at-the-end``.
    """
    permissions.require("competition.organize", by, stage.category.tournament)
    with transaction.atomic():
        rows = _in_order(held(stage.category_id))
        row = _found(rows, stage)
        there = row.order - 1 if up else row.order + 1
        if not 1 <= there <= len(rows):
            raise Impossible("stage-at-the-end", stage=row.order)
        other = rows[there - 1]
        _refuse_drawn([row, other])
        before = row.order
        for moved, order in ((row, _ASIDE), (other, before), (row, there)):
            moved.order = order
            moved.save(update_fields=["order"])
        _forget_chosen([row, other, *rows[max(before, there) :]])
        _write("competition.stage.moved", row, by, format=row.format, before=before, position=there)
    return row


def choose(*, stage: Stage, by: User, numbers: Sequence[int] | None, reason: str = "") -> Stage:
    """Say by hand who plays a planned later stage, best seed first; None leaves it to the rule again.

    Raises: Impossible ``stage-drawn``, ``first-stage-takes-all``, ``too-few-chosen``, ``not-in-play``,
    ``reason-needed``.
    """
    permissions.require("competition.organize", by, stage.category.tournament)
    with transaction.atomic():
        category = held(stage.category_id)
        stage = Stage.objects.select_for_update(of=("self",)).select_related("category").get(pk=stage.pk)
        _refuse_drawn([stage])
        if not category.stages.filter(order__lt=stage.order).exists():
            raise Impossible("first-stage-takes-all")
        chosen = None if numbers is None else list(dict.fromkeys(numbers))
        if chosen is not None:
            _refuse_chosen(category, chosen)
            if not reason.strip():
                raise Impossible("reason-needed", name=category.name)
        if chosen == stage.chosen:
            return stage
        before, stage.chosen = stage.chosen, chosen
        stage.save(update_fields=["chosen"])
        _write("competition.stage.chosen", stage, by, chosen=chosen, before=before, reason=reason.strip())
    return stage


def edit_stage(*, stage: Stage, by: User, settings: Mapping[str, Any], reason: str = "") -> Stage:
    """Change settings of a stage. What is not named keeps its value.

    Before the draw everything can be changed; while a draft stands, what leaves its matches as they are drawn; in
    play, with a reason, what only says how results count and who goes on (STA-17), and what only later rounds
    follow; of a closed stage nothing.
    """
    permissions.require("competition.organize", by, stage.category.tournament)
    with transaction.atomic():
        stage = Stage.objects.select_for_update(of=("self",)).select_related("category").get(pk=stage.pk)
        before = presets.settings(stage.format, {}, stage.settings)
        after = presets.settings(stage.format, settings, stage.settings)
        changed = {name: value for name, value in after.items() if value != before[name]}
        _refuse_beyond_game(stage, after)
        _refuse_fixed(stage, set(changed), reason.strip())
        _refuse_rounds(stage, after)
        if stage.state == Stage.State.DRAFT:
            _refit(stage, after)
        stage.settings = after
        stage.results_version += 1
        stage.save(update_fields=["settings", "results_version"])
        _write("competition.stage.edited", stage, by, changed=changed, reason=reason.strip())
    return stage


# -- the chain of stages --------------------------------------------------------------------------------------


def _in_order(category: Category) -> list[Stage]:
    """Return the category's stages, locked, numbered without a gap."""
    rows = list(category.stages.select_for_update().order_by("order"))
    for row in rows:
        row.category = category
    _number(rows, 1)
    return rows


def _number(rows: Sequence[Stage], first: int) -> None:
    """Number the stages from ``first`` on; whichever order is free first is given first."""
    wished = list(enumerate(rows, start=first))
    later_first = any(order > row.order for order, row in wished)
    for order, row in reversed(wished) if later_first else wished:
        if row.order != order:
            row.order = order
            row.save(update_fields=["order"])


def _found(rows: Sequence[Stage], stage: Stage) -> Stage:
    found = next((row for row in rows if row.pk == stage.pk), None)
    if found is None:
        raise Impossible("stage-gone")
    return found


def _refuse_drawn(rows: Sequence[Stage]) -> None:
    for row in rows:
        if row.state != Stage.State.PLANNED:
            raise Impossible("stage-drawn", stage=row.order)


def _forget_chosen(rows: Sequence[Stage]) -> None:
    Stage.objects.filter(pk__in=[row.pk for row in rows], chosen__isnull=False).update(chosen=None)


def _let_go_on(before: Stage) -> int | None:
    """Let somebody go on from a stage that was the last one, as long as it is not over; return how many."""
    usual = presets.USUALLY_GO_ON.get(before.format)
    if usual is None or before.settings.get("go_on") or before.state == Stage.State.CLOSED:
        return None
    before.settings = {**before.settings, "go_on": usual}
    before.results_version += 1
    before.save(update_fields=["settings", "results_version"])
    return usual


def _refuse_chosen(category: Category, chosen: Sequence[int]) -> None:
    if len(chosen) < 2:
        raise Impossible("too-few-chosen", chosen=len(chosen))
    playing = category.entrants.filter(number__in=chosen, state__in=Entrant.IN_PLAY)
    missing = sorted(set(chosen) - set(playing.values_list("number", flat=True)))
    if missing:
        names = dict(category.entrants.filter(number__in=missing).values_list("number", "name"))
        raise Impossible("not-in-play", entrants=[names.get(number, str(number)) for number in missing])


# -- settings -------------------------------------------------------------------------------------------------


def _refuse_beyond_game(stage: Stage, settings: Mapping[str, Any]) -> None:
    """Refuse a table at which more would sit than the game is played by."""
    if stage.format != Stage.Format.TABLES:
        return
    game = games.get(stage.category.game)
    if max(settings["table_size"], *settings["allowed"]) > game.max_sides:
        raise Impossible("tables-beyond-game", game=game.code, most=game.max_sides)


def _refuse_fixed(stage: Stage, changed: set[str], reason: str) -> None:
    """Refuse what cannot be changed any more in the state that the stage is in."""
    if stage.state == Stage.State.DRAFT and changed - presets.CHANGEABLE_IN_DRAFT:
        raise Impossible("settings-need-new-draw")
    if stage.state not in Stage.SHOWN:
        return
    if stage.state == Stage.State.CLOSED or changed - presets.CHANGEABLE_IN_PLAY:
        raise Impossible("settings-fixed")
    later = stage.category.stages.filter(order__gt=stage.order)
    if later.exclude(state=Stage.State.PLANNED).exists():
        raise Impossible("next-stage-drawn", match="")
    draft = stage.draws.filter(state=Draw.State.DRAFT)
    if changed & presets.OF_LATER_ROUNDS - {"rounds"} and draft.exists():
        raise Impossible("settings-need-new-draw")
    if not reason:
        raise Impossible("reason-needed", name=stage.category.name)


def _refuse_rounds(stage: Stage, settings: Mapping[str, Any]) -> None:
    """Refuse fewer rounds than are drawn already."""
    if stage.format not in Stage.BY_ROUND:
        return
    drawn = stage.draws.exclude(state=Draw.State.DISCARDED).values_list("round", flat=True)
    last = max(drawn, default=0)
    if settings["rounds"] < last:
        raise Impossible("rounds-drawn", rounds=settings["rounds"], drawn=last)


def _refit(stage: Stage, settings: Mapping[str, Any]) -> None:
    """Give the drawn matches of a draft the changed number of games."""
    matches = list(stage.matches.all())
    own = {match.pk: _counted_with(stage, match.bracket) for match in matches}
    last = {
        bracket: max(match.round for match in matches if own[match.pk] == bracket)
        for bracket in set(own.values())
    }
    for match in matches:
        left = presets.sides_left(
            last[own[match.pk]] - match.round,
            match.bracket,
            format=stage.format,
            until=settings.get("until", 1),
        )
        match.tie = settings["tie"]
        match.best_of = presets.best_of(settings, left, match.bracket)
    Match.objects.bulk_update(matches, ["tie", "best_of"])


def _counted_with(stage: Stage, bracket: str) -> str:
    """Return the bracket whose rounds tell how late a match is: the final is the last round of a knock-out's own."""
    return "winners" if stage.format == Stage.Format.KNOCKOUT and bracket != "consolation" else bracket


def _write(verb: str, stage: Stage, by: User, **facts: Any) -> None:
    category = stage.category
    write(
        verb,
        by=by,
        subject=stage,
        tournament_id=category.tournament_id,
        category=category.name,
        stage=stage.order,
        **facts,
    )
