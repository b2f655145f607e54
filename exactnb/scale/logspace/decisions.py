"""Decide every row: by floating-point scores where their bounds separate classes, else exactly.

How to read: `Scores` are class scores, each with a bound on its error; `decide` separates by them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from exactnb.core.arithmetic.power_product import ONE, PowerProduct
from exactnb.core.arithmetic.values import argmax_indices
from exactnb.core.record import frozen
from exactnb.scale.logspace.rows import Floats

ROUNDING = 2.0**-53
"""The largest relative error of one operation on IEEE doubles, rounded to nearest."""

SINGLE = 2.0**-24
"""The same for single precision, in which a first look is taken."""

_SLACK = 1 + 2.0**-40  # covers the rounding of the bounds themselves, many times over
TINY = 2.0**-1000
"""More than any loss below the least normal double."""

TINY_SINGLE = 2.0**-80
"""More than any loss below the least normal number of single precision."""

Integers = NDArray[np.int64]
Mark = TypeVar("Mark", np.int64, np.bool_)

CERTIFICATES = ("float64", "exact", "tie", "undefined")
"""How a label is proved: by bounds in floating point, by exact arithmetic; several, or none."""

_FLOAT, _EXACT, _TIE, _UNDEFINED = range(4)

ExactScore = Callable[[int, int], Any]
"""Return the exact score of a row and class: a `Score`, or another type with its methods."""


@frozen
class Scores:
    """Log joint probabilities of n rows (first axis) under K classes (second axis).

    `values` leave out zero factors, which `zeros` counts (None if there are none). `errors` bound the
    errors of the values, entry by entry, or in one column for all classes: they are at least 2^-52 of
    the values, and not finite where these are not. `undefined` marks scores that depend on 0/0.
    """

    values: Floats
    errors: Floats
    zeros: Integers | None = None
    undefined: NDArray[np.bool_] | None = None


def rounding_error_growth(operations: NDArray[np.int64] | int, unit: float = ROUNDING) -> Floats:
    """Return n·u/(1 − n·u), the largest relative error after n `operations` with rounding `unit` u.

    Source: N. Higham, Accuracy and Stability of Numerical Algorithms (2nd ed.), lemma 3.1.

    >>> float(rounding_error_growth(1)) > ROUNDING
    True
    """
    steps = np.asarray(operations, dtype=np.float64) * unit
    return steps / (1 - steps) * _SLACK


def add_scores(parts: Sequence[Scores]) -> Scores:
    """Return the sum of the scores of independent `parts`: logarithms are added, zeros counted.

    Every bound is at least two roundings of its value, so each sum, rounded once more, loses at most
    half of the bounds. The sums overwrite the values of the last part.
    """
    *earlier, last = parts
    values, errors, zeros, undefined = last.values, last.errors, last.zeros, last.undefined
    for scores in earlier:
        values += scores.values
        errors = errors + scores.errors
        zeros, undefined = add_optional(zeros, scores.zeros), add_optional(undefined, scores.undefined)
    return Scores(values, errors * (1 + len(earlier) / 2) * _SLACK + TINY, zeros, undefined)


def add_optional(first: NDArray[Mark] | None, second: NDArray[Mark] | None) -> NDArray[Mark] | None:
    """Return `first` + `second`, numbers of zeros or marks of 0/0; None stands for zeros everywhere."""
    if first is None or second is None:
        return first if second is None else second
    return np.add(first, second)  # of truth values: either


def in_single_precision(rows: sparse.csr_matrix, *, ones: bool = False) -> sparse.csr_matrix:
    """Return sparse `rows` in single precision.

    Where all entries are `ones`, these are made, not read, which is faster.
    """
    data = np.ones(rows.nnz, dtype=np.float32) if ones else rows.data.astype(np.float32)
    return sparse.csr_matrix((data, rows.indices, rows.indptr), rows.shape)


@frozen
class Score:
    """A score e^q·√π^m·∏ nᵉ: q is `exponential`, m `root_pi`; factors common to all classes omitted."""

    powers: Mapping[int, int | Fraction]
    exponential: Fraction = Fraction(0)
    root_pi: int = 0

    def product(self) -> PowerProduct:
        """Return the score as a `PowerProduct`."""
        factors = sorted((n, Fraction(e)) for n, e in self.powers.items() if e and n > 1)
        return PowerProduct(tuple(factors), self.exponential, self.root_pi)

    def compare(self, other: Score) -> int:
        """Return -1, 0 or 1 as this score is less than, equal to or greater than `other`.

        Equal factors cancel first, which settles most ties; `PowerProduct.compare` decides the rest.
        """
        powers = dict(self.powers)
        for number, exponent in other.powers.items():
            powers[number] = powers.get(number, 0) - exponent
        exponential = self.exponential - other.exponential
        odds = Score(powers, exponential, self.root_pi - other.root_pi).product()
        return 0 if odds == ONE else odds.compare(ONE)


@frozen
class Decisions:
    """The class of every row by its place, -1 for none; its certificate; all classes of a tie."""

    labels: NDArray[np.int64]
    certificates: NDArray[np.int8]
    ties: Mapping[int, tuple[int, ...]]

    def certificate_names(self) -> list[str]:
        """Return the certificates in words."""
        return [CERTIFICATES[code] for code in self.certificates.tolist()]

    def sets(self, classes: Sequence[Any]) -> list[tuple[Any, ...]]:
        """Return which of `classes` win each row: one, those of a tie, or none."""
        # Rows share the few tuples of one class; the index -1, of a row without a winner, takes ().
        single = [*((label,) for label in classes), ()]
        winners: list[tuple[Any, ...]] = [single[place] for place in self.labels.tolist()]
        for row, places in self.ties.items():
            winners[row] = tuple(classes[place] for place in places)
        return winners


def concatenate(parts: Sequence[Decisions]) -> Decisions:
    """Return the decisions in `parts`, each about some rows, as those about all rows in order."""
    ties: dict[int, tuple[int, ...]] = {}
    start = 0
    for part in parts:
        ties |= {start + row: winners for row, winners in part.ties.items()}
        start += len(part.labels)
    labels = np.concatenate([np.empty(0, dtype=np.int64), *(part.labels for part in parts)])
    certificates = np.concatenate([np.empty(0, dtype=np.int8), *(p.certificates for p in parts)])
    return Decisions(labels, certificates, ties)


def decide(
    scores: Scores, exact: ExactScore, rescore: Callable[[NDArray[np.int64]], Decisions] | None = None
) -> Decisions:
    """Return the decision about every row of `scores`; where bounds overlap, `exact` scores decide.

    `rescore`, if there is one, decides such rows instead: it takes their indices, and may have scores
    with narrower bounds.

    A class with a zero factor has joint zero and loses to every other. If all classes have one, or if
    the score of some class depends on 0/0, the row is undefined. A tie gets the label of its first
    class; `ties` has all its classes.
    """
    values, errors = scores.values, scores.errors
    row_count, classes = values.shape
    undefined, unsure = np.zeros(row_count, dtype=bool), np.zeros(row_count, dtype=bool)
    if scores.undefined is not None:
        undefined |= scores.undefined.any(axis=1)
    if scores.zeros is None and np.isfinite(errors).all():
        possible = _may_be_largest(values, errors)
    else:
        alive = np.ones(values.shape, dtype=bool) if scores.zeros is None else scores.zeros == 0
        broken = ~(np.isfinite(values) & np.isfinite(errors))  # beyond the range of doubles
        values = np.where(alive & ~broken, values, -np.inf)
        possible = _may_be_largest(values, np.where(alive & ~broken, errors, 0.0)) & alive
        unsure = (broken & alive).any(axis=1)
        # A score beyond the range of doubles says nothing: all classes of the row stay in question.
        possible[unsure] = alive[unsure]
        undefined |= ~alive.any(axis=1)
    indices = np.arange(classes, dtype=np.min_scalar_type(classes))
    counts = possible.sum(axis=1, dtype=indices.dtype)
    # Where one candidate is left, the sum of the candidates' indices is its index: no argmax needed.
    labels = (possible.T * indices[:, None]).sum(axis=0, dtype=indices.dtype).astype(np.int64)
    open_rows = np.flatnonzero(((counts > 1) | unsure) & ~undefined)
    certificates = np.zeros(row_count, dtype=np.int8)
    ties: dict[int, tuple[int, ...]] = {}
    if rescore is not None and len(open_rows):
        rescored = rescore(open_rows)
        labels[open_rows], certificates[open_rows] = rescored.labels, rescored.certificates
        ties = {int(open_rows[row]): winners for row, winners in rescored.ties.items()}
        open_rows = open_rows[:0]
    for row in open_rows:
        candidates = np.flatnonzero(possible[row]).tolist()
        exact_scores = (exact(int(row), label) for label in candidates)
        winners = argmax_indices(exact_scores, lambda first, second: first.compare(second))
        best = tuple(candidates[index] for index in winners)
        labels[row] = best[0]
        certificates[row] = _EXACT if len(best) == 1 else _TIE
        if len(best) > 1:
            ties[int(row)] = best
    labels[undefined], certificates[undefined] = -1, _UNDEFINED
    return Decisions(labels, certificates, ties)


def _may_be_largest(values: NDArray[np.float64], errors: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return which classes of each row may have the largest score, as their bounds allow."""
    candidates: NDArray[np.bool_]
    if errors.shape[1] > 1:
        candidates = values + errors >= (values - errors).max(axis=1, keepdims=True)
        return candidates
    least = values.max(axis=1, keepdims=True) - errors
    # One bound holds for all classes, so it is subtracted twice from one side instead of being added
    # to a matrix; the last subtraction is more than the roundings of these two lose.
    least -= errors
    least -= (np.abs(least) + errors) * 2.0**-52
    candidates = values >= least
    return candidates
