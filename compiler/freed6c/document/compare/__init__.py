"""Compare two rulesets: their entries, their odds and the results of their examples.

`compare` takes the base game and the same game with packs applied, and returns a `Comparison`
(`comparison.py`). Entries are matched by id, and their fields are compared one by one
(`differences.py`), for `freed6c diff`. For readers, the descriptions of an entry are compared
(`lines.py`), so that pages use the sentences of the book, before and after. Both sides are put into
words with the `RenderContext` of their own ruleset, because they can refer to entries that the
other ruleset lacks. `page.py` renders the result.
"""
