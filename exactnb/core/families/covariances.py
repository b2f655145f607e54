"""Covariances of several columns: sums of products of deviations, and matrices that are refused."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from exactnb.core.arithmetic.integers import exact_text
from exactnb.core.arithmetic.matrices import Matrix, determinant, null_vector
from exactnb.core.data.schema import PARAMETERS
from exactnb.core.families.numbers import NumberBlock
from exactnb.core.naming.names import Item
from exactnb.errors import InputError, quoted


def spread(block: NumberBlock, labels: Sequence[Item]) -> Matrix:
    """Return Σ(x − m)(y − m) of every two columns of `block`, m the mean over all rows of `labels`."""
    assert block.sample is not None
    columns, products = block.columns, block.sample.products
    return Matrix(tuple(tuple(products(labels, a, b) for b in columns) for a in columns))


def added(matrices: Sequence[Matrix]) -> Matrix:
    """Return the sum of some matrices.

    >>> one = Matrix(((Fraction(1), Fraction(2)), (Fraction(2), Fraction(5))))
    >>> added([one, one]).rows[1]
    (Fraction(4, 1), Fraction(10, 1))
    """
    rows = zip(*(matrix.rows for matrix in matrices), strict=True)
    sums = (tuple(sum(entries, Fraction(0)) for entries in zip(*row, strict=True)) for row in rows)
    return Matrix(tuple(sums))


def check_estimated(block: NumberBlock, label: Item | None, matrix: Matrix) -> None:
    """Refuse sums of products of `block` in class `label` whose matrix has no inverse.

    What nothing is known of is no such matrix: it is undefined, and so is its inverse.
    """
    assert block.sample is not None
    if label is not None and not block.sample.is_seen(block.columns[0], label):
        return  # 0/0: undefined, as every parameter of a class without rows
    if len(matrix.rows) > 1 and not any(any(row) for row in matrix.rows):
        among = "all rows" if label is not None else "all rows of a class"
        listed = ", ".join(map(quoted, block.columns))
        raise InputError(
            f"{_covariance_text(label)} is zero: {among} are alike in {listed}", at="families"
        )
    if (same := null_vector(matrix)) is not None:
        where = "in every row" if label is not None else "in every row of a class"
        total = _combination(block.columns, same)
        raise InputError(
            f"{_covariance_text(label)} is singular: {total} is the same {where}", at="families"
        )


def check_supplied(block: NumberBlock, label: Item | None) -> None:
    """Refuse given numbers of `block` in class `label` that are no covariance, or not one of all."""
    labels, columns = block.classes if label is None else (label,), block.columns
    matrices = [
        Matrix(tuple(tuple(_supplied_entry(block, a, b, k) for b in columns) for a in columns))
        for k in labels
    ]
    if any(matrix != matrices[0] for matrix in matrices):
        message = f"{block.family.name} has one covariance for all classes; those given differ"
        raise InputError(message, at=PARAMETERS)
    rows = matrices[0].rows
    minors = (Matrix(tuple(row[:size] for row in rows[:size])) for size in range(1, len(rows) + 1))
    if any(determinant(minor) <= 0 for minor in minors):
        raise InputError(f"{_covariance_text(label)} is not positive definite", at=PARAMETERS)


def _supplied_entry(block: NumberBlock, first: str, second: str, label: Item) -> Fraction:
    """Return a given variance or covariance."""
    head, columns = ("variance", (first,)) if first == second else ("covariance", (first, second))
    parameter = block.lookup(head, columns, label.value)
    if parameter is None:
        raise InputError(f"needs a row {head}({','.join(columns)})", at=PARAMETERS)
    value, power = parameter
    return value**power


def _covariance_text(label: Item | None) -> str:
    return "the covariance" if label is None else f"the covariance of class {quoted(label.value)}"


def _combination(columns: Sequence[str], weights: Sequence[int]) -> str:
    """Return a sum of columns in words: 2·length − width."""
    text = ""
    for column, weight in zip(columns, weights, strict=True):
        if not weight:
            continue
        size = "" if abs(weight) == 1 else f"{exact_text(abs(weight))}·"
        sign = (" − " if weight < 0 else " + ") if text else ("−" if weight < 0 else "")
        text += f"{sign}{size}{quoted(column)}"
    return text
