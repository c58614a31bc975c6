"""How the tests of the public pages read a page: its words, its links, its tables.

Knows: HTML. Does not know: any page.
"""

import re
from html.parser import HTMLParser
from typing import Any

from django.test import Client


class _Words(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []

    def handle_data(self, data: str) -> None:
        self.parts.append(data)


def text(html: str) -> str:
    """Return the words of a piece of HTML, single blanks between them."""
    parser = _Words()
    parser.feed(html)
    return " ".join(" ".join(parser.parts).split())


def page(reader: Client, url: str, **asked: Any) -> str:
    """Return a page's HTML; it must be there."""
    answer = reader.get(url, asked)
    assert answer.status_code == 200, f"{url}: {answer.status_code}"
    return str(answer.content.decode())


def words(reader: Client, url: str, **asked: Any) -> str:
    """Return a page's words."""
    return text(page(reader, url, **asked))


def part(html: str, element: str) -> str:
    """Return the section with this id, to its end."""
    found = re.search(rf'<(\w+)[^>]* id="{re.escape(element)}".*?</\1>', html, re.DOTALL)
    assert found, f"no element {element}"
    return found[0]


def entrants_in(html: str) -> list[int]:
    """Return the numbers of the entrants that the tables of a page link to, in order."""
    return [int(number) for number in re.findall(r'<td[^>]*class="main"[^>]*><a href="[^"]*/e/(\d+)/"', html)]
