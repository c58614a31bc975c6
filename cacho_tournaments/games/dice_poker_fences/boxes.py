"""The fifteen boxes of a stage: the mountain, eight combinations and chance, and what each pays (rules 2 to 5).

Knows: the mountain's figures and this game's own premiums.
Does not know: stages, the bank, turns.
"""

from cacho_tournaments.games.dice import FACES
from cacho_tournaments.games.throws.combinations import Base, alike, full, large, paying, small, two_pairs
from cacho_tournaments.games.throws.ruleset import Box, Worth

_PAR = 3  # so many dice of a face pay nothing, each one more or less its face


def _mountain(face: str) -> Worth:
    return paying(lambda dice: ((dice.count(face) - _PAR) * int(face),))


def _sum(dice: str) -> tuple[int, ...]:
    return (sum(map(int, dice)),)


def _combination(code: str, base: Base, *, usual: float, first: int = 1, later: int = 1) -> Box:
    worth = paying(base, first=first, later=later)
    return Box(code, "combination", worth, made_by="4", paid_by="5", usual=usual)


BOXES = (
    *(
        Box(
            face,
            "mountain",
            _mountain(face),
            made_by="3",
            paid_by="3",
            struck=False,
            face=int(face),
            usual=-0.8 * int(face),
        )
        for face in FACES
    ),
    _combination("pair", alike(2), usual=10.5),
    _combination("two-pairs", two_pairs, usual=15),
    _combination("three", alike(3), usual=11),
    _combination("small", small, usual=6),
    _combination("large", large, usual=8),
    _combination("full", full, usual=14, first=3),
    _combination("four", alike(4), usual=9, first=3),
    Box("chance", "chance", paying(_sum), made_by="5", paid_by="5", usual=21),
    _combination("poker", alike(5), usual=14, first=6, later=3),
)
