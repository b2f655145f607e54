"""Slips that people made in public: loops that overwrite, code that counts something else, odds."""

from __future__ import annotations

from fractions import Fraction as F

from .sheets import Item
from .slip import AFTER, DISCRETE, PARTS, slip
from .slips_more import density, partner
from .work import PI, Work, exp, log, root

slip("prior-over-classes", at=("prior",), prior=lambda w, k: w.size(k) / len(w.labels))
slip(
    "one-factor-alone column-left-out",
    at=("likelihood", "joint", "posterior"),
    likelihood=lambda w, k: w.factors(k)[-1],
)
slip(
    "joint-taken-for-odds joint-for-posterior",  # of a small joint no digit tells them apart
    at=("posterior",),
    posterior=lambda w, k: w.joint(k) / (1 + w.joint(k)),
)
slip(
    "odds-over-one-plus",
    at=("odds",),
    odds=lambda w, k, other: w.posterior(k) / (1 + w.posterior(k)),
)
slip(
    "complement-for-other-classes",
    DISCRETE,
    ("evidence",),
    evidence=lambda w: (
        w.joint(w.labels[0]) + (1 - w.prior(w.labels[0])) * (1 - w.likelihood(w.labels[0]))
    ),
)
slip(
    "prior-without-logarithm",
    at=("log_joint",),
    log_joint=lambda w, k: w.prior(k) + log(w.likelihood(k)),
)
slip(
    "prior-without-logarithm",
    at=("log_joint",),
    log_joint=lambda w, k: w.prior(k) * log(w.likelihood(k)),
)


def values_in_class(w: Work, item: Item, k: str) -> F:
    """Return λ for each value of a column that the class has."""
    return w.lam * sum(w.hits((item[0], value), k) > 0 for value in w.sheet.values(item[0]))


slip("vocabulary-of-the-class", ("categorical",), PARTS, below=values_in_class)
slip(
    "texts-for-words",
    ("multinomial",),
    PARTS,
    share=lambda w, item, k: (w.holding(item, k) + w.lam) / (w.size(k) + 2 * w.lam),
)


def of_all_ones(w: Work, item: Item, k: str) -> F:
    """Return the share of a column's ones in all ones of the class; of a zero one less that."""
    ones = {column: w.hits((column, "1"), k) for column in w.sheet.columns}
    share = (ones[item[0]] + w.lam) / (sum(ones.values()) + w.lam * len(ones))
    return share if item[1] == "1" else 1 - share


slip("ones-for-rows", ("bernoulli",), ("share", "joint", "posterior"), share=of_all_ones)
density(
    "variance-for-deviation-in-density",
    lambda d, v, s: exp(-d * d / (2 * v * v)) / root(2 * PI * v * v),
)
slip(
    "likelihood-of-another-class",
    at=("joint",),
    joint=lambda w, k: w.prior(k) * w.likelihood(partner(w, k)),
)
slip("as-much-added-above", DISCRETE, PARTS, above=lambda w, item, k: w.below(item, k))
slip("documents-for-vocabulary", ("multinomial",), PARTS, below=lambda w, item, k: w.lam * w.size(k))
density("two-dropped-under-the-root", lambda d, v, s: exp(-d * d / (2 * v)) / root(PI * v))
density(
    "variance-for-deviation-in-exponent",
    lambda d, v, s: exp(-d * d / (2 * v * v)) / root(2 * PI * v),
)
slip(
    "brackets-forgotten",
    DISCRETE,
    PARTS,
    share=lambda w, i, k: (w.hits(i, k) + w.above(i, k)) / w.trials(i, k) + w.below(i, k),
)
slip(
    "prior-smoothed-once",
    at=("prior", *AFTER),
    prior=lambda w, k: (w.size(k) + (w.lam or 1)) / (w.size() + (w.lam or 1)),
)
