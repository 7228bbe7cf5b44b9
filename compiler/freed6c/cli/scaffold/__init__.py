"""A new pack, ready to edit: its files are templates, its examples come from what it extends."""
