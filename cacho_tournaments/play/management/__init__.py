"""Commands of the play room, and what the demo event is made of."""
