"""Small words of matches and amounts, for the organizer's pages and the public ones.

Knows: how an amount is written, which word stands beside a match. Does not know: rows.
"""

from decimal import Decimal

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from cacho_tournaments.competition import money as amounts
from cacho_tournaments.competition.models import Match, Result
from cacho_tournaments.competition.queries import next_steps
from cacho_tournaments.competition.queries.values import MatchCard, SideCard, StageCard, StandingRow
from cacho_tournaments.web import words
from cacho_tournaments.web.figures import figure, of_criterion, signed

register = template.Library()

UNUSUAL = ("concession",)  # an end that is worth a word in any game; others are where somebody won at once
CHIPS = {"waiting": "chip", "ready": "chip", "playing": "chip chip-live", "finished": "chip chip-good"}


@register.filter
def money(amount: Decimal | int, currency: str) -> str:
    """Write an amount with the sign of its currency."""
    return amounts.written(amount, currency)


register.filter("signed", signed)


@register.filter
def criterion_short(criterion: str) -> str:
    """Return a criterion as the head of its column."""
    return str(words.criterion_short(criterion))


@register.filter
def stage_name(stage: StageCard) -> str:
    """Return what a stage is called."""
    return str(next_steps.stage_name(stage.format, stage.settings))


@register.filter
def figure_of(row: StandingRow, criterion: str) -> str:
    """Return a row's figure of one criterion; of a difference with its sign."""
    return of_criterion(criterion, row.values[criterion])


@register.simple_tag
def side_name(side: SideCard) -> str:
    """Return who sits there: a name, a free place, or the match whose winner or loser comes (PUB-07)."""
    if side.number is not None:
        return side.name
    return _("free place: nobody comes") if side.is_vacant else side.waiting_for or _("not known yet")


@register.simple_tag
def side_score(match: MatchCard, side: SideCard) -> str:
    """Return games won where more than one is played, else the points; nothing where none were played."""
    if not match.kind or match.kind in Result.UNPLAYED:
        return ""
    if match.best_of == 1:
        return figure(side.points)
    if match.is_table and side.points is not None:  # which part those who won as many games
        return _("%(games)s (%(points)s)") % {"games": side.games_won, "points": figure(side.points)}
    return str(side.games_won)


@register.simple_tag
def side_place(match: MatchCard, side: SideCard) -> SafeString:
    """Draw the place of a side of a finished match of more than two, where it was there to earn one; of two the
    winner's mark says enough."""
    if not (match.is_table and match.is_over and side.place):
        return SafeString("")
    last = max(each.place or 0 for each in match.sides)
    if match.kind in Result.UNPLAYED and side.place == last:
        return format_html('<span class="place-mark">{}</span> ', "–")
    return format_html(
        '<span class="place-mark{}"><span class="visually-hidden">{}</span><span aria-hidden="true">{}</span></span> ',
        " is-first" if side.place == 1 else "",
        _("Place %(place)s:") % {"place": side.place},
        side.place,
    )


@register.simple_tag
def match_note(match: MatchCard) -> str:
    """Return what the head of a card adds: being played or confirmed, a walkover, an instant win, a tie."""
    if match.is_confirmed_now:
        return str(words.CONFIRMED_NOW)
    if match.state == "playing":
        return _("being played")
    if match.ending == Result.FREE_PLACE:
        return _("free place")
    if match.kind in Result.UNPLAYED:
        return str(words.result_kind_name(match.kind, match.ending, sides=len(match.sides)))
    if match.ending in UNUSUAL or (match.ending and any(side.instant for side in match.sides)):
        return str(words.ending_name(match.ending))
    if not match.kind or match.winner is not None:
        return ""
    return _("first place shared") if match.is_table else _("tie")


@register.simple_tag
def match_chip(match: MatchCard) -> SafeString:
    """Draw the state of a match as a chip; a finished one says how it ended."""
    note = match_note(match) if match.is_over or match.is_confirmed_now else ""
    said = note or Match.State(match.state).label
    chip = "chip chip-warn" if match.is_confirmed_now else CHIPS[match.state]
    return format_html('<span class="{}">{}</span>', chip, said)
