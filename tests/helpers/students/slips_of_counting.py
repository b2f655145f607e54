"""Slips in counting, in what λ stands for, in signs and arrangements: one step done otherwise."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction as F
from math import factorial, prod

from .slip import DISCRETE, PARTS, slip
from .slips import next_class
from .slips_more import next_column
from .slips_of_numbers import LATER, NUMBERS, density
from .work import PI, Work, exp, log, root

SMOOTHED = ("categorical", "multinomial")


# What λ stands for.
def with_lambda(names: str, other: Callable[[F], F]) -> None:
    """Add a slip in which another number stands for λ, above and below."""
    slip(
        names,
        DISCRETE,
        PARTS,
        above=lambda w, i, k: w.lam and other(w.lam),
        below=lambda w, i, k: w.lam and other(w.lam) * w.cells(i),
    )


# At λ = 1 no smoothing is the same formula, at λ = 2 one for λ.
with_lambda("dirichlet-mode smoothing-forgotten one-for-lambda", lambda lam: lam - 1)
with_lambda("dirichlet-mean", lambda lam: lam + 1)
slip(
    "lambda-not-multiplied lambda-once-in-denominator",  # one formula where λ is the number of values
    DISCRETE,
    PARTS,
    below=lambda w, i, k: F(w.cells(i) if w.lam else 0),
)
slip(
    "values-of-another-column classes-for-values columns-for-values",
    ("categorical",),
    PARTS,
    below=lambda w, i, k: w.lam * len(w.sheet.values(next_column(w, i[0]))),
)

# What is divided by.
slip(
    "total-of-another-class",
    SMOOTHED,
    PARTS,
    trials=lambda w, i, k: Work.trials(w, i, next_class(w, k)),
)
slip(
    "normalised-over-classes",
    SMOOTHED,
    PARTS,
    share=lambda w, i, k: Work.share(w, i, k) / sum(Work.share(w, i, of) for of in w.labels),
)


# Texts.
def arranged(w: Work, k: str, repeats: bool) -> F:
    """Return how often a text can be arranged times its likelihood, with or without its repeats."""
    below = prod(map(factorial, w.items.values())) if repeats else 1
    return F(factorial(sum(w.items.values())), below) * Work.likelihood(w, k)


IN_TEXTS = ("likelihood", "joint")
slip(
    "coefficient-added",
    ("multinomial",),
    IN_TEXTS,
    likelihood=lambda w, k: arranged(w, k, repeats=True),
)
slip(
    "arrangements-without-repeats coefficient-added",
    ("multinomial",),
    IN_TEXTS,
    likelihood=lambda w, k: arranged(w, k, repeats=False),
)

# Logarithms.
slip("sign-changed", at=("log_joint",), log_joint=lambda w, k: -log(w.joint(k)))
slip(
    "logarithm-of-the-sum probabilities-added",
    at=("log_joint",),
    log_joint=lambda w, k: log(w.prior(k) + sum(w.factors(k))),
)

# Densities.
density("normaliser-multiplied", lambda d, v, s: exp(-d * d / (2 * v)) * root(2 * PI * v))
density("sign-of-exponent-lost", lambda d, v, s: exp(d * d / (2 * v)) / root(2 * PI * v))
density("square-dropped", lambda d, v, s: exp(-abs(d) / (2 * v)) / root(2 * PI * v))
slip(
    "mean-of-another-class",
    NUMBERS,
    LATER,
    density=lambda w, i, k: (
        exp(-((F(i[1]) - w.mean(i[0], next_class(w, k))) ** 2) / (2 * w.variance(i[0], k)))
        / root(2 * PI * w.variance(i[0], k))
    ),
)


# Results.
def combined(w: Work, k: str) -> F:
    """Return ∏p/(∏p + ∏(1 − p)), with the posterior p by each item alone."""
    by_class = {of: [w.prior(of) * factor for factor in w.factors(of)] for of in w.labels}
    single = [own / sum(each) for own, *each in zip(by_class[k], *by_class.values(), strict=True)]
    return prod(single) / (prod(single) + prod(1 - p for p in single))


slip("spam-filter-combining", at=("posterior",), least=3, posterior=combined)
