"""Codes F: formulas and their parts."""

from __future__ import annotations

from typing import Final

from freed6c.diagnostics.diagnostic import Code

# Parsing a formula.

SPLIT_IT: Final = "give a part of it a name, as a formula of its own"

OPERAND_MISSING = Code(
    "D6-F001",
    "operand-missing",
    "Before or after an operator of a formula stands nothing that it could work with.",
    message="something is missing {where}",
)
OPERATOR_MISSING = Code(
    "D6-F008",
    "operator-missing",
    "Two parts of a formula stand side by side without an operator.",
    message="something is missing between {left} and {right}",
    help="write what is done with the two, such as + or *",
)
FORMULA_EMPTY = Code(
    "D6-F009", "formula-empty", "A formula has no text.", message="the formula is empty"
)
BAD_CHARACTER = Code(
    "D6-F010",
    "bad-character",
    "A formula has a character that formulas do not know.",
    message="a formula cannot contain {character}",
)
SIDED_DICE = Code(
    "D6-F046",
    "number-behind-dice",
    "A formula has a number behind the D of its dice.",
    message="'{written}' has a number behind its D",
)
OTHER_NOTATION = Code(
    "D6-F043",
    "other-notation",
    "A formula is written as in a spreadsheet, a program, a book or another game.",
    message="'{written}' {says}",
)
BARE_AMOUNT = Code(
    "D6-F044",
    "bare-amount",
    "A number without a unit is added to a measure.",
    message="'{setting}' adds, and {text} has no unit",
)
GLUED_NUMBER = Code(
    "D6-F011",
    "glued-number",
    "Letters stand right behind a number.",
    message="{text} cannot be read",
)
MINUS_WITHOUT_SPACES = Code(
    "D6-F012",
    "minus-without-spaces",
    "A minus has no spaces around it.",
    message="a minus between two things needs a space on both sides",
    help="put spaces around the minus: a - b; without them a hyphen is part of a name",
)
DOUBLE_EQUALS = Code(
    "D6-F013",
    "double-equals",
    "A comparison is written with two equals signs.",
    message="== is not an operator",
    help="write = once",
)
CHAINED_COMPARISON = Code(
    "D6-F014",
    "chained-comparison",
    "A comparison is compared with a third thing.",
    message="only two things can be compared at a time",
    help="join two comparisons with and: a < b and b < c",
)
CHAINED_RANGE = Code(
    "D6-F015",
    "chained-range",
    "A range has a third end.",
    message="a range has two ends",
)
UNCLOSED_PARENTHESIS = Code(
    "D6-F016",
    "unclosed-parenthesis",
    "A parenthesis is opened and never closed.",
    message="this parenthesis is never closed",
    help="add a )",
)
UNOPENED_PARENTHESIS = Code(
    "D6-F017",
    "unopened-parenthesis",
    "A parenthesis is closed that was never opened.",
    message="there is no ( for this",
    help="take the ) away",
)
STRAY_COMMA = Code(
    "D6-F018",
    "stray-comma",
    "A comma stands outside the arguments of a function.",
    message="a comma does not belong here",
    help="commas stand between the arguments of a function: max(a, b)",
)
NUMBER_TOO_LONG = Code(
    "D6-F019",
    "number-too-long",
    "A number of a formula is larger than any that it may have.",
    message="the number is too long",
)
FORMULA_TOO_DEEP = Code(
    "D6-F021",
    "formula-too-deep",
    "The parts of a formula stand inside each other more deeply than is allowed.",
    message="more than {most} things stand inside each other",
    help=SPLIT_IT,
)

# Names.

UNKNOWN_NAME = Code(
    "D6-F002",
    "unknown-name",
    "A formula uses a name that means nothing where it stands.",
    message="{name} means nothing here",
)
AMBIGUOUS_NAME = Code(
    "D6-F022",
    "ambiguous-name",
    "A name in a formula fits several entries.",
    message="{name} could be {ids}",
    help="write the whole id",
)
UNKNOWN_FUNCTION = Code(
    "D6-F023",
    "unknown-function",
    "A formula calls a function that does not exist.",
    message="there is no formula {name}",
)
UNKNOWN_COLUMN = Code(
    "D6-F024",
    "unknown-column",
    "A formula looks up a column that the table does not have.",
    message="this table has no column {column}",
)
UNKNOWN_TOKEN = Code(
    "D6-F025",
    "unknown-token",
    "No step of a dice procedure has the token that a formula uses.",
    message="there is no token {token}",
)
TOKEN_WITH_NUMBER = Code(
    "D6-F026",
    "token-with-number",
    "A number stands behind a token that takes none.",
    message="{token} takes no number behind it",
    help="write {token}",
)
TOKEN_COUNTED_TWICE = Code(
    "D6-F027",
    "token-counted-twice",
    "A token has a count before it and another one behind it.",
    message="{token} is counted twice",
    help="write {token}{behind} or {before}{token}",
)
NO_SUCH_SIZE = Code(
    "D6-F047",
    "no-such-size",
    "A token asks for a die of so many sides as no die has.",
    message="no die has {sides} sides; those here have {sizes}",
    help="for so many dice, write {sides}{token}",
)
UNKNOWN_UNIT = Code(
    "D6-F028",
    "unknown-unit",
    "A formula measures something in a unit that does not exist.",
    message="there is no unit {unit}",
    help="units here: {known}; others are declared under units:",
)

# Types.

OPERAND_TYPES = Code(
    "D6-F003",
    "operand-types",
    "An operator stands between two things of types that it cannot join.",
    message="{left} and {right} cannot be {joined}",
)
SIGN_TYPE = Code(
    "D6-F029",
    "sign-type",
    "A sign stands before something that cannot have one.",
    message="{sign} cannot stand before {given}",
)
ARGUMENT_TYPE = Code(
    "D6-F030",
    "argument-type",
    "A function is given something of another type than it takes.",
    message="{demand} {wanted}, not {given}",
)
ARGUMENT_COUNT = Code(
    "D6-F031",
    "argument-count",
    "A function is given more or fewer arguments than it takes.",
    message="{function} wants {wanted} and gets {given}",
)
COLUMN_NAME_WANTED = Code(
    "D6-F032",
    "column-name-wanted",
    "A function takes a plain name, and something else stands there.",
    message="{demand} {wanted} here",
)
NO_COMMON_TYPE = Code(
    "D6-F033",
    "no-common-type",
    "A function that gives one of its arguments is given arguments of different types.",
    message="{function} cannot choose between {types}",
)
ROW_TYPE = Code(
    "D6-F034",
    "row-type",
    "A row of a table is looked up by something that its table is not ordered by.",
    message="a row of this table is found by {wanted}, not by {given}",
)
TABLE_UNKNOWN_HERE = Code(
    "D6-F035",
    "table-unknown-here",
    "A formula looks something up in a table that is not known before play.",
    message="which table is meant must be known here",
    help="write its id: lookup(table.…, …)",
)
WRONG_RESULT = Code(
    "D6-F004",
    "formula-result",
    "A formula gives another type than its place wants.",
    message="the result should be {wanted}, not {given}",
)

# Evaluating a formula.

FAILED = Code(
    "D6-F005",
    "formula-failed",
    "A formula has no value for what it is worked out with.",
)
NO_ROWS = Code(
    "D6-F036",
    "no-rows",
    "The values that a table is made for are none.",
    message="this makes no rows",
    help="write values such as 1 to 6",
)
UNCOUNTABLE = Code(
    "D6-F038",
    "uncountable",
    "The values between the two ends of a stretch cannot be counted.",
    message="this does not run from whole number to whole number",
    help="write both ends alike, such as 1 to 6 or 1D to 6D+2",
)

# Named formulas and columns.

CIRCLE = Code(
    "D6-F006",
    "formula-circle",
    "Formulas call each other in a circle.",
    message="'{formula}' is worked out from itself",
)
COLUMN_CIRCLE = Code(
    "D6-F039",
    "column-circle",
    "Columns are worked out from each other in a circle.",
    message="this column needs itself",
)
COLUMN_RESULT = Code(
    "D6-F040",
    "column-result",
    "The formula of a column gives another type than its column holds.",
    message="this gives {given}, not {wanted}",
    help="change the formula or the type",
)
TAKEN_NAME = Code(
    "D6-F007",
    "taken-name",
    "A formula is called like a built-in function.",
    message="'{formula}' is a built-in function or operator already",
    help="give the formula another key",
)
CONSTANT_TAKEN = Code(
    "D6-F041",
    "constant-taken",
    "A constant of a formula is called like one of its arguments.",
    message="'{constant}' is taken and a constant too",
    help="give the constant another name",
)
MINUS_BEFORE_PIPS = Code(
    "D6-F042",
    "minus-before-pips",
    "A minus stands before a die code with pips.",
    message="the minus before {code} could take the pips away or leave them",
    help="write - ({code}) to take both away, or - {dice}D + 0D+{pips} to add the pips",
)
