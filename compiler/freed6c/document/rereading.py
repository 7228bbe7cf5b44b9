"""List the texts that can be outdated because they mention a rule that a later pack changed.

Only a person can decide whether such a text is still true, so this is a list to read, not
diagnostics. The likeliest come first: the text of the changed rule itself, texts that link to it,
texts that name it, and last the notes on open questions.

Packs are numbered in the order in which they are applied: the number is the "turn" of a pack. A
text is listed if a rule changed in a later turn than the text.
"""

from __future__ import annotations

from collections import Counter
from operator import itemgetter
from typing import TYPE_CHECKING, Final, NamedTuple

from freed6c.model.addresses import ProvenanceIndex, name_of
from freed6c.model.entry_contents import prose_in, prose_of
from freed6c.model.names_in_texts import by_first_word, forms, names_in, visible
from freed6c.model.prose import one_line, references_in, sentence_around
from freed6c.model.tree_values import values
from freed6c.model.type_hints import CLASSES
from freed6c.model.value_lookup import path_of
from freed6c.packs.data import as_map
from freed6c.packs.ids import entry_at, id_at
from freed6c.packs.kinds import BY_NAME
from freed6c.packs.provenance import CHANGED
from freed6c.runtime.entries.notes import (
    Chapter,
    CharacterEntry,
    Example,
    Note,
    Option,
    PanelEntry,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.data import KeyPath
    from freed6c.packs.location import Location, Span
    from freed6c.packs.pack import MergedRuleset
    from freed6c.runtime.record import Entry


class TextToReread(NamedTuple):
    """A text to reread: address, place in a file, the sentence, and ids of the rules in it.

    `left_out` is True if the sentence is no longer in the text; then no rules are listed.
    """

    address: str
    span: Span | None
    sentence: str
    about: tuple[str, ...]
    left_out: bool = False


OWN, LINK, NAME, QUESTION = range(4)
"""The reasons to reread a text, the likeliest first: it is the rule's own text, links to the rule,
names the rule, or is an open question."""
TELLING: Final = (Chapter, CharacterEntry, Example, Note, Option, PanelEntry)
"""Kinds that describe rules but are not rules."""
PLAYED: Final = (CharacterEntry, Example)
"""Kinds that need no rereading, because checks play them and report errors."""
SHOWN: Final = frozenset({"name", "plural", "aliases", "called"})
"""Fields with names that readers see."""
NAMES: Final = SHOWN | {"keywords", "source", "attested"}
"""Fields with names and sources, whose change leaves the rule itself as it is."""
LASTING: Final = CHANGED | {"take", "remove"}
"""Operations that can make texts untrue; an addition leaves them true."""
COMMON: Final = 20
"""A name in more texts than this, without a link, is an ordinary word, so only links count."""


class Text(NamedTuple):
    """A text with its entry and path, or a name of the entry or in it."""

    entry: Entry | None
    path: KeyPath
    words: str
    is_name: bool

    @property
    def is_sure(self) -> bool:
        """True if no change of a rule can make the text untrue, except leaving the rule out."""
        return self.is_name or isinstance(self.entry, PLAYED)


class Subject(NamedTuple):
    """A changed rule: its id and name, and the turn of the last change.

    If it is `left_out`, its name counts everywhere: in names and examples, and as an ordinary word.
    """

    id: str
    name: str
    turn: int
    left_out: bool = False

    def is_named(self, text: Text, start: int) -> bool:
        """Return whether the name at a character of a text, in any case, means this rule.

        If an entry is nested in another, a single word in small letters is an ordinary word, such
        as the row *Light*.
        """
        is_nested = BY_NAME[self.id.partition(".")[0]].parent is not None
        is_word = is_nested and " " not in self.name
        return self.left_out or not (
            text.is_sure or (is_word and not text.words.startswith(self.name, start))
        )


class Mention(NamedTuple):
    """A mention of a changed rule in a text: the reason, and the characters from start to end."""

    reason: int
    start: int
    end: int
    subject: Subject


def texts_to_reread(
    merged: MergedRuleset, ruleset: Ruleset, packs: Collection[str]
) -> tuple[TextToReread, ...]:
    """Return the texts that mention rules which these packs changed, and that are older."""
    index = ProvenanceIndex.of(merged)
    turns = {pack: turn for pack, turn in index.turns.items() if pack in packs}
    # A removal changes texts and lists that its author has not read.
    removals = {removed.address for removed in merged.removed.values()}
    changed = _changed(ruleset, turns, removals)
    subjects = [*changed.values(), *_removed(ruleset, turns)]
    if not subjects:
        return ()
    texts = [Text(*prose, is_name=False) for prose in prose_of(ruleset)]
    texts += [
        Text(ruleset.entries.get(id_at(v.owner)), v.path, v.data, is_name=True)
        for v in values(merged.tree)
        if isinstance(v.data, str) and not SHOWN.isdisjoint(v.fields)
    ]
    linked = [[*_linked(ruleset, text, changed)] for text in texts]
    named = _named(texts, linked, subjects)
    outdated: list[tuple[int, TextToReread]] = []
    for text, links, names in zip(texts, linked, named, strict=True):
        chain = ruleset.provenance.chain(text.path)
        edits = [index.turns[o.pack] for o in chain if o.address not in removals]
        written = max(edits, default=0)
        mentions = [m for m in sorted((*links, *names)) if m.subject.turn > written]
        if mentions:
            reason = QUESTION if isinstance(text.entry, Note) else mentions[0].reason
            outdated.append((reason, _to_reread(ruleset, index, text, mentions)))
    left_out = (
        TextToReread(
            name_of(cut.path), index.span(cut.source), cut.passage, (), left_out=True
        )
        for cut in merged.left_out
        if cut.pack in packs
    )
    return (*left_out, *(text for _, text in sorted(outdated, key=itemgetter(0))))


def _to_reread(
    ruleset: Ruleset,
    index: ProvenanceIndex,
    text: Text,
    mentions: Sequence[Mention],
) -> TextToReread:
    """Return a text with the sentence of its first link or name, or else its first sentence."""
    first = next((m for m in mentions if m.reason != OWN), mentions[0])
    written = ruleset.provenance.words_at(text.path, first.start, first.end)
    start, end = sentence_around(text.words, first.start, first.end)
    return TextToReread(
        address=name_of(text.path),
        span=None if written is None else index.span(written.address),
        sentence=one_line(text.words[start:end]),
        about=tuple(dict.fromkeys(mention.subject.id for mention in mentions)),
    )


def _changed(
    ruleset: Ruleset, turns: Mapping[str, int], removals: Collection[Location]
) -> Mapping[KeyPath, Subject]:
    """Return the rules that packs changed, by their paths; `turns` has the turn of each pack.

    Changes of prose don't count, because whoever changes a text has read it. Consequences of
    `removals` don't count either, because the removed entries do.
    """
    changed: dict[KeyPath, Subject] = {}
    for path, origins in ruleset.provenance.records.items():
        # 0 for packs that are not in `turns`, whose changes don't count.
        changed_in = [
            turns.get(origin.pack, 0)
            for origin in origins
            if origin.operation in LASTING and origin.address not in removals
        ]
        if not any(changed_in):
            continue
        at = entry_at(path)[2]
        entry = ruleset.entries.get(id_at(at))
        if entry is None or isinstance(entry, TELLING) or path[-1] in NAMES:
            continue
        if path not in {place for place, _ in prose_in(ruleset, entry)}:
            turn = max(*changed_in, changed[at].turn if at in changed else 0, 0)
            changed[at] = Subject(entry.id, entry.name, turn)
    return changed


def _removed(ruleset: Ruleset, turns: Mapping[str, int]) -> Iterator[Subject]:
    """Yield the rules that packs removed; texts can name them, but links to them are errors."""
    for removed in ruleset.removals.by_id.values():
        kind = removed.id.partition(".")[0]
        if removed.pack in turns and not issubclass(CLASSES[kind], TELLING):
            name = str(as_map(removed.body).get("name", ""))
            turn = turns[removed.pack]
            yield Subject(removed.id, name, turn, left_out=removed.left_out)


def _linked(
    ruleset: Ruleset, text: Text, changed: Mapping[KeyPath, Subject]
) -> Iterator[Mention]:
    """Yield the changed rule that a text belongs to, and the changed rules that it links to.

    Quoted values (`[[=address]]`) don't count, because they are always up to date.
    """
    if text.is_sure:
        return
    at = entry_at(text.path)[2]
    if at in changed:
        yield Mention(OWN, 0, 0, changed[at])
    for reference in references_in(text.words) if "[[" in text.words else ():
        if reference.kind == "link":
            target = path_of(ruleset, reference.target)
            subject = changed.get(entry_at(target)[2]) if target else None
            if subject is not None:
                yield Mention(LINK, reference.start, reference.end, subject)


def _named(
    texts: Sequence[Text],
    linked: Sequence[Sequence[Mention]],
    subjects: Iterable[Subject],
) -> Sequence[Sequence[Mention]]:
    """Return the changed rules that each text names without a link, except `COMMON` names."""
    by_name = {form.lower(): s for s in subjects for form in forms(s.name) if s.name}
    words = by_first_word(by_name)
    named = [
        [
            Mention(NAME, start, start + len(name), subject)
            for start, name in names_in(visible(text.words).lower(), words)
            if (subject := by_name[name]).is_named(text, start)
            and all(link.subject != subject for link in links)
        ]
        for text, links in zip(texts, linked, strict=True)
    ]
    # The number of texts that name each rule.
    counts = Counter(
        subject for mentions in named for subject in {m.subject for m in mentions}
    )
    return [
        [m for m in mentions if m.subject.left_out or counts[m.subject] <= COMMON]
        for mentions in named
    ]
