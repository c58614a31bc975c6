"""What the referee's page weighs with all that it loads, gzipped: the page, styles, scripts, fonts, drawings.

Knows: how a page names its files, how styles and modules name further ones. Does not know: what a page is for.
"""

import gzip
import os
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from cacho_tournaments import games
from cacho_tournaments.web.static_files import lean

STATIC = Path(__file__).resolve().parents[2] / "static"
LIMIT = 150_000
_NOSCRIPT = re.compile(r"<noscript>.*?</noscript>", re.DOTALL)
_LINKED = re.compile(r'"/static/([^"#?]+)')
_IMPORTED = re.compile(r'(?:\bfrom|\bimport)\s*\(?\s*"(\.[^"]+\.js)"')
_NAMED = re.compile(r'url\("?([^")#]+)"?\)')
_FACE = re.compile(r"@font-face\s*{[^}]*}")


# The rules of a game are loaded by its name.
_RULES = STATIC / "tablet" / "rules"
_GAME = re.compile(r'"game": ?"([\w-]+)"')


def loaded(html: str) -> set[Path]:
    """Return every file that a browser loads with the page, fonts for the letters that stand on it alone."""
    todo = [STATIC / path for path in _LINKED.findall(_NOSCRIPT.sub("", html))]
    found: set[Path] = set()
    while todo:
        path = todo.pop().resolve()
        if path in found or not path.is_file():
            continue
        found.add(path)
        todo += _further(path, html)
    return found


def _further(path: Path, html: str) -> list[Path]:
    if path.suffix == ".js":
        wanted = [path.parent / name for name in _IMPORTED.findall(path.read_text(encoding="utf-8"))]
        return [each for each in wanted if each.parent != _RULES or _is_of_game(each, html)]
    if path.suffix == ".css":
        text = path.read_text(encoding="utf-8")
        unused = [face for face in _FACE.findall(text) if not _is_wanted(face, html)]
        for face in unused:
            text = text.replace(face, "")
        return [path.parent / name for name in _NAMED.findall(text) if not name.startswith("data:")]
    return []


def _is_wanted(face: str, html: str) -> bool:
    """Tell whether a letter of the page falls into the font's range."""
    said = re.search(r"unicode-range:([^;}]+)", face)
    if said is None:
        return True
    ranges = [part.strip().removeprefix("U+").split("-") for part in said[1].split(",")]
    letters = {ord(letter) for letter in html}
    return any(int(each[0], 16) <= letter <= int(each[-1], 16) for each in ranges for letter in letters)


def _is_of_game(path: Path, html: str) -> bool:
    """Tell whether the file holds the rules of the page's game, or what the rules of all games stand on."""
    return path.stem not in games.codes() or path.stem in _GAME.findall(html)


def weight(path: Path) -> int:
    """Return how many bytes of a file travel: fonts are packed already."""
    content = path.read_bytes()
    if path.suffix == ".woff2":
        return len(content)
    name = str(path.relative_to(STATIC))
    return len(gzip.compress(lean(name, content.decode()).encode(), mtime=0))


def parts(html: str) -> dict[str, int]:
    """Return the weight by kind: ``page``, ``css``, ``js``, ``woff2``, ``svg``."""
    kinds = {"page": len(gzip.compress(html.encode(), mtime=0))}
    for path in sorted(loaded(html)):
        kind = path.suffix.removeprefix(".")
        kinds[kind] = kinds.get(kind, 0) + weight(path)
    return kinds


def heaviest(html: str, count: int = 12) -> list[tuple[int, str]]:
    """Return the heaviest files, most first."""
    weights = [(weight(path), str(path.relative_to(STATIC))) for path in loaded(html)]
    return sorted(weights, reverse=True)[:count]


def measure() -> Iterator[str]:
    """Tell what the page of a match under way weighs in every game and language."""
    from django.test import Client
    from django.urls import reverse

    from tests.play import scene

    for code in games.codes():
        match = scene.ready(kind="pair", played={"game": code})
        by = scene.referee_of(match)
        scene.append(match, *scene.batch(scene.thrown_game(match, seed=3)[:10]), by=by)
        for language in ("es", "en", "ru"):
            client = Client(headers={"accept-language": language, "host": "localhost"})
            client.force_login(by)
            html = client.get(reverse("play:match", args=[match.token])).content.decode()
            kinds = parts(html)
            yield f"{code} {language}: {sum(kinds.values())} of {LIMIT} bytes, {kinds}"
            yield from (f"    {size:6} {name}" for size, name in heaviest(html)) if language == "es" else ()


def main() -> None:
    """Print the weights: ``python -m tests.bench.page_weight``."""
    with tempfile.TemporaryDirectory(prefix="cacho-weight-") as folder:
        os.environ["DJANGO_SETTINGS_MODULE"] = "cacho_tournaments.settings"
        # Under DEBUG a page names its files plainly, and this module packs them as the site does.
        os.environ.update(VAR_DIR=folder, SECRET_KEY="only-for-measuring", DEBUG="1")
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        for line in measure():
            sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    main()
