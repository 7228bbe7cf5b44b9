"""The language server of `freed6c lsp`.

Packs are checked as soon as typing stops for a moment. Slow checks, such as unused choices,
examples and odds, follow after a longer pause. No content of a pack ends the server.
"""

from __future__ import annotations

import asyncio
import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar
from urllib.parse import quote, urlsplit
from urllib.request import url2pathname

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol

from freed6c import __version__
from freed6c.diagnostics.edits import TextChange
from freed6c.diagnostics.locate import ends_of, locate
from freed6c.document.mentions import mentions_of
from freed6c.editor import answers
from freed6c.editor.names import Entries, namings, renamed
from freed6c.editor.outline import outline
from freed6c.editor.workspace import (
    Workspace,
    changes_of,
    moved_odds,
    pack_folder,
    problems,
    real_path,
)
from freed6c.packs.grouping import grouped
from freed6c.packs.ids import KEY, LONGEST_KEY
from freed6c.packs.pack import MANIFEST
from freed6c.packs.yaml_tree import Position

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from freed6c.diagnostics.render import Placed
    from freed6c.editor.names import Naming
    from freed6c.link.symbols import Symbol
    from freed6c.model.compiled import Compiled
    from freed6c.packs.location import Span

    R = TypeVar("R")
    T = TypeVar("T")

PAUSE: Final = 0.03
"""Seconds without a keystroke after which a pack is checked."""
LONG_PAUSE: Final = 0.8
"""Further seconds after which slow checks begin."""

SORTS: Final = {
    "setting": types.CompletionItemKind.Property,
    "entry": types.CompletionItemKind.Reference,
    "word": types.CompletionItemKind.EnumMember,
    "function": types.CompletionItemKind.Function,
}


class Protocol(LanguageServerProtocol):
    """The protocol, with error responses to invalid requests, such as one for line -1."""

    def structure_message(self, data: dict[str, Any]) -> Any:
        """Parse a message. Answer an invalid request with an error."""
        try:
            return super().structure_message(data)
        except JsonRpcException as error:
            if "id" in data:
                self._send_response(data["id"], error=error.to_response_error())
            raise


class EditorServer(LanguageServer):
    """The server, with the packs being edited and their pending checks.

    `uris` has the client's addresses of files and folders, by their real paths. By pack folder,
    `_shown` has the files that have diagnostics in the editor, `_waiting` the pending checks.
    """

    def __init__(self) -> None:
        super().__init__(
            "freed6c",
            __version__,
            # Editors and pygls split lines differently.
            text_document_sync_kind=types.TextDocumentSyncKind.Full,
            protocol_cls=Protocol,
        )
        self.packs = Workspace()
        self.uris: dict[Path, str] = {}
        self.lenses: dict[Path, list[types.CodeLens]] = {}
        self._versions: dict[Path, int | None] = {}
        self._shown: dict[Path, set[Path]] = {}
        self._waiting: dict[Path, asyncio.Task[None]] = {}

    # Texts and positions.

    def take(self, uri: str) -> None:
        """Store the text of an open file, and check its pack soon."""
        path = path_of(uri)
        self.uris.pop(path, None)
        folders = [folder.uri for folder in self.workspace.folders.values()]
        for address in (uri, *folders, self.workspace.root_uri or ""):
            self._note(address.rstrip("/"))
        document = self.workspace.get_text_document(uri)
        self.packs.texts[path] = document.source.replace("\r\n", "\n")
        self._versions[path] = document.version
        self.check_soon(path)

    def let_go(self, path: Path) -> None:
        """Use the saved text of a file again."""
        self.packs.texts.pop(path, None)
        self._versions.pop(path, None)
        self.check_soon(path)

    def _note(self, uri: str) -> None:
        """Record the client's address of a file or folder, and of the folders above it."""
        with suppress(NoFileError):
            path = path_of(uri)
            while path not in self.uris and path_of(uri) == path != path.parent:
                self.uris[path] = uri
                uri, path = uri.rpartition("/")[0], path.parent

    def uri(self, path: Path) -> str:
        """Return the address of a file in the client's notation."""
        for folder in (path, *path.parents):
            if folder in self.uris:
                rest = path.relative_to(folder).parts
                return "/".join((self.uris[folder], *map(quote, rest)))
        return path.as_uri()

    def position(self, path: Path, at: types.Position) -> Position:
        """Convert a client's position to characters."""
        lines = self.packs.text(path).split("\n")
        own = self.workspace.position_codec.position_from_client_units(lines, at)
        return Position(own.line, min(own.character, len(lines[own.line])))

    def range(self, path: Path, start: Position, end: Position) -> types.Range:
        """Convert a range of characters to the client's units."""
        lines = self.packs.text(path).split("\n")
        ends = (types.Position(at.line, at.column) for at in (start, end))
        codec = self.workspace.position_codec
        return codec.range_to_client_units(lines, types.Range(*ends))

    def location(self, compiled: Compiled, span: Span) -> types.Location | None:
        """Return the client's location of a span in a file of any pack, or None."""
        path = real_path(compiled, span.file)
        if path is None:
            return None
        return types.Location(self.uri(path), self.range(path, *ends_of(span)))

    # Checking.

    def check_soon(self, path: Path) -> None:
        """Check the pack of a file after a pause in typing, then the packs built on it."""
        if folder := pack_folder(path):
            if waiting := self._waiting.get(folder):
                waiting.cancel()
            loop = asyncio.get_running_loop()
            self._waiting[folder] = loop.create_task(self._check(folder))

    async def _check(self, folder: Path) -> None:
        await asyncio.sleep(PAUSE)
        for pack in (folder, *self.packs.built_on(folder)):
            self._show(pack, self.safely(self.packs.compile, pack))
            await asyncio.sleep(0)
        await asyncio.sleep(LONG_PAUSE)
        for pack in (folder, *self.packs.built_on(folder)):
            self._show(pack, self.safely(self.packs.compile_all, pack))
            await asyncio.sleep(0)
            self.safely(self._find_lenses, pack)

    def safely(self, do: Callable[[T], R], given: T) -> R | None:
        """Return the result of a function; None if it lacks a file, or fails, which is logged."""
        try:
            return do(given)
        except NoFileError:
            return None
        except JsonRpcException:
            raise  # an intended error response
        except Exception as error:  # noqa: BLE001 - an editor has to go on
            text = f"{type(error).__name__}: {error}"
            log = types.LogMessageParams(types.MessageType.Error, text)
            self.window_log_message(log)
            return None

    def _show(self, folder: Path, compiled: Compiled | None) -> None:
        if compiled is None:
            return
        shown_by_path: dict[Path, list[types.Diagnostic]] = {}
        # Problems in other packs come last.
        for path, placed in sorted(problems(compiled).items(), key=lambda p: not p[0]):
            shown = [self.diagnostic(path, problem) for problem in placed]
            shown_by_path.setdefault(path or folder / MANIFEST, []).extend(shown)
        before = self._shown.get(folder, set())
        self._shown[folder] = set(shown_by_path)
        opened = {path for path in self.packs.texts if pack_folder(path) == folder}
        for path in sorted(before | opened | set(shown_by_path)):
            shown = shown_by_path.get(path, [])
            uri, version = self.uri(path), self._versions.get(path)
            params = types.PublishDiagnosticsParams(uri, shown, version)
            self.text_document_publish_diagnostics(params)

    def diagnostic(self, path: Path | None, placed: Placed) -> types.Diagnostic:
        """Return a diagnostic in the protocol's form, with its help and notes in the message.

        If it is outside of the pack, it is shown at the top, with its place in the base pack.
        """
        problem, spot = placed.diagnostic, placed.spot
        range_, where = types.Range(types.Position(0, 0), types.Position(0, 0)), ""
        if spot and path:
            range_ = self.range(path, *ends_of(spot))
        elif spot:
            where = f"{spot.file}, line {spot.line}: "
        fixes = [f"→ {way.text}" for way in problem.help]
        return types.Diagnostic(
            range=range_,
            message="\n".join((f"{where}{problem.message}", *fixes, *problem.notes)),
            severity=types.DiagnosticSeverity[problem.severity.capitalize()],
            code=problem.code.id,
            source="freed6c",
        )

    def _find_lenses(self, folder: Path) -> None:
        compiled = self.packs.compiled[folder]
        changed = False
        for path in [path for path in self.packs.texts if pack_folder(path) == folder]:
            lenses = [
                types.CodeLens(
                    self.range(path, slot.start, slot.end), types.Command(says, "")
                )
                for slot, says in moved_odds(self.packs.text(path), compiled)
            ]
            changed |= lenses != self.lenses.get(path, [])
            self.lenses[path] = lenses
        if changed:
            self.workspace_code_lens_refresh(None)

    # Entries and their names.

    def entries(self, path: Path) -> Entries | None:
        """Return the entries that a file can name, or None."""
        compiled = self.packs.known(path)
        return Entries(compiled.merged) if compiled and compiled.merged else None

    def file(self, path: Path) -> str:
        """Return the path of a file in its pack."""
        folder = pack_folder(path)
        return path.name if folder is None else path.relative_to(folder).as_posix()

    def naming(self, path: Path, at: types.Position) -> Naming | None:
        """Return the place at the cursor that names an entry, or None."""
        entries = self.entries(path)
        if entries is None:
            return None
        where = self.position(path, at)
        return answers.naming_at(self.packs.text(path), self.file(path), where, entries)

    def ids(self, path: Path) -> set[str]:
        """Return the ids of all entries of a file's pack, and of open packs built on it."""
        packs = (self.entries(folder / MANIFEST) for folder in self._around(path))
        return {id_ for entries in packs if entries for id_ in entries.symbols.by_id}

    def _around(self, path: Path) -> list[Path]:
        """Return the folders of a file's pack, and of the open packs that are built on it."""
        folder = pack_folder(path)
        return [folder, *self.packs.built_on(folder)] if folder else []

    def all_namings(self, path: Path, target: Symbol) -> Iterator[tuple[Path, Naming]]:
        """Yield the places that name an entry, or one nested in it, with their files."""
        folders = self._around(path)
        seen: set[Path] = set()
        for folder in folders:
            compiled = self.packs.good.get(folder)
            if compiled is None or compiled.merged is None:
                continue
            entries = Entries(compiled.merged)
            places = (
                pack.path_of(file.path)
                for pack in compiled.packs
                if pack.named or Path(pack.folder) in folders
                for file in pack.files
            )
            for place in places:
                if place in seen:
                    continue
                seen.add(place)
                text = self.packs.text(place)
                for naming in namings(outline(text), text, self.file(place), entries):
                    if naming.entry.path[: len(target.path)] == target.path:
                        yield place, naming


class NoFileError(Exception):
    """The error for an address that isn't a file on disk, such as one not saved yet."""


def path_of(uri: str) -> Path:
    """Return the file of a client's address. Raise NoFileError if it isn't one."""
    named = urlsplit(uri)
    if named.scheme != "file" or named.netloc not in ("", "localhost"):
        raise NoFileError
    return Path(os.path.realpath(url2pathname(named.path)))


Answer: TypeAlias = "Callable[[EditorServer, Any], object]"
ANSWERS: Final[list[tuple[str, Answer, Any]]] = []
"""The features of the server: the name of a request, its handler, and options."""


def _answers(feature: str, options: Any = None) -> Callable[[Any], Any]:
    """Register a function as the handler of requests about a file."""

    def register(answer: Callable[[EditorServer, Path, Any], object]) -> Any:
        def of_file(server: EditorServer, params: Any) -> object:
            uri = params.text_document.uri
            return server.safely(lambda uri: answer(server, path_of(uri), params), uri)

        ANSWERS.append((feature, of_file, options))
        return answer

    return register


# The protocol.


def make_server() -> EditorServer:
    """Return a server that answers all requests of editors."""
    server = EditorServer()
    server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)(_watched)
    for feature, answer, options in ANSWERS:
        server.feature(feature, options)(answer)
    return server


def _watched(server: EditorServer, params: types.DidChangeWatchedFilesParams) -> None:
    for change in params.changes:
        server.safely(lambda uri: server.check_soon(path_of(uri)), change.uri)


@_answers(types.TEXT_DOCUMENT_DID_OPEN)
@_answers(types.TEXT_DOCUMENT_DID_CHANGE)
def _typed(server: EditorServer, _path: Path, params: Any) -> None:
    server.take(params.text_document.uri)


@_answers(types.TEXT_DOCUMENT_DID_CLOSE)
def _closed(server: EditorServer, path: Path, _params: Any) -> None:
    server.let_go(path)


@_answers(types.TEXT_DOCUMENT_DID_SAVE)
def _saved(server: EditorServer, path: Path, _params: Any) -> None:
    server.check_soon(path)


@_answers(
    types.TEXT_DOCUMENT_COMPLETION,
    types.CompletionOptions(trigger_characters=[" ", "[", ".", "{"]),
)
def _completion(
    server: EditorServer, path: Path, params: types.CompletionParams
) -> list[types.CompletionItem]:
    at = server.position(path, params.position)
    proposals = answers.completions(
        server.packs.text(path), server.file(path), at, server.entries(path)
    )
    return [
        types.CompletionItem(
            label=proposal.text.rstrip(": ("),
            kind=SORTS[proposal.sort],
            detail=proposal.detail or None,
            documentation=proposal.says or None,
            filter_text=f"{proposal.text} {proposal.detail}",
            text_edit=types.TextEdit(
                server.range(path, proposal.start, proposal.end), proposal.text
            ),
        )
        for proposal in proposals
    ]


@_answers(types.TEXT_DOCUMENT_HOVER)
def _hover(
    server: EditorServer, path: Path, params: types.HoverParams
) -> types.Hover | None:
    compiled = server.packs.known(path)
    if compiled is None:
        return None
    at = server.position(path, params.position)
    content = answers.hover(server.packs.text(path), server.file(path), at, compiled)
    if content is None:
        return None
    markdown = types.MarkupContent(types.MarkupKind.Markdown, content.says)
    return types.Hover(markdown, server.range(path, content.start, content.end))


@_answers(types.TEXT_DOCUMENT_DEFINITION)
def _definition(
    server: EditorServer, path: Path, params: types.DefinitionParams
) -> types.Location | None:
    naming, compiled = server.naming(path, params.position), server.packs.known(path)
    if naming is None or compiled is None or compiled.merged is None:
        return None
    place = compiled.merged.provenance.first_location(naming.entry.path)
    if place is None:
        return None
    span = locate(place.key(), compiled.merged.sources.get(place.file, ""))
    return server.location(compiled, span)


@_answers(types.TEXT_DOCUMENT_REFERENCES)
def _references(
    server: EditorServer, path: Path, params: types.ReferenceParams
) -> list[types.Location]:
    naming, compiled = server.naming(path, params.position), server.packs.known(path)
    if naming is None or compiled is None:
        return []
    own = [
        types.Location(server.uri(place), server.range(place, other.start, other.end))
        for place, other in server.all_namings(path, naming.entry)
        if other.entry == naming.entry
    ]
    return [*own, *_in_bases(server, compiled, naming.entry, own)]


def _in_bases(
    server: EditorServer, compiled: Compiled, entry: Symbol, own: list[types.Location]
) -> Iterator[types.Location]:
    """Yield the references in packs that are not open, according to the ruleset."""
    if compiled.merged is None or compiled.linked is None:
        return
    files = {location.uri for location in own}
    for mention in mentions_of(compiled.merged, compiled.linked, entry.id):
        where = server.location(compiled, mention.spot) if mention.spot else None
        if where is not None and where.uri not in files:
            yield where


@_answers(types.TEXT_DOCUMENT_PREPARE_RENAME)
def _can_rename(
    server: EditorServer, path: Path, params: types.PrepareRenameParams
) -> types.Range | None:
    naming = server.naming(path, params.position)
    if naming is None or not _is_own(server, path, naming.entry):
        return None
    key = renamed(naming, naming.entry, "")
    return server.range(path, *key) if key else None


def _is_own(server: EditorServer, path: Path, entry: Symbol) -> bool:
    """True if an entry was first written in a pack that is being edited."""
    compiled = server.packs.known(path)
    if compiled is None or compiled.merged is None:
        return False
    author = compiled.merged.provenance.author(entry.path)
    folders = {Path(pack.folder) for pack in compiled.packs if pack.id == author}
    return bool(folders & set(server.packs.compiled))


@_answers(types.TEXT_DOCUMENT_RENAME, types.RenameOptions(prepare_provider=True))
def _rename(
    server: EditorServer, path: Path, params: types.RenameParams
) -> types.WorkspaceEdit | None:
    naming = server.naming(path, params.position)
    new = params.new_name
    if naming is None:
        return None
    id_ = f"{naming.entry.id.rpartition('.')[0]}.{new}"
    if not _is_own(server, path, naming.entry):
        raise _refused(f"{naming.entry.id} is in a pack that isn't open here")
    if KEY.fullmatch(new) is None or len(new) > LONGEST_KEY:
        raise _refused(
            f"'{new}' cannot be a key: begin with a letter, then use lower-case letters,"
            f" digits and single hyphens, at most {LONGEST_KEY} characters"
        )
    if id_ != naming.entry.id and id_ in server.ids(path):
        raise _refused(f"{id_} already exists: choose another key")
    changes = grouped(
        (place, TextChange(*key_range, new))
        for place, other in server.all_namings(path, naming.entry)
        if (key_range := renamed(other, naming.entry, new))
    )
    return _edit(server, changes)


def _refused(reason: str) -> JsonRpcException:
    return JsonRpcException(reason, types.LSPErrorCodes.RequestFailed)


@_answers(
    types.TEXT_DOCUMENT_CODE_ACTION,
    types.CodeActionOptions(
        [types.CodeActionKind.QuickFix, types.CodeActionKind.SourceFixAll]
    ),
)
def _actions(
    server: EditorServer, path: Path, params: types.CodeActionParams
) -> list[types.CodeAction]:
    folder = pack_folder(path)
    compiled = server.packs.compiled.get(folder) if folder else None
    if compiled is None:
        return []
    actions: list[types.CodeAction] = []
    certain: dict[Path, list[TextChange]] = {}
    for placed in problems(compiled).get(path, []):
        fixes = [fix for fix in placed.diagnostic.help if fix.edits]
        shown = server.diagnostic(path, placed)
        for fix in fixes:
            changes = changes_of(fix, compiled)
            if changes and len(fixes) == 1:
                for file, file_changes in changes.items():
                    certain.setdefault(file, []).extend(file_changes)
            if changes and _touches(shown.range, params.range):
                action = types.CodeAction(
                    fix.text.splitlines()[0],
                    types.CodeActionKind.QuickFix,
                    [shown],
                    is_preferred=len(fixes) == 1,
                    edit=_edit(server, changes),
                )
                actions.append(action)
    if certain:
        title = "Apply all safe fixes"
        kind = types.CodeActionKind.SourceFixAll
        actions.append(types.CodeAction(title, kind, edit=_edit(server, certain)))
    return actions


def _touches(first: types.Range, second: types.Range) -> bool:
    return first.start <= second.end and second.start <= first.end


def _edit(
    server: EditorServer, changes: dict[Path, list[TextChange]]
) -> types.WorkspaceEdit:
    return types.WorkspaceEdit(
        {
            server.uri(path): [
                types.TextEdit(server.range(path, edit.start, edit.end), edit.text)
                for edit in sorted(set(file_changes))
            ]
            for path, file_changes in changes.items()
        }
    )


@_answers(types.TEXT_DOCUMENT_CODE_LENS)
def _lenses(
    server: EditorServer, path: Path, _params: types.CodeLensParams
) -> list[types.CodeLens]:
    return server.lenses.get(path, [])
