"""Weapons have die codes, and skills that they belong to."""

from freed6_weapons import DieCode, skills, tables

rows = tables.WEAPONS.rows
assert len(rows) == 8
axe = next(row for row in rows if row.name == "Axe")
assert axe.cells["damage"] == DieCode.parse("3D+1")
assert axe.cells["skill"].entry is skills.MELEE.MARTIAL_WEAPONS
