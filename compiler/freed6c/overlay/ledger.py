"""The state of a merge: the tree with the origin of every value, and the log of edits."""

from __future__ import annotations

from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from freed6c.diagnostics.suggest import Advice
from freed6c.overlay.edits import Act, Edit, EditLog, PackOrder, Resolution
from freed6c.packs.data import Data, KeyPath, as_list, as_map, as_text, walk
from freed6c.packs.grouping import grouped
from freed6c.packs.ids import entries_of, find_path, reached
from freed6c.packs.lazy import dataclass, field
from freed6c.packs.limits import Budget
from freed6c.packs.provenance import Origin, Provenance

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping, Sequence

    from freed6c.diagnostics.diagnostic import Code, Diagnostic
    from freed6c.overlay.options import Selection
    from freed6c.overlay.pieces import Piece
    from freed6c.packs.location import Location
    from freed6c.packs.operations import Operation
    from freed6c.packs.pack import Pack, Redirect, SourceFile


@dataclass()
class Ledger:
    """The merged tree, with the origins of its values.

    - `records`: the origins of values, by path, in the order of the operations.
    - `past`: the paths and origins of values that were overwritten or removed since.
    - `texts`: the pieces of reworded texts, by path.
    - `_own`: the maps and lists that belong to the ledger, by identity. The data of packs is never
      changed: a map or list is copied at its first change.
    - `_recorded`: an index of `records`, with the paths of records by each path above theirs. The
      inner dicts serve as ordered sets.
    """

    tree: dict[str, Data] = field(default_factory=dict)
    records: dict[KeyPath, tuple[Origin, ...]] = field(default_factory=dict)
    past: list[tuple[KeyPath, Origin]] = field(default_factory=list)
    texts: dict[KeyPath, tuple[Piece, ...]] = field(default_factory=dict)
    _own: dict[int, Data] = field(default_factory=dict)
    _recorded: dict[KeyPath, dict[KeyPath, None]] = field(default_factory=dict)

    @property
    def provenance(self) -> Provenance:
        """The provenance recorded so far."""
        return Provenance(self.records, self.past)

    def get(self, path: KeyPath) -> Data | None:
        """Return the value at a path, or None."""
        return walk(self.tree, path)

    def find(self, address: str) -> KeyPath | None:
        """Return the path of an address if it has a value, else None."""
        path = find_path(self.tree, address)
        return None if path is None or self.get(path) is None else path

    def put(self, path: KeyPath, value: Data, origin: Origin) -> None:
        """Set the value at a path, and create missing maps above it.

        Records below the path move to `past`, because their values are overwritten.
        """
        self._owned(path[:-1])[path[-1]] = value
        self._retire_below(path)
        self.record(path, origin)

    def insert(self, path: KeyPath, value: Data, at: int, origin: Origin) -> None:
        """Insert a key into a map, or move it, so that `at` other keys come before it."""
        map_ = self._owned(path[:-1])
        map_.pop(path[-1], None)
        later_items = list(islice(map_.items(), at, None))
        map_[path[-1]] = value
        for key, other in later_items:
            map_[key] = map_.pop(key, other)  # moves the key to the end
        self.record(path, origin)

    def drop(self, path: KeyPath, origin: Origin) -> None:
        """Remove a key. `origin`, which has the old value, remains as the record of its path."""
        self._owned(path[:-1]).pop(path[-1], None)
        self._retire_below(path)
        self.record(path, origin)

    def extend(self, path: KeyPath, items: Sequence[tuple[Data, Origin]]) -> None:
        """Append items to a list, each with its origin; create the list if necessary.

        A single value counts as a list of one; the records inside it move along.
        """
        if not items:
            return
        old = self.get(path)
        new_items = [] if old is None else [*as_list(old)]
        if new_items and not isinstance(old, list):
            inside = [(at, self._forget(at)) for at in [*self._recorded.get(path, ())]]
            self._pin_address(path, (*path, 0))
            for place, origins in inside:
                self._keep((*path, 0, *place[len(path) :]), origins)
        self._owned(path[:-1])[path[-1]] = new_items
        for item, origin in items:
            self.record((*path, len(new_items)), origin)
            new_items.append(item)

    def take(self, path: KeyPath, items: Mapping[int, Origin]) -> None:
        """Remove items of a list, by their positions.

        Later items move up, together with their records. The location of an item without a record
        is derived from its position, such as `skills.2` in the file that wrote the list. After the
        removal, that would be the location of its neighbor. Therefore the locations of later items
        are recorded first.
        """
        list_ = self.get(path)
        assert isinstance(list_, list)
        first = min(items, default=len(list_))
        remaining = [at for at in range(len(list_)) if at not in items]
        for position in remaining:
            if position > first:
                self._pin_address((*path, position))
        self._owned(path[:-1])[path[-1]] = [list_[position] for position in remaining]
        new_positions = {old: new for new, old in enumerate(remaining)}
        depth = len(path)
        moved: dict[KeyPath, tuple[Origin, ...]] = {}
        for place in [*self._recorded.get(path, ())]:
            step = place[depth]
            origins = self._forget(place)
            if not isinstance(step, int):
                moved[place] = origins
            elif step in new_positions:
                moved[(*path, new_positions[step], *place[depth + 1 :])] = origins
        for place, origins in moved.items():
            self._keep(place, origins)
        for origin in items.values():
            self.record(path, origin)

    def rename(self, renamed: Mapping[KeyPath, tuple[str, Origin]]) -> None:
        """Replace the last keys of some paths, and move their records to the new paths.

        `renamed` has the new key and the origin of each rename, by the path before all renames.
        Keys keep their positions in their maps.
        """
        keys: dict[KeyPath, dict[str, str]] = {}
        for path, (key, origin) in renamed.items():
            self._pin_address(path)
            self.record(path, origin)
            keys.setdefault(path[:-1], {})[str(path[-1])] = key
        # The innermost maps come first, while the maps around them still have their old keys.
        for above in sorted(keys, key=len, reverse=True):
            map_, renamed_keys = self._owned(above), keys[above]
            items = [(renamed_keys.get(key, key), value) for key, value in map_.items()]
            map_.clear()
            map_.update(items)

        new_keys = {path: key for path, (key, _) in renamed.items()}
        self.records = {
            renamed_path(place, new_keys): origins
            for place, origins in self.records.items()
        }
        self._recorded = {}
        for place in self.records:
            self._index(place)
        self.texts = {renamed_path(p, new_keys): text for p, text in self.texts.items()}
        self.past = [
            (renamed_path(place, new_keys), origin) for place, origin in self.past
        ]

    def record(self, path: KeyPath, origin: Origin) -> None:
        """Add an origin to the records of a path."""
        self._keep(path, (*self.records.get(path, ()), origin))

    def _keep(self, path: KeyPath, origins: tuple[Origin, ...]) -> None:
        if path not in self.records:
            self._index(path)
        self.records[path] = origins

    def _forget(self, path: KeyPath) -> tuple[Origin, ...]:
        for depth in range(1, len(path)):
            del self._recorded[path[:depth]][path]
        return self.records.pop(path)

    def _index(self, path: KeyPath) -> None:
        for depth in range(1, len(path)):
            self._recorded.setdefault(path[:depth], {})[path] = None

    def _pin_address(self, path: KeyPath, new_path: KeyPath = ()) -> None:
        """Record the location of a value, because its path will no longer be that in its file."""
        address, pack = self.provenance.location(path), self.provenance.writer(path)
        if address is not None:
            stands = Origin(pack=pack, address=address, operation="stands")
            self.record(new_path or path, stands)

    def _retire_below(self, path: KeyPath) -> None:
        """Move all records below a path to `past`."""
        for place in [*self._recorded.get(path, ())]:
            self.past += ((place, origin) for origin in self._forget(place))

    def _owned(self, path: KeyPath) -> Any:
        """Return the map or list at a path as a copy that can be changed, with all its parents.

        Missing maps are created.
        """
        node: Any = self.tree
        for step in path:
            if isinstance(node, dict):
                node.setdefault(step, {})
            if id(node[step]) not in self._own:
                node[step] = node[step].copy()
                self._own[id(node[step])] = node[step]
            node = node[step]
        return node


def renamed_path(path: KeyPath, new_keys: Mapping[KeyPath, str]) -> KeyPath:
    """Return a path with the new keys of renamed entries at or above it."""
    return tuple(
        new_keys.get(path[: depth + 1], step) for depth, step in enumerate(path)
    )


Definitions: TypeAlias = "Mapping[str, tuple[Pack, SourceFile]]"
"""The pack and the file that define each entry, by its id."""


def definitions_in(packs: Sequence[Pack]) -> Definitions:
    """Return the first definition of each entry in these packs."""
    definitions: dict[str, tuple[Pack, SourceFile]] = {}
    for pack in packs:
        for file in pack.files:
            for id_, _, _ in entries_of(file.data):
                definitions.setdefault(id_, (pack, file))
    return definitions


PIPS_PER_DIE: Final = ("die-codes", "pips-per-die")


@dataclass(kw_only=True)
class MergeState:
    """The state that every operation reads and changes.

    - `others`: returns packs that are not applied, to explain unknown ids.
    - `definitions`, `other_definitions`: return the entries that packs define, by id; the latter
      those of packs that are not applied.
    - `exclude_each_other`: returns whether no pack can extend both of two packs.
    - `removed`: the removal of each removed entry, by its id.
    - `redirects`: the new id of each entry that was renamed or replaced, by its former id.
    - `advice`, `budget`: pay for finding suggestions, and for searching passages.

    The three functions are computed when they are first called, and cached.
    """

    packs: Sequence[Pack]
    others: Callable[[], Sequence[Pack]]
    precedence: PackOrder
    selection: Selection
    resolutions: Sequence[Resolution]
    ledger: Ledger = field(default_factory=Ledger)
    edits: EditLog = field(init=False)
    removed: dict[str, Edit] = field(default_factory=dict)
    redirects: dict[str, Redirect] = field(default_factory=dict)
    advice: Advice = field(default_factory=Advice)
    budget: Budget = field(default_factory=Budget)
    problems: list[Diagnostic] = field(default_factory=list)
    definitions: Callable[[], Definitions] = field(init=False)
    other_definitions: Callable[[], Definitions] = field(init=False)
    exclude_each_other: Callable[[str, str], bool] = field(init=False)

    def __post_init__(self) -> None:
        self.edits = EditLog(self.precedence)
        self.definitions = cache(lambda: definitions_in(self.packs))
        self.other_definitions = cache(lambda: definitions_in(self.others()))
        self.exclude_each_other = cache(self._exclude_each_other)

    @property
    def pips_per_die(self) -> int:
        """The number of pips that make a die in this game."""
        pips = walk(self.ledger.tree, PIPS_PER_DIE)
        return pips if isinstance(pips, int) else 1

    def _exclude_each_other(self, first: str, second: str) -> bool:
        """Return whether no pack can extend both packs, because they define the same ids.

        The packs that only one of the two extends count as part of it.
        """
        packs = {pack.id: pack for pack in (*self.others(), *self.packs)}
        extends = {id_: pack.extends for id_, pack in packs.items()}
        layers, other_layers = (reached((id_,), extends) for id_ in (first, second))
        ids, other_ids = (
            definitions_in([packs[id_] for id_ in own_layers & packs.keys()]).keys()
            for own_layers in (layers - other_layers, other_layers - layers)
        )
        return not ids.isdisjoint(other_ids)

    def redirect(self, id_: str) -> Redirect | None:
        """Return the last redirect of a former id; None if an entry has that id.

        Redirects are followed: an entry that was renamed, and then removed with `replaced-by`,
        leads to the entry to use.
        """
        last = self.redirects.get(id_)
        if last is None or self.ledger.find(id_) is not None:
            return None
        followed: set[str] = set()  # redirects can form a circle
        while last.id in self.redirects and last.id not in followed:
            if self.ledger.find(last.id) is not None:
                break
            followed.add(last.id)
            last = self.redirects[last.id]
        return last

    @property
    def live_redirects(self) -> Mapping[str, Redirect]:
        """The redirects, except those whose former id belongs to a new entry."""
        live = {id_: self.redirect(id_) for id_ in self.redirects}
        return {id_: redirect for id_, redirect in live.items() if redirect}

    def siblings(self, path: KeyPath) -> Mapping[str, Data]:
        """Return the map that contains, or would contain, the key of a path."""
        return as_map(self.ledger.get(path[:-1]))

    def report(self, code: Code, place: Location | None, /, **details: Any) -> None:
        """Report a problem with an operation, which the caller then omits; see `Code.at`."""
        self.problems.append(code.at(place, **details))

    def overruled(self, edit: Edit) -> bool:
        """Return whether a resolution overrules an edit. If so, the resolution records the edit."""
        tree, precedence = self.ledger.tree, self.precedence
        return any(s.overrules(edit, tree, precedence) for s in self.resolutions)

    def record(
        self, operation: Operation, path: KeyPath, act: Act, value: Data | None = None
    ) -> bool:
        """Log the edit of an operation at a path; return whether to carry it out."""
        return self.log(Edit.of(operation, path, act, value))

    def log(self, edit: Edit) -> bool:
        """Log an edit with the conflicts it causes; return whether to carry it out.

        It isn't carried out if a resolution overrules it (it isn't logged either, then), or if an
        unordered pack made an equal edit that need not be repeated.
        """
        if self.overruled(edit):
            return False
        repeated = self.edits.done_already(edit)
        self.edits.record(edit)
        return not repeated


def origin(
    operation: Operation | Edit,
    *,
    word: str = "",
    before: Data | None = None,
    after: Data | None = None,
    inside: KeyPath = (),
) -> Origin:
    """Return the origin of an operation's value; `inside` is the path of a part of the value."""
    return Origin(
        pack=operation.pack,
        address=operation.address.at(*inside),
        operation=word or operation.word,
        why=operation.why,
        before=before,
        after=after,
        option=operation.option,
    )


def item_key(item: Data) -> Hashable:
    """Return a hashable key that is the same for equal items of a list."""
    if isinstance(item, dict):
        return frozenset((key, item_key(value)) for key, value in item.items())
    return tuple(map(item_key, item)) if isinstance(item, list) else item


def item_positions(items: Sequence[Data]) -> dict[Hashable, list[int]]:
    """Return the positions of each item of a list, by its key."""
    return grouped((item_key(item), position) for position, item in enumerate(items))


def same_data(value: Data | None, other: Data | None) -> bool:
    """Return whether two values are equal and of one type: in Python, `1 == True`."""
    return value == other and type(value) is type(other)


def comparable_text(data: Data | None) -> str:
    """Return a value as text, so that `4` and `"4"` compare equal."""
    return str(data) if data is None or isinstance(data, dict | list) else as_text(data)
