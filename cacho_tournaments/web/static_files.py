"""How static files are named when the site runs: by their content, so that a browser may keep them for good.

Knows: that our scripts import each other. Does not know: which files there are.
"""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedFiles(CompressedManifestStaticFilesStorage):
    """Hash imports between scripts too: a page must never run half of an old tablet script and half of a new one."""

    support_js_module_import_aggregation = True
