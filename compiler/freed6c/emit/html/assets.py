"""What pages need besides their text: styles, in files beside them or inside of the only page."""

from __future__ import annotations

from base64 import b64encode
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from freed6c.emit.files import OutputFile
from freed6c.emit.html.inlines import Html

STATIC: Final = Path(__file__).with_name("static")


@dataclass(frozen=True, slots=True)
class Assets:
    """How a page brings them in, and the policy that allows these and nothing else."""

    tags: Html
    policy: str


def beside() -> Assets:
    """In files of their own."""
    tags = "".join(
        f'<link rel="stylesheet" href="{name}">\n' for name in static() if _style(name)
    )
    return Assets(
        Html(tags), "default-src 'none'; style-src 'self'; img-src 'self' data:"
    )


def inside() -> Assets:
    """In the page itself, each allowed by its hash."""
    styles = [text for name, text in static().items() if _style(name)]
    tags = "".join(f"<style>{text}</style>\n" for text in styles)
    allowed = " ".join(map(_hash, styles))
    return Assets(Html(tags), f"default-src 'none'; style-src {allowed}; img-src data:")


def files() -> tuple[OutputFile, ...]:
    """Those that stand beside the pages."""
    return tuple(OutputFile.text(name, text) for name, text in static().items())


@cache
def static() -> dict[str, str]:
    """Their texts by name."""
    return {
        file.name: file.read_text(encoding="utf-8") for file in sorted(STATIC.iterdir())
    }


def _style(name: str) -> bool:
    return name.endswith(".css")


def _hash(text: str) -> str:
    digest = sha256(text.encode()).digest()
    return f"'sha256-{b64encode(digest).decode()}'"
