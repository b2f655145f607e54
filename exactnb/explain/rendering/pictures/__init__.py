"""Pictures of probabilities, of numeric columns and of posteriors as functions of λ."""
