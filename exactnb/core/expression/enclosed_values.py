"""Values that are known by their enclosures where no closed form is, in formulas that somebody states.

How to read: `ENCLOSED` is the arithmetic, which is exact where that goes. An `InverseFunction` is
where a function that moves one way has a value: between two rational numbers at which it is known, by
balls, to be less and to be more. `maximizer_of` finds where a formula is largest that falls with the
logarithms of polynomials, such as −log(1 + m²): as the logarithm rises, that is where their product
is least.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import partial, reduce
from math import lcm
from typing import Any

from exactnb.core.arithmetic import enclosed, enclosure, values
from exactnb.core.arithmetic.algebraic import AlgebraicRoot
from exactnb.core.arithmetic.enclosed import Enclosed
from exactnb.core.arithmetic.enclosure import Ball
from exactnb.core.arithmetic.germs import Germ
from exactnb.core.arithmetic.irrational import Finite
from exactnb.core.arithmetic.roots import minimizers, multiply_polynomials
from exactnb.core.arithmetic.values import Number
from exactnb.core.expression import nodes
from exactnb.core.expression.general_nodes import ExactValue
from exactnb.core.expression.nodes import Expression
from exactnb.core.expression.results import BASES, EXACT, Operations, Value
from exactnb.core.lazy import once, once_each
from exactnb.core.record import frozen
from exactnb.errors import Unsupported


class EnclosedOperations(Operations):
    """Do every step exactly where that goes, and else keep it as a number known by enclosures."""

    def add(self, terms: Iterable[Number]) -> Number:
        return _exact_or_enclosed(
            lambda *parts: values.add(parts), lambda *parts: enclosed.add(parts), *terms
        )

    def multiply(self, factors: Iterable[Number]) -> Number:
        return _exact_or_enclosed(
            lambda *parts: values.multiply(parts), lambda *parts: enclosed.multiply(parts), *factors
        )

    def divide(self, numerator: Number, denominator: Number) -> Number:
        return _exact_or_enclosed(values.divide, enclosed.divide, numerator, denominator)

    def power(self, base: Number, exponent: Number) -> Number:
        return _exact_or_enclosed(EXACT.power, enclosed.power, base, exponent)

    def function(self, name: str, argument: Number) -> Number:
        if name == "Gamma":
            return enclosed.gamma(argument)
        if name == "digamma":
            return enclosed.digamma(argument)
        if name == "abs":
            return EXACT.function(name, argument)
        functions: Mapping[str, Callable[[Any], Number]] = {
            "exp": enclosed.exponential,
            **{logarithm: partial(_logarithm, base) for logarithm, base in BASES.items()},
            "sqrt": lambda radicand: enclosed.power(radicand, Fraction(1, 2)),
        }
        return _exact_or_enclosed(partial(EXACT.function, name), functions[name], argument)

    def factorial(self, argument: Number) -> Number:
        """Return the factorial of a whole `argument`, of any other Γ of one more."""
        return _exact_or_enclosed(
            EXACT.factorial,
            lambda number: enclosed.gamma(enclosed.add([number, Fraction(1)])),
            argument,
        )


def _logarithm(base: int | None, argument: Any) -> Number:
    """Return a logarithm to a base, None for e: that of e over that of the base."""
    natural = enclosed.logarithm(argument)
    return natural if base is None else ENCLOSED.divide(natural, values.logarithm(Fraction(base)))


def _exact_or_enclosed(
    exact: Callable[..., Number], inexact: Callable[..., Number], *parts: Number
) -> Number:
    """Return what `exact` makes of some numbers; of finite ones for which it has no form, `inexact`."""
    try:
        return exact(*parts)
    except Unsupported:
        if not all(map(values.is_finite, parts)):
            raise
        return inexact(*parts)


ENCLOSED = EnclosedOperations()
"""The arithmetic of formulas that somebody states: every step has a value."""


_FUNCTIONS = {
    "exp": Ball.exp, "log": Ball.log, "sqrt": Ball.root, "Gamma": Ball.gamma, "digamma": Ball.digamma,
}  # fmt: skip
_WIDEST = 64  # powers of two that are tried as places
_MOST_BITS = 4_096  # of a place; balls of more bits are as wide as those of so many
_MOST_POWER = 200  # that is multiplied out, as a base may be negative
_HALVINGS = 24  # before the chord shows where to look


@frozen
class InverseFunction:
    """The place of a letter between two `ends` at which a formula has the value `level`.

    An end is None where there is none. It is the operation of a number that is known by its enclosures,
    and has no parts.
    """

    letter: str
    formula: Expression
    level: Finite
    ends: tuple[Fraction | None, Fraction | None]

    @property
    def root_parts(self) -> tuple[str, Expression, Finite, tuple[Fraction | None, Fraction | None]]:
        """Return what it is the root of."""
        return self.letter, self.formula, self.level, self.ends

    def difference_at(self, place: Fraction, bits: int) -> Ball:
        """Return a ball around the formula at `place`, less the level, at a precision of `bits`."""
        there = _enclose_formula(self.formula, {self.letter: enclosure.ball_of(place, bits)}, bits)
        minus = enclosure.ball_of(-1, bits)
        return there.plus(values.enclose(self.level, bits).times(minus, bits), bits)

    def sign_at(self, place: Fraction, bits: int) -> int | None:
        """Return the sign of the formula at `place` less the level; None if no ball tells.

        `bits` is the first precision that is tried; the last is four times it.
        """
        for precision in (bits + 32, 2 * bits + 64, 4 * bits + 128):
            if (sign := self.difference_at(place, precision).sign()) is not None:
                return sign
        return None

    @once
    def bracketing_places(self) -> tuple[Fraction, Fraction]:
        """Return two places around the one that is sought: there the signs differ.

        Raises Unsupported where none are known.
        """
        signs: dict[int, Fraction] = {}
        for place in _trial_places(*self.ends):
            sign = self.sign_at(place, enclosure.FIRST_BITS)
            if sign:
                signs[sign] = place
            if len(signs) == 2:
                low, high = sorted(signs.values())
                return low, high
        raise Unsupported(
            f"no {self.letter} is known at which the slope of the log-likelihood is 0: it may rise to "
            "an end that is left out"
        )

    @once_each
    def enclose(self, bits: int) -> Ball:
        """Return a ball around the place, of a relative size of 2^−`bits`.

        Halving comes close, then secants are tried and tested.
        """
        bits = min(bits, _MOST_BITS)
        low, high = self.bracketing_places
        rises = self.sign_at(low, bits) == -1
        for halving in range(bits + 4 * _WIDEST):
            size = max(abs(low), abs(high))
            if high - low <= size / 2**bits:
                break
            if halving >= _HALVINGS and high - low < size / 2:
                near = self._secant_place(low, high, bits)
                step = abs(near) / 2 ** (bits + 2)
                places = [near - step, near + step]
                signs = [self.sign_at(place, bits) for place in places]
                if signs == ([-1, 1] if rises else [1, -1]):
                    low, high = places
                    break
            middle = (low + high) / 2
            sign = self.sign_at(middle, bits)
            if not sign:  # the place itself, or so near to it that no ball tells
                break
            low, high = (middle, high) if (sign < 0) == rises else (low, middle)
        return enclosure.ball_between(low, high, bits)

    def _secant_place(self, low: Fraction, high: Fraction, bits: int) -> Fraction:
        """Return a place close to the one that is sought, which nothing shows yet."""
        grain, precision = 2 ** (bits + 2 * enclosure.FIRST_BITS), bits + enclosure.FIRST_BITS
        places = [low, high]
        gaps = [_middle(self.difference_at(place, precision)) for place in places]
        for _ in range(bits.bit_length() * 2):
            if gaps[0] == gaps[1]:
                break
            step = gaps[1] * (places[1] - places[0]) / (gaps[1] - gaps[0])
            place = Fraction(round((places[1] - step) * grain), grain)
            if not low < place < high or place == places[1]:
                break
            places, gaps = [places[1], place], [gaps[1], _middle(self.difference_at(place, precision))]
            if abs(step) < abs(place) / 2 ** (bits + 8):
                break
        return places[1]


def root_place(root: nodes.Root, level: values.Number) -> values.Number:
    """Return where the formula of a root has the value `level`, known by its enclosures.

    Raises Unsupported where no such place is known.
    """
    if not values.is_finite(level):
        return values.UNDEFINED
    inverse = InverseFunction(root.variable.letter, root.body, level, root.ends)
    inverse.bracketing_places  # noqa: B018 - it exists
    return Enclosed(Fraction(1), inverse, ())


def _trial_places(low: Fraction | None, high: Fraction | None) -> Iterator[Fraction]:
    """Yield places all over an interval, those in its middle first."""
    powers = [Fraction(2) ** (sign * index) for index in range(_WIDEST) for sign in (1, -1)]
    if low is not None and high is not None:
        for index in range(1, _WIDEST):
            share = (high - low) / 2**index
            yield from (low + share, high - share)
    elif low is not None or high is not None:
        yield from (high - step if low is None else low + step for step in powers)  # type: ignore[operator]
    else:
        yield Fraction(0)
        yield from (sign * step for step in powers for sign in (1, -1))


def _middle(ball: Ball) -> Fraction:
    bounds = ball.bounds()
    return Fraction(0) if bounds is None else (bounds[0] + bounds[1]) / 2


def _enclose_formula(formula: Expression, letters: Mapping[str, Ball], bits: int) -> Ball:
    """Return a ball around the value of a formula, with balls for its letters."""
    match formula:
        case nodes.Symbol(letter):
            return letters[letter]
        case nodes.Integer(value):
            return enclosure.ball_of(value, bits)
        case ExactValue(value):
            return values.enclose(value, bits)  # type: ignore[arg-type]
    parts = [_enclose_formula(part, letters, bits) for part in formula.children]
    match formula:
        case nodes.Sum():
            return reduce(lambda left, right: left.plus(right, bits), parts)
        case nodes.Product():
            return reduce(lambda left, right: left.times(right, bits), parts)
        case nodes.Negative():
            return parts[0].times(enclosure.ball_of(-1, bits), bits)
        case nodes.Quotient():
            return parts[0].divided_by(parts[1], bits)
        case nodes.Power(_, nodes.Integer(exponent)) if 0 <= exponent <= _MOST_POWER:
            return reduce(
                lambda left, _: left.times(parts[0], bits), range(exponent), enclosure.ball_of(1, bits)
            )
        case nodes.Power():
            return parts[0].log(bits).times(parts[1], bits).exp(bits)
        case nodes.Function(name) if name in _FUNCTIONS:
            return _FUNCTIONS[name](parts[0], bits)
    raise Unsupported(f"{formula} is not enclosed here")


_MOST = 160  # the degree of the product

_RATIONAL = nodes.Sum | nodes.Product | nodes.Negative | nodes.Quotient | nodes.Power
Coefficients = list[Fraction]
"""Those of a polynomial, the constant first."""


def maximizer_of(extremum: nodes.Extremum, evaluate: Callable[[Expression], Value]) -> Finite:
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
            upper, lower = value.numerator_and_denominator() if isinstance(value, Germ) else ((), ())
            rational = [c for c in upper if isinstance(c, Fraction)]
            if lower == (Fraction(1),) and len(rational) == len(upper):
                return rational
        raise Unsupported(f"{formula} is no polynomial with rational coefficients")

    terms = list(_subtracted_logarithms(extremum.body, Fraction(-1), polynomial))
    if not terms or any(times <= 0 for _, times in terms):
        raise Unsupported("what is largest is minus a sum of logarithms")
    common = lcm(*(times.denominator for _, times in terms))
    total = [Fraction(1)]
    for argument, times in terms:
        factor = polynomial(argument)
        for _ in range(int(times * common)):
            total = multiply_polynomials(total, factor)
            if len(total) > _MOST:
                raise Unsupported(f"the slope of so many rows has more than {_MOST} powers")
    places = minimizers(total)
    if len(places) > 1:
        from exactnb.core.arithmetic.rounding import Rounding, rounded

        where = " and ".join(str(rounded(place, Rounding(figures=4))) for place in places)
        raise Unsupported(f"the likelihood is largest at {len(places)} places, {where}: a tie")
    (place,) = places
    if not isinstance(place, AlgebraicRoot) or not isinstance(letter, nodes.Symbol):
        return place
    powers = [_monomial(c, letter, power) for power, c in enumerate(place.polynomial) if c]
    slope = nodes.Sum.of(reversed(powers))
    return Enclosed(Fraction(1), InverseFunction(letter.letter, slope, Fraction(0), place.between), ())


def _monomial(coefficient: int, letter: nodes.Symbol, power: int) -> Expression:
    """Return a coefficient times a power of a letter."""
    size = nodes.Integer(abs(coefficient))
    base = letter if power == 1 else nodes.Power(letter, nodes.Integer(power))
    term = size if not power else base if size.value == 1 else nodes.Product((size, base))
    return nodes.Negative(term) if coefficient < 0 else term


def _subtracted_logarithms(
    body: Expression, times: Fraction, polynomial: Callable[[Expression], Coefficients]
) -> Iterator[tuple[Expression, Fraction]]:
    """Yield what logarithms are of, each with how often they are taken away."""
    match body:
        case nodes.Sum(terms):
            for term in terms:
                yield from _subtracted_logarithms(term, times, polynomial)
        case nodes.Negative(term):
            yield from _subtracted_logarithms(term, -times, polynomial)
        case nodes.Product((*numbers, last)):
            for number in numbers:
                factor, *more = polynomial(number)
                if more:
                    raise Unsupported(f"{number} is no rational number")
                times *= factor
            yield from _subtracted_logarithms(last, times, polynomial)
        case nodes.Function("log", argument):
            yield argument, times
        case _:
            raise Unsupported("what is largest is minus a sum of logarithms")
