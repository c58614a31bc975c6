"""What the public pages show, as frozen values.

Knows: which rows a stranger may see. A draw that is not released is not among them, nor is a tournament that is
not public. Does not know: requests, templates.
"""
