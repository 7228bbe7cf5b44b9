"""C: what the parts of a ruleset mean together."""

from __future__ import annotations

from freed6c.diagnostics.diagnostic import Code

EXAMPLE_FAILED = Code("D6-C001", "example-failed", "An example gives something else.")
EXAMPLE_DIFFERS = Code(
    "D6-C002",
    "example-differs",
    "An example that only warns gives something else.",
    "warning",
)
BANDS_GAP = Code(
    "D6-C003",
    "bands-gap",
    "No band of a benchmark covers a number between two of them.",
    message="nothing covers {gap}, between '{lower}' and '{upper}'",
    label="should begin right after",
    help="ranges must follow on, like 1-5, 6-10, 11-15",
    why="A result that no band covers has no rank, so nothing follows from it.",
    wrong="""
benchmarks:
  margin:
    name: Margin
    bands:
      narrow: {name: Narrow, range: 0-4}
      wide: {name: Wide, range: 6+}
""",
    right="""
benchmarks:
  margin:
    name: Margin
    bands:
      narrow: {name: Narrow, range: 0-5}
      wide: {name: Wide, range: 6+}
""",
)
BANDS_OVERLAP = Code(
    "D6-C025",
    "bands-overlap",
    "Two bands of a benchmark cover one number.",
    message="'{lower}' and '{upper}' both cover {number}",
    label="should begin right after",
    help="ranges must follow on, like 1-5, 6-10, 11-15",
)
BAND_AFTER_LAST = Code(
    "D6-C026",
    "band-after-last",
    "A band stands after one whose range has no end.",
    message="'{lower}' has no end, so nothing can come after it",
    label="should begin right after",
    help="ranges must follow on, like 1-5, 6-10, 11-15",
)
RANK_UNREACHABLE = Code(
    "D6-C004",
    "rank-unreachable",
    "No benchmark leads to a condition's rank.",
    "warning",
    message="'{condition}' has rank {rank}, but {benchmark} leads only to rank {most}",
    help="add a band, or take a condition away",
)
SAME_NAME = Code("D6-C005", "same-name", "Two entries side by side have one name.")
NO_SUCH_READING = Code(
    "D6-C006", "no-such-reading", "A note chooses a reading that it does not have."
)
NO_SUCH_PLACE = Code(
    "D6-C007", "no-such-place", "A note decides a setting that does not exist."
)
BROKEN_LINK = Code("D6-C008", "broken-link", "A link in a text leads nowhere.")

EXAMPLE_CHANGED = Code(
    "D6-C009",
    "example-changed",
    "With this pack, an example of its base gives something else.",
    "warning",
)

WRONG_START = Code(
    "D6-C010",
    "wrong-start",
    "A track starts at another track's condition.",
    message="{condition} is a condition of another track",
    help="name one of the track's own conditions",
)
REPEATED = Code("D6-C011", "repeated", "A chapter contains an entry twice.")
VALUE_CIRCLE = Code("D6-C012", "value-circle", "A value is worked out from itself.")
WRONG_VALUE_TYPE = Code(
    "D6-C013",
    "wrong-value-type",
    "A value's formula gives another type than the value.",
)
EXAMPLE_STUCK = Code(
    "D6-C017",
    "example-stuck",
    "An example cannot be run: it does not say all that is needed.",
)
IMPOSSIBLE = Code(
    "D6-C014",
    "impossible-difficulty",
    "Against the number that a check names, no die code succeeds.",
    "warning",
)
CERTAIN = Code(
    "D6-C015",
    "certain-difficulty",
    "Against the number that a check names, every die code succeeds.",
    "warning",
)
IDLE_EFFECT = Code(
    "D6-C016",
    "idle-effect",
    "Something that an effect says changes nothing.",
    "warning",
)
NOT_COVERED = Code(
    "D6-C021",
    "not-covered",
    "An action may be about a condition for which it finds nothing to reach.",
    "warning",
)
OLD_NAME = Code(
    "D6-C018",
    "old-name",
    "A text still has the name that something had before a pack changed it.",
    "warning",
)
REMOVED_NAME = Code(
    "D6-C022",
    "removed-name",
    "A text still has the name of something that a pack removed.",
    "warning",
)
NAME_ELSEWHERE = Code(
    "D6-C023",
    "name-elsewhere",
    "A pack gives something a name that another thing, of another sort, has already.",
    "warning",
)
LEFT_BEHIND = Code(
    "D6-C019",
    "left-behind",
    "A number that a check writes out is in another band since a pack moved the bands.",
    "warning",
)
ENDLESS = Code("D6-C020", "endless", "A die explodes on every face.", "warning")
UNKNOWN_MARKUP = Code(
    "D6-C024",
    "unknown-markup",
    "A text has signs of Markdown that texts of packs do not know.",
    "warning",
)
