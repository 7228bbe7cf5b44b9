"""Dice: pools and their notation, procedures carried out step by step. No word of a game."""
