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
from freed6c.model.entry_contents import prose_in
from freed6c.model.names_in_texts import by_first_word, names_in, visible
from freed6c.model.prose import one_line, references_in, sentence_around
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
    from freed6c.packs.location import Span
    from freed6c.packs.pack import MergedRuleset


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
NAMES: Final = frozenset(
    {"name", "plural", "aliases", "keywords", "source", "attested"}
)
"""Fields with names and sources, whose change leaves the rule itself as it is."""
LASTING: Final = CHANGED | {"take", "remove"}
"""Operations that can make texts untrue; an addition leaves them true."""
COMMON: Final = 20
"""A name in more texts than this, without a link, is an ordinary word, so only links count."""


class Subject(NamedTuple):
    """A changed rule: its id and name, and the turn of the last change."""

    id: str
    name: str
    turn: int


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
    changed = _changed(ruleset, turns)
    subjects = [*changed.values(), *_removed(ruleset, turns)]
    if not subjects:
        return ()
    texts = [
        (entry, path, text)
        for entry in ruleset.entries.values()
        if not isinstance(entry, PLAYED)
        for path, text in prose_in(ruleset, entry)
    ]
    linked = [[*_linked(ruleset, path, text, changed)] for _, path, text in texts]
    named = _named([text for *_, text in texts], linked, subjects)
    outdated: list[tuple[int, TextToReread]] = []
    for (entry, path, text), links, names in zip(texts, linked, named, strict=True):
        chain = ruleset.provenance.chain(path)
        written = max((index.turns[origin.pack] for origin in chain), default=0)
        mentions = [m for m in sorted((*links, *names)) if m.subject.turn > written]
        if mentions:
            reason = QUESTION if isinstance(entry, Note) else mentions[0].reason
            outdated.append((reason, _to_reread(ruleset, index, path, text, mentions)))
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
    path: KeyPath,
    text: str,
    mentions: Sequence[Mention],
) -> TextToReread:
    """Return a text with the sentence of its first link or name, or else its first sentence."""
    first = next((m for m in mentions if m.reason != OWN), mentions[0])
    written = ruleset.provenance.words_at(path, first.start, first.end)
    start, end = sentence_around(text, first.start, first.end)
    return TextToReread(
        address=name_of(path),
        span=None if written is None else index.span(written.address),
        sentence=one_line(text[start:end]),
        about=tuple(dict.fromkeys(mention.subject.id for mention in mentions)),
    )


def _changed(ruleset: Ruleset, turns: Mapping[str, int]) -> Mapping[KeyPath, Subject]:
    """Return the rules that packs changed, by their paths; `turns` has the turn of each pack.

    Changes of prose don't count, because whoever changes a text has read it.
    """
    changed: dict[KeyPath, Subject] = {}
    for path, origins in ruleset.provenance.records.items():
        # 0 for packs that are not in `turns`, whose changes don't count.
        changed_in = [turns.get(o.pack, 0) for o in origins if o.operation in LASTING]
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
            yield Subject(removed.id, name, turns[removed.pack])


def _linked(
    ruleset: Ruleset, path: KeyPath, text: str, changed: Mapping[KeyPath, Subject]
) -> Iterator[Mention]:
    """Yield the changed rule that a text belongs to, and the changed rules that it links to.

    Quoted values (`[[=address]]`) don't count, because they are always up to date.
    """
    at = entry_at(path)[2]
    if at in changed:
        yield Mention(OWN, 0, 0, changed[at])
    for reference in references_in(text) if "[[" in text else ():
        if reference.kind == "link":
            target = path_of(ruleset, reference.target)
            subject = changed.get(entry_at(target)[2]) if target else None
            if subject is not None:
                yield Mention(LINK, reference.start, reference.end, subject)


def _named(
    texts: Sequence[str],
    linked: Sequence[Sequence[Mention]],
    subjects: Iterable[Subject],
) -> Sequence[Sequence[Mention]]:
    """Return the changed rules that each text names without a link, except `COMMON` names.

    Each text is searched twice: for names as they are written, and in small letters for names that
    are not ordinary words.
    """
    by_name = {subject.name: subject for subject in subjects if subject.name}
    by_small_name = {n.lower(): s for n, s in by_name.items() if not _is_word(s)}
    words, small_words = by_first_word(by_name), by_first_word(by_small_name)
    named = [
        [
            Mention(NAME, start, start + len(name), subject_of[name])
            for subject_of, first_words, searched in (
                (by_name, words, visible(text)),
                (by_small_name, small_words, visible(text).lower()),
            )
            for start, name in names_in(searched, first_words)
            if all(link.subject != subject_of[name] for link in links)
        ]
        for text, links in zip(texts, linked, strict=True)
    ]
    # The number of texts that name each rule.
    counts = Counter(
        subject for mentions in named for subject in {m.subject for m in mentions}
    )
    return [[m for m in mentions if counts[m.subject] <= COMMON] for mentions in named]


def _is_word(subject: Subject) -> bool:
    """Return True if a name in small letters is an ordinary word, such as the row *Light*.

    Single words count as such if they name an entry nested in another.
    """
    kind = BY_NAME[subject.id.partition(".")[0]]
    return kind.parent is not None and " " not in subject.name
