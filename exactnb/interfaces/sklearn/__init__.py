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

from exactnb.core.lazy import lazy_exports

if TYPE_CHECKING:
    from exactnb.interfaces.sklearn.bridge import from_sklearn as from_sklearn
    from exactnb.interfaces.sklearn.classifiers import BernoulliNB as BernoulliNB
    from exactnb.interfaces.sklearn.classifiers import CategoricalNB as CategoricalNB
    from exactnb.interfaces.sklearn.classifiers import ComplementNB as ComplementNB
    from exactnb.interfaces.sklearn.classifiers import GaussianNB as GaussianNB
    from exactnb.interfaces.sklearn.classifiers import MultinomialNB as MultinomialNB
    from exactnb.interfaces.sklearn.mixed import MixedNB as MixedNB

_HOMES = {
    "exactnb.interfaces.sklearn.bridge": "from_sklearn",
    "exactnb.interfaces.sklearn.classifiers": (
        "BernoulliNB CategoricalNB ComplementNB GaussianNB MultinomialNB"
    ),
    "exactnb.interfaces.sklearn.mixed": "MixedNB",
}

__getattr__, __dir__ = lazy_exports(__name__, _HOMES)
__all__ = __dir__()
