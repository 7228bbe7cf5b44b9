"""What follows from removals: notes and examples go with what they are about, lists grow shorter.

What is used instead is another thing: what was said about the removed one is not true of it. But it
stands in lists. Rules that name what is gone are errors, told by the link stage.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from freed6c.model.kinds import CLASSES
from freed6c.model.shape import Field, written
from freed6c.overlay.lists import lists_of_references
from freed6c.overlay.written import as_text_of
from freed6c.packs.ids import entries_of, tails
from freed6c.packs.kinds import TOP
from freed6c.packs.pack import Removed
from freed6c.packs.provenance import Origin

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from freed6c.overlay.applying import Applying
    from freed6c.overlay.conflicts.touches import Touch
    from freed6c.packs.data import Data, KeyPath


@dataclass(frozen=True, slots=True)
class Gone:
    """What was taken away, by its id, and how else that was written.

    `lost` and `there` are ids of what is gone and of what is not, by every tail of one. `instead`
    leads to what is used in its place, where something is.
    """

    acts: Mapping[str, Touch]
    lost: Mapping[str, Sequence[str]]
    there: Mapping[str, Sequence[str]]
    instead: Mapping[str, str]

    @classmethod
    def of(cls, applying: Applying) -> Gone:
        """Those that were removed and are not back."""
        there = [id_ for id_, _, _ in entries_of(applying.ledger.tree)]
        acts = {id_: act for id_, act in applying.gone.items() if id_ not in there}
        instead = {id_: one.id for id_, one in applying.instead.items() if id_ in acts}
        return cls(acts, _by_tail(acts), _by_tail(there), instead)

    def meant(self, reference: Data, kinds: Collection[str] = ()) -> str:
        """The id of what a reference means, if that is gone; empty where it is there."""
        text = reference if isinstance(reference, str) else ""
        lost = [id_ for id_ in self.lost.get(text, ()) if _fits(id_, kinds)]
        there = any(_fits(id_, kinds) for id_ in self.there.get(text, ()))
        return "" if there or not lost else lost[-1]

    def act(self, reference: Data) -> Touch | None:
        """Who removed what a reference means; None where it means something that is there."""
        return self.acts.get(self.meant(reference))

    def above(self, address: Data) -> Touch | None:
        """The same for the address of a value inside an entry."""
        steps = str(address).split(".")
        for depth in range(len(steps), 1, -1):
            for id_ in self.lost.get(".".join(steps[:depth]), ()):
                return self.acts[id_]
        return None


def _by_tail(ids: Iterable[str]) -> Mapping[str, Sequence[str]]:
    found: dict[str, list[str]] = {}
    for id_ in ids:
        for tail in tails(id_):
            found.setdefault(tail, []).append(id_)
    return found


def _fits(id_: str, kinds: Collection[str]) -> bool:
    return not kinds or id_.partition(".")[0] in kinds


def follow(applying: Applying) -> Mapping[str, Removed]:
    """Leave out all that is only there for the sake of what was removed, and tell what that was."""
    if not applying.gone:
        return {}
    gone = Gone.of(applying)
    if gone.instead:
        _once(applying, gone)
    for kind in TOP.values():
        marked = [f for f in written(CLASSES[kind.name]) if f.about or f.mentions]
        section = applying.ledger.tree.get(kind.key)
        for key in list(section) if marked and isinstance(section, dict) else ():
            for field in marked:
                _follow(applying, gone, (kind.key, key), field)
    return {
        id_: Removed(id_, act.value, act.pack, act.address, gone.instead.get(id_, ""))
        for id_, act in gone.acts.items()
    }


def _once(applying: Applying, gone: Gone) -> None:
    """What is used instead stands in a list once, also where it stood there already."""
    for path, kinds in list(lists_of_references(applying.ledger.tree)):
        held = applying.ledger.get(path)
        assert isinstance(held, list)
        _take(applying, path, list(_needless(gone, held, kinds)))


def _needless(
    gone: Gone, held: list[Data], kinds: Collection[str]
) -> Iterator[tuple[int, Touch]]:
    """Items in whose place something would stand that the list has."""
    meant = [gone.meant(one, kinds) for one in held]
    has = {as_text_of(one) for one, id_ in zip(held, meant, strict=True) if not id_}
    for position, id_ in enumerate(meant):
        if id_ in gone.instead:
            other = gone.instead[id_]
            if not has.isdisjoint(tails(other)):
                yield position, gone.acts[id_]
            has.add(other)


def _take(
    applying: Applying, path: KeyPath, needless: Sequence[tuple[int, Touch]]
) -> None:
    """Take items out of a list, from its end."""
    held = applying.ledger.get(path)
    assert isinstance(held, list)
    for position, act in reversed(needless):
        applying.ledger.take(path, position, _record(act, "take", held[position]))


def _follow(applying: Applying, gone: Gone, path: KeyPath, field: Field) -> None:
    held = applying.ledger.get((*path, field.key))
    if held is None or applying.ledger.get(path) is None:
        return
    references: list[Data] = held if isinstance(held, list) else [held]
    lost = [
        (position, act)
        for position, act in _lost(gone, references)
        if field.about or gone.meant(references[position]) not in gone.instead
    ]
    if not lost:
        return
    if field.about and len(lost) == len(references):
        before = applying.ledger.get(path)
        applying.ledger.drop(path, _record(lost[-1][1], "remove", before))
    else:
        _take(applying, (*path, field.key), lost)


def _lost(gone: Gone, references: list[Data]) -> Iterator[tuple[int, Touch]]:
    for position, one in enumerate(references):
        act = gone.act(one) or gone.above(one)
        if act is not None:
            yield position, act


def _record(act: Touch, word: str, before: Data | None) -> Origin:
    return Origin(
        pack=act.pack, address=act.address, operation=word, before=before, why=act.why
    )
