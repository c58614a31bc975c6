"""The version of what a watched page shows: a small query or two, so that "nothing new" costs next to nothing.

Knows: which rows move when something changes: the journal for everything that organizers and results do, a game's
log for its turns. Does not know: pages. A version is opaque text, compared and never read.
"""

import hashlib
from dataclasses import dataclass, replace

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Max, OuterRef, Subquery, Sum

from cacho_tournaments.competition.models import Match, Result, Seat, Stage, Tournament
from cacho_tournaments.journal.models import Entry
from cacho_tournaments.people.models import User
from cacho_tournaments.play.models import Game


@dataclass(frozen=True, slots=True)
class Version:
    """The version, and by the way what the page's address leaves out."""

    text: str
    time_zone: str
    tournament: str
    category: str = ""
    title: str = ""


def of_event(slug: str, user: User | AnonymousUser) -> Version | None:
    """Return the version of all that a tournament's tables and brackets show; None for who may not see them.

    Every result, place, name and draw has its journal entry, so the last one of this room tells whether anything
    moved; only that an end waits to be confirmed follows from a game. Turns of running games are not among them: those
    pages show results.
    """
    ends = Game.objects.filter(
        match__stage__category__tournament=OuterRef("pk"),
        match__state=Match.State.PLAYING,
        review_from__isnull=False,
    )
    waiting = ends.order_by().values("match__stage__category__tournament").annotate(sum=Sum("pk"))
    last = Entry.objects.filter(tournament_id=OuterRef("pk"), verb__startswith="competition.").order_by("-id")
    found = (
        Tournament.objects.filter(slug=slug)
        .annotate(last=Subquery(last.values("pk")[:1]), waiting=Subquery(waiting.values("sum")))
        .first()
    )
    if found is None or not (found.is_public or user.has_perm("competition.work", found)):
        return None
    return Version(f"{found.last or 0}-{found.waiting or 0}", found.time_zone, found.slug)


def of_match(token: str, user: User | AnonymousUser) -> Version | None:
    """Return the version of a match's page: its state, its place, who sits at it, its results, the length of its
    games' logs."""
    current = Result.objects.filter(match=OuterRef("pk"), is_current=True)
    found = (
        Match.objects.filter(token=token, stage__state__in=Stage.SHOWN)
        .select_related("stage__category__tournament")
        .annotate(rows=Sum("games__sequence"), count=Count("games"))
        .annotate(result=Subquery(current.values("pk")[:1]))
        .first()
    )
    if found is None:
        return None
    event = found.stage.category.tournament
    if not (event.is_public or user.has_perm("competition.work", event)):
        return None
    sits = Seat.objects.filter(match=found).order_by("position").values_list("entrant", "entrant__name")
    parts = (found.state, found.table_id, found.starts_at, found.rows, found.count, found.result, list(sits))
    text = "-".join("" if part is None else str(part) for part in parts)
    return Version(
        text=hashlib.sha256(text.encode()).hexdigest()[:16],
        time_zone=event.time_zone,
        tournament=event.slug,
        category=found.stage.category.slug,
        title=found.code,
    )


def with_turns(version: Version, tournament_id: int) -> Version:
    """Return the version of a page that also shows the running score of the matches being played."""
    running = Match.objects.filter(
        stage__category__tournament_id=tournament_id, stage__state__in=Stage.SHOWN, state=Match.State.PLAYING
    )
    found = running.aggregate(rows=Sum("games__sequence"), count=Count("games"), last=Max("pk"))
    moved = "-".join(str(found[name] or 0) for name in ("rows", "count", "last"))
    return replace(version, text=f"{version.text}-{moved}")
