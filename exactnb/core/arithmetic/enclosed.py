"""Numbers that are known by their enclosures: what a density of one's own comes to.

0.4^(3/log 2) has no exact form here. It stays the operation that it is, over exact parts, and every
operation with it is one more. Two such numbers are equal where they are seen to be the same formula;
else they are told apart by balls at rising precision, within a budget, or not at all.

How to read: `Enclosed` is a rational factor times an operation; `add`, `multiply`, `divide`, `power`,
`exponential`, `logarithm`, `gamma` and `digamma` put one together, from parts that need not be such.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from fractions import Fraction
from functools import reduce
from math import factorial
from typing import Any, Literal, Protocol

from exactnb.core.arithmetic import enclosure, irrational, values
from exactnb.core.arithmetic.closed_form import ClosedForm
from exactnb.core.arithmetic.irrational import LOG_E, split_rational
from exactnb.core.arithmetic.power_product import PowerProduct
from exactnb.core.arithmetic.reals import exponent_to_base
from exactnb.core.arithmetic.values import Infinite, Number, Undefined
from exactnb.core.record import frozen
from exactnb.errors import ExactnbError, Unsupported


class Inversion(Protocol):
    """Where the formula of a letter has the value `level`: an operation without parts."""

    @property
    def root_parts(self) -> tuple[str, Any, irrational.Finite, tuple[Fraction | None, Fraction | None]]:
        """Return the letter, its formula, the level, and the ends between which the place is."""

    def enclose(self, bits: int) -> enclosure.Ball:
        """Return a ball around the place, by a precision of `bits`."""


Operation = Literal["add", "multiply", "over", "exp", "log", "gamma", "digamma"] | Inversion

_REPEATED = 4  # the largest power that is written as a product
_MOST_PARTS = 4_000  # of one number, parts of parts counted each time


@frozen(slots=True, repr=False)
class Enclosed(irrational.Irrational):
    """Stand for factor·operation(parts): a sum, a product, 1/x, eˣ, log x, Γ(x) or ψ(x).

    The place where a function has a value is an operation without parts.
    """

    factor: Fraction
    operation: Operation
    parts: tuple[irrational.Finite, ...]
    size: int = 1

    def enclose(self, bits: int) -> enclosure.Ball:
        balls = [values.enclose(part, bits) for part in self.parts]
        match self.operation:
            case "add":
                ball = reduce(lambda left, right: left.plus(right, bits), balls)
            case "multiply":
                ball = reduce(lambda left, right: left.times(right, bits), balls)
            case "over":
                ball = enclosure.ball_of(1, bits).divided_by(balls[0], bits)
            case "exp" | "log" | "gamma" | "digamma" as function:
                ball = getattr(balls[0], function)(bits)
            case inversion:
                ball = inversion.enclose(bits)
        return ball if self.factor == 1 else ball.times(enclosure.ball_of(self.factor, bits), bits)

    def compare(self, rational: Fraction) -> int:
        # Small enough, their balls hold 0 at every precision that is tried; the sign is known anyway.
        if not rational and self.operation in ("exp", "gamma"):
            return 1 if self.factor > 0 else -1
        what = "a number that is known by enclosures could not be told from a rational one"
        return self.order_by_enclosures(rational, what)

    def plus(self, addend: Fraction) -> irrational.Finite:
        return add([self, addend])

    def times(self, factor: Fraction) -> irrational.Finite:
        if not factor:
            return factor
        return Enclosed(self.factor * factor, self.operation, self.parts, self.size)

    def is_recognised_as(self, candidate: irrational.Finite) -> bool:
        """Say whether `candidate` is the same formula, or their difference is seen to be 0."""
        return are_known_equal(self, candidate) or add([self, multiply([Fraction(-1), candidate])]) == 0


def add(terms: Sequence[irrational.Finite]) -> irrational.Finite:
    """Return the sum of `terms`: equal operations are put together, and exact numbers too.

    >>> two_to_root_two = power(Fraction(2), PowerProduct.of(2) ** Fraction(1, 2))
    >>> add([two_to_root_two, values.negate(two_to_root_two)])
    Fraction(0, 1)
    """
    reals: list[irrational.Finite] = []
    logarithms: list[irrational.Finite] = []
    factors: list[tuple[irrational.Finite, Fraction]] = []
    waiting = list(terms)
    while waiting:
        term = waiting.pop(0)
        if isinstance(term, Enclosed) and term.operation == "add":
            # A sum in a sum is taken apart, or equal terms of the two would never meet.
            waiting = [*(_scaled(term.factor, part) for part in term.parts), *waiting]
        elif isinstance(term, irrational.Logarithm) and term.base is None:
            logarithms.append(term)
        elif isinstance(term, Fraction | PowerProduct | ClosedForm):
            reals.append(term)
        else:
            coefficient, core = _split_rational(term)
            _add_term(factors, core, coefficient)
    # What cancelled has the factor 0. Rationals and logarithms have no form together: each adds up.
    cores = [_scaled(factor, core) for core, factor in factors if factor]
    exact = [require_finite(values.add(numbers)) for numbers in (reals, logarithms) if numbers]
    exact = [number for number in exact if number != 0]
    # With no operation beside them the two may have one exact form after all: log 2 + 3 is log 2e³.
    if not cores and len(exact) > 1:
        try:
            return require_finite(values.add(exact))
        except Unsupported:
            pass
    cores += exact
    return compose("add", cores) if len(cores) > 1 else cores[0] if cores else Fraction(0)


def multiply(factors: Sequence[irrational.Finite]) -> irrational.Finite:
    """Return the product of `factors`: powers of e are put together, and exact numbers too."""
    scale = Fraction(1)
    exact: irrational.Finite = Fraction(1)
    exponents: list[irrational.Finite] = []
    divisors: list[irrational.Finite] = []
    rest: list[irrational.Finite] = []
    waiting = list(factors)
    while waiting:
        factor = waiting.pop(0)
        if isinstance(factor, Fraction):
            scale *= factor
        elif isinstance(factor, Enclosed):
            scale *= factor.factor
            match factor.operation:
                case "multiply":
                    waiting = [*factor.parts, *waiting]
                case "exp":
                    exponents += factor.parts
                case "over":
                    divisors += factor.parts
                case _:
                    rest.append(_irrational_part(factor))
        elif isinstance(factor, PowerProduct | ClosedForm):
            exact = require_finite(values.multiply([exact, factor]))
        else:
            coefficient, core = _split_rational(factor)
            scale *= coefficient
            if isinstance(core, irrational.LogQuotient):
                divisors.append(core.denominator)
                rest += [core.numerator] if core.numerator != LOG_E else []
            else:
                rest.append(core)
    for part in list(divisors):
        place = next((index for index, term in enumerate(rest) if are_known_equal(part, term)), None)
        if place is not None:  # it stands above and below the bar
            del rest[place]
            divisors.remove(part)
    if exponents:
        power = exponential(add(exponents))
        # The powers of e came to an exact number, which may meet the others: once more, with it.
        if not isinstance(power, Enclosed):
            return multiply(
                [scale, exact, power, *rest, *(compose("over", [part]) for part in divisors)]
            )
        scale *= power.factor
        rest.insert(0, _irrational_part(power))
    coefficient, exact = _split_rational(exact)
    scale *= coefficient
    if exact != 1:
        rest.insert(0, exact)
    if not (rest or divisors) or not scale:
        return scale
    parts = (*rest, *divisors)
    # All that is left may have an exact form after all: one is preferred, as it compares exactly.
    if len(rest) <= 1 and len(divisors) <= 1 and not any(isinstance(part, Enclosed) for part in parts):
        try:
            dividend = values.multiply([scale, *rest])
            return require_finite(values.divide(dividend, *divisors or [Fraction(1)]))
        except Unsupported:
            pass
    rest += [compose("over", [part]) for part in divisors]
    return _scaled(scale, rest[0] if len(rest) == 1 else compose("multiply", rest))


def divide(dividend: irrational.Finite, divisor: irrational.Finite) -> irrational.Finite:
    """Return `dividend` / `divisor`, which is not 0."""
    return multiply([dividend, _inverse(divisor)])


def power(base: irrational.Finite, exponent: irrational.Finite) -> Number:
    """Return `base` to an `exponent`: e to the exponent times its logarithm; 0⁰ = 1.

    Raises Unsupported for a power of a negative number that is no whole one.
    """
    n = int(exponent) if isinstance(exponent, Fraction) and exponent.denominator == 1 else None
    if n in (0, 1):
        return base if n else Fraction(1)
    if n is not None and abs(n) <= _REPEATED:  # a negative base has no logarithm
        repeated = multiply([base] * abs(n))
        return repeated if n > 0 else values.divide(Fraction(1), repeated)
    sign = values.sign(base)
    if sign == 0:
        order = values.sign(exponent)
        return values.INFINITY if order < 0 else Fraction(int(order == 0))
    if sign < 0:
        if n is None:
            raise Unsupported("a power of a negative number has no exact form here")
        size = power(multiply([Fraction(-1), base]), exponent)
        return size if n % 2 == 0 else values.negate(size)
    return exponential(multiply([exponent, require_finite(logarithm(base))]))


def exponential(exponent: irrational.Finite) -> irrational.Finite:
    """Return e to an `exponent`."""
    if isinstance(exponent, Enclosed) and exponent.operation == "log" and exponent.factor == 1:
        return exponent.parts[0]
    if not isinstance(exponent, Enclosed):
        try:
            return require_finite(values.exponential(exponent))
        except Unsupported:
            pass
    return compose("exp", [exponent])


def logarithm(argument: irrational.Finite) -> Number:
    """Return the natural logarithm of an `argument`; -∞ of 0, undefined of a negative number."""
    sign = values.sign(argument)
    if sign <= 0:
        return Infinite(-1) if sign == 0 else values.UNDEFINED
    if isinstance(argument, Enclosed):
        if argument.operation == "exp":
            return add([require_finite(values.logarithm(argument.factor)), *argument.parts])
        return compose("log", [argument])
    try:
        return values.logarithm(argument)
    except Unsupported:
        return compose("log", [argument])


def _inverse(divisor: irrational.Finite) -> irrational.Finite:
    if isinstance(divisor, irrational.LogQuotient):
        exponent = exponent_to_base(divisor.numerator.argument, divisor.numerator.base)
        # r/log n is kept as log eʳ/log n: upside down it is a logarithm alone.
        if exponent is not None:
            return divisor.denominator.scaled(1 / exponent)
        return irrational.divide_by_logarithm(divisor.denominator, divisor.numerator)
    if not isinstance(divisor, Enclosed):
        try:
            exact = values.divide(Fraction(1), divisor)
        except Unsupported:
            coefficient, core = _split_rational(divisor)
            return _scaled(1 / coefficient, compose("over", [core]))
        return require_finite(exact)
    match divisor.operation:
        case "exp":
            inverse: irrational.Finite = exponential(multiply([Fraction(-1), *divisor.parts]))
        case "over":
            inverse = divisor.parts[0]
        case "multiply":
            inverse = multiply(list(map(_inverse, divisor.parts)))
        case _:
            inverse = compose("over", [_irrational_part(divisor)])
    return _scaled(1 / divisor.factor, inverse)


def are_known_equal(first: irrational.Finite, second: irrational.Finite) -> bool:
    """Say whether `first` and `second` are equal: exact ones by comparing, others part by part."""
    if first == second:
        return True
    first_ball, second_ball = (values.enclose(value, enclosure.FIRST_BITS) for value in (first, second))
    # Coarse balls tell most of them apart.
    if first_ball.is_above(second_ball) or second_ball.is_above(first_ball):
        return False
    if isinstance(first, Enclosed) and isinstance(second, Enclosed):
        if first.factor != second.factor or not _are_same_operation(first.operation, second.operation):
            return False
        # In any order: parts stand as they came.
        unmatched = list(second.parts)
        for part in first.parts:
            index = next((i for i, mate in enumerate(unmatched) if are_known_equal(part, mate)), None)
            if index is None:
                return False
            del unmatched[index]
        return not unmatched
    if isinstance(first, Enclosed) or isinstance(second, Enclosed):
        return False
    try:
        return values.compare(first, second) == 0
    except ExactnbError:
        return False


def _are_same_operation(first: Operation, second: Operation) -> bool:
    """Say whether two operations are one: of two places, the levels may be written in other ways."""
    if isinstance(first, str) or isinstance(second, str):
        return first == second
    *first_root, level, ends = first.root_parts
    *second_root, other_level, other_ends = second.root_parts
    return (first_root, ends) == (second_root, other_ends) and are_known_equal(level, other_level)


def _add_term(
    terms: list[tuple[irrational.Finite, Fraction]], core: irrational.Finite, coefficient: Fraction
) -> None:
    """Add a term to a sum, to its like if there is one."""
    for index, (factor, times) in enumerate(terms):
        if are_known_equal(core, factor):
            terms[index] = factor, times + coefficient
            return
    terms.append((core, coefficient))


def _irrational_part(value: Enclosed) -> Enclosed:
    """Return a number without its rational factor."""
    return Enclosed(Fraction(1), value.operation, value.parts, value.size)


def _split_rational(value: irrational.Finite) -> tuple[Fraction, irrational.Finite]:
    """Return the rational factor of a number, and the rest."""
    if isinstance(value, Enclosed):
        return value.factor, _irrational_part(value)
    return split_rational(value)


def _scaled(scale: Fraction, value: irrational.Finite) -> irrational.Finite:
    """Return the product with a rational number, which stays before an operation."""
    if isinstance(value, Enclosed):
        return value.times(scale)
    try:
        return require_finite(values.multiply([scale, value]))
    except Unsupported:  # a logarithm takes its factor in, for which a sum has no exact form
        if not isinstance(value, irrational.Logarithm) or value.base is not None:
            raise
        return compose("log", [value.argument]).times(scale)


def gamma(argument: Number) -> Number:
    """Return Γ(`argument`) of a number above 0: a factorial of whole numbers, with √π of halves.

    >>> gamma(Fraction(5)), gamma(Fraction(1, 2))
    (Fraction(24, 1), <PowerProduct √π ≈ 1.77245>)

    Raises Unsupported for numbers that are not above 0, and beyond 1,000.
    """
    if isinstance(argument, Undefined):
        return argument
    if isinstance(argument, Infinite) or values.sign(argument) <= 0:
        raise Unsupported("Γ is worked out for numbers above 0")
    if values.compare(argument, Fraction(1_000)) > 0:
        raise Unsupported("Γ is worked out up to 1,000")
    exact = values.rational(argument)
    if exact is not None and exact.denominator == 1:
        return Fraction(factorial(int(exact) - 1))
    if exact is not None and exact.denominator == 2:
        # Γ(x) = (x − 1)·Γ(x − 1), down to Γ(1/2) = √π.
        steps = (exact - Fraction(step) for step in range(1, int(exact) + 1))
        return values.multiply([*steps, PowerProduct(root_pi=1)])
    return compose("gamma", [require_finite(argument)])


def digamma(argument: Number) -> Number:
    """Return the slope of log Γ at `argument`, which is above 0."""
    if isinstance(argument, Undefined):
        return argument
    if isinstance(argument, Infinite) or values.sign(argument) <= 0:
        raise Unsupported("ψ is worked out for numbers above 0")
    return compose("digamma", [require_finite(argument)])


def compose(operation: Operation, parts: Sequence[irrational.Finite]) -> Enclosed:
    """Return an operation; raise Unsupported for one of very many parts."""
    size = 1 + sum(part.size if isinstance(part, Enclosed) else 1 for part in parts)
    if size > _MOST_PARTS:
        raise Unsupported(f"a number of more than {_MOST_PARTS:,} parts is not worked out")
    return Enclosed(Fraction(1), operation, tuple(parts), size)


def require_finite(value: Number) -> irrational.Finite:
    """Return a number that is finite; raise Unsupported for an infinity, and for what has no value."""
    if not values.is_finite(value):
        raise Unsupported("an infinity has no place in such a number")
    return value


Enclosed.operations = sys.modules[__name__]  # of which each takes up any other number
