"""Whether any counts give a number in print, from how many there were alone: the test called GRIM.

Of 7 people, no count gives a share of 0.67: 4/7 is 0.57, and 5/7 is 0.71. Means of whole numbers, or of
numbers in other steps, are sums over a count alike; the variance of c ones among n is c(n − c)/n². The
test for means is that of N. J. L. Brown and J. A. J. Heathers (The GRIM test, 2017).

How to read: `possible_counts` is the door. What a count leads to grows with it, and so does what that
rounds to; so the counts that lead to one number are all from a first to a last, found by halving.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Literal

from exactnb.core.arithmetic import values
from exactnb.core.arithmetic.irrational import Finite
from exactnb.core.arithmetic.numerals import Exact, read_number
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
"""Ways to round; the last cuts off. What has more figures than count is only near ("machine")."""
Range = tuple[int, int]
"""The first and the last of some whole numbers in a row."""

_MOST = 10**12
_CLAIM = re.compile(
    r"(?:(share|mean|variance|sd)\s+)?(\S.{0,99}?)\s+(?:out\s+)?of\s+([0-9]{1,13})(?:\s+by\s+(\S{1,50}))?"
)
_EXPECTED = 'expected "0.67 of 7", "mean 3.45 of 20", "mean 2.25 of 8 by 0.5" or "sd 0.49 of 7"'
_Worth = Callable[[int], Finite]


@frozen(slots=True)
class Possible:
    """Which counts lead to a number in print, by each rule of rounding.

    `counts` maps what is divided by ("n", and of variances "n − 1") and the rule to ranges of counts:
    of shares and variances how many ones there are, of means the sum in units of the step. `nearest`
    are the values below and above the number that counts do lead to.
    """

    printed: str
    n: int
    of: Kind
    step: Fraction
    counts: dict[tuple[str, str], tuple[Range, ...]]
    nearest: tuple[tuple[int, Finite], ...]

    def __bool__(self) -> bool:
        """Say whether any counts lead to it if it was rounded, not cut off."""
        return any(of for (_, rule), of in self.counts.items() if rule != "down")

    @property
    def claim(self) -> str:
        """Return what is claimed, as it is typed in a command."""
        kind = "" if self.of == "share" else f"{self.of} "
        step = "" if self.step == 1 else f" by {self.step}"
        return f"{kind}{self.printed} of {self.n}{step}"


def read_claim(text: str) -> Possible:
    """Return what is possible of a claim as it is typed.

    >>> bool(read_claim("0.67 of 7")), bool(read_claim("mean 3.45 of 20"))
    (False, True)

    Raises InputError for any other text.
    """
    found = _CLAIM.fullmatch(text.strip())
    if found is None:
        raise InputError(f"{_EXPECTED}; got {quoted(text)}")
    kind, printed, n, step = found.groups()
    of = next((each for each in KINDS if each == kind), KINDS[0])
    return possible_counts(printed, int(n), of=of, step=step or 1)


def possible_counts(printed: Given, n: int, *, of: Kind = "share", step: Exact | str = 1) -> Possible:
    """Return which counts lead to a number in print, of `n` that were counted.

    `printed` is a text, whose digits say how it was rounded, or an exact number; the first nine figures
    count. It is the `share` of
    ones among n, the `mean` of n numbers that are multiples of a `step`, or the `variance` or `sd` of n
    numbers that are 0 or 1.

    >>> possible_counts("0.57", 7).counts["n", "half-up"], bool(possible_counts("0.67", 7))
    (((4, 4),), False)
    >>> possible_counts("0.24", 5, of="variance").counts["n", "half-up"]
    ((2, 3),)

    Raises InputError for what cannot be read, and for what is none of these.
    """
    Place.of("of").read(one_of, of, KINDS)
    if not isinstance(n, int) or isinstance(n, bool) or not 1 <= n <= _MOST:
        raise InputError(f"expected a whole number from 1 to {_MOST:,}; got {quoted(n)}", at="n")
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
    for divisor, worth in _worths(n, of, by).items():
        low, high = _counts_around(answer.value, n, of, by)
        for rule in _rules(digits):
            seen = _rounding(worth, answer, digits, rule)
            one = _first(low, high, lambda c, seen=seen: values.compare(seen(c), answer.value) >= 0)  # type: ignore[misc]
            end = _first(low, high, lambda c, seen=seen: values.compare(seen(c), answer.value) > 0) - 1  # type: ignore[misc]
            counts[divisor, rule] = _mirrored((one, end), n, of) if one <= end else ()
        above = _first(low, high, lambda c, w=worth: values.compare(w(c), answer.value) >= 0)  # type: ignore[misc]
        nearest |= {c: worth(c) for c in (above - 1, above) if low <= c <= high}
    return Possible(" ".join(text.split()), n, of, by, counts, tuple(sorted(nearest.items())))


def _worths(n: int, of: str, step: Fraction) -> dict[str, _Worth]:
    """Return what a count leads to, by what is divided by."""
    if of in ("share", "mean"):
        return {"n": lambda c: step * c / n}

    def spread(divisor: int) -> _Worth:
        def worth(c: int) -> Finite:
            variance = Fraction(c * (n - c), n * divisor)
            return variance if of == "variance" else _root(variance)

        return worth

    return {"n": spread(n), **({"n − 1": spread(n - 1)} if n > 1 else {})}


def _root(variance: Fraction) -> Finite:
    root = values.power(variance, Fraction(1, 2))
    assert values.is_finite(root)
    return root


def _counts_around(value: Fraction, n: int, of: str, step: Fraction) -> Range:
    """Return the counts among which those that lead to a value are."""
    if of == "share":
        return 0, n
    if of != "mean":
        return 0, n // 2  # a variance grows up to half of n, and is the same from the other end
    middle, far = int(value * n / step), int((abs(value) + 1) * n / step) + 2
    return middle - far, middle + far


def _rules(digits: DecimalAnswer | None) -> tuple[str, ...]:
    """Return how a number may have been rounded: not at all, in three ways, or by a machine."""
    if digits is None:
        return ("exact",)
    return ("machine",) if digits.figures > MACHINE_FIGURES else RULES


def _rounding(worth: _Worth, answer: Answer, digits: DecimalAnswer | None, rule: str) -> _Worth:
    """Return what a count leads to, as it would be printed."""
    if digits is None or rule == "exact":
        return worth
    if rule == "machine":
        low, high = digits.value - digits.half, digits.value + digits.half

        def near(c: int) -> Finite:
            value = worth(c)
            inside = values.compare(low, value) <= 0 <= values.compare(high, value)
            return answer.value if inside else value  # type: ignore[return-value]

        return near
    rounding = Rounding(places=digits.places, rule=rule)  # type: ignore[arg-type]
    return lambda c: rounded(worth(c), rounding).value


def _first(low: int, high: int, holds: Callable[[int], bool]) -> int:
    """Return the first of some numbers for which something holds that then holds on; else high + 1."""
    high += 1
    while low < high:  # as bisect does, which takes no range longer than a machine can count
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle + 1, high)
    return low


def _mirrored(counts: Range, n: int, of: str) -> tuple[Range, ...]:
    """Return counts of ones, and of a variance those of zeros too, which are as many."""
    first, last = counts
    if of in ("share", "mean"):
        return (counts,)
    if last >= n - last - 1:
        return ((first, n - first),)
    return counts, (n - last, n - first)
