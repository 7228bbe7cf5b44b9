"""Sentences about a ruleset, made from its data so that text and mechanics agree.

Sentences address the reader: "you", and imperatives. A phrase can have variants: the one whose key
begins with `they.` is used if another character acts, the one with `your.` for what belongs to the
reader (`about_others` and `about_reader` of the render context).

In `document/sentences/effects.py`, `effect_phrase` describes an effect, `cell` all effects in a
table cell, and `said_by_pack` returns the sentence that a pack wrote instead. `_cells` in
`document/sentences/formulas.py` describes the cells of a chosen row. `with_dice` in
`document/sentences/numbers.py` finds the dice in a text, which sites show as buttons.
"""
