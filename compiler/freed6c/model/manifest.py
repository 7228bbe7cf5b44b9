"""What a pack says about itself."""

from __future__ import annotations

from dataclasses import dataclass, replace

from freed6c.packs.names import python_name


@dataclass(frozen=True, slots=True, kw_only=True)
class License:
    """Whose the content is and what may be done with it. `id` is an SPDX identifier."""

    id: str
    holder: str
    source: str = ""
    changes: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """`pack.yaml`, read; or what stands in its place for a combination of packs.

    `python` is the name of the generated package; `parts` are the packs to name for it, which is
    the pack itself, or those that are combined. A combination has no licence of its own: each of
    its packs keeps the one it has.
    """

    id: str
    title: str
    version: str
    python: str
    license: License | None
    extends: tuple[str, ...]
    after: tuple[str, ...]
    parts: tuple[str, ...]

    def called(self, name: str) -> Manifest:
        """The same under another name."""
        return replace(self, id=name, python=package_name(name))


def package_name(id_: str) -> str:
    """The generated package of a pack that does not say how it is called."""
    return f"freed6_{python_name(id_)}"
