"""Wrong arguments are refused at the door, with the parameter and what it takes."""

from __future__ import annotations

import copy
import inspect
import pickle
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from shelf import package

CORE = package("core")
PLAY = CORE.play
ABLE = [one.id for one in CORE.abilities.ABILITIES.values() if one.skills]


def rick() -> Any:
    return CORE.Character(dict.fromkeys(ABLE, "4D"), name="Rick", player=True)


NAMES: dict[str, Any] = {
    **{name: getattr(CORE, name) for name in (*CORE.__all__, "actions", "kinds")},
    **{name: getattr(PLAY, name) for name in PLAY.__all__},
    "skills": CORE.skills,
    "points": CORE.points,
}
ENTRY, LIST = ", its id or its name, not", "expected a list, each item a character, not"


@pytest.mark.parametrize(
    ("call", "told"),
    [
        ("odds(rick.pool('strike'))", "pool: expected text or a Pool, such as '5D'"),
        ("odds('5D').below(10)", "totals: expected a range such as range(21), not 10"),
        ("odds('5D').at_least('10')", "total: expected a whole number, not '10'"),
        ("opposed_odds('5D', 4)", "second: expected text or a Pool"),
        ("roll(5)", "pool: expected text or a Pool, such as '5D'"),
        ("roll('5D', '15')", "target: expected a whole number, not '15'"),
        ("roll('5D', rng=7)", "rng: expected dice such as random.Random(), not 7"),
        ("check('5D', 10)", "pool: expected a pool from `character.pool(…)`"),
        (
            "check(rick.pool('strike'), 2.5)",
            f"difficulty: expected a whole number or an entry (Band){ENTRY} 2.5",
        ),
        (
            "find('taunt', 'action')",
            "kind: expected a class of entries such as kinds.Rule, or a tuple of them",
        ),
        ("find('taunt', actions)", "kind: expected a class of entries"),
        ("find('taunt', (kinds.Action, 'skill'))", "kind: expected a class of entries"),
        ("find(skills.BRAWLING)", "text: expected text, not <skill.brawling>"),
        ("entry(5)", "id: expected text, not 5"),
        ("Character('Rick')", "ratings: expected a dict, not 'Rick'"),
        ("Character({}, abilities='magic')", "abilities: expected a list, each item"),
        ("Character.from_json({})", "text: expected text, not {}"),
        (
            "rick.ratings.__setitem__('skill.brawling', '3D')",
            "code: expected a die code such as DieCode(3, 1), not '3D'",
        ),
        ("rick.ratings.update(x='3D')", "code: expected a die code"),
        ("rick.ratings.__setitem__(5, DieCode(3))", f"id: expected an entry{ENTRY} 5"),
        ("rick.spend('action', points.ACTION)", "way: expected one of "),
        ("DieCode('3D')", "dice: expected a whole number, not '3D'; to read a text"),
        ("DieCode(3, '1')", "pips: expected a whole number, not '1'"),
        ("DieCode(3.5)", "dice: expected a whole number, not 3.5; to read a text"),
        ("Character(rules=5)", "rules: expected the RULES of a package, not 5"),
        ("rick.bounds(5)", f"points: expected an entry (Points){ENTRY} 5"),
        ("rick.within_bounds(5, 1)", f"points: expected an entry (Points){ENTRY} 5"),
        ("rick.why_without(5)", f"points: expected an entry (Points){ENTRY} 5"),
        ("rick.count_of(5)", f"id: expected an entry{ENTRY} 5"),
        ("rick.refill(5)", f"period: expected an entry (Period){ENTRY} 5"),
        ("rick.act('attack', 'goon')", "target: expected a character, not 'goon'"),
        ("rick.act('attack', opponents=rick)", f"opponents: {LIST} <Rick>"),
        ("rick.act(5)", f"action: expected an entry (Action){ENTRY} 5"),
        ("rick.can_take('attack', 'goon')", "target: expected a character, not 'goon'"),
        (
            "rick.act('taunt', choices={})",
            "choices: expected Choices(given={…}), not {",
        ),
        ("rick.can_take('taunt', choices={})", "choices: expected Choices(given={…})"),
        ("rick.start_action('taunt', choices={})", "choices: expected Choices"),
        (
            "rick.list_actions('melee', choices={'row': 'unarmed'})",
            "choices: expected Choices(given={…}), not {'row': 'unarmed'}",
        ),
        (
            "rick.start_action('taunt', 'goon')",
            "target: expected a character, not 'goon'",
        ),
        ("rick.start_action('distract', among=rick)", f"among: {LIST} <Rick>"),
        (
            "rick.apply_condition('stunned', 2)",
            "rng: expected dice such as random.Random()",
        ),
        ("rick.rating(5)", f"id: expected an entry{ENTRY} 5"),
        ("rick.rating(None)", "its id or its name, not None"),
        ("rick.has([])", "its id or its name, not []"),
        ("rick.pool(5)", "its id or its name, not 5"),
        ("rick.apply_condition(5)", "its id or its name, not 5"),
        ("rick.value(5)", "its id or its name, not 5"),
        ("rick.pool('strike', facts='x')", "facts: expected a dict, not 'x'"),
        ("start_period('round', rick)", f"people: {LIST} <Rick>"),
        ("end_period('round', [rick], others=['ann'])", f"others: {LIST} ['ann']"),
        (
            "turn_order([rick], 'melee')",
            f"scene: expected an entry (Scene){ENTRY} [<Rick>]",
        ),
        ("turn_order([rick], 'melee')", f"people: {LIST} 'melee'"),
        (
            "turn_order('melee', [rick], phase='x')",
            "phase: expected 'act' or 'declare'",
        ),
        (
            "PendingAction.from_dict({}, 'rick')",
            "actor: expected a character, not 'rick'",
        ),
        ("pending.spend('action', 5)", "way: expected one of "),
        (
            "setattr(pending, 'choices', {}) or pending.finish()",
            "choices: expected Choices",
        ),
    ],
)
def test_a_wrong_argument_names_its_parameter_and_what_it_takes(
    call: str, told: str
) -> None:
    who = rick()
    pending = who.start_action("distract", rick(), rng=Random(7))
    before = who.to_json()
    with pytest.raises(CORE.ArgumentError) as refused:
        eval(call, {**NAMES, "rick": who, "pending": pending})  # noqa: S307
    assert told in str(refused.value)
    assert isinstance(refused.value, TypeError)
    assert who.to_json() == before


@pytest.mark.parametrize(
    ("call", "told", "kind"),
    [
        ("rick.refill('rond')", "rond", CORE.RefusedError),
        ("rick.bounds('acton')", "did you mean", CORE.RefusedError),
        ("rick.ratings.update(brawlng=DieCode(1))", "brawlng", CORE.RefusedError),
        (
            "entry('skill.tont')",
            "unknown entry 'skill.tont'",
            KeyError,
        ),
        ("entry('tont')", "unknown entry 'tont'", CORE.NotFoundError),
        (
            "PendingAction.from_dict({}, rick)",
            "missing version of the format",
            ValueError,
        ),
        ("DieCode.read('3X')", "not a die code: '3X'", ValueError),
        ("DieCode(0, -1)", "cannot be below 0D", ValueError),
    ],
)
def test_what_is_not_in_the_rules_is_refused_in_words(
    call: str, told: str, kind: type[Exception]
) -> None:
    with pytest.raises(kind) as refused:
        eval(call, {**NAMES, "rick": rick()})  # noqa: S307
    assert told in str(refused.value)
    assert isinstance(refused.value, CORE.RulesError)


def test_choices_say_where_facts_go() -> None:
    with pytest.raises(TypeError, match=r"^write Choices\(given=\{…\}\)$"):
        PLAY.Choices({"row": "unarmed"})
    with pytest.raises(TypeError, match=r"Choices\(given=\{'difficulty': …\}\)$"):
        PLAY.Choices(difficulty=10)


def test_names_and_entries_are_as_good_as_ids() -> None:
    who = rick()
    action = CORE.points.ACTION
    for named in ("action", action, action.id):
        assert who.bounds(named)[0] == who.within_bounds(named, -5) == 0
        assert "cannot have" in who.why_without(named)
    for named in ("Brawling", CORE.skills.BRAWLING, "skill.brawling"):
        who.ratings[named] = CORE.DieCode(2)
        assert who.ratings.pop("skill.brawling") == CORE.DieCode(2)
    for period in ("round", "period.round", CORE.periods.ROUND):
        who.refill(period)
    assert pickle.loads(pickle.dumps(who)) == copy.deepcopy(who) == who  # noqa: S301


@pytest.mark.parametrize(
    "call",
    [
        "PendingAction.from_json('')",
        "Character.load('x')",
        "rick.brawling",
        "roll('5D').x",
    ],
)
def test_what_does_not_exist_is_left_to_python(call: str) -> None:
    with pytest.raises(AttributeError, match="has no attribute"):
        eval(call, {**NAMES, "rick": rick()})  # noqa: S307


# Exceptions.


def test_all_exceptions_share_one_base_and_are_at_the_top() -> None:
    raised = {
        member
        for module in [CORE, PLAY, CORE.rolls, CORE.kinds]
        for member in map(vars(module).get, module.__all__)
        if inspect.isclass(member) and issubclass(member, Exception)
    }
    assert raised == {getattr(CORE, error.__name__) for error in raised}
    assert {
        error for error in raised if not issubclass(error, CORE.RulesError)
    } == set()
    assert issubclass(CORE.NotFoundError, LookupError)
    for error in (CORE.CharacterError, CORE.PoolError, CORE.OddsError):
        assert issubclass(error, ValueError)


@pytest.mark.parametrize("name", ["rolls", "skills", "play", "kinds"])
def test_modules_are_there_after_the_import_of_the_package(name: str) -> None:
    code = f"import freed6_core; print(freed6_core.{name}.__name__)"
    ran = subprocess.run(
        [sys.executable, "-S", "-c", code],
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONPATH": str(Path(CORE.__file__).parents[1])},
    )
    assert ran.stdout == f"freed6_core.{name}\n", ran.stderr
