"""What Lighthouse says of each kind of page of core: its four scores.

    python tests/bench/lighthouse.py FOLDER/node_modules/.bin/lighthouse [PAGE ...]

It needs Chromium, and Lighthouse from npm (`npm install lighthouse`, in a folder of its own). A
phone on a slow line is simulated, as Lighthouse does by itself; files are served compressed, as
hosts of static sites do. Its own index of how quick the machine was stands beside: below 1,500 or
so, performance says more of the machine than of the page. So a page below 95 is looked at twice
more, and the median counts. What has the whole book in one page is left out.
"""

from __future__ import annotations

import gzip
import json
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from statistics import median
from threading import Thread
from typing import IO

from click.testing import CliRunner

from freed6c.cli import freed6c
from freed6c.document.documents import Documents
from freed6c.pipeline import compile_packs

AGAIN = 2
WANTED = 95
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
LEFT_OUT = {"all", "one-file"}
FLAGS = (
    "--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run"
    " --disable-background-networking --disable-component-update --disable-sync"
)


class Compressed(SimpleHTTPRequestHandler):
    """Files of a folder, text compressed."""

    protocol_version = "HTTP/1.1"

    def send_head(self) -> IO[bytes] | None:  # type: ignore[override]
        file = Path(self.translate_path(self.path))
        file = file / "index.html" if file.is_dir() else file
        if not file.is_file():
            self.send_error(404)
            return None
        body = gzip.compress(file.read_bytes())
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(file))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        return BytesIO(body)

    def log_message(self, *_words: object) -> None:
        """Say nothing."""


class Server(ThreadingHTTPServer):
    def handle_error(self, *_words: object) -> None:
        """Say nothing of visitors who leave before a page is there."""


def kinds_of_pages(folder: Path) -> list[str]:
    """The pages of core; of those of single entries, the heaviest of each kind of thing."""
    ruleset = compile_packs("core").ruleset
    assert ruleset is not None
    of_kind: dict[str, list[str]] = {}
    for page in Documents(ruleset).paged.pages:
        if page.above:
            of_kind.setdefault(page.kind, []).append(page.key)
    weight = {file.stem: file.stat().st_size for file in folder.glob("*.html")}
    heaviest = {max(keys, key=weight.__getitem__) for keys in of_kind.values()}
    entries = {key for keys in of_kind.values() for key in keys}
    return sorted(weight.keys() - (entries - heaviest) - LEFT_OUT)


@dataclass(frozen=True)
class Judgement:
    """The four scores of a page, out of 100; what it did not pass; an index of the machine."""

    scores: list[int]
    failed: list[str]
    machine: float


def judged(lighthouse: str, address: str) -> Judgement:
    """What Lighthouse says of an address."""
    chosen = f"--only-categories={','.join(CATEGORIES)}"
    command = [lighthouse, address, "--output=json", "--quiet", chosen]
    chromium = shutil.which("chromium") or shutil.which("google-chrome") or ""
    environment = {**os.environ, "CHROME_PATH": chromium}
    ran = subprocess.run(
        [*command, f"--chrome-flags={FLAGS}"],
        capture_output=True,
        check=True,
        env=environment,
    )
    report = json.loads(ran.stdout)
    found = [report["categories"][name] for name in CATEGORIES]
    failed = {
        part["id"]
        for category in found[1:]
        for part in category["auditRefs"]
        if part["weight"] and report["audits"][part["id"]]["score"] == 0
    }
    scores = [round(100 * category["score"]) for category in found]
    return Judgement(scores, sorted(failed), report["environment"]["benchmarkIndex"])


def main(lighthouse: str, *chosen: str) -> None:
    """Build core's site, serve it, and print a line for each page, and those that fall short."""
    with tempfile.TemporaryDirectory() as out:
        command = ["build", "core", "--target", "html", "--out", out]
        made = CliRunner().invoke(freed6c, command)
        if made.exit_code:
            sys.exit(made.output)
        folder = Path(out, "core", "html")
        handler = partial(Compressed, directory=str(folder))
        server = Server(("127.0.0.1", 0), handler)
        Thread(target=server.serve_forever, daemon=True).start()
        short = []
        names = chosen or kinds_of_pages(folder)
        print(
            "page: performance (of each run), accessibility, best practices, SEO; machine"
        )
        for name in names:
            address = f"http://127.0.0.1:{server.server_port}/{name}.html"
            runs = [judged(lighthouse, address)]
            if min(runs[0].scores) < WANTED:
                runs += [judged(lighthouse, address) for _ in range(AGAIN)]
            scores = list(zip(*(run.scores for run in runs), strict=True))
            middle = [median(of_category) for of_category in scores]
            quick = ", ".join(map(str, scores[0]))
            rest = ", ".join(map(str, middle[1:]))
            machine = ", ".join(f"{run.machine:.0f}" for run in runs)
            failed = " ".join(runs[0].failed)
            print(
                f"{name}: {middle[0]} ({quick}), {rest}; {machine}; {failed}",
                flush=True,
            )
            short += [name] if min(middle) < WANTED else []
        server.shutdown()
    print(f"{len(names)} pages; below {WANTED}: {', '.join(short) or 'none'}")


if __name__ == "__main__":
    main(*sys.argv[1:])
