"""The plain types that stages pass to each other: packs, files, ids, locations, provenance.

Data from YAML stays plain (text, integers, booleans, lists, maps) until the link stage. Only
`yaml_tree.py` imports ruamel.yaml. It parses a text into a tree with positions, which `load`,
`fmt`, the editor and `diagnostics/locate.py` read.

Provenance is sparse: it has one record for each entry as first written, and one for each operation
of a later pack. To locate a value, take the deepest record at or above its path, and append the
rest of the path to the record's address. `words_at` in `packs/provenance.py` returns the pack that
wrote some words of a text, with their location; every message about characters of a text uses it.

Limits and the budget are in `limits.py`. The load stage limits files, bytes, lines, entries and
depth; a pack of 4,000 entries builds. One `Budget` pays for everything that a few words of YAML can
multiply: formulas, derived rows and cells, examples, reworded passages, texts and tables that pages
repeat. The overlay creates the budget; `MergeState`, `MergedRuleset` and `Ruleset` pass it on as a
field, so no stage needs a global variable. If the budget is exhausted, `TooMuchWork` is raised,
and the pipeline turns it into one diagnostic, D6-L007.

Each trial of a choice has its own budget; all trials together get the steps that the pack itself
leaves. Checks pay for odds through `PAYER` in `runtime/odds/work.py`: one computation can take at
most half of the remaining steps, and pages omit odds that would cost more. `bounded_diff.py` limits
the work of difflib in the same way, wherever the compiler compares texts of packs. Messages explain
at most 100 problems per file. Input from players has separate limits in `runtime/`: odds, saved
characters, `Causes`, `ValuesAsked`.

`resources.py` finds the packs and schemas that come with the compiler, in the wheel or in the
checkout.

To add a setting to a kind: add a field to its class in `runtime/entries/` and a property to its
schema, use it where it counts, and show it in the function of the kind in `document/describe/`.
Pages of kinds without such a function show it without a change.

To add a kind: write its class in `runtime/entries/`, a line in `packs/kinds.py` with the name for
readers, a schema in `schemas/entries/`, and a case in `tests/cases/markdown/`. Backends need no
change, because `document/describe/fields.py` describes fields by their types. If its description
reads badly, write a function in `document/describe/` and list it in `DESCRIBED`; it names each
field that it shows. For a color and a shape on sites, add a line
to `LOOKS` in `emit/html/icons.py`.
"""
