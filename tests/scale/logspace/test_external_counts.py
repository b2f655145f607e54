"""Counts that were taken elsewhere make the classifier that `fit` makes, or are refused."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import all_of

from exactnb.errors import InputError
from exactnb.scale.logspace import Classifier, Part, Sums

KINDS = ("multinomial", "bernoulli", "categorical", "gaussian")


def table(fitted: Classifier, at: int) -> tuple[Any, Any]:
    """Return what was counted of a part as another machine would tell it, and what is missing."""
    part, counts = fitted.parts[at], fitted.counts[at]
    if isinstance(counts, Sums):
        return counts, None
    if part.kind != "categorical":
        return counts.cells.tolist(), None
    ends = np.cumsum((0, *part.sizes))
    shown = [counts.cells[a:b].sum(axis=0) for a, b in pairwise(ends)]
    return counts.cells.tolist(), [(counts.sizes - of).tolist() for of in shown]


@given(
    st.sets(st.sampled_from(KINDS), min_size=1),
    st.integers(0, 10**9),
    st.sampled_from(["0", "1", "1/3"]),
)
def test_counts_decide_as_the_rows_that_were_counted(kinds: set[str], seed: int, amount: str) -> None:
    """Labels, ties and every bit of the posteriors are those of the classifier fitted to the rows."""
    chance = np.random.default_rng(seed)
    labels = ["a", "b", "c", *chance.choice(["a", "b", "c"], 9)]
    labels += ["a", "b", "c"]  # two different numbers for each class
    columns: list[Any] = []
    parts: list[Part] = []
    for kind in sorted(kinds):
        known = {"categorical": (3, 2)}.get(kind, ())
        low, high = {"multinomial": (0, 4), "bernoulli": (0, 2), "categorical": (-1, 2)}.get(
            kind, (-5, 5)
        )
        found = chance.integers(low, high, (len(labels), 2)).astype(np.float64)
        if kind == "gaussian":
            found = found / 4
            found[:3], found[-3:] = 7, 8
        start = 2 * len(parts)
        columns.append(found)
        added = "0" if kind == "gaussian" else amount
        parts.append(Part(kind, slice(start, start + 2), added, known))
    rows = np.hstack(columns)
    fitted = Classifier.fit(rows, labels, parts)
    told = [table(fitted, at) for at in range(len(parts))]
    sizes = {label: labels.count(label) for label in "abc"}
    bare = [Part(part.kind, amount=part.amount, sizes=part.sizes) for part in parts]
    made = Classifier.from_counts(sizes, bare, [c for c, _ in told], missing=[m for _, m in told])
    assert made.parts == fitted.parts
    assert made.predict(rows).sets == fitted.predict(rows).sets
    assert made.posteriors(rows).tobytes() == fitted.posteriors(rows).tobytes()
    assert (made + fitted).sizes == (fitted + fitted).sizes


TWO = {"ham": 2, "spam": 1}
WORDS, SEEN, SKY, X = (
    Part("multinomial"),
    Part("bernoulli"),
    Part("categorical", sizes=(2,)),
    Part("gaussian"),
)
ONE_SUM = Sums(
    (Fraction(2), Fraction(1)), ((Fraction(3),), (Fraction(1),)), ((Fraction(5),), (Fraction(1),))
)
REFUSED: dict[str, Any] = {
    "column 0, class 'ham': the counts add up to 3; the class has 2 rows": (SKY, [[2, 1], [1, 0]]),
    "column 0, class 'spam': the counts add up to 0; the class has 1 row": (SKY, [[2, 0], [0, 0]]),
    "column 0, class 'ham': the counts add up to 5; the class has 2 rows": (SEEN, [[5, 1]]),
    "counts: a count is not negative; got -1": (WORDS, [[2, -1]]),
    "counts: expected whole numbers as counts": (WORDS, [[2, 1.0]]),
    "counts: expected whole numbers as counts; got float64": (WORDS, np.array([[2.0, 1.0]])),
    "counts: expected a table, features × 2 (classes); got (1, 3)": (WORDS, [[2, 1, 0]]),
    "counts: there are 1; the sizes of the columns add up to 2": (SKY, [[2, 1]]),
    "counts: expected Sums: sizes, totals and squares by class": (X, [[2, 1]]),
    "column 0, class 'ham': Σx² of 4 is less than (Σx)²/n allows": (
        X,
        Sums(ONE_SUM.sizes, ONE_SUM.totals, ((Fraction(4),), (Fraction(1),))),
    ),
    "column 0, class 'ham': the counts add up to 1; the class has 2 rows": (
        X,
        Sums((Fraction(1), Fraction(1)), ONE_SUM.totals, ONE_SUM.squares),
    ),
    "amount: is not negative; got -1": (Part("multinomial", amount=-1), [[2, 1]]),
}


@all_of("message", REFUSED)
def test_counts_that_lost_or_invented_rows_are_refused(message: str) -> None:
    """What does not add up to the rows of a class is told with its column and class."""
    part, counts = REFUSED[message]
    with pytest.raises(InputError) as refused:
        Classifier.from_counts(TWO, [part], [counts])
    assert str(refused.value) == message


def test_columns_of_later_parts_are_told_by_their_own_places() -> None:
    """A place in a message is that of the column in rows, not in its part."""
    with pytest.raises(InputError, match="column 3, class 'spam'"):
        Classifier.from_counts(TWO, [WORDS, SKY], [[[1, 1], [0, 0], [2, 0]], [[2, 0], [0, 0]]])


def test_parts_and_counts_are_as_many() -> None:
    """Each part has its counts, words of a class need a row of it, only columns can lack a value."""
    with pytest.raises(InputError, match="2 parts, but counts of 1"):
        Classifier.from_counts(TWO, [WORDS, SKY], [[[1, 1]]])
    with pytest.raises(InputError, match="a class without rows has words"):
        Classifier.from_counts({"ham": 2, "spam": 0}, [WORDS], [[[1, 1]]])
    with pytest.raises(InputError, match="missing: needs columns of values and of measurements"):
        Classifier.from_counts(TWO, [WORDS], [[[1, 1]]], missing=[[[0, 0]]])


def test_counts_may_be_longer_than_any_machine_word() -> None:
    """Counts of 10³⁰ are Python's own integers, and decide exactly."""
    large = 10**30
    made = Classifier.from_counts(
        {"a": large, "b": large},
        [Part("multinomial", amount=0)],
        [
            [[3 * large, 3 * large + 1], [large, large]],
        ],
    )
    assert made.predict([[1, 0]]).labels == ["b"]
