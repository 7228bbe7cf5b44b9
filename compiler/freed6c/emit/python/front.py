"""The front of a package: what it is, whose it is, and what one imports from it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c import __version__
from freed6c.document.licenses import notice
from freed6c.emit.python.bindings import FRONT, for_checkers, later
from freed6c.emit.python.content import (
    PackageContext,
    constant_name,
    kind_of,
    module_name,
)
from freed6c.emit.python.entries import write_model
from freed6c.emit.python.layout import docstring, statement
from freed6c.emit.python.module import (
    Block,
    constant,
    exported,
    header,
    source_file,
)
from freed6c.formula.python_fragments import (
    Fragment,
    atom,
    call,
    mapping,
    sequence,
    write_text,
)
from freed6c.model.example_runs import ExampleRun, expectation, run_examples
from freed6c.model.licenses import full_texts, section15
from freed6c.runtime.entries.dice import Dice
from freed6c.runtime.play import example_steps
from freed6c.runtime.play import examples as played

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from freed6c.model.manifest import Manifest
    from freed6c.model.ruleset import Ruleset
    from freed6c.runtime.record import Entry


# What has to go with the content of a package: as constants, and as a file beside the
# modules.


MODULE: Final = "_licenses"
NAMES: Final = ("LICENSES", "NOTICE", "SECTION_15")
FILE: Final = "LICENSE-CONTENT"


def write_licenses(context: PackageContext) -> str:
    """`_licenses.py`: who is to be named, under what, and the notices of Open Game Content."""
    ruleset = context.ruleset
    ids = (
        (pack.id, write_text(pack.license.id))
        for pack in ruleset.manifests
        if pack.license is not None
    )
    lines = sequence(map(write_text, section15(ruleset.manifests)))
    blocks = [
        constant("NOTICE: Final", write_text("\n\n".join(notice(ruleset)))).documented(
            "What has to be said wherever the rules go: whose they are."
        ),
        constant("LICENSES: Final[Mapping[str, str]]", mapping(ids)).documented(
            "The license of each pack, by the id of the pack."
        ),
        constant("SECTION_15: Final[tuple[str, ...]]", lines).documented(
            "The copyright notices that go with Open Game Content; none where there is none."
        ),
    ]
    return source_file(context, f"Licenses of {ruleset.manifest.title}.", blocks)


def license_file(ruleset: Ruleset) -> str:
    """The same to read, with the words of licenses that have to go along."""
    parts = (*notice(ruleset), *full_texts(ruleset.manifests).values())
    return "\n\n".join(parts) + "\n"


OFFERED: Final[Mapping[str, tuple[str, ...]]] = {
    "._bound": ("RULES", "Ref", "entry", "find"),
    f".{MODULE}": NAMES,
    "._runtime.amounts": ("DieCode",),
    "._runtime.arguments": ("ArgumentError",),
    "._runtime.finding": ("NotFound", "UnknownIdError"),
    "._runtime.record": ("DataError", "Entry", "RulesError", "Unworkable"),
}
"""What every package offers, by the module that has it."""

GENERATOR: Final = "GENERATOR"
"""The constant that tells which freed6c made a package."""


def write_init(context: PackageContext, modules: Sequence[str]) -> str:
    """`__init__.py`: entries are in the modules, which are imported when they are asked for."""
    manifest = context.ruleset.manifest
    offered, whole = dict(OFFERED), [*modules, "kinds"]
    if context.ruleset.of(Dice):
        offered = dict(sorted({**OFFERED, **FRONT}.items()))
        whole += ("play", "rolls")
    own = _own(manifest)
    aliases = [f"{module} as {module}" for module in sorted(whole)]
    lines = for_checkers({".": aliases, **offered}, "from typing import Final")
    where, get = later(offered, whole)
    parts = [
        *header(context),
        docstring(_words(context, modules)),
        *("", "from __future__ import annotations", "", *lines, ""),
        exported((own, *offered.values())).source,
        "",
        *(
            constant(f"{name}: Final", write_text(value)).documented(words).source
            for name, (value, words) in own.items()
        ),
        *("", where, "", get, ""),
    ]
    return "\n".join(parts)


PLAYED: Final = (
    "`play` has all that one plays with, `Character` and `check` among it. The classes of"
    " entries are in `kinds`, those of pools, rolls and chances in `rolls`."
)
UNPLAYED: Final = "The classes of entries are in `kinds`."


def _own(manifest: Manifest) -> Mapping[str, tuple[str, str]]:
    """The constants that a package has of its own, and what each is."""
    return {
        "TITLE": (manifest.title, "What the rules are called."),
        "VERSION": (manifest.version, "The version of the rules."),
        GENERATOR: (f"freed6c {__version__}", "The compiler that made this package."),
    }


def _words(context: PackageContext, modules: Sequence[str]) -> str:
    manifest = context.ruleset.manifest
    count = len(context.ruleset.entries)
    licenses = [pack.license for pack in context.ruleset.manifests if pack.license]
    whose = dict.fromkeys(f"{license_.id}, {license_.holder}" for license_ in licenses)
    licensed = f" Content: {'; '.join(whose)} (see {FILE})." if whose else ""
    said = (
        f"{manifest.cited}: {count} entries in typed modules.{licensed}"
        f"\n\nModules: {', '.join(modules)}."
    )
    played = bool(context.ruleset.of(Dice))
    return f"{said}\n\n{PLAYED if played else UNPLAYED}"


# The worked examples as tests of the package, for whoever runs tests: unittest or
# pytest.


TESTS: Final = "test_examples"
CLASS: Final = '"""Each gives what it expects."""'
RUNNERS: Final = {
    "that": played.worked_out,
    "run": played.differences,
    "steps": example_steps.step_differences,
}
"""The functions of the runtime that run examples, by the setting that says what they show."""


def write_tests(context: PackageContext) -> Mapping[str, str]:
    """Return `test_examples.py`, a test for every worked example, if there are any."""
    tests = [_test(context, run) for run in run_examples(context.ruleset)]
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
    others = {"RULES": "._bound"} | {
        function.__name__: f".{function.__module__.replace('freed6c.runtime', '_runtime')}"
        for function in RUNNERS.values()
    }
    return {TESTS: source_file(context, title, [Block(source, names)], others)}


def _test(context: PackageContext, run: ExampleRun) -> Block:
    example = run.example
    asserted = _asserted(context, run)
    lines = [
        f"    def test_{example.key.replace('-', '_')}(self) -> None:",
        docstring(f"{example.name or example.id}.", 2),
        statement("", asserted, 2),
    ]
    names = asserted.names
    if run.verdict != "passed":
        reason = f"{context.ruleset.manifest.id} gives {run.found}"
        lines.insert(0, statement("", call("@skip", write_text(reason)), 1))
        names |= {"skip"}
    return Block("\n".join(lines), names)


def _asserted(context: PackageContext, run: ExampleRun) -> Fragment:
    """What an example gives equals what it expects; a run differs from that in nothing."""
    runner = RUNNERS[run.setting]
    given = call(runner.__name__, _entry(run.example), atom("RULES"))
    expected = sequence(())
    if run.setting == "that":
        expected = write_model(context, expectation(context.ruleset, run.example))
    return call("self.assertEqual", given, expected)


def _entry(entry: Entry) -> Fragment:
    """An entry by its module and constant."""
    return atom(f"{module_name(kind_of(entry))}.{constant_name(entry)}")
