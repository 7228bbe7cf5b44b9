"""Codes O: packs layered on packs."""

from __future__ import annotations

from freed6c.diagnostics.diagnostic import Code

# Targets of operations.

UNKNOWN_ENTRY = Code(
    "D6-O001",
    "unknown-entry",
    "A change names an entry that does not exist.",
    message="there is no entry '{entry}'",
    label="nothing to change",
)
ENTRY_REMOVED = Code(
    "D6-O012",
    "entry-removed",
    "A change names an entry that a pack before it removed.",
    message="'{entry}' was removed by '{pack}'",
    label="nothing to change",
    help="leave this out, or bring the entry back as a new one",
)
ENTRY_WAITS = Code(
    "D6-O013",
    "entry-not-in-use",
    "A change names an entry in a file whose `when` does not hold.",
    message="'{entry}' is not there: its file waits for {conditions}",
    label="nothing to change",
    help="select that, or let this file wait for it too: when",
)
NOT_EXTENDED = Code(
    "D6-O009",
    "not-extended",
    "A pack changes what another one brings, and does not extend that.",
    message="'{entry}' comes from '{bringer}', which '{pack}' does not extend",
    help=(
        "write in pack.yaml of '{pack}': {extends}",
        "if it need not be there: after: {bringer}, and in this file when: …",
    ),
)
OLD_ID = Code(
    "D6-O011",
    "old-id",
    "Something is called by an id that it had before.",
    "warning",
    message="'{old}' is called '{new}' now",
    label="renamed by '{pack}'",
    help="write '{new}'",
)
UNKNOWN_PLACE = Code(
    "D6-O014",
    "unknown-place",
    "A change names a setting or a key that its entry cannot have.",
    message="{entry}: there is no place '{name}'",
    label="leads nowhere",
)
INSIDE_SINGLE_VALUE = Code(
    "D6-O015",
    "inside-single-value",
    "A change names a place inside a text, a number or a list.",
    message="{entry}: '{name}' is {value}, which can only be written whole",
    label="leads nowhere",
    help="set '{name}' whole",
)
COMPUTED = Code(
    "D6-O004",
    "computed",
    "A change sets what is worked out from something else.",
    message="{entry}: {target} is worked out",
    label="cannot be written",
    help="change what it is worked out by: '{source}'",
)
SETS_RANK = Code(
    "D6-O035",
    "sets-rank",
    "A change sets the number that an entry has from its position.",
    message="{entry}: '{name}' is where it stands among its like",
    label="cannot be written",
    help="write 'move' to put it elsewhere",
)
SETS_PARENT = Code(
    "D6-O036",
    "sets-parent",
    "A change sets what follows from the entry that another one stands in.",
    message="{entry}: '{name}' follows from where it stands",
    label="cannot be written",
)
SETS_DEFAULT_CHOICE = Code(
    "D6-O037",
    "sets-default-choice",
    "A change sets the default of an option: a choice is selected instead.",
    message="{entry}: which choice is in use is selected",
    label="cannot be written",
    help="write select: {{option.{option}: …}}",
)
CHANGES_CHOICES = Code(
    "D6-O038",
    "changes-choices",
    "A change is about the choices of an option, which are read before any change.",
    message="{entry}: choices are read before anything is changed",
    label="cannot be written",
    help="write an option of your own that has this choice",
)

# Adding, setting, moving and removing.

ENTRY_EXISTS = Code(
    "D6-O003",
    "entry-exists",
    "A new entry has the id of one that exists.",
    message="there is already {kind} called '{key}'",
    label="written again here",
    help=(
        "to change it, write: change: {{{id}: {{set: {{name: …}}}}}}",
        "to add another, give it another key",
    ),
)
KEY_EXISTS = Code(
    "D6-O034",
    "key-exists",
    "A change adds a key that is there already.",
    message="{entry} has a '{field}' already",
    label="cannot be added again",
    help="to change it, write it under 'set'; to add another, give it another key",
)
USE_ADD = Code(
    "D6-O005",
    "use-add",
    "A change sets a key that is not there: what is new is added.",
    message="{entry} has no '{field}' yet",
    label="nothing to set",
)
RENAMED_BACKWARD = Code(
    "D6-O051",
    "renamed-backward",
    "The new id of an entry stands where its old one belongs.",
    message="{new} is there, and {old} is not: the old id stands first, then the new one",
)
REPLACED_IN_PART = Code(
    "D6-O052",
    "replaced-in-part",
    "An entry is replaced by one without all that stood in it.",
    message="this takes away what stood in {entry}: {lost}",
    help=(
        "to change some of its settings alone, write change: {{{entry}: {{set: …}}}}",
        "if they are to go, write what takes their place, or nothing: {empty}",
    ),
)
WAS_IS_NEW = Code(
    "D6-O053",
    "was-is-new",
    "What a change says was there is what it writes itself.",
    message="'was' says what stood there before the change: {present}",
)
USE_SET = Code(
    "D6-O039",
    "use-set",
    "A change adds to a single value: what is there is set.",
    message="'{target}' is one value: there is nothing to add to",
    help="write it under set: {{{field}: …}}",
)
ADD_EACH = Code(
    "D6-O056",
    "add-each",
    "A change adds to a collection as if that were one value: each new key is added by itself.",
    message="what is new in '{target}' is added key by key",
    help="write add: {{{forms}}}",
)
UNKNOWN_ANCHOR = Code(
    "D6-O021",
    "unknown-anchor",
    "A key is put beside another that does not exist.",
    message="there is no '{key}' to stand {side}",
)
TWO_ANCHORS = Code(
    "D6-O022",
    "two-anchors",
    "A new key is put in two places.",
    message="'before' and 'after' exclude each other, and name one key",
)
HIGHEST_RANK = Code(
    "D6-O046",
    "highest-rank",
    "A condition is added to a track, and nothing says where: it becomes the gravest.",
    "warning",
    message="'{target}' has the highest rank now, behind '{last}'",
    label="no word says where it stands",
    help=(
        "write where it belongs: before: {last}",
        "or, if it is to be the gravest: after: {last}",
    ),
)
NO_ANCHOR = Code(
    "D6-O023",
    "move-without-anchor",
    "A key is to be moved, without a word where to.",
    message="say where to: before or after the key of another",
    help="write for example {{after: another-key}}",
)
NOTHING_TO_MOVE = Code(
    "D6-O024",
    "nothing-to-move",
    "A key is to be moved that does not exist.",
    message="there is no '{target}' to move",
    label="nothing to move",
)
NOTHING_TO_REMOVE = Code(
    "D6-O027",
    "nothing-to-remove",
    "An item or a key is to be removed that does not exist.",
    message="'{target}' has no '{item}'",
)
UNKNOWN_REPLACEMENT = Code(
    "D6-O025",
    "unknown-replacement",
    "What is to be used instead of a removed entry does not exist.",
    message="there is no '{instead}' to use instead of '{entry}'",
    label="name {kind}",
)
REPLACEMENT_OF_OTHER_KIND = Code(
    "D6-O026",
    "replacement-of-other-kind",
    "What is to be used instead of a removed entry is of another kind.",
    message="'{instead}' is {other_kind}, not {kind}",
    label="name {kind}",
)
DRIFT = Code(
    "D6-O010",
    "drift",
    "A base has changed what a change was written against.",
    "warning",
    message="'{target}' is {present} now, not {expected}: '{writer}' says so",
    label="was this when the change was written",
)

# Changes without an effect.

UNCHANGED = Code(
    "D6-O002",
    "no-change",
    "A change sets what is already so.",
    "warning",
    message="'{target}' is this already",
    label="changes nothing",
    help="remove the line",
)
NOTHING_TO_UNSET = Code(
    "D6-O030",
    "nothing-to-unset",
    "A setting is to be taken away that is not there.",
    "warning",
    message="'{target}' is not set",
    label="changes nothing",
    help="remove the line",
)
ITEM_EXISTS = Code(
    "D6-O031",
    "item-exists",
    "An item is added to a list that has it.",
    "warning",
    message="'{target}' has '{item}' already",
    label="changes nothing",
    help="leave it out",
)
MOVED_NOWHERE = Code(
    "D6-O032",
    "moved-nowhere",
    "A key is moved to where it stands.",
    "warning",
    message="'{target}' stands there already",
    label="changes nothing",
    help="remove the line",
)

# Adjusting.

CANNOT_ADJUST = Code(
    "D6-O006",
    "cannot-adjust",
    "No value at a place is of the sort of the amount that is added.",
    message="there is no {sort} in '{target}'",
    help="write for example +1, -2, +1D, -1D+2 or +5 ft",
)
NO_AMOUNT = Code(
    "D6-O040",
    "no-amount",
    "A value is to be adjusted by what is no amount.",
    message="'{value}' is no amount",
    help="write for example +1, -2, +1D, -1D+2 or +5 ft",
)
ADJUSTS_ABSENT = Code(
    "D6-O041",
    "adjusts-absent-value",
    "A value is to be adjusted that is not there.",
    message="'{target}' is not there, so it cannot be more or less",
    help="write 'set', with the whole value",
)
ADJUSTS_WHOLE = Code(
    "D6-O042",
    "adjusts-whole-value",
    "A list or a formula is to be adjusted, which can only be written whole.",
    message="'{target}' is {value}, which can only be written whole",
    help="write 'set', with the whole value",
)
ADJUSTED_TOO_FAR = Code(
    "D6-O043",
    "adjusted-too-far",
    "A value would become what cannot stand there.",
    message="{problem}",
)

# Rewording.

UNKNOWN_PASSAGE = Code(
    "D6-O047",
    "unknown-passage",
    "A passage is to be reworded that its text does not have.",
    message="'{target}' does not say this",
    label="not there",
)
PASSAGE_TWICE = Code(
    "D6-O048",
    "passage-twice",
    "A passage is to be reworded that stands in its text more than once.",
    message="'{target}' says this {count} times",
    label="which of them?",
)
NO_TEXT = Code(
    "D6-O049",
    "no-text",
    "Something is to be reworded that is no text, or not there.",
    message="'{target}' is no text for people",
    label="no words to change",
    help="write 'set', with the whole value",
)
EMPTY_PASSAGE = Code(
    "D6-O050",
    "empty-passage",
    "A passage is to be reworded that has no words.",
    message="these are no words",
    label="name the words that are to be changed",
)

# Packs without an order.

CONFLICT = Code(
    "D6-O007",
    "conflict",
    "Two packs change one place, and nothing says which of them is later.",
    message="'{first}' and '{second}' both change '{target}'",
    help=(
        "if one builds on the other, say so in its pack.yaml: after: {first}",
        "or let a pack that extends both write: resolve: {{{target}: {{use: …}}}}",
    ),
)
RANK_CONFLICT = Code(
    "D6-O044",
    "rank-conflict",
    "Two packs put a key beside the same other, and nothing says which ranks higher.",
    message="'{first}' and '{second}' both put something {where} in {above}",
    help=(
        "if one builds on the other, say so in its pack.yaml: after: {first}",
        "or let a pack that extends both change {above}: move: {{{field}: {{after: {other}}}}}",
    ),
)
TWICE = Code(
    "D6-O008",
    "twice",
    "One pack writes one address more than once.",
    message="'{pack}' writes '{target}' twice",
    label="here",
    help="write it in one place",
)
RESOLVES_NOTHING = Code(
    "D6-O033",
    "resolves-nothing",
    "A pack resolves what no packs disagree on.",
    "warning",
    message="nobody disagrees on '{target}'",
    label="resolves nothing",
    help="remove it: both packs have their way",
)
RESOLVED_FOR_BYSTANDER = Code(
    "D6-O020",
    "resolved-for-bystander",
    "A pack resolves a conflict for one that has no part in it.",
    message="'{pack}' is not one of those that disagree on '{target}'",
    help="use one of those that do: {disagreeing}",
)
RESOLVED_FOR_STRANGER = Code(
    "D6-O019",
    "resolved-for-stranger",
    "A pack resolves a conflict for one that it does not come after.",
    message="'{pack}' cannot use '{use}', which it does not come after",
)

# Options and manifests.

UNKNOWN_OPTION = Code(
    "D6-O028",
    "unknown-option",
    "A pack selects, or waits for, an option that does not exist.",
    message="this {verb} '{option}', but there is no such option",
)
UNKNOWN_CHOICE = Code(
    "D6-O029",
    "unknown-choice",
    "A pack selects, or waits for, a choice that an option does not have.",
    message="{option} has no choice '{choice}'",
)
CHOICE_CONFLICT = Code(
    "D6-O045",
    "choice-conflict",
    "Two choices of an option are selected, and nothing says which is later.",
    message="{option} is to be '{first}' for '{first_pack}' and '{other}' for '{other_pack}'",
)
UNKNOWN_IN_ORDER = Code(
    "D6-O016",
    "unknown-in-order",
    "The order in a manifest names what does not exist.",
    message="'order' names '{name}', but there is no such entry or section",
)
UNKNOWN_RENAME = Code(
    "D6-O017",
    "renames-unknown-entry",
    "A manifest renames an entry that does not exist.",
    message="'{old}' is to be called '{new}', but there is neither",
)
RENAMED_TO_TAKEN = Code(
    "D6-O057",
    "renamed-to-taken",
    "A manifest gives an entry an id that another entry has.",
    message="'{old}' cannot be called '{new}': there is one already",
)
RENAMED_ELSEWHERE = Code(
    "D6-O018",
    "renamed-elsewhere",
    "A manifest gives an entry an id that only one of another place can have.",
    message="'{old}' can only be called {fitting}.…",
    help="an entry stays where it stands: only its own key can change",
)
UNTRIED = Code(
    "D6-O054",
    "choices-untried",
    "There are too many choices to try each of those that are not in use.",
    "warning",
    message="{tried} of {wanted} choices were tried that are not in use, not this one",
    help="to check with it, write select: {{{option}: {choice}}} in a pack that extends this one",
)
SET_TAKES_AWAY = Code(
    "D6-O059",
    "set-takes-away",
    "What is set in the place of entries leaves some of them out.",
    "warning",
    message="this takes away what stood in {target}: {lost}",
    help="if they are to go, say so with remove: {{{removals}}}, and add what is new",
)
