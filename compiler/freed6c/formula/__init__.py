"""A small compiler of its own, for formulas.

    parse -> check -> evaluate, to_python

It knows no game: a SymbolTable tells what names mean, a Situation what they are worth.
"""
