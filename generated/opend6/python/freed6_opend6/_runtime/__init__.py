"""What every generated package is made of: entries, die codes, ranges, durations, effects.

Standard library only. The compiler uses these classes as its own typed model, and copies them
unchanged into each generated package, so a ruleset means the same in both. No word of a game.
"""
