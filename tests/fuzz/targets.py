"""What coverage-guided fuzzing runs: bytes in, and only documented errors out.

Everything of freed6c is imported here, so that it can be instrumented on the way in.
"""

from __future__ import annotations

import json
import re
import sys
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Any, Final

from dice_cases import NOTATION, core
from families import ROOT, every
from judging import WITHOUT_PLACE, harmful_in
from mutations import places
from random_formulas import NAMES, SCOPE
from small_packs import FRAME
from small_world import CODE, Someone, World
from test_formula_agreement import DEFINITIONS, MODULE, SITUATED, SPACE

from freed6c.diagnostics.formats import RENDERERS
from freed6c.document import Documents
from freed6c.emit import markdown
from freed6c.emit.playground.pages import page_html
from freed6c.formula.checker import check
from freed6c.formula.codegen import FunctionForm, to_python
from freed6c.formula.evaluator import CompiledFormula
from freed6c.formula.parser import parse
from freed6c.formula.python_fragments import HERE as NAME_OF_HERE
from freed6c.formula.scope import FormulaProblem
from freed6c.load import load
from freed6c.packs.pack import MANIFEST
from freed6c.pipeline import compile_packs
from freed6c.runtime import notation
from freed6c.runtime.amounts import Formula, Quantity
from freed6c.runtime.dice.pool import normalized_pool
from freed6c.runtime.dice.pool import parse as parse_pool
from freed6c.runtime.odds import NoExactMethod
from freed6c.runtime.odds.answer import odds
from freed6c.runtime.record import Unworkable
from freed6c.runtime.situation import Situation
from freed6c.validate import validate
from small_base import write_small

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from freed6c.diagnostics.diagnostic import Diagnostic


@dataclass(frozen=True)
class Target:
    """What is run for an input, what to begin from, and whether inputs are damaged as data."""

    run: Callable[[bytes], object]
    seeds: Callable[[], Iterable[bytes]]
    structured: bool = False


@cache
def folder() -> Path:
    """Where packs are written to be read; in memory, where the system has that."""
    memory = Path("/dev/shm")  # noqa: S108 - a name of its own is made there
    return Path(mkdtemp(prefix="freed6c-", dir=memory if memory.is_dir() else None))


def text_of(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def judge(found: Iterable[Diagnostic], sources: dict[str, str]) -> None:
    """Each error has a place, and each form can be printed."""
    problems = tuple(found)
    for problem in problems:
        assert problem.label is not None or problem.code in WITHOUT_PLACE, (
            problem.message
        )
    for render in RENDERERS.values():
        said = render(problems, sources)
        assert not harmful_in(said), said


# The loader: the files of a pack, one after the other.

BETWEEN: Final = b"\n=====\n"


def load_bytes(data: bytes) -> None:
    place = folder() / "loaded"
    place.mkdir(exist_ok=True)
    for old in place.iterdir():
        old.unlink()
    first, *more = data.split(BETWEEN)[:5]
    (place / MANIFEST).write_bytes(first)
    for number, raw in enumerate(more):
        (place / f"file-{number}.yaml").write_bytes(raw)
    packs, found = load(str(place))
    found += validate(packs)
    judge(found, {file.path: file.text for pack in packs for file in pack.files})


def seeds_of_loader() -> Iterator[bytes]:
    for family in every():
        if family.name.partition("/")[0] in {
            "load",
            "validate",
            "html",
            "markdown",
            "link",
        }:
            texts = [file.text for file in family.files.values()]
            yield BETWEEN.join(text.encode() for text in texts[:5])


# Formulas: read, checked, worked out, and printed as Python.

HERE: Final = Situation(
    World(),
    {
        "rank": 3,
        "per-die": 2,
        "ready": True,
        "code": CODE(3, 1),
        "distance": Quantity(amount=5, unit="ft"),
    },
    Someone({"value.armour": 2}),
)


def formula(data: bytes) -> None:
    text = text_of(data)
    try:
        found = check(parse(text), SCOPE, None)
    except FormulaProblem:
        return
    if found.problems:
        return
    form = FunctionForm(arguments=False, situated=SITUATED, module="formulas")
    code = compile(to_python(found, form).text, "formula", "eval")
    with suppress(Unworkable):
        value = Formula(text=text, works=CompiledFormula(found, DEFINITIONS))(HERE)
        space = {**SPACE, "formulas": MODULE, NAME_OF_HERE: HERE}
        same = Formula(text=text, works=lambda _: eval(code, space))(HERE)  # noqa: S307
        assert (type(same), same) == (type(value), value)


def seeds_of_formulas() -> Iterator[bytes]:
    found = {
        text
        for family in every()
        for file in family.files.values()
        for text in re.findall(
            r"(?:is|by|number|that|with|takes):\s*([^\n{}]+)", file.text
        )
    }
    for text in sorted(found):
        yield text.strip(" '\"").encode()
    yield from (name.encode() for name in NAMES)


# Dice: codes, pools, and the chances of pools.


PROCEDURE: Final = core()


def dice(data: bytes) -> None:
    text = text_of(data)
    share = notation.read_code(text)
    if share is not None:
        assert notation.read_code(notation.code_text(*share)) == share
    signed = notation.read_signed_dice(text)
    if signed is not None and any(signed):
        assert notation.read_signed_dice(notation.signed_text(*signed)) == signed
    notation.read_die(text)
    notation.read_faces(text, 6)
    notation.split_token(text)
    try:
        pool = parse_pool(text, PROCEDURE, 3)
    except notation.PoolError:
        return
    assert parse_pool(str(pool), PROCEDURE, 3) == pool
    normalized_pool(text, PROCEDURE)
    with suppress(NoExactMethod, Unworkable, notation.PoolError):
        odds(PROCEDURE, pool).at_least(10)


def seeds_of_dice() -> Iterator[bytes]:
    for sort in ("signed", "pools", "refused"):
        yield from (str(case[0]).encode() for case in NOTATION[sort])


# Prose: a rule and a chapter, as HTML and as Markdown.


def prose(data: bytes) -> None:
    place = folder() / "prose"
    place.mkdir(exist_ok=True)
    said = json.dumps(text_of(data), ensure_ascii=False)
    text = f"{FRAME}rules:\n  said: {{name: Said, text: {said}}}\n"
    (place / MANIFEST).write_text(text, encoding="utf-8")
    compiled = compile_packs(str(place))
    judge(compiled.diagnostics, dict(compiled.sources))
    if compiled.ruleset is not None:
        documents = Documents(compiled.ruleset, lambda: None)
        page_html(documents, None, "rule.said")
        markdown.everything(documents.grouped)


def seeds_of_prose() -> Iterator[bytes]:
    found = {
        place.value
        for family in every()
        for file in family.files.values()
        for place in places(file.data)
        if place.at == "text" and isinstance(place.value, str)
    }
    yield from (text.encode() for text in sorted(found)[::10])


# Overlays: a layer on a small game, merged and linked.


def overlay(data: bytes) -> None:
    place = folder() / "overlays"
    if not place.exists():
        place.mkdir()
        write_small(place)
        (place / "layer").mkdir()
    manifest = "pack: layer\nextends: small\n"
    (place / "layer" / MANIFEST).write_text(manifest)
    (place / "layer" / "rules.yaml").write_bytes(data)
    compiled = compile_packs(str(place / "layer"))
    judge(compiled.diagnostics, dict(compiled.sources))


def seeds_of_overlays() -> Iterator[bytes]:
    yield from seeds_of_words()
    for family in every():
        if family.name.startswith("overlay/"):
            for path, file in family.files.items():
                if path.endswith("input/pack.yaml") and isinstance(file.data, dict):
                    body = {
                        key: value
                        for key, value in file.data.items()
                        if key in {"change", "replace", "remove", "settle"}
                    }
                    yield json.dumps(body, ensure_ascii=False).encode()


def seeds_of_words() -> Iterator[bytes]:
    """All that can be done to the small game, each thing alone."""
    from every_leaf import DEEDS, pack_of
    from made_packs import overlaid

    place = folder() / "seeds"
    place.mkdir(exist_ok=True)
    write_small(place)
    tree = overlaid(place / "small").merged.tree
    for deeds in DEEDS.values():
        for deed in deeds(tree):
            yield json.dumps(pack_of([deed]), ensure_ascii=False).encode()


# Characters: saved texts, read by a generated package.


@cache
def package() -> Any:
    sys.path.insert(0, str(ROOT / "generated" / "opend6" / "python"))
    import_module("freed6_opend6.play")
    return import_module("freed6_opend6")


def character(data: bytes) -> None:
    text = text_of(data)
    game = package()
    with suppress(game.play.DoesNotFit):
        game.Character.from_json(text)
    try:
        who = game.Character.from_json(text, misfits="drop")
    except game.play.DoesNotFit:
        return
    saved = who.to_json()
    again = game.Character.from_json(saved)
    assert again.to_json() == saved
    who.sheet()


def seeds_of_characters() -> Iterator[bytes]:
    for path in sorted((ROOT / "tests" / "characters").glob("opend6-*.json")):
        yield path.read_bytes()


TARGETS: Final = {
    "loader": Target(load_bytes, seeds_of_loader),
    "formula": Target(formula, seeds_of_formulas),
    "notation": Target(dice, seeds_of_dice),
    "prose": Target(prose, seeds_of_prose),
    "overlays": Target(overlay, seeds_of_overlays, structured=True),
    "characters": Target(character, seeds_of_characters, structured=True),
}
