"""The door for WSGI servers (gunicorn)."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cacho_tournaments.settings")
application = get_wsgi_application()
