"""Large inputs: counts merged, scores in floating point, each label proved."""
