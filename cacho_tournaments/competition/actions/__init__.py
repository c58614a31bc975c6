"""The only writers of this room, one module a noun; imported as modules, called qualified.

Every action is keyword-only, is told who acts (``by=``), checks that they may, runs in one transaction
and writes its journal entry last.
"""
