"""Stage 4: turn plain data into a typed ruleset whose references and formulas resolve.

Type hints guide the linker. Each hint is analyzed once (`expected_types.py`), because that takes
longer than reading a value. `Ref[Skill]` is resolved; `Formula[int]` is parsed, typed and checked
with the names of its place; `Prose` is text with links; the linker fills `Linked[...]`.

Declarations that other values refer to are read first: periods, units, action types, dice tokens,
signatures of formulas, columns of tables. Only two kinds need separate linking code: tables, for
derived rows, and examples, whose formulas know the names of the action they run.

`FormulaReader.amount` in `link/formulas.py` turns the amount of an effect into a value, with
`constant` in `formula/arithmetic.py`. `other_forms.py` reads ranges, quantities and times in
other notations, and suggests only readable values. `words.py` checks the terms and phrases that
packs replace; `say_needs` in `document/sentences/rules.py` words refusals at the end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.diagnostics.diagnostic import has_errors
from freed6c.document.sentences.rules import say_needs
from freed6c.link.entries import build_entries
from freed6c.link.examples import read_expectations
from freed6c.link.formulas import FormulaReader, define_formulas
from freed6c.link.manifests import published_manifest, read_manifest
from freed6c.link.names import LocalNames
from freed6c.link.scalars import read_vocabulary
from freed6c.link.scopes import read_scopes
from freed6c.link.structure import RecordReader
from freed6c.link.symbols import Problems, collect_symbols, report_repeated
from freed6c.link.types import TypeReader
from freed6c.link.words import read_words
from freed6c.model.partial_rules import PartialRules
from freed6c.model.removals import removals
from freed6c.model.ruleset import Ruleset, by_kind
from freed6c.packs.limits import Budget
from freed6c.packs.pack import topmost

if TYPE_CHECKING:
    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.packs.pack import MergedRuleset
    from freed6c.runtime.record import Entry


def link(
    merged: MergedRuleset, budget: Budget | None = None
) -> tuple[Ruleset, list[Diagnostic]]:
    """Return the typed ruleset and the problems found.

    A broken value is reported and omitted. Linking and checking share the budget.
    """
    budget = budget or Budget()
    removed = removals(merged.removed)
    problems = Problems(merged.provenance, removed, topmost(merged.packs))
    vocabulary = read_vocabulary(merged.tree)
    symbols = collect_symbols(merged)
    words = read_words(merged.packs, symbols, problems)
    report_repeated(symbols, problems)
    types = TypeReader(vocabulary.measures)
    pips_per_die = vocabulary.die_code.pips_per_die
    scopes = read_scopes(merged.tree, symbols, types, pips_per_die, problems.advice)
    entries: dict[str, Entry] = {}
    rules = PartialRules(vocabulary.die_code, entries)
    reader = FormulaReader(scopes, LocalNames(types, scopes), problems, rules, budget)
    define_formulas(merged.tree, reader)
    records = RecordReader(
        symbols, reader, entries, problems, merged.tree, vocabulary, types, rules, words
    )
    build_entries(records)
    read_expectations(records)
    manifests = tuple(read_manifest(pack) for pack in merged.packs)
    built = {id_: entries[id_] for id_ in symbols.by_id if id_ in entries}
    ruleset = Ruleset(
        manifest=published_manifest(merged.packs, manifests),
        manifests=manifests,
        entries=built,
        kinds=by_kind(built.values()),
        redirects=merged.redirects,
        removals=removed,
        paths={id_: symbol.path for id_, symbol in symbols.by_id.items()},
        provenance=merged.provenance,
        die_code=vocabulary.die_code,
        checked={p: checked for p, checked in reader.checked.items() if checked},
        definitions=reader.definitions,
        types=types.all(),
        wording=words,
        budget=budget,
    )
    diagnostics = [*problems.found]
    if not has_errors(diagnostics):
        say_needs(ruleset)
    return ruleset, diagnostics
