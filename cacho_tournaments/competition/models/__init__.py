"""The rows of an event, one module a part of it; all are had from here.

Knows: what stands in the database and which rows may not stand beside each other.
Does not know: games' rules, how draws are made, who may do what.

Life of a category: entries open → entrants accepted, paid, checked in → a stage is drawn (a draft), released,
played, closed → the next stage is drawn from its table. Standings are computed from results, never stored.
"""

from cacho_tournaments.competition.models.corrections import Correction
from cacho_tournaments.competition.models.events import Category, Entrant, Member, Staff, Table, Tournament
from cacho_tournaments.competition.models.matches import Match, Result, ResultLine, Seat
from cacho_tournaments.competition.models.stages import (
    Bye,
    Draw,
    Group,
    GroupPlace,
    Participant,
    Stage,
)

__all__ = [
    "Bye",
    "Category",
    "Correction",
    "Draw",
    "Entrant",
    "Group",
    "GroupPlace",
    "Match",
    "Member",
    "Participant",
    "Result",
    "ResultLine",
    "Seat",
    "Staff",
    "Stage",
    "Table",
    "Tournament",
]
