"""Alternatives to the right solution, as one kind of thing: conventions, mistakes, edits, roundings."""
