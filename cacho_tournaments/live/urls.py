"""Addresses of the live room."""

from django.urls import URLPattern

app_name = "live"
urlpatterns: list[URLPattern] = []
