"""The table of all kinds, with the class of each and the key under which packs write it.

Every stage reads it, and so do the type hints of the model (`model/type_hints.py`), the phrases of
documents and the schema of `ruleset.json`. It describes shapes, not games.
"""

from __future__ import annotations

from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from freed6c.packs.lazy import KW_ONLY, dataclass, field
from freed6c.runtime.entries import actions, dice, notes, tables, world
from freed6c.runtime.finding import with_article

if TYPE_CHECKING:
    from collections.abc import Mapping

    from freed6c.runtime.record import Entry


@dataclass(frozen=True)
class EntryKind:
    """A kind of entry. `name` begins the ids of its entries, and `cls` is their class.

    `key` is the map that contains the entries, at the top of a file or in an entry of `parent`; by
    default `name` with an s. `noun` is the name in messages, by default `name` as words. `one` and
    `many` are the names for readers, by default `noun` and `key` as words, or `one` with an s if
    only `one` is set. Ids of a `qualified` kind contain the parent's key, like those of conditions;
    keys of other kinds, such as skills, are unique. A `single` kind is one entry without a key. If
    the order of entries has a meaning, `numbered` is the field with an entry's number. `variants`
    are a setting, and the class for each of its values.
    """

    name: str
    cls: type[Entry]
    _: KW_ONLY
    key: str = ""
    one: str = ""
    many: str = ""
    noun: str = ""
    parent: str | None = None
    qualified: bool = True
    single: bool = False
    numbered: str = ""
    variants: tuple[str, Mapping[str, type[Entry]]] = field(
        default=("", MappingProxyType({})), compare=False
    )

    def __post_init__(self) -> None:
        noun = self.noun or self.name.replace("-", " ")
        key = self.key or f"{self.name}s"
        plural = f"{self.one}s" if self.one else key.replace("-", " ").capitalize()
        words = {"key": key, "noun": noun, "one": noun.capitalize(), "many": plural}
        for name, default in words.items():
            object.__setattr__(self, name, getattr(self, name) or default)

    @property
    def with_article(self) -> str:
        """The kind in a sentence: `an ability`, `a track`."""
        return f"the {self.noun}" if self.single else with_article(self.noun)


KINDS: Final[tuple[EntryKind, ...]] = (
    EntryKind("die-codes", world.DieCodes, key="die-codes", single=True),
    EntryKind("period", world.Period, one="Unit of time", many="Units of time"),
    EntryKind("unit", world.Unit, one="Unit of measure", many="Units of measure"),
    EntryKind("term", world.Term, many="Glossary"),
    EntryKind("ability-type", world.AbilityType),
    EntryKind("action-type", world.ActionType),
    EntryKind("formula", notes.FormulaEntry),
    EntryKind("benchmark", tables.Benchmark),
    EntryKind("band", tables.Band, parent="benchmark", numbered="place"),
    EntryKind("ability", world.Ability, key="abilities"),
    EntryKind("skill", world.Skill, parent="ability", qualified=False),
    EntryKind("specialization", world.Specialization, parent="skill"),
    EntryKind("nature", world.Nature, one="Character type"),
    EntryKind("value", world.Value),
    EntryKind("scale", world.Scale),
    EntryKind("level", world.Level, parent="scale", numbered="place"),
    EntryKind("scope", world.Scope),
    EntryKind("member", world.Member, parent="scope"),
    EntryKind(
        "dice", dice.Dice, key="dice", one="Dice procedure", noun="dice procedure"
    ),
    EntryKind("step", dice.Step, parent="dice", variants=("do", dice.PRIMITIVES)),
    EntryKind("outcome", dice.RollOutcome, parent="dice"),
    EntryKind("track", tables.Track),
    EntryKind("condition", tables.Condition, parent="track", numbered="rank"),
    EntryKind("menu", actions.Menu),
    EntryKind("pick", actions.Pick, parent="menu", one="Menu item"),
    EntryKind("table", tables.Table),
    EntryKind("row", tables.Row, parent="table", one="Table row"),
    EntryKind("effect-roll", actions.EffectRoll),
    EntryKind("action", actions.Action),
    EntryKind("scene", actions.Scene),
    EntryKind("rule", actions.Rule),
    EntryKind(
        "points", actions.Points, key="points", one="Point pool", noun="point pool"
    ),
    EntryKind("hook", world.Hook),
    EntryKind("pillar", world.Pillar),
    EntryKind("option", notes.Option),
    EntryKind("choice", notes.Choice, parent="option"),
    EntryKind("note", notes.Note, one="Open question"),
    EntryKind("character", notes.CharacterEntry, one="Pregenerated character"),
    EntryKind("example", notes.Example, many="Worked examples"),
    EntryKind("chapter", notes.Chapter),
    EntryKind("panel", notes.PanelEntry, many="Quick reference"),
)

BY_NAME: Final = {kind.name: kind for kind in KINDS}
TOP: Final = {kind.key: kind for kind in KINDS if kind.parent is None}


@cache
def child_kinds(kind: EntryKind) -> tuple[EntryKind, ...]:
    """Return the kinds whose entries are inside an entry of this kind."""
    return tuple(inner for inner in KINDS if inner.parent == kind.name)
