"""House rules on core made at random from valid parts, as authors write them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    Part = Callable[["Maker"], None]


RATINGS: Final = [
    "ability.strength", "ability.wits", "skill.brawling", "skill.technical",
    "specialization.stamina.recover", "specialization.survival.awareness",
    "specialization.technical.medicine", "ability.cybernetics", "skill.discipline",
]  # fmt: skip
DURATIONS: Final = [
    "this turn", "1 turn", "next turn", "until end of own next turn", "1 round", "2 rounds",
    "next round", "until end of next round", "until end of encounter", "until end of scene",
    "until recovered", "1D rounds", "until end of session", "until own next full action",
]  # fmt: skip
MOMENTS: Final = ["end of each round", "start of each turn", "end of scene"]
AMOUNTS: Final = [
    "1",
    "-2",
    "1D",
    "-1D",
    "B1",
    "P1",
    "1WD",
    "advantage",
    "disadvantage",
]
TRACKS: Final = ["damage", "fatigue", "composure"]
CONDITIONS: Final = [
    "damage.stunned", "damage.hurt", "damage.wounded", "fatigue.winded",
    "composure.startled", "composure.discouraged",
]  # fmt: skip
ACTIONS: Final = [
    "attack", "move", "recover-body", "recover-mind", "recover-other", "taunt", "distract",
    "alert", "force-crowd", "startle",
]  # fmt: skip
BANDS: Final = [
    "very-easy",
    "easy",
    "moderate",
    "difficult",
    "very-difficult",
    "heroic",
]
TYPES: Final = ["full", "bonus", "free"]


class Maker:
    """Makes one house rule: `body` is the whole pack, filled part by part."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.body: dict[str, Any] = {}
        self.count = 0

    def one(self, *of: Any) -> Any:
        return self.chance.choice(of)

    def some(self, of: list[Any], most: int = 2) -> list[Any]:
        return self.chance.sample(of, self.chance.randint(1, most))

    def maybe(self, **settings: Any) -> dict[str, Any]:
        """Some of these settings."""
        return {
            key.replace("_", "-").rstrip("-"): value
            for key, value in settings.items()
            if self.chance.random() < 0.5
        }

    def key(self, word: str) -> str:
        """A key of its own."""
        self.count += 1
        return f"{word}-{self.count}"

    def new(self, section: str, word: str, body: dict[str, Any]) -> str:
        key = self.key(word)
        self.body.setdefault(section, {})[key] = {"name": key.capitalize(), **body}
        return key

    def change(self, id_: str, word: str, settings: dict[str, Any]) -> None:
        operation = self.body.setdefault("change", {}).setdefault(id_, {})
        operation.setdefault(word, {}).update(settings)

    # Parts of rules.

    def effect(self, *to: str) -> dict[str, Any]:
        """Any effect; `to` are the roles that it may be for."""
        verb = self.one("checks", "checks", "fixed", "inflict", "recover", "points", "forbid",
                        "allow", "move", "narrate", "initiative", "value", "margins", "retime",
                        "repeat", "ignore", "resist", "use", "slots")  # fmt: skip
        ends = self.one(
            {"times": 1},
            {"lasts": self.one(*DURATIONS)},
            {"times": 1, "lasts": self.one(*DURATIONS)},
            {},
        )
        of = self.maybe(of=self.one(*RATINGS))
        made: dict[str, dict[str, Any]] = {
            "checks": {"modify": "checks", "by": self.one(*AMOUNTS), **of, **ends},
            "fixed": {"modify": "fixed-values", "by": self.one("2", "-3", "1D"), **of, **ends},
            "margins": {"modify": "margins", "by": self.one("2", "-5"), **ends},
            "initiative": {"modify": "value.initiative", "by": "2", **ends},
            "value": self.one(
                {"modify": "value.armour", "by": self.one("1", "-2"), **ends},
                {"modify": "value.move", "by": self.one("5 ft", "-10 ft"), **ends},
                {"modify": "value.move", "multiplied-by": "1/2", **ends},
                {"modify": "value.move", "set-to": "0 ft", **ends},
            ),
            "points": {"modify": "points.action", "by": self.one("1", "-1")},
            "slots": {"modify": "action-type.bonus", "by": self.one("1", "-1"), **ends},
            "inflict": self.one(
                {"inflict": self.one(*CONDITIONS)},
                {"inflict": f"track.{self.one(*TRACKS)}", "by": 1},
                {"inflict": f"track.{self.one(*TRACKS)}", "to-rank": self.one(1, 2, 4)},
            ),
            "recover": self.one(
                {"recover": self.one(*CONDITIONS)},
                {"recover": f"track.{self.one(*TRACKS)}", "of-rank": self.one(1, 3)},
            ),
            "retime": {"retime": self.one(*CONDITIONS), "lasts": self.one(*DURATIONS)},
            "forbid": {"forbid": self.one("actions", "action-type.bonus", "skill.stealth"), **ends},
            "allow": {"allow": self.one("ability.cybernetics", "action.attack"), **ends},
            "ignore": {"ignore": f"track.{self.one(*TRACKS)}", **ends},
            "resist": {"resist": "attack", "with": self.one("fixed(wits)", "roll(wits)"), **ends},
            "use": {"use": "ability.wits", "instead-of": "ability.presence", **ends},
            "repeat": {"repeat": "check", "keep": self.one("higher", "lower"), **ends},
            "move": {"move": "self", "by": self.one("5 ft", "value.move / 2")},
            "narrate": {"narrate": "Something stirs."},
        }  # fmt: skip
        effect = made[verb]
        return effect | (self.maybe(to=self.one(*to)) if to and verb != "move" else {})

    def effects(self, *to: str) -> list[dict[str, Any]]:
        return [self.effect(*to) for _ in range(self.chance.randint(1, 2))]

    def check(self, *to: str) -> dict[str, Any]:
        """A check of an action."""
        against: dict[str, Any] = self.one(
            {"difficulty": f"difficulty.{self.one(*BANDS)}"},
            {"number": self.one(5, 10, "12", "fixed(wits)")},
            {"fixed": self.one(*RATINGS)} if "opponent" in to else {"number": 10},
            {"difficulty": "chosen"},
        )
        ranked = [
            {"inflict": f"track.{self.one(*TRACKS)}", "to-rank": "rank", "to": "target"}
        ]
        return {
            "with": self.one(*RATINGS),
            "against": against,
            "success": self.one(self.effects(*to), ranked),
            **self.maybe(failure=self.effects()),
        }


def condition(maker: Maker) -> None:
    body = {
        "name": "Odd",
        "lasts": maker.one(*DURATIONS),
        "effects": maker.effects("self"),
        **maker.maybe(recovered_by=maker.some(ACTIONS[2:5])),
        maker.one("before", "after"): maker.one("normal", "out"),
    }
    if body.get("before") == "normal":
        body["after"] = body.pop("before")
    if body.get("after") == "out":
        body["before"] = body.pop("after")
    track = maker.one(*TRACKS)
    maker.change(f"track.{track}", "add", {f"conditions.{maker.key('odd')}": body})
    if maker.maybe(it=1):
        rows = {"rows.sixth": {"rank": 6, "difficulty": "difficulty.heroic"}}
        maker.change("table.recovery", "add", rows)
    if maker.maybe(it=1):
        pick = {
            "name": "Gone",
            "cost": 5,
            "effects": [{"recover": "chosen-condition", "of-rank": 6}],
        }
        maker.change("menu.recovery", "add", {"picks.rank-6": pick})


def condition_changed(maker: Maker) -> None:
    settings = {"effects": maker.effects("self")} | maker.maybe(
        lasts=maker.one(*DURATIONS)
    )
    maker.change(f"condition.{maker.one(*CONDITIONS)}", "set", settings)


def scheduled(maker: Maker) -> None:
    effect = {"inflict": maker.one(*CONDITIONS), "at": maker.one(*MOMENTS)}
    effects = [effect | maker.maybe(lasts=maker.one(*DURATIONS))]
    maker.change(f"condition.{maker.one(*CONDITIONS)}", "set", {"effects": effects})


def action(maker: Maker) -> None:
    whom = maker.one("self", "ally", "opponent", None)
    to = ("self",) if whom in (None, "self") else ("self", str(whom))
    body: dict[str, Any] = {"type": maker.one(*TYPES), "text": "Try it."}
    body |= {"whom": whom} if whom else {}
    body |= maker.one({"check": maker.check(*to)}, {"effects": maker.effects(*to)})
    if maker.maybe(it=1):
        body["asks"] = {"near": {"name": "How near", "type": "length"}}
        body["needs"] = "near <= 20 ft"
    body |= maker.maybe(costs={"action": maker.one(1, 2)})
    key = maker.new("actions", "deed", body)
    maker.change("scene.melee", "add", {"actions": [key]})


def action_changed(maker: Maker) -> None:
    settings = maker.one(
        {"check.with": maker.one(*RATINGS)},
        {"type": maker.one(*TYPES)},
        {"check.success": maker.effects("self")},
    )
    maker.change(f"action.{maker.one(*ACTIONS)}", "set", settings)


def points(maker: Maker) -> None:
    spend = {
        "name": "Use it",
        "cost": maker.one(1, 2),
        "at": maker.one("before-roll", "any-time"),
        "effects": maker.effects(),
    }
    maker.new("points", "fuel", {
        "start": maker.one(2, "dice(rating(wits))"),
        "refills": maker.one("session", "scene", "never"),
        "spend": {"use": spend},
        "earn": {"deed": {"name": "Do well", "amount": 1}},
        **maker.maybe(most=maker.one(3, "dice(rating(wits))"), when_empty=maker.effects()),
    })  # fmt: skip


def procedure(maker: Maker) -> None:
    steps: dict[str, Any] = {"roll": {"name": "Roll", "do": "roll"}}
    if maker.maybe(it=1):
        steps["count"] = {
            "name": "Count",
            "do": "count-faces",
            "faces": maker.one("5+", "6", "4-6"),
        }
    key = maker.new("dice", "odd-dice", {
        "die": maker.one("d6", "d8", "d10"),
        "pips-carry": maker.one("codes", "never"),
        "success": "at-least",
        "ranks": "rank",
        "steps": steps,
    })  # fmt: skip
    maker.change(maker.one(*RATINGS), "set", {"procedure": key})


def value(maker: Maker) -> None:
    maker.change("value.initiative", "set", {"is": maker.one(
        "roll(survival.awareness)", "fixed(wits) + 2", "dice(rating(perception))",
    )})  # fmt: skip


def numbers(maker: Maker) -> None:
    id_, setting, by = maker.one(
        ("formula.fixed-value", "constants.per-die", 1),
        ("formula.full-defence", "constants.bonus", -2),
        ("points.action", "start", 1),
        ("action-type.bonus", "count", 1),
        ("pick.recovery.rank-1", "cost", 1),
        ("benchmark.difficulty", "bands", maker.one(-1, 2)),
    )
    maker.change(id_, "adjust", {setting: by})


def rule(maker: Maker) -> None:
    asks = {"windy": {"name": "It is windy", "type": "boolean"}}
    effects = [effect | {"if": "windy"} for effect in maker.effects()]
    maker.new("rules", "habit", {"text": "So it is.", "asks": asks, "effects": effects})


def hook(maker: Maker) -> None:
    body = {"text": "It is told.", "effects": maker.effects()}
    maker.new("hooks", "tale", body | maker.maybe(activated_by="points.action"))


def pick(maker: Maker) -> None:
    body = {"name": "More", "cost": maker.one(1, 3), "effects": maker.effects()}
    menu = maker.one("advantages", "condition-effects", "recovery")
    maker.change(f"menu.{menu}", "add", {f"picks.{maker.key('more')}": body})


def weapon(maker: Maker) -> None:
    row = {
        "attack": maker.one("brawling.strike", "melee.long-weapons"),
        "defence": maker.one("brawling.block", "melee.deflect"),
        "category": maker.one("reach.close", "reach.long"),
    }
    maker.change("table.attacks", "add", {f"rows.{maker.key('thing')}": row})


def words(maker: Maker) -> None:
    id_, field, passage = maker.one(
        ("chapter.melee", "text", "Blades are out"),
        ("scene.melee", "text", "by breaking nerves ([[track.composure]])"),
        ("points.luck", "spend", "before any dice become wild"),
    )
    maker.change(id_, "reword", {field: {passage: "by [[condition.damage.hurt]]"}})


PARTS: Final[list[Part]] = [
    condition, condition_changed, scheduled, action, action, action_changed, points,
    procedure, value, numbers, rule, hook, pick, weapon, words,
]  # fmt: skip


def house_rule(chance: random.Random) -> dict[str, Any]:
    """The body of a pack on core with one to three parts."""
    maker = Maker(chance)
    for part in chance.sample(PARTS, chance.randint(1, 3)):
        part(maker)
    return maker.body
