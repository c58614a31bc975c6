"""Spectators: the public pages. Reads only: no tables, no actions."""
