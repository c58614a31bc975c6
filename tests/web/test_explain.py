"""Every refusal that games and play can raise has its sentence: the game's own, or one that all share."""

import ast
from collections import Counter
from pathlib import Path

import pytest
from django.utils import translation

from cacho_tournaments import games as played
from cacho_tournaments.web import explain, words
from cacho_tournaments.web.sentences import ALL, competition, formats, games, play

PACKAGE = Path(explain.__file__).resolve().parent.parent
RAISED = {"Refused", "SetupRefused", "RecordError", "Impossible", "SheetRefused", "WireError"}


def codes(*places: Path) -> set[str]:
    """Return every code that the source raises by name."""
    found: set[str] = set()
    for path in (path for place in places for path in ([place] if place.is_file() else place.rglob("*.py"))):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and getattr(node.func, "id", getattr(node.func, "attr", "")) in RAISED
            ):
                found |= constants(node.args[0]) if node.args else set()
    return found


def constants(node: ast.expr) -> set[str]:
    if isinstance(node, ast.IfExp):
        return constants(node.body) | constants(node.orelse)
    if isinstance(node, ast.BoolOp):
        return {each for value in node.values for each in constants(value)}
    return {node.value} if isinstance(node, ast.Constant) and isinstance(node.value, str) else set()


def package_of(game: str) -> Path:
    return PACKAGE / "games" / type(played.get(game)).__module__.split(".")[-2]


def shared_by_games() -> tuple[Path, ...]:
    """Return what lies in the games room beside the games themselves."""
    own = {package_of(game) for game in played.codes()}
    return tuple(
        path for path in (PACKAGE / "games").iterdir() if path not in own and path.suffix in (".py", "")
    )


def test_every_refusal_of_play_and_of_what_the_games_share_has_a_sentence() -> None:
    raised = codes(PACKAGE / "play", *shared_by_games())
    assert len(raised) > 20
    assert sorted(code for code in raised if code not in ALL and not said_by_every_game(code)) == []


def said_by_every_game(code: str) -> bool:
    return all(
        code in played.words_of(game).refusals for game in played.codes() if code in codes(package_of(game))
    )


@pytest.mark.parametrize("game", played.codes())
def test_every_refusal_of_a_game_has_a_sentence(game: str) -> None:
    raised = codes(package_of(game))
    own = played.words_of(game).refusals
    assert raised
    assert sorted(raised - set(ALL) - set(own)) == []


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


def test_an_unknown_code_is_still_a_sentence() -> None:
    with translation.override("en"):
        assert "new-code" in explain.sentence_of("new-code", {})
