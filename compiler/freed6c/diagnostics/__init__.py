"""Diagnostics as data, the catalog of their codes, and their output formats.

Suggestions are data as well (`ways_out.py`), used by the line of help, `check --fix` and editors.
`edits.py` finds the characters that an edit changes. Tests apply every edit and check the result,
and paste every line that help offers as text (`tests/test_ways_out.py`, `tests/pasting.py`).

- A single edit has to be the obvious fix. `--fix` applies it, unless the result is an error. If
  the author has to decide, the help lists the options.
- If a value has two readings, as `4D2` has, the help shows both without an edit.
- A list of common mistakes isn't proof of the author's intent. A candidate is offered only if the
  schema, the formula checker or the reader of that form accepts it.
- No edit drops or changes a number, a sign, dice or a word that its message doesn't name.

`suggest.py` proposes names, by capitals, plurals and typing errors; its caller says which names
exist and which fit the place. `synonyms.py` lists keywords of other tools, `spellings.py` reads
numbers, dice and keys that are written otherwise.

`tests/mistakes` holds messages about 200 wrong packs to their cause, place and fix.

`sort_placed` in `diagnostics/render.py` orders problems: the author's own files first, then by
place, causes (earlier stages) before their consequences. `formats.py` lists the output formats,
and `for_tools.py` renders those for tools.
"""

from freed6c.diagnostics.diagnostic import Code, Diagnostic, Label, has_errors

__all__ = ["Code", "Diagnostic", "Label", "has_errors"]
