"""Checking answers: what was typed, what it is worth, and what went wrong in it."""
