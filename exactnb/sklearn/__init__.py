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
    from exactnb.sklearn.bridge import from_sklearn as from_sklearn
    from exactnb.sklearn.classifiers import BernoulliNB as BernoulliNB
    from exactnb.sklearn.classifiers import CategoricalNB as CategoricalNB
    from exactnb.sklearn.classifiers import GaussianNB as GaussianNB
    from exactnb.sklearn.classifiers import MultinomialNB as MultinomialNB
    from exactnb.sklearn.complement import ComplementNB as ComplementNB
    from exactnb.sklearn.mixed import MixedNB as MixedNB

_HOMES = {
    "exactnb.sklearn.bridge": "from_sklearn",
    "exactnb.sklearn.classifiers": "BernoulliNB CategoricalNB GaussianNB MultinomialNB",
    "exactnb.sklearn.complement": "ComplementNB",
    "exactnb.sklearn.mixed": "MixedNB",
}

__getattr__, __dir__ = door(__name__, _HOMES)
__all__ = __dir__()
