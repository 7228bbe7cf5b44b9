"""`Character`, the class for those who write a bot, a sheet or a virtual tabletop."""

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


@doors
class Character(Being):
    """Somebody who plays: a sheet, what has happened to them, and all that they can do.

    The sheet is given by entries or their ids: `Character({abilities.STRENGTH: "3D"}, name="Ann")`.
    `Being` tells what the attributes hold.

    Wherever an entry is taken, what it is called will do: its id, its name, an alias. Whatever
    rolls takes `rng`: anything with the `randrange` of `random.Random`, the dice of the system if
    it is left out. Whatever the rules do not let one do raises Refused, with the reasons, and then
    nothing has happened.
    """

    @classmethod
    def ready(
        cls, entry: Naming[CharacterEntry], *, rng: Randomness | None = None
    ) -> Self:
        """A ready character of the rules: `Character.ready(characters.MARA)`.

        `rng` rolls points that start with a roll, if the sheet does not have them.
        """
        ready = find(cls.rules, entry, CharacterEntry)
        return being_of(cls, ready.name, ready, cls.rules, dice_of(rng))

    def pool(
        self, entry: Named, *, ability: Named | None = None, facts: Names | None = None
    ) -> Attempt:
        """What they roll for something, with all effects in force on them.

        With `ability` in the place of the one that a skill belongs to; `facts` answer what standing
        rules ask.
        """
        other = None if ability is None else find(self.rules, ability, Ability)
        known = read_facts(self.rules, None, facts or {})
        with answering():
            return attempt(self, entry, ability=other, facts=known)

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
        """Take an action, on a target where it needs one.

        `choices` are what this character, or the game master, decides: facts of the situation,
        what ranks are spent on. `ally` and `opponents` are others that it may concern. `after` may
        change the result of a check before anything follows from it. What happened is told by
        `str()` of the outcome, line by line.
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
        """Whether they may take an action now, with these choices; nobody is changed by asking.

        It is true for yes alone, and else has the reasons, the questions to answer first, or the
        notes on what the rules leave open. A function in `choices` is not asked.
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
        """Whether they may take the actions of a scene now: an answer for each, in order.

        Nobody is changed by asking. Those that are for oneself alone are not for the target.
        """
        return may_do(
            scene, self, target, choices=choices, ally=ally, opponents=opponents
        )

    @property
    def out(self) -> bool:
        """Whether they can do nothing any more, or have given up.

        All actions are forbidden to them without exception, and that ends with no period in which
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
        """Begin an action: it is rolled, and nothing has followed yet.

        Spend points on the roll, see what the ranks buy, then `finish` the deed, or `cancel` it.
        Takes what `act` takes, but `after`, and is refused like it; `among` are others who share a
        limit on points for everyone. Until the deed is finished, nobody has changed.
        """
        from .deeds import begin  # many a program has nobody to decide

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
        """Do as a rule says that has to be followed (giving up), or set off a hook of one's own.

        What a rule or a hook does all the time needs nobody to follow it, and is left out here. A
        hook that a check activates is set off once that check was made; else it costs a point.
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
        """Test one of their tracks, as the track says. Raises Refused where it has no test.

        What the check is made with is the choice `with`, unless the track names it.
        """
        return test_track(track, self, rng=rng, choices=choices)

    def suffer(
        self, condition: Naming[Condition], rng: Randomness | None = None
    ) -> None:
        """Take on a condition. `rng` rolls how long it lasts, where that is rolled."""
        with Transaction(self):
            suffer(self, find(self.rules, condition, Condition), dice_of(rng))

    def recover(self, condition: Naming[Condition]) -> None:
        """Be rid of a condition; of several alike, of the gravest."""
        wanted = find_condition(condition, [self], self.rules)
        alike = [held for held in self.conditions if held.condition.id == wanted.id]
        if not alike:
            raise Refused(f"{self} does not have {wanted.name}")
        remove_condition(self, max(alike, key=lambda held: held.cost))

    def spend(
        self,
        points: Naming[Points],
        way: Way,
        *,
        rng: Randomness | None = None,
        choices: Choices | None = None,
        among: Iterable[Being] = (),
    ) -> Outcome:
        """Spend points in one of their ways, `points.spend`, before a roll or at any time.

        `among` are all who take part, where a limit counts for everyone together. What is spent on
        a check that was rolled changes its result: see `spend_on`.
        """
        return spend(points, way, self, rng=rng, choices=choices, among=among)

    def earn(
        self, points: Naming[Points], way: Way, *, rng: Randomness | None = None
    ) -> Outcome:
        """Earn points in one of their ways, `points.earn`, now or when they are paid.

        `rng` rolls where points that are full set off something that is rolled.
        """
        return earn(points, way, self, rng=rng)

    def lose(
        self, points: Naming[Points], way: Way, *, rng: Randomness | None = None
    ) -> Outcome:
        """Lose points in one of the ways, `points.lose`, as far as there are any.

        `rng` rolls where points that are empty set off something that is rolled.
        """
        return lose(points, way, self, rng=rng)

    def sheet(self) -> str:
        """Their sheet as it is now, a line for each thing: what a bot shows to people.

        Their name, ratings by ability, hooks, values, points, conditions and effects, with how long
        these still last.
        """
        from .sheet import sheet_lines

        return "\n".join(sheet_lines(self))

    def to_json(self) -> str:
        """Everything about them as JSON text, for `from_json`; the same for equal characters."""
        return write_json(self)

    def to_dict(self) -> dict[str, Any]:
        """The same as plain data: what `json.loads` makes of the text."""
        return write_being(self)

    @classmethod
    def from_json(
        cls, text: str, rules: Rules | None = None, *, misfits: Misfits = "raise"
    ) -> Self:
        """The character of a JSON text, also of one that was saved under other rules.

        What was renamed or replaced (`use-instead`) since is followed. That the text is of another
        game, with no pack in common with these rules, is told like what does not fit, even if all
        fits: what is called alike may mean something else there. What does not fit the rules
        raises DoesNotFit, all of it at once; with `misfits="drop"` it is left out, and the
        character's `misfits` say what that was, a sentence each. A text that is no saved character
        at all raises DoesNotFit in any case; so does one of more than a million characters. A list
        or a map of more than 2,000 things does not fit.
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
        """The character of plain data, as `from_json` reads that of a text."""
        return read_being(cls, rules or cls.rules, data, misfits)
