"""A ruleset on stage: people to play with, sheets to look at, answers to what is asked.

Works on the compiler's ruleset as on a generated package: `runtime` says whose classes play.
"""

from __future__ import annotations

import random
from functools import partial
from importlib import import_module
from itertools import product
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

LENGTHS = (0, 4, 6, 11, 16)


class Stage:
    """Everything that is needed to play. `seen` is what was seen, by what was tried.

    Only the entries that `about` names are played, if it names any.
    """

    def __init__(
        self, runtime: str, rules: Any, about: Collection[str] = frozenset()
    ) -> None:
        self.runtime = runtime
        self.rules = rules
        self.about = about
        self.seen: dict[str, str] = {}
        self.refusals = (
            self.get("play.state", "RefusedError"),
            self.get("record", "FormulaError"),
            self.get("dice.pool", "PoolError"),
            self.get("odds", "OddsError"),
        )
        abilities = [one for one in self.every("ability") if one.ranked]
        skills = [one.skills[0] for one in abilities if one.skills]
        narrow = [one.specializations[0] for one in skills if one.specializations]
        self.ratings = [*abilities, *skills, *narrow]

    def get(self, module: str, name: str) -> Any:
        return getattr(import_module(f"{self.runtime}.{module}"), name)

    def every(self, kind: str) -> list[Any]:
        return list(self.rules.every(kind))

    def subjects(self, kind: str) -> list[Any]:
        """Return the entries of a kind that are played."""
        return [
            one for one in self.every(kind) if not self.about or one.id in self.about
        ]

    def see(self, what: str, tried: Callable[[], object]) -> None:
        """Note what comes of something, be it that it is refused."""
        try:
            found = tried()
        except self.refusals as problem:
            found = f"no: {problem}"
        self.seen[what] = str(found)

    def somebody(self, more: int = 0, **sheet: Any) -> Any:
        """Somebody who has everything that can be had together."""
        ranked = [one for one in self.every("ability") if one.ranked]
        narrow = {one.id: "1D+1" for one in self.every("skill")}
        for one in self.every("specialization"):
            narrow[one.id] = "0D+1" if more else "1D+1"
        ratings = {one.id: f"{3 + more}D+1" for one in ranked}
        given: dict[str, Any] = {
            "ratings": ratings | narrow,
            "abilities": [
                one
                for one in self.every("ability")
                if not one.ranked and not one.excludes
            ],
            "values": self.values(),
            "name": f"Somebody {more}",
            "player": True,
        }
        return self.get("play.character", "Character")(
            rules=self.rules, **given | sheet
        )

    def choices(self, **chosen: Any) -> Any:
        return self.get("play.execution", "Choices")(**chosen)

    def act(
        self, action: Any, who: Any, other: Any, seed: int = 1, **chosen: Any
    ) -> Any:
        """Let somebody act, on the other one if the action has a target."""
        target = None if action.target in ((), ("self",)) else other
        return self.get("play.actions", "act")(
            action, who, target, rng=random.Random(seed), choices=self.choices(**chosen),
            ally=other, opponents=[other],
        )  # fmt: skip

    def able_and_feeble(self) -> list[Any]:
        """Somebody who has everything, and two who have less than two dice and one of it."""
        found = [self.somebody()]
        for code in ("1D+2", "0D+2"):
            little = {one.id: code for one in self.ratings}
            found.append(self.somebody(ratings=little, name=code))
        return found

    def values(self, more: int = 0) -> dict[str, Any]:
        """What nothing but a sheet can say."""
        asked = [
            one for one in self.every("value") if not one.formula and not one.default
        ]
        numbers = {"integer": 11 + more, "length": self.length(30)}
        return {one.id: numbers[one.type] for one in asked if one.type in numbers}

    def length(self, amount: int) -> Any:
        unit = next(one for one in self.every("unit") if one.measures == "length")
        return self.get("amounts", "Quantity")(amount=amount, unit=unit.key)

    def sheet(self, who: Any) -> str:
        """What can be seen of somebody: what they would roll, and all that they have."""
        rolled = [(who, one) for one in self.ratings]
        rolled.append((self.able_and_feeble()[-1], self.ratings[0]))
        lines = [self.said(partial(self.rated, *one)) for one in rolled]
        return "\n".join([self.state(who), *lines])

    def state(self, who: Any) -> str:
        """What changes in play: what they have, their values, the actions that they have left."""
        slots = self.get("play.requirements", "slots")
        lines = [str(slots(who, one)) for one in self.every("action-type")]
        lines += [self.said(partial(who.value, one)) for one in self.every("value")]
        return "\n".join([who.to_json(), *lines])

    def rated(self, who: Any, one: Any) -> str:
        ready = who.pool(one)
        return f"{ready} {ready.shift} {who.fixed(one)}"

    def said(self, tried: Callable[[], object]) -> str:
        try:
            return str(tried())
        except self.refusals as problem:
            return str(problem)

    def samples(self, word: str, of: Any = None) -> list[Any]:
        """Values of a type to try; of entries, those that belong to another, if it is given."""
        code = self.rules.die_code
        plain: dict[str, list[Any]] = {
            "integer": [-7, 1, 3, 8],
            "boolean": [True, False],
            "die-code": [code(1), code(3, 2), code(6, 1)],
            "length": [self.length(n) for n in LENGTHS],
        }
        every = plain.get(word) or self.every(word)
        return [one for one in every if of is None or one.parent == of]

    def answers(self, asked: Any) -> Iterator[dict[str, Any]]:
        """Answers to all that something asks, the most different first."""
        wanted = {
            name: self.picks(what)
            for name, what in vars(asked).get("choose", {}).items()
        }
        for name, ask in asked.inputs.items():
            samples = self.samples(ask.type, ask.of)
            # Most actions go best without what may be left open.
            wanted[name] = [None, *samples[:3]] if ask.optional else samples
        found = list(product(*wanted.values()))
        random.Random(3).shuffle(found)
        for answer in found:
            named = zip(wanted, answer, strict=True)
            yield {name: one for name, one in named if one is not None}

    def picks(self, what: str) -> list[Any]:
        """Rows of a table, or the first of a kind."""
        if what.startswith("table."):
            return list(self.rules.entry(what).rows)
        return self.every(what)[:2]
