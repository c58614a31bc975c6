"""Rows here, the formats' values there: the only place that knows both.

Knows: what its modules do, by which everybody else calls it. Does not know: permissions, pages, the journal.
``reading``: rows as values; ``tables``: tables and who goes on; ``draws``: what is drawn from, and the draw;
``planting``: a draw as rows; ``checking``: a draw made again beside its rows.
"""

from cacho_tournaments.competition.bridge.checking import drawn_twice, kept_people, strangers
from cacho_tournaments.competition.bridge.draws import (
    as_entrants,
    draw_pools,
    draw_round,
    draw_tree,
    drawn_from,
    group_notes,
    live_draw,
    notes,
    present,
    question,
    round_notes,
    tree_notes,
)
from cacho_tournaments.competition.bridge.planting import (
    group_rows,
    joined,
    new_token,
    participants,
    round_rows,
    second_final,
    sides_in,
    tree_rows,
)
from cacho_tournaments.competition.bridge.reading import SECOND_FINAL, THIRD, in_play, match, result, tree
from cacho_tournaments.competition.bridge.tables import (
    Tables,
    cut,
    drawn_on,
    left,
    lot_seed,
    placings,
    qualifiers,
    round_table,
    sides_for,
    single_table,
    stage_before,
    tables,
    top,
)

__all__ = [
    "SECOND_FINAL",
    "THIRD",
    "Tables",
    "as_entrants",
    "cut",
    "draw_pools",
    "draw_round",
    "draw_tree",
    "drawn_from",
    "drawn_on",
    "drawn_twice",
    "group_notes",
    "group_rows",
    "in_play",
    "joined",
    "kept_people",
    "left",
    "live_draw",
    "lot_seed",
    "match",
    "new_token",
    "notes",
    "participants",
    "placings",
    "present",
    "qualifiers",
    "question",
    "result",
    "round_notes",
    "round_rows",
    "round_table",
    "second_final",
    "sides_for",
    "sides_in",
    "single_table",
    "stage_before",
    "strangers",
    "tables",
    "top",
    "tree",
    "tree_notes",
    "tree_rows",
]
