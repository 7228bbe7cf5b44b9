"""Magic stands beside the other abilities, with its skills; nobody works it untrained."""

from freed6_magic import abilities, ability_types, skills

assert abilities.MAGIC.type.entry is ability_types.EXTRANORMAL
assert abilities.MAGIC.trained_only
assert [skill.name for skill in abilities.MAGIC.skills] == [
    "Evocation",
    "Illusion",
    "Divination",
]
assert [one.name for one in skills.ILLUSION.specializations] == [
    "Glamour",
    "Mask",
    "Silence",
]
