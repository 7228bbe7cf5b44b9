"""Codes L: finding packs and reading their files."""

from __future__ import annotations

from freed6c.diagnostics.diagnostic import Code

# Finding packs.

NO_SUCH_PACK = Code(
    "D6-L001",
    "no-such-pack",
    "Nothing was found where a pack was looked for.",
    message="there is no pack '{pack}'",
    help=(
        "a pack is named by the path of its folder, or by its id",
        "packs that are there by id: {ids}",
    ),
)
NO_MANIFEST = Code(
    "D6-L002",
    "no-manifest",
    "A pack is a folder with a file pack.yaml in it.",
    message="the folder '{folder}' is not a pack: it has no file pack.yaml",
)
ARCHIVE = Code(
    "D6-L018",
    "archive",
    "A pack is named by an archive that it lies in.",
    message="'{pack}' is an archive, and a pack is a folder",
    help="unpack it first, and name the folder",
)
INSTALLED_WITHOUT_PACK = Code(
    "D6-L014",
    "installed-without-pack",
    "An installed distribution offers a pack that is not in it.",
    message="the installed '{distribution}' offers a pack '{pack}', but "
    "there is no pack.yaml in its package '{package}'",
    help=(
        "install another version of '{distribution}', or tell its authors",
        "or name the folder of the pack: on the command line, or with --with",
    ),
)
AMBIGUOUS_PACK = Code(
    "D6-L012",
    "ambiguous-pack",
    "Several installed packs have the same id.",
    message="several installed distributions offer a pack '{pack}': {distributions}",
    help=(
        "uninstall all of them but one",
        "or name the folder of the pack: on the command line, or with --with",
    ),
)

# Reading their files.

UNREADABLE = Code(
    "D6-L005",
    "unreadable",
    "The system does not let a file or a folder be read.",
    message="this cannot be read: {reason}",
    help="check that it is a file or a folder, and that you may open it",
)
TOO_LARGE = Code(
    "D6-L006",
    "too-large",
    "A pack, a file or a line is larger than freed6c reads.",
    message="this {thing} has {count:,} {parts}, and may have {most:,}",
    help="divide it",
)
TOO_MUCH_WORK = Code(
    "D6-L007",
    "too-much-work",
    "Compiling the packs takes more work than freed6c does.",
    message="with this, the packs take more work than freed6c does",
    help="make less of it: fewer or simpler formulas, rows that formulas make, examples, passages"
    " to reword, or texts and tables that are shown again",
)
LEAVES_PACK = Code(
    "D6-L008",
    "leaves-pack",
    "A pack has a link in place of a file, or a link to a folder elsewhere.",
    message="this is a link, and a pack is read from its own files",
    help="replace the link with a copy of what it leads to",
)

UNSAYABLE_NAME = Code(
    "D6-L022",
    "unsayable-name",
    "The name of a file, or of a folder that it is in, has a character that cannot be shown.",
    message="this name has a character that cannot be shown, here as ?; the file is not read",
    help="rename it, with letters, digits and hyphens",
)

UNREAD_FILE = Code(
    "D6-L019",
    "unread-file",
    "A file in a pack looks like rules, and its name does not end in .yaml or .yml.",
    "warning",
    message="this file is not read: its name does not end in .yaml or .yml",
)
FOREIGN_FOLDER = Code(
    "D6-L023",
    "foreign-folder",
    "A folder in a pack has a name that other programs use for their own files.",
    "warning",
    message="the folder '{folder}' is not read: other programs keep their files there",
    help=(
        "move it out of the folder of the pack",
        "if it holds rules, give it another name",
    ),
)
COPIED_FILE = Code(
    "D6-L024",
    "copied-file",
    "A file of a pack repeats the entries of another file.",
    message="'{file}' repeats {entries} of '{other}'",
    help="delete one of the two files, or give its entries other keys",
)
INNER_PACK = Code(
    "D6-L020",
    "inner-pack",
    "A folder in a pack is a pack of its own.",
    "warning",
    message="the pack in this folder is not read: it is not part of the one around it",
    help=(
        "if it is to go with the other, name its folder after --with",
        "if its rules belong to the other, remove its pack.yaml; else move it beside the other",
    ),
)

# Packs that build on packs.

UNKNOWN_BASE = Code(
    "D6-L003",
    "unknown-base",
    "A pack extends one that was not found.",
    message="'{pack}' extends '{base}', but there is no such pack",
    label="not found",
)
WRONG_ID = Code(
    "D6-L016",
    "wrong-id",
    "A folder has the name of a pack that another extends, and holds one with another id.",
    message="'{pack}' extends '{base}', but that folder holds '{id}'",
    label="not the id of a pack",
    help="write '{id}', or rename the folder or the pack",
)
SAME_ID = Code(
    "D6-L009",
    "same-id",
    "Two different packs have the same id.",
    message="two packs are called '{pack}'",
    label="the same id again",
    help="give one of them another id; the second was left out",
)
CIRCULAR_PACKS = Code(
    "D6-L004",
    "circular-packs",
    "Packs extend each other, or come after, in a circle.",
    message="'{pack}' {steps}: a circle",
    help="a pack can only apply after packs that do not apply after it; remove one line",
)
PACK_AFTER_ITSELF = Code(
    "D6-L017",
    "pack-after-itself",
    "A pack extends itself, or comes after itself.",
    message="'{pack}' {step} itself",
    help="a pack can only apply after packs that do not apply after it; remove one line",
)
WRONG_VERSION = Code(
    "D6-L010",
    "wrong-version",
    "A pack extends other versions than the one found.",
    message="'{pack}' fits '{base}' {fits}, and this is '{base}' {version}",
    label="{version} is outside of this",
    help=(
        "get a version of '{base}' that is {fits}",
        "or, if '{pack}' works with {version}, widen the range",
    ),
)
UNREADABLE_RANGE = Code(
    "D6-L011",
    "unreadable-range",
    "Versions that fit are written as a range.",
    message="'{fits}' is not a range of versions",
    help=(
        'write for example ">=1.0,<2": version 1.0 or later, and before 2',
        'write ">=0" where any version will do',
    ),
)
FOREIGN_LAYER = Code(
    "D6-L013",
    "foreign-layer",
    "A layer must be for the game that it is layered on.",
    message="'{layer}' cannot be layered on '{target}': it is for another game",
    label="it extends nothing of '{target}'",
    help=(
        "if it is meant for '{target}', write in its pack.yaml: extends: {target}",
        "or, if it needs nothing of '{target}': after: {target}",
    ),
)
NEVER_APPLIES = Code(
    "D6-L021",
    "never-applies",
    "A file waits for a pack, or a pack comes after one, that does not exist; another is called so"
    " nearly.",
    "warning",
    message="this never applies: there is no pack '{pack}'",
)
