"""What each pack did at which place, and which edits of two packs contradict each other.

The order between packs comes from `extends` and `after` alone. Two edits conflict where that order
does not say which of them is later and the result would depend on it. Suppose `a` and `b` both
extend `base`, and neither extends the other:

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

Of texts, only the words that change count:

    one text         "is red" -> ...     "at night" -> ...       both
    one text         "is red" -> ...     "red" -> ...            conflict
    one text         "is red" -> ...     set the whole text      conflict
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TYPE_CHECKING, Final, TypeAlias

from freed6c.packs.data import as_list
from freed6c.packs.ids import DEEPEST, find_path, id_at
from freed6c.packs.pack import known_by

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from freed6c.packs.data import Data, KeyPath
    from freed6c.packs.ids import Tree
    from freed6c.packs.location import Location
    from freed6c.packs.operations import Operation
    from freed6c.packs.pack import Pack


@dataclass(frozen=True, slots=True)
class PackOrder:
    """For each pack, all that apply before it: what it `extends` or comes `after`, and theirs."""

    behind: Mapping[str, frozenset[str]]

    @classmethod
    def of(cls, packs: Sequence[Pack]) -> PackOrder:
        """Read it from packs in an order in which each stands after those it knows."""
        return cls({id_: known - {id_} for id_, known in known_by(packs).items()})

    def knows(self, pack: str, other: str) -> bool:
        """Whether a pack may refer to what another brings: its own, or one that applies before."""
        return other == pack or other in self.behind.get(pack, frozenset())

    def ordered(self, pack: str, other: str) -> bool:
        """Whether it is declared which of two packs is later; true for a pack and itself."""
        return self.knows(pack, other) or self.knows(other, pack)


class Act(Enum):
    """What an edit does; the values are the words for it in a message.

    `BESIDE` marks the key that another one is placed before or after; `READ` marks a value that
    other edits depend on.
    """

    WRITTEN = "brings it"
    ADD = "adds it"
    LIST = "adds to the list"
    TAKE = "takes out of the list"
    SET = "sets it"
    UNSET = "takes its value away"
    ADJUST = "adjusts it"
    REPLACE = "replaces it"
    REMOVE = "removes it"
    MOVE = "moves it"
    BESIDE = "puts something beside it"
    READ = "counts with it"
    REWORD = "changes words in it"


DECIDE_BELOW: Final = frozenset({Act.SET, Act.UNSET, Act.REPLACE, Act.REMOVE})
"""Acts that decide everything beneath their place too."""
DEPEND: Final = frozenset({Act.BESIDE, Act.READ})
"""Acts that write nothing: what writes at their place may contradict them, none of their like."""
COMMUTE: Final = frozenset(
    {Act.ADJUST, Act.LIST, Act.TAKE, Act.REMOVE, Act.UNSET, Act.READ}
)
"""Acts of which two of one sort at one place give the same result in either order."""
REPEAT: Final = frozenset({Act.ADJUST, Act.LIST, Act.TAKE, Act.BESIDE, Act.READ})
"""Acts that are applied as often as packs say them: +1 twice is +2. The others are done once."""


Taken: TypeAlias = "tuple[tuple[Location, int, int], ...]"
"""Characters of texts: where the text is written, from which character to which."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """One act of a pack at a place. `value` is what it writes; `anchor` where it puts a key.

    `ranked` says that the order of the keys there has a meaning, so that two keys with one anchor
    conflict. `taken` are the characters that give way to others, where words are changed.
    """

    pack: str
    act: Act
    path: KeyPath
    value: Data | None
    address: Location
    anchor: tuple[str, ...] = ()
    ranked: bool = False
    taken: Taken = ()
    why: str = ""

    @classmethod
    def of(
        cls,
        operation: Operation,
        path: KeyPath,
        act: Act,
        value: Data | None = None,
    ) -> Edit:
        """Return what an operation does at a path."""
        return cls(
            pack=operation.pack,
            act=act,
            path=path,
            value=value,
            address=operation.address,
            why=operation.why,
        )


Conflict: TypeAlias = tuple[Edit, Edit]
"""Two edits that contradict each other."""
AnchorPlace: TypeAlias = "tuple[KeyPath, tuple[str, ...]]"
"""A map, and where in it a key is put."""


@dataclass(slots=True)
class EditLog:
    """All edits so far: `at` their own place, and `inside` each place above it.

    Those that write nothing are `depending` on their place instead. `anchored` are the edits that
    put a key beside another: by the map and the anchor, then by pack and path. `_contested` are the
    places of conflicts, and all above them.
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
        """Add an edit, and a conflict for every one so far that contradicts it.

        One that contradicts its own pack at the very place is not compared with what comes later:
        of a thousand that do, each conflicts with the first.
        """
        is_said_before = False
        for other in self._overlapping(edit):
            if (
                _writes_twice(other, edit)
                if other.pack == edit.pack
                else not self.precedence.ordered(other.pack, edit.pack)
                and disagree(other, edit)
            ):
                self.conflicts.append((other, edit))
                is_said_before |= (other.pack, other.path) == (edit.pack, edit.path)
                for path in (other.path, edit.path):
                    self._contested.update(
                        path[:depth] for depth in range(len(path) + 1)
                    )
        if not is_said_before:
            self._add(edit)

    def all(self) -> Iterator[Edit]:
        """Every edit."""
        for edits in (*self.at.values(), *self.depending.values()):
            yield from edits

    def placed(self, above: KeyPath, anchor: tuple[str, ...], pack: str) -> set[str]:
        """Return the keys of a map that a pack put at an anchor."""
        edits = self.anchored.get((above, anchor), {})
        return {str(path[-1]) for placer, path in edits if placer == pack}

    def _add(self, edit: Edit) -> None:
        places = self.depending if edit.act in DEPEND else self.at
        places.setdefault(edit.path, []).append(edit)
        for depth in range(1, len(edit.path)):
            self.inside.setdefault(edit.path[:depth], []).append(edit)
        if edit.anchor:
            edits = self.anchored.setdefault((edit.path[:-1], edit.anchor), {})
            edits[edit.pack, edit.path] = edit

    def rename(self, new_path: Callable[[KeyPath], KeyPath]) -> None:
        """Give edits the new paths of their places."""
        recorded = list(self.all())
        self.at, self.inside, self.depending, self.anchored = {}, {}, {}, {}
        for edit in recorded:
            self._add(replace(edit, path=new_path(edit.path)))

    def _overlapping(self, edit: Edit) -> Iterator[Edit]:
        """The edits above, at and below a place; where order is rank, those at its anchor too."""
        for depth in range(1, len(edit.path) + 1):
            yield from self.at.get(edit.path[:depth], ())
        if edit.act not in DEPEND:
            yield from self.depending.get(edit.path, ())
        yield from self.inside.get(edit.path, ())
        if edit.ranked:
            edits = self.anchored.get((edit.path[:-1], edit.anchor), {})
            for (pack, path), beside in edits.items():
                if pack != edit.pack and path != edit.path:
                    yield beside

    def deciding(self, path: KeyPath) -> Iterator[Edit]:
        """The edits that decided what stands at a place, made there or above it."""
        for depth in range(min(len(path), DEEPEST), 0, -1):
            for edit in self.at.get(path[:depth], ()):
                if edit.act in DECIDE_BELOW:
                    yield edit

    def done_already(self, edit: Edit) -> bool:
        """Whether an unordered pack has made the same edit, of a sort that is done once."""
        return edit.act not in REPEAT and any(
            other.act == edit.act
            and (edit.act == Act.REMOVE or other.value == edit.value)
            and other.taken == edit.taken
            and not self.precedence.ordered(other.pack, edit.pack)
            for other in self.at.get(edit.path, ())
        )

    def contested(self, path: KeyPath) -> bool:
        """Whether there is a conflict at or below a path.

        A later pack that writes there what stands there already decides the conflict; without one
        it would be told that its operation changes nothing.
        """
        return path in self._contested


@dataclass(slots=True)
class Settlement:
    """`settle` of one pack: at `place` the edits of pack `take` count, those of others do not.

    `path` is that of the place, from when it exists; `overruled` are the edits left out so far.
    """

    pack: str
    place: str
    take: str
    why: str
    address: Location
    overruled: list[Edit]
    path: KeyPath | None = None

    def overrules(self, edit: Edit, tree: Tree, precedence: PackOrder) -> bool:
        """Whether an edit is to be left out; it is noted then.

        It is, if it is made at or below the place by a pack that this one comes after and that has
        no order with the pack taken: what is ordered was never in conflict.
        """
        if self.path is None:
            new = edit.act == Act.WRITTEN and id_at(edit.path) == self.place
            self.path = edit.path if new else find_path(tree, self.place)
        gives_way = (
            self.path is not None
            and edit.path[: len(self.path)] == self.path
            and edit.pack not in {self.take, self.pack}
            and precedence.knows(self.pack, edit.pack)
            and not precedence.ordered(self.take, edit.pack)
        )
        if gives_way:
            self.overruled.append(edit)
        return gives_way

    def decides(self, edits: EditLog) -> bool:
        """Whether an edit that was left out conflicts with one of the pack taken."""
        taken = [edit for edit in edits.all() if edit.pack == self.take]
        return any(disagree(edit, kept) for edit in self.overruled for kept in taken)


def _writes_twice(first: Edit, second: Edit) -> bool:
    """Whether two edits of one pack contradict each other.

    A pack may write a place once, and nothing below what it writes: `set: {range: 1-4}` beside
    `unset: [range]` is a conflict. Adding to a list and taking out of it, or adding an entry and
    then something in it, is not.
    """
    acts = {first.act, second.act}
    if acts & {Act.BESIDE, Act.READ}:
        return False
    if first.path != second.path and acts <= {Act.ADD, Act.WRITTEN}:
        return False
    if acts & {Act.LIST, Act.TAKE, Act.MOVE}:
        return acts == {Act.MOVE} and first.path == second.path
    if acts == {Act.REWORD}:
        return first.path == second.path and share(first.taken, second.taken)
    if first.path == second.path:
        return True
    return _one_decides_the_other(first, second)


def disagree(first: Edit, second: Edit) -> bool:
    """Whether the result of two edits of unordered packs depends on which is later.

    The module's docstring has an example for each case.
    """
    if first.path == second.path:
        return _disagree_at_one_place(first, second)
    if first.ranked and first.anchor == second.anchor:
        return first.path[:-1] == second.path[:-1]
    return _one_decides_the_other(first, second)


def _one_decides_the_other(first: Edit, second: Edit) -> bool:
    """True if one of two edits is made above the other, and decides what is below its place."""
    above, below = sorted((first, second), key=lambda edit: len(edit.path))
    inside = below.path[: len(above.path)] == above.path
    return inside and above.act in DECIDE_BELOW


def _disagree_at_one_place(first: Edit, second: Edit) -> bool:
    acts = {first.act, second.act}
    if Act.BESIDE in acts:
        return bool(acts & {Act.REMOVE, Act.MOVE})
    if acts == {Act.LIST, Act.TAKE}:
        items, others = (
            as_list(e.value) for e in (first, second) if e.value is not None
        )
        return any(item in others for item in items)
    if acts == {Act.REWORD}:
        same = (first.value, first.taken) == (second.value, second.taken)
        return share(first.taken, second.taken) and not same
    if acts == {Act.MOVE}:
        return (first.value, first.anchor) != (second.value, second.anchor)
    if Act.MOVE in acts:  # where a key stands says nothing of its value
        return Act.REMOVE in acts
    if len(acts) > 1 or first.act in {Act.WRITTEN, Act.ADD}:
        return True
    return first.act not in COMMUTE and first.value != second.value


def share(first: Taken, second: Taken) -> bool:
    """Whether some characters are in both."""
    return any(
        source == other and start < last and begin < end
        for source, start, end in first
        for other, begin, last in second
    )
