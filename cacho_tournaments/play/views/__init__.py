"""What a referee, a tablet and the organizer of tablets ask for over HTTP.

Knows: requests, sessions, which template shows what. Does not know: rows (``queries``), writing (``actions``).
"""

from cacho_tournaments.play.views.devices import device, devices, renew, revoke, several
from cacho_tournaments.play.views.entry import match, quick, undo
from cacho_tournaments.play.views.pairing import leave, open_device, pin
from cacho_tournaments.play.views.paper import paper
from cacho_tournaments.play.views.practice import practice, practice_game
from cacho_tournaments.play.views.sync import hold, sync
from cacho_tournaments.play.views.tables import tables

__all__ = [
    "device",
    "devices",
    "hold",
    "leave",
    "match",
    "open_device",
    "paper",
    "pin",
    "practice",
    "practice_game",
    "quick",
    "renew",
    "revoke",
    "several",
    "sync",
    "tables",
    "undo",
]
