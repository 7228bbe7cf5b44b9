"""Worked examples, tried: what they give, beside what they expect."""
