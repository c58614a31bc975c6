"""HTML to PDF: the only importer of WeasyPrint.

Knows: fonts, style sheets, chunks, joining, what to say when the system's libraries are missing.
Does not know: what is printed.

WeasyPrint is imported at the first page that is printed: the site starts and runs without its libraries.
A document keeps 2 to 3 MB of memory for every page, so long jobs are made in chunks and joined.
"""

import io
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from django.conf import settings

from cacho_tournaments.errors import CachoError

CHUNK = 25
TIGHTER = ("", "tight", "tight tightest")  # how a sheet is set: each time it runs over its page by the next
Setting = Callable[[str], str]  # sets a sheet as HTML, as tight as it is told
_STATIC = Path(settings.BASE_DIR) / "static"
_OPEN_FOLDERS = (_STATIC / "vendor" / "fonts", _STATIC / "print")


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


def _document(html: str, styles: Sequence[str]) -> Any:
    page = _weasyprint().HTML(string=html, base_url=_STATIC.as_uri() + "/", url_fetcher=_fetcher())
    return page.render(font_config=_fonts(), stylesheets=[_style(name) for name in styles])


def to_pdf(html: str, *, styles: Sequence[str]) -> bytes:
    """Return one HTML document as PDF, set with the named style sheets of ``static/print``.

    Raises: PrintingUnavailable ``print-libraries-missing``.
    """
    return bytes(_document(html, styles).write_pdf())


def sheets_to_pdf(sheets: Sequence[Setting], *, styles: Sequence[str]) -> bytes:
    """Return one PDF with one page for each sheet.

    A sheet that runs over its page is set again, tighter; where the tightest runs over too, nothing is cut: the
    sheet keeps its second page.
    Raises: PrintingUnavailable ``print-libraries-missing``.
    """
    parts = [_chunk(sheets[at : at + CHUNK], styles) for at in range(0, len(sheets), CHUNK)]
    return parts[0] if len(parts) == 1 else join(parts)


def _chunk(sheets: Sequence[Setting], styles: Sequence[str]) -> bytes:
    documents = []
    for set_sheet in sheets:
        for setting in TIGHTER:
            document = _document(set_sheet(setting), styles)
            if len(document.pages) == 1:
                break
        documents.append(document)
    pages = [page for document in documents for page in document.pages]
    return bytes(documents[0].copy(pages).write_pdf())


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
