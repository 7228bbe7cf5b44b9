"""Codes F: formulas and their parts."""

from __future__ import annotations

from typing import Final

from freed6c.diagnostics.diagnostic import Code

# Parsing a formula.

SPLIT_IT: Final = "move a part of it to a named formula"

OPERAND_MISSING = Code(
    "D6-F001",
    "operand-missing",
    "An operator has no operand.",
    message="missing operand {where}",
)
OPERATOR_MISSING = Code(
    "D6-F008",
    "operator-missing",
    "Two parts of a formula have no operator between them.",
    message="missing operator between {left} and {right}",
    help="add an operator, such as + or *",
)
FORMULA_EMPTY = Code(
    "D6-F009", "formula-empty", "A formula is empty.", message="the formula is empty"
)
BAD_CHARACTER = Code(
    "D6-F010",
    "bad-character",
    "A formula contains an invalid character.",
    message="invalid character in a formula: {character}",
)
SIDED_DICE = Code(
    "D6-F046",
    "number-behind-dice",
    "A formula has a number after the D of its dice.",
    message="'{written}' has a number after its D",
)
OTHER_NOTATION = Code(
    "D6-F043",
    "other-notation",
    "A formula uses the notation of a spreadsheet, a program, a book or another game.",
    message="'{written}' {says}",
)
BARE_AMOUNT = Code(
    "D6-F044",
    "bare-amount",
    "A number without a unit is added to a measure.",
    message="missing unit: '{setting}' adds {text}",
)
GLUED_NUMBER = Code(
    "D6-F011",
    "glued-number",
    "A number is followed directly by letters.",
    message="invalid number: {text}",
)
MINUS_WITHOUT_SPACES = Code(
    "D6-F012",
    "minus-without-spaces",
    "A minus has no spaces around it.",
    message="missing spaces around a minus",
    help="add spaces around the minus: a - b; without them, it is a hyphen in a name",
)
DOUBLE_EQUALS = Code(
    "D6-F013",
    "double-equals",
    "A comparison is written with two equals signs.",
    message="unknown operator ==",
    help="replace it with =",
)
CHAINED_COMPARISON = Code(
    "D6-F014",
    "chained-comparison",
    "A comparison has more than two operands.",
    message="a comparison can only have two operands",
    help="join two comparisons with and: a < b and b < c",
)
CHAINED_RANGE = Code(
    "D6-F015",
    "chained-range",
    "A range has more than two ends.",
    message="a range can only have two ends",
)
UNCLOSED_PARENTHESIS = Code(
    "D6-F016",
    "unclosed-parenthesis",
    "A parenthesis is never closed.",
    message="this parenthesis is never closed",
    help="add a )",
)
UNOPENED_PARENTHESIS = Code(
    "D6-F017",
    "unopened-parenthesis",
    "A closing parenthesis has no opening one.",
    message="unexpected )",
    help="remove the )",
)
STRAY_COMMA = Code(
    "D6-F018",
    "stray-comma",
    "A comma is outside the arguments of a function.",
    message="unexpected comma",
    help="use commas only between the arguments of a function: max(a, b)",
)
NUMBER_TOO_LONG = Code(
    "D6-F019",
    "number-too-long",
    "A number in a formula is too large.",
    message="this number is too large",
)
FORMULA_TOO_DEEP = Code(
    "D6-F021",
    "formula-too-deep",
    "A formula is nested too deeply.",
    message="this formula is nested more than {most} levels deep",
    help=SPLIT_IT,
)

# Names.

UNKNOWN_NAME = Code(
    "D6-F002",
    "unknown-name",
    "A formula uses an unknown name.",
    message="unknown name '{name}' in a formula",
)
AMBIGUOUS_NAME = Code(
    "D6-F022",
    "ambiguous-name",
    "A name in a formula fits several entries.",
    message="ambiguous name '{name}': it could be {ids}",
    help="write the complete id",
)
UNKNOWN_FUNCTION = Code(
    "D6-F023",
    "unknown-function",
    "A formula calls a function that does not exist.",
    message="unknown function '{name}'",
)
UNKNOWN_COLUMN = Code(
    "D6-F024",
    "unknown-column",
    "A formula looks up a column that the table does not have.",
    message="unknown column '{column}' in this table",
)
UNKNOWN_TOKEN = Code(
    "D6-F025",
    "unknown-token",
    "A formula uses an unknown dice token.",
    message="unknown dice token '{token}'",
)
TOKEN_WITH_NUMBER = Code(
    "D6-F026",
    "token-with-number",
    "A token has a number after it but takes none.",
    message="{token} takes no number after it",
    help="write {token}",
)
TOKEN_COUNTED_TWICE = Code(
    "D6-F027",
    "token-counted-twice",
    "A token has a count in front of it and another one after it.",
    message="{token} has two counts",
    help="write {token}{behind} or {before}{token}",
)
NO_SUCH_SIZE = Code(
    "D6-F047",
    "no-such-size",
    "A token has a number of sides that no die has.",
    message="unknown die d{sides}: the sides here are {sizes}",
    help="if {sides} is the number of dice, write {sides}{token}",
)
UNKNOWN_UNIT = Code(
    "D6-F028",
    "unknown-unit",
    "A formula uses an unknown unit.",
    message="unknown unit '{unit}'",
    help="available units: {known}; add others under 'units'",
)

# Types.

OPERAND_TYPES = Code(
    "D6-F003",
    "operand-types",
    "An operator has operands of types that it does not accept.",
    message="{left} and {right} cannot be {joined}",
)
SIGN_TYPE = Code(
    "D6-F029",
    "sign-type",
    "A sign is in front of a value that cannot have one.",
    message="{given} cannot have the sign {sign}",
)
ARGUMENT_TYPE = Code(
    "D6-F030",
    "argument-type",
    "A function has an argument of the wrong type.",
    message="{demand} {wanted}, not {given}",
)
ARGUMENT_COUNT = Code(
    "D6-F031",
    "argument-count",
    "A function has too many or too few arguments.",
    message="{function} needs {wanted}, not {given}",
)
COLUMN_NAME_WANTED = Code(
    "D6-F032",
    "column-name-wanted",
    "A function needs a plain name as its argument.",
    message="{demand} {wanted} here",
)
NO_COMMON_TYPE = Code(
    "D6-F033",
    "no-common-type",
    "The arguments of a function have different types.",
    message="{function} cannot choose between {types}",
)
ROW_TYPE = Code(
    "D6-F034",
    "row-type",
    "A table is looked up by a value of the wrong type.",
    message="this table is looked up by {wanted}, not by {given}",
    help="to find rows by the values of a column, write lookup: true in it",
)
TABLE_UNKNOWN_HERE = Code(
    "D6-F035",
    "table-unknown-here",
    "A formula looks up a table that is only known in play.",
    message="lookup needs the id of a table here",
    help="write the id: lookup(table.…, …)",
)
WRONG_RESULT = Code(
    "D6-F004",
    "formula-result",
    "The result of a formula has the wrong type.",
    message="the result should be {wanted}, not {given}",
)

# Evaluating a formula.

FAILED = Code("D6-F005", "formula-failed", "A formula cannot be calculated.")
NO_ROWS = Code(
    "D6-F036",
    "no-rows",
    "A derived table has no rows.",
    message="this produces no rows",
    help="write values such as 1 to 6",
)
UNCOUNTABLE = Code(
    "D6-F038",
    "uncountable",
    "The values of a range cannot be counted.",
    message="this range is not between two whole numbers or two die codes",
    help="use ends of the same type, such as 1 to 6 or 1D to 6D+2",
)

# Named formulas and columns.

CIRCLE = Code(
    "D6-F006",
    "formula-circle",
    "Formulas call each other in a circle.",
    message="formula '{formula}' depends on itself",
)
COLUMN_CIRCLE = Code(
    "D6-F039",
    "column-circle",
    "Columns depend on each other in a circle.",
    message="this column depends on itself",
)
COLUMN_RESULT = Code(
    "D6-F040",
    "column-result",
    "The formula of a column has a result of the wrong type.",
    message="the result is {given}, but the column needs {wanted}",
    help="change the formula or the type",
)
TAKEN_NAME = Code(
    "D6-F007",
    "taken-name",
    "A formula has the name of a built-in function or operator.",
    message="'{formula}' is already a built-in function or operator",
    help="use another key for the formula",
)
CONSTANT_TAKEN = Code(
    "D6-F041",
    "constant-taken",
    "A constant of a formula has the name of an argument.",
    message="'{constant}' is both an argument and a constant",
    help="rename the constant",
)
MINUS_BEFORE_PIPS = Code(
    "D6-F042",
    "minus-before-pips",
    "A minus is in front of a die code with pips.",
    message="ambiguous minus in front of {code}: are the pips subtracted or added?",
    help="write - ({code}) to subtract the pips, or - {dice}D + 0D+{pips} to add them",
)
