"""The oracle's columns of numbers: parameters from sums over rows, densities from their formulas."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from fractions import Fraction
from math import comb, factorial

from differential.estimates import Data, Parameter, added_to, over
from differential.exact import INFINITE, Term

__all__ = ["Measures", "determinant", "quadratic"]

Matrix = list[list[Fraction]]


def determinant(matrix: Matrix) -> Fraction:
    """Return a determinant, by expanding along the first row."""
    if not matrix:
        return Fraction(1)
    found = Fraction(0)
    for j, head in enumerate(matrix[0]):
        rest = [row[:j] + row[j + 1 :] for row in matrix[1:]]
        found += (-1) ** j * head * determinant(rest)
    return found


def inverse(matrix: Matrix) -> Matrix:
    """Return the inverse, by cofactors."""
    whole, size = determinant(matrix), range(len(matrix))

    def without(i: int, j: int) -> Matrix:
        return [[matrix[a][b] for b in size if b != j] for a in size if a != i]

    return [[(-1) ** (i + j) * determinant(without(j, i)) / whole for j in size] for i in size]


def quadratic(matrix: Matrix, left: list[Fraction], right: list[Fraction]) -> Fraction:
    """Return leftᵀ·matrix·right."""
    size = range(len(left))
    return sum((left[i] * matrix[i][j] * right[j] for i in size for j in size), Fraction(0))


class Measures(Data):
    """Work out the parameters of columns of numbers, and the factors of their cells."""

    def joint(self) -> list[str]:
        """Return the columns of a joint family."""
        families = self.model.families
        return [
            c.name for c in self.spec.columns if families.get(c.name) in ("lda", "qda", "spherical")
        ]

    def given(self, row: str, label: str) -> Fraction | None:
        """Return a number of `data.parameters`, if the problem is one of those."""
        found = self.spec.given.get((row, label)) if self.spec.form == "parameters" else None
        return None if found is None else Fraction(found)

    def mean(self, column: str, label: str) -> Fraction | None:
        given = self.given(f"mean({column})", label)
        return (
            given if given is not None else over(self.moment(column, label), self.shown(column, label))
        )

    def deviations(
        self, a: str, b: str, label: str, about: dict[str, Fraction] | None = None
    ) -> Fraction:
        """Return Σ(a − mean)(b − mean) over the rows of a class."""

        def product(row: object) -> Fraction | None:
            cells = row.cells
            if a not in cells:
                return None
            means = about or {c: self.mean(c, label) for c in (a, b)}
            return (Fraction(cells[a]) - means[a]) * (Fraction(cells[b]) - means[b])

        return self.total(label, product)

    def variance(self, column: str, label: str) -> Parameter:
        """Return the variance of a column in a class, pooled over what shares it."""
        given = self.given(f"variance({column})", label)
        if given is not None:
            return given
        model = self.model
        family = model.families[column]
        alike = [c.name for c in self.spec.columns if model.families.get(c.name) == family]
        by_features = family == "spherical" or model.share in ("features", "all")
        columns = alike if by_features else [column]
        labels = self.spec.classes if model.share in ("classes", "all") else (label,)
        groups = [(c, k) for c in columns for k in labels if self.shown(c, k)]
        terms = sum((self.shown(c, k) for c, k in groups), Fraction(0))
        terms -= len(groups) if model.divisor != "N" else 0
        spread = sum((self.deviations(c, c, k) for c, k in groups), Fraction(0))
        found = over(spread, terms) if terms >= 0 else None
        return found + model.epsilon if isinstance(found, Fraction) else found

    def covariance(self, a: str, b: str, label: str) -> Parameter:
        """Return an entry of a covariance matrix."""
        if self.spec.form == "parameters":
            names = [f"variance({a})"] if a == b else [f"covariance({a},{b})", f"covariance({b},{a})"]
            return next(g for g in (self.given(n, label) for n in names) if g is not None)
        model, classes = self.model, self.spec.classes
        family = model.families[a]
        if family == "spherical":
            return self.variance(a, label) if a == b else Fraction(0)
        if family == "qda":
            n, spread = self.shown(a, label), self.deviations(a, b, label)
            lost = 0 if model.divisor == "N" else 1
        elif model.covariance == "total":
            n = sum((self.shown(a, k) for k in classes), Fraction(0))
            about = {c: sum((self.moment(c, k) for k in classes), Fraction(0)) / n for c in (a, b)}
            spread = sum((self.deviations(a, b, k, about) for k in classes), Fraction(0))
            lost = 0 if model.divisor == "N" else 1
        else:
            labels = [k for k in classes if self.shown(a, k)]
            n = sum((self.shown(a, k) for k in labels), Fraction(0))
            spread = sum((self.deviations(a, b, k) for k in labels), Fraction(0))
            lost = 0 if model.divisor == "N" else len(labels)
        return over(spread, n - lost) if n >= lost else None

    def rate(self, column: str, label: str) -> Parameter:
        """Return the rate of a Poisson or exponential column."""
        given = self.given(f"rate({column})", label)
        if given is not None:
            return given
        seen, time = self.moment(column, label), self.shown(column, label)
        if self.model.families[column] == "exponential":
            return over(time, seen)
        exposure = self.spec.exposure.get(column)
        if exposure and exposure[0].isdigit():
            time *= Fraction(exposure)
        elif exposure:
            time = self.total(
                label, lambda row: Fraction(row.cells[exposure]) if column in row.cells else None
            )
        rule = self.rule(column)
        if rule.kind == "gamma":
            seen += rule.shape - (rule.take == "mode")
            time += rule.rate
        return over(seen, time)

    def success(self, column: str, label: str) -> Parameter:
        given = self.given(f"success({column})", label)
        if given is not None:
            return given
        n, seen = self.shown(column, label), self.moment(column, label)
        if self.model.families[column] == "negative-binomial":
            n *= self.model.waited
        return over(n, seen if self.model.families[column] == "geometric" else n + seen)

    def time(self, column: str, cells: dict[str, str]) -> Fraction:
        """Return the exposure of a row or query."""
        exposure = self.spec.exposure.get(column)
        if exposure is None:
            return Fraction(1)
        return Fraction(exposure if exposure[0].isdigit() else cells.get(exposure, "1"))

    def measure(self, column: str, cells: dict[str, str], label: str) -> Term | None:
        """Return the probability or density of a cell in a class; None where it is 0/0."""
        x, family = Fraction(cells[column]), self.model.families[column]
        if family == "gaussian":
            mean, variance = self.mean(column, label), self.variance(column, label)
            if mean is None or not variance or variance == INFINITE:
                return None
            return Term(Fraction(1), -((x - mean) ** 2) / (2 * variance), 1 / (2 * variance), -1)
        if family == "piecewise":
            return Term(self.between(column, x, label))
        if family.startswith("geometric"):
            p = self.success(column, label)
            failures = x - (family == "geometric")
            if p is None:
                return None
            if failures < 0 or failures.denominator != 1:
                return Term(Fraction(0))
            return Term(p * (1 - p) ** int(failures))
        if family == "negative-binomial":
            p, r = self.success(column, label), self.model.waited
            if p is None:
                return None
            if x < 0 or x.denominator != 1:
                return Term(Fraction(0))
            orders = comb(int(x) + r - 1, r - 1)  # of all trials but the last
            return Term(orders * p**r * (1 - p) ** int(x))
        rate = self.rate(column, label)
        if rate is None or rate == INFINITE:
            return None
        if x < 0:
            return Term(Fraction(0))
        if family == "exponential":
            return Term(rate, -rate * x)
        expected = rate * self.time(column, cells)
        if x.denominator != 1:
            return Term(Fraction(0))
        return Term(expected ** int(x) / factorial(int(x)), -expected)

    def points(self, column: str, label: str) -> list[tuple[Fraction, Fraction]]:
        """Return the points of a density."""
        pairs = self.spec.given[f"points({column})", label].split()
        return [tuple(map(Fraction, pair.split(":"))) for pair in pairs]

    def between(self, column: str, x: Fraction, label: str) -> Fraction:
        """Return a density that is linear between points, and 0 outside."""
        points = self.points(column, label)
        for (a, low), (b, high) in itertools.pairwise(points):
            if a <= x <= b:
                return low + (high - low) * (x - a) / (b - a)
        return Fraction(0)

    def normal(self, columns: list[str], cells: dict[str, str], label: str) -> Term | None:
        """Return the density of columns that are normal together: that of some is its marginal."""
        matrix = [[self.covariance(a, b, label) for b in columns] for a in columns]
        means = [self.mean(c, label) for c in columns]
        if None in means or any(entry is None or entry == INFINITE for row in matrix for entry in row):
            return None
        size = determinant(matrix)
        if size <= 0:
            return None
        away = [Fraction(cells[c]) - m for c, m in zip(columns, means, strict=True)]
        power = -quadratic(inverse(matrix), away, away) / 2
        return Term(Fraction(1), power, 1 / (2 ** len(columns) * size), -len(columns))

    def bag_factor(self, counts: Mapping[str, int], label: str) -> Fraction | None:
        """Return the probability of words drawn one after another."""
        family = self.model.families.get("text") or self.model.families[self.bag()[0]]
        found = Fraction(1)
        if family == "dirichlet-multinomial":
            found = self._drawn(counts, label)
        else:
            for word, times in counts.items():
                theta = self.theta(word, label) if times else Fraction(1)
                if theta is None:
                    return None
                found *= theta**times
        return found

    def _drawn(self, counts: Mapping[str, int], label: str) -> Fraction | None:
        """Return the product of what is next, each word joining those that were counted."""
        vocabulary = (self.spec.vocabulary or ()) if self.spec.is_text else tuple(self.bag())
        amounts = {
            w: added_to(self.model.smoothing, w, label, len(vocabulary)) for w in {*vocabulary, *counts}
        }
        seen = {
            w: self.word(w, label) if self.spec.is_text else self.moment(w, label) for w in vocabulary
        }
        total = sum(seen.values()) + sum((amounts[w] for w in vocabulary), Fraction(0))
        found = Fraction(1)
        for word, times in counts.items():
            have = seen.get(word, Fraction(0)) + amounts[word]
            for _ in range(times):
                step = over(have, total)
                if step is None:
                    return None
                found *= step
                have, total = have + 1, total + 1
        return found
