"""How much an answer says about its origin: a rare mistake needs more evidence than a common one.

A random decimal of 3 figures meets one of a hundred values now and then, a small fraction much more
often. So rare mistakes, misread rows and rounding too early need 4 figures or a fraction typed as it
would be counted, unless the value is impossible: nobody guesses a probability of 1.37. Two mistakes
together need neither a label nor a short number. A simple fraction stays one in decimals: 0.5000
says no more than 1/2.

Mistakes lead to some dozens of values, so a number that is one of few is met by one of them by chance.
A claim is certain where fewer than one in ten numbers as specific are met so (`is_clear`).

How to read: `Evidence.supports` decides whether a mistake is claimed, `Evidence.is_certain` how; what
stands before them says of which kind the answer is.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from math import ceil, lcm, prod

from exactnb.core.arithmetic.roots import Points
from exactnb.core.arithmetic.rounding import Rounding
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.nodes import Expression, Integer, Negative, Quotient, Sum
from exactnb.core.expression.results import NoNumber, Value
from exactnb.core.lazy import once
from exactnb.core.naming.names import QuantityName
from exactnb.errors import ExactnbError
from exactnb.teach.alternatives.alternative import Alternative
from exactnb.teach.answers.answer import Answer
from exactnb.teach.grading.judging import decimal_answer
from exactnb.teach.grading.targets import Target

Counted = tuple[Fraction, Fraction]
"""Numerator and denominator of a share, not reduced."""

_USUAL, _RARE = 3, 4  # significant figures that are evidence of a common mistake, and of a rare one
_OF_TWO = 5  # figures that are evidence of two mistakes together
_GUESSED = 20  # people guess numerators and denominators up to this
_CLEAR = 10  # numbers for each that a rival leads to: so few are met by chance
_PARTICULAR = 10**9  # a number that is hardly met by chance is one among so many
_SIMPLE = 6  # shares of many counts reduce to fractions of numbers up to this
_SMALL = 100  # fractions of numbers up to this are met by chance


class Evidence:
    """The evidence in an answer, by how it was typed, and whether its value `is_impossible`.

    >>> from exactnb.teach.answers.reading import read_answer
    >>> [Evidence(read_answer(typed)).specificity for typed in ("0.25", "3/12", "0.2513", "1/4*3/5")]
    [12, 12, 10000, 60]
    >>> Evidence(read_answer("3/12")).fraction
    (Fraction(3, 1), Fraction(12, 1))
    """

    def __init__(
        self,
        answer: Answer,
        supported: frozenset[str] = frozenset(),
        *,
        is_impossible: bool = False,
        rivals: int = 0,
    ) -> None:
        self.answer = answer
        self.rivals = rivals
        self.supported = supported
        self.is_impossible = is_impossible
        self.target = Target(answer.value)
        self.digits = decimal_answer(answer)

    @property
    def figures(self) -> int:
        """Return the number of significant figures of a decimal; 0 for other answers."""
        return 0 if self.digits is None else self.digits.figures

    @once
    def specificity(self) -> int:
        """Return among about how many numbers it is one, of its size and as simple.

        A decimal is no more specific than the simplest fraction that it may stand for, nor than its
        figures. Of a formula all of its numbers count, since each may have been another.
        """
        if self.digits is not None:
            return min(specificity(self.digits.value, self.digits.half), int(10**self.figures))
        if self.is_label or self.is_none:
            return 1
        if self.fraction is None and isinstance(self.answer.value, Fraction):
            numbers = [abs(part.value) for part in self.answer.tree.walk() if isinstance(part, Integer)]
            return min(prod(filter(None, numbers)), _PARTICULAR)
        return specificity(self.answer.value)

    def is_certain(self, alternative: Alternative, *, is_counted: bool = False) -> bool:
        """Say whether it shows a mistake, the `alternative` that leads to it, or only suggests it.

        It suggests it if more than one number in ten as specific is that of some rival, unless other
        answers or the sheet speak for it, or it `is_counted`: typed as that mistake counts it, and not
        reduced.
        """
        if alternative.is_stated_on_sheet or not alternative.count_unsupported(self.supported):
            return True
        return (is_counted and not self.is_reduced) or is_clear(self.specificity, self.rivals)

    @once
    def fraction(self) -> Counted | None:
        """Return the two sides of an answer that is one fraction, as they were typed."""
        return None if self.digits is not None else sides(self.answer.tree, _unknown)

    @property
    def is_reduced(self) -> bool:
        """Say whether a fraction was typed in lowest terms, so that it may be another, reduced."""
        if self.fraction is None:
            return True
        value = self.fraction[0] / self.fraction[1]
        return self.fraction == (Fraction(value.numerator), Fraction(value.denominator))

    def is_typed_as(self, counted: Counted) -> bool:
        """Say whether it was typed as the fraction that was `counted`: 2.5/6.5, or 5/13 for it."""
        scale = lcm(*(side.denominator for side in counted))
        return self.fraction in (counted, tuple(side * scale for side in counted))

    @property
    def is_label(self) -> bool:
        """Say whether it is a class, or true or false: one of a few."""
        return isinstance(self.answer.value, NoNumber)

    @property
    def is_none(self) -> bool:
        """Say whether it is no point at all, the word "none", which anybody may say."""
        value = self.answer.value
        return isinstance(value, Points) and not value.parts

    @property
    def is_particular(self) -> bool:
        """Say whether an exact value is so particular that it is not met by chance."""
        value = self.answer.value
        if self.is_label or self.is_none or self.digits is not None:
            return False
        if not isinstance(value, Fraction):  # a closed form, typed in full
            return True
        return max(abs(value.numerator), value.denominator) > _SMALL

    @property
    def is_simple(self) -> bool:
        """Say whether it is a fraction of numbers that anybody may think of."""
        return self.fraction is not None and max(map(abs, self.fraction)) <= _GUESSED

    @property
    def may_be_two(self) -> bool:
        """Say whether it is evidence enough for two mistakes together."""
        if self.supported and (self.is_impossible or self.figures >= _RARE):
            return True
        return self.is_particular or self.figures >= _OF_TWO

    def may_be_rounded_early(self, rounding: Rounding | None = None) -> bool:
        """Say whether it is evidence enough for numbers rounded before they are used.

        Three figures are, if the `rounding` is to as many: so does one who keeps three all the way.
        """
        is_particular = self.is_particular and isinstance(self.answer.value, Fraction)
        is_same = rounding is None or rounding.figures == self.figures
        return is_particular or self.figures >= (_USUAL if is_same else _RARE)

    def is_rounded_from(self, target: Target) -> bool:
        """Say whether the answer is a decimal of at least three figures that `target` rounds to.

        Two are enough if other answers support some mistakes.
        """
        digits = self.digits
        if digits is None or digits.figures < (_USUAL - bool(self.supported)):
            return False
        return target.is_within(digits.value, digits.half)

    def is_counted(self, counted: Counted | None, *, is_doubtful: bool) -> bool:
        """Say whether it was typed as the fraction `counted`; of what is doubtful no simple one."""
        is_simple = is_doubtful and self.is_reduced and _is_simple(self.answer.value)
        return counted is not None and self.is_typed_as(counted) and not is_simple

    def supports(
        self,
        alternative: Alternative,
        value: Value,
        *,
        exact: bool,
        counted: Counted | None,
        is_doubtful: bool,
    ) -> bool:
        """Say whether the answer is evidence of a mistake, the `alternative`, that leads to a `value`.

        `exact` says that the answer is just this value, and no decimal that it rounds to. `counted` is
        the unreduced fraction that the mistake counts: an answer that was typed as another fraction,
        not in lowest terms or small, was not counted so. A mistake that `is_doubtful` needs evidence as
        a rare one does, and a value that is no simple fraction, in which many counts meet.
        """
        if self.is_none:
            return False
        if alternative.rounding is not None:
            return self.may_be_rounded_early(alternative.rounding) and not _is_simple(value)
        if alternative.switch_count > 1 and self.figures < _OF_TWO and not self.is_particular:
            return alternative.count_unsupported(self.supported) < alternative.switch_count
        if not alternative.count_unsupported(self.supported):
            return True
        if self._is_another(counted):
            return False
        if is_doubtful and _is_simple(value) and not self.is_impossible:
            return False
        if is_doubtful or alternative.is_rare:
            return self.is_particular or self.figures >= (_USUAL if self.is_impossible else _RARE)
        return exact or self.figures >= _USUAL

    def allows_single_mistake(self, alternative: Alternative, counted: Counted | None) -> bool:
        """Say whether it may be one mistake, the `alternative`, that counts the fraction `counted`."""
        is_one = alternative.rounding is None and alternative.switch_count == 1
        return is_one and not self._is_another(counted)

    def _is_another(self, counted: Counted | None) -> bool:
        """Say whether it was typed as another fraction than the one `counted`, small or not reduced."""
        return counted is not None and (not self.is_reduced or self.is_simple)


def _is_simple(value: Value) -> bool:
    return isinstance(value, Fraction) and max(abs(value.numerator), value.denominator) <= _SIMPLE


def specificity(value: Value, half: Fraction = Fraction(0)) -> int:
    """Return how many fractions are as simple as a `value`, or as the simplest one within `half` of it.

    They are the n log n fractions a/b whose product a·b is at most n.

    >>> specificity(Fraction(2, 3)), specificity(Fraction(6667, 10000), Fraction(1, 20000))
    (18, 18)
    """
    if not isinstance(value, Fraction):
        return _PARTICULAR
    near = _simplest(abs(value) - half, abs(value) + half) if half else abs(value)
    product = max(near.numerator * near.denominator, 1)
    return min(product * product.bit_length(), _PARTICULAR)


def is_clear(specificity: int, rivals: int) -> bool:
    """Say whether fewer than one in ten of so many numbers is that of one of so many `rivals`."""
    return specificity >= _CLEAR * rivals


def _simplest(low: Fraction, high: Fraction) -> Fraction:
    """Return the fraction of the smallest denominator from `low` to `high`, one of them positive."""
    parts: list[int] = []  # parts of a continued fraction: a long decimal has thousands
    while (integer := ceil(low)) > high:
        # Both lie between the same integers: the reciprocals of what is beyond are simplest together.
        parts.append(integer - 1)
        low, high = 1 / (high - integer + 1), 1 / (low - integer + 1)
    simplest = Fraction(max(integer, 0))
    for integer in reversed(parts):
        simplest = integer + 1 / simplest
    return simplest


def sides(formula: Expression, value: Callable[[QuantityName], Value]) -> Counted | None:
    """Return numerator and denominator of a `formula` that is one fraction, or 1 less one; else None.

    `value` gives the value of each quantity in it.

    >>> sides(Quotient(Sum((Integer(2), Integer(1))), Integer(12)), _unknown)
    (Fraction(3, 1), Fraction(12, 1))
    """
    match formula:
        case Quotient(above, below):
            with suppress(ExactnbError):
                top, bottom = evaluate(above, value), evaluate(below, value)
                if isinstance(top, Fraction) and isinstance(bottom, Fraction) and bottom:
                    return top, bottom
        case Negative(Quotient() as term):
            inner = sides(term, value)
            return None if inner is None else (-inner[0], inner[1])
        case Sum((Integer(1), Negative(Quotient() as term))):
            inner = sides(term, value)
            return None if inner is None else (inner[1] - inner[0], inner[1])
    return None


def _unknown(name: QuantityName) -> Value:
    raise LookupError(f"an answer has no names: {name}")
