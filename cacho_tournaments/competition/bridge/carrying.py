"""A stage as a file that programs for Swiss and round-robin events exchange (TRF), and such a file as a stage.

Knows: rows of a stage, the formats' door and their TRF. Does not know: pages, permissions, how a file comes here.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from cacho_tournaments.competition.bridge import draws
from cacho_tournaments.competition.bridge.tables import lot_seed
from cacho_tournaments.competition.errors import Impossible
from cacho_tournaments.competition.models import Draw, Stage
from cacho_tournaments.competition.rows import placed
from cacho_tournaments.errors import CachoError
from cacho_tournaments.formats import answers, base, round_robin, trf
from cacho_tournaments.formats import stage as door

IN_TRF = (Stage.Format.SWISS, Stage.Format.LEAGUE)  # what the form has a name for
# By what the table of a file is ordered: it says nothing of it itself.
_ORDER = {
    "swiss": ["points", "buchholz-cut-1", "buchholz", "sonneborn-berger"],
    "league": ["points", "among-tied", "sonneborn-berger", "wins"],
}
# By what a stage that is taken over orders its table: nothing that needs box points, which a file does not have.
_KEPT_ORDER = {"swiss": _ORDER["swiss"], "league": ["points", "among-tied", "wins"]}
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


@dataclass(frozen=True, slots=True)
class Taken:
    """What a file holds, to become a stage: its settings, names by id, who plays, what was played in ``rounds`` rounds
    and what of a league is to come, who sat out, what is known of the round to be drawn."""

    format: str
    settings: Mapping[str, Any]
    names: Mapping[str, str]
    entrants: tuple[base.Entrant, ...]
    matches: tuple[base.Match, ...]
    byes: tuple[base.Bye, ...]
    coming: tuple[base.Bye, ...]
    rounds: int


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


def taken(text: str) -> Taken:
    """Return what a file holds as a stage of ours can hold it.

    Raises: BadStage ``trf-faults``; Impossible ``apart-in-file``, ``byes-in-league-file``, ``other-totals-in-file``,
    which name what a stage has no place for and what would change its pairings or its table.
    """
    stage = door.read(trf.read(text))
    _refuse_what_has_no_place(stage)
    _refuse_other_totals(stage, trf.totals(text))
    is_league = stage.format == Stage.Format.LEAGUE
    points, worth = stage.points, ["win", "tie", "loss", "walkover_loss"]
    own = {"legs": stage.options["legs"]} if is_league else {"rounds": stage.options["rounds"], "go_on": 0}
    return Taken(
        format=stage.format,
        settings={
            **own,
            "points": {
                name: getattr(points, name) for name in worth + ([] if is_league else ["bye", "absent"])
            },
            "criteria": _KEPT_ORDER[stage.format],
        },
        names=trf.names(text),
        entrants=stage.entrants,
        matches=(*stage.matches, *(_rest(stage) if is_league and stage.rounds else ())),
        byes=() if is_league else tuple(_usual(bye, points) for bye in stage.byes),
        coming=tuple(_usual(bye, points) for bye in stage.coming.byes),
        rounds=stage.rounds,
    )


def _refuse_what_has_no_place(stage: door.Stage) -> None:
    to_be_drawn = stage.format == Stage.Format.SWISS and stage.rounds < (stage.options["rounds"] or 0)
    if stage.apart and to_be_drawn:
        raise Impossible("apart-in-file", pairs=[" – ".join(sorted(few, key=int)) for few in stage.apart])
    if stage.format == Stage.Format.LEAGUE:
        paid = sorted({int(bye.entrant) for bye in stage.byes if bye.points})
        if paid:
            raise Impossible("byes-in-league-file", entrants=paid)


def _refuse_other_totals(stage: door.Stage, totals: Mapping[str, int]) -> None:
    """Refuse a file whose points are worked out otherwise than ours: walkovers worth more than a win, results of who
    left a league that our rules strike (rule 7.1)."""
    ours = {row["entrant"]: row["values"]["points"] for row in answers.table(stage)["rows"]}
    other = sorted((each for each, points in totals.items() if ours[each] != points), key=int)
    if other:
        raise Impossible("other-totals-in-file", entrants=other)


def _rest(stage: door.Stage) -> tuple[base.Match, ...]:
    """Return the matches of a league that the file does not have yet."""
    gone = [one.id for one in stage.entrants if one.state != "in"]
    everybody = [one.id for one in stage.entrants]
    return round_robin.remaining(everybody, stage.matches, legs=stage.options["legs"], gone=gone)


def _usual(bye: base.Bye, points: base.Points) -> base.Bye:
    """Return the bye without points of its own where they are what such a round brings anyhow."""
    usual = points.bye if bye.kind == "bye" else points.absent
    return replace(bye, points=None) if bye.points == usual else bye


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
