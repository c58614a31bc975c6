"""The values that every format speaks in: entrants, matches, results, draws, trees.

Knows: sides as opaque ids, places, scores, who met whom.
Does not know: Django, the games, the clock, names to be shown, chance (a generator is passed in).
The JSON door (``__main__``) uses the same words.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

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
class Bye:
    """A round that an entrant did not play although it takes part: nobody was left to meet it (``bye``), it had
    asked to be away (``absent``), or it came later (``late``). ``points`` says otherwise than the settings do."""

    entrant: str
    round: int
    kind: str = "bye"
    points: int | None = None


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
class RoundDraw:
    """One drawn round of a stage that is drawn round by round: its matches, best table first, who sits out."""

    round: int
    matches: tuple[Match, ...]
    byes: tuple[Bye, ...] = ()
    notes: tuple[Note, ...] = ()


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
    """A match of a bracket. ``round`` counts from 1 in each bracket; ``bracket`` is winners, losers, final,
    third-place or consolation.

    A seat holds an entrant, or None with a Source. A bye makes no node: who has it stands in the next round
    already. ``slot`` is the node's place in its round, top of the tree first, counted from 0. ``only_if_beaten``
    is set on the second final: it is played only if the unbeaten side (the first seat) lost the final.
    """

    id: str
    round: int
    bracket: str
    slot: int
    seats: tuple[str | None, str | None]
    sources: tuple[Source | None, Source | None] = (None, None)
    only_if_beaten: bool = False


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
    """What a result is worth in a table of a stage. ``places`` are the points of each place at a table of three
    or more, by the number of seats; a size that is not named takes them evenly between the first and nothing."""

    win: int = 2
    tie: int = 1
    loss: int = 0
    walkover_loss: int = 0
    bye: int = 2
    absent: int = 0
    places: Mapping[int, tuple[int, ...]] = field(default_factory=dict)


Figure = int | Fraction  # exact; a fraction only where places at a table are shared or means are taken


@dataclass(frozen=True, slots=True)
class Reason:
    """What parts a row from the next one below: the first criterion that differs, with both figures.

    ``among`` names the tied for a criterion that looks only at them; ``matches`` the ids behind the figures.
    """

    over: str
    criterion: str
    mine: Figure | str
    theirs: Figure | str
    among: tuple[str, ...] = ()
    matches: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a table. ``values`` has a figure for every criterion, in the order they are applied,
    and beside them ``played``, ``wins``, ``ties``, ``losses``, ``for``, ``against``. ``applied`` names the
    criteria that were consulted for this row: elsewhere a figure of the tied, or a lot, decides nothing."""

    place: int
    entrant: str
    values: Mapping[str, Figure]
    reason: Reason | None = None
    applied: tuple[str, ...] = ()
