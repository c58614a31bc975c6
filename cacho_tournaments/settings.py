"""Settings, all from the environment, with defaults that are safe on a laptop in a hall.

Nothing set: SQLite in ``var/``, debug off, a secret key made once into ``var/secret-key``.
The names: DATABASE_URL, SECRET_KEY, DEBUG, ALLOWED_HOSTS, PUBLIC_URL, BEHIND_HTTPS, VAR_DIR, SQLITE_SYNCHRONOUS.
"""

import secrets
from contextlib import suppress
from pathlib import Path

import environ
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()

DEBUG = env.bool("DEBUG", default=False)
VAR_DIR = Path(env.str("VAR_DIR", default=str(BASE_DIR / "var")))
# The address that people outside this machine use; sheets and QR codes carry it.
PUBLIC_URL = env.str("PUBLIC_URL", default="").rstrip("/")
BEHIND_HTTPS = env.bool("BEHIND_HTTPS", default=PUBLIC_URL.startswith("https://"))


def _secret_key() -> str:
    """Return the key of the environment, or the one kept in an ignored file that is written once."""
    given = env.str("SECRET_KEY", default="")
    if given:
        return given
    path = VAR_DIR / "secret-key"
    if not path.exists():
        VAR_DIR.mkdir(parents=True, exist_ok=True)
        made = VAR_DIR / f"secret-key.{secrets.token_hex(4)}"
        made.touch(mode=0o600)
        made.write_text(secrets.token_urlsafe(64), encoding="ascii")
        # A link appears whole or not at all: of processes that start together all read the one that was first.
        with suppress(FileExistsError):
            path.hardlink_to(made)
        made.unlink()
    return path.read_text(encoding="ascii").strip()


SECRET_KEY = _secret_key()
# A hall's laptop is reached by whatever address its router gave it, so any host is answered unless named here.
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["*"])
CSRF_TRUSTED_ORIGINS = [PUBLIC_URL] if PUBLIC_URL else []

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_tables2",
    "crispy_forms",
    "crispy_bootstrap5",
    "csp",
    "axes",
    "rules.apps.RulesConfig",
    "cacho_tournaments.web",
    "cacho_tournaments.journal",
    "cacho_tournaments.people",
    "cacho_tournaments.competition",
    "cacho_tournaments.play",
    "cacho_tournaments.live",
    "cacho_tournaments.api",
    "cacho_tournaments.scoresheets",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "cacho_tournaments.web.middleware.Refusals",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "cacho_tournaments.urls"
WSGI_APPLICATION = "cacho_tournaments.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# SQLite as a server for a hall: readers beside one writer (WAL), writers that wait instead of failing
# (IMMEDIATE and 20 s). SQLITE_SYNCHRONOUS=FULL also survives a power cut in the last moment, and is slower.
_SYNCHRONOUS = env.str("SQLITE_SYNCHRONOUS", default="NORMAL")
if _SYNCHRONOUS not in {"NORMAL", "FULL"}:
    raise environ.ImproperlyConfigured("SQLITE_SYNCHRONOUS is NORMAL or FULL")
_DATABASE_URL = env.str("DATABASE_URL", default="") or f"sqlite:///{VAR_DIR / 'cacho.sqlite3'}"
DATABASES = {"default": env.db_url_config(_DATABASE_URL)}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    VAR_DIR.mkdir(parents=True, exist_ok=True)
    DATABASES["default"]["OPTIONS"] = {
        "timeout": 20,
        "transaction_mode": "IMMEDIATE",
        "init_command": f"PRAGMA journal_mode=WAL;PRAGMA synchronous={_SYNCHRONOUS};"
        "PRAGMA mmap_size=134217728;PRAGMA cache_size=-20000;PRAGMA temp_store=MEMORY;",
    }
else:
    DATABASES["default"]["CONN_MAX_AGE"] = env.int("CONN_MAX_AGE", default=60)
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
AUTH_USER_MODEL = "people.User"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "rules.permissions.ObjectPermissionBackend",
    "django.contrib.auth.backends.ModelBackend",
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "web:login"
LOGIN_REDIRECT_URL = "competition:start"
LOGOUT_REDIRECT_URL = "live:home"
# A whole venue stands behind one address: lock the pair of user and address, never the address alone.
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_FAILURE_LIMIT = 10
AXES_COOLOFF_TIME = 0.1  # hours
AXES_LOCKOUT_TEMPLATE = "web/locked.html"
AXES_VERBOSE = False

LANGUAGE_CODE = "es"
LANGUAGES = [("es", _("Spanish")), ("en", _("English")), ("ru", _("Russian"))]
LOCALE_PATHS = [BASE_DIR / "cacho_tournaments" / "locale"]
TIME_ZONE = "America/La_Paz"
USE_I18N = True
USE_TZ = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600

STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = VAR_DIR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "cacho_tournaments.web.static_files.HashedFiles"},
}
WHITENOISE_USE_FINDERS = DEBUG

CRISPY_ALLOWED_TEMPLATE_PACKS = "bootstrap5"
CRISPY_TEMPLATE_PACK = "bootstrap5"
DJANGO_TABLES2_TEMPLATE = "_table.html"

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_HTTPONLY = True
# Which tablet of a hall the browser is (``play.views.access``), and for how long.
SESSION_KEPT_AT_LOGOUT = ["play_device", "play_device_key", "_session_expiry"]
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "cacho_tournaments.web.views.stale"
if BEHIND_HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = env.bool("SECURE_SSL_REDIRECT", default=True)
    SECURE_HSTS_SECONDS = env.int("SECURE_HSTS_SECONDS", default=3600)
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
else:
    # Plain HTTP inside a hall's own network is a way this runs on purpose: cookies cannot be marked secure
    # there and a redirect to HTTPS would lock everybody out. `check --deploy` is asked with BEHIND_HTTPS=1.
    SESSION_COOKIE_SECURE = False

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s %(message)s"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": env.str("LOG_LEVEL", default="WARNING")},
}
