"""scikit-learn's interface: its naive Bayes classifiers with labels proved, and a bridge from them.

Nothing here is loaded before scikit-learn is there.
"""

from __future__ import annotations

try:
    import sklearn as _  # noqa: F401
except ModuleNotFoundError:
    message = "exactnb.sklearn needs scikit-learn, the extra exactnb[sklearn]"
    raise ModuleNotFoundError(message) from None

from typing import TYPE_CHECKING

from exactnb.lazy import door

if TYPE_CHECKING:
    from exactnb.sklearn.bridge import from_sklearn
    from exactnb.sklearn.classifiers import BernoulliNB, CategoricalNB, GaussianNB, MultinomialNB
    from exactnb.sklearn.complement import ComplementNB
    from exactnb.sklearn.mixed import MixedNB

__all__ = [
    "BernoulliNB",
    "CategoricalNB",
    "ComplementNB",
    "GaussianNB",
    "MixedNB",
    "MultinomialNB",
    "from_sklearn",
]

_HOMES = {
    "BernoulliNB": "exactnb.sklearn.classifiers",
    "CategoricalNB": "exactnb.sklearn.classifiers",
    "ComplementNB": "exactnb.sklearn.complement",
    "GaussianNB": "exactnb.sklearn.classifiers",
    "MixedNB": "exactnb.sklearn.mixed",
    "MultinomialNB": "exactnb.sklearn.classifiers",
    "from_sklearn": "exactnb.sklearn.bridge",
}

__getattr__, __dir__ = door(__name__, _HOMES)
