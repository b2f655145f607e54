"""The scopes of theorems, by name: which readings of a question are tried."""

from __future__ import annotations

from collections.abc import Callable

from exactnb.errors import Unsupported, one_of
from exactnb.explain.proving.theorems import names
from exactnb.teach.grading.derivations.scope import DerivationScope
from exactnb.teach.grading.derivations.scopes.counted import CountedScope
from exactnb.teach.grading.derivations.scopes.dirichlet import DirichletScope, MeanOfDirichlet
from exactnb.teach.grading.derivations.scopes.gaussian_classes import TwoGaussian
from exactnb.teach.grading.derivations.scopes.geometric import (
    Failures,
    FailuresOfFailure,
    GeometricScope,
    OfFailure,
)
from exactnb.teach.grading.derivations.scopes.guesses import GuessedShare, GuessedShares
from exactnb.teach.grading.derivations.scopes.naive import (
    AnyJoint,
    Naive,
    TwoNaive,
)
from exactnb.teach.grading.derivations.scopes.normal import GaussianScope
from exactnb.teach.grading.derivations.scopes.ones import BernoulliScope, BetaBernoulli, MeanOfBeta
from exactnb.teach.grading.derivations.scopes.rates import (
    ExponentialMean,
    ExponentialScope,
    GammaPoisson,
    PoissonScope,
)
from exactnb.teach.grading.derivations.scopes.smoothed import Smoothed
from exactnb.teach.grading.derivations.scopes.values import CategoricalScope
from exactnb.teach.grading.derivations.scopes.word_counts import TwoWords

Scopes = tuple[Callable[[], DerivationScope], ...]

BY_THEOREM: dict[str, Scopes] = {
    "bernoulli-mle": (BernoulliScope,),
    "prior-mle-two": (BernoulliScope, CategoricalScope),
    "prior-mle": (CategoricalScope, BernoulliScope),
    "categorical-mle": (CategoricalScope,),
    "two-word-mle": (BernoulliScope, CategoricalScope),
    "multinomial-mle": (CategoricalScope,),
    "prior-map": (DirichletScope,),
    "bernoulli-map": (BetaBernoulli,),
    "categorical-map": (DirichletScope,),
    "multinomial-map": (DirichletScope,),
    "gaussian-mean": (GaussianScope,),
    "gaussian-variance": (GaussianScope,),
    "poisson-mle": (PoissonScope,),
    "poisson-map": (GammaPoisson,),
    "exponential-mle": (ExponentialScope, ExponentialMean),
    "geometric-mle": (GeometricScope, Failures, OfFailure, FailuresOfFailure),
    "geometric-failures-mle": (Failures, GeometricScope, FailuresOfFailure, OfFailure),
    "chain-rule": (AnyJoint,),
    "naive-factorisation": (Naive, TwoNaive),
    "bayes-rule": (Naive, TwoNaive, AnyJoint),
    "naive-bayes-is-logistic": (TwoNaive, TwoGaussian, TwoWords),
    "bernoulli-linear": (TwoNaive,),
    "log-ratio-linear": (TwoWords, TwoNaive),
    "gaussian-is-logistic": (TwoGaussian,),
    "gaussian-linear": (TwoGaussian,),
    "parameter-counts": (CountedScope,),
    "m-estimate": (Smoothed, DirichletScope, BetaBernoulli, GuessedShares, GuessedShare),
    "map-is-a-mean": (Smoothed, DirichletScope, BetaBernoulli, GammaPoisson),
    "pseudo-documents": (Smoothed, DirichletScope, BetaBernoulli),
    "posterior-mean": (MeanOfDirichlet, MeanOfBeta),
}
"""The scopes of each theorem, the usual one first."""


def scopes_of(theorem: str) -> list[DerivationScope]:
    """Return the scopes of a theorem.

    Raises InputError for a name of none, and Unsupported for one whose derivations are not judged.
    """
    if theorem not in BY_THEOREM and theorem in names():
        raise Unsupported(f"derivations of {theorem} are not judged")
    return [make() for make in BY_THEOREM[one_of(theorem, tuple(BY_THEOREM))]]
