"""Options: which choices and files of packs are in use."""
