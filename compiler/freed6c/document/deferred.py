"""Blocks of a page that are made when somebody looks at them, and what is known of them before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any, TypeVar, overload

from freed6c.document import blocks as blocks_module

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from freed6c.document.blocks import Block, Blocks, PageBlocks
    from freed6c.model.derived import Derived, Shared

T = TypeVar("T")


def deferred(derived: Derived, *key: str, make: Callable[[], Blocks]) -> PageBlocks:
    """The blocks that are made so, at once where nobody keeps what is found in them."""
    return DeferredBlocks(derived, key, make) if derived.is_kept else make()


def found_in(
    blocks: Iterable[Block], name: str, find: Callable[[Iterable[Block]], T]
) -> T:
    """What a function finds in blocks; known without looking at them if they did not change."""
    return (
        blocks.found(name, find) if isinstance(blocks, DeferredBlocks) else find(blocks)
    )


def as_plain(value: Any) -> Any:
    """Inlines as text and tuples of it, to be kept."""
    if isinstance(value, tuple):
        return ("", *map(as_plain, value))
    if is_dataclass(value) and not isinstance(value, type):
        parts = (as_plain(getattr(value, field.name)) for field in fields(value))
        return (type(value).__name__, *parts)
    return value


def from_plain(value: Any) -> Any:
    """The same inlines again."""
    if not isinstance(value, tuple):
        return value
    name, *parts = value
    made = map(from_plain, parts)
    return _named(name)(*made) if name else tuple(made)


def _named(name: str) -> type[Any]:
    cls: type[Any] = getattr(blocks_module, name)
    return cls


class DeferredBlocks(Sequence["Block"]):
    """Blocks that are made once. Whoever looks at them asks all that was asked to make them."""

    def __init__(
        self, derived: Derived, key: tuple[str, ...], make: Callable[[], Blocks]
    ) -> None:
        self._derived, self._key, self._make = derived, key, make
        self._made: dict[str, Shared[Blocks]] = {}

    def blocks(self) -> Blocks:
        """All of them."""
        return self._derived.shared(self._made, "", self._make)

    def found(self, name: str, find: Callable[[Iterable[Block]], T]) -> T:
        """What a function finds in them; `name` says what that is."""
        return self._derived.of((name, *self._key), lambda: find(self.blocks()))

    def __iter__(self) -> Iterator[Block]:
        return iter(self.blocks())

    def __len__(self) -> int:
        return len(self.blocks())

    @overload
    def __getitem__(self, place: int) -> Block: ...
    @overload
    def __getitem__(self, place: slice) -> Blocks: ...
    def __getitem__(self, place: int | slice) -> Block | Blocks:
        return self.blocks()[place]
