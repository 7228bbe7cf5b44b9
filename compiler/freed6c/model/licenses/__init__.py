"""Licences: what they ask of those who publish, and what follows for a ruleset of several packs."""
