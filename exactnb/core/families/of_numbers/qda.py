"""Quadratic discriminant analysis: columns with a covariance of their own in each class.

Source: T. Hastie, R. Tibshirani and J. Friedman, The Elements of Statistical Learning (2nd ed.),
section 4.3, equation 4.12.
"""

from __future__ import annotations

from exactnb.core.families.multivariate import MultivariateNormal


class Qda(MultivariateNormal):
    """Normal columns, each class with its mean and its covariance."""

    name = "qda"
    title = "Quadratic discriminant analysis"
    formula = "normal, of columns jointly: `mean(k)`, a covariance for each class"
    shares_covariance = False


FAMILY = Qda()
