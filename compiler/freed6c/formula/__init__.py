"""A small compiler of its own, for formulas.

    parse -> check -> evaluate, to_python

It knows no game: a Scope tells what names mean, a Situation what they are worth.
"""

from freed6c.formula.check import check
from freed6c.formula.evaluate import evaluate
from freed6c.formula.parse import parse
from freed6c.formula.problem import FormulaProblem
from freed6c.formula.scope import Scope
from freed6c.formula.to_python import to_python
from freed6c.formula.typed import Checked

__all__ = [
    "Checked",
    "FormulaProblem",
    "Scope",
    "check",
    "evaluate",
    "parse",
    "to_python",
]
