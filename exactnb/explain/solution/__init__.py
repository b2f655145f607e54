"""Worked solutions: what is said about a problem, and in which order."""
