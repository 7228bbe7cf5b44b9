"""Points of another sort."""

from freed6_grit import Ref, points

assert points.GRIT.name == "Grit"
assert points.GRIT.refresh == Ref("period.encounter")
assert points.GRIT.spend["steady"].cost.value == 2
