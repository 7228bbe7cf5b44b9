"""Characters, as those use them who write a bot, a sheet or a virtual tabletop."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from ..entries.abilities import Ability
from ..entries.tracks import Condition
from . import act as acts
from . import points as pools
from .ailing import drop
from .attempt import attempt
from .being import Being
from .book import find
from .effects import suffer
from .following import follow
from .refused import Refused
from .saved import from_json, to_json
from .undoing import Undoing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from ..dice.table import Randomness
    from ..entries.actions import Action, Rule
    from ..entries.points import Points
    from ..entries.tracks import Track
    from ..entries.worlds import Hook
    from ..given import Value
    from ..record import Entry
    from ..situation import Rules
    from .attempt import Attempt, Result
    from .being import Named
    from .cast import Choices
    from .happened import Happening, Outcome


class Character(Being):
    """Somebody who plays: what a being is, and all that one can do.

    Whatever rolls takes `rng`: anything with the `randrange` of `random.Random`. Whatever the rules
    do not let one do raises Refused, with the reasons, and then nothing has happened.
    """

    def pool(
        self,
        entry: Named,
        *,
        ability: Named | None = None,
        facts: Mapping[str, Value | Entry] | None = None,
    ) -> Attempt:
        """What they roll for something, with all that is at work on them now.

        With `ability` in the place of the one that a skill belongs to; `facts` answer what standing
        rules ask.
        """
        other = None if ability is None else find(self.rules, ability, Ability)
        return attempt(self, entry, ability=other, facts=facts)

    def act(
        self,
        action: Action,
        target: Being | None = None,
        *,
        rng: Randomness,
        choices: Choices | None = None,
        ally: Being | None = None,
        opponents: Sequence[Being] = (),
        after: Callable[[Result], Result] | None = None,
    ) -> Outcome:
        """Take an action; see `act`."""
        return acts.act(
            action,
            self,
            target,
            rng=rng,
            choices=choices,
            ally=ally,
            opponents=opponents,
            after=after,
        )

    def follow(
        self,
        entry: Rule | Hook,
        target: Being | None = None,
        *,
        rng: Randomness,
        choices: Choices | None = None,
        ally: Being | None = None,
        opponents: Sequence[Being] = (),
    ) -> Outcome:
        """Do as a rule or a hook says; see `follow`."""
        return follow(
            entry,
            self,
            target,
            rng=rng,
            choices=choices,
            ally=ally,
            opponents=opponents,
        )

    def test(
        self, track: Track, *, rng: Randomness, choices: Choices | None = None
    ) -> Outcome:
        """Test a track; see `test_track`."""
        return acts.test_track(track, self, rng=rng, choices=choices)

    def suffer(self, condition: Named, rng: Randomness | None = None) -> None:
        """Take on a condition. `rng` rolls how long it lasts, where that is rolled."""
        with Undoing(self):
            suffer(self, find(self.rules, condition, Condition), rng or NoDice())

    def recover(self, condition: Named) -> None:
        """Be rid of a condition; of several alike, of the gravest."""
        wanted = find(self.rules, condition, Condition)
        held = [one for one in self.conditions if one.condition.id == wanted.id]
        if not held:
            raise Refused(f"{self} does not have {wanted.name}")
        drop(self, max(held, key=lambda one: one.cost))

    def spend(
        self,
        points: Points,
        way: str,
        *,
        rng: Randomness | None = None,
        choices: Choices | None = None,
        among: Iterable[Being] = (),
    ) -> Outcome:
        """Spend points; see `spend`."""
        return pools.spend(
            points, way, self, rng=rng or NoDice(), choices=choices, among=among
        )

    def earn(self, points: Points, way: str) -> Happening:
        """Earn points; see `earn`."""
        return pools.earn(points, way, self)

    def lose(self, points: Points, way: str) -> Happening:
        """Lose points; see `lose`."""
        return pools.lose(points, way, self)

    def to_json(self) -> str:
        """Everything about them as JSON text."""
        return to_json(self)

    @classmethod
    def from_json(cls, text: str, rules: Rules | None = None) -> Self:
        """The character of a JSON text. Raises DoesNotFit, with all that does not fit."""
        return from_json(cls, rules or cls.rules, text)


class NoDice:
    """Stands where no dice were given: says so when they are needed."""

    def randrange(self, stop: int, /) -> int:
        """Raises Refused."""
        raise Refused(f"this is rolled, with a die of {stop} sides: bring dice")
