"""From which state somebody left, so that whoever comes back returns to it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("competition", "0004_draws_by_round"),
    ]

    operations = [
        migrations.AddField(
            model_name="entrant",
            name="left_from",
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
    ]
