"""A color and a shape for each kind of entry, so that readers recognize the kind at a glance.

Kinds with a similar subject share a color. The style sheet has all colors and shapes; pages only
have a class for the kind.
"""

from __future__ import annotations

from typing import Final, NamedTuple
from urllib.parse import quote


class Hue(NamedTuple):
    """A color for light pages and one for dark pages, both with enough contrast for text."""

    light: str
    dark: str


HUES: Final = {  # by subject
    "people": Hue("#1f5f8b", "#8ec2f5"),
    "deeds": Hue("#8a2f1d", "#f0a58c"),
    "states": Hue("#6f3596", "#d3adf0"),
    "dice": Hue("#2c6a45", "#8fd0a5"),
    "time": Hue("#7d5600", "#e6bf6a"),
    "world": Hue("#0b666d", "#7fd3d8"),
    "words": Hue("#5b554b", "#c3baab"),
}

SHAPES: Final = {  # SVG path commands
    "person": "M12 12a4 4 0 1 0 0-8a4 4 0 0 0 0 8zM4.5 21c0-4 3-6.5 7.5-6.5s7.5 2.5 7.5 6.5",
    "star": "M12 3l2.6 5.9 6.4.6-4.8 4.3 1.4 6.3-5.6-3.3-5.6 3.3 1.4-6.3L3 9.5l6.4-.6z",
    "bolt": "M13 2L5 14h6l-1 8 8-12h-6z",
    "wave": "M2 12h4l3-8 6 16 3-8h4",
    "die": "M4 4h16v16H4zM8 8h.1M16 16h.1M12 12h.1",
    "scale": "M4 20V14M10 20V10M16 20V6M22 20H2",
    "clock": "M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18zM12 7v5l3.5 2",
    "table": "M3 5h18v14H3zM3 10h18M10 10v9",
    "book": "M12 6C9 4 6 4 3 5v14c3-1 6-1 9 1 3-2 6-2 9-1V5c-3-1-6-1-9 1zM12 6v14",
    "pen": "M4 20l1-5L16 4l4 4L9 19zM13.5 6.5l4 4",
}

LOOKS: Final = {
    "ability": ("people", "person"),
    "skill": ("people", "star"),
    "specialization": ("people", "star"),
    "hook": ("people", "person"),
    "pillar": ("people", "star"),
    "character": ("people", "person"),
    "ability-type": ("people", "table"),
    "value": ("people", "scale"),
    "action": ("deeds", "bolt"),
    "action-type": ("deeds", "table"),
    "menu": ("deeds", "table"),
    "pick": ("deeds", "table"),
    "effect-roll": ("deeds", "die"),
    "points": ("time", "star"),
    "condition": ("states", "wave"),
    "track": ("states", "wave"),
    "dice": ("dice", "die"),
    "step": ("dice", "die"),
    "outcome": ("dice", "die"),
    "die-codes": ("dice", "die"),
    "benchmark": ("dice", "scale"),
    "band": ("dice", "scale"),
    "formula": ("dice", "pen"),
    "period": ("time", "clock"),
    "scene": ("time", "clock"),
    "nature": ("world", "table"),
    "scale": ("world", "scale"),
    "level": ("world", "scale"),
    "scope": ("world", "scale"),
    "member": ("world", "scale"),
    "unit": ("world", "scale"),
    "table": ("words", "table"),
    "row": ("words", "table"),
    "term": ("words", "book"),
    "rule": ("words", "book"),
    "chapter": ("words", "book"),
    "note": ("words", "pen"),
    "example": ("words", "pen"),
    "option": ("words", "pen"),
    "choice": ("words", "pen"),
    "panel": ("words", "table"),
}
"""The color and the shape of each kind, by its name."""


def icon_class(kind: str) -> str:
    """Return the classes of a kind, to append to others: ` k k-action`; empty if it has no look."""
    return f" k k-{kind}" if kind in LOOKS else ""


def icon_styles() -> str:
    """Return the style rules with the colors and shapes of all kinds."""
    hues = (
        f"{_kinds(0, name)}{{--hue:light-dark({hue.light},{hue.dark})}}\n"
        for name, hue in HUES.items()
    )
    shapes = (
        f'{_kinds(1, name)}{{--icon:url("{_drawn(path)}")}}\n'
        for name, path in SHAPES.items()
    )
    return "".join((*hues, *shapes))


def _kinds(part: int, name: str) -> str:
    """Return the CSS selector of the kinds with a color (part 0) or a shape (part 1)."""
    return ",".join(f".k-{kind}" for kind, look in LOOKS.items() if look[part] == name)


def _drawn(path: str) -> str:
    """Return a line drawing as a `data:` URL."""
    svg = (
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='none' stroke='red'"
        " stroke-width='2' stroke-linecap='round' stroke-linejoin='round'>"
        f"<path d='{path}'/></svg>"
    )
    return f"data:image/svg+xml,{quote(svg, safe=CLEAR)}"


CLEAR: Final = " '/:=.-,<>"
"""Characters that need no percent encoding in such a URL."""
