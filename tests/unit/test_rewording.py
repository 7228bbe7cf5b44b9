"""`reword`: what it does to texts, what it says, and how packs get along that change words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import pytest

from freed6c.diagnostics.locate import locate
from freed6c.packs.data import Data, walk
from freed6c.pipeline import compile_packs
from made_packs import Overlaid, overlaid, write_pack

if TYPE_CHECKING:
    from pathlib import Path

    from freed6c.diagnostics.diagnostic import Label


BASE: Final[dict[str, Any]] = {
    "die-codes": {"pips-per-die": 3, "smallest": "1D"},
    "periods": {"beat": {"name": "beat", "plural": "beats"}},
    "abilities": {"sight": {"name": "Sight"}},
    "terms": {
        "kite": {
            "name": "Kite",
            "text": "It flies   by day.\nAt night it is asleep. Two kites never\nmeet.\n\nMost "
            "are red, and see by [[ability.sight]].",
        },
        "rope": {"name": "Rope", "text": "It holds. It holds well.\n\nIt is long."},
    },
    "tables": {
        "winds": {
            "name": "Winds",
            "columns": {"how": {"name": "How", "type": "text"}},
            "rows": {"gale": {"how": "It tears at ropes."}, "calm": {"how": "None."}},
        }
    },
    "tracks": {
        "wear": {
            "name": "Wear",
            "stacking": "cumulative",
            "conditions": {
                "torn": {
                    "name": "Torn",
                    "lasts": "1 beat",
                    "effects": [
                        {"modify": "checks", "by": -1},
                        {"narrate": "It falls from the sky."},
                    ],
                }
            },
        }
    },
}


@pytest.fixture
def base(tmp_path: Path) -> Path:
    return write_pack(tmp_path, "kites", {"rules.yaml": BASE})


def pack(base: Path, name: str, changes: dict[str, Data], **manifest: Any) -> Path:
    manifest.setdefault("extends", "kites")
    rules: dict[str, Data] = {"change": changes}
    return write_pack(base.parent, name, {"rules.yaml": rules}, **manifest)


def reworded(base: Path, id_: str, field: str, **passages: str) -> Overlaid:
    words: dict[str, Data] = {**passages}
    return overlaid(pack(base, "house", {id_: {"reword": {field: words}}}))


def kite(**passages: str) -> dict[str, Data]:
    words: dict[str, Data] = {**passages}
    return {"term.kite": {"reword": {"text": words}}}


def text(found: Overlaid, *path: str | int) -> Data | None:
    return walk(found.merged.tree, path or ("terms", "kite", "text"))


@pytest.mark.parametrize(
    ("passage", "words", "expected"),
    [
        ("asleep", "awake", "At night it is awake. Two"),
        (
            "flies by day. At night",
            "flies by day, and by night",
            "flies by day, and by night it",
        ),
        ("Two kites never meet.", "", "asleep. \n\nMost"),
        ("[[ability.sight]]", "day", "see by day."),
        ("meet.\n\nMost", "meet, most", "meet, most are red"),
    ],
)
def test_words_give_way_to_others(
    base: Path, passage: str, words: str, expected: str
) -> None:
    found = overlaid(pack(base, "house", kite(**{passage: words})))
    assert found.codes == []
    assert expected in str(text(found))


@pytest.mark.parametrize(
    ("id_", "field", "passage", "place"),
    [
        ("row.winds.gale", "how", "ropes", ("tables", "winds", "rows", "gale", "how")),
        ("table.winds", "rows", "ropes", ("tables", "winds", "rows", "gale", "how")),
        (
            "condition.wear.torn",
            "effects",
            "the sky",
            ("tracks", "wear", "conditions", "torn", "effects", 1, "narrate"),
        ),
    ],
)
def test_wherever_a_text_stands(
    base: Path, id_: str, field: str, passage: str, place: tuple[str | int, ...]
) -> None:
    found = reworded(base, id_, field, **{passage: "heaven"})
    assert found.codes == []
    assert "heaven" in str(text(found, *place))


@pytest.mark.parametrize(
    ("place", "passage", "code", "way_out"),
    [
        (
            "term.kite text",
            "It flies by night",
            "unknown-passage",
            "did you mean 'It flies by day. At night'?",
        ),
        ("term.kite text", "Rain and snow", "unknown-passage", "write a passage as"),
        (
            "term.kite text",
            "tears at ropes",
            "unknown-passage",
            "it stands in 'row.winds.gale.how'",
        ),
        ("term.kite txt", "Kite", "unknown-place", "did you mean 'text'?"),
    ],
)
def test_what_cannot_be_reworded(
    base: Path, place: str, passage: str, code: str, way_out: str
) -> None:
    found = reworded(base, *place.split(), **{passage: "heaven"})
    assert found.codes == [code]
    assert way_out in str(found.problems[0].help[0] if way_out else "")


def test_packs_that_change_different_words_of_a_text_get_along(base: Path) -> None:
    one = pack(base, "one", kite(**{"by day": "by night", "Most are": "All are"}))
    two = pack(base, "two", kite(asleep="by day at home"))
    found = overlaid(base, [one, two])
    assert found.codes == []
    assert str(text(found)).startswith(
        "It flies   by night.\nAt night it is by day at home."
    )


@pytest.mark.parametrize(
    "other",
    [
        kite(**{"day. At": "week. At"}),
        {"term.kite": {"set": {"text": "It flies."}}},
        {"term.kite": {"unset": ["text"]}},
    ],
)
def test_they_conflict_where_both_mean_the_same_words(
    base: Path, other: dict[str, Data]
) -> None:
    mine = kite(**{"by day": "by night"})
    for names in (("a", "b"), ("b", "a")):
        layers = [pack(base, names[0], mine), pack(base, names[1], other)]
        assert overlaid(base, layers).codes == ["conflict"]


def test_a_third_pack_settles_whose_words_count(base: Path) -> None:
    pack(base, "one", kite(**{"by day": "by night", "red": "blue"}))
    pack(base, "two", kite(**{"day. At": "week. At"}))
    rules: dict[str, Data] = {
        "settle": {"term.kite.text": {"take": "two", "why": "So."}}
    }
    both: dict[str, Data] = {"one": ">=0", "two": ">=0"}
    found = overlaid(
        write_pack(base.parent, "both", {"rules.yaml": rules}, extends=both)
    )
    assert found.codes == []
    assert "by week. At" in str(text(found))


def test_who_comes_after_finds_the_new_words(base: Path) -> None:
    pack(base, "one", kite(**{"by day": "by night"}))
    found = overlaid(
        pack(base, "two", kite(**{"flies   by night": "sleeps"}), extends="one")
    )
    assert found.codes == []
    assert str(text(found)).startswith("It sleeps.")
    late = overlaid(pack(base, "two", kite(**{"by day": "by noon"}), extends="one"))
    assert late.codes == ["unknown-passage"]


def test_a_pack_changes_the_same_words_once(base: Path) -> None:
    found = overlaid(
        pack(base, "house", kite(**{"by day": "late", "flies by": "runs by"}))
    )
    assert found.codes == ["twice"]


def test_what_is_wrong_with_words_is_said_where_they_are_written(base: Path) -> None:
    house = pack(
        base, "house", kite(**{"by day": "[[term.rain]]", "At night": "Mostly"})
    )
    rules: dict[str, Data] = {"remove": {"ability.sight": {"why": "Blind."}}}
    write_pack(base.parent, "blind", {"rules.yaml": rules}, extends="house")
    (broken,) = compile_packs(str(house)).diagnostics
    assert _shown(base, broken.label) == ("house/rules.yaml", "term.rain")
    removed = compile_packs(str(base.parent / "blind")).diagnostics
    needed = next(found for found in removed if found.code.name == "removed")
    assert _shown(base, needed.related[0]) == ("kites/rules.yaml", "ability.sight")


def _shown(base: Path, label: Label | None) -> tuple[str, str]:
    """The file that a label leads to, and the characters."""
    assert label is not None
    text = (base.parent / label.place.file).read_text(encoding="utf-8")
    at = locate(label.place, text)
    line = text.splitlines()[at.line - 1]
    return label.place.file, line[at.column - 1 : at.end_column - 1]
