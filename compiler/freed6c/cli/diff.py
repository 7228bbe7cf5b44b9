"""freed6c diff: compare two rulesets."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Final

import click

from freed6c.cli import completing, rereading
from freed6c.cli.compiling import compiled_packs
from freed6c.cli.options import format_option, with_layers
from freed6c.cli.output import json_text, wrapped
from freed6c.cli.progress import progress
from freed6c.cli.report import fail
from freed6c.cli.rereading import to_reread
from freed6c.document.compare.comparing import compare
from freed6c.document.phrases import phrases_of
from freed6c.document.wording import plain, title_of
from freed6c.emit.json_ import changes
from freed6c.packs.grouping import grouped
from freed6c.pipeline import merge_diagnostics, stage
from freed6c.runtime.odds.words import percent

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from freed6c.document.compare.comparison import (
        Cause,
        ChanceChange,
        CheckChance,
        Comparison,
        EntryChange,
        Fate,
        FieldChange,
    )
    from freed6c.document.rereading import TextToReread


@click.command("diff")
@click.argument("a", shell_complete=completing.packs)
@click.argument("b", required=False, shell_complete=completing.packs)
@with_layers
@format_option()
def command(a: str, b: str | None, layers: tuple[str, ...], format_: str) -> None:
    """Compare two packs.

    Lists the entries that differ in B, with their values before and after and the reasons that
    packs give. Then lists changed odds, examples with another result, and texts that mention a
    change and may be outdated. --with layers packs on B, or on A if you omit B.

    \b
    Examples:
      freed6c diff core my-house-rules
      freed6c diff core --with my-house-rules
    """  # noqa: D301 - click reads the escape itself
    if b is None and not layers:
        raise click.UsageError("name a second pack to compare with, or use --with")
    with progress():
        before = compiled_packs(a, steps="all")
        after = compiled_packs(a if b is None else b, layers, steps="all")
    if before.ruleset is None or after.ruleset is None:
        fail(merge_diagnostics([before, after]))
    with progress():
        stage.set("comparing")
        comparison = compare(before.ruleset, after.ruleset)
    texts = to_reread(after, before)
    if format_ == "json":
        click.echo(as_json(comparison, texts), nl=False)
    else:
        click.echo(as_text(comparison, phrases_of(after.ruleset), texts), nl=False)


# Output, as text or as JSON (schemas/diff.schema.json).


MOST: Final = 3
"""The number of pools that are shown for each band; JSON has all of them."""
MOST_TEXTS: Final = 20
"""The number of texts to reread that are listed."""
MARKS: Final[Mapping[Fate, str]] = {"added": "+ ", "removed": "- ", "changed": ""}
"""Signs in front of entries by what happened to them."""
NOTHING: Final = "nothing"


def as_json(comparison: Comparison, texts: Sequence[TextToReread]) -> str:
    """Return all differences, and texts to reread, as JSON."""
    return json_text(**changes(comparison), reread=rereading.documents(texts))


def as_text(
    comparison: Comparison, phrases: Mapping[str, str], texts: Sequence[TextToReread]
) -> str:
    """Return changed entries by kind, then odds, examples, and texts to reread."""
    before, after = comparison.base.manifest.cited, comparison.ruleset.manifest.cited
    if comparison.empty:
        return f"There are no differences between {before} and {after}.\n"
    lines = [f"{after}, compared with {before}"]
    for kind, group in groupby(comparison.entries, lambda change: change.kind):
        lines += ["", phrases[f"kinds.{kind}"]]
        for change in group:
            lines += _entry(change)
    if comparison.chances or comparison.checks:
        lines += ["", "Changed odds (exact)", *_odds(comparison.chances)]
    for check in comparison.checks:
        name = title_of(comparison.ruleset.entries[check.id])
        lines += wrapped(f"{name}: {_chance(check)}", 2, hanging=4)
    if comparison.wording:
        lines += ["", "Wording"]
        lines += [f"  {was} -> {now}" for was, now in comparison.wording]
    if comparison.results:
        lines += ["", "Examples with another result"]
    for result in comparison.results:
        lines += wrapped(f"{result.id}: {plain(result.asked)}", 2, hanging=4)
        lines += wrapped(f"{result.before} -> {result.after}", 4, hanging=4)
    lines += ["", *rereading.lines(texts, MOST_TEXTS, "--format json")] if texts else []
    return "".join(f"{line}\n" for line in lines)


def _entry(change: EntryChange) -> Iterator[str]:
    """Yield lines for an entry, its differences and those of nested entries, with the reasons."""
    instead = f"{_instead(change)} ({change.instead.target})" if change.instead else ""
    head = f"{MARKS[change.fate]}{change.name} ({change.id}){instead}"
    yield from wrapped(head, 2, hanging=4)
    if change.fate != "changed":
        yield from _reasons(change.causes)
    for causes, group in groupby(_lines(change, ""), lambda line: line[1]):
        for text, _ in group:
            yield from wrapped(text, 4, hanging=4)
        yield from _reasons(causes)


def _instead(change: EntryChange) -> str:
    """Return an arrow to the entry that replaces a removed one."""
    return f" -> {plain((change.instead,))}" if change.instead else ""


def _reasons(causes: tuple[Cause, ...]) -> Iterator[str]:
    for cause in causes:
        why = f": {plain(cause.why)}" if cause.why else ""
        yield from wrapped(f"({cause.title}{why})", 4, hanging=4)


def _lines(change: EntryChange, within: str) -> Iterator[tuple[str, tuple[Cause, ...]]]:
    """Yield a line for each difference, with its causes.

    `within` is the beginning of lines about nested entries: the names of those above, `Damage, `.
    """
    if change.moved is not None:
        where = f"now after {change.moved}" if change.moved else "now the first"
        yield f"{within}moved, {where}", change.causes
    for field in change.fields:
        yield f"{within}{field.label}: {_sides(field)}", field.causes
    for inner in change.inside:
        if mark := MARKS[inner.fate]:
            yield f"{within}{mark}{inner.name}{_instead(inner)}", inner.causes
        yield from _lines(inner, f"{within}{inner.name}, ")


def _sides(field: FieldChange) -> str:
    """Return a field before and after, or only its value if it was added or removed."""
    before, after = plain(field.before), plain(field.after)
    if field.fate != "changed":
        return before or after
    return f"{before or NOTHING} -> {after or NOTHING}"


def _odds(chances: Sequence[ChanceChange]) -> Iterator[str]:
    """Yield the largest changes of odds, and the number of others."""
    largest = set(_largest(chances))
    for change in filter(largest.__contains__, chances):
        yield from wrapped(_chance(change), 2, hanging=4)
    if len(largest) < len(chances):
        more = len(chances) - len(largest)
        yield from wrapped(f"and {more} more: --format json", 2, hanging=4)


def _chance(change: ChanceChange | CheckChance) -> str:
    band = change.band
    reached = band.name or f"{band.before} -> {band.after}"
    against = "," if band.name and not band.is_difficulty else " against"
    moved = f"{percent(change.before)} -> {percent(change.after)}"
    return f"{change.pool}{against} {reached}: {moved}"


def _largest(chances: Sequence[ChanceChange]) -> Iterator[ChanceChange]:
    """Yield the largest changes for each procedure, tokens of a pool, and band."""
    groups = grouped(((c.procedure, c.tokens, c.band), c) for c in chances)
    for group in groups.values():
        yield from sorted(group, key=lambda c: -abs(c.after - c.before))[:MOST]
