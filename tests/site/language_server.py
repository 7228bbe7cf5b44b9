"""A client of yaml-language-server, which stands behind YAML in VS Code and most other editors."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING, Any, Final

from judges import BRING, MODULES

from editor_client import Client
from machine import missing

if TYPE_CHECKING:
    from pathlib import Path

SERVER: Final = MODULES / "yaml-language-server" / "bin" / "yaml-language-server"
CURSOR: Final = "¦"
ABILITIES: Final[dict[str, Any]] = {
    "workspace": {"configuration": True, "workspaceFolders": True},
    "textDocument": {
        "completion": {
            "completionItem": {
                "snippetSupport": True,
                "documentationFormat": ["markdown"],
            }
        },
        "hover": {"contentFormat": ["markdown"]},
    },
}


class Editor(Client):
    """An editor that has opened a folder, with the settings of its `.vscode/settings.json`."""

    def __init__(self, folder: Path) -> None:
        node = shutil.which("node")
        if node is None:
            missing("Node.js", "apt-get install nodejs npm")
        if not SERVER.is_file():
            missing("yaml-language-server", BRING)
        self.node = node
        self.settings = nested(
            json.loads((folder / ".vscode/settings.json").read_text())
        )
        self.settings["yaml"]["schemaStore"] = {"enable": False}  # asks the network
        self._opened = 0
        command = (node, str(SERVER), "--stdio")
        opened = [{"uri": folder.as_uri(), "name": folder.name}]
        super().__init__(
            folder, abilities=ABILITIES, command=command, workspaceFolders=opened
        )

    def close(self) -> None:
        """End the server."""
        self._process.kill()
        self._process.communicate()

    def underlined(self, *texts: str, name: str = "") -> list[list[str]]:
        """What is underlined in each of these files, as `line:column message`, from 1."""
        return self._underlined({self._new(name): text for text in texts})

    def underlined_in(self, *files: Path) -> list[list[str]]:
        """The same of files of the folder."""
        return self._underlined({file.name: file.read_text("utf-8") for file in files})

    def _underlined(self, texts: dict[str, str]) -> list[list[str]]:
        for file, text in texts.items():
            self.type(file, text)
        found: dict[str, list[str]] = {}
        uris = [self.uri(file) for file in texts]
        while not found.keys() >= set(uris):
            said = self._next()
            if said.get("method") == "textDocument/publishDiagnostics":
                found[said["params"]["uri"]] = [
                    f"{one['range']['start']['line'] + 1}:"
                    f"{one['range']['start']['character'] + 1} {one['message']}"
                    for one in said["params"]["diagnostics"]
                ]
        return [found[uri] for uri in uris]

    def completions(self, text: str, name: str = "") -> dict[str, dict[str, Any]]:
        """What is offered where the cursor (¦) stands, by its label."""
        offered = self.at("completion", self._new(name), text.replace(CURSOR, "|"))
        items = offered["items"] if isinstance(offered, dict) else offered
        return {item["label"]: item for item in items}

    def hover(self, text: str, name: str = "") -> str:
        """What is said of the word under the cursor (¦)."""
        said = self.at("hover", self._new(name), text.replace(CURSOR, "|"))
        return "" if said is None else str(said["contents"]["value"])

    def _new(self, name: str) -> str:
        """A file that is not there: of this name in a folder of its own, or called by a number."""
        self._opened += 1
        return f"{self._opened}/{name}" if name else f"{self._opened}.yaml"

    def _answer(self, asked: dict[str, Any]) -> Any:
        if asked["method"] != "workspace/configuration":
            return None
        sections = [item["section"] for item in asked["params"]["items"]]
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
