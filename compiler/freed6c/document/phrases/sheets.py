"""The words of printed sheets, cards, lists of entries, and the table mode."""

from __future__ import annotations

from typing import Final

SHEETS: Final = {
    "reference": "Quick reference",
    "reference.summary": "Numbers, [actions], [conditions] and [points] on one printed sheet.",
    "every-table": "All [tables]",
    "every-table.summary": "Every [table] of the rules, one below the other.",
    "cards": "Cards to print",
    "cards.summary": "[Actions] and [conditions] to cut out and put on the table.",
    "sheet": "[Character] sheet",
    "sheet.summary": "To print blank, or to fill in here and print.",
    "chances.summary": "How likely each result is, exactly, and how many [dice] it takes.",
    "roller.summary": "Any [pool] of [dice], step by step.",
    "kinds.term.summary": "What the words of [the game] mean.",
    "changes.summary": "What is different from [the game] that this is layered on.",
    "quick.count": "{name}: {count} per {period}",
    "quick.any": "{name}: any number",
    "roll.button": "Roll",
    "roll.button.of": "Roll {name}",
    "pregen.sheet": "Put on the sheet",
    "pregen.save": "Save as a file",
    "sheet.name": "Name",
    "sheet.player": "[Player]",
    "sheet.concept": "Concept",
    "sheet.who": "Who",
    "sheet.things": "Things",
    "brief.against.chosen": "as chosen",
    "brief.against.fixed": "{ratings} (fixed)",
    "brief.against.number": "{ratings} (fixed)",
    "brief.against.roll": "{ratings} (rolled)",
    "brief.against.resistance": "{ratings}",
    "brief.call.if.cases": "{usual}; if {condition}, {special}",
    "brief.buy": "buy from {buy}",
    "quick.against": "{first} against {next}",
    "quick.pick": "{name} ({amount})",
    "sheet.notes": "Notes",
    "sheet.trained": "{name} (trained)",
    "sheet.scale": "{name} (scale)",
    "filter": "Show only",
    "filter.count": "{shown} of {all}",
    "pack": "[Pack]",
    "pack.of": "{title} {version}",
    "pack.holds": "It holds {kinds}.",
    "pack.count": "{count} {kind}",
    "pack.changes": "What it changes is told in full under {page}.",
    "licenses": "[Packs] and licenses",
    "table-mode": "Table mode",
    "table-mode.summary": "Whose turn it is, what lasts how long, and [points], while you play.",
    "table.intro": "It keeps turns, [points] and [conditions], and marks what has run out. It "
    "applies no effects and takes nothing away: that is up to you. All of it stays in this "
    "browser.",
    "table.without": "Table mode needs scripts, which are off.",
}

PLAY: Final = {
    "sheet.kept": "What you write stays in this browser. Tap a sum to roll it.",
    "sheet.kept.fixed": "The number beside it counts when nobody rolls.",
    "sheet.characters": "[Characters]",
    "sheet.unnamed": "Without a name",
    "sheet.new": "New",
    "sheet.save": "Save as a file",
    "sheet.open": "Open a file",
    "sheet.delete": "Delete",
    "sheet.sure": "Delete {name}, and all that is written here?",
    "sheet.not-kept": "This browser keeps no more of it than until the page is closed: save it as "
    "a file.",
    "sheet.not-read": "This file cannot be opened: it holds no [character].",
    "sheet.other-rules": "This was saved under other rules ({rules}). What these do not know "
    "is kept.",
    "sheet.copied": "A copy of {name}, to play with and to change. What came with the rules stays "
    "as it is.",
    "sheet.roll": "Roll {name}: {code}",
    "sheet.fixed": "{name}: {number} when nobody rolls",
    "sheet.needs": "{name} needs {other}.",
    "sheet.uncounted": "Look after these yourself: {names}. Not all that they do is counted here.",
    "sheet.under-way": "What was under way when this was saved is not counted here.",
    "sheet.not-code": "{text} is no [die code]: write 2D, or 1D+2",
    "sheet.not-value": "{text} cannot be read here",
}
"""The words of the script of the character sheet."""

UNCOUNTED: Final = ("sheet.uncounted", "sheet.under-way")
"""The keys of `PLAY` that the table mode uses too."""

TABLE: Final = {
    "table.next": "Next {period}",
    "table.begin": "Begin",
    "table.end": "End of the {period}",
    "table.ends": "Something ends",
    "table.undo": "Undo",
    "table.now": "{period} {count}",
    "table.turn": "{name}'s {period}",
    "table.nobody": "Nobody is here yet.",
    "table.order": "Order",
    "table.order.of": "Place of {name} in the order",
    "table.order.by": "Order by",
    "table.order.find": "Put in order",
    "table.order.choice": "{scene}: {value}",
    "table.order.none": "{names}: write the number.",
    "table.up": "{name} earlier",
    "table.over": "{name}: over",
    "table.away": "Take away {name}",
    "table.more": "[Conditions], [points], rolls",
    "table.note": "Something else that lasts",
    "table.duration": "Lasts",
    "table.open": "until you take it away",
    "table.add": "Add",
    "table.points": "{name}: {count}",
    "table.spend": "One fewer: {name}",
    "table.earn": "One more: {name}",
    "table.leave": "Leaves",
    "table.join": "Who joins",
    "table.character": "[Character]",
    "table.other": "somebody else",
    "table.name": "Name",
    "table.ratings": "Ratings, such as {example}: all that is rolled, or with a + what is added",
    "table.below": "{name} {code} is less than {other}: write all that is rolled, or +{code} for "
    "what is added",
    "table.clear": "Everybody leaves",
    "table.not-kept": "This browser keeps no more of the table than until the page is closed.",
    "table.sure": "Shall everybody leave? [Characters] keep their sheets.",
}
"""The words of the script of the table mode."""
