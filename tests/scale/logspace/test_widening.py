"""The door of the log-space path: numbers of every type are the numbers they were, or are refused."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matrix_formats import FLOATS, FORMATS, SPARSE, WHOLE, held, top
from scipy import sparse
from thoroughness import all_of, law, one_in

from exactnb.errors import InputError
from exactnb.scale.logspace import widening
from exactnb.scale.logspace.classifier import Classifier, Part
from exactnb.scale.logspace.rows import as_sparse
from exactnb.scale.logspace.widening import as_doubles, exact_number, exact_rows

F = Fraction
FITTED = Classifier.fit(np.array([[5, 1], [1, 5]]), ["a", "b"], [Part("multinomial")])
"""Says a where the first number is larger, b where the second is."""


def added(places: list[tuple[int, int, Any]], shape: tuple[int, int]) -> list[list[Fraction]]:
    """Return the sums of the numbers of every place, by Fractions."""
    found = [[F(0)] * shape[1] for _ in range(shape[0])]
    for row, column, number in places:
        found[row][column] += F(number)
    return found


def is_double(number: Fraction) -> bool:
    try:
        return F(float(number)) == number
    except OverflowError:
        return False


@st.composite
def matrices(draw: Any) -> tuple[str, list[tuple[int, int, Any]], str, tuple[int, int]]:
    kind, form = draw(st.sampled_from(SPARSE)), draw(st.sampled_from(FORMATS))
    shape = draw(st.tuples(st.integers(1, 3), st.integers(1, 3)))
    if kind in FLOATS:
        width = 32 if kind == "float32" else 64
        numbers: Any = st.floats(width=width, allow_nan=False, allow_infinity=False) | st.integers(
            -9, 9
        )
    else:
        low, high = (0, 1) if kind == "bool" else (int(np.iinfo(kind).min), top(kind))
        numbers = st.integers(low, high) | st.integers(high - 1 if high > 1 else 0, high)
    rows, columns = st.integers(0, shape[0] - 1), st.integers(0, shape[1] - 1)
    return kind, draw(st.lists(st.tuples(rows, columns, numbers), max_size=8)), form, shape


@given(matrices())
@law(40, 120)
def test_sums_are_those_of_fractions_or_refused(
    drawn: tuple[str, list[tuple[int, int, Any]], str, tuple[int, int]],
) -> None:
    """A sparse matrix of any type and format is what its numbers add up to, or no double or integer."""
    matrix, sums = held(*drawn), added(drawn[1], drawn[3])
    try:
        found = exact_rows(matrix)
    except InputError:
        held_numbers = [F(number) for _, _, number in drawn[1]]
        of_all = [*held_numbers, *(number for row in sums for number in row)]
        if drawn[0] in FLOATS:
            assert not all(is_double(number) for number in of_all)
        else:
            assert max(map(abs, of_all)) >= 2**63 - 1
        return
    assert found.dtype in (np.int64, np.float64)
    assert found.sorted_indices().has_canonical_format  # every place once
    assert found.data.all()
    assert [[F(x) for x in row] for row in found.toarray().tolist()] == sums


@all_of("form", FORMATS)
@all_of("kind", SPARSE)
def test_what_stands_twice_is_counted_as_its_sum(kind: str, form: str) -> None:
    """Three times the largest of a type beside twice of it: counts and label are those of 3 and 2."""
    most = min(top(kind), 2**51)
    places = [(0, 0, most), (0, 1, most), (0, 0, most), (0, 1, most), (0, 0, most)]
    row = held(kind, places, form, (1, 2))
    before = row.data.tolist()
    found = FITTED.predict(row)
    assert (found.labels, found.certificates) == (["a"], ["float64"])
    assert FITTED.posteriors(row).argmax() == 0
    fitted = Classifier.fit(row, ["k"], [Part("multinomial")])
    assert fitted.counts[0].cells.tolist() == [[3 * most], [2 * most]]  # type: ignore[union-attr]
    assert row.data.tolist() == before


DENSE = (*WHOLE, *FLOATS)
MIXED = [
    Part("multinomial", slice(0, 2)), Part("bernoulli", slice(2, 3)),
    Part("categorical", slice(3, 4), sizes=(2,)), Part("gaussian", slice(4, 5), 1),
]  # fmt: skip
NAMES = ["a", "b", "a", "b", "a"]


def rows_at_the_top(kind: str) -> tuple[np.ndarray, np.ndarray]:
    """Return rows of all families with the largest numbers of a type, and the same as integers."""
    most = min(top(kind), 2**52)
    given = [[most, 0, 1, 1, most], [0, most, most, 0, 0], [1, most // 2, 0, 1, 1],
             [most - 1, 1, 1, 0, most], [1, 1, 0, 1, most - 1]]  # fmt: skip
    return np.array(given, dtype=kind), np.array(given, dtype=np.int64)


@all_of("kind", DENSE, apart=3)
def test_counts_do_not_depend_on_the_type(kind: str) -> None:
    """Fitted, merged, forgotten, decided and left out, the largest numbers of a type are integers."""
    rows, wide = rows_at_the_top(kind)
    own, reference = (Classifier.fit(of, NAMES, MIXED) for of in (rows, wide))
    assert str(own.counts) == str(reference.counts)
    assert own.predict(rows).sets == reference.predict(wide).sets
    assert (own.posteriors(rows) == reference.posteriors(wide)).all()
    assert own.leave_one_out(rows, NAMES).sets == reference.leave_one_out(wide, NAMES).sets
    halves = [Classifier.fit(rows[at], NAMES[at], MIXED, classes="ab")
              for at in (slice(0, 2), slice(2, 5))]  # fmt: skip
    assert str((halves[0] + halves[1]).counts) == str(own.counts)
    assert str((own - halves[1]).counts) == str(halves[0].counts)


@all_of("kind", SPARSE)
def test_leaving_out_sparse_rows_forgets_their_sums(kind: str) -> None:
    """A row that holds a place twice is forgotten as it was counted, and decided as its dense self."""
    most = min(top(kind), 2**40)
    places = [(0, 0, most), (0, 0, most), (1, 1, most), (1, 1, most), (2, 0, most), (3, 1, most),
              (3, 1, 1), (2, 1, 1)]  # fmt: skip
    rows = held(kind, places, "csr", (4, 2))
    wide = np.array([[int(x) for x in row] for row in added(places, (4, 2))])
    labels = ["a", "b", "a", "b"]
    own, reference = (Classifier.fit(of, labels, [Part("multinomial")]) for of in (rows, wide))
    assert own.leave_one_out(rows, labels).sets == reference.leave_one_out(wide, labels).sets


CONTAINERS: list[Callable[[np.ndarray, Path], Any]] = [
    lambda rows, _: rows.tolist(), lambda rows, _: rows.astype(object),
    lambda rows, _: np.asfortranarray(rows), lambda rows, _: rows[:, ::-1][:, ::-1],
    lambda rows, _: np.matrix(rows), lambda rows, _: rows.astype(">i4"),
    lambda rows, _: rows.astype(">f8"),
    lambda rows, path: mapped(rows, path), lambda rows, _: pd.DataFrame(rows),
    lambda rows, _: pl.DataFrame(rows), lambda rows, _: sparse.lil_matrix(rows),
    lambda rows, _: sparse.dok_matrix(rows), lambda rows, _: sparse.dia_matrix(rows),
    lambda rows, _: sparse.coo_array(rows), lambda rows, _: np.ma.array(rows),
]  # fmt: skip


def mapped(rows: np.ndarray, path: Path) -> np.ndarray:
    """Return rows that stand in a file and cannot be written to."""
    np.save(path / "rows.npy", rows)
    found: np.ndarray = np.load(path / "rows.npy", mmap_mode="r")
    return found


@pytest.mark.filterwarnings("ignore:the matrix subclass:PendingDeprecationWarning")
@one_in(3, "made", CONTAINERS)
def test_rows_of_every_make_are_the_same(made: Any, tmp_path: Path) -> None:
    """Lists, objects, files, matrices, DataFrames and sparse formats hold the same counts."""
    rows = np.array([[3, 0, 2], [0, 1, 0], [0, 0, 0]])
    given = made(rows, tmp_path)
    found = exact_rows(given)
    assert found.dtype in (np.int64, np.float64)
    assert as_sparse(found).toarray().tolist() == rows.tolist()
    own = Classifier.fit(given, ["a", "b", "b"], [Part("multinomial")])
    reference = Classifier.fit(rows, ["a", "b", "b"], [Part("multinomial")])
    assert own.predict(given).sets == reference.predict(rows).sets
    assert own.leave_one_out(given, ["a", "b", "b"]).sets == (
        reference.leave_one_out(rows, ["a", "b", "b"]).sets
    )


def beyond(indices: list[int], ends: list[int]) -> sparse.csr_matrix:
    """Return a matrix that names places outside of itself, as no constructor would take it."""
    found = sparse.csr_matrix(np.array([[1, 2], [3, 4]]))
    found.indices, found.indptr = np.array(indices, np.int32), np.array(ends, np.int32)
    return found


REFUSED = [
    (np.array([[2**63 + 1]], np.uint64), "row 0, column 0: '9223372036854775809' is no exact double"),
    (np.array([[1, 2], [3, F(1, 3)]]), "row 1, column 1: '1/3' is no exact double"),
    (np.array([[1, Decimal("0.1")]]), "row 0, column 1: '1/10' is no exact double"),
    (np.array([[1, 10**400]]), "row 0, column 1: '1000.*' is no exact double"),
    (np.array([[1, None]]), "row 0, column 1: expected a number"),
    (np.array([[1, float("nan")]], object), "row 0, column 1: expected a finite number; got nan"),
    (np.array([["1", "2"]]), "expected a matrix of numbers; got one of <U1"),
    (np.array([[1j]]), "expected a matrix of numbers; got one of complex128"),
    (np.array([["2020-01-01"]], "M8[D]"), "expected a matrix of numbers"),
    (np.array([[1]], "m8[s]"), "expected a matrix of numbers"),
    (np.array([[(1, 2)]], [("a", "i8"), ("b", "i8")]), "expected a matrix of numbers"),
    (np.ma.array([[1, 2]], mask=[[True, False]]), "some numbers are masked"),
    ([[1, 2], [3]], "expected rows of equal length"),
    (np.array([1, 2]), r"expected rows and columns; got numbers of shape \(2,\)"),
    (np.zeros((1, 1, 1)), r"expected rows and columns; got numbers of shape \(1, 1, 1\)"),
    (5, r"expected rows and columns; got numbers of shape \(\)"),
    (sparse.coo_array(np.array([1, 2])), r"expected rows and columns; got numbers of shape \(2,\)"),
    (sparse.csr_matrix(np.array([[1j]])), "expected a matrix of numbers; got one of complex128"),
    (sparse.csr_matrix((np.array([0.1, 0.2]), [1, 1], [0, 2]), (1, 2)), r"row 0, column 1: 0.1 \+ 0.2"),
    (
        sparse.csr_matrix((np.array([2**62] * 2), [1, 1], [0, 2]), (1, 2)),
        "row 0, column 1: '92233.* is no",
    ),
    (
        sparse.csr_matrix((np.array([1e308] * 2), [1, 1], [0, 2]), (1, 2)),
        "row 0, column 1: '2000.* is no",
    ),
    (beyond([0, 5, 0, 1], [0, 2, 4]), "no sparse matrix: a place beyond its 2 columns"),
    (beyond([-1, 0, 0, 1], [0, 2, 4]), "no sparse matrix: a place beyond its 2 columns"),
    (beyond([5, 0, 0, 1], [0, 2, 4]), "no sparse matrix: a place beyond its 2 columns"),
    (beyond([0, 1, 0, 1], [0, 999, 4]), "no sparse matrix: its rows end before they begin"),
    (beyond([0, 5, 0, 1], [0, 2, 4]).T, "no sparse matrix"),
]


@all_of(("rows", "said"), REFUSED)
def test_what_is_no_matrix_of_numbers_is_refused(rows: Any, said: str) -> None:
    """What has no exact form, is masked, is no number or lies outside is refused in one line."""
    for door in (exact_rows, lambda of: Classifier.fit(of, ["a"], [Part("multinomial")]),
                 FITTED.predict):  # fmt: skip
        with pytest.raises(InputError, match=said) as refusal:
            door(rows)
        assert "\n" not in str(refusal.value)


def test_numbers_are_the_doubles_they_are() -> None:
    """Every number of Python and NumPy has one exact value; what is none is refused."""
    known = [(True, 1), (np.int8(-128), -128), (0.1, F(0.1)), ("1/3", F(1, 3)),
             (Decimal("0.1"), F(1, 10)), (np.float16(0.1), F(1638, 16384)),
             (np.longdouble(2) ** 70, 2**70)]  # fmt: skip
    for number, value in known:
        assert exact_number(number) == value
    for number in (float("inf"), np.longdouble("nan"), 1j, None, "x", [1], np.datetime64("2020-01-01")):
        with pytest.raises(InputError):
            exact_number(number)


def test_integers_that_doubles_hold_are_doubles() -> None:
    """2^53 + 1 and 2^63 − 1 are no doubles; their neighbours are."""
    held_ones = [2**53, 2**53 + 2, -(2**63), 2**62]
    assert as_doubles(np.array(held_ones)).tolist() == [float(x) for x in held_ones]
    for number in (2**53 + 1, -(2**53) - 1, 2**63 - 1, -(2**63) + 1):
        with pytest.raises(InputError, match="is no exact double"):
            as_doubles(np.array([[0, number]]))


def test_labels_are_as_many_as_rows() -> None:
    """One label too many, or one that is no class, is refused wherever labels are given."""
    rows = np.array([[1, 0], [0, 1], [1, 1]])
    fitted = Classifier.fit(rows, ["a", "b", "b"], [Part("multinomial")])
    for labels in (["a", "b"], ["a", "b", "b", "b"]):
        with pytest.raises(InputError, match=f"3 rows, but {len(labels)} labels"):
            fitted.leave_one_out(rows, labels)
    with pytest.raises(InputError, match="'c' is no class; the classes are a, b"):
        fitted.leave_one_out(rows, ["a", "b", "c"])


def test_a_row_without_words_of_less_weight_cannot_be_left_out() -> None:
    """Where a row weighed a half, its class cannot forget a whole one, though it shows no word."""
    rows, labels = np.array([[0, 0], [0, 1], [1, 1]]), ["a", "b", "b"]
    fitted = Classifier.fit(rows, labels, [Part("multinomial")], weights=["1/2", 2, 2])
    with pytest.raises(InputError, match="more is to be forgotten than was counted"):
        fitted.leave_one_out(rows, labels)


def test_rows_that_were_never_counted_cannot_be_left_out() -> None:
    """2^52 over the 2^12 of the weights is 2^64, which 64 bits take for 0: it was not counted."""
    rows, labels = np.array([[1, 0], [0, 1]]), ["a", "b"]
    fitted = Classifier.fit(rows, labels, [Part("multinomial")], weights=["4097/4096", 1])
    with pytest.raises(InputError, match="more is to be forgotten than was counted"):
        fitted.leave_one_out(rows * 2**52, labels)


def test_a_matrix_that_claims_to_hold_every_place_once_is_looked_at() -> None:
    """A place that stands twice is added up, whatever the flags of the matrix say."""
    given = sparse.csr_matrix((np.array([1, 2, 3]), np.array([1, 1, 0]), np.array([0, 2, 3])), (2, 2))
    given.has_canonical_format = given.has_sorted_indices = True
    assert exact_rows(given).toarray().tolist() == [[0, 3], [3, 0]]
    assert exact_rows(given).nnz == 2


def test_places_that_stand_twice_are_seen_without_scipys_own_function(monkeypatch) -> None:
    """Where SciPy's count of places is missing, rows are sorted to see which stand twice."""
    twice = sparse.csr_matrix((np.array([1, 2, 4]), np.array([3, 1, 3]), np.array([0, 3])), (1, 4))
    once = sparse.csr_matrix((np.array([1, 2]), np.array([3, 1]), np.array([0, 2])), (1, 4))
    expected = [[0, 2, 0, 5]], [[0, 2, 0, 1]]
    assert (exact_rows(twice).toarray().tolist(), exact_rows(once).toarray().tolist()) == expected
    monkeypatch.setattr(widening, "csr_matmat_maxnnz", None)
    assert (exact_rows(twice).toarray().tolist(), exact_rows(once).toarray().tolist()) == expected
