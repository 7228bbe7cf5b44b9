"""What can be done in a round, and what points are good for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from freed6c.document.blocks import Blocks, Inlines, Text
from freed6c.document.describe.actions import against_words, rolled
from freed6c.document.describe.columns import Sketch, table
from freed6c.document.forms import Panel
from freed6c.document.listing import first_sentence
from freed6c.document.quick.panels import panel
from freed6c.document.sentences.against import rated
from freed6c.document.sentences.effects import cell
from freed6c.document.sentences.local_names import cells_by_table, names_in
from freed6c.document.wording import capitalised, plain, unended
from freed6c.runtime.entries.actions import Action, EffectRoll, Points, Spend
from freed6c.runtime.entries.world import ActionType

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from freed6c.document.scribe import Scribe
    from freed6c.runtime.effects import Effect
    from freed6c.runtime.record import Entry


SHORT: Final = 80
"""Letters of an effect that are read in passing."""

SENTENCE: Final = 105
"""Letters of a sentence that are: it reads faster than an effect."""


class Line(NamedTuple):
    """What is rolled, against what, and what comes of it."""

    roll: Inlines
    against: Inlines
    effect: Inlines


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
    lines = [_line(scribe, one) for one in found]
    return _sketched(scribe, "action", found, lines)


def effect_rolls(scribe: Scribe) -> Iterator[Panel]:
    """What is rolled when an action says so, all on one panel."""
    found = scribe.ruleset.of(EffectRoll)
    lines = [_rolled(scribe.knowing(names_in(scribe, one)), one) for one in found]
    blocks = _sketched(scribe, "effect-roll", found, lines)
    if blocks:
        yield Panel((Text(scribe.word("kinds.effect-roll")),), blocks)


def _sketched(
    scribe: Scribe, label: str, found: Sequence[Entry], lines: Sequence[Line]
) -> Blocks:
    """An `against` that all have in common says nothing."""
    against = [one.against for one in lines]
    same = len(against) > 1 and all(one in (against[0], ()) for one in against)
    sketch = Sketch(
        (label, [(scribe.link(one),) for one in found]),
        ("with", [one.roll for one in lines]),
        ("against", [() for _ in lines] if same else against),
        ("effect", [one.effect for one in lines]),
    )
    return table(scribe, sketch)


def _line(scribe: Scribe, action: Action) -> Line:
    """What is rolled, against what, and what comes of it, if that is short.

    The first cell of a chosen row says of which table that is.
    """
    here = scribe.knowing(names_in(scribe, action))
    effect = _comes_of_it(here, action, action.effects)
    check = action.check
    if check is None:
        return Line((), (), effect)
    roll = rolled(here, action)
    told = roll != rated(here, check.with_, "or")
    further = here if told else here.knowing(cells_by_table(here, action))
    against = against_words(further, check.against)
    effect = _comes_of_it(here, action, action.effects or check.success)
    return Line(capitalised(roll), capitalised(against), effect)


def _rolled(scribe: Scribe, roll: EffectRoll) -> Line:
    check = roll.check
    return Line(
        capitalised(rated(scribe, check.with_, "or")),
        capitalised(against_words(scribe, check.against)),
        cell(scribe, check.success),
    )


def _comes_of_it(scribe: Scribe, action: Action, effects: Sequence[Effect]) -> Inlines:
    """The effect, or how the action is told, whichever is short."""
    said = cell(scribe, effects)
    if 0 < len(plain(said)) <= SHORT:
        return said
    told = unended(first_sentence(scribe, action))
    return told if len(plain(told)) <= SENTENCE else ()


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
