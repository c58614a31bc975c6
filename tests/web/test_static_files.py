"""What of our scripts and styles travels: every line of code and no comment."""

import re
from pathlib import Path

import pytest
from django.conf import settings

from cacho_tournaments.web.static_files import lean

STATIC = Path(settings.BASE_DIR) / "static"
SCRIPTS = sorted((STATIC / "tablet").rglob("*.js"))


def test_a_script_loses_its_comments_and_its_margin_and_nothing_else() -> None:
    script = (
        "/* What it is.\n   Two lines. */\n\nimport { a } from './a.js';\n// why\nexport function b() {\n"
        "  /** more */\n  const text = 'http://c/*d*/'; // kept: it stands beside code\n\n  return text;\n}\n"
    )
    assert lean("tablet/b.js", script) == (
        "import { a } from './a.js';\nexport function b() {\n"
        "const text = 'http://c/*d*/'; // kept: it stands beside code\nreturn text;\n}\n"
    )


def test_a_style_loses_its_comments() -> None:
    assert lean("css/b.css", "/* a */\n.b {\n  color: red; /* why */\n}\n") == ".b {\ncolor: red; \n}\n"


def test_what_is_not_ours_stays_as_it_was_made() -> None:
    assert lean("vendor/b.js", "/* licence */\nb();\n") == "/* licence */\nb();\n"
    assert lean("img/b.svg", "<!-- a -->") == "<!-- a -->"


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: str(path.relative_to(STATIC)))
def test_every_line_of_code_travels(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    # A text over several lines would lose its margin, and one that holds a comment's beginning would be cut.
    assert not [line for line in text.splitlines() if line.replace("\\`", "").count("`") % 2], (
        "a text over lines"
    )
    bare = re.sub(r"^[ \t]*/\*.*?\*/[ \t]*$", "", text, flags=re.DOTALL | re.MULTILINE)
    code = [line.strip() for line in bare.splitlines() if line.strip() and not line.lstrip().startswith("//")]
    travels = lean(f"tablet/{path.name}", text).splitlines()
    assert [line.strip() for line in travels] == code
