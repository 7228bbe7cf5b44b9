"""Wraps ruamel.yaml: a text becomes a stream of events. Nothing else imports ruamel.

The C parser is 28 times faster than the pure one but reports errors differently and is not always
installed, so results may not depend on which of them runs. A text that the C parser refuses, or
whose handler is `doubtful`, is read again by the pure parser, whose result counts. Texts that only
the pure parser would refuse are refused before parsing (`load/decoding.py`).
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol, TypeVar

from freed6c.packs.limits import MAX_DEPTH

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


TOO_DEEP: Final = "too deep"
BAD_CHARACTER: Final = "no such character"
BAD_VERSION: Final = "no such version"


class TextPosition(Protocol):
    """A place in a text, both numbers from 0."""

    @property
    def line(self) -> int:
        """The line."""

    @property
    def column(self) -> int:
        """The character in the line."""


class Position(NamedTuple):
    """A mark of our own."""

    line: int
    column: int


# Events are handed on as ruamel makes them: copies cost.


class YamlEvent(Protocol):
    """What every event has: where it begins, and where it has just ended."""

    start_mark: TextPosition
    end_mark: TextPosition


class NodeEvent(YamlEvent, Protocol):
    """A value, with the name after `&`, or an alias, with that after `*`."""

    anchor: str | None


class TaggedEvent(NodeEvent, Protocol):
    """A value, with the name after `!`."""

    tag: str | None


class CollectionEvent(TaggedEvent, Protocol):
    """The beginning of a map or list, and whether it stands in braces or brackets."""

    flow_style: bool


class TextEvent(TaggedEvent, Protocol):
    """A text, a number, a word: everything without parts.

    `style` is its quote, `|` or `>`; nothing (one parser says None) where it is plain.
    """

    value: str
    style: str | None


class EventHandler(Protocol):
    """Takes the events of one text."""

    def document(self, event: YamlEvent, /) -> None:
        """A document begins; there may be several."""

    def map(self, event: CollectionEvent, /) -> None:
        """A map begins; keys and values follow in turn."""

    def list(self, event: CollectionEvent, /) -> None:
        """A list begins."""

    def end(self, event: YamlEvent, /) -> None:
        """The innermost map or list ends."""

    def text(self, event: TextEvent, /) -> None:
        """A value without parts, or a key."""

    def alias(self, event: NodeEvent, /) -> None:
        """A reference to an anchor."""

    @property
    def doubtful(self) -> bool:
        """Whether it saw what the two parsers may see differently."""


HandlerT = TypeVar("HandlerT", bound=EventHandler)


class UnreadableError(Exception):
    """The text stops being YAML, has too many levels (`TOO_DEEP`), or too many `problems`."""

    def __init__(
        self,
        problem: str,
        at: TextPosition,
        context: str = "",
        context_at: TextPosition | None = None,
        problems: list[Any] | None = None,
    ) -> None:
        super().__init__(problem)
        self.problems = problems or []
        self.problem = problem
        self.at = at
        self.context = context
        self.context_at = context_at


def read(text: str, new: Callable[[], HandlerT]) -> HandlerT:
    """A new handler that was given all events of a text; raises UnreadableError."""
    if has_c_parser():
        try:
            handler = _fill(new(), _from_c(text))
        except UnreadableError as failure:
            if failure.problem == TOO_DEEP:
                raise
        else:
            if not handler.doubtful:
                return handler
    return _fill(new(), _from_pure(text))


@cache
def has_c_parser() -> bool:
    """Whether ruamel.yaml's C parser is installed."""
    try:
        from ruamel.yaml import cyaml  # noqa: F401
    except ImportError:
        return False
    return True


def _from_c(text: str) -> Iterator[Any]:
    from ruamel.yaml import cyaml

    parser: Any = cyaml.__dict__["CParser"]  # it does not say that it exports it
    return iter(parser(text).get_event, None)


def _from_pure(text: str) -> Iterator[Any]:
    from ruamel.yaml import YAML

    events: Iterator[Any] = YAML(typ="safe", pure=True).parse(text)
    return events


def _fill(handler: HandlerT, events: Iterator[Any]) -> HandlerT:
    from ruamel.yaml.error import YAMLError

    try:
        _dispatch(handler, events)
    except YAMLError as error:
        # What ruamel says, as an error of our own; some of its errors have no place.
        said: Any = error
        context = getattr(said, "context", None) or ""
        problem = getattr(said, "problem", None) or context or str(said)
        context_at = getattr(said, "context_mark", None)
        at = getattr(said, "problem_mark", None) or context_at or Position(0, 0)
        raise UnreadableError(problem, at, context, context_at) from None
    except (ValueError, OverflowError):
        # The pure parser on "\Uffffffff"; it does not say where.
        raise UnreadableError(BAD_CHARACTER, Position(0, 0)) from None
    except AssertionError:
        # The pure parser on `%YAML 1.0`, which is refused before; places are looked for in it.
        raise UnreadableError(BAD_VERSION, Position(0, 0)) from None
    return handler


def _dispatch(handler: EventHandler, events: Iterator[Any]) -> None:
    from ruamel.yaml import events as kinds

    text_event, on_text = kinds.ScalarEvent, handler.text
    starts = {
        kinds.MappingStartEvent: handler.map,
        kinds.SequenceStartEvent: handler.list,
    }
    ends = (kinds.MappingEndEvent, kinds.SequenceEndEvent)
    others = {
        kinds.AliasEvent: handler.alias,
        kinds.DocumentStartEvent: handler.document,
    }
    depth = 0
    for event in events:
        kind = type(event)
        if kind is text_event:
            if event.style == '"' and not event.value.isascii():
                event.value = _whole(event.value)
            on_text(event)
        elif kind in ends:
            depth -= 1
            handler.end(event)
        elif kind in starts:
            depth += 1
            if depth > MAX_DEPTH:
                raise UnreadableError(TOO_DEEP, event.start_mark)
            starts[kind](event)
        elif kind in others:
            others[kind](event)


def _whole(text: str) -> str:
    """A text whose characters may be written in halves, U+D83C and U+DFB2, as JSON does."""
    return text.encode("utf-16-le", "surrogatepass").decode(
        "utf-16-le", "surrogatepass"
    )
