"""Characters as JSON, and back; what does not fit the ruleset is named, all of it at once."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, TypeVar, get_args

from ..duration import Duration, Form
from ..entries.frame import ActionType, Period
from ..entries.points import Points
from ..entries.tracks import Condition
from ..record import Entry
from ..situation import RuleRef
from .being import Being, DoesNotFit
from .effects_of import effects_of
from .held import Active, Held
from .lasting import Lasting
from .plain import Fields, modifier, plain, value_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ..given import Value
    from ..situation import Rules

T = TypeVar("T")
B = TypeVar("B", bound=Being)
VERSION = 1


def to_json(who: Being) -> str:
    """Everything about somebody as JSON text, always in the same order."""
    data = {
        "version": VERSION,
        "name": who.name,
        "player": who.player,
        "ratings": {id: str(code) for id, code in who.ratings.items()},
        "abilities": sorted(who.abilities),
        "hooks": sorted(who.hooks),
        "values": {id: plain(value) for id, value in who.values.items()},
        "points": dict(who.points),
        "used": dict(who.used),
        "gains": [{"points": points, "way": way} for points, way in who.gains],
        "under-way": sorted(who.under_way),
        "passed": sorted(who.passed),
        "conditions": [_held(one) for one in who.conditions],
        "effects": [_active(one) for one in who.effects],
    }
    return json.dumps(data, ensure_ascii=False, indent=2)


def _held(held: Held) -> dict[str, object]:
    return {
        "condition": held.condition.id,
        "lasting": _lasting(held.lasting),
        "cost": held.cost,
    }


def _active(active: Active) -> dict[str, object]:
    return {
        "origin": active.origin,
        "place": active.place,
        "verb": type(active.effect).__name__.lower(),
        "names": {name: plain(value) for name, value in active.names.items()},
        "by": plain(active.by),
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


def from_json(cls: type[B], rules: Rules, text: str) -> B:
    """Whoever a JSON text holds.

    Raises DoesNotFit where the text holds nobody, or somebody who does not fit the ruleset.
    """
    try:
        data = Fields(json.loads(text))
    except (ValueError, RecursionError) as problem:
        raise DoesNotFit([f"this cannot be read: {problem}"]) from None
    if data.get("version") != VERSION:
        raise DoesNotFit([f"this is not saved as version {VERSION}"])
    return _Reader(rules, data).read(cls)


class _Reader:
    """Reads piece by piece and collects what does not fit."""

    def __init__(self, rules: Rules, data: Fields) -> None:
        self.rules = rules
        self.data = data
        self.problems: list[str] = []

    def read(self, cls: type[B]) -> B:
        who = self._sheet(cls)
        who.conditions = self._each("conditions", self._held)
        who.effects = self._each("effects", self._active)
        who.points = dict(self._each("points", self._points))
        who.used = dict(self._each("used", self._used))
        who.gains = self._each("gains", self._gain)
        who.under_way = set(self._each("under-way", self._period))
        who.passed = set(self._each("passed", self._period))
        if self.problems:
            raise DoesNotFit(self.problems)
        return who

    def _sheet(self, cls: type[B]) -> B:
        values = self._each("values", self._value)
        name = self.data.get("name")
        if not isinstance(name, str):
            self.problems.append(f"name cannot be {name!r}")
        try:
            return cls(
                dict(self._each("ratings", self._rating)),
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
        """Read each of a list, or of the pairs of a map."""
        found: list[T] = []
        for item in self._items(key):
            try:
                found.append(read(item))
            except (KeyError, ValueError) as problem:
                said = problem.args[0] if problem.args else problem
                self.problems.append(f"{key}: {said}")
        return found

    def _items(self, key: str) -> Iterable[object]:
        try:
            return self.data.items(key)
        except ValueError as problem:
            self.problems.append(str(problem))
            return ()

    def _entry(self, id: str, *kinds: type[Entry]) -> Entry:
        try:
            found = self.rules.entry(id)
        except KeyError:
            message = f"{id} is nothing in these rules"
            raise ValueError(message) from None
        if kinds and not isinstance(found, kinds):
            words = " or ".join(kind.__name__.lower() for kind in kinds)
            message = f"{id} is no {words} of these rules"
            raise ValueError(message)
        return found

    def _period(self, item: object) -> str:
        return self._entry(f"period.{item}", Period).key

    def _rating(self, item: object) -> tuple[str, str]:
        id, code = Fields.pair(item)
        return id, str(code)

    def _value(self, item: object) -> tuple[str, Value]:
        id, value = Fields.pair(item)
        return id, value_of(value, self.rules)

    def _points(self, item: object) -> tuple[str, int]:
        return self._count(item, Points)

    def _used(self, item: object) -> tuple[str, int]:
        """Of points that are counted by how they are spent, the way has to be there."""
        id, number = Fields.pair(item)
        whole, _, way = str(id).partition(".spend.")
        counted = self._count((whole, number), Points, ActionType)
        points = self._entry(whole)
        if way and not (isinstance(points, Points) and way in points.spend):
            message = f"{whole} are not spent on {way}"
            raise ValueError(message)
        return id, counted[1]

    def _count(self, item: object, *kinds: type[Entry]) -> tuple[str, int]:
        id, number = Fields.pair(item)
        self._entry(id, *kinds)
        if not isinstance(number, int) or isinstance(number, bool) or number < 0:
            message = f"{id} should be a number, and is {number!r}"
            raise ValueError(message)
        return id, number

    def _gain(self, item: object) -> tuple[str, str]:
        data = Fields(item)
        points = self._entry(data.text("points"), Points)
        way = data.text("way")
        if not isinstance(points, Points) or way not in points.earn:
            message = f"{points.id} are not earned by {way}"
            raise ValueError(message)
        return points.id, way

    def _held(self, item: object) -> Held:
        data = Fields(item)
        return Held(
            condition=RuleRef(
                self._entry(data.text("condition"), Condition).id, self.rules
            ),
            lasting=self._lasting(data.get("lasting")),
            cost=data.number("cost"),
        )

    def _active(self, item: object) -> Active:
        data = Fields(item)
        origin, place, verb = (
            data.text("origin"),
            data.number("place"),
            data.text("verb"),
        )
        effects = effects_of(self._entry(origin))
        effect = effects[place] if place in range(len(effects)) else None
        if effect is None or type(effect).__name__.lower() != verb:
            message = f"{origin} has no such effect to {verb}"
            raise ValueError(message)
        by, began_with = data.get("by"), str(data.get("began-with") or "")
        if began_with:
            self._entry(began_with, Condition)
        names = (Fields.pair(pair) for pair in data.items("names"))
        return Active(
            origin=origin,
            place=place,
            effect=effect,
            names={name: value_of(value, self.rules) for name, value in names},
            by=None if by is None else modifier(Fields(by).inner("modifier")),
            lasting=self._lasting(data.get("lasting")),
            times=data.number("times") if data.get("times") is not None else None,
            began_with=began_with,
            waits=data.number("waits") if data.get("waits") is not None else None,
        )

    def _lasting(self, item: object) -> Lasting | None:
        if item is None:
            return None
        data = Fields(item)
        fields = data.inner("lasts")
        form, text = fields.text("form"), fields.text("text")
        lasts = Duration(**fields.of(Duration))
        if form not in get_args(Form):
            message = f"{text} is no duration"
            raise ValueError(message)
        if lasts.period:
            self._period(lasts.period)
        return Lasting(
            lasts=lasts, left=data.number("left"), waits=data.number("waits")
        )
