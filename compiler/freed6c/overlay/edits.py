"""What each pack did where, and which of it two packs without an order cannot both mean."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from freed6c.packs.data import Data, KeyPath
    from freed6c.packs.location import Address
    from freed6c.packs.pack import Pack


Act: TypeAlias = Literal[
    "written",
    "add",
    "list",
    "take",
    "set",
    "unset",
    "adjust",
    "replace",
    "remove",
    "move",
    "beside",
    "read",
]
"""What can be done at a place: `list` puts items into one, `take` takes them out; `beside` is where
something else is put before or after it; one that is `read` says what other changes come to."""
WHOLE: Final = frozenset({"set", "unset", "replace", "remove"})
"""Acts that decide everything beneath their place too."""
TOGETHER: Final = frozenset({"adjust", "list", "take", "remove", "unset", "read"})
"""Acts of which two of a sort at one place add up, or mean the same."""
EACH: Final = frozenset({"adjust", "list", "take", "beside", "read"})
"""Acts that are done as often as packs say them: twice one more is two more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Touch:
    """One act of a pack at a place. `value` is what it writes; `anchor` where a key is put.

    Where the keys are `ranked`, two of them cannot be put in one place.
    """

    pack: str
    act: Act
    path: KeyPath
    value: Data | None
    address: Address
    anchor: tuple[str, ...] = ()
    ranked: bool = False
    why: str = ""


@dataclass(frozen=True, slots=True)
class Clash:
    """Two acts that cannot both be meant."""

    first: Touch
    second: Touch


@dataclass(slots=True)
class Touches:
    """All acts so far, found by their place and by every place above it."""

    precedence: Precedence
    at: dict[KeyPath, list[Touch]] = field(default_factory=dict)
    inside: dict[KeyPath, list[Touch]] = field(default_factory=dict)

    def note(self, touch: Touch) -> None:
        """Keep an act."""
        self.at.setdefault(touch.path, []).append(touch)
        for depth in range(1, len(touch.path)):
            self.inside.setdefault(touch.path[:depth], []).append(touch)

    def rename(self, old: KeyPath, new: KeyPath) -> None:
        """What was done at a place was done at the one that has its new name."""
        known = [touch for touches in self.at.values() for touch in touches]
        self.at, self.inside = {}, {}
        for touch in known:
            if touch.path[: len(old)] == old:
                self.note(replace(touch, path=(*new, *touch.path[len(old) :])))
            else:
                self.note(touch)

    def against(self, touch: Touch) -> Iterator[Clash]:
        """Every act so far that stands against this one: nothing says which of both is later."""
        for other in self._near(touch):
            own = other.pack == touch.pack
            if own:
                against = _twice(other, touch)
            else:
                ordered = self.precedence.ordered(other.pack, touch.pack)
                against = not ordered and disagree(other, touch)
            if against:
                yield Clash(other, touch)

    def _near(self, touch: Touch) -> Iterator[Touch]:
        for depth in range(1, len(touch.path)):
            yield from self.at.get(touch.path[:depth], ())
        yield from self.at.get(touch.path, ())
        yield from self.inside.get(touch.path, ())
        if touch.ranked:
            siblings = self.inside.get(touch.path[:-1], ())
            yield from (one for one in siblings if one.path != touch.path)

    def deciding(self, path: KeyPath) -> Iterator[Touch]:
        """The acts that decided what stands at a place, there or above it."""
        for depth in range(len(path), 0, -1):
            for touch in self.at.get(path[:depth], ()):
                if touch.act in WHOLE:
                    yield touch

    def same(self, touch: Touch) -> bool:
        """Whether a pack without an order has done this already, and once is enough."""
        return touch.act not in EACH and any(
            other.act == touch.act
            and (touch.act == "remove" or other.value == touch.value)
            and not self.precedence.ordered(other.pack, touch.pack)
            for other in self.at.get(touch.path, ())
        )


def _twice(first: Touch, second: Touch) -> bool:
    """One pack writes an address once; what it adds, it adds as it should be."""
    if {"beside", "read"} & {first.act, second.act}:
        return False
    if first.path != second.path and {first.act, second.act} <= {"add", "written"}:
        return False
    if {"list", "take", "move"} & {first.act, second.act}:
        return first.act == second.act == "move" and first.path == second.path
    if first.path == second.path:
        return True
    above = first if len(first.path) < len(second.path) else second
    return above.path == _common(first, second) and above.act in WHOLE


def disagree(first: Touch, second: Touch) -> bool:
    """Whether two packs without an order cannot both mean what they did."""
    if first.path == second.path:
        return _at_one_place(first, second)
    if first.ranked and first.anchor == second.anchor:
        return first.path[:-1] == second.path[:-1]
    above, below = sorted((first, second), key=lambda one: len(one.path))
    return below.path[: len(above.path)] == above.path and above.act in WHOLE


def _at_one_place(first: Touch, second: Touch) -> bool:
    acts = {first.act, second.act}
    if "beside" in acts:
        return bool(acts & {"remove", "move"})
    if acts == {"list", "take"}:
        return any(one in _items(second) for one in _items(first))
    if "move" in acts:
        others = acts - {"move"}
        return "remove" in others or (
            not others and (first.value, first.anchor) != (second.value, second.anchor)
        )
    if len(acts) > 1 or first.act in {"written", "add"}:
        return True
    return first.act not in TOGETHER and first.value != second.value


def _items(touch: Touch) -> list[Data]:
    """What is put into a list, or taken out of it."""
    written = touch.value
    if isinstance(written, list):
        return written
    return [] if written is None else [written]


def _common(first: Touch, second: Touch) -> KeyPath:
    length = 0
    for one, other in zip(first.path, second.path, strict=False):
        if one != other:
            break
        length += 1
    return first.path[:length]


# Which pack comes after which: an order that packs declare, never one of names or
# files.


@dataclass(frozen=True, slots=True)
class Precedence:
    """For each pack, those that it builds on (`extends`) or comes `after`, and so on down."""

    behind: Mapping[str, frozenset[str]]

    @classmethod
    def of(cls, packs: Sequence[Pack]) -> Precedence:
        """Read it from packs in an order in which each stands after those it knows."""
        behind: dict[str, frozenset[str]] = {}
        for pack in packs:
            before = [one for one in (*pack.extends, *pack.after) if one in behind]
            behind[pack.id] = frozenset(before).union(*(behind[one] for one in before))
        return cls(behind)

    def knows(self, pack: str, other: str) -> bool:
        """Whether a pack may speak of what another brings: its own, or what stands before it."""
        return other == pack or other in self.behind.get(pack, frozenset())

    def ordered(self, one: str, other: str) -> bool:
        """Whether the order of two packs is said; a pack and itself count as ordered."""
        return self.knows(one, other) or self.knows(other, one)
