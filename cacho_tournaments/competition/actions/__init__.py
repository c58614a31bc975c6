"""The only places where the competition room writes, one module a subject.

Every action takes keywords only, asks whether ``by`` may, does its work in one transaction and writes the journal
last; a refusal (``errors.Impossible``, ``PermissionDenied``) leaves everything as it was.
"""
