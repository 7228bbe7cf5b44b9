"""Shell completion of packs, ids and keywords. Shells call it at each press of Tab.

Click has the script for each shell: `_FREED6C_COMPLETE=bash_source freed6c` prints that of bash.
Slow modules are imported on demand, and a pack with errors has no completions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.packs.lazy import regex

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, MutableMapping

    import click
    from click.shell_completion import CompletionItem

    Items = list[CompletionItem]


POSITION: Final = regex(r"[0-9]{1,9}")


def unanswerable(environment: Mapping[str, str]) -> str:
    """Return why a request for completion is invalid; empty if it is valid or none was made."""
    request = environment.get("_FREED6C_COMPLETE", "")
    if not request.endswith("_complete"):
        return ""
    words, at = environment.get("COMP_WORDS"), environment.get("COMP_CWORD", "")
    if words is not None and (request.startswith("fish") or POSITION.fullmatch(at)):
        return ""
    return "COMP_WORDS must contain the typed words, and COMP_CWORD the number of one of them"


def make_sayable(environment: MutableMapping[str, str]) -> None:
    """Replace undecodable characters in the typed words by ?, as click answers in UTF-8."""
    for name in ("COMP_WORDS", "COMP_CWORD"):
        if name in environment:
            environment[name] = environment[name].encode(errors="replace").decode()


def packs(_context: click.Context, _parameter: click.Parameter, begun: str) -> Items:
    """Complete packs that come with freed6c or are installed, and folders."""
    from click.shell_completion import CompletionItem

    from freed6c.cache.disk import Disk
    from freed6c.load.discovery import known_ids

    names = () if "/" in begun else known_ids(Disk())
    return [*_items(names, begun), CompletionItem(begun, type="dir")]


def kinds(_context: click.Context, _parameter: click.Parameter, begun: str) -> Items:
    """Complete kinds of entries, in the plural."""
    from freed6c.packs.kinds import KINDS

    return _items((kind.key for kind in KINDS), begun)


def explained(context: click.Context, _parameter: click.Parameter, begun: str) -> Items:
    """Complete codes, keywords, and the ids of the selected pack."""
    from freed6c.diagnostics.codes import ALL
    from freed6c.validate.vocabulary import known_words

    codes = (name for code in ALL for name in (code.id, code.name))
    return _items((*known_words(), *codes, *_ids(context)), begun)


def procedures(
    context: click.Context, _parameter: click.Parameter, begun: str
) -> Items:
    """Complete the dice procedures of the selected pack."""
    return _items((i for i in _ids(context) if i.startswith("dice.")), begun)


def _items(names: Iterable[str], begun: str) -> Items:
    from click.shell_completion import CompletionItem

    fitting = (name for name in names if name.startswith(begun))
    return [CompletionItem(name) for name in dict.fromkeys(fitting)]


def _ids(context: click.Context) -> Iterable[str]:
    """Return the ids of `--pack` with its layers; empty if it has errors."""
    from freed6c.cli.compiling import compiled_packs

    pack, layers = context.params.get("pack"), context.params.get("layers")
    ruleset = compiled_packs(pack or "core", layers or ()).ruleset
    return ruleset.entries if ruleset else ()
