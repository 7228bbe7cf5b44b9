"""Compare two rulesets: their entries, their odds and the results of their examples.

`compare` takes the base game and the same game with packs applied, and returns a `Comparison`
(`comparison.py`). Entries are matched by id, and their fields are compared one by one
(`differences.py`), for `freed6c diff`. For readers, the descriptions of an entry are compared
(`lines.py`), so that pages say what the book says, before and after. Each value is put into words with the `RenderContext` of its own ruleset,
because it can refer to entries that the other ruleset lacks. `page.py` renders the result.
"""
