"""What names, words and marks mean in a scope; what may have been meant by others."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from freed6c.formula.builtins import BUILTINS
from freed6c.formula.problem import FormulaProblem
from freed6c.formula.typed import Marked, Typed, Variable
from freed6c.formula.types import MODIFIER, fits
from freed6c.packs.suggest import one_line

if TYPE_CHECKING:
    from freed6c.formula.scope import Found, Scope, Token
    from freed6c.formula.tree import Mark, Name, Part
    from freed6c.formula.types import Type

FORMULA: Final = "formula."


def problem(part: Part, message: str, way_out: str = "") -> FormulaProblem:
    """Make the problem of a name that means nothing."""
    return FormulaProblem(message, part.start, part.end, way_out, code="unknown-name")


def name(node: Name, scope: Scope, wanted: tuple[Type, ...]) -> Typed:
    """Find what a name means: by its place, as a word of a token, or as a reference.

    Raises FormulaProblem.
    """
    if node.text in scope.names:
        return Typed(node, scope.names[node.text], meaning=Variable(node.text))
    if node.text in scope.words:
        return Typed(node, MODIFIER, meaning=Marked(scope.words[node.text], 1))
    candidates = scope.references.find(node.text)
    fitting = [found for found in candidates if _fits_one(found, wanted)]
    match fitting or candidates:
        case [found]:
            return Typed(node, found.type, meaning=found)
        case []:
            raise problem(
                node, f"{node.text} means nothing here", _help_for(node.text, scope)
            )
        case several:
            ids = " or ".join(found.id for found in several)
            raise problem(node, f"{node.text} could be {ids}", "write the whole id")


def _fits_one(found: Found, wanted: tuple[Type, ...]) -> bool:
    return any(fits(found.type, want) for want in wanted)


def _help_for(written: str, scope: Scope) -> str:
    if written in functions(scope):
        return f"a formula is followed by parentheses: {written}(…)"
    for cut in re.finditer("-", written):
        left, right = written[: cut.start()], written[cut.end() :]
        if _known(left, scope) and _known(right, scope):
            return f"put spaces around the minus: {left} - {right}"
    known = (*scope.names, *scope.words, *scope.references.known())
    return one_line(written, (*known, *functions(scope)))


def _known(written: str, scope: Scope) -> bool:
    return (
        written.isdecimal()
        or written in scope.names
        or bool(scope.references.find(written))
    )


def functions(scope: Scope) -> tuple[str, ...]:
    """List everything that can be called."""
    return (*BUILTINS, *scope.formulas)


def function(written: str, scope: Scope) -> str:
    """Find the key of what is called: a formula may be named by its full id."""
    key = written.removeprefix(FORMULA)
    return key if key in scope.formulas else written


def mark(node: Mark, scope: Scope) -> Typed:
    """Find what a mark means: so many of a token. Raises FormulaProblem."""
    token = scope.tokens.get(node.letters)
    if token is None:
        raise problem(
            node, f"there is no token {node.letters}", _help_for_mark(node, scope)
        )
    return Typed(node, MODIFIER, meaning=_marked(node, token))


def _marked(node: Mark, token: Token) -> Marked:
    if node.behind is None:
        return Marked(node.letters, 1 if node.before is None else node.before)
    if token.behind == "none":
        raise problem(
            node,
            f"{node.letters} takes no number behind it",
            f"write {node.letters}",
        )
    if token.behind != "count":
        count = 1 if node.before is None else node.before
        return Marked(f"{node.letters}{node.behind}", count)
    if node.before is not None:
        raise problem(
            node,
            f"{node.letters} is counted twice",
            f"write {node.letters}{node.behind} or {node.before}{node.letters}",
        )
    return Marked(node.letters, node.behind)


def _help_for_mark(node: Mark, scope: Scope) -> str:
    if node.letters == "D":
        return f"write only how many dice: {node.before or 1}D"
    return one_line(node.letters, scope.tokens)


def unit(written: str, part: Part, scope: Scope) -> str:
    """Find what a unit measures. Raises FormulaProblem."""
    if written not in scope.units:
        message = f"there is no unit {written}"
        raise problem(part, message, one_line(written, scope.units))
    return scope.units[written]
