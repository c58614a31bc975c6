"""Users, clubs and players: persons who live on across tournaments."""
