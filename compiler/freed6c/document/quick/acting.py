"""What can be done in a round, and what points are good for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.document.blocks import Text
from freed6c.document.describe.actions import against_words
from freed6c.document.describe.columns import Sketch, table
from freed6c.document.forms import Panel
from freed6c.document.listing import first_sentence
from freed6c.document.quick.panels import panel
from freed6c.document.sentences.against import rated
from freed6c.document.sentences.effects import cell
from freed6c.document.sentences.local_names import names_in
from freed6c.document.wording import capitalised, plain, unended
from freed6c.runtime.entries.actions import Action
from freed6c.runtime.entries.frame import ActionType
from freed6c.runtime.entries.points import Points

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from freed6c.document.blocks import Blocks, Inlines
    from freed6c.document.scribe import Scribe
    from freed6c.runtime.effects import Effect
    from freed6c.runtime.entries.points import Spend

SHORT: Final = 70
"""Letters of an effect that are read in passing."""


def actions(scribe: Scribe) -> Iterator[Panel]:
    """By their type, with how often there is one."""
    for type_ in scribe.ruleset.of(ActionType):
        found = [one for one in scribe.ruleset.of(Action) if one.type.entry is type_]
        for one in panel(scribe, type_, _table(scribe, found)):
            yield _counted(scribe, one, type_)


def _counted(scribe: Scribe, panel_: Panel, type_: ActionType) -> Panel:
    period: Inlines = (Text(type_.per.entry.name),)
    key = "quick.any" if type_.count is None else "quick.count"
    said = scribe.say(key, name=panel_.title, count=type_.count or 0, period=period)
    return Panel(said, panel_.blocks)


def _table(scribe: Scribe, found: Sequence[Action]) -> Blocks:
    lines = [_line(scribe.knowing(names_in(scribe, one)), one) for one in found]
    sketch = Sketch(
        ("action", [(scribe.link(one),) for one in found]),
        ("with", [one[0] for one in lines]),
        ("against", [one[1] for one in lines]),
        ("effect", [one[2] for one in lines]),
    )
    return table(scribe, sketch)


def _line(scribe: Scribe, action: Action) -> tuple[Inlines, Inlines, Inlines]:
    """What is rolled, against what, and what comes of it, if that is short."""
    check = action.check
    if check is None:
        return (), (), _comes_of_it(scribe, action, action.effects)
    return (
        capitalised(rated(scribe, check.with_, "or")),
        capitalised(against_words(scribe, check.against)),
        _comes_of_it(scribe, action, action.effects or check.success),
    )


def _comes_of_it(scribe: Scribe, action: Action, effects: Sequence[Effect]) -> Inlines:
    """The effect, or how the action is told, whichever is short."""
    said = (cell(scribe, effects), unended(first_sentence(scribe, action)))
    return next((one for one in said if 0 < len(plain(one)) <= SHORT), ())


def points(scribe: Scribe) -> Iterator[Panel]:
    """What each pool is spent on."""
    for pool in scribe.ruleset.of(Points):
        ways = list(pool.spend.values())
        sketch = Sketch(
            ("cost", [(Text(str(way.cost)),) for way in ways]),
            ("spend", [(Text(way.name),) for way in ways]),
            ("effect", [_effect(scribe, way) for way in ways]),
        )
        yield from panel(scribe, pool, table(scribe, sketch))


def _effect(scribe: Scribe, way: Spend) -> Inlines:
    return cell(scribe, way.effects)
