"""What games with several players a side, with events instead of boxes and with warnings need of a log."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

PLAYERS = {"pair": 2, "tripleta": 3, "team4": 4}  # of an entrant of that kind; others have one


def take_over_players(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Freeze into the games there are how many players their sides have."""
    rows = apps.get_model("play", "Game").objects.using(schema_editor.connection.alias)
    for kind, players in PLAYERS.items():
        rows.filter(match__stage__category__kind=kind).update(players=players)


class Migration(migrations.Migration):
    dependencies = [
        ("competition", "0002_initial"),
        ("play", "0001_initial"),
    ]

    operations = [
        migrations.AddField("game", "players", models.PositiveSmallIntegerField(default=1)),
        migrations.AlterField("turn", "client_id", models.CharField(max_length=72, unique=True)),
        migrations.AlterField("turn", "box", models.CharField(blank=True, max_length=24)),
        migrations.AddField("turn", "warning", models.CharField(blank=True, max_length=32)),
        migrations.RunPython(take_over_players, migrations.RunPython.noop),
    ]
