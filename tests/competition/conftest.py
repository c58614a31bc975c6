"""What the tests of competition share beside the makers: a language for those that read sentences."""

from collections.abc import Iterator

import pytest
from django.utils import translation


@pytest.fixture
def english() -> Iterator[None]:
    """Have sentences in the language that tests are written in."""
    with translation.override("en"):
        yield
