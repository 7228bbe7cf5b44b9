"""Candidates for examples that notice a mutation, derived from the mutated address.

For a mutated cell of a table, a candidate looks the cell up; for an action, it runs the action with
sample answers. The caller computes the result of each (`expected`), and keeps those that pass with
the original rules and fail with the mutated ones.

An example has a `formula` or runs an entry (`run`) with facts about the character (`given`).
Either has an expected result (`expect`).
"""

from __future__ import annotations

import re
from itertools import islice, product
from typing import TYPE_CHECKING, Final, TypeAlias

from freed6c.formula.scope import BadFormulaError
from freed6c.model.example_runs import gives
from freed6c.packs.data import Data, as_list, as_map, as_text, inline, on_a_line, walk
from freed6c.packs.ids import entries_of, entry_at, find_path
from freed6c.runtime.effects import Effect
from freed6c.runtime.entries.dice import PRIMITIVES
from freed6c.runtime.play.examples import text_of, worked_out
from freed6c.runtime.record import FormulaError, Ref, key_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from freed6c.model.mutations import Mutation
    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.data import KeyPath
    from freed6c.packs.ids import Tree
    from freed6c.runtime.entries.notes import Example


Body: TypeAlias = "Mapping[str, Data]"

NOTHING: Final[Data] = {"effects": []}
"""The expectation of a candidate with `run` until its result is computed."""
ROWS: Final = (1, 3, 6, 10, 15, 21)
"""Rows of a derived table that are tried."""
ENDS: Final = re.compile(r"[0-9]+(?: [a-z]+)?(?= |$)")
"""The ends of a range of quantities, `5 ft to 10 ft`."""
MOST: Final = 20
"""The largest number of candidates for one mutation."""


def candidates(tree: Tree, mutation: Mutation) -> Iterator[dict[str, Data]]:
    """Yield the bodies of examples that may notice a mutation, the simplest first."""
    kind, keys, _ = entry_at(mutation.path)
    id_ = f"table.{keys[0]}" if kind.name == "row" else ".".join((kind.name, *keys))
    for body in islice(_bodies(tree, mutation), MOST):
        yield {"about": id_, **body, "expect": NOTHING if "run" in body else "0"}


def _bodies(tree: Tree, mutation: Mutation) -> Iterable[Body]:
    """Return examples without `expect` that evaluate or run the entry with the mutated value."""
    kind, keys, at = entry_at(mutation.path)
    id_, body = ".".join((kind.name, *keys)), as_map(walk(tree, at))
    match kind.name, tuple(map(str, mutation.path[len(at) :])):
        case "formula", _:
            return _with_formulas(_calls(tree, keys[0], body))
        case "band", ("range", *_):
            first = mutation.within is None or mutation.within[0] == 0
            return _with_formulas([f"{'bottom' if first else 'top'}({id_})"])
        case "row", (column, *_):
            return _with_formulas(_cells(tree, at, column, as_text(mutation.before)))
        case "table", _:
            return _with_formulas(_rows(id_, body))
        case (("step" | "dice" | "die-codes"), _):
            return _with_formulas(_pools(body))
        case "value", _:
            ratings = _sample_ratings(tree, body)
            return [{"formula": id_}, {"formula": id_, "given": ratings}]
        case "condition", ("effects", *_):
            return [{"run": id_}]
        case "condition", _:
            return _tests(f"track.{keys[0]}", [keys[-1]])
        case "track", ("effects", *_):
            conditions = as_map(body.get("conditions"))
            return [{"run": f"condition.{keys[0]}.{key}"} for key in conditions]
        case "track", ("test", *_):
            return _tests(id_, list(as_map(body.get("conditions"))))
        case "pick", _:
            return [{"run": f"menu.{keys[0]}", "picks": [id_]}]
        case "points", ("spend", way, *_):
            return [{"run": id_, "spend": way}]
        case (("action" | "effect-roll" | "rule" | "hook"), _):
            return _runs(tree, id_, body)
        case _:
            return []


def _with_formulas(formulas: Iterable[str]) -> Iterator[Body]:
    yield from ({"formula": text} for text in formulas)


def _calls(tree: Tree, key: str, body: Body) -> Iterator[str]:
    """Yield calls of a named formula with sample arguments of its parameter types."""
    types = map(as_text, as_map(body.get("params")).values())
    for arguments in product(*(_samples(tree, type_) for type_ in types)):
        yield f"{key}({', '.join(arguments)})"


def _samples(tree: Tree, type_: str) -> tuple[str, ...]:
    """Return sample values of a type, as formulas write them."""
    for unit, body in as_map(tree.get("units")).items():
        if as_map(body).get("measures") == type_:
            return f"10 {unit}", f"1 {unit}"
    match type_:
        case "integer":
            return ("7", "2", "12")
        case "die-code":
            return ("3D+1", "5D+2")
        case "boolean":
            return ("true", "false")
        case _:
            ids = (id_ for id_, kind, _ in entries_of(tree) if kind.name == type_)
            return tuple(islice(ids, 2))


def _cells(tree: Tree, at: KeyPath, column: str, cell: str) -> Iterator[str]:
    """Yield lookups of a cell: `lookup(table.falls, 10, damage)`.

    For a range of quantities, also yield tests of its ends: `10 ft within lookup(…)`. If rows are
    looked up by the mutated column, yield lookups of all other columns.
    """
    name, key = at[1], str(at[-1])
    table, body = as_map(walk(tree, at[:2])), as_map(walk(tree, at))
    columns = as_map(table.get("columns"))
    lookup_columns = [name for name in columns if as_map(columns[name]).get("lookup")]
    rows_are = as_map(table.get("rows-are"))
    row = f"row.{name}.{key}"
    if lookup_columns:
        row = as_text(body.get(lookup_columns[0], key))
        if as_map(columns[lookup_columns[0]]).get("range"):
            row = next(iter(re.findall(r"[0-9]+(?: [a-z]+)?\b", row)), row)
    elif rows_are:
        kind = [as_text(rows_are[part]) for part in ("kind", "of") if part in rows_are]
        row = ".".join((*kind, key))
    for other in columns if column in lookup_columns else [column]:
        if other not in lookup_columns:
            lookup = f"lookup(table.{name}, {row}, {other})"
            yield lookup
            ends = ENDS.findall(cell)
            yield from (f"{end} within {lookup}" for end in ends if other == column)


def _rows(table: str, body: Body) -> Iterator[str]:
    """Yield the row count of a derived table, and lookups in some of its rows."""
    yield f"count({table})"
    for number, column in product(ROWS, as_map(body.get("columns"))):
        yield f"lookup({table}, {number}, {column})"


def _tests(track: str, conditions: Iterable[str]) -> Iterator[Body]:
    """Yield tests of a track in each condition: failed by 1, just passed, and without a result."""
    track_key = track.partition(".")[2]
    for key in conditions:
        this = f"{track_key}.{key}"
        for margin in (-1, 0):
            yield {"run": track, "given": {"this": this, "margin": margin}}
        yield {"run": track, "given": {"this": this}}


def _runs(tree: Tree, id_: str, body: Body) -> Iterator[Body]:
    """Yield runs of an action, effect roll, rule or hook, with answers to its questions."""
    ratings = _sample_ratings(tree, body)
    yes, no = (_answers(tree, body, yes=answer) for answer in (True, False))
    answers: tuple[Body, ...] = ({}, yes, no, {**ratings, **yes}, {**ratings, **no})
    checks: tuple[Body, ...] = ({"margin": 7}, {"margin": -7}, {"total": 16}, {})
    for answer, check in product(answers, checks if "check" in body else ({},)):
        facts = {**answer, **check}
        yield {"run": id_, "given": facts} if facts else {"run": id_}


def _answers(tree: Tree, body: Body, *, yes: bool) -> dict[str, Data]:
    answers: dict[str, Data] = {}
    for name, ask in as_map(body.get("inputs")).items():
        type_ = as_text(as_map(ask).get("type", ""))
        samples = _samples(tree, type_)
        if type_ == "boolean":
            answers[name] = yes
        elif samples:
            answers[name] = samples[0]
    for name, choice in as_map(body.get("choose")).items():
        kind, _, key = as_text(choice).partition(".")
        rows = as_map(walk(tree, ("tables", key, "rows"))) if kind == "table" else {}
        samples = tuple(rows) or _samples(tree, kind)
        if samples:
            answers[name] = samples[0]
            answers |= _sample_codes(tree, samples[0])
    return answers


def _sample_codes(tree: Tree, id_: str) -> dict[str, Data]:
    """Return die codes for a rating and its ability; empty if the id isn't a rating."""
    path = find_path(dict(tree), id_)
    if path is None or path[0] != "abilities":
        return {}
    return {f"ability.{path[1]}": "2D", id_: "5D+1"}


def _sample_ratings(tree: Tree, body: Body) -> dict[str, Data]:
    """Return sample ratings and values for those that an entry mentions."""
    text = inline({key: value for key, value in body.items() if key != "text"})
    words = set(re.findall(r"[a-z][a-z0-9-]*", text))
    ratings: dict[str, Data] = {}
    for id_, kind, path in entries_of(tree):
        if path[-1] not in words:
            continue
        if kind.name in {"ability", "skill", "specialization"}:
            ratings[id_] = "4D"
        elif kind.name == "value" and f"value.{path[-1]}" in text:
            type_ = as_text(as_map(walk(tree, path)).get("type", ""))
            if samples := _samples(tree, type_):
                ratings[id_] = samples[0]
    return ratings


def _pools(body: Body) -> Iterator[str]:
    """Yield formulas with pools, such as averages, with and without the tokens of a step."""
    token = body.get("token", "")
    tokens = map(as_text, token if isinstance(token, dict) else as_list(token))
    primitive = PRIMITIVES.get(as_text(body.get("do", "")))
    suffix_kind = primitive.behind if primitive is not None else "none"
    forms = {"none": [""], "count": ["1", "2"], "sides": ["", "8"], "face": ["6", "1"]}
    for letters in filter(None, tokens):
        for suffix in forms[suffix_kind]:
            yield f"mean(3D+1 {letters}{suffix})"
    yield from (
        "mean(3D)",
        "chance(1D, 6)",
        "0D+2 + 0D+2",
        "lowest(2D+1)",
        "chance(0D+1, 1)",
    )


# Results of candidates, written as packs write them.


def expected(ruleset: Ruleset, example: Example) -> Data | None:
    """Return the result of an example as packs write it under `expect`; None without a result."""
    if example.run is None:
        try:
            value = worked_out(example, ruleset)
        except (BadFormulaError, FormulaError):
            return None
        if value is None or isinstance(value, bool | int):
            return value
        return value.id if isinstance(value, Ref) else str(value)
    facts = gives(ruleset, example)
    if facts is None:
        return None
    effects = [_data(effect) for effect in facts.effects or ()]
    shown: Body = {
        name: value
        for name in ("number", "rank", "skipped", "cost")
        if (value := getattr(facts, name)) is not None and value is not False
    }
    if not shown:
        return effects or None
    return {**shown, **({"effects": effects} if effects else {})}


def _data(value: object) -> Data:
    """Return an effect, or a value in it, as packs write it. The verb comes first."""
    match value:
        case Effect():
            verb = next(iter(type(value).__annotations__))
            fields = {verb: getattr(value, verb), **vars(value)}
            return {
                key_of(name): _data(inner)
                for name, inner in fields.items()
                if name != "text"
            }
        case tuple() if len(value) == 1 and not isinstance(value[0], Effect):
            return _data(value[0])
        case tuple():
            return [_data(item) for item in value]
        case int():
            return value
        case _:
            return text_of(value)


def as_yaml(key: str, body: Mapping[str, Data]) -> str:
    """Return an example as YAML lines to paste under `examples:`."""
    lines = [f"{key}:"]
    for name, value in body.items():
        if name == "expect" and isinstance(value, list) and len(value) > 1:
            lines += [f"  {name}:", *(f"    - {on_a_line(item)}" for item in value)]
        elif name == "formula":
            lines.append(f"  {name}: {value}")
        else:
            lines.append(f"  {name}: {on_a_line(value)}")
    return "".join(f"{line}\n" for line in lines)


# Mutations for which no example can be suggested.


def situation(tree: Tree, mutation: Mutation) -> str:
    """Describe the situation that has to be played to notice a mutation."""
    kind, _, at = entry_at(mutation.path)
    body = as_map(walk(tree, at))
    match kind.name, tuple(map(str, mutation.path[len(at) :])):
        case _, (*_, "times"):
            return "use it once more than 'times' allows"
        case _, (*_, "limit") | (*_, "limit", _):
            return "take it once more than 'limit' allows"
        case "action-type", _:
            per = as_text(body.get("per", "period"))
            return f"take one more of these actions in a {per} than allowed"
        case "points", ("start", *_):
            return "spend all points that a character starts with"
        case "points", (("earn" | "lose"), *_):
            return "earn or lose points this way, then count them"
        case (("step" | "outcome" | "dice"), _):
            return "make a check with given faces that trigger it"
        case "period", _:
            return "let time pass by the clock"
        case _ if mutation.sort == "duration":
            return "start it, then let time pass until it ends"
        case _:
            return "play a case that depends on this value"
