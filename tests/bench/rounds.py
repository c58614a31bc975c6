"""The next Swiss round of 1,000, beside two libraries that pair; a bracket of 1,024, beside a graph of its shape."""

import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import networkx
import rustworkx
from py4swiss.engines import DutchEngine
from py4swiss.trf import TrfParser

from cacho_tournaments.formats import knockout, swiss, swiss_past, swiss_weights, trf
from cacho_tournaments.formats.base import Bye, Entrant, Match, Points, Qualifier, Result
from tests.bench.clock import cpu

ENTRANTS, ROUNDS, FEW, BRACKET = 1_000, 9, 100, 1_024
SEED = 20261212
History = tuple[list[Match], list[Bye]]


def measure() -> list[str]:
    many, few = field_of(ENTRANTS), field_of(FEW)
    played, short = history(many), history(few)
    ours = cpu(lambda: following(many, played), rounds=3)
    small = cpu(lambda: following(few, short), rounds=3)
    edges = near_edges(many, played)
    matched = cpu(lambda: by_rustworkx(edges), rounds=3)
    theirs = cpu(lambda: by_networkx(edges), rounds=1)
    dutch = cpu(partial(DutchEngine.generate_pairings, as_trf(few, short)), rounds=3)
    qualifiers = [Qualifier(str(number), seed=number) for number in range(1, BRACKET + 1)]
    bracket = cpu(lambda: knockout.draw(qualifiers, rng=Random(SEED)))
    tree = cpu(as_graph)
    return [
        f"The next Swiss round of {ENTRANTS:,} entrants after {ROUNDS} rounds (asked for: under 2 s)",
        f"  the whole draw: {ours:.2f} s of CPU time, of it {matched:.2f} s for the matching of"
        f" {len(edges):,} near pairs; networkx for the same matching: {theirs:.1f} s,"
        f" {theirs / matched:.0f} times as long",
        f"  {FEW} entrants: {small * 1000:.0f} ms; py4swiss (FIDE Dutch): {dutch * 1000:.0f} ms,"
        f" {dutch / small:.0f} times as long",
        f"A bracket of {BRACKET:,} (asked for: under 50 ms)",
        f"  drawn: {bracket * 1000:.1f} ms; networkx, a tree of as many matches, built and sorted:"
        f" {tree * 1000:.1f} ms, {tree / bracket:.1f} times as long",
    ]


def field_of(count: int) -> list[Entrant]:
    return [Entrant(str(number), seed=number) for number in range(1, count + 1)]


def history(entrants: Sequence[Entrant], rounds: int = ROUNDS) -> History:
    """Return rounds that our own draw made, with results by lot: the better seed wins more often."""
    rng = Random(SEED)
    matches: list[Match] = []
    byes: list[Bye] = []
    for number in range(1, rounds + 1):
        drawn = swiss.draw(entrants, matches, byes, round=number, seed=SEED)
        byes += drawn.byes
        for match in drawn.matches:
            first, second = (int(side or 0) for side in match.seats)
            won = rng.random() < 0.5 + (second - first) / (4 * len(entrants))
            result = Result("played", (1, 2) if won else (2, 1), (230, 190) if won else (190, 230))
            matches.append(Match(match.id, match.seats, result, number, None, match.table))
    return matches, byes


def following(entrants: Sequence[Entrant], played: History) -> Any:
    return swiss.draw(entrants, *played, round=ROUNDS + 1, seed=SEED)


def near_edges(entrants: Sequence[Entrant], played: History) -> list[swiss_weights.Edge]:
    """Return the weighted pairs among which the draw looks first."""
    past = swiss_past.read(entrants, *played, round=ROUNDS + 1, worth=Points(), seed=SEED)
    field = swiss.field(entrants, past)
    return swiss_weights.edges(field, swiss_weights.Bounds(swiss_weights.NEAR[0]), 1)


def by_rustworkx(edges: Sequence[swiss_weights.Edge]) -> Any:
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(ENTRANTS))
    graph.add_edges_from(edges)
    return rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)


def by_networkx(edges: Sequence[swiss_weights.Edge]) -> Any:
    graph = networkx.Graph()
    graph.add_weighted_edges_from(edges)
    return networkx.max_weight_matching(graph, maxcardinality=True)


def as_trf(entrants: Sequence[Entrant], played: History) -> Any:
    """Return the same rounds as the other program reads them."""
    matches, byes = played
    stage = {
        "format": "swiss",
        "seed": SEED,
        "options": {"rounds": ROUNDS + 1},
        "criteria": ["points", "lot"],
        "entrants": [{"id": one.id, "seed": one.seed} for one in entrants],
        "rounds": [
            {
                "matches": [as_json(match) for match in matches if match.round == number],
                "byes": [{"entrant": bye.entrant} for bye in byes if bye.round == number],
            }
            for number in range(1, ROUNDS + 1)
        ],
    }
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "event.trf"
        path.write_text(trf.write(stage), encoding="utf-8", newline="")
        return TrfParser.parse(path)


def as_json(match: Match) -> dict[str, Any]:
    assert match.result is not None
    result = {"kind": "played", "places": list(match.result.places), "scores": list(match.result.scores)}
    return {"id": match.id, "seats": list(match.seats), "table": match.table, "result": result}


def as_graph() -> Any:
    graph = networkx.DiGraph()
    graph.add_edges_from((number, (number - 1) // 2) for number in range(1, BRACKET - 1))
    return list(networkx.topological_sort(graph))
