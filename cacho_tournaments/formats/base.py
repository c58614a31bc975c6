"""The values that every format speaks in: entrants, matches, results, draws, trees.

Knows: sides as opaque ids, places, scores, who met whom.
Does not know: Django, the games, the clock, names to be shown, chance (a generator is passed in).
The JSON door (``__main__``) uses the same words.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

KINDS = ("played", "paper", "walkover", "both-absent", "disqualified", "bye")


@dataclass(frozen=True, slots=True)
class Entrant:
    """Who is drawn. ``seed`` counts from 1 (best); ``club`` is any label that must be kept apart."""

    id: str
    seed: int | None = None
    club: str | None = None
    state: str = "in"  # in, withdrawn, disqualified
    since_round: int = 1
    left_after_round: int | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended. One figure a seat in each tuple; equal places are a tie.

    ``scores`` are box points (None where none were played), ``games`` are games won,
    ``instant`` tells which seat won at once, ``shutouts`` are games won against a side that hardly scored.
    Walkovers are a kind, never a number.
    """

    kind: str
    places: tuple[int, ...]
    scores: tuple[int | None, ...] = ()
    games: tuple[int, ...] = ()
    instant: tuple[bool, ...] = ()
    shutouts: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Match:
    """A match with its seats in order; ``result`` is None until it ended."""

    id: str
    seats: tuple[str | None, ...]
    result: Result | None = None
    round: int = 1
    group: str | None = None
    table: int | None = None


@dataclass(frozen=True, slots=True)
class Note:
    """Something the draw wants said: ``club-together``, ``repeat-unavoidable`` ... with its facts."""

    code: str
    facts: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Group:
    """One group: its label (A, B, ...) and its members in drawn order (Berger number 1 first)."""

    label: str
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GroupsDraw:
    """A drawn groups stage: groups, the matches of every round, what could not be avoided, and the steps.

    ``steps`` is the lot in the order it was drawn, ``(entrant id, group label)``, so that it can be shown.
    """

    groups: tuple[Group, ...]
    matches: tuple[Match, ...]
    notes: tuple[Note, ...] = ()
    steps: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Qualifier:
    """Who enters a bracket: from which group, at which place of it, and the seed it earned there."""

    id: str
    group: str | None = None
    place: int = 1
    club: str | None = None
    seed: int | None = None


@dataclass(frozen=True, slots=True)
class Source:
    """Where the side of an open seat comes from: the winner or the loser of a match."""

    match: str
    take: str  # winner, loser


@dataclass(frozen=True, slots=True)
class Node:
    """A match of a bracket. ``round`` counts from 1; ``bracket`` is winners, losers, final or third-place.

    A seat holds an entrant, or None with a Source. A bye makes no node: who has it stands in the next round
    already. ``slot`` is the node's place in its round, top of the tree first, counted from 0.
    """

    id: str
    round: int
    bracket: str
    slot: int
    seats: tuple[str | None, str | None]
    sources: tuple[Source | None, Source | None] = (None, None)


@dataclass(frozen=True, slots=True)
class Tree:
    """A drawn bracket, laid out for ``size``, a power of two. ``byes`` sit out round 1."""

    size: int
    rounds: int
    nodes: tuple[Node, ...]
    byes: tuple[str, ...] = ()
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True)
class Points:
    """What a result is worth in a table of a stage."""

    win: int = 2
    tie: int = 1
    loss: int = 0
    walkover_loss: int = 0
    bye: int = 2


@dataclass(frozen=True, slots=True)
class Reason:
    """What parts a row from the next one below: the first criterion that differs, with both figures.

    ``among`` names the tied for a criterion that looks only at them; ``matches`` the ids behind the figures.
    """

    over: str
    criterion: str
    mine: int | str
    theirs: int | str
    among: tuple[str, ...] = ()
    matches: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a table. ``values`` has a figure for every criterion, in the order they are applied,
    and beside them ``played``, ``wins``, ``ties``, ``losses``, ``for``, ``against``. ``applied`` names the
    criteria that were consulted for this row: elsewhere a figure of the tied, or a lot, decides nothing."""

    place: int
    entrant: str
    values: Mapping[str, int]
    reason: Reason | None = None
    applied: tuple[str, ...] = ()
