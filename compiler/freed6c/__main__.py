"""The entry point of the command line."""

from __future__ import annotations

from freed6c.cli import freed6c


def main() -> None:
    """Run the command line."""
    freed6c(prog_name="freed6c")


if __name__ == "__main__":
    main()
