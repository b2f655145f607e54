"""Scores to 75 bits after the binary point, and correctly rounded posteriors from them."""
