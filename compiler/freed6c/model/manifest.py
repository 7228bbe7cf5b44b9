"""What a pack says about itself."""

from __future__ import annotations

from dataclasses import dataclass, replace

from freed6c.model.license_terms import Terms, terms_of
from freed6c.model.prose import one_line
from freed6c.packs.ids import python_name
from freed6c.packs.pack import NO_VERSION


@dataclass(frozen=True, slots=True, kw_only=True)
class License:
    """Whose the content is and what may be done with it. `id` is an SPDX identifier.

    `title` is the work that the content is taken from, as its holder calls it. `section15` are the
    copyright notices that the Open Game License wants, word for word; `product_identity` is what
    it does not open. `adapted_by` is whose the words are, where they are not the holder's;
    `evidence` says how it is known that the content is under this license.
    """

    id: str
    holder: str
    title: str = ""
    year: int | None = None
    source: str = ""
    changes: str = ""
    section15: tuple[str, ...] = ()
    product_identity: str = ""
    adapted_by: str = ""
    evidence: str = ""

    @property
    def terms(self) -> Terms | None:
        """What the license asks; None where there is no such license."""
        return terms_of(self.id)


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """`pack.yaml`, read; or what stands in its place for a combination of packs.

    `file` is where it is written, `site` the address of its site, with a slash at the end, if it
    has one, `playground` that of a page to try house rules on. `python` is the name of the
    generated package; `parts` are the packs to name for it, which is the pack itself, or those that
    are combined. A combination has no license of its own: each of its packs keeps the one it has.
    """

    id: str
    title: str
    version: str
    python: str
    license: License | None
    extends: tuple[str, ...]
    after: tuple[str, ...]
    parts: tuple[str, ...]
    file: str = ""
    site: str = ""
    playground: str = ""

    @property
    def cited(self) -> str:
        """What people read: its title, and its version if it has one."""
        title = one_line(self.title)
        return title if self.version == NO_VERSION else f"{title} {self.version}"

    def called(self, name: str) -> Manifest:
        """The same under another name."""
        return replace(self, id=name, python=package_name(name))


def package_name(id_: str) -> str:
    """The generated package of a pack that does not say how it is called."""
    return f"freed6_{python_name(id_)}"
