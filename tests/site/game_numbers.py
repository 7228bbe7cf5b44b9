"""The numbers of a game as its package gives them, for whatever else reads the same rules.

`tests/numbers/README.md` describes the file that they are written to.
"""

from __future__ import annotations

import json
import random
from contextlib import suppress
from itertools import product
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from types import ModuleType


Case = dict[str, Any]

ANSWERS: Mapping[str, tuple[str, ...]] = {
    "length": ("3 ft", "7 ft", "12 ft"),
    "boolean": ("no",),
}
"""What is answered to questions by their type; to others, the first answer that fits."""
POOLS = ("1D", "3D", "4D+2", "5D -1D+1", "6D +3")
NUMBERS = (5, 10, 15, 23)
SEEDS = range(24)
"""Enough rolls of each action to see most ranks."""


def numbers(package: ModuleType) -> dict[str, Any]:
    """Everything that the file of a game holds."""
    plain = [
        one for one in package.RULES.every("ability") if one.ranked and not one.needs
    ]
    people = {
        entry.key: package.Character.from_pregen(entry)
        for entry in package.RULES.every("character")
    } | {"novice": package.Character(dict.fromkeys(plain, "2D+1"), name="Novice")}
    return {
        "ruleset": package.RULES.id,
        "people": {key: who.to_dict() for key, who in people.items()},
        "codes": list(_codes(package, people)),
        "rolls": list(_rolls(package, people)),
        "odds": list(_odds(package)),
    }


def written(data: Mapping[str, Any]) -> str:
    """As JSON with a line for each case."""
    parts = []
    for key, value in data.items():
        if isinstance(value, list):
            lines = ",\n".join(f"  {json.dumps(one)}" for one in value)
            parts.append(f"{json.dumps(key)}: [\n{lines}\n]")
        elif isinstance(value, dict):
            lines = ",\n".join(
                f"  {json.dumps(name)}: {json.dumps(one)}"
                for name, one in value.items()
            )
            parts.append(f"{json.dumps(key)}: {{\n{lines}\n}}")
        else:
            parts.append(f"{json.dumps(key)}: {json.dumps(value)}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


# Pools, fixed values and values: of whoever is well, and with each condition.


def _codes(package: ModuleType, people: Mapping[str, Any]) -> Iterator[Case]:
    rules = package.RULES
    kinds = ("ability", "skill", "specialization")
    rated = [entry.id for kind in kinds for entry in rules.every(kind)]
    abilities = [entry.id for entry in rules.every("ability")]
    for key, who in people.items():
        yield _code(package, key, who, rated)
    key, who = next(iter(people.items()))
    best = [*abilities, *list(who.ratings)[-3:]]
    for condition in rules.every("condition"):
        worse = package.Character.from_dict(who.to_dict())
        try:
            worse.apply_condition(condition, random.Random(1))
        except package.play.RefusedError:
            continue
        yield _code(package, key, worse, dict.fromkeys(best))


def _conditions(who: Any) -> Case:
    held = who.to_dict()["conditions"]
    return {"conditions": held} if held else {}


def _code(package: ModuleType, key: str, who: Any, ids: Iterable[str]) -> Case:
    found: Case = {"who": key, **_conditions(who)}
    values = [entry.id for entry in package.RULES.every("value")]
    asked = {
        "pools": (ids, lambda id_: str(who.pool(id_))),
        "fixed": (ids, who.fixed),
        "values": (values, who.value),
    }
    for part, (known, ask) in asked.items():
        found[part] = {}
        for id_ in known:
            try:
                number = ask(id_)
            except package.play.RefusedError:
                number = None
            if isinstance(number, package.DieCode):
                number = str(number)
            if part != "values" or isinstance(number, int | str):
                found[part][id_] = number
    return found


# What an action rolls, against what, and the rolls that follow.


NAMED_AT_THE_TABLE = {"check-thing", "check-person", "repair-thing", "undo-effect"}
"""Actions without a button on the site: somebody names what is rolled."""


def _rolls(package: ModuleType, people: Mapping[str, Any]) -> Iterator[Case]:
    for action in package.RULES.every("action"):
        if action.check is None or action.key in NAMED_AT_THE_TABLE:
            continue
        rows = [
            (name, row.id)
            for name, type_ in action.choose.items()
            if type_.startswith("table.")
            for row in package.entry(type_).rows
        ]
        for key, (name, row), other in product(
            people, rows or [("", "")], _ratings(action)
        ):
            given = {name: row} if row else {}
            if other:
                given["with"] = other
            for condition in ("", *package.RULES.every("condition")):
                case = _rolled(package, action, (key, people), given, condition)
                if case is not None:
                    yield {
                        "who": key,
                        "action": action.id,
                        **({"row": row} if row else {}),
                        **case,
                    }
                    break


def _ratings(action: Any) -> list[str]:
    ids = [getattr(one, "id", "") for one in action.check.with_]
    return ids if len(ids) > 1 and all(ids) else [""]


def _rolled(
    package: ModuleType,
    action: Any,
    who_of: tuple[str, Mapping[str, Any]],
    given: Mapping[str, Any],
    condition: Any,
) -> Case | None:
    """The case, once everything is answered; None where the character cannot do it."""
    key, people = who_of
    others = {name for name in people if name != key}
    needed = {"opponent", "ally"} & {*action.target}
    at = max(others, key=[*people].index) if needed else ""

    def fresh(name: str) -> Any:
        who = package.Character.from_dict(people[name].to_dict())
        if condition:
            who.apply_condition(condition, random.Random(1))
        return who

    def choices(facts: Mapping[str, Any]) -> Any:
        return package.play.Choices(given={**given, **facts})

    found: Case = {}
    try:
        for facts in _answers(fresh(key), action, at and fresh(at), choices):
            for seed in SEEDS:
                who, target = fresh(key), fresh(at) if at else None
                rng = random.Random(seed)
                with suppress(package.play.UnansweredError):
                    _note(
                        found, who.act(action, target, rng=rng, choices=choices(facts))
                    )
    except package.play.RefusedError:
        pass
    if not found:
        return None
    return {**_conditions(fresh(key)), **({"at": at} if at else {}), **found}


def _answers(
    who: Any, action: Any, target: Any, choices: Callable[[Mapping[str, Any]], Any]
) -> list[dict[str, Any]]:
    """Ways to answer what an action needs to know, with which it can be done."""
    facts: dict[str, tuple[Any, ...]] = {}
    while new := [
        one
        for one in who.can_take(
            action,
            target or None,
            choices=choices({name: fits[0] for name, fits in facts.items()}),
        ).needs
        if one.key not in facts
    ]:
        for one in new:
            fits = tuple(one.options)[len(one.options) // 2 :][:1]
            facts[one.key] = ANSWERS.get(one.type) or fits or (10,)
    ways = [dict(zip(facts, way, strict=True)) for way in product(*facts.values())]
    return [
        way
        for way in ways
        if who.can_take(action, target or None, choices=choices(way))
    ]


def _rated(subject: Iterable[str]) -> str:
    """What is rolled, of the ids that a roll is about: the narrowest."""
    kinds = ("specialization.", "skill.", "ability.", "value.")
    return next(
        id_ for kind in kinds for id_ in sorted(subject) if id_.startswith(kind)
    )


def _note(case: Case, outcome: Any) -> None:
    """Add what a roll shows to the case of its action."""
    checks = [one for one in outcome.checks if one.result is not None]
    if not checks:
        return
    first = checks[0]
    case.setdefault("with", _rated(first.result.prepared.subject))
    case.setdefault("pool", str(first.result.prepared.pool))
    if first.needed is not None:
        case.setdefault("number", first.needed.number)
    for one in checks[1:2]:
        then = case.setdefault("then", {"name": one.what, "pools": {}})
        then["pools"].setdefault(str(first.result.rank), str(one.result.prepared.pool))
        if one.needed is not None:
            then.setdefault("number", one.needed.number)


# Chances.


def _odds(package: ModuleType) -> Iterator[Case]:
    for pool, number in product(POOLS, NUMBERS):
        chances = package.odds(pool)
        yield {
            "pool": pool,
            "number": number,
            "success": str(chances.success(number)),
            "ranks": [str(chance) for chance in chances.ranks(number)],
        }
