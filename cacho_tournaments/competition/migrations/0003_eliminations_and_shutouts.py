"""Who is out of the event by the rules of its game, by which result, and from which state; games won as shutouts."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("competition", "0002_initial"),
    ]

    operations = [
        migrations.AddField(
            model_name="entrant",
            name="eliminated_from",
            field=models.CharField(
                blank=True,
                choices=[
                    ("applied", "applied"),
                    ("accepted", "accepted"),
                    ("paid", "paid"),
                    ("checked-in", "checked in"),
                    ("withdrawn", "withdrawn"),
                    ("disqualified", "disqualified"),
                    ("no-show", "no-show"),
                    ("eliminated", "eliminated"),
                ],
                editable=False,
                max_length=12,
            ),
        ),
        migrations.AddField(
            model_name="resultline",
            name="is_out",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="resultline",
            name="shutouts",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AlterField(
            model_name="entrant",
            name="state",
            field=models.CharField(
                choices=[
                    ("applied", "applied"),
                    ("accepted", "accepted"),
                    ("paid", "paid"),
                    ("checked-in", "checked in"),
                    ("withdrawn", "withdrawn"),
                    ("disqualified", "disqualified"),
                    ("no-show", "no-show"),
                    ("eliminated", "eliminated"),
                ],
                default="applied",
                max_length=12,
                verbose_name="state",
            ),
        ),
        migrations.AddConstraint(
            model_name="entrant",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("state", "eliminated"), _negated=True),
                    models.Q(("eliminated_from", ""), _negated=True),
                    _connector="OR",
                ),
                name="eliminated_from_a_state",
            ),
        ),
    ]
