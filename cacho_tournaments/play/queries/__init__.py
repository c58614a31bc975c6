"""What the pages of play, the public match page and the printed sheets show of a match.

Knows: frozen values with the page's own facts. Does not know: writing, requests, sentences.
"""

from cacho_tournaments.play.queries.at_table import AtTable, CallView, CardView, ConfirmationView, at_table
from cacho_tournaments.play.queries.devices import (
    DeviceCard,
    DeviceTable,
    card_of_link,
    device_cards,
    device_of,
    tables_without_tablet,
)
from cacho_tournaments.play.queries.matches import (
    example_line,
    game_states,
    instant_wins,
    match_page,
    opening_side,
    score_table,
)
from cacho_tournaments.play.queries.practice import PracticeGame, practice_games, practice_page
from cacho_tournaments.play.queries.tables import TableCard, TableMatch, referee_tables
from cacho_tournaments.play.queries.trials import Trial, trial
from cacho_tournaments.play.queries.values import (
    GameView,
    MatchPage,
    RefusalView,
    ResultLineView,
    ResultView,
    SideView,
    TurnView,
)

__all__ = [
    "AtTable",
    "CallView",
    "CardView",
    "ConfirmationView",
    "DeviceCard",
    "DeviceTable",
    "GameView",
    "MatchPage",
    "PracticeGame",
    "RefusalView",
    "ResultLineView",
    "ResultView",
    "SideView",
    "TableCard",
    "TableMatch",
    "Trial",
    "TurnView",
    "at_table",
    "card_of_link",
    "device_cards",
    "device_of",
    "example_line",
    "game_states",
    "instant_wins",
    "match_page",
    "opening_side",
    "practice_games",
    "practice_page",
    "referee_tables",
    "score_table",
    "tables_without_tablet",
    "trial",
]
