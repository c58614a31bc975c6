"""What every test may ask for: Debian's Chromium for those that tap (marker ``browser``), names from 1 on."""

import os
import shutil
from typing import Any

import pytest
from django.test import SimpleTestCase

from tests import numbering

# Playwright runs an event loop in this thread; the tests themselves are plain synchronous code.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


# A test that asks for one of these reaches the database.
_DATABASE = {"db", "transactional_db", "django_db_reset_sequences", "live_server"}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--another-database",
        action="store_true",
        help="after all has run on one database: only what can differ on another",
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out, on a second database, what asks for none, what only looks at screens (marker ``both``: run), and what
    is marked ``once``."""
    if not config.getoption("--another-database"):
        return
    left_out = [item for item in items if not _may_differ(item)]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if _may_differ(item)]


def _may_differ(item: pytest.Item) -> bool:
    if item.get_closest_marker("both"):
        return True
    if item.get_closest_marker("browser") or item.get_closest_marker("once"):
        return False
    asks = item.get_closest_marker("django_db") or _DATABASE.intersection(getattr(item, "fixturenames", ()))
    return bool(asks) or issubclass(getattr(item, "cls", None) or object, SimpleTestCase)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Start the system's Chromium; nothing is downloaded."""
    return {**browser_type_launch_args, "executable_path": shutil.which("chromium"), "args": list(QUIET)}


@pytest.fixture(autouse=True)
def numbered_from_one() -> None:
    """Give every test the same names whatever ran before it: a name must not turn up in what a test looks for."""
    numbering.begin()
