"""Reads worked examples: the values they start from (`given`), and the results they expect.

An example evaluates a `formula`, runs an entry such as an action (`run`), or plays a
situation in several `steps`.
"""

from __future__ import annotations

import typing
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

from freed6c.diagnostics.codes import references as codes
from freed6c.diagnostics.suggest import did_you_mean, did_you_mean_or_list, either
from freed6c.diagnostics.ways_out import WayOut
from freed6c.formula import types
from freed6c.link.names import format_types
from freed6c.link.reading_context import ReadingContext
from freed6c.model.local_names import FORMAT_NAMES
from freed6c.model.type_hints import KIND_OF, referred, written
from freed6c.packs.data import Data, KeyPath, as_list, as_map, as_text, walk
from freed6c.runtime.entries.notes import Example, ExampleStep
from freed6c.runtime.play.questions import CHOICES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from freed6c.link.reading_state import ReadingState
    from freed6c.link.symbols import Problems
    from freed6c.runtime.situation import FormulaValue

    Body = Mapping[str, Data]
    NameTypes = Mapping[str, types.Type]


RATED: Final = ("ability", "skill", "specialization", "value")
COUNTED: Final = ("points", "action-type", "action")
"""Kinds whose given value is a number: of points left, of actions taken.

They are looked up only if no rating has the name.
"""
NOTE: Final = "known"
"""The note on the type hint of `given` maps in the model's classes."""
RUNNABLE: Final = frozenset(
    KIND_OF[kind]
    for cls in (Example, ExampleStep)
    for field in written(cls)
    if field.key == "run"
    for kind in referred(field.hint)
)
"""The kinds that `run` can refer to, read from its type hint."""


def holds_given(hint: Any) -> bool:
    """Return whether the hint of a map's values marks the map as `given`."""
    return typing.get_origin(hint) is typing.Annotated and hint.__metadata__[0] == NOTE


def names_of_run(
    records: ReadingState, body: Mapping[str, Data], context: ReadingContext
) -> Mapping[str, types.Type]:
    """Return the names that formulas of the entry in `run` can use, with their types.

    Return none if `run` is missing or wrong; a wrong `run` is reported when it is read.
    """
    if "run" not in body:
        return {}
    ids = [
        symbol.id
        for symbol in records.find(as_text(body["run"]), (), context)
        if symbol.kind.name in RUNNABLE
    ]
    if len(ids) != 1:
        return {}
    names = {**format_types("check"), **records.names_by_entry.get(ids[0], {})}
    if ids[0].startswith("track."):
        in_track = types.EntryOf("condition", within=ids[0])
        names |= dict.fromkeys(FORMAT_NAMES["run"], in_track)
    return names


def names_of_step(
    records: ReadingState, body: Mapping[str, Data], context: ReadingContext
) -> Mapping[str, types.Type]:
    """Return the names that `given` can contain in a step of a situation, with their types.

    These are the names of the entry that the step runs, the inputs of standing rules, and the
    choices that players make in play.
    """
    if "run" not in body:
        return {}
    choices = {
        name: types.UNKNOWN if choice.kinds else types.INTEGER
        for name, choice in CHOICES.items()
    }
    against = {"against": types.INTEGER}
    return {
        **choices,
        **records.rule_inputs,
        **against,
        **names_of_run(records, body, context),
    }


def read_given(
    records: ReadingState, data: Mapping[str, Data], context: ReadingContext
) -> dict[str, FormulaValue]:
    """Return the given values, evaluated, by local name or by the id of a rating or value.

    `{climbing: 4D, distance: 10}` becomes `{"skill.climbing": 4D, "distance": 10}`.
    """
    read: dict[str, FormulaValue] = {}
    for key, text in data.items():
        place = context.at(key)
        target = _resolve_given(records, key, place)
        if target is None:
            continue
        name, expected_type = target
        without_names = ReadingContext(place.path)  # given values are constants
        checked = records.formulas.check(as_text(text), without_names, expected_type)
        if checked is not None:
            read[name] = records.formulas.evaluate(checked, without_names)
    return read


def _resolve_given(
    records: ReadingState, key: str, context: ReadingContext
) -> tuple[str, types.Type] | None:
    """Return the name or id that a key of `given` means, and its type.

    Return None after reporting an unknown or ambiguous key.
    """
    if key in context.names:
        return key, context.names[key]
    symbols = records.find(key, RATED, context)
    counted = () if symbols else records.find(key, COUNTED, context)
    if len(counted) == 1:
        return counted[0].id, types.INTEGER
    if len(symbols) == 1:
        type_ = records.formulas.scopes.values.get(symbols[0].id, types.DIE_CODE)
        can_be_blank = isinstance(type_, types.OptionalOf)
        return symbols[0].id, types.UNKNOWN if can_be_blank else type_
    if records.problems.reported((*context.path[:-2], "run")):
        return None
    if records.problems.foreign(context.path):
        # A later pack changed the inputs of the entry that a base's example runs. Playing the
        # example reports that.
        return None
    place = records.key(context)
    if symbols:
        ids = either([symbol.id for symbol in symbols])
        records.problems.report(codes.AMBIGUOUS, place, name=key, ids=ids)
        return None
    candidates: chain[str | tuple[str, str]]
    candidates = chain(context.names, records.symbols.called((*RATED, *COUNTED)))
    help_ = did_you_mean(key, records.problems.advice.names(candidates))
    if key in STEP_SETTINGS and "steps" in context.path:
        help_ = (WayOut(f"move '{key}' out of 'given', next to it"),)
    if not help_ and context.names:
        help_ = (WayOut(f"available names: {', '.join(context.names)}"),)
    help_ = help_ or (
        WayOut("run freed6c list PACK to list abilities, skills and values"),
    )
    records.problems.report(codes.UNKNOWN_GIVEN, place, name=key, help=help_)
    return None


def read_expectations(records: ReadingState) -> None:
    """Check the shape of every example, and that `expect` can equal the result of its formula."""
    for entry in records.entries.values():
        if isinstance(entry, Example):
            path = records.symbols.by_id[entry.id].path
            body = as_map(walk(dict(records.tree), path))
            _report_shape(records, body, path)
            checked = records.formulas.checked.get((*path, "formula"))
            if (
                checked is not None
                and "expect" in body
                and isinstance(entry.expect, str)
                and types.without_optional(checked.type) is not types.TEXT
            ):
                records.formulas.check(entry.expect, ReadingContext((*path, "expect")))


def _report_shape(
    records: ReadingState, body: Mapping[str, Data], path: KeyPath
) -> None:
    """Report an example with missing settings, or with settings that exclude each other."""
    expects_value = not isinstance(body.get("expect", ""), list | dict)
    problems, at_expect = records.problems, records.problems.place((*path, "expect"))
    contents = [setting for setting in ("formula", "run", "steps") if setting in body]
    if not contents:
        problems.report(codes.EMPTY_EXAMPLE, problems.key(path))
    elif len(contents) > 1:
        problems.report(codes.TWO_EXAMPLES, problems.place((*path, contents[1])))
    elif "steps" not in body and "expect" not in body:
        problems.report(codes.NOTHING_EXPECTED, problems.key(path))
    elif "run" in body and expects_value:
        problems.report(codes.RUN_EXPECTS_VALUE, at_expect)
    elif "formula" in body and not expects_value:
        problems.report(codes.FORMULA_EXPECTS_MORE, at_expect)
    people = as_map(body.get("people"))
    for number, step in enumerate(map(as_map, as_list(body.get("steps", [])))):
        _report_step(problems, step, (*path, "steps", number), people)


STEP_SETTINGS: Final = frozenset(field.key for field in written(ExampleStep))
DONE_IN_A_STEP: Final = ("run", "start", "end", "formula")
PEOPLE_OF_A_STEP: Final = ("by", "on", "ally", "opponents")
LISTED: Final = 12
"""Up to this number of characters of the example are listed if no name is similar."""


def _report_step(
    problems: Problems,
    step: Mapping[str, Data],
    at: KeyPath,
    people: Mapping[str, Data],
) -> None:
    """Report a step of an example that does two things, and unknown characters in it."""
    done = [setting for setting in DONE_IN_A_STEP if setting in step]
    if len(done) > 1:
        first, second, *_ = done
        place = problems.key((*at, second))
        problems.report(codes.TWO_IN_A_STEP, place, first=first, second=second)
    for setting in PEOPLE_OF_A_STEP:
        names = step.get(setting, [])
        is_list = isinstance(names, list)
        for number, name in enumerate(as_list(names)):
            if name not in people:
                place = problems.place(
                    (*at, setting, number) if is_list else (*at, setting)
                )
                help_ = did_you_mean_or_list(
                    as_text(name),
                    problems.advice.names(people),
                    "available people",
                    LISTED,
                )
                help_ = help_ or (WayOut("available people: none"),)
                problems.report(codes.UNKNOWN_GIVEN, place, name=name, help=help_)
