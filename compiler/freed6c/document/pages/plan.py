"""Plan the pages of a document before rendering: which exist, and which page describes an entry.

There are two layouts. In "grouped", the page of a chapter describes its entries; in "pages", most
entries have their own pages. The key of a page is its file name without the extension. The home of
an entry is the chapter that describes it (or links to its own page).
"""

from __future__ import annotations

from itertools import chain, count
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from freed6c.document.placement import anchors_of
from freed6c.model.entry_contents import around
from freed6c.packs.grouping import grouped
from freed6c.packs.ids import RESERVED_FILE_NAMES, kind_of
from freed6c.packs.kinds import BY_NAME, KINDS, TOP, child_kinds
from freed6c.runtime.entries.notes import Chapter

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from freed6c.document.render_context import RenderContext
    from freed6c.model.ruleset import Ruleset
    from freed6c.runtime.record import Entry


PageLayout: TypeAlias = Literal["pages", "grouped"]

RESERVED: Final = RESERVED_FILE_NAMES | {"index", "all", "one-file", "404"}
"""Keys that no page can have: other files of a site use them, or file systems forbid them."""

CHANCES: Final = "chances"
ROLL: Final = "roll"
GLOSSARY: Final = "term"
"""The kind of terms. It has a page even if chapters explain all terms."""

APART: Final = ("note", GLOSSARY)
"""Kinds whose page comes last and holds all of their entries: they are short and read in a row."""

SKIPPED: Final = frozenset({"chapter", "example", "panel"})
"""Kinds without a description: chapters are pages themselves, examples are beside the entries that
they are about, and panels are on the quick reference."""

DESCRIBED: Final = frozenset(kind.name for kind in TOP.values()) - SKIPPED
"""Top-level kinds that a page has to describe."""

PAGED: Final = frozenset(
    kind.name
    for kind in KINDS
    if kind.name in DESCRIBED - {*APART} or (kind.parent and child_kinds(kind))
)
"""Kinds whose entries have their own pages in the layout "pages".

They are the described top-level kinds, and nested kinds that have nested entries in turn.
"""


class PagePlan(NamedTuple):
    """The page that describes each entry, and the keys of all pages.

    `anchors`: the anchor of each entry, by id.
    `homes`: the id of the home chapter, by id of the entry.
    `added`: entries that the chapter does not list but that were added to it, by id of the chapter.
    `left`: entries that the page of their kind describes, by kind and then by id.
    `paged`: entries with their own page.
    `keys`: page keys by id of a chapter or an entry, by `kinds.skill` and so on for the page of a
    kind, and by `chances` and `roll`.
    `apart`: ids of entries that their own page or the page of their kind describes.
    """

    anchors: Mapping[str, str]
    homes: Mapping[str, str]
    added: Mapping[str, Sequence[Entry]]
    left: Mapping[str, Mapping[str, Entry]]
    paged: Sequence[Entry]
    keys: Mapping[str, str]
    apart: frozenset[str]

    def elsewhere(self, entry: Entry) -> bool:
        """Return True if an entry is described on another page than that of its chapter."""
        return entry.id in self.apart

    @property
    def kinds_paged(self) -> Sequence[str]:
        """The kinds whose entries have their own pages."""
        kinds = {kind_of(entry.id) for entry in self.paged}
        return [kind.name for kind in KINDS if kind.name in kinds]

    def of_kind(self, kind: str) -> Sequence[Entry]:
        """Return the entries of a kind that have their own pages."""
        return [entry for entry in self.paged if kind_of(entry.id) == kind]

    def above(self, entry: Entry) -> str:
        """Return the key of the parent page of an entry: its parent, its chapter or its kind."""
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
    homes = _homes(ctx.ruleset, added)
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
    """Return the id of the pack that wrote an entry."""
    return ruleset.provenance.author(ruleset.paths[entry.id])


def uncontained(ruleset: Ruleset) -> Sequence[Entry]:
    """Return the entries that packs add to the base game and that no chapter contains.

    Notes and terms are not among them: the pages of their kinds list them for all packs.
    """
    contained = {ref.id for chapter in ruleset.of(Chapter) for ref in chapter.contains}
    added_packs = frozenset(ruleset.packs[1:])
    return [
        entry
        for entry in (ruleset.entries.values() if added_packs else ())
        if kind_of(entry.id) in DESCRIBED - {*APART}
        and entry.id not in contained
        and pack_of(ruleset, entry) in added_packs
    ]


def _added(ruleset: Ruleset) -> Mapping[str, Sequence[Entry]]:
    """Map the first chapter of each pack to the entries of the pack that no chapter contains."""
    first_chapters: dict[str, str] = {}
    for chapter in ruleset.of(Chapter):
        first_chapters.setdefault(pack_of(ruleset, chapter), chapter.id)
    return grouped(
        (home, entry)
        for entry in uncontained(ruleset)
        if (home := first_chapters.get(pack_of(ruleset, entry)))
    )


def _homes(ruleset: Ruleset, added: Mapping[str, Sequence[Entry]]) -> Mapping[str, str]:
    """Map each entry to the first chapter that contains it or that it was added to.

    Terms have none: the glossary describes them all.
    """
    homes: dict[str, str] = {}
    for chapter in ruleset.of(Chapter):
        ids = [ref.id for ref in chapter.contains]
        for id_ in (*ids, *(entry.id for entry in added.get(chapter.id, ()))):
            if kind_of(id_) in DESCRIBED - {GLOSSARY}:
                homes.setdefault(id_, chapter.id)
    return homes


def _with_keys(ctx: RenderContext, plan: PagePlan, taken: Collection[str]) -> PagePlan:
    """Return the plan with unique page keys.

    If a key is in use already, the page gets a number: `skills-2`. Chapters come first and so
    usually keep their keys. The glossary always has a key, for chapters that link to it.
    """
    used = {*RESERVED, *taken}
    keys: dict[str, str] = {}
    preferred = {
        **{chapter.id: chapter.key for chapter in ctx.ruleset.of(Chapter)},
        **{f"kinds.{kind}": BY_NAME[kind].key for kind in (*plan.left, GLOSSARY)},
        **{f"kinds.{kind}": f"list-{BY_NAME[kind].key}" for kind in plan.kinds_paged},
        CHANCES: CHANCES,
        ROLL: ROLL,
        **{entry.id: plan.anchors[entry.id] for entry in plan.paged},
    }
    for id_, key in preferred.items():
        numbered = (f"{key}-{number}" for number in count(2))
        keys[id_] = next(free for free in chain([key], numbered) if free not in used)
        used.add(keys[id_])
    left = (id_ for described in plan.left.values() for id_ in described)
    return plan._replace(keys=keys, apart=frozenset((*keys, *left)))
