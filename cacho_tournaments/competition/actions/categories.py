"""Categories of an event, with the stages of a plan.

Knows: games by code, plans, what may still be changed when. Does not know: how draws are made, results, requests,
the settings of a single stage (``stages``).
"""

from collections.abc import Mapping
from decimal import Decimal

from django.db import transaction
from django.utils.text import slugify

from cacho_tournaments import games
from cacho_tournaments.competition import permissions, presets
from cacho_tournaments.competition.addresses import CATEGORY_WORDS
from cacho_tournaments.competition.errors import Impossible
from cacho_tournaments.competition.models import Category, Match, Stage, Tournament
from cacho_tournaments.journal.actions import write
from cacho_tournaments.people import names
from cacho_tournaments.people.models import User

_RULES = ("game", "preset", "options")
_FACTS = ("name", "slug", "kind", "fee", "capacity", "walkover_minutes", "confirmation", "entries_open")
_EDITABLE = (*_RULES, *_FACTS)


def add_category(
    *,
    tournament: Tournament,
    by: User,
    name: str,
    kind: str,
    slug: str = "",
    game: str = "",
    preset: str = "",
    options: Mapping[str, str] | None = None,
    fee: Decimal | int = 0,
    capacity: int | None = None,
    walkover_minutes: int = presets.WALKOVER_MINUTES,
    confirmation: str = presets.CONFIRMATION,
    plan: str = "cochabamba",
) -> Category:
    """Add a category with the stages of its plan, as they suit the game.

    Without a game the first of them all is played, without a preset the game's own for that kind of entrant.
    Raises: SetupRefused of the game; Impossible ``unknown-plan``, ``kind-beyond-game`` and what else cannot stand.
    """
    permissions.require("competition.organize", by, tournament)
    game = game or games.codes()[0]
    stages = presets.stages_of(plan, games.get(game))
    category = Category(
        tournament=tournament,
        name=names.clean(name),
        kind=kind,
        game=game,
        preset=preset,
        options=dict(options or {}),
        fee=fee,
        capacity=capacity,
        walkover_minutes=walkover_minutes,
        confirmation=confirmation,
    )
    with transaction.atomic():
        Tournament.objects.select_for_update().get(pk=tournament.pk)
        category.slug = _address(category, slug)
        _save(category)
        Stage.objects.bulk_create(
            Stage(category=category, order=order, format=format, settings=settings)
            for order, (format, settings) in enumerate(stages, start=1)
        )
        write(
            "competition.category.added",
            by=by,
            subject=category,
            tournament_id=tournament.pk,
            name=category.name,
            game=category.game,
            preset=category.preset,
            plan=plan,
        )
    return category


def edit_category(*, category: Category, by: User, **changes: object) -> Category:
    """Change a category; its rules only until the first match has begun, its kind only while nobody entered.

    Another game brings its own preset, unless one is named, and its own matches and tables to stages that are not
    drawn yet.
    """
    permissions.require("competition.organize", by, category.tournament)
    unknown = set(changes) - set(_EDITABLE)
    if unknown:
        raise TypeError(f"a category has no {sorted(unknown)} to change")
    with transaction.atomic():
        # Addresses are given once in a tournament: its row is held while one is looked for.
        Tournament.objects.select_for_update(no_key=True).get(pk=category.tournament_id)
        category = Category.objects.select_for_update(of=("self",), no_key=True).get(pk=category.pk)
        before, facts = category.game, dict[str, object]()
        if changes.get("game", before) != before:
            changes = {"preset": "", "options": {}, **changes}
        for field, value in changes.items():
            if field == "name":
                value = names.clean(str(value))
            if field == "slug":
                value = _address(category, str(value))
            if value != getattr(category, field):
                facts[field] = value
            setattr(category, field, value)
        _refuse_late(category, set(facts))
        _save(category)
        if category.game != before:
            _suit_stages(category, before)
        write(
            "competition.category.edited",
            by=by,
            subject=category,
            tournament_id=category.tournament_id,
            changed=facts,
        )
    return category


def _refuse_late(category: Category, changed: set[str]) -> None:
    if changed & set(_RULES):
        begun = (Match.State.PLAYING, Match.State.FINISHED)
        if Match.objects.filter(stage__category=category, state__in=begun).exists():
            raise Impossible("rules-fixed", category=category.name)
    if "kind" in changed and category.entrants.exists():
        raise Impossible("kind-fixed", category=category.name)


def _save(category: Category) -> None:
    """Save what has been looked through; the game itself is asked whether its rules can stand."""
    if not category.name:
        raise Impossible("name-empty")
    if category.kind not in Category.Kind.values:
        raise Impossible("unknown-kind", kind=category.kind, known=Category.Kind.values)
    if category.confirmation not in Category.Confirmation.values:
        raise Impossible("unknown-confirmation", known=Category.Confirmation.values)
    if category.fee < 0:
        raise Impossible("fee-negative", fee=category.fee)
    if category.capacity is not None and category.capacity < 2:
        raise Impossible("capacity-too-small", capacity=category.capacity)
    game, players = games.get(category.game), category.members_per_entrant
    if players > game.max_players:
        raise Impossible("kind-beyond-game", game=game.code, players=players, most=game.max_players)
    category.preset = category.preset or game.preset_for(players)
    game.resolve(category.preset, category.options)
    category.save()


def _suit_stages(category: Category, before: str) -> None:
    """Give the stages that are not drawn yet what suits the category's new game."""
    for stage in category.stages.select_for_update().filter(state=Stage.State.PLANNED):
        old, new = games.get(before), games.get(category.game)
        stage.settings = presets.suited_anew(stage.format, stage.settings, old, new)
        stage.results_version += 1
        stage.save(update_fields=["settings", "results_version"])


def _address(category: Category, wish: str) -> str:
    """Return the wished address if it can stand; without a wish, one made of the name that is still free."""
    others = Category.objects.filter(tournament=category.tournament).exclude(pk=category.pk)
    taken = set(others.values_list("slug", flat=True))
    address = slugify(names.fold(wish or category.name))[:50]
    if wish and (not address or address in CATEGORY_WORDS):
        raise Impossible("address-reserved", address=wish)
    if wish and address in taken:
        raise Impossible("address-taken", address=address)
    free = (address or category.kind, *(f"{address or category.kind}-{number}" for number in range(2, 1000)))
    return next(each for each in free if each not in taken | CATEGORY_WORDS)
