"""A knock-out as it stands: its rounds, the match for the third place, who won.

Knows: how rows become a bracket. Does not know: tables of groups, requests.
"""

from cacho_tournaments.competition import bridge, presets
from cacho_tournaments.competition.models import Category, Stage
from cacho_tournaments.competition.queries import matches as match_queries
from cacho_tournaments.competition.queries.values import Bracket, BracketRound, MatchCard, Podium
from cacho_tournaments.competition.rows import Played, played
from cacho_tournaments.web import words

PRIZES = 4


def bracket(stage: Stage) -> Bracket:
    """Return the bracket of the stage: four queries, however large it is."""
    read = played(stage.matches.order_by("round", "slot", "pk"))
    last = max((row.round for row in read), default=0)
    found = {row.code: match_queries.card(row, last) for row in read}
    third = next((found[row.code] for row in read if row.bracket == bridge.THIRD), None)
    trunk = [row for row in read if row.bracket != bridge.THIRD]
    rounds = tuple(_round(number, last, trunk, found) for number in range(1, last + 1))
    final = rounds[-1].matches[0] if rounds else None
    people = _people(read)
    byes = bridge.tree(read).byes if read else ()
    return Bracket(
        rounds=rounds,
        third_place=third,
        champion=final.winner if final else None,
        podium=_podium(stage, read, people),
        byes=tuple(people[side].name for side in byes),
        finished=bool(read) and all(card.is_over for card in found.values()),
    )


def podium(category: Category) -> tuple[Podium, ...]:
    """Return who stands on the first places of a category whose last stage is a knock-out, as far as decided."""
    last = category.stages.order_by("-order").first()
    if last is None or last.format not in Stage.TREES or not last.matches.exists():
        return ()
    read = played(last.matches.all())
    return _podium(last, read, _people(read))


def _round(number: int, last: int, trunk: list[Played], found: dict[str, MatchCard]) -> BracketRound:
    sides = presets.sides_left(last - number)
    own = [row for row in trunk if row.round == number]
    return BracketRound(
        name=words.bracket_round_name(sides),
        best_of=own[0].best_of if own else 1,
        matches=tuple(found[row.code] for row in own),
        number=number,
        sides=sides,
    )


def _people(read: tuple[Played, ...]) -> dict[str, Podium]:
    """Return everybody who sits somewhere in the bracket, by number; the place is filled in later."""
    return {
        str(side.number): Podium(0, side.number, side.name, side.club)
        for row in read
        for side in row.sides
        if side.number is not None
    }


def _podium(stage: Stage, read: tuple[Played, ...], people: dict[str, Podium]) -> tuple[Podium, ...]:
    if not read:
        return ()
    placings = [(place, people[side]) for place, side in bridge.placings(stage, read) if place <= PRIZES]
    return tuple(Podium(place, who.number, who.name, who.club) for place, who in placings)
