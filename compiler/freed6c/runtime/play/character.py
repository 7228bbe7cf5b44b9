"""The class `Character`, for bots, sheets and virtual tabletops."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from ..arguments import doors
from ..dice.table import dice_of
from ..entries.notes import CharacterEntry
from ..entries.tables import Condition
from ..entries.world import Ability
from .actions import act, test_track
from .being import Being, being_of
from .checks import attempt
from .effects import follow, remove_condition, suffer
from .execution import Transaction, find_condition
from .points import earn, lose, spend
from .possible import Answer, is_out, may, may_do
from .questions import read_facts
from .saving import read_being, read_json, write_being, write_json
from .state import Refused, answering, find

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from ..dice.table import Randomness
    from ..entries.actions import Action, Points, Rule, Scene
    from ..entries.tables import Track
    from ..entries.world import Hook
    from ..situation import Named, Naming, Rules
    from .checks import Attempt, Result
    from .deeds import Deed
    from .execution import Choices
    from .points import Way
    from .saving import Misfits
    from .state import Names, Outcome


@doors  # checks the types of the arguments of all public methods
class Character(Being):
    """A character in play: a sheet, its state, and everything that the character can do.

    Create one from entries or their ids: `Character({abilities.STRENGTH: "3D"}, name="Ann")`.
    `Being` describes the attributes.

    - Parameters for entries also take an id, a name or an alias.
    - `rng` is any object with the `randrange` of `random.Random`. The default is the system's
      random numbers.
    - If the rules do not allow something, the method raises Refused with the reasons, and nothing
      has changed.
    """

    @classmethod
    def ready(
        cls, entry: Naming[CharacterEntry], *, rng: Randomness | None = None
    ) -> Self:
        """Return a ready character of the rules: `Character.ready(characters.MARA)`.

        `rng` rolls points that start with a roll and are not on the sheet.
        """
        ready = find(cls.rules, entry, CharacterEntry)
        return being_of(cls, ready.name, ready, cls.rules, dice_of(rng))

    def pool(
        self, entry: Named, *, ability: Named | None = None, facts: Names | None = None
    ) -> Attempt:
        """Return the pool for a rating, with the effects in force on the character.

        `ability` replaces the skill's usual ability. `facts` answer the questions of standing
        rules.
        """
        other = None if ability is None else find(self.rules, ability, Ability)
        answers = read_facts(self.rules, None, facts or {})
        with answering():
            return attempt(self, entry, ability=other, facts=answers)

    def act(
        self,
        action: Naming[Action],
        target: Being | None = None,
        *,
        rng: Randomness | None = None,
        choices: Choices | None = None,
        ally: Being | None = None,
        opponents: Sequence[Being] = (),
        after: Callable[[Result], Result] | None = None,
    ) -> Outcome:
        """Take an action, on a target if it needs one, and return the outcome.

        - `choices`: the decisions of the character or the game master: facts, purchases and so on.
        - `ally`, `opponents`: other beings that the action can affect.
        - `after`: a function that can change the result of a check before effects follow from it.

        `str()` of the outcome lists the happenings, one a line.
        """
        return act(
            action,
            self,
            target,
            rng=rng,
            choices=choices,
            ally=ally,
            opponents=opponents,
            after=after,
        )

    def may(
        self,
        action: Naming[Action],
        target: Being | None = None,
        *,
        choices: Choices | None = None,
        ally: Being | None = None,
        opponents: Sequence[Being] = (),
    ) -> Answer:
        """Return an answer to whether the character can take an action now, with these choices.

        The answer is true only for yes. Otherwise it has the reasons, the questions to answer
        first, or notes on what the rules leave open. No being changes, and functions in `choices`
        are not called.
        """
        return may(
            action, self, target, choices=choices, ally=ally, opponents=opponents
        )

    def may_do(
        self,
        scene: Naming[Scene],
        target: Being | None = None,
        *,
        choices: Choices | None = None,
        ally: Being | None = None,
        opponents: Sequence[Being] = (),
    ) -> tuple[Answer, ...]:
        """Return an answer as of `may` for each action of a scene, in order.

        No being changes. Actions only for oneself are tried without the target.
        """
        return may_do(
            scene, self, target, choices=choices, ally=ally, opponents=opponents
        )

    @property
    def out(self) -> bool:
        """True if the character is out of the fight, or has given up.

        All actions are then forbidden without exception, for longer than the periods in which
        actions are counted, such as a turn.
        """
        return is_out(self)

    def begin(
        self,
        action: Naming[Action],
        target: Being | None = None,
        *,
        rng: Randomness | None = None,
        choices: Choices | None = None,
        ally: Being | None = None,
        opponents: Sequence[Being] = (),
        among: Iterable[Being] = (),
    ) -> Deed:
        """Begin an action: roll, and stop before anything follows from the roll.

        Spend points on the roll, look at the menu for the ranks, then `finish` or `cancel` the
        deed. No being changes until it is finished.

        Takes the arguments of `act` except `after`, and raises Refused as `act` does. `among` are
        other beings who share a limit on points for everyone.
        """
        from .deeds import begin  # not every program needs deeds, and imports cost time

        return begin(
            action,
            self,
            target,
            rng=rng,
            choices=choices,
            ally=ally,
            opponents=opponents,
            among=among,
        )

    def follow(
        self,
        entry: Naming[Rule | Hook],
        target: Being | None = None,
        *,
        rng: Randomness | None = None,
        choices: Choices | None = None,
        ally: Being | None = None,
        opponents: Sequence[Being] = (),
    ) -> Outcome:
        """Follow a rule, such as giving up, or set off one of the character's hooks.

        Standing and recurring effects are not applied here. If a check activates the hook, follow
        it after that check; other hooks cost a point.
        """
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
        self,
        track: Naming[Track],
        *,
        rng: Randomness | None = None,
        choices: Choices | None = None,
    ) -> Outcome:
        """Make the test that a track defines, and return the outcome.

        If the track names no rating, the choice `with` is the one to roll. Raises Refused if the
        track has no test.
        """
        return test_track(track, self, rng=rng, choices=choices)

    def suffer(
        self, condition: Naming[Condition], rng: Randomness | None = None
    ) -> None:
        """Add a condition. `rng` rolls its duration if that is a roll."""
        with Transaction(self):
            suffer(self, find(self.rules, condition, Condition), dice_of(rng))

    def recover(self, condition: Naming[Condition]) -> None:
        """Remove a condition; the one with the highest cost if the character has several."""
        entry = find_condition(condition, [self], self.rules)
        copies = [held for held in self.conditions if held.condition.id == entry.id]
        if not copies:
            raise Refused(f"{self} does not have {entry.name}")
        remove_condition(self, max(copies, key=lambda held: held.cost))

    def spend(
        self,
        points: Naming[Points],
        way: Way,
        *,
        rng: Randomness | None = None,
        choices: Choices | None = None,
        among: Iterable[Being] = (),
    ) -> Outcome:
        """Spend points in one of the ways in `points.spend`, before a roll or at any time.

        `among` are all participants, for limits that everyone shares. To spend points on a roll
        that was made, call `spend_on`.
        """
        return spend(points, way, self, rng=rng, choices=choices, among=among)

    def earn(
        self, points: Naming[Points], way: Way, *, rng: Randomness | None = None
    ) -> Outcome:
        """Earn points in one of the ways in `points.earn`. They are added now, or when paid.

        `rng` rolls for effects of points that become full.
        """
        return earn(points, way, self, rng=rng)

    def lose(
        self, points: Naming[Points], way: Way, *, rng: Randomness | None = None
    ) -> Outcome:
        """Lose points in one of the ways in `points.lose`, down to their minimum.

        `rng` rolls for effects of points that become empty.
        """
        return lose(points, way, self, rng=rng)

    def sheet(self) -> str:
        """Return the sheet as text for people, as it is now.

        It lists the name, ratings by ability, hooks, values, points, conditions and effects, with
        their remaining durations.
        """
        from .sheet import sheet_lines

        return "\n".join(sheet_lines(self))

    def to_json(self) -> str:
        """Return the character as JSON text for `from_json`. Equal characters give equal texts."""
        return write_json(self)

    def to_dict(self) -> dict[str, Any]:
        """Return the character as plain data: `to_json` before it is written as text."""
        return write_being(self)

    @classmethod
    def from_json(
        cls, text: str, rules: Rules | None = None, *, misfits: Misfits = "raise"
    ) -> Self:
        """Return the character of a JSON text, even if it was saved under other rules.

        Redirects of renamed and replaced entries (`replaced-by`) are followed.

        Misfits are the parts that the rules don't allow. They raise DoesNotFit, all at once. With
        `misfits="drop"` they are left out, and the character's `misfits` lists them, a sentence
        each. These are also misfits:

        - a text of another game, with no pack in common with these rules, because equal ids can
          mean different things there, and
        - a list or a map with more than 2,000 items.

        Raises DoesNotFit in any case if the text is not a saved character, or has more than a
        million characters.
        """
        return read_json(cls, rules or cls.rules, text, misfits)

    @classmethod
    def from_dict(
        cls,
        data: Mapping[str, object],
        rules: Rules | None = None,
        *,
        misfits: Misfits = "raise",
    ) -> Self:
        """Return the character of plain data. Works as `from_json`."""
        return read_being(cls, rules or cls.rules, data, misfits)
