"""The project's settings, with what would only slow tests down taken out."""

import tempfile
from pathlib import Path

from cacho_tournaments.settings import *  # noqa: F403

SECRET_KEY = "only-for-tests-" + "0" * 50
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
# `live_server` serves files by their plain names.
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
AXES_ENABLED = False
PUBLIC_URL = "http://testserver"
VAR_DIR = Path(tempfile.gettempdir()) / "cacho-tests"
SECURE_SSL_REDIRECT = False
