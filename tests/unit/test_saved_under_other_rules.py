"""Characters saved under some rules and loaded under others: renamed, replaced, removed."""

from __future__ import annotations

import copy
import json
import random
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given as over
from hypothesis import settings
from hypothesis import strategies as st
from playing import Faces, buying, kite, kites, kites_with, of_kites
from small_packs import ruleset
from test_play_properties import GAMES, played
from test_play_saving import busy, defender

from freed6c.runtime.entries.actions import Action
from freed6c.runtime.entries.world import Period
from freed6c.runtime.play.actions import spend_ranks
from freed6c.runtime.play.actor import CharacterError
from freed6c.runtime.play.character import Character
from freed6c.runtime.play.execution import Choices
from freed6c.runtime.play.state import RefusedError
from freed6c.runtime.play.time import end_period

if TYPE_CHECKING:
    from freed6c.model.ruleset import Ruleset


def under(rules: Ruleset, who: Character) -> Character:
    """Somebody as loaded under other rules, which they fit."""
    return Character.from_json(who.to_json(), rules)


def kept(rules: Ruleset, who: Character) -> Character:
    """What of somebody is kept under other rules that they do not fit."""
    with pytest.raises(CharacterError) as raised:
        under(rules, who)
    left = Character.from_json(who.to_json(), rules, strict=False)
    assert left.load_problems == raised.value.problems
    assert under(rules, left) == left
    return left


def test_what_is_saved_names_its_rules() -> None:
    data = kite().to_dict()
    assert (data["ruleset"], data["ruleset-version"]) == ("kites", "1.0.0")
    assert json.loads(kite().to_json()) == data
    assert Character.from_dict(busy().to_dict(), kites()) == busy()


@pytest.mark.parametrize("saved", [("kites", "0.9.0"), ("kites-house", "1.0.0")])
def test_another_version_of_the_ruleset_counts_as_other_rules(
    saved: tuple[str, str],
) -> None:
    red = kite(player=True)
    data: Any = red.to_dict()
    data["ruleset"], data["ruleset-version"] = saved
    del data["points"]["points.string"]  # as if these rules had added them
    assert Character.from_dict(data, kites()).points == red.points
    data["hooks"] = ["hook.removed"]
    words = f"^saved under {' '.join(saved)}, but these rules are kites 1.0.0: "
    with pytest.raises(CharacterError, match=words):
        Character.from_dict(data, kites())


# Renamed and replaced.


RENAMED = """
renamed:
  ability.eye: ability.gaze
  skill.dive: skill.plunge
  track.tatters: track.rags
  condition.wet.soaked: condition.wet.drenched
  track.mood: track.temper
  menu.tricks: menu.feats
  action.puff: action.swell
  action.bide: action.wait
  action-type.shout: action-type.call
  points.breath: points.wind
  value.line: value.string
  hook.gale-born: hook.wind-born
"""


def test_everything_that_was_renamed_is_followed() -> None:
    rules = kites_with(RENAMED)
    red = busy()
    red.hooks = frozenset({"hook.gale-born"})
    text = red.to_json()
    for old, new in rules.moved.items():
        text = text.replace(f'"{old}"', f'"{new}"').replace(f'"{old}.', f'"{new}.')
    other = under(rules, red)
    assert other == Character.from_json(text, rules)
    assert other.load_problems == ()
    assert {"skill.dive", "points.breath", "action.puff"}.isdisjoint(other.to_dict())
    assert other.ratings.keys() >= {"ability.gaze"}
    assert other.points["points.wind"] == red.points["points.breath"]
    assert str(other.pool("specialization.plunge.stoop")) == str(
        red.pool("specialization.dive.stoop")
    )


def test_a_period_is_followed_into_durations_and_what_is_under_way() -> None:
    red = kite()
    red.apply_condition("condition.mood.clumsy")
    red.under_way = {"storm"}
    text = red.to_json()
    rules = kites_with("renamed: {action.nap: action.rest}")
    data = json.loads(text)
    data["conditions"][0]["lasting"]["duration"]["period"] = "gale"
    data["under-way"] = ["gale"]
    rules.moved["period.gale"] = "period.storm"  # type: ignore[index]
    assert Character.from_dict(data, rules).to_dict() | {
        "ruleset": "kites",
        "ruleset-version": "1.0.0",
        "packs": ["kites"],
    } == json.loads(text)


def test_what_is_used_instead_takes_the_place_of_what_was_removed() -> None:
    rules = kites_with("remove: {skill.tune: {replaced-by: skill.spot}}")
    red = kite(ratings={"skill.tune": "1D"})
    assert under(rules, red).ratings["skill.spot"] == rules.die_code(1)


def test_two_that_are_one_today_are_told_unless_they_are_the_same() -> None:
    rules = kites_with("remove: {skill.tune: {replaced-by: skill.spot}}")
    same = kite(ratings={"skill.tune": "1D", "skill.spot": "1D"})
    assert not under(rules, same).load_problems
    red = kept(rules, kite(ratings={"skill.tune": "2D", "skill.spot": "1D"}))
    assert red.ratings["skill.spot"] == rules.die_code(1)
    assert red.load_problems == ("Spot 2D does not fit: Spot replaces it, and is 1D",)


def test_counts_of_two_that_are_one_today_are_added_up() -> None:
    rules = kites_with("remove: {action.brood: {replaced-by: action.bide}}")
    red = kite()
    red.used = {"action.brood": 1, "action.bide": 2}
    assert under(rules, red).used == {"action.bide": 3}


# Removed.


RATING = "ability, skill or specialization"


def test_what_was_removed_is_told_with_the_rules_it_was_saved_under() -> None:
    rules = kites_with(
        "remove: {skill.tune: {why: Silence}, hook.gale-born: {why: Calm}}"
    )
    red = kite(ratings={"skill.tune": "1D"}, hooks=["hook.gale-born"], player=True)
    with pytest.raises(CharacterError) as raised:
        under(rules, red)
    words = "saved under kites 1.0.0, but these rules are kites-house 1.0.0+0.2.0: "
    assert str(raised.value).startswith(words)
    assert raised.value.other_rules == words.removesuffix(": ")
    assert str(copy.copy(raised.value)) == str(raised.value)
    left = kept(rules, red)
    assert left.load_problems == (
        f"skill.tune 1D does not fit: unknown {RATING} skill.tune",
        "hook.gale-born does not fit: unknown hook hook.gale-born",
    )
    assert left == Character(
        dict(kite().ratings.items()), rules=rules, name="Red", player=True
    )


def test_what_needs_something_removed_goes_too() -> None:
    red = kite(ratings={"ability.tail": "1D"})
    data = red.to_dict()
    del data["ratings"]["ability.wing"]
    left = Character.from_dict(data, kites(), strict=False)
    assert "ability.tail" not in left.ratings
    assert left.load_problems == ("Tail does not fit: it needs Wing",)


def test_a_condition_goes_with_its_effects_and_is_told_once() -> None:
    red = kite()
    red.apply_condition("condition.tatters.frayed")
    red.apply_condition("condition.mood.dazed")
    assert len(red.effects) == 1
    rules = kites_with("change: {track.tatters: {remove: {conditions: [frayed]}}}")
    left = kept(rules, red)
    assert [held.condition.id for held in left.conditions] == ["condition.mood.dazed"]
    assert not left.effects
    assert len(left.load_problems) == 1


def test_points_that_are_gone_are_told_and_new_ones_are_there() -> None:
    rules = kites_with(
        """
        remove: {points.string: {why: It is torn}}
        points:
          luck: {name: Luck, start: 2, refresh: never}
        """
    )
    left = kept(rules, kite())
    assert left.points == {"points.breath": 2, "points.luck": 2}
    assert left.load_problems[0].startswith("points.string 9 does not fit")


def test_points_beyond_what_one_can_have_today_are_brought_into_bounds() -> None:
    rules = kites_with("change: {points.string: {set: {max: 5, start: 5}}}")
    left = kept(rules, kite())
    assert left.points["points.string"] == 5
    assert left.load_problems == ("String 9 does not fit: the maximum is now 5",)


def test_a_condition_that_cannot_be_had_besides_others_today_is_told() -> None:
    rules = kites_with("change: {track.tatters: {set: {stacking: discrete}}}")
    red = kite()
    red.apply_condition("condition.tatters.frayed")
    red.apply_condition("condition.tatters.frayed")
    assert len(red.effects) == 2
    left = kept(rules, red)
    assert len(left.conditions) == len(left.effects) == 1
    assert left.load_problems == ("Frayed does not fit: Frayed is already present",)


@pytest.mark.parametrize("order", [("ripped", "frayed"), ("frayed", "ripped")])
def test_of_conditions_that_cannot_be_had_together_today_the_gravest_stays(
    order: tuple[str, str],
) -> None:
    rules = kites_with("change: {track.tatters: {set: {stacking: progressive}}}")
    red = kite()
    for key in order:
        red.apply_condition(f"condition.tatters.{key}")
    left = kept(rules, red)
    assert [held.condition.entry.name for held in left.conditions] == ["Ripped"]
    assert left.load_problems == ("Frayed does not fit: Ripped is already present",)
    assert [effect.began_with for effect in left.effects] == [
        "condition.tatters.ripped"
    ]


def test_the_start_of_a_track_cannot_be_had() -> None:
    rules = kites_with("change: {track.wet: {set: {start: wet.damp}}}")
    red = kite()
    red.apply_condition("condition.wet.damp")
    assert not kept(rules, red).conditions


# Effects.


def encouraged() -> Character:
    """A kite that a friend has encouraged, and whose chosen skill is tilted."""
    red, blue = kite(), kite("Blue")
    blue.act(of_kites("action.encourage"), red, rng=Faces())
    tilt = buying(of_kites("pick.tricks.tilt"), chosen_skill=of_kites("skill.dive"))
    spend_ranks(of_kites("menu.tricks"), 3, red, blue, buys=[tilt], rng=Faces())
    return red


def test_an_effect_is_found_by_what_it_is_wherever_it_stands() -> None:
    rules = kites_with(
        """
        change:
          action.encourage:
            set:
              effects:
                - {modify: fixed-values, by: 3, to: ally}
                - {modify: checks, by: 7, of: wing, to: ally}
                - {modify: checks, by: K2, to: ally, times: 1, duration: this gust}
        """
    )
    red = encouraged()
    other = under(rules, red)
    assert [active.place for active in other.effects][:1] == [2]
    assert other.fixed("ability.wing") == red.fixed("ability.wing")
    assert str(other.pool("ability.wing")) == str(red.pool("ability.wing"))


def test_an_effect_whose_amount_or_duration_changed_is_still_the_same() -> None:
    rules = kites_with(
        """
        change:
          action.encourage:
            set: {effects: [{modify: checks, by: K1, to: ally, duration: this watch}]}
        """
    )
    red = encouraged()
    assert str(under(rules, red).pool("ability.wing")) == str(red.pool("ability.wing"))


@pytest.mark.parametrize(
    "effect",
    [
        "{forbid: actions}",
        "{modify: fixed-values, by: 1}",
        "{modify: checks, of: eye, by: K2, to: ally}",
        "{modify: checks, except: eye, by: K2, to: ally}",
        "{modify: checks, by: K2, to: ally, at: end of watch}",
    ],
)
def test_an_effect_that_is_about_something_else_today_is_another(effect: str) -> None:
    rules = kites_with(
        f"change: {{action.encourage: {{set: {{effects: [{effect}]}}}}}}"
    )
    left = kept(rules, encouraged())
    assert [active.origin for active in left.effects] == ["pick.tricks.tilt"]
    (told,) = left.load_problems
    assert told.startswith(
        "an effect of Encourage does not fit: these rules have no such effect"
    )


def test_an_effect_that_needs_a_choice_today_which_nobody_made_is_another() -> None:
    data = encouraged().to_dict()
    del data["effects"][1]["names"]["chosen-skill"]
    left = Character.from_dict(data, kites(), strict=False)
    assert len(left.effects) == 1
    assert "chosen-skill" in left.load_problems[0]


def test_an_effect_outlives_what_it_only_knew_by_name() -> None:
    rules = kites_with("remove: {skill.tune: {why: Silence}}")
    data = encouraged().to_dict()
    data["effects"][0]["names"]["with"] = {"ref": "skill.tune"}
    other = Character.from_dict(data, rules)
    assert "with" not in other.effects[0].names


# Whatever happens.


@cache
def house(seed: int) -> Ruleset:
    """The rules with some things renamed, replaced or removed, as far as that goes together."""
    chance = random.Random(seed)
    lines: dict[str, list[str]] = {"renamed": [], "remove": []}
    ids = [one for one in kites().entries if one.count(".") and "kite" not in one]
    rules = kites()
    for one in chance.sample(ids, 8):
        kind = one.partition(".")[0]
        like = [other for other in ids if other.startswith(f"{kind}.") and other != one]
        section, line = chance.choice(
            [
                ("renamed", f"{one}: {one}-once"),
                ("remove", f"{one}: {{why: Gone}}"),
                ("remove", f"{one}: {{replaced-by: {chance.choice(like or [one])}}}"),
            ]
        )
        lines[section].append(line)
        text = "\n".join(
            f"{section}: {{{', '.join(those)}}}" for section, those in lines.items()
        )
        try:
            rules = kites_with(text, f"house{seed}")
        except AssertionError:
            lines[section].pop()
    return rules


def refused(who: Character, rules: Ruleset) -> tuple[str, ...]:
    """What is told when somebody is loaded who has to fit."""
    try:
        assert under(rules, who).load_problems == ()
    except CharacterError as problem:
        return problem.problems
    return ()


@settings(max_examples=40)
@over(GAMES, st.integers(0, 11))
def test_whoever_is_saved_can_be_loaded_under_other_rules(
    game: tuple[int, list[Any]], seed: int
) -> None:
    rules = house(seed)
    for who in played(game).people:
        left = Character.from_json(who.to_json(), rules, strict=False)
        assert refused(who, rules) == left.load_problems
        assert under(rules, left) == left
        # It plays, too: nothing is raised but what the rules do not let one do.
        for rating in left.ratings:
            with suppress(RefusedError):
                left.pool(rating)
        for action in rules.of(Action):
            with suppress(RefusedError):
                left.act(action, rng=random.Random(seed), choices=Choices())
        with suppress(RefusedError):
            end_period(rules.of(Period)[-1], [left], random.Random(seed))


THICK = """
pack: thick
version: 0.1.0
extends: core
renamed: {skill.pursuit: skill.chasing, track.damage: track.harm}
remove:
  specialization.lifting.crush: {replaced-by: specialization.lifting.shift}
"""


def test_a_character_of_core_outlives_a_house_rule() -> None:
    ann = defender()
    other = under(ruleset(THICK, ""), ann)
    assert len(other.effects) == len(ann.effects)
    assert {"skill.chasing", "specialization.lifting.shift"} <= other.ratings.keys()
    assert "condition.harm.hurt" in {held.condition.id for held in other.conditions}


# Copies.


def test_a_copy_is_equal_and_shares_nothing_that_changes() -> None:
    red = busy()
    other = copy.copy(red)
    assert other == red
    other.apply_condition("condition.mood.dazed")
    other.points["points.string"] = 0
    other.under_way.add("storm")
    other.ratings["ability.wing"] = other.rules.die_code(9)
    other.values["value.beak"] = 9
    assert red == busy()
