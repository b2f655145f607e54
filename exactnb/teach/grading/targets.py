"""Values that answers are compared with, for equality or within a distance, always decided exactly.

How to read: a `DecimalAnswer` is what was typed, a `Target` what it is compared with; `enclosed` gives
one that has no exact form, and `ByBounds` finds those that may be equal.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import chain

from exactnb.core.arithmetic import values
from exactnb.core.arithmetic.germs import Germ
from exactnb.core.arithmetic.irrational import Finite
from exactnb.core.arithmetic.roots import Points
from exactnb.core.arithmetic.rounding import Decimal, Rounding
from exactnb.core.arithmetic.values import Infinite, Undefined
from exactnb.core.expression.enclosed_values import ENCLOSED
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.nodes import Expression
from exactnb.core.expression.reading.digits import significant_figures
from exactnb.core.expression.results import Decision, NoNumber, Value, are_equal, with_limits
from exactnb.core.lazy import once
from exactnb.core.model.quantities import Quantities
from exactnb.core.naming.names import QuantityName
from exactnb.core.record import frozen
from exactnb.errors import Unsupported

_BITS = (96, 1_024, 16_384)  # tried one after the other, until the bounds are close
_CLOSE = 32
MACHINE_FIGURES = 9
"""The significant figures that count of what a machine prints: those behind may be noise."""
_NOISE = Fraction(1, 10**MACHINE_FIGURES)  # of a value: less is the arithmetic of a machine
Bounds = tuple[Fraction, Fraction]
"""Two numbers between which a value lies."""


@frozen(slots=True)
class DecimalAnswer:
    """A decimal as it was typed: its number of digits, and the numbers that it may stand for.

    These are no farther than `half` from `value`: half a unit of its last digit, or of its ninth if it
    has more, as machines print them.

    >>> DecimalAnswer.from_decimal(Decimal(667, 3))
    DecimalAnswer(value=Fraction(667, 1000), half=Fraction(1, 2000), figures=3, places=3)
    """

    value: Fraction
    half: Fraction
    figures: int
    places: int

    @classmethod
    def from_decimal(cls, decimal: Decimal, counting: int = MACHINE_FIGURES) -> DecimalAnswer:
        """Return the interval of a `decimal`, of whose figures only `counting` are significant."""
        figures = significant_figures(decimal)
        if figures <= counting:
            return cls(decimal.value, decimal.half_unit, figures, decimal.places)
        rounded = Rounding(figures=counting).decimal(decimal.value)
        noise = abs(decimal.value) * _NOISE if counting == MACHINE_FIGURES else Fraction(0)
        low = min(rounded.value - rounded.half_unit, decimal.value - noise)
        high = max(rounded.value + rounded.half_unit, decimal.value + noise)
        return cls((low + high) / 2, (high - low) / 2, figures, decimal.places)


class Target:
    """A value that an answer may have. Bounds around it settle most comparisons.

    A single point, such as the only λ at which a decision changes, is answered with the number alone.
    """

    def __init__(self, value: Value) -> None:
        alone = isinstance(value, Points) and value.kind == "points" and len(value.parts) == 1
        self.value: Value = value.parts[0] if alone else value  # type: ignore[union-attr]

    @property
    def equality_key(self) -> Hashable:
        """Return what equal values share, and no others; None for a value without a unique form."""
        return self.value if isinstance(self.value, Fraction | Decision | bool) else None

    @property
    def number(self) -> Finite | None:
        """Return the value, if it is a finite number."""
        return None if isinstance(self.value, NoNumber | Undefined | Infinite | Germ) else self.value

    @once
    def bounds(self) -> Bounds | None:
        """Return rational bounds around a finite number, as close as is quick; None without any."""
        number = self.number
        if number is None or isinstance(number, Fraction):
            return None if number is None else (number, number)
        # Most values are told apart by a few bits; a product of a thousand densities is not.
        for bits in _BITS:
            ball = values.enclose(number, bits)
            if ball.is_accurate(_CLOSE):
                break
        return ball.bounds()

    def equals(self, other: Target) -> bool:
        """Say whether the value equals that of `other`, exactly.

        Raises Undecidable or Unsupported where no known theorem decides it.
        """
        if isinstance(self.value, Fraction) and isinstance(other.value, Fraction):
            # the two parts of lowest terms, which is quicker than to ask whether they are numbers
            of, to = self.value, other.value
            return of.numerator == to.numerator and of.denominator == to.denominator
        mine, theirs = self.bounds, other.bounds
        if mine is None or theirs is None:
            return are_equal(self.value, other.value)
        if mine[1] < theirs[0] or theirs[1] < mine[0]:
            return False
        return are_equal(self.value, other.value)

    def is_within(self, middle: Fraction, distance: Fraction) -> bool:
        """Say whether a finite number is no farther than a `distance` from `middle`, exactly."""
        return self.is_between(middle - distance, middle + distance)

    def is_between(self, low: Fraction, high: Fraction | None, sign: int = 1) -> bool:
        """Say whether a number (with `sign` -1 its negative) lies between `low` and `high`, exactly.

        Without `high` there is no upper bound.
        """
        number, bounds = self.number, self.bounds
        if number is None:
            return False
        if sign < 0:
            number = values.negate(number)  # type: ignore[assignment]
            bounds = None if bounds is None else (-bounds[1], -bounds[0])
        if bounds is not None:
            if bounds[1] < low or (high is not None and bounds[0] > high):
                return False
            if low <= bounds[0] and (high is None or bounds[1] <= high):
                return True
        return values.compare(number, low) >= 0 and (high is None or values.compare(number, high) <= 0)

    def sign(self) -> int:
        """Return the sign of a finite number."""
        number = self.number
        return 0 if number is None else values.sign(number)


def enclosed_target(
    graph: Quantities, formulas: Mapping[QuantityName, Expression], name: QuantityName
) -> Target:
    """Return the value of `name` in a `graph` where `formulas` replace some of its own, by enclosures.

    It is for values without an exact form, such as e to an irrational power. Every step of all formulas
    is exact where that goes, and else known by its enclosures. Raises Unsupported for a formula that
    rests on itself, and where nothing is known of a step.
    """
    values: dict[QuantityName, Value | None] = {}

    def value(quantity: QuantityName) -> Value:
        if quantity not in values:
            values[quantity] = None  # while it is worked out
            formula = formulas[quantity] if quantity in formulas else graph.quantity(quantity).formula
            values[quantity] = evaluate(formula, value, ENCLOSED)
        target = values[quantity]
        if target is None:
            raise Unsupported(f"{quantity} rests on itself")
        return target

    return Target(with_limits(value(name)))


class ByBounds:
    """The places of targets by their bounds: most need no comparison to be known to differ.

    >>> targets = ByBounds(Target(Fraction(number)).bounds for number in (1, 3, 2))
    >>> targets.places_meeting((Fraction(2), Fraction(7, 2)))
    [1, 2]
    """

    def __init__(self, every: Iterable[Bounds | None] = ()) -> None:
        # Spans of bounds that meet, in order: their lower ends, their upper ends, the places inside.
        self._lows: list[Fraction] = []
        self._highs: list[Fraction] = []
        self._inside: list[list[int]] = []
        self._without: list[int] = []
        self._count = 0
        self._waiting: list[Bounds | None] = []
        for bounds in every:
            self._place(bounds)

    def add(self, bounds: Bounds | None) -> None:
        """Add the next target, by its `bounds`."""
        self._waiting.append(bounds)  # its place is found when one is asked for: many never are

    def _place(self, bounds: Bounds | None) -> None:
        if bounds is None:
            self._without.append(self._count)
        else:
            met = self._slice_meeting(bounds)
            low = min([bounds[0], *self._lows[met][:1]])
            high = max([bounds[1], *self._highs[met][-1:]])
            inside = [self._count, *chain(*self._inside[met])]
            self._lows[met], self._highs[met], self._inside[met] = [low], [high], [inside]
        self._count += 1

    def places_meeting(self, bounds: Bounds | None) -> Sequence[int]:
        """Return the places, in order, of all targets that may have a value within `bounds`."""
        for waiting in self._waiting:
            self._place(waiting)
        self._waiting.clear()
        if bounds is None:
            return range(self._count)
        return sorted(chain(self._without, *self._inside[self._slice_meeting(bounds)]))

    def _slice_meeting(self, bounds: Bounds) -> slice:
        return slice(bisect_left(self._highs, bounds[0]), bisect_right(self._lows, bounds[1]))
