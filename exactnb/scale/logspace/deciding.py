"""Decide every row: by floating-point scores where their bounds tell classes apart, else exactly."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactnb.core.arithmetic.deciding import largest
from exactnb.core.arithmetic.power_product import ONE, PowerProduct
from exactnb.core.record import frozen
from exactnb.scale.logspace.scores import Scores

CERTIFICATES = ("float64", "exact", "tie", "undefined")
"""How a label is proved: by bounds in floating point, by exact arithmetic; several, or none."""

_FLOAT, _EXACT, _TIE, _UNDEFINED = range(4)

Exact = Callable[[int, int], Any]
"""Return the score of a row and class in exact form: a `Score`, or what compares and divides alike."""


@frozen
class Score:
    """A score as exp(q) times powers of positive integers, common factors of all classes left out."""

    powers: Mapping[int, int | Fraction]
    exponential: Fraction = Fraction(0)
    root_pi: int = 0

    def product(self) -> PowerProduct:
        """Return the score as a product."""
        factors = sorted((n, Fraction(e)) for n, e in self.powers.items() if e and n > 1)
        return PowerProduct(tuple(factors), self.exponential, self.root_pi)

    def compare(self, other: Score) -> int:
        """Return -1, 0 or 1 as this score is less than, equal to or greater than another.

        Equal factors cancel first, which settles most ties; the rest is decided as everywhere.
        """
        powers = dict(self.powers)
        for number, exponent in other.powers.items():
            powers[number] = powers.get(number, 0) - exponent
        exponential = self.exponential - other.exponential
        rest = Score(powers, exponential, self.root_pi - other.root_pi).product()
        return 0 if rest == ONE else rest.compare(ONE)


@frozen
class Decisions:
    """The class of every row by its place, -1 for none; its certificate; all classes of a tie."""

    labels: NDArray[np.int64]
    certificates: NDArray[np.int8]
    ties: Mapping[int, tuple[int, ...]]

    def names(self) -> list[str]:
        """Return the certificates in words."""
        return [CERTIFICATES[code] for code in self.certificates]

    def sets(self) -> list[tuple[int, ...]]:
        """Return all winners of every row: one, those of a tie, or none."""
        single = ((int(label),) if label >= 0 else () for label in self.labels)
        return [self.ties.get(row, own) for row, own in enumerate(single)]


def joined(parts: Sequence[Decisions]) -> Decisions:
    """Return the decisions about some rows, and then others, as those about all of them."""
    ties: dict[int, tuple[int, ...]] = {}
    start = 0
    for part in parts:
        ties |= {start + row: of for row, of in part.ties.items()}
        start += len(part.labels)
    labels = np.concatenate([np.empty(0, dtype=np.int64), *(part.labels for part in parts)])
    certificates = np.concatenate([np.empty(0, dtype=np.int8), *(p.certificates for p in parts)])
    return Decisions(labels, certificates, ties)


def decide(
    scores: Scores, exact: Exact, again: Callable[[NDArray[np.int64]], Decisions] | None = None
) -> Decisions:
    """Return the decision about every row; `exact` is asked where the bounds overlap.

    With `again`, that is asked for such rows: it may have better scores.

    A class with a zero factor has joint zero and loses to every other; if no other is left, or if the
    score of some class rests on 0/0, the row is undefined. A tie goes to the first class, and all of
    its classes are kept.
    """
    values, errors = scores.values, scores.errors
    number, classes = values.shape
    none, unsure = np.zeros(number, dtype=bool), np.zeros(number, dtype=bool)
    if scores.undefined is not None:
        none |= scores.undefined.any(axis=1)
    if scores.zeros is None and np.isfinite(errors).all():
        reach = _near(values, errors)
    else:
        alive = np.ones(values.shape, dtype=bool) if scores.zeros is None else scores.zeros == 0
        broken = ~(np.isfinite(values) & np.isfinite(errors))  # beyond the range of doubles
        values = np.where(alive & ~broken, values, -np.inf)
        reach = _near(values, np.where(alive & ~broken, errors, 0.0)) & alive
        unsure = (broken & alive).any(axis=1)
        reach[unsure] = alive[unsure]
        none |= ~alive.any(axis=1)
    places = np.arange(classes, dtype=np.min_scalar_type(classes))
    times = reach.sum(axis=1, dtype=places.dtype)
    # The place of the class in reach, where there is only one.
    labels = (reach.T * places[:, None]).sum(axis=0, dtype=places.dtype).astype(np.int64)
    open_rows = np.flatnonzero(((times > 1) | unsure) & ~none)
    certificates = np.zeros(number, dtype=np.int8)
    ties: dict[int, tuple[int, ...]] = {}
    if again is not None and len(open_rows):
        closer = again(open_rows)
        labels[open_rows], certificates[open_rows] = closer.labels, closer.certificates
        ties = {int(open_rows[row]): winners for row, winners in closer.ties.items()}
        open_rows = open_rows[:0]
    for row in open_rows:
        candidates = np.flatnonzero(reach[row]).tolist()
        scores_of = (exact(int(row), label) for label in candidates)
        best = tuple(candidates[at] for at in largest(scores_of, lambda one, other: one.compare(other)))
        labels[row] = best[0]
        certificates[row] = _EXACT if len(best) == 1 else _TIE
        if len(best) > 1:
            ties[int(row)] = best
    labels[none], certificates[none] = -1, _UNDEFINED
    return Decisions(labels, certificates, ties)


def _near(values: NDArray[np.float64], errors: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return which classes of each row may have the largest score."""
    found: NDArray[np.bool_]
    if errors.shape[1] > 1:
        found = values + errors >= (values - errors).max(axis=1, keepdims=True)
        return found
    least = values.max(axis=1, keepdims=True) - errors
    least -= errors  # one bound for all classes: it is taken off once
    least -= (np.abs(least) + errors) * 2.0**-52  # more than was rounded
    found = values >= least
    return found
