"""Chains and tables as rows, in each format, and what stands next to each other."""
