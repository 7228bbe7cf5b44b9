"""Fuzzing that sees which code an input reaches.

`python tests/fuzz/guided.py formula --minutes 30`; it needs the extra `fuzz` (atheris). An input
that raises what no caller is told to expect, or takes too long, ends the run and is written beside
the corpus: name its file to try it again. What is learned stays in the corpus, from which the next
run goes on.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from itertools import islice
from pathlib import Path
from random import Random
from time import process_time
from typing import TYPE_CHECKING, Final

import atheris

os.environ["FREED6C_CACHE"] = ""
FUZZ: Final = Path(__file__).parent
sys.path[:0] = [str(FUZZ.parent / "unit"), str(FUZZ.parent)]

INSTRUMENTED: Final = ["freed6c", "freed6_opend6"]
with atheris.instrument_imports(include=INSTRUMENTED):
    from families import Family, File, copied
    from mutations import ODD, SIGNS, WORDS_OF_FORMULAS, Damage, mutate

if TYPE_CHECKING:
    from targets import Target

NAMES: Final = ("loader", "formula", "notation", "prose", "overlays", "characters")
SECONDS: Final = 5
"""Processor time of an input."""
HANGING: Final = 60
"""Seconds after which an input is given up; they say more of the machine."""
MEGABYTES: Final = 1024
"""What atheris notes takes memory, too; how much freed6c takes, `mutants.py` judges."""
LONGEST: Final = 8192
"""Bytes of an input."""


def main() -> None:
    """Run one target until the time is up, or try the inputs that are named."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("target", choices=NAMES)
    asked.add_argument(
        "inputs", nargs="*", type=Path, help="try these and nothing else"
    )
    asked.add_argument("--minutes", type=float, default=30)
    asked.add_argument("--corpus", type=Path, help="folder; its default is in corpus/")
    words = asked.parse_args()
    target = instrumented(words.target)
    if words.inputs:
        for path in words.inputs:
            target.run(path.read_bytes())
        return
    corpus: Path = words.corpus or Path("corpus") / words.target
    corpus.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(target.seeds()):
        if len(seed) <= LONGEST:
            (corpus / f"seed-{number}").write_bytes(seed)
    dictionary = corpus.parent / f"{words.target}.words"
    dictionary.write_text("".join(f'"{quoted(word)}"\n' for word in known_words()))
    options = [
        sys.argv[0],
        f"-max_total_time={int(words.minutes * 60)}",
        f"-timeout={HANGING}",
        f"-rss_limit_mb={MEGABYTES}",
        f"-max_len={LONGEST}",
        f"-dict={dictionary}",
        f"-artifact_prefix={corpus.parent}/{words.target}-",
        "-print_final_stats=1",
        str(corpus),
    ]

    def timed(data: bytes) -> None:
        begun = process_time()
        target.run(data)
        assert process_time() - begun < SECONDS, "it takes too long"

    own = {"custom_mutator": structured} if target.structured else {}
    atheris.Setup(options, timed, **own)
    atheris.Fuzz()


def instrumented(name: str) -> Target:
    """A target. Much is imported by what runs first, so that has to run while imports are seen."""
    with atheris.instrument_imports(include=INSTRUMENTED):
        from targets import TARGETS

        target = TARGETS[name]
        for seed in islice(target.seeds(), 20):
            target.run(seed)
    return target


def known_words() -> list[str]:
    """What the languages of packs are made of."""
    texts = [
        word for word in (*ODD, *SIGNS, *WORDS_OF_FORMULAS) if isinstance(word, str)
    ]
    return [word for word in dict.fromkeys(texts) if 0 < len(word) <= 40]


def quoted(word: str) -> str:
    """A word as dictionaries of libFuzzer have it."""
    raw = word.encode("utf-8", "surrogatepass")
    return "".join(f"\\x{byte:02x}" for byte in raw)


def structured(data: bytes, most: int, seed: int) -> bytes:
    """Damage data as `mutants.py` does, or bytes as libFuzzer does."""
    chance = Random(seed)
    otherwise: bytes = atheris.Mutate(data, most)
    try:
        parsed = json.loads(data)
    except (ValueError, RecursionError):
        return otherwise
    if chance.random() < 0.3:
        return otherwise
    family = Family("guided", ".", files={"input.yaml": File("", copied(parsed))})
    mutate(Damage(family, (family,), chance), gently=chance.random() < 0.5)
    raw = family.files["input.yaml"].text.encode("utf-8", "surrogatepass")
    return raw if 0 < len(raw) <= most else otherwise


if __name__ == "__main__":
    main()
