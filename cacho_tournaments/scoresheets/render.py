"""HTML to PDF: the only importer of WeasyPrint.

Knows: fonts, style sheets, chunks, joining, what to say when the system's libraries are missing.
Does not know: what is printed.

WeasyPrint is imported at the first page that is printed: the site starts and runs without its libraries.
A document keeps 2 to 3 MB of memory for every page, so long jobs are made in chunks and joined.
"""

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from math import floor
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from django.conf import settings

from cacho_tournaments.errors import CachoError

CHUNK = 25
TIGHTER = ("", "tight", "tight tightest")  # how a sheet is set: each time it runs over its page by the next
FOOT_MM = 14  # the margin below, as `static/print/base.css` says
WHITE_MM = 9  # so much white above the foot is room enough for the next leaf to have a longer name
MM = 96 / 25.4
_STATIC = Path(settings.BASE_DIR) / "static"
_OPEN_FOLDERS = (_STATIC / "vendor" / "fonts", _STATIC / "print")


@dataclass(frozen=True, slots=True)
class Leaf:
    """A page to be set: as HTML, as tight as it is told; its last element bears the id ``end``.

    ``lines`` share what room is left, each at most ``grows_mm``. Leaves of one ``kind`` leave about the same.
    """

    html: Callable[[str], str]
    kind: str
    lines: int
    grows_mm: float


class PrintingUnavailable(CachoError):
    """The system's print libraries are missing: ``print-libraries-missing``; facts give the command."""


@cache
def _weasyprint() -> Any:
    try:
        import weasyprint
    except OSError as error:
        command = "sudo apt-get install --no-install-recommends libpango-1.0-0 libpangoft2-1.0-0"
        raise PrintingUnavailable("print-libraries-missing", command=command) from error
    return weasyprint


@cache
def _fetcher() -> Any:
    """Return a fetcher that opens our fonts and print styles and nothing else.

    The default one would read any file of the server that a page names.
    """
    urls = _weasyprint().urls

    class OurFilesOnly(urls.URLFetcher):  # type: ignore[name-defined]
        def fetch(self, url: str, headers: Any = None) -> Any:
            if not url.startswith("data:"):
                path = Path(unquote(urlsplit(url).path)).resolve()
                if not any(path.is_relative_to(folder) for folder in _OPEN_FOLDERS):
                    raise ValueError(f"a printed page may not open {url}")
            return super().fetch(url, headers)

    return OurFilesOnly(allowed_protocols={"data", "file"})


@cache
def _fonts() -> Any:
    from weasyprint.text.fonts import FontConfiguration

    return FontConfiguration()


@cache
def _style(name: str) -> Any:
    path = _STATIC / "print" / name
    return _weasyprint().CSS(filename=str(path), font_config=_fonts(), url_fetcher=_fetcher())


def _document(html: str, styles: Sequence[str], *, more_mm: float = 0) -> Any:
    page = _weasyprint().HTML(string=html, base_url=_STATIC.as_uri() + "/", url_fetcher=_fetcher())
    more = [_weasyprint().CSS(string=f"html {{ --more: {more_mm}mm }}")] if more_mm else []
    return page.render(font_config=_fonts(), stylesheets=[*(_style(name) for name in styles), *more])


def to_pdf(html: str, *, styles: Sequence[str]) -> bytes:
    """Return one HTML document as PDF, set with the named style sheets of ``static/print``.

    Raises: PrintingUnavailable ``print-libraries-missing``.
    """
    return bytes(_document(html, styles).write_pdf())


def sheets_to_pdf(leaves: Sequence[Leaf], *, styles: Sequence[str]) -> bytes:
    """Return one PDF with one page for each leaf.

    A leaf that runs over its page is set again, tighter; where the tightest runs over too, nothing is cut: the
    leaf keeps its second page. What room is left goes to its lines, so that a hand has room to write.
    Raises: PrintingUnavailable ``print-libraries-missing``.
    """
    known: dict[str, float] = {}
    parts = [_chunk(leaves[at : at + CHUNK], styles, known) for at in range(0, len(leaves), CHUNK)]
    return parts[0] if len(parts) == 1 else join(parts)


def _chunk(leaves: Sequence[Leaf], styles: Sequence[str], known: dict[str, float]) -> bytes:
    documents = [_set(leaf, styles, known) for leaf in leaves]
    pages = [page for document in documents for page in document.pages]
    return bytes(documents[0].copy(pages).write_pdf())


def _set(leaf: Leaf, styles: Sequence[str], known: dict[str, float]) -> Any:
    """Set a leaf. ``known`` keeps by how much the lines grew, by kind: most leaves of a job are then set only once."""
    if leaf.kind in known:
        document = _document(leaf.html(TIGHTER[0]), styles, more_mm=known[leaf.kind])
        if len(document.pages) == 1 and _left_mm(document) <= WHITE_MM:
            return document
    for setting in TIGHTER:
        document = _document(leaf.html(setting), styles)
        if len(document.pages) == 1:
            break
    else:
        return document
    more_mm = floor(10 * min(_left_mm(document) / leaf.lines, leaf.grows_mm)) / 10
    grown = _document(leaf.html(setting), styles, more_mm=more_mm) if more_mm > 0 else document
    if len(grown.pages) > 1:
        return document
    if setting == TIGHTER[0]:
        known[leaf.kind] = more_mm
    return grown


def _left_mm(document: Any) -> float:
    """Return how much of the page is white below its last element."""
    page = document.pages[0]
    return float((page.height - page.anchors["end"][3]) / MM) - FOOT_MM


def join(parts: Sequence[bytes]) -> bytes:
    """Return the PDFs as one, in order."""
    import pikepdf

    with pikepdf.Pdf.new() as whole:
        for part in parts:
            with pikepdf.Pdf.open(io.BytesIO(part)) as opened:
                whole.pages.extend(opened.pages)
        made = io.BytesIO()
        whole.save(made)
    return made.getvalue()
