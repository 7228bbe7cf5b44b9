"""A pack under other names: every key, label and word that a game chose becomes a random one.

The schemas say which texts are references, formulas, durations or prose; what names mean in
formulas is taken from the pack as it was linked. Every new word stands for one old one and is
found again wherever it went, so `Words.restore` reads what was made of the renamed pack.
"""

from __future__ import annotations

import json
import random
import re
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from itertools import count
from typing import TYPE_CHECKING, Any, Final

from freed6c import resources
from freed6c.document.prose import references_in
from freed6c.formula.builtins import BUILTINS
from freed6c.formula.scope import Found
from freed6c.formula.tree import Amount, Call, Mark, Name
from freed6c.formula.typed import Marked, Variable, walk_typed
from freed6c.link import scalars
from freed6c.link.symbols import collect
from freed6c.link.types import WITHIN
from freed6c.overlay import overlay
from freed6c.packs.data import walk
from freed6c.packs.ids import find
from freed6c.packs.kinds import BY_NAME, TOP

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path as Folder

    from freed6c.formula.typed import Typed
    from freed6c.link.symbols import Symbol
    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.data import Data, Path
    from freed6c.packs.pack import Pack

    Schema = Mapping[str, Any]

LETTERS: Final = ("bcdfghjklmnprstvwxz", "aeiou")
NEW: Final = re.compile(r"[a-pr-z]{7}q|[a-pr-z]{5}q", re.IGNORECASE)
"""What new words look like. Nothing else ends in q, so they are found inside other words too."""
RUN: Final = re.compile(r"[A-Za-z]+")
COUNTED: Final = re.compile(r"(?<=[0-9] )[a-z][a-z0-9-]*")


@dataclass(frozen=True, slots=True)
class Words:
    """New words, each for one thing: a thing that is asked for again has the same word."""

    chance: random.Random
    given: dict[Path, str] = field(default_factory=dict)
    old: dict[str, str] = field(default_factory=dict)

    def word(self, thing: Path, written: str, length: int = 8) -> str:
        """The word for a thing, in capitals where the old one is."""
        if thing not in self.given:
            self.given[thing] = _like(written)(self._new(written, length))
            self.old[self.given[thing]] = written
        return self.given[thing]

    def label(self, thing: Path, written: str) -> str:
        """A label: each word of it is replaced, and what stands between them stays."""
        number = count()
        return RUN.sub(lambda run: self.word((*thing, next(number)), run[0]), written)

    def restore(self, text: str) -> str:
        """A text with the old words, in capitals where the new ones are."""
        return NEW.sub(lambda found: self._old(found[0]), text)

    def _new(self, written: str, length: int) -> str:
        first = self.chance.randrange(2)
        turns = [(first + number) % 2 for number in range(length - 1)]
        word = "".join(self.chance.choice(LETTERS[turn]) for turn in turns) + "q"
        if word in self.old:
            return self._new(written, length)
        self.old[word] = written
        return word

    def _old(self, found: str) -> str:
        exact, written = self.old.get(found), self.old.get(found.lower())
        if exact is not None or written is None:
            return exact or found
        return written.upper() if found.isupper() else written[:1].upper() + written[1:]


def _like(written: str) -> Callable[[str], str]:
    if written.isupper() and len(written) > 1:
        return str.upper
    return str.capitalize if written[:1].isupper() else str.lower


@dataclass(frozen=True, slots=True)
class Site:
    """A value in a pack: its place, what its schema says, and the setting that it belongs to.

    `chosen` says whether the last step of its place is a key that the pack chose.
    """

    path: Path
    schema: Schema
    data: Data
    setting: str
    chosen: bool = False

    @property
    def form(self) -> str:
        """The form of a text: formula, duration, label, prose and so on."""
        return str(self.schema.get("x-freed6-form", ""))

    @property
    def words(self) -> tuple[str, ...]:
        """The words of the format that may stand here."""
        return (*self.schema.get("x-freed6-words", ()), *self.schema.get("enum", ()))


@cache
def _schemas() -> Mapping[str, Schema]:
    """Every schema by its file name; references inside a file name it too."""
    return {
        path.name: json.loads(path.read_text("utf-8").replace('"#/', f'"{path.name}#/'))
        for path in resources.schemas().rglob("*.schema.json")
    }


def _referred(ref: str) -> Schema:
    """What a reference means. The forms that all kinds share have their names as forms."""
    file, _, inside = ref.rpartition("/schemas/")[2].partition("#")
    found: Any = _schemas()[file.rpartition("/")[2]]
    for step in inside.split("/")[1:]:
        found = found[step]
    if file.endswith("common.schema.json"):
        return {"x-freed6-form": inside.rpartition("/")[2]}
    return found  # type: ignore[no-any-return]


def opened(schema: Schema, data: Data) -> Schema:
    """A schema with all that it refers to and, of its conditions, what holds for such data."""
    found: dict[str, Any] = {}
    parts = [_referred(schema["$ref"])] if "$ref" in schema else []
    for part in schema.get("allOf", ()):
        if "if" not in part:
            parts.append(part)
        elif _holds(part["if"], data):
            parts.append(part["then"])
    for part in (*(opened(one, data) for one in parts), schema):
        properties = {**found.get("properties", {}), **part.get("properties", {})}
        found |= {**part, "properties": properties}
    return found


def _holds(condition: Schema, data: Data) -> bool:
    if not isinstance(data, dict) or any(k not in data for k in condition["required"]):
        return False
    settings = condition.get("properties", {})
    return all(data[key] in wanted["enum"] for key, wanted in settings.items())


def sites(schema: Schema, data: Data, path: Path, setting: str = "") -> Iterator[Site]:
    """A value and everything inside it."""
    schema = opened(schema, data)
    if isinstance(data, dict):
        for key, value in data.items():
            yield from _inside(schema, key, value, (*path, key), setting)
    elif isinstance(data, list):
        said = {name: schema[name] for name in schema if name.startswith("x-")}
        for position, value in enumerate(data):
            items = {**said, **schema.get("items", {})}
            yield from sites(items, value, (*path, position), setting)
    else:
        yield Site(path, schema, data, setting)


def _inside(
    schema: Schema, key: str, data: Data, path: Path, setting: str
) -> Iterator[Site]:
    if key in schema["properties"]:
        yield from sites(schema["properties"][key], data, path, key)
        return
    cell = schema.get("additionalProperties") is True
    if cell or "propertyNames" in schema or setting == "says":
        yield Site(path, schema, data, setting, chosen=True)
    values = {} if cell else schema["additionalProperties"]
    yield from sites(values, data, path, "cell" if cell else setting)


def entries_in(file: Mapping[str, Data]) -> Iterator[Site]:
    """Everything in the entries of a file."""
    for key, kind in TOP.items():
        section, schema = file.get(key), {"$ref": f"{kind.name}.schema.json"}
        if kind.single and section is not None:
            yield from sites(schema, section, (key,))
        elif isinstance(section, dict):
            for name, body in section.items():
                yield Site((key, name), {}, body, key, chosen=True)
                yield from sites(schema, body, (key, name))


class Renaming:
    """New names for everything that a pack names. The pack must be linked without problems."""

    def __init__(self, pack: Pack, ruleset: Ruleset, seed: int) -> None:
        self.pack = pack
        self.ruleset = ruleset
        self.words = Words(random.Random(seed))  # noqa: S311
        merged, _ = overlay([pack])
        self.tree = merged.tree
        self.symbols = collect(merged)
        found = [site for file in pack.files for site in entries_in(file.data)]
        self.chosen = {self.thing(site.path) for site in found if site.chosen}
        self.sites = {site.path: site for site in found if not site.chosen}
        self.texts = {path: self.text(site) for path, site in self.sites.items()}

    def write(self, folder: Folder) -> None:
        """Write the renamed pack, in files with other names. JSON is YAML, too."""
        for number, file in enumerate(self.pack.files):
            data = self.data(file.data, ())
            name = self.words.word(("a file", number), "file")
            if file is self.pack.manifest:
                data, name = self.manifest(file.data), "pack"
            folder.mkdir(parents=True, exist_ok=True)
            text = json.dumps(data, ensure_ascii=False, indent=1)
            (folder / f"{name}.yaml").write_text(text, encoding="utf-8")

    def manifest(self, data: dict[str, Data]) -> dict[str, Data]:
        """`pack.yaml` under other names, with the sections that must be in order."""
        order = data.get("order")
        assert isinstance(order, dict)
        return {
            **self.data(data, ()),
            "pack": self.words.word(("pack",), str(data["pack"])),
            "title": self.words.label(("title",), str(data["title"])),
            "python": self.words.word(("python",), str(data["python"])),
            "order": {
                section: [self.step((section, key)) for key in keys]
                for section, keys in order.items()
                if isinstance(keys, list)
            },
        }

    def data(self, data: Data, path: Path) -> Any:
        """Plain data with new keys and texts."""
        if isinstance(data, dict):
            inside = [((*path, key), value) for key, value in data.items()]
            return {self.step(at): self.data(value, at) for at, value in inside}
        if isinstance(data, list):
            return [self.data(one, (*path, n)) for n, one in enumerate(data)]
        return self.texts.get(path, data)
