"""Spanish, English and Russian are complete, compiled, and keep the gaps of their sentences."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
LOCALE = ROOT / "cacho_tournaments" / "locale"
LANGUAGES = ["es", "ru"]


def entries(language: str, folder: Path = LOCALE) -> list[tuple[str, str, list[str], bool]]:
    """Return (msgid, its plural, translations, fuzzy) of every live entry, read with a reader of our own."""
    text = (folder / language / "LC_MESSAGES" / "django.po").read_text(encoding="utf-8")
    found = []
    for block in text.split("\n\n"):
        lines = [line for line in block.splitlines() if not line.startswith("#~")]
        fuzzy = any(line.startswith("#,") and "fuzzy" in line for line in lines)
        fields: dict[str, str] = {}
        key = ""
        for line in lines:
            if line.startswith("#"):
                continue
            start = re.match(r'(msgctxt|msgid_plural|msgid|msgstr(?:\[\d\])?) "(.*)"$', line)
            if start:
                key, value = start.groups()
                fields[key] = value
            elif line.startswith('"'):
                fields[key] += line[1:-1]
        if fields.get("msgid"):
            said = [value for name, value in fields.items() if name.startswith("msgstr")]
            found.append((fields["msgid"], fields.get("msgid_plural", ""), said, fuzzy))
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_string_is_untranslated_or_fuzzy(language: str) -> None:
    missing = [msgid for msgid, _many, said, fuzzy in entries(language) if fuzzy or not all(said)]
    assert len(entries(language)) > 200
    assert missing == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_gap_of_a_sentence_is_kept(language: str) -> None:
    gap = re.compile(r"%\((\w+)\)[sd]|%[sd]|\{(\w*)\}")
    wrong = []
    for msgid, many, said, _fuzzy in entries(language):
        wanted = set(gap.findall(many or msgid))
        for text in said[:-1]:  # a form for one may say "one" instead of the figure
            if not set(gap.findall(text)) <= wanted:
                wrong.append((msgid, text))
        if set(gap.findall(said[-1])) != wanted:
            wrong.append((msgid, said[-1]))
    assert wrong == []


@pytest.mark.gettext
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_compiled_catalogue_is_in_step(language: str, tmp_path: Path) -> None:
    folder = LOCALE / language / "LC_MESSAGES"
    made = tmp_path / "django.mo"
    subprocess.run(["msgfmt", "--check-format", "-o", made, folder / "django.po"], check=True)
    assert made.read_bytes() == (folder / "django.mo").read_bytes(), "run: make messages"


@pytest.mark.gettext
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_string_of_the_code_is_in_the_catalogue(language: str, tmp_path: Path) -> None:
    """Collect the strings anew into a copy and compare: a string added without its translation shows here."""
    copy = tmp_path / "tree"
    shutil.copytree(
        ROOT / "cacho_tournaments", copy / "cacho_tournaments", ignore=shutil.ignore_patterns("*.pyc")
    )
    shutil.copytree(ROOT / "templates", copy / "templates")
    shutil.copy(ROOT / "manage.py", copy)

    subprocess.run(
        [sys.executable, "manage.py", "makemessages", "--locale", language, "--no-location", "-v", "0"],
        cwd=copy,
        check=True,
        env={
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "cacho_tournaments.settings",
            "VAR_DIR": str(tmp_path / "var"),
        },
    )
    fresh = {msgid for msgid, *_rest in entries(language, copy / "cacho_tournaments" / "locale")}
    known = {msgid for msgid, *_rest in entries(language)}
    assert fresh - known == set(), "run: make messages, then translate"
