"""What each word of a house rule does to the ruleset."""
