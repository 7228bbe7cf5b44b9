"""Times the site of a pack with 1,000 large entries, and Hugo on the same text. Prints medians.

Run: python tests/bench/site.py [RUNS [ENTRIES]]. A benchmark, not a test.

Each entry is some 66 lines of Markdown: prose, a table of ten rows, a list and five links; a
hundred of them make a chapter. Ours begins at YAML, checks it, and ends with files whose links are
checked. Hugo (if it is installed) begins at the same text as Markdown, with the smallest theme,
whose navigation leads to the chapters as ours does; it checks no links. Both are run in turn, so
that a noisy machine is noisy for both. The stage of HTML is measured in a process of its own that
compiles first, and then counts from the ruleset to the finished pages.
"""

from __future__ import annotations

import gc
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

WORDS = [
    "oar", "reed", "lantern", "tide", "copper", "gate", "moth", "harbour", "quill", "ember",
    "salt", "ledger", "wren", "anchor", "frost", "barrel", "pilot", "drum", "ochre", "signal",
]  # fmt: skip
SECTION = 100
ROWS = 10


@dataclass(frozen=True, slots=True)
class Cost:
    """What a process took: seconds of the processor, and its largest size in MiB."""

    seconds: float
    peak: float


def main() -> None:
    """Print everything; or, in a process of its own, the seconds of the stage of HTML."""
    if sys.argv[1:2] == ["stage"]:
        print(stage(sys.argv[2]))
        return
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 1000
    with tempfile.TemporaryDirectory() as folder:
        report(Path(folder), count, runs)


def report(folder: Path, count: int, runs: int) -> None:
    pack, content = write_pack(folder, count), write_markdown(folder, count)
    commands = {
        "freed6c, from YAML": [sys.executable, "-m", "freed6c", "build", str(pack),
                               "--target", "html", "--out"],
    }  # fmt: skip
    if shutil.which("hugo"):
        commands["Hugo"] = ["hugo", "--quiet", "--source", str(content), "-d"]
    else:
        print("Hugo is not installed: apt-get install hugo")
    costs: dict[str, list[Cost]] = {name: [] for name in commands}
    stages: list[float] = []
    for number in range(runs):
        for name, command in commands.items():
            costs[name].append(run([*command, str(folder / f"out-{name}-{number}")]))
        ran = subprocess.run(
            [sys.executable, __file__, "stage", str(pack)],
            capture_output=True,
            text=True,
            check=True,
        )
        stages.append(float(ran.stdout))
    print(f"{count} entries, {runs} runs, seconds of the processor")
    for name, found in costs.items():
        peak = statistics.median(cost.peak for cost in found)
        print_row(name, [cost.seconds for cost in found], f", {peak:.0f} MiB")
    print_row("freed6c, stage of HTML", stages)
    if "Hugo" in costs:
        hugo = statistics.median(cost.seconds for cost in costs["Hugo"])
        whole = statistics.median(c.seconds for c in costs["freed6c, from YAML"])
        part = statistics.median(stages)
        print(
            f"against Hugo: {whole / hugo:.2f} whole, {part / hugo:.2f} stage of HTML"
        )


def print_row(name: str, seconds: list[float], more: str = "") -> None:
    median = statistics.median(seconds)
    print(f"{name:24}{median:7.3f} ({min(seconds):.3f} to {max(seconds):.3f}){more}")


def run(command: list[str]) -> Cost:
    """Run a command to its end."""
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, command
    return Cost(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def stage(pack: str) -> float:
    """From the ruleset to the finished pages, links checked; nothing is written."""
    from freed6c.pipeline import compile_packs, emit_targets

    gc.disable()  # as the command line does
    ruleset = compile_packs(pack).ruleset
    assert ruleset is not None
    begun = time.process_time()
    emit_targets(ruleset, ["html"])
    return time.process_time() - begun


def key(number: int) -> str:
    return f"{WORDS[number % 20]}-{number:04}"


def name(number: int) -> str:
    return f"{WORDS[number % 20].title()} {number:04}"


def sentence(number: int, size: int) -> str:
    words = [WORDS[(number * 7 + place * place + place) % 20] for place in range(size)]
    return f"{' '.join(words).capitalize()}."


def near(number: int, count: int) -> list[int]:
    """What an entry leads to."""
    return [(number + step) % count for step in (1, 7, 31, 100, 411)]


def paragraphs(number: int, links: list[str]) -> str:
    """The prose of an entry, with a list; the same in both languages but for the links."""
    said = [
        "\n".join(
            [
                f"See {link}, **{WORDS[place]}** and *{WORDS[-place]}*.",
                *(sentence(number + place + line, 10) for line in range(6)),
            ]
        )
        for place, link in enumerate(links)
    ]
    items = [f"- {sentence(number + place, 9)}" for place in range(8)]
    return "\n\n".join([*said, "\n".join(items)])


def row(number: int, place: int) -> tuple[str, int, str, str]:
    step = number + place
    return WORDS[step % 20].title(), step % 17, sentence(step, 3), sentence(step + 4, 4)


def write_pack(folder: Path, count: int) -> Path:
    pack = folder / "many"
    pack.mkdir()
    (pack / "pack.yaml").write_text("pack: many\ntitle: Many things\nversion: 1.0.0\n")
    for first in range(0, count, SECTION):
        numbers = range(first, min(first + SECTION, count))
        lines = [
            "chapters:",
            f"  part-{first}:",
            f"    name: Part {first}",
            f"    text: {sentence(first, 20)}",
            f"    contains: [{', '.join(f'table.{key(n)}' for n in numbers)}]",
            "tables:",
        ]
        lines += [line for number in numbers for line in entry(number, count)]
        (pack / f"part-{first:04}.yaml").write_text("\n".join(lines) + "\n")
    return pack


def entry(number: int, count: int) -> list[str]:
    """The YAML of one entry."""
    links = [f"[[table.{key(other)}]]" for other in near(number, count)]
    text = paragraphs(number, links).splitlines()
    return [
        f"  {key(number)}:",
        f"    name: {name(number)}",
        "    text: |-",
        *(f"      {line}" if line else "" for line in text),
        "    columns:",
        "      amount: {name: Amount, type: integer}",
        "      what: {name: What, type: text}",
        "      notes: {name: Notes, type: text}",
        "    rows:",
        *(
            f"      r{place}: {{name: {title}, amount: {amount}, what: {what}, notes: {notes}}}"
            for place in range(ROWS)
            for title, amount, what, notes in [row(number, place)]
        ),
    ]


THEME = {
    "_default/baseof.html": """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{{ .Title }}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"></head>
<body><nav>{{ partialCached "nav.html" . .Section }}</nav>
<main>{{ block "main" . }}{{ end }}</main><footer>{{ .Site.Title }}</footer></body></html>
""",
    "partials/nav.html": """<ul>{{ range .Site.Sections }}<li>
<a href="{{ .RelPermalink }}">{{ .Title }}</a></li>{{ end }}</ul>
""",
    "_default/single.html": """{{ define "main" }}<h1>{{ .Title }}</h1>{{ .Content }}{{ end }}
""",
    "_default/list.html": """{{ define "main" }}<h1>{{ .Title }}</h1>{{ .Content }}<ul>
{{ range .Pages }}<li><a href="{{ .RelPermalink }}">{{ .Title }}</a></li>{{ end }}</ul>{{ end }}
""",
}


def write_markdown(folder: Path, count: int) -> Path:
    """The same as a site for Hugo."""
    source = folder / "hugo"
    for path, text in THEME.items():
        put(source / "layouts" / path, text)
    settings = {
        "baseURL": "https://example.org/",
        "title": "Many things",
        "disableKinds": ["taxonomy", "term", "RSS", "sitemap"],
    }
    put(source / "config.json", json.dumps(settings))
    for number in range(count):
        first = number // SECTION * SECTION
        part = source / "content" / f"part-{first}"
        if number == first:
            head = f"---\ntitle: Part {first}\n---\n{sentence(first, 20)}\n"
            put(part / "_index.md", head)
        put(part / f"{key(number)}.md", page(number, count))
    return source


def page(number: int, count: int) -> str:
    """The Markdown of one entry."""
    links = [
        f"[{name(other)}](/part-{other // SECTION * SECTION}/{key(other)}/)"
        for other in near(number, count)
    ]
    rows = [f"| {' | '.join(map(str, row(number, place)))} |" for place in range(ROWS)]
    table = ["| Name | Amount | What | Notes |", "|---|---|---|---|", *rows]
    head = f"---\ntitle: {name(number)}\n---\n"
    return f"{head}{paragraphs(number, links)}\n\n" + "\n".join(table) + "\n"


def put(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
