"""Addresses of the competition room."""

from django.urls import URLPattern

app_name = "competition"
urlpatterns: list[URLPattern] = []
