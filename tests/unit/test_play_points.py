"""Points: what they do before and after a roll, limits, what excludes what, how they are earned."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING, Any

import pytest
from playing import Faces, given, has, hero, kite, of_core, of_kites, refused
from small_packs import game, ruleset

from freed6c.pipeline import emit_targets
from freed6c.runtime.amounts import Quantity
from freed6c.runtime.play.actor import NoDice
from freed6c.runtime.play.character import Character
from freed6c.runtime.play.points import earn, lose, spend, spend_on
from freed6c.runtime.play.state import RefusedError
from freed6c.runtime.play.time import end_period, start_period, turn_order

if TYPE_CHECKING:
    from freed6c.runtime.play.checks import CheckResult


BREATH, SONG = of_kites("points.breath"), of_kites("points.song")
STRING = of_kites("points.string")
LUCK = of_core("points.luck")
GUST, STORM = of_kites("period.gust"), of_kites("period.storm")


def lucky() -> Character:
    return hero(ratings={"ability.luck": "2D+1"}, abilities=["ability.dynamic"])


def rolled(who: Character, *faces: int) -> CheckResult:
    return who.pool("ability.wing").roll(Faces(*faces), 9)


# having them


@pytest.mark.parametrize(
    ("points", "way", "words"),
    [
        (SONG, "hum", "Red cannot have Songs"),
        (BREATH, "fly", "Breath cannot be spent on fly (choose from push, again, "),
        (BREATH, "again", "Again is only possible after a roll"),
        (BREATH, "knack", "needs a choice: Chosen skill (chosen-skill)"),
        (BREATH, "swap", "a choice: Chosen skill (chosen-skill), Rating to replace"),
    ],
)  # fmt: skip
def test_what_is_not_spent(points: Any, way: str, words: str) -> None:
    red = kite()
    before = red.state()
    with pytest.raises(RefusedError) as raised:
        spend(points, way, red, rng=Faces())
    assert words in str(raised.value)
    assert red.state() == before


# after a roll

BRAWN = """
    abilities: {brawn: {name: Brawn}, wits: {name: Wits}}
    dice:
      check: {name: Check, die: d6, pips-carry: codes, success: at-least,
        steps: {roll: {name: Roll, do: roll}}}
"""
CLIMB = f"""{BRAWN}\
    actions:
      climb: {{name: Climb, type: deed, check: {{with: brawn, against: {{number: 9}}}}}}
    points:
      grit:
        name: Grit
        start: 5
        refresh: never
        spend:
"""


@pytest.mark.parametrize(
    "more",
    [
        "narrate: You sweat.",
        "inflict: toil.tired",
        "modify: grit, by: -1",
        "forbid: climb",
    ],
)
def test_what_does_nothing_to_the_roll_happens_as_well(more: str) -> None:
    rules = ruleset(
        f"""{CLIMB}
          first:
            name: First
            cost: 1
            effects: [{{{more}}}, {{modify: checks, by: 1, times: 1}}]
          last:
            name: Last
            cost: 1
            at: after-roll
            effects: [{{modify: checks, by: 1, times: 1}}, {{{more}}}]
    tracks:
      toil: {{name: Toil, stacking: discrete, conditions: {{tired: {{name: Tired}}}}}}
        """
    )
    ann = Character({"brawn": "2D"}, rules=rules, name="Ann")
    pending = ann.start_action("climb", rng=Faces(3, 4))
    assert [offer.way for offer in pending.can_spend] == ["first", "last"]
    assert pending.spend("grit", "first").total == 8
    before = ann.state()
    assert pending.spend("grit", "last").total == 9
    assert pending.finish().log
    assert ann.state() != before
    plain = ann.pool("brawn").roll(Faces(3, 4), 8)
    assert spend_on(plain, "grit", "last", ann, rng=Faces()).success


@pytest.mark.parametrize(
    ("effects", "totals"),
    [
        ("{modify: checks, by: 2, times: 1}", [9, 7, 7, 7, 7]),
        ("{modify: checks, by: 2, times: 3}", [9, 9, 9, 7, 7]),
        ("{modify: checks, by: 2, duration: this beat}", [9, 9, 9, 9, 7]),
        ("{modify: checks, by: 2, times: 2, duration: this beat}", [9, 9, 7, 7, 7]),
        ("{modify: checks, by: 2, duration: until used}", [9, 7, 7, 7, 7]),
        ("{modify: checks, by: 2, of: brawn, times: 2}", [9, 9, 7, 7, 7]),
        ("{modify: checks, by: 2, of: wits, times: 2}", None),
        ("{modify: checks, by: 2, except: brawn, duration: this beat}", None),
        (
            "{modify: checks, by: 2, times: 1}, {modify: checks, by: -1, duration: this beat}",
            [8, 6, 6, 6, 7],
        ),
    ],
)
def test_what_comes_after_a_roll_counts_in_as_many_checks_as_before_it(
    effects: str, totals: list[int] | None
) -> None:
    push = f"{{name: Push, cost: 1, effects: [{effects}]}}"
    rules = ruleset(f"{CLIMB}          push: {push}")
    fours = Faces(*[3, 4] * 5)
    ann = Character({"brawn": "2D", "wits": "2D"}, rules=rules, name="Ann")
    start_period("period.beat", [ann], NoDice())
    pending = ann.start_action("climb", rng=fours)
    if totals is None:
        assert pending.can_spend == ()
        with refused("Push does not affect this roll"):
            pending.spend("grit", "push")
        return
    seen = [pending.spend("grit", "push").total]
    pending.finish()
    seen += [ann.pool("brawn").roll(fours).total for _ in range(3)]
    end_period("period.beat", [ann], NoDice())
    assert [*seen, ann.pool("brawn").roll(fours).total] == totals


# limits


@pytest.mark.parametrize(
    ("points", "way", "facts"),
    [
        ("action", "dice", {}),
        ("action", "untrained", {"chosen_skill": "skill.melee"}),
        ("action", "gift", {"chosen_ability": "ability.luck"}),
        ("luck", "double", {}),
    ],
)
def test_what_points_bought_is_gone_with_the_session(
    points: str, way: str, facts: dict[str, str]
) -> None:
    ann = hero(abilities=["ability.dynamic"], ratings={"ability.luck": "1D"})
    ann.spend(f"points.{points}", way, choices=given(**facts))
    assert ann.effects
    end_period("period.session", [ann], Faces())
    assert not ann.effects


def test_a_limit_counts_for_everyone_together() -> None:
    red, blue = kite(), kite("Blue")
    red.spend(BREATH, "push", among=[red, blue])
    with refused(r"^Breath: no more than 1 in a gust, for everyone together$"):
        blue.spend(BREATH, "push", among=[red, blue])
    end_period(GUST, [red], Faces(), others=[blue])
    blue.spend(BREATH, "push", among=[red, blue])
    with refused(r"no more than 1"):
        red.spend(BREATH, "push", among=[red, blue])
    end_period(GUST, [red], Faces(), others=[blue])
    red.spend(BREATH, "push", among=[red, blue])


def test_what_lasts_counts_towards_the_limit_of_each_check() -> None:
    red = kite()
    red.spend(STRING, "soar")
    red.spend(STRING, "pull")
    red.spend(STRING, "pull")
    with refused(r"^String: no more than 3 in a check, for Red$"):
        red.spend(STRING, "pull")
    rolled(red, 3, 4)
    red.spend(STRING, "pull")


def test_what_is_spent_may_leave_out_the_roll_for_a_value() -> None:
    red = kite()
    red.spend(STRING, "pull")
    lucky_one = turn_order(of_kites("scene.gamble"), [red], rng=Faces(5))
    assert lucky_one == ((red,),)
    assert rolled(red, 3, 4).total == 9


# earning


def test_points_are_earned_now_or_later() -> None:
    red = kite()
    assert str(red.earn(BREATH, "brave")) == "Red: Breath +2, now 4"
    told = str(earn(BREATH, "late", red))
    assert told == "Red: Breath +1 at the end of the storm"
    assert red.points["points.breath"] == 4
    end_period("period.watch", [red], Faces())
    assert red.points["points.breath"] == 4
    happened = end_period(STORM, [red], Faces())
    assert list(map(str, happened)) == ["Red: Breath +1, now 5"]
    assert (red.points["points.breath"], red.gains) == (5, [])
    with refused(r"^Breath cannot be earned by luck \(choose from brave, late\)$"):
        red.earn(BREATH, "luck")


# losing


def test_points_are_lost_as_far_as_there_are_any() -> None:
    red = kite()
    red.earn(BREATH, "late")
    red.spend(BREATH, "push")
    assert str(red.lose(BREATH, "panic")) == "Red: Breath -1, now 0"
    assert red.points["points.breath"] == 0
    with refused(r"^Breath cannot be lost by luck \(choose from panic\)$"):
        lose(BREATH, "luck", red)
    with refused(r"^Red cannot have Songs \(requires: "):
        red.lose(SONG, "hush")


# what they bring in core


def test_a_die_for_those_who_have_an_ability_gives_it_to_nobody() -> None:
    rules = """
die-codes: {pips-per-die: 3, smallest: 0D}
abilities: {glow: {name: Glow}, hum: {name: Hum}}
rules:
  loud: {name: Loud, effects: [{modify: ability.glow, by: 1D, if: has(glow)}]}
  deep: {name: Deep, effects: [{modify: ability.glow, by: dice(rating(hum)) * 1D}]}
"""
    made = ruleset(rules, "pack: sparks")
    hum: dict[Any, Any] = {"ability.hum": "1D"}
    assert not Character(hum, rules=made).has("ability.glow")
    assert (
        str(Character({**hum, "ability.glow": "1D"}, rules=made).rating("ability.glow"))
        == "3D"
    )


def test_no_point_goes_into_what_still_cannot_be_used() -> None:
    bob = hero("Bob", hooks=["hook.interface"])
    bomb = of_core("skill.technical")
    use = given(chosen_skill=bomb, instead_of=bomb)
    before = bob.state()
    with refused(r"^Bob does not have Cybernetics$"):
        bob.follow("hook.interface", rng=Faces(), choices=use)
    assert bob.state() == before


# costs, bounds, and what full and empty points set off


SPARKS = ruleset(game("sparks"), "pack: sparks\n")


def lamp(**more: Any) -> Character:
    return Character({"ability.glow": "2D"}, rules=SPARKS, name="Lamp", **more)


def shine(who: Character, hours: int) -> str:
    return str(who.act("action.shine", rng=Faces(), choices=given(hours=hours)))


def test_nobody_begins_with_more_than_the_most() -> None:
    one = lamp()
    assert one.points == {"points.oil": 4}
    assert not one.conditions


def test_an_action_costs_points() -> None:
    one = lamp()
    assert shine(one, 1) == "Lamp: Oil -2, now 2\nIt shines.\nLamp: Oil +1, now 3"
    before = one.state()
    with refused(r"^Shine costs 6 Oil, but Lamp has 3$"):
        shine(one, 3)
    assert one.state() == before
    assert shine(one, 0) == "It shines.\nLamp: Oil +1, now 4\nLamp is Black"
    with refused(r"^Shine requires"):
        shine(one, 0)
    end_period("period.turn", [one], Faces())
    assert one.count_of("action.shine") == 0


def test_all_changes_stay_within_the_bounds() -> None:
    one = lamp()
    assert str(one.earn("points.oil", "found")) == "Lamp: Oil still 4"
    assert "Lamp: Oil -5, now -1" in str(one.lose("points.oil", "spilt"))
    with refused(r"^Flare costs 2, but Lamp has 0$"):
        one.spend("points.oil", "flare")
    assert Character.from_json(one.to_json(), SPARKS) == one
    one.points["points.oil"] = -1
    assert Character.from_json(one.to_json(), SPARKS) == one


def test_what_full_and_empty_points_do_happens_when_they_get_so() -> None:
    one = lamp()
    told = str(one.act("action.blow", rng=Faces()))
    assert told == "Lamp: Oil -5, now -1\nLamp is Dim\nLamp: Oil +1, now 0"
    assert has(one, "soot.dim")
    one.remove_condition("condition.soot.dim")
    one.points["points.oil"] = -1
    one.lose("points.oil", "spilt")
    assert not one.conditions
    start_period("period.day", [one], Faces())
    assert (one.points["points.oil"], has(one, "soot.black")) == (4, True)


@pytest.mark.parametrize("order", list(permutations(["dusk", "fog", "mud", "wall"])))
def test_changes_of_a_value_come_in_an_order_of_their_own(
    order: tuple[str, ...],
) -> None:
    one = lamp(values={"value.way": Quantity(amount=30, unit="m")})
    start_period("period.day", [one], Faces())
    for key in order:
        one.follow(f"rule.{key}", rng=Faces())
    assert one.value("value.way") == Quantity(amount=1, unit="m")
    assert Character.from_json(one.to_json(), SPARKS) == one
    end_period("period.day", [one], Faces())
    assert one.value("value.way") == Quantity(amount=30, unit="m")


def test_whole_numbers_are_rounded_down_and_measures_end_at_nothing() -> None:
    one = lamp(values={"value.way": Quantity(amount=2, unit="m")})
    for key in ("odd", "dusk"):
        one.follow(f"rule.{key}", rng=Faces())
    assert one.value("value.luck") == 3
    assert one.value("value.way") == Quantity(amount=0, unit="m")


# points that start from others, or with a roll

BULK = """\
    values: {bulk: {name: Bulk, of: walker, type: integer, formula: points(hits) * 2}}
"""
NEEDING = {
    "stun": "{name: Stun, start: points(hits), max: bulk, refresh: never}",
    "shock": "{name: Shock, start: points(stun) + bulk, refresh: night}",
    "hits": "{name: Hits, start: 10 + 2, refresh: never}",
    "nerve": "{name: Nerve, start: 1, needs: [points(shock) >= 36], refresh: never}",
}


@pytest.mark.parametrize("order_of_lines", [*permutations(NEEDING)])
def test_points_start_in_the_order_in_which_they_need_each_other(
    order_of_lines: tuple[str, ...],
) -> None:
    lines = "".join(f"\n      {key}: {NEEDING[key]}" for key in order_of_lines)
    rules = ruleset(f"{BRAWN}{BULK}    points:{lines}")
    who = Character({"brawn": "2D"}, rules=rules)
    assert who.points == {
        "points.hits": 12,
        "points.stun": 12,
        "points.shock": 36,
        "points.nerve": 1,
    }


ROLLED = f"""{BRAWN}
    points:
      body:
        name: Body points
        start: 20 + roll(brawn)
        refresh: night
        lose: {{hit: {{name: Hit, amount: 3}}}}
      shock: {{name: Shock, start: points(body) - 20, refresh: never}}
    characters:
      mara: {{name: Mara, stats: {{brawn: 2D}}}}
      olaf: {{name: Olaf, stats: {{brawn: 2D}}, points: {{body: 31}}}}
"""


def test_points_that_start_with_a_roll_keep_what_was_rolled() -> None:
    rules = ruleset(ROLLED)
    who = Character({"brawn": "2D"}, rules=rules, rng=Faces(3, 4))
    assert who.points == {"points.body": 27, "points.shock": 7}
    assert Character.from_json(who.to_json(), rules=rules).points == who.points
    who.lose("body", "hit")
    start_period("period.beat", [who], Faces())
    assert who.points["points.body"] == 24
    start_period("period.night", [who], Faces(6, 6))
    assert who.points == {"points.body": 32, "points.shock": 7}
    assert 22 <= Character({"brawn": "2D"}, rules=rules).points["points.body"] <= 32


def test_pregenerated_characters_roll_what_their_sheet_does_not_have() -> None:
    class Ours(Character):
        rules = ruleset(ROLLED)

    mara, olaf = (
        Ours.from_pregen("mara", rng=Faces(1, 1)),
        Ours.from_pregen("olaf", rng=Faces(1, 1)),
    )
    assert mara.points["points.body"] == 22
    assert olaf.points["points.body"] == 31


def test_points_that_nobody_rolled_say_so() -> None:
    rules = ruleset(
        f"""{ROLLED}
    examples:
      worn:
        about: points.body
        people:
          ann: {{stats: {{brawn: 2D}}, points: {{body: 30}}}}
          bob: {{stats: {{brawn: 2D}}}}
        steps:
          - {{run: points.body, lose: hit, by: ann, expect: {{points: {{ann: {{body: 27}}}}}}}}
          - {{run: points.body, lose: hit, by: bob, expect: {{refused: true}}}}
          - {{start: night, by: ann, dice: [2, 2], expect: {{points: {{ann: {{body: 24}}}}}}}}
    """
    )
    who = Character({"brawn": "2D"}, rules=rules, rng=NoDice())
    with refused("which was not made"):
        who.lose("body", "hit")


def test_pages_link_the_value_that_points_start_with() -> None:
    rules = ruleset(
        """
        abilities: {brawn: {name: Brawn, skills: {shields: {name: Guarding}}}}
        values: {shields: {name: Shields, of: walker, type: integer, default: 4}}
        points: {pips: {name: Pips, start: shields, max: shields, refresh: never}}
        """
    )
    ann = Character({"brawn": "2D"}, rules=rules)
    assert ann.points == {"points.pips": 4}
    files = {
        file.path: file.content
        for file in emit_targets(rules, ["markdown"])["markdown"]
    }
    text = files["all.md"].decode()
    assert "**Start:** [Shields](" in text
    assert "**Maximum:** [Shields](" in text
