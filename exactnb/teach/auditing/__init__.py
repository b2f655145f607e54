"""Audits of numbers in print: whether each is right, and what explains those that are not."""
