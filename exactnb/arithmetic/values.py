"""What a quantity can be worth, and the exact arithmetic on it.

A value is a rational, a closed form, an infinity, or the result 0/0: each stays what it is. A
rational that would take more than a few thousand digits is left as a `PowerProduct`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from exactnb.arithmetic import enclosure
from exactnb.arithmetic.closed_form import ClosedForm, Term, one_term, quotient, sign_of_sum
from exactnb.arithmetic.coprime import ratio_of_exponents
from exactnb.arithmetic.power_product import ONE, PowerProduct
from exactnb.errors import Unsupported

__all__ = [
    "INFINITY", "UNDEFINED", "Infinite", "Logarithm", "Number", "Real", "Undefined",
    "add", "compare", "divide", "enclose", "exponential", "is_rational", "logarithm", "multiply",
    "negate", "power", "sign",
]  # fmt: skip

_MULTIPLIED_OUT = 1 << 14  # bits of a rational that is kept as a Fraction
_REPEATED = 1_000  # the largest power of a sum that is worked out


@dataclass(frozen=True, slots=True)
class Infinite:
    """An infinity, by its sign: the odds 3/0, the log of zero."""

    sign: int

    def __str__(self) -> str:
        return "∞" if self.sign > 0 else "−∞"


@dataclass(frozen=True, slots=True)
class Undefined:
    """The result 0/0: an answer, not an error."""

    def __str__(self) -> str:
        return "undefined"


@dataclass(frozen=True, slots=True)
class Logarithm:
    """The logarithm of a positive number that is not a rational power of the base.

    `base` is an integer, or None for e.
    """

    argument: Fraction | PowerProduct | ClosedForm
    base: int | None = None

    def enclose(self, bits: int) -> enclosure.Ball:
        """Return a ball around the value, computed with the given working precision."""
        if isinstance(self.argument, PowerProduct):
            ball = self.argument.log(bits)
        else:
            ball = enclose(self.argument, bits).log(bits)
        if self.base is not None:
            ball = ball.over(PowerProduct.of(self.base).log(bits), bits)
        return ball


INFINITY = Infinite(1)
UNDEFINED = Undefined()
Real = Fraction | PowerProduct | ClosedForm
"""A finite number without logarithms."""
Number = Real | Logarithm | Infinite | Undefined
"""Anything that arithmetic can give."""


def add(terms: Iterable[Number]) -> Number:
    """Return the sum. ∞ − ∞ is undefined, and so is what rests on an undefined term.

    >>> add([Fraction(9, 64), Fraction(9, 128)])
    Fraction(27, 128)
    """
    terms = list(terms)
    if any(isinstance(t, Undefined) for t in terms):
        return UNDEFINED
    infinite = {t.sign for t in terms if isinstance(t, Infinite)}
    if infinite:
        return Infinite(infinite.pop()) if len(infinite) == 1 else UNDEFINED
    finite = [t for t in terms if not isinstance(t, Infinite | Undefined)]
    if any(isinstance(t, Logarithm) for t in finite):
        return _add_logarithms(finite)
    reals = [t for t in finite if not isinstance(t, Logarithm)]
    if len(reals) == 1:
        return reals[0]
    if all(isinstance(t, Fraction) for t in reals):
        return sum((t for t in reals if isinstance(t, Fraction)), Fraction(0))
    total: Real = Fraction(0)
    for term in reals:
        (above, below), (more, under) = _sums(total), _sums(term)
        if below == under:
            total = _tidy(quotient([*above, *more], below))
        else:
            total = _tidy(quotient([*_cross(above, under), *_cross(more, below)], _cross(below, under)))
    return total


def multiply(factors: Iterable[Number]) -> Number:
    """Return the product; 0·∞ is undefined, and a zero beside an undefined factor saves nothing.

    >>> multiply([Fraction(1, 2), Fraction(2, 4), Fraction(3, 4), Fraction(3, 4)])
    Fraction(9, 64)
    """
    factors = list(factors)
    if any(isinstance(f, Undefined) for f in factors):
        return UNDEFINED
    if any(isinstance(f, Infinite) for f in factors):
        signs = [sign(f) for f in factors]
        if 0 in signs:
            return UNDEFINED
        return Infinite(-1 if signs.count(-1) % 2 else 1)
    logarithms = [f for f in factors if isinstance(f, Logarithm)]
    reals = [f for f in factors if isinstance(f, Fraction | PowerProduct | ClosedForm)]
    product = _multiply_reals(reals)
    if not logarithms or product == Fraction(0):
        return product
    if len(logarithms) > 1 or not isinstance(product, Fraction):
        raise Unsupported("a product of logarithms has no exact form here")
    return _scaled(logarithms[0], product)


def divide(above: Number, below: Number) -> Number:
    """Return the quotient: 0/0 is undefined, x/0 infinite with the sign of x.

    >>> divide(Fraction(0), Fraction(0)), divide(Fraction(3), Fraction(0))
    (Undefined(), Infinite(sign=1))
    """
    if isinstance(above, Undefined) or isinstance(below, Undefined):
        return UNDEFINED
    if isinstance(below, Infinite):
        return UNDEFINED if isinstance(above, Infinite) else Fraction(0)
    if sign(below) == 0:
        top = sign(above)
        return Infinite(top) if top else UNDEFINED
    if isinstance(above, Infinite):
        return Infinite(above.sign * sign(below))
    if not isinstance(above, Infinite) and sign(above) == 0:
        return Fraction(0)
    if isinstance(below, Logarithm):
        if isinstance(above, Logarithm) and above.base == below.base:
            ratio = _ratio_of_logarithms(above, below)
            if ratio is not None:
                return ratio
        raise Unsupported("a quotient of logarithms has no exact form here")
    if isinstance(above, Fraction) and isinstance(below, Fraction):
        return above / below
    if isinstance(above, Logarithm):
        if isinstance(below, Fraction):
            return _scaled(above, 1 / below)
        raise Unsupported("a logarithm over an irrational number has no exact form here")
    if isinstance(above, PowerProduct) and isinstance(below, PowerProduct):
        return _tidy(above / below)
    (top_sum, top_under), (low_sum, low_under) = _sums(above), _sums(below)
    return _tidy(quotient(_cross(top_sum, low_under), _cross(top_under, low_sum)))


def power(base: Number, exponent: Fraction) -> Number:
    """Return a rational power; 0⁰ = 1.

    >>> power(Fraction(2), Fraction(1, 2))
    PowerProduct(factors=((2, Fraction(1, 2)),), exponential=Fraction(0, 1), root_pi=0, zeros=0)
    """
    if isinstance(base, Undefined):
        return UNDEFINED
    if isinstance(base, Infinite):
        return _power_of_infinity(base, exponent)
    if exponent == 0:
        return Fraction(1)
    if sign(base) == 0:
        return INFINITY if exponent < 0 else Fraction(0)
    whole = exponent.denominator == 1
    if isinstance(base, Fraction) and whole and _bits(base) * abs(exponent) <= _MULTIPLIED_OUT:
        return base ** int(exponent)
    if isinstance(base, Fraction) and (base > 0 or whole):
        size = _tidy(PowerProduct.of(abs(base)) ** exponent)
        return size if base > 0 or exponent % 2 == 0 else negate(size)
    if isinstance(base, PowerProduct):
        if (base.root_pi * exponent).denominator != 1:
            raise Unsupported("a fractional power of √π has no exact form here")
        return _tidy(base**exponent)
    if whole and abs(exponent) <= _REPEATED:
        repeated = multiply([base] * abs(int(exponent)))
        return repeated if exponent > 0 else divide(Fraction(1), repeated)
    raise Unsupported("this power of a sum, or of a negative number, has no exact form here")


def _power_of_infinity(base: Infinite, exponent: Fraction) -> Number:
    if exponent == 0:
        return UNDEFINED
    if exponent < 0:
        return Fraction(0)
    if base.sign > 0:
        return base
    if exponent.denominator != 1:
        return UNDEFINED
    return Infinite(1) if exponent % 2 == 0 else base


def logarithm(argument: Number, base: int | None = None) -> Number:
    """Return the logarithm to an integer base, or the natural one.

    >>> logarithm(Fraction(8), 2), logarithm(Fraction(0)), logarithm(Fraction(1))
    (Fraction(3, 1), Infinite(sign=-1), Fraction(0, 1))
    """
    if base is not None and base < 2:
        raise ValueError(f"'base' must be at least 2 (got {base})")
    if isinstance(argument, Undefined):
        return UNDEFINED
    if isinstance(argument, Infinite):
        return argument if argument.sign > 0 else UNDEFINED
    if isinstance(argument, Logarithm):
        raise Unsupported("a logarithm of a logarithm has no exact form here")
    if sign(argument) <= 0:
        return Infinite(-1) if sign(argument) == 0 else UNDEFINED
    exact = _exponent_of(argument, base)
    return exact if exact is not None else Logarithm(argument, base)


def exponential(exponent: Number) -> Number:
    """Return e to a power; exp(log x) is x.

    >>> exponential(Fraction(-1, 2))
    PowerProduct(factors=(), exponential=Fraction(-1, 2), root_pi=0, zeros=0)
    """
    if isinstance(exponent, Undefined):
        return UNDEFINED
    if isinstance(exponent, Infinite):
        return exponent if exponent.sign > 0 else Fraction(0)
    if isinstance(exponent, Logarithm) and exponent.base is None:
        return exponent.argument
    if isinstance(exponent, Fraction):
        return _tidy(PowerProduct.exp(exponent))
    raise Unsupported("e to an irrational power has no exact form here")


def negate(value: Number) -> Number:
    """Return the value with the other sign."""
    return Infinite(-value.sign) if isinstance(value, Infinite) else multiply([Fraction(-1), value])


def sign(value: Number) -> int:
    """Return the sign of a defined value, exactly."""
    if isinstance(value, Fraction):
        return (value > 0) - (value < 0)
    if isinstance(value, PowerProduct):
        return 0 if value.zeros else 1
    if isinstance(value, ClosedForm):
        return sign_of_sum(value.numerator) * sign_of_sum(value.denominator)
    if isinstance(value, Logarithm):
        return compare(value.argument, ONE)
    if isinstance(value, Infinite):
        return value.sign
    raise ValueError("an undefined value has no sign")


def compare(left: Number, right: Number) -> int:
    """Return -1, 0 or 1 as left is less than, equal to or greater than right, exactly.

    >>> compare(logarithm(Fraction(4, 9)), multiply([Fraction(2), logarithm(Fraction(2, 3))]))
    0
    """
    if isinstance(left, Undefined) or isinstance(right, Undefined):
        raise ValueError("an undefined value has no order")
    if isinstance(left, Infinite) or isinstance(right, Infinite):
        above = left.sign if isinstance(left, Infinite) else 0
        below = right.sign if isinstance(right, Infinite) else 0
        return (above > below) - (above < below)
    if isinstance(left, Fraction) and isinstance(right, Fraction):
        return (left > right) - (left < right)
    if isinstance(left, PowerProduct) and isinstance(right, Fraction | PowerProduct):
        return 1 if sign(right) < 0 else left.compare(_product(right))
    if isinstance(left, Fraction) and isinstance(right, PowerProduct):
        return -compare(right, left)
    if isinstance(left, Logarithm) and isinstance(right, Logarithm) and left.base == right.base:
        return compare(left.argument, right.argument)
    if isinstance(left, Logarithm) and isinstance(right, Fraction):
        return compare(left.argument, _raised(left.base, right))
    if isinstance(right, Logarithm) and isinstance(left, Fraction):
        return compare(_raised(right.base, left), right.argument)
    return sign(add([left, negate(right)]))


def enclose(value: Real | Logarithm, bits: int) -> enclosure.Ball:
    """Return a ball around a finite value, computed with the given working precision."""
    return enclosure.exact(value, bits) if isinstance(value, Fraction) else value.enclose(bits)


def is_rational(value: Number) -> bool:
    """Say whether a value is known to be rational, without multiplying it out."""
    return isinstance(value, Fraction) or (isinstance(value, PowerProduct) and value.is_plain())


def _multiply_reals(factors: list[Real]) -> Real:
    rationals = [f for f in factors if isinstance(f, Fraction)]
    if len(rationals) == len(factors) and sum(map(_bits, rationals)) <= _MULTIPLIED_OUT:
        result = Fraction(1)
        for factor in rationals:
            result *= factor
        return result
    negative = sum(f < 0 for f in rationals) % 2 == 1
    plain = [PowerProduct.of(abs(f)) if isinstance(f, Fraction) else f for f in factors]
    total: Real = _tidy(PowerProduct.product(f for f in plain if isinstance(f, PowerProduct)))
    for form in plain:
        if isinstance(form, ClosedForm):
            above, below = _sums(total)
            total = _tidy(quotient(_cross(above, form.numerator), _cross(below, form.denominator)))
    if negative:
        above, below = _sums(total)
        total = quotient([(-c, m) for c, m in above], below)
    return total


def _add_logarithms(terms: list[Real | Logarithm]) -> Number:
    bases = {t.base for t in terms if isinstance(t, Logarithm)}
    if len(bases) > 1:
        raise Unsupported("a sum of logarithms to different bases has no exact form here")
    base = bases.pop()
    arguments: list[Number] = []
    for term in terms:
        if isinstance(term, Logarithm):
            arguments.append(term.argument)
        elif isinstance(term, Fraction):
            arguments.append(_raised(base, term))
        else:
            raise Unsupported("a logarithm plus an irrational number has no exact form here")
    return logarithm(multiply(arguments), base)


def _scaled(value: Logarithm, factor: Fraction) -> Number:
    return logarithm(power(value.argument, factor), value.base)


def _raised(base: int | None, exponent: Fraction) -> Number:
    return exponential(exponent) if base is None else power(Fraction(base), exponent)


def _exponent_of(argument: Real, base: int | None) -> Fraction | None:
    """Return the rational r with argument = base^r, if there is one."""
    if isinstance(argument, ClosedForm):
        return None
    product = _product(argument)
    if base is None:  # e^q with nothing else beside it
        rest = PowerProduct(product.factors, root_pi=product.root_pi)
        return product.exponential if rest.is_one() else None
    return _ratio_of_logarithms(Logarithm(product), Logarithm(PowerProduct.of(base)))


def _ratio_of_logarithms(above: Logarithm, below: Logarithm) -> Fraction | None:
    if isinstance(above.argument, ClosedForm) or isinstance(below.argument, ClosedForm):
        return None
    over, under = _product(above.argument), _product(below.argument)
    if over.exponential or over.root_pi or under.exponential or under.root_pi:
        return None
    return ratio_of_exponents(over.factors, under.factors)


def _product(value: Fraction | PowerProduct) -> PowerProduct:
    return PowerProduct.of(value) if isinstance(value, Fraction) else value


def _sums(value: Real) -> tuple[tuple[Term, ...], tuple[Term, ...]]:
    if isinstance(value, ClosedForm):
        return value.numerator, value.denominator
    return one_term(value), ((Fraction(1), ONE),)


def _cross(left: Iterable[Term], right: Iterable[Term]) -> tuple[Term, ...]:
    right = tuple(right)
    return tuple((c * d, m * n) for c, m in left for d, n in right)


def _tidy(value: Real) -> Real:
    """Return a Fraction wherever the value is rational and not too long to write out."""
    if isinstance(value, PowerProduct) and value.bits() <= _MULTIPLIED_OUT:
        rational = value.rational()
        return value if rational is None else rational
    return value


def _bits(value: Fraction) -> int:
    return value.numerator.bit_length() + value.denominator.bit_length()
