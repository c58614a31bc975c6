"""Addresses of the scoresheets room."""

from django.urls import URLPattern

app_name = "scoresheets"
urlpatterns: list[URLPattern] = []
