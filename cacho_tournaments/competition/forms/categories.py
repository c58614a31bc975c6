"""Forms of a category: its facts, the rules of its game, the settings of its stages.

Knows: what may be typed; the options a game offers. Does not know: rows, what may still be changed.
"""

from typing import Any, ClassVar

from crispy_forms.layout import HTML, Div, Fieldset, Layout
from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from cacho_tournaments import games
from cacho_tournaments.competition import presets
from cacho_tournaments.competition.forms.base import offer
from cacho_tournaments.competition.forms.stage_plans import explained
from cacho_tournaments.competition.models import Category
from cacho_tournaments.games.base import Game, Option, Options
from cacho_tournaments.web import option_words, words
from cacho_tournaments.web.forms import ActionForm
from cacho_tournaments.web.words import Word

OPTION = "option_"
# Each plan with what it is called and a line of what happens in it.
PLANS: dict[str, tuple[Word, Word]] = {
    "cochabamba": (
        _("Cochabamba: groups, then a knock-out (our preset)"),
        _("Groups of four by lot, the first two of each in a knock-out, from the semi-finals best of three."),
    ),
    "groups": (_("Groups alone, all against all"), _("Several tables, no final.")),
    "knockout": (
        _("Knock-out alone"),
        _("Who loses is out; the losers of the semi-finals play for third place."),
    ),
    "league": (_("All against all"), _("Everybody meets everybody once; the table says who won.")),
    "swiss": (
        _("Swiss rounds, then a knock-out"),
        _("Five rounds in which those who stand level meet; the first eight in a knock-out."),
    ),
    "tables": (
        _("Rounds at tables of four, then a final table"),
        _("Four rounds, 3, 2, 1, 0 points by place; the first four at one final table."),
    ),
    "double-elimination": (
        _("Double elimination"),
        _("Who loses twice is out; the unbeaten may lose one final."),
    ),
    "mundial-40": (
        _("Mundial de 40: series of four with a second chance (our reading)"),
        _("The first of each series goes on, the next two play for four places more; then a knock-out."),
    ),
    "relampago": (
        _("Relámpago: one evening"),
        _("A knock-out of single games; who loses the first plays on in a consolation."),
    ),
}


def _showing() -> forms.Select:
    """Return a choice that shows at once what follows from it; without script the button below does."""
    return forms.Select(
        attrs={
            "hx-post": "",
            "hx-trigger": "change",
            "hx-vals": '{"show": "1"}',
            "hx-target": "closest form",
            "hx-select": "main form",
            "hx-swap": "outerHTML",
        }
    )


class RulesForm(ActionForm):
    """The part that chooses a game, its rules, and single options of them.

    Each option's first choice follows the rules chosen above it, and says what they say. Rules of another game than
    the chosen one give way to those that suit it, whether they were shown before or the game was changed just now.
    """

    game = forms.ChoiceField(label=_("Game"), widget=_showing())
    preset = forms.ChoiceField(label=_("Rules"), required=False, widget=_showing())
    kind = forms.ChoiceField(
        label=_("Entrants"), choices=Category.Kind.choices, initial=Category.Kind.PAIR, widget=_showing()
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        code = self._chosen("game", games.codes()) or games.codes()[0]
        game = games.get(code)
        kind = self._chosen("kind", Category.Kind.values) or Category.Kind.PAIR.value
        suited = game.preset_for(Category.MEMBERS[kind])
        preset = self._chosen("preset", game.presets)
        if self.is_bound and not preset:
            self.data = {**dict(self.data.items()), "preset": ""}
        offer(self, "game", [(each, words.game_name(each)) for each in games.codes()])
        offer(self, "kind", _kinds(game, kind))
        known = [(each, words.preset_name(code, each)) for each in game.presets]
        said = gettext("%(rules)s, as suits the kind of entrant") % {"rules": words.preset_name(code, suited)}
        offer(self, "preset", [("", said), *known] if len(known) > 1 else known)
        resolved = game.resolve(preset or suited)
        self.option_fields = [self._add_option(code, option, resolved) for option in game.options]

    def _chosen(self, name: str, known: Any) -> str:
        value = self.data.get(name) if self.is_bound else self.initial.get(name)
        return str(value) if value in known else ""

    def _add_option(self, code: str, option: Option, resolved: Options) -> str:
        said = option_words.value_name(code, option.name, resolved[option.name])
        follow = gettext("as in the rules: %(value)s") % {"value": said}
        values = [(value, option_words.value_name(code, option.name, value)) for value in option.values]
        self.fields[OPTION + option.name] = forms.ChoiceField(
            label=str(option_words.option_name(code, option.name)),
            choices=[("", follow), *values],
            required=False,
            help_text=gettext("Rule %(number)s") % {"number": option.rule} if option.rule else "",
        )
        return OPTION + option.name

    def options(self) -> dict[str, str]:
        """Return the options that differ from the rules chosen."""
        given = ((name, self.cleaned_data[name]) for name in self.option_fields)
        return {name.removeprefix(OPTION): value for name, value in given if value}


def _kinds(game: Game[Any, Any], chosen: str) -> list[tuple[str, Any]]:
    """Return the kinds of entrant that the game is played by; one that was chosen stays, to be told that it is not."""
    return [
        (kind, label)
        for kind, label in Category.Kind.choices
        if Category.MEMBERS[kind] <= game.max_players or kind == chosen
    ]


class CategoryFactsForm(RulesForm):
    """A category's facts and rules."""

    places: ClassVar = {
        "address-taken": "slug",
        "address-reserved": "slug",
        "capacity-too-small": "capacity",
        "unknown-preset": "preset",
        "kind-fixed": "kind",
        "kind-beyond-game": "kind",
        "tables-beyond-game": "game",
    }

    name = forms.CharField(label=_("Name"), max_length=120)
    fee = forms.DecimalField(label=_("Fee"), min_value=0, max_digits=8, decimal_places=2, required=False)
    capacity = forms.IntegerField(
        label=_("Capacity"), min_value=2, max_value=5000, required=False, help_text=_("Empty: no limit.")
    )
    walkover_minutes = forms.IntegerField(
        label=_("Walkover after (minutes)"),
        min_value=1,
        max_value=240,
        initial=presets.WALKOVER_MINUTES,
        help_text=_("How long a side is waited for."),
    )
    confirmation = forms.ChoiceField(
        label=_("The sides confirm a match"),
        choices=Category.Confirmation.choices,
        initial=presets.CONFIRMATION,
        help_text=_(
            "What is recorded at a table is final when every side has confirmed it. A signed paper sheet is final "
            "as soon as it is typed in."
        ),
    )
    slug = forms.SlugField(
        label=_("Short address"),
        max_length=60,
        required=False,
        help_text=_("Left empty, it is made from the name."),
    )

    field_order = ("name", "kind", "fee", "capacity", "walkover_minutes", "confirmation", "slug")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper.layout = self._layout()

    def _layout(self) -> Layout:
        own = ["entries_open"] if "entries_open" in self.fields else []
        plans = [Div("plan", css_class="choices")] if "plan" in self.fields else []
        return Layout(
            "name",
            Div("game", "kind", css_class="form-pair"),
            Div("fee", "capacity", css_class="form-pair"),
            Div("walkover_minutes", "confirmation", css_class="form-pair"),
            "slug",
            *own,
            *plans,
            Fieldset(
                _("Rules of the game"),
                "preset",
                HTML('{% include "competition/_show_rules.html" %}'),
                Div(*self.option_fields, css_class="form-grid"),
                css_class="form-section",
            ),
        )

    def clean_fee(self) -> Any:
        return self.cleaned_data["fee"] or 0

    def values(self) -> dict[str, Any]:
        """Return what the action takes."""
        plain = {name: value for name, value in self.cleaned_data.items() if not name.startswith(OPTION)}
        return {**plain, "options": self.options()}


class CategoryForm(CategoryFactsForm):
    """A category as it stands; its entries can be closed and opened."""

    submit = _("Save")

    entries_open = forms.BooleanField(label=_("Entries are open"), required=False)


class NewCategoryForm(CategoryFactsForm):
    """A category as it begins, with the plan of its stages."""

    submit = _("Create the category")
    places: ClassVar = {**CategoryFactsForm.places, "tables-beyond-game": "plan"}

    plan = forms.ChoiceField(
        label=_("Stages"),
        initial="cochabamba",
        widget=forms.RadioSelect,
        help_text=_(
            "Stages can be added, removed and put in another order; every setting of each can be looked at and "
            "changed until its draw is released."
        ),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        game = games.get(self._chosen("game", games.codes()) or games.codes()[0])
        chosen = self._chosen("plan", presets.PLANS)
        # A plan chosen before the game was changed stays on the page, to be told why it cannot be.
        fitting = [plan for plan in presets.PLANS if presets.plan_fits(plan, game) or plan == chosen]
        offer(self, "plan", [(plan, explained(*PLANS.get(plan, (plan, "")))) for plan in fitting])
