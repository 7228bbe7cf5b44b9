"""One die as data: what each of its outcomes is worth, and with what weight, explosions included.

Every outcome has three numbers: its `height`, by which the lowest or highest is found; its `worth`
in the final total; its `raw` worth in the total by which a set was chosen. What outcomes are asked
of is cut off where nothing that was asked can depend on it, so that nothing is lost by it.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from .refuse import NoExactMethod

Three: TypeAlias = "tuple[int, int, int]"
"""Height, worth, raw."""
Level: TypeAlias = "dict[Three, int]"
Limit: TypeAlias = "frozenset[int] | None"
MOST_LEVELS = 3000
MOST_OUTCOMES = 200_000


class Shape(NamedTuple):
    """What a die can do: the three numbers of each face, from 1; faces that explode; the limits.

    `first_height`: a chain is as high as its first face. `keep` and `drop` are the first faces
    that are allowed if the die is kept or dropped: None for all of them.
    """

    faces: tuple[Three, ...]
    explode: frozenset[int]
    first_height: bool = False
    keep: Limit = None
    drop: Limit = None

    @property
    def sides(self) -> int:
        """How many faces it has."""
        return len(self.faces)

    def allowed(self, limit: Limit) -> list[int]:
        """The first faces that a limit allows."""
        return [
            face for face in range(1, self.sides + 1) if limit is None or face in limit
        ]


class Chains(NamedTuple):
    """All outcomes of a die with their weights out of `whole`.

    `keep`: by height, then (worth, raw). `drop`: by height, then raw. `high` is the lowest height
    above which outcomes were put together, as `high`.
    """

    whole: int
    keep: dict[int, dict[tuple[int, int], int]]
    drop: dict[int, dict[int, int]]


class Bounds(NamedTuple):
    """Worths above `top` do not matter, nor raw worths above `raw`; heights above `high` are one.

    None for `high`: dice are not compared. None for `raw`: no set is chosen.
    """

    top: int
    high: int | None = None
    raw: int | None = None


def chains(shape: Shape, bounds: Bounds) -> Chains:
    """Everything a die can become, within bounds."""
    kept = _expand(shape, shape.keep, _keeping(shape, bounds), bounds)
    if bounds.high is None:
        dropped: list[Level] = []
    else:
        dropped = _expand(shape, shape.drop, _dropping(shape), bounds._replace(top=-1))
    levels = max(len(kept), len(dropped), 1)
    again = shape.sides - len(_idle(shape, bounds))
    whole = shape.sides * again ** (levels - 1)
    weights = [whole // shape.sides // again**level for level in range(levels)]
    keep = _kept(kept, weights, bounds)
    drop = _dropped(dropped, weights, bounds)
    if bounds.high is not None and bounds.raw is None:
        _complete(drop, len(shape.allowed(shape.drop)) * weights[0], bounds.high)
    return Chains(whole, keep, drop)


def _keeping(shape: Shape, bounds: Bounds) -> tuple[Three, ...]:
    """The faces of a die that is kept; heights are left out where they do not matter."""
    if bounds.high is None:
        return tuple((0, worth, raw) for _, worth, raw in shape.faces)
    return shape.faces


def _dropping(shape: Shape) -> tuple[Three, ...]:
    """The faces of a die that is dropped, which is worth nothing."""
    return tuple((height, 0, raw) for height, _, raw in shape.faces)


def _idle(shape: Shape, bounds: Bounds) -> frozenset[int]:
    """Exploding faces that change nothing but to roll once more: as if they were not there."""
    compared = bounds.high is not None and not shape.first_height
    return frozenset(
        face
        for face in shape.explode
        if shape.faces[face - 1][1:] == (0, 0)
        and not (compared and shape.faces[face - 1][0])
    )


def _expand(
    shape: Shape, limit: Limit, faces: tuple[Three, ...], bounds: Bounds
) -> list[Level]:
    """The outcomes that end on the first throw, on the second, and so on."""
    dropping = bounds.top < 0
    if dropping and shape.first_height and bounds.raw is None:
        return [_first(shape, limit, faces)]
    found: list[Level] = []
    state: Level = {}
    for face in shape.allowed(limit):
        _add(state if face in shape.explode else _level(found, 0), faces[face - 1], 1)
    _level(found, 0)
    idle = _idle(shape, bounds)
    while state := {k: n for k, n in state.items() if _inside(k, shape, bounds)}:
        _refuse_endless(len(found), len(state))
        after: Level = {}
        ends = _level(found, len(found))
        for face, (height, worth, raw) in enumerate(faces, 1):
            if face in idle:
                continue
            to = after if face in shape.explode else ends
            more = 0 if shape.first_height else height
            for (h, w, r), count in state.items():
                _add(to, (h + more, w + worth, r + raw), count)
        state = after
    return found


def _first(shape: Shape, limit: Limit, faces: tuple[Three, ...]) -> Level:
    """A dropped die that is as high as its first face: what follows does not matter."""
    level: Level = {}
    for face in shape.allowed(limit):
        _add(level, faces[face - 1], 1)
    return level


def _level(levels: list[Level], place: int) -> Level:
    if place == len(levels):
        levels.append({})
    return levels[place]


def _add(level: Level, three: Three, count: int) -> None:
    level[three] = level.get(three, 0) + count


def _inside(three: Three, shape: Shape, bounds: Bounds) -> bool:
    """Whether a chain that goes on from here can still matter."""
    height, worth, raw = three
    if bounds.top >= 0:
        return worth <= bounds.top
    if bounds.raw is not None:
        return raw <= bounds.raw
    return shape.first_height or bounds.high is None or height <= bounds.high


def _refuse_endless(levels: int, states: int) -> None:
    if levels > MOST_LEVELS or states > MOST_OUTCOMES:
        raise NoExactMethod(
            "chains of exploding dice do not grow, so they have no end that can be computed"
        )


def _kept(
    levels: list[Level], weights: list[int], bounds: Bounds
) -> dict[int, dict[tuple[int, int], int]]:
    found: dict[int, dict[tuple[int, int], int]] = {}
    for level, weight in zip(levels, weights, strict=False):
        for (height, worth, raw), count in level.items():
            if worth <= bounds.top:
                into = found.setdefault(_cut(height, bounds), {})
                into[worth, raw] = into.get((worth, raw), 0) + count * weight
    return found


def _dropped(
    levels: list[Level], weights: list[int], bounds: Bounds
) -> dict[int, dict[int, int]]:
    found: dict[int, dict[int, int]] = {}
    for level, weight in zip(levels, weights, strict=False):
        for (height, _, raw), count in level.items():
            if bounds.raw is None or raw <= bounds.raw:
                into = found.setdefault(_cut(height, bounds), {})
                into[raw] = into.get(raw, 0) + count * weight
    return found


def _cut(height: int, bounds: Bounds) -> int:
    if bounds.high is None:
        return 0
    return min(height, bounds.high + 1)


def _complete(drop: dict[int, dict[int, int]], whole: int, high: int) -> None:
    """What was cut off is above: its weight is what the others leave."""
    rest = whole - sum(sum(one.values()) for one in drop.values())
    if rest:
        into = drop.setdefault(high + 1, {})
        into[0] = into.get(0, 0) + rest
