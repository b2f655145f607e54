"""Where a function that moves one way has a value: enclosed by signs, where no closed form is known.

A place is enclosed by two rational numbers at which the function is known, by balls, to be less and to
be more than the value.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import reduce

from exactnb.core.arithmetic import enclosure, values
from exactnb.core.arithmetic.enclosed import Enclosed
from exactnb.core.arithmetic.enclosure import Ball
from exactnb.core.arithmetic.irrational import Finite
from exactnb.core.expression import nodes
from exactnb.core.expression.array_nodes import ExactValue
from exactnb.core.expression.nodes import Expression
from exactnb.core.lazy import once, once_each
from exactnb.core.record import frozen
from exactnb.errors import Unsupported

_FUNCTIONS = {
    "exp": Ball.exp, "log": Ball.log, "sqrt": Ball.root, "Gamma": Ball.gamma, "digamma": Ball.digamma,
}  # fmt: skip
_WIDEST = 64  # powers of two that are tried as places
_MOST_BITS = 4_096  # of a place; balls of more bits are as wide as those of so many
_MOST_POWER = 200  # that is multiplied out, as a base may be negative
_HALVINGS = 24  # before the chord shows where to look


@frozen
class InverseFunction:
    """The place of a letter between two `ends` at which a formula has the value `level`.

    An end is None where there is none. It is the operation of a number that is known by its enclosures,
    and has no parts.
    """

    letter: str
    formula: Expression
    level: Finite
    ends: tuple[Fraction | None, Fraction | None]

    @property
    def as_root(self) -> tuple[str, Expression, Finite, tuple[Fraction | None, Fraction | None]]:
        """Return what it is the root of."""
        return self.letter, self.formula, self.level, self.ends

    def gap(self, place: Fraction, bits: int) -> Ball:
        """Return a ball around the formula at `place`, less the level, at a precision of `bits`."""
        there = _ball(self.formula, {self.letter: enclosure.exact(place, bits)}, bits)
        minus = enclosure.exact(-1, bits)
        return there.plus(values.enclose(self.level, bits).times(minus, bits), bits)

    def sign(self, place: Fraction, bits: int) -> int | None:
        """Return the sign of the formula at `place` less the level; None if no ball tells.

        `bits` is the first precision that is tried; the last is four times it.
        """
        for precision in (bits + 32, 2 * bits + 64, 4 * bits + 128):
            if (sign := self.gap(place, precision).sign()) is not None:
                return sign
        return None

    @once
    def around(self) -> tuple[Fraction, Fraction]:
        """Return two places around the one that is sought: there the signs differ.

        Raises Unsupported where none are known.
        """
        signs: dict[int, Fraction] = {}
        for place in _places(*self.ends):
            sign = self.sign(place, enclosure.FIRST_BITS)
            if sign:
                signs[sign] = place
            if len(signs) == 2:
                low, high = sorted(signs.values())
                return low, high
        raise Unsupported(
            f"no {self.letter} is known at which the slope of the log-likelihood is 0: it may rise to "
            "an end that is left out"
        )

    @once_each
    def enclose(self, bits: int) -> Ball:
        """Return a ball around the place, of a relative size of 2^−`bits`.

        Halving comes close, then secants are tried and tested.
        """
        bits = min(bits, _MOST_BITS)
        low, high = self.around
        rises = self.sign(low, bits) == -1
        for halving in range(bits + 4 * _WIDEST):
            size = max(abs(low), abs(high))
            if high - low <= size / 2**bits:
                break
            if halving >= _HALVINGS and high - low < size / 2:
                near = self._secant(low, high, bits)
                step = abs(near) / 2 ** (bits + 2)
                places = [near - step, near + step]
                signs = [self.sign(place, bits) for place in places]
                if signs == ([-1, 1] if rises else [1, -1]):
                    low, high = places
                    break
            middle = (low + high) / 2
            sign = self.sign(middle, bits)
            if not sign:  # the place itself, or so near to it that no ball tells
                break
            low, high = (middle, high) if (sign < 0) == rises else (low, middle)
        return enclosure.around(low, high, bits)

    def _secant(self, low: Fraction, high: Fraction, bits: int) -> Fraction:
        """Return a place close to the one that is sought, which nothing shows yet."""
        grain, precision = 2 ** (bits + 2 * enclosure.FIRST_BITS), bits + enclosure.FIRST_BITS
        places = [low, high]
        gaps = [_middle(self.gap(place, precision)) for place in places]
        for _ in range(bits.bit_length() * 2):
            if gaps[0] == gaps[1]:
                break
            step = gaps[1] * (places[1] - places[0]) / (gaps[1] - gaps[0])
            place = Fraction(round((places[1] - step) * grain), grain)
            if not low < place < high or place == places[1]:
                break
            places, gaps = [places[1], place], [gaps[1], _middle(self.gap(place, precision))]
            if abs(step) < abs(place) / 2 ** (bits + 8):
                break
        return places[1]


def place_of(root: nodes.Root, level: values.Number) -> values.Number:
    """Return where the formula of a root has the value `level`, known by its enclosures.

    Raises Unsupported where no such place is known.
    """
    if not values.is_finite(level):
        return values.UNDEFINED
    inverse = InverseFunction(root.variable.letter, root.body, level, root.ends)
    inverse.around  # noqa: B018 - it exists
    return Enclosed(Fraction(1), inverse, ())


def _places(low: Fraction | None, high: Fraction | None) -> Iterator[Fraction]:
    """Yield places all over an interval, those in its middle first."""
    powers = [Fraction(2) ** (sign * index) for index in range(_WIDEST) for sign in (1, -1)]
    if low is not None and high is not None:
        for index in range(1, _WIDEST):
            share = (high - low) / 2**index
            yield from (low + share, high - share)
    elif low is not None or high is not None:
        yield from (high - step if low is None else low + step for step in powers)  # type: ignore[operator]
    else:
        yield Fraction(0)
        yield from (sign * step for step in powers for sign in (1, -1))


def _middle(ball: Ball) -> Fraction:
    bounds = ball.bounds()
    return Fraction(0) if bounds is None else (bounds[0] + bounds[1]) / 2


def _ball(formula: Expression, letters: Mapping[str, Ball], bits: int) -> Ball:
    """Return a ball around the value of a formula, with balls for its letters."""
    match formula:
        case nodes.Symbol(letter):
            return letters[letter]
        case nodes.Integer(value):
            return enclosure.exact(value, bits)
        case ExactValue(value):
            return values.enclose(value, bits)  # type: ignore[arg-type]
    parts = [_ball(part, letters, bits) for part in formula.children]
    match formula:
        case nodes.Sum():
            return reduce(lambda left, right: left.plus(right, bits), parts)
        case nodes.Product():
            return reduce(lambda left, right: left.times(right, bits), parts)
        case nodes.Negative():
            return parts[0].times(enclosure.exact(-1, bits), bits)
        case nodes.Quotient():
            return parts[0].over(parts[1], bits)
        case nodes.Power(_, nodes.Integer(exponent)) if 0 <= exponent <= _MOST_POWER:
            return reduce(
                lambda left, _: left.times(parts[0], bits), range(exponent), enclosure.exact(1, bits)
            )
        case nodes.Power():
            return parts[0].log(bits).times(parts[1], bits).exp(bits)
        case nodes.Function(name) if name in _FUNCTIONS:
            return _FUNCTIONS[name](parts[0], bits)
    raise Unsupported(f"{formula} is not enclosed here")
