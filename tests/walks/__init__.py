"""Walks: whole days of an event, by the doors that people use and by nothing else."""
