"""Says things about a ruleset: fills patterns, makes links, reads prose.

Everything that puts a ruleset into words is given a scribe. Inside an entry it knows
the names that formulas may use there; and where an entry is shown a second time it
leaves out the anchors, which exist once.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from freed6c.document import blocks
from freed6c.document.chances import Chances
from freed6c.document.changes import changed_in
from freed6c.document.mentions import chosen_in, remarks_in
from freed6c.document.phrases import PHRASES
from freed6c.document.placement import EntryIndex, index_entries, kind_of
from freed6c.document.wording import Argument, fill, label_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from freed6c.document.blocks import Blocks, Inline, Inlines
    from freed6c.document.compare.comparison import Comparison, EntryChange
    from freed6c.model.ruleset import Ruleset
    from freed6c.runtime.record import Entry, Ref


BRIEF: Final = "brief."
"""What keys of shorter patterns begin with."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scribe:
    """Knows a ruleset and the words for it.

    `local` are the names that formulas may use at this place, with their words. `shown`
    makes the block that `[[show: id]]` in prose asks for. `remarks` are the notes and
    examples about each entry; `chosen` is the key of the reading that counts, by note; `changed`
    is what packs did to the game that they are layered on. Where entries are `paged`, those that
    hold others in turn stand on pages of their own. `chances` are those of the ruleset's dice.
    `lines` and `texts` are what was read already: the same words mean the same all over a ruleset.
    So do tables of the dice `needed`, by the ids of difficulties and procedure, and what was `told`
    of entries under their headings, by their ids.
    """

    ruleset: Ruleset
    index: EntryIndex
    patterns: Mapping[str, str]
    shown: Callable[[Scribe, Entry], Blocks]
    remarks: Mapping[str, tuple[Entry, ...]]
    chosen: Mapping[str, str]
    changed: Mapping[str, EntryChange]
    local: Mapping[str, Inlines]
    chances: Chances
    lines: dict[str, Inlines] = field(default_factory=dict)
    texts: dict[str, Blocks] = field(default_factory=dict)
    needed: dict[tuple[str, str], blocks.TableBlock] = field(default_factory=dict)
    told: dict[str, Blocks] = field(default_factory=dict)
    anchored: bool = True
    paged: bool = False

    def say(self, key: str, /, **fields: Argument) -> Inlines:
        """Fill the pattern of a key."""
        return fill(self.patterns[key], fields)

    def word(self, key: str) -> str:
        """The pattern of a key that has no fields; a key without words speaks for itself."""
        pattern = self.patterns.get(key)
        return label_of(key.rpartition(".")[2]) if pattern is None else pattern

    def label(self, key: str) -> Inlines:
        """The label of a field."""
        return (blocks.Text(self.word(f"label.{key}")),)

    def knowing(self, local: Mapping[str, Inlines]) -> Scribe:
        """The same scribe where more names are known."""
        return replace(self, local={**self.local, **local}) if local else self

    def without_anchors(self) -> Scribe:
        """The same scribe for what is shown a second time."""
        return replace(self, anchored=False)

    def with_own_pages(self) -> Scribe:
        """The same scribe where entries have pages of their own."""
        return replace(self, paged=True)

    def without_remarks(self) -> Scribe:
        """The same scribe where notes and examples are left out."""
        return replace(self, remarks={})

    def abbreviated(self) -> Scribe:
        """The same scribe where there is little room: some patterns have a shorter one."""
        short = {
            key.removeprefix(BRIEF): words
            for key, words in self.patterns.items()
            if key.startswith(BRIEF)
        }
        patterns = {**self.patterns, **short}
        return replace(self, patterns=patterns, lines={}, texts={}, needed={}, told={})

    def anchor(self, entry: Entry) -> Inlines:
        """The place that links to an entry lead to."""
        return (blocks.Anchor(entry.id),) if self.anchored else ()

    def link(self, entry: Entry, words: Inlines = ()) -> Inline:
        """A link to an entry; with its own name, if no other words are given."""
        return blocks.Link(entry.id, words or (blocks.Text(title_of(entry)),))

    def links(self, refs: Sequence[Ref[Entry]], joint: str = "and") -> Inlines:
        """Links to entries, as an enumeration."""
        return self.listed([(self.link(ref.entry),) for ref in refs], joint)

    def listed(self, parts: Sequence[Inlines], joint: str = "and") -> Inlines:
        """Enumerate: `a, b and c`."""
        if not parts:
            return ()
        *before, last = parts
        if not before:
            return last
        first = before[0]
        for part in before[1:]:
            first = self.say("list.comma", first=first, next=part)
        return self.say(f"list.{joint}", first=first, last=last)

    def join_phrases(self, parts: Sequence[Inlines]) -> Inlines:
        """Phrases of one cell, told apart."""
        words = parts[0] if parts else ()
        for part in parts[1:]:
            words = self.say("sentences", first=words, next=part)
        return words

    def join_sentences(self, sentences: Sequence[Inlines]) -> Inlines:
        """Sentences, one behind the other."""
        words: Inlines = ()
        for sentence in filter(None, sentences):
            words = (
                self.say("behind", first=words, next=sentence) if words else sentence
            )
        return words

    def named(self, kind: str, key: str) -> Inlines:
        """A link to the entry of a kind and key; the key where there is none."""
        entry = self.ruleset.entries.get(f"{kind}.{key}")
        return (blocks.Text(key),) if entry is None else (self.link(entry),)


def new_scribe(
    ruleset: Ruleset,
    shown: Callable[[Scribe, Entry], Blocks],
    patterns: Mapping[str, str] = PHRASES,
    comparison: Comparison | None = None,
) -> Scribe:
    """A scribe for a ruleset, who may know what is different from another."""
    index = index_entries(ruleset.entries)
    return Scribe(
        ruleset=ruleset,
        index=index,
        patterns=patterns,
        shown=shown,
        remarks=remarks_in(ruleset),
        chosen=chosen_in(ruleset),
        changed=changed_in(comparison),
        local={},
        chances=Chances(ruleset),
    )


def title_of(entry: Entry) -> str:
    """What an entry is called; its key in words where it has no name."""
    return getattr(entry, "name", "") or label_of(entry.key)


def kind_word(ctx: Scribe, entry: Entry) -> str:
    """The word for what kind of thing an entry is."""
    return ctx.word(f"kind.{kind_of(entry.id)}")


CALLED: Final[Mapping[str, str]] = {
    "lasts": "duration",
    "text": "words",
    "constants": "constant",
}
"""Settings that have another label where they are told by themselves."""


def setting_word(ctx: Scribe, key: str) -> str:
    """What a setting is called beside what it was and is."""
    return ctx.word(f"label.{CALLED.get(key, key)}")
