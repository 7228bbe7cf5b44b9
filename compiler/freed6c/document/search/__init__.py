"""Search records, previews of links and backlinks.

All are derived from finished pages, which `sections_of` takes apart.
"""
