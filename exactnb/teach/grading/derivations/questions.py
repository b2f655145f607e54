"""The scopes of theorems, by name: which readings of a question are tried."""

from __future__ import annotations

from collections.abc import Callable

from exactnb.errors import one_of
from exactnb.teach.grading.derivations.scope import Scope
from exactnb.teach.grading.derivations.scopes.counted import Counted
from exactnb.teach.grading.derivations.scopes.dirichlet import Dirichlet, MeanOfDirichlet
from exactnb.teach.grading.derivations.scopes.joint import Joint
from exactnb.teach.grading.derivations.scopes.naive import Naive, TwoGaussian, TwoNaive, TwoWords
from exactnb.teach.grading.derivations.scopes.normal import Gaussian
from exactnb.teach.grading.derivations.scopes.ones import Bernoulli, BetaBernoulli, MeanOfBeta
from exactnb.teach.grading.derivations.scopes.rates import (
    Exponential,
    ExponentialMean,
    Failures,
    GammaExponential,
    GammaPoisson,
    Geometric,
    Poisson,
)
from exactnb.teach.grading.derivations.scopes.values import Categorical, Smoothed

Scopes = tuple[Callable[[], Scope], ...]

BY_THEOREM: dict[str, Scopes] = {
    "bernoulli-mle": (Bernoulli,),
    "prior-mle-two": (Bernoulli, Categorical),
    "prior-mle": (Categorical,),
    "categorical-mle": (Categorical,),
    "two-word-mle": (Bernoulli, Categorical),
    "multinomial-mle": (Categorical,),
    "prior-map": (Dirichlet,),
    "bernoulli-map": (BetaBernoulli,),
    "categorical-map": (Dirichlet,),
    "multinomial-map": (Dirichlet,),
    "gaussian-mean": (Gaussian,),
    "gaussian-variance": (Gaussian,),
    "poisson-mle": (Poisson,),
    "poisson-map": (GammaPoisson,),
    "exponential-mle": (Exponential, ExponentialMean),
    "exponential-map": (GammaExponential,),
    "geometric-mle": (Geometric, Failures),
    "geometric-failures-mle": (Failures, Geometric),
    "chain-rule": (Joint,),
    "naive-factorisation": (Naive,),
    "bayes-rule": (Naive, TwoNaive),
    "naive-bayes-is-logistic": (TwoNaive, TwoGaussian, TwoWords),
    "bernoulli-linear": (TwoNaive,),
    "log-ratio-linear": (TwoWords,),
    "gaussian-linear": (TwoGaussian,),
    "gaussian-is-logistic": (TwoGaussian,),
    "parameter-counts": (Counted,),
    "m-estimate": (Smoothed, Dirichlet),
    "map-is-a-mean": (Smoothed, Dirichlet, BetaBernoulli),
    "pseudo-documents": (Smoothed, Dirichlet),
    "posterior-mean": (MeanOfDirichlet, MeanOfBeta),
    "joint-log-likelihood": (Categorical, Bernoulli),
}
"""The scopes of each theorem, the usual one first."""


def scopes_of(theorem: str) -> list[Scope]:
    """Return the scopes of a theorem; raise InputError for a name that has none."""
    return [make() for make in BY_THEOREM[one_of(theorem, tuple(BY_THEOREM))]]
