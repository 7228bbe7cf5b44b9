"""What an author would call the thing at a place: an ability, a band, an effect, 'reroll'."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.packs.kinds import nested

if TYPE_CHECKING:
    from freed6c.packs.data import Path
    from freed6c.packs.kinds import Kind

WORDS: Final = {
    "effects": "an effect",
    "success": "an effect",
    "failure": "an effect",
    "always": "an effect",
    "one-of": "an effect",
}
"""What the items of these lists are."""


def thing_at(kind: Kind, path: Path) -> str:
    """The thing at a path inside an entry of a kind."""
    inner = {child.key: child for child in nested(kind)}
    match path:
        case (str(key), str(), *rest) if key in inner:
            return thing_at(inner[key], tuple(rest))
        case ():
            return kind.said
        case (*_, str(key), int()) if key in WORDS:
            return WORDS[key]
        case (*_, last):
            return f"'{last}'"
    return kind.said
