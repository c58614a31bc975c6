"""The house keeps its own rules: names, sizes, signs on the doors, a map that leads somewhere."""

import ast
import re
import subprocess
from pathlib import Path

import pytest
from django.core.management import call_command

ROOT = Path(__file__).resolve().parent.parent.parent
PACKAGE = ROOT / "cacho_tournaments"
TRACKED = [
    ROOT / name
    for name in subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split("\0")
    if name and (ROOT / name).is_file()
]
MODULES = [path for path in TRACKED if path.suffix == ".py" and "migrations" not in path.parts]
BANNED = {"utils", "helpers", "common", "misc", "manager", "data", "info", "process", "handle"}


def _name(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", MODULES, ids=_name)
def test_every_module_says_what_it_is(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert not tree.body or ast.get_docstring(tree), "a module begins with what it is"


@pytest.mark.parametrize("path", MODULES, ids=_name)
def test_a_file_holds_one_subject(path: Path) -> None:
    assert path.stem not in BANNED
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 450


def test_no_loose_ends_are_left_in_the_code() -> None:
    words = re.compile("TO" + "DO|FIX" + r"ME|pragma: no" + " cover|type: ignore\\s*$|noqa\\s*$", re.M)
    code = [
        path
        for path in TRACKED
        if path.suffix in {".py", ".js", ".html", ".css"} and "vendor" not in path.parts
    ]
    assert [_name(path) for path in code if words.search(path.read_text(encoding="utf-8"))] == []


def test_templates_carry_no_inline_script_or_style() -> None:
    inline = re.compile(r"<script(?![^>]*(src=|type=\"application/json\"))|\sstyle=\"|\son[a-z]+=\"")
    pages = [
        p for p in TRACKED if p.suffix == ".html" and "print" not in p.name and p.parent.name != "scoresheets"
    ]
    assert [_name(path) for path in pages if inline.search(path.read_text(encoding="utf-8"))] == []


def test_a_form_carries_its_token_once() -> None:
    """What is drawn with crispy brings the token along."""
    found = []
    for path in sorted((ROOT / "templates").rglob("*.html")):
        forms = re.findall(r"<form.*?</form>", path.read_text(encoding="utf-8"), re.DOTALL)
        found += [_name(path) for form in forms if "{% csrf_token %}" in form and "{% crispy " in form]
    assert found == []


def test_the_readme_map_leads_to_places_that_exist() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    paths = re.findall(r"`([\w./-]*/[\w./-]*)`", text)
    assert len(paths) > 15
    made = ("var/",)  # by running it
    gone = [p for p in paths if not (ROOT / p).exists() and not (PACKAGE / p).exists()]
    assert [p for p in gone if not p.startswith(made)] == []


def test_the_top_level_is_the_one_agreed_on() -> None:
    top = {path.relative_to(ROOT).parts[0] for path in TRACKED}
    visible = {name for name in top if not name.startswith(".")}
    assert visible <= {
        "manage.py",
        "cacho_tournaments",
        "templates",
        "static",
        "requirements.txt",
        "requirements.in",
        "tests",
        "README.md",
        "Makefile",
    }


@pytest.mark.django_db
def test_models_and_migrations_agree() -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)


def test_the_program_speaks_of_itself_alone() -> None:
    """No path of a developer's machine stands in the project."""
    place = re.compile(r"[\"'` (]/(?:work|root|home)/")
    text = [p for p in TRACKED if p.suffix in {".py", ".md", ".html", ".js", ".css", ".txt", ".in", ""}]
    assert [
        _name(p) for p in text if "vendor" not in p.parts and place.search(p.read_text("utf-8", "ignore"))
    ] == []
