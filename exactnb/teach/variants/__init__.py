"""Variants: the same problem with other numbers, so that each typical mistake is told apart."""
