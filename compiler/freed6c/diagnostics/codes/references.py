"""Codes R: references, and rules for parsed texts, cells and examples beyond schemas."""

from __future__ import annotations

from freed6c.diagnostics.diagnostic import Code

# References.

UNKNOWN = Code(
    "D6-R001",
    "unknown-reference",
    "A reference names an unknown entry.",
    message="unknown {kind} '{name}'",
)
AMBIGUOUS = Code(
    "D6-R002",
    "ambiguous-reference",
    "A reference fits several entries.",
    message="'{name}' could mean {ids}",
    help="write the full id",
)
REMOVED = Code(
    "D6-R003",
    "removed",
    "A pack removes an entry that other rules need.",
    message="'{removed}' is removed{along}, but '{address}' still refers to it",
    label="removed here",
    help="change every place that refers to it{replacement}",
)
RENAMED = Code(
    "D6-R004",
    "renamed-reference",
    "A reference uses the former id of an entry.",
    "warning",
    message="'{name}' was renamed to '{id}'",
    help="write '{id}'",
)
UNKNOWN_TYPE = Code(
    "D6-R005",
    "unknown-type",
    "A setting names an unknown type.",
    message="unknown type '{word}'",
)
NOTHING_TO_CHOOSE_FROM = Code(
    "D6-R006",
    "nothing-to-choose-from",
    "A choice names neither a table nor a kind of entry.",
    message="'{word}' is neither a table nor a kind of entry",
)
UNKNOWN_WORD = Code(
    "D6-R007",
    "unknown-word",
    "A setting has an unknown value.",
    message="unknown value '{word}' for '{setting}'",
)

# Parsed texts.

NOT_A_DIE_CODE = Code(
    "D6-R008",
    "not-a-die-code",
    "A die code is invalid.",
    message="{reason}",
    help="write the number of dice with a D, then any pips: 3D, 2D+1",
)
NOT_A_POOL = Code(
    "D6-R042",
    "not-a-pool",
    "A pool of dice is invalid.",
    message="'{text}' is not a pool of dice",
    help="write dice, then a number to add: 4D+1, or with their die, 2d6+3"
    " (dice of procedures: {dice})",
)
NOT_A_NUMBER = Code(
    "D6-R009",
    "not-a-number",
    "A number is invalid.",
    message="invalid number '{text}'",
    help="write digits, such as 3, 3.5 or 1/4",
)
NOT_A_RANGE = Code(
    "D6-R010",
    "not-a-range",
    "A range is invalid.",
    message="invalid range '{text}'",
    help="write a range such as 7, 6-10, 26+ or -3 to 2",
)
RANGE_BACKWARD = Code(
    "D6-R011",
    "range-backward",
    "A range ends before it begins.",
    message="range {text} ends before it begins",
)
NOT_A_QUANTITY = Code(
    "D6-R012",
    "not-a-quantity",
    "A quantity is invalid.",
    message="invalid quantity '{text}'",
    help="write a number, a space and a unit; available units: {known}",
)
UNKNOWN_UNIT = Code(
    "D6-R013",
    "unknown-unit-of-quantity",
    "A quantity has an unknown unit.",
    message="unknown unit '{unit}'",
    help="available units: {known}; add others under 'units'",
)
NOT_A_MOMENT = Code(
    "D6-R014",
    "not-a-moment",
    "A moment is invalid.",
    message="invalid moment '{text}'",
    help="{form}",
)
NOT_A_DURATION = Code(
    "D6-R015",
    "not-a-duration",
    "A duration is invalid.",
    message="invalid duration '{text}'",
    help="{form}",
)
DURATION_WITH_ARTICLE = Code(
    "D6-R016",
    "duration-with-article",
    "A duration has an article.",
    message="article in duration '{text}'",
    help="write {meant}",
    fix="{meant}",
)

# Tables: columns and cells.

EACH_AND_ROWS = Code(
    "D6-R017",
    "each-and-rows",
    "A table has both `each` and `rows`.",
    message="a table has 'each' or 'rows', not both",
    help="remove one of them",
)
COLUMN_TAKEN = Code(
    "D6-R018",
    "column-taken",
    "A column has the key of a setting.",
    message="every {thing} already has a setting '{column}'",
    help="give the column another key",
)
UNKNOWN_JOIN = Code(
    "D6-R019",
    "unknown-join",
    "A column joins an unknown column.",
    message="unknown column '{column}' in 'joins'",
    label="expected another column of this table",
)
UNRANGED_TYPE = Code(
    "D6-R020",
    "unranged-type",
    "A column has ranges, but its type can't have any.",
    message="a column of type '{type}' can't hold ranges",
    help="remove 'range', or use a type of whole numbers or quantities",
)
NO_WORDS = Code(
    "D6-R021",
    "no-words",
    "A `one-of` column has no words.",
    message="'one-of' needs a list of words",
    help="add of: [red, blue]",
)
UNKNOWN_CELL = Code(
    "D6-R022",
    "unknown-cell",
    "A row or condition has an unknown setting or column.",
    message="unknown {allowed} '{key}' in {row}",
)
MISSING_CELL = Code(
    "D6-R023",
    "missing-cell",
    "A row lacks a required cell.",
    message="missing cell for column '{column}'",
    help="add {column}: …, or set optional: true for the column",
)
COLUMN_OF_OTHERS = Code(
    "D6-R041",
    "column-of-others",
    "A new column has no cells in the rows of another pack.",
    message="existing rows have no cell for '{column}'",
    help=(
        "add a default to the column, default: …, or set optional: true",
        "or add a cell to each of these rows under change",
    ),
)
WRONG_CELL = Code(
    "D6-R024",
    "wrong-cell",
    "A cell has a value of another type than its column.",
    message="{value} is not {wanted}",
)

# Examples.

UNKNOWN_GIVEN = Code(
    "D6-R025",
    "unknown-given",
    "An example names an unknown rating, input or character.",
    message="unknown name '{name}' in this example",
)
EMPTY_EXAMPLE = Code(
    "D6-R026",
    "empty-example",
    "An example has nothing to check.",
    message="an example needs 'formula', 'run' or 'steps'",
    help="add one of them",
)
TWO_EXAMPLES = Code(
    "D6-R027",
    "two-examples",
    "An example has more than one of `formula`, `run` and `steps`.",
    message="an example has only one of 'formula', 'run' and 'steps'",
    help="split it into two examples",
)
RUN_EXPECTS_VALUE = Code(
    "D6-R028",
    "run-expects-value",
    "An example with `run` expects a single value.",
    message="an example with 'run' expects a list of effects or a map of facts, not a single value",
    help="write a list such as [{{roll: damage}}], or facts such as {{number: 15}}",
)
NOTHING_EXPECTED = Code(
    "D6-R030",
    "nothing-expected",
    "An example has no expected result.",
    message="missing 'expect' in this example",
    help="add expect: a value, a list of effects, or facts such as {{number: 15}}",
)
TWO_IN_A_STEP = Code(
    "D6-R034",
    "two-in-a-step",
    "A step of an example does two things.",
    message="a step can't have both '{first}' and '{second}'",
    help="split it into two steps, in order",
)
FORMULA_EXPECTS_MORE = Code(
    "D6-R029",
    "formula-expects-more",
    "An example with `formula` expects more than one value.",
    message="an example with 'formula' expects a single value",
    help="write the value, or use 'run' instead of 'formula'",
)

# Internal errors.

FAULT = Code(
    "D6-R040",
    "internal-error",
    "freed6c itself fails: this is a bug in freed6c, not an error in your pack.",
    message="internal error in freed6c: {error}",
    label="freed6c was working on this",
    help=(
        "please report this, with the pack if you can; FREED6C_DEBUG=1 prints the traceback",
        "until it is fixed, undo your last change here or write it in another way",
    ),
)
