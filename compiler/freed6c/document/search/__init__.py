"""Search records, previews of links and backlinks.

All are derived from finished pages: `sections_of` takes them apart, and of what they say
`summaries_of` keeps what is asked for here.
"""
