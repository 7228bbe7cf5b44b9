"""Servers that show pages while somebody writes, and the seconds from a save to the new page."""

from __future__ import annotations

import socket
import subprocess
import time
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Final
from urllib.error import URLError
from urllib.request import urlopen

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

PATIENCE: Final = 120
EDITS: Final = count(20)


@dataclass(frozen=True, slots=True)
class Server:
    """A command that serves; a page, which shows `sign` and a number; its file; the file's text."""

    command: Sequence[object]
    page: str
    file: Path
    text: Callable[[int], str]
    sign: str = ""

    def seconds(self, variables: dict[str, str]) -> float:
        """From saving a file to the last byte of its page, which is asked for every 50 ms."""
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = str(free.getsockname()[1])
        self.file.write_text(self.text(first := next(EDITS)), encoding="utf-8")
        command = [str(word).replace("PORT", port) for word in self.command]
        quiet = subprocess.DEVNULL
        with subprocess.Popen(
            command, env=variables, stdout=quiet, stderr=quiet
        ) as process:
            try:
                self._wait(port, first)
                time.sleep(1.5)  # until all is quiet
                begun = time.perf_counter()
                self.file.write_text(self.text(second := next(EDITS)), encoding="utf-8")
                self._wait(port, second)
                return time.perf_counter() - begun
            finally:
                process.terminate()

    def _wait(self, port: str, number: int) -> None:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            time.sleep(0.05)
            try:
                with urlopen(
                    f"http://127.0.0.1:{port}/{self.page}", timeout=PATIENCE
                ) as answer:
                    if f"{self.sign}{number}" in answer.read().decode():
                        return
            except (URLError, ConnectionError):
                continue
        raise TimeoutError(f"{self.page} never showed {number}")
