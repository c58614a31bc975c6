"""Tables of the public pages, one module a subject.

Knows: columns, how they sort and fold on a phone. Does not know: rows of the database; they are given frozen values.
Every sort key ends in something that each row has to itself, so that equal rows keep one order over all pages.
"""
