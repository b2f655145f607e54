"""Numbers of every type through scikit-learn's interface are counted as the numbers they are."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
import sklearn.naive_bayes as theirs
from matrix_formats import FLOATS, FORMATS, SPARSE, WHOLE, held, top
from scipy import sparse
from thoroughness import all_of, one_in

import exactnb.interfaces.sklearn as ours
from exactnb.errors import InputError
from exactnb.scale.logspace.widening import exact_rows

KINDS = (*WHOLE, *FLOATS)
LABELS = ["a", "b", "a", "b"]
NAMES = ("MultinomialNB", "BernoulliNB", "GaussianNB", "CategoricalNB", "ComplementNB")


def places(most: int) -> list[tuple[int, int, int]]:
    """Return four rows of three columns, many numbers in one place."""
    found = [(0, 0, most)] * 3 + [(1, 1, most)] * 4 + [(2, 0, 1), (2, 2, most), (2, 2, 1)]
    return [*found, *[(3, 2, most)] * 2, (3, 1, 1)]


def model(kind: str, **options: Any) -> Any:
    return getattr(ours, kind)(**options)


@pytest.mark.parametrize("form", FORMATS)
@one_in(6, "kind", SPARSE)
@one_in(8, "name", ["MultinomialNB", "BernoulliNB", "ComplementNB"])
def test_sparse_rows_are_what_they_add_up_to(name: str, kind: str, form: str) -> None:
    """Fitted, asked and fitted in parts, narrow sparse rows are the wide dense ones they stand for."""
    most = min(top(kind), 2**40)
    rows = held(kind, places(most), form, (4, 3))
    wide = np.array([[3 * most, 0, 0], [0, 4 * most, 0], [1, 0, most + 1], [0, 1, 2 * most]])
    reference, own = model(name).fit(wide, LABELS), model(name).fit(rows, LABELS)
    assert (own.feature_count_ == reference.feature_count_).all()
    assert own.predict_set(rows) == reference.predict_set(wide)
    assert (own.predict_proba(rows) == reference.predict_proba(wide)).all()
    parts = model(name).partial_fit(rows, LABELS, classes=["a", "b"]).partial_fit(rows, LABELS)
    assert (parts.feature_count_ == 2 * reference.feature_count_).all()


@all_of("kind", KINDS, apart=3)
@all_of("name", NAMES)
def test_dense_rows_of_every_type_are_their_numbers(name: str, kind: str) -> None:
    """The largest numbers of a type are counted as Python's integers are, to the last bit."""
    most = min(top(kind), 2**53 - 1 if name != "CategoricalNB" else 50)
    given = [[most, 0], [0, most], [most, 1], [most // 2 + 1, most]]
    narrow, wide = np.array(given, dtype=kind), np.array(given, dtype=np.int64)
    reference, own = model(name).fit(wide, LABELS), model(name).fit(narrow, LABELS)
    assert own.predict_set(narrow) == reference.predict_set(wide)
    assert (own.predict_proba(narrow) == reference.predict_proba(wide)).all()
    if name == "GaussianNB":
        assert own._sums == reference._sums
    else:
        assert (own._tables.cells == reference._tables.cells).all()


def test_a_sum_beyond_its_type_changes_no_label() -> None:
    """100 + 100 + 100 beside 150 in bytes is of the class with more of the first word."""
    row = sparse.csr_matrix((np.array([100, 100, 100, 150], np.uint8), [0, 0, 0, 1], [0, 4]), (1, 2))
    found = model("MultinomialNB").fit([[5, 1], [1, 5]], ["a", "b"])
    assert found.predict(row).tolist() == ["a"]
    assert found.predict_set(row) == [("a",)]


BORDERS = [
    (np.array([[2**53 + 1], [2**53]]), 2.0**53, [[1], [0]]),
    (np.array([[0.1], [0.5]], np.float32), 0.1, [[1], [1]]),  # the float 0.1 is larger than the double
    (np.array([[0.1], [0.05]]), np.longdouble("0.1"), [[1], [0]]),  # which is larger than the long one
    (np.array([[200], [3]], np.uint8), 300, [[0], [0]]),
    (np.array([[2**64 - 2**11], [3]], np.uint64), 2.0**63, [[1], [0]]),
    (sparse.csr_matrix((np.array([0.3, 0.3]), [0, 0], [0, 2, 2]), (2, 1)), 0.5, [[1], [0]]),
    (sparse.csr_matrix((np.array([True, True]), [0, 0], [0, 2, 2]), (2, 1)), 1, [[1], [0]]),
    (sparse.coo_matrix((np.array([-1, 1]), ([0, 0], [0, 0])), (2, 1)), 0, [[0], [0]]),
]


@all_of(("rows", "border", "ones"), BORDERS)
def test_ones_are_what_is_larger_than_the_border_exactly(rows: Any, border: Any, ones: Any) -> None:
    """Numbers of one place are added first, and compared with the border as exact numbers then."""
    found = model("BernoulliNB", binarize=border).fit(rows, ["a", "b"])
    assert found.feature_count_.tolist() == ones


def test_a_column_that_is_not_binary_is_named() -> None:
    """Without a border what stands twice is 2, and the message says where."""
    rows = sparse.csr_matrix((np.array([1, 1, 1]), [1, 0, 0], [0, 1, 3]), (2, 2))
    with pytest.raises(ValueError, match=r"needs columns of 0 and 1; row 1, column 0 holds 2"):
        model("BernoulliNB", binarize=None).fit(rows, ["a", "b"])
    assert model("BernoulliNB").fit(rows, ["a", "b"]).feature_count_.tolist() == [[0, 1], [1, 0]]


WEIGHTS = [
    (np.array([200, 100, 100, 50], np.uint8), [200, 100, 100, 50]),
    (np.array([127, 1, 2, 3], np.int8), [127, 1, 2, 3]),
    (np.array([True, False, True, True]), [1, 0, 1, 1]),
    (np.array([2**63 + 1, 1, 1, 1], np.uint64), [2**63 + 1, 1, 1, 1]),
    (np.array([2**53 + 1, 1, 1, 1]), [2**53 + 1, 1, 1, 1]),
    (np.array([0.1, 1, 1, 1], np.float16), [Fraction(float(np.float16(0.1))), 1, 1, 1]),
    (np.array([0.1, 1, 1, 1], np.float32), [Fraction(float(np.float32(0.1))), 1, 1, 1]),
    (np.array([2**53 + 1, 1, 1, 1], np.longdouble), [2**53 + 1, 1, 1, 1]),
    ([Fraction(1, 3), Decimal("0.1"), 1, 2], [Fraction(1, 3), Fraction(1, 10), 1, 2]),
    ([2**53 + 1, 0.5, 1, 2], [2**53 + 1, Fraction(1, 2), 1, 2]),
    (pd.Series([2**53 + 1, 1, 1, 1], dtype="Int64"), [2**53 + 1, 1, 1, 1]),
    (pl.Series([2**53 + 1, 1, 1, 1]), [2**53 + 1, 1, 1, 1]),
    (2**53 + 1, [2**53 + 1] * 4),
    (Fraction(1, 3), [Fraction(1, 3)] * 4),
]


@all_of(("weights", "exact"), WEIGHTS)
@all_of("name", NAMES)
def test_weights_of_every_type_are_their_numbers(name: str, weights: Any, exact: list[Any]) -> None:
    """A weight is the number that it is: of narrow types, beyond doubles, a third."""
    rows = np.array([[1, 0], [0, 1], [1, 1], [0, 2]])
    found = model(name).fit(rows, LABELS, sample_weight=weights)
    sizes = [Fraction(exact[0]) + exact[2], Fraction(exact[1]) + exact[3]]
    if name == "GaussianNB":
        assert list(found._sums.sizes) == sizes
    else:
        own = [Fraction(int(size), found._tables.denominator) for size in found._tables.sizes]
        assert own == sizes


@all_of("name", [name for name in NAMES if name != "CategoricalNB"])
def test_long_doubles_are_doubles_or_refused_with_the_way_out(name: str) -> None:
    """A third of 64 bits is no double: it is named, and so is what rounds it; 1/4 is a double."""
    third, rows = np.longdouble(1) / 3, np.array([[1, 0.25], [3, 2]], np.longdouble)
    asked = np.array([[1, third]], np.longdouble)
    found, reference = (model(name).fit(of, ["a", "b"]) for of in (rows, rows.astype(np.float64)))
    if np.finfo(np.longdouble).nmant > 52:  # on some machines they are doubles
        said = r"row 0, column 1: .* is no exact double; .* by \.astype\(numpy\.float64\)"
        with pytest.raises(InputError, match=said):
            found.predict(asked)
        with pytest.raises(InputError, match=said):
            model(name).fit(asked, ["a"])
    rounded = asked.astype(np.float64)
    assert (found.predict_proba(rounded) == reference.predict_proba(rounded)).all()


@all_of("name", [name for name in NAMES if name != "CategoricalNB"])
def test_half_precision_is_taken_as_it_is(name: str) -> None:
    """Numbers, sample weights and asked rows of 16 bits are the doubles that they are."""
    rows = np.array([[0.1, 3], [2.5, 0.3], [1, 1], [0.7, 2]], np.float16)
    heavy = np.array([0.1, 1, 0.3, 2], np.float16)
    half, double = (
        model(name).fit(rows.astype(kind), LABELS, sample_weight=heavy.astype(kind))
        for kind in (np.float16, np.float64)
    )
    assert (half.predict_proba(rows) == double.predict_proba(rows.astype(np.float64))).all()


FRAMES = [
    pd.DataFrame({"a": [2**53 + 1, 2], "b": [0.5, 1.0]}),
    pd.DataFrame({"a": pd.array([2**53 + 1, 2], dtype="Int64"), "b": [0.5, 1.0]}),
    pd.DataFrame({"a": pd.array([2**53 + 1, 2], dtype="Int64"),
                  "b": pd.array([0.5, 1.0], dtype="Float32")}),
    pl.DataFrame({"a": [2**53 + 1, 2], "b": [0.5, 1.0]}),
    [[2**53 + 1, 0.5], [2, 1.0]],
    np.array([[2**53 + 1, 0.5], [2, 1.0]], dtype=object),
]  # fmt: skip


@pytest.mark.filterwarnings("ignore:.*feature names")
@one_in(4, "rows", FRAMES)
@pytest.mark.parametrize("name", [name for name in NAMES if name != "CategoricalNB"])
def test_what_no_double_holds_is_refused(name: str, rows: Any) -> None:
    """2^53 + 1 beside a half has no array of NumPy's: it is named with its place, fitted or asked."""
    said = r"row 0, column 0: '9007199254740993' is no exact double"
    with pytest.raises(InputError, match=said):
        model(name).fit(rows, ["a", "b"])
    found = model(name).fit([[1, 2], [3, 4]], ["a", "b"])
    with pytest.raises(InputError, match=said):
        found.predict(rows)


NULLABLE = [
    pd.DataFrame({"a": pd.array([3, 2], dtype="UInt8"), "b": pd.array([True, False], dtype="boolean")}),
    pd.DataFrame({"a": [3, 2], "b": [True, False]}),
    pd.DataFrame({"a": pd.array([3, 2], dtype="Int64"), "b": [1.0, 0.0]}),
    pd.DataFrame({"a": np.array([3, 2], np.int8), "b": np.array([1, 0], np.float16)}),
    pd.DataFrame({"a": [3, 2], "b": [1, 0]}).astype(pd.SparseDtype("uint8", 0)),
    pd.DataFrame({"a": [3, 2], "b": [1, 0]}).astype("int64[pyarrow]"),
    pl.DataFrame({"a": [3, 2], "b": [True, False]}),
    pl.DataFrame({"a": [3, 2], "b": [1.0, 0.0]}),
    np.array([[3, 1], [2, 0]], dtype=object),
    np.array([[Fraction(3), Decimal(1)], [2.0, np.int8(0)]], dtype=object),
    np.ma.array([[3, 1], [2, 0]]),
    [[3, 1], [2, False]],
]


@all_of("rows", NULLABLE, apart=3)
@all_of("name", NAMES)
def test_tables_of_every_make_are_their_numbers(name: str, rows: Any) -> None:
    """Nullable, mixed, sparse and Python's own columns are the integers they hold."""
    if name in ("GaussianNB", "CategoricalNB") and hasattr(rows, "sparse"):
        rows = rows.sparse.to_dense()  # they take no sparse columns
    found = model(name).fit(rows, ["a", "b"])
    reference = model(name).fit(np.array([[3, 1], [2, 0]]), ["a", "b"])
    assert (found.predict_proba(rows) == reference.predict_proba(np.array([[3, 1], [2, 0]]))).all()


def test_masked_numbers_are_refused() -> None:
    """What is masked is no number: theirs takes what lies under the mask."""
    rows = np.ma.array([[3, 999], [2, 0]], mask=[[0, 1], [0, 0]])
    assert theirs.MultinomialNB().fit(rows, ["a", "b"]).feature_count_[0, 1] == 999
    with pytest.raises(InputError, match="some numbers are masked"):
        model("MultinomialNB").fit(rows, ["a", "b"])
    with pytest.raises(InputError, match="some numbers are masked"):
        model("MultinomialNB").fit(
            [[1, 2]] * 2, ["a", "b"], sample_weight=np.ma.array([1, 2], mask=[1, 0])
        )


@all_of("kind", ["int64", "uint64", "float64"])
def test_what_was_given_stays_as_it_is(kind: str) -> None:
    """Rows that cannot be written to are read, and unsorted ones stay unsorted."""
    data, indices, ends = np.array([1, 2, 3], kind), np.array([2, 0, 0]), np.array([0, 3, 3])
    for array in (data, indices, ends):
        array.flags.writeable = False
    rows = sparse.csr_matrix((data, indices, ends), (2, 3))
    found = model("BernoulliNB").fit(rows, ["a", "b"])
    assert found.predict(rows).tolist() == ["a", "b"]
    assert rows.indices.tolist() == [2, 0, 0]
    assert exact_rows(rows).toarray().tolist() == [[5, 0, 1], [0, 0, 0]]


PARAMETERS = [
    ("MultinomialNB", {"class_prior": [-0.5, 1.5]}, "class_prior: expected a number that is not"),
    ("MultinomialNB", {"class_prior": [np.nan, 1.5]}, "class_prior: expected a finite number; got nan"),
    ("MultinomialNB", {"alpha": [np.inf, 1]}, "alpha: expected a finite number; got inf"),
]


@all_of("name, options, said", PARAMETERS)
def test_parameters_that_are_no_numbers_are_refused(name: str, options: Any, said: str) -> None:
    """A prior below 0 and parameters that are not finite make no probabilities."""
    with pytest.raises(InputError, match=said):
        model(name, **options).fit([[1, 2], [3, 4]], ["a", "b"])


def test_parameters_are_the_numbers_they_are() -> None:
    """Priors that are Fractions stay so, and an alpha of single precision is the number it is."""
    found = model("MultinomialNB", alpha=np.float32(0.1), class_prior=[Fraction(1, 3), Fraction(2, 3)])
    found.fit([[2, 0], [0, 1]], ["a", "b"])
    (kernel,) = found._model.kernels
    assert kernel.pseudocounts == (Fraction(float(np.float32(0.1))),)
    assert found._model.priors == (Fraction(1, 3), Fraction(2, 3))


COUNTS = np.array([[3.0, 0.0, 1.0], [0.0, 2.0, 0.0], [1.0, 0.0, 5.0], [0.0, 4.0, 0.0]])
DISCRETE = ("MultinomialNB", "BernoulliNB", "ComplementNB")


@pytest.mark.parametrize("form", [np.asarray, sparse.csr_matrix, sparse.csc_array, sparse.coo_matrix])
@pytest.mark.parametrize("kind", [np.float64, np.int64])
@pytest.mark.parametrize("name", [*DISCRETE, "GaussianNB"])
def test_rows_that_pass_are_not_checked_twice(
    name: str, kind: Any, form: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Finite rows of the right width are labelled without scikit-learn's checks."""
    if name == "GaussianNB" and form is not np.asarray:
        return
    rows = form(COUNTS.astype(kind))
    fitted, labels = (
        model(name).fit(rows, LABELS),
        getattr(theirs, name)().fit(rows, LABELS).predict(rows),
    )
    for checked in (theirs._BaseDiscreteNB, theirs.GaussianNB):
        monkeypatch.setattr(checked, "_check_X", lambda self, X: pytest.fail("checked"))
    assert fitted.predict(rows).tolist() == labels.tolist()
    assert fitted.predict_proba(rows).shape == (4, 2)


HOSTILE = {
    "nan": np.array([[1.0, np.nan, 0.0]]),
    "infinite": np.array([[1.0, np.inf, 0.0]]),
    "both infinite": np.array([[-np.inf, np.inf, 0.0]]),
    "narrow": COUNTS[:1, :2],
    "wide": np.ones((1, 4)),
    "none": COUNTS[:0],
}


@all_of("form", [np.asarray, sparse.csr_matrix, sparse.csc_matrix])
@all_of("rows", HOSTILE)
@all_of("name", [*DISCRETE, "GaussianNB"])
def test_rows_that_do_not_pass_are_refused_as_theirs_are(name: str, rows: str, form: Any) -> None:
    """What scikit-learn refuses is refused with its error, whatever the form of the rows."""
    errors = []
    for library in (theirs, ours):
        fitted = getattr(library, name)().fit(COUNTS, LABELS)
        with np.errstate(invalid="ignore"), pytest.raises((ValueError, TypeError)) as caught:
            fitted.predict(form(HOSTILE[rows]))
        errors.append((caught.type, str(caught.value)))
    assert errors[0] == errors[1]


@all_of("name", [*DISCRETE, "GaussianNB"])
def test_rows_without_names_are_warned_of_as_theirs_are(name: str) -> None:
    """A classifier that was fitted to named columns warns of an array."""
    fitted = model(name).fit(pd.DataFrame(COUNTS, columns=["x", "y", "z"]), LABELS)
    with pytest.warns(UserWarning, match="does not have valid feature names"):
        fitted.predict(COUNTS)


@all_of("name", [*DISCRETE, "GaussianNB"])
def test_large_numbers_are_no_infinities(name: str) -> None:
    """Finite numbers whose sum is too large for a double are let in."""
    rows = np.array([[1e308, 1e308, 1e308]])
    fitted = model(name).fit(COUNTS, LABELS)
    assert fitted.predict(rows).shape == (1,)
