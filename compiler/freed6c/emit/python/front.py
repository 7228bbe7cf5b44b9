"""The front of a package: what it is, whose it is, and what one imports from it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.document.licenses import notice
from freed6c.emit.python.bindings import FRONT, FUNCTIONS
from freed6c.emit.python.content import Context, constant_name, kind_of, module_name
from freed6c.emit.python.entries import ExpressionBuilder
from freed6c.emit.python.layout import (
    Atom,
    Expression,
    assign,
    call,
    docstring,
    expression_statement,
    literal,
    mapping,
    sequence,
)
from freed6c.emit.python.module import (
    header,
    import_line,
    import_lines,
    module_of,
    source_file,
)
from freed6c.model.example_runs import ExampleRun, expectation, run_examples
from freed6c.model.licenses import full_texts, section15
from freed6c.runtime.entries.dice import Dice
from freed6c.runtime.play import examples as played

if TYPE_CHECKING:
    from collections.abc import Sequence

    from freed6c.model.ruleset import Ruleset
    from freed6c.runtime.record import Entry


# What has to go with the content of a package: as constants, and as a file beside the
# modules.


MODULE: Final = "_licenses"
NAMES: Final = ("LICENSES", "NOTICE", "SECTION_15")
FILE: Final = "LICENSE-CONTENT"


def write_licenses(context: Context) -> str:
    """`_licenses.py`: who is to be named, under what, and the notices of Open Game Content."""
    ruleset = context.ruleset
    ids = (
        (one.id, Atom(literal(one.license.id)))
        for one in ruleset.manifests
        if one.license is not None
    )
    lines = sequence(Atom(literal(line)) for line in section15(ruleset.manifests))
    parts = [
        assign("NOTICE: Final", Atom(literal("\n\n".join(notice(ruleset))))),
        assign("LICENSES: Final[Mapping[str, str]]", mapping(ids)),
        assign("SECTION_15: Final[tuple[str, ...]]", lines),
    ]
    imports = import_lines({"Final": "typing", "Mapping": "collections.abc"})
    title = f"Licences of {ruleset.manifest.title}."
    return source_file(context, title, imports, parts)


def license_file(ruleset: Ruleset) -> str:
    """The same to read, with the words of licences that have to go along."""
    parts = (*notice(ruleset), *full_texts(ruleset.manifests).values())
    return "\n\n".join(parts) + "\n"


ALWAYS = ("DieCode", "Entry", "RULES", "Ref", "TITLE", "VERSION", "entry", *NAMES)
"""What every package offers."""


LATER = import_line(".play", FRONT)[0]
LAZY = f'''
if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Whoever only reads rules does not load what plays by them."""
        if name not in ({", ".join(map(literal, FRONT))}):
            raise AttributeError(name)
        from . import play

        return getattr(play, name)'''


def write_init(context: Context, modules: Sequence[str]) -> str:
    """`__init__.py`: entries are in the modules, which are imported when they are asked for."""
    manifest = context.ruleset.manifest
    played = bool(context.ruleset.of(Dice))
    functions = FUNCTIONS if played else ()
    exported = (*ALWAYS, *functions, *(FRONT if played else ()))
    parts = [
        *header(context),
        docstring(_words(context, modules)),
        "",
        f"from typing import {'TYPE_CHECKING, ' if played else ''}Final",
        "",
        "from ._bound import RULES, Ref, entry",
        *(import_line("._dice", functions) if functions else ()),
        *import_line(f".{MODULE}", NAMES),
        "from ._runtime.amounts import DieCode",
        "from ._runtime.record import Entry",
        "",
        *(["if TYPE_CHECKING:", f"    {LATER}", ""] if played else []),
        _list("__all__", exported),
        "",
        assign("TITLE: Final", Atom(literal(manifest.title))),
        assign("VERSION: Final", Atom(literal(manifest.version))),
        *([LAZY] if played else []),
        "",
    ]
    return "\n".join(parts)


def _list(name: str, words: Sequence[str]) -> str:
    made = sequence(Atom(literal(word)) for word in sorted(words))
    return assign(name, made).replace("(", "[", 1).replace(")", "]")


def _words(context: Context, modules: Sequence[str]) -> str:
    manifest = context.ruleset.manifest
    count = len(context.ruleset.entries)
    found = [one.license for one in context.ruleset.manifests if one.license]
    whose = dict.fromkeys(f"{one.id}, {one.holder}" for one in found)
    licensed = f" Content: {'; '.join(whose)} (see {FILE})." if whose else ""
    return (
        f"{manifest.cited}: {count} entries in typed modules.{licensed}"
        f"\n\nModules: {', '.join(modules)}."
    )


# The worked examples as tests of the package, for whoever runs tests: unittest or
# pytest.


TESTS: Final = "test_examples"
CLASS: Final = '"""Each gives what it expects."""'
RULES: Final = Atom("RULES")
PLAYED: Final = f".{played.__name__.replace('freed6c.runtime', '_runtime')}"


def write_tests(context: Context) -> str | None:
    """`test_examples.py`: a test for every worked example; None where there are none."""
    runs = list(run_examples(context.ruleset))
    if not runs:
        return None
    builder = ExpressionBuilder(context)
    tests = [_test(run, builder) for run in runs]
    lines = ["class Examples(TestCase):", f"    {CLASS}"]
    source = "\n\n".join(("\n".join(lines), *tests))
    manifest = context.ruleset.manifest
    title = (
        f"The worked examples of {manifest.title}, as tests.\n\n"
        f"Run them: python -m unittest {manifest.python}.{TESTS}"
    )
    return source_file(context, title, _imports(builder, source), [source])


def _imports(builder: ExpressionBuilder, source: str) -> list[str]:
    needed = {"TestCase": "unittest", "RULES": "._bound"}
    if "    @skip(" in source:
        needed["skip"] = "unittest"
    for function in (played.differences, played.worked_out):
        if f"{function.__name__}(" in source:
            needed[function.__name__] = PLAYED
    needed |= dict.fromkeys(builder.modules, ".")
    return import_lines(needed | {cls.__name__: module_of(cls) for cls in builder.used})


def _test(run: ExampleRun, builder: ExpressionBuilder) -> str:
    example = run.example
    words = f"{example.name or example.id}.\n\n{builder.context.plain(example.text)}"
    lines = [
        f"    def test_{example.key.replace('-', '_')}(self) -> None:",
        docstring(words, 2),
        expression_statement(_asserted(run, builder), 2),
    ]
    if run.verdict != "passed":
        reason = f"{builder.context.ruleset.manifest.id} gives {run.found}"
        lines.insert(0, expression_statement(call("@skip", Atom(literal(reason))), 1))
    return "\n".join(lines)


def _asserted(run: ExampleRun, builder: ExpressionBuilder) -> Expression:
    """What an example gives equals what it expects; a run differs from that in nothing."""
    found = _entry(run.example, builder)
    if run.setting == "that":
        expected = builder.expression(expectation(builder.context.ruleset, run.example))
        given = call(played.worked_out.__name__, found, RULES)
        return call("self.assertEqual", given, expected)
    given = call(played.differences.__name__, found, RULES)
    return call("self.assertEqual", given, sequence(()))


def _entry(entry: Entry, builder: ExpressionBuilder) -> Atom:
    """An entry by its module and constant."""
    name = module_name(kind_of(entry))
    builder.modules.add(name)
    return Atom(f"{name}.{constant_name(entry)}")
