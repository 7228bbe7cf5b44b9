"""The context that everything is rendered in: ruleset, phrases, and the names in scope.

A context is immutable, and its methods return changed copies (`with_names`, `without_anchors` …).
Inside an entry, it has the words for names that formulas can use there. If an entry is shown a
second time, the context makes no anchors, because an anchor must be unique.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.document import blocks, wording
from freed6c.document.entry_index import EntryIndex, index_entries
from freed6c.document.mentions import remarks_in
from freed6c.document.phrases import LANGUAGE, phrases_of
from freed6c.document.wording import title_of
from freed6c.packs.ids import kind_of
from freed6c.packs.lazy import dataclass, field, replace

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from freed6c.document.blocks import Blocks, Inline, Inlines
    from freed6c.document.chances import Chances
    from freed6c.document.compare.comparison import Comparison, EntryChange
    from freed6c.model.ruleset import Ruleset
    from freed6c.runtime.record import Entry, Ref


KEEP_CAPITALS: Final = frozenset({"de", "gsw", "lb", "nds"})
"""Codes of languages that capitalize all nouns: German and its relatives."""


@dataclass(frozen=True, kw_only=True)
class RenderContext:
    """The data and settings for putting a ruleset into words.

    - `patterns`: the phrases by key. `local`: the words for names that formulas can use here.
    - `shown`: renders `[[show: id]]`.
    - `remarks`: notes and examples by the id of the entry that they are about.
    - `changed`: the changes that packs made, by the id of the entry.
    - `anchored`: True if entries get anchors. `paged`: True if entries have their own pages.
    - `begins`: True for effects of an action; then the sentence of an endless effect says so.
    - `yours`: True if the acting character is the reader ("your next turn").
    - `exact`: True to show the sentence made from the data where a pack wrote its own.
    - `buttons`: the buttons in cells of tables, by the id of the row and the key of the column.

    Two caches are shared by all copies with the same phrases: `told` has the blocks below the
    heading of an entry by its id, `variants` has the patterns for each preferred prefix.
    """

    ruleset: Ruleset
    patterns: Mapping[str, str]
    shown: Callable[[RenderContext, Entry], Blocks]
    remarks: Mapping[str, tuple[Entry, ...]]
    changed: Mapping[str, EntryChange]
    local: Mapping[str, Inlines]
    anchored: bool = True
    paged: bool = False
    told: dict[str, Blocks] = field(default_factory=dict)
    variants: dict[str, Mapping[str, str]] = field(default_factory=dict)
    begins: bool = False
    yours: bool = False
    exact: bool = True
    buttons: Mapping[tuple[str, str], blocks.RollButton] = field(default_factory=dict)

    @property
    def index(self) -> EntryIndex:
        """The entries by id and by suffix of an id."""
        return self.ruleset.once(index_entries)

    @property
    def chances(self) -> Chances:
        """The odds of plain dice."""
        from freed6c.document.chances import Chances

        return self.ruleset.once(Chances)

    def say(self, key: str, /, **fields: wording.Argument) -> Inlines:
        """Fill the pattern of a key. Raise KeyError for an unknown key or a missing field."""
        return wording.fill(self.patterns[key], fields)

    def word(self, key: str) -> str:
        """Return the phrase of a key without fields; for an unknown key, a label made from it."""
        pattern = self.patterns.get(key)
        return wording.label_of(key.rpartition(".")[2]) if pattern is None else pattern

    def label(self, key: str) -> Inlines:
        """Return the label of a field, by its key."""
        return (blocks.Text(self.word(f"label.{key}")),)

    def lowered(self, text: str) -> str:
        """Return a label for use in a sentence, in small letters unless nouns are capitalized."""
        keeps = self.word(LANGUAGE).partition("-")[0].lower() in KEEP_CAPITALS
        return text if keeps else wording.lowered(text)

    def with_names(self, local: Mapping[str, Inlines]) -> RenderContext:
        """Return a copy with more names."""
        return replace(self, local={**self.local, **local}) if local else self

    def without_anchors(self) -> RenderContext:
        """Return a copy for entries that are shown a second time."""
        return replace(self, anchored=False)

    def with_own_pages(self) -> RenderContext:
        """Return a copy for the layout with a page for each entry."""
        return replace(self, paged=True, told={})

    def without_remarks(self) -> RenderContext:
        """Return a copy without notes, examples, and exact versions of sentences of packs."""
        return replace(self, remarks={}, exact=False)

    def where_effects_begin(
        self, *, begins: bool = True, yours: bool = False
    ) -> RenderContext:
        """Return a copy for effects of an action, which begin when it is taken."""
        return replace(self, begins=begins, yours=yours)

    def about_others(self) -> RenderContext:
        """Return a copy for sentences whose subject is another character ("they.…" phrases)."""
        return replace(self, patterns=self._preferring("they."))

    def about_reader(self) -> RenderContext:
        """Return a copy that says `your next turn`, if the acting character is the reader."""
        return replace(self, patterns=self._preferring("your.")) if self.yours else self

    def abbreviated(self) -> RenderContext:
        """Return a copy that prefers the shorter patterns (`brief.…`)."""
        return replace(self, patterns=self._preferring("brief."), told={}, variants={})

    def _preferring(self, prefix: str) -> Mapping[str, str]:
        """Return the patterns, with `they.inflict` in place of `inflict` for the prefix `they.`."""
        if prefix not in self.variants:
            preferred = {
                key.removeprefix(prefix): words
                for key, words in self.patterns.items()
                if key.startswith(prefix)
            }
            self.variants[prefix] = {**self.patterns, **preferred}
        return self.variants[prefix]

    def anchor(self, entry: Entry) -> Inlines:
        """Return the link target of an entry; empty if the entry is shown a second time."""
        return (blocks.InlineAnchor(entry.id),) if self.anchored else ()

    def link(self, entry: Entry, words: Inlines = ()) -> Inline:
        """Return a link to an entry; the default words are its name."""
        return blocks.Link(entry.id, words or (blocks.Text(title_of(entry)),))

    def ref(self, ref: Ref[Entry] | None) -> Inlines:
        """Return a link to the entry of a reference; empty for None."""
        return () if ref is None else (self.link(ref.entry),)

    def links(self, refs: Sequence[Ref[Entry]], joint: str = "and") -> Inlines:
        """List links to entries: `a, b and c`."""
        return self.listed([(self.link(ref.entry),) for ref in refs], joint)

    def listed(self, parts: Sequence[Inlines], joint: str = "and") -> Inlines:
        """List parts: `a, b and c`, or with the joint "or", `a, b or c`."""
        *before, last = parts or ((),)
        first = self.chain("list.comma", before)
        return self.say(f"list.{joint}", first=first, last=last) if first else last

    def chain(self, key: str, parts: Iterable[Inlines]) -> Inlines:
        """Join parts by a pattern for two, `{first}, {next}`; leave out empty ones."""
        return wording.chain(self.patterns[key], [part for part in parts if part])

    def join_sentences(self, sentences: Iterable[Inlines]) -> Inlines:
        """Join sentences, leaving out empty ones."""
        return self.chain("behind", sentences)

    def named(self, kind: str, key: str) -> Inlines:
        """Return a link to the entry of a kind and key; the key itself for an unknown entry."""
        entry = self.ruleset.entries.get(f"{kind}.{key}")
        return (blocks.Text(key),) if entry is None else (self.link(entry),)


def new_context(
    ruleset: Ruleset,
    shown: Callable[[RenderContext, Entry], Blocks],
    comparison: Comparison | None = None,
) -> RenderContext:
    """Return a context for a ruleset. With a `comparison`, entries show the changes of packs."""
    changed = () if comparison is None else comparison.entries
    return RenderContext(
        ruleset=ruleset,
        patterns=phrases_of(ruleset),
        shown=shown,
        remarks=ruleset.once(remarks_in),
        changed={change.id: change for entry in changed for change in entry.tree()},
        local={},
    )


def kind_word(ctx: RenderContext, entry: Entry) -> str:
    """Return the word for the kind of an entry."""
    return ctx.word(f"kind.{kind_of(entry.id)}")


STANDALONE_LABELS: Final[Mapping[str, str]] = {"text": "words", "constants": "constant"}
"""Keys of other labels for fields whose usual label is unclear outside their entry."""


def setting_word(ctx: RenderContext, key: str) -> str:
    """Return the label of a field for use outside its entry, as in a diff."""
    return ctx.word(f"label.{STANDALONE_LABELS.get(key, key)}")


def nothing(_ctx: RenderContext, _entry: Entry) -> Blocks:
    """Return no blocks: plain text leaves out `[[show: id]]`."""
    return ()
