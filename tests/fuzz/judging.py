"""What is asked of the compiler for any pack: it checks it, and builds it if nothing is wrong.

A `Finding` is what may not be: an exception, an error without a place, a sign in a message that
does something to a terminal, a step that takes too long or too much.
"""

from __future__ import annotations

import importlib
import json
import pkgutil
import re
import sys
import traceback
import unicodedata
import unittest
import warnings
from importlib.machinery import FileFinder, SourceFileLoader
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple

from freed6c.diagnostics.codes.loading import ARCHIVE, NO_MANIFEST, NO_SUCH_PACK
from freed6c.diagnostics.codes.references import FAULT
from freed6c.diagnostics.formats import RENDERERS
from freed6c.emit.writer import OutputPlace, write
from freed6c.pipeline import (
    compile_packs,
    emit_targets,
    with_other_choices,
    with_publishing_checks,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import CodeType

    from freed6c.emit.files import OutputFile
    from freed6c.model.compiled import Compiled
    from freed6c.model.ruleset import Ruleset

TARGETS: Final = ("python", "markdown", "html", "json")
WITHOUT_PLACE: Final = frozenset({NO_SUCH_PACK, NO_MANIFEST, ARCHIVE})
"""What is wrong with the words of a command, which stand in no file."""
HARMFUL: Final = frozenset({"Cc", "Cs", "Zl", "Zp"})
"""Categories of characters that control a terminal or break a line."""
TURNING: Final = frozenset(
    "\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)
"""Characters that turn around what is read."""


class Finding(NamedTuple):
    """What may not be. `key` is the same for what has the same cause, as far as can be told."""

    key: str
    told: str


class Judge:
    """Judges one family in a folder; `begun` is told each step with the time it takes."""

    def __init__(self, folder: Path, begun: Callable[[str], None]) -> None:
        self.folder = folder
        self.begun = begun
        self.found: list[Finding] = []

    def judge(self, target: str, layers: Sequence[str]) -> str:
        """How far it came: `refused`, or `built`."""
        compiled: Compiled | None = None
        try:
            self.begun("check")
            compiled = with_publishing_checks(
                with_other_choices(compile_packs(target, layers))
            )
            self.begun("messages")
            self._judge_messages(compiled)
            if compiled.ruleset is None:
                return "refused"
            self._build(compiled, compiled.ruleset)
        except Exception as error:  # noqa: BLE001 - that is what is looked for
            self.found.append(raised(error))
        return "refused" if compiled is None or compiled.ruleset is None else "built"

    def _judge_messages(self, compiled: Compiled) -> None:
        said = "".join(
            render(compiled.diagnostics, compiled.sources)
            for render in RENDERERS.values()
        )
        self.found += harmful_in(said)
        for problem in compiled.diagnostics:
            if problem.code is FAULT:
                cause = re.sub(r"'.*?'|\d+", "…", problem.message)[:150]
                self.found.append(Finding(f"fault: {cause}", problem.message))
            elif problem.label is None and problem.code not in WITHOUT_PLACE:
                self.found.append(
                    Finding(f"no place: {problem.code.id}", problem.message)
                )
        told = json.loads(RENDERERS["json"](compiled.diagnostics, compiled.sources))
        for one in told["diagnostics"]:
            if one["file"] and not one["range"]:
                self.found.append(Finding(f"no range: {one['code']}", one["message"]))
        if compiled.ruleset is None and not compiled.failed:
            self.found.append(Finding("refused in silence", ""))

    def _build(self, compiled: Compiled, ruleset: Ruleset) -> None:
        made: dict[str, Sequence[OutputFile]] = {}
        for target in TARGETS:
            self.begun(f"build {target}")
            made |= emit_targets(ruleset, [target], compiled.packs)
            paths = [file.path for file in made[target]]
            if len({path.casefold() for path in paths}) < len(paths):
                self.found.append(Finding("files that differ by case alone", ""))
        self.begun("write")
        place = OutputPlace(root=self.folder / "out", below=(ruleset.manifest.id,))
        write(place, made)
        self.begun("package")
        self._use(place.path / "python")

    def _use(self, folder: Path) -> None:
        """Import each module of the package, and run its examples, with warnings as errors."""
        (package,) = (each.name for each in folder.iterdir() if each.is_dir())
        packages_in(folder)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            found = importlib.import_module(package)
            for module in pkgutil.walk_packages(found.__path__, f"{package}."):
                importlib.import_module(module.name)
            suite = unittest.TestSuite()
            if (folder / package / "test_examples.py").exists():
                tests = importlib.import_module(f"{package}.test_examples")
                suite = unittest.defaultTestLoader.loadTestsFromModule(tests)
            result = unittest.TestResult()
            suite.run(result)
        for test, told in (*result.errors, *result.failures):
            last = told.strip().splitlines()[-1]
            cause = re.sub(r"'.*?'|\d+", "…", last)[:100]
            self.found.append(Finding(f"example: {cause}", f"{test}\n{told}"))


def harmful_in(text: str) -> list[Finding]:
    """The signs in a text that may not be printed."""
    found = {
        sign
        for sign in set(text) - {"\n", "\t"}
        if unicodedata.category(sign) in HARMFUL or sign in TURNING
    }
    return [Finding("harmful sign in a message", repr(sign)) for sign in sorted(found)]


def raised(error: BaseException) -> Finding:
    """An exception; its cause is where in freed6c, or in the package, it was raised."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if "/fuzz/" not in frame.filename] or list(frames)
    where = f"{Path(ours[-1].filename).name}:{ours[-1].name}" if ours else "nowhere"
    told = "".join(traceback.format_exception(error))
    return Finding(f"raised: {type(error).__name__} in {where}", told)


class _Translator(SourceFileLoader):
    """Translates the same Python once only: most of a package is the same in all."""

    known: ClassVar[dict[bytes, CodeType]] = {}

    def get_code(self, fullname: str) -> CodeType:
        path = self.get_filename(fullname)
        source = self.get_data(path)
        if source not in self.known:
            self.known[source] = self.source_to_code(source, path)
        return self.known[source]


def packages_in(folder: Path) -> None:
    """Let packages be imported that lie in a folder."""
    finder = FileFinder(str(folder), (_Translator, [".py"]))
    sys.path_importer_cache[str(folder)] = finder
    sys.path.insert(0, str(folder))


class Clock:
    """The processor time of each step, told to a file as soon as a step begins."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.steps: dict[str, float] = {}
        self._step = ""
        self._since = process_time()

    def begin(self, step: str) -> None:
        """End the step before, and begin this one; one without a name is none."""
        now = process_time()
        if self._step:
            self.steps[self._step] = now - self._since
        self._step, self._since = step, now
        self.path.write_text(step)
