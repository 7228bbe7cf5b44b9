"""Everything that a ruleset does, as text: played through with fixed dice.

Written for no game: actions, tracks, menus and the rest are taken from the ruleset, and what they
ask is answered in many ways.
"""

from __future__ import annotations

import random
from copy import copy
from functools import partial
from itertools import combinations_with_replacement as pairs
from itertools import islice, product
from typing import TYPE_CHECKING, Any

from stage import Stage

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

NUMBERS = {"count": ("1", "2"), "sides": ("", "8"), "face": ("1", "6"), "none": ("",)}


def observe(
    runtime: str, rules: Any, about: Collection[str] = frozenset()
) -> Iterator[dict[str, str]]:
    """Play all that a ruleset does, or the entries `about` names; the quick parts first."""
    for part in (
        benchmarks, cells, units, formulas, order, hooks, standing, tests, dice, points, conditions,
        actions, menus,
    ):  # fmt: skip
        stage = Stage(runtime, rules, about)
        part(stage)
        yield stage.seen


def dice(stage: Stage) -> None:
    """Every token and pair of tokens: rolled, and what their chances are."""
    parse = stage.get("dice.pool", "parse")
    tokens_of = stage.get("dice.pool", "tokens_of")
    pips = stage.rules.die_code.pips_per_die
    stage.seen["carry"] = str(stage.rules.die_code(1, 2) + stage.rules.die_code(2, 2))
    for procedure in stage.subjects("dice"):
        roll = partial(rolled, stage, procedure)
        calls = [
            f"{letters}{number}"
            for letters, token in tokens_of(procedure).items()
            for number in NUMBERS[token.behind]
        ]
        for call in ["", "-4 +1D", *calls, *map(" ".join, pairs(calls, 2))]:
            pool = parse(f"3D+{pips - 1} {call}", procedure, pips)
            what = f"{procedure.id} {call}"
            for seed in range(8):
                stage.see(f"{what} {seed}", partial(roll, pool, seed))
            stage.see(what, partial(chances, stage, procedure, pool))


def rolled(stage: Stage, procedure: Any, pool: Any, seed: int) -> str:
    plan = stage.get("dice.roller", "RollPlan")(procedure, pool)
    roll = plan.roll(random.Random(seed), 10)
    return f"{roll.total} {roll.rank} {roll.success} {roll.events} {roll.dice}"


def chances(stage: Stage, procedure: Any, pool: Any) -> str:
    found = stage.get("odds.answer", "odds")(procedure, pool)
    return f"{found.success(9)} {found.ranks(5)} {found.criticals(9)}"


def units(stage: Stage) -> None:
    """What is measured in each unit, on a sheet."""
    asked = [one.id for one in stage.every("value") if one.type == "length"]
    for unit in stage.subjects("unit"):
        given = dict.fromkeys(asked, f"7 {unit.key}")
        stage.see(unit.id, lambda: stage.somebody(values=given).to_json())  # noqa: B023


def formulas(stage: Stage) -> None:
    """Every formula, of those who have every ability and those who have little of it."""
    situation = stage.get("situation", "Situation")
    for formula in stage.subjects("formula"):
        samples = [stage.samples(word) for word in formula.params.values()]
        for given, who in product(
            islice(product(*samples), 60), stage.able_and_feeble()
        ):
            names = dict(zip(formula.params, given, strict=True))
            here = situation(stage.rules, names, who)
            stage.see(
                f"{formula.id} {given} {who.name}", partial(formula.formula, here)
            )


def benchmarks(stage: Stage) -> None:
    for one in stage.subjects("benchmark"):
        stage.seen[f"{one.id} places"] = str([one.place(n) for n in range(-3, 45)])
        stage.seen[f"{one.id} numbers"] = str([band.number for band in one.bands])
        stage.seen[f"{one.id} lasts"] = str([band.duration for band in one.bands])


def cells(stage: Stage) -> None:
    """What tables and conditions say in their columns."""
    for one in (*stage.subjects("row"), *stage.subjects("condition")):
        stage.seen[f"{one.id} cells"] = str(one.cells)


def conditions(stage: Stage) -> None:
    """Every condition: what it does to somebody, and when it is over."""
    for condition in stage.subjects("condition"):
        for begun in ([], stage.every("period")[:1]):
            who = stage.somebody()
            who.under_way |= {period.key for period in begun}
            what = f"{condition.id} {begun}"
            stage.see(what, partial(who.apply_condition, condition, random.Random(1)))
            stage.seen[f"{what} has"] = stage.sheet(who)
            for action in [one for one in stage.every("action") if resisted(one)]:
                other = stage.somebody(name="Other")
                answer(stage, f"{what} {action.id}", other, copy(who), action)
            for more in (condition.track.conditions[1], condition):
                stage.see(what, partial(who.apply_condition, more, random.Random(1)))
                stage.seen[f"{what} and {more.id}"] = stage.state(who)
            pass_time(stage, what, who)


def pass_time(stage: Stage, what: str, who: Any) -> None:
    begin = stage.get("play.time", "start_period")
    end = stage.get("play.time", "end_period")
    rng = random.Random(5)
    for period in stage.every("period"):
        for often in range(2):
            begin(period, [who], rng)
            stage.seen[f"{what} in {period.id} {often}"] = stage.state(who)
            end(period, [who], rng)
            stage.seen[f"{what} after {period.id} {often}"] = stage.state(who)


def actions(stage: Stage) -> None:
    """Every action, answered in many ways, by those who are well and those who are not."""
    for action in stage.subjects("action"):
        answers = _answers(stage, action)
        ailments = len(stage.every("condition")) if action.check else 0
        for number in range(max(12, len(answers), ailments)):
            given = answers[number % len(answers)]
            for more in (0, 4) if number < 12 else (0,):
                take(stage, action, given, more, number)


def resisted(action: Any) -> bool:
    return bool(action.check and action.check.against and action.check.against.fixed)


def _answers(stage: Stage, action: Any) -> list[dict[str, Any]]:
    """Some answers, above all those with which somebody can act."""
    able: list[dict[str, Any]] = []
    every = list(islice(stage.answers(action), 150))
    for given in every:
        try:
            stage.act(
                action, stage.somebody(), stage.somebody(name="Other"), given=given
            )
        except stage.refusals:
            continue
        able.append(given)
    most = sorted(able, key=lambda given: sum(one is True for one in given.values()))
    return [*able[:6], *most[-6:], *every[:5]]


def take(
    stage: Stage, action: Any, given: dict[str, Any], more: int, number: int
) -> None:
    who, other = stage.somebody(more), stage.somebody(name="Other")
    ailments = stage.every("condition")
    allow(stage, action, who)
    who.apply_condition(ailments[number % 6], random.Random(1))
    other.apply_condition(ailments[number % len(ailments)], random.Random(1))
    choices = {
        "given": given,
        "branch": (number + number // 4) % 4 + 1,
        "subtract": number % 2 == 1,
        "buys": wanted(stage, action, number),
    }
    what = f"{action.id} {number} {more}"
    stage.see(what, lambda: told(stage.act(action, who, other, number, **choices)))
    stage.seen[f"{what} then"] = who.to_json() + other.to_json()
    answer(stage, what, who, other)


def allow(stage: Stage, action: Any, who: Any) -> None:
    """Somebody does what lets one take an action, in some ways."""
    for first in stage.every("action"):
        effects = (*first.effects, *(first.check.success if first.check else ()))
        if action.id in [str(vars(effect).get("allow")) for effect in effects]:
            for given in islice(stage.answers(first), 4):
                other = stage.somebody(4)
                stage.see("", partial(stage.act, first, other, who, given=given))


def answer(stage: Stage, what: str, who: Any, other: Any, action: Any = None) -> None:
    """The other one attacks, or whatever comes first, and meets what has changed."""
    action = action or stage.every("action")[0]
    for given in islice(stage.answers(action), 25):
        try:
            stage.act(action, other, who, given=given)
        except stage.refusals:
            continue
        answer = partial(stage.act, action, who, other, 2, given=given)
        stage.see(f"{what} answer", partial(_told, answer))
        break


def told(outcome: Any) -> str:
    numbers = [one.needed and one.needed.number for one in outcome.checks]
    return f"{outcome} {numbers}"


def wanted(stage: Stage, action: Any, number: int) -> tuple[Any, ...]:
    """Something to buy, where the ranks of an action buy something."""
    effects = action.check.success if action.check else ()
    menus = [vars(effect)["buy"].entry for effect in effects if "buy" in vars(effect)]
    picks = [pick for menu in menus for pick in menu.picks]
    return (buying(stage, picks[number % len(picks)]),) if picks else ()


def buying(stage: Stage, pick: Any, **more: Any) -> Any:
    return stage.get("play.execution", "Purchase")(
        pick=pick, given=asked(stage, pick), **more
    )


def chosen(stage: Stage) -> dict[str, Any]:
    skills, rolls = stage.every("skill"), stage.every("effect-roll")
    given = {"chosen-skill": skills[0], "chosen-ability": stage.every("ability")[0]}
    given |= {"with": stage.ratings[0], "difficulty": 5}
    given["instead-of"] = skills[1] if len(skills) > 1 else skills[0]
    return given | ({"effect-roll": rolls[0]} if rolls else {})


def asked(stage: Stage, bought: Any) -> dict[str, Any]:
    """What is chosen for what somebody buys: no more than its effects ask for."""
    words = stage.get("play.effects", "words_of")(bought)
    if any("instead_of" in vars(effect) for effect in bought.effects):
        words.add("instead-of")
    return {word: one for word, one in chosen(stage).items() if word in words}


def menus(stage: Stage) -> None:
    """Every pick: just affordable, too dear, too often; on conditions of each length."""
    buy = stage.get("play.actions", "spend_ranks")
    ailments = {
        str(one.usual_duration): one for one in stage.every("condition")
    }.values()
    for pick in stage.subjects("pick"):
        menu = pick.menu
        cost = pick.cost.value
        ways = [(cost, 1, False, 1), (cost - 1, 1, False, 1), (9, 2, True, 2)]
        for ailment, graver in product(ailments, (0, 1)):
            for rank, often, subtract, branch in ways if not graver else ways[:1]:
                who, other = stage.somebody(), stage.somebody(name="Other")
                who.apply_condition(ailment, random.Random(1))
                who.conditions = [
                    one.but(cost=one.cost + graver) for one in who.conditions
                ]
                bought = [
                    buying(
                        stage, pick, condition=ailment, subtract=subtract, branch=branch
                    )
                ]
                what = f"{pick.id} {ailment.id} {graver} {subtract} {branch} {rank} {often}"
                stage.see(what, lambda: buy(
                    menu, rank, who, other, buys=bought * often, rng=random.Random(2))  # noqa: B023
                )  # fmt: skip
                stage.seen[f"{what} then"] = who.to_json() + other.to_json()


def points(stage: Stage) -> None:
    """Every way to spend and to earn, until there are none left."""
    for one in stage.subjects("points"):
        for way in one.earn:
            who = stage.somebody(hooks=stage.every("hook"))
            earn = partial(stage.get("play.points", "earn"), one, way, who)
            stage.see(f"{one.id} {way}", earn)
            pass_time(stage, f"{one.id} {way}", who)
        for way, spend, seed in product(one.spend, (spent_on, spent), range(4)):
            who, other = stage.somebody(), stage.somebody(more=1)
            for spender, often in product((who, other), range(2)):
                what = f"{one.id} {way} {spend.__name__} {spender.name} {often} {seed}"
                people = (spender, who, other)
                stage.see(what, partial(spend, stage, one, way, people, seed))
                stage.seen[f"{what} then"] = spender.to_json()
            pass_time(stage, what, who)


def spent_on(stage: Stage, one: Any, way: str, people: Any, seed: int) -> str:
    """Spend on a roll that lies there."""
    who, *among = people
    rng = random.Random(seed)
    result = who.pool(stage.ratings[0]).roll(rng, 10)
    keep = ("higher", "lower")[seed % 2]
    now = stage.get("play.points", "spend_on")(
        result, one, way, who, rng=rng, among=among, keep=keep
    )
    return f"{now.total} {now.margin} {now.rank}"


def spent(stage: Stage, one: Any, way: str, people: Any, seed: int) -> str:
    """Spend before a roll."""
    who, *among = people
    choices = stage.choices(given=asked(stage, one.spend[way]))
    spend = stage.get("play.points", "spend")
    rng = random.Random(seed)
    return str(spend(one, way, who, rng=rng, choices=choices, among=among))


def standing(stage: Stage) -> None:
    """Rules that ask for facts of the situation."""
    for rule in [one for one in stage.subjects("rule") if one.inputs]:
        for number, facts in enumerate(islice(stage.answers(rule), 60)):
            facts["chosen-ability"] = stage.every("ability")[0]
            stage.see(f"{rule.id} {number}", partial(shifted, stage, facts))


def shifted(stage: Stage, facts: dict[str, Any]) -> str:
    people = [*stage.able_and_feeble(), stage.somebody(hooks=stage.every("hook"))]
    ready = [who.pool(one, facts=facts) for who in people for one in stage.ratings]
    return str([(str(one), one.shift) for one in ready])


def tests(stage: Stage) -> None:
    """Tracks that are tested, in each of their conditions."""
    test = stage.get("play.actions", "test_track")
    choices = stage.choices(given={"with": stage.ratings[0]})
    for track in [one for one in stage.subjects("track") if one.test is not None]:
        for condition, seed in product(track.conditions, range(4)):
            who = stage.somebody()
            who.apply_condition(condition, random.Random(1))
            what = f"{condition.id} test {seed}"
            stage.see(what, lambda: told(
                test(track, who, rng=random.Random(seed), choices=choices)  # noqa: B023
            ))  # fmt: skip
            stage.seen[f"{what} then"] = who.to_json()


def order(stage: Stage) -> None:
    """Who acts and who declares first, in each condition of one of them."""
    find = stage.get("play.time", "turn_order")
    for scene in [one for one in stage.subjects("scene") if one.order is not None]:
        for condition, phase in product(
            (None, *stage.every("condition")), ("act", "declare")
        ):
            people = [
                stage.somebody(more=n, values=stage.values(n)) for n in (0, 2, 1, 2)
            ]
            if condition is not None:
                people[1].apply_condition(condition, random.Random(1))
            stage.see(f"{scene.id} {phase} {condition}", lambda: [
                [str(one) for one in group]
                for group in find(scene, people, rng=random.Random(1), phase=phase)  # noqa: B023
            ])  # fmt: skip


def _told(answer: Callable[[], Any]) -> object:
    return told(answer())


def _sheet_with(stage: Stage, hooks: list[Any]) -> object:
    return stage.sheet(stage.somebody(hooks=hooks))


def hooks(stage: Stage) -> None:
    """Every hook, standing or set off; every rule that is followed."""
    follow = stage.get("play.effects", "follow")
    for entry in (*stage.subjects("hook"), *stage.subjects("rule")):
        hooks = [entry] if entry in stage.every("hook") else []
        stage.see(entry.id, partial(_sheet_with, stage, hooks))
        answers = (
            list(islice(stage.answers(entry), 6)) if vars(entry).get("inputs") else [{}]
        )
        for given, branch in product(answers, (1, 2)):
            who, other = stage.somebody(hooks=hooks), stage.somebody(name="Other")
            choices = stage.choices(given=chosen(stage) | given, branch=branch)
            rng, what = random.Random(1), f"{entry.id} {given} {branch}"
            followed = partial(
                follow, entry, who, rng=rng, choices=choices, opponents=[other]
            )
            stage.see(what, followed)
            stage.seen[f"{what} then"] = stage.state(who) + stage.state(other)
