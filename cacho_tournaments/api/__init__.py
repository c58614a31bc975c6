"""Programs: records of matches as text, health. Reads only: no tables, no actions."""
