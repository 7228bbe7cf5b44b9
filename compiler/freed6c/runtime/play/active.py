"""Effects that are at work for a while begin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..amounts import Modifier
from ..record import Entry
from .effects_of import effects_of
from .held import Active
from .timing import lasting
from .words import in_words

if TYPE_CHECKING:
    from ..effects import Effect
    from ..given import Value
    from .being import Being
    from .deed import Deed


def begin(deed: Deed, entry: Entry, raw: Effect, effect: Effect, who: Being) -> None:
    """Something of an entry begins that is at work for a while, or that waits for its moment.

    `raw` is the effect as the entry has it, `effect` what it comes to.
    """
    place = next(n for n, one in enumerate(effects_of(entry)) if one is raw)
    by = effect.__dict__.get("by")
    used = effect.lasts is not None and effect.lasts.event == "used"
    who.effects.append(
        Active(
            origin=entry.id,
            place=place,
            effect=raw,
            names=_values(deed),
            by=by if isinstance(by, Modifier) else None,
            lasting=lasting(who, effect.lasts, deed.rng),
            times=effect.times or (1 if used else None),
        )
    )
    deed.tell(f"{who}: {in_words(effect, deed.label)}", who, effect)


def _values(deed: Deed) -> dict[str, Value]:
    """The names of the deed; entries among them become references."""
    return {
        name: deed.here.ref(value.id) if isinstance(value, Entry) else value
        for name, value in deed.names.items()
    }
