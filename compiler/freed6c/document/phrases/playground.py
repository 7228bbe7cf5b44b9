"""The words of the page for trying a house rule."""

from __future__ import annotations

from typing import Final

PLAYGROUND: Final = {
    "try": "Try a house rule",
    "try.of": "Try a house rule for {title}",
    "try.says": "Write your own rule and see its effects at once, right in your browser. "
    "You don't have to install anything.",
    "try.about": "Write your rules here. This page shows their errors and their effects. "
    "Everything stays in your browser; your text becomes part of the address of this page. "
    "You can start now. Checking begins when the compiler has loaded.",
    "try.without": "This page needs JavaScript, which is turned off.",
    "try.views": "What to show",
    "try.write": "Write",
    "try.rules": "Rules",
    "try.rules.find": "Find a rule",
    "try.rules.why": "Your reason, which readers see first",
    "try.rules.none": "No rule has this name.",
    "try.rules.more": "and {count} more",
    "try.rules.all": "All rules",
    "try.rules.read": "Read this rule",
    "try.rules.change": "Tap what you want to change.",
    "try.rules.broken": "Fix the errors in {file} first.",
    "try.assist": "Suggestions",
    "try.problems": "Problems",
    "try.changes": "Changes",
    "try.chances": "Odds",
    "try.files": "Files",
    "try.text": "Text of {file}",
    "try.new": "New file",
    "try.new.name": "Name of the new file, such as {example}",
    "try.new.wrong": "Use lowercase letters, digits and hyphens, then .yaml. Each name must be "
    "unique.",
    "try.remove": "Delete this file",
    "try.remove.sure": "Delete {file} and everything in it?",
    "try.add": "Add an example",
    "try.link": "Send a link",
    "try.link.copied": "Link copied. It contains everything you wrote.",
    "try.link.address": "To share this, copy the address of this page.",
    "try.link.broken": "The link was cut off or broken, so this is a new pack.",
    "try.send": "Send the rules",
    "try.send.making": "Putting all the rules into one file",
    "try.send.ready": "{file} is ready ({size} MB). Any browser opens it, even offline.",
    "try.send.share": "Share the file ({size} MB)",
    "try.sent.change": "Change these rules",
    "try.letter": "This link holds house rules. This is what they change:",
    "try.letter.open": "Open the rules",
    "try.letter.edit": "Edit",
    "try.letter.size": "Both load the compiler first, about 20 MB. Your browser keeps it.",
    "try.save": "Download folder",
    "try.loading": "Loading",
    "try.loading.python": "Loading Python, which runs the compiler. Your browser keeps it for "
    "the next time.",
    "try.loading.compiler": "Loading the compiler and the rules",
    "try.loading.starting": "Starting the compiler",
    "try.loading.failed": "The compiler could not be loaded. Reload this page. ({reason})",
    "try.checking": "Checking",
    "try.fine": "No problems",
    "try.more": "and {count} more; fix these first to see them",
    "try.skipped": "Fix these first: later checks were skipped.",
    "try.error": "Error",
    "try.warning": "Warning",
    "try.errors": "Errors: {count}",
    "try.warnings": "Warnings: {count}",
    "try.place": "{file}, line {line}",
    "try.apply": "Apply",
    "try.errors.first": "Your rules have errors. These are the changes from before the errors.",
    "try.nothing": "Your changes appear here when there are no errors.",
    "try.alone": "This pack doesn't extend another pack, so it can't be compared.",
    "try.chances.none": "The odds of plain dice stay the same.",
    "try.back": "All changes",
    "try.fault": "Internal error in freed6c, not in your text. To go on, change your text a "
    "little. Please report this error and include the link: {reason}",
}
"""The words of the page and of its script."""
