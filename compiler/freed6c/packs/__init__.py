"""The plain types that stages pass on: files, packs, addresses, origins.

Data read from YAML stays plain (text, integers, booleans, lists, maps) until the link stage.
`yaml_tree.py` is the only module that imports ruamel.yaml: it turns a text into a tree with
positions, which `load`, `fmt`, the editor and `diagnostics/locate.py` read.

Provenance is sparse: one record for each entry as it was first written, and one for each
operation. The address of a value is that of the deepest record above it, plus the rest of the
path. `words_at` in `packs/provenance.py` returns which pack wrote which words of a text; every
message about characters of a text gets its location there.

Limits and the budget are in `limits.py`. Reading limits files, bytes, lines, entries and depth; a
pack of 4,000 entries builds. One `Budget` pays for what a few words can multiply: formulas,
derived rows and cells, examples, reworded passages, texts and tables that pages repeat. The
overlay makes it, and it travels as a field of `MergeState`, `MergedRuleset` and `Ruleset`, so no
stage keeps a global. A spent budget raises `TooMuchWork`, which the pipeline turns into one
diagnostic, D6-L007. Each trial of a choice has a budget of its own, and all trials share what the
pack itself leaves. Checks pay for odds through `PAYER` in `runtime/odds/work.py`; a question can
take at most half of what is left, and pages omit odds that they can't pay. `bounded_diff.py` is
difflib with such a bound: every part of the compiler compares texts of packs. Messages explain at
most 100 problems per file. What players enter has limits of its own in `runtime/`: odds, saved
characters, `Causes`, `ValuesAsked`.

`resources.py` finds the packs and schemas that come with the compiler: in the wheel, or in the
checkout.

To add a kind: write its class in `runtime/entries/`, a line in `packs/kinds.py` with the name
that readers see, a schema in `schemas/entries/` and a case in `tests/cases/markdown/`. Backends
need nothing: `document/describe/fields.py` describes fields by their types. Write a function in
`document/describe/` if that reads badly, and a line in `LOOKS` of `emit/html/icons.py` for a
color and shape on sites.
"""
