"""Y: text that YAML cannot read, or would read as something else than was meant."""

from __future__ import annotations

from freed6c.diagnostics.diagnostic import Code

NOT_YAML = Code(
    "D6-Y001", "not-yaml", "The file cannot be read as YAML from this place on."
)
NOT_UTF8 = Code("D6-Y002", "not-utf-8", "The file is not saved as UTF-8 text.")
REPEATED_KEY = Code(
    "D6-Y003", "repeated-key", "The same name is written twice in one place."
)
COLON_IN_TEXT = Code(
    "D6-Y004", "colon-in-text", "A colon in unquoted text begins another setting."
)
NO_VALUE = Code("D6-Y005", "no-value", "A name or list item has nothing behind it.")
REFERENCE_MARK = Code(
    "D6-Y006", "reference-mark", "YAML's & and * are not used in packs."
)
TAG = Code("D6-Y007", "tag", "YAML's ! is not used in packs.")
MERGE_KEY = Code("D6-Y008", "merge-key", "YAML's << is not used in packs.")
SEVERAL_DOCUMENTS = Code(
    "D6-Y009", "several-documents", "A file of a pack is one document."
)
TAB = Code("D6-Y010", "tab", "YAML wants spaces where a Tab character stands.")
INVISIBLE_CHARACTER = Code(
    "D6-Y011",
    "invisible-character",
    "A character that cannot be seen changes what the file says.",
)
DIRECTIVE = Code(
    "D6-Y012", "directive", "Lines that begin with % are not used in packs."
)
TOO_DEEP = Code("D6-Y013", "too-deep", "A file has too many levels or too many values.")
NOT_SETTINGS = Code(
    "D6-Y014", "not-settings", "A file consists of settings: a name, a colon, a value."
)
KEY_NOT_TEXT = Code(
    "D6-Y015", "key-not-text", "What stands before a colon is a single name."
)
SPECIAL_START = Code(
    "D6-Y016",
    "special-start",
    "Unquoted text begins with a character that means something to YAML.",
)
COMMA_IN_TEXT = Code(
    "D6-Y017", "comma-in-text", "A comma in unquoted text in { } ends the text."
)
LINK_AS_LIST = Code(
    "D6-Y018", "link-as-list", "A link in [[ ]] needs quotes where YAML sees a list."
)
COMMENT_IN_TEXT = Code(
    "D6-Y019",
    "comment-in-text",
    "What follows # in unquoted text is left out.",
    "warning",
)
NO_SPACE = Code("D6-Y020", "no-space", "A colon needs a space behind it.")
OPEN_QUOTE = Code("D6-Y021", "open-quote", "A text in quotes does not end.")
INDENTATION = Code(
    "D6-Y022", "indentation", "A line begins further left or right than it may."
)
LONG_NUMBER = Code("D6-Y023", "long-number", "A number has more than 18 digits.")
TYPOGRAPHIC_CHARACTER = Code(
    "D6-Y024",
    "typographic-character",
    "A curly quote or long dash stands where a plain one is meant.",
    "warning",
)
EMPTY_FILE = Code("D6-Y025", "empty-file", "A file says nothing.", "warning")
OPEN_BRACKET = Code("D6-Y026", "open-bracket", "A bracket or brace is not closed.")
TEXT_AFTER_QUOTE = Code(
    "D6-Y027", "text-after-quote", "Text goes on behind a closing quote."
)
BAD_ESCAPE = Code(
    "D6-Y028", "bad-escape", "A backslash in double quotes has its own meaning."
)
ITEM_IN_TEXT = Code(
    "D6-Y029",
    "item-in-text",
    "A line with a hyphen goes on with the text above.",
    "warning",
)
