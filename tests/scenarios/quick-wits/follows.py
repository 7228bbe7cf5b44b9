"""Initiative is of another ability, the slowest act first, and a tie is broken otherwise."""

from freed6_quick_wits import scenes

order = scenes.MELEE.order
assert order.act == "lowest-first"
assert len(order.ties) == 2
