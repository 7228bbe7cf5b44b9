"""Compare a base game with the same game after packs: entries, odds and results of examples."""

from __future__ import annotations

from functools import cache, cached_property, partial
from typing import TYPE_CHECKING, Final

from freed6c.document.blocks import Inlines, Link, Text
from freed6c.document.compare import differences, odds
from freed6c.document.compare.comparison import (
    JOINT,
    Cause,
    Comparison,
    EntryChange,
    FieldChange,
    ResultChange,
)
from freed6c.document.compare.lines import differing
from freed6c.document.describe.fields import value_words
from freed6c.document.describe.notes import question
from freed6c.document.entries import shown
from freed6c.document.phrases.terms import TERM_FORMS
from freed6c.document.prose import line
from freed6c.document.render_context import RenderContext, new_context
from freed6c.document.sentences.formulas import names_in
from freed6c.document.wording import capitalized, plain, title_of
from freed6c.model.entry_contents import around
from freed6c.model.example_runs import run_examples
from freed6c.packs.bounded_diff import matcher
from freed6c.packs.grouping import grouped
from freed6c.packs.kinds import TOP
from freed6c.packs.lazy import dataclass, replace
from freed6c.runtime.entries.tables import Cell, Row

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from freed6c.document.compare.comparison import Fate
    from freed6c.model.ruleset import Ruleset
    from freed6c.model.words import Words
    from freed6c.packs.data import KeyPath
    from freed6c.packs.pack import Redirect
    from freed6c.packs.provenance import Origin
    from freed6c.runtime.record import Entry


# Causes of changes: the provenance of the later ruleset lists the operations of each pack.


OPPOSITE: Final[Mapping[Fate, str]] = {"added": "take", "removed": "add"}
"""The list operation that cannot have caused a change: `take` only removes, `add` only adds."""


@dataclass(frozen=True)
class ChangeLog:
    """The operations of packs that are new in the later of two rulesets.

    They are indexed by place (the path of keys that an operation changed), because each field
    looks up a few places and a large pack has thousands of operations.
    """

    before: Ruleset
    ctx: RenderContext

    @property
    def after(self) -> Ruleset:
        """The later ruleset."""
        return self.ctx.ruleset

    def of_field(self, id_: str, place: KeyPath, fate: Fate) -> tuple[Cause, ...]:
        """Return the new operations on a field, on a value inside it, or on a record around it.

        `place` is the path of the field in the entry. If `fate` is "added", operations that only
        remove list items are left out; if it is "removed", those that only add items.
        """
        path = self.after.paths.get(id_)
        if path is None:
            return ()
        field = (*path, *place)
        enclosing = (field[:depth] for depth in range(len(field)))
        return self._causes(
            [*enclosing, *self._inside.get(field, ())],
            lambda origin: origin.changes and origin.operation != OPPOSITE.get(fate),
        )

    def of_entry(self, id_: str, *operations: str) -> tuple[Cause, ...]:
        """Return the new operations of the named sorts ("add", "remove" …) on a whole entry."""
        path = self.after.paths.get(id_) or self.before.paths.get(id_, ())
        return self._causes([path], lambda origin: origin.operation in operations)

    def _causes(
        self, places: Iterable[KeyPath], is_cause: Callable[[Origin], bool]
    ) -> tuple[Cause, ...]:
        """Return the new operations on the places that satisfy `is_cause`, without repeats.

        They are in the order in which the provenance lists their places.
        """
        new = sorted(self._new[place] for place in places if place in self._new)
        causes = (
            Cause(
                pack=origin.pack,
                title=self._titles.get(origin.pack, origin.pack),
                operation=origin.operation,
                why=self._reason(origin),
            )
            for _, origins in new
            for origin in origins
            if is_cause(origin)
        )
        return tuple(dict.fromkeys(causes))

    @cached_property
    def _new(self) -> Mapping[KeyPath, tuple[int, Sequence[Origin]]]:
        """Map each newly changed place to its position among these places and its operations.

        Example: `{("skills", "climb"): (0, [origin]), ("skills", "swim"): (1, [origin])}`.
        """
        earlier = self.before.provenance.records
        new = {
            place: [o for o in origins if o not in earlier.get(place, ())]
            for place, origins in self.after.provenance.records.items()
        }
        places = (place for place, origins in new.items() if origins)
        return {place: (turn, new[place]) for turn, place in enumerate(places)}

    @cached_property
    def _inside(self) -> Mapping[KeyPath, Sequence[KeyPath]]:
        """Map each place to the newly changed places at or below it."""
        return grouped(
            (place[:depth], place)
            for place, (_, origins) in self._new.items()
            if any(origin.changes for origin in origins)
            for depth in range(len(place) + 1)
        )

    @cached_property
    def _titles(self) -> Mapping[str, str]:
        return {manifest.id: manifest.title for manifest in self.after.manifests}

    def _reason(self, origin: Origin) -> Inlines:
        """Return the reason in the pack; else the option and the choice that caused the change.

        Empty if the operation has neither.
        """
        if origin.why:
            return capitalized(line(self.ctx, origin.why))
        # `option.wounds.deadly` is the choice `choice.wounds.deadly` of `option.wounds`.
        option, _, key = origin.option.rpartition(".")
        choice = self.after.entries.get(f"choice.{option.partition('.')[2]}.{key}")
        if choice is None:
            return ()
        label = title_of(self.after.entries[option])
        return self.ctx.say("compare.pair", label=label, said=(self.ctx.link(choice),))


# Entries, matched by id.


@dataclass(frozen=True)
class EntryComparer:
    """Compares the entries of two rulesets; `causes` finds out which packs changed them."""

    before: RenderContext
    after: RenderContext
    causes: ChangeLog

    def all(self) -> Iterator[EntryChange]:
        """Yield the changes of all entries that differ, kind by kind."""
        for kind in TOP.values():
            old = self.before.ruleset.every(kind.name)
            yield from self._group(old, self.after.ruleset.every(kind.name))

    def _group(
        self, old: Iterable[Entry], new: Iterable[Entry]
    ) -> Iterator[EntryChange]:
        """Compare siblings: present entries in their later order, then removed entries."""
        redirects = self.after.ruleset.redirects
        before = {_identity(entry, redirects): entry for entry in old}
        after = {_identity(entry, {}): entry for entry in new}
        moved = _moved(before, after)
        for key, entry in after.items():
            if key not in before:
                yield self._added(entry)
                continue
            change = self._changed(before[key], entry, moved.get(key))
            if change.fields or change.moved is not None or change.inside:
                yield change
        removed = [entry for key, entry in before.items() if key not in after]
        yield from map(self._removed, removed)

    def _added(self, entry: Entry) -> EntryChange:
        return EntryChange(
            id=entry.id,
            name=display_name(self.after, entry),
            fate="added",
            causes=self.causes.of_entry(entry.id, "written", "add"),
        )

    def _removed(self, entry: Entry) -> EntryChange:
        redirect = self.after.ruleset.redirects.get(entry.id)
        successor = self.after.ruleset.entries.get(redirect.id if redirect else "")
        name = (Text(display_name(self.after, successor)),) if successor else ()
        return EntryChange(
            id=entry.id,
            name=display_name(self.before, entry),
            fate="removed",
            instead=Link(successor.id, name) if successor else None,
            causes=self.causes.of_entry(entry.id, "remove"),
        )

    def _changed(self, old: Entry, new: Entry, moved: str | None) -> EntryChange:
        return EntryChange(
            id=new.id,
            name=display_name(self.after, new),
            fate="changed",
            fields=tuple(self._fields(old, new)),
            moved=moved,
            inside=tuple(self._group(old.inside, new.inside)),
            causes=self.causes.of_entry(new.id, "move") if moved is not None else (),
            lines=cache(partial(differing, self.before, self.after, old, new)),
        )

    def _fields(self, old: Entry, new: Entry) -> Iterator[FieldChange]:
        """Yield the fields that differ. A field with a long list can have two changes.

        If several packs added items to a list, each pack has a change with its items.
        """
        before = _with_names_of(self.before, old)
        after = _with_names_of(self.after, new)
        for difference in differences.differences(before, after, old, new):
            changes = differences.in_words(before, after, difference)
            for fate, old_words, new_words in changes:
                suffix = () if fate == "changed" else (after.word(f"compare.{fate}"),)
                change = FieldChange(
                    place=difference.place,
                    label=JOINT.join((*difference.labels, *suffix)),
                    before=old_words,
                    after=new_words,
                    fate=fate,
                    causes=self.causes.of_field(new.id, difference.place, fate),
                    prose=difference.prose,
                )
                added_by = self._added_by(new.id, difference)
                # `()` in `added_by`: no pack is known to have added some of the items.
                if fate != "added" or () in added_by or len(added_by) == 1:
                    yield change
                    continue
                for causes, items in added_by.items():
                    words = value_words(after, "", tuple(items))
                    yield change._replace(after=words, causes=causes)

    def _added_by(
        self, id_: str, difference: differences.FieldDifference
    ) -> Mapping[tuple[Cause, ...], list[object]]:
        """Group the new items of a list by the operations that added them."""
        return grouped(
            (self.causes.of_field(id_, (*difference.place, position), "added"), item)
            for position, item in differences.added_items(difference)
        )


def display_name(ctx: RenderContext, entry: Entry) -> str:
    """Return the name of an entry.

    A row without a name is called by the entry that it represents (`represents`), else by its key
    cells if it is generated, else by its first cell.
    """
    if not isinstance(entry, Row) or entry.name:
        return title_of(entry)
    if entry.represents is not None:
        return title_of(entry.represents.entry)
    first = [cell for cell in entry.cells.values() if cell is not None][:1]
    naming_cells = _key_cells(entry) or first
    texts = [plain(value_words(ctx, "", cell)) for cell in naming_cells]
    return ", ".join(texts) or title_of(entry)


def _key_cells(row: Row) -> list[Cell]:
    """Return the cells that identify a generated row, if its table has columns for them.

    A table with `each` is generated: it has one row for each combination of those values.
    """
    return [row.cells[name] for name in row.parent.entry.each if name in row.cells]


def _identity(entry: Entry, redirects: Mapping[str, Redirect]) -> str:
    """Return the key to match an entry by: its current id, or the key cells of a generated row.

    A generated row is matched by the values that it was generated for, whatever its id is.
    """
    if not isinstance(entry, Row):
        redirect = redirects.get(entry.id)
        return redirect.id if redirect and redirect.renamed else entry.id
    each, cells = entry.parent.entry.each, _key_cells(entry)
    return str(cells) if each and len(cells) == len(each) else entry.id


def _with_names_of(ctx: RenderContext, entry: Entry) -> RenderContext:
    """Return a copy of the context that knows the names in scope in an entry."""
    parent = around(entry)
    outer = names_in(ctx, parent) if parent else {}
    return ctx.with_names({**outer, **names_in(ctx, entry)})


def _moved(before: Mapping[str, Entry], after: Mapping[str, Entry]) -> dict[str, str]:
    """Map the id of each sibling that was moved to the name of the sibling now in front of it.

    The name is empty for the first sibling. Siblings that are aligned in both orders stayed.
    """
    common = [id_ for id_ in after if id_ in before]
    blocks = matcher([id_ for id_ in before if id_ in after], common)
    stayed = {
        id_
        for block in blocks.get_matching_blocks()
        for id_ in common[block.b : block.b + block.size]
    }
    in_front = dict(zip(after, ("", *map(title_of, after.values())), strict=False))
    return {id_: in_front[id_] for id_ in common if id_ not in stayed}


# Results of examples.


def changed_results(
    before: RenderContext, after: RenderContext
) -> Iterator[ResultChange]:
    """Yield the unchanged examples that have another result in the later ruleset.

    Stories (examples with steps) are left out.
    """
    old_runs = {run.example.id: run for run in run_examples(before.ruleset, "none")}
    for new_run in run_examples(after.ruleset, "none"):
        old_run, example = old_runs.get(new_run.example.id), new_run.example
        if old_run is None or example.steps:
            continue
        if any(differences.differences(before, after, old_run.example, example)):
            continue
        old_result, new_result = old_run.found, new_run.found
        # A failed run only has the part of the result that differs from the expected one. To match,
        # a passed run shows the part that the failed run expected.
        if old_run.verdict == "passed":
            old_result = new_run.expected or old_result
        elif new_run.verdict == "passed":
            new_result = old_run.expected
        if old_result != new_result:
            asked = question(after, example)
            yield ResultChange(example.id, asked, old_result, new_result)


def _renamed(before: Words, after: Words) -> Iterator[tuple[str, str]]:
    """Yield the old and the new name of each term that a pack renamed, in the singular."""
    for forms in TERM_FORMS.values():
        old = before.forms.get(forms["one"], forms["one"])
        new = after.forms.get(forms["one"], forms["one"])
        if old != new:
            yield old, new


def compare(before: Ruleset, after: Ruleset) -> Comparison:
    """Return all differences between two rulesets, with their causes if provenance has them.

    Both rulesets are put into the terms of the later one, so that a renamed term does not make
    every sentence with it differ.
    """
    words = tuple(_renamed(before.wording, after.wording))
    if before.wording != after.wording:
        before = replace(before, wording=after.wording)
    old = new_context(before, shown).without_anchors()
    new = new_context(after, shown).without_anchors()
    entries = tuple(EntryComparer(old, new, ChangeLog(before, new)).all())
    changes = [change for entry in entries for change in entry.tree()]
    changed_ids = frozenset(change.id for change in changes)
    return Comparison(
        base=before,
        ruleset=after,
        entries=entries,
        odds=tuple(odds.compare_odds(before, new, changed_ids)),
        checks=tuple(odds.compare_checks(before, new, changes)),
        results=tuple(changed_results(old, new)),
        wording=words,
    )
