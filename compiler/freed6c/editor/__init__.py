"""The language server, and its analysis of packs while you type.

`outline` reads unfinished text, `schema_lookup` finds what a place can hold, `names` finds entries
where they are named, and `answers` completes and explains. `workspace` compiles the text in the
editor, `server` speaks the protocol.

A pack is checked, without examples, as soon as typing stops for a moment. A longer pause adds the
rest of `check`.
"""
