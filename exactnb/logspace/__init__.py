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

from exactnb.lazy import door

if TYPE_CHECKING:
    from exactnb.logspace.classifier import Classifier
    from exactnb.logspace.deciding import CERTIFICATES
    from exactnb.logspace.parts import Part
    from exactnb.logspace.predictions import Predictions
    from exactnb.logspace.sums import Sums

__all__ = ["CERTIFICATES", "Classifier", "Part", "Predictions", "Sums"]

_HOMES = {
    "CERTIFICATES": "exactnb.logspace.deciding",
    "Classifier": "exactnb.logspace.classifier",
    "Part": "exactnb.logspace.parts",
    "Predictions": "exactnb.logspace.predictions",
    "Sums": "exactnb.logspace.sums",
}

__getattr__, __dir__ = door(__name__, _HOMES)
