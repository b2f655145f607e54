"""Working with rounded numbers, as a student does who writes down each result in a few figures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from exactnb.core.arithmetic import values
from exactnb.core.arithmetic.rational_in_lambda import RationalInLambda
from exactnb.core.arithmetic.rounding import Rounding, rounded
from exactnb.core.arithmetic.values import Infinite, Number, Undefined
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.nodes import Expression, Integer, Power, Product
from exactnb.core.expression.operations import EXACT, Operations
from exactnb.core.expression.reasons import Rule
from exactnb.core.expression.results import NoNumber, Value, settled
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import InlineForm
from exactnb.core.naming.names import QuantityName
from exactnb.core.record import frozen
from exactnb.errors import ExactnbError
from exactnb.teach.grading.targets import Target

_MOST_FACTORS = 6  # that are multiplied in every order


def with_rounding(
    graph: Quantities, name: QuantityName, own: Mapping[QuantityName, Value], figures: int
) -> Iterator[Target]:
    """Yield what a quantity is by own values if whatever was not answered is rounded on the way.

    That is done once for each quantity, or after every step of its formula; counts and given numbers
    stay as they are.
    """
    rounding = Rounding(figures=figures)
    known = {n: v for n, v in own.items() if n != name}
    for operations in (EXACT, RoundedSteps(rounding)):
        worked = _Worked(graph, rounding, operations, dict(known))
        try:
            yield Target(settled(worked.value(name)))
            formula = graph[name].formula
            if operations is not EXACT and isinstance(formula, Product):
                factors = [worked.number(factor) for factor in _one_by_one(formula)]
                yield from map(Target, products(factors, rounding))
        except ExactnbError:  # 0/0, once everything is rounded: nobody goes on from that
            continue


def products(factors: Sequence[Number], rounding: Rounding) -> Iterator[Number]:
    """Yield the products of numbers, rounded after each factor, in every order; none of very many.

    >>> from fractions import Fraction
    >>> found = products([Fraction(1, 3), Fraction(1, 6), Fraction(16)], Rounding(figures=2))
    >>> sorted(map(str, found))
    ['22/25', '9/10']
    """
    if not 2 < len(factors) <= _MOST_FACTORS:
        return
    found: dict[tuple[int, ...], set[Number]] = {(at,): {of} for at, of in enumerate(factors)}
    for size in range(2, len(factors) + 1):
        for chosen in combinations(range(len(factors)), size):
            found[chosen] = {
                _shortened(values.multiply([so_far, factors[last]]), rounding)  # type: ignore[misc]
                for last in chosen
                for so_far in found[tuple(at for at in chosen if at != last)]
            }
    yield from found[tuple(range(len(factors)))]


def _one_by_one(product: Product) -> Iterator[Expression]:
    """Yield the factors of a product, those of a power one by one."""
    for factor in product.factors:
        match factor:
            case Power(base, Integer(times)) if 1 < times <= _MOST_FACTORS:
                yield from (base for _ in range(times))
            case _:
                yield factor


@frozen
class _Worked:
    """Values of a graph, each rounded; what is worked out is kept in `found`."""

    graph: Quantities
    rounding: Rounding
    operations: Operations
    found: dict[QuantityName, Value]

    def value(self, name: QuantityName) -> Value:
        if name not in self.found:
            self.found[name] = self._value(name)
        return self.found[name]

    def number(self, factor: Expression) -> Number:
        """Return a factor as it is written down."""
        found = evaluate(factor, self.value, self.operations)
        return _shortened(found, self.rounding)  # type: ignore[return-value]

    def _value(self, name: QuantityName) -> Value:
        quantity = self.graph[name]
        if quantity.reason.rule in (Rule.COUNT, Rule.GIVEN):
            return self.graph.value(name)
        counted = quantity.inline is InlineForm.COUNTED  # as one fraction of whole numbers
        operations = EXACT if counted else self.operations
        return _shortened(evaluate(quantity.formula, self.value, operations), self.rounding)


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
        """Return a sum, rounded once."""
        return self._short(values.add(list(terms)))

    def multiply(self, factors: Iterable[Number]) -> Number:
        """Return a product, rounded after each factor."""
        found, *others = factors
        for factor in others:
            found = self._short(values.multiply([found, factor]))
        return found

    def divide(self, above: Number, below: Number) -> Number:
        """Return a quotient."""
        return self._short(values.divide(above, below))

    def power(self, base: Number, exponent: Number) -> Number:
        """Return a power."""
        return self._short(EXACT.power(base, exponent))

    def function(self, name: str, argument: Number) -> Number:
        """Return exp, sqrt or a logarithm."""
        return self._short(EXACT.function(name, argument))

    def _short(self, value: Number) -> Number:
        return _shortened(value, self.rounding)  # type: ignore[return-value]


def _shortened(value: Value, rounding: Rounding) -> Value:
    if isinstance(value, Infinite | Undefined | NoNumber | RationalInLambda):
        return value
    return rounded(value, rounding).value
