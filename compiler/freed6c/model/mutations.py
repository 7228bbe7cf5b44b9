"""Mutations of a ruleset: each number, die code and duration moved a step, one at a time.

A mutation is a change of the merged plain data, which is linked again with it. Which texts hold
numbers is read from the type hints of the model, so no kind has code of its own here.
"""

from __future__ import annotations

import re
import typing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from freed6c.formula.lexer import Token, tokenize
from freed6c.formula.scope import FormulaProblem
from freed6c.model import shape
from freed6c.packs.data import Data, KeyPath, as_map, as_text, walk
from freed6c.packs.ids import NAME, entries_of, id_suffixes
from freed6c.packs.kinds import KINDS, child_kinds
from freed6c.runtime.amounts import DieCode, Formula, Modifier, Quantity, Range
from freed6c.runtime.effects import VERBS, Duration, Effect, Moment
from freed6c.runtime.entries.actions import Need
from freed6c.runtime.entries.notes import Chapter, Example, Note, Option, PanelEntry
from freed6c.runtime.entries.tables import Table
from freed6c.runtime.notation import code_text, read_code
from freed6c.runtime.record import Entry, Record, key_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from freed6c.packs.ids import Tree


Sort: TypeAlias = Literal["number", "die-code", "duration", "reference"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutation:
    """Another value at one place of the merged tree: all that stands there, `before` and `after`.

    `within` are the characters that change, where they are only a part of a text.
    """

    sort: Sort
    path: KeyPath
    before: Data
    after: Data
    within: tuple[int, int] | None = None


def mutations(tree: Tree, *, references: bool = False) -> Iterator[Mutation]:
    """Every mutation of a merged tree, in its order; those of references only if wanted.

    What stands beside the rules is left alone: notes, examples, chapters, choices of options.
    What a choice in use has changed is mutated where it applies.
    """
    finder = _Finder(tree, references=references)
    for _, kind, path in entries_of(tree):
        body = walk(tree, path)
        if isinstance(body, dict):
            cls = shape.class_of(kind.name, body)
            if path[0] not in BESIDE:
                inner = {child.key for child in child_kinds(kind)}
                yield from finder.in_record(cls, body, path, inner)
                yield from finder.in_cells(body, path)


def mutated(tree: Tree, mutation: Mutation) -> Tree:
    """The tree with a mutation. Only what leads to its place is copied."""
    changed = _with(tree, mutation.path, mutation.after)
    assert isinstance(changed, dict)
    return changed


def _with(data: Data, path: KeyPath, value: Data) -> Data:
    if not path:
        return value
    step, *rest = path
    if isinstance(data, dict) and isinstance(step, str):
        return {**data, step: _with(data[step], tuple(rest), value)}
    assert isinstance(data, list)
    assert isinstance(step, int)
    inner = _with(data[step], tuple(rest), value)
    return [*data[:step], inner, *data[step + 1 :]]


# What is mutated: values whose type hints say that they are numbers or hold some.


BESIDE: Final = frozenset(
    next(kind.key for kind in KINDS if kind.cls is cls)
    for cls in (Note, Example, Chapter, PanelEntry, Option)
)
"""Sections of what stands beside the rules."""
VERB: Final = {key_of(next(iter(cls.__annotations__))): cls for cls in VERBS}
WRITTEN: Final = frozenset({DieCode, Quantity, Range[int], Range[Quantity]})
"""Values that are written as numbers, die codes, and words between them."""
FACES: Final = re.compile(r"([0-9]+)(?:\+|-([0-9]+))?", re.ASCII)
"""Faces of dice, and counts among words: `7+`, `5-6`, `2`."""
DIE: Final = re.compile(r"d[0-9]+", re.ASCII)
DICE: Final = (4, 6, 8, 10, 12, 20)
NAMES: Final = frozenset(field.key for field in shape.written(Entry)) | {
    "name",
    "plural",
    "says",
    "shown",
    "blank",
}
"""Settings with words for people that are no prose."""
TEXTS: Final = frozenset({"text", "boolean", "one-of"})
"""Types of columns whose cells hold no numbers."""


@dataclass(frozen=True, slots=True)
class _Step:
    """Another text for a value, and the characters of the old one that differ."""

    sort: Sort
    text: str
    within: tuple[int, int] | None = None


class _Finder:
    """Finds what can be mutated in a tree; it knows the words that the tree declares."""

    def __init__(self, tree: Tree, *, references: bool) -> None:
        self._tree = tree
        self._references = references
        codes = as_map(tree.get("die-codes"))
        pips = codes.get("pips-per-die")
        self._pips_per_die = pips if isinstance(pips, int) and pips > 0 else 10**6
        periods = as_map(tree.get("periods"))
        self._periods = tuple(
            (key, str(as_map(body).get("plural", key))) for key, body in periods.items()
        )
        self._action_types = tuple(as_map(tree.get("action-types")))
        self._ids = tuple(id_ for id_, _, _ in entries_of(tree))

    # Walking plain data along the hints.

    def in_record(
        self,
        cls: type[Record],
        body: Mapping[str, Data],
        path: KeyPath,
        skip: Iterable[str] = (),
    ) -> Iterator[Mutation]:
        """The mutations of the fields of a record, without those of nested entries (`skip`)."""
        for field in shape.written(cls):
            if field.key not in body or field.prose or field.key in skip:
                continue
            place, data = (*path, field.key), body[field.key]
            if cls is Table and field.key == "each" and isinstance(data, dict):
                for key, texts in data.items():
                    yield from self._in_value(Formula[int], texts, (*place, key))
            elif field.key not in NAMES:
                yield from self._in_value(field.hint, data, place)

    def in_cells(self, body: Mapping[str, Data], path: KeyPath) -> Iterator[Mutation]:
        """The mutations of the cells of a row, or of what has columns of its own."""
        above = as_map(walk(self._tree, path[:-2]))
        for key, column in as_map(above.get("columns")).items():
            type_ = as_map(column).get("type")
            if key not in body or type_ in TEXTS or not isinstance(type_, str):
                continue
            for inner, data in _scalars(body[key], (*path, key)):
                if type_ in shape.CLASSES:
                    steps = self._another((type_,), data)
                elif type_ == "duration":
                    steps = self._longer(as_text(data))
                else:
                    steps = self._literals(data)
                yield from _made(steps, inner, data)

    def _in_value(self, hint: Any, data: Data, path: KeyPath) -> Iterator[Mutation]:
        members = shape.alternatives(hint)
        match data:
            case list():
                for position, element in enumerate(data):
                    inner = next(filter(None, map(shape.item, members)), hint)
                    yield from self._in_value(inner, element, (*path, position))
            case dict():
                yield from self._in_map(members, data, path)
            case str() | int():
                inner = shape.item(members[0]) if len(members) == 1 else None
                if inner is not None:  # one thing where a list may stand
                    yield from self._in_value(inner, data, path)
                else:
                    yield from _made(self._steps(hint, members, data), path, data)

    def _in_map(
        self, members: Sequence[Any], data: dict[str, Data], path: KeyPath
    ) -> Iterator[Mutation]:
        for member in members:
            values = shape.mapped(member)
            if values is not None:
                for key, inner in data.items():
                    yield from self._in_value(values, inner, (*path, key))
                return
            inner = shape.item(member) or member
            if inner is Need:
                yield from self._in_value(Formula[bool], data["if"], (*path, "if"))
                return
            if isinstance(inner, type) and issubclass(inner, Effect):
                cls = next((VERB[key] for key in data if key in VERB), None)
                if cls is not None:
                    yield from self.in_record(cls, data, path)
                return
            if (
                isinstance(inner, type)
                and issubclass(inner, Record)
                and not issubclass(inner, Entry)
            ):
                yield from self.in_record(inner, data, path)
                return

    def _steps(
        self, hint: Any, members: Sequence[Any], data: str | int
    ) -> Iterable[_Step]:
        """The mutations of one value, by what its hint says that it is."""
        if isinstance(data, bool) or data in shape.words(hint):
            return ()
        kinds = tuple(shape.KIND_OF.get(cls, "") for cls in shape.referred(hint))
        if kinds and isinstance(data, str) and NAME.fullmatch(data):
            return self._another(kinds, data)
        origins = {typing.get_origin(member) or member for member in members}
        if Duration in origins or Moment in origins:
            return self._longer(str(data))
        if members[0] is DieCode:  # the smallest pool: its pips mean nothing
            return self._literals(data, whole=True)
        if origins & {Formula, Modifier, Need, int} or WRITTEN.intersection(members):
            return self._literals(data)
        return _faces(data) if str in origins else ()

    # The steps.

    def _literals(self, data: Data, *, whole: bool = False) -> Iterator[_Step]:
        """Each number and die code of a formula, a modifier, a range, a quantity.

        Die codes go up by a pip, or by a `whole` die.
        """
        text = as_text(data)
        try:
            tokens = tokenize(text)
        except FormulaProblem:
            return
        before = None
        for token in tokens:
            stepped = self._stepped(token, before, whole=whole)
            if stepped is not None:
                sort: Sort = "die-code" if token.kind == "dice" else "number"
                other = f"{text[: token.start]}{stepped}{text[token.end :]}"
                yield _Step(sort, other, (token.start, token.end))
            before = token

    def _stepped(
        self, token: Token, before: Token | None, *, whole: bool
    ) -> str | None:
        """The literal a step further: one more, a pip more; None for what is no literal."""
        match token.kind:
            case "number":
                return _one_more(token.text)
            case "mark":
                number = re.search(r"[0-9]+", token.text)
                if number is None:
                    return None
                start, end = number.span()
                return f"{token.text[:start]}{_one_more(number[0])}{token.text[end:]}"
            case "dice":
                # Behind a sign, pips would have one of their own.
                signed = before is not None and before.text in {"-", "±"}
                return self._code_stepped(token.text, whole=whole or signed)
            case _:
                return None

    def _code_stepped(self, text: str, *, whole: bool) -> str | None:
        code = read_code(text)
        if code is None:
            return None
        more = self._pips_per_die if whole else 1
        dice, pips = code.dice, code.pips + more
        if whole or pips >= self._pips_per_die:
            dice, pips = dice + 1, pips - self._pips_per_die
        return code_text(dice, pips)

    def _longer(self, text: str) -> Iterator[_Step]:
        """A duration or a moment, one step longer; the longest period becomes a shorter one."""
        counted = re.match(r"[0-9]+(?:D(?:\+[0-9]+)?)? ", text)
        longer = None
        if text == "always" or (text.startswith("until ") and "end of" not in text):
            longer = self._instead_of_event(text)
        elif (known := self._period_at_end(text)) is not None:
            position, word = known
            if counted is not None:
                number = counted[0].strip()
                code = self._code_stepped(number, whole=False)
                longer = f"{code or _one_more(number)} {self._periods[position][1]}"
            else:
                other = (
                    position + 1 if position + 1 < len(self._periods) else position - 1
                )
                if other >= 0:
                    start = text.removesuffix(word).replace("own ", "")
                    longer = f"{start}{self._periods[other][0]}"
                else:
                    longer = f"2 {self._periods[position][1]}"
        if longer is not None:
            yield _Step("duration", longer)

    def _period_at_end(self, text: str) -> tuple[int, str] | None:
        """The period that a text ends with: its position, from short to long, and the word."""
        for position, words in enumerate(self._periods):
            for word in words:
                if text.endswith(f" {word}"):
                    return position, word
        return None

    def _instead_of_event(self, text: str) -> str | None:
        """For what ends with an action or an event: with another action, or with a period."""
        types = self._action_types
        for position, key in enumerate(types):
            if text == f"until own next {key}" or text.startswith(
                f"until own next {key} "
            ):
                if len(types) > 1:
                    return f"until own next {types[(position + 1) % len(types)]}"
                break
        return f"until end of {self._periods[-1][0]}" if self._periods else None

    def _another(self, kinds: Sequence[str], data: Data) -> Iterator[_Step]:
        """The next of the same kind: beside it if there is one, else anywhere."""
        text = as_text(data)
        if not self._references:
            return
        meant = [
            id_
            for id_ in self._ids
            if text in id_suffixes(id_)
            and (not any(kinds) or id_.partition(".")[0] in kinds)
        ]
        if not meant:
            return
        kind = meant[0].partition(".")[0]
        alike = [id_ for id_ in self._ids if id_.partition(".")[0] == kind]
        above = meant[0].rpartition(".")[0]
        beside = [id_ for id_ in alike if id_.rpartition(".")[0] == above]
        others = beside if len(beside) > 1 else alike
        other = others[(others.index(meant[0]) + 1) % len(others)]
        if other != meant[0]:
            yield _Step("reference", other)


def _scalars(data: Data, path: KeyPath) -> Iterator[tuple[KeyPath, Data]]:
    """A cell, or each of the several values in it."""
    if isinstance(data, list):
        yield from (((*path, position), item) for position, item in enumerate(data))
    else:
        yield path, data


def _one_more(number: str) -> str:
    """A number with its last digit one higher: `3` is `4`, `2.5` is `2.6`."""
    whole, point, decimals = number.partition(".")
    if not point:
        return str(int(whole) + 1)
    digits = str(int(whole + decimals) + 1).zfill(len(decimals) + 1)
    return f"{digits[: -len(decimals)]}.{digits[-len(decimals) :]}"


def _faces(data: str | int) -> Iterator[_Step]:
    """Faces, counts and dice among words. The last face has none behind it, so they go down."""
    text = as_text(data)
    match = FACES.fullmatch(text)
    if match is not None:
        for group in (1, 2):
            if match[group]:
                start, end = match.span(group)
                number = int(match[group])
                other = str(number - 1 if number > 1 else number + 1)
                whole = f"{text[:start]}{other}{text[end:]}"
                yield _Step("number", whole, (start, end))
    elif DIE.fullmatch(text) and int(text[1:]) in DICE:
        position = DICE.index(int(text[1:]))
        other = f"d{DICE[position + 1 if position + 1 < len(DICE) else position - 1]}"
        yield _Step("number", other)


def _made(steps: Iterable[_Step], path: KeyPath, data: Data) -> Iterator[Mutation]:
    """Mutations of a value. What is an integer in YAML stays one."""
    for step in steps:
        whole = isinstance(data, int) and re.fullmatch(r"-?[0-9]+", step.text)
        yield Mutation(
            sort=step.sort,
            path=path,
            before=data,
            after=int(step.text) if whole else step.text,
            within=None if whole else step.within,
        )
