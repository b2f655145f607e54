"""GaussianNB, LDA and QDA of scikit-learn beside the preset "scikit-learn-1.9" on the same numbers.

Its posteriors are floats and compared as such; a label may differ only where two classes are tied, or
nearly so. Data that come with scikit-learn are read as they are printed.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import isclose
from random import Random
from typing import Any

import pytest
from numpy.linalg import LinAlgError
from sklearn.datasets import load_breast_cancer, load_iris, load_wine
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from thoroughness import choose, in_both_runs

from exactnb import Conventions, ModelChoice, Problem, Table
from exactnb.core.arithmetic.values import enclose
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import Effort

TOOLS: dict[str, Any] = {
    "gaussian": GaussianNB,
    "lda": LinearDiscriminantAnalysis,
    "qda": QuadraticDiscriminantAnalysis,
}
NEARLY = 1e-9
ASKED = 12  # rows whose posteriors are compared


def problem(family: str, rows: Sequence[Sequence[str]], labels: Sequence[str]) -> Problem:
    """Return the preset's model of some rows; those that are asked have an id."""
    columns = [f"x{at}" for at in range(len(rows[0]))]
    cells = [[*row, f"k{label}"] for row, label in zip(rows, labels, strict=True)]
    step = max(1, len(rows) // ASKED)
    query = {f"q{at}": dict(zip(columns, rows[at], strict=True)) for at in range(0, len(rows), step)}
    table = Table.from_rows(cells, [*columns, "class"], classes=sorted({row[-1] for row in cells}))
    choice = ModelChoice(Conventions(preset="scikit-learn-1.9"), family=family)
    return Problem(table, query=query, models={"model": choice})


def compare(
    family: str, rows: Sequence[Sequence[str]], labels: Sequence[str], *, scaled: bool = False
) -> None:
    """Compare the labels of some rows, as far apart as they lie, and log-posteriors."""
    numbers = [[float(cell) for cell in row] for row in rows]
    tool = TOOLS[family]()
    if scaled:  # which changes no posterior, nor does a lower limit of what is taken for singular
        tool = make_pipeline(StandardScaler(), TOOLS[family](tol=1e-12))
    tool.fit(numbers, [f"k{label}" for label in labels])
    ours = problem(family, rows, labels)
    classes = [str(label) for label in tool.classes_]
    theirs = tool.predict_log_proba(numbers)
    for at in range(0, len(rows), max(1, len(rows) // 40)):
        decided = ours.decide({f"x{j}": cell for j, cell in enumerate(rows[at])})
        best, second = sorted(theirs[at], reverse=True)[:2]
        said = classes[int(theirs[at].argmax())]
        assert said in decided or best - second < NEARLY
    for identity in ours.query:
        names = [ours.resolve(f"log(P({label}|{identity}))", "test", Effort()) for label in classes]
        graph = Quantities(names, ours.define, Effort())
        row = int(identity[1:])
        for name, expected in zip(names, theirs[row], strict=True):
            lower, upper = enclose(graph.value(name), 128).bounds()  # type: ignore[arg-type]
            exact = float((lower + upper) / 2)
            if expected > -600:  # where its floats have digits left
                assert isclose(exact, expected, rel_tol=NEARLY, abs_tol=NEARLY)


@in_both_runs
@pytest.mark.parametrize("family", choose(quick=["qda"], exhaustive=TOOLS))
@pytest.mark.parametrize("seed", choose(quick=[1], exhaustive=range(4)))
def test_random_numbers_are_decided_alike(family: str, seed: int) -> None:
    """On numbers that are far from collinear, labels and posteriors are those of scikit-learn.

    So it is with each number of features and each of classes.
    """
    dice = Random(seed)
    features, classes = 1 + seed % 4, 2 + seed % 3
    rows, labels = [], []
    for at in range(30 * classes):
        k = at % classes
        rows.append([f"{3 * k * (j % 2) + dice.gauss(0, 1 + j):.3f}" for j in range(features)])
        labels.append(str(k))
    compare(family, rows, labels)


BUNDLED = {"iris": load_iris, "wine": load_wine, "breast cancer": load_breast_cancer}


@pytest.mark.exhaustive
@pytest.mark.parametrize(("family", "name"), list(product(TOOLS, BUNDLED)))
def test_bundled_data_are_decided_alike(family: str, name: str) -> None:
    """Iris, wine and breast cancer, read as printed, are decided as scikit-learn decides them.

    Each third of the 30 columns of the last is taken, and of the 13 of wine where covariances are; of
    the rows each second, and each fifth of the last.
    """
    data = BUNDLED[name]()
    thirds = name == "breast cancer" or (name == "wine" and family != "gaussian")
    numbers = data.data[:, ::3] if thirds else data.data
    apart = 5 if name == "breast cancer" else 2
    rows = [[repr(float(value)) for value in row] for row in numbers[::apart]]
    labels = [str(label) for label in data.target[::apart]]
    if (family, name) == ("qda", "breast cancer"):  # as printed, scikit-learn takes it for singular
        with pytest.raises(LinAlgError, match="not full rank"):
            TOOLS[family]().fit(numbers, data.target)
    compare(family, rows, labels, scaled=(family, name) == ("qda", "breast cancer"))
