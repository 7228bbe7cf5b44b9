"""Playing: what the rules come to in a situation."""
