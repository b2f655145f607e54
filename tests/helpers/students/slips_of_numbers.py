"""Slips with means, variances and densities, each as one step done otherwise."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction as F
from statistics import median

from .sheets import Item
from .slip import AFTER, slip
from .slips import next_class
from .work import PI, Right, Work, exp, root

NUMBERS = ("gaussian",)
LATER = ("density", *AFTER)


def about(numbers: list[F]) -> list[F]:
    mean = sum(numbers) / len(numbers)
    return [x - mean for x in numbers]


def z(w: Work, item: Item, k: str) -> F:
    return (F(item[1]) - w.mean(item[0], k)) / root(w.variance(item[0], k))


slip(
    "other-class",
    NUMBERS,
    ("mean", "variance"),
    mean=lambda w, c, k: Work.mean(w, c, next_class(w, k)),
    variance=lambda w, c, k: Right(w.sheet).variance(c, next_class(w, k)),
)
slip("estimated-from-all-rows", NUMBERS, ("mean",), mean=lambda w, c, k: Work.mean(w, c, None))
slip(
    "variance-of-all-rows",
    NUMBERS,
    ("variance", *LATER),
    variance=lambda w, c, k: Right(w.sheet).variance(c, None),
)
slip(
    "covariance-pooled",
    NUMBERS,
    ("variance", *LATER),
    variance=lambda w, c, k: sum(x * x for of in w.labels for x in about(w.numbers(c, of))) / w.size(),
)
slip(
    "variance-with-another-divisor",
    NUMBERS,
    ("variance", *LATER),
    variance=lambda w, c, k: Work.variance(w, c, k) * w.size(k) / (w.size(k) - 1),
)
slip("sum-not-divided", NUMBERS, ("mean",), mean=lambda w, c, k: sum(w.numbers(c, k)))
slip(
    "sum-not-divided",
    NUMBERS,
    ("variance",),
    variance=lambda w, c, k: Work.variance(w, c, k) * w.size(k),
)
slip(
    "mean-not-squared",
    NUMBERS,
    ("variance",),
    variance=lambda w, c, k: sum(x * x for x in w.numbers(c, k)) / w.size(k) - w.mean(c, k),
)
slip(
    "mean-absolute-deviation",
    NUMBERS,
    ("variance",),
    variance=lambda w, c, k: sum(map(abs, about(w.numbers(c, k)))) / w.size(k),
)
slip("median-for-mean", NUMBERS, ("mean",), mean=lambda w, c, k: F(median(w.numbers(c, k))))
slip(
    "standard-error",
    NUMBERS,
    ("variance",),
    variance=lambda w, c, k: Work.variance(w, c, k) / w.size(k),
)
slip(
    "deviation-for-variance",
    NUMBERS,
    ("variance",),
    variance=lambda w, c, k: root(Work.variance(w, c, k)),
)


def density(names: str, formula: Callable[[F, F, F], F]) -> None:
    """Add a slip in a density, as a formula of x − μ, σ² and σ."""
    slip(
        names,
        NUMBERS,
        LATER,
        density=lambda w, i, k: formula(
            F(i[1]) - w.mean(i[0], k), w.variance(i[0], k), root(w.variance(i[0], k))
        ),
    )


density("deviation-for-variance-in-exponent", lambda d, v, s: exp(-d * d / (2 * s)) / root(2 * PI * v))
density("variance-outside-the-root", lambda d, v, s: exp(-d * d / (2 * v)) / (v * root(2 * PI)))
density("deviation-under-the-root", lambda d, v, s: exp(-d * d / (2 * v)) / root(2 * PI * s))
density("two-dropped-in-exponent", lambda d, v, s: exp(-d * d / v) / root(2 * PI * v))
density("normaliser-dropped", lambda d, v, s: exp(-d * d / (2 * v)))
density("root-forgotten", lambda d, v, s: exp(-d * d / (2 * v)) / (2 * PI * v))
density("two-pi-outside-the-root", lambda d, v, s: exp(-d * d / (2 * v)) / (s * 2 * PI))
density("two-pi-dropped", lambda d, v, s: exp(-d * d / (2 * v)) / s)
density("density-of-z", lambda d, v, s: exp(-d * d / (2 * v)) / root(2 * PI))
slip("z-for-density", NUMBERS, ("density",), density=z)
slip("distribution-function", NUMBERS, ("density",), density=lambda w, i, k: area(z(w, i, k)))


def area(z: F) -> F:
    """Return Φ(z) by its power series."""
    term, total, n = z, z, 0
    while abs(term) > F(1, 10**25) and n < 400:
        n += 1
        term = F((-(z * z) * term / (2 * n)).limit_denominator(10**60))
        total += term / (2 * n + 1)
    return F(1, 2) + total / root(2 * PI)
