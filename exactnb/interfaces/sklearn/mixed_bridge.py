"""From a fitted MixedNB to an exact model: each kind of column as the family that it follows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import numpy as np
from scipy import sparse

from exactnb.core import families
from exactnb.core.arithmetic.numerals import spell_number
from exactnb.core.conventions import Conventions
from exactnb.core.families.base import Observation
from exactnb.core.families.protocol import BaseFamily
from exactnb.core.problem.choice import ModelChoice
from exactnb.core.record import frozen
from exactnb.errors import InputError, Unsupported, quoted
from exactnb.interfaces.sklearn.frames import ColumnEncoding, is_frame
from exactnb.interfaces.sklearn.mixed import MixedNB
from exactnb.scale.classify.exact_counts import FeatureNames, problem_counts
from exactnb.scale.explaining.exact_model import ExactModel
from exactnb.scale.logspace.limbs import Sums
from exactnb.scale.logspace.tables import Tables

_CALLED = {"categories": "CategoricalNB", "booleans": "CategoricalNB", "numbers": "GaussianNB"}
_COUNTS_CLASS = "MultinomialNB"
_BOOLEANS = ("False", "True")
Shares = Mapping[str, Fraction] | str | None
"""Priors that are given, "uniform", or None for relative frequencies."""


def exact_mixed_model(
    fitted: MixedNB, smoothing: Fraction, prior: Callable[[tuple[str, ...]], Shares], basis: str
) -> ExactModel:
    """Return the exact model of what a classifier has counted; `prior` is asked for that of classes.

    Raises InputError for names that are the same once they are written, and Unsupported for gaps in
    columns of numbers: how many rows show them is not told by the sums of a problem.
    """
    encoding, statistics = fitted._encoding, fitted._statistics
    labels = _require_distinct(fitted.classes_.tolist(), "classes")
    called = [f"x{name}" if isinstance(name, int) else str(name) for name in encoding.names]
    names = _require_distinct(called, "columns")
    denominator = statistics.values.denominator
    sizes = [Fraction(int(size), denominator) for size in statistics.values.sizes]
    values = {
        names[index]: kinds for index, kinds in _value_names_by_column(encoding).items() if kinds
    }  # others show nothing
    blocks: list[tuple[FeatureNames, Tables | Sums]] = [
        (FeatureNames(columns=values), statistics.values)
    ]
    if vocabulary := tuple(names[index] for index in encoding.column_indices("counts")):
        blocks.append((FeatureNames(words=vocabulary), statistics.counts))
    for index, sums in zip(encoding.column_indices("numbers"), statistics.sums, strict=True):
        if sums.sizes != tuple(sizes):
            raise Unsupported(
                f"{quoted(names[index])}: gaps in a column of numbers have no exact model"
            )
        blocks.append((FeatureNames(columns={names[index]: ()}), sums))
    kinds = [
        kinds
        for kinds in zip(names, encoding.kinds, strict=True)
        if kinds[1] == "numbers" or kinds[0] in values
    ]
    by_class_name = families_by_class_name()
    by_column = {name: by_class_name[_CALLED[kind]].name for name, kind in kinds}
    conventions = Conventions(prior=prior(labels), smoothing=smoothing, epsilon=fitted._epsilon)
    choice = ModelChoice(
        conventions, by_class_name[_COUNTS_CLASS].name if vocabulary else None, by_column
    )
    return ExactModel(
        problem_counts(labels, sizes, blocks), choice, _RowObservation(fitted, names), basis
    )


def families_by_class_name() -> dict[str, BaseFamily]:
    """Return the families that scikit-learn has, by the names of its classes."""
    return {family.in_sklearn: family for family in families.every_family() if family.in_sklearn}


def _require_distinct(names: list[Any], what: str) -> tuple[str, ...]:
    written = tuple(map(str, names))
    if len(set(written)) < len(written):
        raise InputError(f"two {what} have the same name once they are written")
    if not all(name.strip() for name in written):
        raise InputError(f"{what} without a name have no quantities to be called by")
    return written


def _value_names_by_column(encoding: ColumnEncoding) -> dict[int, tuple[str, ...]]:
    """Return what the values of columns are called, in the order of the table."""
    return {
        index: _require_distinct(list(encoding.values[index]), "values")
        if index in encoding.values
        else _BOOLEANS
        for index in encoding.column_indices("categories", "booleans")
    }


@frozen
class _RowObservation:
    """Say what a row shows: cells and counts, without those that are missing."""

    fitted: MixedNB
    names: tuple[str, ...]

    def __call__(self, row: Any) -> Observation:
        columns, _ = self.fitted._checked_input(_as_rows(row), reset=False)
        if columns.number != 1:
            raise InputError(f"expected one row; got {columns.number}")
        encoding = self.fitted._encoding
        values, *parts = encoding.blocks(columns, self.fitted.unseen)
        called, starts = (
            _value_names_by_column(encoding),
            np.cumsum([0, *encoding.column_sizes()]).tolist(),
        )
        cells: dict[str, str] = {}
        for (index, positions), (place,), start in zip(
            called.items(), values.columns, starts, strict=False
        ):
            if place >= 0:
                cells[self.names[index]] = positions[int(place) - start]
        bags: tuple[Mapping[str, int], ...] = ()
        if places := encoding.column_indices("counts"):
            counts, *parts = parts
            bags = (self._bag(counts, places),)
        for index, number in zip(encoding.column_indices("numbers"), parts, strict=True):
            if not np.isnan(number[0, 0]):
                cells[self.names[index]] = spell_number(Fraction(float(number[0, 0])))
        return Observation(cells, bags)

    def _bag(self, counts: Any, places: list[int]) -> dict[str, int]:
        row = (counts.toarray() if sparse.issparse(counts) else counts)[0].tolist()
        if (fraction := next((x for x in row if x != int(x)), None)) is not None:
            raise InputError(f"expected whole numbers as counts; got {fraction}")
        return {self.names[index]: int(x) for index, x in zip(places, row, strict=True) if x}


def _as_rows(row: Any) -> Any:
    """Return one row as a table with one."""
    if is_frame(row) or sparse.issparse(row):
        return row
    if hasattr(row, "to_frame") and hasattr(row, "index"):  # a row of pandas
        return row.to_frame().T
    is_nested = isinstance(row, list | tuple) and bool(row) and isinstance(row[0], list | tuple)
    return row if getattr(row, "ndim", 0) == 2 or is_nested else [row]
