"""Tables of rational numbers agree with Fractions, and long sums of Fractions are nowhere made."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from thoroughness import law

from exactnb.core.lazy import once
from exactnb.scale.logspace.digit_tables import DigitTable
from exactnb.scale.logspace.rational_tables import RationalTable, nearest_double
from exactnb.sklearn import GaussianNB

Rows = list[list[Fraction]]

_NUMBERS = st.one_of(
    st.fractions(max_denominator=999),
    st.floats(allow_nan=False, allow_infinity=False).map(Fraction),
)


_DIGITS = st.one_of(st.integers(-(2**60), 2**60), st.sampled_from([0, 2**30, -(2**30), -1]))


@st.composite
def tables(draw: Callable[..., Any], number: int = 2) -> tuple[Rows, ...]:
    """Draw tables of one shape."""
    height, width = draw(st.integers(1, 3)), draw(st.integers(0, 3))
    row = st.lists(_NUMBERS, min_size=width, max_size=width)
    table = st.lists(row, min_size=height, max_size=height)
    return tuple(draw(table) for _ in range(number))


def assert_close(table: RationalTable) -> None:
    """Doubles times powers of 2 are right to 2^-101 of the numbers, and far from the end of doubles."""
    (high, low), exponents = table.scaled_pairs
    exponents = np.broadcast_to(exponents, table.shape)
    for place, number in zip(np.ndindex(table.shape), (x for row in table for x in row), strict=True):
        pair = Fraction(float(high[place])) + Fraction(float(low[place]))
        error = abs(pair * Fraction(2) ** int(exponents[place]) - number)
        assert error <= abs(number) * Fraction(1, 2**101)
        assert not number or 2.0**-400 <= abs(high[place]) <= 2.0**400


@given(tables(), st.fractions(min_value=0), st.data())
def test_tables_agree_with_fractions(
    pair: tuple[Rows, Rows], number: Fraction, data: st.DataObject
) -> None:
    """Sums, differences, products, totals, doubles and copies are those of the Fractions."""
    rows, others = pair
    one, two = RationalTable.of(rows), RationalTable.of(others)
    places = [(k, j) for k in range(len(rows)) for j in range(len(rows[0]))]
    added, less, more = one + two, one - two, one.plus(number)
    factors = data.draw(st.lists(st.fractions(min_value=0), min_size=len(rows), max_size=len(rows)))
    scaled, nearest, lessened = (
        one.times(factors),
        one.nearest_doubles(),
        one.minus_columns(np.arange(len(rows[0])) - 7.0),
    )
    assert_close(one)
    for k, j in places:
        x, y = rows[k][j], others[k][j]
        assert (added[k][j], less[k][j], more[k][j]) == (x + y, x - y, x + number)
        assert (scaled[k][j], lessened[k][j]) == (x * factors[k], x - j + 7)
        assert nearest[k, j] == nearest_double(x)
    assert one.sum_of_rows()[0] == tuple(sum(column, Fraction(0)) for column in zip(*rows, strict=True))
    assert (one == two) is (rows == others)
    assert one.largest() == max((x for row in rows for x in row), default=0)
    assert hash(added) == hash(two + one)
    copy = pickle.loads(pickle.dumps(added))
    assert (copy, copy.fractions) == (added, added.fractions)


def test_rows_of_several_lengths_are_no_table() -> None:
    """A table has as many numbers in each row."""
    with pytest.raises(ValueError, match="as many numbers"):
        RationalTable.of([[Fraction(1)], []])


def test_a_fit_and_a_label_add_no_fractions_for_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many columns there are, as few Fractions are added, whose sums would grow long."""
    counted = [0]
    plain = Fraction.__add__

    def counting(left: Fraction, right: Any) -> Any:
        counted[0] += 1
        return plain(left, right)

    monkeypatch.setattr(Fraction, "__add__", counting)
    additions = []
    for columns in (4, 64):
        dice = np.random.default_rng(1)
        counted[0] = 0
        model = GaussianNB().fit(dice.normal(size=(9, columns)), [0, 1, 2] * 3)
        model.partial_fit(dice.normal(size=(6, columns)), [0, 1, 2] * 2)
        assert model.predict(dice.normal(size=(1, columns))).shape == (1,)
        assert model.certificate_.tolist() == ["float64"]
        additions.append(counted[0])
    assert additions[0] == additions[1]


@law(40)
@given(st.data())
def test_digits_agree_with_fractions(data: st.DataObject) -> None:
    """Sums, differences, columns, totals and copies of digits are those of their numbers."""
    height, width = data.draw(st.integers(1, 3)), data.draw(st.integers(1, 4))

    def drawn() -> tuple[DigitTable, list[list[Fraction]]]:
        length = data.draw(st.integers(1, 3))
        digits = data.draw(arrays(np.int64, (length, height, width), elements=_DIGITS))
        places = data.draw(arrays(np.int64, width, elements=st.integers(-35, 35)))
        numbers = [
            [
                sum(
                    int(digits[i, k, j]) * Fraction(2) ** (int(places[j]) + 20 * i)
                    for i in range(length)
                )
                for j in range(width)
            ]
            for k in range(height)
        ]
        return DigitTable(list(digits), places, bound=2**60), numbers  # type: ignore[return-value]

    (one, rows), (two, others) = drawn(), drawn()
    pairs = [list(zip(*both, strict=True)) for both in zip(rows, others, strict=True)]
    assert one == RationalTable.of(rows)
    assert one + two == RationalTable.of([[x + y for x, y in row] for row in pairs])
    assert one - two == RationalTable.of([[x - y for x, y in row] for row in pairs])
    assert isinstance(one - two, DigitTable)
    assert all((np.abs(digit) <= 2**19).all() for digit in (one - two).digits)
    assert RationalTable.of(rows) + two == one + two
    assert one.sum_of_rows()[0] == tuple(map(sum, zip(*rows, strict=True)))
    assert one.columns([width - 1])[0] == (rows[0][-1],)
    copy = pickle.loads(pickle.dumps(one + two))
    assert (copy, type(copy), copy.shape) == (one + two, DigitTable, (height, width))


@law(60)
@given(st.data())
def test_quotients_of_digits_agree_with_fractions(data: st.DataObject) -> None:
    """n·Σx² − (Σx)² over n², raised by a number, and Σx/n − c are those of Fractions, however long.

    Where places lie far apart or far from 1, factors are large, or digits many, integers step in.
    """
    height, width = data.draw(st.integers(1, 3)), data.draw(st.integers(1, 3))
    far = data.draw(st.sampled_from([60, 60, 900]))

    def drawn(most: int) -> DigitTable:
        shape = data.draw(st.integers(1, most)), height, width
        digits = data.draw(arrays(np.int64, shape, elements=st.one_of(_DIGITS, st.just(0))))
        places = data.draw(arrays(np.int64, width, elements=st.integers(-far, far)))
        return DigitTable(list(digits), places, bound=2**60)

    totals, squares = drawn(7), drawn(9)
    sizes = [data.draw(st.sampled_from([1, 2, 2**39 + 1, 2**40])) for _ in range(height)]
    added = data.draw(st.sampled_from([Fraction(0), Fraction(1, 3), Fraction(1, 10**300)]))
    means = totals.times([Fraction(1, n) for n in sizes])
    assert_close(means)
    assert means == RationalTable.of(
        [[x / n for x in row] for n, row in zip(sizes, totals, strict=True)]
    )
    centre = np.array([float(round(x)) for x in means[0]])
    moved = means.minus_columns(centre)
    assert_close(moved)
    assert moved[0] == tuple(x - round(y) for x, y in zip(means[0], map(Fraction, centre), strict=True))
    deviations = squares.times(list(map(Fraction, sizes))) - totals.squares()
    pairs = zip(sizes, squares, totals, strict=True)
    exact = [[n * x - y * y for x, y in zip(of, by, strict=True)] for n, of, by in pairs]
    assert deviations == RationalTable.of(exact)
    spread = deviations.times([Fraction(1, n) for n in sizes]).plus(added)
    assert_close(spread)
    assert_close(spread.columns([0]))
    assert spread[0] == tuple(x / sizes[0] + added for x in exact[0])


def test_batches_labels_and_pickles_make_no_integers_of_python_for_columns(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """However many columns, batches and classes there are, two are looked at in each batch."""
    made: list[int] = []
    late = vars(DigitTable)["_as_integer_table"]

    def counting(table: DigitTable) -> Any:
        made.append(table.shape[1])
        return late.find(table)

    counting.__name__ = "_as_integer_table"
    monkeypatch.setattr(DigitTable, "_as_integer_table", once(counting))
    vars(DigitTable)["_as_integer_table"].find.__name__ = "_as_integer_table"
    dice = np.random.default_rng(3)
    for columns, batches in ((4, 2), (70, 5)):
        made.clear()
        model = GaussianNB()
        for _ in range(batches):
            model.partial_fit(dice.normal(size=(9, columns)), [0, 1, 2] * 3, [0, 1, 2])
            model = pickle.loads(pickle.dumps(model))
            assert len(model.predict(dice.normal(size=(5, columns)))) == 5
            assert set(model.certificate_.tolist()) == {"float64"}
        # The variance of the first column, which varies, and that of the column with the largest.
        assert made == [1, 1] * batches


def test_a_pickle_is_as_long_before_a_prediction_as_after() -> None:
    """Tables of logarithms are no part of a pickle, and a copy has the same labels and posteriors."""
    dice = np.random.default_rng(2)
    rows = dice.normal(size=(30, 5))
    model = GaussianNB().fit(rows, [0, 1, 2] * 10)
    fresh = pickle.dumps(model)
    posteriors = model.predict_proba(rows)
    labels = model.predict(rows).tolist()
    model._last.clear()  # the certificates of the last prediction
    assert len(pickle.dumps(model)) == len(fresh)
    copy = pickle.loads(fresh)
    assert (copy.predict(rows).tolist(), copy.predict_proba(rows).tolist()) == (
        labels,
        posteriors.tolist(),
    )
    copy.partial_fit(rows, [0, 1, 2] * 10)
    assert (copy.theta_ == model.partial_fit(rows, [0, 1, 2] * 10).theta_).all()
