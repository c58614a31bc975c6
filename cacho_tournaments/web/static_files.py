"""How static files are named when the site runs, and what of them travels.

Knows: that our scripts import each other, what a comment looks like in our own scripts and styles. Does not know: which
files there are.

Files are named by their content, so that a browser may keep them for good. A cheap tablet in a hall's network gets
our scripts and styles without comments, indentation and room that only their readers need: a quarter of their packed
size.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from django.core.files.base import ContentFile, File
from whitenoise.storage import CompressedManifestStaticFilesStorage

FOREIGN = ("vendor/", "admin/", "django_")
_BLOCKS = {
    ".css": re.compile(r"/\*.*?\*/", re.DOTALL),
    # Only what stands on lines of its own: inside a line it may be part of a text.
    ".js": re.compile(r"^[ \t]*(?:/\*.*?\*/|//[^\n]*)[ \t]*$", re.DOTALL | re.MULTILINE),
}
# Room around what parts a style, the last semicolon of a block, the space behind a colon; texts stay as they are.
_ROOM = re.compile(r"""("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|\s*;?\s*(\})\s*|\s*([{;,])\s*|(:)[ ]""")
# Behind code in which nothing begins that might hold the marks of a comment; and lines in which every mark is code,
# unless it stands in quotes. No text of our scripts goes over several lines.
_BESIDE = re.compile(r"""^([^"'`/\n]*?)[ ]+//.*$""", re.MULTILINE)
_PLAIN = re.compile(r"""^[^'`/\n]+$""", re.MULTILINE)
_BETWEEN = re.compile(
    r"""("(?:\\.|[^"\\])*")|[ ](=>|[=!]==|\?\?=?|&&|\|\||[=?:<>*%]|[-+<>]=)[ ]|"""
    r"""([,;:{(\[])[ ]|[ ]([})\]])|(\))[ ](?=\{)"""
)
_MARGIN = re.compile(r"^[ \t]+|\n(?=\s*\n)", re.MULTILINE)


def lean(name: str, text: str) -> str:
    """Return one of our scripts or styles without what only their readers need; anything else as it is."""
    ending = name[name.rfind(".") :]
    if ending not in _BLOCKS or name.startswith(FOREIGN):
        return text
    bare = _MARGIN.sub("", _BLOCKS[ending].sub("", text)).lstrip("\n")
    if ending == ".css":
        return _ROOM.sub(_kept, bare)
    return _PLAIN.sub(lambda line: _BETWEEN.sub(_kept, line[0]), _BESIDE.sub(_kept, bare))


def _kept(found: re.Match[str]) -> str:
    return found[found.lastindex or 0]


class _Lean:
    """A storage's files as they travel."""

    def __init__(self, storage: Any) -> None:
        self._storage = storage

    def open(self, path: str) -> "File[Any]":
        with self._storage.open(path) as file:
            return ContentFile(lean(path, file.read().decode()).encode())


class HashedFiles(CompressedManifestStaticFilesStorage):
    """Hash imports between scripts too: a page must never run half of an old tablet script and half of a new one."""

    support_js_module_import_aggregation = True

    def post_process(self, paths: Mapping[str, tuple[Any, str]], *args: Any, **kwargs: Any) -> Iterator[Any]:
        """Name every file by what of it travels."""
        ours = {
            name: (_Lean(storage), path) if _is_ours(name) else (storage, path)
            for name, (storage, path) in paths.items()
        }
        yield from super().post_process(ours, *args, **kwargs)


def _is_ours(name: str) -> bool:
    return name.endswith(tuple(_BLOCKS)) and not name.startswith(FOREIGN)
