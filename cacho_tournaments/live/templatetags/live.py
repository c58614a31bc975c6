"""Small words of a match card.

Knows: which figure or word stands beside a side, and what the head of a card says. Does not know: rows, results' rules.
"""

from django import template
from django.utils.translation import gettext as _

from cacho_tournaments.competition.queries.values import MatchCard, SideCard
from cacho_tournaments.web import words

register = template.Library()

_UNPLAYED = ("walkover", "both-absent", "disqualified")
_PLAIN_ENDINGS = ("", "full-sheets")


@register.simple_tag
def side_score(match: MatchCard, side: SideCard) -> str:
    """Return games won where more than one is played, else the points; nothing where none were played."""
    if not match.kind or match.kind in _UNPLAYED:
        return ""
    if match.best_of > 1:
        return str(side.games_won)
    return "" if side.points is None else str(side.points)


@register.simple_tag
def match_note(match: MatchCard) -> str:
    """Return what the head of a card adds: being played, a walkover, an instant win, a shared result."""
    if match.state == "playing":
        return _("being played")
    if match.kind in _UNPLAYED:
        return str(words.result_kind_name(match.kind))
    if match.ending not in _PLAIN_ENDINGS:
        return str(words.ending_name(match.ending))
    if match.kind and match.winner is None:
        return _("tie")
    return ""
