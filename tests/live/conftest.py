"""Readers of the public pages: nobody is logged in, the words are English."""

import pytest
from django.test import Client


@pytest.fixture
def reader() -> Client:
    return Client(headers={"accept-language": "en"})
