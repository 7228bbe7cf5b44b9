"""`remove`: whole entries, keys of maps, items of lists; and what stands for an entry instead."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from freed6c.diagnostics.codes import overlays
from freed6c.diagnostics.diagnostic import Label
from freed6c.model.shape import CLASSES, Field, written
from freed6c.overlay.edits import Touch
from freed6c.overlay.ledger import as_text_of, body_of, origin
from freed6c.overlay.places import lists_of_references
from freed6c.overlay.targets import place_of, taken_away, target_of
from freed6c.packs.ids import entries_of, entry_at, find, id_at, tails
from freed6c.packs.kinds import TOP, Kind
from freed6c.packs.pack import Instead, Removed
from freed6c.packs.provenance import Origin
from freed6c.packs.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from freed6c.overlay.applying import Applying
    from freed6c.packs.data import Data, KeyPath
    from freed6c.packs.operations import Operation


def remove_entry(applying: Applying, operation: Operation) -> None:
    """An entry with all that stands in it; references go to another one, where that is said."""
    gone = applying.gone.get(operation.id)
    if gone is not None and applying.contested(gone.path):
        applying.claim(operation, gone.path, "remove", None)
        return
    if (
        gone is not None
        and id_at(gone.path) == operation.id
        and not applying.precedence.ordered(gone.pack, operation.pack)
    ):
        # Both want it gone; who is first does not matter.
        return
    path = target_of(applying, operation)
    if path is None:
        return
    if operation.value:
        _redirect(applying, operation, path)
    _remove(applying, operation, path)


def _redirect(applying: Applying, operation: Operation, path: KeyPath) -> None:
    """Other ids of the same kind stand for those that go."""
    instead = str(operation.value)
    other = find(applying.ledger.tree, instead)
    kind = entry_at(path)[0]
    if (
        other is None
        or applying.ledger.get(other) is None
        or entry_at(other)[0] != kind
    ):
        _not_instead(applying, operation, kind, other)
    else:
        stands = Instead(id_at(other), operation.pack, renamed=False)
        applying.instead[id_at(path)] = stands


def _not_instead(
    applying: Applying, operation: Operation, kind: Kind, other: KeyPath | None
) -> None:
    instead = str(operation.value)
    known = [
        id_
        for id_, one, _ in entries_of(applying.ledger.tree)
        if one == kind and id_ != operation.id
    ]
    if other is None or applying.ledger.get(other) is None:
        said = f"there is no '{instead}' to use instead of '{operation.id}'"
    else:
        said = f"'{instead}' is {entry_at(other)[0].said}, not {kind.said}"
    near = did_you_mean(instead, known)
    applying.report(
        overlays.NO_TARGET,
        said,
        Label(operation.address.at("use-instead"), f"name {kind.said}"),
        (f"what is used instead is of the same kind: {kind.name}.…", *near),
    )


def _remove(applying: Applying, operation: Operation, path: KeyPath) -> None:
    if not applying.claim(operation, path, "remove", None):
        return
    before = applying.ledger.get(path)
    assert before is not None
    for id_, _, place in entries_of(applying.ledger.tree):
        if place[: len(path)] == path:
            body = applying.ledger.get(place)
            applying.gone[id_] = _removal(operation, path, body)
    record = origin(operation, word="remove", before=before)
    applying.ledger.drop(path, record)


def _removal(operation: Operation, path: KeyPath, body: Data | None = None) -> Touch:
    return Touch(
        pack=operation.pack,
        act="remove",
        path=path,
        value=body,
        address=operation.address,
        why=operation.why,
    )


def take_out(applying: Applying, operation: Operation) -> None:
    """Keys out of a map or items out of a list, by what they are."""
    place = place_of(applying, operation)
    if place is None:
        return
    wanted = operation.value if isinstance(operation.value, list) else [operation.value]
    listed = isinstance(applying.ledger.get(place.path), list)
    if listed and not applying.claim(operation, place.path, "take", operation.value):
        return
    for position, one in enumerate(wanted):
        if listed:
            _take_item(applying, operation, place.path, one, position)
        else:
            _take_key(applying, operation, (*place.path, str(one)), position)


def _take_item(
    applying: Applying, operation: Operation, path: KeyPath, item: Data, position: int
) -> None:
    held = applying.ledger.get(path)
    assert isinstance(held, list)
    if item in held:
        record = origin(operation, word="take", before=item)
        applying.ledger.take(path, held.index(item), record)
    elif not _taken(applying, operation, path, item):
        _not_there(applying, operation, position, item, [str(one) for one in held])


def _taken(applying: Applying, operation: Operation, path: KeyPath, item: Data) -> bool:
    """Whether a pack without an order has taken the same item out."""
    return any(
        one.operation == "take"
        and one.before == item
        and not applying.precedence.ordered(one.pack, operation.pack)
        for one in applying.ledger.records.get(path, ())
    )


def _take_key(
    applying: Applying, operation: Operation, path: KeyPath, position: int
) -> None:
    if applying.ledger.get(path) is None:
        touch = _removal(operation, path)
        if not applying.touches.same(touch) and not taken_away(
            applying, operation, path
        ):
            beside = body_of(applying.ledger.get(path[:-1]) or {})
            _not_there(applying, operation, position, str(path[-1]), list(beside))
        return
    _remove(applying, operation, path)


def _not_there(
    applying: Applying,
    operation: Operation,
    position: int,
    item: Data,
    known: list[str],
) -> None:
    listed = isinstance(operation.value, list)
    applying.report(
        overlays.NO_TARGET,
        f"'{operation.place}' has no '{item}'",
        Label(operation.address.at(position) if listed else operation.address),
        did_you_mean(str(item), known)
        or ((f"here are: {', '.join(known[:12])}",) if known else ()),
    )


# What follows from removals: notes and examples go with what they are about, lists grow
# shorter.
#
# What is used instead is another thing: what was said about the removed one is not true
# of it. But it stands in lists. Rules that name what is gone are errors, told by the
# link stage.


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
