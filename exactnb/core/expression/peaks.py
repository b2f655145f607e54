"""Where a formula is largest that falls with the logarithms of polynomials: arg max of −log(1 + m²).

As the logarithm rises, that is where the product of the polynomials is least.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import lcm

from exactnb.core.arithmetic.algebraic import AlgebraicRoot
from exactnb.core.arithmetic.enclosed import Enclosed
from exactnb.core.arithmetic.germs import Germ
from exactnb.core.arithmetic.irrational import Finite
from exactnb.core.arithmetic.roots import least_places, product
from exactnb.core.expression import nodes
from exactnb.core.expression.inverses import InverseFunction
from exactnb.core.expression.nodes import Expression
from exactnb.core.expression.results import Value
from exactnb.errors import Unsupported

_MOST = 160  # the degree of the product

_RATIONAL = nodes.Sum | nodes.Product | nodes.Negative | nodes.Quotient | nodes.Power
Coefficients = list[Fraction]
"""Those of a polynomial, the constant first."""


def peak_of(extremum: nodes.Extremum, evaluate: Callable[[Expression], Value]) -> Finite:
    """Return the only place at which a sum −w·log q(m) − …, the body of `extremum`, is largest.

    Each q rises on both sides; `evaluate` works out formulas without names. A place without a closed
    form is known by its enclosures, as the zero of a polynomial.

    Raises Unsupported if there are several places, for another formula, and for polynomials of many
    powers; Undecidable where two places could not be compared.
    """
    letter = extremum.variable

    def polynomial(formula: Expression) -> Coefficients:
        # With a λ for the letter a quotient of polynomials is worked out as one in λ. Of any other
        # function, such as e to a λ, the limit would be taken.
        with_letter = (part for part in formula.walk() if part != letter and letter in part.walk())
        has_limit = any(isinstance(part, nodes.Vanishing) for part in formula.walk())
        if not has_limit and all(isinstance(part, _RATIONAL) for part in with_letter):
            small = nodes.Vanishing()
            value = evaluate(nodes.replace(formula, lambda part: small if part == letter else None))
            if isinstance(value, Fraction):
                return [value]
            upper, lower = value.polynomials() if isinstance(value, Germ) else ((), ())
            rational = [c for c in upper if isinstance(c, Fraction)]
            if lower == (Fraction(1),) and len(rational) == len(upper):
                return rational
        raise Unsupported(f"{formula} is no polynomial with rational coefficients")

    terms = list(_terms(extremum.body, Fraction(-1), polynomial))
    if not terms or any(times <= 0 for _, times in terms):
        raise Unsupported("what is largest is minus a sum of logarithms")
    common = lcm(*(times.denominator for _, times in terms))
    total = [Fraction(1)]
    for argument, times in terms:
        factor = polynomial(argument)
        for _ in range(int(times * common)):
            total = product(total, factor)
            if len(total) > _MOST:
                raise Unsupported(f"the slope of so many rows has more than {_MOST} powers")
    places = least_places(total)
    if len(places) > 1:
        from exactnb.core.arithmetic.rounding import Rounding, rounded

        where = " and ".join(str(rounded(place, Rounding(figures=4))) for place in places)
        raise Unsupported(f"the likelihood is largest at {len(places)} places, {where}: a tie")
    (place,) = places
    if not isinstance(place, AlgebraicRoot) or not isinstance(letter, nodes.Symbol):
        return place
    powers = [_term(c, letter, power) for power, c in enumerate(place.polynomial) if c]
    slope = nodes.Sum.of(reversed(powers))
    return Enclosed(Fraction(1), InverseFunction(letter.letter, slope, Fraction(0), place.between), ())


def _term(coefficient: int, letter: nodes.Symbol, power: int) -> Expression:
    """Return a coefficient times a power of a letter."""
    size = nodes.Integer(abs(coefficient))
    base = letter if power == 1 else nodes.Power(letter, nodes.Integer(power))
    term = size if not power else base if size.value == 1 else nodes.Product((size, base))
    return nodes.Negative(term) if coefficient < 0 else term


def _terms(
    body: Expression, times: Fraction, polynomial: Callable[[Expression], Coefficients]
) -> Iterator[tuple[Expression, Fraction]]:
    """Yield what logarithms are of, each with how often they are taken away."""
    match body:
        case nodes.Sum(terms):
            for term in terms:
                yield from _terms(term, times, polynomial)
        case nodes.Negative(term):
            yield from _terms(term, -times, polynomial)
        case nodes.Product((*numbers, last)):
            for number in numbers:
                factor, *more = polynomial(number)
                if more:
                    raise Unsupported(f"{number} is no rational number")
                times *= factor
            yield from _terms(last, times, polynomial)
        case nodes.Function("log", argument):
            yield argument, times
        case _:
            raise Unsupported("what is largest is minus a sum of logarithms")
