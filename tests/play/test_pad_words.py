"""The words handed to the tablet's script: each kind of entry gets what its scripts say, and nothing else."""

import re
from pathlib import Path

import pytest
from django.conf import settings

from cacho_tournaments import games
from cacho_tournaments.play.views import pad_kinds, pad_words

TABLET = Path(settings.BASE_DIR) / "static" / "tablet"
KINDS = sorted(pad_kinds.TEXTS)
NUMBERED = re.compile(r"_(one|few|many)$")  # forms of a sentence with a number, one of which is chosen by it


def script(kind: str) -> str:
    """Return what a page of that kind loads of the tablet's own: its script and whatever that imports."""
    found: dict[Path, str] = {}
    due = [TABLET / f"{kind}.js"]
    while due:
        path = due.pop()
        if path in found or "rules" in path.parts or "vendor" in path.parts:
            continue
        found[path] = path.read_text(encoding="utf-8")
        due += [
            (path.parent / name).resolve() for name in re.findall(r'(?:from|import) "(\.[^"]+)"', found[path])
        ]
    return "\n".join(found.values())


@pytest.mark.parametrize("kind", KINDS)
def test_every_sentence_that_a_script_says_is_handed_to_it(kind: str) -> None:
    said = set(re.findall(r'words\(\s*"(\w+)"', script(kind)))
    counted = {
        f"{name}_{form}" for name in re.findall(r'counted\("(\w+)"', script(kind)) for form in ("one", "many")
    }
    assert len(said) > 100 and counted
    assert (said | counted) - set(pad_words.texts(kind)) == set()


@pytest.mark.parametrize("kind", KINDS)
def test_no_sentence_is_handed_over_that_no_script_says(kind: str) -> None:
    text = script(kind)
    named, begun = set(re.findall(r'"(\w+)"', text)), set(re.findall(r"`(\w+_)\$\{", text))
    by_number, by_page = {"throw_1", "throw_2", "throw_3"}, {"mode_full", "mode_quick"}
    put_together = {begin + end for begin in begun for end in named}
    handed = {NUMBERED.sub("", name) if NUMBERED.search(name) else name for name in pad_words.texts(kind)}
    assert handed - named - put_together - by_number - by_page == set()


@pytest.mark.parametrize("code", games.codes())
def test_every_game_is_entered_by_a_kind_that_has_its_script_and_its_style(code: str) -> None:
    rules = games.get(code)
    kind = rules.table(rules.resolve())["entry"]
    assert kind in pad_kinds.TEXTS
    assert (TABLET / f"{kind}.js").is_file()
    assert (TABLET.parent / "css" / f"pad-{kind}.css").is_file()
