"""What a line would bring, before anybody writes it.

Knows: the game as its log leaves it, what its rules make of a line. Does not know: writing, forms, sentences.
"""

from dataclasses import dataclass

from cacho_tournaments.competition.models import Match
from cacho_tournaments.play import bridge
from cacho_tournaments.play.models import Game, Turn


@dataclass(frozen=True, slots=True)
class Trial:
    """What each side would get, who would win the game by it, the warning with which it would be taken."""

    gains: tuple[int, ...]
    winners: tuple[int, ...]
    warning: str


def trial(token: str, *, number: int, line: str) -> Trial:
    """Return what the line, or the shorthand, would bring in game ``number`` as it stands.

    Raises: Refused as the rules refuse it.
    """
    folded = _folded(Match.objects.select_related("stage__category").get(token=token), number)
    rows, after = folded.played(line)
    warnings = [row.verdict.warning for row in rows if row.verdict.warning]
    totals = zip(folded.status.totals, after.status.totals, strict=True)
    gains = tuple(now - before for before, now in totals)
    return Trial(gains, after.status.winners, warnings[-1] if warnings else "")


def _folded(match: Match, number: int) -> bridge.Folded:
    rows = list(Game.objects.filter(match=match).order_by("number"))
    row = next((row for row in rows if row.number == number), None)
    if row is not None:
        return bridge.fold(row, Turn.objects.filter(game=row))
    return bridge.blank(bridge.setup_of(match, number=number, first=rows[0] if rows else None))
