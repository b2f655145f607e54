"""Fit rows of features and classify others, with a certificate for every label."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from exactnb.arithmetic.numerals import Exact, read_number
from exactnb.errors import InputError, listing, one_of, quoted
from exactnb.logspace.deciding import Decisions, Score, decide, joined
from exactnb.logspace.left_out import fits, replaced, without
from exactnb.logspace.logs import Floats, log_of_product
from exactnb.logspace.measures import Measures, Sums, summed
from exactnb.logspace.model import Block, LogModel, prior_powers
from exactnb.logspace.posteriors import log_posteriors
from exactnb.logspace.presence import Presence
from exactnb.logspace.scores import TINY, Scores, added
from exactnb.logspace.shares import Shares
from exactnb.logspace.tables import Tables, counted, integer_weights, one_hot, stored

__all__ = ["Classifier", "Part", "Predictions"]

KINDS = ("multinomial", "bernoulli", "categorical", "gaussian")
_LARGEST = 2**53  # whole numbers up to this are doubles


@dataclass(frozen=True)
class Part:
    """Some columns, the family that they follow, and what is added: λ, or ε to every variance.

    `sizes` are the numbers of values of categorical columns, which hold 0, 1, 2, ... A `clip` moves
    the shares of bernoulli columns into [clip, 1 − clip] instead of adding to counts.
    """

    kind: str
    columns: slice = field(default_factory=lambda: slice(None))
    amount: Exact = 1
    sizes: tuple[int, ...] = ()
    clip: Exact = 0


@dataclass(frozen=True)
class Predictions:
    """The labels of rows (None for an undefined one), all winners of each, and the certificates."""

    classes: tuple[Any, ...]
    decisions: Decisions

    @property
    def labels(self) -> list[Any]:
        """Return the label of every row, of a tie the first, and None where none is decided on."""
        return [self.classes[at] if at >= 0 else None for at in self.decisions.labels]

    @property
    def sets(self) -> list[tuple[Any, ...]]:
        """Return all winners of every row."""
        return [tuple(self.classes[at] for at in of) for of in self.decisions.sets()]

    @property
    def certificates(self) -> list[str]:
        """Return how each label is proved: float64, exact, tie or undefined."""
        return self.decisions.names()


@dataclass(frozen=True)
class Classifier:
    """Hold what was counted of rows in `classes`; it is never changed, only added to.

    >>> rows = np.array([[2, 0], [1, 1], [0, 3]])
    >>> spam = Classifier.fit(rows, ["ham", "ham", "spam"], [Part("multinomial")])
    >>> spam.predict(np.array([[0, 1], [0, 0]])).labels
    ['spam', 'ham']

    `prior` is "mle", "uniform", or a number for every class.
    """

    classes: tuple[Any, ...]
    parts: tuple[Part, ...]
    counts: tuple[Tables | Sums, ...]
    sizes: tuple[Fraction, ...]
    width: int
    prior: str | Mapping[Any, Exact] = "mle"

    @classmethod
    def fit(
        cls,
        rows: Any,
        labels: Sequence[Any],
        parts: Sequence[Part],
        *,
        classes: Sequence[Any] | None = None,
        weights: Sequence[Any] | None = None,
        prior: str | Mapping[Any, Exact] = "mle",
    ) -> Classifier:
        """Return what is counted of rows, a sparse or dense matrix, with a label for each.

        Weights are whole numbers, fractions, or doubles, which are taken for the exact numbers that
        they are. Raises InputError for labels that are no classes and for what does not suit a part.
        """
        known = tuple(sorted(set(labels)) if classes is None else dict.fromkeys(classes))
        places = {label: at for at, label in enumerate(known)}
        other = next((label for label in labels if label not in places), None)
        if other is not None:
            raise InputError(f"{quoted(other)} is no class; the classes are {listing(map(str, known))}")
        codes = np.array([places[label] for label in labels], dtype=np.int64)
        if rows.shape[0] != len(codes):
            raise InputError(f"{rows.shape[0]} rows, but {len(codes)} labels")
        whole, below = (None, 1) if weights is None else integer_weights(weights)
        if whole is not None and len(whole) != len(codes):
            raise InputError(f"{len(codes)} rows, but {len(whole)} weights")
        sums = np.zeros(len(known), dtype=object)
        np.add.at(sums, codes, 1 if whole is None else whole.astype(object))
        sizes = [Fraction(int(total), below) for total in sums]
        found: list[Tables | Sums] = []
        settled = tuple(_settled(part, rows) for part in parts)
        for part in settled:
            if part.kind == "gaussian":
                exact = None if whole is None else [Fraction(int(w), below) for w in whole]
                found.append(summed(_numbers(rows, part), codes, len(known), exact))
            else:
                found.append(counted(_features(rows, part), codes, len(known), whole, below))
        return cls(known, settled, tuple(found), tuple(sizes), int(rows.shape[1]), prior)

    def __add__(self, other: Classifier) -> Classifier:
        """Return what was counted of the rows of both, exactly."""
        return self._combined(other, 1)

    def __sub__(self, other: Classifier) -> Classifier:
        """Return what was counted without the rows of another, exactly."""
        return self._combined(other, -1)

    @cached_property
    def model(self) -> LogModel:
        """Return the model with its tables of logarithms."""
        blocks = []
        for part, counts in zip(self.parts, self.counts, strict=True):
            amount = read_number(part.amount)
            kernel: Shares | Presence | Measures
            if isinstance(counts, Sums):
                kernel = Measures.of(counts, amount)
            elif part.kind == "bernoulli":
                kernel = Presence(counts, amount, read_number(part.clip))
            else:
                kernel = Shares(counts, (amount,), _groups(part, counts))
            blocks.append(Block(slice(None), kernel))
        return LogModel(self._priors(), tuple(blocks))

    def predict(self, rows: Any) -> Predictions:
        """Return the label of every row, proved."""
        return Predictions(self.classes, self.model.decide(self._read(rows)))

    def log_posteriors(self, rows: Any) -> tuple[Floats, Floats]:
        """Return ln P(class|row) for rows and classes, and bounds on their errors."""
        return log_posteriors(self.model.scores(self._read(rows)))

    def leave_one_out(self, rows: Any, labels: Sequence[Any]) -> Predictions:
        """Return the label of every row by a model that has not seen it; each was counted once.

        Rows of counts are looked at together, those with columns of measurements one by one.
        """
        places = {label: at for at, label in enumerate(self.classes)}
        codes = np.array([places[label] for label in labels], dtype=np.int64)
        parts = self._read(rows)
        kernels = [block.kernel for block in self.model.blocks]
        if self.prior == "mle" and sum(self.sizes) <= 1:
            raise InputError("without its only row a class has no prior")

        def exact(row: int, label: int) -> Score:
            return self._without(rows[row : row + 1], labels[row]).model.score(
                tuple(part[row : row + 1] for part in parts), label
            )

        if not all(map(fits, kernels)):
            alone = [self._without(rows[at : at + 1], labels[at]) for at in range(len(codes))]
            each = [of.predict(rows[at : at + 1]).decisions for at, of in enumerate(alone)]
            return Predictions(self.classes, joined(each))
        scores = []
        for kernel, part in zip(kernels, parts, strict=True):
            assert isinstance(kernel, Shares | Presence)
            scores.append(replaced(kernel.scores(part), codes, without(kernel, part, codes)))
        prior = self._priors_without(codes)
        return Predictions(self.classes, decide(added([prior, *scores]), exact))

    def _without(self, row: Any, label: Any) -> Classifier:
        one = Classifier.fit(row, [label], self.parts, classes=self.classes, prior=self.prior)
        return self - one

    def _priors_without(self, codes: NDArray[np.int64]) -> Scores:
        """Return the log priors of rows and classes, each row forgotten in its own class."""
        if self.prior != "mle":
            tables = [self._priors()] * len(self.classes)
        else:
            total = sum(self.sizes) - 1
            tables = [
                tuple((size - (at == own)) / total for at, size in enumerate(self.sizes))
                for own in range(len(self.classes))
            ]
        logs = np.array([[log_of_product(prior_powers(p)) for p in of] for of in tables])
        none = np.array([[int(not p) for p in of] for of in tables], dtype=np.int64)
        return Scores(logs[codes], np.abs(logs[codes]) * 2.0**-52 + TINY, none[codes])

    def with_amounts(self, *amounts: Exact) -> Classifier:
        """Return the same counts with another λ (or ε) for each part: nothing is counted anew."""
        pairs = zip(self.parts, amounts, strict=True)
        return replace(self, parts=tuple(replace(part, amount=amount) for part, amount in pairs))

    def _read(self, rows: Any) -> tuple[Any, ...]:
        if rows.shape[1] != self.width:
            raise InputError(f"rows of {rows.shape[1]} columns; those counted have {self.width}")
        return tuple(
            _numbers(rows, part) if part.kind == "gaussian" else _features(rows, part)
            for part in self.parts
        )

    def _priors(self) -> tuple[Fraction, ...]:
        if isinstance(self.prior, Mapping):
            given = {k: read_number(p) for k, p in self.prior.items()}
            fine = all(p >= 0 for p in given.values()) and sum(given.values()) == 1
            if set(given) != set(self.classes) or not fine:
                raise InputError("needs a number for every class, adding up to 1", at="prior")
            return tuple(given[label] for label in self.classes)
        one_of(self.prior, ("mle", "uniform"))
        if self.prior == "uniform":
            return (Fraction(1, len(self.classes)),) * len(self.classes)
        total = sum(self.sizes, Fraction(0))
        if not total:
            raise InputError("there are no rows to take a prior from")
        return tuple(size / total for size in self.sizes)

    def _combined(self, other: Classifier, sign: int) -> Classifier:
        if (self.classes, self.parts, self.width) != (other.classes, other.parts, other.width):
            raise InputError("counts are combined if they are of the same classes and parts")
        pairs = zip(self.counts, other.counts, strict=True)
        counts = tuple(a + b if sign > 0 else a - b for a, b in pairs)  # type: ignore[operator]
        sizes = tuple(a + sign * b for a, b in zip(self.sizes, other.sizes, strict=True))
        return replace(self, counts=counts, sizes=sizes)


def _settled(part: Part, rows: Any) -> Part:
    """Return a part with its columns as a range, and the numbers of values it has seen."""
    one_of(part.kind, KINDS)
    for key, top in (("amount", None), ("clip", Fraction(1, 2))):
        number = read_number(getattr(part, key))
        if number < 0 or (top is not None and number >= top):
            limits = "is not negative" if top is None else "lies from 0 to below 1/2"
            raise InputError(f"{limits}; got {number}", at=key)
    start, stop, _ = part.columns.indices(rows.shape[1])
    sizes = part.sizes
    if part.kind == "categorical" and not sizes:
        dense = _whole(_dense(rows, part))
        tops = dense.max(axis=0).tolist() if len(dense) else [0] * (stop - start)
        sizes = tuple(top + 1 for top in tops)
    return replace(part, columns=slice(start, stop), sizes=sizes)


def _groups(part: Part, counts: Tables) -> tuple[range, ...]:
    if part.kind != "categorical":
        return (range(counts.cells.shape[0]),)
    ends = np.cumsum((0, *part.sizes)).tolist()
    return tuple(range(start, stop) for start, stop in pairwise(ends))


def _dense(rows: Any, part: Part) -> Any:
    taken = rows[:, part.columns]
    _require_numbers(taken)
    return taken.toarray() if sparse.issparse(taken) else np.asarray(taken)


def _numbers(rows: Any, part: Part) -> Floats:
    """Return measurements as doubles; refuse what is not finite, or is none exactly."""
    given = _dense(rows, part)
    found: Floats = given.astype(np.float64)
    if not np.isfinite(found).all():
        raise InputError("expected finite numbers; got NaN or an infinity")
    if np.issubdtype(given.dtype, np.integer) and given.size and np.abs(found).max() >= _LARGEST:
        raise InputError("a whole number beyond 2^53 is no exact double")
    return found


def _features(rows: Any, part: Part) -> sparse.csr_matrix:
    """Return the features of a part as a sparse matrix of whole numbers."""
    if part.kind == "categorical":
        values = _whole(_dense(rows, part))
        for column, size in enumerate(part.sizes):
            if len(values) and values[:, column].max() >= size:
                value = int(values[:, column].max())
                raise InputError(f"column {column} holds {value}; its values are 0 to {size - 1}")
        return one_hot(values, part.sizes)
    whole = rows if part.columns == slice(0, rows.shape[1]) else rows[:, part.columns]
    _require_numbers(whole)
    found = stored(whole)
    data = _whole(found.data)
    if part.kind == "bernoulli":
        data = np.ones_like(data)
    return sparse.csr_matrix((data, found.indices, found.indptr), found.shape)


def _require_numbers(given: Any) -> None:
    if given.dtype == object or not (np.issubdtype(given.dtype, np.number) or given.dtype == bool):
        raise InputError(f"expected a matrix of numbers; got one of {given.dtype}")


def _whole(numbers: Any) -> NDArray[np.int64]:
    """Return counts as 64-bit integers; refuse what is negative, not whole, or beyond 2^53."""
    given = np.asarray(numbers)
    _require_numbers(given)
    if not given.size:
        return given.astype(np.int64)
    low, high = given.min(), given.max()
    if not (np.isfinite(low) and np.isfinite(high)):
        raise InputError("expected finite counts; got NaN or an infinity")
    if low < 0:
        raise InputError(f"a count is not negative; got {low}")
    if high >= _LARGEST:
        raise InputError(f"a count of {high}; those below 2^53 are exact doubles")
    found = given.astype(np.int64, copy=False)
    if found.dtype != given.dtype and (found != given).any():
        raise InputError("expected whole numbers as counts")
    return found
