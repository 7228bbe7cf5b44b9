"""The one table of kinds: which exist, under which key packs write them, and how they nest.

The loader, the schemas, overlays, addresses and the linker all read it. It knows shapes, not games.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """One kind of entry.

    `key` is the map that holds its entries: at the top of a file, or in the entry of `parent`.
    `qualified` says whether ids carry the parent's key, as those of conditions do; keys of skills
    are unique by themselves.
    A `single` kind is one entry without a key of its own. Where order is rank, `numbered` names
    the field that holds the number an entry has by its place.
    """

    name: str
    key: str
    parent: str | None = None
    qualified: bool = True
    single: bool = False
    numbered: str = ""

    @property
    def said(self) -> str:
        """The kind in a sentence: `an ability`, `a track`."""
        words = self.name.replace("-", " ")
        return f"an {words}" if words[0] in "aeiou" else f"a {words}"


KINDS: Final[tuple[Kind, ...]] = (
    Kind(name="die-codes", key="die-codes", single=True),
    Kind(name="period", key="periods"),
    Kind(name="unit", key="units"),
    Kind(name="term", key="terms"),
    Kind(name="ability-type", key="ability-types"),
    Kind(name="action-type", key="action-types"),
    Kind(name="formula", key="formulas"),
    Kind(name="benchmark", key="benchmarks"),
    Kind(name="band", key="bands", parent="benchmark", numbered="place"),
    Kind(name="ability", key="abilities"),
    Kind(name="skill", key="skills", parent="ability", qualified=False),
    Kind(name="specialization", key="specializations", parent="skill"),
    Kind(name="nature", key="natures"),
    Kind(name="value", key="values"),
    Kind(name="scale", key="scales"),
    Kind(name="level", key="levels", parent="scale", numbered="place"),
    Kind(name="scope", key="scopes"),
    Kind(name="member", key="members", parent="scope"),
    Kind(name="dice", key="dice"),
    Kind(name="step", key="steps", parent="dice"),
    Kind(name="track", key="tracks"),
    Kind(name="condition", key="conditions", parent="track", numbered="rank"),
    Kind(name="menu", key="menus"),
    Kind(name="pick", key="picks", parent="menu"),
    Kind(name="table", key="tables"),
    Kind(name="row", key="rows", parent="table"),
    Kind(name="effect-roll", key="effect-rolls"),
    Kind(name="action", key="actions"),
    Kind(name="scene", key="scenes"),
    Kind(name="rule", key="rules"),
    Kind(name="points", key="points"),
    Kind(name="hook", key="hooks"),
    Kind(name="pillar", key="pillars"),
    Kind(name="option", key="options"),
    Kind(name="choice", key="choices", parent="option"),
    Kind(name="note", key="notes"),
    Kind(name="example", key="examples"),
    Kind(name="chapter", key="chapters"),
)

BY_NAME: Final = {kind.name: kind for kind in KINDS}
TOP: Final = {kind.key: kind for kind in KINDS if kind.parent is None}


def child_kinds(kind: Kind) -> tuple[Kind, ...]:
    """The kinds whose entries stand inside an entry of this kind."""
    return tuple(inner for inner in KINDS if inner.parent == kind.name)
