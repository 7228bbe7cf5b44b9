"""Counts what the code of the compiler is made of. Run: python tests/bench/code.py [CHECKOUT ...]

Code lines are physical lines without blank ones, comments and docstrings. Import lines are those of
import statements, the ones for type checkers too. Texts are lines that hold nothing but a text in a
call, as messages have them, with the keyword that it is given by.
"""

from __future__ import annotations

import ast
import io
import statistics
import sys
import tokenize
from collections import Counter
from pathlib import Path

IGNORED = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENCODING,
    tokenize.ENDMARKER,
}


def is_text(node: ast.expr) -> bool:
    """Whether an argument is a text, or several."""
    match node:
        case ast.JoinedStr() | ast.Constant(value=str()):
            return True
        case ast.Tuple(elts=parts):
            return bool(parts) and all(map(is_text, parts))
        case _:
            return False


def count(path: Path) -> tuple[Counter[str], list[int]]:
    """The lines of a file by what they are, and how long its functions are."""
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    docs: set[int] = set()
    imports: set[int] = set()
    texts: set[int] = set()
    named: set[tuple[int, str]] = set()
    functions = []
    for node in ast.walk(tree):
        lines = set(
            range(getattr(node, "lineno", 1), (getattr(node, "end_lineno", 0) or 0) + 1)
        )
        match node:
            case ast.Expr(value=ast.Constant(value=str())):
                docs |= lines
            case ast.Import() | ast.ImportFrom():
                imports |= lines
            case ast.If(test=ast.Name(id="TYPE_CHECKING")):
                imports.add(node.lineno)
            case ast.FunctionDef():
                functions.append(len(lines))
            case ast.Call():
                for part in node.args:
                    if is_text(part):
                        texts |= set(range(part.lineno, (part.end_lineno or 0) + 1))
                for word in node.keywords:
                    if is_text(word.value):
                        last = word.value.end_lineno or 0
                        texts |= set(range(word.lineno, last + 1))
                        named |= {(word.lineno, word.arg or "")}
    code: set[int] = set()
    others: set[int] = set()
    comments = 0
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        comments += token.type == tokenize.COMMENT and token.line.lstrip().startswith(
            "#"
        )
        if token.type in IGNORED:
            continue
        rows = set(range(token.start[0], token.end[0] + 1))
        code |= rows
        name = (token.start[0], token.string) in named
        if token.type != tokenize.STRING and token.string not in "(),=" and not name:
            others |= rows
    code -= docs
    found = Counter(
        lines=text.count("\n"),
        code=len(code),
        imports=len(imports & code),
        texts=len((texts & code) - others),
        docstrings=len(docs),
        comments=comments,
        modules=1,
        functions=len(functions),
    )
    return found, functions


def main() -> None:
    """A column for each checkout; this one, if none is named."""
    for root in map(Path, sys.argv[1:] or [str(Path(__file__).parents[2])]):
        total: Counter[str] = Counter()
        functions: list[int] = []
        sizes = []
        for path in sorted((root / "compiler" / "freed6c").rglob("*.py")):
            found, lengths = count(path)
            total += found
            functions += lengths
            sizes.append(found["code"])
        rest = total["code"] - total["imports"] - total["texts"]
        runtime = len(list((root / "compiler/freed6c/runtime").rglob("*.py")))
        print(root)
        for name in ("lines", "code", "imports", "texts", "docstrings", "comments"):
            print(f"  {name:28} {total[name]:7,}")
        print(f"  {'code without imports, texts':28} {rest:7,}")
        print(f"  {'imports of code':28} {total['imports'] / total['code']:7.1%}")
        print(f"  {'modules':28} {total['modules']:7,}, of the runtime {runtime}")
        print(
            f"  {'code lines of a module':28} {statistics.median(sizes):7.0f} (median)"
        )
        print(
            f"  {'functions':28} {total['functions']:7,},"
            f" {statistics.mean(functions):.1f} lines (mean)"
        )


if __name__ == "__main__":
    main()
