"""What a printed page shows, found in a fixed number of queries.

Knows: the queries of competition and play, what a sheet's head needs. Does not know: HTML, paper, who may print.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from cacho_tournaments.competition.models import Category, Match, Stage, Tournament
from cacho_tournaments.competition.queries import brackets, stages
from cacho_tournaments.competition.queries import matches as match_queries
from cacho_tournaments.competition.queries.next_steps import stage_name
from cacho_tournaments.competition.queries.round_marks import kinds, round_marks
from cacho_tournaments.competition.queries.values import BracketRound, GroupTable, MatchCard
from cacho_tournaments.games.base import Sheet
from cacho_tournaments.play import bridge
from cacho_tournaments.play.queries.matches import games_of
from cacho_tournaments.play.queries.values import GameView
from cacho_tournaments.scoresheets.values import (
    BracketPage,
    BracketTree,
    Head,
    Mark,
    MatchSheet,
    PrintedTable,
    RoundPage,
    SheetSide,
    TablesPage,
)
from cacho_tournaments.web import round_words, words
from cacho_tournaments.web.grid import CROSSED
from cacho_tournaments.web.small_print import small_print

PAPERS = frozenset(Tournament.Paper.values)
BLANK, FILLED = "blank", "filled"


def head(category: Category, *, path: str, paper: str = "") -> Head:
    """Return the head of a page of this category; ``path`` is the public page that its QR code leads to.

    Where the site does not know the address that people outside use (PUBLIC_URL), the page carries no code:
    one that leads to this machine's own name would be worse than none.
    """
    event = category.tournament
    return Head(
        tournament=event.name,
        category=category.name,
        place=", ".join(part for part in (event.venue, event.city) if part),
        day=event.starts_on,
        paper=paper if paper in PAPERS else event.paper,
        printed_at=timezone.now().astimezone(ZoneInfo(event.time_zone)),
        path=path if settings.PUBLIC_URL else "",
    )


def match_sheets(
    matches: QuerySet[Match], category: Category, *, kind: str, path_of: Callable[[str], str], paper: str = ""
) -> tuple[MatchSheet, ...]:
    """Return the sheets of the matches, leaf by leaf, in their order.

    ``blank``: one for every game that the match may need (best of three: three). ``filled``: one for every game
    begun; a match without any has its blank ones. ``path_of`` tells the public page of a match by its token.
    """
    cards = match_queries.match_cards(matches)
    played = games_of(matches) if kind == FILLED else {}
    found: list[MatchSheet] = []
    for card in cards:
        top = head(category, path=path_of(card.token), paper=paper)
        games = [game for game in played.get(card.token, ()) if game.has_turns]
        if games:
            found += [_filled(card, category, top, game) for game in games]
        else:
            found += _blank(card, category, top)
    return tuple(leaf for sheet in found for leaf in sheet.on_leaves())


def tables_page(stage: Stage, *, path: str, with_matches: bool, paper: str = "") -> TablesPage:
    """Return the tables of a stage, with or without the matches of each."""
    return TablesPage(
        head=head(stage.category, path=path, paper=paper),
        stage=stage_name(stage.format, stage.settings),
        groups=tuple(_printed(stage, table) for table in stages.stage_tables(stage)),
        with_matches=with_matches,
    )


def _printed(stage: Stage, table: GroupTable) -> PrintedTable:
    marks = round_marks(stage, table)
    return PrintedTable(table, marks, round_words.legend(kinds(marks)))


def round_page(stage: Stage, number: int, *, path: str, paper: str = "") -> RoundPage | None:
    """Return a released round of a stage that is drawn round by round; None where there is no such round."""
    found = next(
        (each for each in stages.round_views(stage, stages.match_cards(stage)) if each.number == number), None
    )
    if found is None:
        return None
    # Looked for by table, not in the order of strength.
    at = sorted(found.matches, key=lambda match: (match.table is None, match.table or 0))
    return RoundPage(
        head=head(stage.category, path=path, paper=paper),
        stage=stage_name(stage.format, stage.settings),
        round=replace(found, matches=tuple(at)),
        rounds=stage.settings["rounds"],
    )


def bracket_page(stage: Stage, *, path: str, paper: str = "") -> BracketPage:
    """Return the bracket of a stage."""
    found = brackets.bracket(stage)
    is_double = stage.format == Stage.Format.DOUBLE
    finals = tuple(BracketRound(one.round_name, one.best_of, (one,)) for one in found.finals)
    trees = [
        BracketTree(
            pgettext("bracket", "Winners") if is_double else pgettext("bracket", "Main bracket"), found.rounds
        ),
        BracketTree(pgettext("bracket", "Losers"), found.losers),
        BracketTree(pgettext("bracket", "Final"), finals),
        BracketTree(pgettext("bracket", "Consolation"), found.consolation),
    ]
    return BracketPage(
        head=head(stage.category, path=path, paper=paper),
        stage=stage_name(stage.format, stage.settings),
        bracket=found,
        trees=tuple(tree for tree in trees if tree.rounds),
    )


def _blank(card: MatchCard, category: Category, top: Head) -> list[MatchSheet]:
    made = []
    sides = len(card.sides)
    blank = bridge.blank(bridge.setup_for(category, sides=sides))
    rules = blank.rules
    sheets = [rules.sheet(blank.state, side) for side in range(1, sides + 1)]
    for number in range(1, card.best_of + 1):
        begins = bridge.opening_side(number, sides=sides)
        made.append(
            MatchSheet(
                sides=tuple(
                    _side(card, at, sheet=sheets[at], begins=at + 1 == begins) for at in range(sides)
                ),
                game=category.game,
                game_number=number,
                rules=_rules_name(category.game, category.preset or rules.default_preset),
                marks=_marks(category.game, sheets[0]),
                legend=small_print(category.game, blank.setup.options),
                log_rows=0,
                winner="",
                ending="",
                is_blank=True,
                **_of_match(card, top),
            )
        )
    return made


def _filled(card: MatchCard, category: Category, top: Head, game: GameView) -> MatchSheet:
    begins = bridge.opening_side(game.number, sides=len(game.sheets))
    sides = tuple(
        _side(
            card,
            at,
            sheet=sheet,
            # Who dealt is in the lines themselves, and need not be who was meant to.
            begins=at + 1 == begins and not sheet.is_lines,
            total=game.totals[at],
            is_winner=game.over and game.winners == (at + 1,),
            place=game.places[at] if game.over else None,
        )
        for at, sheet in enumerate(game.sheets)
    )
    return MatchSheet(
        sides=sides,
        game=game.game,
        game_number=game.number,
        rules=_rules_name(game.game, game.preset),
        marks=_marks(game.game, game.sheets[0]),
        legend=small_print(game.game, game.options),
        log_rows=game.sequence,
        winner=_winner(sides, game),
        ending=words.ending_said(game.ending, game.game, shutout=game.shutout),
        is_blank=False,
        **_of_match(card, top),
    )


def _winner(sides: Sequence[SheetSide], game: GameView) -> str:
    """Return who won; of more than two those who share the first place."""
    shares = len(sides) > 2 and game.over
    return ", ".join(side.name for side in sides if side.is_winner or (shares and side.place == 1))


def _side(
    card: MatchCard,
    at: int,
    *,
    sheet: Sheet,
    begins: bool,
    total: int | None = None,
    is_winner: bool = False,
    place: int | None = None,
) -> SheetSide:
    side = card.sides[at]
    return SheetSide(
        name=side.name or side.waiting_for,
        club=side.club,
        begins=begins,
        sheet=sheet,
        total=total,
        is_winner=is_winner,
        place=place,
    )


def _rules_name(game: str, preset: str) -> str:
    return " · ".join(dict.fromkeys([str(words.game_name(game)), str(words.preset_name(game, preset))]))


def _marks(game: str, sheet: Sheet) -> tuple[Mark, ...]:
    """Return the key: what the signs of this game mean. Nothing is crossed out where lines are written."""
    named = words.mark_names(game)
    found = [
        Mark(words.sign_of(mark, game), str(name))
        for mark, name in named.items()
        if mark != CROSSED and words.sign_of(mark, game)
    ]
    if not sheet.is_lines:
        found.append(Mark(words.sign_of(CROSSED, game), _("crossed out (never a zero)")))
    return tuple(found)


def _of_match(card: MatchCard, top: Head) -> dict[str, Any]:
    group = _("Group %(label)s") % {"label": card.group} if card.group else ""
    return {
        "head": top,
        "where": ", ".join(part for part in (group, card.round_name) if part),
        "table": "" if card.table is None else str(card.table),
        "code": card.code,
        "best_of": card.best_of,
        "is_table": card.is_table,
        "starts_at": card.starts_at and timezone.localtime(card.starts_at, top.printed_at.tzinfo),
        "referee": card.referee,
        "token": card.token,
    }
