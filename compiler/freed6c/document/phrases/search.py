"""The words of the search, previews of link targets, the A-Z index, and pages at old addresses."""

from __future__ import annotations

from typing import Final

SEARCH: Final = {
    "a-z": "A\N{EN DASH}Z",
    "a-z.summary": "All names, in alphabetical order.",
    "a-z.articles": "a an the",
    "a-z.letters": "Letters",
    "a-z.other": "0\N{EN DASH}9",
    "a-z.entry": "{entry} ({kind})",
    "a-z.part": "{entry} ({where})",
    "a-z.see": "{name}: see {entry}",
    "used-by": "Used by",
    "used-by.terms": "Terms",
    "used-by.new": "New here:",
    "search": "Search",
    "search.hint": "Search the rules",
    "search.results": "Results",
    "search.count": "Found: {count}",
    "search.left": "{left} more results. Narrow your search.",
    "search.lost": "Nothing has: {words}",
    "search.none": "No results for {none}.",
    "search.all": "Everything from A to Z",
    "search.near": "Similar names",
    "search.stops": (
        "a am an and any are as at be by can could did do does for from get gets have has he"
        " her him his how i if in is it its long m many me much my no of off on or our out"
        " please s she should some somebody someone something t that the their them then there"
        " they this to us we what whats when where which who whos whose why will with work"
        " works would you your"
    ),
    "search.roll": "Roll {pool}",
    "search.chance": "{pool} against {number}",
    "search.roll.words": (
        "a against at beat chance chances dc difficulty for get hit is least number odds of on or"
        " probability reach roll rolling rolls target the tn to v versus vs what what's whats with"
    ),
    "search.endings": (
        "ations ation ively ings edly ions ing ion ive ied ies ier ers ed es er ly s e y"
    ),
    "search.also": "also called {names}",
    "search.page": "Page",
    "search.pages": "Pages",
    "search.heading": "Section",
    "search.headings": "In the text",
    "preview": "Preview",
    "preview.open": "Open",
    "moved": "{title} has moved",
}
