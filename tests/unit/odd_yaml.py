"""Texts that YAML parsers read in different ways, or that break some of them."""

from __future__ import annotations

TABS = [
    "a:\tb", "a: b\t", "a: b\t# c", "\ta: b", "a:\n\tb: c", 'a: "x\ty"', "a: 'x\t'",
    "a: |\n\tx", "a: |\n  x\ty", "#\ta", "a: # b\tc", "a: 1\n\t", "- \ta", "{\ta: b}",
]  # fmt: skip
CHARACTERS = [
    "a: 1\u20135", "a: \u22121", "a: “b”", "a:\u00a0b", "a:\u00a0b\nc: d", "a: \u00a0b",
    "\u00a0a: b", "a\u00a0: b", "a\u200b: c", "a: b\u200bc", "- a\n-\u00a0b",
    "a: b\u2028c", 'a: "b\u2028c"', "a: b\x85c", 'a: "b\x85c"', "a: \ufeffb",
    "\ufeffa: 1", "\ufeff\ufeffa: 1", "a: 1\n\ufeffb: 2", "a: \x00", "a: \x07",
    "a: \x7f", "a: \x9f", "a: \ufffe", "a: \u202eb", "a: 😀", "é: ü", "a: b\x0bc",
]  # fmt: skip
VALUES = [
    "a: +1", "a: -1", "a: 1-5", "a: 6+", "a: 3D+1", "a: +/-", "a: 50%", "a: < 5",
    "a: 3E1", "a: 1e3", "a: yes", "a: on", "yes: a", "a: 1:6", "a: 010", "a: 0o10",
    "a: 0x1F", "a: 0b11", "a: 1_000", "a: .5", "a: .inf", "a: .nan", "a: 2024-01-02",
    "a:", "a: ~", "a: null", "a: none", "~: a", "a: =", "a: " + "9" * 5000,
]  # fmt: skip
SIGNS = [
    "a: > 5", "a: >= 5", "a: >5", "a: *b", "a: *b c", "a: &b c", "a: &b", "a: & b",
    "a: * b", "a: !b", "a: !b c", "a: !", "a: @b", "a: `b`", "a: %b", "a: ? b",
    "a: - b", "a: -", "a: |b", "a: |#b", "a: | #b\n  c", "a: ]", "a: }", "a: ,",
    "a: [", "a: {", "a: !!str 1", "a: !!python/x [1]", "a: !a!b c", "!a a: b",
    "a: !<tag:x> b", "*a: b", "*a : b", "&a b: c", "a: [&b c, *b]", "&a [*a]",
    "a: &b 1\nc: &b 2", "<<: *a", "<<: {a: b}", "a: <<", "%", "a: b\n%", "a: ::",
]  # fmt: skip
TEXTS = [
    "a: b: c", "a: Remember: round", "a: b:c", 'a: "b": c', "a: Skill #2", "a: b#c",
    "a: #c", "#", "# a", "", " ", "\n\n", "a", "a:1", "a:1\nb: 2", "a: 1\nb\nc: 2",
    "a: [b] c", "a: {b} c", 'a: "b" c', "a: 'it's'", 'a: "b', "a: 'b", '"', "'",
    'a: "b\nc: "d"', "a: 'b''c'", 'a: "\\q"', 'a: "\\ud83d"', 'a: "\\ud83d\\ude00"',
    'a: "\\U00110000"', 'a: "\\Uffffffff"', 'a: "\\0"', 'a: "\\x85"', 'a: "\\N"',
    'a: "\\u00a0"', 'a: "b\\\n  c"', 'a: "b\n\n  c"', "a: b\n  c\n\n  d", "a: b\\",
]  # fmt: skip
BRACKETS = [
    "{a: 1}", "{a}", "{a: }", "{a:3D}", "{b: c:d}", "[http://x:1]", "a: {b: c, d}",
    "a: {b: f(1, 2), c: 3}", "a: {b: [c]}", "a: {b: x [c]}", "a: [1, 2\nb: 3",
    "a: {b: 1\nc: 2", "a: [1,,2]", "a: [,]", "a: [1,]", "a: {,}", "a: [[b]]",
    "a: [[b]] c", "a: {b: [[c]] d}", "a: [a: b]", "a: {a: [b: c]}", "a: [1, 2}",
    "a: {? b}", "a: [? b : c]", "a: {b: - c}", "a: {b\n: c}", "a: {'b':c}", "{a, b}",
    "[" * 70 + "]" * 70, "[" * 70, "{a: " * 70, "- " * 70, "a: {b: #c\n d}",
]  # fmt: skip
KEYS = [
    ": a", "? a", "? a\n: b", "?", "? [a]\n: b", "[a]: b", "{a: 1}: b", "a: 1\na: 2",
    "1: a\n'1': b", "- a: b", "- Fire: burns", "a" * 2000 + ": b", '"a\nb": c',
    "? |\n  a\n: b", "a :b", "a : b", "'': a", "a: 1\n? b\n: 2",
]  # fmt: skip
LAYOUT = [
    " a: 1\nb: 2", "a: 1\n b: 2", "a:\n  b: 1\n c: 2", "a:\n    b: 1\n  c: 2",
    "a: b\n  c: d", "a\nb", "a\n b: c", "- a\nb: c", "a:\n- b", "a:\n - b\n  - c",
    "a: b\n  - c", "a:\n  - b\n  c: d", "a: |\n  b\n c", "a: |\n    \n  b",
    "a: >-\n  b\n\n   c", "a: |2\n  b", "a: |0\n b", "a: |+\n\n", "a: |\n", "a: >",
    "a: |-\n  b\n# c\nd: e", "a: |\n # b\n  c", "a: |10\n  b", "a: |-+\n  b",
]  # fmt: skip
DOCUMENTS = [
    "---", "--- a", "--- a: b", "---\na: 1", "a: 1\n---", "a: 1\n---\nb: 2", "...",
    "a: 1\n...", "a: 1\n...\n...", "a: 1\n...\nb", "a: 1\n... b", "---\n---\n",
    'a: "b\n---\nc"', "a: |\n---\n", "%YAML 1.1\na: yes", "%YAML 1.1\n---\na: 1",
    "%YAML 1.0\n---\na: 1", "a: 1\n...\n%YAML 1.3\n---\nb: 1",
    "%TAG ! x\n---\na: 1", "# a\n---\nb: 1", "a: 1\n--- |#\n", "---a: 1",
    "--- # a\nb: 1",
]  # fmt: skip

ODD = (
    *TABS, *CHARACTERS, *VALUES, *SIGNS, *TEXTS, *BRACKETS, *KEYS, *LAYOUT, *DOCUMENTS,
)  # fmt: skip
