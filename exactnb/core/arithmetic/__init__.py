"""Exact numbers: numerals, ratios as counted, power products, closed forms and their decimals.

Nothing here knows about classes, words or probabilities.
"""
