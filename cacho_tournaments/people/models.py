"""Users, clubs, players.

Knows: persons and clubs. Does not know: events; who plays where stands in ``competition``.
"""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _


class User(AbstractUser):
    """Somebody who logs in. What a person may do in an event is said there (``competition.Staff``);
    ``may_organize`` lets a person call events of their own."""

    may_organize = models.BooleanField(_("may organize tournaments"), default=False)

    class Meta(AbstractUser.Meta):
        pass

    def __str__(self) -> str:
        return self.get_full_name() or self.username


class Club(models.Model):
    """A club, peña or school whose members are kept apart in draws. ``folded`` is the name as it is searched."""

    name = models.CharField(_("name"), max_length=120)
    city = models.CharField(_("city"), max_length=80, blank=True)
    folded = models.CharField(max_length=120, unique=True, editable=False)

    class Meta:
        ordering = ["folded"]

    def __str__(self) -> str:
        return self.name


class Player(models.Model):
    """A person who plays. The name is public; contact data is for the organizers alone."""

    name = models.CharField(_("name"), max_length=160)
    club = models.ForeignKey(Club, models.SET_NULL, null=True, blank=True, related_name="players")
    city = models.CharField(_("city"), max_length=80, blank=True)
    phone = models.CharField(_("phone"), max_length=40, blank=True)
    email = models.EmailField(_("e-mail"), blank=True)
    folded = models.CharField(max_length=160, db_index=True, editable=False)

    class Meta:
        ordering = ["folded", "id"]

    def __str__(self) -> str:
        return self.name
