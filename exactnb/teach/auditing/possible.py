"""Whether any counts lead to a printed number, given only their total: the GRIM test.

Of 7 people, no count gives a share of 0.67: 4/7 is 0.57, and 5/7 is 0.71. Means of integers, or of
multiples of a step, are likewise sums over a count; the variance of c ones among n is c(n − c)/n². The
test for means is that of N. J. L. Brown and J. A. J. Heathers (The GRIM test, 2017).

How to read: `possible_counts` is the entry. The statistic grows with the count, and so does its rounded
value; the counts that lead to one number are therefore a range, found by bisection.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Literal

from exactnb.core.arithmetic import values
from exactnb.core.arithmetic.irrational import Finite
from exactnb.core.arithmetic.numerals import Exact, read_number, read_whole
from exactnb.core.arithmetic.rounding import Rounding, rounded
from exactnb.core.expression.reading.refusal import Refusal
from exactnb.core.record import frozen
from exactnb.errors import InputError, Place, one_of, quoted
from exactnb.teach.answers.answer import Answer, Expects, Given, answer_as_text
from exactnb.teach.answers.reading import read_answer
from exactnb.teach.grading.judging import decimal_answer
from exactnb.teach.grading.targets import MACHINE_FIGURES, DecimalAnswer

Kind = Literal["share", "mean", "variance", "sd"]
KINDS: tuple[Kind, ...] = ("share", "mean", "variance", "sd")
RULES = ("half-up", "half-even", "down")
"""Rules of rounding; "down" truncates. More than nine figures are compared closely ("machine")."""
Range = tuple[int, int]
"""The first and the last of consecutive integers."""

_MOST = 10**12
_CLAIM = re.compile(
    r"(?:(share|mean|variance|sd)\s+)?(\S.{0,99}?)\s+(?:out\s+)?of\s+([0-9]{1,13})(?:\s+by\s+(\S{1,50}))?"
)
_EXPECTED = 'expected "0.67 of 7", "mean 3.45 of 20", "mean 2.25 of 8 by 0.5" or "sd 0.49 of 7"'
_Statistic = Callable[[int], Finite]


@frozen(slots=True)
class Possible:
    """The counts that lead to a printed number, by each rule of rounding.

    `counts` maps the divisor ("n", for variances also "n − 1") and the rule to ranges of counts: of
    ones, for shares and variances; for means the sum in units of the step. `nearest` are the values
    just below and above the number that counts do lead to.
    """

    printed: str
    n: int
    of: Kind
    step: Fraction
    counts: dict[tuple[str, str], tuple[Range, ...]]
    nearest: tuple[tuple[int, Finite], ...]

    def __bool__(self) -> bool:
        """Say whether any counts lead to the number if it was rounded, not truncated."""
        return any(ranges for (_, rule), ranges in self.counts.items() if rule != "down")

    @property
    def claim(self) -> str:
        """Return the claim as it is typed in a command."""
        kind = "" if self.of == "share" else f"{self.of} "
        step = "" if self.step == 1 else f" by {self.step}"
        return f"{kind}{self.printed} of {self.n}{step}"


def read_possible_counts(text: str) -> Possible:
    """Return the possible counts of the claim in `text`, as it is typed in a command.

    >>> bool(read_possible_counts("0.67 of 7")), bool(read_possible_counts("mean 3.45 of 20"))
    (False, True)

    Raises InputError for any other text.
    """
    match = _CLAIM.fullmatch(text.strip())
    if match is None:
        raise InputError(f"{_EXPECTED}; got {quoted(text)}")
    word, printed, n, step = match.groups()
    kind = next((name for name in KINDS if name == word), KINDS[0])
    return possible_counts(printed, int(n), of=kind, step=step or 1)


def possible_counts(printed: Given, n: int, *, of: Kind = "share", step: Exact | str = 1) -> Possible:
    """Return which counts lead to a printed number, if `n` were counted.

    `printed` is a text, whose digits show how it was rounded, or an exact number; the first nine
    figures count. By `of`, it is the "share" of ones among n, the "mean" of n multiples of a `step`, or
    the "variance" or "sd" of n numbers that are 0 or 1.

    >>> possible_counts("0.57", 7).counts["n", "half-up"], bool(possible_counts("0.67", 7))
    (((4, 4),), False)
    >>> possible_counts("0.24", 5, of="variance").counts["n", "half-up"]
    ((2, 3),)

    Raises InputError for what cannot be read, and for what is none of these.
    """
    Place.of("of").read(one_of, of, KINDS)
    n = Place.of("n").read(read_whole, n, 1, _MOST)
    by = Place.of("step").read(read_number, step)
    if by <= 0 or (of != "mean" and by != 1):
        raise InputError("expected a positive number, and of means alone", at="step")
    text = Place.of("printed").read(answer_as_text, printed)
    try:
        answer = read_answer(text, Expects())
    except Refusal as refusal:
        raise InputError(refusal.message, at="printed") from None
    if not isinstance(answer.value, Fraction):
        raise InputError(f"expected a decimal or a fraction; got {quoted(text)}", at="printed")
    digits = decimal_answer(answer)
    counts: dict[tuple[str, str], tuple[Range, ...]] = {}
    nearest: dict[int, Finite] = {}
    rules: tuple[str, ...] = ("exact",)
    if digits is not None:
        rules = ("machine",) if digits.figures > MACHINE_FIGURES else RULES
    value = answer.value
    for divisor, statistic in _statistics(n, of, by).items():
        low, high = _counts_around(value, n, of, by)
        for rule in rules:
            as_printed = _rounded_statistic(statistic, answer, digits, rule)
            start = _first_where(low, high, lambda c, s=as_printed: values.compare(s(c), value) >= 0)  # type: ignore[misc]
            end = _first_where(low, high, lambda c, s=as_printed: values.compare(s(c), value) > 0) - 1  # type: ignore[misc]
            counts[divisor, rule] = _with_mirrored_counts((start, end), n, of) if start <= end else ()
        upper = _first_where(low, high, lambda c, s=statistic: values.compare(s(c), value) >= 0)  # type: ignore[misc]
        nearest |= {c: statistic(c) for c in (upper - 1, upper) if low <= c <= high}
    return Possible(" ".join(text.split()), n, of, by, counts, tuple(sorted(nearest.items())))


def _statistics(n: int, kind: str, step: Fraction) -> dict[str, _Statistic]:
    """Return the statistic as a function of the count, by its divisor."""
    if kind in ("share", "mean"):
        return {"n": lambda c: step * c / n}

    def spread(divisor: int) -> _Statistic:
        def statistic(count: int) -> Finite:
            variance = Fraction(count * (n - count), n * divisor)
            if kind == "variance":
                return variance
            root = values.power(variance, Fraction(1, 2))
            assert values.is_finite(root)
            return root

        return statistic

    return {"n": spread(n), **({"n − 1": spread(n - 1)} if n > 1 else {})}


def _counts_around(value: Fraction, n: int, kind: str, step: Fraction) -> Range:
    """Return a range that contains all counts that lead to a value."""
    if kind == "share":
        return 0, n
    if kind != "mean":
        return 0, n // 2  # a variance grows up to n/2, and is symmetric beyond
    middle, far = int(value * n / step), int((abs(value) + 1) * n / step) + 2
    return middle - far, middle + far


def _rounded_statistic(
    statistic: _Statistic, answer: Answer, digits: DecimalAnswer | None, rule: str
) -> _Statistic:
    """Return the statistic as it would be printed."""
    if digits is None or rule == "exact":
        return statistic
    if rule == "machine":
        low, high = digits.value - digits.half, digits.value + digits.half

        def near(c: int) -> Finite:
            value = statistic(c)
            inside = values.compare(low, value) <= 0 <= values.compare(high, value)
            return answer.value if inside else value  # type: ignore[return-value]

        return near
    rounding = Rounding(places=digits.places, rule=rule)  # type: ignore[arg-type]
    return lambda c: rounded(statistic(c), rounding).value


def _first_where(low: int, high: int, holds: Callable[[int], bool]) -> int:
    """Return the first integer from which a condition holds; high + 1 if it never does."""
    high += 1
    while low < high:  # bisect does the same, but takes no range longer than a machine integer
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle + 1, high)
    return low


def _with_mirrored_counts(counts: Range, n: int, kind: str) -> tuple[Range, ...]:
    """Return the counts of ones, and for variances those of zeros, which lead to the same."""
    first, last = counts
    if kind in ("share", "mean"):
        return (counts,)
    if last >= n - last - 1:
        return ((first, n - first),)
    return counts, (n - last, n - first)
