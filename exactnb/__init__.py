"""Naive Bayes, worked out exactly."""
