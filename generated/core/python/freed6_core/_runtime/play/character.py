"""The class `Character`, for bots, sheets and virtual tabletops."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from ..arguments import doors
from ..dice.table import dice_of
from ..entries.notes import CharacterEntry
from ..entries.tables import Condition
from ..entries.world import Ability
from .actions import act, test_track
from .actor import Actor, actor_of
from .checks import prepared_pool
from .effects import apply_condition, follow, replace_held
from .execution import Transaction, find_held
from .points import earn, lose, spend
from .possible import Answer, can_take, is_defeated, list_actions
from .questions import read_facts
from .saving import read_actor, read_json, write_actor, write_json
from .state import RefusedError, answering, find

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from ..dice.table import Randomness
    from ..entries.actions import Action, Points, Rule, Scene
    from ..entries.tables import Track
    from ..entries.world import Hook
    from ..situation import EntryLike, Like, Rules
    from .checks import CheckResult, PreparedPool
    from .execution import Choices
    from .pending_actions import PendingAction
    from .points import Way
    from .state import Names, Outcome


@doors  # checks the types of the arguments of all public methods
class Character(Actor):
    """A character in play: a sheet, its state, and everything that the character can do.

    Create one from entries or their ids: `Character({abilities.STRENGTH: "3D"}, name="Ann")`.
    `Actor` describes the attributes.

    - Parameters for entries also take an id, a name or an alias.
    - `rng` is any object with the `randrange` of `random.Random`. The default is the system's
      random numbers.
    - If the rules do not allow something, the method raises RefusedError with the reasons, and
      nothing has changed.
    """

    @classmethod
    def from_pregen(
        cls, entry: Like[CharacterEntry], *, rng: Randomness | None = None
    ) -> Self:
        """Return a pregenerated character of the rules: `Character.from_pregen(characters.MARA)`.

        `rng` rolls points that start with a roll and are not on the sheet.
        """
        pregen = find(cls.rules, entry, CharacterEntry)
        return actor_of(cls, pregen.name, pregen, cls.rules, dice_of(rng))

    def pool(
        self,
        entry: EntryLike,
        *,
        ability: EntryLike | None = None,
        facts: Names | None = None,
    ) -> PreparedPool:
        """Return the pool for a rating, with the effects in force on the character.

        `ability` replaces the skill's usual ability. `facts` answer the questions of standing
        rules.
        """
        other = None if ability is None else find(self.rules, ability, Ability)
        answers = read_facts(self.rules, None, facts or {})
        with answering():
            return prepared_pool(self, entry, ability=other, facts=answers)

    def act(
        self,
        action: Like[Action],
        target: Actor | None = None,
        *,
        rng: Randomness | None = None,
        choices: Choices | None = None,
        ally: Actor | None = None,
        opponents: Sequence[Actor] = (),
        after: Callable[[CheckResult], CheckResult] | None = None,
    ) -> Outcome:
        """Take an action, on a target if it needs one, and return the outcome.

        - `choices`: the decisions of the character or the game master: facts, purchases and so on.
        - `ally`, `opponents`: other actors that the action can affect.
        - `after`: a function that can change the result of a check before effects follow from it.

        `str()` of the outcome lists what happened, one event per line.
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

    def can_take(
        self,
        action: Like[Action],
        target: Actor | None = None,
        *,
        choices: Choices | None = None,
        ally: Actor | None = None,
        opponents: Sequence[Actor] = (),
    ) -> Answer:
        """Return an answer to whether the character can take an action now, with these choices.

        The answer is true only for yes. Otherwise it has the reasons, the questions to answer
        first, or notes on what the rules leave open. No actor changes, and functions in `choices`
        are not called.
        """
        return can_take(
            action, self, target, choices=choices, ally=ally, opponents=opponents
        )

    def list_actions(
        self,
        scene: Like[Scene],
        target: Actor | None = None,
        *,
        choices: Choices | None = None,
        ally: Actor | None = None,
        opponents: Sequence[Actor] = (),
    ) -> tuple[Answer, ...]:
        """Return the answer of `can_take` for each action of a scene, in order.

        No actor changes. Actions that only work on oneself are tried without the target.
        """
        return list_actions(
            scene, self, target, choices=choices, ally=ally, opponents=opponents
        )

    @property
    def is_defeated(self) -> bool:
        """True if the character is out of the fight, or has given up.

        All actions are then forbidden without exception, for longer than the periods in which
        actions are counted, such as a turn.
        """
        return is_defeated(self)

    def start_action(
        self,
        action: Like[Action],
        target: Actor | None = None,
        *,
        rng: Randomness | None = None,
        choices: Choices | None = None,
        ally: Actor | None = None,
        opponents: Sequence[Actor] = (),
        among: Iterable[Actor] = (),
    ) -> PendingAction:
        """Start an action: roll, and stop before effects follow from the roll.

        Spend points on the roll, look at the menu for the ranks, then `finish` or `cancel` the
        action. No actor changes until it is finished.

        Takes the arguments of `act` except `after`, and raises RefusedError as `act` does. `among`
        are other actors who share a limit on points for everyone.
        """
        from .pending_actions import (
            start_action,
        )  # rarely needed, and imports cost time

        return start_action(
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
        entry: Like[Rule | Hook],
        target: Actor | None = None,
        *,
        rng: Randomness | None = None,
        choices: Choices | None = None,
        ally: Actor | None = None,
        opponents: Sequence[Actor] = (),
    ) -> Outcome:
        """Follow a rule, such as giving up, or activate one of the character's hooks.

        Standing and recurring effects are not applied here. A hook is activated with a point, or
        with a check, which needs the facts `with` and `difficulty`.
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
        track: Like[Track],
        *,
        rng: Randomness | None = None,
        choices: Choices | None = None,
    ) -> Outcome:
        """Make the test that a track defines, and return the outcome.

        If the track has no rating, the choice `with` decides what to roll. Raises RefusedError if
        the track has no test.
        """
        return test_track(track, self, rng=rng, choices=choices)

    def apply_condition(
        self, condition: Like[Condition], rng: Randomness | None = None
    ) -> None:
        """Add a condition. `rng` rolls its duration if that is a roll."""
        with Transaction(self):
            apply_condition(self, find(self.rules, condition, Condition), dice_of(rng))

    def remove_condition(self, condition: Like[Condition]) -> None:
        """Remove a condition; the one with the highest cost if the character has several."""
        entry = find_held(condition, [self], self.rules)
        copies = [held for held in self.conditions if held.condition.id == entry.id]
        if not copies:
            raise RefusedError(f"{self} does not have {entry.name}")
        replace_held(self, max(copies, key=lambda held: held.cost))

    def spend(
        self,
        points: Like[Points],
        way: Way,
        *,
        rng: Randomness | None = None,
        choices: Choices | None = None,
        among: Iterable[Actor] = (),
    ) -> Outcome:
        """Spend points in one of the ways in `points.spend`, before a roll or at any time.

        `among` are all participants, for limits that everyone shares. To spend points on a roll
        that was made, call `spend_on`.
        """
        return spend(points, way, self, rng=rng, choices=choices, among=among)

    def earn(
        self, points: Like[Points], way: Way, *, rng: Randomness | None = None
    ) -> Outcome:
        """Earn points in one of the ways in `points.earn`. They are added now, or when paid.

        `rng` rolls for effects of points that become full.
        """
        return earn(points, way, self, rng=rng)

    def lose(
        self, points: Like[Points], way: Way, *, rng: Randomness | None = None
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
        """Return the character as JSON text for `from_json`, equal for equal characters."""
        return write_json(self)

    def to_dict(self) -> dict[str, Any]:
        """Return the character as plain data, the content of `to_json`."""
        return write_actor(self)

    @classmethod
    def from_json(
        cls, text: str, rules: Rules | None = None, *, strict: bool = True
    ) -> Self:
        """Read a character from JSON text, even if it was saved under other rules.

        Redirects of renamed and replaced entries (`replaced-by`) are followed.

        Parts that the rules don't allow raise CharacterError, all at once. With `strict=False`,
        they are omitted, and the character's `load_problems` has a sentence for each. These are
        also invalid:

        - text from another game (no pack in common with these rules), in which equal ids can mean
          different things, and
        - a list or a map with more than 2,000 items.

        Raises CharacterError in any case if the text is not a saved character, or has more
        than a million characters.
        """
        return read_json(cls, rules or cls.rules, text, strict=strict)

    @classmethod
    def from_dict(
        cls,
        data: Mapping[str, object],
        rules: Rules | None = None,
        *,
        strict: bool = True,
    ) -> Self:
        """Read a character from plain data. It works like `from_json`."""
        return read_actor(cls, rules or cls.rules, data, strict=strict)
