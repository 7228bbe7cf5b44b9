"""The quick reference: one printed sheet for the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from freed6c.document.blocks import (
    Blocks,
    Code,
    Inlines,
    NumberedList,
    Page,
    Panel,
    Panels,
    Text,
)
from freed6c.document.describe.actions import against_words, rolled
from freed6c.document.describe.parts import Sketch, table
from freed6c.document.describe.tables import lasts, rank
from freed6c.document.listing import first_sentence
from freed6c.document.render_context import Scribe, title_of
from freed6c.document.sentences.amounts import amount, said_of
from freed6c.document.sentences.effects import cell
from freed6c.document.sentences.formulas import cells_by_table, names_in, rated
from freed6c.document.sentences.numbers import duration, say_range
from freed6c.document.wording import capitalised, plain, unended
from freed6c.model.difficulties import difficulties
from freed6c.runtime.amounts import Modifier
from freed6c.runtime.effects import Effect, Modify
from freed6c.runtime.entries.actions import (
    Action,
    EffectRoll,
    Menu,
    Pick,
    Points,
    Spend,
)
from freed6c.runtime.entries.dice import Dice, Step
from freed6c.runtime.entries.tables import Band, Benchmark, Condition, Track
from freed6c.runtime.entries.world import ActionType

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from freed6c.runtime.record import Entry


# How panels of the quick reference are made.


def panel(scribe: Scribe, entry: Entry, blocks: Blocks) -> Iterator[Panel]:
    """A panel that leads to the entry; none where there is nothing to show."""
    if blocks:
        yield Panel((scribe.link(entry),), blocks)


# What can be done in a round, and what points are good for.


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


# Numbers to reach, ranks, what they buy, and the order in which dice are changed.


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


# Tracks, condition by condition.


def tracks(scribe: Scribe) -> Iterator[Panel]:
    """What each condition does, and how long."""
    for track in scribe.ruleset.of(Track):
        yield from panel(scribe, track, _table_suffering(scribe, track))


def _table_suffering(scribe: Scribe, track: Track) -> Blocks:
    """Conditions of which nothing is to be said need no line; if all are such, they share one."""
    conditions = [one for one in track.conditions if _says(scribe, one)]
    if not conditions:
        names: list[Inlines] = [(Text(title_of(one)),) for one in track.conditions]
        return table(scribe, Sketch(("condition", [scribe.listed(names)])))
    sketch = Sketch(
        ("rank", [rank(track, one) for one in conditions]),
        ("condition", [(Text(title_of(one)),) for one in conditions]),
        ("effect", [cell(scribe, one.effects) for one in conditions]),
        ("duration", [lasts(scribe, one) for one in conditions]),
    )
    return table(scribe, sketch)


def _says(scribe: Scribe, condition: Condition) -> bool:
    return bool(cell(scribe, condition.effects) or lasts(scribe, condition))


# What a game master looks up in the middle of a scene, as short as it can be said.


def quick_panels(scribe: Scribe) -> Iterator[Panel]:
    """In the order in which a scene asks for them."""
    for panels in (
        difficulty,
        ranks,
        dice_order,
        actions,
        effect_rolls,
        tracks,
        menus,
        points,
    ):
        yield from panels(scribe)


KEY: Final = "reference"


def reference_page(scribe: Scribe) -> Iterator[Page]:
    """What is looked up most, if there is any of it."""
    panels = tuple(quick_panels(scribe.unanchored().unremarked().briefly()))
    if panels:
        yield Page(
            key=KEY,
            title=scribe.word(KEY),
            anchor=f"page-{KEY}",
            blocks=(Panels("reference", panels),),
            shelf="reference",
            summary=scribe.word(f"{KEY}.summary"),
        )
