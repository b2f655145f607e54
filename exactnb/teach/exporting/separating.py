"""Tolerances: how far from a value an answer counts as that value, so that no two of them overlap.

How to read: `Accuracy` says how answers are rounded; `key_number` gives the key its tolerance, with all
wrong values as its neighbours, `separated` gives wrong values theirs, the best separated first. All of
it is about the decimals that stand in the file, so it is exact whatever the values are.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from fractions import Fraction

from exactnb.core.arithmetic.integers import exact_text
from exactnb.core.arithmetic.irrational import Finite
from exactnb.core.arithmetic.rounding import Rounding, rounded
from exactnb.core.problem.questions import Policy
from exactnb.core.record import frozen
from exactnb.teach.exporting.items import Number
from exactnb.teach.exporting.numerals import LONG, cut_off, decimal_without_exponent

_MORE = 4  # figures of a number in a file beyond those that are asked for
_HALF_WAY = Fraction(101, 100)  # systems compare doubles: half-way must not hang on their bits
_INSIDE = Fraction(999, 1000)  # nor what lies at the very end of a tolerance
_GAP_SHARE = Fraction(99, 200)  # of the gap, for a wrong value: the half belongs to the key


@frozen(slots=True)
class Accuracy:
    """Say how answers are rounded, and what a policy allows beside that."""

    rounding: Rounding
    within: Fraction | None = None
    relative: Fraction | None = None

    @classmethod
    def of(cls, policy: Policy, figures: int) -> Accuracy:
        """Return what a policy asks for, with so many significant figures unless it says otherwise."""
        if policy.kind == "places":
            return cls(Rounding(places=policy.places))
        if policy.kind == "figures":
            return cls(Rounding(figures=policy.figures))
        amount = {policy.kind: policy.amount} if policy.kind in ("within", "relative") else {}
        return cls(Rounding(figures=figures), **amount)

    def __str__(self) -> str:
        """Return how an answer is given: as a decimal with 3 significant figures."""
        if self.within is not None:
            return f"as a decimal, within {exact_text(self.within)}"
        if self.relative is not None:
            return f"as a decimal, within {exact_text(self.relative)} of the value"
        number = self.rounding.places if self.rounding.figures is None else self.rounding.figures
        kind = "decimal place" if self.rounding.figures is None else "significant figure"
        return f"as a decimal with {number} {kind}{'s' * (number != 1)}"

    @property
    def figures(self) -> int:
        """Return how many significant figures a number in a file has."""
        return max(LONG, (self.rounding.figures or 0) + _MORE)


@frozen(slots=True)
class Placed:
    """A value on the line of a question: as it stands in a file, rounded as asked, and how far off."""

    text: str
    typed: str
    room: Fraction

    @classmethod
    def of(cls, value: Finite, accuracy: Accuracy, *, is_key: bool = False) -> Placed:
        """Return `value` with half a unit of the `accuracy` around it.

        Where it `is_key`, it has what its policy allows.

        Raises Undecidable or Unsupported for what cannot be rounded.
        """
        long = rounded(value, Rounding(figures=accuracy.figures)).shortest()
        places = accuracy.rounding.places
        if places is not None and (long.value == 0 or places > long.places):
            long = rounded(value, Rounding(places=places + _MORE)).shortest() if places > LONG else long
        rounded_value = rounded(value, accuracy.rounding)
        room = _half_unit(value, accuracy.rounding)
        if is_key and accuracy.within is not None:
            room = max(accuracy.within, room / 10**6)
        elif is_key and accuracy.relative is not None:
            room = max(accuracy.relative * abs(long.value), room / 10**6)
        elif abs(rounded_value.value - long.value) > room * _INSIDE:
            room *= _HALF_WAY
        return cls(decimal_without_exponent(long), str(rounded_value), room)

    @property
    def value(self) -> Fraction:
        """Return the number in the file."""
        return Fraction(self.text)

    def number_with_tolerance(self, tolerance: Fraction) -> Number | None:
        """Return the value with a tolerance, None if what is rounded as asked lies outside of it."""
        tolerance = cut_off(tolerance)
        is_inside = abs(Fraction(self.typed) - self.value) <= tolerance * _INSIDE
        return Number(self.text, self.typed, tolerance) if is_inside and tolerance else None


def _half_unit(value: Finite, rounding: Rounding) -> Fraction:
    """Return half a unit of the last figure that is asked for, by the value's own first digit."""
    if rounding.figures is None:
        return Fraction(1, 2 * 10 ** (rounding.places or 0))
    if value == 0:
        return Fraction(1, 2 * 10**rounding.figures)
    return rounded(value, Rounding(figures=rounding.figures, rule="down")).half_unit


def key_number(key: Placed, wrong_values: Sequence[Placed]) -> Number | None:
    """Return the `key` with its tolerance.

    It is the least of its room and half the gap to the nearest of the `wrong_values`.

    None where that leaves no room for an answer that is rounded as asked, or where a wrong value that
    is rounded so would be right.

    >>> asked = Accuracy(Rounding(figures=3))
    >>> key, near = (Placed.of(Fraction(*each), asked) for each in ((9, 14), (16, 25)))
    >>> number = key_number(key, [near])
    >>> number.typed, str(number.tolerance), key_number(key, [key])
    ('0.643', '1/2000', None)
    """
    gap = min((abs(key.value - wrong_value.value) for wrong_value in wrong_values), default=None)
    number = key.number_with_tolerance(key.room if gap is None else min(key.room, gap / 2))
    if number is None or any(number.holds(Fraction(wrong_value.typed)) for wrong_value in wrong_values):
        return None
    return number


def separations(
    key: Number, wrong_values: Sequence[Placed]
) -> Iterator[tuple[Fraction, Number | None]]:
    """Yield how well each of `wrong_values` is separated, from 0 to 1, and its number beside the `key`.

    It is separated well if its nearest neighbour, right or wrong, is a whole unit away. None is what
    cannot be told from another value as it is rounded.
    """
    values = [wrong_value.value for wrong_value in wrong_values]
    ordered = sorted([key.value, *values])  # the nearest stand beside it, equal ones too
    for wrong_value, value in zip(wrong_values, values, strict=True):
        index = bisect_left(ordered, value)
        neighbours = *ordered[max(index - 1, 0) : index], *ordered[index + 1 : index + 2]
        gap = min(abs(value - neighbour) for neighbour in neighbours)
        yield (
            min(Fraction(1), gap / (2 * wrong_value.room)),
            wrong_value.number_with_tolerance(min(wrong_value.room, _GAP_SHARE * gap)),
        )
