"""The typed ruleset: entries with every reference resolvable, and what is known about each."""
