"""A pack as it was read: its files, its manifest, nothing interpreted."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from freed6c.packs.data import Data, KeyPath, as_list, as_map, walk
from freed6c.packs.limits import Budget

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from freed6c.packs.location import Location
    from freed6c.packs.provenance import Provenance


MANIFEST = "pack.yaml"
NO_VERSION = "0.0.0"


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceFile:
    """One YAML file. `path` is how it is named to people: relative, with forward slashes."""

    path: str
    text: str
    data: dict[str, Data]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pack:
    """A folder of YAML files. `files` includes the manifest and is sorted by path.

    `named` says that the user asked for it; other packs are there because one extends them.
    """

    id: str
    folder: str
    manifest: SourceFile
    files: tuple[SourceFile, ...]
    named: bool

    @property
    def root(self) -> str:
        """What paths of its files begin with in messages: empty, or it ends in a slash."""
        return self.manifest.path.removesuffix(MANIFEST)

    def path_of(self, file: str) -> Path:
        """Where a file lies that messages name so."""
        return Path(self.folder, file.removeprefix(self.root))

    @property
    def version(self) -> str:
        """The version as written; what has none counts as the very first."""
        return str(self.manifest.data.get("version", NO_VERSION))

    @property
    def ranges(self) -> Mapping[str, str]:
        """By the id of each pack that this one is layered on, the versions that it fits.

        The range is empty where none is written: every version fits.
        """
        value = self.manifest.data.get("extends", {})
        if isinstance(value, str):
            return {value: ""}
        return {
            base: fits if isinstance(fits, str) else ""
            for base, fits in as_map(value).items()
        }

    @property
    def extends(self) -> tuple[str, ...]:
        """Ids of the packs that this one is layered on, as written."""
        return tuple(self.ranges)

    @property
    def after(self) -> tuple[str, ...]:
        """Ids of packs that this one applies after, if they are there."""
        ids = as_list(self.manifest.data.get("after", []))
        return tuple(id_ for id_ in ids if isinstance(id_, str))


class Layered(Protocol):
    """What says on which packs it is layered: a pack, or its manifest."""

    @property
    def id(self) -> str:
        """Its own id."""
        ...

    @property
    def extends(self) -> Iterable[str]:
        """Ids of the packs that it is layered on."""
        ...

    @property
    def after(self) -> Iterable[str]:
        """Ids of packs that it comes after."""
        ...


def topmost(packs: Iterable[Layered]) -> frozenset[str]:
    """Ids of the packs that no other builds on or comes after.

    What those below them say may be changed on purpose; what these say must hold.
    """
    packs = tuple(packs)
    below = {id_ for pack in packs for id_ in (*pack.extends, *pack.after)}
    return frozenset(pack.id for pack in packs) - below


def known_by(packs: Iterable[Layered]) -> dict[str, frozenset[str]]:
    """Map the id of each pack to itself and the ids of all that apply before it.

    Each pack comes after those that it `extends`, or that it comes `after`.
    """
    known: dict[str, frozenset[str]] = {}
    for pack in packs:
        bases = [known.get(id_, frozenset()) for id_ in (*pack.extends, *pack.after)]
        known[pack.id] = frozenset({pack.id}).union(*bases)
    return known


# The result of the overlay stage.


@dataclass(frozen=True, slots=True)
class Redirect:
    """What stands for an id that is no more, and which pack says so.

    An entry that was `renamed` is still there; in place of one that was removed stands another.
    """

    id: str
    pack: str
    renamed: bool


@dataclass(frozen=True, slots=True)
class Removed:
    """An entry that a pack took away: what it was, which pack did it, and where that is written.

    `instead` is the id of what is used in its place, empty where nothing is; `along_with` that of
    what the pack named, where this is only about it.
    """

    id: str
    body: Data | None
    pack: str
    address: Location
    instead: str = ""
    along_with: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MergedRuleset:
    """The tree of all entries under the top keys of packs, and where each came from.

    `packs` are in the order in which they were applied; the first is the base of the game.
    `redirects` lead from former ids to those that stand for them; `removed` are those that
    were taken away. Linking and checking pay from the `budget`.
    """

    packs: tuple[Pack, ...]
    tree: dict[str, Data]
    provenance: Provenance
    redirects: Mapping[str, Redirect]
    removed: Mapping[str, Removed]
    budget: Budget = field(default_factory=Budget)

    def at(self, path: KeyPath) -> Data:
        """The value at a path that exists."""
        value = walk(self.tree, path)
        assert value is not None, path
        return value

    @property
    def sources(self) -> Mapping[str, str]:
        """The text of every file by its path, for messages that show lines."""
        return {file.path: file.text for pack in self.packs for file in pack.files}


def is_told(example: Data) -> bool:
    """Whether an example is printed: where it has steps, by whether they tell anything."""
    steps = as_map(example).get("steps")
    return steps is None or any("tells" in as_map(step) for step in as_list(steps))
