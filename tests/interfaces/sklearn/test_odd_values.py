"""Values that are no argument at all are refused as scikit-learn refuses them, or in one line."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import numpy as np
import pytest
from thoroughness import all_of

from exactnb import sklearn as ours
from exactnb.errors import InputError

X, Y = np.array([[1, 0], [0, 1], [1, 1]]), ["p", "q", "p"]
CLASSIFIERS = ("BernoulliNB", "CategoricalNB", "ComplementNB", "GaussianNB", "MixedNB", "MultinomialNB")


@all_of("name", CLASSIFIERS)
@all_of("classes", [[], [None, "p"], [float("nan"), "p"], [timedelta(1), timedelta(2)], [{1}, {2}]])
def test_classes_that_are_none_are_refused(name: str, classes: list[Any]) -> None:
    """The classifier is not begun: the next call may name its classes."""
    model = getattr(ours, name)()
    with pytest.raises(ValueError, match=r"^(classes|y): expected |^Mix of label|^Unknown label type"):
        model.partial_fit(X, Y, classes=classes)


@all_of("name", CLASSIFIERS)
def test_weights_beyond_doubles_are_refused(name: str) -> None:
    """A whole number of 400 digits is none that NumPy holds."""
    with pytest.raises(InputError, match="sample_weight: expected numbers that doubles hold"):
        getattr(ours, name)().fit(X, Y, sample_weight=[10**400, 1, 1])


@all_of("alpha", [{1}, {"a": 1}, [["a"]], [[None, "a"]]])
def test_pseudocounts_that_are_none_are_refused(alpha: Any) -> None:
    """Sets and texts are no numbers."""
    with pytest.raises((InputError, ValueError), match=r"alpha|could not convert"):
        ours.BernoulliNB(alpha=alpha).fit(X, Y)


@all_of("priors", [[{1}, {2}], [10**400, 1], [{"a": 1}, 1]])
def test_priors_that_are_none_are_refused(priors: Any) -> None:
    """What no double holds is no prior."""
    with pytest.raises(InputError, match="priors: expected numbers that doubles hold"):
        ours.GaussianNB(priors=priors).fit(X, Y)


def test_places_beyond_64_bits_are_refused() -> None:
    """A category is a place among others."""
    with pytest.raises(InputError, match="X: expected places of 64 bits"):
        ours.CategoricalNB().fit([[10**400], [1], [2]], Y)
    with pytest.raises(InputError, match="X: expected places of 64 bits"):
        ours.CategoricalNB().fit([[0], [1], [2]], Y).predict([[10**400]])
