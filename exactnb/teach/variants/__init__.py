"""Variants: the same problem with other numbers, in which each typical mistake can be recognised."""
