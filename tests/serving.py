"""A running `freed6c serve`, as a user starts it."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections import deque
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from queue import Empty, Queue
from threading import Thread
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

PATIENCE = 30
"""Seconds that a noisy machine may take."""


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    headers: Mapping[str, str]
    text: str


@dataclass(frozen=True, slots=True)
class Served:
    """Its port, and what it prints."""

    port: int
    printed: Queue[str]

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def ask(self, path: str, method: str = "GET", host: str = "") -> Answer:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        headers = {"Host": host} if host else {}
        connection.request(method, path, headers=headers)
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        return Answer(answer.status, dict(answer.getheaders()), text)

    def until(self, path: str, words: str) -> str:
        """A page, once these words stand on it."""
        end = time.monotonic() + PATIENCE
        while words not in (text := self.ask(path).text):
            assert time.monotonic() < end, f"no {words!r} on {path}:\n{text}"
            time.sleep(0.05)
        return text

    def line(self, pattern: str) -> str:
        """The next line printed that holds this."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                line = self.printed.get(timeout=1)
            except Empty:
                continue
            if re.search(pattern, line):
                return line
        raise AssertionError(f"nothing printed like {pattern!r}")

    def lines_until(self, pattern: str) -> list[str]:
        """The next lines printed, up to one that holds this."""
        found = [self.line("")]
        while not re.search(pattern, found[-1]):
            found.append(self.line(""))
        return [line.rstrip("\n") for line in found]


@contextmanager
def served(*words: str, cwd: Path, port: int = 0) -> Iterator[Served]:
    """The server on a port, else on a free one, until the block ends."""
    command = [sys.executable, "-m", "freed6c", "serve", *words, "--port", str(port)]
    with subprocess.Popen(
        command, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        assert process.stdout is not None
        printed: Queue[str] = Queue()
        lines = iter(process.stdout.readline, "")
        reader = Thread(target=lambda: deque(map(printed.put, lines)))
        reader.start()
        try:
            server = Served(0, printed)
            found = re.search(r":(\d+)/", server.line(r"http://127\.0\.0\.1:\d+/"))
            assert found is not None
            yield Served(int(found[1]), printed)
        finally:
            process.terminate()
            reader.join()
