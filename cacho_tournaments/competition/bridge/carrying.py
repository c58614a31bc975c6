"""A stage as a file that programs for Swiss and round-robin events exchange (TRF), and such a file as a stage.

Knows: rows of a stage, the formats' door and their TRF. Does not know: pages, permissions, how a file comes here.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cacho_tournaments.competition.bridge import draws
from cacho_tournaments.competition.bridge.tables import lot_seed
from cacho_tournaments.competition.models import Draw, Stage
from cacho_tournaments.competition.rows import placed
from cacho_tournaments.errors import CachoError
from cacho_tournaments.formats import answers, trf
from cacho_tournaments.formats import stage as door

IN_TRF = (Stage.Format.SWISS, Stage.Format.LEAGUE)  # what the form has a name for
# By what the table of a file is ordered: it says nothing of it itself.
_ORDER = {
    "swiss": ["points", "buchholz-cut-1", "buchholz", "sonneborn-berger"],
    "league": ["points", "among-tied", "sonneborn-berger", "wins"],
}
_MOST_DRAWN_AGAIN = 200  # entrants: beyond it a page would take too long
Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Drawn:
    """A round of a file as pairs of ids, and as our rules pair it from the rounds before; None where they do not."""

    number: int
    theirs: tuple[Pair, ...]
    ours: tuple[Pair, ...] | None


@dataclass(frozen=True, slots=True)
class Carried:
    """What a file holds: the event's title, names by id, how many rounds, our table of it, its rounds drawn again."""

    format: str
    title: Mapping[str, str]
    names: Mapping[str, str]
    rounds: int
    planned: int
    criteria: tuple[str, ...]
    rows: tuple[Mapping[str, Any], ...]
    drawn: tuple[Drawn, ...]


def story(stage: Stage) -> dict[str, Any]:
    """Return everything of a stage of rounds or a league, played or not, as the formats' door reads it."""
    criteria = list(stage.settings["criteria"])
    if stage.format in Stage.BY_ROUND:
        last = stage.draws.filter(state=Draw.State.RELEASED).order_by("-round").first()
        asked = draws.question(stage, lot_seed(stage), (), (last.round if last else 0) + 1)
        return {**asked, "criteria": criteria}
    matches, byes = draws.history(stage, 1 + max(stage.matches.values_list("round", flat=True), default=0))
    places = placed(stage)
    last_round = max((match.round for match in matches), default=0)
    return {
        "format": stage.format,
        "options": {"legs": stage.settings["legs"]},
        "points": dict(stage.settings["points"]),
        "seed": lot_seed(stage),
        "criteria": criteria,
        "entrants": [{"id": str(place.number), "seed": at} for at, place in enumerate(places, start=1)],
        "groups": [{"label": "A", "members": [str(place.number) for place in places]}],
        "rounds": [draws.round_said(number, matches, byes) for number in range(1, last_round + 1)],
    }


def as_trf(stage: Stage) -> str:
    """Return the stage as a TRF file. Raises: BadStage ``kind-not-in-trf``, ``points-not-in-trf``,
    ``bye-not-in-trf``."""
    category = stage.category
    event = category.tournament
    found = category.entrants.values_list("number", "name")
    title = {
        "name": f"{event.name}: {category.name}",
        "city": event.city,
        "start": event.starts_on.strftime("%Y/%m/%d"),
        "end": event.ends_on.strftime("%Y/%m/%d"),
    }
    return trf.write(story(stage), title=title, names={str(number): name for number, name in found})


def read_trf(raw: bytes) -> Carried:
    """Return what a file holds. Raises: BadStage ``trf-faults``, which names every fault of the file; NoValidDraw."""
    text = trf.decoded(raw)
    said = trf.read(text)
    order = _ORDER.get(said["format"], said.get("criteria", []))
    stage = door.read({**said, "criteria": order})
    return Carried(
        format=stage.format,
        title=trf.title(text),
        names=trf.names(text),
        rounds=stage.rounds,
        planned=stage.options.get("rounds") or stage.rounds,
        criteria=stage.criteria,
        rows=tuple(answers.table(stage)["rows"]),
        drawn=_drawn_again(said) if stage.format == "swiss" else (),
    )


def _drawn_again(said: Mapping[str, Any]) -> tuple[Drawn, ...]:
    rounds = [one for one in said["rounds"] if one.get("matches")]
    many = len(said["entrants"]) > _MOST_DRAWN_AGAIN
    return tuple(
        Drawn(at, _pairs(each["matches"]), None if many else _again(said, rounds, at))
        for at, each in enumerate(rounds, start=1)
    )


def _again(
    said: Mapping[str, Any], rounds: Sequence[Mapping[str, Any]], number: int
) -> tuple[Pair, ...] | None:
    """Pair a round from those before it, without those who were away; None where no draw is possible."""
    away = [bye for bye in rounds[number - 1].get("byes", ()) if bye.get("kind", "bye") != "bye"]
    coming = {"byes": [], "absent": [bye["entrant"] for bye in away if bye["kind"] == "absent"]}
    there = [_then(one, number) for one in said["entrants"]]
    try:
        asked = {**said, "entrants": there, "rounds": [*rounds[: number - 1], coming]}
        made = answers.drawn(door.read(asked))
    except CachoError:
        return None
    return tuple((match.seats[0] or "", match.seats[1] or "") for match in made.matches)


def _then(one: Mapping[str, Any], number: int) -> dict[str, Any]:
    """Return an entrant as it stood when the round was drawn: who left later had not left yet."""
    if one.get("left_after_round") is None or one["left_after_round"] < number:
        return dict(one)
    return {name: value for name, value in one.items() if name not in ("state", "left_after_round")}


def _pairs(matches: Sequence[Mapping[str, Any]]) -> tuple[Pair, ...]:
    return tuple((match["seats"][0], match["seats"][1]) for match in matches)
