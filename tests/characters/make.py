"""Writes twenty saved characters, and beside them what is to be expected of each.

Run it with the packages of commit 5263da4 on the path:

    PYTHONPATH=generated/core/python:generated/opend6/python python tests/characters/make.py

It is kept so that one sees what each character went through. No test runs it: packages of later
commits save in their own way, and have to load what these have saved.

Each story has dice of its own, which fall the same every time. It tells what happens to one
character, who is saved at its end.
"""

from __future__ import annotations

import json
import random
from contextlib import suppress
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

FOLDER = Path(__file__).parent
STORIES: dict[str, tuple[Callable[[Table], Any], tuple[str, ...]]] = {}


def story(name: str, *skills: str):
    """A story under a name; of three skills it is noted what is rolled in the end."""

    def keep(told: Callable[[Table], Any]):
        assert len(skills) == 3
        STORIES[name] = (told, skills)
        return told

    return keep


class Table:
    """A table at which a story is played: its rules, and its dice."""

    def __init__(self, ruleset: str, seed: str) -> None:
        self.rules = import_module(f"freed6_{ruleset}")
        self.kinds = import_module(f"freed6_{ruleset}.kinds")
        self.play = import_module(f"freed6_{ruleset}.play")
        self.rng = random.Random(seed)

    def of(self, entry: str) -> Any:
        return self.rules.entry(entry)

    def length(self, amount: int | Fraction, unit: str = "ft") -> Any:
        return self.kinds.Quantity(amount=amount, unit=unit)

    def hero(self, name: str, ratings: dict[str, str], **more: Any) -> Any:
        """Somebody of core: 3D in all that everybody has, as far as not said."""
        usual = ("strength", "dexterity", "intelligence", "perception", "presence")
        codes = {f"ability.{key}": "3D" for key in (*usual, "wits")}
        return self.rules.Character(codes | ratings, name=name, **more)

    def start(self, *periods: str, who: Any) -> None:
        for key in periods:
            people = who if isinstance(who, list) else [who]
            self.play.start(self.of(f"period.{key}"), people, self.rng)

    def end(self, *periods: str, who: Any) -> None:
        for key in periods:
            people = who if isinstance(who, list) else [who]
            self.play.end(self.of(f"period.{key}"), people, self.rng)

    def suffer(self, who: Any, *conditions: str) -> None:
        for one in conditions:
            who.suffer(f"condition.{one}", self.rng)

    def choices(self, facts: dict[str, Any], **more: Any) -> Any:
        """Choices; of a die that leaves one, the game master makes a complication."""
        found = {"choose": lambda _step: "complication"} | more
        return self.play.Choices(given=facts, **found)

    def act(
        self,
        who: Any,
        action: str,
        target: Any = None,
        facts: dict[str, Any] | None = None,
        **more: Any,
    ) -> Any:
        people = {key: more.pop(key) for key in ("ally", "opponents") if key in more}
        return who.act(
            self.of(f"action.{action}"),
            target,
            rng=self.rng,
            choices=self.choices(facts or {}, **more),
            **people,
        )

    def follow(
        self,
        who: Any,
        entry: str,
        facts: dict[str, Any],
        target: Any = None,
        **more: Any,
    ) -> Any:
        choices = self.choices(facts, **more)
        return who.follow(self.of(entry), target, rng=self.rng, choices=choices)

    def spend(self, who: Any, points: str, way: str, **facts: Any) -> Any:
        choices = self.choices({key.replace("_", "-"): facts[key] for key in facts})
        entry = self.of(f"points.{points}")
        return who.spend(entry, way, rng=self.rng, choices=choices)

    def earn(self, who: Any, points: str, *ways: str) -> None:
        for way in ways:
            who.earn(self.of(f"points.{points}"), way)

    def pick(self, pick: str, **more: Any) -> Any:
        """Something to buy from a menu; names of facts have an underscore for a dash."""
        own = ("whom", "condition", "minus", "one_of")
        said = {key: more.pop(key) for key in own if key in more}
        facts = {key.replace("_", "-"): self.of(more[key]) for key in more}
        return self.play.Buying(pick=self.of(f"pick.{pick}"), given=facts, **said)

    def buy(self, menu: str, who: Any, *buys: Any, target: Any = None) -> Any:
        return self.play.buy(
            self.of(f"menu.{menu}"),
            sum(one.pick.cost for one in buys),
            who,
            target,
            buys=buys,
            rng=self.rng,
        )


# core


def unarmed(at: Table) -> dict[str, Any]:
    """What an attack with bare hands has to know."""
    near = {"distance": at.length(Fraction(7, 2)), "clearance": at.length(0)}
    return {"row": at.of("row.attacks.unarmed")} | near


@story("core-nothing-yet", "brawling", "shooting", "fast-talk")
def _(at: Table) -> Any:
    """A full sheet to which nothing has happened."""
    skills = at.rules.RULES.every("skill")
    found = {one.id: f"{at.rng.randrange(4)}D+{at.rng.randrange(3)}" for one in skills}
    parts = [one for skill in skills for one in skill.specializations]
    for one in at.rng.sample(parts, 25):
        found[one.id] = f"{at.rng.randrange(3)}D+{at.rng.randrange(1, 3)}"
    found |= {"ability.strength": "2D+1", "ability.wits": "4D+2"}
    found |= {"ability.cybernetics": "1D+1", "ability.luck": "3D+2"}
    return at.hero(
        "Zoë “Nachtfalter” O'Neill-Çelik 夜",
        found,
        abilities=["ability.dynamic", "ability.wild-die"],
        hooks=[one.id for one in at.rules.RULES.every("hook")],
        values={
            "value.move": at.length(Fraction(55, 2)),
            "value.initiative": 14,
            "value.armour": 3,
            "value.weapon-damage": "4D+1",
            "value.position": -2,
            "value.opening": None,
        },
        player=True,
    )


@story("core-hurt-on-every-track", "stealth", "operations", "discipline")
def _(at: Table) -> Any:
    """Something of every track; one turn and one round have passed, others run."""
    who = at.hero(
        "Tamsin Vale",
        {"skill.stealth": "1D+2", "skill.discipline": "2D"},
        abilities=["ability.dynamic"],
        values={"value.armour": 5, "value.move": at.length(30)},
        player=True,
    )
    at.start("session", "scene", "encounter", "round", "turn", who=who)
    at.suffer(who, "damage.stunned", "damage.hurt", "fatigue.breathless")
    at.end("turn", who=who)
    at.suffer(who, "damage.wounded", "composure.startled")
    at.end("round", who=who)
    at.start("round", who=who)
    at.suffer(who, "damage.incapacitated", "fatigue.winded", "fatigue.tired")
    at.suffer(who, "fatigue.exhausted", "composure.disoriented", "body.defaced")
    at.suffer(who, "composure.discouraged", "composure.demoralized")
    at.suffer(who, "attitude.helpful", "attitude.hostile", "willpower.pressured")
    at.suffer(who, "status.heavy", "status.light")
    candle = at.choices({"with": at.of("skill.operations")})
    who.test(at.of("track.status"), rng=at.rng, choices=candle)
    at.start("turn", who=who)
    return who


@story("core-same-wounds-many-times", "acrobatics", "stamina", "survival")
def _(at: Table) -> Any:
    """A mule takes the same wounds in three rounds, so each has another time left."""
    mule = at.rules.Character(
        {"ability.strength": "5D", "ability.dexterity": "2D+2", "skill.stamina": "1D"},
        name="Pasha (a mule)",
        abilities=["ability.stock"],
        values={"value.move": at.length(45)},
    )
    at.start("scene", "encounter", who=mule)
    for number in range(3):
        at.start("round", who=mule)
        at.suffer(mule, "damage.hurt", "damage.stunned", "composure.startled")
        at.start("turn", who=mule)
        at.suffer(mule, "damage.stunned", "damage.wounded")
        if number < 2:
            at.end("turn", who=mule)
            at.suffer(mule, "fatigue.winded")
            at.end("round", who=mule)
    at.suffer(mule, "fatigue.winded", "body.defaced", "body.defaced")
    mule.recover("condition.damage.wounded")
    return mule


@story("core-thing-that-breaks", "lifting", "repair", "operations")
def _(at: Table) -> Any:
    """A gate that nobody named, without an ability to use, is beaten to pieces."""
    gate = at.rules.Character(
        abilities=["ability.stock"],
        values={"value.toughness": 11},
    )
    smith = at.hero("Smith", {}, values={"value.weapon-damage": "8D"})
    roll = {"effect_roll": "effect-roll.object-damage", "whom": "opponent"}
    at.start("session", "scene", "encounter", who=[gate, smith])
    for _ in range(5):
        at.start("round", who=[gate, smith])
        hit = at.pick("condition-effects.effect-roll", **roll)
        at.buy("condition-effects", smith, hit, target=gate)
        at.end("round", who=[gate, smith])
    at.suffer(gate, "body.defaced", "body.disrupted", "body.out", "status.depleted")
    return gate


@story("core-defends-with-a-row", "melee", "skirmish", "insight")
def _(at: Table) -> Any:
    """The defensive lasts, with the row that was chosen and facts of every sort."""
    who = at.hero(
        "Ser Bertrand",
        {
            "skill.melee": "1D+1",
            "specialization.melee.deflect": "2D",
            "specialization.skirmish.parry": "0D+2",
            "skill.insight": "2D+1",
            "skill.survival": "3D",
        },
        abilities=["ability.dynamic"],
    )
    foe = at.hero("Foe", {"skill.melee": "2D"})
    at.start("scene", "encounter", "round", "turn", who=who)
    facts = {
        "row": at.of("row.defences.martial"),
        "distance": at.length(Fraction(11, 2)),
        "clearance": at.length(5),
        "weather": "fog, and it is getting dark",
        "lamp": False,
        "crowd": None,
        "odds": Fraction(-7, 3),
        "blade": at.rules.DieCode.parse("2D+1"),
        "ground": at.kinds.Modifier(token="P", count=-2),
        "luck": at.kinds.Modifier(dice=1, pips=2, either_way=True),
        "onlookers": 40,
    }
    at.act(who, "defend", None, facts)
    at.suffer(who, "composure.startled")
    at.end("turn", "round", who=who)
    at.start("round", who=who)
    reach = {"distance": at.length(6), "clearance": at.length(8)}
    blow = {"row": at.of("row.attacks.martial")} | reach
    at.act(foe, "attack", who, blow)
    at.act(who, "alert")
    return who


@story("core-readied-twice", "brawling", "tactics", "survival")
def _(at: Table) -> Any:
    """An action readied in one round, a defence in the next; one runs out before."""
    who = at.hero("Jun", {"specialization.brawling.block": "2D+1"}, player=True)
    at.start("session", "scene", "encounter", who=who)
    ready = {"trigger": True}
    strike = {"readied": at.of("specialization.brawling.strike")}
    block = {"readied": at.of("specialization.brawling.block")}
    at.start("round", "turn", who=who)
    at.act(who, "ready", None, ready | strike)
    at.end("turn", "round", who=who)
    at.start("round", "turn", who=who)
    at.act(who, "ready", None, ready | block, one_of=2)
    at.end("turn", who=who)
    return who


@story("core-helped-and-hindered", "charm", "technical", "pressure")
def _(at: Table) -> Any:
    """Boost dice of a friend, penalty dice of a foe, advantages that a friend found."""
    ratings = {"skill.technical": "1D", "specialization.technical.medicine": "1D+2"}
    who = at.hero("Ilse Brandt", ratings, player=True)
    friend = at.hero("Friend", {"skill.tactics": "2D+2", "skill.bluff": "9D"})
    foe = at.hero("Foe", {"skill.brawling": "1D", "skill.command": "9D"})
    everybody = [who, friend, foe]
    at.start("session", "scene", "encounter", "round", who=everybody)
    tactics = {"helper": at.of("specialization.tactics.arena")}
    medicine = {"helper": at.of("specialization.technical.medicine")}
    at.start("turn", who=who)
    at.act(who, "combine", None, medicine, one_of=3)
    at.end("turn", "round", who=who)
    at.start("round", "turn", who=who)
    at.act(who, "combine", None, medicine, one_of=4)
    at.act(friend, "combine", who, tactics, ally=who)
    at.end("round", who=friend)
    skill = {"chosen_skill": "skill.charm", "whom": "ally"}
    for picks in (
        ("number", "better-roll", "die"),
        ("die-skill",),
        ("bonus-action",),
        ("action-point",),
    ):
        buys = tuple(at.pick(f"advantages.{pick}", **skill) for pick in picks)
        at.act(friend, "distract", foe, ally=who, buys=buys)
        at.end("round", who=friend)
    grip = {"helper": at.of("specialization.brawling.grapple")}
    at.act(foe, "combine", who, grip, one_of=2)
    at.end("round", who=foe)
    at.act(foe, "demoralize", who)
    return who


@story("core-bought-the-whole-menu", "bluff", "shooting", "charm")
def _(at: Table) -> Any:
    """All of a menu that stays, of one's own and of an enemy, for more and for less."""
    ratings = {"skill.bluff": "2D+2", "skill.research": "1D+1"}
    who = at.hero("Dr. Amara Okafor", ratings, abilities=["ability.dynamic"])
    foe = at.hero("Foe", {})
    at.start("session", "scene", "encounter", "round", "turn", who=[who, foe])

    def buy(*picks: str, by: Any = who, **more: Any) -> None:
        buys = (at.pick(f"condition-effects.{one}", **more) for one in picks)
        at.buy("condition-effects", by, *buys, target=None if by is who else who)

    own = {"chosen_skill": "skill.bluff"}
    other = {"chosen_skill": "skill.shooting", "by": foe, "whom": "opponent"}
    buy("number", "boost", "wild-die", "advantage", **own)
    buy("die-one-check", "fixed-value", "die-skill", **own)
    buy("number", "number", "penalty", "disadvantage", "fixed-value", **other)
    buy("wild-die", "die-one-check", "die-skill", **other, minus=True)
    buy("bonus-action", "action-point")
    at.end("turn", "round", who=who)
    at.start("round", who=who)
    buy("effect-roll-dice", "effect-roll-dice")
    buy("full-action", by=foe, whom="opponent", minus=True)
    buy("die-ability", chosen_ability="ability.intelligence")
    buy("ability", chosen_ability="ability.cybernetics")
    buy("ability", chosen_ability="ability.presence", one_of=2)
    sprint = {"chosen_skill": "specialization.athletics.sprint", "minus": True}
    buy("die-one-check", **sprint)
    return who


@story("core-conditions-for-longer", "athletics", "command", "rapport")
def _(at: Table) -> Any:
    """Conditions that last longer, or shorter, than they would by themselves."""
    who = at.hero("Old Marek", {"skill.command": "2D"}, abilities=["ability.stock"])
    foe = at.hero("Foe", {})
    at.start("session", "scene", "encounter", "round", who=[who, foe])

    def change(pick: str, condition: str, **more: Any) -> None:
        about = at.of(f"condition.{condition}")
        buys = at.pick(
            f"condition-effects.{pick}", condition=about, whom="opponent", **more
        )
        at.buy("condition-effects", foe, buys, target=who)

    at.suffer(who, "damage.stunned", "damage.hurt", "fatigue.winded", "damage.wounded")
    at.suffer(who, "fatigue.tired", "fatigue.exhausted", "composure.demoralized")
    at.suffer(who, "composure.out", "composure.disoriented", "composure.discouraged")
    change("round-longer", "damage.stunned")
    change("round-longer", "damage.hurt")
    change("round-longer", "damage.hurt")
    change("round-longer", "fatigue.winded", minus=True)
    change("to-encounter", "composure.disoriented")
    change("from-encounter", "damage.wounded")
    change("from-encounter", "fatigue.tired")
    change("to-scene", "composure.discouraged")
    change("from-scene", "fatigue.exhausted")
    change("to-recovery", "composure.demoralized")
    change("from-recovery", "composure.out")
    at.end("round", who=who)
    at.start("round", who=who)
    return who


@story("core-points-spent-and-promised", "brawling", "tradecraft", "fast-talk")
def _(at: Table) -> Any:
    """Points in every way: spent on what comes, on what lies there, earned for later."""
    ratings = {"ability.luck": "2D+1", "skill.fast-talk": "1D+1"}
    gifts = ["ability.dynamic", "ability.wild-die"]
    who = at.hero("Lucky Pierre", ratings, abilities=gifts, player=True)
    action = at.of("points.action")
    at.start("session", "scene", "encounter", "round", "turn", who=who)
    at.earn(who, "action", *["play"] * 6)
    at.earn(who, "luck", "play", "play")
    rolled = who.pool("skill.fast-talk").roll(at.rng, 30)
    rolled = at.play.spend_on(rolled, action, "reroll", who, rng=at.rng)
    at.play.spend_on(rolled, action, "dice", who, rng=at.rng)
    at.spend(who, "luck", "double")
    at.spend(who, "action", "story")
    at.spend(who, "action", "dice")
    at.spend(who, "action", "untrained", chosen_skill=at.of("skill.brawling"))
    talk = {"chosen_skill": at.of("skill.fast-talk")}
    at.spend(who, "action", "swap", **talk, instead_of=at.of("skill.tradecraft"))
    at.earn(who, "action", "complication", "concede", "complication")
    return who


@story("core-conceded", "pursuit", "contacts", "intimidate")
def _(at: Table) -> Any:
    """Gave up after answering out of turn twice; all actions of the round are gone."""
    who = at.hero("Captain Vogt", {"skill.intimidate": "3D", "skill.contacts": "0D+2"})
    foe = at.hero("Foe", {})
    at.start("session", "scene", "encounter", "round", who=[who, foe])
    at.act(who, "taunt", foe)
    at.act(who, "attack", foe, unarmed(at))
    at.end("round", who=[who, foe])
    at.start("round", who=[who, foe])
    at.follow(who, "rule.out-of-turn", {"answers": True})
    at.follow(who, "rule.out-of-turn", {"answers": True, "shouted": "Back!"}, one_of=2)
    at.suffer(who, "willpower.stressed", "attitude.unfriendly")
    at.earn(who, "action", "concede")
    at.follow(who, "rule.conceding", {"conceded": True})
    at.spend(who, "action", "story")
    return who


@story("core-hooks-set-off", "communications", "shooting", "athletics")
def _(at: Table) -> Any:
    """Hooks: some stand, one is set off for a point, one of a rival is against them."""
    hooks = ("cybernetics", "spider-totem", "interface", "responsibility", "call-rain")
    own = [f"hook.{one}" for one in hooks]
    ratings = {"ability.cybernetics": "1D+2", "skill.shooting": "1D"}
    who = at.hero("Nought", ratings, hooks=own, player=True)
    rival = at.hero("Rival", {}, hooks=["hook.call-rain"])
    at.start("session", "scene", "encounter", who=[who, rival])
    at.earn(who, "action", "play")
    skill = at.of("skill.communications")
    facts = {"chosen-skill": skill, "instead-of": skill, "device": "a bomb"}
    at.follow(who, "hook.interface", facts)
    at.follow(rival, "hook.call-rain", {}, who)
    at.follow(rival, "hook.call-rain", {"again": True}, who)
    at.follow(who, "hook.responsibility", {})
    at.earn(who, "action", "complication")
    return who


@story("core-out-of-action", "stamina", "technical", "taunt")
def _(at: Table) -> Any:
    """Down in every way, with help under way and nothing left to spend."""
    who = at.hero("Beryl Stone", {"skill.stamina": "4D", "skill.taunt": "1D+1"})
    medic = at.hero("Medic", {"skill.technical": "9D"})
    foe = at.hero("Foe", {"skill.brawling": "5D"}, values={"value.weapon-damage": "9D"})
    at.start("session", "scene", "encounter", "round", who=[who, medic, foe])
    at.suffer(who, "fatigue.tired")
    head_start = (at.pick("recovery.prepare"),)
    at.act(who, "recover-body", buys=head_start)
    at.act(foe, "attack", who, unarmed(at))
    at.spend(who, "action", "story")
    at.end("round", who=[who, medic, foe])
    at.start("round", who=[who, medic, foe])
    at.suffer(who, "fatigue.out", "composure.out", "body.out", "status.empty")
    tired = at.of("condition.fatigue.tired")
    buys = (at.pick("recovery.from-encounter", condition=tired, whom="ally"),)
    at.act(medic, "recover-other", who, buys=(*buys, at.pick("recovery.prepare")))
    return who


@story("core-in-the-middle-of-a-fight", "brawling", "discipline", "survival")
def _(at: Table) -> Any:
    """Whatever dice say, for three rounds and half a turn."""
    at.rng.seed(8)  # these leave much in force
    who, friend, *foes = [
        at.hero(
            name,
            {"skill.brawling": "1D", "skill.taunt": "2D", "skill.survival": "3D"},
            abilities=["ability.dynamic", "ability.wild-die"],
            values={"value.move": at.length(20), "value.armour": 6},
            player=name < "C",
        )
        for name in ("Aoife", "Bram", "Corin", "Dara")
    ]
    everybody = [who, friend, *foes]
    facts = unarmed(at) | {"obstacle": at.of("band.difficulty.difficult")}
    facts |= {"engaged": True, "open": True, "trigger": True}
    facts |= {"helper": at.of("specialization.brawling.strike")}
    facts |= {"readied": at.of("specialization.brawling.block")}
    ways = ("attack", "taunt", "alert", "half-move", "ready", "combine", "free-move")
    at.start("session", "scene", "encounter", who=everybody)
    for number in range(4):
        at.start("round", who=everybody)
        for one in everybody:
            at.start("turn", who=one)
            near = [foes, [who, friend]][one in foes]
            mates = [mate for mate in everybody if mate not in (one, *near)]
            for action in at.rng.sample(ways, 4):
                with suppress(at.play.Refused):
                    at.act(
                        one,
                        action,
                        None if action in ("alert", "ready") else near[number % 2],
                        facts,
                        ally=mates[0],
                        one_of=at.rng.randrange(1, 3),
                    )
            if number == 3:
                return who
            at.end("turn", who=one)
        at.end("round", who=everybody)
    return who


# opend6


def sheet(at: Table, name: str, ratings: dict[str, str], **values: Any) -> Any:
    """Somebody of opend6."""
    usual = {"ability.reflexes": "3D+1", "ability.perception": "3D"}
    usual |= {"ability.presence": "2D+2", "skill.brawling": "4D+2"}
    points = {"character_points": 9, "fate_points": 3} | values
    found = {f"value.{key.replace('_', '-')}": points[key] for key in points}
    return at.rules.Character(usual | ratings, name=name, values=found, player=True)


@story("opend6-nothing-yet", "dodge", "piloting", "willpower")
def _(at: Table) -> Any:
    """A full sheet to which nothing has happened."""
    found = {
        one.id: f"{at.rng.randrange(1, 6)}D+{at.rng.randrange(3)}"
        for one in at.rules.RULES.every("skill")
    }
    return sheet(
        at,
        'Ørjan \\ "Kit" Ångström\t🎲',
        found,
        allotment=2,
        initiative=7,
        acts_first=1,
        edge=3,
        initiative_ranks=2,
        move=at.length(Fraction(21, 2), "m"),
    )


@story("opend6-a-round-of-fate", "brawling", "dodge", "search")
def _(at: Table) -> Any:
    """Four actions declared, one taken, all of the round doubled, one point to return."""
    who = sheet(at, "Mara", {"skill.search": "1D", "skill.dodge": "2D"}, allotment=2)
    foe = sheet(at, "Bruno", {})
    at.start("session", "scene", "round", "turn", who=who)
    at.spend(who, "fate", "climax")
    at.act(who, "declare", None, {"actions": 4})
    at.act(who, "punch", foe, {"difficulty": 12})
    at.earn(who, "fate", "returned", "deed")
    return who


@story("opend6-waits-for-the-moment", "marksmanship", "throwing", "dodge")
def _(at: Table) -> Any:
    """Waits until the round ends, at the latest, with points laid out for the roll."""
    ratings = {"skill.marksmanship": "3D+1", "skill.throwing": "2D"}
    who = sheet(at, "Silent Wren", ratings, fate_points=0)
    at.start("session", "scene", "round", "turn", who=who)
    at.act(who, "declare", None, {"actions": 3})
    at.act(who, "wait")
    at.end("turn", who=who)
    at.spend(who, "character", "die")
    at.spend(who, "character", "die")
    at.earn(who, "character", "obstacle")
    return who


@story("opend6-held-twice", "lifting", "brawling", "willpower")
def _(at: Table) -> Any:
    """Brought down and nailed to the wall; struggles, and does not get away."""
    ratings = {"skill.lifting": "2D", "skill.willpower": "1D+2"}
    who = sheet(at, "Rufus", ratings, move=at.length(10, "m"))
    foes = [sheet(at, name, {"skill.brawling": "6D"}) for name in ("Ox", "Ape")]
    at.start("session", "scene", "round", who=[who, *foes])
    at.act(foes[0], "tackle", who, {"difficulty": 8})
    at.act(foes[1], "pin", who, {"difficulty": 5, "with": at.of("skill.brawling")})
    at.start("turn", who=who)
    at.act(who, "declare", None, {"actions": 2})
    at.act(who, "escape", None, {"difficulty": 40})
    at.act(who, "speak")
    return who


@story("opend6-cinematic", "running", "swimming", "jumping")
def _(at: Table) -> Any:
    """The option of a cinematic adventure: five points on one roll, which is to come."""
    who = sheet(at, "Dash Falcon", {"skill.running": "5D"}, initiative_ranks=4)
    cinematic = at.of("choice.challenge.cinematic")
    (change,) = cinematic.changes
    entry = at.of(change.entry)
    entry = entry.but(at_most=entry.at_most.but(count=int(change.value)))
    at.start("session", "scene", "round", who=who)
    at.earn(who, "character", "fun", "role")
    for _ in range(5):
        who.spend(entry, "die", rng=at.rng)
    return who


@story("opend6-out-of-dice", "lifting", "brawling", "piloting")
def _(at: Table) -> Any:
    """Too many actions for some skills, a point of fate for one roll, a code broken."""
    ratings = {"skill.lifting": "2D", "skill.piloting": "3D+2"}
    who = sheet(at, "Greta", ratings, character_points=0, fate_points=4)
    at.start("session", "scene", who=who)
    at.spend(who, "fate", "climax")
    at.end("round", who=who)
    at.start("round", "turn", who=who)
    at.act(who, "declare", None, {"actions": 4})
    at.act(who, "ready-weapon")
    at.act(who, "move", None, {"hard": False})
    at.act(who, "wait")
    at.act(who, "communicate")
    at.spend(who, "fate", "roll")
    who.lose(at.of("points.fate"), "breach")
    at.earn(who, "fate", "returned", "returned")
    at.end("turn", who=who)
    return who


# saving


def expected(at: Table, who: Any, skills: tuple[str, ...]) -> dict[str, Any]:
    """What somebody has in the end, in few words."""
    types = at.rules.RULES.every("action-type")
    return {
        "pools": {f"skill.{key}": pool(at, who, f"skill.{key}") for key in skills},
        "conditions": [
            {"id": one.condition.id, "cost": one.cost} | time(one.lasting)
            for one in who.conditions
        ],
        "effects": [
            {"from": one.origin, "times": one.times, "moments": one.waits}
            | time(one.lasting)
            for one in who.effects
        ],
        "points": who.points,
        "actions": {
            one.id: at.play.slots(who, one) for one in types if one.count is not None
        },
    }


def pool(at: Table, who: Any, skill: str) -> str | None:
    """What is rolled for a skill; None where it cannot be tried."""
    try:
        return str(who.pool(skill))
    except at.play.Refused:
        return None


def time(lasting: Any) -> dict[str, Any]:
    """How long something lasts, and how much of that is left."""
    if lasting is None:
        return {"lasts": None}
    text = lasting.lasts.text
    return {"lasts": text, "left": lasting.left, "waits": lasting.waits}


def main() -> None:
    """Tell all stories, and save who went through them."""
    found = {}
    for name, (told, skills) in STORIES.items():
        at = Table(name.partition("-")[0], name)
        who = told(at)
        found[name] = expected(at, who, skills)
        text = who.to_json()
        assert json.loads(text)["version"] == 1, "these are later packages"
        (FOLDER / f"{name}.json").write_text(text, encoding="utf-8")
    text = json.dumps(found, ensure_ascii=False, indent=2)
    (FOLDER / "expected.json").write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
