"""Search records, previews of links and backlinks.

All are made from finished pages, which `sections_of` takes apart in one walk. Odds that the
search box answers are computed at build time (`typed_rolls.py`).
"""
