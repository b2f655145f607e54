"""Tables of named outcomes whose probabilities share one parameter: Hardy-Weinberg, linkage.

Each probability is a number times powers of linear factors, so that the log-likelihood adds up counts
times logarithms of linear functions. Its slope is a polynomial over the product of the factors. A zero
of the slope that lies inside, with the other one outside, is the only maximum.

How to read: `FactoredTable` is what is found, `derive_table` finds it from top to bottom.

Source: C. R. Rao, Linear Statistical Inference and its Applications (2nd ed.), section 5g.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import sympy

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Expression, Symbol
from exactnb.core.families.declared.specification import Interval, OutcomeTable, Specification
from exactnb.core.families.deriving.algebra import Algebra
from exactnb.core.families.deriving.calculus import sign_at
from exactnb.core.families.deriving.estimator import EstimateCase, SingleParameter, Statistic
from exactnb.core.record import frozen
from exactnb.errors import InputError, Unsupported

Sided = tuple[Expression, Literal[">", "≤", "≥"], Expression]


@frozen(slots=True)
class TableEdge:
    """The case in which the zero of the slope is an end of the domain, or beyond it.

    There a factor is zero, so that `absent` outcomes with it are in no row; else the zero exceeds the
    end by `excess` over `divisor`. The `place` is the estimate, None for none.
    """

    order: Literal["≤", "≥"]
    end: Expression
    place: Expression | None
    absent: tuple[Symbol, ...]
    excess: Expression
    divisor: Expression
    logs: Expression  # without the absent ones
    slope: Expression


@frozen(slots=True)
class FactoredTable(SingleParameter):
    """What was found for the parameter of a table: the slope is `weight`·(`place` − θ).

    The `weight` is positive where the `other` zero of the slope, if there is one, is not above the low
    end of the domain. The `edges` are the cases in which the place is an end of the domain, or beyond
    it: which, and the estimate, None for none.
    """

    specification: Specification
    counts: tuple[tuple[str, Symbol], ...]  # an outcome, and the sign for how often it is there
    logs: Expression  # the log-likelihood, without what is constant
    slope: Expression
    place: Expression
    square: Expression | None  # what stands under the root of the place
    other: Expression | None  # the other zero of the slope, which is not above the domain's low end
    weight: Expression  # in θ, and in `other` by its letter
    edges: tuple[TableEdge, ...]
    tail: Expression | None = None
    statistics_with_coefficients = ()  # outcomes are no numbers

    @property
    def statistics(self) -> tuple[Statistic, ...]:
        """Return how often each outcome is there."""
        return tuple(
            Statistic(count, "count", Symbol(name, role="value")) for name, count in self.counts
        )

    @property
    def cases(self) -> tuple[EstimateCase, ...]:
        """Return where the zero of the slope is the estimate, and where an end of the domain is."""
        low, high = _ends(self.domain, self.parameter)
        place = self._without_square(self.place)
        inside: list[Sided] = [(place, ">", low), (high, ">", place)]
        if self.square is not None and self.other is not None:
            zero: Expression = nodes.Integer(0)
            inside = [(self.square, ">", zero), *inside, (low, "≥", self._without_square(self.other))]
        usual = EstimateCase(tuple(inside), {self.parameter: place})
        beyond = (
            EstimateCase(
                ((self.place, edge.order, edge.end),),
                None if edge.place is None else {self.parameter: edge.place},
            )
            for edge in self.edges
        )
        return (usual, *beyond)

    def _without_square(self, formula: Expression) -> Expression:
        """Return a zero with what stands under its root."""
        return nodes.replace(formula, lambda part: self.square if part == SQUARE else None)


OTHER, SQUARE = Symbol("s", role="other zero"), Symbol("D", role="square")
"""The other zero of the slope, in a weight, and what stands under the root of both."""


def derive_table(specification: OutcomeTable) -> FactoredTable:
    """Return where the likelihood of a table, `specification`, is largest, a candidate.

    Raises InputError for probabilities that do not sum to 1, and Unsupported for factors that are not
    linear, and for more than two zeros of the slope.
    """
    algebra = Algebra(specification)
    θ = algebra.parameter
    table = {name: sympy.expand(algebra.to_sympy(formula)) for name, formula in specification.outcomes}
    for name, formula in table.items():
        if not formula.is_polynomial(θ):
            raise Unsupported(f"the probability of {name} is no polynomial in {θ}")
    total = sympy.expand(sympy.Add(*table.values()))
    if total != 1:
        raise InputError(f"the probabilities sum to {algebra.from_sympy(total)}, not to 1")
    domain = algebra.domain
    low, high = map(algebra.to_sympy, _ends(domain, θ))
    middle = (low + high) / 2
    counts = {name: sympy.Symbol(f"n{e}", nonnegative=True) for e, name in enumerate(table)}
    exponents, sizes = _factors_with_powers(table, counts, algebra, middle)
    slope = sympy.Add(*(times * sympy.diff(factor, θ) / factor for factor, times in exponents.items()))
    numerator = sympy.Poly(sympy.numer(sympy.cancel(sympy.together(slope))), θ)
    if len(exponents) < 2 or numerator.degree() != len(exponents) - 1 or numerator.degree() > 2:
        raise Unsupported(
            "tables whose probabilities have two or three different linear factors are derived; these "
            f"have {len(exponents)}"
        )
    signs = {symbol: Symbol("n", role=f"rows with {name}") for name, symbol in counts.items()}
    algebra.letters |= {**signs, _OTHER: OTHER, _SQUARE: SQUARE}
    ones = dict.fromkeys(counts.values(), sympy.Integer(1)) | {algebra.rows: len(counts), θ: middle}
    algebra.place, written = ones, algebra.from_sympy
    coefficients = numerator.all_coeffs()
    if coefficients[0].subs(ones) < 0:
        coefficients = [-each for each in coefficients]
    zeros, other, square = _zeros(coefficients), None, None
    if len(coefficients) == 3:
        square = sympy.expand(coefficients[1] ** 2 - 4 * coefficients[0] * coefficients[2])
        ones[_SQUARE] = square.subs(ones)
    zeros.sort(key=lambda zero: sign_at(zero - low, ones) <= 0)  # the one inside first
    place = zeros[0]
    polynomial = sympy.Poly(sympy.cancel(slope * sympy.Mul(*exponents)), θ)
    weight = -polynomial.LC() / sympy.Mul(*exponents)
    if numerator.degree() == 2:
        other = zeros[1]
        if sign_at(low - other, ones) < 0 or any(domain.closed):
            raise Unsupported(f"a table with three factors needs an open domain of {θ}")
        weight *= θ - _OTHER

    def logs_of(absent: Mapping[Any, Any]) -> Expression:
        logs = [times * sympy.log(factor) for factor, times in exponents.items()]
        logs += [counts[name] * sympy.log(size) for name, size in sizes.items() if size != 1]
        return nodes.Sum.of(written(log) for term in logs if (log := term.subs(absent)) != 0)

    def slope_of(absent: Mapping[Any, Any]) -> Expression:
        parts = (
            sympy.factor(times.subs(absent) * sympy.diff(factor, θ)) / factor
            for factor, times in exponents.items()
        )
        return nodes.Sum.of(written(part) for part in parts if part != 0)

    def edge(order: Literal["≤", "≥"], end: Any, place_there: Expression | None) -> TableEdge:
        poles = [factor for factor in exponents if factor.subs(θ, end) == 0]
        absent = {symbol: 0 for factor in poles for symbol in exponents[factor].free_symbols}
        numerator, denominator = sympy.fraction(sympy.together(place))
        excess = sympy.expand(numerator - end * denominator) * (-1 if order == "≤" else 1)
        return TableEdge(
            order,
            written(end),
            place_there,
            tuple(signs[symbol] for symbol in counts.values() if symbol in absent),
            written(excess),
            written(sympy.factor(denominator)),
            logs_of(absent),
            slope_of(absent),
        )

    cases: tuple[tuple[Literal["≤", "≥"], Any], ...] = ("≤", low), ("≥", high)
    edges = (
        edge(order, end_value, end if is_closed else None)
        for (order, end_value), end, is_closed in zip(cases, domain.ends, domain.closed, strict=True)
    )
    return FactoredTable(
        specification,
        tuple((name, signs[symbol]) for name, symbol in counts.items()),
        logs_of({}),
        slope_of({}),
        written(_with_rows(algebra, place, counts)),
        None if square is None else written(square),
        None if other is None else written(_with_rows(algebra, other, counts)),
        written(sympy.factor(weight)),
        () if other is not None else tuple(edges),
    )


def _zeros(coefficients: Sequence[Any]) -> list[Any]:
    """Return the zeros of a polynomial of degree 1 or 2, in the square under their root."""
    if len(coefficients) == 2:
        return [sympy.cancel(-coefficients[1] / coefficients[0])]
    a, b, _ = coefficients
    root = sympy.sqrt(_SQUARE)
    return [(-b + side * root) / (2 * a) for side in (1, -1)]


_OTHER, _SQUARE = sympy.Dummy("s", real=True), sympy.Dummy("D", positive=True)


def _factors_with_powers(
    table: Mapping[str, Any], counts: Mapping[str, Any], algebra: Algebra, middle: Any
) -> tuple[dict[Any, Any], dict[str, Any]]:
    """Return the linear factors of the probabilities, positive inside, each with its power as counts.

    Beside them stands the number before the factors of each probability.
    """
    θ, exponents = algebra.parameter, dict[Any, Any]()
    sizes: dict[str, Any] = {}
    for name, formula in table.items():
        constant, factors = sympy.factor_list(formula, θ)
        for factor, power in factors:
            if sympy.degree(factor, θ) != 1:
                raise Unsupported(
                    f"{algebra.from_sympy(factor)} in the probability of {name} has no linear factors"
                )
            if factor.subs(θ, middle) < 0:
                factor, constant = -factor, constant * (-1) ** power
            exponents[factor] = exponents.get(factor, sympy.Integer(0)) + power * counts[name]
        if not constant > 0:
            raise Unsupported(f"the probability of {name} is not positive inside of the domain")
        sizes[name] = constant
    return exponents, sizes


def _with_rows(algebra: Algebra, formula: Any, counts: Mapping[str, Any]) -> Any:
    """Return a quotient with the number of rows in a denominator that is a multiple of all counts."""
    top, bottom = sympy.fraction(formula if formula.has(_SQUARE) else sympy.together(formula))
    times = sympy.cancel(bottom / sympy.Add(*counts.values()))
    return top / (times * algebra.rows) if times.is_number else formula


def _ends(domain: Interval, letter: Any) -> tuple[Expression, Expression]:
    if domain.low is None or domain.high is None:
        raise Unsupported(f"the parameter {letter} of a table lies between two numbers")
    return domain.low, domain.high
