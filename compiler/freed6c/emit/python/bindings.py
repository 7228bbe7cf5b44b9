"""Writes the modules that bind the runtime to a ruleset, and those that export its classes.

`_bound.py` and `_dice.py` are made from templates. `kinds.py`, `rolls.py` and `play.py` export the
classes of the runtime by topic.
"""

from __future__ import annotations

import ast
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING, Final

from freed6c.emit.python.content import PackageContext, constant_name, module_name
from freed6c.emit.python.layout import assign, docstring
from freed6c.emit.python.module import dunder_all, header, import_line, module_text
from freed6c.formula.python_fragments import atom, literal, mapping, sequence
from freed6c.packs.kinds import KINDS
from freed6c.runtime.entries.dice import Dice

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence


TEMPLATES: Final = Path(__file__).parent / "templates"


def _fill(context: PackageContext, name: str, **values: object) -> str:
    """Return a module from a template, with the values of this ruleset."""
    fields = {"header": "\n".join(header(context)), **values}
    return Template(_template(name)).substitute(fields)


def _template(name: str) -> str:
    return (TEMPLATES / f"{name}.py.txt").read_text(encoding="utf-8")


def write_bound(context: PackageContext, modules: Collection[str]) -> str:
    """Return `_bound.py`, which finds the entries of the ruleset and sets the size of a die."""
    kind_modules = {k.name: module_name(k) for k in KINDS if module_name(k) in modules}
    packs = (atom(literal(pack)) for pack in context.ruleset.packs)
    first = context.ruleset.procedure
    return _fill(
        context,
        "_bound",
        modules=_assign_texts("MODULES: Final[Mapping[str, str]]", kind_modules),
        moved=_assign_texts("MOVED: Final[Mapping[str, str]]", context.ruleset.moved),
        id=literal(context.ruleset.id),
        version=literal(context.ruleset.version),
        packs=assign("PACKS: Final[tuple[str, ...]]", sequence(packs)),
        terms=_assign_texts("TERMS: Final[Mapping[str, str]]", context.ruleset.terms),
        pips=context.ruleset.die_code.pips_per_die,
        example=next(iter(context.ruleset.entries), "kind.key"),
        procedure=f'cast("Dice", entry({literal(first.id)}))' if first else "None",
    )


# Modules of rulesets with dice. Functions import the modules that they need when they are called.
# So a program that only reads rules doesn't load the dice, and one that only rolls dice doesn't
# load the calculation of odds.


ROLLS: Final[Mapping[str, tuple[str, ...]]] = {
    "._runtime.dice.pool": ("Call", "Pool"),
    "._runtime.dice.roller": ("RollResult",),
    "._runtime.dice.table": ("Choose", "Die", "Done", "Kind", "Randomness"),
    "._runtime.notation": ("PoolError", "Share"),
    "._runtime.odds": ("OddsError",),
    "._runtime.odds.answer": ("Odds", "Opposed", "Support"),
}
"""The classes of rolls and odds, by module."""

DICE_EXPORTS: Final[Mapping[str, tuple[str, ...]]] = {
    "._dice": ("odds", "opposed_odds", "roll"),
    "._runtime.notation": ("PoolError",),
    "._runtime.odds": ("OddsError",),
    ".play": (
        "Character",
        "CharacterError",
        "MissingAbilityError",
        "RefusedError",
        "UnansweredError",
        "check",
    ),
}
"""The further names that a package with dice exports, by module."""

PLAY: Final[Mapping[str, tuple[str, ...]]] = {
    "._runtime.effects": ("Who",),
    "._runtime.play.actions": ("act", "spend_ranks", "test_track"),
    "._runtime.play.actor": ("Actor", "CharacterError"),
    "._runtime.play.character": ("Character",),
    "._runtime.play.checks": ("PreparedPool", "Part", "CheckResult", "check"),
    "._runtime.play.pending_actions": (
        "PendingAction",
        "PointsOffer",
        "StepChoice",
        "start_action",
    ),
    "._runtime.play.effects": ("follow",),
    "._runtime.play.execution": ("Purchase", "Choices"),
    "._runtime.play.menus": ("OpenMenu", "PickOffer"),
    "._runtime.play.points": ("earn", "lose", "spend", "spend_on"),
    "._runtime.play.possible": (
        "Answer",
        "is_defeated",
        "can_take",
        "list_actions",
        "is_over",
    ),
    "._runtime.play.questions": ("Question", "UnansweredError"),
    "._runtime.play.requirements": ("slots",),
    "._runtime.play.state": (
        "ActiveEffect",
        "Checked",
        "Fact",
        "LogLine",
        "ActiveCondition",
        "Kept",
        "Lasting",
        "MissingAbilityError",
        "Outcome",
        "RefusedError",
    ),
    "._runtime.play.time": ("end_period", "interrupting", "turn_order", "start_period"),
    "._runtime.situation": ("EntryLike", "Like"),
}
"""The names for playing, by module: characters, and the actions that they can take."""

# Lazy imports. `typing` alone, which most modules of the runtime need, takes as long to import as
# Python takes to start.


CHECKING: Final = 'TYPE_CHECKING = False\n"""Type checkers take it as true."""\n'


def lazy_code(
    where: Mapping[str, Collection[str]], modules: Collection[str] = ()
) -> tuple[str, ...]:
    """Return code that imports names of other modules, and `modules`, when they are first used.

    It is the mapping `_where` of names to modules, and a `__getattr__` for the module.
    """
    sources = {name: module for module, names in where.items() for name in names}
    sources |= {name: f".{name}" for name in modules}
    assigned = _assign_texts("_where: Mapping[str, str]", sources)
    return assigned, _template("later").rstrip()


def _assign_texts(target: str, texts: Mapping[str, str]) -> str:
    """Return `target = {...}`, with texts by their keys."""
    return assign(target, mapping((key, atom(literal(texts[key]))) for key in texts))


def type_imports(where: Mapping[str, Collection[str]], *more: str) -> list[str]:
    """Return the imports of `lazy_code` once more, as lines that only type checkers read.

    `where` has the names to import, by module. `more` are further import lines.
    """
    lines = [
        *("from collections.abc import Mapping", *more, ""),
        *(
            line
            for module, names in where.items()
            for line in import_line(module, tuple(names))
        ),
    ]
    indented = [f"    {line}" if line else "" for line in lines]
    return [CHECKING, "if TYPE_CHECKING:", *indented]


def write_dice(context: PackageContext) -> Mapping[str, str]:
    """Return `_dice.py`, `rolls.py` and `play.py`, or nothing if the rules have no dice."""
    procedures = context.ruleset.of(Dice)
    if not procedures:
        return {}
    title = context.ruleset.manifest.title
    words = docstring(f"Rolls the dice of {title}, and returns their odds.")
    rolls = "The classes of pools, rolls and odds, and their exceptions."
    play = f"Play by {title}: characters and their actions."
    first = constant_name(procedures[0])
    return {
        "_dice": _fill(context, "_dice", docstring=words, first=first),
        "rolls": _offer(context, rolls, ROLLS),
        "play": _offer(context, play, PLAY, *lazy_code(PLAY), top=type_imports(PLAY)),
    }


def _offer(
    context: PackageContext,
    title: str,
    classes: Mapping[str, Collection[str]],
    *parts: str,
    top: Sequence[str] = (),
) -> str:
    """Return a module that exports classes of other modules.

    It imports them at once, unless the lines `top` and the `parts` at its end import them lazily.
    """
    lines = top or [
        line for name, own in classes.items() for line in import_line(name, tuple(own))
    ]
    lines = ["from __future__ import annotations", "", *lines]
    parts = (dunder_all(classes.values()).source, *parts)
    return module_text(context, title, lines, parts)


# `kinds.py`, the classes of entries and of their parts.


HIDDEN: Final = frozenset({"Ref", "DieCode", "NameIndex", "FormulaCharacter"})
"""Classes that `kinds.py` doesn't export.

The package itself exports `Ref` and `DieCode`, bound to its ruleset.
"""


def write_kinds(context: PackageContext, runtime: Path) -> str:
    """Return `kinds.py`, which exports every class of the typed model."""
    paths = sorted((*runtime.glob("*.py"), *(runtime / "entries").glob("*.py")))
    classes = {
        "._runtime." + ".".join(path.relative_to(runtime).with_suffix("").parts): names
        for path in paths
        if (names := _classes_in(path))
    }
    title = f"The classes of the entries of {context.ruleset.manifest.title}."
    return _offer(context, title, classes)


def _classes_in(path: Path) -> list[str]:
    return sorted(
        node.name
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ClassDef)
        and node.name not in HIDDEN
        and not node.name.startswith("_")
        and not node.name.endswith("Error")
    )
