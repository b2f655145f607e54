"""From the density of a family to its estimator: a candidate, which a theorem has to prove."""
