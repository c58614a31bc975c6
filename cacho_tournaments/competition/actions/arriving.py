"""Who comes once a category is drawn: late, in somebody's place, or found to be there already under another number.

Knows: stages in play, what each format can take in. Does not know: how a round is drawn (``rounds``), how a group takes
somebody in (``formats.round_robin.join``), pages.

What was drawn stays as it was. Late comers of a stage that is drawn round by round wait for the next round, unless
somebody of the running one can still be drawn again; the rounds before are marked as missed (PAI-17).
"""

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.db.models import F

from cacho_tournaments.competition import bridge, permissions
from cacho_tournaments.competition.actions import (
    drawing,
    eliminations,
    entrant_log,
    entries,
    results,
    rounds,
    timetable,
)
from cacho_tournaments.competition.actions.holding import held, locked
from cacho_tournaments.competition.errors import Impossible
from cacho_tournaments.competition.models import (
    Bye,
    Category,
    Draw,
    Entrant,
    Group,
    GroupPlace,
    Member,
    Participant,
    Stage,
)
from cacho_tournaments.competition.queries import arriving as queries
from cacho_tournaments.competition.queries.leaving import is_drawn
from cacho_tournaments.competition.queries.rounds import last_round
from cacho_tournaments.people import names
from cacho_tournaments.people.models import Club, Player, User


def enter_late(
    *,
    category: Category,
    by: User,
    players: Sequence[Player],
    name: str = "",
    club: Club | None = None,
    stage: Stage | None = None,
    group: str = "",
    into_running_round: bool = False,
    state: str = Entrant.State.CHECKED_IN,
    reason: str = "",
) -> Entrant:
    """Enter a side in a category whose stage is in play: ``stage``, or the first of those that are.

    A group takes it in at once, the one of that label or the smallest; where rounds are drawn one by one it plays from
    the next on, or is drawn into the running one together with whoever has a bye there or lost the opponent: as a draft
    to be released.
    Raises: Impossible ``nothing-in-play``, ``late-in-bracket``, ``next-stage-drawn``, ``draft-stands``,
    ``rounds-over``, ``unknown-group``, ``nothing-to-repair``, and as ``entries.enter``; NoValidDraw.
    """
    permissions.require("competition.organize", by, category.tournament)
    if state not in Entrant.IN_PLAY:
        raise Impossible("unknown-state", state=state, known=list(Entrant.IN_PLAY))
    with transaction.atomic():
        category = held(category.pk)
        stage = _stage(category, stage)
        entrant = entries.written_down(category, players=players, name=name, club=club, state=state)
        if stage.format in Stage.POOLS:
            facts = _join_group(stage, entrant, by, group)
        else:
            facts = _join_rounds(stage, entrant, by, into_running_round)
        Stage.objects.filter(pk=stage.pk).update(results_version=F("results_version") + 1)
        entrant_log.said(
            "competition.entrant.entered-late",
            entrant,
            category,
            by,
            name=entrant.name,
            stage=stage.order,
            state=state,
            reason=reason.strip(),
            **facts,
        )
    return entrant


def substitute(*, entrant: Entrant, by: User, leaves: Player, comes: Player, reason: str) -> Entrant:
    """Have another player take the place of one of a pair or a team. Whatever the entrant has won and will win is its
    own, whoever threw (STA-07); the journal keeps from which match on the other one plays.

    Raises: Impossible ``reason-needed``, ``substitute-alone``, ``not-a-member``, ``player-entered-already``.
    """
    category = entrant.category
    permissions.require("competition.organize", by, category.tournament)
    if not reason.strip():
        raise Impossible("reason-needed", name=entrant.name)
    with transaction.atomic():
        category = held(category.pk)
        entrant = _whole(entrant)
        if category.members_per_entrant == 1:
            raise Impossible("substitute-alone", name=entrant.name)
        place = entrant.members.filter(player=leaves).first()
        if place is None:
            raise Impossible("not-a-member", name=leaves.name, entrant=entrant.name)
        entries.refuse_entered(category, [comes])
        before = [member.player for member in entrant.members.select_related("player")]
        Member.objects.filter(pk=place.pk).update(player=comes)
        now = [member.player for member in entrant.members.select_related("player")]
        if names.clean(entrant.name) == entries.name_of(before):
            entrant.name = entries.name_of(now)[:200]
        entrant.folded = entries.folded(entrant.name, now)
        entrant.save(update_fields=["name", "folded"])
        said = {"leaves": leaves.name, "comes": comes.name, "reason": reason.strip()}
        since = queries.next_match(entrant)
        entrant_log.said(
            "competition.entrant.substituted", entrant, category, by, name=entrant.name, match=since, **said
        )
    return entrant


def _stage(category: Category, wanted: Stage | None) -> Stage:
    """Return the stage that takes somebody in, locked."""
    if not is_drawn(category):
        raise Impossible("nothing-in-play", category=category.name)
    in_play = category.stages.filter(state=Stage.State.RELEASED).order_by("order")
    found = in_play.filter(pk=wanted.pk).first() if wanted is not None else in_play.first()
    if found is None:
        raise Impossible("nothing-in-play", category=category.name)
    stage = drawing.locked(found)
    if stage.format in Stage.TREES:
        raise Impossible("late-in-bracket", category=category.name)
    later = category.stages.filter(order__gt=stage.order).exclude(state=Stage.State.PLANNED)
    if later.exists():
        raise Impossible("next-stage-drawn", match="")
    return stage


def _join_rounds(stage: Stage, entrant: Entrant, by: User, into_running: bool) -> dict[str, Any]:
    """Have the entrant play from the next round on, or be drawn into the running one; mark what it missed."""
    if stage.draws.filter(state=Draw.State.DRAFT).exists():
        raise Impossible("draft-stands")
    last = last_round(stage)
    since = last if into_running else last + 1
    if since > stage.settings["rounds"]:
        raise Impossible("rounds-over", rounds=stage.settings["rounds"])
    Participant.objects.create(stage=stage, entrant=entrant, since_round=since)
    missed = range(1, last + 1)
    running = bridge.live_draw(stage, last) if into_running else None
    Bye.objects.bulk_create(
        Bye(
            stage=stage,
            entrant=entrant,
            round=number,
            kind=Bye.Kind.LATE,
            draw=running if number == last else None,  # it goes where the round's repair seats the entrant
        )
        for number in missed
    )
    if into_running:
        rounds.repair(stage=stage, by=by, number=last)
    return {"since": since, "round": since, "group": "", "matches": []}


def _join_group(stage: Stage, entrant: Entrant, by: User, label: str) -> dict[str, Any]:
    """Give the entrant a place and its matches in a group; against whoever has left they are won at once."""
    group = _group(stage, label)
    taken = list(group.places.order_by("position"))
    matches, seats = bridge.joined(stage, group, entrant, queries.begun_rounds(group))
    GroupPlace.objects.create(
        group=group,
        stage=stage,
        entrant=entrant,
        position=max((place.position for place in taken), default=0) + 1,
        since_round=min(match.round for match in matches),
    )
    drawing.plant(matches, seats)
    timetable.behind(stage, matches)
    for match in matches:
        given = eliminations.given(match)
        if given is not None:
            results.record(match=match, by=by, kind=given.kind, lines=given.lines, ending=given.ending)
    codes = [match.code for match in matches]
    is_league = stage.format == Stage.Format.LEAGUE
    return {
        "since": min(match.round for match in matches),
        "group": "" if is_league else group.label,
        "matches": codes,
    }


def _group(stage: Stage, label: str) -> Group:
    groups = list(stage.groups.all())
    if not label:
        return min(groups, key=lambda group: (queries.staying(group), group.places.count(), group.pk))
    found = next((group for group in groups if group.label == label), None)
    if found is None:
        raise Impossible("unknown-group", group=label, known=[group.label for group in groups])
    return found


def _whole(entrant: Entrant) -> Entrant:
    found = locked([entrant.pk]).get()
    if found.merged_into_id is not None:
        raise Impossible("merged-already", name=found.name)
    return found
