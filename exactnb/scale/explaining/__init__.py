"""Rows of large inputs explained: the one folder here that needs what `explain` has."""
