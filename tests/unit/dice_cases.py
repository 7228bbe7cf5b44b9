"""Procedures for tests of dice: made from parameters, so that every pair of them can be tried."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ruamel.yaml import YAML

from freed6c.pipeline import compile_packs
from freed6c.runtime.amounts import Range
from freed6c.runtime.dice.pool import parse
from freed6c.runtime.dice.roller import RollPlan, events_of
from freed6c.runtime.entries.dice import (
    PRIMITIVES,
    Alternative,
    Dice,
    Event,
    RollOutcome,
    Step,
    Wait,
)
from freed6c.runtime.odds import OddsError
from freed6c.runtime.odds.answer import Odds, odds
from freed6c.runtime.record import Ref

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence


OWN = ("ability", "skill", "specialization")
Case = dict[str, Any]


def step(key: str, do: str, **fields: Any) -> Step:
    """A step of a made-up procedure."""
    made = PRIMITIVES[do](
        id=f"step.made.{key}", name=key, do=do, parent=Ref("dice.made"), **fields
    )
    assert isinstance(made, Step)
    return made


def made(*steps: Step, **fields: Any) -> Dice:
    """A made-up procedure."""
    given = {"die": "d6", "pips_carry": "codes", "success": "at-least", **fields}
    return Dice(id="dice.made", name="Made", steps=steps, **given)


def ref(key: str) -> Ref[Step]:
    """A reference to a step of a made-up procedure."""
    return Ref(f"step.made.{key}")


@cache
def _core() -> Dice:
    ruleset = compile_packs("core").ruleset
    assert ruleset is not None
    found = ruleset.entries["dice.check"]
    assert isinstance(found, Dice)
    return found


def core(steps: Mapping[str, Mapping[str, Any]] | None = None, **fields: Any) -> Dice:
    """The procedure of core, with other parameters for some steps, by key."""
    found = _core()
    if not steps and not fields:
        return found
    made_of = tuple(
        type(one)(**{**vars(one), **(steps or {}).get(one.key, {})})
        for one in found.steps
    )
    return Dice(**{**vars(found), "steps": made_of, **fields})


def plain_core() -> Dice:
    """The procedure of core with nothing but wild dice and the roll."""
    found = core()
    steps = tuple(one for one in found.steps if one.key in {"wild", "roll"})
    return Dice(**{**vars(found), "steps": steps})


PARAMETERS: Mapping[str, tuple[Any, ...]] = {
    "order": (
        ("luck", "wild", "roll", "again", "boost", "flip"),
        ("luck", "wild", "roll", "boost", "flip", "again"),
        ("luck", "wild", "roll", "boost", "again", "flip"),
        ("luck", "wild", "roll", "again", "flip", "boost"),
        ("luck", "wild", "roll", "flip", "again", "boost"),
        ("luck", "wild", "roll", "flip", "boost", "again"),
        ("luck", "wild", "roll", "again", "boost", "flip", "count"),
        ("luck", "wild", "pips", "more", "roll", "cancel", "flip"),
        ("wild", "luck", "roll", "again", "choose", "flip"),
        ("luck", "wild", "roll", "boost", "more", "flip", "count", "again"),
        ("luck", "wild", "more", "roll", "boost", "flip", "count"),
    ),
    "pool": ("1D", "2D", "3D", "2D+2 +1", "1D +1D", "3D -1D"),
    "wilds": ("", "WD", "2WD", "WD WD4"),
    "sets": ("", "Adv", "Dis", "2Adv"),
    "boosts": ("", "B1", "P1", "B2", "P2", "B1 P1", "B2 P1"),
    "flips": ("", "F1", "F1 F3", "F3"),
    "luck": ("", "L"),
    "more": ("", "CP1"),
    "die": ("d3", "d2", "d4"),
    "explode": ({"other": "3"}, {"other": "2-3"}, {"d3": "1", "other": "3+"}, {}),
    "chain": ("one-die", "face", "separate"),
    "explosions": (None, 1, 2),
    "always": (0, 1),
    "most": ("all", "1"),
    "tie": ("first", "second"),
    "stack": (False, True),
    "cancel": ("one-for-one", "none"),
    "forced": (False, True),
    "safe": (False, True),
    "equal": (("wild", "boost"), ("boost", "wild")),
    "map": ("opposite", {"1": "3", "3": "0"}),
    "which": ("kept", "all"),
    "times": (1, 2),
    "flipped": ("every-face", "none"),
    "pips": ("keep", "multiply"),
    "carry": (False, True),
    "up": ("none", "1", "2"),
    "cap": (None, 2),
    "faces": ("2+", "3"),
    "and": ("nothing", "the-die-itself", "the-only-die"),
    "waits": ("", "cancel", "flip"),
    "wait": ("any", "first", "all"),
    "like": (True, False),
    "per": (False, True),
    "counts": ("", "2", {"1": "2", "2": "1-2"}),
    "likewise": ("same", "none"),
    "assume": ("nothing", "cancel"),
    "event": ("any", "first", "all"),
    "dropped": ("count", "ignore"),
    "throw": (1, 2),
    "success": ("at-least", "more-than"),
    "carries": ("codes", "always", "never"),
}


def procedure(case: Case) -> Dice:
    """The procedure of a case."""
    every = steps_of(case)
    return made(
        *(every[key] for key in case["order"]),
        die=case["die"],
        success=case["success"],
        pips_carry=case["carries"],
    )


def steps_of(case: Case) -> dict[str, Step]:
    """All steps that a case can have."""
    ones = Wait(step=ref("wild"), shows="1", which=case["wait"])
    sources = (ref("wild"), ref("boost"), ref("more"))
    events = {
        "good": Event(if_="success", shows="3+", text="Good."),
        "bad": Event(
            if_="failure", shows={"other": "1"}, which=case["event"], text="Bad."
        ),
        "odd": Event(
            shows={"d3": "2-3", "other": "1"},
            which=case["event"],
            dropped=case["dropped"],
            throw=case["throw"]
            if case["explode"] and case["chain"] != "separate"
            else 1,
            text="Odd.",
        ),
    }
    return {
        "luck": step(
            "luck", "multiply-dice", token="L", by=2, sources=OWN,
            pips=case["pips"], carry=case["carry"],
        ),
        "wild": step(
            "wild", "substitute-dice", token="WD", always=case["always"], from_=OWN,
            limit=case["most"], explode=case["explode"], chain=case["chain"],
            explode_times=case["explosions"] if case["explode"] else None, events=events,
        ),
        "pips": step(
            "pips", "exchange-pips", up_from=case["up"], max_dice=case["cap"], beyond=2,
            includes=(ref("more"),) if case["cap"] and not per_pip(case) else (),
        ),
        "more": step(
            "more", "add-dice", token="" if per_pip(case) else "CP",
            per="pip" if per_pip(case) else None,
            counts=counts_of(case), events=case["likewise"],
            like=ref("wild") if case["like"] else None,
            at=("before-roll", "after-roll"),
        ),
        "roll": step("roll", "roll"),
        "again": step(
            "again", "roll-again", token={"Adv": "higher", "Dis": "lower"},
            compare="total", tie=case["tie"], stack=case["stack"],
        ),
        "boost": step(
            "boost", "drop-dice", token={"B": "lowest", "P": "highest"},
            cancel=case["cancel"], forced=case["forced"],
            drop_from=(*OWN, "bonus", *(sources[1:] if case["safe"] else sources)),
            equal_dice=(*OWN, "bonus", *(ref(key) for key in case["equal"])),
        ),
        "flip": step(
            "flip", "map-faces", token="F", map=case["map"], which=case["which"],
            times=case["times"], chain=case["flipped"],
            if_=ones if case["waits"] == "flip" else None,
        ),
        "count": step("count", "count-faces", faces=case["faces"]),
        "cancel": step(
            "cancel", "cancel-highest", and_=case["and"],
            if_=ones if case["waits"] == "cancel" else None,
        ),
        "choose": step(
            "choose", "choose-one", chosen_by="someone", assume=case["assume"],
            choices={
                "nothing": Alternative(name="Nothing", do="nothing"),
                "cancel": Alternative(name="Cancel", do="cancel-highest", and_=case["and"]),
            },
            if_=ones,
        ),
    }  # fmt: skip


def per_pip(case: Case) -> bool:
    """Whether each pip becomes a die, which has to be before the roll."""
    before = case["order"][: case["order"].index("roll")]
    return case["per"] and "more" in before


def counts_of(case: Case) -> Any:
    """The faces that count on added dice, in procedures that count faces."""
    by_pips = isinstance(case["counts"], dict) and not per_pip(case)
    return "" if by_pips or "count" not in case["order"] else case["counts"]


def notation(case: Case) -> str:
    """The pool of a case, with the tokens that its procedure knows."""
    order = case["order"]
    parts = (
        (case["pool"], "roll"),
        (case["wilds"], "wild"),
        (case["sets"], "again"),
        (case["boosts"], "boost"),
        (case["flips"], "flip"),
        (case["luck"], "luck"),
        ("" if per_pip(case) else case["more"], "more"),
    )
    text = " ".join(text for text, key in parts if text and key in order)
    return text.replace("F3", "F2") if case["die"] == "d2" else text


def pairwise(of: Mapping[str, tuple[Any, ...]] = PARAMETERS) -> Iterator[Case]:
    """Cases in which every pair of values of two parameters occurs at least once.

    Greedy, and always the same: one uncovered pair after the other is built into a case, and the
    other parameters take the values that cover most of what is left.
    """
    names = list(of)
    sizes = [len(of[name]) for name in names]
    left = {
        ((a, i), (b, j))
        for a, b in combinations(range(len(names)), 2)
        for i, j in product(range(sizes[a]), range(sizes[b]))
    }
    while left:
        chosen = dict(min(left))
        for place, size in enumerate(sizes):
            if place not in chosen:
                chosen[place] = _best(place, chosen, left, size)
        pairs = combinations(sorted(chosen), 2)
        left -= {((a, chosen[a]), (b, chosen[b])) for a, b in pairs}
        yield {name: of[name][chosen[place]] for place, name in enumerate(names)}


def _best(
    place: int,
    chosen: Mapping[int, int],
    left: set[tuple[tuple[int, int], tuple[int, int]]],
    size: int,
) -> int:
    def covers(value: int) -> int:
        return sum(
            tuple(sorted(((place, value), one))) in left for one in chosen.items()
        )

    start = sum(chosen.values()) % size
    return max(((start + offset) % size for offset in range(size)), key=covers)


def procedure_of_tens() -> Dice:
    """Ten-sided dice, steps in another order and under other names, with tokens of their own."""
    zap = ref("zap")
    everything = (*OWN, "bonus", ref("kick"))
    return made(
        step(
            "zap", "substitute-dice", token="Zap", from_=OWN, limit="2",
            explode={"d10": "9+"}, chain="one-die",
            events={"spark": Event(if_="success", shows="10", text="A spark.")},
        ),
        step("toss", "roll"),
        step(
            "turn", "map-faces", map={"1": "0", "2": "4"}, which="kept", times=1,
            chain="none", if_=Wait(step=zap, shows="9+"),
        ),
        step(
            "kick", "drop-dice", token={"Kick": "lowest", "Null": "highest"},
            cancel="none", drop_from=everything, equal_dice=everything, forced=False,
        ),
        step(
            "twin", "roll-again", token={"Twin": "higher"}, compare="total",
            tie="second", stack=True,
        ),
        die="d10", success="more-than", pips_carry="never",
    )  # fmt: skip


def _outcome(name: str, is_: Any, **conditions: Any) -> RollOutcome:
    ranges: Any = {
        k: Range(low=low, high=high) for k, (low, high) in conditions.items()
    }
    id_, parent = f"outcome.made.{name}", Ref[Dice]("dice.made")
    event: Any = {"event": name} if name in EVENTS else {}
    return RollOutcome(id=id_, name=name, is_=is_, parent=parent, **event, **ranges)


EVENTS = {"high": "6", "low": "1", "middle": "3-4"}
OUTCOMES = {
    "totals": (
        _outcome("strong", "success", total=(10, None)),
        _outcome("weak", "success", total=(7, 9)),
    ),
    "margins": (
        _outcome("win", "success", margin=(1, None)),
        _outcome("tie", "success", margin=(0, 0)),
        _outcome("near", "failure", margin=(-4, -1)),
    ),
    "events": (
        _outcome("high", "success"),
        _outcome("low", "success", margin=(0, None)),
        _outcome("hit", "success", margin=(0, None)),
        _outcome("middle", "failure", total=(None, 9)),
    ),
}


def with_outcomes(key: str, **event: Any) -> Dice:
    """The procedure of core with a Wild Die in every roll, which has events, and outcomes."""
    events = {name: Event(shows=s, text=name, **event) for name, s in EVENTS.items()}
    events["won"] = Event(if_="success", shows="5+", text="won", **event)
    wild = {"wild": {"events": events, "always": 1, "explode": {}}}
    return core(wild, outcomes=(*OUTCOMES[key], _outcome("miss", "failure")))


class Courses(NamedTuple):
    """The chance of each total with the events that happened, and of what went on too long."""

    chances: dict[tuple[int, tuple[bool, ...]], Fraction]
    missing: Fraction


class TooLongError(Exception):
    """A course had more throws than allowed."""


class Odometer:
    """A source of chance that goes through all sequences of at most `deepest` faces."""

    def __init__(self, deepest: int) -> None:
        self.faces: list[int] = []
        self.sizes: list[int] = []
        self.place = 0
        self.deepest = deepest

    def randrange(self, stop: int, /) -> int:
        if self.place == len(self.faces):
            if self.place == self.deepest:
                raise TooLongError
            self.faces.append(0)
            self.sizes.append(stop)
        self.place += 1
        return self.faces[self.place - 1]

    def forward(self) -> bool:
        while self.faces and self.faces[-1] + 1 == self.sizes[-1]:
            self.faces.pop()
            self.sizes.pop()
        if self.faces:
            self.faces[-1] += 1
        self.place = 0
        return bool(self.faces)


def courses(plan: RollPlan, *, deepest: int, runs: int) -> Courses | None:
    """All courses of a roll with so many throws at most; None if there are more than `runs`."""
    found = Courses({}, Fraction(0))
    faces = Odometer(deepest)
    for _ in range(runs):
        try:
            table = plan.run(None, faces)
        except TooLongError:
            missing = found.missing + Fraction(1, prod(faces.sizes))
            found = found._replace(missing=missing)
        else:
            events = tuple(event.met(table.dice) >= 0 for *_, event in plan.events)
            seen = found.chances.get((table.total, events), Fraction(0))
            chance = seen + Fraction(1, prod(faces.sizes))
            found.chances[table.total, events] = chance
        if not faces.forward():
            return found
    return None


def compare(case: Case | tuple[Dice, str], *, runs: int, extra: int) -> str:
    """Odds against every course of the roller: what method gave them; an assertion where not equal.

    Of dice that explode, `extra` throws are followed; what lies beyond bounds the difference.
    """
    dice, text = case if isinstance(case, tuple) else (procedure(case), notation(case))
    pool = parse(text, dice, 3)
    plan = RollPlan(dice, pool)
    events = events_of(dice)
    deepest = throws(plan) + extra
    found = courses(plan, deepest=deepest, runs=runs)
    if found is None:
        return "too many"
    try:
        chances = odds(dice, pool)
        same_totals(chances, found)
        same_events(chances, found, [(key, when) for key, when, _ in events])
    except OddsError as reason:
        return f"none: {reason}"
    return "courses" if chances._base.enumeration else "law"


def throws(plan: RollPlan) -> int:
    """How many dice fall if none explodes, at most."""

    class Ones:
        count = 0

        def randrange(self, _stop: int) -> int:
            self.count += 1
            return self.count % 2

    best = 0
    for _ in range(3):
        ones = Ones()
        plan.run(None, ones)
        best = max(best, ones.count)
    return best


def same_totals(chances: Odds, found: Courses) -> None:
    """Every chance lies between what was seen, and that with all that was not."""
    seen: dict[int, Fraction] = {}
    for (total, _), chance in found.chances.items():
        seen[total] = seen.get(total, Fraction(0)) + chance
    low, high = min(seen) - 2, max(seen) + 2
    above = Fraction(0)
    for total in range(high, low, -1):
        above += seen.get(total, Fraction(0))
        within(above, chances.at_least(total), found.missing, chances.error)
        within(
            seen.get(total, Fraction(0)),
            chances.exactly(total),
            found.missing,
            chances.error,
        )


def same_events(
    chances: Odds, found: Courses, events: Sequence[tuple[str, bool | None]]
) -> None:
    """The same of events and outcomes, at a difficulty in the middle."""
    totals = sorted(total for total, _ in found.chances)
    difficulty = totals[len(totals) // 2]
    procedure = chances.procedure

    def outcome_of(total: int, happened: tuple[bool, ...]) -> RollOutcome | None:
        keys = {key for (key, _), yes in zip(events, happened, strict=True) if yes}
        return procedure.outcome_of(total, total - difficulty, keys)

    def succeeds(total: int, happened: tuple[bool, ...]) -> bool:
        outcome = outcome_of(total, happened)
        return outcome.success if outcome else procedure.succeeds(total - difficulty)

    by_key: dict[str, Fraction] = {}
    for (total, happened), chance in found.chances.items():
        if outcome := outcome_of(total, happened):
            by_key[outcome.key] = by_key.get(outcome.key, Fraction(0)) + chance
    outcomes = chances.outcomes(difficulty)
    assert sum(outcomes.values()) == bool(procedure.outcomes)
    for key, chance in outcomes.items():
        within(by_key.get(key, Fraction(0)), chance, found.missing, chances.error)
    criticals = chances.criticals(difficulty)
    for place, (key, wanted) in enumerate(events):
        seen = sum(
            (
                chance
                for (total, happened), chance in found.chances.items()
                if happened[place] and wanted in {None, succeeds(total, happened)}
            ),
            Fraction(0),
        )
        within(seen, criticals[key], found.missing, chances.error)


def within(
    seen: Fraction, chance: Fraction, missing: Fraction, error: Fraction
) -> None:
    """Whether a chance can be true, if so much was not seen."""
    assert seen - error <= chance <= seen + missing + error, (
        float(seen), float(chance), float(missing),
    )  # fmt: skip


NOTATION: dict[str, Any] = YAML(typ="safe").load(
    (Path(__file__).parents[1] / "notation.yaml").read_text("utf-8")
)
"""The cases that the runtime and the roller of a site are held to."""

TYPED: dict[str, str] = {**NOTATION["typed"], "5d " * 167: "5d " * 167}
"""Pools as people type them, and as they are written: by core's tokens."""


def tokens_alike() -> Dice:
    """Two tokens that differ by nothing but the size of a letter, and one like a code."""
    return made(
        step("roll", "roll"),
        step(
            "again",
            "roll-again",
            token={"Ab": "higher", "AB": "lower", "Dd": "higher"},
            compare="total",
            tie="first",
            stack=False,
        ),
    )


TYPED_ALIKE = {
    "3d ab": "3D ab",
    "3d Ab": "3D Ab",
    "3d AB": "3D AB",
    "3d dd": "3D Dd",
}
