"""The front of a package: what it is, whose it is, and what one imports from it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.document.licenses import notice
from freed6c.emit.python.bindings import FRONT, FUNCTIONS
from freed6c.emit.python.content import Content, constant, kind_of, module
from freed6c.emit.python.entries import Values
from freed6c.emit.python.layout import (
    Atom,
    Expression,
    assign,
    docstring,
    invoke,
    mapping,
    sequence,
    stated,
    text,
)
from freed6c.emit.python.module import (
    header,
    import_line,
    import_lines,
    source_file,
    where_from,
)
from freed6c.model.example_runs import Trial, expectation, procedure_of, try_examples
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


def write_licenses(content: Content) -> str:
    """`_licenses.py`: who is to be named, under what, and the notices of Open Game Content."""
    ruleset = content.ruleset
    ids = (
        (one.id, Atom(text(one.license.id)))
        for one in ruleset.manifests
        if one.license is not None
    )
    lines = sequence(Atom(text(line)) for line in section15(ruleset.manifests))
    parts = [
        assign("NOTICE: Final", Atom(text("\n\n".join(notice(ruleset))))),
        assign("LICENSES: Final[Mapping[str, str]]", mapping(ids)),
        assign("SECTION_15: Final[tuple[str, ...]]", lines),
    ]
    imports = import_lines({"Final": "typing", "Mapping": "collections.abc"})
    title = f"Licences of {ruleset.manifest.title}."
    return source_file(content, title, imports, parts)


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
        if name not in ({", ".join(map(text, FRONT))}):
            raise AttributeError(name)
        from . import play

        return getattr(play, name)'''


def write_front(content: Content, modules: Sequence[str]) -> str:
    """`__init__.py`: entries are in the modules, which are imported when they are asked for."""
    manifest = content.ruleset.manifest
    played = bool(content.ruleset.of(Dice))
    functions = FUNCTIONS if played else ()
    exported = (*ALWAYS, *functions, *(FRONT if played else ()))
    parts = [
        *header(content),
        docstring(_words(content, modules)),
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
        assign("TITLE: Final", Atom(text(manifest.title))),
        assign("VERSION: Final", Atom(text(manifest.version))),
        *([LAZY] if played else []),
        "",
    ]
    return "\n".join(parts)


def _list(name: str, words: Sequence[str]) -> str:
    made = sequence(Atom(text(word)) for word in sorted(words))
    return assign(name, made).replace("(", "[", 1).replace(")", "]")


def _words(content: Content, modules: Sequence[str]) -> str:
    manifest = content.ruleset.manifest
    count = len(content.ruleset.entries)
    found = [one.license for one in content.ruleset.manifests if one.license]
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


def write_trials(content: Content) -> str | None:
    """`test_examples.py`: a test for every worked example; None where there are none."""
    runs = list(try_examples(content.ruleset))
    if not runs:
        return None
    values = Values(content)
    tests = [_test(run, values) for run in runs]
    lines = ["class Examples(TestCase):", f"    {CLASS}"]
    source = "\n\n".join(("\n".join(lines), *tests))
    manifest = content.ruleset.manifest
    title = (
        f"The worked examples of {manifest.title}, as tests.\n\n"
        f"Run them: python -m unittest {manifest.python}.{TESTS}"
    )
    return source_file(content, title, _imports(values, source), [source])


def _imports(values: Values, source: str) -> list[str]:
    needed = {"TestCase": "unittest", "RULES": "._bound"}
    if "    @skip(" in source:
        needed["skip"] = "unittest"
    for function in (played.differences, played.worked_out):
        if f"{function.__name__}(" in source:
            needed[function.__name__] = PLAYED
    needed |= dict.fromkeys(values.modules, ".")
    return import_lines(needed | {cls.__name__: where_from(cls) for cls in values.used})


def _test(run: Trial, values: Values) -> str:
    example = run.example
    words = f"{example.name or example.id}.\n\n{values.content.plain(example.text)}"
    lines = [
        f"    def test_{example.key.replace('-', '_')}(self) -> None:",
        docstring(words, 2),
        stated(_asserted(run, values), 2),
    ]
    if run.verdict != "passed":
        reason = f"{values.content.ruleset.manifest.id} gives {run.found}"
        lines.insert(0, stated(invoke("@skip", Atom(text(reason))), 1))
    return "\n".join(lines)


def _asserted(run: Trial, values: Values) -> Expression:
    """What an example gives equals what it expects; a run differs from that in nothing."""
    found = _entry(run.example, values)
    if run.setting == "that":
        expected = values.expression(expectation(values.content.ruleset, run.example))
        given = invoke(played.worked_out.__name__, found, RULES)
        return invoke("self.assertEqual", given, expected)
    dice = procedure_of(values.content.ruleset)
    procedure = Atom("None") if dice is None else _entry(dice, values)
    given = invoke(played.differences.__name__, found, RULES, procedure)
    return invoke("self.assertEqual", given, sequence(()))


def _entry(entry: Entry, values: Values) -> Atom:
    """An entry by its module and constant."""
    name = module(kind_of(entry))
    values.modules.add(name)
    return Atom(f"{name}.{constant(entry)}")
