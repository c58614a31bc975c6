"""A chica from its paper sheets: record lines that lead to what they say, where the order cannot have mattered.

Knows: how the columns of a sheet are typed, and which hand each figure belongs to; rule 6.2, by which one hand's
dealer tells all of them.
Does not know: the order in which a hand really went (``orders`` says where that decides the chica); why a penalty
was given, which no sheet tells.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cacho_tournaments.games.base import Refused
from cacho_tournaments.games.cuarenta import orders, tally
from cacho_tournaments.games.cuarenta import state as states
from cacho_tournaments.games.cuarenta.events import EVENTS
from cacho_tournaments.games.cuarenta.notation import write
from cacho_tournaments.games.cuarenta.options import Rules
from cacho_tournaments.games.cuarenta.orders import Figures
from cacho_tournaments.games.cuarenta.sheet import CARDS, DEALER, MISDEAL, PENALTY
from cacho_tournaments.games.figures import whole

_MARKED = {"x": True, "1": True, "0": False, "-": False}
_LONGEST = 2  # digits of a figure
_TYPED = frozenset({*EVENTS, DEALER, MISDEAL, PENALTY, CARDS})


@dataclass(frozen=True, slots=True)
class _Row:
    """A hand as one side's sheet tells it."""

    figures: Mapping[str, int]  # what was typed, marks as 1

    @property
    def is_begun(self) -> bool:
        return CARDS in self.figures or any(self.figures.values())


def transcribe(
    rules: Rules,
    *,
    sheets: Sequence[Mapping[str, str]],
    to_move: int,
    instant: int | None,
    players: Sequence[int],
) -> list[str]:
    """Return the lines; see the contract. ``instant`` is the side by whose event the chica ended, where it is known:
    it settles a last hand in which either side could have come first.

    Raises: Refused ``order-hidden`` (rule 4.1) with the ``hand`` whose order decides and a ``side`` that it decides
    for: that hand has to be written line by line. Every refusal names the ``hand``, and the ``box`` where it is one.
    """
    state = states.opening(rules, positions={}, to_move=to_move, players=players)
    rows = _rows(rules, sheets)
    dealer = _first_dealer(rows) or to_move
    lines: list[str] = []
    for number, (one, two) in enumerate(rows, start=1):
        figures = _figures(number, one, two, dealer=dealer, is_last=number == len(rows), instant=instant)
        turns, state = orders.played(state, figures)
        lines += [write(turn) for turn in turns]
        dealer = 3 - dealer
    return lines


def _unfit(rule: str, because: str, **facts: object) -> Refused:
    return Refused("sheets-do-not-fit", rule=rule, because=because, **facts)


def _rows(rules: Rules, sheets: Sequence[Mapping[str, str]]) -> list[tuple[_Row, _Row]]:
    """Return the hands as both sheets tell them, up to the last one of which anything is told."""
    own = [_own_rows(rules, side, sheet) for side, sheet in enumerate(sheets, start=1)]
    longest = max(len(rows) for rows in own)
    one, two = ([*rows, *[_Row({})] * (longest - len(rows))] for rows in own)
    pairs = list(zip(one, two, strict=True))
    while pairs and not any(row.is_begun for row in pairs[-1]):
        pairs.pop()
    return pairs


def _own_rows(rules: Rules, side: int, sheet: Mapping[str, str]) -> list[_Row]:
    hands: list[dict[str, int]] = []
    for box, text in sheet.items():
        for at, part in enumerate(text.split(",")):
            while len(hands) <= at:
                hands.append({})
            if typed := part.strip().lower():
                hands[at][box] = _figure(rules, side, box, typed, hand=at + 1)
    return [_Row(figures) for figures in hands]


def _figure(rules: Rules, side: int, box: str, typed: str, *, hand: int) -> int:
    facts = {"side": side, "box": box, "found": typed, "column": 1, "hand": hand}
    if box in (DEALER, MISDEAL):
        if typed not in _MARKED:
            raise Refused("bad-notation", rule="7", **facts)
        return int(_MARKED[typed])
    figure = whole(typed)
    if box not in _TYPED or figure is None or len(typed) > _LONGEST:
        raise Refused("bad-notation", rule="7", **facts)
    if box in EVENTS and box not in rules.worth and figure:
        raise Refused(
            "not-in-this-style", rule="2", side=side, box=box, hand=hand, event=box, style=rules.style
        )
    if box == PENALTY and figure % 2:
        raise Refused("odd-points", rule="6.1", side=side, box=box, hand=hand, points=figure)
    return figure


def _first_dealer(rows: Sequence[tuple[_Row, _Row]]) -> int | None:
    """Return who dealt the first hand, by every mark that tells who dealt (6.2); None where nothing tells it."""
    first: int | None = None
    for at, pair in enumerate(rows):
        for side, row in enumerate(pair, start=1):
            for box in (DEALER, MISDEAL):
                if row.figures.get(box):
                    told = side if at % 2 == 0 else 3 - side
                    if first not in (None, told):
                        raise _unfit("6.2", "wrong-dealer", side=side, box=box, hand=at + 1)
                    first = told
    for at, (one, two) in enumerate(rows):
        tie = CARDS in one.figures and one.figures[CARDS] == two.figures.get(CARDS)
        if first is None and tie:
            # The points of a tie go to the side that did not deal (3.2).
            raise _unfit("3.2", "box-open", side=1, box=DEALER, hand=at + 1)
    return first


def _figures(
    number: int, one: _Row, two: _Row, *, dealer: int, is_last: bool, instant: int | None
) -> Figures:
    """Put the two rows of a hand together."""
    pair = (one.figures, two.figures)
    cards: tuple[int, int] | None = None
    missing = [side for side in (1, 2) if CARDS not in pair[side - 1]]
    misdealt = any(figures.get(MISDEAL) for figures in pair)
    if not missing:
        cards = (pair[0][CARDS], pair[1][CARDS])
        if misdealt:
            raise _unfit("5", "misdeal-counted", side=dealer, box=CARDS, hand=number)
    elif len(missing) == 1 or not (misdealt or is_last):
        raise _unfit("3", "box-open", side=missing[0], box=CARDS, hand=number)
    return Figures(
        number=number,
        dealer=dealer,
        events=(_events(pair[0]), _events(pair[1])),
        penalties=(pair[0].get(PENALTY, 0), pair[1].get(PENALTY, 0)),
        misdealt=misdealt,
        cards=cards,
        is_last=is_last,
        winner=instant if is_last else None,
    )


def _events(figures: Mapping[str, int]) -> tally.Times:
    return {code: times for code, times in figures.items() if code in EVENTS and times}
