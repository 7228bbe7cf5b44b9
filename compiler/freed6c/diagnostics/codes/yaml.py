"""Codes Y: text that YAML cannot read, or reads differently than the author meant."""

from __future__ import annotations

from freed6c.diagnostics.diagnostic import Code

# Bytes and characters.

NOT_UTF8 = Code(
    "D6-Y002",
    "not-utf-8",
    "The file is not saved as UTF-8 text.",
    message="this file is not saved as UTF-8: line {line} cannot be read",
    help="save the file as UTF-8; editors offer this as the file's encoding",
)
UTF16 = Code(
    "D6-Y030",
    "utf-16",
    "The file is saved as UTF-16 or UTF-32 text.",
    message="this file is saved as {encoding}, not as UTF-8",
    help="save the file as UTF-8; editors offer this as the file's encoding",
)
TAB = Code(
    "D6-Y010",
    "tab",
    "A line is indented with Tab characters, where YAML wants spaces.",
    message="this line is indented with a Tab key character",
    label="a tab: YAML only allows spaces here",
)
TAB_IN_LINE = Code(
    "D6-Y031",
    "tab-in-line",
    "YAML wants spaces where a Tab character stands.",
    message="this line contains a Tab key character",
    label="a tab: YAML only allows spaces here",
    help='if it belongs to a text, write it as "\\t" in double quotes',
)
INVISIBLE_CHARACTER = Code(
    "D6-Y011",
    "invisible-character",
    "A character that cannot be seen changes what the file says.",
    message="this line contains {character}, which cannot be seen",
    label="here",
)
LOOKALIKE_SPACE = Code(
    "D6-Y032",
    "lookalike-space",
    "A character looks like a space, and is none to YAML.",
    message="this line contains {character} instead of a space",
    label="not a plain space",
)
UNPRINTABLE_ESCAPE = Code(
    "D6-Y033",
    "unprintable-escape",
    "A backslash makes a character that no page can show.",
    message="this text contains {character}, which cannot be shown",
    help="remove what begins with a backslash, or write the character itself",
)
TURNED_TEXT = Code(
    "D6-Y055",
    "turned-text",
    "A backslash turns the direction of writing, and nothing in the text turns it back.",
    message="this text contains {character}, which turns what follows the text, too",
    help=(
        "remove what begins with a backslash",
        r"words that run the other way stand between \u2067 and \u2069, or \u2066 and \u2069",
    ),
)
CURLY_QUOTES = Code(
    "D6-Y024",
    "curly-quotes",
    "Curly quotes stand where straight ones are meant.",
    "warning",
    message="the curly quotes {first} {last} become part of the text",
    label="YAML only knows straight quotes",
    help=(
        "write straight quotes, or none",
        "if the curly quotes belong to the text, put straight ones around it",
    ),
)
LONG_DASH = Code(
    "D6-Y045",
    "long-dash",
    "A long dash stands where a hyphen is meant.",
    "warning",
    message="'{text}' is written with a long dash, so it is no number",
    label="this dash is not the one of the keyboard",
    help=(
        "write it with a plain hyphen: {plain}",
        "if it is meant as text, put it in quotes",
    ),
)

# The file as a whole.

NOT_YAML = Code(
    "D6-Y001",
    "not-yaml",
    "The file cannot be read as YAML from this place on.",
    message="this file cannot be read from here on",
    help="if this is text, put it in quotes",
)
EMPTY_FILE = Code(
    "D6-Y025",
    "empty-file",
    "A file says nothing.",
    "warning",
    message="this file is empty: it has no settings",
    help="remove the file, or write something in it",
)
NOT_SETTINGS = Code(
    "D6-Y014",
    "not-settings",
    "A file consists of settings: a name, a colon, a value.",
    message="this file is {content}, but a file of a pack consists of settings",
    label="begins here",
    help=(
        "write a name and a colon first, as in 'skills:', and indent the rest",
        "if it belongs to another program, move it out of the folder of the pack",
    ),
)
TOO_DEEP = Code(
    "D6-Y013",
    "too-deep",
    "A file has too many levels.",
    message="this is more than {most} levels deep",
    help="write it with fewer levels of indentation and brackets",
)

# Unsupported features of YAML.

SEVERAL_DOCUMENTS = Code(
    "D6-Y009",
    "several-documents",
    "A file of a pack is one document.",
    message="'{sign}' begins a second document in the same file",
    help=("remove it", "or move what follows to a file of its own"),
    fix="",
)
DIRECTIVE = Code(
    "D6-Y012",
    "directive",
    "Lines that begin with % are not used in packs.",
    message="this line begins with '%', an instruction to YAML",
    label="packs have none",
    help="if it is text, put it in quotes and indent it",
)
REFERENCE_MARK = Code(
    "D6-Y006",
    "reference-mark",
    "YAML's & and * are not used in packs.",
    message="'{sign}' at the beginning is {meaning} in YAML; packs have none",
    label="begins here",
    help="else write the value itself, without {sign}",
)
TAG = Code(
    "D6-Y007",
    "tag",
    "YAML's ! is not used in packs.",
    message="'{sign}' at the beginning is {meaning} in YAML; packs have none",
    label="begins here",
    help="else write the value itself, without {sign}",
)
MERGE_KEY = Code(
    "D6-Y008",
    "merge-key",
    "YAML's << is not used in packs.",
    message="'<<' copies settings in YAML; packs have no such copies",
    help="write the settings out; a pack that extends another may change them",
)
LONG_NUMBER = Code(
    "D6-Y023",
    "long-number",
    "A number has more than 18 digits.",
    message="this number has more than {most} digits",
    help="write a smaller number; if it is meant as text, put it in quotes",
)

# Names and values.

KEY_NOT_TEXT = Code(
    "D6-Y015",
    "key-not-text",
    "What stands before a colon is a single name.",
    message="a list or a group of settings stands where a name should",
    label="not a name",
    help=(
        "write a single name before the colon",
        "if this is text that begins with [ or {{, put it in quotes",
    ),
)
NO_NAME = Code(
    "D6-Y034",
    "no-name",
    "A colon has no name before it.",
    message="a colon has no name before it",
    label="which setting is this?",
    help="write the name of the setting before the colon",
)
REPEATED_KEY = Code(
    "D6-Y003",
    "repeated-key",
    "The same name is written twice in one place.",
    message="'{key}' is written twice{where}",
    label="written again here",
    help="rename one of them, or merge the two",
)
NO_VALUE = Code(
    "D6-Y005",
    "no-value",
    "A name has nothing behind it.",
    message="'{key}' has no value",
    label="nothing is said about this",
    help=(
        "write its value behind the colon, or remove the line",
        "if {below} belongs to it, indent it by two more spaces",
    ),
)
NULL = Code(
    "D6-Y035",
    "null",
    "A name has a word behind it that stands for nothing in YAML.",
    message="'{key}' has no value ({word} means nothing)",
    label="nothing is said about this",
    help=(
        "write its value behind the colon, or remove the line",
        'if it is text, put it in quotes: "{word}"',
        "to take away what a base says, write unset: [{key}]",
    ),
)
EMPTY_ITEM = Code(
    "D6-Y036",
    "empty-item",
    "An item of a list has nothing behind its hyphen.",
    message="this item of a list is empty",
    help="write the item behind the hyphen, or remove it",
)
NO_SPACE = Code(
    "D6-Y020",
    "no-space",
    "A colon needs a space behind it.",
    message="there is no space behind the colon in '{text}'",
    label="YAML reads this as one word",
    help="write: {name}: {value}",
    fix="{name}: {value}",
)
NO_COLON = Code(
    "D6-Y043",
    "no-colon",
    "A line is neither a setting nor an item of a list.",
    message="this line has no colon",
    label="neither a setting nor an item of a list",
    help=(
        "write a name, a colon, a space and a value, or begin an item with '- '",
        "if it goes on with the text above, begin it further to the right",
    ),
)
INDENTATION = Code(
    "D6-Y022",
    "indentation",
    "A line begins further left or right than it may.",
    message="{name} begins too far to the left or to the right",
    label="does not fit the lines above",
)

BLOCK_AT_MARGIN = Code(
    "D6-Y046",
    "block-at-margin",
    "The lines of a text of several lines begin no further right than its name.",
    message="the text of '{name}' begins here, and not further right than its name",
)
SLASHES = Code(
    "D6-Y047",
    "slashes",
    "A remark begins with two slashes.",
    message="'//' begins no remark here",
)
MERGE_MARK = Code(
    "D6-Y048",
    "merge-mark",
    "A mark of a merge was left in a file.",
    message="'{mark}' is left over from a merge of two versions",
    help="keep the lines of one version, and remove the three lines with marks",
)
FENCE = Code(
    "D6-Y049",
    "fence",
    "The marks of a block of code were copied along.",
    message="'{mark}' marks a block of code in chats and documents, and is no setting",
)
COMMA_AT_END = Code(
    "D6-Y050",
    "comma-at-end",
    "A comma stands behind the last brace of a line, as in JSON; or a semicolon.",
    message="'{sign}' stands behind the end of this setting",
)
CLOSED_TWICE = Code(
    "D6-Y056",
    "closed-twice",
    "A bracket or brace closes nothing: all that was opened is closed before.",
    message="nothing is open that '{sign}' could close",
)
SETTINGS_IN_LIST = Code(
    "D6-Y053",
    "settings-in-list",
    "Settings stand in brackets, without the braces that hold them together.",
    message="settings that belong together stand in braces, with commas between them",
)
LONG_NAME = Code(
    "D6-Y054",
    "long-name",
    "A name has more letters than a name may have.",
    message="this name has more than {most:,} letters",
    help="write a shorter one",
)
COLON_AT_END = Code(
    "D6-Y051",
    "colon-at-end",
    "A text without quotes ends in a colon.",
    message="a second ':' stands at the end of this line",
    help="if it belongs to the text, put the text in quotes",
)
CHOICE_SIGN = Code(
    "D6-Y052",
    "choice-sign",
    "A choice between two values is written with ? and :, as in programs.",
    message="a choice between two values is not written with '?' and ':'",
)

# Text without quotes.

COLON_IN_TEXT = Code(
    "D6-Y004",
    "colon-in-text",
    "A colon in unquoted text begins another setting.",
    message="this line has a {second}':' in unquoted text",
    label="YAML reads this as a new setting",
)
COLON_IN_BRACES = Code(
    "D6-Y039",
    "colon-in-braces",
    "A colon in unquoted text in { } or [ ] begins another setting.",
    message="this text has a ':' in it and is not in quotes",
    label="YAML reads this as a new setting",
)
COMMA_IN_TEXT = Code(
    "D6-Y017",
    "comma-in-text",
    "A comma in unquoted text in { } ends the text.",
    message="the comma ends the text '{text}' inside {{ }}",
    label="so this is a setting of its own, without a value",
    help="if it is a setting, give it a value behind a colon",
)
COMMENT_IN_TEXT = Code(
    "D6-Y019",
    "comment-in-text",
    "What follows # in unquoted text is left out.",
    "warning",
    message="'{ignored}' is left out: ' #' begins a comment",
    label="YAML does not read this",
    help="if it is a comment, write a space behind the #",
)
ITEM_IN_TEXT = Code(
    "D6-Y029",
    "item-in-text",
    "A line with a hyphen goes on with the text above.",
    "warning",
    message="this line is not an item of a list: it goes on with the text above",
    label="read as part of the text",
    help=(
        "an item begins in the column of the other items, or below the name",
        "if it is text, put the whole text in quotes",
    ),
)
SPECIAL_START = Code(
    "D6-Y016",
    "special-start",
    "Unquoted text begins with a character that means something to YAML.",
    message="a text cannot begin with '{sign}' unless it is in quotes",
    label="{meaning}",
)

# Links, quotes and brackets.

LINK_AS_LIST = Code(
    "D6-Y018",
    "link-as-list",
    "YAML sees a list where a link in [[ ]] is the whole text.",
    message="YAML reads {link} as a list in a list, not as a link",
    help="a list in a list is written on lines of its own, with hyphens",
)
LINK_AT_START = Code(
    "D6-Y037",
    "link-at-start",
    "YAML sees a list where a text begins with a link in [[ ]].",
    message="a text that begins with a link in [[ ]] has to stand in quotes",
    label="YAML reads this as a list in a list",
)
LINK_IN_BRACES = Code(
    "D6-Y038",
    "link-in-braces",
    "YAML sees a list where a link in [[ ]] stands in unquoted text in { } or [ ].",
    message="a text with a link in [[ ]] has to stand in quotes inside {{ }} or [ ]",
    label="YAML reads this as a list",
)
OPEN_QUOTE = Code(
    "D6-Y021",
    "open-quote",
    "A text in quotes does not end.",
    message="a text in quotes begins here and does not end",
    label="there is no second {quote} for this one",
    help="write a second {quote} behind the text, or leave both out",
)
TEXT_AFTER_QUOTE = Code(
    "D6-Y027",
    "text-after-quote",
    "Text goes on behind a closing quote.",
    message="text goes on behind the closing quote",
    label="the text in quotes ends before this",
)
BAD_ESCAPE = Code(
    "D6-Y028",
    "bad-escape",
    "A backslash in double quotes has its own meaning.",
    message="a backslash in double quotes begins a special character, and not this one",
    label="means nothing behind a backslash",
    help="or put the text in single quotes, where a backslash is only a backslash",
)
OPEN_BRACKET = Code(
    "D6-Y026",
    "open-bracket",
    "A bracket or brace is not closed.",
    message="'{opener}' opens here and is not closed",
    label="there is no '{closing}' for this",
    help="write '{closing}' where it ends",
)
WRONG_BRACKET = Code(
    "D6-Y041",
    "wrong-bracket",
    "A bracket or brace is closed by one of the other sort.",
    message="'{sign}' does not close '{opener}'",
)
MISSING_COMMA = Code(
    "D6-Y040",
    "missing-comma",
    "Two values in brackets or braces stand without a comma between them.",
    message="a comma or '{closing}' is missing before this",
    help="if it belongs to a text with {{ }} or [ ] in it, put that in quotes",
)
MISSING_ITEM = Code(
    "D6-Y042",
    "missing-item",
    "Nothing stands in brackets or braces where a value should.",
    message="something is missing before '{sign}'",
    help="write what should stand there, or remove what is too much",
)
