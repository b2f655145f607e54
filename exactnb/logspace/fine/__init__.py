"""Scores to 75 bits below the point, and posteriors that are rightly rounded by them."""
