"""An editor as the language server sees it: what is typed, and what is asked at a place."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cached_property
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path


class RefusedError(Exception):
    """An error as the answer to a request."""


class Client:
    """Speaks to `freed6c lsp`, or another server, as an editor does."""

    def __init__(
        self,
        folder: Path,
        root: str = "",
        abilities: dict[str, Any] | None = None,
        command: tuple[str, ...] = (sys.executable, "-m", "freed6c", "lsp"),
        **more: Any,
    ) -> None:
        self.folder = folder
        self.root = root or folder.as_uri()
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self._number = 0
        self._shown: dict[str, list[Any]] = {}
        told = self.ask(
            "initialize",
            capabilities=abilities or {},
            processId=None,
            rootUri=self.root,
            **more,
        )
        self.abilities: dict[str, Any] = told["capabilities"]
        self.tell("initialized")

    @property
    def process(self) -> int:
        return self._process.pid

    def uri(self, file: str) -> str:
        return f"{self.root}/{file}"

    def tell(self, method: str, **params: Any) -> None:
        self._send({"method": method, "params": params})

    def ask(self, method: str, **params: Any) -> Any:
        self._number += 1
        self._send({"id": self._number, "method": method, "params": params})
        while (answer := self._next()).get("id") != self._number or "method" in answer:
            pass
        if "error" in answer:
            raise RefusedError(answer["error"]["message"])
        return answer["result"]

    def type(self, file: str, text: str) -> None:
        """What an editor says after each keystroke; the first time it opens the file."""
        uri = self.uri(file)
        if (seen := self._versions.setdefault(uri, 0)) == 0:
            document = {"uri": uri, "languageId": "yaml", "version": 1, "text": text}
            self.tell("textDocument/didOpen", textDocument=document)
        else:
            document = {"uri": uri, "version": seen + 1}
            changes = [{"text": text}]
            self.tell(
                "textDocument/didChange", textDocument=document, contentChanges=changes
            )
        self._versions[uri] = seen + 1

    @cached_property
    def _versions(self) -> dict[str, int]:
        return {}

    def problems(self, file: str) -> list[str]:
        """What is said next of a file, as it was typed last."""
        uri = self.uri(file)
        while True:
            said = self._next()
            if said.get("method") == "textDocument/publishDiagnostics" and (
                said["params"]["uri"] == uri
                and said["params"].get("version") == self._versions.get(uri)
            ):
                self._shown[uri] = said["params"]["diagnostics"]
                return [each["message"] for each in self._shown[uri]]

    def at(self, method: str, file: str, text: str, **params: Any) -> Any:
        """Ask about the place of the `|` in a text that is typed."""
        before, _, after = text.partition("|")
        self.type(file, before + after)
        column = len(before.rpartition("\n")[2])
        params["position"] = {"line": before.count("\n"), "character": column}
        document = {"uri": self.uri(file)}
        return self.ask(f"textDocument/{method}", textDocument=document, **params)

    def actions(self, file: str) -> list[Any]:
        """What is offered for all that is wrong in a file."""
        uri = self.uri(file)
        start, end = ({"line": line, "character": 0} for line in (0, 99))
        given: list[Any] = self.ask(
            "textDocument/codeAction",
            textDocument={"uri": uri},
            range={"start": start, "end": end},
            context={"diagnostics": self._shown.get(uri, [])},
        )
        return given

    def end(self) -> int:
        self.ask("shutdown")
        self.tell("exit")
        with self._process as process:  # which closes its streams
            return process.wait(10)

    def _send(self, message: dict[str, Any]) -> None:
        content = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self._process.stdin is not None
        self._process.stdin.write(
            b"Content-Length: %d\r\n\r\n%s" % (len(content), content)
        )
        self._process.stdin.flush()

    def _next(self) -> Any:
        stream = self._process.stdout
        assert stream is not None
        length = 0
        while line := stream.readline().strip():
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        assert length, "the server ended"
        said = json.loads(stream.read(length))
        if "id" in said and "method" in said:
            self._send({"id": said["id"], "result": self._answer(said)})
        return said

    def _answer(self, _asked: dict[str, Any]) -> Any:
        """What the server is told that asks something."""
        return None
