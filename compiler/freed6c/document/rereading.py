"""Texts to reread: they speak of what a pack has changed, and it has not touched them.

Only people can say whether such a text is still true. So these are no diagnostics but a list, the
likeliest first: the text of what was changed, those that link to it, those that name it; open
questions last.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from operator import itemgetter
from typing import TYPE_CHECKING, Final, NamedTuple

from freed6c.model.addresses import ProvenanceIndex, name_of
from freed6c.model.names_in_texts import by_first_word, names_in, visible
from freed6c.model.prose import one_line, references_in, sentence_around
from freed6c.model.shape import CLASSES
from freed6c.model.values import path_of
from freed6c.model.walk import prose_in
from freed6c.packs.data import as_map
from freed6c.packs.ids import entry_at, id_at
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


@dataclass(frozen=True, slots=True, kw_only=True)
class TextToReread:
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
COMMON: Final = 12
"""A name that stands in more texts than this is a word like others: only links are looked at."""


class Subject(NamedTuple):
    """A rule that was changed: its id, and its name in small letters."""

    id: str
    name: str


class Mention(NamedTuple):
    """Why a text speaks of a subject, and the characters that do."""

    reason: int
    start: int
    end: int
    subject: Subject


def texts_to_reread(
    merged: MergedRuleset, ruleset: Ruleset, packs: Collection[str]
) -> tuple[TextToReread, ...]:
    """All texts that speak of rules which these packs changed, and that they did not touch."""
    changed = _changed(ruleset, packs)
    subjects = [*changed.values(), *_removed(ruleset, packs)]
    if not subjects:
        return ()
    texts = [
        (entry, path, text)
        for entry in ruleset.entries.values()
        if not isinstance(entry, PLAYED)
        for path, text in prose_in(ruleset, entry)
    ]
    named = _named([text for *_, text in texts], subjects)
    marks = ProvenanceIndex.of(merged)
    found: list[tuple[int, TextToReread]] = []
    for (entry, path, text), names in zip(texts, named, strict=True):
        mentions = sorted((*_linked(ruleset, path, text, changed), *names))
        chain = ruleset.provenance.chain(path)
        if not mentions or any(origin.pack in packs for origin in chain):
            continue
        first = mentions[0]
        start, end = sentence_around(text, first.start, first.end)
        written = ruleset.provenance.words_at(path, first.start, first.end)
        told = TextToReread(
            address=name_of(path),
            span=None if written is None else marks.span(written.address),
            sentence=one_line(text[start:end]),
            about=tuple(dict.fromkeys(mention.subject.id for mention in mentions)),
        )
        reason = QUESTION if isinstance(entry, Note) else first.reason
        found.append((reason, told))
    return tuple(text for _, text in sorted(found, key=itemgetter(0)))


def _changed(ruleset: Ruleset, packs: Collection[str]) -> Mapping[KeyPath, Subject]:
    """The rules that packs changed, by their paths. Words were read when they were changed."""
    changed: dict[KeyPath, Subject] = {}
    for path, origins in ruleset.provenance.records.items():
        if not any(o.pack in packs and o.operation in LASTING for o in origins):
            continue
        at = entry_at(path)[2]
        entry = ruleset.entries.get(id_at(at))
        if entry is None or isinstance(entry, TELLING) or path[-1] in NAMES:
            continue
        if path not in {place for place, _ in prose_in(ruleset, entry)}:
            changed[at] = Subject(entry.id, entry.__dict__.get("name", "").lower())
    return changed


def _removed(ruleset: Ruleset, packs: Collection[str]) -> Iterator[Subject]:
    """What packs removed: texts name it, none links to it any more."""
    for removed in ruleset.removals.by_id.values():
        kind = removed.id.partition(".")[0]
        if removed.pack in packs and not issubclass(CLASSES[kind], TELLING):
            yield Subject(removed.id, str(as_map(removed.body).get("name", "")).lower())


def _linked(
    ruleset: Ruleset, path: KeyPath, text: str, changed: Mapping[KeyPath, Subject]
) -> Iterator[Mention]:
    """What is changed and has this text, and what the text links to.

    A value that a text quotes is always that of the day.
    """
    at = entry_at(path)[2]
    if at in changed:
        yield Mention(OWN, 0, 0, changed[at])
    for reference in references_in(text, headings=True) if "[[" in text else ():
        if reference.kind == "link":
            target = path_of(ruleset, reference.target)
            subject = changed.get(entry_at(target)[2]) if target else None
            if subject is not None:
                yield Mention(LINK, reference.start, reference.end, subject)


def _named(
    texts: Sequence[str], subjects: Iterable[Subject]
) -> Sequence[Sequence[Mention]]:
    """The subjects that each text names, but for those that go by a common word."""
    by_name = {subject.name: subject for subject in subjects if subject.name}
    index = by_first_word(by_name)
    found = [list(names_in(visible(text).lower(), index)) for text in texts]
    counts = Counter(name for names in found for name in {name for _, name in names})
    return [
        [
            Mention(NAME, start, start + len(name), by_name[name])
            for start, name in names
            if counts[name] <= COMMON
        ]
        for names in found
    ]
