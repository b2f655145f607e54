"""Numbers in print as they are read and judged, and the blocks that they form.

A number in print has as many digits as its author liked: it is right if it is the exact value, or that
value rounded to just these digits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from exactnb.core.arithmetic import values
from exactnb.core.expression.reading.refusal import Refusal
from exactnb.core.expression.results import NoNumber, Value
from exactnb.core.lazy import once
from exactnb.core.model.effort import EFFORT
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

_FITTING = RIGHT | {Verdict.TOO_FEW}  # zeros at the end of a whole number may hold places only
_WHOLE = Policy("figures", Fraction(1))  # 1 is no rounded 0.8, though that is how it rounds
_DECIMAL = Policy("places", Fraction(0))


@frozen(eq=False)
class Number:
    """A number in print, as it was read, with the right value; `why` it could not be judged."""

    printed: Printed
    name: QuantityName
    verdict: Verdict
    answer: Answer | None = None
    right: Target | None = None
    why: str = ""

    @property
    def is_right(self) -> bool:
        """Say whether it is the exact value, or rightly rounded."""
        return self.verdict in RIGHT

    @property
    def is_wrong(self) -> bool:
        """Say whether it was judged, and is not right."""
        return not self.is_right and self.verdict is not Verdict.UNGRADED

    @property
    def is_fraction(self) -> bool:
        """Say whether it is printed as an exact number, not as a decimal."""
        answer = self.answer
        return answer is not None and answer.decimal is None and isinstance(answer.value, Fraction)

    @once
    def _near(self) -> Bounds | None:
        """Return the bounds of all values that it may stand for, or be near: most are outside.

        What is printed as a fraction stands for itself alone. A whole number that ends in zeros has no
        bounds, as these may hold places only.
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
        """Say whether it is a value, or what that value rounds to, exactly."""
        assert self.answer is not None
        value, near = target.value, self._near
        if near is not None and isinstance(value, Fraction) and not near[0] <= value <= near[1]:
            return False
        return _judged(self.answer, target) in _FITTING


@frozen(eq=False)
class Block:
    """The numbers that stand at one place in print, in one of its editions (0 where there is one)."""

    where: str
    edition: int
    numbers: tuple[Number, ...]

    @property
    def wrong(self) -> tuple[Number, ...]:
        """Return the numbers that are not right."""
        return tuple(number for number in self.numbers if number.is_wrong)

    @property
    def right(self) -> tuple[Number, ...]:
        """Return the numbers that are right."""
        return tuple(number for number in self.numbers if number.is_right)


def key_of(problem: Problem, effort: int = EFFORT) -> AnswerKey:
    """Return what knows the right values of the quantities that are in print."""
    places = {each.quantity: each.place for each in problem.printed}
    asked = tuple(Question(quantity, quantity) for quantity in places)
    return AnswerKey(problem, asked, effort=effort, at=places.__getitem__)


def judged(problem: Problem, key: AnswerKey) -> tuple[Block, ...]:
    """Return all numbers in print, judged, in their blocks.

    Raises InputError, with the quantity, for what cannot be read as its value, or in two ways, and for
    a quantity that is printed at two keys.
    """
    _refuse_twice(problem.printed, key)
    numbers = [_number(printed, key) for printed in problem.printed]
    return tuple(_blocks(numbers))


def scaled(value: Value, printed: Printed) -> Value:
    """Return what is printed of a value: so many times it, to a power."""
    if printed.is_quantity or isinstance(value, NoNumber) or not values.is_finite(value):
        return value
    return values.multiply([printed.times, values.power(value, Fraction(printed.power))])


def _blocks(numbers: Sequence[Number]) -> Iterator[Block]:
    together: dict[tuple[str, str], list[Number]] = {}
    for number in numbers:
        printed = number.printed
        own = "" if printed.where else printed.quantity  # what has no place stands by itself
        together.setdefault((printed.where, own), []).append(number)
    for (where, _), found in together.items():
        editions = sorted({number.printed.edition for number in found} - {0})
        for edition in editions or [0]:
            yield Block(where, edition, tuple(n for n in found if n.printed.edition in (0, edition)))


def _number(printed: Printed, key: AnswerKey) -> Number:
    name = key.names[printed.quantity]
    if printed.quantity in key.unsolved:
        return Number(printed, name, Verdict.UNGRADED, why=key.unsolved[printed.quantity])
    asked = key.asked[printed.quantity]
    if not printed.is_quantity and asked.right.number is None:
        raise InputError("times and power go with numbers", at=printed.place)
    try:
        answer = read_answer(printed.text, asked.expects)
    except Refusal as refusal:
        raise InputError(refusal.message, at=printed.place) from None
    try:
        right = Target(scaled(asked.right.value, printed))
        return Number(printed, name, _judged(answer, right), answer, right)
    except ExactnbError as error:
        return Number(printed, name, Verdict.UNGRADED, answer, why=fault(error))


def _judged(answer: Answer, right: Target) -> Verdict:
    decimal = answer.decimal
    whole = decimal is not None and decimal.places <= 2 * answer.percent
    verdict = judge(answer, right, _WHOLE if whole else _DECIMAL)
    return Verdict.ROUNDED if verdict is Verdict.TOO_FEW else verdict


def _refuse_twice(printed: Sequence[Printed], key: AnswerKey) -> None:
    """Refuse one quantity in two spellings, of which nobody knows which is meant where."""
    spelled: dict[QuantityName, str] = {}
    for each in printed:
        first = spelled.setdefault(key.names[each.quantity], each.quantity)
        if first != each.quantity:
            raise InputError(f"is {quoted(first)} once more; a list holds both", at=each.place)
