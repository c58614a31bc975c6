"""How static files are named when the site runs, and what of them travels.

Knows: that our scripts import each other. Does not know: which files there are.

Files are named by their content, so that a browser may keep them for good. A cheap tablet in a hall's network gets
our scripts and styles without what only their readers need: comments, indentation, room.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from django.core.files.base import ContentFile, File
from rcssmin import cssmin
from rjsmin import jsmin
from whitenoise.storage import CompressedManifestStaticFilesStorage

FOREIGN = ("vendor/", "admin/", "django_")
_SHORTEN: Mapping[str, Callable[[str], str]] = {".css": cssmin, ".js": jsmin}


def lean(name: str, text: str) -> str:
    """Return one of our scripts or styles without what only their readers need; anything else as it is."""
    return _SHORTEN[_ending(name)](text) if _is_ours(name) else text


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
    return _ending(name) in _SHORTEN and not name.startswith(FOREIGN)


def _ending(name: str) -> str:
    return name[name.rfind(".") :]
