"""Floating-point log-space for large inputs, with every label proved."""
