"""Files of another program, and events taken over from them, for tests of both the action and its pages."""

from pathlib import Path

from cacho_tournaments.competition.actions.carrying import take_over
from cacho_tournaments.competition.models import Category
from tests import makers

GOLDEN = Path(__file__).parent.parent / "formats" / "golden" / "trf"
WITHDRAWALS = (GOLDEN / "trf-withdrawals.trf").read_text(encoding="utf-8")
INVALID = (GOLDEN / "trf-invalid.trf").read_text(encoding="utf-8")
LEAGUE = "012 Liga de barrio\n092 Individual: Round-Robin\nXXR 3\n" + "".join(
    f"001 {number:4} m    {name:33}      BOL                        {points:>4} {rank:4}{cells}\n"
    for number, name, points, rank, cells in (
        (1, "Arce Ana", "1.0", 1, "     4 w 1"),
        (2, "Borda Eva", "0.5", 2, "     3 w ="),
        (3, "Cruz Leo", "0.5", 2, "     2 b ="),
        (4, "Daza Iván", "0.0", 4, "     1 b 0"),
    )
)


def longer(rounds: int) -> str:
    return WITHDRAWALS.replace("XXR 5", f"XXR {rounds}")


def taken(text: str = WITHDRAWALS, name: str = "De otro programa", **fields: object) -> Category:
    event = makers.tournament()
    return take_over(tournament=event, by=makers.organizer_of(event), text=text, name=name, **fields)
