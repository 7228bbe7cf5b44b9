"""freed6c explain: what a diagnostic code means."""

from __future__ import annotations

import click


@click.command()
@click.argument("code")
def explain(code: str) -> None:
    """Say what a diagnostic CODE means, by its number (D6-R001) or name (unknown-reference)."""
    from freed6c.diagnostics.codes import ALL
    from freed6c.packs.suggest import did_you_mean

    for known in ALL:
        if code.casefold() in {known.id.casefold(), known.name}:
            click.echo(f"{known.id} {known.name} ({known.severity})")
            click.echo(known.meaning)
            return
    names = [name for known in ALL for name in (known.id, known.name)]
    help_ = "; ".join(did_you_mean(code, names))
    raise click.UsageError(
        f"there is no code '{code}'" + (f": {help_}" if help_ else "")
    )
