"""Render a ruleset as a document: a tree of pages and blocks that backends print.

The package only takes a ruleset and returns a document; it reads and writes no files. The wording
is in `phrases/`.

There are two layouts, `pages` (a page for each entry, for phones) and `grouped` (a page for each
chapter, for Markdown). Each is made when it is first needed. Results that a backend needs more than
once are computed with `Documents.once`.

If packs change a base game, a site can show both versions: the book, which is the base game, and
the table's rules, which are the base game with its packs. `side_by_side` compares the pages of both
builds block by block, and keeps both blocks where they differ.

A comparison uses the terms of the changed game for both sides, so that a renamed term is not shown
as a changed rule. It compares with the base game rather than pack by pack, because players see only
the total difference. `with_badge` in `document/changes.py` marks changed entries everywhere.
Examples and notes that a changed rule makes untrue are left out (`changed_run` in
`model/example_runs.py`, `decided_otherwise` in `document/mentions.py`). `texts_to_reread` in
`document/rereading.py` lists texts about changed rules.

Notes appear once per page (`remarks_in` in `document/mentions.py`). `footer` in
`document/licenses.py` is the line at the foot of each page, and `rule_text.py` makes the text that
editors show for an entry.
"""
