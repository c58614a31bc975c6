"""The project's settings, with what would only slow tests down taken out.

SQLite is a file of its own for every test process (memory when the system has a memory disk): threads that
write at the same moment then meet the same locks as in a hall, which an in-memory database would hide.
"""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

from cacho_tournaments.settings import *  # noqa: F403
from cacho_tournaments.settings import DATABASES, MIDDLEWARE

_MEMORY_DISK = Path("/dev/shm")
_FOLDER = Path(tempfile.mkdtemp(prefix="cacho-tests-", dir=_MEMORY_DISK if _MEMORY_DISK.is_dir() else None))
atexit.register(shutil.rmtree, _FOLDER, ignore_errors=True)

SECRET_KEY = "only-for-tests-" + "0" * 50
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["TEST"] = {"NAME": str(_FOLDER / "test.sqlite3")}
else:
    DATABASES["default"]["TEST"] = {"NAME": f"test_cacho_{os.getpid()}"}
# `live_server` serves files by their plain names.
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
MIDDLEWARE = [name for name in MIDDLEWARE if not name.startswith("whitenoise.")]
AXES_ENABLED = False
PUBLIC_URL = "http://testserver"
VAR_DIR = _FOLDER
SECURE_SSL_REDIRECT = False
