"""Playing by the rules: characters, checks, actions, effects and time."""
