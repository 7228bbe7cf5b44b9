"""The command line: one file a command. Heavy modules are imported inside the commands."""

from __future__ import annotations

import click

from freed6c import __version__
from freed6c.cli.build import build
from freed6c.cli.check import check
from freed6c.cli.diff import diff
from freed6c.cli.explain import explain
from freed6c.cli.list import list_
from freed6c.cli.new import new
from freed6c.cli.odds import odds
from freed6c.cli.roll import roll
from freed6c.cli.serve import serve
from freed6c.cli.test import test

__all__ = ["freed6c"]


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__)
def freed6c() -> None:
    """Compile tabletop rules kept as data into Python, Markdown, HTML and JSON.

    A PACK is a folder with a pack.yaml, or the name of one that comes with freed6c, such as core.

    \b
    Examples:
      freed6c new my-house-rules
      freed6c build rulesets/core
      freed6c check my-house-rules
      freed6c serve my-house-rules
      freed6c list core skills
      freed6c odds "5D" --difficulty 10
    """  # noqa: D301 - click reads the escape itself


freed6c.add_command(build)
freed6c.add_command(check)
freed6c.add_command(diff)
freed6c.add_command(explain)
freed6c.add_command(list_)
freed6c.add_command(new)
freed6c.add_command(odds)
freed6c.add_command(roll)
freed6c.add_command(serve)
freed6c.add_command(test)
