"""The organizer's pages: each view parses, calls one action or one query, and renders.

Knows: requests, forms, which page comes next. Does not know: how anything is stored or drawn.
"""
