"""Printers: scoresheets, group tables and standings on paper. Reads only: no tables, no actions."""
