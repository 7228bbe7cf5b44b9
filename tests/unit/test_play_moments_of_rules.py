"""What rules and hooks do at moments that recur, steps back along tracks, and who rolls."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent
from typing import TYPE_CHECKING

import pytest
from playing import Faces, NoDice, refused
from small_packs import FRAME, ruleset

from freed6c.pipeline import compile_packs, emit_targets
from freed6c.runtime.play.character import Character
from freed6c.runtime.play.execution import Choices
from freed6c.runtime.play.time import end_period, start_period

if TYPE_CHECKING:
    from collections.abc import Callable

    from freed6c.model.ruleset import Ruleset


GAME = """
    abilities: {brawn: {name: Brawn}}
    dice:
      check: {name: Check, die: d6, pips-carry: codes, success: at-least,
        steps: {roll: {name: Roll, do: roll}}}
    points:
      oil: {name: Oil, start: 5, refresh: never}
      luck: {name: Luck, start: 5, belongs-to: players, refresh: never}
    tracks:
      cold:
        name: Cold
        stacking: progressive
        conditions:
          chilly: {name: Chilly, effects: [{modify: points.oil, by: -1, at: end of each beat}]}
          numb: {name: Numb}
"""
RULES = ruleset(
    f"""{GAME}
    rules:
      desert:
        name: The desert
        effects:
          - {{modify: checks, by: -1}}
          - {{inflict: cold, by: 1, at: end of each night}}
          - {{modify: points.oil, by: -1, to: self, at: end of each beat, if: points(oil) > 3}}
          - {{modify: points.luck, by: -1, at: start of each beat}}
          - {{modify: checks, by: 2, times: 1, at: start of each night}}
      giving-up:
        name: Giving up
        effects: [{{forbid: actions, duration: until end of night}}]
"""
)
BEAT, NIGHT = "period.beat", "period.night"


def walker(name: str = "Ann", **more: object) -> Character:
    return Character({"brawn": "3D"}, rules=RULES, name=name, **more)  # type: ignore[arg-type]


def test_a_rule_acts_on_everybody_each_time_its_moment_comes() -> None:
    ann, bob = walker(player=True), walker("Bob")
    for oil in (4, 3, 3):
        start_period(BEAT, [ann, bob], NoDice())
        end_period(BEAT, [ann, bob], NoDice())
        assert ann.points["points.oil"] == bob.points["points.oil"] == oil
    assert ann.points["points.luck"] == 2
    assert not start_period(BEAT, [bob], NoDice()), (
        "luck belongs to players: Bob is skipped"
    )
    end_period(BEAT, [bob], NoDice())
    assert not ann.conditions
    end_period(NIGHT, [ann, bob], NoDice())
    # What it brings at the end of a night begins there, and waits for the next end of a beat.
    assert [str(held) for held in (*ann.conditions, *bob.conditions)] == ["Chilly"] * 2
    assert ann.points["points.oil"] == 3
    end_period(BEAT, [ann], NoDice())
    assert ann.points["points.oil"] == 2


def test_what_lasts_begins_at_the_moment() -> None:
    ann = walker()
    assert str(ann.pool("brawn")) == "3D -1"
    start_period(NIGHT, [ann], NoDice())
    assert ann.pool("brawn").roll(Faces(3, 3, 3)).total == 10
    assert ann.pool("brawn").roll(Faces(3, 3, 3)).total == 8


def weakened(brought_by: str, effect: str) -> tuple[Character, Callable[[], object]]:
    """Somebody with a hook that repeats an effect, or with a way to begin what does."""
    effects = f"effects: [{{modify: checks, by: -1D, {effect}}}]"
    rules = ruleset(
        f"""{GAME}
      mood:
        name: Mood
        stacking: discrete
        conditions: {{dazed: {{name: Dazed, duration: 3 beats, {effects}}}}}
    actions: {{stun: {{name: Stun, type: deed, target: self, {effects}}}}}
    hooks: {{weak: {{name: Weak, {effects}}}}}
    """
    )
    hooks = ["weak"] if brought_by == "hook" else []
    ann = Character({"brawn": "3D"}, rules=rules, hooks=hooks)
    ways: dict[str, Callable[[], object]] = {
        "condition": lambda: ann.apply_condition("mood.dazed"),
        "action": lambda: ann.act("stun"),
    }
    return ann, ways.get(brought_by, str)


@pytest.mark.parametrize("within", [True, False], ids=["in beat 2", "after beat 2"])
@pytest.mark.parametrize(
    ("brought_by", "effect", "weak_in"),
    [
        ("condition", "at: start of each beat, duration: this beat", "345"),
        ("condition", "at: start of each beat, duration: until end of beat", "345"),
        ("condition", "at: start of each beat, duration: 1 beat", "345"),
        ("condition", "at: start of each beat", "345"),
        ("condition", "at: start of each beat, duration: this beat, times: 9", "345"),
        ("condition", "at: start of next beat, duration: this beat", "3"),
        ("condition", "at: start of next beat, duration: 1 night", "345"),
        ("action", "at: start of each beat, duration: this beat", "34567"),
        ("action", "at: start of each beat, duration: 1 beat, times: 9", "34567"),
        ("hook", "at: start of each beat, duration: this beat", "1234567"),
        ("hook", "at: start of each beat, duration: 1 beat", "1234567"),
    ],
)
def test_what_repeats_lasts_from_each_of_its_moments(
    brought_by: str, effect: str, weak_in: str, *, within: bool
) -> None:
    ann, begin = weakened(brought_by, effect)
    weak = ""
    for beat in range(1, 8):
        start_period(BEAT, [ann], NoDice())
        if beat == 2 and within:
            begin()
        weak += str(beat) * str(ann.pool("brawn")).count("-1D")
        end_period(BEAT, [ann], NoDice())
        if beat == 2 and not within:
            begin()
    assert weak == weak_in


@pytest.mark.parametrize(
    ("brought_by", "effect", "weak_in"),
    [
        ("condition", "at: start of each beat, times: 1", "3a4a5a"),
        ("condition", "at: start of each beat, times: 2", "3a3b4a4b5a5b"),
        (
            "condition",
            "at: start of each beat, times: 1, duration: this beat",
            "3a4a5a",
        ),
        ("condition", "at: end of each beat, times: 1, duration: 1 beat", "3a4a5a"),
        ("action", "at: start of each beat, times: 1", "3a4a5a6a"),
        ("hook", "at: start of each beat, times: 1", "1a2a3a4a5a6a"),
    ],
)
def test_what_repeats_counts_checks_from_each_of_its_moments(
    brought_by: str, effect: str, weak_in: str
) -> None:
    ann, begin = weakened(brought_by, effect)
    weak = ""
    for beat in range(1, 7):
        start_period(BEAT, [ann], NoDice())
        for check in "abc":
            pool = ann.pool("brawn")
            weak += f"{beat}{check}" * str(pool).count("-1D")
            pool.roll(Faces(3, 3, 3))
        if beat == 2:
            begin()
            told = "".join(map(str, ann.effects))
            assert brought_by != "condition" or "once" in told or "2 times" in told
        end_period(BEAT, [ann], NoDice())
    assert weak == weak_in


def test_following_a_rule_does_not_repeat_what_it_does_by_itself() -> None:
    ann = walker()
    assert not ann.follow("desert").log
    assert ann.follow("giving-up").log


def test_points_change_once_as_their_condition_begins() -> None:
    rules = ruleset(
        f"""{GAME}
      mood:
        name: Mood
        stacking: discrete
        conditions:
          merry: {{name: Merry, duration: 1 night, effects: [{{modify: points.oil, by: 2}}]}}
    rules:
      feast: {{name: A feast, effects: [{{inflict: mood.merry}}, {{modify: points.oil, by: -1}}]}}
    """
    )
    ann, bob = (Character({"brawn": "3D"}, rules=rules, name=name) for name in "AB")
    ann.apply_condition("mood.merry")
    ann.apply_condition("mood.merry")  # had already
    bob.follow("feast")
    end_period(BEAT, [ann, bob], NoDice())
    assert (ann.points["points.oil"], bob.points["points.oil"]) == (7, 6)


@pytest.mark.parametrize(
    ("stacking", "start_", "before", "by", "after"),
    [
        ("progressive", "", ["one"], -1, []),
        ("progressive", "", ["two"], -1, ["one"]),
        ("progressive", "", ["two"], -5, []),
        ("progressive", "", ["one"], 1, ["two"]),
        ("progressive", "none", ["one"], -1, []),
        ("discrete", "", ["one"], -1, []),
        ("discrete", "", ["one", "two"], -1, ["one"]),
        ("discrete", "none", ["one"], -1, []),
        ("cumulative", "", ["one", "one"], -1, ["one"]),
        ("cumulative", "", ["two"], -1, ["one"]),
        ("progressive", "", [], -1, []),
    ],
)
def test_a_step_back_from_the_first_condition_ends_it(
    stacking: str, start_: str, before: list[str], by: int, after: list[str]
) -> None:
    first = "none: {name: None}, " if start_ else ""
    rules = ruleset(
        f"""{GAME}
      wounds:
        name: Wounds
        stacking: {stacking}
        {f"start: wounds.{start_}" if start_ else ""}
        conditions: {{{first}one: {{name: One}}, two: {{name: Two}}}}
    rules:
      step: {{name: A step, effects: [{{inflict: wounds, by: {by}}}]}}
    """
    )
    hal = Character({"brawn": "3D"}, rules=rules, name="Hal")
    for key in before:
        hal.apply_condition(f"wounds.{key}")
    told = str(hal.follow("step"))
    assert [held.condition.id for held in hal.conditions] == [
        f"condition.wounds.{key}" for key in after
    ]
    assert bool(told) == (before != after)


def test_pages_tell_what_holds_from_what_happens_at_moments() -> None:
    files = emit_targets(RULES, ["markdown"])["markdown"]
    text = "".join(file.content.decode() for file in files if file.path == "all.md")
    assert "**All the time:** −1 on all checks." in text  # noqa: RUF001 - a true minus
    assert "**At set times:**" in text


@pytest.mark.parametrize("stacking", ["progressive", "discrete"])
@pytest.mark.parametrize(("by", "stays"), [(1, True), (-1, False)])
def test_a_step_back_is_a_cure(
    stacking: str, by: int, tmp_path: Path, *, stays: bool
) -> None:
    wounds = f"""
      wounds:
        name: Wounds
        stacking: {stacking}
        conditions: {{one: {{name: One, duration: until recovered}}}}
    rules:
      step: {{name: A step, effects: [{{inflict: wounds, by: {by}}}]}}
    """
    text = f"{FRAME}{dedent(f'{GAME}{wounds}')}"
    (tmp_path / "pack.yaml").write_text(text, encoding="utf-8")
    said = compile_packs(str(tmp_path)).diagnostics
    assert ("D6-C060" in {problem.code.id for problem in said}) == stays


def test_effects_that_need_each_other_are_refused_by_name() -> None:
    effects = {"worn": ("brawn", "wits"), "weary": ("wits", "brawn")}
    conditions = "".join(
        f"""
                  {key}:
                    name: {key.title()}
                    effects: [{{modify: {of}, by: -1D, if: rating({by}) > 1D}}]"""
        for key, (of, by) in effects.items()
    )
    rules = ruleset(
        f"""
        abilities: {{brawn: {{name: Brawn}}, wits: {{name: Wits}}}}
        tracks:
          toil:
            name: Toil
            stacking: discrete
            conditions: {conditions}
        """
    )
    ann = Character({"brawn": "3D", "wits": "3D"}, rules=rules)
    ann.apply_condition("condition.toil.worn")
    assert str(ann.rating("brawn")) == "2D"
    ann.apply_condition("condition.toil.weary")
    with refused("formulas of Weary and Worn") as at:
        ann.rating("wits")
    assert len(at.traceback) < 200


HOUSE_RULES = Path(__file__).parents[1] / "house-rules"
KEEPING_HOLD = Path(HOUSE_RULES, "keeping-hold-mended.yaml").read_text(encoding="utf-8")


def pair(rules: Ruleset, own: str, other: str) -> tuple[Character, Character]:
    """Two people, the first of them stronger, with so much Dexterity each."""
    dice = {"ability.strength": "9D", "ability.dexterity": own}
    ann = Character(dice, rules=rules, name="Ann")
    dice = {"ability.strength": "1D", "ability.dexterity": other}
    return ann, Character(dice, rules=rules, name="Ben")


@pytest.mark.parametrize("action", ["jostle", "shake"])
def test_a_condition_lets_the_one_who_gets_it_roll(action: str) -> None:
    rules = ruleset(KEEPING_HOLD, "")
    for own, other, drops in (("9D", "1D", True), ("1D", "9D", False)):
        ann, ben = pair(rules, own, other)
        ann.act(f"action.{action}", ben, rng=Faces(*[3] * 40))
        assert not ann.conditions
        assert ("Empty-handed" in str([*map(str, ben.conditions)])) == drops


def test_the_effect_roll_of_a_condition_follows_from_an_effect_roll() -> None:
    rules = ruleset(KEEPING_HOLD, "")
    ann, ben = pair(rules, "9D", "1D")
    facts = {"row": "unarmed", "distance": "4 ft", "clearance": "0 ft"}
    outcome = ann.act(
        "action.attack", ben, rng=Faces(*[3] * 40), choices=Choices(given=facts)
    )
    assert "Keeping hold" in str(outcome)
    assert "Empty-handed" in str([*map(str, ben.conditions)])
