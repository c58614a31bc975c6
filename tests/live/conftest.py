"""Readers of the public pages: nobody is logged in, the words are English; some have a real browser."""

from collections.abc import Iterator

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page
from pytest_django.live_server_helper import LiveServer

from tests.browser import SMALL_PHONE


@pytest.fixture
def reader() -> Client:
    return Client(headers={"accept-language": "en"})


@pytest.fixture
def phone(browser: Browser, live_server: LiveServer) -> Iterator[Page]:
    """Open a page as wide as a small phone, in English, at the live server."""
    width, height = SMALL_PHONE
    context = browser.new_context(
        viewport={"width": width, "height": height}, locale="en", base_url=live_server.url
    )
    context.set_default_timeout(15_000)
    yield context.new_page()
    context.close()
