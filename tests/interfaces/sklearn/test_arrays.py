"""Arrays of other libraries go through GaussianNB, and come back as what they were."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest

from exactnb.interfaces.sklearn import GaussianNB

SCRIPT = """
import array_api_strict as xp
import numpy as np
import pickle
from sklearn import config_context
from exactnb.interfaces.sklearn import GaussianNB

chance = np.random.default_rng(0)
rows, labels = chance.normal(size=(40, 3)), np.arange(40) % 3
device = xp.Device("device1")
plain = GaussianNB().fit(rows, labels)
with config_context(array_api_dispatch=True):
    for kind in (xp.float64, xp.float32):
        X, y = xp.asarray(rows, dtype=kind, device=device), xp.asarray(labels, device=device)
        numbers = np.asarray(xp.asarray(X, device=xp.Device("CPU_DEVICE")))
        same = GaussianNB().fit(numbers, labels)
        classes = xp.asarray([0, 1, 2], device=device)
        model = GaussianNB().partial_fit(X[:20, :], y[:20], classes=classes)
        model.partial_fit(X[20:, :], y[20:])
        model.fit(X, y, sample_weight=xp.ones(40, device=device))
        for found in (model.predict_proba(X), model.predict_log_proba(X), model.theta_, model.var_):
            assert (found.dtype, found.device) == (kind, device), found
        found = np.asarray(xp.asarray(model.predict_proba(X), device=xp.Device("CPU_DEVICE")))
        assert (found == same.predict_proba(numbers).astype(found.dtype)).all()
        assert model.predict(X).device == device
        assert model.predict_set(X) == same.predict_set(numbers)
        assert set(model.certificate_) == {"float64"}
        try:
            model.predict(numbers)
        except ValueError as error:
            assert "must use the same namespace" in str(error), error
        else:
            raise AssertionError("rows of another library were taken")
print("done")
"""


@pytest.mark.exhaustive
def test_arrays_of_other_libraries_come_back_on_their_device() -> None:
    """array-api-strict, double and single: posteriors are NumPy's, in its type."""
    pytest.importorskip("array_api_strict")
    run = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        capture_output=True,
        text=True,
        env=os.environ | {"SCIPY_ARRAY_API": "1"},
    )
    assert run.stdout.strip() == "done", run.stderr[-3000:]


def test_the_tag_says_what_theirs_says() -> None:
    """GaussianNB takes arrays of other libraries, the classifiers that count do not, as theirs."""
    import sklearn.naive_bayes as theirs

    import exactnb.interfaces.sklearn as ours

    kinds = ("BernoulliNB", "CategoricalNB", "ComplementNB", "GaussianNB", "MultinomialNB")
    supported = [
        [getattr(room, kind)().__sklearn_tags__().array_api_support for kind in kinds]
        for room in (ours, theirs)
    ]
    assert supported[0] == supported[1] == [False, False, False, True, False]


def test_without_dispatch_posteriors_are_doubles() -> None:
    """Rows of single precision have posteriors that are the doubles next to the true numbers."""
    rows = np.array([[1.5], [2.0], [4.0], [5.5]], dtype=np.float32)
    model = GaussianNB().fit(rows, [0, 0, 1, 1])
    assert model.predict_proba(rows).dtype == np.float64
    assert model.theta_.dtype == np.float32
