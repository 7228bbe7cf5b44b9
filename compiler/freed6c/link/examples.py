"""What examples take as given, and what they expect."""

from __future__ import annotations

import typing
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

from freed6c.diagnostics.codes import references as codes
from freed6c.diagnostics.suggest import either
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
"""What is given as a number: of points, of actions taken. A rating of the same name comes first."""
NOTE: Final = "known"
RUNNABLE: Final = frozenset(
    KIND_OF[kind]
    for cls in (Example, ExampleStep)
    for field in written(cls)
    if field.key == "run"
    for kind in referred(field.hint)
)


def holds_given(hint: Any) -> bool:
    """Whether a map holds what an example takes as given."""
    annotated = typing.get_origin(hint) is typing.Annotated
    return annotated and hint.__metadata__[0] == NOTE


def names_of_run(
    records: ReadingState, body: Mapping[str, Data], context: ReadingContext
) -> Mapping[str, types.Type]:
    """The names that formulas of what an example runs may use; a wrong `run` is reported later."""
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
    """The names that may be given in a step of a situation.

    They are those of what it runs, what standing rules ask, and choices.
    """
    if "run" not in body:
        return {}
    by_entry = records.names_by_entry.items()
    of_rules = (names.items() for id_, names in by_entry if id_.startswith("rule."))
    asked = dict(chain.from_iterable(of_rules))
    choices = {
        name: types.UNKNOWN if choice.kinds else types.INTEGER
        for name, choice in CHOICES.items()
    }
    against = {"against": types.INTEGER}
    return {**choices, **asked, **against, **names_of_run(records, body, context)}


def read_given(
    records: ReadingState, data: Mapping[str, Data], context: ReadingContext
) -> dict[str, FormulaValue]:
    """What is given, worked out, by the names of the place and the ids of ratings and values."""
    read: dict[str, FormulaValue] = {}
    for key, text in data.items():
        place = context.at(key)
        target = _resolve_given(records, key, place)
        if target is None:
            continue
        name, wanted = target
        alone = ReadingContext(place.path)
        checked = records.formulas.check(as_text(text), alone, wanted)
        if checked is not None:
            read[name] = records.formulas.evaluate(checked, alone)
    return read


def _resolve_given(
    records: ReadingState, key: str, context: ReadingContext
) -> tuple[str, types.Type] | None:
    """What a key names, and of which type it is; None, and a report, where it is nothing."""
    if key in context.names:
        return key, context.names[key]
    symbols = records.find(key, RATED, context)
    counted = () if symbols else records.find(key, COUNTED, context)
    if len(counted) == 1:
        return counted[0].id, types.INTEGER
    if len(symbols) == 1:
        of = records.formulas.scopes.values.get(symbols[0].id, types.DIE_CODE)
        blank = isinstance(of, types.OptionalOf)
        return symbols[0].id, types.UNKNOWN if blank else of
    if records.problems.reported((*context.path[:-2], "run")):
        return None
    if records.problems.foreign(context.path):
        # What a base runs asks for something else now: running the example tells.
        return None
    place = records.key(context)
    if symbols:
        ids = either([symbol.id for symbol in symbols])
        records.problems.report(codes.AMBIGUOUS.at(place, name=key, ids=ids))
        return None
    known: chain[str | tuple[str, str]]
    known = chain(context.names, records.symbols.called((*RATED, *COUNTED)))
    help_ = records.problems.advice.did_you_mean(key, known)
    if key in STEP_SETTINGS and "steps" in context.path:
        help_ = (WayOut(f"'{key}' stands beside 'given', and not in it"),)
    if not help_ and context.names:
        help_ = (WayOut(f"names here: {', '.join(context.names)}"),)
    help_ = help_ or (WayOut("freed6c list PACK shows what stands on a sheet"),)
    records.problems.report(codes.UNKNOWN_GIVEN.at(place, name=key, help=help_))
    return None


def read_expectations(records: ReadingState) -> None:
    """Check the expectation of every example, as far as it can be compared with what it gives."""
    for entry in records.entries.values():
        if isinstance(entry, Example):
            path = records.symbols.by_id[entry.id].path
            body = as_map(walk(dict(records.tree), path))
            _report_shape(records, body, path)
            checked = records.formulas.checked.get((*path, "that"))
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
    """Report an example whose parts do not belong together."""
    single = not isinstance(body.get("expect", ""), list | dict)
    problems, at_expect = records.problems, records.problems.place((*path, "expect"))
    shows = [setting for setting in ("that", "run", "steps") if setting in body]
    if not shows:
        problems.report(codes.EMPTY_EXAMPLE.at(problems.key(path)))
    elif len(shows) > 1:
        problems.report(codes.TWO_EXAMPLES.at(problems.place((*path, shows[1]))))
    elif "steps" not in body and "expect" not in body:
        problems.report(codes.NOTHING_EXPECTED.at(problems.key(path)))
    elif "run" in body and single:
        problems.report(codes.RUN_EXPECTS_VALUE.at(at_expect))
    elif "that" in body and not single:
        problems.report(codes.FORMULA_EXPECTS_MORE.at(at_expect))
    people = as_map(body.get("people"))
    for number, step in enumerate(map(as_map, as_list(body.get("steps", [])))):
        _report_step(problems, step, (*path, "steps", number), people)


STEP_SETTINGS: Final = frozenset(field.key for field in written(ExampleStep))
DONE_IN_A_STEP: Final = ("run", "start", "end", "that")
PEOPLE_OF_A_STEP: Final = ("by", "on", "ally", "opponents")
LISTED: Final = 12
"""So many people are named where none is like the one that is."""


def _report_step(
    problems: Problems,
    step: Mapping[str, Data],
    at: KeyPath,
    people: Mapping[str, Data],
) -> None:
    """Report a second thing that a step of an example does, and whom nobody knows."""
    done = [setting for setting in DONE_IN_A_STEP if setting in step]
    if len(done) > 1:
        first, second, *_ = done
        place = problems.key((*at, second))
        problems.report(codes.TWO_IN_A_STEP.at(place, first=first, second=second))
    for setting in PEOPLE_OF_A_STEP:
        named = step.get(setting, [])
        listed = isinstance(named, list)
        for number, name in enumerate(as_list(named) if listed else [named]):
            if name not in people:
                place = problems.place(
                    (*at, setting, number) if listed else (*at, setting)
                )
                help_ = problems.advice.did_you_mean_or_list(
                    as_text(name), people, "people here", LISTED
                )
                help_ = help_ or (WayOut("people here: none"),)
                problems.report(codes.UNKNOWN_GIVEN.at(place, name=name, help=help_))
