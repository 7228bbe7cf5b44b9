"""Synonyms of settings: keywords of other tools and games, and the settings that they mean."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.diagnostics.suggest import fold
from freed6c.diagnostics.ways_out import WayOut, Ways

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


OTHER_WORDS: Final[Mapping[str, tuple[str, ...]]] = {
    word: settings
    for words, settings in (
        (("description", "desc", "body", "definition"), ("text",)),
        (("label", "title", "rename"), ("name",)),
        (("lasts", "until"), ("duration",)),
        (("for",), ("duration", "times")),
        (("uses",), ("times",)),
        (("max", "maximum", "cap"), ("max", "limit", "count")),
        (("minimum",), ("min",)),
        (("dc", "tn"), ("number", "difficulty")),
        (("target",), ("on", "to", "number")),
        (("entries", "members", "sections"), ("contains",)),
        (("items",), ("contains", "rows")),
        (("recharge", "refills"), ("refresh",)),
        (("price",), ("cost", "costs")),
        (("heal", "cure", "remove", "remove-condition"), ("recover",)),
        (("cause",), ("inflict", "why")),
        (("apply", "damage", "condition", "add-condition"), ("inflict",)),
        (("bonus", "penalty", "add"), ("by", "modify")),
        (("penalize", "penalise", "reduce", "increase", "raise", "lower"), ("modify",)),
        (("value",), ("set-to", "by", "formula")),
        (("multiply",), ("multiplied-by",)),
        (("prevent", "cannot"), ("forbid",)),
        (("permit",), ("allow",)),
        (("requires",), ("extends", "needs")),
        (("depends", "base"), ("extends",)),
        (("overrides", "override", "modify", "patch"), ("change",)),
        (("delete",), ("remove",)),
        (("append", "insert"), ("add",)),
        (("update", "change", "replace"), ("set",)),
        (("author",), ("holder",)),
        (("licence",), ("license",)),
        (("name",), ("pack", "id", "title")),
        (("id",), ("pack",)),
        (("singular",), ("one",)),
        (("plural",), ("many",)),
        (("link", "href", "address"), ("url",)),
        (("attributes",), ("stats", "abilities")),
        (("skills", "ratings", "given"), ("stats",)),
        (("equipment",), ("gear",)),
        (("options",), ("picks", "choices")),
        (("contains",), ("shows",)),
        (("levels",), ("bands", "conditions")),
        (("steps",), ("conditions", "bands")),
        (("roll", "by", "new"), ("with",)),
        (("rolls",), ("dice",)),
        (("vs", "versus"), ("against",)),
        (("on-hit", "hit"), ("success",)),
        (("on-miss", "miss"), ("failure",)),
        (("initial", "starting"), ("start",)),
        (("repeat",), ("reroll",)),
        (("choose",), ("select",)),
        (
            ("reason", "note", "comment", "rationale", "explanation", "because"),
            ("why",),
        ),
        (("choices",), ("picks",)),
        (("action",), ("run",)),
        (("equals",), ("formula",)),
    )
    for word in words
}
"""Words of other tools and games, with the settings that mean the same here, the likeliest first.

Some are settings here too, but are often written in the wrong place: `name`, `by`, `choices`.
"""


def other_words(key: str, known: Sequence[str]) -> tuple[str, ...]:
    """Return the likeliest of the known settings that a foreign word means: one or none."""
    return tuple(word for word in OTHER_WORDS.get(fold(key), ()) if word in known)[:1]


PLACES: Final = frozenset({"rank", "order", "position", "place", "index", "severity"})
"""Words for a place among entries, which their order defines."""


def said_by_order(key: str) -> Ways:
    """Suggest `before` or `after` instead of a setting such as `rank` or `order`."""
    if fold(key) not in PLACES:
        return ()
    return (WayOut("its position sets this: write before: another-key, or after: …"),)
