"""The words of what is printed, listed and held in hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

SHEETS: Final[Mapping[str, str]] = {
    "reference": "Quick reference",
    "reference.summary": "Numbers, actions, conditions and points on one printed sheet.",
    "every-table": "All tables",
    "every-table.summary": "Every table of the rules, one below the other.",
    "cards": "Cards to print",
    "cards.summary": "Actions and conditions to cut out and put on the table.",
    "sheet": "Character sheet",
    "sheet.summary": "To print blank, or to fill in here and print.",
    "chances.summary": "How likely each result is, exactly, and how many dice it takes.",
    "roller.summary": "Any pool of dice, step by step.",
    "kinds.term.summary": "What the words of the game mean.",
    "changes.summary": "What is different from the game that this is layered on.",
    "quick.count": "{name}: {count} per {period}",
    "quick.any": "{name}: any number",
    "sheet.name": "Name",
    "sheet.player": "Player",
    "sheet.concept": "Concept",
    "sheet.who": "Who",
    "sheet.things": "Things",
    "sheet.kept": "What you write stays in this browser.",
    "sheet.clear": "Clear the sheet",
    "sheet.sure": "Clear everything that is written here?",
    "brief.against.chosen": "as chosen",
    "brief.against.fixed": "{ratings} (fixed)",
    "brief.against.roll": "{ratings} (rolled)",
    "brief.against.resistance": "{ratings}",
    "brief.buy": "buys from {buy}",
    "quick.pick": "{name} ({amount})",
    "sheet.notes": "Notes",
    "sheet.trained": "{name} (trained)",
    "sheet.scale": "{name} (scale)",
    "filter": "Show only",
    "filter.count": "{shown} of {all}",
    "pack": "Pack",
    "pack.of": "{title} {version}",
    "pack.holds": "It holds {kinds}.",
    "pack.count": "{count} {kind}",
    "pack.changes": "What it changes is told in full under {page}.",
    "licenses": "Packs and licences",
}
