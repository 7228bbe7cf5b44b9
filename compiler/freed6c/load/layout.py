"""The layout of `freed6c fmt`, which changes the layout of a file but not its data.

- Each level is indented by two spaces; the hyphens of a list are indented, too.
- A map or list in `{}` or `[]` on one line stays on it, with a space after each comma and none
  inside the braces. If it is on several lines, items that begin on one line stay together, and the
  brackets are on lines of their own.
- The lines of a text stay divided as they are.
- Keys stay in their order, comments at their places. Several blank lines become one.
- Quoted texts get double quotes, or keep single ones if the text contains double quotes. Unquoted
  texts stay unquoted.

The printer walks the tree of a file, prints each value, and copies the comments and blank lines
between values. The round trip of ruamel.yaml is not used, because it would wrap texts, change
quotes and move some comments.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Final

from freed6c.diagnostics.locate import last_position, parse_lines
from freed6c.load.files import read_file
from freed6c.packs.lazy import dataclass, field

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from freed6c.packs.data import Data
    from freed6c.packs.yaml_tree import Node


STEP: Final = 2
_COMMENT: Final = re.compile(r"""(?:^|(?<=[\s"'\[\]{},]))#""")
"""A possible start of a comment, unless it is inside a text."""
_HEADER: Final = re.compile(r"([|>])([0-9]?)([+-]?)([0-9]?)")
"""The header of a block text: `|`, `>-`, `|2+` or `|+2`."""


class NotTheSameError(Exception):
    """An internal error: the new layout would have other data."""


def formatted(text: str) -> str:
    """Return a readable file in the layout. Raise NotTheSameError if its data would change."""
    source, root = parse_lines(text)
    if root is None:  # nothing but comments
        comments = "\n".join(line.rstrip() for line in source).strip("\n")
        return comments and re.sub(r"\n{3,}", "\n\n", f"{comments}\n")
    laid_out = "".join(f"{line}\n" for line in _Printer(source, root).lines())
    if _data(laid_out) != _data(text):
        raise NotTheSameError
    return laid_out


def _data(text: str) -> dict[str, Data]:
    return read_file("", text.encode("utf-8", "surrogatepass"))[0].data


@dataclass()
class _Printer:
    """Prints the tree of a file as lines (`out`), together with the comments of its `source`.

    - `comments`: the column of the comment on a line of the source, by line.
    - `done`: the last line of the source that was printed.
    - `levels`: pairs of a column in the source and the column where it is printed now, for each
      open map or list. They determine the new column of a comment.
    - `kept`: the number of printed lines that must stay, although the last ones may be blank,
      because they belong to a block text.
    """

    source: Sequence[str]
    root: Node
    out: list[str] = field(default_factory=list)
    comments: dict[int, int] = field(default_factory=dict)
    done: int = -1
    kept: int = 0
    levels: list[tuple[int, int]] = field(default_factory=list)

    def lines(self) -> list[str]:
        """Return the lines of the file, without blank ones at the end."""
        self._find_comments()
        self._block(self.root, 0)
        self._between(len(self.source), 0)
        while len(self.out) > self.kept and not self.out[-1]:
            self.out.pop()
        return self.out

    def _find_comments(self) -> None:
        """Fill `comments` with the first `#` on each line that is not inside a text."""
        texts: dict[int, list[tuple[int, int]]] = {}
        for node in _texts(self.root):
            last = last_position(node, self.source)
            for number in range(node.start.line, last.line + 1):
                inside = node.style in ("|", ">") and number > node.start.line
                first = node.start.column if number == node.start.line else 0
                end = last.column if number == last.line and not inside else _FAR
                if node.style in ("|", ">") and number == node.start.line:
                    end = first + 1
                texts.setdefault(number, []).append((0 if inside else first, end))
        for number, line in enumerate(self.source):
            for match in _COMMENT.finditer(line):
                at = match.start()
                if not any(first <= at < end for first, end in texts.get(number, ())):
                    self.comments[number] = at
                    break

    # Comments and blank lines.

    def _between(self, line: int, indent: int, *, blanks: bool = True) -> None:
        """Print the comments and blank lines before a line of the source.

        A comment after a key or hyphen whose value begins on a later line is printed before it.
        """
        for number in range(self.done + 1, line):
            source = self.source[number]
            column = self.comments.get(number)
            if column is not None:
                levels = (new for old, new in self.levels if old <= column)
                level = max(levels, default=indent)
                self.out.append(" " * level + source[column:].rstrip())
            elif blanks and not source.strip() and self.out and self.out[-1]:
                self.out.append("")
        self.done = max(self.done, line - 1)

    def _comment(self, line: int) -> str:
        """Return the comment at the end of a line; empty if the line is only a comment."""
        column = self.comments.get(line)
        source = self.source[line] if line < len(self.source) else ""
        if column is None or not source[:column].strip():
            return ""
        return f"  {source[column:].rstrip()}"

    def _put(self, text: str, line: int) -> None:
        """Print a line, with the comment at the end of the line of the source."""
        self._between(line, _leading(text), blanks=False)
        self.out.append(text + self._comment(line) if line > self.done else text)
        self.done = max(self.done, line)

    # Values.

    def _block(self, node: Node, indent: int) -> None:
        """Print a value that begins on its own line."""
        if node.kind == "text" or node.style == "{" or not node.parts:
            self._value(" " * indent, "", node, indent)
            return
        self.levels = [level for level in self.levels if level[1] < indent]
        self.levels.append((_column(node, self.source), indent))
        for first, *value in _items(node):
            self._between(first.start.line, indent)
            # Maps and lists inside the last item are closed.
            self.levels = [level for level in self.levels if level[1] <= indent]
            if node.kind == "map":
                self._value(" " * indent, f"{self._key(first)}:", value[0], indent)
            else:
                self._item(first, indent)

    def _item(self, item: Node, indent: int) -> None:
        if item.kind == "text" or item.style == "{" or not item.parts:
            self._value(" " * indent, "-", item, indent)
            return
        self._between(_first_text(item).start.line, indent)
        first = len(self.out)
        self._block(item, indent + STEP)
        # A comment after the first key was printed before it: the hyphen comes after the comment.
        while self.out[first].lstrip(" ").startswith("#"):
            self.out[first] = f"{' ' * indent}{self.out[first].lstrip(' ')}"
            first += 1
        self.out[first] = f"{' ' * indent}- {self.out[first].lstrip(' ')}"

    def _value(
        self, margin: str, head: str, node: Node, indent: int, comma: str = ""
    ) -> None:
        before = f"{margin}{head} " if head else margin
        if node.kind == "text":
            self._text(before, node, indent, comma)
        elif node.style == "{" or not node.parts:
            self._flow(before, node, indent, comma)
        else:
            self._put(f"{margin}{head}", _head_line(node, self.source))
            self._block(node, indent + STEP)

    def _text(self, before: str, node: Node, indent: int, comma: str) -> None:
        last = last_position(node, self.source)
        if node.style in ("|", ">"):
            self._literal(before, node, indent)
        elif node.start.line == node.end.line:
            self._put((before + self._scalar(node)).rstrip() + comma, last.line)
        else:
            lines = self._lines_of(node)
            self._between(node.start.line, indent, blanks=False)
            self.out.append(before + lines[0])
            for line in lines[1:-1]:
                self.out.append(line and f"{' ' * (indent + STEP)}{line}")
            self.done = last.line - 1
            self._put(f"{' ' * (indent + STEP)}{lines[-1]}{comma}", last.line)

    def _lines_of(self, node: Node) -> list[str]:
        """Return the lines of a text on several lines, as written, without indentation."""
        lines = list(self.source[node.start.line : node.end.line + 1])
        lines[-1] = lines[-1][: node.end.column]
        lines[0] = lines[0][node.start.column :]
        return [line.strip() for line in lines]

    def _literal(self, before: str, node: Node, indent: int) -> None:
        header = _HEADER.match(self.source[node.start.line], node.start.column)
        assert header is not None
        rows = [self.source[number] for number in node.rows(self.source)]
        filled = [row for row in rows if row.strip()]
        # The text itself can begin with spaces, which stay. The others are indentation.
        text_spaces = _leading(node.text.lstrip("\n"))
        margin = _leading(filled[0]) - text_spaces if filled else 0
        rows = [row[margin:] if filled else "" for row in rows]
        keeps = header[3] == "+" and node.text.endswith("\n")
        while rows and not rows[-1] and not keeps:
            rows.pop()
        indicator = str(STEP) if header[2] or header[4] else ""
        # If the file ends without a line break, so does its last text.
        chomping = header[3] if not filled or node.text.endswith("\n") else "-"
        self._put(f"{before}{header[1]}{indicator}{chomping}", node.start.line)
        indentation = " " * (indent + STEP)
        for row in rows:
            self.out.append(f"{indentation}{row}" if row else "")
        self.done = max(self.done, node.start.line + len(rows))
        if keeps:
            self.kept = len(self.out)

    def _flow(self, before: str, node: Node, indent: int, comma: str) -> None:
        if node.start.line == node.end.line:
            self._put(before + self._inline(node) + comma, node.end.line)
            return
        opening, closing = "{}" if node.kind == "map" else "[]"
        self._put(f"{before}{opening}", node.start.line)
        groups = _by_line(_items(node))
        inner = indent + STEP
        margin = " " * inner
        for number, group in enumerate(groups):
            self._between(group[0][0].start.line, inner)
            separator = "," if number + 1 < len(groups) else ""
            *inline, last = group
            head = "".join(f"{self._pair(parts)}, " for parts in inline)
            if last[-1].start.line == last[-1].end.line:
                pair = self._pair(last)
                self._put(f"{margin}{head}{pair}{separator}", last[-1].end.line)
            else:
                key = f"{self._key(last[0])}: " if node.kind == "map" else ""
                self._value(f"{margin}{head}{key}", "", last[-1], inner, separator)
        self._between(node.end.line, inner)
        self._put(f"{' ' * indent}{closing}{comma}", node.end.line)

    def _pair(self, parts: Sequence[Node]) -> str:
        """Return an item, or a key and its value, on one line."""
        if len(parts) == 1:
            return self._inline(parts[0])
        value = self._inline(parts[1])
        key = self._key(parts[0])
        return f"{key}: {value}" if value else f"{key}:"

    def _inline(self, node: Node) -> str:
        if node.kind == "text":
            return self._scalar(node)
        inside = ", ".join(map(self._pair, _items(node)))
        return f"{{{inside}}}" if node.kind == "map" else f"[{inside}]"

    def _key(self, node: Node) -> str:
        """Return a key on one line: as written, or in quotes if it is on several lines."""
        if node.start.line == node.end.line and node.style not in ("|", ">"):
            return self._raw(node)
        return json.dumps(node.text, ensure_ascii=False)

    def _raw(self, node: Node) -> str:
        return self.source[node.start.line][node.start.column : node.end.column]

    def _scalar(self, node: Node) -> str:
        raw, text = self._raw(node), node.text
        as_written = not node.style or "\\" in raw or '"' in text
        return raw if as_written else f'"{text}"'


_FAR: Final = 10**9


def _texts(node: Node) -> Iterator[Node]:
    if node.kind == "text":
        yield node
    for part in node.parts:
        yield from _texts(part)


def _leading(text: str) -> int:
    return len(text) - len(text.lstrip(" "))


def _first_text(node: Node) -> Node:
    """Return the node that is printed first of a value."""
    while node.kind != "text" and not node.style and node.parts:
        node = node.parts[0]
    return node


def _column(node: Node, source: Sequence[str]) -> int:
    """Return the column of the keys of a map, or of the hyphens of a list."""
    first = node.parts[0].start
    if node.kind == "map":
        return first.column
    return source[first.line][: first.column].rfind("-")


def _head_line(node: Node, source: Sequence[str]) -> int:
    """Return the line with the key of a map or list that begins on a later line."""
    number = node.parts[0].start.line - 1
    while number > 0 and not source[number].split("#")[0].strip():
        number -= 1
    return number


def _items(node: Node) -> list[Sequence[Node]]:
    """Return the items of a list, or the keys of a map with their values."""
    step = 2 if node.kind == "map" else 1
    return [node.parts[n : n + step] for n in range(0, len(node.parts), step)]


def _by_line(items: Sequence[Sequence[Node]]) -> list[list[Sequence[Node]]]:
    """Group items that begin on one line. Only the last item of a group can have several lines."""
    groups: list[list[Sequence[Node]]] = []
    for item in items:
        previous = groups[-1][-1] if groups else item
        line = item[0].start.line
        if groups and previous[0].start.line == previous[-1].end.line == line:
            groups[-1].append(item)
        else:
            groups.append([item])
    return groups
