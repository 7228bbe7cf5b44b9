"""What the search box asks: an index of words that is small to load and quick to ask.

It is made here and read by `static/scripts/site/index.js`; the two agree on what a word is
(`words.py`) and on how the index is written (`index.py`).
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from freed6c.emit.html.inlines import Html
from freed6c.emit.html.search.index import index_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from freed6c.document.finding.findables import Findable
    from freed6c.emit.targets import Targets

FILE: Final = "search-data.js"


def search_data(found: Sequence[Findable], targets: Targets) -> str:
    """The records in order, each kind once with its words and grade, and the index, as JSON."""
    kinds = list(dict.fromkeys((one.kind, one.group, one.grade) for one in found))
    numbers = {kind: number for number, kind in enumerate(kinds)}
    index = index_of(found)
    data = {
        "kinds": kinds,
        "records": [
            [
                one.title,
                numbers[one.kind, one.group, one.grade],
                one.where,
                targets.way(one.place),
                one.line,
                list(one.aliases),
            ]
            for one in found
        ],
        "terms": index.terms,
        "hits": index.hits,
    }
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def as_script(data: str) -> str:
    """For a file of its own, that a page may load from a folder: it leaves the data behind."""
    return f"var searchData={data};\n"


def as_block(data: str) -> Html:
    """For the page itself. Nothing in it can end the block."""
    safe = data.replace("<", "\\u003c")
    return Html(f'<script type="application/json" id="search-data">{safe}</script>\n')
