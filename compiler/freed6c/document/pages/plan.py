"""Decide before rendering which pages there are, and which page describes an entry."""

from __future__ import annotations

from itertools import chain, count
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from freed6c.document.placement import anchors_of
from freed6c.model.entry_contents import around
from freed6c.packs.ids import RESERVED_FILE_NAMES, kind_of
from freed6c.packs.kinds import BY_NAME, KINDS, TOP, child_kinds
from freed6c.runtime.entries.notes import Chapter

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from freed6c.document.render_context import RenderContext
    from freed6c.model.ruleset import Ruleset
    from freed6c.runtime.record import Entry


PageLayout: TypeAlias = Literal["pages", "grouped"]

RESERVED: Final = RESERVED_FILE_NAMES | {
    "index",
    "all",
    "one-file",
    "404",
}
"""Keys that no page can have: files of our own are called so, or none can be."""

CHANCES: Final = "chances"
ROLL: Final = "roll"
GLOSSARY: Final = "term"
"""The kind that has a page even where chapters explain all of its entries."""

APART: Final = ("note", GLOSSARY)
"""Kinds whose pages come last. Their entries are short, and read one after the other."""

SKIPPED: Final = frozenset({"chapter", "example", "panel"})
"""Chapters are pages themselves; examples stand beside what they are about; panels have a page."""

DESCRIBED: Final = frozenset(kind.name for kind in TOP.values()) - SKIPPED
PAGED: Final = frozenset(
    kind.name
    for kind in KINDS
    if kind.name in DESCRIBED - {*APART} or (kind.parent and child_kinds(kind))
)
"""Kinds whose entries can have pages of their own: they stand alone, or hold others in turn."""


class PagePlan(NamedTuple):
    """Which page describes each entry, and the keys of all pages.

    `homes` are the chapters of entries by id; `added` are entries by the id of a chapter that does
    not name them; `left` the entries outside chapters, by kind and id; `paged` those with a page of
    their own. `keys` are by id of a chapter or entry, by `kinds.` with a kind, and by `chances` and
    `roll`. `apart` are the ids of what has a page of its own, or stands on that of its kind.
    """

    anchors: Mapping[str, str]
    homes: Mapping[str, str]
    added: Mapping[str, Sequence[Entry]]
    left: Mapping[str, Mapping[str, Entry]]
    paged: Sequence[Entry]
    keys: Mapping[str, str]
    apart: frozenset[str]

    def elsewhere(self, entry: Entry) -> bool:
        """Whether another page than that of its chapter describes an entry."""
        return entry.id in self.apart

    @property
    def kinds_paged(self) -> Sequence[str]:
        """Kinds whose entries have pages of their own."""
        kinds = {kind_of(entry.id) for entry in self.paged}
        return [kind.name for kind in KINDS if kind.name in kinds]

    def of_kind(self, kind: str) -> Sequence[Entry]:
        """The paged entries of a kind."""
        return [entry for entry in self.paged if kind_of(entry.id) == kind]

    def above(self, entry: Entry) -> str:
        """The key of the parent page of an entry."""
        parent = around(entry)
        if parent is not None:
            return self.keys[parent.id]
        return self.keys[self.homes.get(entry.id, f"kinds.{kind_of(entry.id)}")]


def plan_pages(
    ctx: RenderContext, layout: PageLayout, taken: Collection[str]
) -> PagePlan:
    """Plan the pages of a layout. Keys in `taken` belong to other pages."""
    entries = ctx.ruleset.entries
    added = _added(ctx.ruleset)
    homes = _homes(ctx, added)
    left: dict[str, dict[str, Entry]] = {kind.name: {} for kind in TOP.values()}
    paged: list[Entry] = []
    for entry in entries.values():
        kind = kind_of(entry.id)
        if layout == "pages" and kind in PAGED:
            paged.append(entry)
        elif kind in DESCRIBED and (layout == "pages" or entry.id not in homes):
            left[kind][entry.id] = entry
    plan = PagePlan(
        anchors=anchors_of(entries),
        homes=homes,
        added=added,
        left={kind: described for kind, described in left.items() if described},
        paged=paged,
        keys={},
        apart=frozenset(),
    )
    return _with_keys(ctx, plan, taken)


def pack_of(ruleset: Ruleset, entry: Entry) -> str:
    """The id of the pack that brought an entry."""
    return ruleset.provenance.author(ruleset.paths[entry.id])


def uncontained(ruleset: Ruleset) -> Sequence[Entry]:
    """What packs on a base add and no chapter contains.

    Notes and terms are none of it: they stand together, whoever wrote them.
    """
    contained = {ref.id for one in ruleset.of(Chapter) for ref in one.contains}
    layers = frozenset(ruleset.packs[1:])
    return [
        entry
        for entry in (ruleset.entries.values() if layers else ())
        if kind_of(entry.id) in DESCRIBED - {*APART}
        and entry.id not in contained
        and pack_of(ruleset, entry) in layers
    ]


def _added(ruleset: Ruleset) -> Mapping[str, Sequence[Entry]]:
    """Such entries by the first chapter of their pack, if it has one."""
    chapters: dict[str, str] = {}
    for chapter in ruleset.of(Chapter):
        chapters.setdefault(pack_of(ruleset, chapter), chapter.id)
    added: dict[str, list[Entry]] = {}
    for entry in uncontained(ruleset):
        if home := chapters.get(pack_of(ruleset, entry)):
            added.setdefault(home, []).append(entry)
    return added


def _homes(
    ctx: RenderContext, added: Mapping[str, Sequence[Entry]]
) -> Mapping[str, str]:
    """The chapter that each entry is described in: the first that contains it, or has it added."""
    homes: dict[str, str] = {}
    for chapter in ctx.ruleset.of(Chapter):
        ids = [ref.id for ref in chapter.contains]
        for id_ in (*ids, *(entry.id for entry in added.get(chapter.id, ()))):
            if kind_of(id_) in DESCRIBED:
                homes.setdefault(id_, chapter.id)
    return homes


def _with_keys(ctx: RenderContext, plan: PagePlan, taken: Collection[str]) -> PagePlan:
    """Choose unique keys: chapters keep theirs, others get a number if it is taken."""
    known = {*RESERVED, *taken}
    keys: dict[str, str] = {}
    wanted = {
        **{chapter.id: chapter.key for chapter in ctx.ruleset.of(Chapter)},
        **{
            f"kinds.{kind}": BY_NAME[kind].key
            for kind in dict.fromkeys((*plan.left, GLOSSARY))
        },
        **{f"kinds.{kind}": f"list-{BY_NAME[kind].key}" for kind in plan.kinds_paged},
        CHANCES: CHANCES,
        ROLL: ROLL,
        **{entry.id: plan.anchors[entry.id] for entry in plan.paged},
    }
    for id_, key in wanted.items():
        numbered = (f"{key}-{number}" for number in count(2))
        keys[id_] = next(free for free in chain([key], numbered) if free not in known)
        known.add(keys[id_])
    left = (id_ for described in plan.left.values() for id_ in described)
    return plan._replace(keys=keys, apart=frozenset((*keys, *left)))
