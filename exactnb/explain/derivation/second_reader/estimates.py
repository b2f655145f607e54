"""Estimates as textbooks define them: shares of counts by a rule, and parameters of numbers.

Sources: D. Jurafsky and J. H. Martin, Speech and Language Processing (3rd ed. draft), ch. 4, for
additive smoothing; T. Mitchell, Machine Learning (1997), section 6.9.1, for the m-estimate, and its
chapter 3 (draft of 2017), section 3.2, for the normal distribution; A. Gelman et al., Bayesian Data
Analysis (3rd ed.), section 2.6, for rates; T. Hastie, R. Tibshirani and J. Friedman, The Elements of
Statistical Learning (2nd ed.), section 4.3, for covariances.

How to read: `Estimates` has the shares of counts first, `_share` with a case for each rule, then the
parameters of numbers; a little linear algebra stands last.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from exactnb.core.arithmetic.enclosure import Ball, exact
from exactnb.core.arithmetic.values import UNDEFINED
from exactnb.core.conventions import Add, Clip, Frequency, Gamma, Limit, MEstimate, Smoothing
from exactnb.core.conventions.pseudocounts import PseudoCounts
from exactnb.core.lazy import once, once_each
from exactnb.explain.derivation.second_reader.counting import Number, Tally
from exactnb.explain.derivation.second_reader.problem import ChosenModel, Follows
from exactnb.explain.derivation.second_reader.reals import (
    NotRead,
    Real,
    add,
    exp,
    negative,
    over,
    power,
    times,
)

JOINT = ("lda", "qda")
NORMAL = ("gaussian", "spherical", *JOINT)


class Estimates:
    """Estimate the parameters of one model, or take them as they are given.

    `at` is the λ at which a limit λ → 0⁺ is read, near 0 if none is named.
    """

    def __init__(self, model: ChosenModel, tally: Tally, at: Fraction | None) -> None:
        self.model, self.tally = model, tally
        self.conventions = model.conventions
        self.schema, self.given = tally.problem.schema, tally.problem.parameters
        self.classes = self.schema.classes
        self.at = at
        self._known: dict[object, Real] = {}

    @once
    def limit(self) -> Fraction | Ball:
        """Return the λ of a limit: near 0, what tends to 0 or ∞ is beyond all other numbers."""
        return exact(Fraction(1, 2**1_000_000)) if self.at is None else self.at

    # Shares of counts.

    @once
    def _sizes(self) -> dict[str, Number]:
        """Return how many rows each class has."""
        return {k: self.tally.rows(k) for k in self.classes}

    @once_each
    def prior(self, label: str) -> Real:
        """Return P(k)."""
        chosen, given = self.conventions, self.given
        if chosen.prior == "given":
            return dict(chosen.given_prior)[label].value
        if given is not None and given.prior is not None and not chosen.prior_is_explicit:
            return self._as_probability(given.prior[label].value)
        if chosen.prior == "uniform":
            return Fraction(1, len(self.classes))
        sizes = self._sizes
        if chosen.prior == "mle":
            return over(Fraction(sizes[label]), Fraction(sum(sizes.values())))
        return self._share(chosen.prior_smoothing, sizes.__getitem__, self.classes, label, "")

    def of_value(self, column: str, value: str, label: str) -> Real:
        """Return the share of a value among the rows of a class that show the column."""
        values = self.values(column)
        if self.given is not None:
            return self._given_share(column, value, label, values)
        rule = self.rule_of(column)
        rows = self.tally.size(column, label)

        def counted(each: str) -> Number:
            return self.tally.cell(column, each, label)

        return self._share(rule, counted, values, value, label, rows)

    def of_word(self, word: str, label: str) -> Real:
        """Return the share of a word among all words of a class."""
        assert self.model.words is not None
        if self.given is not None:
            share = self.given.words.get((word, label))
            return Fraction(0) if share is None else self._as_probability(share.value)
        words, rule = self.model.words.columns, self.conventions.smoothing
        rows = self._tokens(label)
        return self._share(rule, lambda w: self.tally.word(w, label), words, word, label, rows)

    @once_each
    def _tokens(self, label: str) -> Number:
        """Return how many words the texts of a class have."""
        assert self.model.words is not None
        return sum(self.tally.word(word, label) for word in self.model.words.columns)

    @once_each
    def _added(self, numbers: PseudoCounts, values: tuple[str, ...], label: str) -> Fraction:
        """Return what is added to the counts of all values together."""
        return sum((_at(numbers, each, label) for each in values), Fraction(0))

    def rule_of(self, column: str) -> Smoothing:
        """Return the rule of a column."""
        return dict(self.conventions.smoothings).get(column, self.conventions.smoothing)

    def weight_of_word(self, word: str, label: str) -> Real:
        """Return what the rule adds to the count of a word."""
        rule, words = self.conventions.smoothing, self.model.words
        assert words is not None
        if isinstance(rule, Limit):
            return self.limit
        if not isinstance(rule, Add) or rule.cells is not None:
            raise NotRead(f"no naive reading of the rule {rule}")
        numbers = rule.pseudocounts
        return Fraction(1, len(words.columns)) if numbers is None else _at(numbers, word, label)

    def values(self, column: str) -> Sequence[str]:
        """Return the values that a column can have; a word is there or not."""
        return self.schema.columns.get(column, ("0", "1"))

    def _share(
        self,
        rule: Smoothing,
        counted: Callable[[str], Number],
        values: Sequence[str],
        value: str,
        label: str,
        rows: Number | None = None,
    ) -> Real:
        """Return the estimate of one value by a rule; `rows` are all values together, if not said."""
        c = Fraction(counted(value))
        n = Fraction(sum(map(counted, values)) if rows is None else rows)
        m = Fraction(len(values))
        match rule:
            case Limit():
                return over(add(c, self.limit), add(n, times(m, self.limit)))
            case Add(None):
                return over(c + 1 / m, n + 1)
            case Add(pseudocounts, None) if pseudocounts is not None:
                added = _at(pseudocounts, value, label)
                return over(c + added, n + self._added(pseudocounts, tuple(values), label))
            case Add(pseudocounts, cells) if pseudocounts is not None:
                added = _at(pseudocounts, value, label)
                if isinstance(cells, Fraction):
                    number = cells
                else:
                    seen = sum(counted(each) > 0 for each in values) if cells == "class" else m + 1
                    number = Fraction(seen)
                return over(c + added, n + number * added)
            case MEstimate(weight, shares):
                share = 1 / m if shares is None else _at(shares, value, label)
                return over(c + weight * share, n + weight)
            case Frequency(epsilon):
                return over(add(over(c, n), epsilon), 1 + m * epsilon)
            case Clip(floor):
                frequency = over(c, n)
                if isinstance(frequency, Fraction):
                    return min(max(frequency, floor), 1 - floor)
                return frequency
        raise NotRead(f"no naive reading of the rule {rule}")

    def _given_share(self, column: str, value: str, label: str, values: Sequence[str]) -> Real:
        assert self.given is not None
        if column not in self.schema.columns:  # a word
            share = self.given.words.get((column, label))
            there = Fraction(0) if share is None else self._as_probability(share.value)
            return there if value == "1" else add(Fraction(1), negative(there))
        known = {v: self.given.cells.get((column, v, label)) for v in values}
        if known.get(value) is not None:
            return self._as_probability(known[value].value)  # type: ignore[union-attr]
        rest = [self._as_probability(of.value) for of in known.values() if of is not None]
        return add(Fraction(1), *map(negative, rest)) if value in known else Fraction(0)

    def _as_probability(self, number: Fraction) -> Real:
        assert self.given is not None
        return exp(number) if self.given.logarithms else number

    # Parameters of numbers.

    def parameter(self, follows: Follows, head: str, columns: Sequence[str], label: str | None) -> Real:
        """Return a parameter of some columns: of one for a mean, of two for a covariance."""
        key = head, tuple(columns), label, id(follows)
        if key not in self._known:
            self._known[key] = self._parameter(follows, head, columns, label)
        return self._known[key]

    def _parameter(
        self, follows: Follows, head: str, columns: Sequence[str], label: str | None
    ) -> Real:
        if self.given is not None:
            return self._given_number(follows, head, columns, label)
        if head in ("rate", "success") or follows.family not in NORMAL:
            assert label is not None
            return self._of_counts(follows, columns[0], label)
        match head:
            case "mean":
                return self._mean(columns[0], self._labels(label))
            case "variance":
                return self._variance(follows, columns, label)
            case "sd":
                return power(self._variance(follows, columns, label), Fraction(1, 2))
            case "covariance":
                return self._covariance(follows, columns[0], columns[1], label)
        raise NotRead(f"no naive reading of {head}")

    def _labels(self, label: str | None) -> tuple[str, ...]:
        return self.classes if label is None else (label,)

    def _rows(self, column: str, labels: Sequence[str]) -> Fraction:
        return Fraction(sum(self.tally.size(column, k) for k in labels))

    def _mean(self, column: str, labels: Sequence[str]) -> Real:
        total = sum((self.tally.of((column,), k) for k in labels), Fraction(0))
        return over(total, self._rows(column, labels))

    def _spread(self, a: str, b: str, labels: Sequence[str]) -> Fraction:
        """Return Σ(x − x̄)(y − ȳ) over the rows of some classes together."""
        n = self._rows(a, labels)
        if not n:
            return Fraction(0)
        x, y, xy = (
            sum((self.tally.of(c, k) for k in labels), Fraction(0)) for c in ((a,), (b,), (a, b))
        )
        return xy - x * y / n

    def _variance(self, follows: Follows, columns: Sequence[str], label: str | None) -> Real:
        if follows.family in JOINT:
            return self._covariance(follows, columns[0], columns[0], label)
        share, divisor = self.conventions.share, self.conventions.divisor
        if follows.family == "spherical":  # its columns always share one
            share = "all" if share in ("classes", "all") else "features"
        of_columns = follows.columns if share in ("features", "all") else columns
        labels = self.classes if share in ("classes", "all") else self._labels(label)
        pairs = [(c, k) for c in of_columns for k in labels if self._rows(c, (k,))]
        if not pairs:
            return UNDEFINED
        spread = sum((self._spread(c, c, (k,)) for c, k in pairs), Fraction(0))
        terms = sum((self._rows(c, labels) for c in of_columns), Fraction(0))
        lost = {"N": 0, "N-1": len(of_columns), "N-K": len(pairs)}[divisor]
        if divisor == "N-1" and len(of_columns) > 1 and any(map(self._is_partial, of_columns)):
            lost = len(pairs)
        return add(over(spread, terms - lost), self._epsilon(follows))

    def _is_partial(self, column: str) -> bool:
        return any(self.tally.size(column, k) != self.tally.rows(k) for k in self.classes)

    def _epsilon(self, follows: Follows) -> Fraction:
        """Return what is added to a variance: a number, or a part of the largest of all rows."""
        epsilon = self.conventions.epsilon
        if not epsilon.relative or follows.family not in ("gaussian", "spherical"):
            return epsilon.amount
        known = [
            (self._spread(c, c, self.classes), self._rows(c, self.classes)) for c in follows.columns
        ]
        return epsilon.amount * max((s / n for s, n in known if n), default=Fraction(0))

    def _covariance(self, follows: Follows, a: str, b: str, label: str | None) -> Real:
        shared = follows.family == "lda"
        is_total = shared and self.conventions.covariance == "total"
        labels = [k for k in (self.classes if shared else self._labels(label)) if self._rows(a, (k,))]
        if not labels:
            return UNDEFINED
        groups = [labels] if is_total else [[k] for k in labels]
        spread = sum((self._spread(a, b, group) for group in groups), Fraction(0))
        lost = {"N": 0, "N-1": 1, "N-K": len(labels)}[self.conventions.divisor]
        return over(spread, self._rows(a, labels) - lost)

    def _of_counts(self, follows: Follows, column: str, label: str) -> Real:
        rows, total = self._rows(column, (label,)), self.tally.of((column,), label)
        match follows.family:
            case "exponential":
                return over(rows, total)
            case "geometric":
                return over(rows, total)
            case "geometric0":
                return over(rows, rows + total)
            case "negative-binomial":
                successes = rows * follows.numbers["r"]
                return over(successes, successes + total)
            case "poisson":
                exposure = rows
                if (behind := self.model.covariates.get(column)) is not None:
                    constant = rows * behind.usual
                    exposure = constant if behind.constant else self.tally.of((behind.name,), label)
                rule = self.rule_of(column)
                if isinstance(rule, Gamma):
                    shape = rule.shape - 1 if rule.take == "mode" else rule.shape
                    return over(total + shape, exposure + rule.rate)
                return over(total, exposure)
        raise NotRead(f"no naive reading of {follows.family}")

    def _given_number(
        self, follows: Follows, head: str, columns: Sequence[str], label: str | None
    ) -> Real:
        assert self.given is not None
        numbers, k = self.given.numbers, self.classes[0] if label is None else label
        columns = tuple(columns) or follows.columns[:1]
        if follows.family == "spherical" and head in ("variance", "sd"):
            columns = follows.columns[:1]
        if head == "covariance" and columns[0] == columns[1]:
            head, columns = "variance", columns[:1]
        places = [(head, columns), (head, columns[::-1])]
        if head in ("variance", "sd"):
            if ("sd", columns, k) in numbers:
                root = numbers["sd", columns, k]
                return root if head == "sd" else root**2
            variance = next(
                (
                    numbers[h, c, k]
                    for h, c in (("variance", columns), ("covariance", columns * 2))
                    if (h, c, k) in numbers
                ),
                None,
            )
            if variance is not None:
                return variance if head == "variance" else power(variance, Fraction(1, 2))
        for place in places:
            if (*place, k) in numbers:
                return numbers[(*place, k)]
        raise NotRead(f"{head} is not given")


def _at(numbers: PseudoCounts, value: str, label: str) -> Fraction:
    """Return the number of a place: of the value in the class, else of the value, the class, of all."""
    known = {(v, k): number for v, k, number in numbers.entries}
    places = ((value, label), (value, ""), ("", label), ("", ""))
    return next((known[place] for place in places if place in known), Fraction(0))


def determinant(rows: Sequence[Sequence[Fraction]]) -> Fraction:
    """Return the determinant of a matrix, by elimination."""
    matrix, found = [list(row) for row in rows], Fraction(1)
    for at in range(len(matrix)):
        pivot = next((i for i in range(at, len(matrix)) if matrix[i][at]), None)
        if pivot is None:
            return Fraction(0)
        if pivot != at:
            matrix[at], matrix[pivot], found = matrix[pivot], matrix[at], -found
        found *= matrix[at][at]
        for i in range(at + 1, len(matrix)):
            factor = matrix[i][at] / matrix[at][at]
            matrix[i] = [x - factor * y for x, y in zip(matrix[i], matrix[at], strict=True)]
    return found


def solve(rows: Sequence[Sequence[Fraction]], right: Sequence[Fraction]) -> list[Fraction] | None:
    """Return the solution of a system of linear equations, by elimination; None if it is singular."""
    system = [[*row, b] for row, b in zip(rows, right, strict=True)]
    size = len(system)
    for at in range(size):
        pivot = next((i for i in range(at, size) if system[i][at]), None)
        if pivot is None:
            return None
        system[at], system[pivot] = system[pivot], system[at]
        system[at] = [x / system[at][at] for x in system[at]]
        for i in range(size):
            if i != at and (factor := system[i][at]):
                system[i] = [x - factor * y for x, y in zip(system[i], system[at], strict=True)]
    return [row[-1] for row in system]
