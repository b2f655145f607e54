"""Formulas in letters that vary, as sums of powers, of which integrals and means are exact.

Powers of e are powers of a letter of its own: e^(−3λ) is (e^λ)^−3.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from exactnb.teach.grading.derivations.numbers import (
    Formal,
    Jet,
    NoValue,
    Number,
    TooLarge,
    exact_zero,
    exponential,
    gamma,
    inverse,
    power,
)
from exactnb.teach.grading.derivations.worlds import Key

Powers = tuple[tuple[Key, Fraction], ...]
"""Letters with their powers, each letter once, in their order."""

ROW = "row"
"""The name of data that vary, before the number of the row, and the value that is counted."""

_MOST_TERMS = 2_000
_MOST_PRODUCTS = 10_000  # of terms, in one product
_LARGEST = 120  # power of a sum


class SumOfPowers(Formal):
    """The sum of numbers times powers of letters that vary."""

    __slots__ = ("terms",)

    def __init__(self, terms: Mapping[Powers, Number]) -> None:
        if len(terms) > _MOST_TERMS:
            raise TooLarge
        self.terms = terms

    def __add__(self, other: Number) -> Number:
        terms = dict(self.terms)
        for powers, number in _terms(other).items():
            terms[powers] = terms.get(powers, Fraction(0)) + number
        return _made(terms)

    __radd__ = __add__

    def __mul__(self, other: Number) -> Number:
        terms: dict[Powers, Number] = {}
        if len(self.terms) * len(_terms(other)) > _MOST_PRODUCTS:
            raise TooLarge
        for powers, number in _terms(other).items():
            for own, own_number in self.terms.items():
                joined = dict(own)
                for key, exponent in powers:
                    joined[key] = joined.get(key, Fraction(0)) + exponent
                product = tuple(sorted(each for each in joined.items() if each[1]))
                terms[product] = terms.get(product, Fraction(0)) + own_number * number
        return _made(terms)

    __rmul__ = __mul__

    def __neg__(self) -> Number:
        return self * Fraction(-1)

    def __sub__(self, other: Number) -> Number:
        return self + -other

    def __rsub__(self, other: Number) -> Number:
        return -self + other

    def __truediv__(self, other: Number) -> Number:
        return self * inverse(other * Fraction(1))

    def __rtruediv__(self, other: Number) -> Number:
        return inverse(self) * other

    def __pow__(self, exponent: int) -> Number:
        return self.raised(Fraction(exponent))

    def raised(self, exponent: Number) -> Number:
        """Return this formula to the power of `exponent`; raise NoValue where that is no such sum."""
        if not isinstance(exponent, Fraction):
            raise NoValue
        if len(self.terms) == 1:
            [(powers, number)] = self.terms.items()
            if exponent.denominator > 1 and any(key[0] == ROW for key, _ in powers):
                raise NoValue  # a root of data, which may be negative
            raised = tuple((key, each * exponent) for key, each in powers if exponent)
            return _made({raised: power(number, exponent)})
        if exponent.denominator > 1 or exponent < 0 or exponent > _LARGEST:
            raise NoValue
        result: Number = Fraction(1)
        for _ in range(int(exponent)):
            result = self * result
        return result

    def exponential(self) -> Number:
        """Return e to the power of this formula; raise NoValue where that is no such sum."""
        result: Number = Fraction(1)
        for powers, number in self.terms.items():
            match powers:
                case ():
                    result = result * exponential(number)
                case (((name, places), Fraction(numerator=1, denominator=1)),) if isinstance(
                    number, Fraction
                ):
                    result = result * SumOfPowers({((("e " + name, places), number),): Fraction(1)})
                case _:
                    raise NoValue
        return result


def letter(key: Key) -> SumOfPowers:
    """Return the letter `key` as one that varies."""
    return SumOfPowers({((key, Fraction(1)),): Fraction(1)})


def _terms(value: Number) -> Mapping[Powers, Number]:
    if isinstance(value, Jet):  # it may have polynomials in it
        raise NoValue
    return value.terms if isinstance(value, SumOfPowers) else {(): value}


def indicated(x: Number, value: int) -> Number:
    """Return 1 if the datum `x` is `value`, else 0; where `x` varies, a letter of its own for that."""
    if isinstance(x, SumOfPowers):
        [[[[name, places], _]]] = x.terms
        return letter((name, (*places, value)))
    return Fraction(x == value)


def _made(terms: Mapping[Powers, Number]) -> Number:
    """Return the polynomial of `terms`, a number where no letter is left in it."""
    terms = {powers: number for powers, number in terms.items() if not exact_zero(number)}
    if not terms.keys() - {()}:
        return terms.get((), Fraction(0))
    return SumOfPowers(terms)


def product_of(powers: Mapping[Key, Fraction]) -> Number:
    """Return the product of letters to some `powers`."""
    return _made({tuple(sorted(powers.items())): Fraction(1)})


def has_varying_data(value: Number) -> bool:
    """Say whether data that vary stand in `value`."""
    return any(key[0] == ROW for powers in _terms(value) for key, _ in powers)


def summed(value: Number, worth: Callable[[dict[Key, Fraction]], Number]) -> Number:
    """Return the sum of what the powers in `value` are `worth`, times their numbers."""
    total: Number = Fraction(0)
    for powers, number in _terms(value).items():
        total = total + number * worth(dict(powers))
    return total


def beta(numbers: Sequence[Number]) -> Number:
    """Return ∏ Γ(α_v) / Γ(Σ α_v) of `numbers` α_v."""
    result = inverse(gamma(sum(numbers[1:], numbers[0])))
    for number in numbers:
        result = result * gamma(number)
    return result


def rising_factorial(number: Number, steps: Fraction) -> Number:
    """Return Γ(`number` + `steps`) / Γ(`number`) for whole `steps`; raise NoValue of others."""
    if steps.denominator > 1 or steps < 0:
        raise NoValue
    result: Number = Fraction(1)
    for step in range(int(steps)):
        result = result * (number + step)
    return result
