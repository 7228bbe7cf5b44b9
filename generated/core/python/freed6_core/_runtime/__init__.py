"""Provide the building blocks of every generated package: entries, die codes, ranges, effects.

The compiler uses these classes as its own typed model and copies them unchanged into each generated
package, so a ruleset means the same in both. The code uses only the standard library and doesn't
know any game.
"""

from importlib import import_module

# Whatever of it is loaded, it serves the ruleset of this package.
import_module(".._bound", __package__)
