"""Commands that ``manage.py`` finds here."""
