"""The kinds of entries, a file for each subject."""
