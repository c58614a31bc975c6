"""Pages that correct from the side of play: a result typed anew, a turn of the log, and their undoing.

Knows: forms, what they ask for, which figures of a game would change. Does not know: what follows elsewhere
(``competition`` tries and makes every correction).
"""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from cacho_tournaments.competition.actions.rulings import Rulings
from cacho_tournaments.competition.forms.corrections import FiguresForm
from cacho_tournaments.competition.models import Correction, Match
from cacho_tournaments.competition.queries import match_pages
from cacho_tournaments.competition.rows import played
from cacho_tournaments.competition.views.correcting import Order, Render, corrected
from cacho_tournaments.competition.views.corrections import of_a_match, order_for, undone
from cacho_tournaments.competition.views.doors import CORRECT, DECIDE, of_match, of_match_ever, user_of
from cacho_tournaments.competition.views.frame import framed
from cacho_tournaments.play import queries
from cacho_tournaments.play.actions import decisions
from cacho_tournaments.play.forms.corrections import TurnLineForm
from cacho_tournaments.play.queries.retold import totals_with
from cacho_tournaments.play.views import board, log


@of_match(CORRECT)
def result(request: HttpRequest, match: Match) -> HttpResponse:
    """Type the result of a match anew."""
    render = of_a_match(
        request,
        match,
        title=_("Type the result anew"),
        lead=_("As it should have been: those who are level share the better place."),
    )

    def order(values: dict[str, Any]) -> Order:
        reason, by, decides = values["reason"], user_of(request), values.get("by_decision", False)
        lines = form.lines()
        return order_for(
            match,
            "competition.result.decided" if decides else "competition.result.corrected",
            reason,
            lambda rulings: decisions.type_in(
                match=match, by=by, lines=lines, reason=reason, by_decision=decides, rulings=rulings
            ),
        )

    form = _figures_form(request, match)
    return corrected(request, match.stage.category, form, order, render)


def _figures_form(request: HttpRequest, match: Match) -> FiguresForm:
    row = played(Match.objects.filter(pk=match.pk))[0]
    return FiguresForm(
        request.POST or None,
        sides=match_pages.match_page(match).sides,
        best_of=match.best_of,
        may_decide=user_of(request).has_perm(DECIDE, match.stage.category.tournament),
        known={side.position: side.line for side in row.sides if side.line},
    )


@of_match(CORRECT)
def turns(request: HttpRequest, match: Match) -> HttpResponse:
    """List the turns that count, game by game, each to be corrected."""
    page, category = queries.match_page(match.token), match.stage.category
    games = [
        (
            game,
            [
                (turn, _said(page, game, turn))
                for turn in game.log
                if turn.kind == "turn" and not turn.cancelled
            ],
        )
        for game in page.games
        if game.has_turns
    ]
    return framed(
        request,
        "play/turns",
        category.tournament,
        category,
        stage=match.stage,
        page=page,
        games=games,
        title=board.title(page),
    )


def _said(page: queries.MatchPage, game: queries.GameView, turn: queries.TurnView) -> tuple[str, str]:
    return (page.sides[turn.side - 1].name if turn.side else "", log.what(page, game, turn))


@of_match(CORRECT)
def turn(request: HttpRequest, match: Match, game: int, sequence: int) -> HttpResponse:
    """Correct a turn of the log."""
    page = queries.match_page(match.token)
    shown = page.game(game)
    row = next((each for each in shown.log if each.sequence == sequence), None) if shown else None
    if shown is None or row is None or row.kind != "turn" or row.cancelled:
        raise Http404
    name, what = _said(page, shown, row)
    base = of_a_match(
        request,
        match,
        title=_("Correct a turn"),
        lead=_(
            "Turn %(number)s of game %(game)s, %(name)s: %(what)s. Every turn after it is played again by the rules."
        )
        % {"number": sequence, "game": game, "name": name, "what": what},
    )

    def order(values: dict[str, Any]) -> Order:
        reason, by, line = values["reason"], user_of(request), values["line"]

        def do(rulings: Rulings) -> object:
            return decisions.correct_turn(
                match=match, by=by, number=game, sequence=sequence, line=line, reason=reason, rulings=rulings
            )

        made = order_for(match, "play.turn.corrected", reason, do)
        return Order(made.verb, made.do, made.reason, made.facts, more=decisions.rows_of(match))

    form = TurnLineForm(request.POST or None, initial={"line": row.line})
    return corrected(request, match.stage.category, form, order, _with_totals(base, page, shown, sequence))


def _with_totals(base: Render, page: queries.MatchPage, game: queries.GameView, sequence: int) -> Render:
    """Return how the page is drawn, its preview with the totals of the game before and after."""

    def render(template: str, **context: Any) -> HttpResponse:
        if template == "correction_preview":
            line = context["form"].cleaned_data["line"]
            after = totals_with(page.token, number=game.number, sequence=sequence, line=line)
            names = [side.name for side in page.sides]
            context["figures"] = list(zip(names, game.totals, after, strict=True))
        return base(template, **context)

    return render


@of_match_ever(CORRECT)
def correction_undo(request: HttpRequest, match: Match, correction: int) -> HttpResponse:
    """Undo a correction of turns: the log, and everything that followed from it."""
    rows = Correction.objects.select_related("category__tournament", "made_by", "undone_by")
    row = rows.filter(category=match.stage.category, pk=correction, facts__token=match.token).first()
    if row is None:
        raise Http404
    by = user_of(request)
    return undone(request, row, lambda _rulings: decisions.put_back(match=match, by=by, changes=row.changes))
