"""`Character`, the class for those who write a bot, a sheet or a virtual tabletop, and its JSON."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast, get_args, get_origin

from ..amounts import DieCode, Modifier, Quantity
from ..effects import Duration, Form
from ..entries.actions import Action, Points, Rule, Scene
from ..entries.tables import Condition, Track
from ..entries.world import Ability, ActionType, Hook, Period, Value
from ..record import Entry, Record, Ref
from ..situation import FormulaValue, RuleRef, Rules
from .actions import act, test_track
from .being import Being, DoesNotFit, Named, SheetReader
from .checks import Attempt, Result, attempt
from .effects import follow, remove_condition, suffer
from .execution import Choices, NoDice, Transaction
from .points import earn, lose, spend
from .possible import Answer, is_out, may, may_do
from .state import (
    Active,
    Held,
    Kept,
    Lasting,
    Names,
    Outcome,
    Refused,
    effects_of,
    existing,
    find,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from ..dice.table import Randomness


# Values as plain data for JSON, and back.

FRACTION = re.compile(r"-?[0-9]{1,99}(/[1-9][0-9]{0,98})?", re.ASCII)


def to_plain(value: FormulaValue) -> object:
    """A value as plain data. Raises ValueError where there is no way to write it."""
    match value:
        case None | bool() | int() | str():
            return value
        case Fraction():
            return {"fraction": str(value)}
        case DieCode():
            return {"die-code": str(value)}
        case Quantity():
            return {"quantity": str(value.amount), "unit": value.unit}
        case Modifier():
            return {"modifier": dict(value.__dict__)}
        case Ref():
            return {"ref": value.id}
        case _:
            raise ValueError(f"{value} cannot be saved")


class JsonObject:
    """A JSON object, read by keys. Raises ValueError for keys missing or of another type."""

    def __init__(self, data: object) -> None:
        if not isinstance(data, dict):
            raise ValueError(f"{data!r} should be a map")  # noqa: TRY004
        self.data = cast("dict[str, object]", data)

    def get(self, key: str) -> object:
        """What stands there; None for nothing."""
        return self.data.get(key)

    def text(self, key: str) -> str:
        """A text."""
        return self._one(key, str)

    def number(self, key: str) -> int:
        """A whole number."""
        return self._one(key, int)

    def optional_number(self, key: str) -> int | None:
        """A whole number, or nothing."""
        return None if self.get(key) is None else self.number(key)

    def inner(self, key: str) -> JsonObject:
        """A map."""
        return JsonObject(self._one(key, dict[str, object]))

    def items(self, key: str) -> Iterable[object]:
        """The items of a list."""
        return self._one(key, list[object])

    def pairs(self, key: str) -> Iterable[tuple[str, object]]:
        """The pairs of a map."""
        return self.inner(key).data.items()

    def of(self, cls: type[Record]) -> dict[str, Any]:
        """All fields, each of the type that its default has in a record, or else text."""
        for name, value in self.data.items():
            default: object = getattr(cls, name, "")
            if name not in cls.__annotations__ or type(value) is not type(default):
                raise ValueError(f"{name} cannot be {value!r}")
        return self.data

    def _one(self, key: str, kind: type[T]) -> T:
        value = self.data.get(key)
        if isinstance(value, bool) or not isinstance(value, get_origin(kind) or kind):
            raise ValueError(f"{key} cannot be {value!r}")  # noqa: TRY004
        return cast("T", value)


def from_plain(data: object, rules: Rules) -> FormulaValue:
    """The value that plain data stand for. Raises ValueError for anything else."""
    if data is None or isinstance(data, bool | int | str):
        return data
    fields = JsonObject(data)
    match [*fields.data]:
        case ["fraction"]:
            return _fraction(fields.text("fraction"))
        case ["die-code"]:
            return rules.die_code.parse(fields.text("die-code"))
        case ["quantity", "unit"]:
            amount = _fraction(fields.text("quantity"))
            number = amount.numerator if amount.denominator == 1 else amount
            return Quantity(amount=number, unit=fields.text("unit"))
        case ["modifier"]:
            return modifier(fields.inner("modifier"))
        case ["ref"]:
            return RuleRef(existing(rules, fields.text("ref")).id, rules)
        case _:
            raise ValueError(f"{data!r} is no value")


def _fraction(text: str) -> Fraction:
    """An exact number, as it was written: `7/2`. Raises ValueError for anything else."""
    if FRACTION.fullmatch(text) is None:
        raise ValueError(f"{text!r} is no number")
    return Fraction(text)


def modifier(fields: JsonObject) -> Modifier:
    """A modifier from its fields. Raises ValueError where one is unknown, or of another type."""
    return Modifier(**fields.of(Modifier))


# Beings as JSON, and back.


A = TypeVar("A")
T = TypeVar("T")
V = TypeVar("V")
B = TypeVar("B", bound=Being)
VERSION = 1


def write_being(who: Being) -> str:
    """A being as JSON text. Equal beings give equal texts."""
    data = {
        "version": VERSION,
        "name": who.name,
        "player": who.player,
        "ratings": {id: str(code) for id, code in who.ratings.items()},
        "abilities": sorted(who.abilities),
        "hooks": sorted(who.hooks),
        "values": {id: to_plain(value) for id, value in who.values.items()},
        "points": dict(who.points),
        "used": dict(who.used),
        "kept": {id: _kept(kept) for id, kept in who.kept.items()},
        "gains": [{"points": points, "way": way} for points, way in who.gains],
        "under-way": sorted(who.under_way),
        "passed": sorted(who.passed),
        "conditions": [
            {
                "condition": held.condition.id,
                "lasting": _lasting(held.lasting),
                "cost": held.cost,
            }
            for held in who.conditions
        ],
        "effects": [_active(active) for active in who.effects],
    }
    return json.dumps(data, ensure_ascii=False, indent=2)


def _kept(kept: Kept) -> dict[str, object]:
    return {**kept.__dict__, "value": to_plain(kept.value)}


def _active(active: Active) -> dict[str, object]:
    return {
        "origin": active.origin,
        "place": active.place,
        "verb": type(active.effect).__name__.lower(),
        "names": {name: to_plain(value) for name, value in active.names.items()},
        "by": to_plain(active.by),
        "lasting": _lasting(active.lasting),
        "times": active.times,
        "began-with": active.began_with,
        "waits": active.waits,
    }


def _lasting(lasting: Lasting | None) -> dict[str, object] | None:
    if lasting is None:
        return None
    lasts = dict(lasting.lasts.__dict__)
    return {"lasts": lasts, "left": lasting.left, "waits": lasting.waits}


def read_being(cls: type[B], rules: Rules, text: str) -> B:
    """The being of a JSON text.

    Raises DoesNotFit, with all problems at once, where it does not fit the ruleset, or is no JSON.
    """
    try:
        data = JsonObject(json.loads(text))
    except (ValueError, RecursionError) as problem:
        raise DoesNotFit([f"this cannot be read: {problem}"]) from None
    if data.get("version") != VERSION:
        raise DoesNotFit([f"this is not saved as version {VERSION}"])
    return _Reader(rules, data).read(cls)


class _Reader:
    """Reads a being part by part and collects what does not fit."""

    def __init__(self, rules: Rules, data: JsonObject) -> None:
        self.rules = rules
        self.data = data
        self.problems: list[str] = []

    def read(self, cls: type[B]) -> B:
        who = self._sheet(cls)
        who.conditions = self._each("conditions", self._held)
        who.effects = self._each("effects", self._active)
        who.points = dict(self._pairs("points", self._points))
        who.used = dict(self._pairs("used", self._used))
        who.gains = self._each("gains", self._gain)
        if self.data.get("kept") is not None:
            who.kept = dict(self._pairs("kept", self._kept))
        who.under_way = set(self._each("under-way", self._period))
        who.passed = set(self._each("passed", self._period))
        if self.problems:
            raise DoesNotFit(self.problems)
        return who

    def _sheet(self, cls: type[B]) -> B:
        values = self._pairs("values", lambda _, value: from_plain(value, self.rules))
        name = self.data.get("name")
        if not isinstance(name, str):
            self.problems.append(f"name cannot be {name!r}")
        try:
            return cls(
                dict(self._pairs("ratings", lambda _, code: str(code))),
                rules=self.rules,
                name=str(name),
                player=self.data.get("player") is True,
                abilities=self._each("abilities", str),
                hooks=self._each("hooks", str),
                values=dict(values),
            )
        except DoesNotFit as problem:
            self.problems += problem.problems
            return cls(rules=self.rules)

    def _each(self, key: str, read: Callable[[object], T]) -> list[T]:
        """Read each item of a list; leave out what cannot be read."""
        return list(self._read(key, self.data.items, read))

    def _pairs(self, key: str, read: Callable[[str, object], V]) -> list[tuple[str, V]]:
        """Read the values of a map, as pairs with their keys; leave out what cannot be read."""

        def read_pair(pair: tuple[str, object]) -> tuple[str, V]:
            return pair[0], read(*pair)

        return list(self._read(key, self.data.pairs, read_pair))

    def _read(
        self, key: str, items: Callable[[str], Iterable[A]], read: Callable[[A], T]
    ) -> Iterator[T]:
        try:
            parts = items(key)
        except ValueError as problem:
            self.problems.append(str(problem))
            return
        for part in parts:
            try:
                yield read(part)
            except (KeyError, ValueError) as problem:
                message = problem.args[0] if problem.args else problem
                self.problems.append(f"{key}: {message}")

    def _entry(self, id: str, *kinds: type[Entry]) -> Entry:
        return existing(self.rules, id, *kinds)

    def _period(self, item: object) -> str:
        return self._entry(f"period.{item}", Period).key

    def _used(self, id: str, number: object) -> int:
        """A count of actions, one or a type, of points, or of one way to spend points."""
        counted, _, way = id.partition(".spend.")
        count = self._count(counted, number, Points, ActionType, Action)
        points = self._entry(counted)
        if way and not (isinstance(points, Points) and way in points.spend):
            raise ValueError(f"{counted} are not spent on {way}")
        return count

    def _points(self, id: str, number: object) -> int:
        """How many points there are of a pool, which may hold less than none."""
        entry = self._entry(id, Points)
        if type(number) is int and isinstance(entry, Points) and entry.least:
            return number
        return self._count(id, number, Points)

    def _count(self, id: str, number: object, *kinds: type[Entry]) -> int:
        """A count of an entry of one of these kinds."""
        self._entry(id, *kinds)
        if not isinstance(number, int) or isinstance(number, bool) or number < 0:
            raise ValueError(f"{id} should be a number, and is {number!r}")
        return number

    def _kept(self, id: str, item: object) -> Kept:
        """What was found for a value, or the number that decides ties in a scene."""
        data = JsonObject(item)
        period, left = self._period(data.text("period")), data.number("left")
        value = from_plain(data.get("value"), self.rules)
        if left < 1:
            raise ValueError(f"{id} cannot be kept for {left} {period}")
        if isinstance(self._entry(id, Value, Scene), Scene):
            return Kept(value=data.number("value"), period=period, left=left)
        sheet = SheetReader(self.rules)
        sheet.values({id: value})
        for problem in sheet.problems:
            raise ValueError(problem)
        by = self._entry(data.text("by"), Value).id
        return Kept(value=value, period=period, by=by, left=left)

    def _gain(self, item: object) -> tuple[str, str]:
        data = JsonObject(item)
        points = self._entry(data.text("points"), Points)
        way = data.text("way")
        if not isinstance(points, Points) or way not in points.earn:
            raise ValueError(f"{points.id} are not earned by {way}")
        return points.id, way

    def _held(self, item: object) -> Held:
        data = JsonObject(item)
        condition = self._entry(data.text("condition"), Condition)
        return Held(
            condition=RuleRef(condition.id, self.rules),
            lasting=self._lasting(data.get("lasting")),
            cost=data.number("cost"),
        )

    def _active(self, item: object) -> Active:
        data = JsonObject(item)
        origin, verb = data.text("origin"), data.text("verb")
        place = data.number("place")
        effects = effects_of(self._entry(origin))
        effect = effects[place] if place in range(len(effects)) else None
        if effect is None or type(effect).__name__.lower() != verb:
            raise ValueError(f"{origin} has no such effect to {verb}")
        began_with = str(data.get("began-with") or "")
        if began_with:
            self._entry(began_with, Condition)
        names = data.pairs("names")
        return Active(
            origin=origin,
            place=place,
            effect=effect,
            names={name: from_plain(value, self.rules) for name, value in names},
            by=from_plain(data.get("by"), self.rules),
            lasting=self._lasting(data.get("lasting")),
            times=data.optional_number("times"),
            began_with=began_with,
            waits=data.optional_number("waits"),
        )

    def _lasting(self, item: object) -> Lasting | None:
        if item is None:
            return None
        data = JsonObject(item)
        fields = data.inner("lasts")
        form, text = fields.text("form"), fields.text("text")
        lasts = Duration(**fields.of(Duration))
        if form not in get_args(Form):
            raise ValueError(f"{text} is no duration")
        if lasts.period:
            self._period(lasts.period)
        return Lasting(
            lasts=lasts, left=data.number("left"), waits=data.number("waits")
        )


class Character(Being):
    """A being with everything that it can do as methods.

    Whatever rolls takes `rng`: anything with the `randrange` of `random.Random`. Whatever the rules
    do not let one do raises Refused, with the reasons, and then nothing has happened.
    """

    def pool(
        self, entry: Named, *, ability: Named | None = None, facts: Names | None = None
    ) -> Attempt:
        """What they roll for something, with all effects in force on them.

        With `ability` in the place of the one that a skill belongs to; `facts` answer what standing
        rules ask.
        """
        other = None if ability is None else find(self.rules, ability, Ability)
        return attempt(self, entry, ability=other, facts=facts)

    def act(
        self,
        action: Action,
        target: Being | None = None,
        *,
        rng: Randomness,
        choices: Choices | None = None,
        ally: Being | None = None,
        opponents: Sequence[Being] = (),
        after: Callable[[Result], Result] | None = None,
    ) -> Outcome:
        """Take an action; see `act`."""
        return act(
            action,
            self,
            target,
            rng=rng,
            choices=choices,
            ally=ally,
            opponents=opponents,
            after=after,
        )

    def may(
        self,
        action: Named,
        target: Being | None = None,
        *,
        choices: Choices | None = None,
        ally: Being | None = None,
        opponents: Sequence[Being] = (),
    ) -> Answer:
        """Whether they may take an action now; see `may`."""
        return may(
            action, self, target, choices=choices, ally=ally, opponents=opponents
        )

    def may_do(
        self,
        scene: Named,
        target: Being | None = None,
        *,
        choices: Choices | None = None,
        ally: Being | None = None,
        opponents: Sequence[Being] = (),
    ) -> tuple[Answer, ...]:
        """Whether they may take the actions of a scene now; see `may_do`."""
        return may_do(
            scene, self, target, choices=choices, ally=ally, opponents=opponents
        )

    @property
    def out(self) -> bool:
        """Whether they can do nothing any more, or have given up; see `is_out`."""
        return is_out(self)

    def follow(
        self,
        entry: Rule | Hook,
        target: Being | None = None,
        *,
        rng: Randomness,
        choices: Choices | None = None,
        ally: Being | None = None,
        opponents: Sequence[Being] = (),
    ) -> Outcome:
        """Do as a rule or a hook says; see `follow`."""
        return follow(
            entry,
            self,
            target,
            rng=rng,
            choices=choices,
            ally=ally,
            opponents=opponents,
        )

    def test(
        self, track: Track, *, rng: Randomness, choices: Choices | None = None
    ) -> Outcome:
        """Test a track; see `test_track`."""
        return test_track(track, self, rng=rng, choices=choices)

    def suffer(self, condition: Named, rng: Randomness | None = None) -> None:
        """Take on a condition. `rng` rolls how long it lasts, where that is rolled."""
        with Transaction(self):
            suffer(self, find(self.rules, condition, Condition), rng or NoDice())

    def recover(self, condition: Named) -> None:
        """Be rid of a condition; of several alike, of the gravest."""
        wanted = find(self.rules, condition, Condition)
        alike = [held for held in self.conditions if held.condition.id == wanted.id]
        if not alike:
            raise Refused(f"{self} does not have {wanted.name}")
        remove_condition(self, max(alike, key=lambda held: held.cost))

    def spend(
        self,
        points: Points,
        way: str,
        *,
        rng: Randomness | None = None,
        choices: Choices | None = None,
        among: Iterable[Being] = (),
    ) -> Outcome:
        """Spend points; see `spend`."""
        return spend(
            points, way, self, rng=rng or NoDice(), choices=choices, among=among
        )

    def earn(
        self, points: Points, way: str, *, rng: Randomness | None = None
    ) -> Outcome:
        """Earn points; see `earn`."""
        return earn(points, way, self, rng=rng)

    def lose(
        self, points: Points, way: str, *, rng: Randomness | None = None
    ) -> Outcome:
        """Lose points; see `lose`."""
        return lose(points, way, self, rng=rng)

    def to_json(self) -> str:
        """Everything about them as JSON text."""
        return write_being(self)

    @classmethod
    def from_json(cls, text: str, rules: Rules | None = None) -> Self:
        """The character of a JSON text. Raises DoesNotFit, with all that does not fit."""
        return read_being(cls, rules or cls.rules, text)
