"""Under which licence an entry is, where not all of a ruleset is under the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.document.blocks import FinePrint, Inlines, Text
from freed6c.model.licenses import is_mixed, makers, open_content

if TYPE_CHECKING:
    from freed6c.document.scribe import Scribe
    from freed6c.model.manifest import Manifest
    from freed6c.runtime.record import Entry


def license_mark(scribe: Scribe, entry: Entry) -> tuple[FinePrint, ...]:
    """A line about an entry, but not about a part that is under the licence of the whole."""
    if not is_mixed(scribe.ruleset):
        return ()
    own = _licensed(scribe, entry)
    parent = entry.__dict__.get("parent")
    if parent is not None and own == _licensed(scribe, parent.entry):
        return ()
    return (FinePrint(own),)


def _licensed(scribe: Scribe, entry: Entry) -> Inlines:
    ruleset = scribe.ruleset
    packs = makers(ruleset, ruleset.paths[entry.id])
    said = scribe.listed([(Text(one),) for one in _ids(scribe, packs)])
    is_open = bool(packs) and open_content(packs) == packs
    return scribe.say("license.mark.open" if is_open else "license.mark", licenses=said)


def _ids(scribe: Scribe, packs: tuple[Manifest, ...]) -> tuple[str, ...]:
    """The licences of packs, each once."""
    none = scribe.word("license.mark.none")
    named = [one.license and one.license.terms for one in packs]
    return tuple(dict.fromkeys(terms.id if terms else none for terms in named))
