"""Saving actors as plain data and JSON text, and loading them, even under changed rules.

Saved data name their ruleset. Entries are saved by id; redirects (`Rules.moved`) lead former ids
to the current entries. An active effect is saved with a description in the keywords of packs
(`{"modify": "checks", "by": "+1D"}`), by which it is found again among the effects of its origin.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from operator import add
from typing import TYPE_CHECKING, Any, TypeVar, assert_never, cast, get_args, get_origin

from ..amounts import DieCode, FormulaPool, Modifier, Quantity
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
from ..record import DataError, Entry, FormulaError, Record, Ref, key_of
from ..situation import FormulaValue, RuleRef, Rules
from .actor import Actor, CharacterError, SheetReader, misfits
from .effects import set_conditions
from .effects_in_force import missing_choices
from .state import (
    ActiveCondition,
    ActiveEffect,
    Kept,
    Lasting,
    RefusedError,
    amount_field,
    effects_of,
    entry_id,
    existing,
    lookup,
)
from .words import DURATIONS

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from ..situation import EntryLike


VERSION = 2

LONGEST = 1_000_000
"""The most characters of a saved text. A character of many years has about ten thousand."""
MOST = 2_000
"""The most items in each list or map of a saved actor. Each is compared with the others."""


# Values as plain data for JSON, and back.

FRACTION = re.compile(r"-?[0-9]{1,99}(/[1-9][0-9]{0,98})?", re.ASCII)
"""An exact number: `3`, `-7/2`. Its length is limited because large numbers cost time."""


def to_plain(value: FormulaValue) -> object:
    """Return a value as plain data for JSON. Raises DataError, a ValueError, if that is impossible.

    Types that JSON lacks become a map with their name as a key: `{"die-code": "3D+1"}`,
    `{"quantity": "5", "unit": "ft"}`.
    """
    match value:
        case None | bool() | int() | str():
            return value
        case Fraction():
            return {"fraction": str(value)}
        case DieCode():
            return {"die-code": str(value)}
        case FormulaPool():
            return {"pool": str(value)}
        case Quantity():
            return {"quantity": str(value.amount), "unit": value.unit}
        case Modifier():
            return {"modifier": dict(vars(value))}
        case Ref():
            return {"ref": value.id}
        case _:
            raise DataError(f"{value} cannot be saved")


def _limited(key: str, items: Collection[T], most: int = MOST) -> Collection[T]:
    """Return the items that are saved under a key. Raises ValueError for more than `most`."""
    if len(items) > most:
        raise DataError(f"{key} has {len(items)} items; the limit is {most}")
    return items


class JsonObject:
    """A JSON object with typed access. Raises ValueError for a missing key or another type."""

    def __init__(self, data: object) -> None:
        if not isinstance(data, Mapping):
            raise DataError(f"expected a map, not {shown(data)}")
        self.data = cast("Mapping[str, object]", data)

    def get(self, key: str) -> object:
        """Return the value of a key, or None."""
        return self.data.get(key)

    def text(self, key: str) -> str:
        """Return a text."""
        return self._typed(key, str)

    def number(self, key: str) -> int:
        """Return a whole number."""
        return self._typed(key, int)

    def count(self, key: str) -> int:
        """Return a whole number that is at least 0."""
        number = self.number(key)
        if number < 0:
            raise DataError(f"{key} cannot be {number}")
        return number

    def optional_count(self, key: str) -> int | None:
        """Return a whole number that is at least 0, or None."""
        return None if self.get(key) is None else self.count(key)

    def inner(self, key: str) -> JsonObject:
        """Return a map as a JSON object."""
        return JsonObject(self.get(key))

    def items(self, key: str, most: int = MOST) -> Iterable[object]:
        """Return the items of a list."""
        return _limited(key, self._typed(key, list[object]), most)

    def pairs(self, key: str) -> Iterable[tuple[str, object]]:
        """Return the pairs of a map."""
        value = self.get(key)
        if not isinstance(value, Mapping):
            raise DataError(wrong_value(key, value))
        return _limited(key, cast("Mapping[str, object]", value).items())

    def of(self, cls: type[Record]) -> dict[str, Any]:
        """Return the map as fields for a record of this class.

        Raises ValueError for an unknown field, and for a value of another type than the default of
        its field. Fields without a default are texts.
        """
        for name, value in self.data.items():
            is_field = name in cls.__annotations__
            if not is_field or type(value) is not type(getattr(cls, name, "")):
                raise DataError(f"{name} cannot be {shown(value)}")
        return dict(self.data)

    def _typed(self, key: str, kind: type[T]) -> T:
        """Return a value of this type. Raises ValueError for another type, and for a bool."""
        value = self.data.get(key)
        if isinstance(value, bool) or not isinstance(value, get_origin(kind) or kind):
            raise DataError(wrong_value(key, value))
        return cast("T", value)


def wrong_value(key: str, value: object) -> str:
    """Return the problem of a key in saved data whose value is missing or of a wrong type."""
    return f"{key} is missing" if value is None else f"{key} cannot be {shown(value)}"


def unknown_format(data: JsonObject, readable: int) -> str:
    """Return the reason why saved data cannot be read; empty if their format can be.

    `readable` is the version of the format that this program reads.
    """
    version = data.get("version")
    if type(version) is int and version == readable:
        return ""
    if version is None:
        return f"missing version of the format (version: {readable})"
    return (
        f"cannot read version {shown(version)} of the format, only {readable} "
        "(version; the version of the rules is ruleset-version)"
    )


def from_plain(data: object, rules: Rules) -> FormulaValue:
    """Return the value of plain data from `to_plain`. Raises ValueError for anything else."""
    if data is None or isinstance(data, bool | int | str):
        return data
    fields = JsonObject(data)
    match sorted(map(str, fields.data)):  # the order of keys does not matter
        case ["fraction"]:
            return _fraction(fields.text("fraction"))
        case ["die-code"]:
            return rules.die_code.parse(fields.text("die-code"))
        case ["pool"]:
            return FormulaPool.read(fields.text("pool"))
        case ["quantity", "unit"]:
            amount = _fraction(fields.text("quantity"))
            number = amount.numerator if amount.denominator == 1 else amount
            unit = existing(rules, f"unit.{fields.text('unit')}", Unit)
            return Quantity(amount=number, unit=unit.key)
        case ["modifier"]:
            return Modifier(**fields.inner("modifier").of(Modifier))
        case ["ref"]:
            return RuleRef(existing(rules, fields.text("ref")).id, rules)
        case _:
            raise DataError(f"{shown(data)} is not a value")


def _fraction(text: str) -> Fraction:
    """Return an exact number from its notation, `7/2`. Raises ValueError for anything else."""
    if FRACTION.fullmatch(text) is None:
        raise DataError(f"{shown(text)} is not a number")
    return Fraction(text)


# Actors as plain data.


T = TypeVar("T")
A = TypeVar("A")
V = TypeVar("V")
B = TypeVar("B", bound=Actor)


def write_actor(who: Actor) -> dict[str, Any]:
    """Return an actor as plain data for JSON. Equal actors give equal data.

    The keys are the fields of `Actor`, those of the ruleset, and the `version` of the format.
    """
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
        "kept": {id: _write_kept(kept) for id, kept in who.kept.items()},
        "gains": [{"points": points, "way": way} for points, way in who.gains],
        "under-way": sorted(who.under_way),
        "passed": sorted(who.passed),
        "clock": dict(who.clock),
        "conditions": [
            {
                "condition": held.condition.id,
                "lasting": _write_lasting(held.lasting),
                "cost": held.cost,
            }
            for held in who.conditions
        ],
        "effects": [_write_active(active, who.rules) for active in who.effects],
    }


def write_json(who: Actor) -> str:
    """Return an actor as JSON text. Equal actors give equal texts."""
    import json

    return json.dumps(write_actor(who), ensure_ascii=False, indent=2)


def _write_kept(kept: Kept) -> dict[str, object]:
    return {**vars(kept), "value": to_plain(kept.value)}


def _write_active(active: ActiveEffect, rules: Rules) -> dict[str, object]:
    """Return an active effect as plain data.

    `place` is the index of the effect among those of its entry that match the description in
    `effect`. It is 0 unless several match, so it survives most changes of the entry.
    """
    effect = effect_to_plain(active.effect)
    matches = _matching_places(rules.entry(active.origin), effect, rules)
    return {
        "origin": active.origin,
        "effect": effect,
        "place": matches.index(active.place),
        "names": {name: to_plain(value) for name, value in active.names.items()},
        "by": to_plain(active.by),
        "lasting": _write_lasting(active.lasting),
        "times": active.times,
        "began-with": active.began_with,
        "waits": active.waits,
        "cost": active.cost,
    }


def _write_lasting(lasting: Lasting | None) -> dict[str, object] | None:
    if lasting is None:
        return None
    duration = dict(vars(lasting.duration))
    counts = {"left": lasting.left, "waits": lasting.waits, "extra": lasting.extra}
    return {"duration": duration, **counts}


# Descriptions of effects, and finding the effect of a description in its entry.


def effect_to_plain(effect: Effect) -> dict[str, Any]:
    """Return an effect in keywords of packs: `{"modify": "checks", "by": "+1D"}`.

    The verb is the first key, and the others follow in alphabetical order. Fields with their
    default are left out.
    """
    fields = vars(effect)
    # The first field has the name of the verb, and holds its object.
    verb = next(iter(type(effect).__annotations__))
    others = sorted(
        name
        for name in fields
        if name != verb and fields[name] != getattr(type(effect), name, None)
    )
    return {key_of(name): _describe_value(fields[name]) for name in (verb, *others)}


def _describe_value(value: object) -> object:
    """Return a field of an effect as plain data; amounts, formulas and references as text."""
    match value:
        case Effect():
            return effect_to_plain(value)
        case tuple():
            return [_describe_value(item) for item in cast("tuple[object, ...]", value)]
        case Mapping():
            pairs = cast("Mapping[str, object]", value).items()
            return {key: _describe_value(item) for key, item in pairs}
        case bool() | int():
            return value
        case _:
            return str(value)


SUBJECT = ("of", "except", "instead-of")
"""Keys that must have the same values in a saved effect and in the effect of the rules that it
matches. Together with the object of its verb, they are what the effect is about.
"""
SHAPE = ("at", "multiplied-by", "set-to")
"""Keys that must be either in both of these effects or in neither. Their values can differ, because
the rules can have changed.
"""


def _matching_places(entry: Entry, saved: Mapping[str, Any], rules: Rules) -> list[int]:
    """Return the places (indices in `effects_of`) of the effects that match a saved description."""
    return [
        place
        for place, effect in enumerate(effects_of(entry))
        if _is_match(effect, effect_to_plain(effect), saved, rules)
    ]


def _is_match(
    effect: Effect, now: Mapping[str, Any], saved: Mapping[str, Any], rules: Rules
) -> bool:
    """Return True if a `saved` description can mean an effect, which is described by `now`."""
    verb = next(iter(now))
    # A later version can reword a narration, or the branches of a choice.
    keys = SUBJECT if isinstance(effect, Narrate | OneOf) else (verb, *SUBJECT)
    return (
        verb in saved
        and all(
            _redirected(saved.get(key), rules) == _redirected(now.get(key), rules)
            for key in keys
        )
        and all((key in saved) == (key in now) for key in SHAPE)
    )


def _redirected(subject: object, rules: Rules) -> object:
    """Return a subject with former ids replaced by current ones (`Rules.moved`).

    A list becomes a set, without the ids of entries that no longer exist. Words such as `checks`,
    which have no dot as ids do, are kept.
    """
    if isinstance(subject, str):
        return rules.moved.get(subject, subject)
    if isinstance(subject, list):
        items = cast("list[object]", subject)
        texts = (item for item in items if isinstance(item, str))
        words = {rules.moved.get(text, text) for text in texts}
        return {word for word in words if "." not in word or lookup(rules, word)}
    return subject


def _in_commas(value: object) -> str:
    items = cast("list[object]", value) if isinstance(value, list) else [value]
    return ", ".join(map(str, items))


# Plain data as actors.


def read_json(cls: type[B], rules: Rules, text: str, *, strict: bool = True) -> B:
    """Return the actor of a JSON text; see `read_actor`."""
    import json

    if len(text) > LONGEST:
        raise CharacterError(
            [f"not a saved character: more than {LONGEST} characters long"]
        )
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as problem:
        raise CharacterError([f"not a saved character: {problem}"]) from None
    return read_actor(cls, rules, data, strict=strict)


def read_actor(cls: type[B], rules: Rules, data: object, *, strict: bool = True) -> B:
    """Return the actor of plain data. Its `load_problems` list the parts that don't fit the rules.

    If there are any, raises CharacterError with those sentences if `strict`. Raises it in any case
    for data that are not a saved actor.
    """
    try:
        saved = JsonObject(data)
        if reason := unknown_format(saved, VERSION):
            raise CharacterError([reason])
        reader = _Reader(rules, saved)
        who = reader.read(cls)
    except (DataError, RecursionError) as problem:
        raise CharacterError([f"not a saved character: {problem}"]) from None
    if reader.problems:
        if strict:
            raise CharacterError(reader.problems, reader.other_rules)
        who.load_problems = tuple(reader.problems)
    return who


PARTS: Mapping[str, str] = {
    "used": "the count of {}",
    "kept": "the kept value of {}",
    "gains": "the unpaid gain of {}",
    "under-way": "the {} under way",
    "passed": "the {} that has passed",
    "clock": "the count of {}",
    "effects": "an effect of {}",
}
"""Names for messages, by keys of a saved actor; `{}` is the name of an item under the key. Items
under other keys have only that name.
"""


class _Reader:
    """A reader of saved actors that leaves out invalid parts and collects `problems`.

    `lost` are the ids of conditions that are left out, together with their effects.
    """

    def __init__(self, rules: Rules, data: JsonObject) -> None:
        self.rules = rules
        self.data = data
        self.problems: list[str] = []
        self.lost: set[str] = set()

    @property
    def other_rules(self) -> str:
        """A sentence on the other rules under which the actor was saved; empty for these rules."""
        saved = (self.data.get("ruleset"), self.data.get("ruleset-version"))
        now = (self.rules.id, self.rules.version)
        if saved in (now, (None, None)):
            return ""
        return "saved under {} {}, but these rules are {} {}".format(*saved, *now)

    def read(self, cls: type[B]) -> B:
        """Return the actor, without the parts that are listed in `problems`."""
        self._report_other_game()
        who = self._read_sheet(cls)
        self._set_conditions(who)
        who.used = self._map("used", self._read_used, merge=add)
        who.gains = self._items("gains", self._read_gain)
        who.kept = self._map("kept", self._read_kept)
        who.under_way = set(self._items("under-way", self._period))
        who.passed = set(self._items("passed", self._period))
        who.clock = self._map("clock", self._read_tick)
        self._set_points(who)
        return who

    def _report_other_game(self) -> None:
        """Add a problem if these rules and those of the saved actor have no pack in common.

        A table that adds or removes a house rule still plays the same game. In another game, equal
        ids are a coincidence: the sheet would fit, but its numbers would mean something else. Data
        that do not name their packs are accepted.
        """
        packs = self.data.get("packs")
        named = cast("list[object]", packs) if isinstance(packs, list) else []
        if named and not {str(pack) for pack in named} & set(self.rules.packs):
            saved = f"{self.data.get('ruleset')} {self.data.get('ruleset-version')}"
            now = f"{self.rules.id} {self.rules.version}"
            self.problems.append(
                f"this was saved under {saved}, a different game from {now}: "
                "they have no pack in common"
            )

    # Lists and maps, without the items that cannot be read.

    def _items(self, key: str, read: Callable[[object], T]) -> list[T]:
        """Read each item of a list."""
        items: list[T] = []
        for item in self._parts(key, self.data.items):
            try:
                items.append(read(item))
            except ValueError as problem:
                self._note(key, item, problem)
        return items

    def _map(
        self,
        key: str,
        read: Callable[[str, object], tuple[str, V]],
        merge: Callable[[V, V], V] | None = None,
    ) -> dict[str, V]:
        """Read the pairs of a map.

        If redirects lead two ids to one, `merge` combines their values. Without `merge`, the value
        saved under the current id counts, and the other is a problem.
        """
        readings: list[tuple[str, object, str, V]] = []
        for id, item in self._parts(key, self.data.pairs):
            try:
                readings.append((id, item, *read(id, item)))
            except ValueError as problem:
                self._note(key, id, problem, item)
        values: dict[str, V] = {}
        current_first = sorted(readings, key=lambda reading: reading[0] != reading[2])
        for id, item, now, value in current_first:
            if merge is not None and now in values:
                values[now] = merge(values[now], value)
            elif values.setdefault(now, value) != value:
                reason = f"{self._name_of(now)} replaces it, and is {values[now]}"
                self._note(key, id, reason, item)
        return values

    def _parts(self, key: str, get: Callable[[str], Iterable[A]]) -> Iterable[A]:
        """Return the result of `get` for a key; empty, with a problem, if it raises ValueError."""
        try:
            return get(key)
        except ValueError as problem:
            self.problems.append(str(problem))
            return ()

    def _note(self, key: str, part: object, why: object, value: object = None) -> None:
        """Add a problem for a part of the actor, with the reason."""
        name = PARTS.get(key, "{}").format(self._name_of(part))
        if isinstance(value, str | int):
            name = f"{name} {value}"
        self.problems.append(f"{name} does not fit: {why}")

    def _name_of(self, part: object) -> str:
        """Return the name of an existing entry, or the saved id."""
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

    def _read_sheet(self, cls: type[B]) -> B:
        """Return an actor with the saved sheet. Abilities that do not fit together are left out.

        Without them, the needs of others can be unmet as well, so this is repeated.
        """
        ratings = self._map("ratings", self._rating)
        abilities = set(self._items("abilities", self._id(Ability)))
        while misfitting := list(misfits(self.rules, abilities | ratings.keys())):
            for ability, why in misfitting:
                self._note("abilities", ability.id, f"it {why}")
                ratings.pop(ability.id, None)
                abilities.discard(ability.id)
        sheet = SheetReader(self.rules)
        name = sheet.name(self.data.get("name"))
        self.problems += sheet.problems
        codes: dict[EntryLike, DieCode | str] = dict(ratings.items())
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
        """Return a function that reads the id of an entry of a kind."""
        return lambda item: existing(self.rules, str(item), kind).id

    def _rating(self, id: str, code: object) -> tuple[str, DieCode]:
        entry = existing(self.rules, id, Ability, Skill, Specialization)
        return entry.id, self.rules.die_code.parse(str(code))

    def _value(self, id: str, item: object) -> tuple[str, FormulaValue]:
        value = from_plain(item, self.rules)
        return self._typed(existing(self.rules, id, Value), value)

    def _typed(self, entry: Entry, value: FormulaValue) -> tuple[str, FormulaValue]:
        """Return a value with its id. Raises ValueError if it is not of the entry's type."""
        sheet = SheetReader(self.rules)
        values = sheet.values({entry: value})
        for problem in sheet.problems:
            raise DataError(problem)
        return entry.id, values[entry.id]

    # State in play.

    def _set_points(self, who: Actor) -> None:
        """Set the saved numbers of points.

        If the actor was saved under other rules, points that are new keep their starting number,
        and saved numbers are clamped to their bounds.
        """
        saved = self._map("points", self._read_point_count)
        if not self.other_rules:
            who.points = saved
            return
        who.points.update(saved)
        for id, number in saved.items():
            points = cast("Points", existing(self.rules, id, Points))
            try:
                clamped = who.within_bounds(points, number)
            except (RefusedError, FormulaError):
                continue
            if clamped != number:
                bound = "minimum" if clamped > number else "maximum"
                self._note("points", id, f"the {bound} is now {clamped}", number)
                who.points[id] = clamped

    def _read_point_count(self, id: str, number: object) -> tuple[str, int]:
        """Return the id and a number of points, which can be negative if they have a minimum."""
        entry = existing(self.rules, id, Points)
        if type(number) is int and isinstance(entry, Points) and entry.min:
            return entry.id, number
        return entry.id, self._count(number)

    def _count(self, number: object) -> int:
        if not isinstance(number, int) or isinstance(number, bool) or number < 0:
            raise DataError(f"expected a number, not {shown(number)}")
        return number

    def _read_used(self, id: str, number: object) -> tuple[str, int]:
        """Return an item of `Actor.used`: the id of an action, a type or points, and a count.

        The id of points can be followed by a way to spend them: `points.fate.spend.reroll`. That of
        an action can be followed by an entry that was chosen: `action.ride/row.horses.gray`.
        """
        action_id, slash, chosen = id.partition("/")
        if slash:
            entry = existing(self.rules, action_id, Action)
            chosen = existing(self.rules, chosen, Entry).id
            return f"{entry.id}/{chosen}", self._count(number)
        base_id, _, way = id.partition(".spend.")
        entry = existing(self.rules, base_id, Points, ActionType, Action)
        if way and not (isinstance(entry, Points) and way in entry.spend):
            raise DataError(f"{base_id} cannot be spent on {way}")
        return entry.id + id.removeprefix(base_id), self._count(number)

    def _read_gain(self, item: object) -> tuple[str, str]:
        data = JsonObject(item)
        points = existing(self.rules, data.text("points"), Points)
        way = data.text("way")
        if not isinstance(points, Points) or way not in points.earn:
            raise DataError(f"{points.id} cannot be earned by {way}")
        return points.id, way

    def _read_kept(self, id: str, item: object) -> tuple[str, Kept]:
        """Return an item of `Actor.kept`: the id of a value or a scene, and the kept value.

        Under the id of a scene it is a number that breaks ties.
        """
        data = JsonObject(item)
        period, left = self._period(data.text("period")), data.number("left")
        value = from_plain(data.get("value"), self.rules)
        if left < 1:
            raise DataError(f"cannot keep a value for {left} {period}")
        entry = existing(self.rules, id, Value, Scene)
        if isinstance(entry, Scene):
            value = data.number("value")
            return entry.id, Kept(value=value, period=period, left=left)
        value = self._typed(entry, value)[1]
        by = existing(self.rules, data.text("by"), Value).id
        return entry.id, Kept(value=value, period=period, by=by, left=left)

    def _period(self, item: object) -> str:
        return existing(self.rules, f"period.{item}", Period).key

    def _read_tick(self, key: str, number: object) -> tuple[str, int]:
        return self._period(key), self._count(number)

    def _set_conditions(self, who: Actor) -> None:
        """Set the conditions that an actor can have together, and the active effects.

        Of conditions that exclude each other, the one of the highest rank stays. The effects of
        omitted conditions are left out without a problem.
        """
        readings = self._items("conditions", self._read_held)
        # By identity, because copies can be equal.
        accepted: dict[int, ActiveCondition] = {}
        for item, held in sorted(
            readings, key=lambda pair: -abs(pair[1].condition.entry.rank)
        ):
            if reason := _conflict(held.condition.entry, accepted.values()):
                self._note("conditions", item, reason)
            else:
                accepted[id(held)] = held
        remaining = [pair for pair in readings if id(pair[1]) in accepted]
        who.conditions = [held for _, held in remaining]
        self.lost.difference_update(["", *(_saved_id(item) for item, _ in remaining)])
        effects = self._items("effects", self._read_active)
        who.effects = [active for active in effects if active is not None]
        if len(remaining) < len(readings):
            set_conditions(who, who.conditions)

    def _read_held(self, item: object) -> tuple[object, ActiveCondition]:
        """Return the data of a condition, and the condition. It counts as lost until accepted."""
        self.lost.add(_saved_id(item))
        data = JsonObject(item)
        condition = existing(self.rules, data.text("condition"), Condition)
        return item, ActiveCondition(
            condition=RuleRef(condition.id, self.rules),
            lasting=self._read_lasting(data.get("lasting")),
            cost=data.count("cost"),
        )

    def _read_active(self, item: object) -> ActiveEffect | None:
        """Return an active effect, None if its condition is left out."""
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
            raise DataError(f"unexpected amount {by}")
        if waits is None:
            self._refuse_other_use(effect, names, by)
        if began_with:
            began_with = existing(self.rules, began_with, Condition).id
        return ActiveEffect(
            origin=entry.id,
            place=place,
            effect=effect,
            names=names,
            by=by,
            lasting=self._read_lasting(data.get("lasting")),
            times=data.optional_count("times"),
            began_with=began_with,
            waits=waits,
            cost=data.optional_count("cost") or 0,
        )

    def _place(self, entry: Entry, data: JsonObject) -> int:
        """Return the place of an effect in its entry. Raises ValueError if none matches.

        Of several matches, return the one with the most fields in common with the description. If
        several have the most, return the one whose index among the matches is nearest to the saved
        place.
        """
        saved, saved_place = data.inner("effect").data, data.number("place")
        effects, matches = effects_of(entry), _matching_places(entry, saved, self.rules)

        def distance(match: tuple[int, int]) -> tuple[int, int]:
            index_of_match, place_in_entry = match
            now = effect_to_plain(effects[place_in_entry])
            in_common = sum(now.get(key) == value for key, value in saved.items())
            return -in_common, abs(index_of_match - saved_place)

        if not matches:
            fields = (f"{key} {_in_commas(value)}" for key, value in saved.items())
            raise DataError(f"these rules have no such effect ({', '.join(fields)})")
        return min(enumerate(matches), key=distance)[1]

    def _names(
        self, data: JsonObject, effect: Effect, waits: int | None
    ) -> dict[str, FormulaValue]:
        """Return the saved names of an effect.

        Names of entries that no longer exist are left out, because the amount of an effect in force
        is saved as well. They raise ValueError if formulas are still to be evaluated: those of an
        effect that waits, or of a Resist.
        """
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
        """Raise ValueError if an effect in force needs other choices, or another type of amount."""
        if missing := missing_choices(effect, names):
            raise DataError(f"missing {' and '.join(missing)}")
        if by is None or not isinstance(effect, Modify):
            return
        if effect.multiplied_by is not None and not isinstance(by, int | Fraction):
            raise DataError(f"cannot multiply by {by}")
        if effect.set_to is not None and (id := entry_id(effect.modify)) is not None:
            self._typed(existing(self.rules, id, Value), by)

    def _read_lasting(self, item: object) -> Lasting | None:
        """Return a duration in play, None without one. `duration` has the fields of `Duration`."""
        if item is None:
            return None
        data = JsonObject(item)
        fields = data.inner("duration")
        form, text = fields.text("form"), fields.text("text")
        duration = Duration(**fields.of(Duration))
        if form not in get_args(Form) or not _is_complete(duration):
            raise DataError(f"{text} is not a duration")
        if duration.period:
            duration = duration.but(period=self._period(duration.period))
        if duration.action_type:
            id = f"action-type.{duration.action_type}"
            type_ = existing(self.rules, id, ActionType)
            duration = duration.but(action_type=type_.key)
        counts = {key: data.count(key) for key in ("left", "waits", "extra")}
        return Lasting(duration=duration, **counts)


def _is_complete(duration: Duration) -> bool:
    """Return True if a duration has the field that its form needs."""
    match duration.form:
        case "this" | "next" | "count" | "end":
            return duration.period != ""
        case "own-action":
            return duration.action_type != ""
        case "event":
            return f"duration.{duration.event}" in DURATIONS
        case "always":
            return True
        case _:
            assert_never(duration.form)


def _saved_id(item: object) -> str:
    """Return the id under which a condition was saved, or an empty text."""
    match item:
        case {"condition": str(id)}:
            return id
        case _:
            return ""


def _conflict(condition: Condition, conditions: Iterable[ActiveCondition]) -> str:
    """Return the reason why an actor cannot have a condition together with others; '' if it can.

    The same rules apply as in `add_condition`.
    """
    track = condition.track
    if track.start is not None and track.start.id == condition.id:
        return f"on {track.name} it means no condition"
    for held in conditions:
        other = held.condition.entry
        if other.parent.id == track.id and (
            track.stacking == "progressive"
            or (track.stacking == "discrete" and other.id == condition.id)
        ):
            return f"{other.name} is already present"
    return ""
