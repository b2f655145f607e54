"""Scores to 75 bits below the point, and posteriors that are correctly rounded by them."""
