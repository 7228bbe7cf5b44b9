"""Sentences about a ruleset, made from its data so that text and mechanics agree.

Sentences address the reader: "you", and imperatives. If another character acts, the pattern
`they.…` applies; for what belongs to the reader, `your.…` (`about_others` and `about_reader` of
the render context).

`effect_phrase` in `document/sentences/effects.py` words an effect, `cell` there one of a
condition, and `said_by_pack` there takes the sentence that a pack wrote instead. `_cells` in
`document/sentences/formulas.py` words a chosen row. `with_dice` in
`document/sentences/numbers.py` finds dice in a text that become buttons.
"""
