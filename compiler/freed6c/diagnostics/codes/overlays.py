"""Codes O: packs layered on packs."""

from __future__ import annotations

from freed6c.diagnostics.diagnostic import Code

# Targets of operations.

UNKNOWN_ENTRY = Code(
    "D6-O001",
    "unknown-entry",
    "A change names an unknown entry.",
    message="unknown entry '{entry}'",
    label="no entry has this id",
)
ENTRY_REMOVED = Code(
    "D6-O012",
    "entry-removed",
    "A change names an entry that an earlier pack removed.",
    message="'{entry}' was removed by '{pack}'",
    label="no longer exists",
    help="remove this change, or add the entry again",
)
ENTRY_WAITS = Code(
    "D6-O013",
    "entry-not-in-use",
    "A change names an entry in a file whose `when` isn't met.",
    message="'{entry}' is not in use: its file applies only when {conditions}",
    label="not in use",
    help="select that choice, or add the same 'when' to this file",
)
NOT_EXTENDED = Code(
    "D6-O009",
    "not-extended",
    "A pack changes an entry of a pack that it doesn't extend.",
    message="'{entry}' comes from '{bringer}', which '{pack}' does not extend",
    help=(
        "write in pack.yaml of '{pack}': {extends}",
        "if '{bringer}' is optional, write after: {bringer} there, and when: {{…}} in this file",
    ),
)
OLD_ID = Code(
    "D6-O011",
    "old-id",
    "A change uses the former id of an entry.",
    "warning",
    message="'{old}' was renamed to '{new}'",
    label="renamed by '{pack}'",
    help="write '{new}'",
)
UNKNOWN_PLACE = Code(
    "D6-O014",
    "unknown-place",
    "A change names an unknown setting or key.",
    message="unknown {noun} '{name}' in {entry}",
)
INSIDE_SINGLE_VALUE = Code(
    "D6-O015",
    "inside-single-value",
    "A change names a place inside a text, a number or a list.",
    message="'{name}' in {entry} is {value}, which can only be set as a whole",
    label="inside {value}",
    help="set all of '{name}' instead",
)
COMPUTED = Code(
    "D6-O004",
    "computed",
    "A change sets a calculated value.",
    message="'{target}' in {entry} is calculated",
    label="can't be set",
    help="change '{source}' instead",
)
SETS_RANK = Code(
    "D6-O035",
    "sets-rank",
    "A change sets a number that follows from the order of entries.",
    message="'{name}' of {entry} follows from its position",
    label="can't be set",
    help="use 'move' to change its position",
)
SETS_PARENT = Code(
    "D6-O036",
    "sets-parent",
    "A change sets a value that follows from the entry around it.",
    message="'{name}' of {entry} follows from the entry that contains it",
    label="can't be set",
    help="to move {entry}, remove it and add it inside the other entry",
)
SETS_DEFAULT_CHOICE = Code(
    "D6-O037",
    "sets-default-choice",
    "A change sets the default of an option.",
    message="the default of {entry} can't be changed",
    label="select a choice instead",
    help="write select: {{option.{option}: …}}",
)
CHANGES_CHOICES = Code(
    "D6-O038",
    "changes-choices",
    "A change edits the choices of an option.",
    message="the choices of {entry} can't be changed",
    label="choices are read before any change",
    help="add your own option with this choice",
)

# Adding, setting, moving and removing.

ENTRY_EXISTS = Code(
    "D6-O003",
    "entry-exists",
    "A new entry has the id of an existing one.",
    message="{kind} '{key}' already exists",
    label="defined again here",
    help="to add another one, give it another key",
)
KEY_EXISTS = Code(
    "D6-O034",
    "key-exists",
    "A change adds a key that already exists.",
    message="'{target}' already exists",
    label="can't be added again",
    help="to change it, use 'set'; to add another one, give it another key",
)
USE_ADD = Code(
    "D6-O005",
    "use-add",
    "A change sets a key that doesn't exist yet.",
    message="'{target}' doesn't exist yet",
    label="nothing to set",
)
RENAMED_BACKWARD = Code(
    "D6-O051",
    "renamed-backward",
    "`renamed` has the new id before the old one.",
    message="'renamed' is reversed: '{new}' exists, and '{old}' doesn't",
    label="the old id comes first",
)
REPLACED_IN_PART = Code(
    "D6-O052",
    "replaced-in-part",
    "A replacement drops parts of an entry.",
    message="this replacement drops parts of '{entry}': {lost}",
    help=(
        "to change only some of its settings, write change: {{{entry}: {{set: …}}}}",
        "to drop them on purpose, add {empty}",
    ),
)
WAS_IS_NEW = Code(
    "D6-O053",
    "was-is-new",
    "`was` has the new value of a setting.",
    message="'was' needs the value before the change: {present}",
)
USE_SET = Code(
    "D6-O039",
    "use-set",
    "A change adds to a single value.",
    message="can't add to '{target}': it is a single value",
    help="write set: {{{field}: …}}",
)
ADD_EACH = Code(
    "D6-O056",
    "add-each",
    "A change adds a map to a map instead of its keys.",
    message="keys of '{target}' must be added one by one",
    help="write add: {{{forms}}}",
)
UNKNOWN_ANCHOR = Code(
    "D6-O021",
    "unknown-anchor",
    "A position names an unknown key.",
    message="unknown key '{key}' in '{side}'",
)
TWO_ANCHORS = Code(
    "D6-O022",
    "two-anchors",
    "A key has an invalid position.",
    message="invalid position of '{target}'",
    label="expected 'before' or 'after', with one key",
    help="write one of them, such as after: another-key",
)
HIGHEST_RANK = Code(
    "D6-O046",
    "highest-rank",
    "A new condition has no position, so it becomes the worst of its track.",
    "warning",
    message="'{target}' was added as the worst condition, after '{last}'",
    label="no 'before' or 'after'",
    help=(
        "if it belongs elsewhere, add its position, such as before: {last}",
        "if it is the worst, add after: {last}",
    ),
)
NO_ANCHOR = Code(
    "D6-O023",
    "move-without-anchor",
    "`move` has no position.",
    message="missing position in 'move'",
    label="expected 'before' or 'after'",
    help="add a position such as {{after: another-key}}",
)
NOTHING_TO_MOVE = Code(
    "D6-O024",
    "nothing-to-move",
    "`move` names an unknown key.",
    message="can't move '{target}': it doesn't exist",
    label="unknown key",
)
NOTHING_TO_REMOVE = Code(
    "D6-O027",
    "nothing-to-remove",
    "`remove` names a missing item or key.",
    message="'{target}' has no '{item}'",
)
UNKNOWN_REPLACEMENT = Code(
    "D6-O025",
    "unknown-replacement",
    "`replaced-by` names an unknown entry.",
    message="unknown replacement '{instead}' for '{entry}'",
    label="expected {kind}",
)
REPLACEMENT_OF_OTHER_KIND = Code(
    "D6-O026",
    "replacement-of-other-kind",
    "`replaced-by` names an entry of another kind.",
    message="'{instead}' is {other_kind}, not {kind}",
    label="expected {kind}",
)
DRIFT = Code(
    "D6-O010",
    "drift",
    "A base has changed a value since a change was written.",
    "warning",
    message="'{target}' is {present} in '{writer}', not {expected}",
    label="the value when this change was written",
)

# Changes without an effect.

UNCHANGED = Code(
    "D6-O002",
    "no-change",
    "A change sets the value that is already there.",
    "warning",
    message="'{target}' already has this value",
    label="changes nothing",
    help="remove the line",
)
NOTHING_TO_UNSET = Code(
    "D6-O030",
    "nothing-to-unset",
    "`unset` names a setting without a value.",
    "warning",
    message="'{target}' is not set",
    label="changes nothing",
    help="remove the line",
)
ITEM_EXISTS = Code(
    "D6-O031",
    "item-exists",
    "A change adds an item that the list already has.",
    "warning",
    message="'{target}' already has '{item}'",
    label="changes nothing",
    help="remove the item",
)
MOVED_NOWHERE = Code(
    "D6-O032",
    "moved-nowhere",
    "`move` leaves a key in its position.",
    "warning",
    message="'{target}' is already in this position",
    label="changes nothing",
    help="remove the line",
)

# Adjusting.

CANNOT_ADJUST = Code(
    "D6-O006",
    "cannot-adjust",
    "An amount doesn't fit the value that it adjusts.",
    message="'{target}' has no {sort} to adjust",
)
NO_AMOUNT = Code(
    "D6-O040",
    "no-amount",
    "`adjust` has an invalid amount.",
    message="invalid amount '{value}'",
    help="write an amount such as +1, -2, +1D, -1D+2 or +5 ft",
)
ADJUSTS_ABSENT = Code(
    "D6-O041",
    "adjusts-absent-value",
    "`adjust` names a setting without a value.",
    message="'{target}' has no value to adjust",
    help="use 'set' with the whole value",
)
ADJUSTS_WHOLE = Code(
    "D6-O042",
    "adjusts-whole-value",
    "`adjust` names a list or a formula.",
    message="'{target}' is {value}, which can't be adjusted",
    help="use 'set' with the whole value",
)
ADJUSTED_TOO_FAR = Code(
    "D6-O043",
    "adjusted-too-far",
    "An adjusted value is invalid.",
    message="can't adjust '{target}' by this amount: {problem}",
    label="leads to an invalid value",
    help="write another amount, or use 'set' with the whole value",
)

# Rewording.

UNKNOWN_PASSAGE = Code(
    "D6-O047",
    "unknown-passage",
    "`reword` names a passage that isn't in the text.",
    message="passage not found in '{target}'",
    label="not in the text",
)
PASSAGE_TWICE = Code(
    "D6-O048",
    "passage-twice",
    "`reword` names a passage that occurs more than once.",
    message="passage occurs {count} times in '{target}'",
    label="not unique",
)
NO_TEXT = Code(
    "D6-O049",
    "no-text",
    "`reword` names a setting without prose.",
    message="'{target}' has no text to reword",
    label="expected prose",
    help="use 'set' with the whole value",
)
EMPTY_PASSAGE = Code(
    "D6-O050",
    "empty-passage",
    "`reword` has an empty passage.",
    message="empty passage in 'reword'",
    label="quote the words to change",
)

# Packs without an order.

CONFLICT = Code(
    "D6-O007",
    "conflict",
    "Two packs without an order change the same place.",
    message="'{first}' and '{second}' both change '{target}'",
    help=(
        "to let '{second}' win, add to its pack.yaml: after: {first}",
        "or add to a pack that extends both: resolve: {{{target}: {{use: …}}}}",
    ),
)
RANK_CONFLICT = Code(
    "D6-O044",
    "rank-conflict",
    "Two packs without an order put keys in the same position.",
    message="'{first}' and '{second}' both put a key {where} in '{above}'",
    help=(
        "to let '{second}' win, add to its pack.yaml: after: {first}",
        "or, in a pack that extends both, change {above}: move: {{{field}: {{after: {other}}}}}",
    ),
)
TWICE = Code(
    "D6-O008",
    "twice",
    "A pack changes the same place twice.",
    message="'{target}' is {how}",
)
RESOLVES_NOTHING = Code(
    "D6-O033",
    "resolves-nothing",
    "`resolve` names a place without a conflict.",
    "warning",
    message="no packs disagree on '{target}'",
    label="resolves nothing",
    help="remove the line",
)
RESOLVED_FOR_BYSTANDER = Code(
    "D6-O020",
    "resolved-for-bystander",
    "`resolve` uses a pack that isn't part of the conflict.",
    message="'{pack}' is not part of the conflict at '{target}'",
    help="use one of: {disagreeing}",
)
RESOLVED_FOR_STRANGER = Code(
    "D6-O019",
    "resolved-for-stranger",
    "`resolve` uses a pack that doesn't come before its own.",
    message="'{pack}' can't use '{use}', which doesn't come before it",
)

# Options and manifests.

UNKNOWN_OPTION = Code(
    "D6-O028",
    "unknown-option",
    "A pack selects or waits for an unknown option.",
    message="unknown option '{option}' in '{section}'",
)
UNKNOWN_CHOICE = Code(
    "D6-O029",
    "unknown-choice",
    "A pack selects or waits for an unknown choice.",
    message="unknown choice '{choice}' for '{option}'",
)
CHOICE_CONFLICT = Code(
    "D6-O045",
    "choice-conflict",
    "An option has two selected choices.",
    message="'{first_pack}' selects '{first}' for '{option}', and '{other_pack}' selects '{other}'",
)
UNKNOWN_IN_ORDER = Code(
    "D6-O016",
    "unknown-in-order",
    "`order` names an unknown entry or section.",
    message="unknown entry or section '{name}' in 'order'",
)
UNKNOWN_RENAME = Code(
    "D6-O017",
    "renames-unknown-entry",
    "`renamed` names an unknown entry.",
    message="can't rename '{old}' to '{new}': neither exists",
)
RENAMED_TO_TAKEN = Code(
    "D6-O057",
    "renamed-to-taken",
    "`renamed` has a new id that is already taken.",
    message="can't rename '{old}' to '{new}': that id is taken",
)
RENAMED_ELSEWHERE = Code(
    "D6-O018",
    "renamed-elsewhere",
    "`renamed` changes more than the key of an entry.",
    message="'{old}' can only be renamed to {fitting}.…",
    help="change only the last part of the id",
)
UNTRIED = Code(
    "D6-O054",
    "choices-untried",
    "A pack has too many choices to try all of them.",
    "warning",
    message="choice '{choice}' of '{option}' was not tried: {tried} of {wanted} choices were",
    help="to check it, write select: {{{option}: {choice}}} in a pack that extends this one",
)
SET_TAKES_AWAY = Code(
    "D6-O059",
    "set-takes-away",
    "`set` drops entries of a map.",
    "warning",
    message="this map drops entries of '{target}': {lost}",
    help="to drop them on purpose, write remove: {{{removals}}}, and add the new ones",
)
LEAVES_OUT_MORE = Code(
    "D6-O060",
    "leaves-out-more",
    "`leave-out` drops a sentence about another rule.",
    "warning",
    message="'{target}' loses a sentence that is also about {others}",
    help="to keep a part of it, write {change}",
)
