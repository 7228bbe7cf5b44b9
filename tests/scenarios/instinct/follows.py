"""The label changes, the id and the name in Python do not."""

from freed6_instinct import abilities, skills

assert abilities.PERCEPTION.name == "Instinct"
assert skills.SURVIVAL.ability is abilities.PERCEPTION
