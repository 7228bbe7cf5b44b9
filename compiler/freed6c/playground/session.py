"""Checks the pack in a playground, each time that its author edits it.

The worker of the page (`playground/static/worker.js`) calls these functions in the browser. All
methods return JSON text. The pack is a house rule: it changes a base game, such as the core rules.
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

from freed6c.cache.parsed import ParsedFiles
from freed6c.diagnostics.codes import ALL
from freed6c.diagnostics.explanations import explain_code
from freed6c.diagnostics.for_tools import render_json
from freed6c.document.documents import Documents
from freed6c.document.search.search_records import TURN
from freed6c.editor.answers import addresses, completions, hover
from freed6c.editor.names import Entries
from freed6c.emit.html import emit
from freed6c.model.compiled import Compiled
from freed6c.packs.data import on_a_line
from freed6c.packs.lazy import dataclass
from freed6c.packs.resources import rulesets
from freed6c.packs.yaml_tree import Position
from freed6c.pipeline import base_game, compile_packs, with_fault, with_other_choices
from freed6c.playground.insertion import insertion
from freed6c.playground.pages import changes_html, page_html

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.data import Data


@dataclass()
class Playground:
    """The pack in a folder, as it was last checked.

    `_compiled` is the result of the last check, `_documents` are those of the last check without
    errors, `_entries` those of the last check that could merge the packs. The base game doesn't
    change while the pack is edited, so it is kept between checks: `_base` is its id and its
    ruleset, `_book` its documents.
    """

    folder: str
    _compiled: Compiled = Compiled(sources={})
    _documents: Documents | None = None
    _entries: Entries | None = None
    _base: tuple[str, Ruleset | None] = ("", None)
    _book: Documents | None = None

    def check(self) -> str:
        """Check the pack, and return its diagnostics and what it changes.

        The members are those of `freed6c check --format json`, and three more: `changes` (to
        entries) and `chances` (changed odds), both as HTML, which are null if the pack has errors,
        and empty if nothing changed; and `more`, true if errors kept checks from running.
        """
        os.chdir(self.folder)  # so that diagnostics name files relative to the folder
        compiled = compile_packs(self.folder)
        changes: str | None = None
        odds: str | None = None
        if compiled.ruleset is not None:
            documents = Documents(compiled.ruleset, lambda: self._base_game(compiled))
            try:
                changes, odds = changes_html(documents)
            except Exception as error:  # noqa: BLE001 - an internal error, reported as one
                compiled = with_fault(compiled, compiled.ruleset, error)
            else:
                self._documents = documents
        self._compiled = compiled
        if compiled.merged is not None:
            self._entries = Entries(compiled.merged)
        return _json(compiled, changes=changes, chances=odds, more=compiled.skipped)

    def check_choices(self) -> str:
        """Return the diagnostics of the last check and those of options' choices not in use.

        The members are those of `freed6c check --format json`. The text is empty if these choices
        add no diagnostics, or if nothing was checked yet.
        """
        tried = with_other_choices(self._compiled)
        return "" if tried.diagnostics == self._compiled.diagnostics else _json(tried)

    def page(self, id_: str) -> str:
        """Return the page that has an entry, as of the last check without errors.

        The members are the `key` of the page, its `html`, and the `anchor` of the entry on it. The
        text is `null` if no page has the entry.
        """
        if self._documents is None:
            return "null"
        page = page_html(self._documents, self._base_documents(self._documents), id_)
        return json.dumps(page, ensure_ascii=False)

    def site(self) -> str:
        """Return the site of the last check without errors as one file, empty without one."""
        if self._documents is None:
            return '""'
        (file,) = emit(self._documents, "single")
        return json.dumps(file.content.decode(), ensure_ascii=False)

    def explain(self, code: str) -> str:
        """Return why a diagnostic matters (`why`), with a `wrong` and a `right` example."""
        return _dumped(**explain_code(next(c for c in ALL if c.id == code))._asdict())

    # Answers of the language server.

    def assist(self, file: str, text: str, line: int, column: int) -> str:
        """Return completions (`text`, `detail`, `says`) and the hover text at a position of a file.

        A completion replaces the characters from the column `start`.
        """
        at = Position(line, column)
        proposals = completions(text, file, at, self._entries)
        about = hover(text, file, at, self._compiled)
        start = min((p.start.column for p in proposals), default=column)
        return _dumped(
            start=start,
            says=about.says if about else "",
            proposals=[(p.text, p.detail, p.says) for p in proposals],
        )

    def entries(self) -> str:
        """Return the id, the name and the kind of each entry that other packs have, as lists."""
        if self._entries is None:
            return "null"
        name, own = self._entries.name, self._entries.merged.packs[-1].id
        known = (e for e in self._entries.symbols.by_id.values() if e.pack != own)
        ordered = sorted(known, key=lambda entry: TURN[entry.kind.name])
        return json.dumps([(e.id, name(e), e.kind.one) for e in ordered])

    def settings(self, id_: str) -> str:
        """Return a list of the id, name and kind of an entry, and the settings that it can have.

        Each setting is a list of its address, its value as in a pack, and its description. The text
        is `null` for an unknown id.
        """
        entries = self._entries
        entry = entries.find(id_) if entries else None
        if entries is None or entry is None:
            return "null"
        settings = [
            (address, "" if value is None else on_a_line(value), says)
            for address, value, says in addresses(entry.id, entries.merged.tree)
            if not isinstance(value, dict)
        ]
        settings.sort(key=lambda setting: not setting[1])
        return json.dumps([entry.id, entries.name(entry), entry.kind.one, settings])

    def change(self, text: str, id_: str, keys: Iterable[str], value: str) -> str:
        """Return `start`, `end` and the new `text` of the edit that adds a value to a change.

        The `keys` lead to the value: `set` and an address, or `why`. The ends are lists of line and
        column, around the value if there is one. The result is `null` if the text has errors.
        """
        change = insertion(text, ("change", id_, *keys), value)
        if change is None:
            return "null"
        return _dumped(start=change.start, end=change.end, text=change.text)

    def _base_game(self, compiled: Compiled) -> Ruleset | None:
        """Return the ruleset of the first pack only, None if there are no other packs."""
        if len(compiled.packs) < 2:  # noqa: PLR2004
            return None
        id_ = compiled.packs[0].id
        if self._base[0] != id_:
            self._base, self._book = (id_, base_game(compiled.packs)), None
        return self._base[1]

    def _base_documents(self, documents: Documents) -> Documents | None:
        """Return the documents of the base game.

        A pack can replace the wording of documents. Both versions have to use the same wording, so
        the documents are made again if the pack changed it.
        """
        book = self._book
        if book is None or book.ruleset.wording != documents.ruleset.wording:
            self._book = documents.book
        return self._book


def _json(compiled: Compiled, **members: object) -> str:
    """Return diagnostics as JSON, with further members."""
    report = json.loads(render_json(compiled.diagnostics, compiled.sources))
    return _dumped(**report, **members)


def _dumped(**members: object) -> str:
    return json.dumps(members, ensure_ascii=False)


def begin(
    folder: str, parsed: Mapping[str, Mapping[str, dict[str, Data]]]
) -> Playground:
    """Return a playground for a folder, after filling the cache of parsed files.

    `parsed` has the parsed files of the bundled packs, by the id of the pack and the path in it.
    Without them, parsing would take most of the time of the first check.
    """
    for pack, files in parsed.items():
        cache = ParsedFiles(rulesets() / pack)
        for path, data in files.items():
            cache.add((rulesets() / pack / path).read_bytes(), data)
        cache.keep()
    return Playground(folder)
