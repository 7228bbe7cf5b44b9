"""Sentences about a ruleset, made from its data so that text and mechanics cannot part."""
