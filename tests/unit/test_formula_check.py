"""What formulas mean: the types of their results, and all that can be wrong."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import pytest

from freed6c.diagnostics.codes import formulas as codes
from freed6c.diagnostics.ways_out import Replacement
from freed6c.formula.checker import check, name_meant
from freed6c.formula.parser import parse
from freed6c.formula.scope import (
    DiceToken,
    ResolvedEntry,
    Signature,
    SymbolTable,
    TableSignature,
)
from freed6c.formula.types import (
    BOOLEAN,
    DIE_CODE,
    FRACTION,
    INTEGER,
    MODIFIER,
    POOL,
    TEXT,
    UNKNOWN,
    EntryOf,
    OptionalOf,
    QuantityOf,
    RangeOf,
    Type,
    fits,
)

LENGTH, TIME = QuantityOf("length"), QuantityOf("time")
BAND = EntryOf("band", within="benchmark.ladder")


@dataclass(frozen=True)
class Entries:
    """References by tail, from the ids and types of a small ruleset."""

    types: dict[str, Type] = field(
        default_factory=lambda: {
            "benchmark.ladder": EntryOf("benchmark", "benchmark.ladder"),
            "band.ladder.low": EntryOf("band", "band.ladder.low", "benchmark.ladder"),
            "track.harm": EntryOf("track", "track.harm"),
            "effect-roll.harm": EntryOf("effect-roll", "effect-roll.harm"),
            "ability.might": EntryOf("ability", "ability.might"),
            "skill.fast-talk": EntryOf("skill", "skill.fast-talk"),
            "table.reach": EntryOf("table", "table.reach"),
            "row.reach.near": EntryOf("row", "row.reach.near", "table.reach"),
            "points.advantage": EntryOf("points", "points.advantage"),
            "condition.harm.dazed": EntryOf("condition", "condition.harm.dazed"),
            "value.armour": INTEGER,
            "value.broken": UNKNOWN,
        }
    )

    def find(self, written: str) -> tuple[ResolvedEntry, ...]:
        return tuple(
            ResolvedEntry(key, of)
            for key, of in self.types.items()
            if key == written or key.endswith(f".{written}")
        )

    def known(self) -> list[tuple[str, str]]:
        tails = [key.partition(".")[2] for key in self.types]
        return [(tail, tail) for tail in tails]


SCOPE = SymbolTable(
    pips_per_die=3,
    sides=(6,),
    names={
        "code": DIE_CODE,
        "pool": POOL,
        "rank": INTEGER,
        "share": FRACTION,
        "ready": BOOLEAN,
        "change": MODIFIER,
        "label": TEXT,
        "distance": LENGTH,
        "duration": TIME,
        "spread": RangeOf(INTEGER),
        "row.category": EntryOf("row", within="table.reach"),
        "this.limit": OptionalOf(INTEGER),
    },
    formulas={
        "fixed-value": Signature((("code", DIE_CODE),), INTEGER),
        "scaled": Signature((("own", INTEGER), ("other", FRACTION)), FRACTION),
        "shifted": Signature((("by", MODIFIER),), MODIFIER),
    },
    find_entries=Entries().find,
    entry_names=Entries().known,
    tokens={
        "B": DiceToken(),
        "WD": DiceToken("sides"),
        "F": DiceToken("face"),
        "Adv": DiceToken("none"),
    },
    words={"advantage": "Adv"},
    units={"ft": "length", "in": "length", "s": "time"},
    tables={
        "table.reach": TableSignature(
            (EntryOf("row", within="table.reach"), INTEGER),
            {"reach": RangeOf(LENGTH), "limit": OptionalOf(INTEGER), "level": BAND},
        )
    },
)


@pytest.mark.parametrize(
    ("text", "of"),
    [
        ("3D+3", POOL),
        ("advantage", MODIFIER),
        ("1 + code", POOL),
        ("pool - 2", POOL),
        ("code - 1D", DIE_CODE),
        ("-code", MODIFIER),
        ("±2", MODIFIER),
        ("5 ft + 3 in", LENGTH),
        ("1 to rank", RangeOf(INTEGER)),
        ("5 ft to 10 ft", RangeOf(LENGTH)),
        ("distance within lookup(reach, row.category, reach)", BOOLEAN),
        ("rank = 2 and not ready", BOOLEAN),
        ("row.category = reach.near", BOOLEAN),
        ("abs(-5 ft)", LENGTH),
        ("if(ready, 1, 1.5)", FRACTION),
        ("if(ready, code, 3D+4)", POOL),
        ("if(ready, B1, 2)", MODIFIER),
        (
            "if(ready, low, ladder.low)",
            EntryOf("band", "band.ladder.low", "benchmark.ladder"),
        ),
        ("formula.fixed-value(code)", INTEGER),
        ("scaled(1, 2)", FRACTION),
        ("fixed(might) + armour", INTEGER),
        ("rating(fast-talk)", DIE_CODE),
        ("band(ladder, 3)", OptionalOf(BAND)),
        ("top(band(ladder, 3))", INTEGER),
        ("nth(harm, 1)", OptionalOf(EntryOf("condition", within="track.harm"))),
        ("lookup(reach, 3, limit)", OptionalOf(INTEGER)),
        ("if-blank(lookup(reach, 3, limit), 0)", INTEGER),
        ("place(lookup(reach, near, level))", INTEGER),
        ("broken + 1", UNKNOWN),
        ("if(ready, broken, 1)", UNKNOWN),
    ],
)
def test_types(text: str, of: Type) -> None:
    checked = check(parse(text), SCOPE)
    assert checked.problems == ()
    assert checked.type == of


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("(rank - 1) * 1D", MODIFIER),
        ("if(ready, 1D, 2)", MODIFIER),
        ("2", MODIFIER),
        ("1D+1", POOL),
        ("1", FRACTION),
        ("rank", OptionalOf(INTEGER)),
    ],
)
def test_a_result_becomes_what_is_wanted(text: str, wanted: Type) -> None:
    checked = check(parse(text), SCOPE, wanted)
    assert checked.problems == ()
    assert fits(checked.type, wanted)


@pytest.mark.parametrize(
    ("text", "marked", "message", "way_out"),
    [
        ("armor", "armor", "unknown name 'armor' in a formula", "did you mean 'armour'"),
        ("rank-1", "rank-1", "unknown name 'rank-1' in a formula", "minus: rank - 1"),
        ("fixed-value", "fixed-value", "unknown name 'fixed-value'", "fixed-value(…)"),
        ("fixd-value(code)", "fixd-value", "unknown function", "mean 'fixed-value'?"),
        ("harm", "harm", "ambiguous name 'harm': it could be track.harm or", "complete id"),
        ("Rank + 1", "Rank", "unknown dice token 'Rank'", "did you mean 'rank'?"),
        ("this.limt", "this.limt", "unknown name 'this.limt' in a formula", "'this.limit'?"),
        ("C2", "C2", "unknown dice token 'C'", ""),
        ("D", "D", "unknown dice token 'D'", "write 1D"),
        ("3d", "3d", "unknown dice token 'd'", "write 3D"),
        ("3D6", "3D6", "'3D6' has a number after its D", "write 3D"),
        ("1d10 + 1", "1d10", "'1d10' has a number", "dice with 6 sides"),
        ("2B3", "2B3", "B has two counts", "write B3 or 2B"),
        ("Adv2", "Adv2", "Adv takes no number after it", "write Adv"),
        ("5 fft", "5 fft", "unknown unit 'fft'", "did you mean '5 ft'?"),
        ("lookup(reach, 3, limt)", "limt", "unknown column 'limt' in this table", "'limit'?"),
        ("rank and ready", "rank and ready", "a whole number and a yes-or-no value cannot", ""),
        ("ready / 2", "ready / 2", "a yes-or-no value and a whole number cannot be divided", ""),
        ("ready mod 2", "ready mod 2", "a yes-or-no value and a whole number cannot be divi", ""),
        ("not rank", "rank", "not needs a yes-or-no value, not a whole number", ""),
        ("code * 1.5", "code * 1.5", "a die code and a fraction cannot", "floor(…)"),
        ("B1 + B1", "B1 + B1", "a modifier and another cannot be added", "two effects"),
        ("5 ft + 3 s", "5 ft + 3 s", "a length and a time cannot be added", ""),
        ("5 ft < 3", "5 ft < 3", "a length and a whole number cannot be compared", ""),
        ("harm = 1", "harm", "ambiguous name 'harm'", ""),
        ("low + 1", "low + 1", "a band and a whole number cannot be added", "place(…)"),
        ("this.limit + 1", "this.limit + 1", "a whole number that can be", "if-blank(…, 0)"),
        ("-low", "-low", "a band cannot have the sign -", ""),
        ("max(rank, low)", "low", "max needs numbers, die codes or quantities", ""),
        ("if(rank, 1, 2)", "rank", "if needs a yes-or-no value, not a whole number", ""),
        ("if(ready, 1, low)", "if(ready, 1, low)", "if cannot choose between", ""),
        ("fixed-value()", "fixed-value()", "fixed-value needs 1 argument (code), not 0", ""),
        ("scaled(1)", "scaled(1)", "scaled needs 2 arguments (own, other), not 1", ""),
        ("scaled(1.5, 1)", "1.5", "own should be a whole number, not a fraction", "floor(…)"),
        ("mean()", "mean()", "mean needs 1 or 2 arguments, not 0", ""),
        ("chance(2D)", "chance(2D)", "chance needs 2 or 3 arguments, not 1", ""),
        ("mean(rank)", "rank", "mean needs a pool of dice, not a whole number", ""),
        ("min()", "min()", "min needs at least 1 argument, not 0", ""),
        ("rating(rank)", "rank", "rating needs an ability, a skill or a", ""),
        ("points(advantage)", "advantage", "points needs a point pool", "points.advantage"),
        ("has(advantage)", "advantage", "has needs an ability", ""),
        ("target.has(fast-talk)", "target.has", "unknown function 'target.has'", "only actions"),
        ("target.armour", "target.armour", "unknown name 'target.armour'", "only actions"),
    ],
)  # fmt: skip
def test_unknown_names_and_parts_that_do_not_fit(
    text: str, marked: str, message: str, way_out: str
) -> None:
    (problem,) = check(parse(text), SCOPE).problems
    assert problem.code.id.startswith("D6-F")
    assert text[problem.start : problem.end] == marked
    assert problem.message.startswith(message)
    assert way_out in problem.help


@pytest.mark.parametrize(
    ("text", "wanted", "message", "way_out"),
    [
        (
            "share",
            INTEGER,
            "the result should be a whole number, not a fraction",
            "floor(",
        ),
        ("low", INTEGER, "the result should be a whole number, not a band", "top(low)"),
        ("pool", MODIFIER, "the result should be a modifier, not a pool", "3D - 1D"),
        (
            "pool",
            INTEGER,
            "the result should be a whole number",
            "of a rating counts as 3",
        ),
    ],
)
def test_results_that_are_not_wanted(
    text: str, wanted: Type, message: str, way_out: str
) -> None:
    (problem,) = check(parse(text), SCOPE, wanted).problems
    assert problem.code is codes.WRONG_RESULT
    assert (problem.start, problem.end) == (0, len(text))
    assert problem.message.startswith(message)
    assert way_out in problem.help


def test_a_minus_between_what_is_unknown_is_part_of_a_name() -> None:
    (problem,) = check(parse("rank-zzzzzz"), SCOPE).problems
    assert "spaces" not in problem.help


def test_what_is_written_instead_can_be_made() -> None:
    (problem,) = check(parse("3D+4"), SCOPE, DIE_CODE).problems
    (way,) = problem.diagnostic.help
    assert way.edits == (Replacement("4D+1"),)
    (problem,) = check(parse("share"), SCOPE, INTEGER).problems
    (way,) = problem.diagnostic.help
    assert not way.edits  # floor or ceil


@pytest.mark.parametrize(
    ("text", "sides", "sure"),
    [("3D6", (6,), True), ("3D6", (6, 8), False), ("1D20", (6,), False)],
)
def test_dice_of_other_sides_are_not_those_of_the_game(
    text: str, sides: tuple[int, ...], *, sure: bool
) -> None:
    scope = replace(SCOPE, sides=sides)
    (problem,) = check(parse(text), scope, DIE_CODE).problems
    (way,) = problem.diagnostic.help
    assert bool(way.edits) is sure


def test_what_operands_lack_says_which_function_gives_it() -> None:
    (problem,) = check(parse("might > 3D"), SCOPE).problems
    assert "rating(…)" in problem.help
    assert "fixed(…)" not in problem.help
    (problem,) = check(parse("dice(might)"), SCOPE).problems
    assert "rating(might)" in problem.help


@pytest.mark.parametrize("text", ["higher(3, 4)", "maximum(3, 4)"])
def test_functions_of_elsewhere_are_told_by_their_names_here(text: str) -> None:
    (problem,) = check(parse(text), SCOPE).problems
    (way,) = problem.diagnostic.help
    assert way.text == "write max(…)"


def test_what_the_place_has_under_a_name_may_be_meant() -> None:
    scope = replace(SCOPE, names={"row.might": DIE_CODE})
    (problem,) = check(parse("fixed-value(might)"), scope).problems
    assert "'row.might'" in problem.help


def test_an_entry_goes_by_its_id_and_not_by_what_it_is_called() -> None:
    called = [("Very Easy", "very-easy"), ("low", "low")]
    scope = replace(SCOPE, entry_names=lambda: called)
    problem = name_meant("very easy", scope, INTEGER)
    assert problem is not None
    assert (problem.start, problem.end) == (0, len("very easy"))
    assert problem.message.startswith("unknown name 'very easy'")
    assert name_meant("low", scope, INTEGER) is None


def test_all_problems_of_a_formula_are_told_in_their_order() -> None:
    text = "max(one, two) + three * not-there(four)"
    problems = check(parse(text), SCOPE, INTEGER).problems
    assert [text[p.start : p.end] for p in problems] == [
        "one",
        "two",
        "three",
        "not-there",
        "four",
    ]


def test_one_cause_gives_one_message() -> None:
    text = "floor(2 * (typo + 1)) + max(1D, -slip)"
    problems = check(parse(text), SCOPE, INTEGER).problems
    assert [text[p.start : p.end] for p in problems] == ["typo", "slip"]


def test_a_name_is_resolved_among_the_kinds_that_fit() -> None:
    checked = check(parse("count(harm)"), SCOPE)
    assert checked.tree.children[0].meaning == ResolvedEntry(
        "track.harm", EntryOf("track", "track.harm")
    )
