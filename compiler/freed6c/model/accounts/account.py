"""What an account of a value is made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from freed6c.packs.data import Data
    from freed6c.packs.location import Spot
    from freed6c.packs.pack import Instead


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One thing that a pack did: the `word` it used, at which place, what was there and is now.

    `said` is what the pack wrote, where that is not what came of it: `-2` of an `adjust`. `option`
    is the choice that brought it.
    """

    pack: str
    word: str
    place: str
    spot: Spot | None
    why: str
    option: str
    said: Data | None
    before: Data | None
    after: Data | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Working:
    """By what a value is worked out, and where that is written.

    One that is `ranked` follows from an order; it has no formula.
    """

    formula: Data | None
    place: str
    spot: Spot | None
    ranked: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A setting of an entry: its value, and the pack and place that it comes from."""

    key: str
    value: Data
    pack: str
    spot: Spot | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """Everything there is to say of an address.

    `address` is its name now, whatever was `asked`; `name` is what people call an entry. A value
    that is not `written` is worked out, or what it is where nothing is said. `instead` is what
    stands for an id that is no more.
    """

    asked: str
    address: str
    name: str
    value: Data | None
    written: bool
    removed: bool
    instead: Instead | None
    working: Working | None
    steps: tuple[Step, ...]
    parts: tuple[Part, ...]
