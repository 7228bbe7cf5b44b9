"""The words for numbers, amounts and formulas."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.document.phrases.terms import with_marks
from freed6c.formula.builtins import TABLE
from freed6c.model.local_names import FORMAT_NAMES

if TYPE_CHECKING:
    from collections.abc import Mapping

NAMES: Final = {
    name: format_name
    for format_names in FORMAT_NAMES.values()
    for name, format_name in format_names.items()
}
"""The names that the format itself defines."""
TERMS: Final = (
    *("margin", "check", "total", "rank", "condition", "fixed-value", "ability"),
    *("die", "pip", "chance"),
)
"""The ids of the terms in the words for names and functions, which are written without marks."""

FORMULAS: Final[Mapping[str, str]] = {
    # amounts
    "quantity": "{amount} {unit}",
    "point": ".",
    "percent": "{number}%",
    "percent.above": ">{number}%",
    "percent.below": "<{number}%",
    "range": "{low}\N{EN DASH}{high}",
    "range.words": "{low} to {high}",
    "range.up-to": "up to {high}",
    "range.from": "{low}+",
    "range.or-more": "{low} or more",
    "list.and": "{first} and {last}",
    "list.or": "{first} or {last}",
    "list.comma": "{first}, {next}",
    "sentences": "{first}; {next}",
    "either-way": "±{amount}",
    "more": "+{amount}",
    "less": "\N{MINUS SIGN}{amount}",
    "token.word": "{word}",
    "token.count": "{word} ({token})",
    "token.counted": "{sign}{count} {word}",
    # amounts that a formula gives
    "amount.formula": "add {formula}",
    "amount.penalty": "a penalty of {formula}",
    "amount.per": "{amount} per {unit}",
    "amount.per-beyond-first": "{amount} per {unit} beyond the first",
    "amount.per-beyond": "{amount} per {unit} beyond {count}",
    "amount.per-die": "{amount} per [die] in {code}",
    "amount.times": "{amount} \N{MULTIPLICATION SIGN} ({factor})",
    # names that formulas know by their place
    **{
        f"name.{name}": with_marks(format_name.words, TERMS)
        for name, format_name in NAMES.items()
    },
    **{
        f"per.{name}": with_marks(format_name.per, TERMS)
        for name, format_name in NAMES.items()
        if format_name.per
    },
    "name.missing": "the missing [points]",
    "brief.name.rank": "[the check]'s [rank]",
    "name.chosen.worst": "the worst [condition]",
    "name.chosen.rank.worst": "[the rank] of the worst [condition]",
    "name.yours": "your {thing}",
    "name.row": "the chosen row",
    "name.head": "“{column}”",
    "name.cell": "the {column} in that row",
    "name.cell.of": "the {column} in {table}",
    "name.cell.rolled": "your {column}",
    "name.cell.rolled.of": "the {column} that you choose in {table}",
    "brief.name.cell.rolled.of": "the {column} in {table}",
    "name.cell.that": "that {column}",
    "name.cell.beside": "the {column} beside your {rolled}",
    "name.cell.beside.of": "the {column} beside that {rolled} in {table}",
    "it": "it",
    "name.chosen-kind": "the {kind}",
    "name.chosen-one": "the chosen {kind}",
    "name.own-cell": "the {column} in its row",
    # operators
    "op.+": "{left} + {right}",
    "op.-": "{left} \N{MINUS SIGN} {right}",
    "op.*": "{left} \N{MULTIPLICATION SIGN} {right}",
    "op./": "{left} ÷ {right}",
    "op.mod": "the remainder of {left} ÷ {right}",
    "op.=": "{left} is {right}",
    "op.!=": "{left} is not {right}",
    "op.<": "{left} is less than {right}",
    "op.<=": "{left} is at most {right}",
    "op.>": "{left} is more than {right}",
    "op.>=": "{left} is at least {right}",
    "op.within": "{left} is within {right}",
    "op.to": "{left} to {right}",
    "op.and": "{left} and {right}",
    "op.or": "{left} or {right}",
    "op.not": "it is not true that {operand}",
    "op.half": "half of {whole}",
    "op.reaches": "{value} reaches the number",
    "op.at-step": "it is {condition}",
    # how many there are of something
    "many.=": "exactly {number}",
    "many.!=": "other than {number}",
    "many.<": "fewer than {number}",
    "many.<=": "at most {number}",
    "many.>": "more than {number}",
    "many.>=": "at least {number}",
    "counted.points": "you have {many} {thing}",
    "counted.points.none": "you have no {thing}",
    "counted.target.points": "{target} has {many} {thing}",
    "counted.target.points.none": "{target} has no {thing}",
    "counted.target.taken": "{target} has taken {thing} {many} times",
    "counted.target.taken.none": "{target} has not yet taken {thing}",
    "counted.with": "{thing} with {chosen}",
    "counted.taken": "you have taken {thing} {many} times",
    "counted.taken.none": "you have not yet taken {thing}",
    "op.minus": "\N{MINUS SIGN}{operand}",
    "op.plus": "+{operand}",
    "op.either": "±{operand}",
    "group": "({inner})",
    # functions
    **{f"call.{builtin.name}": with_marks(builtin.words, TERMS) for builtin in TABLE},
    "call": "{function} of {arguments}",
    "call.nothing": "{function}",
    "call.lookup.same": "the {0} for {1}",
    "call.roll.procedure": "a roll of {0} with {1}",
    "call.dice.rating": "your [dice] in {0}",
    "call.lookup.through": "the {2} of {1} in {0}",
    "call.place.band": "[the rank] for {1} in {0}",
    "count.of-table": "the number of rows of {0}",
    "count.of-track": "the number of [conditions] of {0}",
    "place.of-condition": "[the rank] of {0}",
    "nth.of-track": "[the condition] of {0} at [rank] {1}",
    "call.nth.band": "the {0} for {2} in {1}",
    "call.has.not": "you do not have {0}",
    "call.has.condition": "you are {0}",
    "call.has.condition.not": "you are not {0}",
    "call.has.period": "the {0} is under way",
    "call.has.period.not": "no {0} is under way",
    "call.target.has": "{target} has {0}",
    "call.target.has.not": "{target} does not have {0}",
    "call.target.has.condition": "{target} is {0}",
    "call.target.has.condition.not": "{target} is not {0}",
    "call.target.has.period": "the {0} of {target} is under way",
    "call.target.has.period.not": "no {0} of {target} is under way",
    "call.target.taken": "how often {target} has taken {0}",
    "of-target": "{words} of {target}",
    "call.if.cases": "{usual}. If {condition}, {special} counts instead.",
    "call.if.result": "if {condition}, the result is {special}; otherwise, it is {usual}",
    "call.if-blank.none": "{value} (if any)",
    "call.named": "{function} ({arguments})",
    "call.argument": "{name}: {value}",
    "true": "yes",
    "false": "no",
    # types
    "type.boolean": "yes or no",
    "type.die-code": "[a die code]",
    "type.duration": "a duration",
    "type.fraction": "a number",
    "type.integer": "a whole number",
    "type.modifier": "[a modifier]",
    "type.pool": "[a pool] of [dice]",
    "type.text": "text",
}
