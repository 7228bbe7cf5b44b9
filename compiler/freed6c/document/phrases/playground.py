"""The words of the page for trying a house rule."""

from __future__ import annotations

from typing import Final

PLAYGROUND: Final = {
    "try": "Try a house rule",
    "try.of": "Try a house rule for {title}",
    "try.says": "Write a rule of your own and see at once what it changes: in your browser, with "
    "nothing to install.",
    "try.about": "Write your rules; this page says what is wrong with them, and what they change. "
    "It all happens in your browser: nothing is sent anywhere. The address of this page holds what "
    "you write. The first check begins when the compiler is there; you can write already.",
    "try.without": "This page needs scripts, which are off.",
    "try.views": "What to show",
    "try.write": "Write",
    "try.problems": "Problems",
    "try.changes": "Changes",
    "try.chances": "Chances",
    "try.files": "Files",
    "try.text": "Text of {file}",
    "try.new": "New file",
    "try.new.name": "Name of the new file, such as {example}",
    "try.new.wrong": "Write small letters, digits and hyphens, then .yaml; each name once.",
    "try.remove": "Remove this file",
    "try.remove.sure": "Remove {file} and all that is written in it?",
    "try.add": "Add an example",
    "try.link": "Copy link",
    "try.link.copied": "The link is copied. It holds all that you wrote.",
    "try.link.address": "The address of this page is the link.",
    "try.link.broken": "The link that led here is cut off or broken, so this is a new pack.",
    "try.save": "Download folder",
    "try.loading": "Loading",
    "try.loading.python": "Fetching Python, which runs the compiler. The next time it is there.",
    "try.loading.compiler": "Fetching the compiler and the rules",
    "try.loading.starting": "Starting the compiler",
    "try.loading.failed": "The compiler could not be loaded. Load this page again. ({reason})",
    "try.checking": "Checking",
    "try.fine": "No problems",
    "try.more": "and {count} more, which come up as these are mended",
    "try.error": "Error",
    "try.warning": "Warning",
    "try.errors": "Errors: {count}",
    "try.warnings": "Warnings: {count}",
    "try.place": "{file}, line {line}",
    "try.apply": "Do it",
    "try.errors.first": "There are errors: this is what the text changed before them.",
    "try.nothing": "What you change is told here, once there are no errors.",
    "try.alone": "This pack is layered on no other, so there is nothing to compare it with.",
    "try.chances.none": "No chances move.",
    "try.back": "All changes",
    "try.fault": "Internal error in freed6c; what you wrote is not to blame. Change it a little, "
    "and go on. Please report this, with the link: {reason}",
}
"""The words of the page and of its script."""
