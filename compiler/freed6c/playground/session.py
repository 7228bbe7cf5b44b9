"""What the page of a playground asks of the compiler: one pack, checked again and again as it is.

Its worker (`playground/static/worker.js`) runs this in the browser. All answers are JSON.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from freed6c.cache.parsed import ParsedFiles
from freed6c.diagnostics.for_tools import render_json
from freed6c.document import Documents
from freed6c.packs.resources import rulesets
from freed6c.pipeline import base_game, compile_packs, with_fault, with_other_choices
from freed6c.playground.pages import changes_html, page_html

if TYPE_CHECKING:
    from collections.abc import Mapping

    from freed6c.model.compiled import Compiled
    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.data import Data


@dataclass(slots=True)
class Playground:
    """Checks the pack in a folder. The game that it changes is made once, as it stays the same."""

    folder: str
    _compiled: Compiled | None = None
    _documents: Documents | None = None
    _base: tuple[str, Ruleset | None] = ("", None)
    _book: Documents | None = None

    def check(self) -> str:
        """What is wrong with the pack; if nothing stops it, what it changes.

        Members are those of `freed6c check --format json`, and `changes` and `chances` as HTML:
        null where there are errors, empty where there is nothing to tell.
        """
        os.chdir(self.folder)  # so files are called as they are in there
        compiled = compile_packs(self.folder)
        changes: tuple[str | None, str | None] = None, None
        if compiled.ruleset is not None:
            documents = Documents(compiled.ruleset, lambda: self._base_of(compiled))
            try:
                changes = changes_html(documents)
            except Exception as error:  # noqa: BLE001 - of an entry that nobody thought of
                compiled = with_fault(compiled, compiled.ruleset, error)
            else:
                self._documents = documents
        self._compiled = compiled
        told, moved = changes
        return _json(compiled, changes=told, chances=moved)

    def check_choices(self) -> str:
        """The same without `changes` and `chances`, and with what is wrong with other choices.

        It is about the pack as it was last checked, and empty where there is nothing to add.
        """
        compiled = self._compiled
        if compiled is None:
            return ""
        more = with_other_choices(compiled)
        return "" if more.diagnostics == compiled.diagnostics else _json(more)

    def page(self, id_: str) -> str:
        """The page of an entry, as it is since the last check without errors.

        Members: its `key`, and its `html`; the `anchor` of the entry. Null where there is none.
        """
        if self._documents is None:
            return "null"
        found = page_html(self._documents, self._book_of(self._documents), id_)
        return json.dumps(found, ensure_ascii=False)

    def _base_of(self, compiled: Compiled) -> Ruleset | None:
        """The game alone."""
        if len(compiled.packs) < 2:  # noqa: PLR2004
            return None
        id_ = compiled.packs[0].id
        if self._base[0] != id_:
            self._base, self._book = (id_, base_game(compiled.packs)), None
        return self._base[1]

    def _book_of(self, documents: Documents) -> Documents | None:
        """The documents of the game alone, in the words of the pack."""
        known = self._book
        if known is None or known.ruleset.words != documents.ruleset.words:
            self._book = documents.book
        return self._book


def _json(compiled: Compiled, **members: object) -> str:
    found: dict[str, Any] = json.loads(
        render_json(compiled.diagnostics, compiled.sources)
    )
    return json.dumps({**found, **members}, ensure_ascii=False)


def begin(
    folder: str, parsed: Mapping[str, Mapping[str, dict[str, Data]]]
) -> Playground:
    """A playground, told what the files of the packs that come with it were parsed to.

    That is by pack and path in it: to parse them takes longest of all that a first check does.
    """
    for pack, files in parsed.items():
        known = ParsedFiles(rulesets() / pack)
        for path, data in files.items():
            known.add((rulesets() / pack / path).read_bytes(), data)
        known.keep()
    return Playground(folder)
