"""Linear discriminant analysis: columns with one covariance for all classes.

Pooled, it is about the means of the classes; total, about the mean of all rows, as some notes take
it by mistake.

Source: T. Hastie, R. Tibshirani and J. Friedman, The Elements of Statistical Learning (2nd ed.),
section 4.3, equation 4.10.
"""

from __future__ import annotations

from exactnb.core.families.multivariate import MultivariateNormal


class Lda(MultivariateNormal):
    """Normal columns, each class with its mean, all with one covariance."""

    name = "lda"
    title = "Linear discriminant analysis"
    formula = "normal, of columns jointly: `mean(k)`, one covariance for all classes"
    choices = ("divisor", "covariance")
    shares_covariance = True


FAMILY = Lda()
