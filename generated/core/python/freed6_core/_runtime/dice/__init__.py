"""Roll pools: their notation, and procedures that run step by step."""
