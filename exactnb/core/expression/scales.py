"""Functions of x that rise, or fall, all the way between two ends: where they have a value.

Such a function is made of steps, each of which can be undone, and has x in it once. Where a polynomial
in it is 0, or positive, is known by what undoes them.

How to read: `MonotoneFunction` is the door; `_formula_steps` cuts a formula into steps, below it
stand those.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from exactnb.core.arithmetic import roots, values
from exactnb.core.arithmetic.values import Infinite, Number
from exactnb.core.expression import nodes
from exactnb.core.expression.enclosed_values import ENCLOSED
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.general_nodes import Monotone
from exactnb.core.expression.nodes import stated
from exactnb.core.lazy import once
from exactnb.core.record import frozen
from exactnb.errors import Unsupported

_Change = Callable[[Number], Number]
_MINUS = Fraction(-1)
X = nodes.Symbol("x")


@frozen
class MonotoneFunction(Monotone):
    """A `formula` of one letter between two `ends`, None for no end; `closed` are those that count.

    >>> from exactnb.core.expression.nodes import log
    >>> share = MonotoneFunction(log(X), (nodes.Integer(0), nodes.Integer(1)), (False, False))
    >>> share.zeros([values.logarithm(Fraction(2)), Fraction(1)]).parts, share.is_rising
    ((Fraction(1, 2),), True)
    """

    formula: nodes.Expression
    ends: tuple[nodes.Expression | None, nodes.Expression | None]
    closed: tuple[bool, bool]

    def applied_to(self, name: str) -> nodes.Expression:
        def change(part: nodes.Expression) -> nodes.Expression | None:
            if isinstance(part, nodes.Integer) and part.value < 0:  # x − 2, not x + (−2)
                return -nodes.Integer(-part.value)
            return nodes.Phrase(name, "") if part == X else None

        return nodes.replace(self.formula, change)

    @once
    def domain_ends(self) -> tuple[Number, Number]:
        """Return the numbers, or infinities, between which the letter is."""
        low, high = (
            Infinite(sign) if end is None else _constant_value(end)
            for end, sign in zip(self.ends, (-1, 1), strict=True)
        )
        return low, high

    @once
    def _inverse_steps(self) -> tuple[list[_Change], tuple[Number, Number]]:
        """Return what undoes each step, the last one first, and what the function tends to at its ends.

        Raises Unsupported for a formula that is not known to move one way.
        """
        image, undoing = self.domain_ends, list[_Change]()
        for make in reversed(list(_formula_steps(self.formula))):
            do, undo = make(*map(values.sign, image))
            image = do(image[0]), do(image[1])
            undoing.insert(0, undo)
        return undoing, image

    @property
    def is_known(self) -> bool:
        """Say whether the function is known to move one way between its ends."""
        try:
            return bool(self._inverse_steps)
        except Unsupported:
            return False

    @property
    def is_rising(self) -> bool:
        """Say whether the function rises; raise Unsupported where it is not known to move one way."""
        low, high = self._inverse_steps[1]
        return values.compare(low, high) < 0

    def inverse_at(self, level: Number) -> tuple[Number, bool]:
        """Return where the function has the value `level`, and whether that is between the ends.

        Beyond what the function comes to, it is the end that is nearer.
        """
        undoing, image = self._inverse_steps
        for end, side, limit, closed in zip((-1, 1), self.domain_ends, image, self.closed, strict=True):
            order = values.compare(level, limit) * (1 if self.is_rising else -1)
            if order in (0, end):
                return side, closed and order == 0
        for undo in undoing:
            level = undo(level)
        return level, True

    def zeros(
        self, coefficients: Sequence[Number]
    ) -> roots.Points | roots.Everywhere | values.Undefined:
        zeros = roots.zeros(_normalized(coefficients))
        if not isinstance(zeros, roots.Points):
            return zeros
        places = [place for place, is_there in map(self.inverse_at, zeros.parts) if is_there]
        return roots.Points(tuple(places if self.is_rising else reversed(places)))

    def positive_intervals(self, coefficients: Sequence[Number]) -> roots.Points | values.Undefined:
        positive = roots.positive_intervals(_normalized(coefficients))
        if not isinstance(positive, roots.Points):
            return positive
        parts: list[Number] = []
        brackets = ""
        levels = list(zip(positive.parts[::2], positive.parts[1::2], strict=True))
        for pair in levels if self.is_rising else reversed(levels):
            (low, low_hit), (high, high_hit) = map(
                self.inverse_at, pair if self.is_rising else pair[::-1]
            )
            if values.compare(low, high) < 0:
                parts += low, high
                at_low, at_high = (
                    closed and not hit and values.compare(end, side) == 0
                    for closed, hit, end, side in zip(
                        self.closed, (low_hit, high_hit), (low, high), self.domain_ends, strict=True
                    )
                )
                brackets += ("[" if at_low else "(") + ("]" if at_high else ")")
        return roots.Points(tuple(parts), roots.kind_from_brackets(brackets))


def _normalized(coefficients: Sequence[Number]) -> list[Number]:
    """Return a polynomial divided by the size of its leading coefficient, which may be enclosed."""
    trimmed = list(coefficients)
    infinite = any(isinstance(c, Infinite | values.Undefined) for c in trimmed)
    while not infinite and trimmed and values.sign(trimmed[-1]) == 0:
        trimmed.pop()
    if infinite or len(trimmed) < 2:
        return trimmed or [Fraction(0)]
    size = values.absolute(trimmed[-1])
    lower = [ENCLOSED.divide(c, size) for c in trimmed[:-1]]
    return [*lower, Fraction(values.sign(trimmed[-1]))]


def _constant_value(formula: nodes.Expression) -> Number:
    value = evaluate(stated(formula))
    assert values.is_finite(value)  # type: ignore[arg-type]
    return value


_Step = Callable[[int, int], tuple[_Change, _Change]]
"""A step and what undoes it, by the signs of the ends between which it is done."""


def _formula_steps(formula: nodes.Expression) -> Iterator[_Step]:
    """Yield the steps of a formula, the last one first, down to its letter.

    Raises Unsupported for one with the letter at two places, and for a function that is not known.
    """
    while formula != X:
        places = [part for part in formula.children if X in part.walk()]
        if len(places) != 1:
            raise Unsupported(f"{formula} has its letter at several places")
        (inner,) = places
        match formula:
            case nodes.Negative():
                yield _scale_step(_MINUS)
            case nodes.Sum(terms):
                yield _shift_step(
                    _constant_value(nodes.Sum.of(part for part in terms if part is not inner))
                )
            case nodes.Product(factors):
                rest = nodes.Product.of(part for part in factors if part is not inner)
                yield _scale_step(_constant_value(rest))
            case nodes.Quotient(above, below) if inner is above:
                yield _scale_step(ENCLOSED.divide(Fraction(1), _constant_value(below)))
            case nodes.Quotient(above, _):
                yield _scale_step(_constant_value(above))
                yield _power_step(_MINUS)
            case nodes.Power(base, exponent) if inner is base:
                power = values.rational(_constant_value(exponent))
                if not power:
                    raise Unsupported(f"{formula} has no rational exponent")
                yield _power_step(power)
            case nodes.Function("log" | "exp" | "sqrt" | "abs" as name):
                root, size = _power_step(Fraction(1, 2)), _power_step(Fraction(1), is_distance=True)
                yield {"log": _log_and_exp, "exp": _exp_and_log, "sqrt": root, "abs": size}[name]
            case _:
                raise Unsupported(f"{formula} is not known to rise or to fall")
        formula = inner


def _shift_step(by: Number) -> _Step:
    return lambda one, other: (
        lambda x: ENCLOSED.add([x, by]),
        lambda y: ENCLOSED.add([y, values.negate(by)]),
    )


def _scale_step(by: Number) -> _Step:
    if not values.sign(by):
        raise Unsupported("0 times a function is constant")
    return lambda one, other: (
        lambda x: ENCLOSED.multiply([x, by]),
        lambda y: ENCLOSED.multiply([y, ENCLOSED.divide(Fraction(1), by)]),
    )


def _log_and_exp(low_sign: int, high_sign: int) -> tuple[_Change, _Change]:
    if min(low_sign, high_sign) < 0:
        raise Unsupported("the logarithm of what may be negative")
    return (lambda x: ENCLOSED.function("log", x)), (lambda y: ENCLOSED.function("exp", y))


def _exp_and_log(low_sign: int, high_sign: int) -> tuple[_Change, _Change]:
    return (lambda x: ENCLOSED.function("exp", x)), (lambda y: ENCLOSED.function("log", y))


def _power_step(power: Fraction, *, is_distance: bool = False) -> _Step:
    """Return a power; a distance from 0 is the first power of a size."""
    is_odd = power.denominator == 1 and power.numerator % 2 == 1 and not is_distance

    def make(low_sign: int, high_sign: int) -> tuple[_Change, _Change]:
        signs = {low_sign, high_sign} - {0}
        if signs == {1}:
            return (lambda x: ENCLOSED.power(x, power)), (lambda y: ENCLOSED.power(y, 1 / power))
        if power.denominator > 1 or (signs != {-1} and (power < 0 or not is_odd)):
            raise Unsupported("a power, or a distance, of numbers on both sides of 0")
        turned = _MINUS if is_odd else Fraction(1)

        def signed(x: Number, exponent: Fraction, inner_sign: Fraction, outer_sign: Fraction) -> Number:
            if signs == {-1} or values.sign(x) < 0:
                size = ENCLOSED.power(values.multiply([inner_sign, x]), exponent)
                return values.multiply([outer_sign, size])
            return ENCLOSED.power(x, exponent)

        return (
            lambda x: signed(x, power, _MINUS, turned),
            lambda y: signed(y, 1 / power, turned, _MINUS),
        )

    return make
