"""Codes L: finding packs and reading their files."""

from __future__ import annotations

from freed6c.diagnostics.diagnostic import Code

# Finding packs.

NO_SUCH_PACK = Code(
    "D6-L001",
    "no-such-pack",
    "A pack does not exist.",
    message="unknown pack '{pack}'",
    help=(
        "use the path of a pack's folder, or the id of a pack",
        "available packs: {ids}",
    ),
)
NO_MANIFEST = Code(
    "D6-L002",
    "no-manifest",
    "A folder has no pack.yaml.",
    message="the folder '{folder}' is not a pack: it has no pack.yaml",
)
ARCHIVE = Code(
    "D6-L018",
    "archive",
    "An archive is used as a pack.",
    message="'{pack}' is an archive, but a pack is a folder",
    help="unpack it, and use the path of the folder",
)
INSTALLED_WITHOUT_PACK = Code(
    "D6-L014",
    "installed-without-pack",
    "An installed distribution does not contain its pack.",
    message="the installed '{distribution}' provides the pack '{pack}', but "
    "its package '{package}' has no pack.yaml",
    help=(
        "install another version of '{distribution}', or report it to the authors",
        "or use the path of the pack's folder, on the command line or with --with",
    ),
)
AMBIGUOUS_PACK = Code(
    "D6-L012",
    "ambiguous-pack",
    "Several installed packs have the same id.",
    message="several installed distributions provide the pack '{pack}': {distributions}",
    help=(
        "uninstall all but one of them",
        "or use the path of the pack's folder, on the command line or with --with",
    ),
)

# Reading their files.

UNREADABLE = Code(
    "D6-L005",
    "unreadable",
    "A file or folder cannot be read.",
    message="cannot read this: {reason}",
    help="check that it exists, and that you have permission to open it",
)
TOO_LARGE = Code(
    "D6-L006",
    "too-large",
    "A pack, a file or a line is too large.",
    message="this {thing} has {count:,} {parts}; the limit is {most:,}",
    help="make it smaller",
)
TOO_MUCH_WORK = Code(
    "D6-L007",
    "too-much-work",
    "Compiling the packs takes too much work.",
    message="with this, compiling the packs takes too much work",
    help="use fewer or simpler formulas, derived rows, examples, reworded passages, or texts and"
    " tables that are shown again",
)
LEAVES_PACK = Code(
    "D6-L008",
    "leaves-pack",
    "A pack contains a link to a file or to a folder elsewhere.",
    message="this is a link, but packs can only contain their own files",
    help="replace the link with a copy of its target",
)

UNSAYABLE_NAME = Code(
    "D6-L022",
    "unsayable-name",
    "The path of a file has a character that cannot be shown.",
    message="this file is not read: its name has a character that cannot be shown (?)",
    help="rename it; use letters, digits and hyphens",
)

UNREAD_FILE = Code(
    "D6-L019",
    "unread-file",
    "A file that looks like rules is not a .yaml or .yml file.",
    "warning",
    message="this file is not read: its name does not end in .yaml or .yml",
)
MISSING_PICTURE = Code(
    "D6-L025",
    "missing-picture",
    "A pack doesn't contain the picture of its site.",
    "warning",
    message="cannot read the picture '{file}': {reason}",
    help="put the file into the folder of the pack, or remove 'image'",
)
FOREIGN_FOLDER = Code(
    "D6-L023",
    "foreign-folder",
    "A folder in a pack has a name that other programs use.",
    "warning",
    message="the folder '{folder}' is not read: other programs use this name",
    help=("move it out of the pack's folder", "if it contains rules, rename it"),
)
COPIED_FILE = Code(
    "D6-L024",
    "copied-file",
    "A file repeats the entries of another file.",
    message="'{file}' repeats {entries} of '{other}'",
    help="delete one of the files, or give its entries other keys",
)
INNER_PACK = Code(
    "D6-L020",
    "inner-pack",
    "A pack contains another pack.",
    "warning",
    message="the pack in this folder is not read: it is not part of the outer pack",
    help=(
        "to use both packs, add --with and its folder",
        "if its rules belong to the outer pack, remove its pack.yaml; otherwise move it out",
    ),
)

# Packs that build on packs.

UNKNOWN_BASE = Code(
    "D6-L003",
    "unknown-base",
    "A pack extends an unknown pack.",
    message="'{pack}' extends the unknown pack '{base}'",
    label="not found",
)
WRONG_ID = Code(
    "D6-L016",
    "wrong-id",
    "The id of a pack differs from the name of its folder.",
    message="'{pack}' extends '{base}', but that folder contains '{id}'",
    label="not the id of a pack",
    help="replace it with '{id}', or rename the folder or the pack",
)
SAME_ID = Code(
    "D6-L009",
    "same-id",
    "Two different packs have the same id.",
    message="two packs have the id '{pack}'",
    label="the same id again",
    help="give one of them another id; the second one is ignored",
)
CIRCULAR_PACKS = Code(
    "D6-L004",
    "circular-packs",
    "Packs extend or follow each other in a circle.",
    message="'{pack}' {steps}: a circle",
    help="remove one of these lines; a pack cannot apply after packs that apply after it",
)
PACK_AFTER_ITSELF = Code(
    "D6-L017",
    "pack-after-itself",
    "A pack extends or follows itself.",
    message="'{pack}' {step} itself",
    help="remove this line; a pack cannot apply after itself",
)
WRONG_VERSION = Code(
    "D6-L010",
    "wrong-version",
    "A pack requires another version of a pack that it extends.",
    message="'{pack}' requires '{base}' {fits}, but found '{base}' {version}",
    label="{version} is outside this range",
    help=(
        "install '{base}' {fits}",
        "or, if '{pack}' works with {version}, widen the range",
    ),
)
UNREADABLE_RANGE = Code(
    "D6-L011",
    "unreadable-range",
    "A range of versions is invalid.",
    message="invalid version range '{fits}'",
    help=(
        'write, for example, ">=1.0,<2": version 1.0 or later, but before 2',
        'if any version will do, write ">=0"',
    ),
)
FOREIGN_LAYER = Code(
    "D6-L013",
    "foreign-layer",
    "A layer belongs to another game.",
    message="'{layer}' cannot be layered on '{target}': it is for another game",
    label="it does not extend '{target}'",
    help=(
        "if it is meant for '{target}', add to its pack.yaml: extends: {target}",
        "or, if it needs nothing from '{target}': after: {target}",
    ),
)
NEVER_APPLIES = Code(
    "D6-L021",
    "never-applies",
    "A file or pack waits for a pack that does not exist, and whose id looks misspelled.",
    "warning",
    message="this never applies: unknown pack '{pack}'",
)
