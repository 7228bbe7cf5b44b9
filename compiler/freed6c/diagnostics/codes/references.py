"""Codes R: references, and rules for parsed texts, cells and examples beyond schemas."""

from __future__ import annotations

from freed6c.diagnostics.diagnostic import Code

# References.

UNKNOWN = Code(
    "D6-R001",
    "unknown-reference",
    "A reference names no entry of a fitting kind.",
    message="there is no {kind} called '{name}'",
)
AMBIGUOUS = Code(
    "D6-R002",
    "ambiguous-reference",
    "A short reference fits several entries.",
    message="'{name}' could be {ids}",
    help="write the whole id",
)
REMOVED = Code(
    "D6-R003",
    "removed",
    "Something is removed that other rules still need.",
    message="'{removed}' is removed, but '{address}' still needs it",
    label="removed here",
    help="also change every place that needs it{otherwise}",
)
RENAMED = Code(
    "D6-R004",
    "renamed-reference",
    "A reference has an id that its entry had before.",
    "warning",
    message="'{name}' is called '{id}' now",
    help="write '{id}'",
)
UNKNOWN_TYPE = Code(
    "D6-R005",
    "unknown-type",
    "A setting names a type of values that does not exist.",
    message="there is no type '{word}'",
)
NOTHING_TO_CHOOSE_FROM = Code(
    "D6-R006",
    "nothing-to-choose-from",
    "What is chosen from is neither a table nor a kind of entry.",
    message="'{word}' is neither a table nor a kind of entry",
)
UNKNOWN_WORD = Code(
    "D6-R007",
    "unknown-word",
    "A setting has a word that is none of those it knows.",
    message="'{setting}' cannot be '{word}'",
)

# Parsed texts.

NOT_A_DIE_CODE = Code(
    "D6-R008",
    "not-a-die-code",
    "A die code is not written as one.",
    message="{reason}",
    help="dice are counted with a D, pips stand behind them: 3D, 2D+1",
)
NOT_A_NUMBER = Code(
    "D6-R009",
    "not-a-number",
    "A number is not written as one.",
    message="'{text}' is not a number",
    help="write it with digits: 3, 3.5 or 1/4",
)
NOT_A_RANGE = Code(
    "D6-R010",
    "not-a-range",
    "A range is not written as one.",
    message="'{text}' is not a range: write 7, 6-10, 26+ or -3 to 2",
)
RANGE_BACKWARD = Code(
    "D6-R011",
    "range-backward",
    "The second end of a range is lower than the first.",
    message="the range {text} ends before it begins",
)
NOT_A_QUANTITY = Code(
    "D6-R012",
    "not-a-quantity",
    "A quantity is not written as one.",
    message="'{text}' is not a quantity: write a number, a space and a unit",
)
UNKNOWN_UNIT = Code(
    "D6-R013",
    "unknown-unit-of-quantity",
    "A quantity has a unit that does not exist.",
    message="there is no unit '{unit}'",
    help="units here: {known}; others are declared under units:",
)
NOT_A_MOMENT = Code(
    "D6-R014",
    "not-a-moment",
    "A moment is not written as one.",
    message="'{text}' is not a moment: {form}",
)
NOT_A_DURATION = Code(
    "D6-R015",
    "not-a-duration",
    "A duration is not written as one.",
    message="'{text}' is not a duration: {form}",
)
DURATION_WITH_ARTICLE = Code(
    "D6-R016",
    "duration-with-article",
    "A duration is written with an article.",
    message="'{text}' is written '{meant}'",
    help="write {meant}",
    fix="{meant}",
)

# Tables: columns and cells.

EACH_AND_ROWS = Code(
    "D6-R017",
    "each-and-rows",
    "A table writes its rows out and has them made as well.",
    message="a table has either 'each' or 'rows'",
    help="write the rows out, or let them be made: leave one away",
)
COLUMN_TAKEN = Code(
    "D6-R018",
    "column-taken",
    "A column is called like a setting that every row has.",
    message="every {thing} has a setting '{column}' already",
    help="give the column another key",
)
UNKNOWN_JOIN = Code(
    "D6-R019",
    "unknown-join",
    "A column joins one that its table does not have.",
    message="there is no other column '{column}' to join",
)
UNRANGED_TYPE = Code(
    "D6-R020",
    "unranged-type",
    "A column holds ranges of something that has none.",
    message="a column of {type} cannot hold ranges",
    help="ranges go with whole numbers and lengths",
)
NO_WORDS = Code(
    "D6-R021",
    "no-words",
    "A column of words does not say of which.",
    message="'one-of' needs the words to choose from",
    help="write of: [red, blue]",
)
UNKNOWN_CELL = Code(
    "D6-R022",
    "unknown-cell",
    "A row has something that is neither a setting nor a column.",
    message="'{key}' is not {allowed} of a {kind}",
)
MISSING_CELL = Code(
    "D6-R023",
    "missing-cell",
    "A row leaves a cell out that its column needs.",
    message="nothing stands for '{column}'",
    help="write {column}: …, or let its column be optional: true",
)
COLUMN_OF_OTHERS = Code(
    "D6-R041",
    "column-of-others",
    "A new column wants a cell in rows of another pack, which have none.",
    message="the rows that are there already have nothing for '{column}'",
    help=(
        "give the column a value for them, default: …, or let it be optional: true",
        "or write one into each of them, under change",
    ),
)
WRONG_CELL = Code(
    "D6-R024",
    "wrong-cell",
    "A cell holds something else than its column.",
    message="{value} is not {wanted}",
)

# Examples.

UNKNOWN_GIVEN = Code(
    "D6-R025",
    "unknown-given",
    "An example gives a value to a name that what it runs does not have.",
    message="nothing here is called '{name}'",
)
EMPTY_EXAMPLE = Code(
    "D6-R026",
    "empty-example",
    "An example says neither what is worked out nor what is run.",
    message="an example works out a formula ('formula'), runs something ('run'), or tells"
    " what happens ('steps')",
    help="write one of them",
)
TWO_EXAMPLES = Code(
    "D6-R027",
    "two-examples",
    "An example works a formula out and runs something as well.",
    message="an example has either 'formula', or 'run', or 'steps'",
    help="make two examples of it",
)
RUN_EXPECTS_VALUE = Code(
    "D6-R028",
    "run-expects-value",
    "An example runs something and expects a single value.",
    message="an example with 'run' expects a list of effects or a map of facts,"
    " and this is a single value",
    help="write a list such as [{{roll: damage}}], or facts such as {{number: 15}}",
)
NOTHING_EXPECTED = Code(
    "D6-R030",
    "nothing-expected",
    "An example does not say what comes of it.",
    message="an example says what comes of it ('expect')",
    help="write it: a value, a list of effects, or facts such as {{number: 15}}",
)
TWO_IN_A_STEP = Code(
    "D6-R034",
    "two-in-a-step",
    "A step of an example does two things.",
    message="a step does one thing, and this has '{first}' and '{second}'",
    help="write a step of its own for each, in their order",
)
FORMULA_EXPECTS_MORE = Code(
    "D6-R029",
    "formula-expects-more",
    "An example works a formula out and expects more than a value.",
    message="a formula gives a single value",
    help="write the value, or let the example 'run' something",
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
