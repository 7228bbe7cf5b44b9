"""A condition more, and another order: ranks follow."""

from freed6_grazed import tracks

assert [(one.rank, one.key) for one in tracks.DAMAGE.conditions] == [
    (0, "normal"),
    (1, "grazed"),
    (2, "hurt"),
    (3, "stunned"),
    (4, "wounded"),
    (5, "incapacitated"),
    (6, "out"),
]
