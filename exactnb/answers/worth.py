"""What an answer is worth, exactly, with the size of every result known before it is computed.

The arithmetic is that of `arithmetic.values`. What it has no exact form for is refused, and so is
what would be long: a power is never tried to see.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import factorial

from exactnb.answers.budget import LARGEST_EXPONENT, Budget
from exactnb.answers.refusal import Refusal
from exactnb.arithmetic import matrices, values
from exactnb.arithmetic.closed_form import ClosedForm
from exactnb.arithmetic.irrational import LogQuotient
from exactnb.arithmetic.power_product import PowerProduct
from exactnb.arithmetic.values import INFINITY, UNDEFINED, Infinite, Number, Undefined
from exactnb.errors import Undecidable, Unsupported
from exactnb.expression.evaluate import NoNumber, Value, same
from exactnb.expression.nodes import (
    Expression,
    Factorial,
    Function,
    Integer,
    Labels,
    Negative,
    Numeral,
    Pi,
    Power,
    Product,
    Quotient,
    Special,
    Sum,
    Truth,
    Vector,
)

__all__ = ["agree", "whole", "worth"]

_LARGEST_POWER = 16_384
_LARGEST_FACTORIAL = 200
_POWER_OF_TEN = 400
_BASES = {"log": None, "log2": 2, "log10": 10}
_SPECIAL: dict[str, Number] = {"undefined": UNDEFINED, "∞": INFINITY, "−∞": Infinite(-1)}


def worth(tree: Expression, *, undefined: bool = False, budget: Budget | None = None) -> Value:
    """Return the exact value of a tree; `undefined` lets 0/0 and 1/0 be values.

    >>> worth(Quotient(Integer(3), Integer(6)))
    Fraction(1, 2)

    Raises Refusal for a value that would be too long, for a division by 0, and for what has no exact
    form.
    """
    try:
        return _Worth(undefined, budget or Budget()).of(tree)
    except (Unsupported, Undecidable) as error:
        raise Refusal(error.message, "unsupported") from error


def whole(tree: Expression) -> int:
    """Return the whole number, of at most 200, that a factorial or a binomial is of.

    >>> whole(Quotient(Integer(8), Integer(2)))
    4
    """
    value = worth(tree, budget=Budget(work=0))  # an irrational sum is no whole number
    if not isinstance(value, Fraction) or value.denominator != 1 or value < 0:
        raise Refusal("n! and C(n, k) are of whole numbers, from 0 on", "unsupported")
    if value > _LARGEST_FACTORIAL:
        raise Refusal(f"n! and C(n, k) are worked out up to n = {_LARGEST_FACTORIAL}", "too_big")
    return int(value)


def agree(left: Value, right: Value, budget: Budget) -> bool:
    """Say whether two values are known to be the same."""
    if not isinstance(left, NoNumber) and not isinstance(right, NoNumber):
        budget.spend(left, right, adding=True)
    try:
        return same(left, right)
    except (Unsupported, Undecidable):
        return False


class _Worth:
    def __init__(self, undefined: bool, budget: Budget) -> None:
        self.undefined = undefined
        self.budget = budget

    def of(self, tree: Expression) -> Value:
        match tree:
            case Vector(parts):
                found = [self.number(part) for part in parts]
                rational = [value for value in found if isinstance(value, Fraction)]
                if len(rational) < len(found):
                    raise Refusal("a list holds rational numbers only", "unsupported")
                return matrices.Vector(tuple(rational))
            case Special(word):
                return _SPECIAL[word]
            case Negative(Special("∞")):
                return Infinite(-1)
            case Truth(truth):
                return truth
            case Labels():
                raise Refusal("a class label is no number", "unsupported")
        return self.number(tree)

    def number(self, tree: Expression) -> Number:
        """Return the value of a formula, after those of its parts."""
        match tree:
            case Integer(value):
                return Fraction(value)
            case Numeral(decimal):
                return decimal.value
            case Pi():
                return PowerProduct(root_pi=2)
            case Sum(terms):
                return self.together(values.add, terms)
            case Product(factors):
                return self.together(values.multiply, factors)
            case Negative(term):
                return self.checked(values.negate(self.number(term)))
            case Quotient(above, below):
                return self.quotient(self.number(above), self.number(below))
            case Power(Integer(10), exponent):
                return self.power(Fraction(10), self.number(exponent), _POWER_OF_TEN)
            case Power(base, exponent):
                return self.power(self.number(base), self.number(exponent), _LARGEST_POWER)
            case Function(name, argument):
                return self.function(name, self.number(argument))
            case Factorial(argument):
                return Fraction(factorial(whole(argument)))
            case Vector():
                raise Refusal("a list is no number; write its numbers one by one", "malformed")
            case Special(word):
                raise Refusal(f"{word} is an answer by itself, nothing to count with", "unsupported")
        raise Refusal("an answer is made of numbers", "unsupported")

    def together(
        self, combine: Callable[[Sequence[Number]], Number], parts: tuple[Expression, ...]
    ) -> Number:
        """Return a sum or a product, one part after the other, none of them too long."""
        adding = combine is values.add
        total = self.number(parts[0])
        for part in parts[1:]:
            following = self.number(part)
            self.budget.require_room(total, following, adding=adding)
            total = self.checked(combine([total, following]))
        return total

    def quotient(self, above: Number, below: Number) -> Number:
        self.budget.require_room(above, below)
        return self.checked(values.divide(above, below))

    def power(self, base: Number, exponent: Number, limit: int) -> Number:
        if not isinstance(exponent, Fraction):
            raise Refusal("an exponent is a rational number, except that of e", "unsupported")
        if abs(exponent) > limit or exponent.denominator > LARGEST_EXPONENT:
            raise Refusal(
                f"an exponent beyond {limit:,}, or in parts of less than 1/1000, is not worked out",
                "too_big",
            )
        if exponent.denominator > 1:
            _require_real(base, "a root")
        self.budget.require_power(base, exponent)
        if isinstance(base, ClosedForm) and exponent.denominator == 1 and exponent:
            return self.repeated(base, int(exponent))
        return self.checked(values.power(base, exponent))

    def repeated(self, base: ClosedForm, exponent: int) -> Number:
        """Return a power of a sum, one factor after the other: it may stay short."""
        total: Number = base
        for _ in range(abs(exponent) - 1):
            self.budget.require_room(total, base)
            total = self.checked(values.multiply([total, base]))
        return total if exponent > 0 else self.quotient(Fraction(1), total)

    def function(self, name: str, argument: Number) -> Number:
        if name == "sqrt":
            return self.power(argument, Fraction(1, 2), _LARGEST_POWER)
        if name == "exp":
            if isinstance(argument, Fraction) and abs(argument) > LARGEST_EXPONENT:
                raise Refusal(f"e to a power beyond {LARGEST_EXPONENT:,} is not worked out", "too_big")
            return self.checked(values.exponential(argument))
        _require_real(argument, "a logarithm")
        self.budget.spend_logarithm(argument, _BASES[name])
        return self.checked(values.logarithm(argument, _BASES[name]))

    def checked(self, value: Number) -> Number:
        """Return a result that is not too long, and that is a number unless it need not be."""
        if isinstance(value, Infinite | Undefined) and not self.undefined:
            raise Refusal("a division by 0, or the logarithm of 0, is no number", "zero_div")
        if isinstance(value, LogQuotient) and isinstance(value.above, Fraction):
            value = values.divide(value.above, value.below)  # both are kept as logarithms
        return self.budget.checked(value)


def _require_real(argument: Number, what: str) -> None:
    if not isinstance(argument, Undefined) and values.sign(argument) < 0:
        raise Refusal(f"{what} of a negative number is no real number", "unsupported")
