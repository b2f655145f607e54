"""The value of a match: how many alternatives would lead to a number that is printed at random.

The rule. Instead of a decimal, any number with as many digits and of the same size could have been
printed: 9 · 10^(f − 1) of f significant figures. Instead of a fraction, any with the same denominator:
from 0 to 1 if it is a share, else with a numerator of as many digits. Instead of a class, any class.
The right one is excluded, since the printed one is wrong. If one of these is printed by chance, each as
likely as the others, an alternative whose value is among them is met with probability 1/(their number);
for several numbers, with the product of these. The sum over all alternatives is how many would match by
chance. Other values in full, such as √3, are hardly met by chance: 0.
"""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from math import floor

from exactnb.core.expression.nodes import Expression, Quotient
from exactnb.core.expression.reading.digits import unsigned
from exactnb.core.expression.reading.evaluation import exact_value
from exactnb.core.expression.reading.refusal import Refusal
from exactnb.core.expression.results import Decision
from exactnb.core.record import frozen
from exactnb.teach.auditing.printed_numbers import PrintedNumber
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
        """Return how many there are; `len` only allows short ranges."""
        return self.last - self.first + 1

    def cell(self, target: Target) -> Hashable | None:
        """Return the number that the value of a `target` equals or rounds to, if there is one."""
        bounds = target.bounds
        if bounds is None:
            return None
        low, high = (bound / self.unit for bound in bounds)
        if not self.rounded:
            return int(low) if low == high and low.denominator == 1 and self._holds(int(low)) else None
        sides = {floor(bound + _HALF) for bound in (low, high)}
        return sides.pop() if len(sides) == 1 and all(map(self._holds, sides)) else None

    def _holds(self, index: int) -> bool:
        return self.first <= index <= self.last


@frozen
class PrintableClasses:
    """The classes that might have been printed, or the two truth values."""

    count: int

    @property
    def size(self) -> int:
        """Return how many there are."""
        return self.count

    def cell(self, target: Target) -> Hashable | None:
        """Return the class, or the truth value, of a `target`; None for a tie."""
        value = target.value
        is_tie = isinstance(value, Decision) and len(value.labels) > 1
        return value if isinstance(value, Decision | bool) and not is_tie else None


PrintableValues = Lattice | PrintableClasses
"""What might have been printed instead."""


def printable_values(number: PrintedNumber, classes: int) -> PrintableValues | None:
    """Return the values that might have been printed instead of a `number`, if they are counted.

    `classes` is the number of classes.

    >>> from exactnb.teach.answers.reading import read_answer
    >>> from exactnb.core.naming.names import QuantityName
    >>> from exactnb.teach.grading.judging import Verdict
    >>> from exactnb.core.problem.printed import Printed
    >>> for text in ("0.21", "2/3", "5/3"):
    ...     printed, name = Printed("P(+)", text), QuantityName("P")
    ...     number = PrintedNumber(printed, name, Verdict.WRONG, read_answer(text))
    ...     print(printable_values(number, 2).size)
    90
    4
    9
    """
    answer = number.answer
    assert answer is not None
    if isinstance(answer.value, Decision):
        return PrintableClasses(classes)
    if isinstance(answer.value, bool):
        return PrintableClasses(2)
    digits = decimal_answer(answer)
    if digits is not None:
        unit = 2 * digits.half
        figures = min(digits.figures, len(str(abs(floor(digits.value / unit)))))
        if not figures:
            return Lattice(unit, 0, 0, rounded=True)
        return _lattice_on_side(unit, 10 ** (figures - 1), 10**figures - 1, answer.value, rounded=True)
    if not isinstance(answer.value, Fraction):
        return None
    denominator = _denominator(number)
    numerator = abs(answer.value) * denominator
    last = denominator if numerator <= denominator else 10 ** len(str(int(numerator))) - 1
    first = 0 if numerator <= denominator else 10 ** (len(str(int(numerator))) - 1)
    return _lattice_on_side(Fraction(1, denominator), first, last, answer.value, rounded=False)


def _lattice_on_side(unit: Fraction, first: int, last: int, value: object, *, rounded: bool) -> Lattice:
    if isinstance(value, Fraction) and value < 0:
        return Lattice(unit, -last, -first, rounded)
    return Lattice(unit, first, last, rounded)


def _denominator(number: PrintedNumber) -> int:
    """Return the denominator as printed, 6 of 3/6, or that of the value."""
    assert number.answer is not None
    assert isinstance(number.answer.value, Fraction)
    tree = unsigned(number.answer.tree)
    if isinstance(tree, Quotient):
        denominator = _positive_integer(tree.denominator)
        if denominator and (number.answer.value * denominator).denominator == 1:
            return denominator
    return number.answer.value.denominator


def _positive_integer(tree: Expression) -> int:
    """Return a positive integer as typed, 0 for anything else."""
    try:
        value = exact_value(tree)
    except Refusal:
        return 0
    return int(value) if isinstance(value, Fraction) and value.denominator == 1 and value > 0 else 0
