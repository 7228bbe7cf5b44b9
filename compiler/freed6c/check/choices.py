"""Checks of choices: rows can be chosen if columns provide values, and choices aren't empty.

A column *provides* a value if choosing a row sets the value of the character: choosing a weapon
sets its damage.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.check.recovery import led_to
from freed6c.diagnostics.codes import checks as codes
from freed6c.model.entry_contents import records_of, references_of
from freed6c.model.internal_errors import noted
from freed6c.packs.kinds import BY_NAME
from freed6c.runtime.effects import Roll
from freed6c.runtime.entries.actions import Action, Check, Rule
from freed6c.runtime.entries.tables import Row, Table
from freed6c.runtime.record import of_kind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.model.ruleset import Ruleset


def check_provides(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report columns that provide a value although no action that rolls offers their rows."""
    for table in noted(ruleset.of(Table)):
        choosing = [
            (action, name)
            for action in ruleset.of(Action)
            for name, word in _offers(action)
            if word in (table.id, "row")
        ]
        rolled = any(
            any(records_of(ruleset, action, kind))
            for action, _ in choosing
            for kind in (Check, Roll)
        )
        for key, column in table.columns.items():
            users = _users(ruleset, column.provides.id) if column.provides else []
            if not column.provides or rolled or any(a in users for a, _ in choosing):
                continue
            value = column.provides.entry
            why = f"no action offers a choice from {table.name}"
            user = users[0].id if users else "an action"
            fix = f"add choose: {{{table.key}: {table.id}}} to {user}"
            for action, name in choosing[:1]:
                why = f"{action.name} rolls nothing"
                change = f"modify: {value.id}, set-to: {name}.{key}"
                change = f"effects: [{{{change}, duration: until replaced}}]"
                fix = f"remove provides: {value.key}, and add to {action.id}: {change}"
            yield codes.PROVIDES_NOBODY.at(
                ruleset.label(table, "columns", key, "provides"),
                related=[
                    ruleset.label(user, words="uses the value") for user in users[:1]
                ],
                why=why,
                value=value.name,
                help=[fix],
            )


def _offers(action: Action) -> Iterator[tuple[str, str]]:
    """Yield the name of each choice and question of an action, with its kind or id."""
    yield from action.choose.items()
    yield from ((name, ask.type) for name, ask in action.inputs.items())


def check_rows_alike(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report rows to choose from that have the same title as another row, and no name."""
    offered = {word for action in ruleset.of(Action) for word in action.choose.values()}
    for table in ruleset.of(Table):
        first: dict[str, Row] = {}
        for row in table.rows if table.id in offered else ():
            earlier = None if row.name else first.setdefault(row.title, row)
            if earlier not in (None, row):
                yield codes.ROWS_ALIKE.at(
                    ruleset.label(row),
                    related=[ruleset.label(earlier, words="same text")],
                    table=table.name,
                    title=row.title,
                    key=row.key,
                )


def _users(ruleset: Ruleset, value: str) -> list[Action]:
    """Return the actions that lead to an entry which refers to a value."""
    return [
        action
        for action in ruleset.of(Action)
        if any(
            id_ == value
            for entry in led_to(ruleset, action)
            for _, id_ in references_of(ruleset, entry)
        )
    ]


def check_choices(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report choices and questions without an option."""
    actions = ruleset.of(Action)
    for action in actions:
        for name, word in action.choose.items():
            table = ruleset.find(word)
            empty = isinstance(table, Table) and not table.rows
            if empty or (word in BY_NAME and not ruleset.every(word)):
                yield codes.NOTHING_TO_CHOOSE.at(
                    ruleset.label(action, "choose", name),
                    related=[ruleset.label(table, words="is empty") if table else None],
                    action=action.name,
                    what=table.name if table else word,
                )
    asking_entries: tuple[Action | Rule, ...] = (*actions, *ruleset.of(Rule))
    for asking in asking_entries:
        for name, ask in asking.inputs.items():
            if ask.of is None:
                continue
            whole = ask.of.entry
            if not any(of_kind(whole.inside, ask.type)):
                yield codes.NOTHING_TO_CHOOSE.at(
                    ruleset.label(asking, "inputs", name, "of"),
                    related=[ruleset.label(whole, words=f"has no {ask.type}")],
                    action=asking.name,
                    what=whole.name,
                )
