"""Pages about one round of a stage that is drawn round by round: who will be away, what its cancelling loses.

Knows: who takes part, released rounds. Does not know: requests, how a round is drawn.
"""

from collections.abc import Collection
from dataclasses import dataclass

from cacho_tournaments.competition.models import Draw, Entrant, Stage
from cacho_tournaments.competition.queries import stages
from cacho_tournaments.competition.queries.stage_pages import stage_name
from cacho_tournaments.competition.queries.values import ByeCard, MatchCard
from cacho_tournaments.competition.rows import participating
from cacho_tournaments.people.names import fold
from cacho_tournaments.web.words import Word


@dataclass(frozen=True, slots=True)
class Attending:
    """Somebody who takes part, and whether he has said that he will be away."""

    number: int
    name: str
    club: str
    is_away: bool
    is_shown: bool


@dataclass(frozen=True, slots=True)
class AwayPage:
    """Who will be away in a round: everybody who takes part, those first who are away already."""

    name: Word
    number: int
    search: str
    everybody: tuple[Attending, ...]
    is_drawn: bool

    @property
    def away(self) -> int:
        return sum(each.is_away for each in self.everybody)


@dataclass(frozen=True, slots=True)
class LostRound:
    """What is lost when a round is cancelled; ``is_last`` tells that it can be."""

    number: int
    matches: tuple[MatchCard, ...]
    byes: tuple[ByeCard, ...]
    is_last: bool
    has_draft: bool

    @property
    def played(self) -> tuple[MatchCard, ...]:
        return tuple(match for match in self.matches if match.is_over)

    @property
    def playing(self) -> tuple[MatchCard, ...]:
        return tuple(match for match in self.matches if match.state == "playing")


def away_page(stage: Stage, number: int, *, search: str = "") -> AwayPage:
    """Return who takes part in a coming round. A search hides whoever it does not find, but nobody who is away."""
    away = {each.number for each in stages.asked_away(stage, number)}
    sought = fold(search)
    rows = [row for row in participating(stage) if row.state in Entrant.IN_PLAY]
    everybody = [
        Attending(
            row.number,
            row.name,
            row.club,
            is_away=row.number in away,
            is_shown=row.number in away or sought in fold(f"{row.number} {row.name} {row.club}"),
        )
        for row in rows
    ]
    drawn = stage.draws.exclude(state=Draw.State.DISCARDED).filter(round__gte=number).exists()
    ordered = sorted(everybody, key=lambda each: not each.is_away)
    return AwayPage(stage_name(stage), number, search, tuple(ordered), drawn)


def entrants(stage: Stage, numbers: Collection[int]) -> list[Entrant]:
    """Return the category's entrants of these numbers."""
    return list(Entrant.objects.filter(category=stage.category_id, number__in=numbers).order_by("number"))


def lost_page(stage: Stage, number: int) -> LostRound:
    """Return what is lost with a round."""
    found = stages.round_views(stage, stages.match_cards(stage))
    view = next((each for each in found if each.number == number), None)
    draft = stage.draws.filter(state=Draw.State.DRAFT).exists()
    if view is None:
        return LostRound(number, (), (), is_last=False, has_draft=draft)
    return LostRound(
        number,
        view.matches,
        view.byes,
        is_last=number == found[0].number and stage.state == "released",
        has_draft=draft,
    )
