"""Search records, previews of links, backlinks, and odds for the search box.

Records, previews and backlinks are made from finished pages, which `sections_of` cuts into
sections, one for each entry or heading. The odds are computed when the site is built
(`typed_rolls.py`). If packs change a game, "the book" is the unchanged base game.
"""
