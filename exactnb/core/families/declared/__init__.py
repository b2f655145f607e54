"""Families that somebody states by a density or a mass function, in a problem file or in Python."""
