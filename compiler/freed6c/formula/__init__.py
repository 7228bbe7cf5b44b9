"""A small compiler of its own, for formulas.

    parse -> check -> evaluate, to_python

It knows no game: a SymbolTable defines the names, a Situation provides their values.

Evaluator and generated Python ask the same Situation, so every `Formula` of the model can be
called, in the compiler and in a package; a property test compares both. Odds in formulas go
through `runtime/odds/answer.py`, which is loaded on the first call and bounds the pool. A
formula's pool becomes one to roll in `runtime/dice/pool.py` alone.

The lexer finds where a die code ends; `runtime/notation.py` reads it. A minus between two values
and in front of a code with pips is refused, because it could subtract the dice alone or both: the
message has both spellings.

`foreign_notation` reads formulas as spreadsheets, programs and other games write them. It
rewrites the text and parses it again, so it offers only what can be read.

To add a built-in function of formulas: write an entry in `formula/builtins.py` (its signature,
meaning, Python call and wording), a row in `docs/reference/formulas.md`, and a call
in `tests/unit/random_formulas.py`. Test its results in `tests/unit/test_formula_evaluate.py`. If
it reads the rules or a character, write a method of `runtime/situation.py` first. A case in
`call` of `tests/usage/formulas.ts` evaluates it in TypeScript.
"""
