"""Addresses that leave the screen: the full address of a page, and its QR code.

Knows: the address that people outside use (PUBLIC_URL, else the one the reader came by). Does not know: pages.

    {% load qr %}
    {% full_address path %}
    {% qr path label=_("QR code of the public page") %}
"""

from typing import Any

import segno
from django import template
from django.conf import settings
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

register = template.Library()


def address_of(path: str, context: Any) -> str:
    """Return the path as somebody outside types it; a path without a request and a setting stays a path."""
    if settings.PUBLIC_URL:
        return f"{settings.PUBLIC_URL}{path}"
    request = context.get("request")
    return request.build_absolute_uri(path) if request else path


@register.simple_tag(takes_context=True)
def full_address(context: Any, path: str) -> str:
    """Return the whole address of a path."""
    return address_of(path, context)


@register.simple_tag(takes_context=True)
def qr(context: Any, path: str, label: object = "") -> SafeString:
    """Draw the QR code of a path in place; its size comes from CSS (class ``qr``)."""
    drawn = segno.make(address_of(path, context), error="m", micro=False)
    code = drawn.svg_inline(
        omitsize=True, border=3, svgclass=None, lineclass="qr-dots", light="#fff", dark="#000"
    )
    spoken = format_html('role="img" aria-label="{}"', label) if label else mark_safe('aria-hidden="true"')
    return format_html('<span class="qr" {}>{}</span>', spoken, mark_safe(code))
