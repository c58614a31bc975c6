"""Addresses that belong to no subject: logging in and out, the language, the style page."""

from django.urls import path

from cacho_tournaments.web import views

app_name = "web"
urlpatterns = [
    path("login/", views.Login.as_view(), name="login"),
    path("logout/", views.Logout.as_view(), name="logout"),
    path("help/", views.help_page, name="help"),
    path("style/", views.style, name="style"),
]
