"""Layers go on the game that they are layered on: each has something in common with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.diagnostics import Diagnostic, Label
from freed6c.diagnostics.codes import loading as codes
from freed6c.load.says import says_extends, says_id
from freed6c.packs.pack import MANIFEST

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from freed6c.packs.pack import Pack


def check_layers(
    target: Pack, layers: Sequence[Pack], packs: Mapping[str, Pack]
) -> Iterator[Diagnostic]:
    """Layers for another game.

    A layer is for the target's if one of them, or something that it extends, extends or
    comes after something of the other. Where a base is missing, nobody can tell.
    """
    game = _whole(target, packs)
    for layer in {each.id: each for each in layers}.values():
        own = _whole(layer, packs)
        whole = game | own <= packs.keys()
        if whole and not (_knows(own, packs) & game or _knows(game, packs) & own):
            yield _foreign(layer, target)


def _whole(pack: Pack, packs: Mapping[str, Pack]) -> set[str]:
    """A pack and all it extends, also what was not found, by id."""
    found = {pack.id}
    waiting = [pack]
    while waiting:
        bases = set(waiting.pop().extends) - found
        found |= bases
        waiting += [packs[base] for base in bases if base in packs]
    return found


def _knows(ids: set[str], packs: Mapping[str, Pack]) -> set[str]:
    return ids | {other for id_ in ids for other in packs[id_].after}


def _foreign(layer: Pack, target: Pack) -> Diagnostic:
    bases = ", ".join(f"'{base}'" for base in layer.extends)
    place = says_extends(layer, layer.extends[0]) if bases else says_id(layer)
    return Diagnostic(
        code=codes.FOREIGN_LAYER,
        message=f"'{layer.id}' cannot be layered on '{target.id}': it is for another game",
        label=Label(place, f"it extends nothing of '{target.id}'"),
        help=(
            f"layer it on what it extends: {bases}"
            if bases
            else "compile it by itself: it extends nothing",
            f"if it is meant for '{target.id}', write in its {MANIFEST}: extends: {target.id}",
            f"or, if it needs nothing of '{target.id}': after: {target.id}",
        ),
    )
