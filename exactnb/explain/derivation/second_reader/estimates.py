"""Estimates as textbooks define them: shares of counts by a rule, and parameters of numbers.

Sources: D. Jurafsky and J. H. Martin, Speech and Language Processing (3rd ed. draft), ch. 4, for
additive smoothing; T. Mitchell, Machine Learning (1997), section 6.9.1, for the m-estimate, and its
chapter 3 (draft of 2017), section 3.2, for the normal distribution; A. Gelman et al., Bayesian Data
Analysis (3rd ed.), section 2.6, for rates; T. Hastie, R. Tibshirani and J. Friedman, The Elements of
Statistical Learning (2nd ed.), section 4.3, for covariances.

How to read: `Estimates` has the shares of counts first, `_share` with a case for each rule, then the
parameters of numbers; a little linear algebra comes last.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from exactnb.core.arithmetic.enclosure import Ball, ball_of
from exactnb.core.arithmetic.values import UNDEFINED
from exactnb.core.conventions import Add, Clip, Frequency, Gamma, Limit, MEstimate, Smoothing
from exactnb.core.conventions.rules import PseudoCounts
from exactnb.core.lazy import once, once_each
from exactnb.explain.derivation.second_reader.counting import (
    ChosenModel,
    ColumnGroup,
    Number,
    RowTally,
    StatedFamily,
)
from exactnb.explain.derivation.second_reader.reals import *

Columns = Sequence[str]

JOINT = ("lda", "qda")
NORMAL = ("gaussian", "spherical", *JOINT)


class Estimates:
    """The estimates of one `model` from the counts in `tally`, or its given parameters.

    `number_for_lambda` is the λ at which a limit λ → 0⁺ is read; None stands for a λ extremely near 0.
    """

    def __init__(self, model: ChosenModel, tally: RowTally, number_for_lambda: Fraction | None) -> None:
        self.model, self.tally = model, tally
        self.conventions = model.conventions
        self.schema, self.given = tally.problem.schema, tally.problem.parameters
        self.classes = self.schema.classes
        self.at = number_for_lambda
        self._known: dict[object, Real] = {}
        self._shares: dict[object, Real] = {}
        self._typed: dict[tuple[str, str], Mapping[str, Real | NotRead]] = {}  # by column and class
        self._together: dict[str, Mapping[str, Mapping[str, Real]]] = {}  # where classes share some
        densities = [
            (c, group.stated) for group in model.columns if group.stated for c in group.columns
        ]
        self._outcomes = {column: tuple(density.outcomes) for column, density in densities}

    @once
    def near_zero_lambda(self) -> Fraction | Ball:
        """Return the λ of a limit, so near 0 that numbers tending to 0 or ∞ exceed all others."""
        return ball_of(Fraction(1, 2**1_000_000)) if self.at is None else self.at

    # Shares of counts.

    @once
    def _rows_by_class(self) -> dict[str, Number]:
        """Return the number of rows of each class."""
        return {k: self.tally.rows(k) for k in self.classes}

    @once_each
    def prior(self, label: str) -> Real:
        """Return P(k) of the class `label`."""
        chosen, parameters = self.conventions, self.given
        if chosen.prior == "given":
            return dict(chosen.given_prior)[label].value
        if parameters is not None and parameters.prior is not None and not chosen.prior_is_explicit:
            return self._as_probability(parameters.prior[label].value)
        if chosen.prior == "uniform":
            return Fraction(1, len(self.classes))
        sizes = self._rows_by_class
        if chosen.prior == "mle":
            return divide(Fraction(sizes[label]), Fraction(sum(sizes.values())))
        return self._share(chosen.prior_smoothing, sizes.__getitem__, self.classes, label, "")

    def value_share(self, column: str, value: str, label: str) -> Real:
        """Return the share of `value` among the rows of the class `label` with a value in `column`."""
        values = self.values(column)
        if self.given is not None:
            return self._given_share(column, value, label, values)
        rule = self.column_rule(column)
        rows = self.tally.size(column, label)

        def counted(name: str) -> Number:
            return self.tally.cell(column, name, label)

        if isinstance(rule, Add) and rule.cells == "class":  # all counts of the column matter
            return self._share(rule, counted, values, value, label, rows)
        # Two counts decide the others, and edits of rows leave most of them as they are.
        key = column, value, label, rows, counted(value)
        if key not in self._shares:
            self._shares[key] = self._share(rule, counted, values, value, label, rows)
        return self._shares[key]

    def of_rows(self, tally: RowTally) -> Estimates:
        """Return the estimates of the same model from other rows, counted in `tally`."""
        estimates = Estimates(self.model, tally, self.at)
        estimates._shares = self._shares
        return estimates

    def word_share(self, word: str, label: str) -> Real:
        """Return the share of `word` among all words of the class `label`."""
        assert self.model.word_family is not None
        if self.given is not None:
            share = self.given.words.get((word, label))
            return Fraction(0) if share is None else self._as_probability(share.value)
        vocabulary, rule = self.model.word_family.columns, self.conventions.smoothing
        rows = self._tokens(label)
        return self._share(rule, lambda w: self.tally.word(w, label), vocabulary, word, label, rows)

    @once_each
    def _tokens(self, label: str) -> Number:
        """Return the number of words in the texts of a class."""
        assert self.model.word_family is not None
        return sum(self.tally.word(word, label) for word in self.model.word_family.columns)

    @once_each
    def _pseudo_count_sum(self, numbers: PseudoCounts, values: tuple[str, ...], label: str) -> Fraction:
        """Return the sum of the pseudo-counts of all values."""
        return sum((_pseudocount(numbers, value, label) for value in values), Fraction(0))

    def column_rule(self, column: str) -> Smoothing:
        """Return the rule of smoothing of `column`."""
        return dict(self.conventions.smoothings).get(column, self.conventions.smoothing)

    def word_pseudo_count(self, word: str, label: str) -> Real:
        """Return the pseudo-count of `word` in the class `label`.

        Raises NotRead for a rule that adds no pseudo-counts to words.
        """
        rule, word_family = self.conventions.smoothing, self.model.word_family
        assert word_family is not None
        if isinstance(rule, Limit):
            return self.near_zero_lambda
        if not isinstance(rule, Add) or rule.cells is not None:
            raise NotRead(f"no naive reading of the rule {rule}")
        if rule.pseudocounts is None:
            return Fraction(1, len(word_family.columns))
        return _pseudocount(rule.pseudocounts, word, label)

    def values(self, column: str) -> Sequence[str]:
        """Return the values of `column`: the outcomes that somebody typed; a word has "0" and "1"."""
        return self._outcomes.get(column) or self.schema.columns.get(column, ("0", "1"))

    def _share(
        self,
        rule: Smoothing,
        counted: Callable[[str], Number],
        values: Sequence[str],
        value: str,
        label: str,
        rows: Number | None = None,
    ) -> Real:
        """Return the estimate of one value by a rule; `rows` default to the sum of all counts."""
        c = Fraction(counted(value))
        n = Fraction(sum(map(counted, values)) if rows is None else rows)
        m = Fraction(len(values))
        match rule:
            case Limit():
                return divide(add(c, self.near_zero_lambda), add(n, times(m, self.near_zero_lambda)))
            case Add(None):
                return divide(c + 1 / m, n + 1)
            case Add(pseudocounts, None) if pseudocounts is not None:
                added = _pseudocount(pseudocounts, value, label)
                return divide(c + added, n + self._pseudo_count_sum(pseudocounts, tuple(values), label))
            case Add(pseudocounts, cells) if pseudocounts is not None:
                added = _pseudocount(pseudocounts, value, label)
                if not isinstance(cells, Fraction):
                    cells = m + 1 if cells == "slot" else Fraction(sum(counted(v) > 0 for v in values))
                return divide(c + added, n + cells * added)
            case MEstimate(weight, shares):
                share = 1 / m if shares is None else _pseudocount(shares, value, label)
                return divide(c + weight * share, n + weight)
            case Frequency(epsilon):
                return divide(add(divide(c, n), epsilon), 1 + m * epsilon)
            case Clip(floor):
                frequency = divide(c, n)
                if isinstance(frequency, Fraction):
                    return min(max(frequency, floor), 1 - floor)
                return frequency
        raise NotRead(f"no naive reading of the rule {rule}")

    def _given_share(self, column: str, value: str, label: str, values: Sequence[str]) -> Real:
        assert self.given is not None
        if column not in self.schema.columns:  # a word
            share = self.given.words.get((column, label))
            presence = Fraction(0) if share is None else self._as_probability(share.value)
            return presence if value == "1" else subtract(Fraction(1), presence)
        shares = {v: self.given.cells.get((column, v, label)) for v in values}
        if shares.get(value) is not None:
            return self._as_probability(shares[value].value)  # type: ignore[union-attr]
        rest = [self._as_probability(listed.value) for listed in shares.values() if listed is not None]
        return add(Fraction(1), *map(negate, rest)) if value in shares else Fraction(0)

    def _as_probability(self, number: Fraction) -> Real:
        assert self.given is not None
        return exp(number) if self.given.logarithms else number

    # Parameters of numbers.

    def parameter(self, group: ColumnGroup, head: str, columns: Columns, label: str | None) -> Real:
        """Return the parameter `head` of `columns` of a `group`, in the class `label` or (None) in all.

        A mean has one column, a covariance two.
        """
        key = head, tuple(columns), label, id(group)
        if key not in self._known:
            self._known[key] = self._parameter(group, head, columns, label)
        return self._known[key]

    def _parameter(self, group: ColumnGroup, head: str, columns: Columns, label: str | None) -> Real:
        if self.given is not None:
            return self._given_number(group, head, columns, label)
        if group.stated is not None:
            value = self._stated_parameters(group, group.stated, columns[0], label)[head]
            if isinstance(value, NotRead):
                raise value
            return value
        if head in ("rate", "success") or group.family not in NORMAL:
            assert label is not None
            return self._rate_or_success(group, columns[0], label)
        match head:
            case "mean":
                return self._mean(columns[0], self._labels(label))
            case "variance":
                return self._variance(group, columns, label)
            case "sd":
                return power(self._variance(group, columns, label), Fraction(1, 2))
            case "covariance":
                return self._covariance(group, columns[0], columns[1], label)
        raise NotRead(f"no naive reading of {head}")

    def _stated_parameters(
        self, group: ColumnGroup, family: StatedFamily, column: str, label: str | None
    ) -> Mapping[str, Real | NotRead]:
        """Return all letters of a density in a class: each is found with the others, so all at once."""
        from exactnb.explain.derivation.second_reader.typed import estimates, estimates_together

        if family.shared:
            if column not in self._together:
                samples = {k: self.tally.numbers_with_times(column, k) for k in self.classes}
                self._together[column] = estimates_together(family, group.numbers, samples)
            class_letters = self._together[column]
            if label is not None and label not in class_letters:
                raise NotRead("no rows to read the slope of")
            return class_letters[label or next(iter(class_letters))]
        k = label or self.classes[0]
        if (column, k) not in self._typed:
            outcomes = [(name, self.tally.cell(column, name, k)) for name in family.outcomes]
            rows = outcomes or self.tally.numbers_with_times(column, k)
            self._typed[column, k] = estimates(family, group.numbers, rows)
        return self._typed[column, k]

    def _labels(self, label: str | None) -> tuple[str, ...]:
        return self.classes if label is None else (label,)

    def _rows(self, column: str, labels: Sequence[str]) -> Fraction:
        return Fraction(sum(self.tally.size(column, k) for k in labels))

    def _mean(self, column: str, labels: Sequence[str]) -> Real:
        total = sum((self.tally.of((column,), k) for k in labels), Fraction(0))
        return divide(total, self._rows(column, labels))

    def _scatter(self, a: str, b: str, labels: Sequence[str]) -> Fraction:
        """Return Σ(x − x̄)(y − ȳ) over the rows of some classes together."""
        n = self._rows(a, labels)
        if not n:
            return Fraction(0)
        sums = ((self.tally.of(columns, k) for k in labels) for columns in ((a,), (b,), (a, b)))
        x, y, xy = (sum(terms, Fraction(0)) for terms in sums)
        return xy - x * y / n

    def _variance(self, group: ColumnGroup, columns: Sequence[str], label: str | None) -> Real:
        if group.family in JOINT:
            return self._covariance(group, columns[0], columns[0], label)
        share, divisor = self.conventions.share, self.conventions.divisor
        if group.family == "spherical":  # its columns always share one
            share = "all" if share in ("classes", "all") else "features"
        columns_together = group.columns if share in ("features", "all") else columns
        labels = self.classes if share in ("classes", "all") else self._labels(label)
        pairs = [(c, k) for c in columns_together for k in labels if self._rows(c, (k,))]
        if not pairs:
            return UNDEFINED
        spread = sum((self._scatter(c, c, (k,)) for c, k in pairs), Fraction(0))
        terms = sum((self._rows(c, labels) for c in columns_together), Fraction(0))
        uneven = len(columns_together) > 1 and any(map(self.tally.is_partial, columns_together))
        means = len(pairs) if uneven else len(columns_together)
        lost = {"N": 0, "N-1": means, "N-K": len(pairs)}[divisor]
        return add(divide(spread, terms - lost), self._epsilon(group))

    def _epsilon(self, group: ColumnGroup) -> Real:
        """Return the ε that is added to a variance: a number, or a part of the largest variance."""
        epsilon = self.conventions.epsilon
        amount: Real
        if isinstance(epsilon.amount, Limit):
            amount = LeadingTerm(Fraction(1), Fraction(1)) if self.at is None else self.at
        else:
            amount = epsilon.amount
        if not epsilon.relative or group.family not in ("gaussian", "spherical"):
            return amount
        sums = [(self._scatter(c, c, self.classes), self._rows(c, self.classes)) for c in group.columns]
        return times(amount, max((s / n for s, n in sums if n), default=Fraction(0)))

    def _covariance(self, group: ColumnGroup, a: str, b: str, label: str | None) -> Real:
        shared = group.family == "lda"
        is_total = shared and self.conventions.covariance == "total"
        labels = [k for k in (self.classes if shared else self._labels(label)) if self._rows(a, (k,))]
        if not labels:
            return UNDEFINED
        parts = [labels] if is_total else [[k] for k in labels]
        spread = sum((self._scatter(a, b, part) for part in parts), Fraction(0))
        lost = {"N": 0, "N-1": 1, "N-K": len(labels)}[self.conventions.divisor]
        return divide(spread, self._rows(a, labels) - lost)

    def _rate_or_success(self, group: ColumnGroup, column: str, label: str) -> Real:
        rows, total = self._rows(column, (label,)), self.tally.of((column,), label)
        match group.family:
            case "exponential" | "geometric":
                return divide(rows, total)
            case "geometric0":
                return divide(rows, rows + total)
            case "negative-binomial":
                successes = rows * group.numbers["r"]
                return divide(successes, successes + total)
            case "poisson":
                exposure, covariate = rows, self.model.covariates.get(column)
                if covariate is not None and covariate.constant:
                    exposure = rows * covariate.usual
                elif covariate is not None:
                    exposure = self.tally.of((covariate.name,), label)
                rule = self.column_rule(column)
                if isinstance(rule, Gamma):
                    shape = rule.shape - 1 if rule.take == "mode" else rule.shape
                    return divide(total + shape, exposure + rule.rate)
                return divide(total, exposure)
        raise NotRead(f"no naive reading of {group.family}")

    def _given_number(self, group: ColumnGroup, head: str, columns: Columns, label: str | None) -> Real:
        assert self.given is not None
        numbers, k = self.given.numbers, self.classes[0] if label is None else label
        columns = tuple(columns) or group.columns[:1]
        if group.family == "spherical" and head in ("variance", "sd"):
            columns = group.columns[:1]
        if head == "covariance" and columns[0] == columns[1]:
            head, columns = "variance", columns[:1]
        places = [(head, columns), (head, columns[::-1])]
        if head in ("variance", "sd"):
            if ("sd", columns, k) in numbers:
                root = numbers["sd", columns, k]
                return root if head == "sd" else root**2
            for key in (("variance", columns, k), ("covariance", columns * 2, k)):
                if key in numbers:
                    return numbers[key] if head == "variance" else power(numbers[key], Fraction(1, 2))
        for place in places:
            if (*place, k) in numbers:
                return numbers[(*place, k)]
        raise NotRead(f"{head} is not given")


def _pseudocount(numbers: PseudoCounts, value: str, label: str) -> Fraction:
    """Return the pseudo-count of a value in a class, else that of the value, the class, or all."""
    by_place = {(v, k): number for v, k, number in numbers.entries}
    places = ((value, label), (value, ""), ("", label), ("", ""))
    return next((by_place[place] for place in places if place in by_place), Fraction(0))
