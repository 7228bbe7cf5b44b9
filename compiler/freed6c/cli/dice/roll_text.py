"""A roll for people at a terminal."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from freed6c.cli.dice.chart import columns
from freed6c.cli.dice.outlook import events
from freed6c.runtime.dice.faces import sides_of
from freed6c.runtime.entries.dice import ChooseOne

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from freed6c.cli.dice.rolled import Rolled
    from freed6c.runtime.dice import Die, Done
    from freed6c.runtime.entries.dice import Step

PLACES = ("first", "second", "third", "fourth", "fifth")


def roll_text(found: Rolled) -> str:
    """The pool, what each step did, and what came of it."""
    lines = [
        str(found.pool),
        found.asked.title,
        "",
        *_rows(_steps(found)),
        "",
        _total(found),
        *_outcome(found),
        *_events(found),
    ]
    return "\n".join(lines) + "\n"


def _rows(rows: Iterable[tuple[str, str]]) -> Iterator[str]:
    known = list(rows)
    wide = max((len(name) for name, _ in known), default=0)
    for name, work in known:
        yield from textwrap.wrap(
            work,
            columns(),
            initial_indent=f"  {name:{wide}}  ",
            subsequent_indent=" " * (wide + 4),
        )


def _steps(found: Rolled) -> Iterator[tuple[str, str]]:
    """The name and the work of each step that had something to do."""
    steps = {step.id: step for step in found.asked.procedure.steps}
    work = _Work(steps, sides_of(found.asked.procedure.die))
    for done in found.roll.steps:
        if not done.idle:
            yield steps[done.step].name, work.said(done)


class _Work:
    """Puts into words what a step did, whatever its game calls it."""

    def __init__(self, steps: Mapping[str, Step], sides: int) -> None:
        self.steps = steps
        self.sides = sides

    def said(self, done: Done) -> str:
        """Everything that a step did."""
        if done.waited:
            return "the face that it waits for did not show"
        parts = [*self._numbers(done), *self._sets(done), *self._dice(done)]
        return "; ".join(parts) or "nothing changes"

    def _numbers(self, done: Done) -> Iterator[str]:
        if done.dice is not None and done.do == "substitute-dice":
            before, after = done.dice
            yield f"{before - after} of {before} dice exchanged"
        elif done.dice is not None and done.dice[0] != done.dice[1]:
            yield f"{done.dice[0]} dice become {done.dice[1]}"
        if done.pips is not None and done.pips[0] != done.pips[1]:
            yield f"{done.pips[0]} pips become {done.pips[1]}"
        if done.count is not None:
            yield f"{done.count} counted"
        if done.choice:
            step = self.steps[done.step]
            assert isinstance(step, ChooseOne)
            yield f"chosen: {step.choices[done.choice].name}"

    def _sets(self, done: Done) -> Iterator[str]:
        if done.set is not None:
            totals = " and ".join(map(str, done.totals))
            yield f"sets of {totals}; the {_place(done.set)} is kept"

    def _dice(self, done: Done) -> Iterator[str]:
        if done.rolled:
            aside = "set aside" if done.set is not None else "rolled"
            yield f"{aside} {self._faces(done.rolled)}"
        if done.dropped:
            yield f"dropped {self._faces(done.dropped)}"
        if done.changed:
            yield ", ".join(
                f"{self._face(before)} counts as {after.value}"
                for before, after in done.changed
            )

    def _faces(self, dice: Iterable[Die]) -> str:
        return ", ".join(map(self._face, dice))

    def _face(self, die: Die) -> str:
        """`3`, `Lantern Die 6+4 = 10`, `Lantern Die d8 5`."""
        shown = "+".join(map(str, die.shown))
        if len(die.shown) > 1:
            shown += f" = {die.value}"
        if die.kind.sides != self.sides:
            shown = f"d{die.kind.sides} {shown}"
        if die.kind.special and die.kind.source in self.steps:
            return f"{self.steps[die.kind.source].name} {shown}"
        return shown


def _place(place: int) -> str:
    return PLACES[place] if place < len(PLACES) else f"{place + 1}th"


def _total(found: Rolled) -> str:
    roll = found.roll
    if not roll.pips:
        return f"Total {roll.total}"
    return f"Total {roll.total}: {roll.total - roll.pips} and {roll.pips:+} in pips"


def _outcome(found: Rolled) -> Iterator[str]:
    roll, band = found.roll, found.band
    if roll.margin is None:
        return
    if not roll.success:
        yield f"Against {roll.target}: failure by {-roll.margin}"
        return
    ranked = f", rank {roll.rank}" if found.asked.procedure.ranks else ""
    name = f", {band.name}" if band else ""
    yield f"Against {roll.target}: success by {roll.margin}{ranked}{name}"


def _events(found: Rolled) -> Iterator[str]:
    known = events(found.asked.procedure)
    for key in found.roll.events:
        words = " ".join(found.asked.plain(known[key].text).split())
        yield from textwrap.wrap(f"{key}: {words}", columns())
