"""The order in which packs apply: each after all it extends or is `after`, else by their ids."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.diagnostics.codes import loading as codes
from freed6c.diagnostics.diagnostic import Diagnostic, Label
from freed6c.packs.location import Location
from freed6c.packs.pack import MANIFEST, Pack

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence


# Addresses in a manifest.


def extends_address(pack: Pack, base: str) -> Location:
    """Where a pack says that it extends another."""
    written = pack.manifest.data.get("extends")
    address = Location(pack.manifest.path, ("extends",))
    return address.at(base).key() if isinstance(written, dict) else address


def range_address(pack: Pack, base: str) -> Location:
    """Where a pack gives the range of versions of another."""
    return Location(pack.manifest.path, ("extends", base))


def after_address(pack: Pack, other: str) -> Location:
    """Where a pack says that it comes after another."""
    written = pack.manifest.data.get("after")
    address = Location(pack.manifest.path, ("after",))
    return address.at(written.index(other)) if isinstance(written, list) else address


def id_address(pack: Pack) -> Location:
    """Where a pack gives its id."""
    return Location(pack.manifest.path, ("pack",))


def version_address(pack: Pack) -> Location:
    """Where a pack gives its version; its id, where it gives none."""
    written = "version" in pack.manifest.data
    return Location(pack.manifest.path, ("version",)) if written else id_address(pack)


def topological_order(packs: Mapping[str, Pack]) -> tuple[list[Pack], list[Diagnostic]]:
    """Sort packs so that each comes after all it `extends` or is `after`, ties by id.

    A cycle is reported and broken at one edge, so that the other packs can still be checked.
    """
    before = {
        id_: {id_ for id_ in (*pack.extends, *pack.after) if id_ in packs}
        for id_, pack in packs.items()
    }
    ordered: list[Pack] = []
    problems: list[Diagnostic] = []
    while before:
        next_id = min(
            (id_ for id_, pending in before.items() if not pending), default=None
        )
        if next_id is None:
            cycle = _find_cycle(before)
            problems.append(_cycle_problem([packs[id_] for id_ in cycle]))
            before[cycle[0]].discard(cycle[1 % len(cycle)])
            continue
        ordered.append(packs[next_id])
        del before[next_id]
        for pending in before.values():
            pending.discard(next_id)
    return ordered, problems


def _find_cycle(before: Mapping[str, set[str]]) -> list[str]:
    """The ids of a cycle, beginning with the smallest.

    No pack in `before` is free of predecessors, so following one from each must come back to an
    id on the path: {a: {b}, b: {c}, c: {b}} gives the path a, b, c and the cycle b, c.
    """
    path = [min(before)]
    while (next_id := min(before[path[-1]])) not in path:
        path.append(next_id)
    cycle = path[path.index(next_id) :]
    first = cycle.index(min(cycle))
    return cycle[first:] + cycle[:first]


def _cycle_problem(cycle: list[Pack]) -> Diagnostic:
    steps = list(zip(cycle, [*cycle[1:], cycle[0]], strict=True))
    labels = [_dependency_label(pack, other) for pack, other in steps]
    return Diagnostic(
        code=codes.CIRCULAR_PACKS,
        message=_cycle_message(steps),
        label=labels[0],
        related=tuple(labels[1:]),
        help=(
            "a pack can only apply after packs that do not apply after it; remove one line",
        ),
    )


def _cycle_message(steps: list[tuple[Pack, Pack]]) -> str:
    """`'a' extends 'b', which comes after 'a': a circle`."""
    first = steps[0][0]
    if len(steps) == 1:
        return f"'{first.id}' {_verb(first, first)} itself"
    parts = [f"{_verb(pack, other)} '{other.id}'" for pack, other in steps]
    return f"'{first.id}' {', which '.join(parts)}: a circle"


def _dependency_label(pack: Pack, other: Pack) -> Label:
    extends = other.id in pack.extends
    place = (extends_address if extends else after_address)(pack, other.id)
    return Label(place, f"'{pack.id}' {_verb(pack, other)} '{other.id}'")


def _verb(pack: Pack, other: Pack) -> str:
    return "extends" if other.id in pack.extends else "comes after"


# Versions.


EXAMPLE: Final = '">=1.0,<2"'


def check_versions(packs: Mapping[str, Pack]) -> Iterator[Diagnostic]:
    """Report ranges that cannot be read, and packs whose version is outside of one."""
    for pack in packs.values():
        for base, fits in pack.ranges.items():
            if fits and base in packs:
                yield from _compare(pack, fits, packs[base])


def _compare(pack: Pack, fits: str, base: Pack) -> Iterator[Diagnostic]:
    from packaging.specifiers import SpecifierSet
    from packaging.version import Version

    try:
        versions = SpecifierSet(fits)
        for specifier in versions:
            Version(specifier.version.removesuffix(".*"))
    except ValueError:  # also numbers that are too long to be any
        yield _unreadable(pack, fits, base)
        return
    try:
        version = Version(base.version)
    except ValueError:  # reported where it is written
        return
    if version not in versions:
        yield _wrong_version(pack, fits, base)


def _unreadable(pack: Pack, fits: str, base: Pack) -> Diagnostic:
    return Diagnostic(
        code=codes.UNREADABLE_RANGE,
        message=f"'{fits}' is not a range of versions",
        label=Label(range_address(pack, base.id)),
        help=(
            f"write for example {EXAMPLE}: version 1.0 or later, and before 2",
            'write ">=0" where any version will do',
        ),
    )


def _wrong_version(pack: Pack, fits: str, base: Pack) -> Diagnostic:
    actual = base.version
    written = "version" in base.manifest.data
    return Diagnostic(
        code=codes.WRONG_VERSION,
        message=f"'{pack.id}' fits '{base.id}' {fits}, and this is '{base.id}' {actual}",
        label=Label(range_address(pack, base.id), f"{actual} is outside of this"),
        related=(
            Label(
                version_address(base),
                "the version that was found"
                if written
                else f"it says no version, and so counts as {actual}",
            ),
        ),
        help=(
            f"get a version of '{base.id}' that is {fits}",
            f"or, if '{pack.id}' works with {actual}, widen the range",
        ),
    )


# Layers.


def check_layers(
    target: Pack, layers: Sequence[Pack], packs: Mapping[str, Pack]
) -> Iterator[Diagnostic]:
    """Report layers that are for another game than the target.

    A layer belongs to the target's game if one of the two, or a base of it, extends or comes after
    the other or a base of it. A layer with a base that was not found is not judged.
    """
    target_ids = _with_bases(target, packs)
    for layer in {layer.id: layer for layer in layers}.values():
        layer_ids = _with_bases(layer, packs)
        all_found = target_ids | layer_ids <= packs.keys()
        if all_found and not (
            _with_after(layer_ids, packs) & target_ids
            or _with_after(target_ids, packs) & layer_ids
        ):
            yield _foreign_layer(layer, target)


def _with_bases(pack: Pack, packs: Mapping[str, Pack]) -> set[str]:
    """A pack and all it extends, also what was not found, by id."""
    ids = {pack.id}
    waiting = [pack]
    while waiting:
        bases = set(waiting.pop().extends) - ids
        ids |= bases
        waiting += [packs[base] for base in bases if base in packs]
    return ids


def _with_after(ids: set[str], packs: Mapping[str, Pack]) -> set[str]:
    return ids | {other for id_ in ids for other in packs[id_].after}


def _foreign_layer(layer: Pack, target: Pack) -> Diagnostic:
    bases = ", ".join(f"'{base}'" for base in layer.extends)
    place = extends_address(layer, layer.extends[0]) if bases else id_address(layer)
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
