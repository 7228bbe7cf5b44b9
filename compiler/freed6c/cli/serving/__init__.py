"""A site that is served while its packs are written: built in memory, again after every change."""
