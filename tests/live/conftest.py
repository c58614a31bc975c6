"""Readers of the public pages: nobody is logged in, the words are English; some have a real browser."""

import os
import shutil
from collections.abc import Iterator

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page, sync_playwright
from pytest_django.live_server_helper import LiveServer

FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
)


@pytest.fixture
def reader() -> Client:
    return Client(headers={"accept-language": "en"})


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """Start Debian's Chromium once for a module. Its loop runs in this thread, which Django must be told."""
    before = os.environ.get("DJANGO_ALLOW_ASYNC_UNSAFE")
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS.split())
        yield browser
        browser.close()
    if before is None:
        del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@pytest.fixture
def phone(chromium: Browser, live_server: LiveServer) -> Iterator[Page]:
    """Open a page as wide as a small phone, in English, at the live server."""
    context = chromium.new_context(
        viewport={"width": 360, "height": 740}, locale="en", base_url=live_server.url
    )
    context.set_default_timeout(15_000)
    yield context.new_page()
    context.close()
