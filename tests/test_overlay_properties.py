"""What holds for whatever packs do: orders that mean nothing, ways back, and who wrote what."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any, Final

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from every_leaf import DEEDS, SHAPING, Deed, pack_of
from freed6c.diagnostics.codes.overlays import HIGHEST_RANK
from freed6c.packs.data import Data, KeyPath, walk
from freed6c.packs.kinds import KINDS
from freed6c.pipeline import compile_packs, emit_targets
from made_packs import Overlaid, overlaid, write_pack
from small_base import write_small

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path as Folder

    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.pack import MergedRuleset


RANKED = {kind.key for kind in KINDS if kind.numbered}
OPTIONS = "options"
some_time = settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Folder:
    made = tmp_path_factory.mktemp("packs")
    write_small(made)
    SMALL_TREE.update(overlaid(made / "small").merged.tree)
    return made


SMALL_TREE: dict[str, Data] = {}


@cache
def possible() -> list[Deed]:
    """All that can be done to the small base, but for what decides which settings there are.

    Choices are selected and not changed.
    """
    return [
        deed
        for what, deeds in DEEDS.items()
        if "shapes" not in what
        for deed in deeds(SMALL_TREE)
        if deed.path[0] != OPTIONS and SHAPING.isdisjoint(deed.path)
    ]


@st.composite
def packs(draw: st.DrawFn) -> list[Deed]:
    """Some of it that one pack can do: no two in one place, or one in another."""
    numbers = draw(st.lists(st.integers(0, len(possible()) - 1), max_size=8))
    found: list[Deed] = []
    for deed in (possible()[number] for number in numbers):
        if not any(_meet(deed, other) for other in found):
            found.append(deed)
    return found


def _meet(one: Deed, other: Deed) -> bool:
    return any(
        longer[: len(shorter)] == shorter
        for first in touched(one)
        for second in touched(other)
        for shorter, longer in [sorted((first, second), key=len)]
    )


def touched(deed: Deed) -> list[KeyPath]:
    """The places that a deed changes or counts on."""
    if deed.word == "remove" and isinstance(walk(SMALL_TREE, deed.path), dict):
        return [(*deed.path, deed.value[0])]
    if deed.word == "move":
        return [deed.path, (*deed.path[:-1], deed.value["before"])]
    return [deed.path]


def write(folder: Folder, name: str, deeds: Sequence[Deed], **manifest: Any) -> Folder:
    manifest.setdefault("extends", "small")
    return write_pack(folder, name, {"rules.yaml": pack_of(list(deeds))}, **manifest)


def unordered(data: Data, key: str = "") -> Data:
    """Data without the order of keys, but where it is rank."""
    if isinstance(data, dict):
        plain = {name: unordered(inner, name) for name, inner in data.items()}
        return {**plain, "order": list(data)} if key in RANKED else plain
    return data


def written_out(found: Overlaid) -> str:
    """The tree with its order."""
    return json.dumps(found.merged.tree)


@some_time
@given(data=st.data())
def test_what_a_pack_does_can_be_undone(folder: Folder, data: st.DataObject) -> None:
    deeds = data.draw(packs())
    first = write(folder, "does", deeds)
    assume(not _refused(overlaid(first)))
    back = [undone for deed in deeds if (undone := opposite(deed)) is not None]
    assume(len(back) == len(deeds))
    second = write(folder, "undoes", back, extends="does")
    found = overlaid(second)
    assert not _refused(found)
    assert unordered(found.merged.tree) == unordered(SMALL_TREE)


def opposite(deed: Deed) -> Deed | None:
    """What brings back what was there; None where only a new entry would."""
    before, path = walk(SMALL_TREE, deed.path), deed.path
    back: Deed | None = None
    match deed.word:
        case "set" | "unset":
            back = Deed("set", path, before)
        case "adjust":
            back = Deed("adjust", path, -deed.value)
        case "reword":
            ((old, new),) = deed.value.items()
            back = Deed("reword", path, {new: old})
        case "add" if isinstance(before, list):
            back = Deed("remove", path, deed.value)
        case "add":
            back = Deed("remove", path[:-1], [path[-1]])
        case "move":
            beside = walk(SMALL_TREE, path[:-1])
            assert isinstance(beside, dict)
            back = Deed("move", path, {"after": list(beside)[-2]})
        case "remove" if isinstance(before, dict):
            key = deed.value[0]
            back = Deed("add", (*path, key), before[key])
        case "remove":
            back = Deed("add", path, deed.value)
    return back


CONFLICTS = {"conflict", "rank-conflict"}


def _refused(found: Overlaid) -> list[str]:
    """What is said of operations, but for advice on where a condition is put."""
    return [
        one.message
        for one in found.problems
        if one.code.id.startswith("D6-O") and one.code is not HIGHEST_RANK
    ]


@some_time
@given(data=st.data())
def test_names_of_packs_say_nothing(folder: Folder, data: st.DataObject) -> None:
    one, other = data.draw(packs()), data.draw(packs())
    found = overlaid(
        folder / "small", [write(folder, "a", one), write(folder, "b", other)]
    )
    swapped = overlaid(
        folder / "small", [write(folder, "a", other), write(folder, "b", one)]
    )
    clash = not CONFLICTS.isdisjoint(found.codes)
    assert clash == (not CONFLICTS.isdisjoint(swapped.codes))
    if not clash:
        assert sorted(found.codes) == sorted(swapped.codes)
        assert unordered(found.merged.tree) == unordered(swapped.merged.tree)
    if not any(_meet(first, second) for first in one for second in other):
        assert not clash


NAMES = st.lists(st.sampled_from(["Gloom", "Murk", "Pitch"]), min_size=1, unique=True)


@some_time
@given(put=NAMES, taken=NAMES)
def test_what_one_puts_into_a_list_no_other_takes_out(
    folder: Folder, put: list[str], taken: list[str]
) -> None:
    path = ("benchmarks", "dark", "aliases")
    one, other = [Deed("add", path, put)], [Deed("remove", path, taken)]
    found = overlaid(
        folder / "small", [write(folder, "a", one), write(folder, "b", other)]
    )
    swapped = overlaid(
        folder / "small", [write(folder, "a", other), write(folder, "b", one)]
    )
    clash = not set(put).isdisjoint(taken)
    assert ("conflict" in found.codes) == ("conflict" in swapped.codes) == clash
    if not clash:
        assert found.merged.tree == swapped.merged.tree


@st.composite
def adjustments(draw: st.DrawFn) -> list[Deed]:
    """Amounts for numbers, ranges, codes and lengths of the small base, alone or all in a map."""
    places = {
        ("formulas", "glow", "constants", "each"): "",
        ("benchmarks", "dark", "bands"): "",
        ("benchmarks", "dark", "bands", "grey", "range"): "",
        ("tables", "lamps", "rows"): draw(st.sampled_from(["", " pace", "D", "D+1"])),
        ("tables", "lamps", "rows", "lantern", "light"): "",
        ("tables", "lamps", "rows", "lantern", "reach"): " pace",
        ("tables", "lamps", "rows", "candle", "flare"): "D+2",
    }
    amounts = draw(st.lists(st.integers(1, 2), min_size=7, max_size=7))
    chosen = draw(st.lists(st.sampled_from(list(places)), max_size=4, unique=True))
    told = dict(zip(places, amounts, strict=True))
    found: list[Deed] = []
    for path in chosen:
        deed = Deed("adjust", path, f"+{told[path]}{places[path]}")
        if not any(_meet(deed, other) for other in found):
            found.append(deed)
    return found


@some_time
@given(data=st.data())
def test_packs_that_do_not_clash_do_what_they_do_in_any_order(
    folder: Folder, data: st.DataObject
) -> None:
    """Where both do the same, too: nothing of what the second does is lost.

    But for what one brings where the other adjusts everything: that is meant only by a pack which
    comes after it.
    """
    first, second, both = data.draw(st.tuples(packs(), packs(), packs()))
    one, other = _and(both, first), _and(both, second)
    more, less = data.draw(st.tuples(adjustments(), adjustments()))
    one, other = _and(one, more), _and(other, less)
    layers = [write(folder, "a", one), write(folder, "b", other)]
    beside = overlaid(folder / "small", layers)
    assume("conflict" not in beside.codes)
    assume(
        not any(_brings_into(a, b) or _brings_into(b, a) for a in one for b in other)
    )
    for name, deeds, after in (("b", other, "a"), ("a", one, "b")):
        write(folder, name, deeds, after=after)
        behind = overlaid(folder / "small", layers)
        write(folder, name, deeds)
        assert in_any_order(beside.merged.tree) == in_any_order(behind.merged.tree)


def _brings_into(deed: Deed, other: Deed) -> bool:
    inside = deed.path[: len(other.path)] == other.path
    return inside and deed.word == "add" and other.word == "adjust"


def _and(deeds: list[Deed], others: list[Deed]) -> list[Deed]:
    """What one pack can do of both."""
    free = [one for one in others if not any(_meet(one, deed) for deed in deeds)]
    return [*deeds, *free]


def in_any_order(data: Data, key: str = "") -> Data:
    """Data without the order of keys and items, but where it is rank."""
    if isinstance(data, list):
        return sorted(data, key=json.dumps)
    if isinstance(data, dict):
        plain: dict[str, Data] = {
            name: in_any_order(inner, name) for name, inner in data.items()
        }
        return {**plain, "order": list(data)} if key in RANKED else plain
    return data


LETTERS: Final = "abcdefgh"


@st.composite
def rewordings(draw: st.DrawFn) -> dict[str, str]:
    """Passages of a text of eight words, none in another, with new words that it may have, too."""
    found: dict[str, str] = {}
    start = draw(st.integers(0, 3))
    while start < len(LETTERS):
        length = draw(st.integers(1, 3))
        passage = " ".join(LETTERS[start : start + length])
        found[passage] = draw(st.sampled_from(["x", "a h", "c e d", ""]))
        start += length + draw(st.integers(0, 5))
    return found


@some_time
@given(one=rewordings(), other=rewordings())
def test_packs_that_change_different_words_get_along(
    folder: Folder, one: dict[str, str], other: dict[str, str]
) -> None:
    path = ("terms", "wick", "text")
    base = write(folder, "base", [Deed("set", path, " ".join(LETTERS))])
    expected = _reworded({**one, **other})

    def pack(name: str, passages: dict[str, str], **manifest: Any) -> Folder:
        words: dict[str, Data] = {**passages}
        rules: dict[str, Data] = {"change": {"term.wick": {"reword": {"text": words}}}}
        return write_pack(folder, name, {"rules.yaml": rules}, **manifest)

    for first, second in ((one, other), (other, one)):
        layers = [pack("a", first, extends="base"), pack("b", second, extends="base")]
        found = overlaid(base, layers)
        assert ("conflict" in found.codes) == _differ(one, other)
        if not _differ(one, other):
            assert found.codes == []
            assert walk(found.merged.tree, path) == expected


def _differ(one: dict[str, str], other: dict[str, str]) -> bool:
    """Whether two packs say different things about one of the words."""
    return any(
        set(passage) & set(another) - {" "} and (passage, words) != (another, others)
        for passage, words in one.items()
        for another, others in other.items()
    )


def _reworded(passages: dict[str, str]) -> str:
    text = " ".join(LETTERS)
    starts = {text.index(passage): passage for passage in passages}
    for start in sorted(starts, reverse=True):
        passage = starts[start]
        text = text[:start] + passages[passage] + text[start + len(passage) :]
    return text


@some_time
@given(data=st.data())
def test_layers_are_named_in_any_order(folder: Folder, data: st.DataObject) -> None:
    layers = [write(folder, name, data.draw(packs())) for name in ("a", "b", "c")]
    found = overlaid(folder / "small", layers)
    other = overlaid(folder / "small", data.draw(st.permutations(layers)))
    assert found.problems == other.problems
    assert written_out(found) == written_out(other)


@some_time
@given(data=st.data())
def test_every_value_is_written_where_its_origin_says(
    folder: Folder, data: st.DataObject
) -> None:
    write(folder, "first", data.draw(packs()))
    second = write(folder, "second", data.draw(packs()), extends="first")
    merged = overlaid(second).merged
    for path, value in single_values(merged.tree):
        assert _is_written(merged, path, value), path


def single_values(data: Data, path: KeyPath = ()) -> list[tuple[KeyPath, Data]]:
    """Every text, number and boolean, in lists too."""
    if isinstance(data, dict):
        inside: list[tuple[Any, Data]] = list(data.items())
    elif isinstance(data, list):
        inside = list(enumerate(data))
    else:
        return [(path, data)]
    return [one for key, inner in inside for one in single_values(inner, (*path, key))]


def _is_written(merged: MergedRuleset, path: KeyPath, value: Data) -> bool:
    """At the address of the value stands just this, or the operation that made this of it."""
    address = merged.provenance.location(path)
    assert address is not None
    chain = merged.provenance.chain(path)
    owner = next(
        pack for pack in merged.packs if pack.id == merged.provenance.writer(path)
    )
    file = next(file for file in owner.files if file.path == address.file)
    found = walk(file.data, address.path)
    made = any(
        one.operation in {"adjust", "reword"}
        and one.address == address
        and one.after == value
        for one in chain
    )
    return bool(chain) and (found == value or (made and found is not None))


@pytest.mark.parametrize("base", ["small", "core"])
def test_a_pack_that_does_nothing_changes_nothing(
    folder: Folder, base: str, tmp_path: Folder
) -> None:
    home = folder if base == "small" else tmp_path
    write_pack(home, "nothing", {}, extends=base)
    game = str(folder / base) if base == "small" else base
    plain = compile_packs(game, steps="all")
    layered = compile_packs(str(home / "nothing"), steps="all")
    assert plain.ruleset is not None
    assert layered.ruleset is not None
    assert layered.diagnostics == plain.diagnostics
    assert _json(layered.ruleset) == _json(plain.ruleset)


def _json(ruleset: Ruleset) -> Any:
    file, *_ = emit_targets(ruleset, ["json"])["json"]
    return json.loads(file.content)["entries"]
