"""What every test may ask for: Debian's Chromium for those that tap (marker ``browser``), names from 1 on."""

import os
import shutil
from typing import Any

import pytest

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


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Start the system's Chromium; nothing is downloaded."""
    return {**browser_type_launch_args, "executable_path": shutil.which("chromium"), "args": list(QUIET)}


@pytest.fixture(autouse=True)
def numbered_from_one() -> None:
    """Give every test the same names whatever ran before it: a name must not turn up in what a test looks for."""
    numbering.begin()
