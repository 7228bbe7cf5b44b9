"""What packs did to an entry that another pack wrote."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Final

from freed6c.document.blocks import ChangeMark, Strong, Text
from freed6c.document.references import line
from freed6c.document.scribe import setting_word, title_of
from freed6c.document.sentences.effects import ended
from freed6c.document.wording import capitalised
from freed6c.model.walk import prose_in
from freed6c.packs.data import as_text

if TYPE_CHECKING:
    from freed6c.document.blocks import Inlines
    from freed6c.document.scribe import Scribe
    from freed6c.packs.data import Path
    from freed6c.packs.origins import Origin
    from freed6c.runtime.record import Entry

LONGEST: Final = 60
"""Values longer than this are not repeated: they can be read in their place."""


def changes(scribe: Scribe, entry: Entry) -> tuple[ChangeMark, ...]:
    """Who added an entry to the game, who changed it, how and why."""
    ruleset = scribe.ruleset
    path = ruleset.paths.get(entry.id)
    if path is None:
        return ()
    base = ruleset.manifests[0].id
    added = tuple(
        ChangeMark(_label(scribe, "change.added", origin.pack), ())
        for origin in ruleset.origins.chain(path)
        if origin.operation == "written" and origin.pack != base
    )
    changed = groupby(
        _operations(scribe, path), lambda done: (done[1].pack, done[1].why)
    )
    return (
        *added,
        *(
            _mark(scribe, pack, why, [_what(scribe, path, *done) for done in group])
            for (pack, why), group in changed
        ),
    )


def _operations(scribe: Scribe, path: Path) -> list[tuple[Path, Origin]]:
    """What was done to the entry or anything in it, and where."""
    return [
        (place, origin)
        for place, origins in scribe.ruleset.origins.records.items()
        if place[: len(path)] == path
        for origin in origins
        if origin.changes
    ]


def _label(scribe: Scribe, pattern: str, pack: str) -> str:
    titles = {manifest.id: manifest.title for manifest in scribe.ruleset.manifests}
    return scribe.patterns[pattern].format(pack=titles.get(pack, pack))


def _mark(scribe: Scribe, pack: str, why: str, done: list[Inlines]) -> ChangeMark:
    words = done[0]
    for following in done[1:]:
        words = scribe.say("sentences", first=words, next=following)
    said = ended(scribe, words)
    reason = capitalised(line(scribe, why)) if why else ()
    label = _label(scribe, "change.changed", pack)
    return ChangeMark(label, scribe.in_turn((said, reason)))


def _what(scribe: Scribe, at: Path, place: Path, origin: Origin) -> Inlines:
    """The place, what stands there now, and what stood there before."""
    entry, keys = _parted(scribe, place)
    texts = {path for path, _ in prose_in(scribe.ruleset, entry)}
    known = {
        side: as_text(value)
        for side, value in (("after", origin.after), ("before", origin.before))
        if place not in texts and isinstance(value, str | int) and _is_short(value)
    }
    pattern = _pattern(scribe, origin.operation, "".join(f".{side}" for side in known))
    own = keys and scribe.ruleset.paths[entry.id] == at
    words = " / ".join(keys if own else (title_of(entry), *keys))
    return scribe.say(pattern, place=(Strong((Text(words),)),), **known)


def _is_short(value: str | int) -> bool:
    """Whether a value is told: not one that is long, nor a text for people, as links show."""
    text = as_text(value)
    return len(text) <= LONGEST and "[[" not in text


def _pattern(scribe: Scribe, operation: str, known: str) -> str:
    """The words for an operation that say most of what is known; else those for all others."""
    details = (known, known.removesuffix(".before"), "")
    for pattern in (f"change.{operation}{detail}" for detail in details):
        if pattern in scribe.patterns:
            return pattern
    return f"change.other{known}"


def _parted(scribe: Scribe, place: Path) -> tuple[Entry, list[str]]:
    """The innermost entry at a place, and the labels that lead on; items of lists have none."""
    ids = {path: id_ for id_, path in scribe.ruleset.paths.items()}
    depth = max(n for n in range(len(place) + 1) if place[:n] in ids)
    entry = scribe.ruleset.entries[ids[place[:depth]]]
    return entry, [
        setting_word(scribe, key) for key in place[depth:] if isinstance(key, str)
    ]
