"""Logging in and out, help, the style page, and the pages for what went wrong.

Knows: Django's own doors. Does not know: users' rights, any subject.
"""

from typing import Any

from django.conf import settings
from django.contrib.auth.views import LoginView, LogoutView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from cacho_tournaments import games
from cacho_tournaments.web import specimens, words
from cacho_tournaments.web.forms import LoginForm


class Login(LoginView):
    template_name = "web/login.html"
    authentication_form = LoginForm
    redirect_authenticated_user = True


class Logout(LogoutView):
    """The person goes; what the browser itself is in the hall stays (``SESSION_KEPT_AT_LOGOUT``): a tablet at a table
    is not lost because a referee had logged in on it."""

    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        kept = {
            name: request.session[name] for name in settings.SESSION_KEPT_AT_LOGOUT if name in request.session
        }
        answer = super().post(request, *args, **kwargs)
        request.session.update(kept)
        return answer


@require_safe
def help_page(request: HttpRequest) -> HttpResponse:
    """Say in short what each person does, and where to read and to try it."""
    every = [(code, words.game_name(code)) for code in games.codes()]
    return render(request, "web/help.html", {"games": every})


def style(request: HttpRequest) -> HttpResponse:
    """Show every part of the look on one page, for those who build pages."""
    return render(request, "web/style.html", specimens.context(request))


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return render(request, "web/403.html", status=403)


def stale(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Refuse a form whose page is older than the log-in; a tablet's script fetches a new token and sends again."""
    sentence = _(
        "Somebody has logged in or out here since this page was opened. Go back, load the page again and send it once "
        "more."
    )
    return render(request, "web/refused.html", {"sentence": sentence}, status=403)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return render(request, "web/404.html", status=404)


def broken(request: HttpRequest) -> HttpResponse:
    return render(request, "web/500.html", status=500)
