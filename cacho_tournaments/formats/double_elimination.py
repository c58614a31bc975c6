"""Double elimination: who loses once plays on among the losers, who loses twice is out.

Knows: how losers drop into the losers' bracket and cross there, the final and the second final.
Does not know: how slots are drawn (``knockout``), results, names of rounds, times.

Losers of round 1 meet their neighbours. Losers of a later round are dealt to the places of the losers' bracket
by a mask: who lost match m goes to place m with some bits turned. So the halves, the quarters, the pairs of the
winners' bracket stay together or change places with each other as a whole, and when two can meet again is told
by the highest bit in which their places differ (rule 12.5).
"""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from cacho_tournaments.formats import knockout
from cacho_tournaments.formats.base import Node, Qualifier, Source, Tree
from cacho_tournaments.formats.brackets import FINAL, LOSERS, WINNERS, Coming, byes, joined, play

__all__ = ["FIRST_FINAL", "SECOND_FINAL", "crossing", "draw", "plant"]

FIRST_FINAL, SECOND_FINAL = "final", "final2"


def draw(qualifiers: Sequence[Qualifier], *, rng: Random, reset: bool = True) -> Tree:
    """Draw the bracket of the winners as for a knock-out, and lay out all that follows it (rules 12.3 to 12.6).

    ``reset`` plays a second final when the unbeaten side lost the first. The order the qualifiers are given in
    does not matter. Raises: NoValidDraw ``too-few-entrants``, ``entrant-twice``, ``seed-given-twice``.
    """
    slots, said = knockout.slots(qualifiers, rng=rng)
    tree = plant(slots, reset=reset)
    return replace(tree, notes=(*said, *knockout.notes(tree, qualifiers)))


def plant(slots: Sequence[str | None], *, reset: bool = True) -> Tree:
    """Return the tree over the slots, a power of two of them; an empty slot is a bye (rule 12.3)."""
    rounds = (len(slots) - 1).bit_length()
    nodes: list[Node] = []
    fallen: list[list[Coming]] = []
    coming: list[Coming] = list(slots)
    for number in range(1, rounds + 1):
        made, coming = play(f"r{number}", number, WINNERS, coming)
        nodes.extend(node for node in made if node)
        fallen.append([Source(node.id, "loser") if node else None for node in made])
    below, last = _losers(fallen)
    return Tree(len(slots), rounds, (*nodes, *below, *_finals(coming[0], last, reset=reset)), byes(slots))


def crossing(rounds: int) -> tuple[int, ...]:
    """Return the mask of every round of the winners' bracket, the first round's being 0 (rule 12.5).

    The losers of match m of a round drop to place m xor the mask of that round.
    """
    masks = [0]
    for number in range(2, rounds + 1):
        masks.append(max(range(1 << (rounds - number)), key=lambda mask: (*_apart(masks, mask), mask)))
    return tuple(masks)


def _apart(earlier: Sequence[int], mask: int) -> tuple[int, list[int]]:
    """Return how far from those it beat a mask puts who loses this round: the least, and all from the latest.

    The figure counts how often the places of the losers' bracket are halved before the two can meet; 0 is at
    once. Bits of an earlier mask go as the places do: one less with every round.
    """
    far = [(mask ^ (past >> steps)).bit_length() for steps, past in enumerate(reversed(earlier), start=1)]
    return min(far), far


def _losers(fallen: Sequence[Sequence[Coming]]) -> tuple[list[Node], Coming]:
    """Return the losers' bracket and who comes out of it. ``fallen`` are the losers of each winners' round."""
    nodes: list[Node] = []
    if not fallen:
        return nodes, None
    masks = crossing(len(fallen))
    left = list(fallen[0])
    for number in range(1, 2 * len(fallen) - 1):
        if number % 2 == 0:
            dropped, mask = fallen[number // 2], masks[number // 2]
            # Who comes from the winners is named first.
            left = [one for place, own in enumerate(left) for one in (dropped[place ^ mask], own)]
        made, left = play(f"l{number}", number, LOSERS, left)
        nodes.extend(node for node in made if node)
    return nodes, left[0]


def _finals(unbeaten: Coming, other: Coming, *, reset: bool) -> list[Node]:
    if unbeaten is None or other is None:
        return []
    final = joined(FIRST_FINAL, 1, FINAL, 0, unbeaten, other)
    if not reset:
        return [final]
    winner, loser = Source(final.id, "winner"), Source(final.id, "loser")
    return [final, replace(joined(SECOND_FINAL, 2, FINAL, 0, winner, loser), only_if_beaten=True)]
