"""Backend for a typed, dependency-free Python package: a module per kind, formulas as functions.

Entries are in the order of the ruleset. The runtime is copied unchanged. Text from packs becomes
literals, never code.

Named formulas are public, in `formulas.py`; all others are functions of their situation in
`_formulas.py`, named by their place. `layout.py` breaks long lines, one part per line, so a build
needs no formatter. Former ids are in `_bound.MOVED`.

Importing a package has to stay cheap: `__init__` and `play` look up names on first use (`lazy_code`
in `emit/python/bindings.py`), because `typing` alone takes as long as Python itself to start.
`_dice.py` imports the engines when they are called. The runtime's `DieCode` gets the number of pips
that make a die when `_bound.py` is loaded; the compiler, which can have several rulesets in memory,
has a class for each.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from freed6c.emit.files import OutputFile
from freed6c.emit.python import front
from freed6c.emit.python.bindings import write_bound, write_dice, write_kinds
from freed6c.emit.python.content import PackageContext, kind_of, module_name
from freed6c.emit.python.entries import write_entries
from freed6c.emit.python.formulas import write_formula_functions, write_formulas
from freed6c.emit.python.front import write_init, write_tests
from freed6c.packs.grouping import grouped
from freed6c.packs.kinds import KINDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.document.documents import Documents
    from freed6c.model.ruleset import Ruleset
    from freed6c.runtime.record import Entry


RUNTIME: Final = Path(__file__).parents[2] / "runtime"


def emit(documents: Documents) -> tuple[OutputFile, ...]:
    """Return the files of the package, in a folder with the name of the package."""
    ruleset = documents.ruleset
    context = PackageContext.of(ruleset, documents.comparison)
    modules = _modules(ruleset)
    texts = {
        "__init__": write_init(context, tuple(modules)),
        "_bound": write_bound(context, modules),
        front.MODULE: front.write_licenses(context),
        **write_dice(context),
        **write_formula_functions(context),
        **write_tests(context),
        "kinds": write_kinds(context, RUNTIME),
        **{
            name: write_formulas(context, entries)
            if name == "formulas"
            else write_entries(context, name, entries)
            for name, entries in modules.items()
        },
    }
    folder = ruleset.manifest.python
    return (
        *(OutputFile.text(f"{folder}/{name}.py", text) for name, text in texts.items()),
        OutputFile.text(f"{folder}/py.typed", ""),
        OutputFile.text(f"{folder}/{front.FILE}", front.license_file(ruleset)),
        *_runtime(f"{folder}/_runtime"),
    )


def _modules(ruleset: Ruleset) -> dict[str, list[Entry]]:
    """Return the entries of each module by its name.

    Nested entries are omitted, because they are written inside the entries that they belong to.
    """
    top_level = {kind for kind in KINDS if kind.parent is None or not kind.qualified}
    return grouped(
        (module_name(kind_of(entry)), entry)
        for entry in ruleset.entries.values()
        if kind_of(entry) in top_level
    )


BINDING: Final = """
from importlib import import_module

# Whatever of it is loaded, it serves the ruleset of this package.
import_module(".._bound", __package__)
"""


def _runtime(folder: str) -> Iterator[OutputFile]:
    """Yield the modules of the runtime, unchanged except for `BINDING`.

    Importing the package itself loads no module of the runtime. So whichever module is loaded
    first has to bind the runtime to the ruleset, by an import in the `__init__` of the runtime.
    """
    for path in (*sorted(RUNTIME.rglob("*.py")), RUNTIME / "LICENSE"):
        text = path.read_text(encoding="utf-8")
        if path == RUNTIME / "__init__.py":
            text += BINDING
        name = path.relative_to(RUNTIME).as_posix()
        yield OutputFile.text(f"{folder}/{name}", text)
