"""The deliveries of the case ``offline-queue-replay``, in the order in which a server receives them.

The case names boxes of a sketch of the game (full, senas, quinas); here they are lines of cacho alalay with the same
points (``F``, ``6``, ``5``). Its key ``t1-0001`` is longer (``case-t1-0001``), and turn 1 builds on sequence 0.
TAB-03, TAB-07, TAB-11.
"""

import pytest

from cacho_tournaments.competition.actions import results
from cacho_tournaments.play.models import Refusal
from tests import makers
from tests.play import scene, sending
from tests.play.sending import Item, Tablet, turn, verdicts

pytestmark = pytest.mark.django_db


def delivery(key: str, number: int, line: str) -> Item:
    return turn(line, number - 1, f"case-{key}")


def test_what_two_tablets_deliver_late_twice_and_against_each_other_is_stored_once_or_kept() -> None:
    match = scene.ready()
    first, second = sending.paired(match), sending.paired(match)

    def step(tablet: Tablet, key: str, number: int, line: str) -> tuple[str, int | None, bool]:
        (out,) = tablet.send(delivery(key, number, line))["outcomes"]
        assert out["sentence"] or out["verdict"] != "refused"
        return out["code"] or out["verdict"], out["sequence"], out["open"]

    assert step(first, "t1-0001", 1, "1 =F 30") == ("stored", 1, False)  # step 1
    assert step(first, "t1-0001", 1, "1 =F 30") == ("repeated", 1, False)  # 2
    assert step(first, "t1-0003", 3, "1 =6 18") == ("sequence-ahead", None, False)  # 3
    assert step(first, "t1-0002", 2, "2 =E 20") == ("stored", 2, False)  # 4
    assert step(first, "t1-0003", 3, "1 =6 18") == ("stored", 3, False)  # 5
    assert step(first, "t1-0002", 2, "2 =E 25") == ("known-id-other-turn", None, True)  # 6
    assert step(second, "t2-0001", 4, "2 =P 40") == ("stored", 4, False)  # 7
    assert step(first, "t1-0004", 4, "2 =5 15") == ("old-sequence", None, True)  # 8
    assert step(first, "t1-0005", 5, "1 =F 30") == ("box-taken", None, False)  # 9
    by = makers.organizer_of(match.stage.category.tournament)
    results.walkover(match=match, by=by, absent=[2])
    assert step(first, "t1-0006", 5, "1 =G 50") == ("match-closed", None, True)  # 10

    assert [(sequence, line) for _game, sequence, _kind, line in scene.log(match)] == [
        (1, "1 =F 30"),
        (2, "2 =E 20"),
        (3, "1 =6 18"),
        (4, "2 =P 40"),
    ]
    for_the_chief = Refusal.objects.filter(is_open=True).order_by("pk")
    assert [(row.code, row.line) for row in for_the_chief] == [
        ("known-id-other-turn", "2 =E 25"),
        ("old-sequence", "2 =5 15"),
        ("match-closed", "1 =G 50"),
    ]
    late = for_the_chief[2]
    assert late.device == first.device and late.at_server is not None


def test_the_whole_queue_sent_at_once_after_a_day_without_network_comes_in_by_number_of_turns() -> None:
    match = scene.ready()
    tablet = sending.paired(match)
    lines = scene.lines_of()
    queue = [delivery(f"t1-{at:04}", at, line) for at, line in enumerate(lines, start=1)]
    for start in range(0, len(queue), 8):
        batch = queue[start : start + 8]
        said = tablet.send(*batch, waiting=len(queue) - start)
        assert verdicts(said) == ["stored"] * len(batch)
        row = match.presences.get()
        assert row.waiting == len(queue) - start - len(batch)
    assert [line for _game, _sequence, _kind, line in scene.log(match)] == lines
