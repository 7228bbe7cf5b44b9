"""Turns the tree of a file into plain data, and refuses features that packs don't use.

All problems are collected in one reading. The data of a file with problems is incomplete, and
serves only to know its ids.
"""

from __future__ import annotations

from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Final

from freed6c.diagnostics.codes import yaml as codes
from freed6c.diagnostics.diagnostic import Label
from freed6c.diagnostics.ways_out import Replacement, WayOut
from freed6c.load import yaml_errors, yaml_warnings
from freed6c.load.source_lines import SourceText
from freed6c.packs.data import as_map
from freed6c.packs.lazy import dataclass, field, regex
from freed6c.packs.limits import MAX_PROBLEMS
from freed6c.packs.location import Span

if TYPE_CHECKING:
    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.packs.data import Data
    from freed6c.packs.yaml_tree import Node, Tree


# Plain scalars: integers, booleans and text, nothing else.


_INTEGER: Final = regex(r"-?(?:0|[1-9][0-9]*)")
_BOOLEANS: Final = {"true": True, "false": False}
_DIGITS: Final = frozenset("-0123456789")
_MAX_DIGITS: Final = 18
_MARK: Final = regex(r"[&*][^\s,\[\]{}]+")
"""An anchor `&name` or a reference `*name`."""
_EMPTY_WORDS: Final = frozenset(("", "~", "null"))
"""Plain words for no value, which packs don't have."""


_EASY_KEY: Final = regex(r"[a-zA-Z0-9-]+").fullmatch
"""Matches keys without odd characters, which need no further checks."""


def read_data(
    file: str, text: str, tree: Tree
) -> tuple[dict[str, Data], list[Diagnostic]]:
    """Return the data of a file and its problems."""
    source = SourceText(file, tree.lines)
    reader = _Reader(source, yaml_warnings.odd_lines(text))
    data: Data | None = None
    try:
        data = reader.document(tree.root) if tree.root else None
    except _TooManyError:
        return {}, reader.problems
    if tree.second is not None:
        sign = source.after(tree.second)[:3]
        marker = source.span_at(tree.second, 3)
        way = yaml_errors.join_documents(source.lines, tree.second.line)
        problem = codes.SEVERAL_DOCUMENTS.at(marker, help=[way], sign=sign)
        reader.problems.append(problem)
    elif data is None:
        reader.warnings.append(codes.EMPTY_FILE.at(Span(file, 1, 1, 1, 1)))
    if not (data is None or isinstance(data, dict)):
        reader.problems.append(yaml_errors.not_settings(source, data))
    problems = [*dict.fromkeys(reader.problems), *reader.warnings]
    return data if isinstance(data, dict) else {}, problems


class _TooManyError(Exception):
    """A file with more problems than are explained."""


@dataclass()
class _Reader:
    """Reads the values of one file, and collects `problems` and `warnings`.

    `odd_lines` are the numbers of lines whose unquoted texts may need a warning, even if they are
    plain ASCII (see `yaml_warnings.odd_lines`).
    """

    source: SourceText
    odd_lines: frozenset[int]
    problems: list[Diagnostic] = field(default_factory=list)
    warnings: list[Diagnostic] = field(default_factory=list)

    @cached_property
    def marks(self) -> frozenset[str]:
        """The words of the file that begin like anchors or references."""
        return frozenset(chain.from_iterable(map(_MARK.findall, self.source.lines)))

    def document(self, root: Node) -> Data | None:
        """Return the value of the whole file."""
        if _is_empty(root):
            self._refuse_sign(root)
            return root.text or None
        return self._value(root, "")

    def _refuse(self, problem: Diagnostic | None) -> bool:
        """Add a problem, if there is one; return whether there is."""
        if problem is not None:
            self.problems.append(problem)
            if len(self.problems) == MAX_PROBLEMS:
                raise _TooManyError
        return problem is not None

    def _refuse_sign(self, node: Node, key: str = "") -> bool:
        """Refuse a type, an anchor or a reference; return whether there is one."""
        return bool(node.sign) and self._refuse(
            yaml_errors.reserved_sign(self.source, node, node.sign, self.marks, key)
        )

    # Values. `name` is their key.

    def _value(self, node: Node, name: str) -> Data | None:
        """Return the value of a node that isn't empty; None if it is refused."""
        self._refuse_sign(node)
        if node.kind == "map":
            return self._map(node, name)
        if node.kind == "list":
            return self._list(node, name)
        return self._quoted(node) if node.style else self._plain(node)

    def _list(self, node: Node, name: str) -> Data:
        items: list[Data] = []
        for part in node.parts:
            if not _is_empty(part):
                item = self._value(part, name and f"one item of {name}")
                items += [] if item is None else [item]
            elif not self._refuse_sign(part):
                place = self.source.span_at(part.start, len(part.text) or 1)
                self._refuse(codes.EMPTY_ITEM.at(place))
        match items:
            case [[str()]] if node.style:
                # `[[skill]]` is meant as a link, not as a list in a list.
                link = yaml_errors.link_as_list(self.source, node.start, node.end)
                self._refuse(link)
        return items

    def _map(self, node: Node, name: str) -> Data:
        """Return a map, and report unquoted texts that a comma splits.

        In braces, a comma ends an unquoted text: `{formula: max(1, 2)}` has the text `max(1`, and a
        key `2)` without a value. `text` is the last unquoted text, and `split` the last key without
        a value after it.
        """
        items: dict[str, Data] = {}
        firsts: dict[str, Node] = {}  # the first key with each name
        text: Node | None = None
        split: Node | None = None
        for key, value in node.settings:
            is_valid = self._is_key(key)
            first = firsts.setdefault(key.text, key) if is_valid else key
            if first is not key:
                is_next = key.text == next(reversed(firsts))
                old = items.get(key.text, {}) if is_next and not node.style else None
                self._refuse(self._repeated_key(first, key, value, old, name))
                is_valid = False
            if _is_empty(value):
                if not is_valid or self._refuse_sign(value):
                    continue
                if text is not None and not value.text:
                    split = key
                else:
                    self._refuse(yaml_errors.no_value(self.source, key, value))
                continue
            item = self._value(value, f"'{key.text}'")
            if is_valid and item is not None:
                items[key.text] = item
            if node.style:
                self._check_split(text, split)
                is_plain = isinstance(item, str) and not value.style
                text, split = value if is_plain else None, None
        self._check_split(text, split)
        return items

    def _check_split(self, text: Node | None, split: Node | None) -> None:
        if text is not None and split is not None:
            self._refuse(yaml_errors.comma(self.source, text, split))

    def _plain(self, node: Node) -> Data | None:
        text = node.text
        if text[0] in _DIGITS and _INTEGER.fullmatch(text):
            if len(text.lstrip("-")) <= _MAX_DIGITS:
                return int(text)
            number = self.source.span_of(node)
            self._refuse(codes.LONG_NUMBER.at(number, most=_MAX_DIGITS))
            return None
        if text in _BOOLEANS:
            return _BOOLEANS[text]
        lines = range(node.start.line, node.end.line + 1)
        if not (text.isascii() and self.odd_lines.isdisjoint(lines)):
            self.warnings += yaml_warnings.check_plain_text(self.source, node)
            self._refuse(yaml_errors.odd_space(self.source, node))
        return text

    def _quoted(self, node: Node) -> str | None:
        is_refused = node.style == '"' and self._refuse(
            yaml_errors.unprintable(self.source, node)
        )
        return None if is_refused else node.text

    # Keys.

    def _is_key(self, key: Node) -> bool:
        """Return whether a node is a valid key. If it isn't, report it; its value is omitted."""
        if key.kind != "text":
            self._refuse(codes.KEY_NOT_TEXT.at(self.source.span_at(key.start)))
            self._value(key, "")
            return False
        if key.sign:
            is_reference = key.sign == "*"
            whole = self.source.between(key.start, key.end)
            self._refuse_sign(key, "" if is_reference else whole)
            return not is_reference
        if not key.style and _EASY_KEY(key.text):
            return True
        return not self._refuse(yaml_errors.bad_key(self.source, key))

    def _repeated_key(
        self, first: Node, second: Node, value: Node, old: Data | None, name: str
    ) -> Diagnostic:
        """Return the diagnostic of a repeated key in the map `name`.

        `value` belongs to the second key. `old` is the value of the first key if no other key is
        between the two, else None; then their settings can be joined.
        """
        fixes = []
        if old is not None and self.source.after(second.end).strip() == ":":
            # Without the line of the second key, its settings continue those of the first.
            keys = (
                {key.text for key, _ in value.settings}
                if value.kind == "map"
                else set()
            )
            common_keys = as_map(old).keys() & keys
            line = self.source.span_of(second).line
            edit = Replacement("", Span(self.source.file, line, 1, line + 1, 1))
            fix = WayOut("remove this line to merge the two", (edit,))
            fixes = [] if common_keys else [fix]
        return codes.REPEATED_KEY.at(
            self.source.span_of(second),
            help=fixes,
            related=[Label(self.source.span_of(first), "first used here")],
            notes=["other YAML readers silently keep only the last one"],
            key=second.text,
            where=f" in {name}" if name else "",
            advice="rename one of them, or merge the two"
            if name
            else f"write '{second.text}:' once, with the entries of both below it",
        )


def _is_empty(node: Node) -> bool:
    """Return whether a node has no value: nothing, `~`, `null`, or a reference (`*name`)."""
    return node.kind == "text" and not node.style and node.text in _EMPTY_WORDS
