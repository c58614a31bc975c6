"""Short ways to write the rounds of a Swiss stage down in tests, and to read the next one.

Knows: the values of the formats.
Does not know: any rule.
"""

import re

from cacho_tournaments.formats import swiss
from cacho_tournaments.formats.base import Bye, Entrant, Match, Result

RESULTS = {
    ">": Result("played", (1, 2), (230, 180)),
    "<": Result("played", (2, 1), (180, 230)),
    "=": Result("played", (1, 1), (200, 200)),
    "+": Result("walkover", (1, 2)),
    "~": None,
}


def history(*rounds):
    """Return matches and byes: ``"A>B C=D E."`` is a round with a win, a tie and a bye; ``+`` is a walkover,
    ``~`` a match that has not ended."""
    matches, byes = [], []
    for number, text in enumerate(rounds, start=1):
        for place, word in enumerate(text.split(), start=1):
            first, how, second = re.fullmatch(r"(\w+)([<>=+~.])(\w*)", word).groups()
            if how == ".":
                byes.append(Bye(first, number))
            else:
                matches.append(Match(f"r{number}m{place}", (first, second), RESULTS[how], number))
    return matches, byes


def seeded(count):
    return [Entrant(str(number), seed=number) for number in range(1, count + 1)]


def drawn(entrants, *rounds, seed=1, **wishes):
    return swiss.draw(entrants, *history(*rounds), round=len(rounds) + 1, seed=seed, **wishes)


def pairs(draw):
    """Return the pairs without their order of seats: ``1-5 2-6``."""
    numeric = {match: sorted(match.seats, key=lambda side: (len(side), side)) for match in draw.matches}
    return " ".join("-".join(numeric[match]) for match in draw.matches)


def free(draw, kind="bye"):
    return [bye.entrant for bye in draw.byes if bye.kind == kind]


def codes(draw):
    return [note.code for note in draw.notes]
