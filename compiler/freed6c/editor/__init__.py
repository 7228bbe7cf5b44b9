"""The language server, and what it knows about packs while you type.

`outline` reads unfinished text, `schema_lookup` finds what a place can hold, `names` finds entries
where they are named, and `answers` completes and explains. `workspace` compiles the text in the
editor, `server` speaks the protocol.

A pack is checked as soon as typing stops for a moment, without examples; a longer pause adds
everything else that `check` looks at.
"""
