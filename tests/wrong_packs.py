"""tests/mistakes/*.yaml: house rules that somebody wants, each with one mistake.

They were written before any message was mended: a third from the authors' guide alone, a third from
what YAML, editors and files do to people, a third from what people of many trades are used to.

A case says what its author wants, its `files` (and `layers`, the folders of other packs), at which
`place` the mistake is, what the first message has to mention with its help (`says`; `a|b` is
either), and how the pack is `mended`: by the `edit` that is surely meant, or by something to
`decide`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ruamel.yaml import YAML

from freed6c.cli.fixing import fixed, write
from freed6c.diagnostics.render import Placed, sort_placed
from freed6c.pipeline import compile_packs, with_other_choices

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from freed6c.model.compiled import Compiled

FOLDER: Final = Path(__file__).parent / "mistakes"


@dataclass(frozen=True, slots=True)
class WrongPack:
    """One mistake."""

    name: str
    wants: str
    mistake: str
    files: Mapping[str, str]
    place: str
    says: tuple[str, ...]
    way_out: str
    mended: tuple[Mapping[str, str], ...]
    layers: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    encoding: Mapping[str, str] = field(default_factory=dict)

    def write(self, folder: Path) -> Path:
        """Write the pack, and those that it is layered on beside it. Gives its folder."""
        for pack, files in {self.folder: self.files, **self.layers}.items():
            for file, text in files.items():
                path = folder / pack / file
                path.parent.mkdir(parents=True, exist_ok=True)
                encoding = self.encoding.get(file, "utf-8")
                path.write_bytes(text.encode(encoding))
        return folder / self.folder

    @property
    def folder(self) -> str:
        """What the folder is called: as the pack, where it says so."""
        return self.name

    def mend(self, folder: Path) -> None:
        """Do what the author would have done."""
        for edit in self.mended:
            path = folder / edit["file"]
            if "rename" in edit:
                path.rename(folder / edit["rename"])
            elif "new" in edit:
                path.write_text(edit["new"], encoding="utf-8")
            else:
                encoding = self.encoding.get(edit["file"], "utf-8")
                text = path.read_bytes().decode(encoding)
                assert text.count(edit["text"]) == 1, f"{self.name}: {edit['text']!r}"
                text = text.replace(edit["text"], edit["with"])
                path.write_text(text, encoding="utf-8", newline="")


def wrong_packs(source: str = "*") -> Iterator[WrongPack]:
    """All, or those of one file."""
    for file in sorted(FOLDER.glob(f"{source}.yaml")):
        for case in YAML(typ="safe", pure=True).load(file.read_text(encoding="utf-8")):
            yield _wrong_pack(case)


def _wrong_pack(case: dict[str, Any]) -> WrongPack:
    texts = {key: case[key] for key in ("name", "wants", "mistake", "place")}
    return WrongPack(
        **texts,
        files=case["files"],
        says=tuple(map(str, case["says"])),
        way_out=case["way-out"],
        mended=tuple(case["mended"]),
        layers=case.get("layers", {}),
        encoding=case.get("encoding", {}),
    )


def checked(folder: Path) -> Compiled:
    """What `freed6c check` finds."""
    return with_other_choices(compile_packs(str(folder)))


def first_problem(compiled: Compiled) -> Placed | None:
    """What an author reads first: errors before warnings."""
    placed = sort_placed(compiled.diagnostics, compiled.sources)
    ranked = sorted(placed, key=lambda each: each.diagnostic.severity != "error")
    return next(iter(ranked), None)


def mentions(text: str, wanted: str) -> bool:
    """Whether a text has one of the words that `|` divides, capitals or not."""
    return any(each.strip().lower() in text.lower() for each in wanted.split("|"))


def causes(said: str, pack: WrongPack) -> bool:
    """Whether all is mentioned that has to be."""
    return all(mentions(said, wanted) for wanted in pack.says)


def words(first: Placed) -> str:
    """All that is said of a problem."""
    problem = first.diagnostic
    ways = (way.text for way in problem.help)
    labels = (mark.text for mark in first.marks)
    return " | ".join(filter(None, (problem.message, *ways, *labels, *problem.notes)))


def place(first: Placed, pack: str) -> str:
    """Where it is, as the cases say it."""
    spot = first.spot
    if spot is None:
        return ""
    return f"{spot.file.rpartition(f'{pack}/')[2]}:{spot.line}:{spot.column}"


def is_mended(pack: WrongPack, home: Path, right: Path) -> bool:
    """Whether `check --fix` comes to what the author would have written."""
    done = fixed([str(home)], ())
    write(done)
    while done.edits and done.names:  # under its new name a file is read
        done = fixed([str(home)], ())
        write(done)
    meant = pack.write(right)
    pack.mend(meant)
    ours, wanted = checked(home), checked(meant)
    assert not wanted.failed, f"{pack.name}: the mended pack is wrong, too"
    return not ours.failed and tree_of(ours) == tree_of(wanted)


def tree_of(compiled: Compiled) -> object:
    """All that packs say."""
    return None if compiled.merged is None else compiled.merged.tree
