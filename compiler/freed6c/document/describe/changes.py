"""What packs did to an entry that another pack wrote."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.document.blocks import ChangeMark, Strong, Text
from freed6c.document.references import line

if TYPE_CHECKING:
    from freed6c.document.blocks import Blocks, Inlines
    from freed6c.document.scribe import Scribe
    from freed6c.packs.origins import Origin
    from freed6c.runtime.record import Entry


def changes(scribe: Scribe, entry: Entry) -> Blocks:
    """What packs other than its own did to an entry."""
    ruleset = scribe.ruleset
    path = ruleset.paths.get(entry.id)
    if path is None:
        return ()
    base = ruleset.manifests[0].id
    added = [o for o in ruleset.origins.chain(path) if o.operation == "written"]
    marks = [
        ChangeMark(_pack(scribe, "change.added", origin), ())
        for origin in added
        if origin.pack != base
    ]
    changed = [
        ChangeMark(_pack(scribe, "change.changed", origin), _what(scribe, origin, path))
        for origin in ruleset.origins.below(path)
    ]
    return (*marks, *changed)


def _pack(scribe: Scribe, pattern: str, origin: Origin) -> str:
    titles = {m.id: m.title for m in scribe.ruleset.manifests}
    return scribe.patterns[pattern].format(pack=titles.get(origin.pack, origin.pack))


def _what(scribe: Scribe, origin: Origin, path: tuple[str | int, ...]) -> Inlines:
    """The place inside the entry, what stands there now, what stood there, and why."""
    fields: dict[str, Inlines | str] = {"place": _place(scribe, origin, path)}
    simple = (str, int)
    if isinstance(origin.after, simple):
        fields["after"] = str(origin.after)
        pattern = "change.set"
        if isinstance(origin.before, simple):
            fields["before"] = str(origin.before)
            pattern = "change.was"
    else:
        pattern = "change.other"
    said = scribe.say(pattern, **fields)
    if not origin.why:
        return said
    return scribe.say("behind", first=(*said, Text(".")), next=line(scribe, origin.why))


def _place(scribe: Scribe, origin: Origin, path: tuple[str | int, ...]) -> Inlines:
    """Which field of the entry: the keys that lead to it."""
    for place, origins in scribe.ruleset.origins.records.items():
        if place[: len(path)] == path and origin in origins:
            return (Strong((Text(" ".join(map(str, place[len(path) :]))),)),)
    return ()
