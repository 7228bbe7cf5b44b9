"""What an editor asks while somebody types: the language server, and what it knows of packs.

`outline` reads text that is not finished, `slots` says what may stand at a place, `names` finds
entries where they are named, `answers` has what is completed, told and found; `workspace`
compiles what is typed, `server` speaks the protocol.

A pack is checked as soon as typing stops for a moment, without examples; a longer pause adds
everything else that `check` looks at.
"""
