"""Arithmetic with rounded numbers, as by a student who writes down each result in a few figures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from exactnb.core.arithmetic import values
from exactnb.core.arithmetic.rounding import Rounding
from exactnb.core.arithmetic.values import Number
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.nodes import Expression, Integer, Power, Product
from exactnb.core.expression.results import EXACT, Operations, Value, settled
from exactnb.core.model.quantities import Quantities, round_value
from exactnb.core.naming.names import QuantityName
from exactnb.core.record import frozen
from exactnb.errors import ExactnbError
from exactnb.teach.grading.targets import Target

_MOST_FACTORS = 6  # that are multiplied in every order


def with_rounding(
    graph: Quantities, name: QuantityName, student_values: Mapping[QuantityName, Value], figures: int
) -> Iterator[Target]:
    """Yield values of `name` in a `graph` if quantities that were not answered are rounded on the way.

    `student_values` are the answers, `figures` the significant figures kept. Rounding happens once for
    each quantity, or after every step of its formula; counts and given numbers stay as they are.
    """
    rounding = Rounding(figures=figures)
    fixed = {n: v for n, v in student_values.items() if n != name}
    for operations in (EXACT, RoundedSteps(rounding)):
        value = graph.evaluating(fixed, rounding, operations=operations)
        try:
            yield Target(settled(value(name)))
            formula = graph[name].formula
            if operations is not EXACT and isinstance(formula, Product):
                factors = (evaluate(factor, value, operations) for factor in _single_factors(formula))
                written = [round_value(factor, rounding) for factor in factors]
                yield from map(Target, products(written, rounding))  # type: ignore[arg-type]
        except ExactnbError:  # 0/0 after rounding: nobody goes on from that
            continue


def products(factors: Sequence[Number], rounding: Rounding) -> Iterator[Number]:
    """Yield the products of `factors`, rounded by `rounding` after each factor, in every order.

    Nothing is yielded for more than six factors: there are too many orders.

    >>> from fractions import Fraction
    >>> found = products([Fraction(1, 3), Fraction(1, 6), Fraction(16)], Rounding(figures=2))
    >>> sorted(map(str, found))
    ['22/25', '9/10']
    """
    if not 2 < len(factors) <= _MOST_FACTORS:
        return
    by_factors: dict[tuple[int, ...], set[Number]] = {
        (index,): {factor} for index, factor in enumerate(factors)
    }
    for size in range(2, len(factors) + 1):
        for chosen in combinations(range(len(factors)), size):
            by_factors[chosen] = {
                round_value(values.multiply([so_far, factors[last]]), rounding)  # type: ignore[misc]
                for last in chosen
                for so_far in by_factors[tuple(index for index in chosen if index != last)]
            }
    yield from by_factors[tuple(range(len(factors)))]


def _single_factors(product: Product) -> Iterator[Expression]:
    """Yield the factors of a product, those of a power one by one."""
    for factor in product.factors:
        match factor:
            case Power(base, Integer(times)) if 1 < times <= _MOST_FACTORS:
                yield from [base] * times
            case _:
                yield factor


@frozen
class RoundedSteps(Operations):
    """Round after every step: each product of two numbers, each sum, each quotient.

    >>> from fractions import Fraction
    >>> steps = RoundedSteps(Rounding(figures=2))
    >>> steps.multiply([Fraction(1, 3), Fraction(1, 3)]), steps.divide(Fraction(2), Fraction(3))
    (Fraction(11, 100), Fraction(67, 100))
    """

    rounding: Rounding

    def add(self, terms: Iterable[Number]) -> Number:
        return self._short(values.add(list(terms)))

    def multiply(self, factors: Iterable[Number]) -> Number:
        """Return the product of `factors`, rounded after each factor."""
        product, *rest = factors
        for factor in rest:
            product = self._short(values.multiply([product, factor]))
        return product

    def divide(self, numerator: Number, denominator: Number) -> Number:
        return self._short(values.divide(numerator, denominator))

    def power(self, base: Number, exponent: Number) -> Number:
        return self._short(EXACT.power(base, exponent))

    def function(self, name: str, argument: Number) -> Number:
        return self._short(EXACT.function(name, argument))

    def _short(self, value: Number) -> Number:
        return round_value(value, self.rounding)  # type: ignore[return-value]
