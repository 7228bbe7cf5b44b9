"""Playing: characters, checks, actions, and what comes of them. No word of a game."""
