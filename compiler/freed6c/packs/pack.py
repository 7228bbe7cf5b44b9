"""Packs as they were read, with their files and manifest, and the ruleset merged from them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeAlias

from freed6c.packs.data import Data, KeyPath, as_list, as_map, walk
from freed6c.packs.lazy import dataclass, field
from freed6c.packs.limits import Budget
from freed6c.packs.location import Location

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from freed6c.packs.provenance import Provenance


MANIFEST = "pack.yaml"
NO_VERSION = "0.0.0"

Sources: TypeAlias = "Mapping[str, str]"
"""The texts of files by their paths, for messages that show lines."""


@dataclass(frozen=True, kw_only=True)
class SourceFile:
    """A YAML file. `path` is its name in messages: relative, with forward slashes."""

    path: str
    text: str
    data: dict[str, Data]

    def at(self, *steps: str | int) -> Location:
        """Return a location in the file."""
        return Location(self.path, steps)


@dataclass(frozen=True, kw_only=True)
class Pack:
    """A folder of YAML files. `files` includes the manifest and is sorted by path.

    `named` packs were named by the user; other packs are there because one extends them. `picture`
    is the content of the picture of its site, empty without one.
    """

    id: str
    folder: str
    manifest: SourceFile
    files: tuple[SourceFile, ...]
    named: bool
    picture: bytes = b""

    @property
    def root(self) -> str:
        """The beginning of its files' paths in messages: empty, or with a slash at the end."""
        return self.manifest.path.removesuffix(MANIFEST)

    def path_of(self, file: str) -> Path:
        """Return the path on disk of a file with this name in messages."""
        return Path(self.folder, file.removeprefix(self.root))

    @property
    def version(self) -> str:
        """The version as written, or the lowest one if there is none."""
        return str(self.manifest.data.get("version", NO_VERSION))

    @property
    def ranges(self) -> Mapping[str, str]:
        """The allowed versions of each pack that this one extends, by its id.

        The range is empty if none is written: it allows every version.
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
        """The ids of the packs that this one is layered on, as written."""
        return tuple(self.ranges)

    @property
    def after(self) -> tuple[str, ...]:
        """The ids of the packs that this one applies after, if they are present."""
        ids = as_list(self.manifest.data.get("after", []))
        return tuple(id_ for id_ in ids if isinstance(id_, str))


class Layered(Protocol):
    """A pack, or its manifest, with the packs that it is layered on."""

    @property
    def id(self) -> str:
        """The id."""
        ...

    @property
    def extends(self) -> Iterable[str]:
        """The ids of the packs that it is layered on."""
        ...

    @property
    def after(self) -> Iterable[str]:
        """The ids of the packs that it comes after."""
        ...


def topmost(packs: Iterable[Layered]) -> frozenset[str]:
    """Return the ids of the packs that no other pack builds on or comes after.

    Later packs can change the rules of the packs below on purpose; the rules of topmost packs must
    hold.
    """
    packs = tuple(packs)
    below = {id_ for pack in packs for id_ in (*pack.extends, *pack.after)}
    return frozenset(pack.id for pack in packs) - below


def known_by(packs: Iterable[Layered]) -> dict[str, frozenset[str]]:
    """Map the id of each pack to its own id and the ids of all packs before it.

    These are the packs that it `extends` or comes `after`, directly or indirectly. `packs` must be
    sorted, each pack after those.
    """
    ids: dict[str, frozenset[str]] = {}
    for pack in packs:
        bases = [ids.get(id_, frozenset()) for id_ in (*pack.extends, *pack.after)]
        ids[pack.id] = frozenset({pack.id}).union(*bases)
    return ids


def written_at(packs: Iterable[Pack], place: Location) -> Data | None:
    """Return the value that a pack writes at a location; None if there is none."""
    files = (file for pack in packs for file in pack.files)
    data = next((file.data for file in files if file.path == place.file), {})
    return walk(data, place.path)


# The result of the overlay stage.


@dataclass(frozen=True)
class Redirect:
    """The current id for a former one, and the pack that redirects it.

    A `renamed` entry still exists; a removed one has another entry as its replacement.
    """

    id: str
    pack: str
    renamed: bool


@dataclass(frozen=True)
class Removed:
    """An entry that a pack removed, with its body and the location of the removal.

    `instead` is the id of the replacement, if any. `along_with` is the id of the entry that the
    pack named, if this entry was removed because it is only about that one. `left_out` is True if
    the pack also leaves out what texts say about it.
    """

    id: str
    body: Data | None
    pack: str
    address: Location
    instead: str = ""
    along_with: str = ""
    left_out: bool = False


@dataclass(frozen=True)
class LeftOut:
    """A passage of the text at a path that a pack leaves out, and where it was written."""

    path: KeyPath
    passage: str
    source: Location
    pack: str


@dataclass(frozen=True, kw_only=True)
class MergedRuleset:
    """The tree of all entries under the top keys of packs, with its provenance.

    `packs` are in the order in which they were applied; the first is the base of the game.
    `redirects` have the current ids by former ones, `removed` the removed entries, `left_out` the
    passages about them that are left out. Linking and checking pay from the `budget`.
    """

    packs: tuple[Pack, ...]
    tree: dict[str, Data]
    provenance: Provenance
    redirects: Mapping[str, Redirect]
    removed: Mapping[str, Removed]
    left_out: tuple[LeftOut, ...] = ()
    budget: Budget = field(default_factory=Budget)

    def at(self, path: KeyPath) -> Data:
        """Return the value at a path that exists."""
        value = walk(self.tree, path)
        assert value is not None, path
        return value

    @property
    def sources(self) -> Sources:
        """The text of every file."""
        return {file.path: file.text for pack in self.packs for file in pack.files}


def is_told(example: Data) -> bool:
    """Return whether an example is printed: it has no steps, or a step has a text in `tells`."""
    steps = as_map(example).get("steps")
    return steps is None or any("tells" in as_map(step) for step in as_list(steps))
