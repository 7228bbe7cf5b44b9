"""A client of yaml-language-server, which stands behind YAML in VS Code and most other editors."""

from __future__ import annotations

import json
import queue
import shutil
import subprocess
import threading
from typing import TYPE_CHECKING, Any, Final

from judges import BRING, MODULES
from machine import missing

if TYPE_CHECKING:
    from pathlib import Path

SERVER: Final = MODULES / "yaml-language-server" / "bin" / "yaml-language-server"
CURSOR: Final = "¦"
PATIENCE: Final = 30
"""Seconds to wait for an answer."""


class Editor:
    """An editor that has opened a folder, with the settings of its `.vscode/settings.json`."""

    def __init__(self, folder: Path) -> None:
        node = shutil.which("node")
        if node is None:
            missing("Node.js", "apt-get install nodejs npm")
        if not SERVER.is_file():
            missing("yaml-language-server", BRING)
        self.folder, self.node = folder, node
        self.settings = nested(
            json.loads((folder / ".vscode/settings.json").read_text())
        )
        self.settings["yaml"]["schemaStore"] = {"enable": False}  # asks the network
        self._process = subprocess.Popen(
            [node, SERVER, "--stdio"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self._messages: queue.Queue[dict[str, Any]] = queue.Queue()
        self._problems: dict[str, list[dict[str, Any]]] = {}
        self._sent = self._opened = 0
        threading.Thread(target=self._listen, daemon=True).start()
        words = {"snippetSupport": True, "documentationFormat": ["markdown"]}
        self._ask(
            "initialize",
            {
                "processId": None,
                "rootUri": folder.as_uri(),
                "workspaceFolders": [{"uri": folder.as_uri(), "name": folder.name}],
                "capabilities": {
                    "workspace": {"configuration": True, "workspaceFolders": True},
                    "textDocument": {
                        "completion": {"completionItem": words},
                        "hover": {"contentFormat": ["markdown"]},
                    },
                },
            },
        )
        self._tell("initialized", {})

    def close(self) -> None:
        """End the server."""
        self._process.kill()
        self._process.communicate()

    def problems(self, *texts: str, name: str = "") -> list[list[str]]:
        """What is underlined in each of these files, as `line:column message`, from 1."""
        return self._problems_of([self._open(text, self._new(name)) for text in texts])

    def problems_in(self, *files: Path) -> list[list[str]]:
        """The same of files that are there."""
        opened = [self._open(path.read_text("utf-8"), path) for path in files]
        return self._problems_of(opened)

    def _problems_of(self, opened: list[str]) -> list[list[str]]:
        while not self._problems.keys() >= set(opened):
            self._take(self._messages.get(timeout=PATIENCE))
        return [
            [
                f"{found['range']['start']['line'] + 1}:"
                f"{found['range']['start']['character'] + 1} {found['message']}"
                for found in self._problems[uri]
            ]
            for uri in opened
        ]

    def completions(self, text: str, name: str = "") -> dict[str, dict[str, Any]]:
        """What is offered where the cursor (¦) stands, by its label."""
        offered = self._ask_at("textDocument/completion", text, name)
        items = offered["items"] if isinstance(offered, dict) else offered
        return {item["label"]: item for item in items}

    def hover(self, text: str, name: str = "") -> str:
        """What is said of the word under the cursor (¦)."""
        said = self._ask_at("textDocument/hover", text, name)
        return "" if said is None else str(said["contents"]["value"])

    def _ask_at(self, method: str, text: str, name: str) -> Any:
        before, _, after = text.partition(CURSOR)
        line, column = before.count("\n"), len(before.rpartition("\n")[2])
        place = {"line": line, "character": column}
        document = {"uri": self._open(before + after, self._new(name))}
        return self._ask(method, {"textDocument": document, "position": place})

    def _new(self, name: str) -> Path:
        """A file that is not there: of this name in a folder of its own, or called by a number."""
        self._opened += 1
        path = f"{self._opened}/{name}" if name else f"{self._opened}.yaml"
        return self.folder / path

    def _open(self, text: str, path: Path) -> str:
        uri = path.as_uri()
        document = {"uri": uri, "languageId": "yaml", "version": 1, "text": text}
        self._tell("textDocument/didOpen", {"textDocument": document})
        return uri

    def _ask(self, method: str, params: dict[str, Any]) -> Any:
        self._sent += 1
        id_ = self._sent
        self._send({"id": id_, "method": method, "params": params})
        while True:
            message = self._messages.get(timeout=PATIENCE)
            if "method" not in message and message["id"] == id_:
                return message["result"]
            self._take(message)

    def _tell(self, method: str, params: dict[str, Any]) -> None:
        self._send({"method": method, "params": params})

    def _take(self, message: dict[str, Any]) -> None:
        """Note problems that the server tells of."""
        if message.get("method") == "textDocument/publishDiagnostics":
            params = message["params"]
            self._problems[params["uri"]] = params["diagnostics"]

    def _send(self, message: dict[str, Any]) -> None:
        content = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self._process.stdin is not None
        self._process.stdin.write(
            b"Content-Length: %d\r\n\r\n" % len(content) + content
        )
        self._process.stdin.flush()

    def _listen(self) -> None:
        """Put what the server says in the queue; answer what it asks of the settings."""
        assert self._process.stdout is not None
        while line := self._process.stdout.readline():
            length = int(line.removeprefix(b"Content-Length: "))
            self._process.stdout.readline()
            message = json.loads(self._process.stdout.read(length))
            if "method" in message and "id" in message:
                self._send({"id": message["id"], "result": self._answer(message)})
            else:
                self._messages.put(message)

    def _answer(self, message: dict[str, Any]) -> Any:
        if message["method"] != "workspace/configuration":
            return None
        sections = [item["section"] for item in message["params"]["items"]]
        return [self.settings.get(section, {}) for section in sections]


def nested(settings: dict[str, Any]) -> dict[str, Any]:
    """Settings as an editor gives them out: `yaml.schemas` in those of `yaml`."""
    made: dict[str, Any] = {}
    for key, value in settings.items():
        section, dot, name = key.partition(".")
        if dot:
            made.setdefault(section, {})[name] = value
        else:
            made[key] = value
    return made
