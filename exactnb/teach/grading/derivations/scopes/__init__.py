"""The scopes: independent samples with a density, naive Bayes, numbers of parameters."""
