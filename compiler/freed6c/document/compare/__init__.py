"""Compare two rulesets semantically: entries, odds, results of examples.

Each side is worded in a context of its own, by the same sentences.

The page of changes goes pack by pack, because readers ask what a pack does to their game: a
sentence for each difference with its reason, long ones folded, the whole at the entry.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Final

from freed6c.document.blocks import Inlines, Link, Text
from freed6c.document.compare import comparison, differences, odds
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
from freed6c.packs.kinds import TOP
from freed6c.runtime.entries.tables import Cell, Row

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from freed6c.model.ruleset import Ruleset
    from freed6c.model.words import Words
    from freed6c.packs.data import KeyPath
    from freed6c.packs.pack import Redirect
    from freed6c.packs.provenance import Origin
    from freed6c.runtime.record import Entry


# Who changed what, and why: read from the provenance of the later ruleset.


OPPOSITE: Final[Mapping[comparison.Fate, str]] = {"added": "take", "removed": "add"}


@dataclass(frozen=True)
class ChangeLog:
    """Operations of packs that are new in the later of two rulesets, by what they touched.

    They are kept by place: a field asks for few of them, and a large pack has as many as entries.
    """

    before: Ruleset
    ctx: RenderContext

    @property
    def after(self) -> Ruleset:
        """The later ruleset."""
        return self.ctx.ruleset

    def of_field(
        self, id_: str, place: KeyPath, fate: comparison.Fate
    ) -> tuple[comparison.Cause, ...]:
        """Operations on a field, on something in it, or on something around it.

        Where items were added to a list, operations that only take items out are not a cause, and
        vice versa.
        """
        path = self.after.paths.get(id_)
        if path is None:
            return ()
        whole = (*path, *place)
        around = (whole[:depth] for depth in range(len(whole)))
        return self._causes(
            [*around, *self._inside.get(whole, ())],
            lambda origin: origin.changes and origin.operation != OPPOSITE.get(fate),
        )

    def of_entry(self, id_: str, *operations: str) -> tuple[comparison.Cause, ...]:
        """These operations on an entry as a whole."""
        path = self.after.paths.get(id_) or self.before.paths.get(id_, ())
        return self._causes([path], lambda origin: origin.operation in operations)

    def _causes(
        self, places: Iterable[KeyPath], is_cause: Callable[[Origin], bool]
    ) -> tuple[comparison.Cause, ...]:
        """Each new operation on these places that is a cause once, in order."""
        new = sorted(self._new[place] for place in places if place in self._new)
        causes = (
            comparison.Cause(
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
        """The new operations by place, each with the turn of the place among all."""
        known = self.before.provenance.records
        new = {
            place: [origin for origin in origins if origin not in known.get(place, ())]
            for place, origins in self.after.provenance.records.items()
        }
        places = (place for place, origins in new.items() if origins)
        return {place: (turn, new[place]) for turn, place in enumerate(places)}

    @cached_property
    def _inside(self) -> Mapping[KeyPath, Sequence[KeyPath]]:
        """The places at or below a place where packs newly changed something."""
        inside: dict[KeyPath, list[KeyPath]] = {}
        for place, (_, origins) in self._new.items():
            if any(origin.changes for origin in origins):
                for depth in range(len(place) + 1):
                    inside.setdefault(place[:depth], []).append(place)
        return inside

    @cached_property
    def _titles(self) -> Mapping[str, str]:
        return {manifest.id: manifest.title for manifest in self.after.manifests}

    def _reason(self, origin: Origin) -> Inlines:
        """The reason that the pack gives; else the choice of the option that caused it."""
        if origin.why:
            return capitalized(line(self.ctx, origin.why))
        option, _, key = origin.option.rpartition(".")
        chosen = self.after.entries.get(f"choice.{option.partition('.')[2]}.{key}")
        if chosen is None:
            return ()
        label = title_of(self.after.entries[option])
        said = (self.ctx.link(chosen),)
        return self.ctx.say("compare.pair", label=label, said=said)


# Entries, matched by id.


JOINT: Final = " / "


@dataclass(frozen=True, slots=True)
class EntryComparer:
    """Diff entries, each worded in the context of its own ruleset."""

    before: RenderContext
    after: RenderContext
    causes: ChangeLog

    def all(self) -> Iterator[comparison.EntryChange]:
        """All changed entries, kind by kind."""
        for kind in TOP.values():
            old = self.before.ruleset.every(kind.name)
            yield from self._group(old, self.after.ruleset.every(kind.name))

    def _group(
        self, old: Iterable[Entry], new: Iterable[Entry]
    ) -> Iterator[comparison.EntryChange]:
        """Diff siblings: present ones in their order, then removed ones."""
        known = self.after.ruleset.redirects
        was = {_identity(entry, known): entry for entry in old}
        is_ = {_identity(entry, {}): entry for entry in new}
        moved = _moved(was, is_)
        for key, entry in is_.items():
            if key not in was:
                yield self._added(entry)
                continue
            change = self._changed(was[key], entry, moved.get(key))
            if change.fields or change.moved is not None or change.inside:
                yield change
        yield from (self._removed(gone) for key, gone in was.items() if key not in is_)

    def _added(self, entry: Entry) -> comparison.EntryChange:
        return comparison.EntryChange(
            id=entry.id,
            name=display_name(self.after, entry),
            fate="added",
            cells=self._cells(entry) if isinstance(entry, Row) else (),
            causes=self.causes.of_entry(entry.id, "written", "add"),
        )

    def _cells(self, row: Row) -> Sequence[Inlines]:
        columns = row.parent.entry.columns
        return [
            self.after.say(
                "compare.pair",
                label=columns[key].name,
                said=value_words(self.after, "", cell),
            )
            for key, cell in row.cells.items()
            if cell is not None
        ]

    def _removed(self, entry: Entry) -> comparison.EntryChange:
        redirect = self.after.ruleset.redirects.get(entry.id)
        other = self.after.ruleset.entries.get(redirect.id if redirect else "")
        name = (Text(display_name(self.after, other)),) if other else ()
        return comparison.EntryChange(
            id=entry.id,
            name=display_name(self.before, entry),
            fate="removed",
            instead=Link(other.id, name) if other else None,
            causes=self.causes.of_entry(entry.id, "remove"),
        )

    def _changed(
        self, old: Entry, new: Entry, moved: str | None
    ) -> comparison.EntryChange:
        return comparison.EntryChange(
            id=new.id,
            name=display_name(self.after, new),
            fate="changed",
            fields=tuple(self._fields(old, new)),
            moved=moved,
            inside=tuple(self._group(old.inside, new.inside)),
            causes=self.causes.of_entry(new.id, "move") if moved is not None else (),
        )

    def _fields(self, old: Entry, new: Entry) -> Iterator[comparison.FieldChange]:
        before = _with_names_of(self.before, old)
        after = _with_names_of(self.after, new)
        for difference in differences.differences(before, after, old, new):
            words = differences.in_words(before, after, difference)
            for fate, old_words, new_words in words:
                part = () if fate == "changed" else (after.word(f"compare.{fate}"),)
                change = comparison.FieldChange(
                    place=difference.place,
                    label=JOINT.join((*difference.labels, *part)),
                    before=old_words,
                    after=new_words,
                    fate=fate,
                    causes=self.causes.of_field(new.id, difference.place, fate),
                )
                added_by = self._added_by(new.id, difference)
                if fate != "added" or () in added_by or len(added_by) == 1:
                    yield change
                    continue
                for causes, items in added_by.items():
                    said = value_words(after, "", tuple(items))
                    yield change._replace(after=said, causes=causes)

    def _added_by(
        self, id_: str, difference: differences.FieldDifference
    ) -> Mapping[tuple[comparison.Cause, ...], list[object]]:
        """New items of a list by what added them."""
        added: dict[tuple[comparison.Cause, ...], list[object]] = {}
        for position, item in differences.added_items(difference):
            place = (*difference.place, position)
            causes = self.causes.of_field(id_, place, "added")
            added.setdefault(causes, []).append(item)
        return added


def display_name(ctx: RenderContext, entry: Entry) -> str:
    """The name of an entry; for a row without one, what it stands for or is made for."""
    if not isinstance(entry, Row) or entry.name:
        return title_of(entry)
    if entry.stands_for is not None:
        return title_of(entry.stands_for.entry)
    first = [cell for cell in entry.cells.values() if cell is not None][:1]
    made_for = [plain(value_words(ctx, "", cell)) for cell in _made_for(entry) or first]
    return ", ".join(made_for) or title_of(entry)


def _made_for(row: Row) -> list[Cell]:
    """The key cells of a generated row, as far as its table has columns for them."""
    each = row.parent.entry.each
    return [row.cells[name] for name in each if name in row.cells]


def _identity(entry: Entry, known: Mapping[str, Redirect]) -> str:
    """The key to match entries by: the current id; for generated rows, their key cells."""
    if not isinstance(entry, Row):
        now = known.get(entry.id)
        return now.id if now is not None and now.renamed else entry.id
    each, values = entry.parent.entry.each, _made_for(entry)
    return str(values) if each and len(values) == len(each) else entry.id


def _with_names_of(ctx: RenderContext, entry: Entry) -> RenderContext:
    """A copy of the context that knows the names in scope in an entry."""
    above = around(entry)
    outer = names_in(ctx, above) if above else {}
    return ctx.with_names({**outer, **names_in(ctx, entry)})


def _moved(was: Mapping[str, Entry], is_: Mapping[str, Entry]) -> dict[str, str]:
    """Siblings in another order, with the name of the one in front; as few as explain it."""
    turn = {id_: number for number, id_ in enumerate(was)}
    new = [id_ for id_ in is_ if id_ in turn]
    still = _in_order([turn[id_] for id_ in new])
    behind = dict(zip(is_, ("", *map(title_of, is_.values())), strict=False))
    return {id_: behind[id_] for id_ in new if turn[id_] not in still}


def _in_order(numbers: Sequence[int]) -> frozenset[int]:
    """As many of different numbers as stand in rising order (the longest rising subsequence)."""
    lowest: list[int] = []  # the lowest number that ends a rising row, by its length
    before: dict[int, int | None] = {}
    for number in numbers:
        length = bisect_left(lowest, number)
        before[number] = lowest[length - 1] if length else None
        lowest[length : length + 1] = [number]
    rising: list[int] = []
    last = lowest[-1] if lowest else None
    while last is not None:
        rising.append(last)
        last = before[last]
    return frozenset(rising)


# Results of examples.


def changed_results(
    before: RenderContext, after: RenderContext
) -> Iterator[comparison.ResultChange]:
    """Printed examples that nobody rewrote and that give another result now."""
    known = {run.example.id: run for run in run_examples(before.ruleset, "none")}
    for trial in run_examples(after.ruleset, "none"):
        old, example = known.get(trial.example.id), trial.example
        if old is None or example.steps:
            continue
        if any(differences.differences(before, after, old.example, example)):
            continue
        was, is_ = old.found, trial.found
        # Of an example that is run, only the part that differs from what it expects.
        if old.verdict == "passed":
            was = trial.expected or was
        elif trial.verdict == "passed":
            is_ = old.expected
        if was != is_:
            asked = question(after, trial.example)
            yield comparison.ResultChange(
                id=trial.example.id, asked=asked, before=was, after=is_
            )


def _renamed(before: Words, after: Words) -> Iterator[tuple[str, str]]:
    """What terms were called, and are, where that differs."""
    for forms in TERM_FORMS.values():
        was = before.forms.get(forms["one"], forms["one"])
        now = after.forms.get(forms["one"], forms["one"])
        if was != now:
            yield was, now


def compare(before: Ruleset, after: Ruleset) -> comparison.Comparison:
    """Everything that differs in the later ruleset, with its causes as far as they are known.

    Both are told in the words of the later: sentences that only call things otherwise are the same.
    """
    words = tuple(_renamed(before.words, after.words))
    if before.words != after.words:
        before = replace(before, words=after.words)
    old = new_context(before, shown).without_anchors()
    new = new_context(after, shown).without_anchors()
    entries = tuple(EntryComparer(old, new, ChangeLog(before, new)).all())
    changes = [change for entry in entries for change in entry.tree()]
    changed = frozenset(change.id for change in changes)
    return comparison.Comparison(
        before=before.manifest,
        after=after.manifest,
        entries=entries,
        odds=tuple(odds.compare_odds(before, new, changed)),
        checks=tuple(odds.compare_checks(before, after, changes)),
        results=tuple(changed_results(old, new)),
        words=words,
    )
