"""The order in which packs apply: each after all it extends or is `after`, else by their ids."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.diagnostics.codes import loading as codes
from freed6c.diagnostics.diagnostic import Diagnostic, Label
from freed6c.packs.location import Address
from freed6c.packs.pack import MANIFEST, Pack

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence


# Where in its manifest a pack says something about others.


def says_extends(pack: Pack, base: str) -> Address:
    """That it extends this one."""
    written = pack.manifest.data.get("extends")
    address = Address(pack.manifest.path, ("extends",))
    return address.at(base).key() if isinstance(written, dict) else address


def says_range(pack: Pack, base: str) -> Address:
    """Which versions of it fit."""
    return Address(pack.manifest.path, ("extends", base))


def says_after(pack: Pack, other: str) -> Address:
    """That it comes after this one."""
    written = pack.manifest.data.get("after")
    address = Address(pack.manifest.path, ("after",))
    return address.at(written.index(other)) if isinstance(written, list) else address


def says_id(pack: Pack) -> Address:
    """What it is called."""
    return Address(pack.manifest.path, ("pack",))


def says_version(pack: Pack) -> Address:
    """Its version; or its id, where it says none."""
    written = "version" in pack.manifest.data
    return Address(pack.manifest.path, ("version",)) if written else says_id(pack)


def in_order(packs: Mapping[str, Pack]) -> tuple[list[Pack], list[Diagnostic]]:
    """The packs in order; circles are reported, and broken to have some order."""
    before = {
        key: {each for each in (*pack.extends, *pack.after) if each in packs}
        for key, pack in packs.items()
    }
    ordered: list[Pack] = []
    problems: list[Diagnostic] = []
    while before:
        ready = min((key for key, left in before.items() if not left), default=None)
        if ready is None:
            circle = _circle(before)
            problems.append(_circular([packs[key] for key in circle]))
            before[circle[0]].discard(circle[1 % len(circle)])
            continue
        ordered.append(packs[ready])
        del before[ready]
        for left in before.values():
            left.discard(ready)
    return ordered, problems


def _circle(before: Mapping[str, set[str]]) -> list[str]:
    """Ids that lead from one to the next and back, the first in the alphabet first."""
    path = [min(before)]
    while (following := min(before[path[-1]])) not in path:
        path.append(following)
    circle = path[path.index(following) :]
    first = circle.index(min(circle))
    return circle[first:] + circle[:first]


def _circular(circle: list[Pack]) -> Diagnostic:
    steps = list(zip(circle, [*circle[1:], circle[0]], strict=True))
    labels = [_label(pack, other) for pack, other in steps]
    return Diagnostic(
        code=codes.CIRCULAR_PACKS,
        message=_said(steps),
        label=labels[0],
        related=tuple(labels[1:]),
        help=(
            "a pack can only apply after packs that do not apply after it; remove one line",
        ),
    )


def _said(steps: list[tuple[Pack, Pack]]) -> str:
    """`'a' extends 'b', which comes after 'a': a circle`."""
    first = steps[0][0]
    if len(steps) == 1:
        return f"'{first.id}' {_verb(first, first)} itself"
    parts = [f"{_verb(pack, other)} '{other.id}'" for pack, other in steps]
    return f"'{first.id}' {', which '.join(parts)}: a circle"


def _label(pack: Pack, other: Pack) -> Label:
    extends = other.id in pack.extends
    place = (says_extends if extends else says_after)(pack, other.id)
    return Label(place, f"'{pack.id}' {_verb(pack, other)} '{other.id}'")


def _verb(pack: Pack, other: Pack) -> str:
    return "extends" if other.id in pack.extends else "comes after"


# Whether the packs that were found are of versions that fit those that extend them.


EXAMPLE: Final = '">=1.0,<2"'


def check_versions(packs: Mapping[str, Pack]) -> Iterator[Diagnostic]:
    """Ranges that cannot be read, and packs that lie outside of them."""
    for pack in packs.values():
        for base, fits in pack.ranges.items():
            if fits and base in packs:
                yield from _compare(pack, fits, packs[base])


def _compare(pack: Pack, fits: str, base: Pack) -> Iterator[Diagnostic]:
    from packaging.specifiers import SpecifierSet
    from packaging.version import Version

    try:
        versions = SpecifierSet(fits)
        for one in versions:
            Version(one.version.removesuffix(".*"))
    except ValueError:  # also numbers that are too long to be any
        yield _unreadable(pack, fits, base)
        return
    try:
        version = Version(base.version)
    except ValueError:  # reported where it is written
        return
    if version not in versions:
        yield _misfit(pack, fits, base)


def _unreadable(pack: Pack, fits: str, base: Pack) -> Diagnostic:
    return Diagnostic(
        code=codes.UNREADABLE_RANGE,
        message=f"'{fits}' is not a range of versions",
        label=Label(says_range(pack, base.id)),
        help=(
            f"write for example {EXAMPLE}: version 1.0 or later, and before 2",
            'write ">=0" where any version will do',
        ),
    )


def _misfit(pack: Pack, fits: str, base: Pack) -> Diagnostic:
    found = base.version
    written = "version" in base.manifest.data
    return Diagnostic(
        code=codes.WRONG_VERSION,
        message=f"'{pack.id}' fits '{base.id}' {fits}, and this is '{base.id}' {found}",
        label=Label(says_range(pack, base.id), f"{found} is outside of this"),
        related=(
            Label(
                says_version(base),
                "the version that was found"
                if written
                else f"it says no version, and so counts as {found}",
            ),
        ),
        help=(
            f"get a version of '{base.id}' that is {fits}",
            f"or, if '{pack.id}' works with {found}, widen the range",
        ),
    )


# Layers go on the game that they are layered on: each has something in common with it.


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
