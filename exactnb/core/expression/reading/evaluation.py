"""What an answer is worth, exactly, with the size of every result known before it is computed.

The tree is walked by `evaluate`, as any other; only the arithmetic is more careful. What would be long
is refused, and never tried to see; so is what has no exact form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cmp_to_key, reduce
from math import factorial

from exactnb.core.arithmetic import matrices, roots, values
from exactnb.core.arithmetic.closed_form import ClosedForm
from exactnb.core.arithmetic.irrational import LogQuotient
from exactnb.core.arithmetic.numerals import MAX_EXPONENT
from exactnb.core.arithmetic.values import Infinite, Number, Undefined
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.nodes import Expression, Labels, Negative, Special, VectorNode
from exactnb.core.expression.reading.budget import LARGEST_EXPONENT, Budget
from exactnb.core.expression.reading.refusal import Refusal
from exactnb.core.expression.results import BASES, NoNumber, Operations, Value, are_equal
from exactnb.errors import Undecidable, Unsupported

_LARGEST_POWER = 16_384
_LARGEST_FACTORIAL = 200
_TEN = Fraction(10)


def exact_value(tree: Expression, *, undefined: bool = False, budget: Budget | None = None) -> Value:
    """Return the exact value of a tree; `undefined` lets 0/0 and 1/0 be values.

    >>> from exactnb.core.expression.nodes import Integer, Quotient
    >>> exact_value(Quotient(Integer(3), Integer(6)))
    Fraction(1, 2)

    Raises Refusal for a value that would be too long, for a division by 0, and for what has no exact
    form.
    """
    try:
        if isinstance(tree, Special) or tree == Negative(Special("∞")):
            return evaluate(tree)
        for part in tree.parts if isinstance(tree, VectorNode) else (tree,):
            _require_formula(part)
        careful = _Careful(budget or Budget(), undefined)
        if not isinstance(tree, VectorNode):
            return evaluate(tree, operations=careful)
        return _list_value([evaluate(part, operations=careful) for part in tree.parts])
    except (Unsupported, Undecidable) as error:
        raise Refusal(error.message, "unsupported") from error


def _list_value(items: Sequence[Value]) -> Value:
    """Return numbers in the order in which they stand; in ascending order, if some are irrational."""
    numbers = [value for value in items if not isinstance(value, NoNumber | Undefined)]
    if len(numbers) < len(items):
        raise Refusal("a list holds numbers only", "unsupported")
    rational = tuple(value for value in numbers if isinstance(value, Fraction))
    if len(rational) == len(numbers):
        return matrices.Vector(rational)
    return roots.Points(tuple(sorted(numbers, key=cmp_to_key(values.compare))))


def factorial_argument(tree: Expression) -> int:
    """Return the whole number, of at most 200, that a factorial or a binomial is of.

    >>> from exactnb.core.expression.nodes import Integer, Quotient
    >>> factorial_argument(Quotient(Integer(8), Integer(2)))
    4
    """
    # Without any work allowed, an irrational sum is refused: it is no whole number.
    return _require_factorial_argument(exact_value(tree, budget=Budget(work=0)))


def are_known_equal(left: Value, right: Value, budget: Budget) -> bool:
    """Say whether `left` and `right` are known to be the same, within `budget`."""
    if not isinstance(left, NoNumber) and not isinstance(right, NoNumber):
        budget.spend(left, right, adding=True)
    try:
        return are_equal(left, right)
    except (Unsupported, Undecidable):
        return False


def _require_formula(tree: Expression) -> None:
    """Refuse what is an answer by itself, or several numbers, where one has to be worked out."""
    match tree:
        case VectorNode():
            raise Refusal("a list is no number; write its numbers one by one", "malformed")
        case Special(word):
            raise Refusal(f"{word} is an answer by itself, nothing to count with", "unsupported")
        case Labels():
            raise Refusal("a class label is no number", "unsupported")
    for part in tree.children:
        _require_formula(part)


def _require_factorial_argument(value: Value) -> int:
    if not isinstance(value, Fraction) or value.denominator != 1 or value < 0:
        raise Refusal("n! and C(n, k) are of whole numbers, from 0 on", "unsupported")
    if value > _LARGEST_FACTORIAL:
        raise Refusal(f"n! and C(n, k) are worked out up to n = {_LARGEST_FACTORIAL}", "too_big")
    return int(value)


class _Careful(Operations):
    """Ask the budget before each step of the arithmetic, and look at what it gives."""

    def __init__(self, budget: Budget, undefined: bool) -> None:
        self.budget = budget
        self.undefined = undefined

    def add(self, terms: Iterable[Number]) -> Number:
        """Return a sum, one term after the other, none of the sums before it too long."""
        return self._combine_in_turn(values.add, terms, adding=True)

    def multiply(self, factors: Iterable[Number]) -> Number:
        """Return a product, one factor after the other."""
        return self._combine_in_turn(values.multiply, factors, adding=False)

    def _combine_in_turn(
        self, combine: Callable[[Sequence[Number]], Number], parts: Iterable[Number], *, adding: bool
    ) -> Number:
        def joined(total: Number, following: Number) -> Number:
            self.budget.require_room(total, following, adding=adding)
            return self._checked(combine([total, following]))

        return reduce(joined, parts)

    def divide(self, numerator: Number, denominator: Number) -> Number:
        """Return a quotient."""
        self.budget.require_room(numerator, denominator)
        return self._checked(values.divide(numerator, denominator))

    def negate(self, value: Number) -> Number:
        """Return the value with the other sign."""
        return self._checked(values.negate(value))

    def power(self, base: Number, exponent: Number) -> Number:
        """Return a rational power; of a sum by multiplying, for it may stay short."""
        if not isinstance(exponent, Fraction):
            raise Refusal("an exponent is a rational number, except that of e", "unsupported")
        limit = MAX_EXPONENT if base == _TEN else _LARGEST_POWER
        if abs(exponent) > limit or exponent.denominator > LARGEST_EXPONENT:
            raise Refusal(
                f"an exponent beyond {limit:,}, or in parts of less than 1/1000, is not worked out",
                "too_big",
            )
        if exponent.denominator > 1:
            _require_real(base, "a root")
        self.budget.require_power(base, Fraction(exponent.numerator))  # the root of it is looked for
        if isinstance(base, ClosedForm) and exponent.denominator == 1 and exponent:
            size = self.multiply([base] * abs(int(exponent)))
            return size if exponent > 0 else self.divide(Fraction(1), size)
        return self._checked(values.power(base, exponent))

    def function(self, name: str, argument: Number) -> Number:
        """Return exp, sqrt, the absolute value or a logarithm of a number."""
        if name == "abs":
            return values.absolute(argument)
        if name == "sqrt":
            return self.power(argument, Fraction(1, 2))
        if name == "exp":
            if isinstance(argument, Fraction) and abs(argument) > LARGEST_EXPONENT:
                raise Refusal(f"e to a power beyond {LARGEST_EXPONENT:,} is not worked out", "too_big")
            return self._checked(values.exponential(argument))
        _require_real(argument, "a logarithm")
        self.budget.spend_logarithm(argument, BASES[name])
        return self._checked(values.logarithm(argument, BASES[name]))

    def factorial(self, argument: Number) -> Number:
        """Return the factorial of a whole number of at most 200."""
        return Fraction(factorial(_require_factorial_argument(argument)))

    def _checked(self, value: Number) -> Number:
        """Return a result that is not too long, and that is a number unless it need not be."""
        if isinstance(value, Infinite | Undefined) and not self.undefined:
            raise Refusal("a division by 0, or the logarithm of 0, is no number", "zero_div")
        if isinstance(value, LogQuotient) and isinstance(value.numerator, Fraction):
            value = values.divide(value.numerator, value.denominator)  # both are kept as logarithms
        return self.budget.checked(value)


def _require_real(argument: Number, what: str) -> None:
    if not isinstance(argument, Undefined) and values.sign(argument) < 0:
        raise Refusal(f"{what} of a negative number is no real number", "unsupported")
