"""Entering, changing and checking in those who compete.

Knows: players, places, states of entrants. Does not know: how draws are made, results, requests.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import transaction
from django.db.models import Max

from cacho_tournaments.competition import permissions
from cacho_tournaments.competition.actions import entrant_log, leaving
from cacho_tournaments.competition.actions.holding import held, locked
from cacho_tournaments.competition.errors import Impossible
from cacho_tournaments.competition.models import Category, Entrant, Member
from cacho_tournaments.competition.queries.leaving import has_place, is_drawn
from cacho_tournaments.journal.actions import write
from cacho_tournaments.journal.transactions import again_after_deadlock
from cacho_tournaments.people import names
from cacho_tournaments.people.models import Club, Player, User


class Keep:
    """The value of an argument that was left out, where None would mean *take it away*."""


KEEP = Keep()
_BY_HAND = [state for state in Entrant.State.values if state != Entrant.State.ELIMINATED]


def enter(
    *,
    category: Category,
    by: User,
    players: Sequence[Player],
    name: str = "",
    club: Club | None = None,
    seed: int | None = None,
    state: str = Entrant.State.ACCEPTED,
) -> Entrant:
    """Enter players as one side. It is called by their names and stands for their club where neither is said."""
    permissions.require("competition.desk", by, category.tournament)
    _check_state(state, known=_BY_HAND)
    with transaction.atomic():
        category = held(category.pk)
        if not category.entries_open:
            raise Impossible("entries-closed", category=category.name)
        if is_drawn(category):
            raise Impossible("drawn-already", category=category.name)
        _check_seed(category, seed)
        entrant = written_down(category, players=players, name=name, club=club, seed=seed, state=state)
        entrant_log.said("competition.entrant.entered", entrant, category, by, name=entrant.name, state=state)
    return entrant


def written_down(
    category: Category,
    *,
    players: Sequence[Player],
    name: str,
    club: Club | None,
    state: str,
    seed: int | None = None,
) -> Entrant:
    """Write down a new entrant of a category that is held, part of an action: there is room for it, and nobody of it
    is entered already. Raises: Impossible ``category-full``, ``wrong-member-count``, ``player-twice``,
    ``player-entered-already``."""
    taking = category.entrants.exclude(state__in=Entrant.OUT).count()
    if category.capacity is not None and taking >= category.capacity:
        raise Impossible("category-full", category=category.name, capacity=category.capacity)
    _check_players(category, players)
    last = category.entrants.aggregate(last=Max("number"))["last"] or 0
    called = names.clean(name) or name_of(players)
    entrant = Entrant.objects.create(
        category=category,
        number=last + 1,
        name=called[:200],
        folded=folded(called, players),
        club=club or _club_of(players),
        seed=seed,
        state=state,
    )
    _seat_members(entrant, players)
    return entrant


def edit(
    *,
    entrant: Entrant,
    by: User,
    players: Sequence[Player] | Keep = KEEP,
    name: str | Keep = KEEP,
    club: Club | Keep | None = KEEP,
    seed: int | Keep | None = KEEP,
    reason: str = "",
) -> Entrant:
    """Change an entrant. Once its category is drawn only an organizer can, and says why (ADM-05)."""
    permissions.require("competition.desk", by, entrant.category.tournament)
    with transaction.atomic():
        category = held(entrant.category_id)
        entrant = Entrant.objects.select_for_update(of=("self",)).select_related("club").get(pk=entrant.pk)
        drawn = is_drawn(category)
        if drawn:
            _require_reason(entrant, category, by, reason)
        facts: dict[str, Any] = {}
        if not isinstance(seed, Keep) and seed != entrant.seed:
            if drawn:
                raise Impossible("seed-after-draw", name=entrant.name)
            _check_seed(category, seed, entrant)
            facts["seed"] = entrant.seed = seed
        if not isinstance(players, Keep):
            facts |= _change_players(entrant, category, players)
        there = [member.player for member in entrant.members.select_related("player__club")]
        if not isinstance(name, Keep):
            before, entrant.name = entrant.name, (names.clean(name) or name_of(there))[:200]
            facts |= {"before": before, "name": entrant.name} if entrant.name != before else {}
        if not isinstance(club, Keep) and club != entrant.club:
            entrant.club = club
            facts["club"] = club.name if club else None
        entrant.folded = folded(entrant.name, there)
        entrant.save()
        said = {"called": entrant.name, "reason": reason.strip(), "changed": facts}
        entrant_log.said("competition.entrant.edited", entrant, category, by, **said)
    return entrant


@again_after_deadlock
def set_state(*, entrant: Entrant, by: User, state: str, reason: str = "") -> Entrant:
    """Accept, take the fee, check in, or take out. Putting somebody out of an event needs an organizer and a
    reason. Nobody is deleted: of whoever leaves or comes back after the draw, ``leaving`` sees to the matches."""
    category = entrant.category
    permissions.require("competition.desk", by, category.tournament)
    _check_state(state)
    if state == Entrant.State.ELIMINATED:
        raise Impossible("eliminated-by-rules", name=entrant.name)
    if state == Entrant.State.DISQUALIFIED:
        _require_reason(entrant, category, by, reason)
    with transaction.atomic():
        category = held(category.pk)
        before = category.entrants.values_list("state", flat=True).get(pk=entrant.pk)
        if state != before and is_drawn(category) and (state in Entrant.LEFT or before in Entrant.LEFT):
            return _move(entrant, by, before, state, reason)
        entrant = locked([entrant.pk]).get()
        if state == before:
            return entrant
        _check_return(category, entrant, state)
        _put(entrant, category, by, state, reason)
    return entrant


def _move(entrant: Entrant, by: User, before: str, state: str, reason: str) -> Entrant:
    """Have somebody leave or come back whose category is drawn, as ``leaving`` does it."""
    if state == Entrant.State.DISQUALIFIED:
        return leaving.disqualify(entrant=entrant, by=by, reason=reason)
    if state in Entrant.LEFT:
        has_appeared = state != Entrant.State.NO_SHOW
        return leaving.withdraw(entrant=entrant, by=by, reason=reason, has_appeared=has_appeared)
    entrant = leaving.come_back(entrant=entrant, by=by, reason=reason)
    if entrant.state not in (state, Entrant.State.ELIMINATED):
        _put(entrant, entrant.category, by, state, reason)
    return entrant


def _put(entrant: Entrant, category: Category, by: User, state: str, reason: str) -> None:
    before, entrant.state = entrant.state, _state_of(entrant, state)
    entrant.left_from = (
        (entrant.left_from or entrant.eliminated_from or before) if state in Entrant.LEFT else ""
    )
    entrant.save(update_fields=["state", "left_from"])
    said = {"name": entrant.name, "before": before, "state": entrant.state, "reason": reason.strip()}
    entrant_log.said("competition.entrant.state-set", entrant, category, by, **said)


def set_states(*, entrants: Iterable[Entrant], by: User, state: str) -> int:
    """Set one state for many of one category, all or none; return how many changed. Nobody is put out in bulk."""
    _check_state(state)
    if state in Entrant.OUT:
        raise Impossible("out-one-by-one", state=state)
    keys = {entrant.pk for entrant in entrants}
    with transaction.atomic():
        category = Category.objects.select_related("tournament").filter(entrants__in=keys).distinct()
        if len(category) != 1:
            raise Impossible("several-categories" if category else "nobody-chosen")
        permissions.require("competition.desk", by, category[0].tournament)
        here = held(category[0].pk)
        changing = [entrant for entrant in locked(keys) if entrant.state != state]
        for entrant in changing:
            if entrant.eliminated_from:
                raise Impossible("eliminated-by-rules", name=entrant.name)
            _check_return(here, entrant, state)
            if entrant.state in Entrant.LEFT and is_drawn(here):
                raise Impossible("back-one-by-one", name=entrant.name)
            entrant.state, entrant.left_from = state, ""
        if not changing:
            return 0
        Entrant.objects.bulk_update(changing, ["state", "left_from"])
        write(
            "competition.entrants.state-set",
            by=by,
            subject=here,
            tournament_id=here.tournament_id,
            category=here.name,
            numbers=[entrant.number for entrant in changing],
            state=state,
        )
    return len(changing)


def name_of(players: Sequence[Player]) -> str:
    """Return what a side is called that was given no name: one player's own name, several short ones."""
    if len(players) == 1:
        return players[0].name
    return " · ".join(names.short(player.name) for player in players)


def _check_state(state: str, *, known: Sequence[str] = Entrant.State.values) -> None:
    if state not in known:
        raise Impossible("unknown-state", state=state, known=known)


def _check_players(category: Category, players: Sequence[Player], entrant: Entrant | None = None) -> None:
    wanted = category.members_per_entrant
    if len(players) != wanted:
        raise Impossible("wrong-member-count", wanted=wanted, given=len(players))
    keys = [player.pk for player in players]
    if len(set(keys)) != len(keys):
        raise Impossible("player-twice", name=next(p.name for p in players if keys.count(p.pk) > 1))
    refuse_entered(category, players, entrant)


def refuse_entered(category: Category, players: Iterable[Player], entrant: Entrant | None = None) -> None:
    """Raises: Impossible ``player-entered-already`` where one of them plays in the category, but for this entrant."""
    keys = [player.pk for player in players]
    other = Member.objects.filter(category=category, player__in=keys)
    if entrant is not None:
        other = other.exclude(entrant=entrant)
    found = other.select_related("entrant", "player").first()
    if found is not None:
        raise Impossible(
            "player-entered-already",
            name=found.player.name,
            entrant=found.entrant.name,
            number=found.entrant.number,
        )


def _check_seed(category: Category, seed: int | None, entrant: Entrant | None = None) -> None:
    if seed is None:
        return
    if not 1 <= seed <= 1000:
        raise Impossible("bad-seed", seed=seed)
    holders = category.entrants.filter(seed=seed)
    holder = (holders.exclude(pk=entrant.pk) if entrant else holders).first()
    if holder is not None:
        raise Impossible("seed-taken", seed=seed, name=holder.name)


def _check_return(category: Category, entrant: Entrant, state: str) -> None:
    """Nobody comes into a drawn category by a change of state unless the draw holds him; whom the rules put out
    comes back by an action of its own, which gives back the matches too."""
    if entrant.merged_into_id is not None:
        raise Impossible("merged-already", name=entrant.name)
    comes_in = state in Entrant.IN_PLAY and entrant.state not in Entrant.IN_PLAY
    if entrant.state == Entrant.State.ELIMINATED and state not in Entrant.OUT:
        raise Impossible("eliminated-by-rules", name=entrant.name)
    if comes_in and is_drawn(category) and not has_place(entrant):
        raise Impossible("drawn-without", name=entrant.name)


def _state_of(entrant: Entrant, wanted: str) -> str:
    """Return what a change of state comes to: whom the rules put out and who left besides is still out by the rules
    when the leaving is taken back."""
    is_put_out = bool(entrant.eliminated_from) and wanted not in Entrant.OUT
    return Entrant.State.ELIMINATED if is_put_out else wanted


def _require_reason(entrant: Entrant, category: Category, by: User, reason: str) -> None:
    """Some changes are an organizer's alone, who says why."""
    permissions.require("competition.organize", by, category.tournament)
    if not reason.strip():
        raise Impossible("reason-needed", name=entrant.name)


def _change_players(entrant: Entrant, category: Category, players: Sequence[Player]) -> dict[str, Any]:
    """Give the entrant these players in this order; return what the journal says of it, nothing where none changed."""
    _check_players(category, players, entrant)
    if [player.pk for player in players] == list(entrant.members.values_list("player_id", flat=True)):
        return {}
    entrant.members.all().delete()
    _seat_members(entrant, players)
    return {"players": [player.name for player in players]}


def _club_of(players: Sequence[Player]) -> Club | None:
    clubs = {player.club_id for player in players}
    return players[0].club if len(clubs) == 1 else None


def folded(name: str, players: Iterable[Player]) -> str:
    """Return what a search finds an entrant by: its name and its players' names."""
    return " ".join([names.fold(name), *(player.folded for player in players)])[:200]


def _seat_members(entrant: Entrant, players: Sequence[Player]) -> None:
    Member.objects.bulk_create(
        Member(entrant=entrant, category_id=entrant.category_id, player=player, position=position)
        for position, player in enumerate(players, start=1)
    )
