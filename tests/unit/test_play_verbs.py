"""Every verb can be played: wherever a pack may write it, something comes of it.

A verb stands in each of these places: in an action, a condition, a rule, a hook, in points that are
spent before a roll and after one; but no condition buys, for nobody chooses there. Through the
public doors it then happens, or what is watched of those who are under it is no longer the same.
"""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from playing import buying, given, kites_with

from freed6c.runtime.effects import VERBS, Buy, Effect
from freed6c.runtime.play.character import Character
from freed6c.runtime.play.checks import check
from freed6c.runtime.play.execution import Choices
from freed6c.runtime.play.points import spend_on
from freed6c.runtime.play.state import Outcome, RefusedError
from freed6c.runtime.record import key_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from freed6c.model.ruleset import Ruleset


EFFECTS: dict[str, Any] = {
    "modify": {"modify": "checks", "by": 1},
    "inflict": {"inflict": "mood.tangled"},
    "recover": {"recover": "mood.dazed"},
    "set-duration": {"set-duration": "mood.eager", "by": 1, "period": "gust"},
    "ignore": {"ignore": "mood.dazed"},
    "allow": {"allow": "glide"},
    "forbid": {"forbid": "wing"},
    "roll": {"roll": "shriek"},
    "reroll": {"reroll": "check", "keep": "second"},
    "use": {"use": "eye", "instead-of": "wing"},
    "resist": {"resist": "peck", "with": "30"},
    "buy": {"buy": "tricks"},
    "move": {"move": "self", "by": "3 yard"},
    "narrate": {"narrate": "The line sings."},
    "one-of": {"one-of": [{"modify": "checks", "by": 1}, {"forbid": "wing"}]},
}


def verb_of(effect: type[Effect]) -> str:
    """The verb of a class, as packs write it."""
    return key_of(next(iter(effect.__annotations__)))


def pack() -> dict[str, Any]:
    """A pack that writes each effect in each place."""
    said = EFFECTS.items()
    conditions = {
        verb: {"name": verb, "effects": [effect]}
        for verb, effect in said
        if verb != "buy"
    }
    spend = {
        f"{verb}-{at}": {
            "name": f"{verb} {at}",
            "cost": 1,
            "at": at,
            "effects": [effect],
        }
        for verb, effect in said
        for at in ("before-roll", "after-roll")
    }
    return {
        "tracks": {
            "under": {"name": "Under", "stacking": "discrete", "conditions": conditions}
        },
        "points": {
            "power": {"name": "Power", "start": 9, "refresh": "never", "spend": spend}
        },
        "actions": {
            f"{verb}-{place}": {
                "name": f"{verb} {place}",
                "type": "shout",
                "effects": [done],
            }
            for verb, effect in said
            for place, done in {
                "it": effect,
                "under": {"inflict": f"under.{verb}"},
            }.items()
            if place == "it" or verb in conditions
        },
        "rules": {
            f"{verb}-rule": {"name": verb, "effects": [effect]} for verb, effect in said
        },
        "hooks": {
            f"{verb}-hook": {"name": verb, "type": "legend", "effects": [effect]}
            for verb, effect in said
        },
    }


@cache
def verbs() -> Ruleset:
    sections = pack().items()
    return kites_with("".join(f"{key}: {json.dumps(it)}\n" for key, it in sections))


def with_rules(verb: str = "") -> Ruleset:
    """The rules of the pack, but of the entries called rules only those of one verb, or none."""
    rules = tuple(rule for rule in verbs().every("rule") if rule.key == f"{verb}-rule")
    return replace(verbs(), kinds={**verbs().kinds, "rule": rules})


def kite(name: str, rules: Ruleset, *hooks: str) -> Character:
    """A kite that is dazed, and will be eager; `hooks` are those that it has."""
    ratings = {"wing": "2D", "eye": "1D", "whistle": "3D"}
    red = Character(ratings, rules=rules, name=name, hooks=hooks)
    red.apply_condition("condition.mood.dazed")
    red.apply_condition("condition.mood.eager")
    return red


def attempted(do: Callable[..., str], *arguments: object) -> str:
    try:
        return do(*arguments)
    except RefusedError as refused:
        return f"refused: {refused}"


def watched(red: Character) -> list[str]:
    """What people see of somebody: all that stands on them, and how they fare, each time anew."""

    def copy() -> Character:
        return Character.from_json(red.to_json(), red.rules)

    def pool(rating: str) -> str:
        return str(red.pool(rating))

    def haul(seed: int) -> str:
        return str(copy().act("action.haul", blue, rng=Random(seed)))

    def pecked() -> str:
        facts = given(row="hook", distance="3 yard")
        return str(blue.act("action.peck", copy(), rng=Random(0), choices=facts))

    blue = kite("Blue", with_rules())
    held = [held for held in red.conditions if "under" not in held.condition.id]
    return [
        str([(one.condition.id, one.lasting) for one in held]),
        attempted(pool, "ability.wing"),
        attempted(pool, "skill.glide"),
        *(attempted(haul, seed) for seed in range(5)),
        attempted(pecked),
    ]


def choices() -> Choices:
    tilt = buying(verbs().entry("pick.tricks.tilt"), chosen_skill="skill.dive")
    return Choices(given={"rank": 1}, buys=(tilt,))


def played(verb: str, place: str) -> tuple[Character, Outcome]:
    """Somebody to whom an effect happens in one of the places, and what is told of it."""
    hooks = [f"hook.{verb}-hook"] if place == "hook" else []
    red = kite("Red", with_rules(verb if place == "rule" else ""), *hooks)
    how: dict[str, Any] = {"rng": Random(0), "choices": choices()}
    if place == "points":
        return red, red.spend("points.power", f"{verb}-before-roll", **how)
    if place in ("rule", "hook"):
        return red, red.follow(f"{place}.{verb}-{place}", **how)
    done = red.act(f"action.{verb}-{place}", **how)
    return red, done.but(log=done.log[1:]) if place == "under" else done


PLACES = ("it", "under", "rule", "hook", "points")


def test_every_verb_has_an_effect_here() -> None:
    assert set(EFFECTS) == {verb_of(verb) for verb in VERBS}


@pytest.mark.parametrize(
    ("verb", "place"),
    [
        pytest.param(verb, place, id=f"{verb_of(verb)}-{place}")
        for verb in VERBS
        for place in PLACES
        if verb is not Buy or place != "under"
    ],
)
def test_every_verb_can_be_played(verb: type[Effect], place: str) -> None:
    red, outcome = played(verb_of(verb), place)
    seen = watched(red) != watched(kite("Red", with_rules()))
    assert seen if verb.stands else seen or outcome.log


@pytest.mark.parametrize("verb", VERBS, ids=verb_of)
def test_every_verb_can_be_spent_on_a_result_or_is_refused(verb: type[Effect]) -> None:
    red = kite("Red", with_rules())
    before = check(red.pool("ability.wing"), 5, rng=Random(0))
    way = f"{verb_of(verb)}-after-roll"

    def spent() -> str:
        return str(spend_on(before, "points.power", way, red, rng=Random(4)).total)

    total = attempted(spent)
    assert total.endswith("does not affect this roll") or int(total) != before.total
