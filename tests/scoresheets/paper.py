"""Paper asked for at its addresses and read back: words by pdftotext, pages by pikepdf.

Knows: how a PDF is opened and what it is asked. Does not know: what any test asserts.
"""

import io
import re
import subprocess
from typing import Any

import pikepdf
from django.test import Client
from django.urls import reverse

from cacho_tournaments.competition.models import Category, Match
from cacho_tournaments.play.actions import turns
from cacho_tournaments.play.wire import SentTurn
from tests import makers

LONG = "María de los Ángeles Fernández de Córdova y Villarroel de la Reza"
MM = 72 / 25.4


def words(pdf: bytes) -> str:
    """Return the PDF's text as a reader would select it."""
    found = subprocess.run(["pdftotext", "-layout", "-", "-"], input=pdf, capture_output=True, check=True)
    return found.stdout.decode()


def told(pdf: bytes) -> str:
    """Return the PDF's text in the order in which it was set, its lines joined."""
    found = subprocess.run(["pdftotext", "-raw", "-", "-"], input=pdf, capture_output=True, check=True)
    return " ".join(found.stdout.decode().split())


def pages(pdf: bytes) -> list[tuple[int, int]]:
    """Return the size of every page in whole millimetres."""
    with pikepdf.Pdf.open(io.BytesIO(pdf)) as opened:
        boxes = [[float(side) for side in page.mediabox] for page in opened.pages]
    return [(round(box[2] / MM), round(box[3] / MM)) for box in boxes]


def tops(pdf: bytes) -> list[tuple[str, float]]:
    """Return every word with the distance of its upper edge from the top of its page in millimetres."""
    found = subprocess.run(["pdftotext", "-bbox", "-", "-"], input=pdf, capture_output=True, check=True)
    words = re.findall(r'<word[^>]*yMin="([\d.]+)"[^>]*>([^<]*)</word>', found.stdout.decode())
    return [(text, round(float(top) / MM, 1)) for top, text in words]


def rightmost(pdf: bytes) -> int:
    """Return how far to the right a word reaches, in whole millimetres."""
    found = subprocess.run(["pdftotext", "-bbox", "-", "-"], input=pdf, capture_output=True, check=True)
    return round(
        max(float(at) for at in re.findall(r'<word[^>]*xMax="([\d.]+)"', found.stdout.decode())) / MM
    )


def got(client: Client, name: str, *args: Any, language: str = "en", **query: str) -> bytes:
    answer = client.get(
        reverse(f"scoresheets:{name}", args=args), query, headers={"accept-language": language}
    )
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/pdf"
    return bytes(answer.content)


def first_match(of: Category, order: int = 1) -> Match:
    return Match.objects.filter(stage=makers.stage(of, order)).order_by("round", "pk")[0]


def write(match: Match, *lines: str) -> None:
    by = makers.organizer_of(match.stage.category.tournament)
    batch = [
        SentTurn(
            client_id=f"print-{match.pk}-{at:04}", game_number=1, base_sequence=at, line=line, at_device=None
        )
        for at, line in enumerate(lines)
    ]
    outcomes = turns.append(match=match, batch=batch, by=by)
    assert [each.verdict for each in outcomes] == ["stored"] * len(lines)
