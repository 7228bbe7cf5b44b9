"""Checks of names: duplicates in one scope, and former names still used in texts."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from freed6c.diagnostics.codes import checks as codes
from freed6c.diagnostics.diagnostic import Label
from freed6c.model.entry_contents import prose_of
from freed6c.model.internal_errors import noted
from freed6c.model.names_in_texts import LINKED, forms, names_in, searched, visible
from freed6c.model.prose import change_of_sentence, sentence_around
from freed6c.packs.grouping import grouped
from freed6c.packs.ids import kind_of
from freed6c.packs.lazy import dataclass
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
        first = seen.setdefault((scope, _normalized(entry.name)), entry)
        if first is not entry:
            earlier, later = first, entry
            if turns[_namer(ruleset, later)] < turns[_namer(ruleset, earlier)]:
                earlier, later = later, earlier
            yield codes.SAME_NAME.at(
                ruleset.label(later, "name"),
                related=[ruleset.label(earlier, "name", words="first use")],
                kind=entry.id.partition(".")[0],
                name=entry.name,
            )


def check_links_in_names(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report references in names, which stay as written."""
    for entry in ruleset.of(Entry):
        if "[[" in entry.name:
            yield codes.LINK_IN_NAME.at(ruleset.label(entry, "name"))


def _normalized(name: str) -> str:
    """Return a name for comparison, without differences of case and of the encoding of accents."""
    return unicodedata.normalize("NFC", name.casefold())


def check_reused_names(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report names that a pack gave to an entry although an entry elsewhere already has them."""
    entries_by_name = grouped(
        (_normalized(entry.name), entry)
        for entry in noted(ruleset.of(Entry))
        if entry.name and not isinstance(entry, UNNAMED)
    )
    for entries in entries_by_name.values():
        renamed = [entry for entry in entries if _was_renamed(ruleset, entry)]
        origins = [
            (ruleset.paths[entry.id][:-1], _namer(ruleset, entry), entry)
            for entry in entries
            if renamed
        ]
        for entry in renamed:
            above, namer = ruleset.paths[entry.id][:-1], _namer(ruleset, entry)
            others = (e for path, pack, e in origins if path != above and pack != namer)
            other = next(others, None)
            if other is not None:
                yield codes.NAME_ELSEWHERE.at(
                    ruleset.label(entry, "name"),
                    related=[ruleset.label(other, "name", words="has this name")],
                    other=other.id,
                    name=entry.name,
                )


def _was_renamed(ruleset: Ruleset, entry: Entry) -> bool:
    """True if the entry had another name before."""
    before = ruleset.provenance.before((*ruleset.paths[entry.id], "name"))
    return before not in {None, entry.name}


def _namer(ruleset: Ruleset, entry: Entry) -> str:
    """Return the id of the pack that wrote the name of an entry."""
    return ruleset.provenance.writer((*ruleset.paths[entry.id], "name"))


# Former names.


def check_old_names(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report texts with the former name of an entry, unless the renaming pack wrote them."""
    names = {entry.name for entry in ruleset.entries.values()}
    renamed: dict[str, tuple[Entry, str]] = {}
    for entry in noted(ruleset.of(Entry)):
        old = ruleset.provenance.before((*ruleset.paths[entry.id], "name"))
        # Another entry may have taken the name.
        is_called = entry.name and kind_of(entry.id) not in LINKED
        if isinstance(old, str) and old not in names and is_called:
            (name, other), (new, other_new) = forms(old), forms(entry.name)
            same_number = (len(other) < len(name)) == (len(other_new) < len(new))
            renamed.setdefault(other, (entry, other_new if same_number else new))
            renamed[name] = entry, new
    sentences: dict[tuple[KeyPath, tuple[int, int]], list[NameInText]] = {}
    for use in _names_in_texts(ruleset, renamed):
        path = (*ruleset.paths[renamed[use.name][0].id], "name")
        renames = ruleset.provenance.changes_below(path)
        if use.written.pack not in {rename.pack for rename in renames}:
            sentences.setdefault((use.path, use.sentence), []).append(use)
    for uses in sentences.values():
        yield from _old_names(ruleset, renamed, uses)


def _old_names(
    ruleset: Ruleset,
    renamed: Mapping[str, tuple[Entry, str]],
    names: Sequence[NameInText],
) -> Iterator[Diagnostic]:
    """Report the former names in one sentence.

    A pack that doesn't own the text changes the whole sentence, so its help has all new names.
    """
    replacements = [_replacement(*renamed[name.name], name) for name in names]
    pairs = [*zip(names, replacements, strict=True)]
    change = names[0].change([(name.start, name.end, new) for name, new in pairs])
    reported: set[str] = set()
    for name, new in pairs:
        is_own = name.written.pack == ruleset.manifest.id
        if not is_own and (name.name in reported or not change):
            continue
        reported.add(name.name)
        entry, form = renamed[name.name]
        why = "" if name.is_in_link else "a link always shows the current name: "
        yield codes.OLD_NAME.at(
            name.written.address,
            help=[f"{why}write {new if is_own else change}"],
            related=[ruleset.label(entry, "name", words="new name")],
            old=name.name,
            new=form,
        )


def _replacement(entry: Entry, form: str, name: NameInText) -> str:
    """Return the words to write for a former name: inside a link a name, elsewhere a link."""
    if name.is_in_link:
        return form
    return f"[[{entry.id}]]" if form == entry.name else f"[[{entry.id}|{form}]]"


def check_removed_names(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report texts with the name of a removed entry, once for each text and name.

    Names of entries nested in a removed entry are not searched.
    """
    names = {entry.name for entry in ruleset.entries.values()}
    gone = {
        form: removed
        for removed in ruleset.removals.by_id.values()
        if (name := _name_of_removed(removed)) and name not in names
        # Entries left out are listed among the texts to reread.
        if not removed.left_out and kind_of(removed.id) not in LINKED
        for form in forms(name)
    }
    seen: set[tuple[KeyPath, str]] = set()
    for use in _names_in_texts(ruleset, gone):
        removed, place, change = gone[use.name], (use.path, use.name), use.change()
        if change and use.written.pack != removed.pack and place not in seen:
            seen.add(place)
            yield codes.REMOVED_NAME.at(
                removed.address.key(),
                related=[Label(use.written.address, "uses the name")],
                name=use.name,
                removed=removed.id,
                change=change,
            )


def _name_of_removed(removed: Removed) -> str:
    """Return the name of an entry that a pack removed; empty if it was nested in a removed one."""
    is_target = removed.address.path[-1:] == (removed.id,)
    name = removed.body.get("name") if isinstance(removed.body, dict) else None
    return name if is_target and isinstance(name, str) else ""


@dataclass(frozen=True)
class NameInText:
    """A name in a text, with the path of the text, its position and the pack that wrote it."""

    name: str
    path: KeyPath
    text: str
    start: int
    written: WrittenWords

    @property
    def is_in_link(self) -> bool:
        """True if the name is in the words of a link."""
        before = self.text[: self.start]
        return before.rfind("[[") > before.rfind("]]")

    @property
    def end(self) -> int:
        """The offset of the end of the name."""
        return self.start + len(self.name)

    @property
    def sentence(self) -> tuple[int, int]:
        """The start and end of the sentence that contains the name."""
        return sentence_around(self.text, self.start, self.end)

    def change(self, instead: Sequence[tuple[int, int, str]] = ()) -> str:
        """Return the change that rewrites the sentence, with other words at some positions."""
        return change_of_sentence(self.path, self.text, self.start, self.end, instead)


def _names_in_texts(ruleset: Ruleset, names: Collection[str]) -> Iterator[NameInText]:
    """Yield the occurrences of names as whole words in visible text.

    Lower-case names, such as those of units and periods, are skipped: a foot is also a body part.
    The current names of other entries count as wholes, so that "Fate" isn't found in "Fate Point".
    """
    wanted = {name for name in names if not name[:1].islower()}
    if not wanted:
        return
    proper = searched(wanted, (entry.name for entry in ruleset.entries.values()))
    for _, path, text in prose_of(ruleset):
        for start, name in names_in(visible(text), proper):
            written = ruleset.provenance.words_at(path, start, start + len(name))
            if name in wanted and written is not None:
                yield NameInText(name, path, text, start, written)
