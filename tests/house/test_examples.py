"""The examples in docstrings are true."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MODULES = sorted(
    ".".join(path.relative_to(ROOT).with_suffix("").parts)
    for path in (ROOT / "cacho_tournaments").rglob("*.py")
    if ">>> " in path.read_text(encoding="utf-8")
)


@pytest.mark.parametrize("module", MODULES)
def test_what_a_docstring_shows_is_so(module: str) -> None:
    result = doctest.testmod(import_module(module.removesuffix(".__init__")))
    assert result.attempted > 0
    assert result.failed == 0
