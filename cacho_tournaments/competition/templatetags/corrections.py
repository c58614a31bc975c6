"""Small words of what a correction changes.

Knows: how one side's part of a result, an ending and a decision are said. Does not know: rows.
What changed comes as values, or as they were stored with the correction: a template sees no difference.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cacho_tournaments.competition.actions.rulings import KEEP, REPLAY, VOID
from cacho_tournaments.web import words
from cacho_tournaments.web.figures import figure

register = template.Library()

VERBS = {
    "competition.result.corrected": gettext_lazy("Result typed anew"),
    "competition.result.decided": gettext_lazy("Result decided by the chief referee"),
    "competition.result.revoked": gettext_lazy("Result taken back"),
    "competition.result.walkover": gettext_lazy("Somebody did not appear"),
    "competition.result.disqualified": gettext_lazy("Disqualified in the match"),
    "play.turn.corrected": gettext_lazy("Turn corrected"),
}
# What is decided about a match, a stage or a round that has begun: the word, and what it means.
DECISIONS = {
    "match": (
        (KEEP, gettext_lazy("Keep it"), gettext_lazy("It stays as it is, with the sides that sit in it.")),
        (
            REPLAY,
            gettext_lazy("Play it again"),
            gettext_lazy("A fresh match takes its place, with the right sides; the old one stays on record."),
        ),
        (
            VOID,
            gettext_lazy("It counts for nothing"),
            gettext_lazy("Nobody has won it, nobody comes from it."),
        ),
    ),
    "round": (
        (KEEP, gettext_lazy("Keep it"), gettext_lazy("Who has met stays; points count as they do now.")),
        (
            REPLAY,
            gettext_lazy("Draw and play it again"),
            gettext_lazy("What was played in it and after it counts no more."),
        ),
        (
            VOID,
            gettext_lazy("Cancel it"),
            gettext_lazy("What was played in it and after it counts no more, and nothing is drawn yet."),
        ),
    ),
    "stage": (
        (KEEP, gettext_lazy("Keep it"), gettext_lazy("Whoever plays it goes on playing it.")),
        (
            REPLAY,
            gettext_lazy("Draw and play it again"),
            gettext_lazy("It is drawn from those who go on now; what was played in it counts no more."),
        ),
        (
            VOID,
            gettext_lazy("Take its draw back"),
            gettext_lazy("What was played in it counts no more, and nothing is drawn yet."),
        ),
    ),
}


def _part(of: Any, name: str) -> Any:
    return of[name] if isinstance(of, Mapping) else getattr(of, name)


@register.simple_tag
def line_said(line: Any) -> str:
    """Return one side's part of a result: its place, and what it scored."""
    if line is None:
        return "–"
    place, games, points = (_part(line, name) for name in ("place", "games_won", "points"))
    said = {"place": place, "games": games, "points": figure(points)}
    if points is None:
        return _("place %(place)s") % said
    if games > 1:
        return _("place %(place)s, games %(games)s, %(points)s points") % said
    return _("place %(place)s, %(points)s points") % said


@register.simple_tag
def ended(kind: Sequence[str]) -> str:
    """Return how a match ended."""
    return str(words.result_kind_name(kind[0], kind[1]))


@register.simple_tag
def entrant_state(state: str) -> str:
    """Return what an entrant is."""
    return str(words.entrant_state_name(state))


@register.simple_tag
def correction_name(verb: str) -> str:
    """Return what was corrected, in a word."""
    return str(VERBS.get(verb, verb))


@register.simple_tag
def decisions(kind: str) -> Sequence[tuple[str, Any, Any]]:
    """Return what can be decided about a match, a stage or a round."""
    return DECISIONS[kind]


@register.simple_tag
def question_title(question: Any) -> str:
    """Return what is to be decided about."""
    kind, number, about = (_part(question, name) for name in ("kind", "number", "about"))
    if kind == "stage":
        return _("Stage %(number)s has begun") % {"number": number}
    if kind == "round":
        return _("Round %(number)s has begun, or was drawn by hand") % {"number": number}
    return _("Match %(code)s has begun") % {"code": about}


@register.simple_tag
def decision_name(question: Any) -> str:
    """Return what was decided."""
    found = DECISIONS[_part(question, "kind")]
    return str(next(name for code, name, _why in found if code == _part(question, "decision")))
