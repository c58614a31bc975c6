"""Files of other programs: read, laid beside what our rules make of them, not stored.

Knows: who may read one in. Does not know: what stands in it.
"""

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from cacho_tournaments.competition.forms.carried import CarriedForm
from cacho_tournaments.competition.queries.carried import carried
from cacho_tournaments.competition.views.doors import user_of


@login_required
def trf(request: HttpRequest) -> HttpResponse:
    """Show what a TRF file holds: its entrants, the table by our rules, our draw of each round beside its own."""
    if not user_of(request).has_perm("competition.create"):
        raise PermissionDenied
    form = CarriedForm(request.POST or None, request.FILES or None)
    page = carried(form.cleaned_data["file"].read()) if request.method == "POST" and form.is_valid() else None
    return render(request, "competition/trf.html", {"form": form, "page": page})
