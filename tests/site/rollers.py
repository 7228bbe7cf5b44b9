"""Two rollers, the runtime's and that of a site, side by side: the same faces, the same work."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from freed6c.cli.pools import Asked
from freed6c.cli.roll import Rolled, roll_json
from freed6c.document.phrases import PHRASES
from freed6c.document.wording import label_of
from freed6c.emit.html.assets import STATIC
from freed6c.emit.html.roller_data import procedure_data
from freed6c.runtime.dice.pool import parse
from freed6c.runtime.dice.roll_words import (
    event_in_words,
    outcome_in_words,
    steps_in_words,
    total_in_words,
)
from freed6c.runtime.dice.roller import RollPlan
from freed6c.runtime.entries.dice import ChooseOne, Dice
from freed6c.runtime.notation import PoolError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from playwright.sync_api import Page

    from freed6c.model.ruleset import Ruleset


Told = dict[str, Any]

ENGINE = "".join(
    part.read_text(encoding="utf-8")
    for folder in ("people", "roller")
    for part in sorted((STATIC / "scripts" / folder).glob("*.js"))
    if part.stem not in ("page", "start")
)
"""The roller, and nothing that would begin by itself."""

DRIVE = """
({ procedures, words, cases }) => {
  const say = saying(words);
  const die = ({ kind, faces, shown, value, kept }) =>
    ({ sides: kind.sides, source: kind.source, faces, shown, value, kept });
  const done = ({ step, ...one }) => ({
    step: step.id,
    do: step.do,
    idle: one.idle ?? false,
    waited: one.waited ?? false,
    dice: one.dice ?? null,
    pips: one.pips ?? null,
    rolled: (one.rolled ?? []).map(die),
    dropped: (one.dropped ?? []).map(die),
    changed: (one.changed ?? []).map(([a, b]) => ({ before: die(a), after: die(b) })),
    totals: one.totals ?? [],
    set: one.set ?? null,
    count: one.count ?? null,
    choice: one.choice ?? null,
    tossed: one.tossed ?? null,
  });
  const rolled = ({ place, text, target, faces, choices }) => {
    const procedure = procedures[place];
    const left = [...faces];
    try {
      const pool = parse(text, procedure, 3);
      const found = roll(procedure, pool, () => left.shift(), target, choices);
      const { steps, total, outcome, events } = told(found, procedure, say);
      return {
        pool: written(found.pool),
        total: found.total,
        margin: found.margin,
        success: found.success,
        rank: found.rank,
        events: found.events.map((one) => ({ event: one.key, text: one.text })),
        dice: found.dice.map(die),
        pips: found.pips,
        steps: found.steps.map(done),
        said: [...steps, total, outcome, ...events],
        left: left.length,
      };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return { refused: reason(error, say) };
    }
  };
  return cases.map(rolled);
}
"""


@dataclass
class Recorder:
    """Chance that can be had again: what it gave is written down."""

    chance: random.Random
    given: list[int] = field(default_factory=list)

    def randrange(self, stop: int, /) -> int:
        self.given.append(self.chance.randrange(stop))
        return self.given[-1]


@dataclass(frozen=True)
class Case:
    """A pool of a procedure, and what is chosen where somebody has a choice."""

    procedure: Dice
    text: str
    target: int | None = None
    choose: int = 0

    def choices(self) -> dict[str, str]:
        """A key for each step with a choice."""
        return {
            step.id: list(step.choices)[self.choose % len(step.choices)]
            for step in self.procedure.steps
            if isinstance(step, ChooseOne)
        }


def by_runtime(ruleset: Ruleset, case: Case, seed: int) -> tuple[Told, list[int]]:
    """What the runtime makes of a case, and the numbers that chance gave."""
    rng = Recorder(random.Random(seed))
    choices = case.choices()
    try:
        pool = parse(case.text, case.procedure, 3)
        found = RollPlan(case.procedure, pool).roll(
            rng, case.target, lambda step: choices[step.id]
        )
    except PoolError as error:
        return {"refused": str(error)}, rng.given
    asked = Asked(ruleset, case.procedure)
    rolled = Rolled(asked, pool, seed, found)
    document = json.loads(roll_json(rolled))
    rank = document["rank"] and document["rank"]["rank"]
    return {
        **{key: document[key] for key in document if key in KEPT},
        "events": [
            {**one, "event": label_of(one["event"])} for one in document["events"]
        ],
        "rank": rank,
        "said": [
            *map(list, steps_in_words(found)),
            total_in_words(found),
            "".join(outcome_in_words(found)),
            *(event_in_words(key, asked.event_text(key)) for key in found.events),
        ],
        "left": 0,
    }, rng.given


KEPT = {"pool", "total", "margin", "success", "events", "dice", "pips", "steps"}


def in_page(page: Page, function: str, given: object) -> Any:
    """What a function of JavaScript gives that knows the roller."""
    return page.evaluate(
        f'(given) => {{ "use strict";\n{ENGINE}\nreturn ({function})(given); }}', given
    )


def by_site(
    page: Page, ruleset: Ruleset, cases: Sequence[Case], faces: Sequence[list[int]]
) -> list[Told]:
    """What the roller of a site makes of them, in a browser, with the same numbers."""
    known = {id(case.procedure): case.procedure for case in cases}
    places = {key: place for place, key in enumerate(known)}
    asked = {
        "procedures": [procedure_data(ruleset, one) for one in known.values()],
        "words": dict(PHRASES),
        "cases": [
            {
                "place": places[id(case.procedure)],
                "text": case.text,
                "target": case.target,
                "choices": case.choices(),
                "faces": numbers,
            }
            for case, numbers in zip(cases, faces, strict=True)
        ],
    }
    found: list[Told] = in_page(page, DRIVE, asked)
    return found
