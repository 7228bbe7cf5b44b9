"""The words around rolls: why a pool is refused, and how to write one.

The words for the result of each step are in `runtime/dice/roll_words.py`.
"""

from __future__ import annotations

from typing import Final

CANNOT: Final = {
    "cannot.long": "[a pool] has at most {most} characters",
    "cannot.empty": "[a pool] begins with its [dice]: 5D, 3D+1",
    "cannot.codes": "[a pool] has one code; add [dice] as a bonus: +{text}",
    "cannot.digits": "{text} has too many digits",
    "cannot.code": "invalid [die code] {text}: write 5D, or 3D+1",
    "cannot.write": "write {text}",
    "cannot.sided": "{text} has a number after its D, but the procedure sets the sides: write "
    "{code}, or {pips} for [pips]",
    "cannot.die": "{text} has a number after its D, but the procedure sets the sides: write {code}",
    "cannot.unknown": "unknown term {text} in [a pool]; tokens here: {known}",
    "cannot.unknown.none": "none",
    "cannot.two": "two numbers: write {text}",
    "cannot.behind": "{token} takes no number after it",
    "cannot.face": "{token} needs a face after it: {token}1",
    "cannot.sides": "[a die] has 1 to {most} sides",
    "cannot.size": "unknown die d{number} (sides here: {sizes}): write {text} for that many [dice]",
    "cannot.no-face": "no [die] here shows {face}: faces go from 1 to {most}",
    "cannot.count": "use {token} at least once, or omit it",
    "cannot.steps": "{procedure} has more than {most} steps",
    "cannot.sets": "more than {most} [dice] in {sets} sets",
    "cannot.dice": "more than {most} [dice]",
    "cannot.chain": "[a die] exploded {most} times in a row",
    "cannot.endless": "{step}: [a die] of {sides} sides explodes on every face and never ends",
    "cannot.like": "{step} is like {like}, which replaces no [dice]",
    "cannot.faces": "{step}: {face} becomes {after}: both must be faces",
    "cannot.shown": "{step}: no [die] shows {most}",
}
"""The runtime's messages for pools that it refuses, for rollers in other languages."""

ROLLER: Final = {
    "roller": "Roll [dice]",
    "roller.intro": "Start with the [dice], such as {codes}. Add more [dice] or [pips] with a "
    "sign: {bonuses}. Then add any of the [marks] below, in any order.",
    "roller.unmarked": "Start with the [dice], such as {codes}. Add more [dice] or [pips] with a "
    "sign: {bonuses}.",
    "roller.without": "To roll on this page, turn on JavaScript.",
    "roller.notation": "[Pool] notation ({procedure})",
    "roller.mark": "[Mark]",
    "roller.means": "Meaning",
    "roller.how": "How to write it",
    "roller.how.count": "{one} once, {two} twice",
    "roller.how.sides": "{one} one [die], {two} two, {sides} one with eight sides",
    "roller.how.face": "{one}, followed by the face",
    "roller.how.none": "{one}",
    "roller.panel": "[Dice]",
    "roller.die": "Roll {pool}",
    "roller.pool": "[Pool]",
    "roller.procedure": "Rolled as",
    "roller.against": "Against",
    "roller.at": "Targets",
    "roller.tokens": "Modifiers",
    "roller.against.none": "nothing",
    "roller.against.other": "another number",
    "roller.band": "{name} ({number})",
    "roller.against.pool": "opposing [dice]",
    "roller.number": "Number",
    "roller.other": "Opposing [dice]",
    "roller.opposed": "{pool}: {total}",
    "roller.chance": "[Chance]: {percent}",
    "roller.outcome": "{name}: {percent}",
    "roller.part": "{dice} {pips} [pip]",
    "roller.parts": "{dice} {pips} [pips]",
    "roller.fewer": "One [die] fewer",
    "roller.more": "One [die] more",
    "roller.link": "Link to these dice",
    "roller.copy": "Copy as text",
    "roller.copied": "Copied",
    "roller.history": "Rolls of this session",
    "roller.of": "{name}, {who}",
    "roller.because": "{name}: {by}",
    "roller.unrated": "{name}: enter [a pool], or fill in a sheet in this browser.",
    "roller.too-few": "{name}: not enough [dice] left. You need {least}.",
    "roller.gives": "Result: {name}",
    "roller.then": "Roll {name} {by}",
    "roller.add": "Add {token}: {title}",
    "roller.roll": "Roll",
    "roller.close": "Close",
    "roller.steps": "Steps",
    "roller.refused": "You can't roll this: {reason}.",
    "roller.write": "Write it like {example}: {reason}.",
}
