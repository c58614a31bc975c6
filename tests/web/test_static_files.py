"""What of our scripts and styles travels: every line of code and no comment."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import Browser

from cacho_tournaments.web.static_files import lean

STATIC = Path(settings.BASE_DIR) / "static"
SCRIPTS = sorted((STATIC / "tablet").rglob("*.js"))


def test_a_script_loses_its_comments_its_margin_and_its_room_and_no_text() -> None:
    script = (
        "/* What it is.\n   Two lines. */\n\nimport { a } from './a.js';\n// why\nexport function b() {\n"
        "  /** more */\n  const text = 'http://c/*d*/'; // beside it\n\n"
        '  if (a === "x ? y : z" && { b: [1, -2] }) {\n    return `a  ${b}`; // gone\n  }\n}\n'
    )
    assert lean("tablet/b.js", script) == (
        "import{a}from'./a.js';export function b(){const text='http://c/*d*/';"
        'if(a==="x ? y : z"&&{b:[1,-2]}){return`a  ${b}`;}}'
    )


@pytest.mark.browser
def test_a_browser_can_read_every_script_that_travels(browser: Browser) -> None:
    """What a script imports it does not find here, and what it runs it may not do; it is read before both."""
    read = """async (text) => {
      const url = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
      return import(url).then(() => "", (error) => error.name);
    }"""
    page = browser.new_page()
    assert page.evaluate(read, "const a = ;") == "SyntaxError"
    for path in SCRIPTS:
        travels = lean(f"tablet/{path.name}", path.read_text(encoding="utf-8"))
        assert page.evaluate(read, travels) != "SyntaxError", path.name
    page.close()


def test_a_style_loses_its_comments_and_its_room_and_no_text() -> None:
    style = (
        "/* a */\n.b > p, .b :hover {\n  color: red; /* why */\n  width: calc(1em + 2px);\n}\n"
        '.q::before { content: "; } \\" : , "; }\n'
    )
    assert lean("css/b.css", style) == (
        '.b>p,.b :hover{color:red;width:calc(1em + 2px)}.q::before{content:"; } \\" : , "}'
    )


@pytest.mark.browser
def test_to_a_browser_every_style_says_the_same_without_its_room(browser: Browser) -> None:
    read = "text => { const sheet = new CSSStyleSheet(); sheet.replaceSync(text); return rules(sheet); }"
    # What is worked out only where it is used is told as it was written.
    rules = (
        "const rules = (sheet) => Array.from(sheet.cssRules, (rule) => rule.cssText.replace(/,\\s+/g, ','));"
    )
    page = browser.new_page()
    page.add_script_tag(content=rules)
    for path in sorted(STATIC.glob("css/*.css")):
        text = path.read_text(encoding="utf-8")
        said = page.evaluate(read, text)
        assert said and page.evaluate(read, lean(f"css/{path.name}", text)) == said, path.name
    page.close()


def test_what_is_not_ours_stays_as_it_was_made() -> None:
    assert lean("vendor/b.js", "/* licence */\nb();\n") == "/* licence */\nb();\n"
    assert lean("img/b.svg", "<!-- a -->") == "<!-- a -->"


TEXT = re.compile(r"""("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)""")


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: str(path.relative_to(STATIC)))
def test_every_piece_of_code_and_every_text_travels(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"\$\{[^}`]*`", text), "what stands in a text within a text is taken for code"
    bare = re.sub(r"^[ \t]*/\*.*?\*/[ \t]*$", "", text, flags=re.DOTALL | re.MULTILINE)
    bare = re.sub(r"^[ \t]*//.*$| // .*$", "", bare, flags=re.MULTILINE)
    assert pieces(lean(f"tablet/{path.name}", text)) == pieces(bare)


def pieces(script: str) -> list[str]:
    """Return code and texts in turn, the code without its room."""
    parts = TEXT.split(script)
    return [part if at % 2 else re.sub(r"\s", "", part) for at, part in enumerate(parts)]
