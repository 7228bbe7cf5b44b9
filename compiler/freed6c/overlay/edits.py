"""The log of edits, and the rules by which two edits conflict.

Only `extends` and `after` order packs. Two edits conflict if that order doesn't decide which of
them is later, and the result depends on it. Suppose `a` and `b` both extend `base`, and neither
extends the other:

    at one place     a                   b                       outcome
    number           adjust +1           adjust +2               +3: addition commutes
    list             add x               add y                   both: order in a list is free
    list             remove x            remove x                done once
    list             add x               remove x                conflict: is x in it or not?
    field            set 3               set 3                   done once
    field            set 3               set 4                   conflict
    field            set 3               adjust +1               conflict: 3 or 4?
    key              move after k        move after k            done once
    key              move after k        remove                  conflict

    at two places    a                   b                       outcome
    entry and field  replace the entry   set a field of it       conflict: replacing would undo it
    two new keys     add x after k       add y after k           both; a conflict where order is
                                                                 rank: bands, conditions, levels
    key and anchor   add x after k       remove or move k        conflict: where does x go?
    die codes        adjust +1D          set pips-per-die        conflict: +1D is measured in pips

In texts, only the changed words count:

    one text         "is red" -> ...     "at night" -> ...       both
    one text         "is red" -> ...     "red" -> ...            conflict
    one text         "is red" -> ...     set the whole text      conflict
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Final, TypeAlias

from freed6c.packs.data import as_list
from freed6c.packs.ids import DEEPEST, find_path, id_at
from freed6c.packs.lazy import dataclass, field, replace
from freed6c.packs.pack import known_by

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from freed6c.packs.data import Data, KeyPath
    from freed6c.packs.ids import Tree
    from freed6c.packs.location import Location
    from freed6c.packs.operations import Operation
    from freed6c.packs.pack import Pack


@dataclass(frozen=True)
class PackOrder:
    """The order of packs that `extends` and `after` declare, as a transitive closure.

    `behind` has the ids of all packs that apply before a pack, directly or indirectly.
    """

    behind: Mapping[str, frozenset[str]]

    @classmethod
    def of(cls, packs: Sequence[Pack]) -> PackOrder:
        """Read the order from sorted packs: each comes after the packs it knows."""
        return cls({id_: ids - {id_} for id_, ids in known_by(packs).items()})

    def knows(self, pack: str, other: str) -> bool:
        """Return whether `pack` can refer to entries of `other`: itself or an earlier pack."""
        return other == pack or other in self.behind.get(pack, frozenset())

    def ordered(self, pack: str, other: str) -> bool:
        """Return whether the order of two packs is declared. A pack is ordered with itself."""
        return self.knows(pack, other) or self.knows(other, pack)


class Act(Enum):
    """The kind of an edit; the values are its verbs in messages.

    `WRITTEN` is an entry in the pack that defines it. `LIST` and `TAKE` add and remove items of a
    list. Two acts write nothing: `BESIDE` is recorded at an anchor, a key next to which another key
    is placed, and `READ` at a value that another edit depends on.
    """

    WRITTEN = "defines it"
    ADD = "adds it"
    LIST = "adds to the list"
    TAKE = "removes from the list"
    SET = "sets it"
    UNSET = "unsets it"
    ADJUST = "adjusts it"
    REPLACE = "replaces it"
    REMOVE = "removes it"
    MOVE = "moves it"
    BESIDE = "puts a key next to it"
    READ = "uses it"
    REWORD = "rewords it"


DECIDE_BELOW: Final = frozenset({Act.SET, Act.UNSET, Act.REPLACE, Act.REMOVE})
"""Acts that also decide everything below their place."""
DEPEND: Final = frozenset({Act.BESIDE, Act.READ})
"""Acts that write nothing, but can conflict with edits that write at their place."""
COMMUTE: Final = frozenset(
    {Act.ADJUST, Act.LIST, Act.TAKE, Act.REMOVE, Act.UNSET, Act.READ}
)
"""Acts that give the same result in either order when both are of one kind at one place."""
REPEAT: Final = frozenset({Act.ADJUST, Act.LIST, Act.TAKE, Act.BESIDE, Act.READ})
"""Acts that are applied for every pack: +1 of two packs is +2. Equal edits by any other act, such
as setting one value twice, are applied once."""


Taken: TypeAlias = "tuple[tuple[Location, int, int], ...]"
"""Removed characters: the location of the text, the first character and the end (exclusive)."""


@dataclass(frozen=True, kw_only=True)
class Edit:
    """One act of a pack at a path, with the new `value`.

    `anchor` is the position of an added or moved key: a side and another key, `("after", "soot")`.
    `ranked` means that the order of keys in the map has a meaning, so that two keys with the same
    anchor conflict. `taken` are the characters that a `reword` replaces. `word`, `why` and
    `option` are those of the operation.
    """

    pack: str
    act: Act
    path: KeyPath
    value: Data | None
    address: Location
    anchor: tuple[str, ...] = ()
    ranked: bool = False
    taken: Taken = ()
    word: str = ""
    why: str = ""
    option: str = ""

    @classmethod
    def of(
        cls, operation: Operation, path: KeyPath, act: Act, value: Data | None = None
    ) -> Edit:
        """Return the edit that an operation makes at a path."""
        return cls(
            pack=operation.pack,
            act=act,
            path=path,
            value=value,
            address=operation.address,
            word=operation.word,
            why=operation.why,
            option=operation.option,
        )


Conflict: TypeAlias = tuple[Edit, Edit]
"""Two edits that contradict each other."""
AnchorPlace: TypeAlias = "tuple[KeyPath, tuple[str, ...]]"
"""The path of a map, and an anchor in it."""


@dataclass()
class EditLog:
    """All edits so far, indexed so that conflicts are found quickly.

    - `at`: the edits that write, by path.
    - `depending`: the edits that write nothing (`DEPEND`), by path.
    - `inside`: all edits, by each path above their own.
    - `anchored`: the edits that place a key, by map and anchor, then by pack and path.
    - `_contested`: the paths of conflicts, and all paths above them.
    """

    precedence: PackOrder
    at: dict[KeyPath, list[Edit]] = field(default_factory=dict)
    inside: dict[KeyPath, list[Edit]] = field(default_factory=dict)
    conflicts: list[Conflict] = field(default_factory=list)
    depending: dict[KeyPath, list[Edit]] = field(default_factory=dict)
    anchored: dict[AnchorPlace, dict[tuple[str, KeyPath], Edit]] = field(
        default_factory=dict
    )
    _contested: set[KeyPath] = field(default_factory=set)

    def record(self, edit: Edit) -> None:
        """Add an edit, and a conflict with each earlier edit that contradicts it.

        An edit that contradicts its own pack at the same path is not added. So if a pack writes one
        place a thousand times, each edit conflicts with the first only.
        """
        repeats_own_place = False
        for other in self._overlapping(edit):
            if other.pack == edit.pack:
                is_conflict = _writes_twice(other, edit)
            else:
                is_ordered = self.precedence.ordered(other.pack, edit.pack)
                is_conflict = not is_ordered and disagree(other, edit)
            if is_conflict:
                self.conflicts.append((other, edit))
                repeats_own_place |= (other.pack, other.path) == (edit.pack, edit.path)
                for path in (other.path, edit.path):
                    self._contested.update(
                        path[:depth] for depth in range(len(path) + 1)
                    )
        if not repeats_own_place:
            self._add(edit)

    def all(self) -> Iterator[Edit]:
        """Yield every edit."""
        for edits in (*self.at.values(), *self.depending.values()):
            yield from edits

    def placed(self, above: KeyPath, anchor: tuple[str, ...], pack: str) -> set[str]:
        """Return the keys of a map that a pack placed at an anchor."""
        edits = self.anchored.get((above, anchor), {})
        return {str(path[-1]) for placed_by, path in edits if placed_by == pack}

    def _add(self, edit: Edit) -> None:
        places = self.depending if edit.act in DEPEND else self.at
        places.setdefault(edit.path, []).append(edit)
        for depth in range(1, len(edit.path)):
            self.inside.setdefault(edit.path[:depth], []).append(edit)
        if edit.anchor:
            edits = self.anchored.setdefault((edit.path[:-1], edit.anchor), {})
            edits[edit.pack, edit.path] = edit

    def rename(self, new_path: Callable[[KeyPath], KeyPath]) -> None:
        """Move all edits to the new paths of their places."""
        recorded = list(self.all())
        self.at, self.inside, self.depending, self.anchored = {}, {}, {}, {}
        for edit in recorded:
            self._add(replace(edit, path=new_path(edit.path)))

    def _overlapping(self, edit: Edit) -> Iterator[Edit]:
        """Yield the edits at, above and below an edit's path, and ranked ones with its anchor."""
        for depth in range(1, len(edit.path) + 1):
            yield from self.at.get(edit.path[:depth], ())
        if edit.act not in DEPEND:
            yield from self.depending.get(edit.path, ())
        yield from self.inside.get(edit.path, ())
        if edit.ranked:
            edits = self.anchored.get((edit.path[:-1], edit.anchor), {})
            for (pack, path), neighbor in edits.items():
                if pack != edit.pack and path != edit.path:
                    yield neighbor

    def deciding(self, path: KeyPath) -> Iterator[Edit]:
        """Yield the edits at or above a path that set, unset, replaced or removed its value."""
        for depth in range(min(len(path), DEEPEST), 0, -1):
            for edit in self.at.get(path[:depth], ()):
                if edit.act in DECIDE_BELOW:
                    yield edit

    def done_already(self, edit: Edit) -> bool:
        """Return whether an unordered pack made an equal edit that need not be repeated."""
        return edit.act not in REPEAT and any(
            other.act == edit.act
            and (edit.act == Act.REMOVE or other.value == edit.value)
            and other.taken == edit.taken
            and not self.precedence.ordered(other.pack, edit.pack)
            for other in self.at.get(edit.path, ())
        )

    def contested(self, path: KeyPath) -> bool:
        """Return whether there is a conflict at or below a path.

        A later pack can decide a conflict by writing the value that is already there. Without the
        conflict, that operation would be reported as changing nothing.
        """
        return path in self._contested


@dataclass()
class Resolution:
    """A `resolve` of one pack: at `place`, the edits of pack `use` count and those of others don't.

    `path` is the path of the place, once it exists; `overruled` are the edits omitted so far.
    """

    pack: str
    place: str
    use: str
    why: str
    address: Location
    overruled: list[Edit]
    path: KeyPath | None = None

    def overrules(self, edit: Edit, tree: Tree, precedence: PackOrder) -> bool:
        """Return whether this resolution omits an edit; if so, add it to `overruled`.

        The edit has to be at or below the place. Its pack has to come before the resolving pack,
        and must have no order with the pack taken: ordered packs never conflict.
        """
        if self.path is None:
            creates_place = edit.act == Act.WRITTEN and id_at(edit.path) == self.place
            self.path = edit.path if creates_place else find_path(tree, self.place)
        is_overruled = (
            self.path is not None
            and edit.path[: len(self.path)] == self.path
            and edit.pack not in {self.use, self.pack}
            and precedence.knows(self.pack, edit.pack)
            and not precedence.ordered(self.use, edit.pack)
        )
        if is_overruled:
            self.overruled.append(edit)
        return is_overruled

    def decides(self, edits: EditLog) -> bool:
        """Return whether an omitted edit conflicts with an edit of the pack taken."""
        taken = [edit for edit in edits.all() if edit.pack == self.use]
        return any(disagree(edit, other) for edit in self.overruled for other in taken)


def _writes_twice(first: Edit, second: Edit) -> bool:
    """Return whether two edits of one pack contradict each other.

    A pack can write a place once, and nothing below it: `set: {range: 1-4}` contradicts `unset:
    [range]`. Adding to a list and removing from it is allowed, and so is adding an entry and then a
    key inside it.
    """
    acts = {first.act, second.act}
    if acts & {Act.BESIDE, Act.READ}:
        return False
    if first.path != second.path and acts <= {Act.ADD, Act.WRITTEN}:
        return False
    if acts & {Act.LIST, Act.TAKE, Act.MOVE}:
        return acts == {Act.MOVE} and first.path == second.path
    if acts == {Act.REWORD}:
        return first.path == second.path and overlap(first.taken, second.taken)
    if first.path == second.path:
        return True
    return _one_decides_the_other(first, second)


def disagree(first: Edit, second: Edit) -> bool:
    """Return whether the result of two edits of unordered packs depends on their order.

    The module's docstring has an example for each case.
    """
    if first.path == second.path:
        return _disagree_at_one_place(first, second)
    if first.ranked and first.anchor == second.anchor:
        return first.path[:-1] == second.path[:-1]
    return _one_decides_the_other(first, second)


def _one_decides_the_other(first: Edit, second: Edit) -> bool:
    """Return whether one edit is above the other and decides everything below its path."""
    above, below = sorted((first, second), key=lambda edit: len(edit.path))
    return below.path[: len(above.path)] == above.path and above.act in DECIDE_BELOW


def _disagree_at_one_place(first: Edit, second: Edit) -> bool:
    acts = {first.act, second.act}
    if Act.BESIDE in acts:  # the other edit changed the anchor
        return bool(acts & {Act.REMOVE, Act.MOVE})
    if acts == {Act.LIST, Act.TAKE}:
        items, others = (
            as_list(e.value) for e in (first, second) if e.value is not None
        )
        return any(item in others for item in items)
    if acts == {Act.REWORD}:
        are_equal = (first.value, first.taken) == (second.value, second.taken)
        return overlap(first.taken, second.taken) and not are_equal
    if acts == {Act.MOVE}:
        return (first.value, first.anchor) != (second.value, second.anchor)
    if Act.MOVE in acts:  # the position of a key is independent of its value
        return Act.REMOVE in acts
    if len(acts) > 1 or first.act in {Act.WRITTEN, Act.ADD}:
        return True
    return first.act not in COMMUTE and first.value != second.value


def overlap(first: Taken, second: Taken) -> bool:
    """Return whether two edits remove the same character of a text."""
    return any(
        source == other_source and start < other_end and other_start < end
        for source, start, end in first
        for other_source, other_start, other_end in second
    )
