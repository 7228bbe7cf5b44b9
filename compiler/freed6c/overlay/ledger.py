"""The state of a merge: the tree with the origin of every value in it, and the edits."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from freed6c.overlay.edits import Act, Edit, EditLog, PackOrder
from freed6c.packs.data import Data, KeyPath, as_map, as_text, walk
from freed6c.packs.ids import find_path
from freed6c.packs.provenance import Origin, Provenance

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.overlay.conflicts import Settlement
    from freed6c.overlay.options import Selection
    from freed6c.packs.operations import Operation
    from freed6c.packs.pack import Pack, Redirect


@dataclass(slots=True)
class Ledger:
    """The merged tree with its origins. Data of packs is never changed: maps are copied on write.

    `past` are the origins of values that were overwritten or removed.
    """

    tree: dict[str, Data] = field(default_factory=dict)
    records: dict[KeyPath, tuple[Origin, ...]] = field(default_factory=dict)
    past: list[tuple[KeyPath, Origin]] = field(default_factory=list)
    problems: list[Diagnostic] = field(default_factory=list)

    @property
    def provenance(self) -> Provenance:
        """All records so far, to ask."""
        return Provenance(self.records, self.past)

    def get(self, path: KeyPath) -> Data | None:
        """The value at a path, or None."""
        return walk(self.tree, path)

    def find(self, address: str) -> KeyPath | None:
        """The path that an address names, if something stands there."""
        path = find_path(self.tree, address)
        return None if path is None or self.get(path) is None else path

    def write(self, path: KeyPath, value: Data, origin: Origin) -> None:
        """Add an entry to a top section, which is made if it does not exist."""
        section = self.tree.setdefault(str(path[0]), {}) if len(path) > 1 else self.tree
        assert isinstance(section, dict)
        section[str(path[-1])] = value
        self.records[path] = (*self.records.get(path, ()), origin)

    def put(self, path: KeyPath, value: Data, origin: Origin) -> None:
        """Set the value at a path; maps on the way are made.

        Records below the path move to `past`: what they were about is overwritten.
        """
        self._edit(path[:-1], lambda held: {**held, str(path[-1]): value})
        self._retire_below(path)
        self.record(path, origin)

    def insert(self, path: KeyPath, value: Data, at: int, origin: Origin) -> None:
        """Put a key in a map, or elsewhere in it, with `at` of the other keys before it."""

        def inserted(held: dict[str, Data]) -> dict[str, Data]:
            others = [item for item in held.items() if item[0] != path[-1]]
            return dict([*others[:at], (str(path[-1]), value), *others[at:]])

        self._edit(path[:-1], inserted)
        self.record(path, origin)

    def drop(self, path: KeyPath, origin: Origin) -> None:
        """Remove a key; `origin` stays as the record at its path, and has the old value."""
        key = path[-1]
        self._edit(
            path[:-1],
            lambda held: {name: value for name, value in held.items() if name != key},
        )
        self._retire_below(path)
        self.record(path, origin)

    def append(self, path: KeyPath, item: Data, origin: Origin) -> None:
        """Add an item at the end of a list, with an origin of its own."""
        held = self.get(path)
        items = held if isinstance(held, list) else []
        self._edit(path[:-1], lambda above: {**above, str(path[-1]): [*items, item]})
        self.record((*path, len(items)), origin)

    def take(self, path: KeyPath, position: int, origin: Origin) -> None:
        """Remove one item of a list.

        Items behind it move up by one, and so do their records. An item without a record of its own
        has its address by its position (`skills.2` in the file that wrote the list): it is pinned
        first, or it would get the address of its neighbor.
        """
        held = self.get(path)
        assert isinstance(held, list)
        for later in range(position + 1, len(held)):
            self._pin_address((*path, later))
        left = [*held[:position], *held[position + 1 :]]
        self._edit(path[:-1], lambda above: {**above, str(path[-1]): left})
        depth = len(path)
        kept: dict[KeyPath, tuple[Origin, ...]] = {}
        for place, origins in self.records.items():
            step = place[depth] if len(place) > depth else None
            if place[:depth] != path or not isinstance(step, int) or step < position:
                kept[place] = origins
            elif step > position:
                kept[(*path, step - 1, *place[depth + 1 :])] = origins
        self.records = kept
        self.record(path, origin)

    def rename(self, path: KeyPath, key: str, origin: Origin) -> None:
        """Give the value at a path another key, in its old place; its records go with it."""
        self._pin_address(path)
        old, depth = path[-1], len(path) - 1
        self._edit(
            path[:-1],
            lambda held: {
                (key if name == old else name): value for name, value in held.items()
            },
        )

        def moved(place: KeyPath) -> KeyPath:
            inside = place[: depth + 1] == path
            return (*path[:-1], key, *place[depth + 1 :]) if inside else place

        self.records = {
            moved(place): origins for place, origins in self.records.items()
        }
        self.past = [(moved(place), origins) for place, origins in self.past]
        self.record((*path[:-1], key), origin)

    def record(self, path: KeyPath, origin: Origin) -> None:
        """Add an origin to the records of a path."""
        self.records[path] = (*self.records.get(path, ()), origin)

    def _pin_address(self, path: KeyPath) -> None:
        """Record the address of a value before its path stops leading to it in its file."""
        address, pack = self.provenance.location(path), self.provenance.writer(path)
        if address is not None:
            self.record(path, Origin(pack=pack, address=address, operation="stands"))

    def _retire_below(self, path: KeyPath) -> None:
        depth = len(path)
        below = [
            place
            for place in self.records
            if len(place) > depth and place[:depth] == path
        ]
        for place in below:
            self.past += ((place, origin) for origin in self.records.pop(place))

    def _edit(
        self, path: KeyPath, change: Callable[[dict[str, Data]], dict[str, Data]]
    ) -> None:
        self.tree = _edited(self.tree, path, change)


def _edited(
    tree: dict[str, Data],
    path: KeyPath,
    change: Callable[[dict[str, Data]], dict[str, Data]],
) -> dict[str, Data]:
    """A copy of the tree along a path, with the map at its end changed."""
    if not path:
        return change(tree)
    key = str(path[0])
    below = tree.get(key, {})
    if isinstance(below, list):
        item, at = below[int(path[1])], int(path[1])
        assert isinstance(item, dict)
        items = [*below[:at], _edited(item, path[2:], change), *below[at + 1 :]]
        return {**tree, key: items}
    assert isinstance(below, dict)
    return {**tree, key: _edited(below, path[1:], change)}


PIPS_PER_DIE: Final = ("die-codes", "pips-per-die")


@dataclass(slots=True, kw_only=True)
class MergeState:
    """What every operation reads and changes.

    `others` gives packs that are not applied, to explain missing ids. `removed` has the removal of
    each entry by its id, `redirects` the new id of each that was renamed or replaced by another.
    """

    packs: Sequence[Pack]
    others: Callable[[], Sequence[Pack]]
    precedence: PackOrder
    selection: Selection
    settlements: Sequence[Settlement]
    ledger: Ledger = field(default_factory=Ledger)
    edits: EditLog = field(init=False)
    removed: dict[str, Edit] = field(default_factory=dict)
    redirects: dict[str, Redirect] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.edits = EditLog(self.precedence)

    @property
    def pips_per_die(self) -> int:
        """How many pips make a die in this game."""
        pips = walk(self.ledger.tree, PIPS_PER_DIE)
        return pips if isinstance(pips, int) else 1

    @property
    def live_redirects(self) -> Mapping[str, Redirect]:
        """The redirects, but for those whose id a new entry has taken.

        What was renamed, and then removed with `use-instead`, leads to what is used.
        """
        return {
            id_: self._last(redirect)
            for id_, redirect in self.redirects.items()
            if self.ledger.find(id_) is None
        }

    def _last(self, redirect: Redirect) -> Redirect:
        """Where a redirect leads in the end."""
        seen: set[str] = set()
        last = redirect
        while last.id in self.redirects and last.id not in seen:
            if self.ledger.find(last.id) is not None:
                break
            seen.add(last.id)
            last = self.redirects[last.id]
        return last

    def siblings(self, path: KeyPath) -> Mapping[str, Data]:
        """The map that a key stands in, or would stand in."""
        return as_map(self.ledger.get(path[:-1]))

    def report(self, problem: Diagnostic) -> None:
        """Report what is wrong with an operation; the caller leaves it out."""
        self.ledger.problems.append(problem)

    def overruled(self, edit: Edit) -> bool:
        """Whether a settlement leaves an edit out; it is noted there then."""
        return any(settlement.overrules(edit, self) for settlement in self.settlements)

    def record(
        self,
        operation: Operation,
        path: KeyPath,
        act: Act,
        value: Data | None,
        anchor: tuple[str, ...] = (),
        *,
        ranked: bool = False,
    ) -> bool:
        """Add an edit to the log, with the conflicts it causes; return whether to carry it out.

        It is not carried out where a settlement overrules it (then it is not logged either), or
        where an unordered pack has made the same edit and once is enough.
        """
        edit = Edit.of(operation, path, act, value, anchor, ranked=ranked)
        if self.overruled(edit):
            return False
        repeated = self.edits.done_already(edit)
        self.edits.record(edit)
        return not repeated


def origin(
    operation: Operation,
    *,
    word: str = "",
    before: Data | None = None,
    after: Data | None = None,
    inside: KeyPath = (),
) -> Origin:
    """The origin of what an operation does; `inside` is the path of a part of its value."""
    return Origin(
        pack=operation.pack,
        address=operation.address.at(*inside),
        operation=word or operation.word,
        why=operation.why,
        before=before,
        after=after,
        option=operation.option,
    )


def same_data(value: Data | None, other: Data | None) -> bool:
    """Whether two values are equal and of one type: in Python, `1 == True`."""
    return value == other and type(value) is type(other)


def comparable_text(data: Data | None) -> str:
    """A value as text, so that `4` and `"4"` compare equal."""
    return str(data) if data is None or isinstance(data, dict | list) else as_text(data)
