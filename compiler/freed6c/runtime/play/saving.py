"""Beings as plain data and JSON text, and back, also by rules that have changed in between.

What is saved names its ruleset. Entries are saved by their ids, and former ids lead to what stands
for them now (`Rules.moved`). An effect in force is saved with what it is, in the words of packs
(`{"modify": "checks", "by": "+1D"}`), and found again by that among the effects of its origin.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from operator import add
from typing import (
    TYPE_CHECKING,
    Any,
    Literal,
    TypeAlias,
    TypeVar,
    assert_never,
    cast,
    get_args,
    get_origin,
)

from ..amounts import DieCode, Modifier, Quantity
from ..arguments import shown
from ..effects import Duration, Effect, Form, Modify, Narrate, OneOf, Resist
from ..entries.actions import Action, Points, Scene
from ..entries.tables import Condition
from ..entries.world import (
    Ability,
    ActionType,
    Hook,
    Period,
    Skill,
    Specialization,
    Unit,
    Value,
)
from ..record import DataError, Entry, Record, Ref, Unworkable, key_of
from ..situation import FormulaValue, RuleRef, Rules
from .being import Being, DoesNotFit, SheetReader, unmet_needs
from .effects import set_conditions
from .effects_in_force import unchosen
from .state import (
    Active,
    Held,
    Kept,
    Lasting,
    Refused,
    amount_field,
    effects_of,
    entry_id,
    existing,
    lookup,
)
from .words import DURATIONS

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from ..situation import Named


VERSION = 2

Misfits: TypeAlias = Literal["raise", "drop"]
"""What to do with what does not fit the rules: refuse all of it, or leave it out."""


LONGEST = 1_000_000
"""Characters of a text that is read. A hero of many years has some ten thousand."""
MOST = 2_000
"""Things in each list or map of a saved being: each is held against the others that are there."""


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
            return {"modifier": dict(vars(value))}
        case Ref():
            return {"ref": value.id}
        case _:
            raise DataError(f"{value} cannot be saved")


def _few(key: str, things: Collection[T], most: int = MOST) -> Collection[T]:
    """What stands under a key. Raises ValueError if these are too many."""
    if len(things) > most:
        raise DataError(f"{key} has {len(things)} things in it, of at most {most}")
    return things


class JsonObject:
    """A JSON object, read by keys. Raises ValueError for keys missing or of another type."""

    def __init__(self, data: object) -> None:
        if not isinstance(data, Mapping):
            raise DataError(f"{shown(data)} should be a map")
        self.data = cast("Mapping[str, object]", data)

    def get(self, key: str) -> object:
        """What stands there; None for nothing."""
        return self.data.get(key)

    def text(self, key: str) -> str:
        """A text."""
        return self._one(key, str)

    def number(self, key: str) -> int:
        """A whole number."""
        return self._one(key, int)

    def count(self, key: str) -> int:
        """A whole number that is not below 0."""
        number = self.number(key)
        if number < 0:
            raise DataError(f"{key} cannot be {number}")
        return number

    def optional_count(self, key: str) -> int | None:
        """Such a number, or nothing."""
        return None if self.get(key) is None else self.count(key)

    def inner(self, key: str) -> JsonObject:
        """A map."""
        return JsonObject(self.get(key))

    def items(self, key: str, most: int = MOST) -> Iterable[object]:
        """The items of a list."""
        return _few(key, self._one(key, list[object]), most)

    def pairs(self, key: str) -> Iterable[tuple[str, object]]:
        """The pairs of a map."""
        value = self.get(key)
        if not isinstance(value, Mapping):
            raise DataError(f"{key} cannot be {shown(value)}")
        return _few(key, cast("Mapping[str, object]", value).items())

    def of(self, cls: type[Record]) -> dict[str, Any]:
        """All fields, each of the type that its default has in a record, or else text."""
        for name, value in self.data.items():
            known = name in cls.__annotations__
            if not known or type(value) is not type(getattr(cls, name, "")):
                raise DataError(f"{name} cannot be {shown(value)}")
        return dict(self.data)

    def _one(self, key: str, kind: type[T]) -> T:
        value = self.data.get(key)
        if isinstance(value, bool) or not isinstance(value, get_origin(kind) or kind):
            raise DataError(f"{key} cannot be {shown(value)}")
        return cast("T", value)


def unknown_format(data: JsonObject, readable: int) -> str:
    """Return why data with another `version` than this cannot be read, or an empty text."""
    version = data.get("version")
    if type(version) is int and version == readable:
        return ""
    if version is None:
        return f"this does not say the version of its format (version: {readable})"
    return (
        f"this has version {shown(version)} of the format, and {readable} can be read "
        "(version; that of the rules is ruleset-version)"
    )


def from_plain(data: object, rules: Rules) -> FormulaValue:
    """The value that plain data stand for. Raises ValueError for anything else."""
    if data is None or isinstance(data, bool | int | str):
        return data
    fields = JsonObject(data)
    match sorted(map(str, fields.data)):  # in whatever order they were written
        case ["fraction"]:
            return _fraction(fields.text("fraction"))
        case ["die-code"]:
            return rules.die_code.parse(fields.text("die-code"))
        case ["quantity", "unit"]:
            amount = _fraction(fields.text("quantity"))
            number = amount.numerator if amount.denominator == 1 else amount
            unit = existing(rules, f"unit.{fields.text('unit')}", Unit)
            return Quantity(amount=number, unit=unit.key)
        case ["modifier"]:
            return modifier(fields.inner("modifier"))
        case ["ref"]:
            return RuleRef(existing(rules, fields.text("ref")).id, rules)
        case _:
            raise DataError(f"{shown(data)} is no value")


def _fraction(text: str) -> Fraction:
    """An exact number, as it was written: `7/2`. Raises ValueError for anything else."""
    if FRACTION.fullmatch(text) is None:
        raise DataError(f"{shown(text)} is no number")
    return Fraction(text)


def modifier(fields: JsonObject) -> Modifier:
    """A modifier from its fields. Raises ValueError where one is unknown, or of another type."""
    return Modifier(**fields.of(Modifier))


# Beings as plain data.


T = TypeVar("T")
A = TypeVar("A")
V = TypeVar("V")
B = TypeVar("B", bound=Being)


def write_being(who: Being) -> dict[str, Any]:
    """A being as plain data, which JSON can hold. Equal beings give equal data."""
    return {
        "version": VERSION,
        "ruleset": who.rules.id,
        "ruleset-version": who.rules.version,
        "packs": list(who.rules.packs),
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
        "clock": dict(who.clock),
        "conditions": [
            {
                "condition": held.condition.id,
                "lasting": _lasting(held.lasting),
                "cost": held.cost,
            }
            for held in who.conditions
        ],
        "effects": [_active(active, who.rules) for active in who.effects],
    }


def write_json(who: Being) -> str:
    """A being as JSON text. Equal beings give equal texts."""
    import json

    return json.dumps(write_being(who), ensure_ascii=False, indent=2)


def _kept(kept: Kept) -> dict[str, object]:
    return {**vars(kept), "value": to_plain(kept.value)}


def _active(active: Active, rules: Rules) -> dict[str, object]:
    effect = described(active.effect)
    alike = _alike(rules.entry(active.origin), effect, rules)
    return {
        "origin": active.origin,
        "effect": effect,
        "place": alike.index(active.place),
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
    lasts = dict(vars(lasting.lasts))
    return {"lasts": lasts, "left": lasting.left, "waits": lasting.waits}


# What an effect is, and which one that is among those of an entry.


def described(effect: Effect) -> dict[str, Any]:
    """An effect in the words of packs, its verb first: `{"modify": "checks", "by": "+1D"}`."""
    fields = vars(effect)
    # The first field of a verb is named like it, and holds what it is about.
    verb = next(iter(type(effect).__annotations__))
    others = sorted(
        name
        for name in fields
        if name != verb and fields[name] != getattr(type(effect), name, None)
    )
    return {key_of(name): _described(fields[name]) for name in (verb, *others)}


def _described(value: object) -> object:
    match value:
        case Effect():
            return described(value)
        case tuple():
            return [_described(item) for item in cast("tuple[object, ...]", value)]
        case Mapping():
            pairs = cast("Mapping[str, object]", value).items()
            return {key: _described(item) for key, item in pairs}
        case bool() | int():
            return value
        case _:
            return str(value)


WHAT = ("of", "except", "instead-of")
"""What an effect is about, besides the object of its verb."""
WHETHER = ("at", "multiplied-by", "set-to")
"""What an effect has or has not, whatever it says: a moment, and what becomes of its amount."""


def _alike(entry: Entry, saved: Mapping[str, Any], rules: Rules) -> list[int]:
    """The places of the effects of an entry that are about the same as one that was described."""
    return [
        place
        for place, effect in enumerate(effects_of(entry))
        if _is_alike(effect, described(effect), saved, rules)
    ]


def _is_alike(
    effect: Effect, now: Mapping[str, Any], saved: Mapping[str, Any], rules: Rules
) -> bool:
    verb = next(iter(now))
    # A text that is told, and the branches of a choice, may well be written otherwise.
    what = WHAT if isinstance(effect, Narrate | OneOf) else (verb, *WHAT)
    return (
        verb in saved
        and all(
            _today(saved.get(key), rules) == _today(now.get(key), rules) for key in what
        )
        and all((key in saved) == (key in now) for key in WHETHER)
    )


def _today(what: object, rules: Rules) -> object:
    """What an effect was about, by the ids of today, without the entries that are no more."""
    if isinstance(what, str):
        return rules.moved.get(what, what)
    if isinstance(what, list):
        texts = (item for item in cast("list[object]", what) if isinstance(item, str))
        words = {rules.moved.get(text, text) for text in texts}
        return {word for word in words if "." not in word or lookup(rules, word)}
    return what


def _place_of(
    entry: Entry, saved: Mapping[str, Any], place: int, rules: Rules
) -> int | None:
    """The place of an effect that was described; None where the entry has none like it.

    Of several about the same, the one with most in common, and of those the one that comes nearest
    to the place that it had among them.
    """
    effects = effects_of(entry)

    def distance(candidate: tuple[int, int]) -> tuple[int, int]:
        number, at = candidate
        now = described(effects[at])
        in_common = sum(now.get(key) == value for key, value in saved.items())
        return -in_common, abs(number - place)

    alike = enumerate(_alike(entry, saved, rules))
    return min(alike, key=distance, default=(0, None))[1]


# Plain data as beings.


def read_json(cls: type[B], rules: Rules, text: str, misfits: Misfits = "raise") -> B:
    """Return the being of a JSON text; see `read_being`."""
    import json

    if len(text) > LONGEST:
        raise DoesNotFit(
            [f"this is no saved character: it has more than {LONGEST} characters"]
        )
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as problem:
        raise DoesNotFit([f"this is no saved character: {problem}"]) from None
    return read_being(cls, rules, data, misfits)


def read_being(
    cls: type[B], rules: Rules, data: object, misfits: Misfits = "raise"
) -> B:
    """Return the being of plain data; its `misfits` list all that does not fit the rules.

    Raises DoesNotFit with all those sentences, unless `misfits` are to be dropped; in any case for
    what is no saved being at all. Raises DataError for other `misfits`.
    """
    if misfits not in get_args(Misfits):
        words = " or ".join(map(repr, get_args(Misfits)))
        raise DataError(f"misfits is {words}, not {misfits!r}")
    try:
        saved = JsonObject(data)
    except ValueError as problem:
        raise DoesNotFit([f"this cannot be read: {problem}"]) from None
    if reason := unknown_format(saved, VERSION):
        raise DoesNotFit([reason])
    reader = _Reader(rules, saved)
    try:
        who = reader.read(cls)
    except RecursionError as problem:
        raise DoesNotFit([f"this cannot be read: {problem}"]) from None
    if reader.problems:
        if misfits == "raise":
            raise DoesNotFit(reader.problems, reader.other_rules)
        who.misfits = tuple(reader.problems)
    return who


PARTS: Mapping[str, str] = {
    "used": "the count of {}",
    "kept": "what is kept of {}",
    "gains": "what was earned of {}",
    "under-way": "the {} under way",
    "passed": "the {} that has passed",
    "clock": "the count of {}",
    "effects": "an effect of {}",
}
"""What the parts of a being are called in sentences, where that is more than a name."""


class _Reader:
    """Reads a being part by part; what does not fit is left out, and told in `problems`.

    `lost` are the ids of conditions that are left out, and their effects with them.
    """

    def __init__(self, rules: Rules, data: JsonObject) -> None:
        self.rules = rules
        self.data = data
        self.problems: list[str] = []
        self.lost: set[str] = set()

    @property
    def other_rules(self) -> str:
        """Under which other rules it was saved; empty where nothing says so."""
        saved = (self.data.get("ruleset"), self.data.get("ruleset-version"))
        now = (self.rules.id, self.rules.version)
        if saved in (now, (None, None)):
            return ""
        return "saved under {} {}, and these rules are {} {}".format(*saved, *now)

    def read(self, cls: type[B]) -> B:
        self._tell_of_another_game()
        who = self._sheet(cls)
        self._conditions(who)
        who.used = self._map("used", self._used, merge=add)
        who.gains = self._items("gains", self._gain)
        who.kept = self._map("kept", self._kept)
        who.under_way = set(self._items("under-way", self._period))
        who.passed = set(self._items("passed", self._period))
        who.clock = self._map("clock", self._ticks)
        self._read_points(who)
        return who

    def _tell_of_another_game(self) -> None:
        """Tell where these rules and those that it was saved under have no pack in common.

        Whoever adds a house rule, or takes one away, still plays the same game, and their
        characters go along. Of another game it is chance what is called alike: a sheet that fits
        would be played by numbers that mean something else, and nobody would notice. Texts that
        do not name their packs are taken as they are.
        """
        packs = self.data.get("packs")
        named = cast("list[object]", packs) if isinstance(packs, list) else []
        if named and not {str(pack) for pack in named} & set(self.rules.packs):
            saved = f"{self.data.get('ruleset')} {self.data.get('ruleset-version')}"
            now = f"{self.rules.id} {self.rules.version}"
            self.problems.append(
                f"this is saved under {saved}, another game than {now}: "
                "they have no pack in common"
            )

    # Lists and maps; what cannot be read in them is left out.

    def _items(self, key: str, read: Callable[[object], T]) -> list[T]:
        """Read each item of a list."""
        items: list[T] = []
        for item in self._parts(key, self.data.items):
            try:
                items.append(read(item))
            except ValueError as problem:
                self._tell(key, item, problem)
        return items

    def _map(
        self,
        key: str,
        read: Callable[[str, object], tuple[str, V]],
        merge: Callable[[V, V], V] | None = None,
    ) -> dict[str, V]:
        """Read the pairs of a map.

        What is merged is added up where two ids are one today. Else the value that was saved under
        the id of today is kept, and the other told.
        """
        found: list[tuple[str, object, str, V]] = []
        for id, item in self._parts(key, self.data.pairs):
            try:
                found.append((id, item, *read(id, item)))
            except ValueError as problem:
                self._tell(key, id, problem, item)
        values: dict[str, V] = {}
        for id, item, now, value in sorted(found, key=lambda pair: pair[0] != pair[2]):
            if merge is not None and now in values:
                values[now] = merge(values[now], value)
            elif values.setdefault(now, value) != value:
                standing = f"{self._called(now)} stands for it, and is {values[now]}"
                self._tell(key, id, standing, item)
        return values

    def _parts(self, key: str, parts: Callable[[str], Iterable[A]]) -> Iterable[A]:
        try:
            return parts(key)
        except ValueError as problem:
            self.problems.append(str(problem))
            return ()

    def _tell(self, key: str, part: object, why: object, value: object = None) -> None:
        """Say what does not fit, and why."""
        what = PARTS.get(key, "{}").format(self._called(part))
        if isinstance(value, str | int):
            what = f"{what} {value}"
        self.problems.append(f"{what} does not fit: {why}")

    def _called(self, part: object) -> str:
        """The name of an entry that is there, or the id."""
        match part:
            case (
                str(id)
                | {"condition": str(id)}
                | {"origin": str(id)}
                | {"points": str(id)}
            ):
                entry = lookup(self.rules, id)
                return id if entry is None else entry.name or id
            case _:
                return repr(part)

    # The sheet.

    def _sheet(self, cls: type[B]) -> B:
        ratings = self._map("ratings", self._rating)
        abilities = set(self._items("abilities", self._id(Ability)))
        while unmet := list(unmet_needs(self.rules, abilities | ratings.keys())):
            for ability, needed in unmet:
                self._tell("abilities", ability.id, f"it needs {needed.name}")
                ratings.pop(ability.id, None)
                abilities.discard(ability.id)
        sheet = SheetReader(self.rules)
        name = sheet.name(self.data.get("name"))
        self.problems += sheet.problems
        codes: dict[Named, DieCode | str] = dict(ratings.items())
        values = self._map("values", self._value)
        return cls(
            codes,
            rules=self.rules,
            name=name,
            player=self.data.get("player") is True,
            abilities=abilities,
            hooks=self._items("hooks", self._id(Hook)),
            values=dict(values.items()),
        )

    def _id(self, kind: type[Entry]) -> Callable[[object], str]:
        return lambda item: existing(self.rules, str(item), kind).id

    def _rating(self, id: str, code: object) -> tuple[str, DieCode]:
        entry = existing(self.rules, id, Ability, Skill, Specialization)
        return entry.id, self.rules.die_code.parse(str(code))

    def _value(self, id: str, item: object) -> tuple[str, FormulaValue]:
        value = from_plain(item, self.rules)
        return self._fitting(existing(self.rules, id, Value), value)

    def _fitting(self, entry: Entry, value: FormulaValue) -> tuple[str, FormulaValue]:
        """A value as one of the type that its entry has. Raises ValueError for others."""
        sheet = SheetReader(self.rules)
        values = sheet.values({entry: value})
        for problem in sheet.problems:
            raise DataError(problem)
        return entry.id, values[entry.id]

    # What changes in play.

    def _read_points(self, who: Being) -> None:
        """Points as they were; under other rules new ones as well, and none beyond the bounds."""
        saved = self._map("points", self._points)
        if not self.other_rules:
            who.points = saved
            return
        who.points.update(saved)
        for id, number in saved.items():
            points = cast("Points", existing(self.rules, id, Points))
            try:
                nearest = who.within_bounds(points, number)
            except (Refused, Unworkable):
                continue
            if nearest != number:
                bound = "least" if nearest > number else "most"
                self._tell("points", id, f"{nearest} is the {bound} now", number)
                who.points[id] = nearest

    def _points(self, id: str, number: object) -> tuple[str, int]:
        """How many points there are of a pool, which may hold less than none."""
        entry = existing(self.rules, id, Points)
        if type(number) is int and isinstance(entry, Points) and entry.least:
            return entry.id, number
        return entry.id, self._count(number)

    def _count(self, number: object) -> int:
        if not isinstance(number, int) or isinstance(number, bool) or number < 0:
            raise DataError(f"it should be a number, and is {shown(number)}")
        return number

    def _used(self, id: str, number: object) -> tuple[str, int]:
        """A count of actions, one or a type, of points, or of one way to spend points."""
        counted, _, way = id.partition(".spend.")
        entry = existing(self.rules, counted, Points, ActionType, Action)
        if way and not (isinstance(entry, Points) and way in entry.spend):
            raise DataError(f"{counted} are not spent on {way}")
        return entry.id + id.removeprefix(counted), self._count(number)

    def _gain(self, item: object) -> tuple[str, str]:
        data = JsonObject(item)
        points = existing(self.rules, data.text("points"), Points)
        way = data.text("way")
        if not isinstance(points, Points) or way not in points.earn:
            raise DataError(f"{points.id} are not earned by {way}")
        return points.id, way

    def _kept(self, id: str, item: object) -> tuple[str, Kept]:
        """What was found for a value, or the number that decides ties in a scene."""
        data = JsonObject(item)
        period, left = self._period(data.text("period")), data.number("left")
        value = from_plain(data.get("value"), self.rules)
        if left < 1:
            raise DataError(f"nothing is kept for {left} {period}")
        entry = existing(self.rules, id, Value, Scene)
        if isinstance(entry, Scene):
            value = data.number("value")
            return entry.id, Kept(value=value, period=period, left=left)
        value = self._fitting(entry, value)[1]
        by = existing(self.rules, data.text("by"), Value).id
        return entry.id, Kept(value=value, period=period, by=by, left=left)

    def _period(self, item: object) -> str:
        return existing(self.rules, f"period.{item}", Period).key

    def _ticks(self, key: str, number: object) -> tuple[str, int]:
        return self._period(key), self._count(number)

    def _conditions(self, who: Being) -> None:
        """The conditions that can be had, together, and the effects that they and others brought.

        Of those that crowd each other the gravest stays. An effect whose condition is left out goes
        with it, and is not told.
        """
        read: list[tuple[object, Held]] = []
        for item in self._parts("conditions", self.data.items):
            try:
                read.append((item, self._held(item)))
            except ValueError as problem:
                self._tell("conditions", item, problem)
                self.lost.add(_saved_id(item))
        staying: dict[int, Held] = {}
        for item, held in sorted(
            read, key=lambda pair: -abs(pair[1].condition.entry.rank)
        ):
            if crowding := _crowding(held.condition.entry, staying.values()):
                self._tell("conditions", item, crowding)
                self.lost.add(_saved_id(item))
            else:
                staying[id(held)] = held
        kept = [(item, held) for item, held in read if id(held) in staying]
        who.conditions = [held for _, held in kept]
        self.lost.difference_update(["", *(_saved_id(item) for item, _ in kept)])
        effects = self._items("effects", self._active)
        who.effects = [active for active in effects if active is not None]
        if len(kept) < len(read):
            set_conditions(who, who.conditions)

    def _held(self, item: object) -> Held:
        data = JsonObject(item)
        condition = existing(self.rules, data.text("condition"), Condition)
        return Held(
            condition=RuleRef(condition.id, self.rules),
            lasting=self._lasting(data.get("lasting")),
            cost=data.count("cost"),
        )

    def _active(self, item: object) -> Active | None:
        """An effect in force, or one that waits; None where its condition is left out."""
        data = JsonObject(item)
        began_with = str(data.get("began-with") or "")
        if began_with in self.lost:
            return None
        entry = existing(self.rules, data.text("origin"))
        by = from_plain(data.get("by"), self.rules)
        place = self._place(entry, data)
        effect = effects_of(entry)[place]
        waits = data.optional_count("waits")
        names = self._names(data, effect, waits)
        if by is not None and amount_field(effect) is None:
            raise DataError(f"it has no amount that could be {by}")
        if waits is None:
            self._refuse_other_use(effect, names, by)
        if began_with:
            began_with = existing(self.rules, began_with, Condition).id
        return Active(
            origin=entry.id,
            place=place,
            effect=effect,
            names=names,
            by=by,
            lasting=self._lasting(data.get("lasting")),
            times=data.optional_count("times"),
            began_with=began_with,
            waits=waits,
        )

    def _place(self, entry: Entry, data: JsonObject) -> int:
        """Return where an effect is in its entry. Raises ValueError if none is like it."""
        saved = data.inner("effect").data
        place = _place_of(entry, saved, data.number("place"), self.rules)
        if place is None:
            words = ", ".join(
                f"{key} {', '.join(map(str, what)) if isinstance(what, list) else what}"
                for key, what in saved.items()
            )
            raise DataError(f"there is none like it now ({words})")
        return place

    def _names(
        self, data: JsonObject, effect: Effect, waits: int | None
    ) -> dict[str, FormulaValue]:
        """The names of an effect. Entries that are gone are left out if no formula needs them."""
        needed = waits is not None or isinstance(effect, Resist)
        names: dict[str, FormulaValue] = {}
        for name, item in data.pairs("names"):
            match item:
                case {"ref": str(id)} if not needed and lookup(self.rules, id) is None:
                    continue
                case _:
                    names[name] = from_plain(item, self.rules)
        return names

    def _refuse_other_use(
        self, effect: Effect, names: Mapping[str, FormulaValue], by: FormulaValue
    ) -> None:
        """Raise ValueError where an effect in force needs other choices, or another amount."""
        if missing := unchosen(effect, names):
            raise DataError(f"nothing says what its {' and '.join(missing)} is")
        if by is None or not isinstance(effect, Modify):
            return
        if effect.multiplied_by is not None and not isinstance(by, int | Fraction):
            raise DataError(f"nothing is multiplied by {by}")
        if effect.set_to is not None and (id := entry_id(effect.modify)) is not None:
            self._fitting(existing(self.rules, id, Value), by)

    def _lasting(self, item: object) -> Lasting | None:
        if item is None:
            return None
        data = JsonObject(item)
        fields = data.inner("lasts")
        form, text = fields.text("form"), fields.text("text")
        lasts = Duration(**fields.of(Duration))
        if form not in get_args(Form) or not _says_when(lasts):
            raise DataError(f"{text} is no duration")
        if lasts.period:
            lasts = lasts.but(period=self._period(lasts.period))
        if lasts.action_type:
            id = f"action-type.{lasts.action_type}"
            lasts = lasts.but(action_type=existing(self.rules, id, ActionType).key)
        return Lasting(lasts=lasts, left=data.count("left"), waits=data.count("waits"))


def _says_when(lasts: Duration) -> bool:
    """Whether the field is there that its form counts by."""
    match lasts.form:
        case "this" | "next" | "count" | "end":
            return lasts.period != ""
        case "own-action":
            return lasts.action_type != ""
        case "event":
            return f"duration.{lasts.event}" in DURATIONS
        case "always":
            return True
        case _:
            assert_never(lasts.form)


def _saved_id(item: object) -> str:
    """The id under which a condition was saved; empty where there is none."""
    match item:
        case {"condition": str(id)}:
            return id
        case _:
            return ""


def _crowding(condition: Condition, conditions: Iterable[Held]) -> str:
    """Why a condition cannot be had besides others, as add_condition has it; empty if it can."""
    track = condition.track
    if track.start is not None and track.start.id == condition.id:
        return f"on {track.name} it stands for having none"
    for held in conditions:
        other = held.condition.entry
        if other.parent.id == track.id and (
            track.stacking == "progressive"
            or (track.stacking == "discrete" and other.id == condition.id)
        ):
            return f"{other.name} is there already"
    return ""
