"""Texts to reread: they speak of what a pack has changed, and it has not touched them.

Only people can say whether such a text is still true. So these are no diagnostics but a list, the
likeliest first: the text of what was changed, those that link to it, those that name it; open
questions last.
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
    """A text: its address and place in a file, its sentence, and what this speaks of, by ids."""

    address: str
    span: Span | None
    sentence: str
    about: tuple[str, ...]


OWN, LINK, NAME, QUESTION = range(4)
"""Why a text may be wrong now, the likeliest reason first."""
TELLING: Final = (Chapter, CharacterEntry, Example, Note, Option, PanelEntry)
"""Kinds that tell of rules and are none."""
PLAYED: Final = (CharacterEntry, Example)
"""Kinds that are wrong only if playing them says so."""
NAMES: Final = frozenset(
    {"name", "plural", "aliases", "keywords", "source", "attested"}
)
"""Settings that say what something is called, or where that is said."""
LASTING: Final = CHANGED | {"take", "remove"}
"""Operations that make something otherwise: what is only added leaves texts true."""
COMMON: Final = 20
"""A name that stands without a link in more texts is a word like others: only links count then."""


class Subject(NamedTuple):
    """A rule that was changed: its id and name, and the turn of the last change."""

    id: str
    name: str
    turn: int


class Mention(NamedTuple):
    """Why a text speaks of a subject, and the characters that do."""

    reason: int
    start: int
    end: int
    subject: Subject


def texts_to_reread(
    merged: MergedRuleset, ruleset: Ruleset, packs: Collection[str]
) -> tuple[TextToReread, ...]:
    """All texts that speak of rules which these packs changed, and were not written since."""
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
    found: list[tuple[int, TextToReread]] = []
    for (entry, path, text), links, names in zip(texts, linked, named, strict=True):
        chain = ruleset.provenance.chain(path)
        read = max((index.turns[origin.pack] for origin in chain), default=0)
        mentions = [m for m in sorted((*links, *names)) if m.subject.turn > read]
        if mentions:
            reason = QUESTION if isinstance(entry, Note) else mentions[0].reason
            found.append((reason, _told(ruleset, index, path, text, mentions)))
    return tuple(text for _, text in sorted(found, key=itemgetter(0)))


def _told(
    ruleset: Ruleset,
    index: ProvenanceIndex,
    path: KeyPath,
    text: str,
    mentions: Sequence[Mention],
) -> TextToReread:
    """A text with the sentence of its first words that speak of something; else with its first."""
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
    """The rules that packs changed, by their paths. Words were read when they were changed."""
    changed: dict[KeyPath, Subject] = {}
    for path, origins in ruleset.provenance.records.items():
        done = [turns.get(o.pack, 0) for o in origins if o.operation in LASTING]
        if not any(done):
            continue
        at = entry_at(path)[2]
        entry = ruleset.entries.get(id_at(at))
        if entry is None or isinstance(entry, TELLING) or path[-1] in NAMES:
            continue
        if path not in {place for place, _ in prose_in(ruleset, entry)}:
            turn = max(*done, changed[at].turn if at in changed else 0, 0)
            changed[at] = Subject(entry.id, entry.name, turn)
    return changed


def _removed(ruleset: Ruleset, turns: Mapping[str, int]) -> Iterator[Subject]:
    """What packs removed: texts name it, none links to it any more."""
    for removed in ruleset.removals.by_id.values():
        kind = removed.id.partition(".")[0]
        if removed.pack in turns and not issubclass(CLASSES[kind], TELLING):
            name = str(as_map(removed.body).get("name", ""))
            yield Subject(removed.id, name, turns[removed.pack])


def _linked(
    ruleset: Ruleset, path: KeyPath, text: str, changed: Mapping[KeyPath, Subject]
) -> Iterator[Mention]:
    """What is changed and has this text, and what the text links to.

    A value that a text quotes is always that of the day.
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
    """The subjects that each text names without a link, but for those of a common word."""
    by_name = {subject.name: subject for subject in subjects if subject.name}
    loose = {name.lower(): s for name, s in by_name.items() if not _is_word(s)}
    exactly, loosely = by_first_word(by_name), by_first_word(loose)
    found = [
        [
            Mention(NAME, start, start + len(name), known[name])
            for known, words, searched in (
                (by_name, exactly, visible(text)),
                (loose, loosely, visible(text).lower()),
            )
            for start, name in names_in(searched, words)
            if all(link.subject != known[name] for link in links)
        ]
        for text, links in zip(texts, linked, strict=True)
    ]
    counts = Counter(
        subject for mentions in found for subject in {m.subject for m in mentions}
    )
    return [[m for m in mentions if counts[m.subject] <= COMMON] for mentions in found]


def _is_word(subject: Subject) -> bool:
    """Whether a name is a word like others in small letters: *Light*, of a part of something."""
    kind = BY_NAME[subject.id.partition(".")[0]]
    return kind.parent is not None and " " not in subject.name
