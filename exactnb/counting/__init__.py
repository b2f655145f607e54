"""Counts of a whole training set: a value that adds up, and the files that carry it elsewhere."""
