"""A pack under other names: every key, label and word that a game chose becomes a random one.

The schemas say which texts are references, formulas, durations or prose; what names mean in
formulas is taken from the pack as it was linked. A new word stands for one old word and is found
again wherever it went, so `Words.restore` reads what was made of the renamed pack.
"""

from __future__ import annotations

import json
import random
import re
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from itertools import count
from typing import TYPE_CHECKING, Any, Final

from freed6c.document.phrases.terms import is_term
from freed6c.formula.builtins import BUILTINS
from freed6c.formula.scope import ResolvedEntry
from freed6c.formula.syntax_tree import (
    FunctionCall,
    Name,
    QuantityLiteral,
    TokenLiteral,
)
from freed6c.formula.typed_tree import TokenCount, TypedNode, Variable, walk_typed
from freed6c.link import link, scalars
from freed6c.link.examples import RUNNABLE
from freed6c.link.symbols import Symbol, collect_symbols
from freed6c.link.types import WITHIN
from freed6c.model.prose import references_in
from freed6c.overlay import overlay
from freed6c.packs import resources
from freed6c.packs.data import Data, KeyPath, walk
from freed6c.packs.kinds import BY_NAME, TOP

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path as Folder

    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.pack import Pack

    Schema = Mapping[str, Any]
    Checked = Mapping[KeyPath, Any]
    Rewrite = Callable[["Renaming", str, "Site"], str]


LETTERS: Final = ("bcdfghjklmnprstvwxz", "aeiou")
LENGTH: Final = 8
TOKEN_LENGTH: Final = 6
NEW: Final = re.compile(r"[a-pr-z]{7}q|[a-pr-z]{5}q", re.IGNORECASE)
"""What new words look like. Only their ends are a q, so they are found inside other words too."""

RUN: Final = re.compile(r"\[\[[^\]]*\]\]|[A-Za-z]+")
BRACES: Final = re.compile(r"\{[^{}]*\}")
"""What a sentence has filled in."""

SHOWN_STORY: Final = re.compile(r"\[\[show: example\.[^\]]*\]\](\\n)*")
COUNTED: Final = re.compile(r"(?<=[0-9] )[a-z][a-z0-9-]*")
IN_CHECKS: Final = frozenset({"margin", "rank", "total", "number"})
"""Names that the format gives to formulas in a check."""

IN_TRACKS: Final = frozenset({"this", "step", "chosen"})
"""Names that it gives to conditions and their place."""

RATED: Final = ("ability", "skill", "specialization", "value")
"""What stands on a sheet with a number."""

OF_THE_FORMAT: Final = "a word of the format"
"""What stands for those names where things do."""

LOCAL: Final = ("params", "constants", "inputs", "choose", "columns", "each")
"""Settings of an entry whose keys are names in its formulas."""

KEPT: Final = frozenset(
    {"source", "attested", "shown", "blank", "die", "limit", "kind", "expect"}
    | {"explode", "shows", "gear"}
)
"""Settings whose texts name nothing: numbers, words of the format, prose without links."""


@dataclass(frozen=True, slots=True)
class Words:
    """New words, each for one thing: a thing that is asked for again has the same word."""

    chance: random.Random
    given: dict[KeyPath, str] = field(default_factory=dict)
    known: dict[str, tuple[str, str]] = field(default_factory=dict)
    """By the new word in small letters: as it is written, and the old one."""

    def word(self, thing: KeyPath, written: str, length: int = LENGTH) -> str:
        """The word for a thing, in capitals where the old one is."""
        if thing not in self.given:
            bare = self._new(length)
            self.given[thing] = _like(written)(bare)
            self.known[bare] = (self.given[thing], written)
        return _like(written)(self.given[thing].lower())

    def label(self, thing: KeyPath, written: str) -> str:
        """A label: each word of it is replaced, and what stands between them stays.

        So does a word of documents, in brackets. What begins alike up to a colon still does.
        """
        begin, colon, end = written.rpartition(": ")
        if colon:
            return f"{self.label((begin,), begin)}{colon}{self.label(thing, end)}"
        number = count()
        return RUN.sub(
            lambda run: (
                run[0]
                if run[0].startswith("[")
                else self.word((*thing, next(number)), run[0])
            ),
            written,
        )

    def restore(self, text: str) -> str:
        """A text with the old words, in capitals where the new ones are."""
        return NEW.sub(lambda found: self._old(found[0]), text)

    def _new(self, length: int) -> str:
        first = self.chance.randrange(2)
        turns = [(first + number) % 2 for number in range(length - 1)]
        word = "".join(self.chance.choice(LETTERS[turn]) for turn in turns) + "q"
        return self._new(length) if word in self.known else word

    def _old(self, found: str) -> str:
        new, old = self.known.get(found.lower(), (found, found))
        if found == new:
            return old
        if found.islower() or found.isupper():
            return old.lower() if found.islower() else old.upper()
        return old[:1].upper() + old[1:]


def _like(written: str) -> Callable[[str], str]:
    if written.isupper() and len(written) > 1:
        return str.upper
    return str.capitalize if written[:1].isupper() else str.lower


@dataclass(frozen=True, slots=True)
class Site:
    """A value in a pack: its place, what its schema says, and the setting that it belongs to."""

    path: KeyPath
    schema: Schema
    data: Data
    setting: str

    @property
    def form(self) -> str:
        """The form of a text: formula, duration, range and so on."""
        return str(self.schema.get("x-freed6-form", ""))

    @property
    def words(self) -> tuple[str, ...]:
        """The words of the format that may stand here."""
        return (*self.schema.get("x-freed6-words", ()), *self.schema.get("enum", ()))


@dataclass(frozen=True, slots=True)
class Chosen:
    """A key that the pack chose, as the end of its path."""

    path: KeyPath


@cache
def _schemas() -> Mapping[str, Schema]:
    """Every schema by its file name; references inside a file name it too."""
    return {
        path.name: json.loads(path.read_text("utf-8").replace('"#/', f'"{path.name}#/'))
        for path in resources.schemas().rglob("*.schema.json")
    }


def _referred(ref: str) -> Schema:
    file, _, inside = ref.partition("#")
    found: Any = _schemas()[file.rpartition("/")[2]]
    for step in inside.split("/")[1:]:
        found = found[step]
    return found  # type: ignore[no-any-return]


def _opened(schema: Schema, data: Data) -> Schema:
    """A schema with all that it refers to and, of its conditions, what holds for such data."""
    parts = [_referred(schema["$ref"])] if "$ref" in schema else []
    for part in schema.get("allOf", ()):
        if "if" not in part:
            parts.append(part)
        elif _holds(part["if"], data):
            parts.append(part["then"])
    found: dict[str, Any] = {"properties": {}}
    for part in (*(_opened(one, data) for one in parts), schema):
        properties = {**found["properties"], **part.get("properties", {})}
        found |= {**part, "properties": properties}
    return found


def _holds(condition: Schema, data: Data) -> bool:
    if not isinstance(data, dict) or any(k not in data for k in condition["required"]):
        return False
    settings = condition.get("properties", {})
    return all(data[key] in wanted["enum"] for key, wanted in settings.items())


def _sites(
    schema: Schema, data: Data, path: KeyPath, setting: str = ""
) -> Iterator[Site | Chosen]:
    """Every value without parts and every chosen key, here and inside."""
    schema = _opened(schema, data)
    if isinstance(data, dict):
        for key, value in data.items():
            yield from _inside(schema, value, (*path, key), setting)
    elif isinstance(data, list):
        said = {name: schema[name] for name in schema if name.startswith("x-")}
        items = {**said, **schema.get("items", {})}
        for position, value in enumerate(data):
            yield from _sites(items, value, (*path, position), setting)
    else:
        yield Site(path, schema, data, setting)


OF_DICE = {"die-or-other", "face"}
"""Keys that nobody chose: `d6`, `other`, a face."""


def _inside(
    schema: Schema, data: Data, path: KeyPath, setting: str
) -> Iterator[Site | Chosen]:
    key = str(path[-1])
    if key == "change":
        return  # what a choice changes is renamed as what stands there
    if key in schema["properties"]:
        yield from _sites(schema["properties"][key], data, path, key)
        return
    cell = schema["additionalProperties"] is True
    written = schema.get("propertyNames", {}).get("$ref", "").rpartition("/")[2]
    chosen = "propertyNames" in schema and written not in OF_DICE
    if cell or chosen or setting == "token-names":
        yield Chosen(path)
    values = {} if cell else schema["additionalProperties"]
    yield from _sites(values, data, path, "cell" if cell else setting)


def _sites_of(file: Mapping[str, Data]) -> Iterator[Site | Chosen]:
    """Everything in the entries of a file."""
    for key, kind in TOP.items():
        section, schema = file.get(key), {"$ref": f"{kind.name}.schema.json"}
        if kind.single and section is not None:
            yield from _sites(schema, section, (key,))
        elif isinstance(section, dict):
            for name, body in section.items():
                yield Chosen((key, name))
                yield from _sites(schema, body, (key, name))


def _selections(pack: Pack, tree: Data) -> Iterator[tuple[KeyPath, Checked]]:
    """Every choice that changes something, and all formulas where it is in use."""
    options = walk(tree, ("options",))
    for option, body in options.items() if isinstance(options, dict) else ():
        choices = walk(body, ("choices",))
        for choice in choices if isinstance(choices, dict) else ():
            if walk(body, ("choices", choice, "change")) is not None:
                checked = with_choice(pack, option, choice).checked
                yield ("options", option, "choices", choice), checked


def with_choice(pack: Pack, option: str, choice: str) -> Ruleset:
    """The ruleset of a pack with another choice of an option in use."""
    files = []
    for file in pack.files:
        data = json.loads(json.dumps(file.data))
        if option in data.get("options", {}):
            data["options"][option]["default"] = choice
        files.append(replace(file, data=data))
    chosen = replace(pack, files=tuple(files))
    ruleset, problems = link(overlay([chosen])[0])
    assert not problems, problems
    assert ruleset is not None
    return ruleset


def without_steps(pack: Pack) -> Pack:
    """The same pack without its situations, which play it under its own names.

    Chapters show those that are stories; they are written without them.
    """
    files = []
    for file in pack.files:
        data = json.loads(SHOWN_STORY.sub("", json.dumps(file.data)))
        if isinstance(examples := data.get("examples"), dict):
            data["examples"] = {
                key: body
                for key, body in examples.items()
                if not (isinstance(body, dict) and "steps" in body)
            }
        files.append(replace(file, data=data))
    place = pack.files.index(pack.manifest)
    return replace(pack, files=tuple(files), manifest=files[place])


class Renaming:
    """New names for all that a pack names. It stands alone, and was linked without problems."""

    def __init__(self, pack: Pack, ruleset: Ruleset, seed: int) -> None:
        pack = without_steps(pack)
        self.pack = pack
        self.checked = ruleset.checked
        self.words = Words(random.Random(seed))
        merged, _ = overlay([pack])
        self.tree = merged.tree
        self.symbols = collect_symbols(merged)
        found = [site for file in pack.files for site in _sites_of(file.data)]
        self.chosen = {self.thing(s.path) for s in found if isinstance(s, Chosen)}
        self.sites = {s.path: s for s in found if isinstance(s, Site)}
        names = [s for s in found if isinstance(s, Site) and s.setting == "name"]
        self.named_first = {str(s.data).casefold(): s.path for s in reversed(names)}
        self.selected = dict(_selections(pack, self.tree))

    def write(self, folder: Folder) -> None:
        """Write the renamed pack, in files with other names. JSON is YAML, too."""
        folder.mkdir()
        for number, file in enumerate(self.pack.files):
            data = self.data(file.data, ())
            name = self.words.word(("file", number), "file")
            if file is self.pack.manifest:
                name, data = "pack", {**data, **self.manifest(file.data)}
            text = json.dumps(data, ensure_ascii=False, indent=1)
            (folder / f"{name}.yaml").write_text(text, "utf-8")

    def manifest(self, data: Mapping[str, Data]) -> Mapping[str, Data]:
        """The settings of `pack.yaml` that hold names."""
        order = data["order"]
        assert isinstance(order, dict)
        return {
            "pack": self.words.word(("pack",), str(data["pack"])),
            "title": self.words.label(("title",), str(data["title"])),
            "python": self.words.word(("python",), str(data["python"])),
            "order": {
                section: [self.step((section, str(key))) for key in keys]
                for section, keys in order.items()
                if isinstance(keys, list)
            },
        }

    def data(self, data: Data, path: KeyPath) -> Any:
        """Plain data with new keys and texts."""
        if path[-1:] == ("change",) and path[:-1] in self.selected:
            return self.changes(data, self.selected[path[:-1]])
        if isinstance(data, dict):
            inside = {(*path, key): value for key, value in data.items()}
            return {self.step(at): self.data(value, at) for at, value in inside.items()}
        if isinstance(data, list):
            return [self.data(value, (*path, n)) for n, value in enumerate(data)]
        return self.text(self.sites[path]) if path in self.sites else data

    # what a choice changes

    def changes(self, data: Any, checked: Checked) -> Any:
        """What a choice changes, by the new ids; `checked` are the formulas where it is in use."""
        return {
            self.place(id_)[1]: {
                word: self._change(id_, word, said, checked)
                for word, said in body.items()
            }
            for id_, body in data.items()
        }

    def _change(self, id_: str, word: str, said: Any, checked: Checked) -> Any:
        match word:
            case "why":
                return self.prose(said)
            case "set":
                return {
                    self._inside(id_, address): self._set(id_, address, value, checked)
                    for address, value in said.items()
                }
            case "unset":
                return [self._inside(id_, address) for address in said]
        raise NotImplementedError(word)

    def _inside(self, id_: str, address: str) -> str:
        """An address inside of an entry."""
        return self.place(f"{id_}.{address}")[1].removeprefix(f"{self.place(id_)[1]}.")

    def _set(self, id_: str, address: str, value: Data, checked: Checked) -> Data:
        """A value, as that would be renamed which stands there without the choice."""
        path = self.place(f"{id_}.{address}")[0]
        if path in checked and isinstance(value, str):
            return self.formula(value, path, checked)
        if path not in self.sites:
            return value
        return self.text(replace(self.sites[path], data=value))

    # keys and what leads to them

    def thing(self, path: KeyPath) -> KeyPath:
        """What a key stands for, where several keys stand for one thing."""
        match path:
            case ("tables", table, "each", name) | ("tables", table, "rows", _, name):
                return ("tables", table, "columns", name)
            case ("tracks", track, "conditions", _, name):
                return ("tracks", track, "columns", name)
            case ("dice", _, "steps", _, "token" | "token-names", token):
                return ("token", token)
            case ("actions", _, "costs", name) | (_, _, "effects", _, "costs", name):
                return self.find(str(name), "points").path
            case ("actions", _, "choose", "chosen-action" as name):
                return (OF_THE_FORMAT, name)
            case ("characters", _, "stats", name):
                return self.find(str(name), *RATED).path
            case ("examples", example, "given", name):
                return self._meant(str(example), str(name))
            case ("tables", table, "rows", key):
                rows_are = walk(self.tree, ("tables", table, "rows-are"))
                if isinstance(rows_are, dict):
                    whole = f"{rows_are['of']}." if "of" in rows_are else ""
                    return self.find(f"{whole}{key}", str(rows_are["kind"])).path
        return path

    def _meant(self, example: str, name: str) -> KeyPath:
        """What a key of what is given names: a fact, a choice, or a rating."""
        run = self._run(example)
        if name in IN_CHECKS or name in IN_TRACKS:
            return (OF_THE_FORMAT, name)
        for section in LOCAL:
            if walk(self.tree, (*run, section, name)) is not None:
                return (*run, section, name)
        return self.find(name, *RATED).path

    def _run(self, example: str) -> KeyPath:
        """The place of what an example runs."""
        run = walk(self.tree, ("examples", example, "run"))
        return () if run is None else self.find(str(run), *RUNNABLE).path

    def way(self, text: str, site: Site) -> str:
        """The key of a way to spend points."""
        return self.step((*self._run(str(site.path[1])), "spend", text))

    def step(self, path: KeyPath) -> str:
        """The last step of a path: a new key if the pack chose it."""
        thing, written = self.thing(path), str(path[-1])
        if thing not in self.chosen or thing[0] == OF_THE_FORMAT:
            return written
        token = thing == ("token", written)
        return self.token(written) if token else self.words.word(thing, written)

    def find(self, text: str, *kinds: str) -> Symbol:
        """The entry that a reference means."""
        (found,) = self.symbols.find(text, kinds, self.pack.id)
        return found

    def id(self, symbol: Symbol) -> str:
        """The new id of an entry."""
        kind, *keys = symbol.id.split(".")
        depths = range(2, len(symbol.path) + 1, 2)
        steps = [self.step(symbol.path[:depth]) for depth in depths]
        return ".".join((kind, *steps[len(steps) - len(keys) :]))

    def named(self, symbol: Symbol, written: str) -> str:
        """A reference to an entry, as long as it was written."""
        parts = self.id(symbol).split(".")
        return ".".join(parts[-1 - written.count(".") :])

    def place(self, address: str) -> tuple[KeyPath, str]:
        """The path that an address names, and the new address."""
        steps = address.split(".")
        depths = range(len(steps), 0, -1)
        ids = {depth: ".".join(steps[:depth]) for depth in depths}
        depth = next(n for n, id_ in ids.items() if id_ in self.symbols.by_id)
        symbol = self.symbols.by_id[ids[depth]]
        path, new = symbol.path, self.id(symbol)
        for step in steps[depth:]:
            path = (*path, step)
            new += f".{self.step(path)}"
        return path, new

    # texts

    def text(self, site: Site) -> Data:
        """A value under the new names."""
        text = site.data
        if not isinstance(text, str):
            return text
        if site.path in self.checked:
            known = text == self.sites[site.path].data
            return self.formula(text, site.path) if known else text
        if text in site.words:
            return text
        if "x-freed6-ref" in site.schema:
            return self.named(self.find(text, *site.schema["x-freed6-ref"]), text)
        return (FORMS.get(site.form) or SETTINGS[site.setting])(self, text, site)

    def keep(self, text: str, _site: Site) -> str:
        """A text that names nothing."""
        return text

    def label(self, text: str, site: Site) -> str:
        """What people read. A part that is called like the whole is that again.

        Two entries of one name have one name again: documents tell them apart.
        """
        places = ((*site.path[:depth], "name") for depth in range(len(site.path)))
        named = (place for place in places if walk(self.tree, place) == text)
        thing = (
            self.named_first.get(text.casefold()) if site.setting == "name" else None
        )
        return self.words.label(thing or next(named, site.path), text)

    def sibling(self, text: str, site: Site) -> str:
        """The key of something beside the thing whose setting this is."""
        return self.step((*site.path[:-2], text))

    def prose(self, text: str, _site: Site | None = None) -> str:
        """Prose, whose links lead to new ids."""
        for found in reversed(references_in(text)):
            if found.kind == "quantity":
                new = self.quantity(found.target)
            elif is_term(found.target):
                continue  # a word of documents, which this pack may rename, too
            else:
                _, new = self.place(found.target)
            text = text[: found.start] + new + text[found.end :]
        return text

    def duration(self, text: str, _site: Site | None = None) -> str:
        """A duration, whose periods and types of actions have other words."""
        words = {**self.periods, **self.action_types}
        known = ({word: word for word in self.periods}, self.action_types)
        found = scalars.read_duration(text, known[0], {w: w for w in known[1]})
        word = found.period or found.action_type
        before, _, after = text.rpartition(word) if word else (text, "", "")
        return f"{before}{words.get(word, '')}{after}"

    def quantity(self, text: str, _site: Site | None = None) -> str:
        """Quantities in other units."""
        return COUNTED.sub(lambda unit: self.units[unit[0]], text)

    def moment(self, text: str, _site: Site) -> str:
        """`end of each round`."""
        before, space, period = text.rpartition(" ")
        return f"{before}{space}{self.periods[period]}"

    def type(self, text: str, _site: Site) -> str:
        """The word for a type: of the format, a kind, a measure; or a table to choose from."""
        if text in self.symbols.by_id:
            return self.id(self.symbols.by_id[text])
        measured = text in self.measures
        return self.words.word(("measure", text), text) if measured else text

    def measure(self, text: str, _site: Site) -> str:
        """What a unit measures."""
        return self.words.word(("measure", text), text)

    def owner(self, text: str, _site: Site) -> str:
        """The nature whose own a period is."""
        return self.named(self.find(text, "nature"), text)

    def token(self, text: str, _site: Site | None = None) -> str:
        """The letters of a token, or the word that people say for it."""
        return self.words.word(("token", text), text, TOKEN_LENGTH)

    def said(self, text: str, site: Site) -> str:
        """The word that people use for a token; or a sentence, with quantities in braces."""
        if site.path[-1] != "sentence":
            return self.words.word(("token-names", text), text)
        return BRACES.sub(lambda braces: self.quantity(braces[0]), self.prose(text))

    def reading(self, text: str, site: Site) -> str:
        """What would stand at the place that a note decides."""
        decides = walk(self.tree, (*site.path[:2], "decides"))
        decided = self.sites.get(self.place(str(decides))[0])
        return text if decided is None else str(self.text(replace(decided, data=text)))

    def address(self, text: str, _site: Site) -> str:
        """The address of a value."""
        return self.place(text)[1]

    def assumed(self, text: str, site: Site) -> str:
        """The key of a choice of the same step."""
        return self.step((*site.path[:-1], "choices", text))

    def chosen_reading(self, text: str, site: Site) -> str:
        """The key of a reading."""
        return self.step((*site.path[:2], "readings", text))

    def joined(self, text: str, site: Site) -> str:
        """The key of a column."""
        return self.step((*site.path[:3], text))

    def whole(self, text: str, site: Site) -> str:
        """What the cells of a column, or the rows of a table, are of."""
        about = walk(self.tree, site.path[: site.path.index("of")])
        assert isinstance(about, dict)
        kind = str(about.get("type") or about.get("kind"))
        if kind == "one-of":
            return self.words.word((*site.path[:4], text), text)
        return self.named(self.find(text, WITHIN.get(kind, kind)), text)

    def column(self, text: str, site: Site) -> str:
        """The key of a column of one of the tables that a panel shows."""
        shown = walk(self.tree, (*site.path[:2], "shows"))
        for one in shown if isinstance(shown, list) else [shown]:
            path = (*self.find(str(one), *BY_NAME).path, "columns", text)
            if walk(self.tree, path) is not None:
                return self.step(path)
        return text

    def cell(self, text: str, site: Site) -> str:
        """A cell, typed by its column."""
        path = self.thing(site.path[:5])
        column = walk(self.tree, path)
        assert isinstance(column, dict)
        kind, of = str(column["type"]), column.get("of")
        if kind == "one-of":
            return self.words.word((*path, text), text)
        if kind in BY_NAME:
            alone = isinstance(of, str) and kind in WITHIN and "." not in text
            whole = f"{str(of).rpartition('.')[2]}.{text}" if alone else text
            return self.named(self.find(whole, kind), text)
        if kind == "duration":
            return self.duration(text)
        return self.quantity(text) if kind in self.measures else text

    @cached_property
    def periods(self) -> Mapping[str, str]:
        """The words for periods in durations."""
        return self._vocabulary("periods", "plural")

    @cached_property
    def units(self) -> Mapping[str, str]:
        """The words for units in quantities."""
        return self._vocabulary("units", "plural", "name")

    @cached_property
    def action_types(self) -> Mapping[str, str]:
        """The words for types of actions in durations."""
        return self._vocabulary("action-types", "name")

    @cached_property
    def measures(self) -> frozenset[str]:
        """What units measure."""
        return frozenset(
            str(site.data) for site in self.sites.values() if site.setting == "measures"
        )

    def _vocabulary(self, section: str, *settings: str) -> Mapping[str, str]:
        words: dict[str, str] = {}
        entries = self.tree[section]
        assert isinstance(entries, dict)
        for key in entries:
            words[key] = self.step((section, key))
            for setting in settings:
                site = self.sites[section, key, setting]
                label = self.label(str(site.data), site)
                words |= {str(site.data): label, str(site.data).lower(): label.lower()}
        return words

    # formulas

    def each(self, text: str, site: Site) -> str:
        """The values that a table is made for: a formula, or one for each end."""
        if isinstance(site.path[-1], int):
            return self.formula(text, site.path)
        low, to, high = text.partition(" to ")
        first = self.formula(low, (*site.path, "from"))
        return first + to + (self.formula(high, (*site.path, "to")) if to else "")

    def formula(self, text: str, path: KeyPath, checked: Checked | None = None) -> str:
        """A formula, as it was checked at its place."""
        edits = {
            text.index(old, start): (old, new)
            for part in walk_typed((checked or self.checked)[path])
            for start, old, new in self._edits(part, path)
        }
        for start, (old, new) in sorted(edits.items(), reverse=True):
            text = text[:start] + new + text[start + len(old) :]
        return text

    def _edits(self, part: TypedNode, path: KeyPath) -> Iterator[tuple[int, str, str]]:
        """The names in a part itself: where each can be found, and what it becomes."""
        start = part.node.start
        match part.node, part.meaning:
            case Name(name), Variable():
                yield start, name, self.variable(name, path)
            case Name(name), ResolvedEntry(id=id_):
                yield start, name, self.named(self.symbols.by_id[id_], name)
            case Name(name), TokenCount():
                yield start, name, self.words.word(("token-names", name), name)
            case TokenLiteral(letters), _:
                yield start, letters, self.token(letters)
            case QuantityLiteral(_, unit), _:
                yield start, unit, self.units[unit]
            case FunctionCall("lookup", (Name(), _, Name(column, start=at))), _:
                yield at, column, self._column(part.children[0], column)
            case FunctionCall(function), _ if function not in BUILTINS:
                key = function.removeprefix("formula.")
                yield start, key, self.step(("formulas", key))

    def _column(self, table: TypedNode, column: str) -> str:
        assert isinstance(table.meaning, ResolvedEntry)
        return self._column_of(table.meaning.id, column)

    def _column_of(self, table: str, column: str) -> str:
        return self.step((*self.symbols.by_id[table].path, "columns", column))

    def variable(self, name: str, path: KeyPath) -> str:
        """A name that formulas of an entry know, with the cell that is asked of it."""
        entry, (head, dot, rest) = path[:2], name.partition(".")
        if head in IN_CHECKS and {"check", "test"} & {*path[2:]}:
            return name
        if head == "resisted":
            resisted = self.find(str(walk(self.tree, (*path[:-1], "resist"))), "action")
            return f"resisted.{self.variable(rest, resisted.path)}"
        if head == "this":
            return f"this.{self.step((*entry, 'columns', rest))}"
        for section in LOCAL:
            known = (*entry, section, head)
            if self.thing(known) in self.chosen:
                table = walk(self.tree, known)
                cell = self._column_of(str(table), rest) if rest else ""
                return self.step(known) + dot + cell
        return name


FORMS: Final[Mapping[str, Rewrite]] = {
    "duration": Renaming.duration,
    "quantity": Renaming.quantity,
    "range": Renaming.keep,
    "die-code": Renaming.keep,
}
"""Texts by their form."""

SETTINGS: Final[Mapping[str, Rewrite]] = {
    **dict.fromkeys(KEPT, Renaming.keep),
    **dict.fromkeys(("name", "plural", "aliases", "keywords"), Renaming.label),
    **dict.fromkeys(("text", "problem", "why", "narrate"), Renaming.prose),
    **dict.fromkeys(("chosen-by", "summary"), Renaming.prose),
    **dict.fromkeys(("before", "after"), Renaming.sibling),
    **dict.fromkeys(("type", "returns", "params", "choose"), Renaming.type),
    "measures": Renaming.measure,
    "shown-as": Renaming.quantity,
    "equals": Renaming.quantity,
    "only": Renaming.column,
    "belongs-to": Renaming.owner,
    "at": Renaming.moment,
    "token": Renaming.token,
    "sentence": Renaming.said,
    "token-names": Renaming.said,
    "called": Renaming.label,
    "value": Renaming.reading,
    "decides": Renaming.address,
    "assume": Renaming.assumed,
    "chosen": Renaming.chosen_reading,
    "joins": Renaming.joined,
    "spend": Renaming.way,
    "of": Renaming.whole,
    "cell": Renaming.cell,
    "each": Renaming.each,
}
"""Texts of which the schemas say no more, by their setting."""
