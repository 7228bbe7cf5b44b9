"""Mutations of a ruleset: each number, die code and duration moved a step, one at a time.

As in mutation testing of programs, a mutation that no example notices shows a rule without a test.
It changes the merged plain data, which is then linked again. The type hints of the model determine
the type of each value (`model/tree_values.py`), so kinds have no special code here.
"""

from __future__ import annotations

import re
import typing
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from freed6c.formula.lexer import Token, tokenize
from freed6c.formula.scope import BadFormulaError
from freed6c.model import type_hints
from freed6c.model.tree_values import TreeValue, values
from freed6c.model.type_hints import KIND_OF, referred
from freed6c.packs.data import Data, KeyPath, as_map, as_text
from freed6c.packs.ids import NAME, entries_of, id_suffixes
from freed6c.packs.kinds import KINDS
from freed6c.packs.lazy import dataclass
from freed6c.runtime.amounts import DieCode, Formula, Modifier, Quantity, Range
from freed6c.runtime.effects import Duration, Moment
from freed6c.runtime.entries.actions import Need
from freed6c.runtime.entries.notes import Chapter, Example, Note, Option, PanelEntry
from freed6c.runtime.notation import code_text, read_code
from freed6c.runtime.record import Entry

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from freed6c.packs.ids import Tree


Sort: TypeAlias = Literal["number", "die-code", "duration", "reference", "word"]


@dataclass(frozen=True, kw_only=True)
class Mutation:
    """A different value at one place of the merged tree, with the values `before` and `after`.

    `within` has the start and end of the characters that change, if it is a part of a text.
    """

    sort: Sort
    path: KeyPath
    before: Data
    after: Data
    within: tuple[int, int] | None = None


def mutations(tree: Tree, *, references: bool = False) -> Iterator[Mutation]:
    """Yield every mutation of a merged tree in order, and those of references if requested.

    Notes, examples, chapters, panels and options are skipped, as they aren't rules. The effects of
    a choice in use are mutated where they apply.
    """
    sorts = {"number", "die-code", "duration", *(["reference"] if references else [])}
    yield from (mutation for mutation in alternatives(tree) if mutation.sort in sorts)


def alternatives(tree: Tree) -> Iterator[Mutation]:
    """Yield a mutation for each other value that a rule could have, of all sorts."""
    steps = _Steps(tree)
    for value in values(tree):
        if (
            value.path[0] not in BESIDE
            and not value.prose
            and NAMES.isdisjoint(value.fields)
            and isinstance(value.data, str | int)
        ):
            for step in steps.of(value):
                yield _mutation(step, value)


def mutated(tree: Tree, mutation: Mutation) -> Tree:
    """Return the tree with a mutation. Only containers on its path are copied."""
    changed: Tree = _with(tree, mutation.path, mutation.after)
    return changed


def _with(data: Any, path: KeyPath, value: Data) -> Any:
    if not path:
        return value
    step, *rest = path
    changed = data.copy()
    changed[step] = _with(data[step], tuple(rest), value)
    return changed


# Mutated values: those whose type hints contain numbers.


BESIDE: Final = frozenset(
    next(kind.key for kind in KINDS if kind.cls is cls)
    for cls in (Note, Example, Chapter, PanelEntry, Option)
)
"""Sections that are not mutated, as they contain no rules."""
WRITTEN: Final = frozenset({DieCode, Fraction, Quantity, Range[int], Range[Quantity]})
"""Types that are written as numbers or die codes, with words between them."""
FACES: Final = re.compile(r"[0-9]+(?:\+|-[0-9]+)?", re.ASCII)
"""Faces of dice, and counts in texts: `7+`, `5-6`, `2`."""
DIE: Final = re.compile(r"d[0-9]+", re.ASCII)
"""A die by its sides: `d6`."""
DICE: Final = (4, 6, 8, 10, 12, 20)
"""The sides of common dice. A mutated die becomes the next one."""
NAMES: Final = frozenset(field.key for field in type_hints.written(Entry)) | {
    "name",
    "plural",
    "token-names",
    "shown",
    "blank",
}
"""Settings with text for people that isn't prose."""


@dataclass(frozen=True)
class _Step:
    """Another text for a value, with the range of characters that differ."""

    sort: Sort
    text: str
    within: tuple[int, int] | None = None


class _Steps:
    """A generator of other values, which knows the names that the tree declares."""

    def __init__(self, tree: Tree) -> None:
        pips = as_map(tree.get("die-codes")).get("pips-per-die")
        # Without a number, pips never make a die.
        self._pips_per_die = pips if isinstance(pips, int) and pips > 0 else 10**6
        periods = as_map(tree.get("periods"))
        self._periods = tuple(
            (key, str(as_map(body).get("plural", key))) for key, body in periods.items()
        )
        self._action_types = tuple(as_map(tree.get("action-types")))
        self._ids = tuple(id_ for id_, _, _ in entries_of(tree))

    def of(self, value: TreeValue) -> Iterable[_Step]:
        """Return other values for a value, according to its type hint."""
        hint, data = value.hint, value.data
        members = type_hints.alternatives(hint)
        inner = [item for item in map(type_hints.item, members) if item is not None]
        # A list can be written as its only item.
        if len(members) == len(inner) == 1:
            hint, members = inner[0], type_hints.alternatives(inner[0])
        origins = {typing.get_origin(member) or member for member in members}
        words = type_hints.words(hint)
        kinds = tuple(KIND_OF.get(cls, "") for cls in referred(hint))
        if isinstance(data, bool):
            return [_Step("word", as_text(not data))] if bool in origins else ()
        if data in words:
            return (_Step("word", word) for word in words if word != data)
        is_id = isinstance(data, str) and (not value.fields or NAME.fullmatch(data))
        if kinds and is_id:
            return self._another(kinds, data)
        if not origins.isdisjoint({Duration, Moment}):
            return self._longer(str(data))
        if members[0] is DieCode and value.fields:  # the smallest pool, without pips
            return self._literals(data, whole=True)
        if origins & {Formula, Modifier, Need, int} or WRITTEN.intersection(members):
            return self._literals(data)
        return _faces(as_text(data)) if str in origins and value.fields else ()

    def _literals(self, data: Data, *, whole: bool = False) -> Iterator[_Step]:
        """Yield a step for each number and die code of a formula, modifier, range or quantity.

        Die codes increase by a pip, or by a `whole` die.
        """
        text = as_text(data)
        try:
            tokens = tokenize(text)
        except BadFormulaError:
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
        """Return the text of a number, token of dice or die code increased; None for others."""
        match token.kind:
            case "number":
                return _one_more(token.text)
            case "mark":
                number = re.search(r"[0-9]+", token.text)
                if number is None:
                    return None
                return token.text.replace(number[0], _one_more(number[0]), 1)
            case "dice":
                # After a sign, the pips would also need a sign.
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
        """Yield a duration or a moment that is one step longer.

        `2 rounds` becomes `3 rounds`, `end of this round` becomes `end of this scene`. If there is
        no longer period, the next shorter one is used. A duration that ends with an event gets
        another end.
        """
        counted = re.match(r"[0-9]+(?:D(?:\+[0-9]+)?)? ", text)
        longer = None
        if text == "always" or (text.startswith("until ") and "end of" not in text):
            longer = self._instead_of_event(text)
        elif (period := self._period_at_end(text)) is not None:
            position, word = period
            plural = self._periods[position][1]
            if counted is not None:
                number = counted[0].strip()
                code = self._code_stepped(number, whole=False)
                longer = f"{code or _one_more(number)} {plural}"
            else:
                start = text.removesuffix(word).replace("own ", "")
                others = [
                    *self._periods[position + 1 :],
                    *self._periods[:position][::-1],
                ]
                longer = f"{start}{others[0][0]}" if others else f"2 {plural}"
        if longer is not None:
            yield _Step("duration", longer)

    def _period_at_end(self, text: str) -> tuple[int, str] | None:
        """Return the period at the end of a text: its position in order of length, and the word."""
        for position, words in enumerate(self._periods):
            for word in words:
                if text.endswith(f" {word}"):
                    return position, word
        return None

    def _instead_of_event(self, text: str) -> str | None:
        """Return a duration with another end than an action or an event; None if there is none."""
        types = self._action_types
        match = re.match(r"until own next (\S+)", text)
        if match and match[1] in types and len(types) > 1:
            following = (types.index(match[1]) + 1) % len(types)
            return f"until own next {types[following]}"
        return f"until end of {self._periods[-1][0]}" if self._periods else None

    def _another(self, kinds: Sequence[str], data: Data) -> Iterator[_Step]:
        """Yield the next id of the same kind: a sibling if there is one, else any other."""
        text = as_text(data)
        matching = [
            id_
            for id_ in self._ids
            if text in id_suffixes(id_)
            and (not any(kinds) or id_.partition(".")[0] in kinds)
        ]
        if not matching:
            return
        kind = matching[0].partition(".")[0]
        same_kind = [id_ for id_ in self._ids if id_.partition(".")[0] == kind]
        above = matching[0].rpartition(".")[0]
        siblings = [id_ for id_ in same_kind if id_.rpartition(".")[0] == above]
        others = siblings if len(siblings) > 1 else same_kind
        other = others[(others.index(matching[0]) + 1) % len(others)]
        if other != matching[0]:
            yield _Step("reference", other)


def _one_more(number: str) -> str:
    """Return a number with its last digit increased: `3` becomes `4`, `2.5` becomes `2.6`."""
    decimals = len(number.partition(".")[2])
    return f"{Decimal(number) + Decimal(10) ** -decimals:.{decimals}f}"


def _faces(text: str) -> Iterator[_Step]:
    """Yield other faces and other dice for a text such as `5-6` or `d6`.

    Faces decrease, because the highest face of a die cannot increase.
    """
    if FACES.fullmatch(text):
        for face in re.finditer(r"[0-9]+", text):
            start, end = face.span()
            number = int(face[0])
            neighbor = number - 1 if number > 1 else number + 1
            yield _Step("number", f"{text[:start]}{neighbor}{text[end:]}", (start, end))
    elif DIE.fullmatch(text) and int(text[1:]) in DICE:
        position = DICE.index(int(text[1:]))
        other = f"d{DICE[position + 1 if position + 1 < len(DICE) else position - 1]}"
        yield _Step("number", other)


def _mutation(step: _Step, value: TreeValue) -> Mutation:
    """Return the mutation of a value by a step. An integer or boolean keeps its type."""
    after: Data = step.text
    if isinstance(value.data, bool):
        after = step.text == "true"
    elif isinstance(value.data, int) and re.fullmatch(r"-?[0-9]+", step.text):
        after = int(step.text)
    return Mutation(
        sort=step.sort,
        path=value.path,
        before=value.data,
        after=after,
        within=step.within if isinstance(after, str) else None,
    )
