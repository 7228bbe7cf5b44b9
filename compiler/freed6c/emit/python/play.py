"""The module that one plays with: characters of the ruleset, and all that they can do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.emit.python.layout import Atom, Group, assign, text
from freed6c.emit.python.module import import_line, source_file
from freed6c.runtime.entries.dice import Dice

if TYPE_CHECKING:
    from collections.abc import Mapping

    from freed6c.emit.python.content import Content

FRONT = ("Character", "check")
"""What the front of a package offers of them."""

NAMES: Mapping[str, tuple[str, ...]] = {
    "act": ("act", "buy", "slots", "test_track"),
    "attempt": ("Attempt", "Part", "Result"),
    "being": ("Being", "DoesNotFit"),
    "cast": ("Buying", "Choices"),
    "character": ("Character",),
    "check": ("check",),
    "following": ("follow",),
    "happened": ("Checked", "Happening", "Outcome"),
    "held": ("Active", "Held"),
    "lasting": ("Lasting",),
    "order": ("interrupting", "order"),
    "passing": ("end", "start"),
    "points": ("earn", "lose", "spend", "spend_on"),
    "refused": ("Refused",),
}

BIND = """\
# The runtime of this package serves this ruleset alone: whoever plays, plays by its rules.
Being.rules = RULES"""


def write_play(content: Content) -> Mapping[str, str]:
    """`play.py`, where there are dice to play with."""
    if not content.ruleset.of(Dice):
        return {}
    lines = ["from __future__ import annotations", "", "from ._bound import RULES"]
    for module, names in NAMES.items():
        lines += import_line(f"._runtime.play.{module}", names)
    exported = sorted(name for names in NAMES.values() for name in names)
    items = tuple(("", Atom(text(name))) for name in exported)
    title = f"Play by {content.ruleset.manifest.title}: characters, and what they do."
    listed = assign("__all__", Group("[", "]", items))
    return {"play": source_file(content, title, lines, [listed, BIND])}
