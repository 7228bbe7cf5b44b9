"""The words around the rules: of pages, notes, examples and changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

PAGES: Final[Mapping[str, str]] = {
    "language": "en",
    "contents": "Contents",
    "skip": "Skip to the text",
    "on-this-page": "On this page",
    "pages": "Pages",
    "all": "Everything on one page",
    "previous": "Before: {title}",
    "next": "Next: {title}",
    "scroll": "{title} (scrolls sideways)",
    "in-detail": "In detail",
    "see-above": "Its table stands {above}.",
    "above": "above",
    "see-also": "See also: {entries}.",
    "footer": "{title} {version}",
    "footer.license": "{title} {version}, {license}, {holder}",
}

LICENSES: Final[Mapping[str, str]] = {
    "license": "Licence",
    "license.none": "{title} {version} names no licence: all rights are reserved.",
    "license.attribution": "{title} {version}: {holder}, licensed under {license}",
    "license.attribution.work": "{title} {version} contains material from {work}, {holder}, "
    "licensed under {license}",
    "license.holder": "© {holder}",
    "license.holder.year": "© {year} {holder}",
    "license.source": "Source: {said}",
    "license.changes": "Changes: {said}",
    "license.product-identity": "Product Identity, which is not open: {said}",
    "license.evidence.stated": "The source itself says that it is under this licence.",
    "license.evidence.site-wide-assumed": "The source says of a part of it that it is under this "
    "licence; that is read here as meant for the whole.",
    "license.evidence.unknown": "The source does not say under which licence it is.",
    "license.open": "Open Game Content is everything from {packs}.",
    "license.open.but": "Open Game Content is everything from {packs}, but for what is named above "
    "as Product Identity.",
    "license.open.marked": "Each of its entries is marked as Open Game Content.",
    "license.mark": "Licence: {licenses}",
    "license.mark.open": "Open Game Content: {licenses}",
    "license.mark.none": "none, all rights reserved",
}

CHANCES: Final[Mapping[str, str]] = {
    "chances": "Chances",
    "chances.success": "Chance of success with plain dice ({procedure})",
    "chances.more": "How far the success goes stands under {page}.",
    "chances.where": "by die code, beside {benchmarks}",
    "chances.intro": "How likely each result is with plain dice ({procedure}), nothing added or "
    "exchanged. A success can have a rank of {ranks}, or none.",
    "chances.band": "{benchmark}: {band}",
    "chances.numbered": "{name} ({number})",
    "chances.failure": "Failure",
    "chances.no-rank": "No rank",
}

CHANGES: Final[Mapping[str, str]] = {
    "changes": "What this pack changes",
    "changes.intro": "Compared with {before}.",
    "changes.nothing": "Compared with {before}, nothing is different yet.",
    "changes.title": "{title} {version}",
    "changes.changed": "Changed",
    "changes.added": "New",
    "changes.removed": "Removed",
    "changes.results": "Examples that give something else",
    "changes.chances": "Odds that move",
    "changes.chances.intro": "Chances of success before and after ({procedure}). They are "
    "exact, and rounded to a tenth of a per cent.",
    "changes.part": "{whole}: {part}",
    "changes.band": "{name} ({before} → {after})",
    "changes.band.same": "{name} ({number})",
    "changes.chance": "{before} → {after}",
    "changes.entry": "{entry} ({kind})",
    "changes.entry.why": "{entry}: {why}",
    "changes.follows": "Follows from the rest",
    "changes.order": "Order",
    "changes.moved": "moved: now after {entry}",
    "changes.moved.first": "moved: now the first",
    "compare.among": "{items} (among others)",
    "compare.pair": "{label}: {said}",
}

NOTES: Final[Mapping[str, str]] = {
    "note.readings": "It can be read as",
    "note.chosen": "read so here",
    "note.why": "Why",
    "note.read": "Here: {reading}",
    "note.more": "More",
    "note.conflict": "The sources contradict each other",
    "note.gap": "The sources leave it open",
    "note.typo": "A slip of the pen",
    "note.naming": "Two names for one thing",
    "example.named": "{name}: {said}",
    "example.is": "{that} = {expect}",
    "example.percent": "(about {percent})",
    "example.run": "{run}: {gives}",
    "example.given": "{what} ({given})",
    "example.part": "{whole}, {part}",
    "example.times": "{count} \N{MULTIPLICATION SIGN} {part}",
    "example.nothing": "nothing happens",
    "fact": "{name} is {value}",
    "fact.number": "the number to reach is {value}",
    "fact.margin": "the margin is {value}",
    "fact.rank": "the rank is {value}",
    "fact.cost": "the cost is {value}",
    "fact.success.yes": "the check succeeds",
    "fact.success.no": "the check fails",
    "fact.skipped.yes": "no roll is needed",
    "fact.skipped.no": "a roll is needed",
    "aliases": "Also called {names}.",
    "attested": "The name is used in: {where}",
    "source": "Source: {where}",
    "change.added": "Added by {pack}",
    "change.changed": "Changed by {pack}",
    "change.other": "{place}",
    "change.other.before": "{place}: was {before}",
    "change.other.after": "{place}: {after}",
    "change.other.after.before": "{place}: {after}, was {before}",
    "change.unset": "{place}: no longer said",
    "change.unset.before": "{place}: no longer said, was {before}",
    "change.add": "{place}: added",
    "change.add.after": "{place}: {after} added",
    "change.remove": "{place}: removed",
    "change.move": "{place}: moved",
    "change.replace": "{place}: written anew",
    "change.rename": "{place}: has another id",
    "change.settle": "{place}: settled",
    "change.take": "{place}: something taken out",
    "change.take.before": "{place}: {before} taken out",
    "change.select": "{place}: chosen",
    "change.select.after": "{place}: {after} chosen",
}
