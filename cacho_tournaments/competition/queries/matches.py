"""Matches as cards, wherever they are listed.

Knows: rows read lightly, the words for rounds and open seats. Does not know: tables, trees, requests.
"""

from collections.abc import Iterable, Sequence

from django.db.models import QuerySet

from cacho_tournaments.competition import bridge
from cacho_tournaments.competition.models import Match, Stage
from cacho_tournaments.competition.queries.values import MatchCard, SideCard
from cacho_tournaments.competition.rows import Played, Side, played
from cacho_tournaments.web import words


def match_cards(matches: QuerySet[Match]) -> tuple[MatchCard, ...]:
    """Return the matches as cards, in the order of the queryset: four queries, however many there are."""
    return cards(played(matches))


def match_card(match: Match) -> MatchCard:
    """Return one match as a card."""
    return match_cards(Match.objects.filter(pk=match.pk))[0]


def category_matches(category: int, *, number: int | None = None) -> tuple[MatchCard, ...]:
    """Return the released matches of the category of that key, or those in which one entrant has a seat, in the
    order of play."""
    found = Match.objects.filter(stage__category=category, stage__state__in=Stage.SHOWN)
    if number is not None:
        found = found.filter(seats__entrant__number=number, seats__is_standing=True)
    return match_cards(found.order_by("stage__order", "round", "pk"))


def successor(token: str) -> str | None:
    """Return the token of the match that stands where the one of this token once stood; None where none does: sheets
    that lie on tables still carry the old one."""
    was = Match.ever.filter(token=token, is_standing=False).values("stage_id", "code").first()
    return Match.objects.filter(**was).values_list("token", flat=True).first() if was else None


def cards(rows: Iterable[Played]) -> tuple[MatchCard, ...]:
    """Return read matches as cards."""
    return tuple(card(row) for row in rows)


def card(row: Played) -> MatchCard:
    """Return a read match as a card."""
    outcome = row.outcome
    kind = outcome.kind if outcome else ""
    lines = [side.line.place for side in row.sides if side.line]
    # Nobody has won where the first place is shared, or where nobody came.
    decided = kind != "both-absent" and lines.count(1) == 1
    return MatchCard(
        token=row.token,
        code=row.code,
        round=row.round,
        table=row.table,
        starts_at=row.starts_at,
        state=row.state,
        sides=tuple(_side(side, decided) for side in row.sides),
        kind=kind,
        ending=outcome.ending if outcome else "",
        group="" if row.format == Stage.Format.LEAGUE else row.group,
        round_name=_round_name(row),
        stage=row.stage_order,
        best_of=row.best_of,
        reason=outcome.reason if outcome else "",
        referee=row.referee,
        started_at=row.started_at,
        finished_at=row.finished_at,
        is_confirmed_now=row.end_waits and row.state == Match.State.PLAYING,
    )


def by_group(found: Sequence[MatchCard]) -> dict[str, tuple[MatchCard, ...]]:
    """Return cards sorted into their groups."""
    groups: dict[str, list[MatchCard]] = {}
    for each in found:
        groups.setdefault(each.group, []).append(each)
    return {label: tuple(own) for label, own in groups.items()}


def _side(side: Side, decided: bool) -> SideCard:
    line = side.line
    waits = side.number is None and side.source and not side.vacant
    return SideCard(
        position=side.position,
        number=side.number,
        name=side.name,
        club=side.club,
        place=line.place if line else None,
        games_won=line.games_won if line else 0,
        points=line.points if line else None,
        instant=bool(line and line.instant),
        is_winner=bool(decided and line and line.place == 1),
        waiting_for=words.waiting_for(side.take, side.source) if waits else "",
        is_vacant=side.vacant,
    )


def _round_name(row: Played) -> str:
    if row.format not in Stage.TREES:
        return words.group_round_name(row.round)
    if row.bracket == bridge.THIRD:
        return str(words.THIRD_PLACE)
    if row.node == bridge.SECOND_FINAL:
        return str(words.SECOND_FINAL)
    if row.bracket == "consolation" or (row.format == Stage.Format.DOUBLE and row.bracket != "final"):
        return words.side_bracket_round_name(row.bracket, row.round)
    return words.bracket_round_name(bridge.sides_in(row.code))
