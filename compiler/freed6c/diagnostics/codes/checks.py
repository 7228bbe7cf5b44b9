"""Codes C: the parts of a ruleset in combination."""

from __future__ import annotations

from freed6c.diagnostics.diagnostic import Code

EXAMPLE_FAILED = Code(
    "D6-C001",
    "example-failed",
    "An example gives something else.",
    message="{shown} gives {found}, not {expected}",
)
EXAMPLE_DIFFERS = Code(
    "D6-C002",
    "example-differs",
    "An example that only warns gives something else.",
    "warning",
    message="{shown} gives {found}, not {expected}",
)
EXAMPLE_CHANGED = Code(
    "D6-C009",
    "example-changed",
    "With this pack, an example of its base gives something else.",
    "warning",
    message="with {pack}, {shown} gives {found}, not {expected}",
    help=(
        "if you mean it so, leave it: documents leave the words of this example out",
        "to have them back, set 'expect' of the example to agree, and reword its text",
    ),
)
EXAMPLE_STUCK_NOW = Code(
    "D6-C027",
    "example-stuck-now",
    "With this pack, an example of its base cannot be run.",
    "warning",
    message="with {pack}, {shown} gives {found}, not {expected}",
)
EXAMPLE_STUCK = Code(
    "D6-C017",
    "example-stuck",
    "An example cannot be run: it leaves out what is needed, or asks for what is not possible.",
    message="{reason}",
)

# Benchmarks and tracks.

BANDS_GAP = Code(
    "D6-C003",
    "bands-gap",
    "No band of a benchmark covers a number between two of them.",
    message="nothing covers {gap}, between '{lower}' and '{upper}'",
    label="should begin right after",
    help="ranges must follow on, like 1-5, 6-10, 11-15",
)
BANDS_OVERLAP = Code(
    "D6-C025",
    "bands-overlap",
    "Two bands of a benchmark, or rows that are found by their range, cover one number.",
    message="'{lower}' and '{upper}' both cover {number}",
    label="should begin right after",
    help="ranges must follow on, like 1-5, 6-10, 11-15",
)
BAND_AFTER_LAST = Code(
    "D6-C026",
    "band-after-last",
    "A band stands after one whose range has no end.",
    message="'{lower}' has no end, so nothing can come after it",
    label="should begin right after",
    help="ranges must follow on, like 1-5, 6-10, 11-15",
)
RANK_UNREACHABLE = Code(
    "D6-C004",
    "rank-unreachable",
    "No benchmark leads to a condition's rank.",
    "warning",
    message="'{condition}' has rank {rank}, but {benchmark} leads only to rank {most}",
    help="add a band, or take a condition away",
)
WRONG_START = Code(
    "D6-C010",
    "wrong-start",
    "A track starts at another track's condition.",
    message="{condition} is a condition of another track",
    help="name one of the track's own conditions",
)
NOT_COVERED = Code(
    "D6-C021",
    "not-covered",
    "An action may be about a condition for which it finds nothing to reach.",
    "warning",
    message="{action} finds nothing for {condition}: {reason}",
    help="add what is missing, such as a row for it",
)

# Names.

SAME_NAME = Code(
    "D6-C005",
    "same-name",
    "Two entries side by side have one name.",
    message="two {kind} entries side by side are called '{name}'",
    label="this one",
    help="give one of them another name",
)
NAME_ELSEWHERE = Code(
    "D6-C023",
    "name-elsewhere",
    "A pack gives something a name that another thing, of another sort, has already.",
    "warning",
    message="{other} is called '{name}', too",
    label="the new name",
    help="see that readers cannot mix them up, or choose another name",
)
OLD_NAME = Code(
    "D6-C018",
    "old-name",
    "A text still has the name that something had before a pack changed it.",
    "warning",
    message="a text still says '{old}', which is called '{new}' now",
    label="still the old name",
)
REMOVED_NAME = Code(
    "D6-C022",
    "removed-name",
    "A text still has the name of something that a pack removed.",
    "warning",
    message="a text still says '{name}', and '{removed}' is removed",
    label="removed here",
    help="change the words too: {change}",
)

# Notes and chapters.

NO_SUCH_READING = Code(
    "D6-C006",
    "no-such-reading",
    "A note chooses a reading that it does not have.",
    message="'{chosen}' is not one of the readings",
    help="readings here: {readings}",
)
VALUE_WITHOUT_READING = Code(
    "D6-C028",
    "value-without-reading",
    "A note decides a setting, and no reading of it has the value that the setting has.",
    message="{setting} is '{value}', and no reading says so",
)
NO_SUCH_PLACE = Code(
    "D6-C007",
    "no-such-place",
    "A note decides a setting that does not exist.",
    message="there is nothing at '{setting}' to decide",
)
REPEATED = Code(
    "D6-C011",
    "repeated",
    "A chapter contains an entry twice.",
    message="the chapter contains {entry} twice",
    label="and again",
    help="take one of the two out",
)

NO_SUCH_COLUMN = Code(
    "D6-C094",
    "no-such-column",
    "A panel of the quick reference names a column that no table on it has.",
    message="no table on this panel has a column '{column}'",
    help="columns of the tables that it shows: {columns}",
)

CHARACTER_DOES_NOT_FIT = Code(
    "D6-C091",
    "character-does-not-fit",
    "The sheet of a pregenerated character does not fit the rules.",
    message="this cannot stand on a sheet: {reason}",
    help="write codes of abilities, skills and specializations, and values, as the rules have them",
)
NOTHING_TO_TELL = Code(
    "D6-C092",
    "nothing-to-tell",
    "A story has a placeholder that its step does not fill.",
    message="nothing in this step gives {{{name}}}",
)
NUMBER_IN_STORY = Code(
    "D6-C093",
    "number-in-story",
    "A number is written out in a story, where a house rule could make it wrong.",
    message="{number} is written out in a story",
    help="let the step give it: {{total}}, {{number}}, {{margin}}, {{dice}}; or write it as a word",
)

# Texts.

ESCAPED_BAR = Code(
    "D6-C098",
    "escaped-bar",
    "A link has a backslash before its bar, as in a table of Markdown.",
    message="a backslash stands before the | of a link",
    help="write [[{target}|…]], without it",
    fix="",
)
SINGLE_BRACKETS = Code(
    "D6-C099",
    "single-brackets",
    "An id stands in single brackets, where a link has two.",
    "warning",
    message="[{link}] is no link: readers see it as it stands here",
)
BROKEN_LINK = Code(
    "D6-C008",
    "broken-link",
    "A link in a text leads to no entry.",
    message="there is no entry '{target}'",
)
BROKEN_QUOTE = Code(
    "D6-C029",
    "broken-quote",
    "A text quotes a value that does not exist.",
    message="there is no value at '{target}'",
)
UNKNOWN_QUANTITY = Code(
    "D6-C030",
    "unknown-quantity",
    "A text gives a quantity in a unit that the ruleset does not have.",
    message="'{target}' is in no unit of this ruleset",
)
QUOTE_TAKEN_AWAY = Code(
    "D6-C031",
    "quote-taken-away",
    "A pack takes away a value that a text quotes.",
    message="'{text}' quotes '{target}', which this takes away",
    label="taken away here",
)
UNKNOWN_PLACEHOLDER = Code(
    "D6-C095",
    "unknown-placeholder",
    "A sentence of a pack has something in braces that its effect, need or check does not have.",
    message="there is no '{name}' here to fill in",
)
WRITTEN_OUT = Code(
    "D6-C096",
    "written-out",
    "A sentence of a pack has a number, or the name of an entry, that should be filled in.",
    message="'{words}' is written out",
)
STALE_SENTENCE = Code(
    "D6-C097",
    "stale-sentence",
    "A pack changes what a sentence that was written by hand does not mention.",
    "warning",
    message="a sentence that was written by hand depends on '{what}', and does not mention it",
    label="changed here",
)
UNKNOWN_MARKUP = Code(
    "D6-C024",
    "unknown-markup",
    "A text has signs of Markdown that texts of packs do not know.",
    "warning",
    message="this looks like {meant}, and would be shown {shown}",
)
UNCLOSED_MARKUP = Code(
    "D6-C032",
    "unclosed-markup",
    "A text has a link, bold words or code that begin and do not end.",
    "warning",
    message="this looks like {meant}, and would be shown {shown}",
)

MINUS_OR_ITEM = Code(
    "D6-C122",
    "minus-or-item",
    "A minus at the start of a line begins an item of a list.",
    "warning",
    message="this begins an item of a list, so readers see no minus",
)
LINK_IN_NAME = Code(
    "D6-C123",
    "link-in-name",
    "A name has a link, a value or a quantity in brackets.",
    "warning",
    message="names have no links, so readers see the brackets",
    help="write the words alone",
)
ENDLESS_TEXT = Code(
    "D6-C124",
    "endless-text",
    "A text shows itself, or texts that show too much.",
    message="'{target}' shows itself, or more than 20,000 characters",
    help="remove one of the [[=…]] that lead in a circle, or link to the entry: [[id]]",
)

# Values.

VALUE_CIRCLE = Code(
    "D6-C012",
    "value-circle",
    "A value, or a number of points, is worked out from itself.",
    message="{value} is worked out from itself",
)
WRONG_VALUE_TYPE = Code(
    "D6-C013",
    "wrong-value-type",
    "A value's formula gives another type than the value.",
    message="this gives {given}, not {wanted}",
)

# Dice and effects.

IMPOSSIBLE = Code(
    "D6-C014",
    "impossible-difficulty",
    "Against the number that a check names, no die code succeeds.",
    "warning",
    message="even {code} cannot succeed against {number} with plain dice",
    help="name another number, or let nobody roll for it",
)
CERTAIN = Code(
    "D6-C015",
    "certain-difficulty",
    "Against the number that a check names, every die code succeeds.",
    "warning",
    message="even {code} always succeeds against {number} with plain dice",
    help="name another number, or let nobody roll for it",
)
LEFT_BEHIND = Code(
    "D6-C019",
    "left-behind",
    "A number that a check writes out is in another band since a pack moved the bands.",
    "warning",
    message="{number} was in '{was}', and is in '{now}' now",
    label="this number",
    help="set a number that fits, where that was not meant: {change}",
)
ENDLESS = Code(
    "D6-C020",
    "endless",
    "A die explodes on every face.",
    "warning",
    message="a {die} of {step} explodes on every face and never ends",
    help="leave at least one face out",
)
ZERO_AMOUNT = Code(
    "D6-C016",
    "zero-amount",
    "An effect changes something by nothing.",
    "warning",
    message="this amount is nothing",
    help="take it away, or let it change something",
)
NO_OP_TOKEN = Code(
    "D6-C033",
    "no-op-token",
    "An effect gives a token that changes no roll.",
    "warning",
    message="{token} changes nothing about any roll",
    help="take it away, or let it change something",
)
CONSTANT_CONDITION = Code(
    "D6-C034",
    "constant-condition",
    "The condition of an effect, or what an action needs, is always so, or never.",
    "warning",
    message="this is {when} so",
    help="take it away, or let it change something",
)
SAME_DURATION = Code(
    "D6-C035",
    "same-duration",
    "An effect changes a duration to what it is already.",
    "warning",
    message="a 'set-duration' of {entry} has one duration under both 'from' and 'duration'",
    help="take the effect away, or name another duration",
)
TARGETLESS_EFFECT = Code(
    "D6-C036",
    "targetless-effect",
    "An effect that works only on its owner is written for others.",
    "warning",
    message="{entry} works on whoever has it; this is for others only",
    help="omit 'to', or let an action do it: target: opponent, effects: [{{…, to: target}}]",
)

UNATTENDED_PURCHASE = Code(
    "D6-C090",
    "unattended-purchase",
    "Something is bought where nobody can choose what: by a condition, or at a moment to come.",
    "error",
    message="nobody is asked here what to buy from {menu}",
    help="let an action, a rule or points buy it; or write what happens in its place",
)
UNOPPOSED_ROLL = Code(
    "D6-C127",
    "unopposed-roll",
    "An effect roll needs an opponent and has none: in a condition, or at a moment to come.",
    "error",
    message="{roll} is rolled against an opponent, and there is none here",
    help="let an action roll it; or roll against a number: against: {{number: 10}}",
)

# Dice.

NO_SUCH_FACE = Code(
    "D6-C050",
    "no-such-face",
    "Faces are said of a die that does not have them.",
    message="no die shows '{faces}' here: faces go from 1 to {sides}",
    help="write one face, the lower before the higher, or one and all above: 6, 5-6, 5+",
)
NO_ROLL = Code(
    "D6-C051",
    "no-roll",
    "No step of a dice procedure rolls the dice.",
    message="no step of '{procedure}' rolls the dice",
    help="add a step:  roll: {{name: Roll, do: roll}}",
)
CANNOT_ROLL = Code(
    "D6-C052",
    "cannot-be-rolled",
    "A dice procedure cannot roll its smallest pool, or that with one of its tokens.",
    message="this cannot be rolled: {reason}",
    help="change the step, or leave it out",
)
NOTHING_TO_ROLL = Code(
    "D6-C053",
    "nothing-to-roll",
    "A check names something that nobody can roll, or resist with.",
    message="a check cannot be made with this: {reason}",
    help="name a skill or an ability, or a value of type {type}:"
    " values: {{my-value: {{name: …, of: …, type: {type}, default: {default}}}}}",
)
# Rules that can never apply in play.

NO_WAY_OUT = Code(
    "D6-C060",
    "no-way-out",
    "Nothing takes a condition away that lasts until it is recovered.",
    "warning",
    message="nothing takes '{condition}' away",
    label="stays for ever",
    help=(
        "let an action recover it: success: [{{recover: {id}}}]",
        "if that is as it should be, say so: recovered-by: none",
    ),
)
TOO_GRAVE = Code(
    "D6-C061",
    "too-grave",
    "What recovers a condition does not reach as high as its rank.",
    "warning",
    message="'{condition}' has rank {rank}, and {seller} recovers up to rank {most}",
    label="nobody gets rid of it",
    help="{way}",
)
UNLISTED_CURE = Code(
    "D6-C062",
    "unlisted-cure",
    "An action recovers a condition of one's choice, and no track lists it.",
    "warning",
    message="{action} recovers a condition, and {tracks} does not list it: it helps nobody",
    label="this action",
    help="add {key} to 'recovered-by' of {track}",
)
CURE_OF_OTHERS = Code(
    "D6-C063",
    "cure-of-others",
    "A track lists an action that may not be about it.",
    "warning",
    message="{track} is recovered by {action}, which may not be about {track}",
    label="listed here",
    help="add {key} to the conditions under 'about' of {id}",
)

OTHER_SCALE = Code(
    "D6-C064",
    "other-scale",
    "What a check rolls, and what it has to reach, are of different sizes.",
    "warning",
    message="{entry} rolls {ratings}, {how}, against {target}",
    label="made for other dice",
    help="let the check name something that fits these dice",
)
NO_NUMBER = Code(
    "D6-C065",
    "no-number",
    "A check leads to a band that has no number to reach.",
    "warning",
    message="this leads to '{band}', which has no {end} number to reach: {range}",
    label="leads to it",
    help="give the band both ends, such as 31-35, or lead to another band",
)
MIXED_UNITS = Code(
    "D6-C066",
    "mixed-units",
    "A formula compares quantities in different units.",
    "warning",
    message="what is in {one} meets what is in {other}, and nothing turns one into the other",
    label="in {one}",
    help="write all that is compared in one unit: {one} or {other}",
)
TOLD_IN_OTHERS = Code(
    "D6-C085",
    "told-in-others",
    "A unit is so many of one that measures something else, or that is told in another itself.",
    message="{unit} cannot be told in {other}",
    label="not in {other}",
    help="name a unit of the same measure that has no 'equals'",
)
FOR_GOOD = Code(
    "D6-C067",
    "for-good",
    "An effect begins when something is done, and says no end.",
    "warning",
    message="this effect of '{entry}' stays for good: no 'times' or 'duration' ends it",
    label="never ends",
    help=("if it is meant to stay, say so: duration: always",),
)
LATE_EFFECT = Code(
    "D6-C068",
    "late-effect",
    "An effect begins after the check of its entry, and counts from the next one on.",
    "warning",
    message="this begins after the check of '{entry}', and changes a later one",
    label="too late for this check",
    help="for a later one, say how long it waits: duration: …",
)
IDLE_UNTRAINED = Code(
    "D6-C121",
    "idle-untrained",
    "An effect changes a rating of those who do not have it.",
    "warning",
    message="without {skill} there is nothing to {done}, so this changes nothing",
    label="never counts",
)
PROVIDES_NOBODY = Code(
    "D6-C069",
    "provides-nobody",
    "A column provides a value for whoever chose a row, and nobody rolls with it.",
    "warning",
    message="{why}, so this never gives anybody {value}",
    label="reaches nobody",
)
ROWS_ALIKE = Code(
    "D6-C120",
    "rows-alike",
    "Two rows to choose from read alike.",
    "warning",
    message="two rows of {table} read '{title}', and neither has a name",
    label="this row has no name",
    help="add a name to {key}, such as name: {title} 2",
)
NOTHING_TO_CHOOSE = Code(
    "D6-C083",
    "nothing-to-choose",
    "An action lets one choose where there is nothing to choose from.",
    "warning",
    message="{action} lets one choose from '{what}', where there is nothing",
    label="nothing to choose from",
    help="add something to choose, or take the choice away",
)

# Points and changes of values.

ONE_CHANGE = Code(
    "D6-C080",
    "one-change",
    "An effect says in no way, or in several, how it changes something.",
    message="an effect that modifies says one of by, multiplied-by and set-to; this says {said}",
)
SINGLE_MOMENT = Code(
    "D6-C100",
    "single-moment",
    "What a condition does at the end of a period happens in the one alone in which it begins.",
    "warning",
    message="'{at}' comes once, in the period in which this begins",
    label="once",
    help=("write {each}", "if once is meant, say so: times: 1"),
    fix="{each}",
)
NOTHING_TO_RESIST = Code(
    "D6-C101",
    "nothing-to-resist",
    "A check is against somebody's rating, and the game does not say what a die code counts as.",
    message="a check against {rating} needs a number for each die code, and die-codes set none",
    help="write under die-codes which formula makes a number of a code: fixed: …",
)
NOT_A_VALUE = Code(
    "D6-C081",
    "not-a-value",
    "Something that is no value is multiplied or set.",
    message="only a value can have {setting}",
    help="say by how much it changes: by: -2",
)
WRONG_CHANGE = Code(
    "D6-C082",
    "wrong-change",
    "A value is changed in a way that does not fit its type.",
    message="{value} is {type}: it cannot be {done}",
)
WRONG_AMOUNT = Code(
    "D6-C111",
    "wrong-amount",
    "An effect adds dice, or a token of rolls, to something that has no use for them.",
    message="{problem}",
)
MISPLACED_STEP = Code(
    "D6-C112",
    "misplaced-step",
    "A step of a dice procedure comes where it cannot change anything.",
    message="'{step}' comes {side} '{anchor}': {why}",
)
ALWAYS_TOO_MANY = Code(
    "D6-C113",
    "always-too-many",
    "A step always substitutes more dice than it may.",
    message="'always: {always}' is above 'limit: {most}'",
    help=("write always: {most}", "or limit: {always}"),
)
POINTS_BEYOND_BOUND = Code(
    "D6-C104",
    "points-beyond-bound",
    "Points start, or are somebody's, beyond their max or their min, or the two leave nothing.",
    "warning",
    message="the {setting} of {points} is {given}, and the {bound} is {number}",
    help="change one of the two",
)
NO_RANK = Code(
    "D6-C105",
    "no-rank",
    "An effect inflicts a track without a rank of it, so nothing would happen.",
    message="this names a track, and no rank of it",
    label="nothing happens",
    help=(
        "name one of its conditions: {condition}",
        "say the rank (to-rank: …), or how far it goes from that which one has (by: …)",
    ),
)
RANK_OF_ONE = Code(
    "D6-C106",
    "rank-of-one",
    "An effect inflicts one condition and says a rank, which only a track has.",
    message="'{setting}' is a rank of a track, and {condition} is one condition",
    label="says nothing here",
    help=("leave it out", "or name the track: {track}"),
)
DIE_NOT_NAMED = Code(
    "D6-C107",
    "die-not-named",
    "Faces are said by die, and of the die that is rolled none.",
    "warning",
    message="'{setting}' of {step} says nothing of a {die}, which is rolled",
    label="of a {dice} alone",
    help=(
        "say its faces: change: {{{step}: {{{change}}}}}",
        "or say those of all others: {setting}.other",
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
    "What is narrated has a name in braces, as only sentences under 'sentence' may.",
    "warning",
    message="nothing fills in {written} in what is narrated: it is told as it stands",
    help="say it in words, and link where more of it stands: [[table.…]]",
)
ROLLED_BOUND = Code(
    "D6-C115",
    "rolled-bound",
    "The most or the least of points is rolled.",
    message="the {bound} of {points} is rolled",
    label="this holds all the time, so no roll decides it",
    help="write a number or a formula without a roll here, and roll in 'start'",
)
NOTHING_BEGINS = Code(
    "D6-C116",
    "nothing-begins",
    "An effect of a rule waits to begin, and a rule holds all the time.",
    message="nothing begins this effect of '{entry}'",
    label="never happens",
)
NO_ANSWERS = Code(
    "D6-C125",
    "no-answers",
    "A rule asks, and its effect counts where nobody has answered.",
    message="nobody has answered what '{rule}' asks when this counts",
    label="never happens",
    help=(
        (
            "let an action ask that: move 'inputs' and this effect to the action, "
            "and add duration: this {period}"
        ),
    ),
)
UNCOUNTED_CHANGE = Code(
    "D6-C128",
    "uncounted-change",
    "A change of a value ends after a number of checks, and no check counts.",
    message="a change of {thing} has no checks to count, so it would never end",
    label="never used up",
)
WHOSE_POINTS = Code(
    "D6-C117",
    "whose-points",
    "A formula looks at whoever acts, and the effect happens to somebody else.",
    "warning",
    message="'{setting}' looks at {thing} of the one who acts, and the effect happens to {others}",
    label="of the one who acts",
    help="if the one who acts is meant, write the sentence of the effect yourself: sentence: …",
)
WHO_ROLLS = Code(
    "D6-C118",
    "who-rolls",
    "The one who acts makes an effect roll that is written for others, who do not resist.",
    "warning",
    message="the one who acts rolls {roll}, not those under 'to'",
    label="rolled by the one who acts",
    help="if the one who acts is meant, omit 'to'",
)
ROLL_IN_ROLL = Code(
    "D6-C119",
    "roll-in-roll",
    "An effect roll follows from an effect roll, or stands behind one.",
    message="{roll} is never rolled here: it comes after another effect roll",
    label="never happens",
    help="write what happens without a second roll: {{inflict: …}}",
)
OTHER_RANKS = Code(
    "D6-C114",
    "other-ranks",
    "A track is inflicted by ranks of checks, and no dice procedure goes by its benchmark.",
    message="the ranks of {track} are those of checks, which never go by {benchmark}",
    label="does nothing",
    help="write place(band({benchmark}, margin)) instead of 'rank' where it is inflicted",
)
IDLE_LIMIT = Code(
    "D6-C130",
    "idle-limit",
    "`of` or `except` names what the effect never looks at.",
    message="{words} cannot limit '{effect}'",
    label="never matches",
    help="remove {words}, and '{setting}' if nothing is left in it",
)
PROVIDED_RESISTANCE = Code(
    "D6-C132",
    "provided-resistance",
    "What resists reads a value that a row gives to somebody else.",
    "warning",
    message="{value} is unknown here: a row gives it to the one who picks the row",
    label="read for the one who resists",
    help=(
        "write a second effect roll for such rows, with its own 'against', and name it in a column"
    ),
)
UNRESISTED = Code(
    "D6-C131",
    "unresisted",
    "An effect changes the resistance to a check that nobody resists.",
    "warning",
    message="{check} is resisted, so this effect changes nothing",
    label="never counts",
    help=(
        (
            "let a rule lower what the others roll: rules: {{{key}: {{name: {name}, inputs: "
            "{{{key}: {{name: {name}, type: boolean, optional: true}}}}, effects: "
            "[{{modify: {lower}, by: -2, if: {key}}}]}}}}"
        ),
        "or write in the action what the opponent resists with: check: {{against: {{roll: …}}}}",
    ),
)
