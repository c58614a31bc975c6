"""A match that is nobody's: the referee's page with the real rules and made-up sides, to be practised on.

Knows: how a game begins by its rules. Does not know: rows that are stored; none is read and none is written.
"""

from dataclasses import dataclass

from django.conf import settings
from django.utils.translation import gettext as _

from cacho_tournaments import games
from cacho_tournaments.play import bridge
from cacho_tournaments.play.models import Game
from cacho_tournaments.play.queries.matches import blank_view
from cacho_tournaments.play.queries.values import MatchPage, SideView
from cacho_tournaments.web import words
from cacho_tournaments.web.words import Word

TOKEN = "practice"
_NAMES = ("Ana", "Bruno", "Carla", "Diego", "Elena", "Félix")


@dataclass(frozen=True, slots=True)
class PracticeGame:
    """A game that can be practised: by which presets of its rules, with how many sides."""

    code: str
    name: Word
    presets: tuple[tuple[str, Word], ...]
    default_preset: str
    sides: tuple[int, ...]


def practice_games() -> tuple[PracticeGame, ...]:
    """Return every game, in the order in which they are offered."""
    return tuple(_offered(code) for code in games.codes())


def practice_page(code: str, *, preset: str = "", sides: int = 0) -> MatchPage | None:
    """Return a match of this game before its first turn; None where there is no such game.

    A preset that the game has not, or a number of sides that cannot play it, becomes the usual one.
    """
    game = next((game for game in practice_games() if game.code == code), None)
    if game is None:
        return None
    chosen = preset if preset in dict(game.presets) else game.default_preset
    count = sides if sides in game.sides else 2
    row = _begun(code, chosen, count)
    return MatchPage(
        token=TOKEN,
        code=TOKEN,
        state="ready",
        round=1,
        best_of=1,
        tie="shared",
        table="",
        referee="",
        starts_at=None,
        started_at=None,
        finished_at=None,
        tournament_id=0,
        tournament=_("Practice"),
        tournament_slug="",
        time_zone=settings.TIME_ZONE,
        is_public=False,
        category=str(game.name),
        category_slug="",
        stage_order=1,
        stage_format="",
        stage_state="released",
        group="",
        bracket="",
        node="",
        sides=tuple(SideView(at, at, _NAMES[at - 1], "") for at in range(1, count + 1)),
        games=(blank_view(row),),
        current=1,
        result=None,
        refusals=(),
    )


def _offered(code: str) -> PracticeGame:
    rules = bridge.engine(code)
    return PracticeGame(
        code=code,
        name=words.game_name(code),
        presets=tuple((name, words.preset_name(code, name)) for name in rules.presets),
        default_preset=rules.default_preset,
        sides=tuple(range(max(rules.min_sides, 2), min(rules.max_sides, len(_NAMES)) + 1)),
    )


def _begun(code: str, preset: str, sides: int) -> Game:
    rules = bridge.engine(code)
    return Game(
        number=1,
        game=code,
        ruleset=rules.version,
        preset=preset,
        options=dict(rules.resolve(preset)),
        sides=sides,
    )
