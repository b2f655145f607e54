"""What a match is worth: how many alternatives would lead to a number that is printed at random.

The rule. Instead of a decimal, any number of as many digits and of the same size could have been
printed: 9 · 10^(f − 1) of f significant figures. Instead of a fraction, any with the same denominator:
from 0 to 1 where it is a share, else with a numerator of as many digits. Instead of a class, any class.
The right one is none of them, since what is printed is wrong. Were one of these printed by chance, each
as likely as the others, an alternative whose value is among them would be met with probability
1/(how many there are); of several numbers, with the product of these. The sum over all alternatives is
how many would match by chance. What else is printed in full, such as √3, is hardly met by chance: 0.
"""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from math import floor

from exactnb.core.expression.nodes import Expression, Quotient
from exactnb.core.expression.reading.digits import unsigned
from exactnb.core.expression.reading.evaluation import worth
from exactnb.core.expression.reading.refusal import Refusal
from exactnb.core.expression.results import Decision
from exactnb.core.record import frozen
from exactnb.teach.auditing.judged import Number
from exactnb.teach.grading.judging import decimal_answer
from exactnb.teach.grading.targets import Target

_HALF = Fraction(1, 2)


@frozen
class Lattice:
    """Numbers that might have been printed: all multiples of a unit from the `first` to the `last`."""

    unit: Fraction
    first: int
    last: int
    rounded: bool

    @property
    def size(self) -> int:
        """Return how many they are; a length has to be short."""
        return self.last - self.first + 1

    def cell(self, target: Target) -> Hashable | None:
        """Return which of the numbers a value is, or is rounded to; None for none of them."""
        bounds = target.bounds
        if bounds is None:
            return None
        low, high = (at / self.unit for at in bounds)
        if not self.rounded:
            return int(low) if low == high and low.denominator == 1 and self._holds(int(low)) else None
        sides = {floor(at + _HALF) for at in (low, high)}
        return sides.pop() if len(sides) == 1 and all(map(self._holds, sides)) else None

    def _holds(self, at: int) -> bool:
        return self.first <= at <= self.last


@frozen
class Classes:
    """The classes that might have been printed, or the two truth values."""

    count: int

    @property
    def size(self) -> int:
        """Return how many they are."""
        return self.count

    def cell(self, target: Target) -> Hashable | None:
        """Return the class that is decided on, or the truth value; None for a tie."""
        value = target.value
        is_tie = isinstance(value, Decision) and len(value.labels) > 1
        return value if isinstance(value, Decision | bool) and not is_tie else None


Others = Lattice | Classes
"""What might have been printed instead."""


def others_of(number: Number, classes: int) -> Others | None:
    """Return what might have been printed instead of a number; None where that is not counted.

    >>> from exactnb.teach.answers.reading import read_answer
    >>> from exactnb.core.naming.names import QuantityName
    >>> from exactnb.teach.grading.judging import Verdict
    >>> from exactnb.core.problem.printed import Printed
    >>> for text in ("0.21", "2/3", "5/3"):
    ...     of = Printed("P(+)", text)
    ...     print(others_of(Number(of, QuantityName("P"), Verdict.WRONG, read_answer(text)), 2).size)
    90
    4
    9
    """
    answer = number.answer
    assert answer is not None
    if isinstance(answer.value, Decision):
        return Classes(classes)
    if isinstance(answer.value, bool):
        return Classes(2)
    digits = decimal_answer(answer)
    if digits is not None:
        unit = 2 * digits.half
        figures = min(digits.figures, len(str(abs(floor(digits.value / unit)))))
        if not figures:
            return Lattice(unit, 0, 0, rounded=True)
        return _signed(unit, 10 ** (figures - 1), 10**figures - 1, answer.value, rounded=True)
    if not isinstance(answer.value, Fraction):
        return None
    below = _denominator(number)
    above = abs(answer.value) * below
    last = below if above <= below else 10 ** len(str(int(above))) - 1
    first = 0 if above <= below else 10 ** (len(str(int(above))) - 1)
    return _signed(Fraction(1, below), first, last, answer.value, rounded=False)


def _signed(unit: Fraction, first: int, last: int, value: object, *, rounded: bool) -> Lattice:
    if isinstance(value, Fraction) and value < 0:
        return Lattice(unit, -last, -first, rounded)
    return Lattice(unit, first, last, rounded)


def _denominator(number: Number) -> int:
    """Return the denominator as it is printed, 6 of 3/6; that of the value for what is no fraction."""
    assert number.answer is not None
    assert isinstance(number.answer.value, Fraction)
    tree = unsigned(number.answer.tree)
    if isinstance(tree, Quotient):
        below = _whole(tree.denominator)
        if below and (number.answer.value * below).denominator == 1:
            return below
    return number.answer.value.denominator


def _whole(tree: Expression) -> int:
    """Return a positive whole number as it is typed, 0 for anything else."""
    try:
        value = worth(tree)
    except Refusal:
        return 0
    return int(value) if isinstance(value, Fraction) and value.denominator == 1 and value > 0 else 0
