"""What every generated package is made of: entries, die codes, ranges, durations, effects.

Standard library only. The compiler uses these classes as its own typed model, and copies them
unchanged into each generated package, so a ruleset means the same in both. No word of a game.
"""

from importlib import import_module

# Whatever of it is loaded, it serves the ruleset of this package.
import_module(".._bound", __package__)
