"""The words of printed sheets, cards, lists of entries, and the table mode."""

from __future__ import annotations

from typing import Final

SHEETS: Final = {
    "reference": "Quick reference",
    "reference.summary": "Numbers, [actions], [conditions] and [points] on one printed sheet.",
    "every-table": "All [tables]",
    "every-table.summary": "Every [table] of the rules on one page.",
    "cards": "Cards to print",
    "cards.summary": "[Actions] and [conditions] to cut out and put on the table.",
    "sheet": "[Character] sheet",
    "sheet.summary": "Print it blank, or fill it in here.",
    "chances.summary": "Exact odds of each result, and how many [dice] you need.",
    "roller.summary": "Any [pool] of [dice], step by step.",
    "kinds.term.summary": "The terms of [the game].",
    "quick.count": "{name}: {count} per {period}",
    "quick.any": "{name}: any number",
    "roll.button": "Roll",
    "roll.button.of": "Roll {name}",
    "pregen.sheet": "Open in the sheet",
    "pregen.save": "Save as a file",
    "sheet.name": "Name",
    "sheet.player": "[Player]",
    "sheet.concept": "Concept",
    "sheet.who": "[Character]",
    "sheet.things": "Belongings",
    "brief.against.chosen": "[a difficulty]",
    "brief.against.fixed": "{ratings} (fixed)",
    "brief.against.number": "{ratings}",
    "brief.against.roll": "{ratings} (rolled)",
    "brief.against.resistance": "{ratings}",
    "brief.call.if.cases": "{usual}; if {condition}, {special}",
    "brief.buy": "spend [ranks] on {buy}",
    "quick.against": "{first} against {next}",
    "quick.pick": "{name} ({amount})",
    "sheet.notes": "Notes",
    "sheet.trained": "{name} (trained)",
    "sheet.scale": "{name} (scale)",
    "filter": "Show only",
    "filter.count": "{shown} of {all}",
    "pack.of": "{title} {version}",
    "licenses": "[Packs] and licenses",
    "table-mode": "Table mode",
    "table-mode.summary": "Track turns, durations and [points] while you play.",
    "table.intro": "Add the [characters] of a fight, then tap Begin. You apply and remove effects; the "
    "table tracks turns and marks what has run out. Everything stays in this browser.",
    "table.without": "Table mode needs JavaScript, which is turned off.",
}

PLAY: Final = {
    "sheet.kept": "Your entries stay in this browser. Tap a total for its roll.",
    "sheet.kept.fixed": "If you don't roll, use the number beside it.",
    "sheet.characters": "[Characters]",
    "sheet.unnamed": "Unnamed",
    "sheet.new": "New",
    "sheet.save": "Save as a file",
    "sheet.open": "Open a file",
    "sheet.delete": "Delete",
    "sheet.edit": "Edit",
    "sheet.play": "Play",
    "sheet.start": "Play one of these [characters], or fill in your own.",
    "sheet.all": "Show all fields",
    "sheet.resisting": "Defenses",
    "sheet.sure": "Delete {name} and everything on this sheet?",
    "sheet.not-kept": "This browser can't store the sheet. Save it as a file before you close the "
    "page.",
    "sheet.not-read": "This file can't be opened: it contains no [character].",
    "sheet.other-rules": "This was saved with different rules ({rules}). Values that are not in "
    "these rules are kept.",
    "sheet.copied": "This is your own copy of {name} to play and change. The original stays as "
    "it is.",
    "sheet.roll": "Roll {name}: {code}",
    "sheet.fixed": "{name}: {number} without a roll",
    "sheet.needs": "{name} needs {other}.",
    "sheet.excludes": "{name} excludes {other}.",
    "sheet.uncounted": "The numbers here leave out some effects of {names}. Apply those "
    "yourself.",
    "sheet.under-way": "Actions in progress when this was saved are not included.",
    "sheet.not-code": "{text} is not a [die code]: write 2D or 1D+2",
    "sheet.not-value": "{text} is not a valid value here",
    "sheet.not-such": "{text} is not a valid value here: write a value such as {example}",
    "table.spend": "One fewer: {name}",
    "table.earn": "One more: {name}",
}
"""The words of the script of the character sheet."""

UNCOUNTED: Final = ("sheet.uncounted", "sheet.under-way")
"""The keys of `PLAY` that the table mode uses too."""

TABLE: Final = {
    "table.next": "Next {period}",
    "table.begin": "Begin",
    "table.end": "End of the {period}",
    "table.ends": "End an effect",
    "table.undo": "Undo",
    "table.now": "{period} {count}",
    "table.turn": "{name}'s {period}",
    "table.nobody": "No [characters] yet.",
    "table.order": "Order",
    "table.order.of": "Place of {name} in the order",
    "table.order.by": "Order by",
    "table.order.find": "Sort",
    "table.order.choice": "{scene}: {value}",
    "table.order.none": "Enter a number for {names}.",
    "table.up": "Move {name} up",
    "table.over": "{name}: over",
    "table.away": "Remove {name}",
    "table.more": "[Conditions], [points], rolls",
    "table.rolls": "Other rolls",
    "table.apply": "Apply {name} to {who}",
    "table.clear-over": "Clear what is over",
    "table.all": "All {count}",
    "table.note": "Another effect",
    "table.duration": "Duration",
    "table.open": "until you remove it",
    "table.add": "Add",
    "table.points": "{name}: {count}",
    "table.join": "Add [character]",
    "table.other": "Someone else",
    "table.count": "How many",
    "table.tracks": "Other [conditions] and effects",
    "table.name": "Name",
    "table.ratings": "Ratings, such as {example}. Enter the whole [pool], or + and the bonus",
    "table.below": "{name} {code} is less than {other}: enter the whole [pool], or +{code} if "
    "that is the bonus",
    "table.clear": "Clear the table",
    "table.not-kept": "This browser can't store the table. It will be lost when you close the "
    "page.",
    "table.sure": "Remove all [characters]? Their sheets are kept.",
}
"""The words of the script of the table mode."""
