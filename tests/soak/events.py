"""An event to be played: categories of every game, their matches released, a referee's session for each tablet.

Knows: the makers. Does not know: tablets, the network.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.test import Client

from cacho_tournaments import games
from cacho_tournaments.competition.models import Match, Tournament
from cacho_tournaments.play import bridge
from tests import makers
from tests.soak.playing import Seated

GROUP = 4  # sides of a group: six matches
MATCHES = 6
ON_SCREENS = "cacho-alalay"


@dataclass(slots=True)
class Event:
    """``matches`` are for tablets without a screen, ``screens`` the tokens of those for each real one."""

    tournament: Tournament
    matches: Sequence[Seated]
    screens: list[list[str]] = field(default_factory=list)

    def sessions(self, number: int) -> list[str]:
        """Return the session keys of so many new referees."""
        keys = []
        for _ in range(number):
            client = Client()
            client.force_login(makers.referee(self.tournament))
            keys.append(client.cookies["sessionid"].value)
        return keys


def made(*, matches: int, screens: int = 0, of_a_screen: int = 1) -> Event:
    """Make an event with so many matches, the games in turn, ready to be played; more for real screens."""
    event = makers.tournament(name="Soak", tables=4)
    played = [(code, kind) for code in games.codes() for kind in ("single", "pair")]
    groups = -(-matches // (MATCHES * len(played)))
    columns = [_matches(event, code, kind, groups=groups) for code, kind in played]
    found = [match for row in zip(*columns, strict=True) for match in row][:matches]
    groups = -(-screens * of_a_screen // MATCHES)
    own = _matches(event, ON_SCREENS, "single", groups=groups, name="screens") if screens else []
    tokens = [match.token for match in own]
    return Event(event, found, [tokens[at::screens][:of_a_screen] for at in range(screens)])


def _matches(event: Tournament, code: str, kind: str, *, groups: int, name: str = "") -> list[Seated]:
    category = makers.category(
        event,
        kind=kind,
        game=code,
        preset=games.get(code).preset_for(2 if kind == "pair" else 1),
        name=name or f"{code} {kind}",
        confirmation="tap",
    )
    makers.entrants(category, GROUP * groups)
    makers.drawn(category)
    rows = Match.objects.filter(stage__category=category, state=Match.State.READY).order_by("pk")
    return [
        Seated(match.token, bridge.setup_of(match), match.best_of, match.tie, confirmed=True)
        for match in rows.select_related("stage__category")
    ]
