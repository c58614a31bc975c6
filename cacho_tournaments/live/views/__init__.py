"""The public pages, one module a subject. A view finds the tournament, asks one query and renders."""
