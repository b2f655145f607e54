"""Slips with priors, shares, factors, products and results, each as one step done otherwise."""

from __future__ import annotations

from fractions import Fraction as F
from math import prod

from .sheets import Item
from .slip import AFTER, DISCRETE, PARTS, slip
from .work import Right, Work, log

# Priors.
slip(
    "prior-forgotten normalised-without-prior likelihood-for-joint",
    at=("joint", "posterior", "odds"),
    prior=lambda w, k: F(1),
)
slip("prior-taken-uniform", at=("prior", *AFTER), prior=lambda w, k: F(1, len(w.labels)))
slip(
    "prior-smoothed",
    at=("prior", *AFTER),
    prior=lambda w, k: (w.size(k) + (w.lam or 1)) / (w.size() + (w.lam or 1) * len(w.labels)),
)
slip(
    "prior-from-words",
    ("multinomial",),
    ("prior", *AFTER),
    prior=lambda w, k: w.trials(("", ""), k) / w.trials(("", ""), None),
)
slip("prior-squared", joint=lambda w, k: w.prior(k) ** 2 * w.likelihood(k))
slip(
    "prior-once-per-factor", joint=lambda w, k: prod((w.prior(k) * f for f in w.factors(k)), start=F(1))
)


# Estimates of shares.
slip("smoothing-forgotten", DISCRETE, PARTS, above=lambda w, i, k: F(0), below=lambda w, i, k: F(0))
slip(
    "smoothing-added",
    DISCRETE,
    PARTS,
    above=lambda w, i, k: F(1) if not w.lam else w.lam,
    below=lambda w, i, k: F(w.cells(i)) * (w.lam or 1),
)
slip("lambda-in-numerator-only", DISCRETE, PARTS, below=lambda w, i, k: F(0))
slip("lambda-in-denominator-only", DISCRETE, PARTS, above=lambda w, i, k: F(0))
slip("lambda-once-in-denominator", DISCRETE, PARTS, below=lambda w, i, k: w.lam)
slip(
    "one-for-lambda",
    DISCRETE,
    PARTS,
    above=lambda w, i, k: w.lam and F(1),
    below=lambda w, i, k: F(w.cells(i) if w.lam else 0),
)
slip(
    "classes-for-values",
    ("categorical", "multinomial"),
    PARTS,
    below=lambda w, i, k: w.lam * len(w.labels),
)
slip(
    "slot-for-what-is-unseen",
    ("categorical", "multinomial"),
    PARTS,
    below=lambda w, i, k: w.lam * (w.cells(i) + 1),
)
slip(
    "vocabulary-for-two-values",
    ("bernoulli",),
    PARTS,
    below=lambda w, i, k: w.lam * len(w.sheet.columns),
)
slip("two-for-vocabulary classes-for-values", ("multinomial",), PARTS, below=lambda w, i, k: 2 * w.lam)
slip(
    "vocabulary-of-the-class",
    ("multinomial",),
    PARTS,
    below=lambda w, i, k: w.lam * sum(w.hits(("", v), k) > 0 for v in w.sheet.values("")),
)
slip("tokens-for-vocabulary", ("multinomial",), PARTS, below=lambda w, i, k: w.lam * w.trials(i, None))
slip("documents-for-words", ("multinomial",), PARTS, trials=lambda w, i, k: w.size(k))
slip(
    "repeated-words-counted-once",
    ("multinomial",),
    PARTS,
    hits=lambda w, i, k: w.holding(i, k) if k else F(0),
)
slip(
    "divided-by-all-rows",
    DISCRETE,
    PARTS,
    share=lambda w, i, k: (w.hits(i, k) + w.above(i, k)) / (w.trials(i, None) + w.below(i, k)),
)
slip("conditional-swapped", DISCRETE, PARTS, share=lambda w, i, k: w.hits(i, k) / w.hits(i, None))
slip(
    "only-zeros-smoothed",
    DISCRETE,
    PARTS,
    share=lambda w, i, k: (
        Work.share(w, i, k) if not w.hits(i, zero(w, k)) else w.hits(i, k) / w.trials(i, k)
    ),
)
slip(
    "only-class-with-zero-smoothed",
    DISCRETE,
    AFTER,
    share=lambda w, i, k: (
        Work.share(w, i, k)
        if any(not w.hits(j, zero(w, k)) for j in shown(w))
        else w.hits(i, k) / w.trials(i, k)
    ),
)
slip(
    "marginal-for-conditional",
    DISCRETE,
    PARTS,
    share=lambda w, i, k: w.hits(i, None) / w.trials(i, None),
)
slip(
    "numerator-off-by-one",
    DISCRETE,
    ("share",),
    share=lambda w, i, k: Work.share(w, i, k) + F(1) / (w.trials(i, k) + w.below(i, k)),
)
slip(
    "numerator-off-by-one other-value complement cell-of-another-class",
    DISCRETE,
    ("share",),
    share=lambda w, i, k: Work.share(w, i, k) - F(1) / (w.trials(i, k) + w.below(i, k)),
)
slip("complement other-value", DISCRETE, ("share",), share=lambda w, i, k: 1 - Work.share(w, i, k))
slip(
    "other-value complement count-of-another-word",
    DISCRETE,
    ("share",),
    share=lambda w, i, k: Work.share(w, (i[0], another(w, i)), k),
)
slip(
    "other-class cell-of-another-class",
    DISCRETE,
    ("share",),
    share=lambda w, i, k: Work.share(w, i, next_class(w, k)),
)


def zero(w: Work, k: str) -> str:
    """Return a class if there is a zero count at all: without one, nothing is smoothed in part."""
    if all(w.hits(item, of) for item in shown(w) for of in w.labels):
        raise ZeroDivisionError
    return k


def shown(w: Work) -> list[Item]:
    return [(c, "1" if w.sheet.family == "bernoulli" else v) for c, v in w.items]


def another(w: Work, item: Item) -> str:
    values = w.sheet.values(item[0])
    return values[(values.index(item[1]) + 1) % len(values)]


def next_class(w: Work, k: str) -> str:
    return w.labels[(w.labels.index(k) + 1) % len(w.labels)]


# Factors and products.
slip("absent-words-ignored", ("bernoulli",), AFTER, absent=lambda w, i, k: F(1))
slip("absent-words-as-present", ("bernoulli",), AFTER, absent=lambda w, i, k: w.share((i[0], "1"), k))
slip(
    "multinomial-for-bernoulli",
    ("bernoulli",),
    AFTER,
    absent=lambda w, i, k: F(1),
    trials=lambda w, i, k: sum((Work.hits(w, (c, "1"), k) for c in w.sheet.columns), F(0)),
    cells=lambda w, i: len(w.sheet.columns),
)
slip(
    "bernoulli-for-multinomial",
    ("multinomial",),
    AFTER,
    factors=lambda w, k: [
        p if (("", v) in w.items) else 1 - p
        for v in w.sheet.values("")
        for p in [(w.holding(("", v), k) + w.lam) / (w.size(k) + 2 * w.lam)]
    ],
)
slip("factor-twice", factors=lambda w, k: [*Work.factors(w, k), w.factor(next(iter(w.items)), k)])
slip("column-left-out", factors=lambda w, k: Work.factors(w, k)[w.items[next(iter(w.items))] :])
slip(
    "probabilities-added", at=("joint", "posterior"), joint=lambda w, k: w.prior(k) + sum(w.factors(k))
)
slip(
    "repeated-words-once-in-query",
    ("multinomial",),
    AFTER,
    factors=lambda w, k: [w.factor(i, k) for i in w.items],
)
slip(
    "cell-of-another-class",
    DISCRETE,
    ("joint", "posterior"),
    factor=lambda w, i, k: Work.factor(w, i, next_class(w, k) if (i, k) == first(w) else k),
)


def first(w: Work) -> tuple[Item, str]:
    return next(iter(w.items)), w.labels[0]


# Results.
slip("joint-for-posterior", at=("posterior",), posterior=lambda w, k: w.joint(k))
slip(
    "posterior-for-joint",
    at=("joint",),
    joint=lambda w, k: Work.joint(w, k) / sum(Work.joint(w, of) for of in w.labels),
)
slip("likelihood-for-posterior", at=("posterior",), posterior=lambda w, k: w.likelihood(k))
slip("prior-for-posterior", at=("posterior",), posterior=lambda w, k: w.prior(k))
slip(
    "likelihood-over-evidence", at=("posterior",), posterior=lambda w, k: w.likelihood(k) / w.evidence()
)
slip(
    "likelihood-ratio-for-posterior",
    at=("posterior",),
    posterior=lambda w, k: w.likelihood(k) / w.likelihood(next_class(w, k)),
)
slip(
    "likelihood-ratio-for-odds prior-forgotten",
    at=("odds",),
    odds=lambda w, k, other: w.ratio(k, other),
)
slip(
    "odds-for-posterior",
    at=("posterior",),
    posterior=lambda w, k: w.joint(k) / (w.evidence() - w.joint(k)),
)
slip(
    "posterior-for-odds",
    at=("odds",),
    odds=lambda w, k, other: w.joint(k) / (w.joint(k) + w.joint(other)),
)
slip("odds-inverted", at=("odds",), odds=lambda w, k, other: w.joint(other) / w.joint(k))
slip("prior-odds-for-odds", at=("odds",), odds=lambda w, k, other: w.prior(k) / w.prior(other))
slip("odds-for-likelihood-ratio", at=("ratio",), ratio=lambda w, k, other: w.odds(k, other))
slip(
    "other-class",
    at=("prior", "joint", "posterior"),
    prior=lambda w, k: Work.prior(w, next_class(w, k)),
    joint=lambda w, k: Work.prior(w, next_class(w, k)) * w.likelihood(next_class(w, k)),
)
slip(
    "complement",
    at=("prior", "posterior"),
    least=3,
    prior=lambda w, k: 1 - Work.prior(w, k),
    posterior=lambda w, k: 1 - Right(w.sheet).posterior(k),
)
slip(
    "normalised-without-prior prior-forgotten prior-taken-uniform",
    at=("posterior",),
    posterior=lambda w, k: w.likelihood(k) / sum(map(w.likelihood, w.labels)),
)
slip(
    "evidence-without-prior prior-forgotten",
    at=("evidence", "posterior"),
    evidence=lambda w: sum(map(w.likelihood, w.labels)),
)
slip(
    "evidence-as-product-of-joints",
    at=("evidence", "posterior"),
    evidence=lambda w: prod(map(w.joint, w.labels)),
)
slip(
    "evidence-as-product-of-marginals",
    DISCRETE,
    at=("evidence", "posterior"),
    evidence=lambda w: prod(
        sum(w.prior(k) * w.factor(i, k) for k in w.labels) for i, n in w.items.items() for _ in range(n)
    ),
)
slip(
    "class-left-out-of-sum",
    at=("evidence", "posterior"),
    least=3,
    evidence=lambda w: sum(map(w.joint, w.labels[:-1])),
)
slip(
    "average-of-single-posteriors",
    at=("posterior",),
    posterior=lambda w, k: sum(single(w, k)) / len(single(w, k)),
)
slip("product-of-single-posteriors", at=("posterior",), posterior=lambda w, k: prod(single(w, k)))
slip(
    "difference-of-likelihoods",
    at=("posterior", "odds", "ratio"),
    posterior=lambda w, k: w.likelihood(k) - w.likelihood(next_class(w, k)),
    odds=lambda w, k, other: w.likelihood(k) - w.likelihood(other),
    ratio=lambda w, k, other: w.likelihood(k) - w.likelihood(other),
)
slip("logarithm-not-taken", at=("log_joint",), log_joint=lambda w, k: w.joint(k))
slip("logarithm-of-the-posterior", at=("log_joint",), log_joint=lambda w, k: log(w.posterior(k)))
slip(
    "logarithm-to-another-base", at=("log_joint",), log_joint=lambda w, k: log(w.joint(k)) / log(F(10))
)
slip("prior-forgotten", at=("log_joint",), log_joint=lambda w, k: log(w.likelihood(k)))
slip("decided-by-the-prior", at=("decision",), scores=lambda w: {k: w.prior(k) for k in w.labels})
slip("prior-forgotten", at=("decision",), scores=lambda w: {k: w.likelihood(k) for k in w.labels})
slip("smallest-chosen", at=("decision",), least=3, scores=lambda w: {k: -w.joint(k) for k in w.labels})


def single(w: Work, k: str) -> list[F]:
    """Return the posteriors of a class by each feature alone."""
    shares = []
    for item, n in w.items.items():
        joints = {c: w.prior(c) * w.factor(item, c) for c in w.labels}
        shares += [joints[k] / sum(joints.values())] * n
    return shares
