"""The context that everything is rendered in: ruleset, phrases, and what is in scope.

A context is immutable; `with_names` and the `with…` methods give changed copies. Inside an entry it
knows the names that formulas may use there. Where an entry is shown a second time it makes no
anchors, since an anchor must be unique.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from freed6c.document import blocks, wording
from freed6c.document.chances import Chances
from freed6c.document.compare.comparison import changed_in
from freed6c.document.entry_index import EntryIndex, index_entries
from freed6c.document.mentions import remarks_in
from freed6c.document.phrases import LANGUAGE, phrases_of
from freed6c.document.wording import title_of
from freed6c.packs.ids import kind_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from freed6c.document.blocks import Blocks, Inline, Inlines
    from freed6c.document.compare.comparison import Comparison, EntryChange
    from freed6c.model.ruleset import Ruleset
    from freed6c.runtime.record import Entry, Ref


KEEP_CAPITALS: Final = frozenset({"de", "gsw", "lb", "nds"})
"""Languages whose nouns begin with a capital anywhere."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RenderContext:
    """Everything that is needed to put a ruleset into words.

    `patterns` are the phrases by key. `local` are the words for names that formulas may use here.
    `shown` renders `[[show: id]]`. `remarks` are notes and examples by the id of what they are
    about; `changed` are the entries that packs changed. With `anchored`, entries get anchors; with
    `paged`, they have pages of their own. Where an effect `begins` when something is done, its
    sentence says that it never ends, if it does not; where it is `yours`, it speaks to the one who
    does it. With `exact`, it is told what lies behind sentences of packs. `buttons` stand in the
    cells of tables, by the id of the row and the key of the column.

    Caches, shared by all copies that word things alike: `told` are the blocks below an entry's
    heading by its id, `variants` the patterns with those of a prefix preferred.
    """

    ruleset: Ruleset
    index: EntryIndex
    patterns: Mapping[str, str]
    shown: Callable[[RenderContext, Entry], Blocks]
    remarks: Mapping[str, tuple[Entry, ...]]
    changed: Mapping[str, EntryChange]
    local: Mapping[str, Inlines]
    chances: Chances
    anchored: bool = True
    paged: bool = False
    told: dict[str, Blocks] = field(default_factory=dict)
    variants: dict[str, Mapping[str, str]] = field(default_factory=dict)
    begins: bool = False
    yours: bool = False
    exact: bool = True
    buttons: Mapping[tuple[str, str], blocks.RollButton] = field(default_factory=dict)

    def say(self, key: str, /, **fields: wording.Argument) -> Inlines:
        """Fill the pattern of a key. Raises KeyError for a key or field that does not exist."""
        return wording.fill(self.patterns[key], fields)

    def word(self, key: str) -> str:
        """The text of a key without fields; for an unknown key, a label made of it."""
        pattern = self.patterns.get(key)
        return wording.label_of(key.rpartition(".")[2]) if pattern is None else pattern

    def label(self, key: str) -> Inlines:
        """The label of a field, by its key."""
        return (blocks.Text(self.word(f"label.{key}")),)

    def lowered(self, text: str) -> str:
        """A label inside a sentence; where nouns keep their capitals, it stays as it is."""
        keeps = self.word(LANGUAGE).partition("-")[0].lower() in KEEP_CAPITALS
        return text if keeps else wording.lowered(text)

    def with_names(self, local: Mapping[str, Inlines]) -> RenderContext:
        """A copy that knows more names."""
        return replace(self, local={**self.local, **local}) if local else self

    def without_anchors(self) -> RenderContext:
        """A copy for entries that are shown a second time."""
        return replace(self, anchored=False)

    def with_own_pages(self) -> RenderContext:
        """A copy for the layout in which entries have pages of their own."""
        return replace(self, paged=True)

    def with_buttons(
        self, buttons: Mapping[tuple[str, str], blocks.RollButton]
    ) -> RenderContext:
        """A copy that puts buttons into tables."""
        return replace(self, buttons=buttons) if buttons else self

    def without_remarks(self) -> RenderContext:
        """A copy that leaves out notes, examples, and what sentences of packs mean exactly."""
        return replace(self, remarks={}, exact=False)

    def where_effects_begin(
        self, *, begins: bool = True, yours: bool = False
    ) -> RenderContext:
        """A copy for effects of what is done, which are in force for as long as they say."""
        return replace(self, begins=begins, yours=yours)

    def about_others(self) -> RenderContext:
        """A copy for what somebody else does than the reader."""
        return replace(self, patterns=self._preferring("they."))

    def about_reader(self) -> RenderContext:
        """A copy for what the reader does: where it is theirs, it is `your next turn`."""
        return replace(self, patterns=self._preferring("your.")) if self.yours else self

    def abbreviated(self) -> RenderContext:
        """A copy that prefers the shorter patterns (`brief.…`)."""
        return replace(self, patterns=self._preferring("brief."), told={}, variants={})

    def _preferring(self, prefix: str) -> Mapping[str, str]:
        """The patterns, with those whose keys begin so in the place of the others."""
        if prefix not in self.variants:
            preferred = {
                key.removeprefix(prefix): words
                for key, words in self.patterns.items()
                if key.startswith(prefix)
            }
            self.variants[prefix] = {**self.patterns, **preferred}
        return self.variants[prefix]

    def anchor(self, entry: Entry) -> Inlines:
        """The link target of an entry; empty where it stands elsewhere."""
        return (blocks.InlineAnchor(entry.id),) if self.anchored else ()

    def link(self, entry: Entry, words: Inlines = ()) -> Inline:
        """A link to an entry, by its own name if no other words are given."""
        return blocks.Link(entry.id, words or (blocks.Text(title_of(entry)),))

    def ref(self, ref: Ref[Entry] | None) -> Inlines:
        """A link to what a reference leads to; empty where there is no reference."""
        return () if ref is None else (self.link(ref.entry),)

    def links(self, refs: Sequence[Ref[Entry]], joint: str = "and") -> Inlines:
        """Enumerate links to entries."""
        return self.listed([(self.link(ref.entry),) for ref in refs], joint)

    def listed(self, parts: Sequence[Inlines], joint: str = "and") -> Inlines:
        """Enumerate: `a, b and c`."""
        *before, last = parts or ((),)
        first = self.chain("list.comma", before)
        return self.say(f"list.{joint}", first=first, last=last) if first else last

    def chain(self, key: str, parts: Iterable[Inlines]) -> Inlines:
        """Join parts by a pattern for two, the `first` and the `next`; empty ones are left out."""
        return wording.chain(self.patterns[key], [part for part in parts if part])

    def join_sentences(self, sentences: Iterable[Inlines]) -> Inlines:
        """Join sentences, leaving out empty ones."""
        return self.chain("behind", sentences)

    def named(self, kind: str, key: str) -> Inlines:
        """A link to the entry of a kind and key; the bare key where there is none."""
        entry = self.ruleset.entries.get(f"{kind}.{key}")
        return (blocks.Text(key),) if entry is None else (self.link(entry),)


def new_context(
    ruleset: Ruleset,
    shown: Callable[[RenderContext, Entry], Blocks],
    comparison: Comparison | None = None,
) -> RenderContext:
    """A context for a ruleset. `comparison` adds what packs changed."""
    return RenderContext(
        ruleset=ruleset,
        index=ruleset.once(index_entries),
        patterns=phrases_of(ruleset),
        shown=shown,
        remarks=ruleset.once(remarks_in),
        changed=changed_in(comparison),
        local={},
        chances=Chances(ruleset),
    )


def kind_word(ctx: RenderContext, entry: Entry) -> str:
    """The word for the kind of an entry."""
    return ctx.word(f"kind.{kind_of(entry.id)}")


CALLED: Final[Mapping[str, str]] = {
    "lasts": "duration",
    "text": "words",
    "constants": "constant",
}
"""Settings that have another label where they are told by themselves."""


def setting_word(ctx: RenderContext, key: str) -> str:
    """The label of a field where it is named alone, as in a diff."""
    return ctx.word(f"label.{CALLED.get(key, key)}")
