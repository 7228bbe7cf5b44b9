"""Packs without an order between them: where they disagree, and who has their way."""
