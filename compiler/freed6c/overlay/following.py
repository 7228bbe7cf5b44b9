"""What follows from removals: notes and examples go with what they are about, lists grow shorter.

What is used instead is another thing: what was said about the removed one is not true of it. But it
stands in lists. Rules that name what is gone are errors, told by the link stage.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from freed6c.model.kinds import CLASSES
from freed6c.model.shape import written
from freed6c.overlay.written import as_text_of
from freed6c.packs.ids import entries_of, tails
from freed6c.packs.kinds import TOP
from freed6c.packs.merged import Removed
from freed6c.packs.origins import Origin

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from freed6c.model.shape import Field
    from freed6c.overlay.applying import Applying
    from freed6c.overlay.conflicts.touches import Touch
    from freed6c.packs.data import Data, Path


@dataclass(frozen=True, slots=True)
class Gone:
    """Ids of what was taken away, and how else they were written.

    `instead` leads to what is used in its place, where something is.
    """

    lost: Mapping[str, Touch]
    acts: Mapping[str, Touch]
    known: frozenset[str]
    instead: Mapping[str, str]

    @classmethod
    def of(cls, applying: Applying) -> Gone:
        """Those that were removed and are not back."""
        there = [id_ for id_, _, _ in entries_of(applying.ledger.tree)]
        lost = {id_: act for id_, act in applying.gone.items() if id_ not in there}
        acts = {tail: act for id_, act in lost.items() for tail in tails(id_)}
        known = frozenset(tail for id_ in there for tail in tails(id_))
        instead = {
            tail: one.id
            for id_, one in applying.instead.items()
            if id_ in lost
            for tail in tails(id_)
        }
        return cls(lost, acts, known, instead)

    def act(self, reference: Data) -> Touch | None:
        """Who removed what a reference means; None where it means something that is there."""
        text = reference if isinstance(reference, str) else ""
        return None if text in self.known else self.acts.get(text)

    def above(self, address: Data) -> Touch | None:
        """The same for the address of a value inside an entry."""
        steps = str(address).split(".")
        for depth in range(len(steps), 1, -1):
            found = self.acts.get(".".join(steps[:depth]))
            if found is not None:
                return found
        return None


def follow(applying: Applying) -> Mapping[str, Removed]:
    """Leave out all that is only there for the sake of what was removed, and tell what that was."""
    if not applying.gone:
        return {}
    gone = Gone.of(applying)
    for kind in TOP.values():
        marked = [f for f in written(CLASSES[kind.name]) if f.about or f.mentions]
        section = applying.ledger.tree.get(kind.key)
        for key in list(section) if marked and isinstance(section, dict) else ():
            for field in marked:
                _follow(applying, gone, (kind.key, key), field)
    return {
        id_: Removed(id_, act.value, act.pack, act.address, gone.instead.get(id_, ""))
        for id_, act in gone.lost.items()
    }


def _follow(applying: Applying, gone: Gone, path: Path, field: Field) -> None:
    held = applying.ledger.get((*path, field.key))
    if held is None or applying.ledger.get(path) is None:
        return
    references: list[Data] = held if isinstance(held, list) else [held]
    lost = [
        (position, act)
        for position, act in _lost(gone, references)
        if field.about or not _stays(gone, references, position)
    ]
    if not lost:
        return
    if field.about and len(lost) == (len(held) if isinstance(held, list) else 1):
        before = applying.ledger.get(path)
        applying.ledger.drop(path, _record(lost[-1][1], "remove", before))
        return
    for position, act in reversed(lost):
        item = held[position] if isinstance(held, list) else held
        record = _record(act, "take", item)
        applying.ledger.take((*path, field.key), position, record)


def _lost(gone: Gone, references: list[Data]) -> Iterator[tuple[int, Touch]]:
    for position, one in enumerate(references):
        act = gone.act(one) or gone.above(one)
        if act is not None:
            yield position, act


def _stays(gone: Gone, references: list[Data], position: int) -> bool:
    """Whether something is used instead that the list does not have yet."""
    other = gone.instead.get(as_text_of(references[position]))
    beside = {
        gone.instead.get(one, one) if place < position else one
        for place, one in enumerate(map(as_text_of, references))
        if place != position
    }
    return other is not None and beside.isdisjoint(tails(other))


def _record(act: Touch, word: str, before: Data | None) -> Origin:
    return Origin(
        pack=act.pack, address=act.address, operation=word, before=before, why=act.why
    )
