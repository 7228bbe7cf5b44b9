"""freed6c serve: the site of a pack while it is written, on this machine alone."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from freed6c.cli import freed6c, serve
from freed6c.cli.serve import BuildReporter, SiteBuilder, next_edition
from freed6c.emit.files import OutputFile
from freed6c.emit.html.assets import OFFLINE_ATTRIBUTE
from serving import Served, served
from small_base import write_small

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    return write_small(tmp_path)


@pytest.fixture
def small(pack: Path) -> Iterator[Served]:
    with served(str(pack), cwd=pack.parent) as server:
        yield server


def test_a_change_is_seen(small: Served, pack: Path) -> None:
    assert "Oil" in small.ask("/terms.html").text
    file = pack / "pack.yaml"
    file.write_text(file.read_text().replace("It burns.", "It burns no more."))
    small.until("/terms.html", "It burns no more.")


def test_what_is_served_is_what_is_built(tmp_path: Path) -> None:
    house = str(Path(__file__).parent / "site" / "house")
    ran = CliRunner().invoke(
        freed6c, ["build", house, "--target", "html", "--out", str(tmp_path)]
    )
    assert ran.exit_code == 0, ran.output
    edition, _ = SiteBuilder(house, ()).edition()
    site = next(tmp_path.rglob("index.html")).parent
    (site / "MANIFEST.json").unlink()
    files = [file for file in site.rglob("*") if file.is_file()]
    assert len(files) > 200
    reload = f'<script src="/-/reload.js" data-mark="{edition.mark}" defer></script>\n'
    for file in sorted(files, reverse=True):  # in another order than that of the build
        made, path = file.read_text(), file.relative_to(site).as_posix()
        if path.endswith(".html"):
            made = made.replace(OFFLINE_ATTRIBUTE, "", 1)
        page = (edition.page(path) or b"").decode()
        assert page.replace(reload, "", 1) == made, path


def test_a_new_file_is_seen(small: Served, pack: Path) -> None:
    (pack / "more.yaml").write_text("terms: {smoke: {name: Smoke, text: It rises.}}\n")
    small.until("/terms.html", "It rises.")


def test_errors_are_shown_until_they_are_mended(small: Served, pack: Path) -> None:
    more = pack / "more.yaml"
    more.write_text("terms: {smoke: {name: <Smoke>, text: '[[term.nothing]]'}}\n")
    for path in ("/terms.html", "/no-such-page.html", "/"):
        page = small.until(path, "term.nothing")
        assert "more.yaml:1:" in page
    assert "&lt;Smoke&gt;" in page
    assert small.line("error.*term.nothing|term.nothing.*error")
    more.unlink()
    small.until("/terms.html", "It burns.")


def test_errors_stand_alone_on_their_page(small: Served, pack: Path) -> None:
    (pack / "empty.yaml").write_text("")
    (pack / "more.yaml").write_text("terms: {smoke: {text: It rises.}}\n")
    page = small.until("/", "needs &#x27;name&#x27;")
    assert "warning" not in page
    assert small.line(r"warning\[D6-Y025\]")


def test_an_item_that_is_still_empty_ends_nothing(small: Served, pack: Path) -> None:
    more = pack / "more.yaml"
    more.write_text('terms: {smoke: {name: Smoke, text: "- \\n\\nIt rises."}}\n')
    assert "It rises." in small.until("/terms.html", "It rises.")
    more.unlink()
    small.until("/terms.html", "It burns.")


def test_a_mistake_of_ours_is_shown_and_serving_goes_on(
    pack: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    press, teller = serve.SiteBuilder(str(pack), ()), BuildReporter()
    with monkeypatch.context() as broken:
        broken.setattr(serve, "compile_packs", lambda *_, **__: 1 // 0)
        edition = next_edition(press, teller)
    assert "ZeroDivisionError" in capsys.readouterr().err
    page = edition.page("index.html")
    assert page is not None
    assert b"Internal error in freed6c" in page
    assert press.folders == {pack}
    assert not next_edition(press, teller).problem


def test_a_page_that_is_gone_comes_back_by_itself(small: Served, pack: Path) -> None:
    file = pack / "pack.yaml"
    written = file.read_text()
    file.write_text(written.replace("nerve", "courage"))
    small.until("/ability-courage.html", "Not afraid")
    gone = small.ask("/ability-nerve.html")
    assert gone.status == 404
    assert gone.headers["Content-Type"] == "text/html; charset=utf-8"
    assert '<a href="/">' in gone.text
    assert "/-/reload.js" in gone.text
    file.write_text(written)
    small.until("/ability-nerve.html", "Not afraid")
    for part in re.findall(r'(?:src|href)="(/[^"]+)"', gone.text):
        assert small.ask(part).status == 200


def test_what_was_said_before_is_only_counted(small: Served, pack: Path) -> None:
    # The first build has said that there is no licence.
    black = "terms: {soot: {name: Soot, text: Black #1\n}}\n"
    (pack / "a.yaml").write_text(black)
    said = small.lines_until("files in")
    assert [line for line in said if "[D6-" in line] == [
        "warning[D6-Y019]: '#1' is ignored: ' #' begins a comment"
    ]
    assert "Checked 2 files: 0 errors, 2 warnings (1 as before)." in said
    # It moves down with its line; an error keeps what is said of licences from being found.
    (pack / "a.yaml").write_text(f"# Soot\n{black}")
    (pack / "b.yaml").write_text("terms: {smoke: {text: It rises.}}\n")
    said = small.lines_until("Checked 3")
    assert [line for line in said if "[D6-" in line] == [
        "error[D6-S003]: missing setting 'name' in term 'smoke'"
    ]
    (pack / "b.yaml").unlink()
    said = small.lines_until("files in")
    assert said[0] == "Checked 2 files: 0 errors, 2 warnings (as before)."


def test_a_manifest_that_is_broken_or_gone_is_watched_on(
    small: Served, pack: Path
) -> None:
    file = pack / "pack.yaml"
    written = file.read_text()
    file.write_text("pack: [")
    small.until("/", "no matching")
    file.unlink()
    small.until("/", "pack.yaml")
    file.write_text(written)
    small.until("/terms.html", "It burns.")


def test_what_it_is_layered_on_is_watched_too(pack: Path, tmp_path: Path) -> None:
    layer = tmp_path / "layer"
    layer.mkdir()
    text = "pack: layer\nextends: small\nchange: {term.oil: {set: {text: It drips.}}}\n"
    (layer / "pack.yaml").write_text(text)
    with served(str(pack), "--with", str(layer), cwd=tmp_path) as server:
        server.until("/changes.html", "It drips.")
        (layer / "pack.yaml").write_text(text.replace("drips", "runs"))
        server.until("/terms.html", "It runs.")
        file = pack / "pack.yaml"
        file.write_text(file.read_text().replace("It feeds", "It spoils"))
        server.until("/changes.html", "It spoils")


def test_only_this_machine_may_ask_and_only_to_read(small: Served) -> None:
    own = small.ask("/")
    assert own.status == 200
    assert small.ask("/", host=f"localhost:{small.port}").status == 200
    for stranger in ("evil.example", f"evil.example:{small.port}", "127.0.0.1"):
        assert small.ask("/", host=stranger).status == 403
    for method in ("POST", "PUT", "DELETE", "OPTIONS"):
        assert small.ask("/", method).status == 501
    head = small.ask("/", "HEAD")
    assert (head.status, head.text) == (200, "")
    assert head.headers["Content-Length"] == own.headers["Content-Length"]
    assert "Access-Control-Allow-Origin" not in own.headers


@pytest.mark.parametrize(
    "path",
    [
        "/pack.yaml",
        "/../pack.yaml",
        "/%2e%2e/pack.yaml",
        "/..%2fpack.yaml",
        "//etc/passwd",
    ],
)
def test_no_path_leads_to_the_disk(small: Served, path: str) -> None:
    answer = small.ask(path)
    assert answer.status == 404
    assert "Small" not in answer.text


@pytest.mark.parametrize("address", ["http://[::1", "http://a:b]/"])
def test_an_address_that_is_none_is_not_there(small: Served, address: str) -> None:
    with socket.create_connection(("127.0.0.1", small.port), timeout=20) as connection:
        host = f"127.0.0.1:{small.port}"
        connection.sendall(f"GET {address} HTTP/1.0\r\nHost: {host}\r\n\r\n".encode())
        assert b" 404 " in connection.makefile("rb").readline()


@pytest.mark.parametrize(
    "line", [b"<b>\xff / HTTP/1.0", b"GET / <b>\xff HTTP/1.0", b"GET / HTTP/1.<b>\xff"]
)
def test_nothing_of_a_strange_request_comes_back(small: Served, line: bytes) -> None:
    with socket.create_connection(("127.0.0.1", small.port), timeout=20) as connection:
        connection.sendall(line + b"\r\n\r\n")
        answer = connection.makefile("rb").read()
    assert b"Error code: " in answer
    assert b"<b>" not in answer
    assert b"&lt;b" not in answer
    assert b"\xff" not in answer


def test_pages_may_ask_for_news_and_nothing_else(small: Served) -> None:
    policy = re.search(r'Security-Policy" content="([^"]*)"', small.ask("/").text)
    assert policy is not None
    one_script = re.sub(r" 'sha256-[^']*'", "", policy[1], count=1)
    assert one_script.split("; ") == [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "manifest-src 'self'",
        "connect-src 'self'",
    ]
    assert small.ask("/icon.svg").headers["Content-Type"] == "image/svg+xml"
    assert small.ask("/style.css").headers["Content-Type"].startswith("text/css")


def test_what_cannot_be_served_is_said(small: Served, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "freed6c", "serve"]
    for words, code, said in (
        (["nowhere"], 2, "nowhere"),
        (["small", "--port", str(small.port)], 3, "cannot listen on port"),
        (["small", "--port", "70000"], 2, "70000"),
    ):
        ran = subprocess.run(
            [*command, *words],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        assert ran.returncode == code, ran.stderr
        assert said in ran.stderr


def test_connections_are_few_and_end_where_nobody_asks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(serve.RequestHandler, "timeout", 1)
    monkeypatch.setattr(serve, "MOST", 3)
    page = OutputFile.text("index.html", "Here I am.")
    server = serve.Server(0, serve.Edition(lambda: {page.path: lambda: page}, "1"))
    Thread(target=server.serve_forever, daemon=True).start()
    address = (serve.HERE, server.server_port)
    asked = f"GET / HTTP/1.0\r\nHost: {serve.HERE}:{server.server_port}\r\n"

    def answer(request: str) -> bytes:
        with socket.create_connection(address, timeout=20) as connection:
            connection.sendall(request.encode())
            return connection.makefile("rb").read()

    halves = [socket.create_connection(address, timeout=20) for _ in range(serve.MOST)]
    for half in halves:
        half.sendall(asked.encode())
    assert b"503 Service Unavailable" in answer("")
    assert all(half.recv(1) == b"" for half in halves)
    assert answer(f"{asked}\r\n").endswith(b"Here I am.")
    for half in halves:
        half.close()
    server.shutdown()
    server.server_close()
