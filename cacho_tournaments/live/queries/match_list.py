"""The matches of a category, as many as a reader asks for: by state, table, round or name.

Knows: the cards of matches, names as they are searched. Does not know: requests, tables on a page.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from cacho_tournaments.competition.queries.values import MatchCard
from cacho_tournaments.people.names import fold

STATES = ("playing", "ready", "waiting", "finished")


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the reader asks for; empty text stands for all. ``round`` is ``<stage>-<round>``."""

    text: str = ""
    state: str = ""
    table: str = ""
    round: str = ""

    @property
    def is_all(self) -> bool:
        return not (self.text or self.state or self.table or self.round)


@dataclass(frozen=True, slots=True)
class MatchList:
    """The matches that answer, and what may be chosen: every table and round that the category has."""

    cards: tuple[MatchCard, ...]
    wanted: Wanted
    tables: tuple[int, ...]
    rounds: tuple[tuple[str, str], ...]
    total: int


def match_list(
    cards: Iterable[MatchCard], asked: Mapping[str, str], stages: Mapping[int, str] | None = None
) -> MatchList:
    """Return the cards that answer what is asked. What cannot be meant (a table that is not there, a round
    beyond the last) is not asked for: the list shows more, never an error. ``stages`` are the names by which rounds
    that are called the same are told apart."""
    every = tuple(cards)
    tables = tuple(sorted({card.table for card in every if card.table is not None}))
    rounds = _rounds(every, stages or {})
    wanted = Wanted(
        text=asked.get("q", "").strip(),
        state=_among(asked.get("state", ""), STATES),
        table=_among(asked.get("table", ""), [str(table) for table in tables]),
        round=_among(asked.get("round", ""), [code for code, _name in rounds]),
    )
    found = tuple(card for card in every if _answers(card, wanted))
    return MatchList(found, wanted, tables, rounds, len(every))


def _among(value: str, known: Iterable[str]) -> str:
    return value if value in known else ""


def _rounds(cards: Iterable[MatchCard], stages: Mapping[int, str]) -> tuple[tuple[str, str], ...]:
    """Return every round by its code, with its name; the final and the third place are one round."""
    named: dict[tuple[int, int], dict[str, None]] = {}
    for card in cards:
        named.setdefault((card.stage, card.round), {})[card.round_name] = None
    told = {key: " · ".join(names) for key, names in sorted(named.items())}
    often = Counter(told.values())
    return tuple(
        (f"{stage}-{number}", f"{stages.get(stage, stage)}, {name}" if often[name] > 1 else name)
        for (stage, number), name in told.items()
    )


def _answers(card: MatchCard, wanted: Wanted) -> bool:
    searched = fold(" ".join([card.code, *(f"{side.name} {side.club}" for side in card.sides)]))
    return (
        fold(wanted.text) in searched
        and wanted.state in ("", card.state)
        and wanted.table in ("", str(card.table))
        and wanted.round in ("", f"{card.stage}-{card.round}")
    )
