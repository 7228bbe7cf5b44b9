"""Effects that are at work for a while begin, or wait for their moment."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from ..amounts import Modifier
from ..effects import Use
from ..record import Entry
from .effects_of import effects_of
from .held import Active
from .refused import Refused
from .timing import is_under_way, lasting
from .words import in_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..duration import Moment
    from ..effects import Effect
    from ..given import Value
    from .being import Being
    from .deed import Deed

REPEATED = ("each", "own")
"""Moments that come again and again."""


def begin(deed: Deed, entry: Entry, raw: Effect, effect: Effect, who: Being) -> None:
    """Something of an entry begins that is at work for a while.

    `raw` is the effect as the entry has it, `effect` what it comes to. Raises Refused where nobody
    chose what it is about.
    """
    _refuse_unchosen(deed, effect)
    by = effect.__dict__.get("by")
    event = effect.lasts.event if effect.lasts is not None else ""
    active = _active(deed, entry, raw).but(
        by=by if isinstance(by, Modifier) else None,
        lasting=lasting(who, effect.lasts, deed.rng),
        times=effect.times or (1 if event == "used" else None),
    )
    if event == "replaced":
        who.effects = [one for one in who.effects if not _is_same(one, active)]
    who.effects.append(active)
    deed.tell(f"{who}: {in_words(effect, deed.label)}", who, effect)


def wait(deed: Deed, entry: Entry, effect: Effect, at: Moment, who: Being) -> None:
    """An effect of an entry waits for its moment.

    Where the moment comes again and again, `times` and `lasts` say how often and how long it does;
    else they are for what happens then. The next end of a period comes after that of the one under
    way.
    """
    active = _active(deed, entry, effect)
    following = at.edge == "end" and at.which in ("next", "own-next")
    active = active.but(waits=int(following and is_under_way(who, at.period)))
    if at.which in REPEATED:
        until = lasting(who, effect.lasts, deed.rng)
        active = active.but(lasting=until, times=effect.times)
    who.effects.append(active)
    deed.tell(f"{who}: {in_words(effect, deed.label)}", who, effect)


def _active(deed: Deed, entry: Entry, raw: Effect) -> Active:
    place = next(n for n, one in enumerate(effects_of(entry)) if one is raw)
    return Active(
        origin=entry.id,
        place=place,
        effect=raw,
        names=_values(deed),
        began_with=deed.began_with,
    )


def _is_same(one: Active, other: Active) -> bool:
    return (one.origin, one.place) == (other.origin, other.place)


def _values(deed: Deed) -> dict[str, Value]:
    """The names of the deed; entries among them become references."""
    return {
        name: deed.here.ref(value.id) if isinstance(value, Entry) else value
        for name, value in deed.names.items()
    }


def _refuse_unchosen(deed: Deed, effect: Effect) -> None:
    words = {word for word in _words(effect) if word.startswith("chosen-")}
    if isinstance(effect, Use) and isinstance(effect.instead_of, str):
        words.add("instead-of")
    missing = sorted(word for word in words if word not in deed.names)
    if missing:
        raise Refused(f"{deed.entry.name} needs a choice: {', '.join(missing)}")


def _words(effect: Effect) -> Iterator[str]:
    for value in effect.__dict__.values():
        parts = (
            cast("tuple[object, ...]", value) if isinstance(value, tuple) else (value,)
        )
        yield from (part for part in parts if isinstance(part, str))
