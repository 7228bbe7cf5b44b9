"""Numbers to reach, ranks, what they buy, and the order in which dice are changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.document.blocks import Blocks, Code, Inlines, NumberedList, Text
from freed6c.document.describe.columns import Sketch, table
from freed6c.document.quick.panels import panel
from freed6c.document.scribe import Scribe, title_of
from freed6c.document.sentences.amounts import amount
from freed6c.document.sentences.durations import duration
from freed6c.document.sentences.effects import cell
from freed6c.document.sentences.numbers import say_range
from freed6c.document.sentences.tokens import said_of
from freed6c.document.wording import capitalised
from freed6c.model.difficulties import difficulties
from freed6c.runtime.amounts import Modifier
from freed6c.runtime.effects import Modify
from freed6c.runtime.entries.actions import Menu, Pick
from freed6c.runtime.entries.dice import Dice, Step
from freed6c.runtime.entries.tables import Band, Benchmark

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.document.forms import Panel


def difficulty(scribe: Scribe) -> Iterator[Panel]:
    """The ladders that checks are rolled against, with the number that counts."""
    for benchmark in dict.fromkeys(one for one, _ in difficulties(scribe.ruleset)):
        yield from panel(scribe, benchmark, _ladder(scribe, benchmark))


def ranks(scribe: Scribe) -> Iterator[Panel]:
    """All other ladders: what turns points into ranks."""
    rolled = {one for one, _ in difficulties(scribe.ruleset)}
    for benchmark in scribe.ruleset.of(Benchmark):
        if benchmark not in rolled:
            yield from panel(scribe, benchmark, _ladder(scribe, benchmark))


def _ladder(scribe: Scribe, benchmark: Benchmark) -> Blocks:
    bands = benchmark.bands
    ranked = _gives_ranks(scribe, benchmark)
    sketch = Sketch(
        ("range", [say_range(scribe, band.range) for band in bands]),
        ("rank", [(Text(str(band.place)),) if ranked else () for band in bands]),
        ("name", [(Text(title_of(band)),) for band in bands]),
        ("number", [() if ranked else _number(band) for band in bands]),
        ("duration", [_lasts(scribe, band) for band in bands]),
    )
    return table(scribe, sketch)


def _gives_ranks(scribe: Scribe, benchmark: Benchmark) -> bool:
    return any(
        one.ranks is not None and one.ranks.entry is benchmark
        for one in scribe.ruleset.of(Dice)
    )


def _number(band: Band) -> Inlines:
    return () if band.number is None else (Text(str(band.number)),)


def _lasts(scribe: Scribe, band: Band) -> Inlines:
    return () if band.lasts is None else capitalised(duration(scribe, band.lasts))


def dice_order(scribe: Scribe) -> Iterator[Panel]:
    """The steps of each procedure by name, with what calls for them."""
    for procedure in scribe.ruleset.of(Dice):
        steps = tuple(_step(scribe, step) for step in procedure.steps)
        yield from panel(scribe, procedure, (NumberedList(steps),))


def _step(scribe: Scribe, step: Step) -> Inlines:
    token = getattr(step, "token", "")
    tokens = [token] if isinstance(token, str) else list(token)
    said = scribe.listed([_token(step, one) for one in tokens if one])
    name: Inlines = (scribe.link(step),)
    return scribe.say("compare.pair", label=name, said=said) if said else name


def _token(step: Step, token: str) -> Inlines:
    word = said_of(step, token)
    return (Code(token), Text(f" {word}")) if word else (Code(token),)


def menus(scribe: Scribe) -> Iterator[Panel]:
    """What can be bought, by cost."""
    for menu in scribe.ruleset.of(Menu):
        yield from panel(scribe, menu, _bought(scribe, menu))


def _bought(scribe: Scribe, menu: Menu) -> Blocks:
    """Picks of one cost stand together."""
    costs = sorted({pick.cost for pick in menu.picks})
    sketch = Sketch(
        ("cost", [(Text(str(cost)),) for cost in costs]),
        (
            "effect",
            [
                scribe.together(
                    [_pick(scribe, pick) for pick in menu.picks if pick.cost == cost]
                )
                for cost in costs
            ],
        ),
    )
    return table(scribe, sketch)


def _pick(scribe: Scribe, pick: Pick) -> Inlines:
    """By its name, with the amount where it is about one; else by what it does."""
    if not pick.name:
        return cell(scribe, pick.effects)
    match pick.effects:
        case (Modify(by=Modifier() as by),) if not by.token:
            said = amount(scribe, by)
            return scribe.say("quick.pick", name=pick.name, amount=said)
        case _:
            return (Text(pick.name),)
