"""Slips of single steps: what is done otherwise, where it is answered, and by which names it is known.

A slip of estimates or factors is made throughout and may be answered at any later part; one of a result
is answered where that is asked.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction as F
from math import prod
from statistics import median
from typing import Any

from .sheets import Item
from .work import PI, Question, Work, exp, log, root

PARTS = ("share", "likelihood", "joint", "evidence", "posterior", "odds")
AFTER = ("joint", "evidence", "posterior", "odds")
DISCRETE = ("categorical", "bernoulli", "multinomial")
ALL = (*DISCRETE, "gaussian")


@dataclass(frozen=True)
class Slip:
    """A slip: the names that it may be told by, its family, where it is answered, and the way that it is."""

    names: frozenset[str]
    families: tuple[str, ...]
    at: tuple[str, ...]
    work: type[Work]
    least: int = 2  # classes

    @property
    def name(self) -> str:
        return self.work.__name__


SLIPS: list[Slip] = []


def slip(
    names: str, families: tuple[str, ...] = ALL, at: tuple[str, ...] = AFTER, least: int = 2, **methods: Any
) -> None:
    """Add a slip; its methods take the place of those of `Work`."""
    first, *_ = names.split()
    made = type(first, (Work,), methods)
    SLIPS.append(Slip(frozenset(names.split()), families, at, made, least))


# Priors.
slip("prior-forgotten normalised-without-prior likelihood-for-joint", at=("joint", "posterior", "odds"),
     prior=lambda w, k: F(1))
slip("prior-taken-uniform", at=("prior", *AFTER), prior=lambda w, k: F(1, len(w.labels)))
slip("prior-smoothed", at=("prior", *AFTER),
     prior=lambda w, k: (w.size(k) + (w.lam or 1)) / (w.size() + (w.lam or 1) * len(w.labels)))
slip("prior-from-words", ("multinomial",), ("prior", *AFTER),
     prior=lambda w, k: w.trials(("", ""), k) / w.trials(("", ""), None))
slip("prior-squared", joint=lambda w, k: w.prior(k) ** 2 * w.likelihood(k))
slip("prior-once-per-factor", joint=lambda w, k: prod((w.prior(k) * f for f in w.factors(k)), start=F(1)))

# Estimates of shares.
def some(w: Work, text: bool = False) -> F:
    return w.lam or F(1)


slip("smoothing-forgotten", DISCRETE, PARTS, above=lambda w, i, k: F(0), below=lambda w, i, k: F(0))
slip("smoothing-added", DISCRETE, PARTS,
     above=lambda w, i, k: F(1) if not w.lam else w.lam,
     below=lambda w, i, k: F(w.cells(i)) * (w.lam or 1))
slip("lambda-in-numerator-only", DISCRETE, PARTS, below=lambda w, i, k: F(0))
slip("lambda-in-denominator-only", DISCRETE, PARTS, above=lambda w, i, k: F(0))
slip("lambda-once-in-denominator", DISCRETE, PARTS, below=lambda w, i, k: w.lam)
slip("one-for-lambda", DISCRETE, PARTS, above=lambda w, i, k: w.lam and F(1),
     below=lambda w, i, k: F(w.cells(i) if w.lam else 0))
slip("classes-for-values", ("categorical", "multinomial"), PARTS,
     below=lambda w, i, k: w.lam * len(w.labels))
slip("slot-for-what-is-unseen", ("categorical", "multinomial"), PARTS,
     below=lambda w, i, k: w.lam * (w.cells(i) + 1))
slip("vocabulary-for-two-values", ("bernoulli",), PARTS,
     below=lambda w, i, k: w.lam * len(w.sheet.columns))
slip("two-for-vocabulary classes-for-values", ("multinomial",), PARTS, below=lambda w, i, k: 2 * w.lam)
slip("vocabulary-of-the-class", ("multinomial",), PARTS,
     below=lambda w, i, k: w.lam * sum(w.hits(("", v), k) > 0 for v in w.sheet.values("")))
slip("tokens-for-vocabulary", ("multinomial",), PARTS,
     below=lambda w, i, k: w.lam * w.trials(i, None))
slip("documents-for-words", ("multinomial",), PARTS, trials=lambda w, i, k: w.size(k))
slip("repeated-words-counted-once", ("multinomial",), PARTS, hits=lambda w, i, k: w.holding(i, k) if k else F(0))
slip("divided-by-all-rows", DISCRETE, PARTS,
     share=lambda w, i, k: (w.hits(i, k) + w.above(i, k)) / (w.trials(i, None) + w.below(i, k)))
slip("conditional-swapped", DISCRETE, PARTS,
     share=lambda w, i, k: w.hits(i, k) / w.hits(i, None))
slip("only-zeros-smoothed", DISCRETE, PARTS,
     share=lambda w, i, k: Work.share(w, i, k) if not w.hits(i, k) else w.hits(i, k) / w.trials(i, k))
slip("only-class-with-zero-smoothed", DISCRETE, AFTER,
     share=lambda w, i, k: Work.share(w, i, k) if any(not w.hits(j, k) for j in shown(w))
     else w.hits(i, k) / w.trials(i, k))
slip("marginal-for-conditional", DISCRETE, PARTS,
     share=lambda w, i, k: w.hits(i, None) / w.trials(i, None))
slip("numerator-off-by-one", DISCRETE, ("share",),
     share=lambda w, i, k: Work.share(w, i, k) + F(1) / (w.trials(i, k) + w.below(i, k)))
slip("numerator-off-by-one other-value complement cell-of-another-class", DISCRETE, ("share",),
     share=lambda w, i, k: Work.share(w, i, k) - F(1) / (w.trials(i, k) + w.below(i, k)))
slip("complement other-value", DISCRETE, ("share",), share=lambda w, i, k: 1 - Work.share(w, i, k))
slip("other-value complement count-of-another-word", DISCRETE, ("share",),
     share=lambda w, i, k: Work.share(w, (i[0], another(w, i)), k))
slip("other-class cell-of-another-class", DISCRETE, ("share",),
     share=lambda w, i, k: Work.share(w, i, next_class(w, k)))


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
slip("multinomial-for-bernoulli", ("bernoulli",), AFTER, absent=lambda w, i, k: F(1),
     trials=lambda w, i, k: sum((Work.hits(w, (c, "1"), k) for c in w.sheet.columns), F(0)),
     cells=lambda w, i: len(w.sheet.columns))
slip("bernoulli-for-multinomial", ("multinomial",), AFTER, factors=lambda w, k: [
     p if (("", v) in w.items) else 1 - p
     for v in w.sheet.values("")
     for p in [(w.holding(("", v), k) + w.lam) / (w.size(k) + 2 * w.lam)]])
slip("factor-twice", factors=lambda w, k: [*Work.factors(w, k), w.factor(next(iter(w.items)), k)])
slip("column-left-out", factors=lambda w, k: Work.factors(w, k)[w.items[next(iter(w.items))]:])
slip("probabilities-added", at=("joint", "posterior"),
     joint=lambda w, k: w.prior(k) + sum(w.factors(k)))
slip("repeated-words-once-in-query", ("multinomial",), AFTER,
     factors=lambda w, k: [w.factor(i, k) for i in w.items])
slip("cell-of-another-class", DISCRETE, ("joint", "posterior"),
     factor=lambda w, i, k: Work.factor(w, i, next_class(w, k) if (i, k) == first(w) else k))


def first(w: Work) -> tuple[Item, str]:
    return next(iter(w.items)), w.labels[0]


# Results.
slip("joint-for-posterior", at=("posterior",), posterior=lambda w, k: w.joint(k))
slip("posterior-for-joint", at=("joint",),
     joint=lambda w, k: Work.joint(w, k) / sum(Work.joint(w, l) for l in w.labels))
slip("likelihood-for-posterior", at=("posterior",), posterior=lambda w, k: w.likelihood(k))
slip("prior-for-posterior", at=("posterior",), posterior=lambda w, k: w.prior(k))
slip("likelihood-over-evidence", at=("posterior",), posterior=lambda w, k: w.likelihood(k) / w.evidence())
slip("likelihood-ratio-for-posterior", at=("posterior",),
     posterior=lambda w, k: w.likelihood(k) / w.likelihood(next_class(w, k)))
slip("likelihood-ratio-for-odds prior-forgotten", at=("odds",), odds=lambda w, k, l: w.ratio(k, l))
slip("odds-for-posterior", at=("posterior",),
     posterior=lambda w, k: w.joint(k) / (w.evidence() - w.joint(k)))
slip("posterior-for-odds", at=("odds",), odds=lambda w, k, l: w.joint(k) / (w.joint(k) + w.joint(l)))
slip("odds-inverted", at=("odds",), odds=lambda w, k, l: w.joint(l) / w.joint(k))
slip("prior-odds-for-odds", at=("odds",), odds=lambda w, k, l: w.prior(k) / w.prior(l))
slip("odds-for-likelihood-ratio", at=("ratio",), ratio=lambda w, k, l: w.odds(k, l))
slip("other-class", at=("prior", "joint", "posterior"),
     prior=lambda w, k: Work.prior(w, next_class(w, k)),
     joint=lambda w, k: Work.prior(w, next_class(w, k)) * w.likelihood(next_class(w, k)))
slip("complement", at=("prior", "posterior"), least=3,
     prior=lambda w, k: 1 - Work.prior(w, k),
     posterior=lambda w, k: 1 - Right(w.sheet).posterior(k))
slip("normalised-without-prior prior-forgotten prior-taken-uniform", at=("posterior",),
     posterior=lambda w, k: w.likelihood(k) / sum(map(w.likelihood, w.labels)))
slip("evidence-without-prior prior-forgotten", at=("evidence", "posterior"),
     evidence=lambda w: sum(map(w.likelihood, w.labels)))
slip("evidence-as-product-of-joints", at=("evidence", "posterior"),
     evidence=lambda w: prod(map(w.joint, w.labels)))
slip("evidence-as-product-of-marginals", DISCRETE, at=("evidence", "posterior"),
     evidence=lambda w: prod(sum(w.prior(k) * w.factor(i, k) for k in w.labels)
                             for i, n in w.items.items() for _ in range(n)))
slip("class-left-out-of-sum", at=("evidence", "posterior"), least=3,
     evidence=lambda w: sum(map(w.joint, w.labels[:-1])))
slip("average-of-single-posteriors", at=("posterior",),
     posterior=lambda w, k: sum(single(w, k)) / len(single(w, k)))
slip("product-of-single-posteriors", at=("posterior",), posterior=lambda w, k: prod(single(w, k)))
slip("difference-of-likelihoods", at=("posterior", "odds", "ratio"),
     posterior=lambda w, k: w.likelihood(k) - w.likelihood(next_class(w, k)),
     odds=lambda w, k, l: w.likelihood(k) - w.likelihood(l),
     ratio=lambda w, k, l: w.likelihood(k) - w.likelihood(l))
slip("logarithm-not-taken", at=("log_joint",), log_joint=lambda w, k: w.joint(k))
slip("logarithm-of-the-posterior", at=("log_joint",), log_joint=lambda w, k: log(w.posterior(k)))
slip("logarithm-to-another-base", at=("log_joint",), log_joint=lambda w, k: log(w.joint(k)) / log(F(10)))
slip("prior-forgotten", at=("log_joint",), log_joint=lambda w, k: log(w.likelihood(k)))
slip("decided-by-the-prior", at=("decision",), scores=lambda w: {k: w.prior(k) for k in w.labels})
slip("prior-forgotten", at=("decision",), scores=lambda w: {k: w.likelihood(k) for k in w.labels})
slip("smallest-chosen", at=("decision",), least=3, scores=lambda w: {k: -w.joint(k) for k in w.labels})


class Right(Work):
    """The right way, for a slip that needs it too."""


def single(w: Work, k: str) -> list[F]:
    """Return the posteriors of a class by each feature alone."""
    shares = []
    for item, n in w.items.items():
        joints = {c: w.prior(c) * w.factor(item, c) for c in w.labels}
        shares += [joints[k] / sum(joints.values())] * n
    return shares


# Numbers.
NUMBERS = ("gaussian",)
LATER = ("density", *AFTER)


def about(numbers: list[F]) -> list[F]:
    mean = sum(numbers) / len(numbers)
    return [x - mean for x in numbers]


def z(w: Work, item: Item, k: str) -> F:
    return (F(item[1]) - w.mean(item[0], k)) / root(w.variance(item[0], k))


slip("other-class", NUMBERS, ("mean", "variance"),
     mean=lambda w, c, k: Work.mean(w, c, next_class(w, k)),
     variance=lambda w, c, k: Right(w.sheet).variance(c, next_class(w, k)))
slip("mean-of-all-rows", NUMBERS, ("mean",), mean=lambda w, c, k: Work.mean(w, c, None))
slip("variance-of-all-rows", NUMBERS, ("variance", *LATER), variance=lambda w, c, k: Right(w.sheet).variance(c, None))
slip("covariance-pooled", NUMBERS, ("variance", *LATER), variance=lambda w, c, k: sum(
     x * x for l in w.labels for x in about(w.numbers(c, l))) / w.size())
slip("variance-with-another-divisor", NUMBERS, ("variance", *LATER),
     variance=lambda w, c, k: Work.variance(w, c, k) * w.size(k) / (w.size(k) - 1))
slip("sum-not-divided", NUMBERS, ("mean",), mean=lambda w, c, k: sum(w.numbers(c, k)))
slip("sum-not-divided", NUMBERS, ("variance",), variance=lambda w, c, k: Work.variance(w, c, k) * w.size(k))
slip("mean-not-squared", NUMBERS, ("variance",), variance=lambda w, c, k:
     sum(x * x for x in w.numbers(c, k)) / w.size(k) - w.mean(c, k))
slip("mean-absolute-deviation", NUMBERS, ("variance",),
     variance=lambda w, c, k: sum(map(abs, about(w.numbers(c, k)))) / w.size(k))
slip("median-for-mean", NUMBERS, ("mean",), mean=lambda w, c, k: F(median(w.numbers(c, k))))
slip("standard-error", NUMBERS, ("variance",), variance=lambda w, c, k: Work.variance(w, c, k) / w.size(k))
slip("deviation-for-variance", NUMBERS, ("variance",), variance=lambda w, c, k: root(Work.variance(w, c, k)))


def density(names: str, formula: Callable[[F, F, F], F]) -> None:
    """Add a slip in a density, as a formula of x − μ, σ² and σ."""
    slip(names, NUMBERS, LATER, density=lambda w, i, k: formula(
        F(i[1]) - w.mean(i[0], k), w.variance(i[0], k), root(w.variance(i[0], k))))


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


def slips(family: str, classes: int) -> list[Slip]:
    """Return the slips that can be made in problems of a family."""
    return [each for each in SLIPS if family in each.families and classes >= each.least]


def answered(of: Slip, questions: dict[str, Question]) -> list[str]:
    """Return the questions at which a slip may be answered."""
    return [name for name, question in questions.items() if question[0] in of.at]
