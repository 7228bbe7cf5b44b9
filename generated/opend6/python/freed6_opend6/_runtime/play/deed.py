"""Something that is being done: who takes part, what is known, and what has happened so far."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..record import Entry, Ref
from ..situation import Situation
from .acting import Acting
from .cast import condition_of
from .happened import Happening, Outcome

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ..dice.table import Randomness
    from ..effects import Effect, Who
    from ..given import Value
    from .attempt import Result
    from .being import Being
    from .cast import Cast, Choices
    from .happened import Checked


class Deed:
    """One thing being done. `entry` is what says how; `names` grow as more becomes known.

    `holder` is who an effect happens to that does not say to whom; `rolled`, whether its one effect
    roll has been made; `after` may change a result before anything follows from it; `began_with` is
    the id of the condition that does it, if one does.
    """

    __slots__ = (
        "after",
        "began_with",
        "cast",
        "checks",
        "choices",
        "entry",
        "happenings",
        "holder",
        "names",
        "result",
        "rng",
        "rolled",
    )

    def __init__(
        self,
        entry: Entry,
        cast: Cast,
        choices: Choices,
        rng: Randomness,
        names: Mapping[str, Value | Entry] | None = None,
    ) -> None:
        self.entry = entry
        self.cast = cast
        self.choices = choices
        self.rng = rng
        self.names: dict[str, Value | Entry] = {**(names or {}), **choices.given}
        if choices.condition is not None:
            self.names["chosen-condition"] = condition_of(choices.condition)
        self.result: Result | None = None
        self.rolled = False
        self.holder: Who = "self"
        self.began_with = ""
        self.after: Callable[[Result], Result] = _as_it_is
        self.checks: list[Checked] = []
        self.happenings: list[Happening] = []

    @property
    def actor(self) -> Being:
        """Who does it."""
        return self.cast.actor

    @property
    def here(self) -> Situation:
        """Where its formulas are worked out."""
        acting = Acting(self.actor, self.rng, self.names)
        return Situation(self.actor.rules, self.names, acting)

    def tell(
        self, text: str, who: Being | None = None, effect: Effect | None = None
    ) -> None:
        """Note what happened."""
        self.happenings.append(Happening(text=text, who=who, effect=effect))

    @property
    def outcome(self) -> Outcome:
        """What came of it."""
        return Outcome(checks=tuple(self.checks), happenings=tuple(self.happenings))

    def choosing(self, choices: Choices, entry: Entry) -> Deed:
        """The same deed with other choices for a part of it; what happens is noted in one place."""
        part = Deed(entry, self.cast, choices, self.rng, self.names)
        part.result, part.rolled = self.result, self.rolled
        part.checks, part.happenings = self.checks, self.happenings
        part.holder, part.after = self.holder, self.after
        part.began_with = self.began_with
        return part

    def label(self, what: object) -> str:
        """What something is called: an entry by its name, the chosen by what was chosen."""
        meant = self.names.get(what) if isinstance(what, str) else what
        if isinstance(meant, Ref):
            return self.actor.rules.entry(meant.id).name
        return meant.name if isinstance(meant, Entry) else str(what)


def _as_it_is(result: Result) -> Result:
    return result
