"""Every record under ``golden/`` replays to what a person worked out by hand.

A file in ``golden/<game>`` is legal to its last line; one in ``refused/`` is refused at its last line, and only
there. The headers say what to expect: ``expect`` (box, points, mark of the last line; or code and rule), ``ends``,
``totals``, ``winners``, ``banks``, ``warning`` of the last line, ``shutout``.
"""

import re
from pathlib import Path

import pytest

from cacho_tournaments.games.base import Verdict
from cacho_tournaments.games.record import parse
from cacho_tournaments.games.replay import begin, replay, resume
from cacho_tournaments.games.rules import rules_text

GOLDEN = Path(__file__).parent / "golden"
LEGAL = sorted(GOLDEN.glob("*/*.cacho"))
REFUSED = sorted(GOLDEN.glob("*/refused/*.cacho"))
GAMES = sorted({path.parts[-3] for path in REFUSED})


def _name(path: Path) -> str:
    return str(path.relative_to(GOLDEN))


def _words(verdict: Verdict) -> str:
    facts = [verdict.box, None if verdict.points is None else str(verdict.points), verdict.mark]
    own = " ".join(fact for fact in facts if fact is not None) or "-"
    return " + ".join([own, *(_words(also) for also in verdict.also)])


def test_the_golden_folder_is_not_empty():
    assert len(LEGAL) > 40
    assert len(REFUSED) > 40


@pytest.mark.parametrize("path", LEGAL, ids=_name)
def test_a_hand_checked_game_replays_to_its_expected_end(path):
    (record,) = parse(path.read_text(encoding="utf-8"))
    expected = dict(record.other)

    played = replay(record.setup, record.lines)

    assert [turn.refused for turn in played.refused] == []
    assert _words(played.turns[-1].verdict) == expected["expect"]
    assert record.source == "hand-checked"
    status = played.status
    assert status.ending == expected.get("ends")
    assert status.over == ("ends" in expected)
    if "totals" in expected:
        assert " ".join(map(str, status.totals)) == expected["totals"]
    assert played.turns[-1].verdict.warning == expected.get("warning")
    assert status.shutout == ("shutout" in expected)
    if "banks" in expected:
        assert " ".join(map(str, status.more["banks"])) == expected["banks"]
    if "winners" in expected:
        assert " ".join(map(str, status.winners)) == expected["winners"]
        assert status.ranking[0] == status.winners


@pytest.mark.parametrize("path", REFUSED, ids=_name)
def test_a_hand_checked_refusal_has_its_code_and_rule_and_changes_nothing(path):
    (record,) = parse(path.read_text(encoding="utf-8"))
    code, _, rule = dict(record.other)["expect"].partition(" ")
    before = replay(record.setup, record.lines[:-1])
    assert before.refused == ()

    after = replay(record.setup, record.lines)

    assert [(turn.refused.code, turn.refused.rule or "") for turn in after.refused] == [(code, rule)]
    assert not after.turns[-1].ok
    assert after.state == before.state
    assert after.status == before.status


@pytest.mark.parametrize("game", GAMES)
def test_every_code_that_the_rules_list_has_a_hand_checked_refusal_and_cites_a_rule_that_stands(game):
    sections = rules_text(game)
    numbers = {number for section in sections for number in section.numbers}
    promised = set(re.findall(r"[a-z]+(?:-[a-z]+)+", _list_of_refusals(sections)))
    files = [path for path in REFUSED if path.parts[-3] == game]
    expected = [dict(parse(path.read_text(encoding="utf-8"))[0].other)["expect"].split() for path in files]

    assert {code for code, *_ in expected} == promised
    assert {rule for _, *rules in expected for rule in rules} <= numbers


def _list_of_refusals(sections) -> str:
    """Return what stands in the rules from the first code of their list to the end of that part."""
    (listed,) = [text for part in sections if "bad-notation" in (text := " ".join(map(str, part.blocks)))]
    return listed[listed.index("bad-notation") :]


@pytest.mark.parametrize("path", LEGAL, ids=_name)
def test_a_game_may_be_replayed_in_two_parts(path):
    (record,) = parse(path.read_text(encoding="utf-8"))
    whole = replay(record.setup, record.lines)
    _, state = begin(record.setup)
    middle = len(record.lines) // 2

    first = resume(record.setup, state, record.lines[:middle])
    second = resume(record.setup, first.state, record.lines[middle:])

    assert first.turns + second.turns == whole.turns
    assert second.state == whole.state
