"""A knock-out as it stands: its rounds, the match for the third place, who won.

Knows: how rows become a bracket. Does not know: tables of groups, requests.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from cacho_tournaments.competition import bridge
from cacho_tournaments.competition.models import Category, Stage
from cacho_tournaments.competition.queries import matches as match_queries
from cacho_tournaments.competition.queries.values import Bracket, BracketRound, MatchCard, Podium, SideCard
from cacho_tournaments.competition.rows import Played, played

PRIZES = 4


def bracket(stage: Stage) -> Bracket:
    """Return the bracket of the stage: four queries, however large it is."""
    read = played(stage.matches.order_by("round", "slot", "pk"))
    found = {row.code: match_queries.card(row) for row in read}
    third = next((found[row.code] for row in read if row.bracket == bridge.THIRD), None)
    is_double = stage.format == Stage.Format.DOUBLE
    finals = tuple(found[row.code] for row in read if row.bracket == "final")
    people = _people(read)
    byes = bridge.tree(read).byes if read else ()
    podium = _podium(stage, read, people)
    return Bracket(
        rounds=_rounds(read, found, ("winners",) if is_double else ("winners", "final")),
        third_place=third,
        champion=_champion(finals, podium),
        podium=podium,
        byes=tuple(people[side].name for side in byes),
        finished=bool(read) and all(card.is_over for card in found.values()),
        losers=_rounds(read, found, ("losers",)),
        finals=finals if is_double else (),
        consolation=_rounds(read, found, ("consolation",)),
    )


def _champion(finals: Sequence[MatchCard], podium: Sequence[Podium]) -> SideCard | None:
    """Return who won the last final, once the first place is decided."""
    first = next((who.number for who in podium if who.place == 1), None)
    sides = [side for final in reversed(finals) for side in final.sides]
    return next((side for side in sides if side.number == first), None) if first is not None else None


def podium(category: Category) -> tuple[Podium, ...]:
    """Return who stands on the first places of a category, as far as its last stage decides them: a bracket as it is
    played, a table of one group once everything is finished."""
    last = category.stages.order_by("-order").first()
    if last is None or last.format == Stage.Format.GROUPS or not last.matches.exists():
        return ()
    read = played(last.matches.all())
    if last.format in Stage.TREES:
        return _podium(last, read, _people(read))
    return _first_of_table(last, read)


def _first_of_table(stage: Stage, read: tuple[Played, ...]) -> tuple[Podium, ...]:
    rounds = stage.settings.get("rounds", 0)
    if any(row.outcome is None for row in read) or max(row.round for row in read) < rounds:
        return ()
    if all(row.outcome and row.outcome.kind == "both-absent" for row in read):
        return ()  # nobody played: places by the lot alone are no prizes
    rows = bridge.single_table(stage, read, bridge.lot_seed(stage))
    first = {row.entrant: row.place for row in rows if row.place <= PRIZES}
    people = _people(read)
    return tuple(replace(people[side], place=place) for side, place in first.items() if side in people)


def _rounds(
    read: tuple[Played, ...], found: Mapping[str, MatchCard], brackets: Sequence[str]
) -> tuple[BracketRound, ...]:
    own = [row for row in read if row.bracket in brackets]
    last = max((row.round for row in own), default=0)
    ends = _power(1 + max((row.slot for row in own if row.round == last), default=0))
    # Of the losers a round in two has as many matches as the one after it.
    pace = 2 if "losers" in brackets else 1
    return tuple(
        _round([row for row in own if row.round == number], found, ends * 2 ** ((last - number) // pace))
        for number in sorted({row.round for row in own})
    )


def _power(number: int) -> int:
    """Return the number, or the next power of two above it."""
    return int(1 << (number - 1).bit_length())


def _round(own: Sequence[Played], found: Mapping[str, MatchCard], width: int) -> BracketRound:
    """Return a round of so many places; ``sides`` are as many as they would hold, were there no byes."""
    first = found[own[0].code]
    at = {row.slot: found[row.code] for row in own}
    return BracketRound(
        name=first.round_name,
        best_of=own[0].best_of,
        matches=tuple(found[row.code] for row in own),
        number=own[0].round,
        sides=bridge.sides_in(own[0].code) or 2 * width,
        places=tuple(at.get(slot) for slot in range(max(width, *(slot + 1 for slot in at)))),
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
    # A place that was disqualified afterwards stays empty: nobody moves up into a match not played.
    banned = {str(side.number) for row in read for side in row.sides if side.is_banned}
    placings = [
        (place, people[side])
        for place, side in bridge.placings(stage, read)
        if place <= PRIZES and side not in banned
    ]
    return tuple(Podium(place, who.number, who.name, who.club) for place, who in placings)
