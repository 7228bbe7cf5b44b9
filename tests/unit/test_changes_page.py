"""The page of what packs change: what stands on it, and who is named."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from small_packs import ruleset

from freed6c.document import build_document
from freed6c.document.blocks import (
    Blocks,
    BulletList,
    ChangeMark,
    DefinitionList,
    Heading,
    Link,
    Text,
)
from freed6c.document.changes import text_after
from freed6c.document.wording import plain
from freed6c.packs.location import Location
from freed6c.packs.pack import Redirect
from freed6c.packs.provenance import Origin, Provenance

if TYPE_CHECKING:
    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.data import KeyPath


GAME = """
terms:
  wick: {name: Wick, text: What burns.}
  soot: {name: Soot, text: What stays.}
"""


def done(made: Ruleset, pack: str, operation: str, path: KeyPath) -> Ruleset:
    """The ruleset as if a pack of this name had done something to a place."""
    manifest = replace(made.manifest, id=pack, title=pack.capitalize())
    address = Location(f"{pack}/pack.yaml")
    origin = Origin(pack=pack, address=address, operation=operation, why="It smells.")
    return replace(
        made,
        manifests=(*made.manifests, manifest),
        provenance=Provenance({**made.provenance.records, path: (origin,)}),
    )


def page(after: Ruleset) -> Blocks:
    return build_document(after, ruleset(GAME)).page("changes").blocks


def told(blocks: Blocks) -> list[tuple[str, str, str, list[str]]]:
    """What was changed: the entry, who did it, why, and what."""
    return [
        (
            plain(item.term),
            mark.label,
            plain(mark.why),
            [f"{plain(one.what)}: {text_after(one.said)}" for one in mark.revisions],
        )
        for block in blocks
        if isinstance(block, DefinitionList)
        for item in block.items
        for mark in item.blocks
        if isinstance(mark, ChangeMark)
    ]


def renamed() -> Ruleset:
    return ruleset(GAME.replace("name: Wick", "name: Cord"))


def test_what_was_removed_is_told_with_the_reason_and_leads_nowhere() -> None:
    made = ruleset(GAME.replace("soot:", "ash:").replace("Soot", "Ash"))
    blocks = page(done(made, "clean", "remove", ("terms", "soot")))
    headings = [plain(one.inlines) for one in blocks if isinstance(one, Heading)]
    assert headings == ["New", "Removed"]
    new, removed = (block.items for block in blocks if isinstance(block, BulletList))
    assert [plain(item) for item in new] == ["Ash (Term)"]
    assert [plain(item) for item in removed] == ["Soot (Term): It smells."]
    assert any(isinstance(one, Link) for one in new[0])
    assert not any(isinstance(one, Link) for one in removed[0])


def test_what_was_removed_leads_to_what_is_used_instead() -> None:
    made = ruleset(GAME.replace("  soot: {name: Soot, text: What stays.}\n", ""))
    instead = {"term.soot": Redirect("term.wick", "clean", renamed=False)}
    after = replace(made, redirects=instead)
    blocks = page(done(after, "clean", "remove", ("terms", "soot")))
    (removed,) = (block.items for block in blocks if isinstance(block, BulletList))
    assert [plain(item) for item in removed] == ["Soot (Term) → Wick: It smells."]
    assert Link("term.wick", (Text("Wick"),)) in removed[0]


def test_what_was_changed_is_told_as_at_the_entry_itself() -> None:
    calm = done(renamed(), "calm", "set", ("terms", "wick", "name"))
    blocks = page(done(calm, "other", "set", ("terms", "other", "name")))
    assert told(blocks) == [
        ("Cord", "Changed by Calm", "It smells.", ["Name: Cord"]),
    ]


def test_what_no_pack_wrote_follows_from_the_rest() -> None:
    assert told(page(renamed())) == [
        ("Cord", "Follows from other changes", "", ["Name: Cord"])
    ]


def test_a_chapter_of_that_name_keeps_a_page_of_its_own() -> None:
    made = ruleset(f"{GAME}chapters: {{changes: {{name: Seasons}}}}\n")
    pages = build_document(made, ruleset(GAME)).pages
    assert [one.key for one in pages][:2] == ["changes", "changes-2"]
