"""Whether an address can be that of a site: pages are put below it, and links made of both."""

from __future__ import annotations

import re
from posixpath import dirname, normpath
from typing import TYPE_CHECKING, Final

from freed6c.diagnostics import Diagnostic, Label
from freed6c.diagnostics.codes import structure
from freed6c.packs.address import Address

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.packs.pack import SourceFile

SCHEMES: Final = ("https", "http")
_LABEL: Final = r"[A-Za-z0-9]+(-+[A-Za-z0-9]+)*"
HOST: Final = re.compile(rf"{_LABEL}(\.{_LABEL})*(:[0-9]{{1,5}})?")
ODD: Final = re.compile(r"[^A-Za-z0-9._~/-]")
"""What cannot stand in an address, but for the colon of a host."""
PAGES: Final = (".html", ".htm")


def check_site(file: SourceFile) -> Iterator[Diagnostic]:
    """What is wrong with the address that a manifest says its site has."""
    site = file.data.get("site")
    url = site.get("url") if isinstance(site, dict) else None
    wrong = _wrong(url) if isinstance(url, str) and url else ""
    if wrong:
        yield Diagnostic(
            code=structure.WRONG_FORM,
            message=f"'url' cannot be the address of a site: {wrong}",
            label=Label(Address(file.path, ("site", "url"))),
            help=(
                f"write {_mended(str(url)) or 'for example https://example.org/rules/'}",
            ),
        )


def _wrong(url: str) -> str:
    """The first thing that is wrong with it; empty if nothing is."""
    scheme, _, rest = url.partition("://")
    if scheme.lower() not in SCHEMES:
        return "it does not begin with https://"
    host, _, path = rest.partition("/")
    odd = ODD.search(host.replace(":", "").replace("@", "")) or ODD.search(path)
    if odd:
        return _standing(odd[0])
    if not HOST.fullmatch(host):
        return f"'{host}' is not the name of a host"
    return _wrong_path(path)


def _standing(sign: str) -> str:
    if not sign.isascii():
        return f"'{sign}' is not ASCII; a host with such letters has a name in ASCII, xn--…"
    return "a space stands in it" if sign == " " else f"'{sign}' stands in it"


def _wrong_path(path: str) -> str:
    parts = path.split("/")
    if "" in parts[:-1]:
        return "it has two slashes, one after the other"
    up = next((part for part in parts if part in {".", ".."}), "")
    if up:
        return f"'{up}' stands in it"
    if _is_page(path):
        return f"it leads to a page, '{parts[-1]}', and not to the folder of all pages"
    return ""


def _mended(url: str) -> str:
    """An address that was probably meant; empty where none can be made of it."""
    scheme, _, rest = url.rpartition("://")
    host, _, path = re.split(r"[?#]", rest)[0].partition("/")
    path = normpath(f"/{path.lstrip('/')}")
    if _is_page(path):
        path = dirname(path)
    try:
        host = host.encode("idna").decode()
    except UnicodeError:
        return ""
    scheme = scheme.lower() if scheme.lower() in SCHEMES else SCHEMES[0]
    meant = f"{scheme}://{host}{path.rstrip('/')}/"
    return "" if _wrong(meant) else meant


def _is_page(path: str) -> bool:
    return path.lower().endswith(PAGES)
