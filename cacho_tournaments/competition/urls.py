"""Addresses of the competition room: the organizer's pages."""

from django.urls import path

from cacho_tournaments.competition.views import (
    carried,
    categories,
    corrections,
    draws,
    entrants,
    leaving,
    matches,
    people,
    rounds,
    stage_plans,
    stages,
    tournaments,
)

app_name = "competition"

_CATEGORY = "<slug:slug>/<slug:category_slug>"
_ENTRANT = f"{_CATEGORY}/entrants/<int:number>"
_STAGE = f"{_CATEGORY}/stage/<int:order>"

urlpatterns = [
    path("", tournaments.tournaments, name="tournaments"),
    path("new/", tournaments.tournament_new, name="tournament_new"),
    path("start/", tournaments.start, name="start"),
    path("trf/", carried.trf, name="trf"),
    path("trf/take-over/", carried.trf_take_over, name="trf_take_over"),
    # Matches are found by their token alone: it stands on the sheet that the desk holds in its hand.
    path("match/<slug:token>/", matches.match, name="match"),
    path("match/<slug:token>/place/", matches.match_place, name="match_place"),
    path("match/<slug:token>/walkover/", matches.match_walkover, name="match_walkover"),
    path("match/<slug:token>/came/", matches.match_came, name="match_came"),
    path("match/<slug:token>/revoke/", corrections.match_revoke, name="match_revoke"),
    path("match/<slug:token>/absent/", corrections.match_absent, name="match_absent"),
    path("match/<slug:token>/disqualify/", corrections.match_disqualify, name="match_disqualify"),
    # Before the categories: their addresses would swallow these words.
    path("<slug:slug>/", tournaments.tournament, name="tournament"),
    path("<slug:slug>/edit/", tournaments.tournament_edit, name="tournament_edit"),
    path("<slug:slug>/publish/", tournaments.publish, name="publish"),
    path("<slug:slug>/staff/", people.staff, name="staff"),
    path("<slug:slug>/staff/account/", people.staff_account, name="staff_account"),
    path("<slug:slug>/staff/<int:post>/remove/", people.staff_remove, name="staff_remove"),
    path("<slug:slug>/tables/", tournaments.tables, name="tables"),
    path("<slug:slug>/log/", tournaments.log, name="log"),
    path("<slug:slug>/new/", categories.category_new, name="category_new"),
    path(f"{_CATEGORY}/", categories.category, name="category"),
    path(f"{_CATEGORY}/edit/", categories.category_edit, name="category_edit"),
    path(f"{_CATEGORY}/entrants/", entrants.entrants, name="entrants"),
    path(f"{_CATEGORY}/entrants/new/", entrants.entrant_new, name="entrant_new"),
    path(f"{_CATEGORY}/entrants/states/", entrants.entrant_states, name="entrant_states"),
    path(f"{_CATEGORY}/entrants/late/", leaving.entrant_late, name="entrant_late"),
    path(f"{_CATEGORY}/entrants/<int:number>/", entrants.entrant_edit, name="entrant_edit"),
    path(f"{_CATEGORY}/entrants/<int:number>/state/", entrants.entrant_state, name="entrant_state"),
    path(f"{_CATEGORY}/entrants/<int:number>/let-in/", entrants.entrant_let_in, name="entrant_let_in"),
    path(f"{_CATEGORY}/corrections/", corrections.corrections_made, name="corrections"),
    path(f"{_CATEGORY}/corrections/<int:correction>/", corrections.correction, name="correction"),
    path(
        f"{_CATEGORY}/corrections/<int:correction>/undo/", corrections.correction_undo, name="correction_undo"
    ),
    path(f"{_CATEGORY}/stage/add/", stage_plans.stage_add, name="stage_add"),
    path(f"{_STAGE}/move/", stage_plans.stage_move, name="stage_move"),
    path(f"{_STAGE}/remove/", stage_plans.stage_remove, name="stage_remove"),
    path(f"{_STAGE}/who/", stage_plans.stage_choose, name="stage_choose"),
    path(f"{_STAGE}/who/rule/", stage_plans.stage_by_rule, name="stage_by_rule"),
    path(f"{_ENTRANT}/leave/", leaving.entrant_leave, name="entrant_leave"),
    path(f"{_ENTRANT}/return/", leaving.entrant_return, name="entrant_return"),
    path(f"{_ENTRANT}/substitute/", leaving.entrant_substitute, name="entrant_substitute"),
    path(f"{_ENTRANT}/merge/", leaving.entrant_merge, name="entrant_merge"),
    path(f"{_STAGE}/", stages.stage, name="stage"),
    path(f"{_STAGE}/settings/", stages.stage_settings, name="stage_settings"),
    path(f"{_STAGE}/tables/", stages.stage_tables, name="stage_tables"),
    path(f"{_STAGE}/close/", stages.stage_close, name="stage_close"),
    path(f"{_STAGE}/reopen/", stages.stage_reopen, name="stage_reopen"),
    path(f"{_STAGE}/draw/", draws.draw, name="draw"),
    path(f"{_STAGE}/draw/discard/", draws.draw_discard, name="draw_discard"),
    path(f"{_STAGE}/draw/swap/", draws.draw_swap, name="draw_swap"),
    path(f"{_STAGE}/draw/arrange/", draws.draw_arrange, name="draw_arrange"),
    path(f"{_STAGE}/draw/release/", draws.draw_release, name="draw_release"),
    path(f"{_STAGE}/draw/take-back/", draws.draw_take_back, name="draw_take_back"),
    path(f"{_STAGE}/round/<int:number>/away/", rounds.round_away, name="round_away"),
    path(f"{_STAGE}/round/<int:number>/repair/", rounds.round_repair, name="round_repair"),
    path(f"{_STAGE}/round/<int:number>/cancel/", rounds.round_cancel, name="round_cancel"),
]
