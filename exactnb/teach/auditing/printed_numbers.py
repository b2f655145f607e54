"""Printed numbers as they are read and judged, and the blocks that they form.

A printed number has as many digits as its author liked: it is right if it is the exact value, or that
value rounded to just these digits.

How to read: `judge_printed` judges the numbers of a problem; `printable_values` are those that might
have been printed instead, for the value of a match: how many alternatives would lead to a number that
is printed at random. Instead of a decimal, any number with as many digits and of the same size could
have been printed: 9 · 10^(f − 1) of f significant figures. Instead of a fraction, any with the same
denominator: from 0 to 1 if it is a share, else with a numerator of as many digits. Instead of a class,
any class. The right one is excluded, since the printed one is wrong. If one of these is printed by
chance, each as likely as the others, an alternative whose value is among them is met with probability
1/(their number); for several numbers, with the product of these. The sum over all alternatives is how
many would match by chance. Other values in full, such as √3, are hardly met by chance: 0.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from fractions import Fraction
from math import floor

from exactnb.core.arithmetic import values
from exactnb.core.expression.nodes import Expression, Quotient
from exactnb.core.expression.reading.digits import without_minus
from exactnb.core.expression.reading.evaluation import exact_value
from exactnb.core.expression.reading.refusal import Refusal
from exactnb.core.expression.results import Decision, NoNumber, Value
from exactnb.core.lazy import once
from exactnb.core.model.quantity import EFFORT
from exactnb.core.naming.names import QuantityName
from exactnb.core.problem.printed import Printed
from exactnb.core.problem.problem import Problem
from exactnb.core.problem.questions import Policy, Question
from exactnb.core.record import frozen
from exactnb.errors import ExactnbError, InputError, fault, quoted
from exactnb.teach.answers.answer import Answer
from exactnb.teach.answers.reading import read_answer
from exactnb.teach.grading.answer_key import AnswerKey
from exactnb.teach.grading.judging import RIGHT, Verdict, decimal_answer, judge
from exactnb.teach.grading.targets import Bounds, Target

_FITTING = RIGHT | {Verdict.TOO_FEW}  # zeros at the end of an integer may only hold places
_WHOLE = Policy("figures", Fraction(1))  # 1 is not accepted for 0.8, although 0.8 rounds to it
_DECIMAL = Policy("places", Fraction(0))
_HALF = Fraction(1, 2)


@frozen(eq=False)
class PrintedNumber:
    """A printed number as it was read, with the right value; `why` it could not be judged."""

    printed: Printed
    name: QuantityName
    verdict: Verdict
    answer: Answer | None = None
    right: Target | None = None
    why: str = ""

    @property
    def is_right(self) -> bool:
        """Say whether it is the exact value, or correctly rounded."""
        return self.verdict in RIGHT

    @property
    def is_wrong(self) -> bool:
        """Say whether it was judged, and is not right."""
        return not self.is_right and not self.why

    @property
    def is_fraction(self) -> bool:
        """Say whether it is printed as an exact number, not as a decimal."""
        answer = self.answer
        return answer is not None and answer.decimal is None and isinstance(answer.value, Fraction)

    @once
    def _rough_bounds(self) -> Bounds | None:
        """Return bounds of the values that it may stand for, or be near, which exclude most values.

        A fraction stands for itself alone. An integer that ends in zeros has no bounds, as these may
        only hold places.
        """
        if self.answer is None:
            return None
        if self.is_fraction:
            return self.answer.value, self.answer.value  # type: ignore[return-value]
        digits = decimal_answer(self.answer)
        if self.answer.decimal is None or digits is None or self.answer.decimal.units % 10 == 0:
            return None
        return digits.value - 4 * digits.half, digits.value + 4 * digits.half

    def fits(self, target: Target) -> bool:
        """Say whether it is the value of a `target`, or rounded from it, exactly."""
        assert self.answer is not None
        near, bounds = self._rough_bounds, target.bounds
        if near is not None and bounds is not None and (bounds[1] < near[0] or near[1] < bounds[0]):
            return False
        return _verdict(self.answer, target) in _FITTING


@frozen(eq=False)
class PrintedBlock:
    """The numbers at one place in print, in one of its editions (0 if there is only one)."""

    where: str
    edition: int
    numbers: tuple[PrintedNumber, ...]

    @property
    def wrong_numbers(self) -> tuple[PrintedNumber, ...]:
        """Return the numbers that are not right."""
        return tuple(number for number in self.numbers if number.is_wrong)

    @property
    def right_numbers(self) -> tuple[PrintedNumber, ...]:
        """Return the numbers that are right."""
        return tuple(number for number in self.numbers if number.is_right)


def key_of_printed(problem: Problem, effort: int = EFFORT) -> AnswerKey:
    """Return the answer key of the printed quantities of a `problem`, within an `effort`."""
    places = {printed.quantity: printed.place for printed in problem.printed}
    questions = tuple(Question(quantity, quantity) for quantity in places)
    return AnswerKey(problem, questions, effort=effort, place=places.__getitem__)


def judge_printed(problem: Problem, key: AnswerKey) -> tuple[PrintedBlock, ...]:
    """Return all printed numbers of a `problem`, judged by a `key`, in their blocks.

    A number that cannot be read, or in two ways, is not judged, and says why. Raises InputError for a
    quantity that is printed under two keys.
    """
    _refuse_duplicates(problem.printed, key)
    return tuple(_blocks([_judged_number(printed, key) for printed in problem.printed]))


def scaled_as_printed(value: Value, printed: Printed) -> Value:
    """Return `value` as it is `printed`: times a factor, to a power."""
    if printed.is_quantity or isinstance(value, NoNumber) or not values.is_finite(value):
        return value
    return values.multiply([printed.times, values.power(value, Fraction(printed.power))])


def _blocks(numbers: Sequence[PrintedNumber]) -> Iterator[PrintedBlock]:
    together: dict[tuple[str, str], list[PrintedNumber]] = {}
    for number in numbers:
        printed = number.printed
        # Numbers without a place are a block for each quantity.
        alone = "" if printed.where else printed.quantity
        together.setdefault((printed.where, alone), []).append(number)
    for (where, _), members in together.items():
        for edition in sorted({number.printed.edition for number in members} - {0}) or [0]:
            numbers_here = [n for n in members if n.printed.edition in (0, edition)]
            yield PrintedBlock(where, edition, tuple(numbers_here))


def _judged_number(printed: Printed, key: AnswerKey) -> PrintedNumber:
    name = key.names[printed.quantity]
    if printed.quantity in key.unsolved:
        return PrintedNumber(printed, name, Verdict.UNGRADED, why=key.unsolved[printed.quantity])
    grader = key.asked[printed.quantity]
    if not printed.is_quantity and grader.right.number is None:
        raise InputError("times and power need numbers", at=printed.place)
    answer = None
    try:
        right = Target(scaled_as_printed(grader.right.value, printed))
        answer = read_answer(printed.text, grader.expects)
        return PrintedNumber(printed, name, _verdict(answer, right), answer, right)
    except Refusal as refusal:
        return PrintedNumber(printed, name, Verdict.UNREADABLE, right=right, why=refusal.message)
    except ExactnbError as error:
        return PrintedNumber(printed, name, Verdict.UNGRADED, answer, why=fault(error))


def _verdict(answer: Answer, right: Target) -> Verdict:
    decimal = answer.decimal
    is_integer = decimal is not None and decimal.places <= 2 * answer.percent
    verdict = judge(answer, right, _WHOLE if is_integer else _DECIMAL)
    return Verdict.ROUNDED if verdict is Verdict.TOO_FEW else verdict


def _refuse_duplicates(printed: Sequence[Printed], key: AnswerKey) -> None:
    """Refuse one quantity in two spellings, since nobody knows which is meant where."""
    spelled: dict[QuantityName, str] = {}
    for entry in printed:
        first = spelled.setdefault(key.names[entry.quantity], entry.quantity)
        if first != entry.quantity:
            raise InputError(f"is {quoted(first)} once more; a list holds both", at=entry.place)


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

    def printed_value_of(self, target: Target) -> Hashable | None:
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

    size: int

    def printed_value_of(self, target: Target) -> Hashable | None:
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
    tree = without_minus(number.answer.tree)
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
