"""What is derived from a ruleset, kept with the questions that were asked for it.

What was derived last time is believed if every question that was asked then has the same answer
now: so one changed entry costs what depends on it. A question is the name of a *door* and what is
asked there: `("entry", "skill.stealth")`. Doors are mappings (`Noted`) and functions. Whoever
derives something asks as always; that is noted.

What is derived from a derived thing asks all that was asked for that one, too. Too much is noted
rather than too little: who goes over all that is behind a door depends on `ALL` of it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from functools import partial
from hashlib import blake2b
from marshal import dumps
from os import urandom
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar, cast

from freed6c.formula.evaluator import CompiledFormula
from freed6c.formula.typed_tree import TypedNode, walk_typed
from freed6c.packs.location import Location
from freed6c.runtime.record import Entry, Record, Ref

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
T = TypeVar("T")
Question: TypeAlias = "tuple[Any, ...]"
"""The name of a door, and what is asked there."""
Answer: TypeAlias = bytes
Key: TypeAlias = "tuple[str, ...]"
Before: TypeAlias = "dict[Key, tuple[bytes, list[int], Any]]"
"""What was derived, by key: from what, with the numbers of its questions, and the value."""
Known: TypeAlias = "tuple[bytes, list[Question], list[Answer], Before]"
"""What is kept: the frame, on which all depends; questions and their answers; what was derived."""
Shared: TypeAlias = "tuple[T, tuple[Question, ...]]"
"""Something, and what was asked for it."""

ALL: Final = None
"""What is asked for at a door by whoever goes over all that is behind it."""


@dataclass(slots=True)
class _Thing:
    """What was derived; of what is known, questions are looked up by number when they matter."""

    given: bytes
    value: Any
    asked: Iterable[Question] | None
    numbers: Sequence[int] = ()


class Derived:
    """What is derived in one run. Values are plain: text, bytes, numbers, and tuples of such.

    Everything depends on the `frame`; nothing is kept where there is none. What is `known` from an
    earlier run is believed as far as it holds.
    """

    def __init__(self, frame: object = None, known: Known | None = None) -> None:
        self._is_kept = frame is not None
        self.count_of_news = 0
        self._digests = Digests()
        self._frame = self._digests.of(frame)
        self._things: dict[Key, _Thing] = {}
        self._before: Before = {}
        self._asked_before: list[Question] = []
        self._answered: list[Answer] = []
        self._answers: dict[Question, Answer] = {}
        self._doors: dict[str, Callable[..., object]] = {}
        self._asking: list[dict[Question, None]] = []
        if known is not None and known[0] == self._frame:
            _, self._asked_before, self._answered, self._before = known
        self._same: list[bool | None] = [None] * len(self._answered)

    @property
    def is_kept(self) -> bool:
        """Whether somebody notes what is asked, to keep what is derived."""
        return self._is_kept

    @property
    def is_begun(self) -> bool:
        """Whether anything is known from an earlier run."""
        return bool(self._before)

    # Doors.

    def door(self, name: str, ask: Callable[..., object]) -> None:
        """Open a door: `ask` answers whatever is asked there."""
        self._doors[name] = ask

    def mapping(self, name: str, behind: Mapping[K, V]) -> Mapping[K, V]:
        """Open a door to a mapping; who looks something up in what this gives is noted.

        Where nothing is kept, that is the mapping itself.
        """
        if not self.is_kept:
            return behind
        self.door(name, lambda key: behind if key is ALL else behind.get(key))
        return Noted(self, name, behind)

    def note(self, *question: Any) -> None:
        """Note a question of whoever derives something just now: a door, and what is asked."""
        if self._asking:
            self._asking[-1][question] = None

    def ask(self, question: Question, answer: Callable[[], T]) -> T:
        """An answer that takes more questions, which are not noted: this one stands for them."""
        self.note(*question)
        with self.unnoted():
            return answer()

    @property
    def is_asking(self) -> bool:
        """Whether something is derived just now."""
        return bool(self._asking)

    @contextmanager
    def unnoted(self) -> Iterator[None]:
        """What is asked in here is the answer to a question that is noted already."""
        self._asking.append({})
        try:
            yield
        finally:
            self._asking.pop()

    def digest(self, value: object) -> bytes:
        """What stands for a value where much depends on it."""
        return self._digests.of(value) if self.is_kept else b""

    # Things.

    def of(self, key: Key, derive: Callable[[], T], given: object = ()) -> T:
        """What `derive` gives, or gave; `given` is whatever it knows without asking."""
        if not self._is_kept:
            return derive()
        thing = self._things.get(key)
        if thing is None:
            thing = self._things[key] = self._recall(key, given) or self._derive(
                derive, given
            )
        if self._asking:
            self._asking[-1].update(dict.fromkeys(self._questions(thing)))
        return cast("T", thing.value)

    def _questions(self, thing: _Thing) -> Iterable[Question]:
        if thing.asked is None:
            thing.asked = [self._asked_before[number] for number in thing.numbers]
        return thing.asked

    def shared(
        self,
        store: dict[K, Shared[T]],
        key: K,
        make: Callable[[], T],
        *,
        lasts: Callable[[T], bool] = lambda _: True,
    ) -> T:
        """What is made once in a run for several things: each asks all that was asked for it.

        What does not last is made for each.
        """
        found = store.get(key)
        if found is None and not self._is_kept:
            value = make()
            if lasts(value):
                store[key] = value, ()
            return value
        if found is None:
            self._asking.append({})
            try:
                value = make()
            finally:
                asked = self._asking.pop()
            found = value, tuple(asked)
            if lasts(value):
                store[key] = found
        if self._asking:
            self._asking[-1].update(dict.fromkeys(found[1]))
        return found[0]

    def _derive(self, derive: Callable[[], object], given: object) -> _Thing:
        self._asking.append({})
        try:
            value = derive()
        finally:
            asked = self._asking.pop()
        self.count_of_news += 1
        return _Thing(self._digests.of(given), value, tuple(asked))

    def things(self) -> list[Any]:
        """All that was derived or recalled so far, to be taken by another that knew the same."""
        return [
            (key, thing.given, thing.value, *self._origin(thing))
            for key, thing in self._things.items()
        ]

    def _origin(self, thing: _Thing) -> tuple[Any, ...]:
        return (None, thing.numbers) if thing.numbers else (thing.asked, ())

    def take(self, things: Iterable[Any]) -> None:
        """Take what another derived."""
        for key, given, value, asked, numbers in things:
            if key not in self._things:
                self._things[key] = _Thing(given, value, asked, numbers)
                self.count_of_news += asked is not None

    @property
    def has_news(self) -> bool:
        """Whether anything was derived that was not known."""
        return self.count_of_news > 0

    def _recall(self, key: Key, given: object) -> _Thing | None:
        known = self._before.get(key)
        if known is None:
            return None
        given_then, numbers, value = known
        same = given_then == self._digests.of(given) and self._hold(numbers)
        return _Thing(given_then, value, None, numbers) if same else None

    def _hold(self, numbers: Iterable[int]) -> bool:
        """Whether questions of last time, by their numbers, have the same answers now."""
        same = self._same
        for number in numbers:
            known = same[number]
            if known is None:
                answer = self._answer(self._asked_before[number])
                known = same[number] = answer == self._answered[number]
            if not known:
                return False
        return True

    def _answer(self, question: Question) -> Answer:
        """In short. What cannot be told in short is another one each time."""
        if question not in self._answers:
            door, *about = question
            try:
                with self.unnoted():
                    answer = self._digests.of(self._doors[door](*about))
            except (LookupError, TypeError, RecursionError, AttributeError):
                answer = urandom(16)
            self._answers[question] = answer
        return self._answers[question]

    def known(self) -> Known:
        """All of it, for the next run; also what is known of earlier ones, as far as it holds."""
        things = {
            **{
                key: _Thing(given, value, None, numbers)
                for key, (given, numbers, value) in self._before.items()
                if key not in self._things and self._hold(numbers)
            },
            **self._things,
        }
        numbers: dict[Question, int] = {}
        listed = {
            key: (
                thing.given,
                [
                    numbers.setdefault(asked, len(numbers))
                    for asked in self._questions(thing)
                ],
                thing.value,
            )
            for key, thing in things.items()
        }
        return self._frame, list(numbers), list(map(self._answer, numbers)), listed


class Noted(Mapping[K, V]):
    """A mapping that notes what is looked up in it, as questions at a door."""

    __slots__ = ("_behind", "_note")

    def __init__(
        self, derived: Derived, door: str, behind: Mapping[K, V], *within: str
    ) -> None:
        self._behind = behind
        self._note = partial(derived.note, door, *within)

    def __getitem__(self, key: K) -> V:
        self._note(key)
        return self._behind[key]

    def get(self, key: K, default: Any = None) -> Any:
        """What stands at a key, or something else."""
        self._note(key)
        return self._behind.get(key, default)

    def __contains__(self, key: object) -> bool:
        self._note(key)
        return key in self._behind

    def __iter__(self) -> Iterator[K]:
        self._note(ALL)
        return iter(self._behind)

    def __len__(self) -> int:
        self._note(ALL)
        return len(self._behind)

    def items(self) -> Any:
        """All of it."""
        self._note(ALL)
        return self._behind.items()

    def values(self) -> Any:
        """The same."""
        self._note(ALL)
        return self._behind.values()


# Answers, in short.


class Digests:
    """Digests are the same for the same content, in any run. Places in files are no content."""

    def __init__(self) -> None:
        self._of_entries: dict[int, tuple[Entry, bytes]] = {}

    def of(self, value: object) -> bytes:
        """The digest of a value, in which entries count with all that is in them."""
        return _short(self._plain(value))

    def _entry(self, entry: Entry) -> bytes:
        known = self._of_entries.get(id(entry))
        if known is None:
            found = _short(self._record(entry))
            known = self._of_entries[id(entry)] = entry, found
        return known[1]

    def _record(self, record: Record) -> Any:
        name, said = type(record).__qualname__, record.__dict__.items()
        return [name, *(self._plain(part) for field in said for part in field)]

    def _plain(self, value: Any) -> Any:
        kind = type(value)
        if kind in _ATOMS:
            return value
        if kind is tuple or kind is list:
            return [0, *map(self._plain, value)]
        if isinstance(value, Record):
            return (
                self._entry(value) if isinstance(value, Entry) else self._record(value)
            )
        match value:
            case Ref():
                return [1, value.id]
            case Location():
                return [2]
            case Mapping():
                parts = (part for pair in value.items() for part in pair)
                return [3, *map(self._plain, parts)]
            case set() | frozenset():
                return [
                    4,
                    *sorted(dumps(self._plain(part), _VERSION) for part in value),
                ]
            case Enum():
                return [5, kind.__qualname__, value.name]
            case type():
                return [6, value.__qualname__, getattr(value, "pips_per_die", 0)]
            case str():
                return [8, str(value)]
            case CompiledFormula():
                # All that it may call is in the frame.
                return [7, self._plain(value.checked), self._plain(value.constants)]
            case TypedNode():
                # Each has the whole of its source: that is told once.
                nodes = walk_typed(value)
                return [
                    self._plain(value.node),
                    *(self._plain((n.type, n.meaning, n.coerced_to)) for n in nodes),
                ]
            case _:
                return [kind.__qualname__, *map(self._plain, fields_of(value).values())]


_ATOMS: Final = frozenset({str, int, bool, float, bytes, type(None)})
_VERSION: Final = 2
"""Of the format of `marshal`: without references, which depend on what else there is."""


def _short(plain: Any) -> bytes:
    return blake2b(dumps(plain, _VERSION), digest_size=16).digest()


def fields_of(value: Any) -> Mapping[str, Any]:
    """What an object was made of, by the names of its fields; not what it has found out since.

    Raises TypeError for what does not say what its fields are.
    """
    kind = type(value)
    if hasattr(kind, "__dataclass_fields__"):
        names = list(kind.__dataclass_fields__)
    elif hasattr(kind, "_fields"):
        names = list(kind._fields)
    elif kind is not object and all(
        "__slots__" in base.__dict__ for base in kind.__mro__[:-1]
    ):
        names = [
            name
            for base in kind.__mro__[:-1]
            for name in base.__dict__["__slots__"]
            if hasattr(value, name)
        ]
    else:
        raise TypeError(kind)
    return {name: getattr(value, name) for name in names}
