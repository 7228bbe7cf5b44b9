"""The worked examples as tests of the package, for whoever runs tests: unittest or pytest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.emit.python.layout import (
    Atom,
    Expression,
    docstring,
    invoke,
    sequence,
    stated,
    text,
)
from freed6c.emit.python.module import import_lines, source_file, where_from
from freed6c.emit.python.names import constant, kind_of, module
from freed6c.emit.python.values import Values
from freed6c.model.example_runs import Trial, expectation, procedure_of, try_examples
from freed6c.runtime.trials import examples as played

if TYPE_CHECKING:
    from freed6c.emit.python.content import Content
    from freed6c.runtime.record import Entry


TESTS: Final = "test_examples"
CLASS: Final = '"""Each gives what it expects."""'
RULES: Final = Atom("RULES")
PLAYED: Final = f".{played.__name__.replace('freed6c.runtime', '_runtime')}"


def write_trials(content: Content) -> str | None:
    """`test_examples.py`: a test for every worked example; None where there are none."""
    trials = list(try_examples(content.ruleset))
    if not trials:
        return None
    values = Values(content)
    tests = [_test(trial, values) for trial in trials]
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


def _test(trial: Trial, values: Values) -> str:
    example = trial.example
    words = f"{example.name or example.id}.\n\n{values.content.plain(example.text)}"
    lines = [
        f"    def test_{example.key.replace('-', '_')}(self) -> None:",
        docstring(words, 2),
        stated(_asserted(trial, values), 2),
    ]
    if trial.verdict != "passed":
        reason = f"{values.content.ruleset.manifest.id} gives {trial.found}"
        lines.insert(0, stated(invoke("@skip", Atom(text(reason))), 1))
    return "\n".join(lines)


def _asserted(trial: Trial, values: Values) -> Expression:
    """What an example gives equals what it expects; a run differs from that in nothing."""
    found = _entry(trial.example, values)
    if trial.setting == "that":
        expected = values.expression(expectation(values.content.ruleset, trial.example))
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
