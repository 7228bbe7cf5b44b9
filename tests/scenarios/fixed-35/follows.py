"""A die is worth 3.5 without a roll, so everything that is made of fixed values moves."""

from freed6_fixed_35 import DieCode, formulas, tables

worth = [row.cells["value"] for row in tables.FIXED_VALUES.rows]
assert worth == [3, 4, 5, 7, 8, 9, 10, 11, 12, 14, 15, 16, 17, 18, 19, 21, 22, 23]
assert formulas.fixed_value(DieCode.parse("6D+2")) == 23
