"""Every refusal that games and play can raise has its sentence: the game's own, or one that all share."""

import ast
import re
from collections import Counter
from pathlib import Path

import pytest
from django.utils import translation

from cacho_tournaments import games as played
from cacho_tournaments.web import explain, words
from cacho_tournaments.web.sentences import ALL, competition, formats, games, play

PACKAGE = Path(explain.__file__).resolve().parent.parent
RAISED = {"Refused", "SetupRefused", "RecordError", "Impossible", "SheetRefused", "WireError"}


def raised(*places: Path) -> list[tuple[str, set[str]]]:
    """Return every code that the source raises by name, with the facts it is raised with; ``**`` for unseen ones."""
    found = []
    for path in (path for place in places for path in ([place] if place.is_file() else place.rglob("*.py"))):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            if getattr(node.func, "id", getattr(node.func, "attr", "")) in RAISED:
                facts = {keyword.arg or "**" for keyword in node.keywords}
                found += [(code, facts) for code in sorted(constants(node.args[0]))]
    return found


def codes(*places: Path) -> set[str]:
    return {code for code, _facts in raised(*places)}


def constants(node: ast.expr) -> set[str]:
    if isinstance(node, ast.IfExp):
        return constants(node.body) | constants(node.orelse)
    if isinstance(node, ast.BoolOp):
        return {each for value in node.values for each in constants(value)}
    return {node.value} if isinstance(node, ast.Constant) and isinstance(node.value, str) else set()


def package_of(game: str) -> Path:
    return PACKAGE / "games" / type(played.get(game)).__module__.split(".")[-2]


def beside_the_games() -> tuple[Path, ...]:
    """Return what lies in the games room beside the games themselves."""
    own = {package_of(game) for game in played.codes()}
    return tuple(
        each for each in (PACKAGE / "games").iterdir() if each not in own and each.suffix in (".py", "")
    )


def sources_of(game: str) -> tuple[Path, ...]:
    """Return the game's package and those packages beside it that it stands on."""
    own = package_of(game)
    text = "".join(path.read_text(encoding="utf-8") for path in own.rglob("*.py"))
    return own, *(each for each in beside_the_games() if each.is_dir() and f"games.{each.name}" in text)


def test_every_refusal_of_play_and_of_what_lies_beside_the_games_has_a_sentence() -> None:
    found = codes(PACKAGE / "play", *beside_the_games())
    said = {code for game in played.codes() for code in played.words_of(game).refusals}
    assert len(found) > 20
    assert sorted(found - set(ALL) - said) == []


@pytest.mark.parametrize("game", played.codes())
def test_every_refusal_of_a_game_has_a_sentence(game: str) -> None:
    assert raised(*sources_of(game))
    assert sorted(codes(package_of(game)) - set(ALL) - set(played.words_of(game).refusals)) == []


@pytest.mark.parametrize("game", played.codes())
def test_no_sentence_of_a_game_misses_a_fact(game: str) -> None:
    said = {**{code: str(text) for code, text in ALL.items()}, **explain.turn_sentences(game)}
    missing = {
        code: sorted(set(re.findall(r"%\((\w+)\)", said[code])) - facts)
        for code, facts in raised(*sources_of(game))
        if code in said and "**" not in facts
    }
    assert {code: gaps for code, gaps in missing.items() if gaps} == {}


def test_the_refusals_of_the_rules_are_all_there() -> None:
    """The table of cacho's rules, section 9."""
    table = """
    bad-notation game-over not-your-turn wrong-dice-count kept-dice-not-shown nothing-rethrown too-many-throws
    must-rethrow-all de-mano-must-be-written dormida-wins no-dormida flip-not-allowed too-many-flips not-opposite
    no-such-die same-die-twice box-taken second-throw-required flip-required dice-do-not-make-it scores-nothing
    cross-forbidden points-required impossible-points wrong-points sobre-not-allowed entry-limit nothing-pending"""
    assert sorted(set(table.split()) - set(explain.turn_sentences("cacho-alalay"))) == []


def test_no_code_has_two_sentences() -> None:
    rooms = (games.SENTENCES, formats.SENTENCES, competition.SENTENCES, play.SENTENCES)
    twice = [code for code, times in Counter(code for room in rooms for code in room).items() if times > 1]
    assert twice == []


@pytest.mark.parametrize(
    ("game", "code"),
    [
        *(("", code) for code in sorted({**games.SENTENCES, **play.SENTENCES})),
        *((game, code) for game in played.codes() for code in sorted(played.words_of(game).refusals)),
    ],
)
def test_a_sentence_stands_without_its_facts_too(game: str, code: str) -> None:
    with translation.override("en"):
        said = explain.sentence_of(code, {"game": game} if game else {})
    assert said[0].isupper() or said.startswith(("–", "“", "%"))
    assert said.endswith((".", "!", "?", "–")) and "%(" not in said


def test_a_code_of_one_game_is_said_without_its_game_too() -> None:
    """A refusal kept by a tablet may come without the game's name."""
    with translation.override("en"):
        assert explain.sentence_of("nothing-pending", {}) == explain.sentence_of(
            "nothing-pending", {"game": "cacho-alalay"}
        )


def test_an_ending_and_a_mark_are_said_with_the_game_and_without_it() -> None:
    with translation.override("en"):
        assert words.ending_name("panza-de-oro", "cacho-alalay") == words.ending_name("panza-de-oro")
        assert str(words.ending_name("full-sheets", "cacho-alalay")) == "all sheets full"
        assert str(words.mark_name("de-mano")) == "de mano"
        assert words.sign_of("de-huevo", "cacho-alalay") == "egg"
        assert words.sign_of("crossed", "cacho-alalay") == "cross"
        assert words.sign_of("unheard-of", "cacho-alalay") == ""


def test_a_box_is_said_by_its_name() -> None:
    with translation.override("en"):
        said = explain.sentence_of(
            "dice-do-not-make-it", {"box": "P", "dice": "22335", "game": "cacho-alalay"}
        )
    assert "póker" in said


def test_an_event_and_the_value_of_an_option_are_said_by_their_names() -> None:
    facts = {"event": "tres-caidas-limpia", "style": "a-todo-dos", "game": "cuarenta"}
    with translation.override("en"):
        said = explain.sentence_of("not-in-this-style", facts)
    assert str(words.box_name("cuarenta", "tres-caidas-limpia")) in said
    assert "tres-caidas-limpia" not in said and "a-todo-dos" not in said


def test_a_box_that_waits_for_another_is_refused_in_its_own_words_and_only_that() -> None:
    """Rule 5 of generala: ones that are not there have nothing to do with a double."""
    facts = {"box": "1", "dice": "23456", "game": "generala"}
    waiting = {"box": "double", "dice": "33333", "needs": "generala", "game": "generala"}
    with translation.override("en"):
        said = explain.sentence_of("dice-do-not-make-it", facts)
        assert "ones" in said and "double" not in said
        said = explain.sentence_of("dice-do-not-make-it", waiting)
        assert "double generala is written only after generala" in said


def test_points_below_nothing_bear_a_real_minus() -> None:
    facts = {"box": "4", "claimed": -7, "possible": (-12, -8, 0), "game": "dice-poker-fences"}
    with translation.override("en"):
        assert "−7 points" in explain.sentence_of("impossible-points", facts)
        assert "−12, −8, 0" in explain.sentence_of("points-required", facts)


def test_an_unknown_code_is_still_a_sentence() -> None:
    with translation.override("en"):
        assert "new-code" in explain.sentence_of("new-code", {})


def test_a_line_that_breaks_off_is_not_said_to_be_unreadable_at_nothing() -> None:
    with translation.override("en"):
        assert "breaks off" in explain.sentence_of(
            "bad-notation", {"game": "cuarenta", "found": "", "column": 8}
        )
        assert "“p3”" in explain.sentence_of("bad-notation", {"game": "cuarenta", "found": "p3", "column": 9})
