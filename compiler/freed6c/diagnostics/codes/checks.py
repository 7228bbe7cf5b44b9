"""Codes C: the parts of a ruleset in combination."""

from __future__ import annotations

from freed6c.diagnostics.diagnostic import Code

EXAMPLE_FAILED = Code(
    "D6-C001",
    "example-failed",
    "An example produces another result.",
    message="{shown} produces {found}, not {expected}",
)
EXAMPLE_DIFFERS = Code(
    "D6-C002",
    "example-differs",
    "An example with `severity: warning` produces another result.",
    "warning",
    message="{shown} produces {found}, not {expected}",
)
EXAMPLE_CHANGED = Code(
    "D6-C009",
    "example-changed",
    "A pack changes the result of an example of its base.",
    "warning",
    message="with {pack}, {shown} produces {found}, not {expected}",
    help=(
        "if you intended the change, do nothing: documents hide the text of this example",
        "to show the text, set 'expect' to the new result, and reword the text",
    ),
)
EXAMPLE_STUCK_NOW = Code(
    "D6-C027",
    "example-stuck-now",
    "A pack stops an example of its base from running.",
    "warning",
    message="with {pack}, this example produces {found}",
    label="cannot run",
    help="to show its text again, change the example in your pack so that it can run",
)
EXAMPLE_STUCK = Code(
    "D6-C017",
    "example-stuck",
    "An example cannot run: a fact is missing or impossible.",
    message="{reason}",
)

# Benchmarks and tracks.

BANDS_GAP = Code(
    "D6-C003",
    "bands-gap",
    "A benchmark has a gap between two bands.",
    message="no band covers {gap}, between '{lower}' and '{upper}'",
    label="should begin right after '{lower}'",
    help="write adjoining ranges, such as 1-5, 6-10, 11+",
)
BANDS_OVERLAP = Code(
    "D6-C025",
    "bands-overlap",
    "Two bands or rows cover the same number.",
    message="'{lower}' and '{upper}' both cover {number}",
    label="should begin right after '{lower}'",
    help="write adjoining ranges, such as 1-5, 6-10, 11+",
)
BAND_AFTER_LAST = Code(
    "D6-C026",
    "band-after-last",
    "A band follows a band without an end.",
    message="no band can follow '{lower}', which has no end",
    label="follows '{lower}'",
    help="write adjoining ranges, such as 1-5, 6-10, 11+",
)
RANK_UNREACHABLE = Code(
    "D6-C004",
    "rank-unreachable",
    "A benchmark doesn't reach the rank of a condition.",
    "warning",
    message="'{condition}' has rank {rank}, but {benchmark} ends at rank {most}",
    help="add a band, or remove a condition",
)
WRONG_START = Code(
    "D6-C010",
    "wrong-start",
    "A track starts at another track's condition.",
    message="{condition} belongs to another track",
    help="replace with a condition of this track",
)
NOT_COVERED = Code(
    "D6-C021",
    "not-covered",
    "An action sets no difficulty for one of the conditions that it treats.",
    "warning",
    message="'{action}' has no difficulty for '{condition}': {reason}",
    help="add a difficulty for '{condition}', such as a row",
)

# Names.

SAME_NAME = Code(
    "D6-C005",
    "same-name",
    "Two entries of one kind have the same name.",
    message="duplicate {kind} name '{name}'",
    label="second use",
    help="rename one of them",
)
NAME_ELSEWHERE = Code(
    "D6-C023",
    "name-elsewhere",
    "A pack renames an entry to a name that is used elsewhere.",
    "warning",
    message="{other} is also named '{name}'",
    label="new name",
    help="if readers could confuse the two, choose another name",
)
OLD_NAME = Code(
    "D6-C018",
    "old-name",
    "A text uses the former name of an entry.",
    "warning",
    message="text still uses the name '{old}', which is now '{new}'",
    label="former name",
)
REMOVED_NAME = Code(
    "D6-C022",
    "removed-name",
    "A text uses the name of a removed entry.",
    "warning",
    message="'{removed}' is removed, but a text still uses its name '{name}'",
    label="removed here",
    help="reword the text: {change}",
)

# Notes and chapters.

NO_SUCH_READING = Code(
    "D6-C006",
    "no-such-reading",
    "A note chooses an unknown reading.",
    message="unknown reading '{chosen}'",
    help="replace with one of the readings: {readings}",
)
VALUE_WITHOUT_READING = Code(
    "D6-C028",
    "value-without-reading",
    "A note has no reading for the value of the setting that it decides.",
    message="no reading has the value of {setting}, which is '{value}'",
)
NO_SUCH_PLACE = Code(
    "D6-C007",
    "no-such-place",
    "A note decides an unknown setting.",
    message="unknown setting '{setting}' under 'decides'",
)
REPEATED = Code(
    "D6-C011",
    "repeated",
    "A chapter contains an entry twice.",
    message="the chapter contains {entry} twice",
    label="second time",
    help="remove one of the two",
)

NO_SUCH_COLUMN = Code(
    "D6-C094",
    "no-such-column",
    "A panel names an unknown column.",
    message="unknown column '{column}' on this panel",
    help="columns of these tables: {columns}",
)

CHARACTER_DOES_NOT_FIT = Code(
    "D6-C091",
    "character-does-not-fit",
    "A pregenerated character doesn't follow the rules.",
    message="invalid character sheet: {reason}",
    help="write die codes and values that the rules define",
)
NOTHING_TO_TELL = Code(
    "D6-C092",
    "nothing-to-tell",
    "A story has an unknown placeholder.",
    message="unknown placeholder {{{name}}} in this step",
)
NUMBER_IN_STORY = Code(
    "D6-C093",
    "number-in-story",
    "A story contains a literal number, which a house rule could change.",
    message="literal number {number} in a story",
    help="replace with {{total}}, {{number}}, {{margin}} or {{dice}}, or write it as a word",
)

# Texts.

ESCAPED_BAR = Code(
    "D6-C098",
    "escaped-bar",
    "A link has a backslash before its bar, as in a Markdown table.",
    message="unexpected backslash before the | of a link",
    help="remove the backslash: [[{target}|…]]",
    fix="",
)
SINGLE_BRACKETS = Code(
    "D6-C099",
    "single-brackets",
    "A link has single brackets instead of double brackets.",
    "warning",
    message="[{link}] is not a link, so readers see the brackets",
)
BROKEN_LINK = Code(
    "D6-C008",
    "broken-link",
    "A link names an unknown entry.",
    message="unknown entry '{target}'",
)
BROKEN_QUOTE = Code(
    "D6-C029",
    "broken-quote",
    "A text quotes an unknown value.",
    message="unknown value '{target}'",
)
UNKNOWN_QUANTITY = Code(
    "D6-C030",
    "unknown-quantity",
    "A quantity in a text has an unknown unit.",
    message="unknown unit in '{target}'",
)
QUOTE_TAKEN_AWAY = Code(
    "D6-C031",
    "quote-taken-away",
    "A pack removes a value that a text quotes.",
    message="'{target}' is removed, but '{text}' still quotes it",
    label="removed here",
)
UNKNOWN_PLACEHOLDER = Code(
    "D6-C095",
    "unknown-placeholder",
    "A sentence has an unknown placeholder.",
    message="unknown placeholder '{name}' in a sentence",
)
WRITTEN_OUT = Code(
    "D6-C096",
    "written-out",
    "A sentence contains a literal number or name instead of a placeholder.",
    message="literal '{words}' in a sentence",
)
STALE_SENTENCE = Code(
    "D6-C097",
    "stale-sentence",
    "A hand-written sentence doesn't mention a setting that a pack changes.",
    "warning",
    message="hand-written sentence depends on '{what}', but does not mention it",
    label="changed here",
)
UNKNOWN_MARKUP = Code(
    "D6-C024",
    "unknown-markup",
    "A text has unsupported markup.",
    "warning",
    message="text looks like {meant}, but readers see it {shown}",
)
UNCLOSED_MARKUP = Code(
    "D6-C032",
    "unclosed-markup",
    "A text has an unclosed link, bold text or code.",
    "warning",
    message="unclosed {meant}",
    label="shown as you wrote it",
)

MINUS_OR_ITEM = Code(
    "D6-C122",
    "minus-or-item",
    "A minus at the start of a line begins a list item.",
    "warning",
    message="this minus begins a list item, so readers don't see it",
)
LINK_IN_NAME = Code(
    "D6-C123",
    "link-in-name",
    "A name contains a link, a value or a quantity in brackets.",
    "warning",
    message="names cannot contain links, so readers see the brackets",
    help="remove the brackets and keep the words",
)
ENDLESS_TEXT = Code(
    "D6-C124",
    "endless-text",
    "A text includes itself, or too much other text.",
    message="'{target}' includes itself, or more than 20,000 characters",
    help="remove one [[=…]] of the circle, or link to the entry: [[id]]",
)

# Values.

VALUE_CIRCLE = Code(
    "D6-C012",
    "value-circle",
    "A value or a number of points depends on itself.",
    message="{value} depends on itself",
)
WRONG_VALUE_TYPE = Code(
    "D6-C013",
    "wrong-value-type",
    "The formula of a value returns the wrong type.",
    message="formula returns {given}, not {wanted}",
)

# Dice and effects.

IMPOSSIBLE = Code(
    "D6-C014",
    "impossible-difficulty",
    "A check has a difficulty that no die code reaches.",
    "warning",
    message="even {code} cannot succeed against {number} with plain dice",
    help="change the number, or remove the check",
)
CERTAIN = Code(
    "D6-C015",
    "certain-difficulty",
    "A check has a difficulty that every die code reaches.",
    "warning",
    message="even {code} always succeeds against {number} with plain dice",
    help="change the number, or remove the check",
)
LEFT_BEHIND = Code(
    "D6-C019",
    "left-behind",
    "A literal difficulty is in another band after a pack moved the bands.",
    "warning",
    message="{number} was in '{was}', but is now in '{now}'",
    label="this number",
    help="if you did not intend that, set another number: {change}",
)
ENDLESS = Code(
    "D6-C020",
    "endless",
    "A die explodes on every face.",
    "warning",
    message="a {die} of {step} explodes on every face and never ends",
    help="remove at least one face",
)
ZERO_AMOUNT = Code(
    "D6-C016",
    "zero-amount",
    "An effect has an amount of zero.",
    "warning",
    message="amount is zero, so this effect changes nothing",
    help="remove the effect, or write another amount",
)
NO_OP_TOKEN = Code(
    "D6-C033",
    "no-op-token",
    "An effect adds a token that changes no roll.",
    "warning",
    message="token {token} changes no roll",
    help="remove the effect, or write another token",
)
CONSTANT_CONDITION = Code(
    "D6-C034",
    "constant-condition",
    "A formula under `if` or `needs` is always true, or never true.",
    "warning",
    message="formula is {when} true",
    help="remove the formula, or test something that can change",
)
SAME_DURATION = Code(
    "D6-C035",
    "same-duration",
    "An effect changes a duration to the same duration.",
    "warning",
    message="'set-duration' of {entry} has the same 'from' and 'duration'",
    help="remove the effect, or write another duration",
)
TARGETLESS_EFFECT = Code(
    "D6-C036",
    "targetless-effect",
    "An effect for others only works on its owner.",
    "warning",
    message="effect of {entry} is for others, but only works on its owner",
    help="remove 'to', or move it to an action: target: opponent, effects: [{{…, to: target}}]",
)

UNATTENDED_PURCHASE = Code(
    "D6-C090",
    "unattended-purchase",
    "An effect buys from a menu when no player can choose.",
    "error",
    message="no player can choose from {menu} here",
    help="move 'buy' to an action, a rule or points, or replace it with another effect",
)
UNOPPOSED_ROLL = Code(
    "D6-C127",
    "unopposed-roll",
    "An effect roll needs an opponent when there is none.",
    "error",
    message="{roll} needs an opponent, but there is none here",
    help="move the roll to an action, or roll against a number: against: {{number: 10}}",
)

# Dice.

NO_SUCH_FACE = Code(
    "D6-C050",
    "no-such-face",
    "A step names faces that the die doesn't have.",
    message="invalid faces '{faces}': faces go from 1 to {sides}",
    help="write a face, a range or a minimum: 6, 5-6, 5+",
)
NO_ROLL = Code(
    "D6-C051",
    "no-roll",
    "A dice procedure has no step that rolls.",
    message="no step of '{procedure}' rolls the dice",
    help="add a step: roll: {{name: Roll, do: roll}}",
)
CANNOT_ROLL = Code(
    "D6-C052",
    "cannot-be-rolled",
    "A dice procedure cannot roll its smallest pool, with or without a token.",
    message="dice cannot be rolled: {reason}",
    help="change or remove the step",
)
NOTHING_TO_ROLL = Code(
    "D6-C053",
    "nothing-to-roll",
    "A check names a rating that no character has.",
    message="invalid rating in a check: {reason}",
    help="name a skill, an ability or a value of type {type}:"
    " values: {{my-value: {{name: …, of: …, type: {type}, default: {default}}}}}",
)
# Rules that can never apply in play.

NO_WAY_OUT = Code(
    "D6-C060",
    "no-way-out",
    "A condition has no way to end.",
    "warning",
    message="{condition} has no way to end",
    label="lasts forever",
    help=(
        "add an effect to an action: success: [{{recover: {id}}}]",
        "if it should last forever, add recovered-by: none",
    ),
)
TOO_GRAVE = Code(
    "D6-C061",
    "too-grave",
    "A condition has a higher rank than any cure reaches.",
    "warning",
    message="'{condition}' has rank {rank}, but {seller} only recovers up to rank {most}",
    label="cannot be recovered",
    help=("{way}", "if it should last forever, add recovered-by: none"),
)
UNLISTED_CURE = Code(
    "D6-C062",
    "unlisted-cure",
    "An action recovers chosen conditions, but no track lists it.",
    "warning",
    message="{action} recovers nothing, because {tracks} does not list it",
    label="not listed by a track",
    help="{change} 'recovered-by' of {entry}",
)
CURE_OF_OTHERS = Code(
    "D6-C063",
    "cure-of-others",
    "A track lists an action that is not about it.",
    "warning",
    message="{track} lists {action}, but {action} is not about {track}",
    label="listed here",
    help="add {key} to the conditions under 'about' of {id}",
)

OTHER_SCALE = Code(
    "D6-C064",
    "other-scale",
    "A check has dice and a target of different scales.",
    "warning",
    message="{entry} rolls {ratings}, {how}, against {target}",
    label="target for other dice",
    help="replace with a target that fits these dice",
)
NO_NUMBER = Code(
    "D6-C065",
    "no-number",
    "A check has a difficulty without a number to reach.",
    "warning",
    message="band '{band}' has no {end} number to reach: {range}",
    label="difficulty of a check",
    help="give the band both ends, such as 31-35, or name another band",
)
MIXED_UNITS = Code(
    "D6-C066",
    "mixed-units",
    "A formula compares quantities in different units.",
    "warning",
    message="cannot combine {one} and {other} in one formula",
    label="in {one}",
    help="write all quantities in one unit: {one} or {other}",
)
TOLD_IN_OTHERS = Code(
    "D6-C085",
    "told-in-others",
    "`equals` names a unit of another measure, or one that has `equals`.",
    message="unit '{unit}' cannot be defined in '{other}'",
    label="not a base unit of this measure",
    help="replace with a unit of the same measure that has no 'equals'",
)
FOR_GOOD = Code(
    "D6-C067",
    "for-good",
    "An effect begins but never ends.",
    "warning",
    message="effect of '{entry}' {ends}",
    label="lasts forever",
    help=("if it should last forever, add duration: always",),
)
LATE_EFFECT = Code(
    "D6-C068",
    "late-effect",
    "An effect begins too late for the check of its entry.",
    "warning",
    message="effect begins after the check of '{entry}', so it changes a later one",
    label="too late for this check",
    help="to change a later check, add how long it waits: duration: …",
)
IDLE_UNTRAINED = Code(
    "D6-C121",
    "idle-untrained",
    "An effect changes a rating of characters who don't have it.",
    "warning",
    message="characters without {skill} have nothing to {done}, so this effect changes nothing",
    label="has no effect",
)
PROVIDES_NOBODY = Code(
    "D6-C069",
    "provides-nobody",
    "A column provides a value that no roll uses.",
    "warning",
    message="{why}, so this column never provides {value}",
    label="never used",
)
ROWS_ALIKE = Code(
    "D6-C120",
    "rows-alike",
    "Two rows of a choice read the same.",
    "warning",
    message="two rows of {table} without a name read '{title}'",
    label="this row has no name",
    help="add a name to {key}, such as name: {title} 2",
)
NOTHING_TO_CHOOSE = Code(
    "D6-C083",
    "nothing-to-choose",
    "An action offers a choice without options.",
    "warning",
    message="{action} offers a choice from '{what}', which has no options",
    label="nothing to choose from",
    help="add an option, or remove the choice",
)

# Points and changes of values.

ONE_CHANGE = Code(
    "D6-C080",
    "one-change",
    "An effect has no amount, or several.",
    message="'modify' needs one of 'by', 'multiplied-by' and 'set-to', but has {said}",
)
SINGLE_MOMENT = Code(
    "D6-C100",
    "single-moment",
    "An effect of a condition happens only once.",
    "warning",
    message="'{at}' happens once, in the period in which the effect begins",
    label="once",
    help=("write {each}", "if it should happen once, add times: 1"),
    fix="{each}",
)
NOTHING_TO_RESIST = Code(
    "D6-C101",
    "nothing-to-resist",
    "A check is against a rating without a roll, but die codes have no fixed value.",
    message="a check against {rating} needs a number for each die code, but 'die-codes' sets none",
    help=(
        "if the opponent rolls, write against: {{roll: …}}",
        "or add a formula for this number to 'die-codes': fixed: …",
    ),
)
NOT_A_VALUE = Code(
    "D6-C081",
    "not-a-value",
    "An effect multiplies or sets something other than a value.",
    message="'{setting}' only works on values",
    help="replace with an amount: by: -2",
)
WRONG_CHANGE = Code(
    "D6-C082",
    "wrong-change",
    "A change doesn't fit the type of a value.",
    message="{value} is {type}, so it cannot be {done}",
)
WRONG_AMOUNT = Code(
    "D6-C111",
    "wrong-amount",
    "An effect adds dice or a token to something that cannot use them.",
    message="{problem}",
)
MISPLACED_STEP = Code(
    "D6-C112",
    "misplaced-step",
    "A dice step is in a place where it changes nothing.",
    message="step '{step}' comes {side} '{anchor}': {why}",
)
ALWAYS_TOO_MANY = Code(
    "D6-C113",
    "always-too-many",
    "A step always substitutes more dice than its limit.",
    message="'always: {always}' is above 'limit: {most}'",
    help=("write always: {most}", "or limit: {always}"),
)
POINTS_BEYOND_BOUND = Code(
    "D6-C104",
    "points-beyond-bound",
    "A number of points is out of bounds.",
    "warning",
    message="the {setting} of {points} is {given}, but the {bound} is {number}",
    help="change one of the two",
)
NO_RANK = Code(
    "D6-C105",
    "no-rank",
    "An effect inflicts a track without a rank.",
    message="'inflict' names a track without a rank",
    label="nothing happens",
    help=(
        "replace with a condition of the track, such as {condition}",
        "or add a rank (to-rank: …) or a number of ranks (by: …)",
    ),
)
RANK_OF_ONE = Code(
    "D6-C106",
    "rank-of-one",
    "An effect inflicts a condition with a rank, which only a track has.",
    message="'{setting}' needs a track, but {condition} is a condition",
    label="has no effect",
    help=("remove it", "or name the track: {track}"),
)
DIE_NOT_NAMED = Code(
    "D6-C107",
    "die-not-named",
    "A step sets faces by die, but none for the die that is rolled.",
    "warning",
    message="'{setting}' of {step} sets no faces for a {die}, which is rolled",
    label="only for {dice}",
    help=(
        "add its faces: change: {{{step}: {{{change}}}}}",
        "or add faces for all other dice: {setting}.other",
    ),
)
NEVER_PAID = Code(
    "D6-C108",
    "never-paid",
    "A way to spend points can never be used.",
    "warning",
    message="'{way}' {why}",
    label="always refused",
)
NOT_FILLED = Code(
    "D6-C109",
    "not-filled",
    "A narration has a placeholder, which only works under `sentence`.",
    "warning",
    message="{written} under 'narrate' is not filled in",
    help="replace with words, and link to the details: [[table.…]]",
)
ROLLED_BOUND = Code(
    "D6-C115",
    "rolled-bound",
    "A bound of points depends on a roll.",
    message="the {bound} of {points} depends on a roll",
    label="needs a number at all times",
    help="replace with a number or a formula without a roll, and roll in 'start', or roll in"
    " the 'start' of other points, and replace with points(…)",
)
NOTHING_BEGINS = Code(
    "D6-C116",
    "nothing-begins",
    "Nothing begins an effect of a rule or a hook.",
    message="nothing begins this effect of '{entry}'",
    label="never happens",
)
NO_ANSWERS = Code(
    "D6-C125",
    "no-answers",
    "An effect of a rule applies when its inputs have no answers.",
    message="inputs of '{rule}' have no answers when this effect applies",
    label="never happens",
    help=(
        ("move 'inputs' and this effect to an action, and add duration: this {period}"),
    ),
)
UNCOUNTED_CHANGE = Code(
    "D6-C128",
    "uncounted-change",
    "A change of a value counts checks, but no check uses it up.",
    message="no check uses up a change of {thing}, so it would never end",
    label="never used up",
)
WHOSE_POINTS = Code(
    "D6-C117",
    "whose-points",
    "A formula reads the acting character, but the effect is on another one.",
    "warning",
    message="'{setting}' reads {thing} of the acting character, but the effect is on {others}",
    label="read from the acting character",
    help="if you mean the acting character, add a sentence to the effect: sentence: …",
)
WHO_ROLLS = Code(
    "D6-C118",
    "who-rolls",
    "An effect roll for others is made by the acting character.",
    "warning",
    message="the acting character rolls {roll}, not the characters under 'to'",
    label="rolled by the acting character",
    help="if you mean the acting character, remove 'to'",
)
ROLL_IN_ROLL = Code(
    "D6-C119",
    "roll-in-roll",
    "An effect roll follows another effect roll.",
    message="{roll} is never rolled here, because it follows another effect roll",
    label="never happens",
    help="replace with an effect without a roll: {{inflict: …}}",
)
OTHER_RANKS = Code(
    "D6-C114",
    "other-ranks",
    "A track is inflicted by ranks of checks, but no dice procedure uses its benchmark.",
    message="{track} is inflicted by ranks of checks, but no check uses {benchmark}",
    label="not used by checks",
    help="in the effect that inflicts it, replace 'rank' with place(band({benchmark}, margin))",
)
IDLE_LIMIT = Code(
    "D6-C130",
    "idle-limit",
    "`of` or `except` names something that the effect ignores.",
    message="{words} cannot limit '{effect}'",
    label="never matches",
    help="remove {words}, and '{setting}' if it is then empty",
)
PROVIDED_RESISTANCE = Code(
    "D6-C132",
    "provided-resistance",
    "Resistance reads a value that a row provides to another character.",
    "warning",
    message="{value} is unknown here: a row provides it to the character who picks the row",
    label="read from the character who resists",
    help=(
        "add a second effect roll for these rows, with its own 'against', and name it in a column"
    ),
)
UNRESISTED = Code(
    "D6-C131",
    "unresisted",
    "An effect changes the resistance to a check that nothing resists.",
    "warning",
    message="{check} is resisted, so this effect changes nothing",
    label="has no effect",
    help=(
        (
            "to lower the rolls of others, add a rule: rules: {{{key}: {{name: {name}, inputs: "
            "{{{key}: {{name: {name}, type: boolean, optional: true}}}}, effects: "
            "[{{modify: {lower}, by: -2, if: {key}}}]}}}}"
        ),
        "or add a resistance to the action: check: {{against: {{roll: …}}}}",
    ),
)

# Outcomes of dice procedures.

NO_OUTCOME = Code(
    "D6-C150",
    "no-outcome",
    "The last outcome of a dice procedure has a condition.",
    message="some rolls have no outcome, because the last one, '{outcome}', has a condition",
    label="the last outcome has none",
    help=(
        "remove {conditions}, so that '{outcome}' is what happens otherwise",
        "or add an outcome without conditions after it",
    ),
)
OUTCOME_NEVER = Code(
    "D6-C151",
    "outcome-never",
    "An outcome never happens, because earlier ones cover all its rolls.",
    message="'{outcome}' never happens, because earlier outcomes cover all its rolls",
    label="never happens",
    help="remove it, or narrow the conditions of {earlier}",
)
NO_SUCH_EVENT = Code(
    "D6-C152",
    "no-such-event",
    "An outcome names an unknown event.",
    message="unknown event '{event}' in {procedure}",
)
EVENT_NEEDS_OUTCOME = Code(
    "D6-C153",
    "event-needs-outcome",
    "An outcome depends on an event that depends on the outcome.",
    message="'{event}' happens only on a {word}, which the outcome decides",
    label="depends on the outcome",
    help="remove 'if: {word}' from the event",
)
NO_SUCH_OUTCOME = Code(
    "D6-C154",
    "no-such-outcome",
    "A check has effects for an unknown outcome.",
    message="unknown outcome '{outcome}' of the check",
)
