"""How long something lasts and when it happens, in the periods that a ruleset declares."""

from __future__ import annotations

from typing import Literal

from .record import Record

Form = Literal["this", "next", "count", "end", "own-action", "event", "always"]


class Duration(Record):
    """`until end of own next turn` and the like; `text` is the duration as packs write it.

    - `this`, `next`: that period, whole.
    - `count`: so many periods, a number or a die code to roll (`1D rounds`).
    - `end`: until the end of the period, of the holder's `own` or the `following` one.
    - `own-action`: until the holder's next action of a type.
    - `event`: until it is used, recovered or replaced.
    - `always`: for good.

    `period` and `action_type` are keys of declared entries.
    """

    text: str
    form: Form
    period: str = ""
    count: str = ""
    own: bool = False
    following: bool = False
    action_type: str = ""
    event: str = ""

    def __str__(self) -> str:
        return self.text


class Moment(Record):
    """When something happens: at the `start` or `end` of a period.

    `which` one: the present (`the`), `each`, the `next`, the holder's `own` or `own-next`.
    """

    text: str
    edge: Literal["start", "end"]
    which: Literal["the", "each", "next", "own", "own-next"]
    period: str

    def __str__(self) -> str:
        return self.text
