"""Codes Y: text that YAML cannot read, or reads differently than the author meant."""

from __future__ import annotations

from freed6c.diagnostics.diagnostic import Code

# Bytes and characters.

NOT_UTF8 = Code(
    "D6-Y002",
    "not-utf-8",
    "A file is not saved as UTF-8.",
    message="this file is not saved as UTF-8: line {line} cannot be read",
    help="save the file again with the encoding UTF-8, under 'Save as' in most editors",
)
UTF16 = Code(
    "D6-Y030",
    "utf-16",
    "A file is saved as UTF-16 or UTF-32.",
    message="this file is saved as {encoding}, not as UTF-8",
    help="save the file again with the encoding UTF-8, under 'Save as' in most editors",
)
TAB = Code(
    "D6-Y010",
    "tab",
    "A line is indented with tabs instead of spaces.",
    message="this line is indented with a tab",
    label="YAML only allows spaces here",
)
TAB_IN_LINE = Code(
    "D6-Y031",
    "tab-in-line",
    "A line contains a tab instead of spaces.",
    message="this line contains a tab",
    label="YAML only allows spaces here",
    help='if the tab belongs to a text, write "\\t" in double quotes',
)
INVISIBLE_CHARACTER = Code(
    "D6-Y011",
    "invisible-character",
    "An invisible character changes the meaning of a file.",
    message="this line contains {character}, which is invisible",
    label="here",
)
LOOKALIKE_SPACE = Code(
    "D6-Y032",
    "lookalike-space",
    "A character looks like a space, but YAML reads it as text.",
    message="this line contains {character} instead of a space",
    label="expected a plain space",
)
UNPRINTABLE_ESCAPE = Code(
    "D6-Y033",
    "unprintable-escape",
    "An escape produces a character that pages cannot show.",
    message="this text contains {character}, which pages cannot show",
    help="remove the escape (it begins with a backslash), or type the character",
)
TURNED_TEXT = Code(
    "D6-Y055",
    "turned-text",
    "An escape changes the writing direction and never restores it.",
    message="this text contains {character}, which reverses the text after it",
    help=(
        "remove the escape (it begins with a backslash)",
        r"or enclose words in the other direction in \u2067 and \u2069, or \u2066 and \u2069",
    ),
)
CURLY_QUOTES = Code(
    "D6-Y024",
    "curly-quotes",
    "A text has curly quotes instead of straight ones.",
    "warning",
    message="the curly quotes {first} {last} become part of the text",
    label="YAML only recognizes straight quotes",
    help=(
        "replace them with straight quotes, or remove them",
        "if the curly quotes belong to the text, put straight quotes around it",
    ),
)
LONG_DASH = Code(
    "D6-Y045",
    "long-dash",
    "A number has a long dash instead of a hyphen.",
    "warning",
    message="'{text}' has a long dash, so it is not read as a number",
    label="expected a hyphen, as on the keyboard",
    help=("write it with a hyphen: {plain}", "if it is text, put it in quotes"),
)

# The file as a whole.

NOT_YAML = Code(
    "D6-Y001",
    "not-yaml",
    "A file cannot be read as YAML from this place on.",
    message="this file is not valid YAML from here on",
    help="if this is text, put it in quotes",
)
EMPTY_FILE = Code(
    "D6-Y025",
    "empty-file",
    "A file is empty.",
    "warning",
    message="this file has no settings",
    help="remove the file, or add settings",
)
NOT_SETTINGS = Code(
    "D6-Y014",
    "not-settings",
    "A file contains plain text or a list, not settings.",
    message="this file contains {content}, not settings",
    label="expected a name and a colon",
    help=(
        "add a name and a colon, as in 'rules:', and indent the rest",
        "if it belongs to another program, move it out of the pack's folder",
    ),
)
TOO_DEEP = Code(
    "D6-Y013",
    "too-deep",
    "A file is nested too deeply.",
    message="this value is nested more than {most} levels deep",
    help="use fewer levels of indentation and brackets",
)

# Unsupported features of YAML.

SEVERAL_DOCUMENTS = Code(
    "D6-Y009",
    "several-documents",
    "A file contains more than one YAML document.",
    message="'{sign}' begins a second document in the same file",
    help="or move the lines after it to a separate file",
)
DIRECTIVE = Code(
    "D6-Y012",
    "directive",
    "A line is a YAML directive (%).",
    message="this line begins with '%', which marks a YAML directive",
    label="packs cannot use directives",
    help="if it is text, indent it and put it in quotes",
)
REFERENCE_MARK = Code(
    "D6-Y006",
    "reference-mark",
    "A value begins with & or *, which YAML reserves.",
    message="'{sign}' begins {meaning} in YAML, which packs cannot use",
    label="begins here",
    help="otherwise write the value itself, without {sign}",
)
TAG = Code(
    "D6-Y007",
    "tag",
    "A value begins with !, which YAML reserves.",
    message="'{sign}' begins {meaning} in YAML, which packs cannot use",
    label="begins here",
    help="otherwise write the value itself, without {sign}",
)
MERGE_KEY = Code(
    "D6-Y008",
    "merge-key",
    "A YAML merge key (<<) copies settings.",
    message="'<<' copies settings in YAML, which packs cannot do",
    help="write the settings out",
)
LONG_NUMBER = Code(
    "D6-Y023",
    "long-number",
    "A number has more than 18 digits.",
    message="this number has more than {most} digits",
    help="write a smaller number, or put it in quotes if it is text",
)

# Names and values.

KEY_NOT_TEXT = Code(
    "D6-Y015",
    "key-not-text",
    "A list or a map is used as a name.",
    message="a list or a group of settings is used as a name",
    label="expected a single name",
    help=(
        "write a single name in front of the colon",
        "if this is text that begins with [ or {{, put it in quotes",
    ),
)
NO_NAME = Code(
    "D6-Y034",
    "no-name",
    "A colon has no name in front of it.",
    message="missing name in front of the colon",
    label="expected the name of a setting",
    help="add the name of the setting in front of the colon",
)
REPEATED_KEY = Code(
    "D6-Y003",
    "repeated-key",
    "A name appears twice in the same place.",
    message="'{key}' appears twice{where}",
    label="appears again here",
    help="{advice}",
)
NO_VALUE = Code(
    "D6-Y005",
    "no-value",
    "A setting has no value.",
    message="'{key}' has no value",
    label="expected a value after the colon",
    help=(
        "add its value after the colon, or remove the line",
        "if {below} belongs to it, indent it by two more spaces",
    ),
)
NULL = Code(
    "D6-Y035",
    "null",
    "A setting has a value that YAML reads as empty.",
    message="'{key}' has no value: YAML reads {word} as empty",
    label="expected a value after the colon",
    help=(
        "add its value after the colon, or remove the line",
        'if it is text, put it in quotes: "{word}"',
        "to remove the setting of a base, write unset: [{key}]",
    ),
)
EMPTY_ITEM = Code(
    "D6-Y036",
    "empty-item",
    "An item of a list is empty.",
    message="this list item is empty",
    help="add a value after the hyphen, or remove the line",
)
NO_SPACE = Code(
    "D6-Y020",
    "no-space",
    "A colon has no space after it.",
    message="missing space after the colon in '{text}'",
    label="YAML reads this as one word",
    help="add a space: {name}: {value}",
    fix="{name}: {value}",
)
NO_COLON = Code(
    "D6-Y043",
    "no-colon",
    "A line is neither a setting nor a list item.",
    message="this line has no colon",
    label="expected a setting or a list item",
    help=(
        "write a name, a colon, a space and a value, or begin a list item with '- '",
        "if it continues the text above, indent it further",
    ),
)
INDENTATION = Code(
    "D6-Y022",
    "indentation",
    "The indentation of a line does not fit the lines above.",
    message="wrong indentation of {name}",
    label="does not line up with the lines above",
)

BLOCK_AT_MARGIN = Code(
    "D6-Y046",
    "block-at-margin",
    "A multiline text is not indented further than its name.",
    message="the text of '{name}' is not indented further than its name",
)
SLASHES = Code(
    "D6-Y047",
    "slashes",
    "A comment begins with two slashes.",
    message="'//' does not begin a comment",
)
MERGE_MARK = Code(
    "D6-Y048",
    "merge-mark",
    "A file contains a merge conflict marker.",
    message="'{mark}' is left over from a merge conflict",
    help="keep the lines of one version, and remove the three marker lines",
)
FENCE = Code(
    "D6-Y049",
    "fence",
    "A file contains a Markdown code fence.",
    message="'{mark}' marks a code block in chats and documents, not in YAML",
)
COMMA_AT_END = Code(
    "D6-Y050",
    "comma-at-end",
    "A line ends with a comma or a semicolon.",
    message="unexpected '{sign}' after the end of this setting",
)
CLOSED_TWICE = Code(
    "D6-Y056",
    "closed-twice",
    "A closing bracket or brace has no opening one.",
    message="unexpected '{sign}': no bracket or brace is open",
)
SETTINGS_IN_LIST = Code(
    "D6-Y053",
    "settings-in-list",
    "Settings in brackets have no braces around them.",
    message="missing braces around these settings",
)
LONG_NAME = Code(
    "D6-Y054",
    "long-name",
    "A name is too long.",
    message="this name has more than {most:,} letters",
    help="use a shorter name",
)
COLON_AT_END = Code(
    "D6-Y051",
    "colon-at-end",
    "A text without quotes ends with a colon.",
    message="unexpected second ':' at the end of this line",
    help="if it belongs to the text, put the text in quotes",
)
CHOICE_SIGN = Code(
    "D6-Y052",
    "choice-sign",
    "A formula uses ? and : for a choice between two values.",
    message="formulas do not use '?' and ':' for a choice between two values",
)

# Text without quotes.

COLON_IN_TEXT = Code(
    "D6-Y004",
    "colon-in-text",
    "An unquoted text contains a colon.",
    message="unexpected {second}':' in unquoted text",
    label="YAML reads this as a new setting",
)
COLON_IN_BRACES = Code(
    "D6-Y039",
    "colon-in-braces",
    "An unquoted text in { } or [ ] contains a colon.",
    message="unexpected ':' in unquoted text",
    label="YAML reads this as a new setting",
)
COMMA_IN_TEXT = Code(
    "D6-Y017",
    "comma-in-text",
    "An unquoted text in { } contains a comma.",
    message="the comma ends the text '{text}' inside {{ }}",
    label="YAML reads this as a setting without a value",
    help="if it is a setting, add a colon and a value",
)
COMMENT_IN_TEXT = Code(
    "D6-Y019",
    "comment-in-text",
    "A # in unquoted text begins a comment.",
    "warning",
    message="'{ignored}' is ignored: ' #' begins a comment",
    label="not part of the text",
    help="if it is a comment, add a space after the #",
)
ITEM_IN_TEXT = Code(
    "D6-Y029",
    "item-in-text",
    "A line with a hyphen continues the text above.",
    "warning",
    message="this line is not a list item: it continues the text above",
    label="read as part of the text",
    help=(
        "begin an item in the column of the other items, or below the name",
        "if it is text, put the whole text in quotes",
    ),
)
SPECIAL_START = Code(
    "D6-Y016",
    "special-start",
    "An unquoted text begins with a character that YAML reserves.",
    message="unquoted text cannot begin with '{sign}'",
    label="{meaning}",
)

# Links, quotes and brackets.

LINK_AS_LIST = Code(
    "D6-Y018",
    "link-as-list",
    "A link in [[ ]] is not in quotes.",
    message="YAML reads {link} as a list in a list, not as a link",
    help="if it is a list in a list, write each item on a separate line, with a hyphen",
)
LINK_AT_START = Code(
    "D6-Y037",
    "link-at-start",
    "An unquoted text begins with a link in [[ ]].",
    message="a text that begins with a link in [[ ]] needs quotes",
    label="YAML reads this as a list in a list",
)
LINK_IN_BRACES = Code(
    "D6-Y038",
    "link-in-braces",
    "An unquoted text in { } or [ ] contains a link in [[ ]].",
    message="a text with a link in [[ ]] needs quotes inside {{ }} or [ ]",
    label="YAML reads this as a list",
)
OPEN_QUOTE = Code(
    "D6-Y021",
    "open-quote",
    "A text in quotes is not closed.",
    message="missing closing {quote}",
    label="opened here and never closed",
    help="add {quote} at the end of the text, or remove the opening quote",
)
TEXT_AFTER_QUOTE = Code(
    "D6-Y027",
    "text-after-quote",
    "A text continues after its closing quote.",
    message="unexpected text after the closing quote",
    label="the quoted text ends before this",
)
BAD_ESCAPE = Code(
    "D6-Y028",
    "bad-escape",
    "A backslash in double quotes does not start a valid escape.",
    message="invalid escape in double quotes",
    label="has no meaning after a backslash",
    help="or use single quotes, in which a backslash is plain text",
)
OPEN_BRACKET = Code(
    "D6-Y026",
    "open-bracket",
    "A bracket or brace is not closed.",
    message="'{opener}' has no matching '{closing}'",
    label="never closed",
    help="add '{closing}' where the settings end",
)
WRONG_BRACKET = Code(
    "D6-Y041",
    "wrong-bracket",
    "A bracket is closed by a brace, or a brace by a bracket.",
    message="'{sign}' does not close '{opener}'",
)
MISSING_COMMA = Code(
    "D6-Y040",
    "missing-comma",
    "Two values in brackets or braces have no comma between them.",
    message="missing comma or '{closing}' in front of this",
    help="if it belongs to a text that contains {{ }} or [ ], put the text in quotes",
)
MISSING_ITEM = Code(
    "D6-Y042",
    "missing-item",
    "A value in brackets or braces is missing.",
    message="missing value in front of '{sign}'",
    help="add the value, or remove the extra punctuation",
)
