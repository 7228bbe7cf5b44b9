"""Lengths in another unit stand beside the rest."""

from freed6_metres import tables

assert [str(row.cells["reach"]) for row in tables.REACH.rows] == [
    "up to 2 m",
    "5 ft to 10 ft",
    "2 m to 3 m",
    "10 ft to 15 ft",
]
