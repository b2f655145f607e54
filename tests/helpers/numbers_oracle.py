"""What numeric columns are worth, independently: plain fractions, and intervals of mpmath.

A score is exp(power) · √square / √π^pis with a rational power and a rational square: two of them
are equal exactly when the rationals are, and nothing of the package is needed to see it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb, factorial, inf, isqrt, prod

from mpmath.ctx_iv import MPIntervalContext
from numbers_drawn import KIND, Cells, Column, Drawn, names_of_exposures, number

__all__ = ["ONE", "Interval", "Oracle", "Score", "Worth", "label", "spelled", "total"]

DIGITS = 120
Parameter = Fraction | float | None
"""A rational, ∞ (the one float here), or None for 0/0."""


@dataclass(frozen=True)
class Interval:
    """Two rationals with an irrational number between them."""

    low: Fraction
    high: Fraction


Worth = Fraction | Interval | None


@dataclass(frozen=True)
class Score:
    """Stand for exp(power) · √square / √π^pis."""

    power: Fraction = Fraction(0)
    square: Fraction = Fraction(1)
    pis: int = 0

    def __mul__(self, other: Score) -> Score:
        square = self.square * other.square
        power = self.power + other.power if square else Fraction(0)
        return Score(power, square, self.pis + other.pis)

    def over(self, other: Score) -> Score:
        """Return the quotient by a score that is not zero."""
        power = self.power - other.power if self.square else Fraction(0)
        return Score(power, self.square / other.square, self.pis - other.pis)

    @classmethod
    def of(cls, value: Fraction) -> Score:
        """Return the score that equals a rational that is not negative."""
        return cls(square=value * value)

    @property
    def rational(self) -> Fraction | None:
        """Return the value if it is rational: e to a rational power is not, nor is a power of π."""
        if not self.square:
            return Fraction(0)
        above, below = isqrt(self.square.numerator), isqrt(self.square.denominator)
        if self.power or self.pis or Fraction(above**2, below**2) != self.square:
            return None
        return Fraction(above, below)

    def exceeds(self, other: Score) -> bool:
        """Say whether this is greater than a score with as many factors π, at rising precision."""
        if self.pis == other.pis and (self.power, self.square) == (other.power, other.square):
            return False
        digits = DIGITS
        while True:
            mine, its = (score.interval(digits) for score in (self, other))
            if mine.low > its.high or mine.high < its.low:
                return mine.low > its.high
            digits *= 2

    def interval(self, digits: int = DIGITS) -> Interval:
        """Return rationals around the value."""
        return _ends(self._value(_context(digits)))

    def _value(self, iv: MPIntervalContext) -> object:
        if not self.square:
            return iv.mpf(0)
        root = iv.sqrt(_rational(iv, self.square) / iv.pi**self.pis)
        return root * iv.exp(_rational(iv, self.power))


ONE, ZERO = Score(), Score(square=Fraction(0))


def total(terms: Sequence[Score], over: Score = ONE) -> Worth:
    """Return over⁻¹ · Σ terms: positive irrational terms never add up to a rational.

    >>> total([Score.of(Fraction(1, 4)), Score.of(Fraction(1, 4))])
    Fraction(1, 2)
    """
    parts = [term.over(over) for term in terms]
    rational = [part.rational for part in parts]
    if None not in rational:
        return sum(rational, Fraction(0))
    iv = _context(DIGITS)
    return _ends(sum((part._value(iv) for part in parts), iv.mpf(0)))


def _context(digits: int) -> MPIntervalContext:
    iv = MPIntervalContext()
    iv.dps = digits
    return iv


def _rational(iv: MPIntervalContext, value: Fraction) -> object:
    return iv.mpf(value.numerator) / iv.mpf(value.denominator)


def _ends(interval: object) -> Interval:
    low, high = (_fraction(end) for end in interval._mpi_)  # type: ignore[attr-defined]
    return Interval(low, high)


def _fraction(raw: tuple[int, int, int, int]) -> Fraction:
    sign, mantissa, exponent, _ = raw
    return (-1) ** sign * int(mantissa) * Fraction(2) ** int(exponent)


def label(name: str) -> str:
    """Return how a class is spelled: a numeral is said to be one."""
    return f"{KIND}={name}" if name.isdigit() else spelled(name)


def spelled(name: str) -> str:
    """Return a name in quotes if the grammar needs them."""
    return f'"{name}"' if set(name) & set(",|=:;()") else name


@dataclass(frozen=True)
class Oracle:
    """What a drawn problem is worth, straight from its rows."""

    case: Drawn

    def shown(self, column: Column, k: str) -> list[tuple[Fraction, Cells]]:
        """Return the weight and the cells of each row of a class that shows a column."""
        return [
            (row.weight, row.cells)
            for row in self.case.rows
            if row.label == k and row.weight and column.name in row.cells
        ]

    def size(self, column: Column, k: str) -> Fraction:
        return sum((w for w, _ in self.shown(column, k)), Fraction(0))

    def sum_of(self, name: str, column: Column, k: str) -> Fraction:
        """Return Σ of a column over the rows of a class that show another."""
        return sum((w * number(cells[name]) for w, cells in self.shown(column, k)), Fraction(0))

    def squares(self, column: Column, k: str) -> Fraction:
        """Return Σx² of a class."""
        return sum(
            (w * number(cells[column.name]) ** 2 for w, cells in self.shown(column, k)), Fraction(0)
        )

    def rows(self, k: str) -> Fraction:
        """Return how many rows a class has, by their weights."""
        return sum((row.weight for row in self.case.rows if row.label == k), Fraction(0))

    def prior(self, k: str) -> Fraction:
        case = self.case
        if case.prior == "given":
            return case.given[k]
        if case.prior == "uniform":
            return Fraction(1, len(case.classes))
        added = case.added_to_prior if case.prior == "smoothed" else 0
        rows = {j: self.rows(j) + added for j in case.classes}
        return rows[k] / sum(rows.values())

    def mean(self, column: Column, k: str) -> Fraction | None:
        return _over(self.sum_of(column.name, column, k), self.size(column, k))

    def deviations(self, column: Column, k: str) -> Fraction:
        """Return Σ(x − mean)² of a class."""
        mean = self.mean(column, k)
        shown = self.shown(column, k)
        return sum((w * (number(cells[column.name]) - mean) ** 2 for w, cells in shown), Fraction(0))

    def variance(self, column: Column, k: str) -> Fraction | None:
        """Return the variance of a class in a column, pooled over what shares it."""
        case = self.case
        gaussian = [c for c in case.columns if c.family == "gaussian"]
        columns = gaussian if case.share in ("features", "all") else [column]
        classes = case.classes if case.share in ("classes", "all") else (k,)
        places = [(c, j) for c in columns for j in classes if self.shown(c, j)]
        terms = sum((self.size(c, j) for c, j in places), Fraction(0))
        if case.divisor != "N":
            terms -= len(places)  # a mean for each column and class
        found = _over(sum((self.deviations(c, j) for c, j in places), Fraction(0)), terms)
        return None if found is None else found + case.epsilon

    def rate(self, column: Column, k: str) -> Parameter:
        if column.family == "exponential":
            size, seen = self.size(column, k), self.sum_of(column.name, column, k)
            return inf if size and not seen else _over(size, seen)
        seen, time = self.sum_of(column.name, column, k), self.size(column, k)
        if column.exposure_column:
            time = self.sum_of(column.exposure, column, k)
        elif column.exposure:
            time *= number(column.exposure)
        if column.name in self.case.gammas:
            shape, rate, take = self.case.gammas[column.name]
            return (seen + shape - (take == "mode")) / (time + rate)
        return _over(seen, time)

    def success(self, column: Column, k: str) -> Fraction | None:
        size, seen = self.size(column, k), self.sum_of(column.name, column, k)
        successes = size * int(dict(column.hyper).get("r", 1))
        return _over(successes, seen if column.family == "geometric" else successes + seen)

    def share_of(self, column: Column, value: str, k: str) -> Fraction | None:
        """Return P(column = value | class) of a column that is not numeric."""
        added = self.case.added[column.name]
        shown = self.shown(column, k)
        count = sum((w for w, cells in shown if cells[column.name] == value), Fraction(0))
        return _over(count + added, self.size(column, k) + added * len(column.values))

    @cached_property
    def behind(self) -> dict[str, str]:
        """Return what queries call the exposures."""
        return names_of_exposures(self.case.columns)

    def parameters(self) -> dict[str, Parameter]:
        """Return all parameters under the names that they are asked by."""
        found: dict[str, Parameter] = {f"P({label(k)})": self.prior(k) for k in self.case.classes}
        for column in self.case.columns:
            for k in self.case.classes:
                place = f"({spelled(column.name)}|{label(k)})"
                if column.values:
                    for value in column.values:
                        name = f"P({spelled(column.name)}={value}|{label(k)})"
                        found[name] = self.share_of(column, value, k)
                elif column.family == "gaussian":
                    found[f"mean{place}"] = self.mean(column, k)
                    found[self.variance_name(column, k)] = self.variance(column, k)
                elif column.family in ("geometric", "geometric0", "negative-binomial"):
                    found[f"success{place}"] = self.success(column, k)
                else:
                    found[f"rate{place}"] = self.rate(column, k)
        return found

    def variance_name(self, column: Column, k: str) -> str:
        of = {
            "none": f"({spelled(column.name)}|{label(k)})", "classes": f"({spelled(column.name)})",
            "features": f"({label(k)})", "all": "",
        }  # fmt: skip
        return f"variance{of[self.case.share]}"

    def factor(self, column: Column, cells: Cells, k: str) -> Score | None:
        """Return the probability or density of a query's cell in a class."""
        cell = cells[column.name]
        if column.values:
            share = self.share_of(column, cell, k)
            return None if share is None else Score.of(share)
        x = number(cell)
        if column.family == "gaussian":
            mean, variance = self.mean(column, k), self.variance(column, k)
            if mean is None or not variance:
                return None
            return Score(-((x - mean) ** 2) / (2 * variance), 1 / (2 * variance), 1)
        if column.family == "geometric":
            return _geometric(self.success(column, k), x - 1)
        if column.family == "geometric0":
            return _geometric(self.success(column, k), x)
        if column.family == "negative-binomial":
            return _failures(self.success(column, k), int(x), int(dict(column.hyper)["r"]))
        if column.family not in ("exponential", "poisson"):
            raise LookupError(
                f"tests/helpers/numbers_oracle.py has no formula for the family {column.family!r}"
            )
        rate = self.rate(column, k)
        if rate is None or rate == inf:
            return None
        assert isinstance(rate, Fraction)
        if column.family == "exponential":
            return Score(-rate * x) * Score.of(rate)
        usual = "1" if column.exposure_column else column.exposure or "1"
        expected = rate * number(cells.get(self.behind.get(column.name, ""), usual))
        return Score(-expected) * Score.of(expected ** int(x) / factorial(int(x)))

    def factors(self, cells: Cells, k: str) -> dict[str, Score | None]:
        """Return what a joint is made of beside the prior, by names such as P(a=2|k,t=3)."""
        found = {}
        for column in self.case.columns:
            if column.name in cells:
                behind = self.behind.get(column.name, "")
                time = f",{spelled(behind)}={cells[behind]}" if cells.get(behind) else ""
                name = f"P({spelled(column.name)}={cells[column.name]}|{label(k)}{time})"
                found[name] = self.factor(column, cells, k)
        return found

    def likelihood(self, cells: Cells, k: str) -> Score | None:
        factors = list(self.factors(cells, k).values())
        return None if None in factors else prod(factors, start=ONE)

    def joint(self, cells: Cells, k: str) -> Score | None:
        """Return P(k, x): undefined as soon as a factor is, else 0 as soon as a factor is."""
        likelihood = self.likelihood(cells, k)
        return None if likelihood is None else likelihood * Score.of(self.prior(k))

    def joints(self, cells: Cells) -> list[Score] | None:
        """Return all joints, or None if one is undefined."""
        found = [self.joint(cells, k) for k in self.case.classes]
        return None if None in found else found

    def posterior(self, cells: Cells, k: str) -> Worth:
        """Return 1 / Σ of the odds of all classes against this one."""
        joints = self.joints(cells)
        if joints is None or not any(joint.square for joint in joints):
            return None
        mine = joints[self.case.classes.index(k)]
        if not mine.square:
            return Fraction(0)
        inverse = total(joints, mine)
        if isinstance(inverse, Interval):
            return Interval(1 / inverse.high, 1 / inverse.low)
        return 1 / inverse

    def winners(self, cells: Cells) -> tuple[str, ...] | None:
        """Return the classes with the greatest joint, or the first of them if ties are so told."""
        joints = self.joints(cells)
        if joints is None or not any(joint.square for joint in joints):
            return None
        best = _greatest(joints)
        won = [k for k, joint in zip(self.case.classes, joints, strict=True) if not best.exceeds(joint)]
        return tuple(won[:1] if self.case.tie == "first" else won)


def _greatest(scores: Iterable[Score]) -> Score:
    first, *others = scores
    for other in others:
        if other.exceeds(first):
            first = other
    return first


def _geometric(success: Fraction | None, failures: Fraction) -> Score | None:
    if success is None:
        return None
    return Score.of(success * (1 - success) ** int(failures))


def _failures(success: Fraction | None, failures: int, r: int) -> Score | None:
    """Return the chance of some failures before the r-th success: the last trial is one."""
    if success is None:
        return None
    orders = comb(failures + r - 1, r - 1)
    return Score.of(orders * success**r * (1 - success) ** failures)


def _over(above: Fraction, below: Fraction) -> Fraction | None:
    """Return the quotient, None for 0/0; nothing else is divided by 0."""
    if not above and not below:
        return None
    return Fraction(above) / below
