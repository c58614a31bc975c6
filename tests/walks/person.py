"""Somebody at a page: reads it, follows its links, fills in its forms, as a browser without script would send them.

Knows: HTTP and HTML. Does not know: rows, actions, any page. What is typed must be a field of a form that the page
really has, a link must stand on it, and forms are sent with the page's own token: a page that leaves one out fails.
"""

import json
from dataclasses import dataclass, field
from html.parser import HTMLParser
from http import HTTPStatus
from typing import Any
from urllib.parse import urljoin

from django.test import Client

from tests.live.reading import text

CHOSEN_BY_PRESSING = {"submit", "image", "button", "reset"}
Value = str | list[str]


@dataclass
class Form:
    """A form of a page: where it goes, and what it sends when nothing is touched."""

    action: str
    method: str
    values: dict[str, Value] = field(default_factory=dict)
    names: set[str] = field(default_factory=set)


class _Page(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.forms: list[Form] = []
        self._open: Form | None = None
        self._select = ""
        self._area = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        elif tag == "form":
            action = given.get("action", "").partition("#")[0]
            self._open = Form(action, given.get("method", "get").lower())
            self.forms.append(self._open)
        elif self._open is not None:
            self._field(self._open, tag, given)

    def _field(self, form: Form, tag: str, given: dict[str, str]) -> None:
        name, value = given.get("name", ""), given.get("value", "")
        if tag == "option" and self._select and ("selected" in given or self._select not in form.values):
            form.values[self._select] = value
        if not name:
            return
        form.names.add(name)
        if tag == "select":
            self._select = name
        elif tag == "textarea":
            self._area = name
            form.values[name] = ""
        elif tag == "input":
            kind = given.get("type", "text")
            ticked = kind not in ("checkbox", "radio") or "checked" in given
            if ticked and kind not in CHOSEN_BY_PRESSING:
                before = form.values.get(name)
                if before is None or kind == "radio":
                    form.values[name] = value
                else:  # several of one name are all sent
                    form.values[name] = [*(before if isinstance(before, list) else [before]), value]

    def handle_data(self, data: str) -> None:
        if self._area and self._open is not None:
            self._open.values[self._area] = f"{self._open.values[self._area]}{data}".lstrip("\n")

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = None
        elif tag == "select":
            self._select = ""
        elif tag == "textarea":
            self._area = ""


class Person:
    """A person with a browser of the own, in front of one page at a time."""

    def __init__(self, language: str = "en") -> None:
        self.client = Client(enforce_csrf_checks=True, headers={"accept-language": language})
        self.html = ""
        self.here = ""

    def log_in(self, name: str, password: str) -> None:
        self.go("/login/")
        self.send("", username=name, password=password)
        assert "/logout/" in self.html, "not let in"

    def go(self, url: str, **asked: str) -> str:
        """Open an address; return the words of the page."""
        return self._show(self.client.get(url, asked, follow=True), url)

    def click(self, ending: str) -> str:
        """Follow the page's first link that ends so."""
        links = [link for link in _Page(self.html).links if link.split("?")[0].endswith(ending)]
        assert links, f"{self.here} has no link to …{ending}"
        return self.go(urljoin(self.here, links[0]))

    def links(self, beginning: str) -> list[str]:
        """Return the page's links that begin so, each once, in order."""
        found = (link for link in _Page(self.html).links if link.startswith(beginning))
        return list(dict.fromkeys(found))

    def send(self, ending: str, /, **typed: Value) -> str:
        """Fill in the page's form whose address ends so (none: the one without an address) and send it."""
        form = self._form(ending, set(typed))
        answer = self.client.post(form.action or self.here, {**form.values, **typed}, follow=True)
        return self._show(answer, form.action or self.here)

    def post_json(self, url: str, body: object) -> dict[str, Any]:
        """Send what a page's script sends, with the token that the page gave."""
        answer = self.client.post(
            url,
            json.dumps(body),
            content_type="application/json",
            headers={"x-csrftoken": self.client.cookies["csrftoken"].value},
        )
        assert answer.status_code == HTTPStatus.OK, answer.content
        return dict(answer.json())

    def ask_json(self, url: str) -> dict[str, Any]:
        """Ask a page for what its script reads."""
        return dict(self.client.get(url, headers={"accept": "application/json"}).json())

    def _form(self, ending: str, typed: set[str]) -> Form:
        forms = [each for each in _Page(self.html).forms if each.method == "post"]
        for form in forms:
            fits = form.action.endswith(ending) if ending else form.action in ("", self.here)
            if fits and typed <= form.names:
                return form
        raise AssertionError(f"{self.here} has no form …{ending} with {sorted(typed)}: {forms}")

    def _show(self, answer: Any, url: str) -> str:
        assert answer.status_code == HTTPStatus.OK, f"{url}: {answer.status_code} {answer.content[-1500:]!r}"
        self.here = answer.redirect_chain[-1][0] if getattr(answer, "redirect_chain", None) else url
        self.html = answer.content.decode()
        return text(self.html)
