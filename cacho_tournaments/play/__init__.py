"""Referees: devices, games, the turn log."""
