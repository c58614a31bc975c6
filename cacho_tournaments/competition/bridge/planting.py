"""Draws as rows: groups with their places, matches with their seats, rounds with who sits out.

Knows: how a drawn value becomes rows, codes of matches as they stand on paper. Does not know: saving, permissions.
"""

import secrets
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from cacho_tournaments.competition import presets
from cacho_tournaments.competition.bridge import reading
from cacho_tournaments.competition.bridge.reading import SECOND_FINAL, THIRD
from cacho_tournaments.competition.models import (
    Draw,
    Entrant,
    Group,
    GroupPlace,
    Match,
    Participant,
    Seat,
    Stage,
)
from cacho_tournaments.competition.rows import played
from cacho_tournaments.formats import base, round_robin

_CLEAR = "23456789abcdefghjkmnpqrstuvwxyz"  # no letter that is read as another on paper
# One code for all languages, as it stands on paper and in the journal: cuartos de final, semifinal, final.
_ROUND_CODES = {2: "F", 4: "SF", 8: "CF"}
# Of a double elimination: ganadores, perdedores. Of a consolation: consuelo.
_BRACKET_CODES = {"winners": "G", "losers": "P", "consolation": "C"}
People = Mapping[str, Entrant]


def group_rows(
    draw: Draw, drawn: base.GroupsDraw, by_id: People
) -> tuple[list[Group], list[GroupPlace], list[Match], list[Seat]]:
    """Return the rows that a draw of groups or of a league makes, to be saved in this order."""
    stage = draw.stage
    alone = stage.format == Stage.Format.LEAGUE
    made = {group.label: Group(stage=stage, label=group.label) for group in drawn.groups}
    places = [
        GroupPlace(group=made[group.label], stage=stage, entrant=by_id[side], position=position)
        for group in drawn.groups
        for position, side in enumerate(group.members, start=1)
    ]
    matches: list[Match] = []
    seats: list[Seat] = []
    counts: dict[tuple[str, int], int] = defaultdict(int)
    for one in sorted(drawn.matches, key=lambda each: each.round):
        label = one.group or ""
        counts[label, one.round] += 1
        match = _of_round(
            stage,
            one.round,
            counts[label, one.round],
            prefix="" if alone else f"{label}-",
            draw=draw,
            group=made[label],
        )
        matches.append(match)
        seats += [_seat(match, number, by_id[side]) for number, side in enumerate(one.seats, 1) if side]
    return list(made.values()), places, matches, seats


def tree_rows(draw: Draw, tree: base.Tree, by_id: People) -> tuple[list[Match], list[Seat]]:
    """Return the rows that a drawn bracket makes, to be saved in this order: a match after those it waits for.

    A second final has no row before it is needed: the result of the first one brings it (``second_final``).
    """
    stage = draw.stage
    made: dict[str, Match] = {}
    seats: list[Seat] = []
    for node in (one for one in tree.nodes if not one.only_if_beaten):
        sides_left = _sides_left(stage, tree, node)
        made[node.id] = Match(
            stage=stage,
            draw=draw,
            round=node.round,
            code=_code(stage, node, sides_left),
            node=node.id,
            bracket=node.bracket,
            slot=node.slot,
            best_of=presets.best_of(stage.settings, sides_left, node.bracket),
            tie=stage.settings["tie"],
            state=Match.State.READY if all(node.seats) else Match.State.WAITING,
            token=new_token(),
        )
        for position, (side, source) in enumerate(zip(node.seats, node.sources, strict=True), start=1):
            seat = _seat(made[node.id], position, by_id[side] if side else None)
            if source is not None:
                seat.source, seat.take = made[source.match], source.take
            seats.append(seat)
    return list(made.values()), seats


def round_rows(
    draw: Draw, tables: Sequence[Sequence[str]], by_id: People, *, first: int = 1
) -> tuple[list[Match], list[Seat]]:
    """Return the rows of a drawn round, best table first; its matches are numbered from ``first``."""
    stage = draw.stage
    matches: list[Match] = []
    seats: list[Seat] = []
    for number, sides in enumerate(tables, start=first):
        match = _of_round(stage, draw.round, number, draw=draw)
        matches.append(match)
        seats += [_seat(match, position, by_id[side]) for position, side in enumerate(sides, start=1)]
    return matches, seats


def joined(
    stage: Stage, group: Group, entrant: Entrant, begun: Collection[int]
) -> tuple[list[Match], list[Seat]]:
    """Return the rows of the matches of somebody who joins a drawn group; ``begun`` are rounds that take nobody in.

    No draw made them, so none is theirs. Codes are never given twice in a round.
    """
    members = [place.entrant for place in group.places.select_related("entrant").order_by("position")]
    by_id = {str(one.number): one for one in (*members, entrant)}
    standing = [reading.match(row) for row in played(group.matches.order_by("round", "pk"))]
    found = round_robin.join(
        [str(one.number) for one in members],
        standing,
        str(entrant.number),
        legs=stage.settings.get("legs", 1),
        begun=begun,
    )
    label = "" if stage.format == Stage.Format.LEAGUE else f"{group.label}-"
    matches: list[Match] = []
    seats: list[Seat] = []
    for one in found:
        given = Match.ever.filter(group=group, round=one.round).count()
        match = _of_round(stage, one.round, given + 1, prefix=label, group=group)
        matches.append(match)
        seats += [_seat(match, number, by_id[side]) for number, side in enumerate(one.seats, 1) if side]
    return matches, seats


def participants(stage: Stage, sides: Iterable[base.Qualifier], by_id: People) -> list[Participant]:
    """Return the rows of those who begin a stage by rounds."""
    return [Participant(stage=stage, entrant=by_id[one.id], seed=one.seed) for one in sides]


def second_final(final: Match, first: Entrant, second: Entrant) -> tuple[Match, list[Seat]]:
    """Return the match that follows a final in which the unbeaten side lost: the same two once more."""
    match = Match(
        stage=final.stage,
        draw=final.draw,
        round=final.round + 1,
        code="F2",
        node=SECOND_FINAL,
        bracket=final.bracket,
        best_of=final.best_of,
        tie=final.tie,
        state=Match.State.READY,
        table=final.table,
        token=new_token(),
    )
    seats = [_seat(match, 1, first), _seat(match, 2, second)]
    for seat, take in zip(seats, (Seat.Take.LOSER, Seat.Take.WINNER), strict=True):
        seat.source, seat.take = final, take
    return match, seats


def sides_in(code: str) -> int:
    """Return how many sides are still in when a match of a knock-out with this code is played; 0 for any other."""
    stem = code.partition("-")[0]
    named = {name: sides for sides, name in _ROUND_CODES.items()}
    if stem in named:
        return named[stem]
    return int(stem[1:]) if stem[:1] == "R" and stem[1:].isdecimal() else 0


def new_token() -> str:
    """Return what names a match to the world: short enough to type, long enough not to be guessed."""
    return "".join(secrets.choice(_CLEAR) for _ in range(10))


def _of_round(stage: Stage, number: int, at: int, *, prefix: str = "", **of: Any) -> Match:
    """Return a match of a pool or of rounds, the one ``at`` this place of its round; ``of`` which draw and group."""
    return Match(
        stage=stage,
        round=number,
        code=f"{prefix}{number}-{at}",
        best_of=stage.settings["best_of"],
        tie=stage.settings["tie"],
        state=Match.State.READY,
        token=new_token(),
        **of,
    )


def _seat(match: Match, position: int, entrant: Entrant | None) -> Seat:
    return Seat(
        match=match,
        stage=match.stage,
        round=match.round,
        bracket=match.bracket,
        position=position,
        entrant=entrant,
    )


def _sides_left(stage: Stage, tree: base.Tree, node: base.Node) -> int:
    """Return how many sides are in still when the match is played, by which its length is set."""
    own = [one.round for one in tree.nodes if one.bracket == node.bracket]
    last = max(own) if stage.format == Stage.Format.DOUBLE else tree.rounds
    until = int(stage.settings.get("until", 1))
    return presets.sides_left(last - node.round, node.bracket, format=stage.format, until=until)


def _code(stage: Stage, node: base.Node, sides_left: int) -> str:
    if node.bracket == THIRD:
        return "3P"
    if node.bracket == "consolation" or (stage.format == Stage.Format.DOUBLE and node.bracket != "final"):
        return f"{_BRACKET_CODES[node.bracket]}{node.round}-{node.slot + 1}"
    stem = _ROUND_CODES.get(sides_left, f"R{sides_left}")
    return stem if sides_left == 2 else f"{stem}-{node.slot + 1}"
