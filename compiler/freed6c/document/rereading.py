"""List the texts that can be outdated because they mention a rule that a later pack changed.

Only a person can decide whether such a text is still true, so this is a list to read, not
diagnostics. The likeliest come first: the text of the changed rule itself, open questions about a
removed rule, texts that link to the rule or name it, its other texts, and last the notes on open
questions and texts with its name as an ordinary word.

Packs are numbered in the order in which they are applied: the number is the "turn" of a pack. A
text is listed if a rule changed in a later turn than the sentence that mentions it.
"""

from __future__ import annotations

from collections import Counter
from operator import itemgetter
from typing import TYPE_CHECKING, Final, NamedTuple

from freed6c.model.addresses import ProvenanceIndex, name_of
from freed6c.model.entry_contents import prose_in, prose_of
from freed6c.model.names_in_texts import LINKED, by_first_word, forms, names_in, visible
from freed6c.model.prose import one_line, references_in, sentence_around
from freed6c.model.tree_values import values
from freed6c.model.value_lookup import path_of
from freed6c.packs.data import as_map
from freed6c.packs.ids import entry_at, id_at, kind_of
from freed6c.packs.kinds import BY_NAME
from freed6c.packs.provenance import CHANGED
from freed6c.runtime.entries.notes import CharacterEntry, Example, Note

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


OWN, LINK, NAME, VALUE, DETAIL, QUESTION, WORD = range(7)
"""The reasons to reread a text, the likeliest first: it is the text of the rule, links to the rule,
names it, quotes a value of it, is another text in it, is an open question, or has the rule's name
as a word of everyday speech: *press your luck*."""
TELLING: Final = LINKED - {"choice"} | {"character"}
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


class PlacedText(NamedTuple):
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
    `paths` are the places that changed.
    """

    id: str
    name: str
    turn: int
    left_out: bool = False
    paths: tuple[KeyPath, ...] = ()

    def reason_in(self, text: PlacedText, start: int) -> int | None:
        """Return NAME, WORD or None for the name at a character of a text, in any case.

        A single word is a name only in a title, or with a capital inside a sentence. If an entry
        is nested in another, a word in small letters is no reason, such as the row *Light*.
        """
        is_small = " " not in self.name and not text.words[start].isupper()
        is_nested = BY_NAME[kind_of(self.id)].parent is not None
        if not self.left_out and (text.is_sure or (is_nested and is_small)):
            return None
        before = text.words[sentence_around(text.words, start, start)[0] : start]
        is_inside = " " in self.name or (not is_small and any(map(str.isalpha, before)))
        is_title = text.is_name and not isinstance(text.entry, Note)
        return NAME if is_title or is_inside else WORD


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
    texts = [PlacedText(*prose, is_name=False) for prose in prose_of(ruleset)]
    texts += [
        PlacedText(ruleset.entries.get(id_at(v.owner)), v.path, v.data, is_name=True)
        for v in values(merged.tree)
        if isinstance(v.data, str) and not SHOWN.isdisjoint(v.fields)
    ]
    linked = [[*_linked(ruleset, text, changed)] for text in texts]
    named = _named(texts, linked, subjects)
    outdated: list[tuple[int, KeyPath, TextToReread]] = []
    for text, links, names in zip(texts, linked, named, strict=True):
        mentions = [
            mention
            for mention in sorted((*links, *names))
            if mention.subject.turn > _read(index, text, mention, removals)
        ]
        if mentions:
            reason, _, _, subject = mentions[0]
            key = text.path
            if isinstance(text.entry, Note):  # only the likeliest text of a note
                is_gone = reason == NAME and subject.id in ruleset.removals.by_id
                reason, key = OWN if is_gone else max(reason, QUESTION), key[:2]
            outdated.append((reason, key, _to_reread(ruleset, index, text, mentions)))
    listed: dict[KeyPath, TextToReread] = {}
    for _, key, reread in sorted(outdated, key=itemgetter(0)):
        listed.setdefault(key, reread)
    left_out = (
        TextToReread(
            name_of(cut.path), index.span(cut.source), cut.passage, (), left_out=True
        )
        for cut in merged.left_out
        if cut.pack in packs
    )
    return (*left_out, *listed.values())


def _read(
    index: ProvenanceIndex,
    text: PlacedText,
    mention: Mention,
    removals: Collection[Location],
) -> int:
    """Return the turn of the last pack whose author has read the sentence of a mention."""
    at = mention.start, mention.end
    sentence = sentence_around(text.words, *at) if any(at) else (0, len(text.words))
    parts = index.merged.provenance.parts_at(text.path, *sentence)
    turns = (index.turns[p.pack] for p in parts if p.address.at() not in removals)
    return max(turns, default=0)


def _to_reread(
    ruleset: Ruleset,
    index: ProvenanceIndex,
    text: PlacedText,
    mentions: Sequence[Mention],
) -> TextToReread:
    """Return a text with the sentence of its first link or name, or else its first sentence."""
    first = next((m for m in mentions if m.end), mentions[0])
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
        if entry is None or kind_of(entry.id) in TELLING or path[-1] in NAMES:
            continue
        if path not in {place for place, _ in prose_in(ruleset, entry)}:
            name = "" if kind_of(entry.id) in LINKED else entry.name
            before = changed.get(at, Subject(entry.id, name, 0))
            turn = max(*changed_in, before.turn)
            changed[at] = before._replace(turn=turn, paths=(*before.paths, path))
    return changed


def _removed(ruleset: Ruleset, turns: Mapping[str, int]) -> Iterator[Subject]:
    """Yield the rules that packs removed; texts can name them, but links to them are errors."""
    for removed in ruleset.removals.by_id.values():
        if removed.pack in turns and kind_of(removed.id) not in LINKED:
            name = str(as_map(removed.body).get("name", ""))
            turn = turns[removed.pack]
            yield Subject(removed.id, name, turn, left_out=removed.left_out)


def _linked(
    ruleset: Ruleset, text: PlacedText, changed: Mapping[KeyPath, Subject]
) -> Iterator[Mention]:
    """Yield the changed rule that a text belongs to, and the changed rules that it links to.

    Quoted values (`[[=address]]`) are always up to date. They count if more than they changed.
    """
    if text.is_sure:
        return
    at = entry_at(text.path)[2]
    if at in changed:
        reason = OWN if text.path == (*at, "text") else DETAIL
        yield Mention(reason, 0, 0, changed[at])
    for reference in references_in(text.words) if "[[" in text.words else ():
        target = path_of(ruleset, reference.target)
        subject = changed.get(entry_at(target)[2]) if target else None
        if subject is None:
            continue
        is_link = reference.kind == "link"
        if is_link or (subject.id != id_at(at) and subject.paths != (target,)):
            reason = LINK if is_link else VALUE
            yield Mention(reason, reference.start, reference.end, subject)


def _named(
    texts: Sequence[PlacedText],
    linked: Sequence[Sequence[Mention]],
    subjects: Iterable[Subject],
) -> Sequence[Sequence[Mention]]:
    """Return the changed rules that each text names without a link, except `COMMON` names."""
    by_name = {form.lower(): s for s in subjects for form in forms(s.name) if s.name}
    words = by_first_word(by_name)
    named = [
        [
            Mention(reason, start, start + len(name), subject)
            for start, name in names_in(visible(text.words).lower(), words)
            if (reason := (subject := by_name[name]).reason_in(text, start)) is not None
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
