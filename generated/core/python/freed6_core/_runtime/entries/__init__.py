"""Define the kinds of entries, one module for each subject."""
