"""Simulated students: random problems, what is right, single slips, honest rounding, plain guesses.

Nothing here shares code with the package: it counts, multiplies and rounds with fractions of its own.
"""
