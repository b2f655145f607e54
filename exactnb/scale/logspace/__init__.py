"""Floating-point log-space for large inputs, with every label proved.

A `Classifier` counts rows of features, block by block (`Part`), and its `Predictions` say of each label
how it is proved. A name is loaded when it is used, and NumPy and SciPy with it.

>>> from exactnb.logspace import Classifier, Part
>>> mails = [[2, 0], [1, 1], [0, 3]]
>>> spam = Classifier.fit(mails, ["ham", "ham", "spam"], [Part("multinomial")])
>>> found = spam.predict([[0, 1], [0, 0]])
>>> found.labels, found.certificates
(['spam', 'ham'], ['float64', 'float64'])
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from exactnb.core.lazy import lazy_exports

if TYPE_CHECKING:
    from exactnb.scale.logspace.classifier import Classifier as Classifier
    from exactnb.scale.logspace.decisions import CERTIFICATES as CERTIFICATES
    from exactnb.scale.logspace.limbs import Sums as Sums
    from exactnb.scale.logspace.parts import Part as Part
    from exactnb.scale.logspace.row_models import Predictions as Predictions

_HOMES = {
    "exactnb.scale.logspace.classifier": "Classifier",
    "exactnb.scale.logspace.decisions": "CERTIFICATES",
    "exactnb.scale.logspace.parts": "Part",
    "exactnb.scale.logspace.row_models": "Predictions",
    "exactnb.scale.logspace.limbs": "Sums",
}

__getattr__, __dir__ = lazy_exports(__name__, _HOMES)
__all__ = __dir__()
