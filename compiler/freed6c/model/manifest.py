"""Manifests: the id, title, license and dependencies of a pack."""

from __future__ import annotations

from freed6c.model.license_terms import Terms, terms_of
from freed6c.model.prose import one_line
from freed6c.packs.ids import python_name
from freed6c.packs.lazy import dataclass, replace
from freed6c.packs.pack import NO_VERSION


@dataclass(frozen=True, kw_only=True)
class License:
    """The holder and license of a pack's content. `id` is an SPDX identifier.

    `title` is the work that the content comes from. `section15` has the literal copyright notices
    that the Open Game License requires; `product_identity` is the content that it excludes.
    `adapted_by` is the author of the wording, if that isn't the holder; `evidence` is the proof
    that the content is under this license.
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
        """The terms of the license; None if it is unknown."""
        return terms_of(self.id)


@dataclass(frozen=True)
class SitePicture:
    """The picture that other sites show with links to a site, with a text in its place."""

    file: str
    alt: str
    content: bytes


@dataclass(frozen=True, kw_only=True)
class Manifest:
    """The manifest of a pack (`pack.yaml`), or of a combination of packs.

    - `summary`: what the pack changes at the table, in a sentence or two; empty if it isn't given.
    - `python`: the name of the generated package.
    - `extends`: the ids of the packs that it changes.
    - `after`: the ids of packs that it applies after, if they are present.
    - `parts`: the packs to name on the command line: the pack itself, or the combined packs.
    - `file`: the path of `pack.yaml`.
    - `site`: the address of its site, with a slash at the end; empty if it has none.
    - `playground`: the address of a page to try house rules on; empty if there is none.
    - `retitled`: True if the title was given for this build.
    - `picture`: the picture for links to its site, if there is one.

    A combination has no license: each of its packs keeps its license.
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
    summary: str = ""
    site: str = ""
    playground: str = ""
    retitled: bool = False
    picture: SitePicture | None = None

    @property
    def cited(self) -> str:
        """The title, and the version if it has one."""
        title = one_line(self.title)
        return title if self.version == NO_VERSION else f"{title} {self.version}"

    def renamed(self, name: str) -> Manifest:
        """Return the manifest with another id, and the package name that follows from it."""
        return replace(self, id=name, python=package_name(name))


def package_name(id_: str) -> str:
    """Return the default name of the generated package of a pack."""
    return f"freed6_{python_name(id_)}"
