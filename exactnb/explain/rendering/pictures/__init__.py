"""Pictures of probabilities, columns of numbers and posteriors over λ."""
