"""What the organizer's pages of entrants show: the list with its counts and fees, one entrant, suggestions.

Knows: rows and the words of the pages. Does not know: requests, forms, draws.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal

from django.db.models import Count, Prefetch
from django.utils.translation import gettext_lazy as _

from cacho_tournaments.competition import persons
from cacho_tournaments.competition.models import Category, Entrant, Member, Stage, Tournament
from cacho_tournaments.competition.queries.leaving import is_drawn
from cacho_tournaments.journal.models import Entry
from cacho_tournaments.people.models import Club, Player
from cacho_tournaments.people.names import fold, sort_key
from cacho_tournaments.web.words import Word

MOST_SUGGESTIONS = 400


@dataclass(frozen=True, slots=True)
class StateStep:
    """A state that an entrant can be brought into by one button."""

    state: str
    button: Word
    is_back: bool = False


_ACCEPT = StateStep(Entrant.State.ACCEPTED.value, _("Accept"))
_PAY = StateStep(Entrant.State.PAID.value, _("Paid"))
_CHECK_IN = StateStep(Entrant.State.CHECKED_IN.value, _("Check in"))
_BACK = StateStep(Entrant.State.ACCEPTED.value, _("Take back in"), is_back=True)
_UNDO_CHECK_IN = StateStep(Entrant.State.PAID.value, _("Undo the check-in"), is_back=True)


def steps_from(state: str, *, with_fee: bool, is_drawn: bool = False) -> tuple[StateStep, ...]:
    """Return the buttons of an entrant in that state, the usual one first."""
    if state == Entrant.State.APPLIED:
        return (_ACCEPT,)
    if state == Entrant.State.ACCEPTED:
        return (_PAY, _CHECK_IN) if with_fee else (_CHECK_IN,)
    if state == Entrant.State.PAID:
        return (_CHECK_IN,)
    if state == Entrant.State.CHECKED_IN:
        return (_UNDO_CHECK_IN,)
    if state == Entrant.State.ELIMINATED or is_drawn:
        return ()  # no button lets it in: what that means is told on a page of its own
    return (_BACK,)


@dataclass(frozen=True, slots=True)
class EntrantLine:
    """A line of the list of entrants."""

    number: int
    name: str
    players: str
    club: str
    seed: int | None
    state: str
    state_name: str
    steps: tuple[StateStep, ...]
    name_key: tuple[str, str]
    club_key: tuple[str, str]
    state_key: int
    may_return: bool = False  # by a page of its own, which tells what there is to come back to

    @property
    def is_out(self) -> bool:
        return self.state in Entrant.OUT


@dataclass(frozen=True, slots=True)
class StateCount:
    """How many entrants stand in a state; one choice of the filter."""

    state: str
    name: Word
    count: int


@dataclass(frozen=True, slots=True)
class EntrantsPage:
    """The list of entrants as searched and filtered, and the figures of them all."""

    lines: tuple[EntrantLine, ...]
    states: tuple[StateCount, ...]
    total: int
    coming: int
    checked_in: int
    fees_due: Decimal
    fees_taken: Decimal
    is_drawn: bool


_ORDER = {state: place for place, state in enumerate(Entrant.State.values)}
_HAS_PAID = (Entrant.State.PAID, Entrant.State.CHECKED_IN)


def entrants_page(category: Category, *, search: str = "", state: str = "") -> EntrantsPage:
    """Return the category's entrants whose names or club hold ``search``, in ``state`` where one is named."""
    counts: Mapping[str, int] = dict(
        category.entrants.order_by().values_list("state").annotate(n=Count("pk"))
    )
    rows = _rows(category)
    if state in Entrant.State.values:
        rows = rows.filter(state=state)
    sought = fold(search)
    released = is_drawn(category)
    lines = [_line(row, with_fee=category.fee > 0, released=released) for row in rows]
    if sought:
        lines = [line for line in lines if _fits(line, sought)]
    # Whom the rules put out came, and paid or not, as it was before.
    came = Counter(counts) + Counter(
        category.entrants.filter(state=Entrant.State.ELIMINATED).values_list("eliminated_from", flat=True)
        if counts.get(Entrant.State.ELIMINATED)
        else ()
    )
    paid = sum(came[each] for each in _HAS_PAID)
    coming = paid + came[Entrant.State.ACCEPTED]
    return EntrantsPage(
        lines=tuple(lines),
        states=tuple(
            StateCount(each.value, each.label, counts[each]) for each in Entrant.State if counts.get(each)
        ),
        total=sum(counts.values()),
        coming=coming,
        checked_in=came[Entrant.State.CHECKED_IN],
        fees_due=category.fee * coming,
        fees_taken=category.fee * paid,
        is_drawn=category.stages.exclude(state=Stage.State.PLANNED).exists(),
    )


def _rows(category: Category):  # type: ignore[no-untyped-def]  # the stubs cannot say what a Prefetch adds
    members = Prefetch("members", Member.objects.select_related("player").order_by("position"))
    return category.entrants.select_related("club").prefetch_related(members).order_by("number")


def _line(row: Entrant, *, with_fee: bool, released: bool) -> EntrantLine:
    club = row.club.name if row.club else ""
    return EntrantLine(
        number=row.number,
        name=row.name,
        players=", ".join(member.player.name for member in row.members.all()),
        club=club,
        seed=row.seed,
        state=row.state,
        state_name=row.get_state_display(),
        steps=steps_from(row.state, with_fee=with_fee, is_drawn=released),
        may_return=released and row.state in Entrant.LEFT and row.merged_into_id is None,
        name_key=sort_key(row.name),
        club_key=sort_key(club),
        state_key=_ORDER[row.state],
    )


def _fits(line: EntrantLine, sought: str) -> bool:
    """Every word of the search is a part of the number, the names or the club."""
    text = fold(f"{line.number} {line.name} {line.players} {line.club}")
    return all(word in text for word in sought.split())


@dataclass(frozen=True, slots=True)
class PlayerLink:
    """A player with the number under which its own page is found."""

    pk: int
    name: str


@dataclass(frozen=True, slots=True)
class LostMatch:
    """A match whose result put the entrant out of the event."""

    token: str
    code: str


@dataclass(frozen=True, slots=True)
class Substitution:
    """Who plays in whose place, from which match on."""

    comes: str
    leaves: str
    match: str
    reason: str


@dataclass(frozen=True, slots=True)
class EntrantPage:
    """One entrant, for its own page. ``put_out_by`` are the matches by which the rules put it out, where they did;
    ``twin`` is the number under which everything of it stands, where one person stood twice."""

    line: EntrantLine
    names: tuple[str, ...]
    players: tuple[PlayerLink, ...]
    is_drawn: bool
    put_out_by: tuple[LostMatch, ...] = ()
    substitutions: tuple[Substitution, ...] = ()
    twin: int | None = None
    others: tuple[int, ...] = ()  # numbers that were made one with this one
    has_left: bool = False

    @property
    def is_eliminated(self) -> bool:
        return self.line.state == Entrant.State.ELIMINATED


def entrant_page(entrant: Entrant) -> EntrantPage:
    """Return the entrant with its players' names in the order in which they throw."""
    category = entrant.category
    row = _rows(category).select_related("merged_into").get(pk=entrant.pk)
    released = is_drawn(category)
    return EntrantPage(
        line=_line(row, with_fee=category.fee > 0, released=released),
        names=tuple(member.player.name for member in row.members.all()),
        players=tuple(PlayerLink(member.player_id, member.player.name) for member in row.members.all()),
        is_drawn=released,
        put_out_by=_put_out_by(row),
        substitutions=_substitutions(row),
        twin=row.merged_into.number if row.merged_into else None,
        others=tuple(row.merged.order_by("number").values_list("number", flat=True)),
        has_left=row.state in Entrant.LEFT,
    )


def _substitutions(row: Entrant) -> tuple[Substitution, ...]:
    """Return the substitutions in the order in which they were made, as the journal keeps them."""
    made = Entry.objects.filter(
        subject_kind="entrant", subject_id=row.pk, verb="competition.entrant.substituted"
    )
    return tuple(
        Substitution(each["comes"], each["leaves"], each["match"], each["reason"])
        for each in made.order_by("pk").values_list("facts", flat=True)
    )


def _put_out_by(row: Entrant) -> tuple[LostMatch, ...]:
    if row.state != Entrant.State.ELIMINATED:
        return ()
    lines = row.lines.filter(is_out=True, result__is_current=True).order_by("result__match_id")
    found = lines.values_list("result__match__token", "result__match__code")
    return tuple(LostMatch(token, code) for token, code in found)


@dataclass(frozen=True, slots=True)
class Suggestions:
    """What the fields offer while somebody types."""

    players: tuple[str, ...]
    clubs: tuple[str, ...]


def suggestions(tournament: Tournament, category: Category) -> Suggestions:
    """Return persons whom the event's desk may take as known and who are not entered in this category, each with the
    number by which it is taken, and the known clubs."""
    known = (
        Player.objects.filter(persons.offered(tournament))
        .exclude(entries__category=category)
        .select_related("club")
        .order_by("folded", "pk")[:MOST_SUGGESTIONS]
    )
    clubs = Club.objects.order_by("folded").values_list("name", flat=True)[:MOST_SUGGESTIONS]
    return Suggestions(
        players=tuple(f"{row.name}{f' · {row.club}' if row.club else ''} #{row.pk}" for row in known),
        clubs=tuple(clubs),
    )
