"""The public modules of a package that aren't about one kind of entry.

These are `__init__.py`, `_licenses.py`, and `test_examples.py` with the worked examples as tests.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c import __version__
from freed6c.document.licenses import notice
from freed6c.emit.python.bindings import DICE_EXPORTS, lazy_code, type_imports
from freed6c.emit.python.content import (
    PackageContext,
    constant_name,
    kind_of,
    module_name,
)
from freed6c.emit.python.entries import write_model
from freed6c.emit.python.layout import docstring, statement
from freed6c.emit.python.module import Block, constant, dunder_all, header, source_file
from freed6c.formula.python_fragments import atom, call, mapping, sequence, write_text
from freed6c.model.example_runs import ExampleRun, expectation, run_examples, setting_of
from freed6c.model.licenses import full_texts, section15
from freed6c.runtime.entries.dice import Dice
from freed6c.runtime.entries.notes import Example
from freed6c.runtime.play import example_steps
from freed6c.runtime.play import examples as played

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from freed6c.model.manifest import Manifest
    from freed6c.model.ruleset import Ruleset


# Licenses and notices of the content, as constants and as a file beside the modules.


MODULE: Final = "_licenses"
NAMES: Final = ("LICENSES", "NOTICE", "SECTION_15")
FILE: Final = "LICENSE-CONTENT"


def write_licenses(context: PackageContext) -> str:
    """Return `_licenses.py`: attributions, licenses, and the notices of Open Game Content."""
    ruleset = context.ruleset
    ids = (
        (pack.id, write_text(pack.license.id))
        for pack in ruleset.manifests
        if pack.license is not None
    )
    lines = sequence(map(write_text, section15(ruleset.manifests)))
    blocks = [
        constant("NOTICE: Final", write_text("\n\n".join(notice(ruleset)))).documented(
            "The credits that every copy of the rules must have."
        ),
        constant("LICENSES: Final[Mapping[str, str]]", mapping(ids)).documented(
            "The license of each pack, by the id of the pack."
        ),
        constant("SECTION_15: Final[tuple[str, ...]]", lines).documented(
            "The copyright notices of Open Game Content, if there are any."
        ),
    ]
    return source_file(context, f"Licenses of {ruleset.manifest.title}.", blocks)


def license_file(ruleset: Ruleset) -> str:
    """Return the same as a text file, with the full texts of licenses that require a copy."""
    parts = (*notice(ruleset), *full_texts(ruleset.manifests).values())
    return "\n\n".join(parts) + "\n"


EXPORTS: Final[Mapping[str, tuple[str, ...]]] = {
    "._bound": ("RULES", "Ref", "entry", "find"),
    f".{MODULE}": NAMES,
    "._runtime.amounts": ("DieCode",),
    "._runtime.arguments": ("ArgumentError",),
    "._runtime.finding": ("NotFoundError", "UnknownIdError"),
    "._runtime.record": ("DataError", "Entry", "RulesError", "FormulaError"),
}
"""The names that every package exports, by the module that defines them."""

GENERATOR: Final = "GENERATOR"
"""The name of the constant with the version of freed6c that generated the package."""


def write_init(context: PackageContext, modules: Sequence[str]) -> str:
    """Return `__init__.py`, which imports modules and names when they are first used.

    Its parts are, in order: the header and the docstring; imports for type checkers; `__all__`;
    constants; the mapping of names to modules, and the `__getattr__` that imports a name with it.
    """
    names, submodules = dict(EXPORTS), [*modules, "kinds"]
    if context.ruleset.of(Dice):
        names |= DICE_EXPORTS
        submodules += ("play", "rolls")
    names = dict(sorted(names.items()))
    constants = _constants(context.ruleset.manifest)
    aliases = [f"{module} as {module}" for module in sorted(submodules)]
    imports = type_imports({".": aliases, **names}, "from typing import Final")
    mapping_code, getattr_code = lazy_code(names, submodules)
    parts = [
        *header(context),
        docstring(_summary(context, modules)),
        *("", "from __future__ import annotations", "", *imports, ""),
        dunder_all((constants, *names.values())).source,
        "",
        *(
            constant(f"{name}: Final", write_text(value)).documented(words).source
            for name, (value, words) in constants.items()
        ),
        *("", mapping_code, "", getattr_code, ""),
    ]
    return "\n".join(parts)


PLAYED: Final = (
    "`play` is the rules engine, with `Character` and `check`. The classes of"
    " entries are in `kinds`, those of pools, rolls and chances in `rolls`."
)
UNPLAYED: Final = "The classes of entries are in `kinds`."


def _constants(manifest: Manifest) -> Mapping[str, tuple[str, str]]:
    """Return the value and the docstring of each constant that `__init__.py` defines."""
    return {
        "TITLE": (manifest.title, "The title of the rules."),
        "VERSION": (manifest.version, "The version of the rules."),
        GENERATOR: (f"freed6c {__version__}", "The compiler that made this package."),
    }


def _summary(context: PackageContext, modules: Sequence[str]) -> str:
    """Return the docstring of the package: the rules, their licenses, and the modules."""
    manifest = context.ruleset.manifest
    count = len(context.ruleset.entries)
    licenses = [pack.license for pack in context.ruleset.manifests if pack.license]
    terms = dict.fromkeys(f"{license_.id}, {license_.holder}" for license_ in licenses)
    licensed = f" Content: {'; '.join(terms)} (see {FILE})." if terms else ""
    summary = (
        f"{manifest.cited}: {count} entries in typed modules.{licensed}"
        f"\n\nModules: {', '.join(modules)}."
    )
    return f"{summary}\n\n{PLAYED if context.ruleset.of(Dice) else UNPLAYED}"


# The worked examples as tests of the package, which unittest and pytest can run.


TESTS: Final = "test_examples"
CLASS: Final = '"""The worked examples have their expected results."""'
RUNNERS: Final = {
    "formula": played.worked_out,
    "run": played.differences,
    "steps": example_steps.step_differences,
}
"""The functions of the runtime that run examples, by the key of an example that needs them.

An example has one of these keys: `formula` has a formula, `run` a roll, `steps` a scene.
"""


def write_tests(context: PackageContext) -> Mapping[str, str]:
    """Return `test_examples.py`, a test for every worked example, if there are any."""
    runs = {run.example.id: run for run in run_examples(context.ruleset, "stories")}
    tests = [
        _test(context, example, runs.get(example.id))
        for example in context.ruleset.of(Example)
    ]
    if not tests:
        return {}
    head = "\n".join(("class Examples(TestCase):", f"    {CLASS}"))
    manifest = context.ruleset.manifest
    title = (
        f"The worked examples of {manifest.title}, as tests.\n\n"
        f"Run them: python -m unittest {manifest.python}.{TESTS}"
    )
    source = "\n\n".join((head, *(test.source for test in tests)))
    names = frozenset({"TestCase"}).union(*(test.names for test in tests))
    sources = {"RULES": "._bound"} | {
        function.__name__: f".{function.__module__.replace('freed6c.runtime', '_runtime')}"
        for function in RUNNERS.values()
    }
    return {TESTS: source_file(context, title, [Block(source, names)], sources)}


def _test(context: PackageContext, example: Example, run: ExampleRun | None) -> Block:
    """Return the test of an example. A build plays no situations, so they have no `run`.

    The result of a formula equals the expected value. For a roll or a scene, the runner returns the
    differences from what the example expects, and there are none.
    """
    setting = setting_of(example)
    entry = atom(f"{module_name(kind_of(example))}.{constant_name(example)}")
    result = call(RUNNERS[setting].__name__, entry, atom("RULES"))
    expected = sequence(())
    if setting == "formula":
        expected = write_model(context, expectation(context.ruleset, example))
    assertion = call("self.assertEqual", result, expected)
    lines = [
        f"    def test_{example.key.replace('-', '_')}(self) -> None:",
        docstring(f"{example.name or example.id}.", 2),
        statement("", assertion, 2),
    ]
    names = assertion.names
    if run is not None and run.verdict != "passed":
        reason = f"{context.ruleset.manifest.id} gives {run.found}"
        lines.insert(0, statement("", call("@skip", write_text(reason)), 1))
        names |= {"skip"}
    return Block("\n".join(lines), names)
