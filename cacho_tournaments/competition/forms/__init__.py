"""The organizer's forms: they know the shape of what is typed; whether it may stand is the actions' to say."""
