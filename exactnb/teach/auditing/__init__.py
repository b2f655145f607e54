"""Audits of printed numbers: whether each is right, and how the wrong ones may have come about."""
