"""The order in which packs apply, by `extends`, `after` and id, and checks of dependencies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.diagnostics.codes import loading as codes
from freed6c.diagnostics.diagnostic import Diagnostic, Label
from freed6c.packs.ids import reached

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from freed6c.packs.location import Location
    from freed6c.packs.pack import Pack


# Locations of ids and dependencies in manifests.


def id_address(pack: Pack) -> Location:
    """Return the location of a pack's id."""
    return pack.manifest.at("pack")


def extends_address(pack: Pack, base: str) -> Location:
    """Return the location in `extends: core` or `extends: {core: …}` at which `core` is named."""
    value = pack.manifest.data.get("extends")
    address = pack.manifest.at("extends")
    return address.at(base).key() if isinstance(value, dict) else address


def after_address(pack: Pack, other: str) -> Location:
    """Return the location in `after: core` or `after: [core]` at which `core` is named."""
    value = pack.manifest.data.get("after")
    address = pack.manifest.at("after")
    return address.at(value.index(other)) if isinstance(value, list) else address


def topological_order(packs: Mapping[str, Pack]) -> tuple[list[Pack], list[Diagnostic]]:
    """Sort packs so that each comes after those it `extends` or is `after`; break ties by id.

    A cycle is reported and broken at one edge, so that the other packs can still be checked.
    """
    predecessors = {
        id_: {id_ for id_ in (*pack.extends, *pack.after) if id_ in packs}
        for id_, pack in packs.items()
    }
    ordered: list[Pack] = []
    problems: list[Diagnostic] = []
    while predecessors:
        next_id = min(
            (id_ for id_, pending in predecessors.items() if not pending), default=None
        )
        if next_id is None:
            cycle = _find_cycle(predecessors)
            problems.append(_cycle_problem([packs[id_] for id_ in cycle]))
            # In a cycle of one pack, the pack is its own predecessor.
            predecessors[cycle[0]].discard(cycle[1] if len(cycle) > 1 else cycle[0])
            continue
        ordered.append(packs[next_id])
        del predecessors[next_id]
        for pending in predecessors.values():
            pending.discard(next_id)
    return ordered, problems


def _find_cycle(before: Mapping[str, set[str]]) -> list[str]:
    """Return the ids of a cycle, beginning with the smallest.

    Every pack in `before` has a predecessor, so following predecessors must lead back to an id on
    the path: {a: {b}, b: {c}, c: {b}} gives the path a, b, c and the cycle b, c.
    """
    path = [min(before)]
    while (next_id := min(before[path[-1]])) not in path:
        path.append(next_id)
    cycle = path[path.index(next_id) :]
    first = cycle.index(min(cycle))
    return cycle[first:] + cycle[:first]


def _cycle_problem(cycle: list[Pack]) -> Diagnostic:
    """Return the diagnostic of a cycle of packs, each of which extends or is after the next.

    Its message: `'a' extends 'b', which comes after 'a': a circle`.
    """
    steps, labels = [], []
    for pack, other in zip(cycle, [*cycle[1:], cycle[0]], strict=True):
        extends = other.id in pack.extends
        verb = "extends" if extends else "comes after"
        place = (extends_address if extends else after_address)(pack, other.id)
        steps.append(f"{verb} '{other.id}'")
        labels.append(Label(place, f"'{pack.id}' {verb} '{other.id}'"))
    id_ = cycle[0].id
    if len(cycle) == 1:
        return codes.PACK_AFTER_ITSELF.at(labels[0], pack=id_, step=verb)
    return codes.CIRCULAR_PACKS.at(
        labels[0], related=labels[1:], pack=id_, steps=", which ".join(steps)
    )


# Versions.


def check_versions(packs: Mapping[str, Pack]) -> Iterator[Diagnostic]:
    """Report version ranges that cannot be read, and packs outside their range."""
    for pack in packs.values():
        for base, range_ in pack.ranges.items():
            if range_ and base in packs:
                yield from _check_version(pack, range_, packs[base])


def _check_version(pack: Pack, fits: str, base: Pack) -> Iterator[Diagnostic]:
    """Report a version range (`fits`) that cannot be read, or a base outside it."""
    from packaging.specifiers import SpecifierSet
    from packaging.version import Version

    place = pack.manifest.at("extends", base.id)
    try:
        versions = SpecifierSet(fits)
        for specifier in versions:
            Version(specifier.version.removesuffix(".*"))
    except ValueError:  # also raised for numbers that are too long
        yield codes.UNREADABLE_RANGE.at(place, fits=fits)
        return
    version = base.version
    try:
        if Version(version) in versions:
            return
    except ValueError:  # the validation reports it
        return
    if "version" in base.manifest.data:
        actual = Label(base.manifest.at("version"), "the version found")
    else:
        words = f"no version is set, so it counts as {version}"
        actual = Label(id_address(base), words)
    yield codes.WRONG_VERSION.at(
        place, related=[actual], pack=pack.id, base=base.id, fits=fits, version=version
    )


# Layers.


def check_layers(
    target: Pack, layers: Sequence[Pack], packs: Mapping[str, Pack]
) -> Iterator[Diagnostic]:
    """Report layers that belong to another game than the target.

    A layer belongs to the same game if it is connected with the target: both share a base, or one
    of them, or one of its bases, comes after the other or one of its bases. If a base is missing,
    the layer is not reported.
    """
    target_ids = _with_bases(target, packs)
    for layer in {layer.id: layer for layer in layers}.values():
        layer_ids = _with_bases(layer, packs)
        if target_ids | layer_ids <= packs.keys() and not (
            _with_after(layer_ids, packs) & target_ids
            or _with_after(target_ids, packs) & layer_ids
        ):
            yield _foreign_layer(layer, target)


def _with_bases(pack: Pack, packs: Mapping[str, Pack]) -> set[str]:
    """Return the ids of a pack and all its bases, including missing ones."""
    return reached((pack.id,), {id_: pack.extends for id_, pack in packs.items()})


def _with_after(ids: set[str], packs: Mapping[str, Pack]) -> set[str]:
    """Return these ids and those of the packs that one of them comes after."""
    return ids | {other for id_ in ids for other in packs[id_].after}


def _foreign_layer(layer: Pack, target: Pack) -> Diagnostic:
    if layer.extends:
        place = extends_address(layer, layer.extends[0])
        bases = ", ".join(f"'{base}'" for base in layer.extends)
        advice = f"layer it on a pack that it extends: {bases}"
    else:
        place = id_address(layer)
        advice = "compile it by itself: it extends nothing"
    return codes.FOREIGN_LAYER.at(
        place, help=[advice], layer=layer.id, target=target.id
    )
