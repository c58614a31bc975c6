"""One module a command of ``manage.py``."""
