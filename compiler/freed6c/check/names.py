"""Names: those that readers cannot tell apart, and former ones that texts still have."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING

from freed6c.diagnostics.codes import checks as codes
from freed6c.diagnostics.diagnostic import Label
from freed6c.model.entry_contents import prose_of
from freed6c.model.internal_errors import noted
from freed6c.model.names_in_texts import by_first_word, names_in, visible
from freed6c.model.prose import change_of_sentence, sentence_around
from freed6c.runtime.entries.notes import Example, Note
from freed6c.runtime.entries.tables import Row
from freed6c.runtime.record import Entry

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.data import KeyPath
    from freed6c.packs.pack import Removed
    from freed6c.packs.provenance import WrittenWords


UNNAMED = (Example, Note, Row)
"""Kinds whose names only decorate, and may repeat."""


def check_duplicate_names(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report entries of one kind and one parent with the same name."""
    seen: dict[tuple[KeyPath, str], Entry] = {}
    turns = {pack.id: turn for turn, pack in enumerate(ruleset.manifests)}
    for entry in noted(ruleset.of(Entry)):
        if not entry.name or isinstance(entry, UNNAMED):
            continue
        scope = ruleset.paths[entry.id][:-1]
        first = seen.setdefault((scope, _as_read(entry.name)), entry)
        if first is not entry:
            earlier, later = first, entry
            if turns[_namer(ruleset, later)] < turns[_namer(ruleset, earlier)]:
                earlier, later = later, earlier
            yield codes.SAME_NAME.at(
                ruleset.label(later, "name"),
                related=[ruleset.label(earlier, "name", words="and this one")],
                kind=entry.id.partition(".")[0],
                name=entry.name,
            )


def check_links_in_names(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report references in names, which stay as written."""
    for entry in ruleset.of(Entry):
        if "[[" in entry.name:
            yield codes.LINK_IN_NAME.at(ruleset.label(entry, "name"))


def _as_read(name: str) -> str:
    """What readers see of a name: no capitals, nor how a letter and its accent are stored."""
    return unicodedata.normalize("NFC", name.casefold())


def check_reused_names(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report names that a pack gave to an entry although one elsewhere has it already."""
    named: dict[str, list[Entry]] = {}
    for entry in noted(ruleset.of(Entry)):
        if entry.name and not isinstance(entry, UNNAMED):
            named.setdefault(_as_read(entry.name), []).append(entry)
    for entries in named.values():
        given = [entry for entry in entries if _given_later(ruleset, entry)]
        origins = [
            (ruleset.paths[entry.id][:-1], _namer(ruleset, entry), entry)
            for entry in entries
            if given
        ]
        for entry in given:
            above, namer = ruleset.paths[entry.id][:-1], _namer(ruleset, entry)
            others = (e for path, pack, e in origins if path != above and pack != namer)
            other = next(others, None)
            if other is not None:
                yield codes.NAME_ELSEWHERE.at(
                    ruleset.label(entry, "name"),
                    related=[ruleset.label(other, "name", words="has it already")],
                    other=other.id,
                    name=entry.name,
                )


def _given_later(ruleset: Ruleset, entry: Entry) -> bool:
    """Whether an entry had another name before."""
    before = ruleset.provenance.before((*ruleset.paths[entry.id], "name"))
    return before not in {None, entry.name}


def _namer(ruleset: Ruleset, entry: Entry) -> str:
    """The pack that wrote the name."""
    return ruleset.provenance.writer((*ruleset.paths[entry.id], "name"))


# Former names.


def check_old_names(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report texts with the former name of an entry, unless the renaming pack wrote them."""
    names = {entry.name for entry in ruleset.entries.values()}
    renamed: dict[str, Entry] = {}
    for entry in noted(ruleset.of(Entry)):
        old = ruleset.provenance.before((*ruleset.paths[entry.id], "name"))
        if isinstance(old, str) and old not in names:  # it may be that of another now
            renamed[old] = entry
    sentences: dict[tuple[KeyPath, tuple[int, int]], list[NameInText]] = {}
    for found in _named(ruleset, renamed):
        path = (*ruleset.paths[renamed[found.name].id], "name")
        renames = ruleset.provenance.changes_below(path)
        if found.written.pack not in {rename.pack for rename in renames}:
            sentences.setdefault((found.path, found.sentence), []).append(found)
    for of_sentence in sentences.values():
        yield from _old_names(ruleset, renamed, of_sentence)


def _old_names(
    ruleset: Ruleset, renamed: Mapping[str, Entry], found: Sequence[NameInText]
) -> Iterator[Diagnostic]:
    """Former names in one sentence: what changes it from outside has the new ones of all."""
    now = [
        renamed[each.name].name if each.is_in_link else f"[[{renamed[each.name].id}]]"
        for each in found
    ]
    change = found[0].change(
        [(each.start, each.end, new) for each, new in zip(found, now, strict=True)]
    )
    told: set[str] = set()
    for each, new in zip(found, now, strict=True):
        own = (
            each.written.pack == ruleset.manifest.id
        )  # else it is changed from outside
        if not own and each.name in told:
            continue
        told.add(each.name)
        entry = renamed[each.name]
        why = "" if each.is_in_link else "a link always shows the name of the day: "
        yield codes.OLD_NAME.at(
            each.written.address,
            help=[f"{why}write {new if own else change}"],
            related=[ruleset.label(entry, "name", words="its new name")],
            old=each.name,
            new=entry.name,
        )


def check_removed_names(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report texts with the name of a removed entry, once for each text and name.

    Entries nested in a removed one are not looked for: only what a pack named is reported.
    """
    names = {entry.name for entry in ruleset.entries.values()}
    gone = {
        name: removed
        for removed in ruleset.removals.by_id.values()
        if (name := _name_of_removed(removed)) and name not in names
    }
    told: set[tuple[KeyPath, str]] = set()
    for found in _named(ruleset, gone):
        removed, place = gone[found.name], (found.path, found.name)
        if found.written.pack != removed.pack and place not in told:
            told.add(place)
            yield codes.REMOVED_NAME.at(
                removed.address.key(),
                related=[Label(found.written.address, "still its name")],
                name=found.name,
                removed=removed.id,
                change=found.change(),
            )


def _name_of_removed(removed: Removed) -> str:
    """The name of an entry that a pack removed itself; empty for what was nested in one."""
    is_target = removed.address.path[-1:] == (removed.id,)
    name = removed.body.get("name") if isinstance(removed.body, dict) else None
    return name if is_target and isinstance(name, str) else ""


@dataclass(frozen=True, slots=True)
class NameInText:
    """A name that a text says: the place of the text, who wrote the words, and where they stand."""

    name: str
    path: KeyPath
    text: str
    start: int
    written: WrittenWords

    @property
    def is_in_link(self) -> bool:
        """Whether it stands in the words of a link."""
        before = self.text[: self.start]
        return before.rfind("[[") > before.rfind("]]")

    @property
    def end(self) -> int:
        """Where it ends in the text."""
        return self.start + len(self.name)

    @property
    def sentence(self) -> tuple[int, int]:
        """Where the sentence begins and ends that it stands in."""
        return sentence_around(self.text, self.start, self.end)

    def change(self, instead: Sequence[tuple[int, int, str]] = ()) -> str:
        """The line that changes the sentence, with other words at some places of it."""
        return change_of_sentence(self.path, self.text, self.start, self.end, instead)


def _named(ruleset: Ruleset, names: Collection[str]) -> Iterator[NameInText]:
    """Where visible text has a name as a whole word.

    Names in small letters, as those of units and periods are, are words like any other: a foot is
    also what one stands on.
    """
    proper = by_first_word(name for name in names if not name[:1].islower())
    if not proper:
        return
    for _, path, text in prose_of(ruleset):
        for start, name in names_in(visible(text), proper):
            written = ruleset.provenance.words_at(path, start, start + len(name))
            if written is not None:
                yield NameInText(name, path, text, start, written)
