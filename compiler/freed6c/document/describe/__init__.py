"""Describe entries by kind: `body` returns the blocks below the heading and the prose of an entry.

`DESCRIBED` has a function for each kind of entry. It takes the context, the entry and the heading
level of the entry. Kinds without a function list their fields.

Every column of a table has a `ColumnKind` (`document/blocks.py`: name, effect, fact, prose),
which comes from the key of its label (`KINDS` in `document/describe/parts.py`), never from a
game. Phones order columns by it.

The page of an action takes tables and menus from `_looked_up` in `document/describe/actions.py`,
its button from `_button` in `document/describe/rolls.py`, odds from `chances_of` in
`document/describe/chances.py`. The short line of a note beside an entry is `_short` in
`document/describe/notes.py`.
"""
