"""Explanations of codes: Markdown files beside the modules of `codes/`, read only on demand."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from freed6c.packs.lazy import regex

if TYPE_CHECKING:
    from freed6c.diagnostics.diagnostic import Code

DOCUMENTATION: Final = ""
"""The address of the documentation site, with a slash at the end; empty until it is published."""
DOCUMENT: Final = regex(
    r"# .+\n\n((?:(?!##|```).+\n)+)"
    r"(?:\n## Wrong\n\n```yaml\n((?s:.+?\n))```\n"
    r"\n## Right\n\n```(yaml|diff)\n((?s:.+?\n))```\n)?"
)
"""The form of a document: a title, one paragraph and, with an example, two code blocks."""


class CodeExplanation(NamedTuple):
    """The explanation of a code: why it matters, and a pack with and without the problem.

    If a pack has several files, a line such as `# base/rules.yaml` comes before each of them.
    """

    why: str = ""
    wrong: str = ""
    right: str = ""


def explain_code(code: Code) -> CodeExplanation:
    """Return the explanation of a code; its texts are empty without a well-formed document.

    Under "Right" is a whole pack, or a diff: its unchanged and removed lines are next to each other
    in the wrong pack, and its unchanged and added lines replace them.
    """
    path = next(Path(__file__).parent.glob(f"codes/*/{code.name}.md"), None)
    match = path and DOCUMENT.fullmatch(path.read_text("utf-8"))
    if not match:
        return CodeExplanation()
    why, wrong, form, right = match.groups("")
    if form == "diff":
        lines = right.splitlines(keepends=True)
        before = "".join(line[1:] for line in lines if line[0] != "+")
        after = "".join(line[1:] for line in lines if line[0] != "-")
        right = wrong.replace(before, after)
    return CodeExplanation(" ".join(why.split()), wrong, right)
