"""Write the generated pages of the documentation: `python documentation.py FOLDER`.

- `keywords/`: every keyword, from the schemas, with an example from the packs of this repository.
- `codes/`: every diagnostic code, with its explanation.
- `commands.md`: the help of every command.

`.ci/docs` writes them to `docs/reference/` and builds the site.
"""

from __future__ import annotations

import re
import sys
from contextlib import suppress
from pathlib import Path
from textwrap import shorten
from typing import TYPE_CHECKING, Any, Final

import click
from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

from freed6c.cli import freed6c
from freed6c.diagnostics.codes import ALL
from freed6c.diagnostics.explanations import explain_code
from freed6c.formula.builtins import BUILTINS
from freed6c.model.local_names import FORMAT_NAMES
from freed6c.packs.data import inline
from freed6c.packs.kinds import KINDS
from freed6c.validate.schemas import schema
from freed6c.validate.vocabulary import meaning_of, meanings, schemas_with_settings

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from freed6c.validate.vocabulary import Meaning

    Schema = Mapping[str, Any]
    Examples = dict[tuple[int | str, str], str]

ROOT: Final = Path(__file__).parents[2]
STAGES: Final = {
    "Y": "Reading YAML",
    "L": "Finding packs",
    "S": "Structure",
    "O": "Changes",
    "R": "References",
    "F": "Formulas",
    "C": "Checks",
    "W": "Wording",
    "P": "Publishing",
}
"""The stage of a code, by the letter of its id."""
LONGEST: Final = 60
"""The longest example that is shown whole, in characters."""


# Examples: the shortest value of each setting that a pack of this repository has.


def examples() -> Examples:
    """Return an example of each setting, by its schema (identity) or meaning, and key."""
    found: Examples = {}
    for path in sorted(ROOT.glob("rulesets/*/**/*.yaml")):
        _collect_file(YAML(typ="safe").load(path), found)
    pages = {*ROOT.glob("docs/*.md"), *ROOT.glob("docs/[!r]*/*.md")}
    for page in sorted({*pages, *ROOT.glob("docs/reference/*.md")}):
        blocks = re.findall(
            r"^```yaml\n(.*?)^```$",
            page.read_text(encoding="utf-8"),
            re.DOTALL | re.MULTILINE,
        )
        for block in blocks:
            with suppress(YAMLError):  # pages also show broken packs
                _collect_file(YAML(typ="safe").load(block), found)
    return found


def _collect_file(data: Any, found: Examples) -> None:
    _collect(data, schema("pack"), found)
    kinds = {kind.key: kind for kind in KINDS if kind.parent is None}
    for key, value in data.items() if isinstance(data, dict) else ():
        if key in ("change", "replace", "remove", "select", "resolve", "when"):
            values = value.values() if isinstance(value, dict) else ()
            for inner in values:
                _collect(inner, schema(key), found)
        elif key in kinds:
            definition = schema(f"entries/{kinds[key].name}")
            entries = [value] if kinds[key].single else value.values()
            for entry in entries:
                _collect(entry, definition, found)


def _collect(data: Any, definition: Schema, found: Examples) -> None:
    if isinstance(data, list):
        for item in data:
            _collect(item, definition.get("items", definition), found)
    if not isinstance(data, dict):
        return
    if "x-freed6-verbs" in definition:
        verbs = schema("effect")["$defs"]
        definition = next((verbs[key] for key in data if key in verbs), {})
    elif "do" in data and "do" in definition.get("properties", {}):
        definition = schema("entries/step")["$defs"].get(str(data["do"]), definition)
    properties = definition.get("properties", {})
    for key, value in data.items():
        inner = properties.get(key)
        if inner is None:
            inner = definition.get("additionalProperties")
        else:
            shown = f"{key}: {shortened(value)}"
            for place in (id(definition), inner.get("description", "")):
                found[place, key] = min(
                    found.get((place, key), shown), shown, key=_preference
                )
        if isinstance(inner, dict):
            _collect(value, inner, found)


def shortened(value: Any) -> str:
    """Return a value on one line; of a long one only the first part."""
    whole = inline(value)
    if len(whole) <= LONGEST:
        return whole
    match value:
        case dict():
            key, inner = next(iter(value.items()))
            return f"{{{key}: {shortened(inner)}, …}}"
        case list():
            return f"[{shortened(value[0])}, …]"
        case _:
            return shorten(whole, LONGEST, placeholder=" …")


def _preference(example: str) -> tuple[bool, int]:
    """Return a key that sorts the best example first: a whole one, then the shortest."""
    return "…" in example, len(example)


# Markdown.


def markdown(text: str) -> str:
    """Return plain text as Markdown that shows it unchanged, but for code in backticks."""
    parts = re.split(r"(`[^`]+`)", text)
    parts[::2] = [re.sub(r"([\\`*_{}\[\]<>#|])", r"\\\1", part) for part in parts[::2]]
    return "".join(parts)


def settings(meaning: Meaning, definition: Schema, found: Examples) -> Iterator[str]:
    """Yield a table of the settings of a keyword."""
    if not meaning.settings:
        return
    yield from ("", "| setting | meaning | example |", "|---|---|---|")
    for setting in meaning.settings:
        needed = " (required)" if setting.needed else ""
        elsewhere = found.get((setting.means, setting.key), "")
        example = found.get((id(definition), setting.key), elsewhere)
        shown = f"`{example}`" if example else ""
        means = markdown(f"{setting.means} {setting.allowed}".strip())
        yield f"| `{setting.key}`{needed} | {means} | {shown} |"


def section(title: str, level: int, definition: Schema, found: Examples) -> str:
    """Return a heading, a description and a table of settings."""
    meaning = meaning_of("", definition)
    lines = [f"{'#' * level} {title}", "", markdown(meaning.says)]
    return "\n".join([*lines, *settings(meaning, definition, found), ""])


# Pages.


def keyword_pages() -> Iterator[tuple[str, str]]:
    """Yield each page about keywords: its path and its text."""
    found = examples()
    listed: dict[int, str] = {}
    nested: dict[str, list[tuple[str, Schema]]] = {}
    for holder, definition in schemas_with_settings():
        if id(definition) not in listed:
            nested.setdefault(holder.rpartition(" of ")[2], []).append(
                (holder, definition)
            )
        listed.setdefault(id(definition), holder)
    pages = {kind.name: f"`{kind.key}`: {kind.many.lower()}" for kind in KINDS}
    pages = {"pack.yaml": "`pack.yaml`", **pages}
    for name, title in pages.items():
        own = [(holder, d) for holder, d in nested.get(name, ()) if holder != name]
        top = schema("pack" if name == "pack.yaml" else f"entries/{name}")
        parts = [section(title, 1, top, found)]
        parts += [section(f"`{holder}`", 2, d, found) for holder, d in own]
        yield f"keywords/{name.replace('.', '-')}.md", "\n".join(parts)
    groups = {
        "effects": ("Effects", schema("effect")["$defs"]),
        "changes": (
            "Changes to a base",
            {
                w: schema(w)
                for w in ("change", "replace", "remove", "select", "resolve", "when")
            },
        ),
        "in-change": ("Keywords of `change`", schema("change")["properties"]),
        "parts": ("Checks and columns", {w: schema(w) for w in ("check", "column")}),
        "dice-steps": ("Steps of dice", schema("entries/step")["$defs"]),
    }
    for name, (title, definitions) in groups.items():
        parts = [section(f"`{word}`", 2, d, found) for word, d in definitions.items()]
        yield f"keywords/{name}.md", "\n".join([f"# {title}\n", *parts])
    yield "keywords/functions.md", "\n".join(_functions())
    rows = [
        f"| [{title}]({name.replace('.', '-')}.md) |" for name, title in pages.items()
    ]
    more = [f"- [{title}]({name}.md)" for name, (title, _) in groups.items()]
    more.append("- [Functions and names of formulas](functions.md)")
    text = ["# Keywords", "", *more, "", "| kinds of entries |", "|---|", *rows, ""]
    yield "keywords/index.md", "\n".join(text)


def _functions() -> Iterator[str]:
    yield "# Functions and names of formulas\n"
    yield "| word | meaning |\n|---|---|"
    names = [name for names in FORMAT_NAMES.values() for name in names]
    for word in (*BUILTINS, *names):
        for meaning in meanings(word):
            if "formulas" in meaning.sort:
                yield f"| `{word}` | {markdown(meaning.says)} |"
    yield ""


def code_pages() -> Iterator[tuple[str, str]]:
    """Yield the page of each code, and their index."""
    index = ["# Codes", "", "`freed6c explain CODE` prints the same pages."]
    for letter, stage in STAGES.items():
        index += ["", f"## {stage}", "", "| code | name | meaning |", "|---|---|---|"]
        for code in sorted(ALL, key=lambda code: code.id):
            if code.id[3] == letter:
                link = f"[{code.id}]({code.id}.md)"
                index.append(f"| {link} | {code.name} | {markdown(code.meaning)} |")
    yield "codes/index.md", "\n".join([*index, ""])
    for code in ALL:
        why, wrong, right = explain_code(code)
        text = [
            f"# {code.id} {code.name}",
            "",
            f"**{markdown(code.meaning)}**",
            "",
            markdown(why),
        ]
        for heading, pack in (("Wrong", wrong), ("Right", right)):
            if pack:
                text += ["", f"## {heading}", "", f"```yaml\n{pack}```"]
        yield f"codes/{code.id}.md", "\n".join([*text, ""])


def command_page() -> Iterator[tuple[str, str]]:
    """Yield the page with the help of all commands."""
    text = ["# Commands", ""]
    context = click.Context(freed6c, info_name="freed6c")
    for name in ("", *freed6c.list_commands(context)):
        command = freed6c.get_command(context, name) or freed6c
        usage = f"freed6c {name}".strip()
        context = click.Context(command, info_name=usage, terminal_width=90)
        text += [f"## `{usage}`", "", f"```text\n{command.get_help(context)}\n```", ""]
    yield "commands.md", "\n".join(text)


def main() -> None:
    """Write all pages below the folder that is named."""
    folder = Path(sys.argv[1])
    for path, text in (*keyword_pages(), *code_pages(), *command_page()):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
