"""More slips with shares, products, evidence, results, logarithms and densities."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction as F
from math import prod

from .slip import DISCRETE, PARTS, slip
from .slips import shown
from .slips_of_numbers import LATER, NUMBERS, area, density
from .work import PI, Right, Work, exp, log, root

TABLES = ("categorical", "bernoulli")

# Priors.
slip(
    "priors-exchanged",
    at=("joint", "posterior"),
    joint=lambda w, k: w.prior(partner(w, k)) * w.likelihood(k),
)
slip("numerator-off-by-one", at=("prior",), prior=lambda w, k: (w.size(k) + 1) / w.size())
slip("numerator-off-by-one", at=("prior",), prior=lambda w, k: (w.size(k) - 1) / w.size())
slip("upside-down", at=("prior",), prior=lambda w, k: w.size() / w.size(k))


def partner(w: Work, k: str) -> str:
    """Return the class whose prior is exchanged with that of a class: the first two are."""
    one, other = w.labels[:2]
    return {one: other, other: one}.get(k, k)


# Shares.
slip(
    "upside-down",
    DISCRETE,
    ("share",),
    share=lambda w, i, k: 1 / Work.share(w, i, k),
)
slip(
    "one-over-values-added",
    DISCRETE,
    PARTS,
    above=lambda w, i, k: w.lam and F(1, w.cells(i)),
    below=lambda w, i, k: F(1 if w.lam else 0),
)
slip(
    "one-over-values-added",
    DISCRETE,
    ("share",),
    share=lambda w, i, k: w.hits(i, k) / w.trials(i, k) + (w.lam and F(1, w.cells(i))),
)
slip(
    "length-of-the-query-added",
    ("multinomial",),
    PARTS,
    below=lambda w, i, k: w.lam * w.cells(i) + len(w.sheet.query),
)
slip(
    "values-of-all-columns",
    ("categorical",),
    PARTS,
    below=lambda w, i, k: w.lam * sum(len(w.sheet.values(c)) for c in w.sheet.columns),
)
slip(
    "smoothing-in-the-prior-alone prior-smoothed+smoothing-forgotten",
    DISCRETE,
    ("joint", "posterior"),
    prior=lambda w, k: (w.size(k) + w.lam) / (w.size() + w.lam * len(w.labels)),
    above=lambda w, i, k: F(0),
    below=lambda w, i, k: F(0),
)
slip(
    "mean-of-the-texts",
    ("multinomial",),
    ("share", "joint"),
    share=lambda w, i, k: (
        sum(F(d.count(i[1]), len(d)) for d, of in w.sheet.rows if of == k) / w.size(k)
    ),
)
slip(
    "shares-of-the-query-alone",
    ("categorical", "multinomial"),
    ("share",),
    share=lambda w, i, k: Work.share(w, i, k) / sum(Work.share(w, j, k) for j in shown(w)),
)
slip(
    "other-column other-value complement cell-of-another-class",
    ("bernoulli",),
    ("share",),
    share=lambda w, i, k: Work.share(w, (next_column(w, i[0]), i[1]), k),
)


def next_column(w: Work, column: str) -> str:
    at = w.sheet.columns.index(column)
    return w.sheet.columns[(at + 1) % len(w.sheet.columns)]


# Products.
def merged(above: Callable, below: Callable) -> Callable:
    """Return a joint whose numerators and denominators are each joined in some way."""

    def joint(w: Work, k: str) -> F:
        pairs = [(w.size(k), w.size())]
        for item, n in w.items.items():
            pairs += [(w.hits(item, k) + w.above(item, k), w.trials(item, k) + w.below(item, k))] * n
        return F(above([a for a, _ in pairs])) / F(below([b for _, b in pairs]))

    return joint


WITH_FACTORS = ("categorical", "multinomial")
slip("numerators-added", WITH_FACTORS, ("joint", "posterior"), joint=merged(sum, prod))
slip("denominators-added", WITH_FACTORS, ("joint", "posterior"), joint=merged(prod, sum))
slip("fractions-merged", WITH_FACTORS, ("joint", "posterior"), joint=merged(sum, sum))
slip("prior-times-sum", at=("joint", "posterior"), joint=lambda w, k: w.prior(k) * sum(w.factors(k)))
slip("complement", at=("joint",), joint=lambda w, k: 1 - Right(w.sheet).joint(k))
slip(
    "rows-alike-counted",
    TABLES,
    ("joint", "evidence", "posterior", "likelihood"),
    likelihood=lambda w, k: alike(w, k) / w.size(k),
    joint=lambda w, k: alike(w, k) / w.size(),
)


def alike(w: Work, k: str) -> F:
    """Return how many rows of a class show all that the query shows."""
    return F(sum(cells == w.sheet.query for cells, label in w.sheet.rows if label == k))


# Evidence and posteriors.
slip("prior-over-evidence", at=("posterior",), posterior=lambda w, k: w.prior(k) / w.evidence())
slip("upside-down", at=("posterior",), posterior=lambda w, k: w.evidence() / w.joint(k))
slip("part-of-the-evidence", at=("evidence",), evidence=lambda w: w.joint(w.labels[-1]))
slip("part-of-the-evidence", at=("evidence",), evidence=lambda w: w.likelihood(w.labels[0]))
slip(
    "evidence-as-mean",
    at=("evidence", "posterior"),
    evidence=lambda w: sum(map(w.likelihood, w.labels)) / len(w.labels),
)
slip(
    "odds-over-one-minus-odds",
    at=("posterior",),
    posterior=lambda w, k: rest(w, k) / (1 - rest(w, k)),
)
slip("against-all-others", at=("odds",), least=3, odds=lambda w, k, other: rest(w, k))
slip(
    "logarithms-normalised",
    at=("posterior",),
    posterior=lambda w, k: log(w.joint(k)) / sum(log(w.joint(of)) for of in w.labels),
)
slip(
    "exponential-of-another-base",
    at=("posterior",),
    posterior=lambda w, k: tens(w, k) / sum(tens(w, of) for of in w.labels),
)
slip(
    "logarithms-of-two-bases",
    at=("log_joint",),
    log_joint=lambda w, k: log(w.prior(k)) / log(F(10)) + log(w.likelihood(k)),
)


def rest(w: Work, k: str) -> F:
    """Return the odds of a class against all others."""
    return w.joint(k) / (w.evidence() - w.joint(k))


def tens(w: Work, k: str) -> F:
    return exp(log(w.joint(k)) / log(F(10)))


# Numbers.
density("variance-multiplied-in-exponent", lambda d, v, s: exp(-d * d / 2 * v) / root(2 * PI * v))
density("deviation-before-the-fraction", lambda d, v, s: exp(-d * d / (2 * v)) * s / root(2 * PI))
density("two-squared-in-exponent", lambda d, v, s: exp(-d * d / (4 * v)) / root(2 * PI * v))
density("ten-for-e", lambda d, v, s: exp(-d * d / (2 * v) * log(F(10))) / root(2 * PI * v))


def tail(names: str, formula: Callable[[F, F], F]) -> None:
    """Add a slip that takes an area under the density, as a formula of z and 1/σ."""
    slip(
        names,
        NUMBERS,
        ("density",),
        density=lambda w, i, k: formula(
            (F(i[1]) - w.mean(i[0], k)) / root(w.variance(i[0], k)), 1 / root(w.variance(i[0], k))
        ),
    )


tail("upper-tail", lambda z, unit: 1 - area(z))
tail("two-sided-tail", lambda z, unit: 2 * (1 - area(abs(z))))
tail("interval-about-x", lambda z, unit: area(z + unit / 2) - area(z - unit / 2))
slip(
    "squares-exchanged",
    NUMBERS,
    ("variance",),
    variance=lambda w, c, k: w.mean(c, k) ** 2 - sum(x * x for x in w.numbers(c, k)) / w.size(k),
)
slip(
    "midrange-for-mean",
    NUMBERS,
    ("mean",),
    mean=lambda w, c, k: (min(w.numbers(c, k)) + max(w.numbers(c, k))) / 2,
)
slip(
    "other-column",
    NUMBERS,
    ("mean", "variance"),
    mean=lambda w, c, k: Work.mean(w, next_column(w, c), k),
    variance=lambda w, c, k: Right(w.sheet).variance(next_column(w, c), k),
)


# Counts.
def counts(names: str, formula: Callable[[int, F], F], at: tuple[str, ...] = LATER) -> None:
    """Add a slip in a Poisson probability, as a formula of x and λ."""
    slip(names, ("poisson",), at, density=lambda w, i, k: formula(int(i[1]), w.mean(i[0], k)))


def factorial(x: int) -> int:
    return prod(range(1, x + 1))


counts("exponential-forgotten", lambda x, r: r**x / factorial(x))
counts("count-and-rate-exchanged", lambda x, r: exp(r * log(F(x)) - r) / factorial(x))
counts("count-and-rate-exchanged", lambda x, r: r**x * exp(F(-x)) / factorial(x))
counts("rate-times-count", lambda x, r: r * x * exp(-r) / factorial(x))
counts("factorial-forgotten", lambda x, r: r**x * exp(-r))
counts(
    "cumulative-probability",
    lambda x, r: exp(-r) * sum(r**i / factorial(i) for i in range(x + 1)),
    ("density",),
)
