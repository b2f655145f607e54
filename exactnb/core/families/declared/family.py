"""A family that somebody states by its density or mass function: everything follows from it.

How to read: what is derived, the estimator, is found when it is first needed; `rule` is the estimate
of a class, `density` the factor of a number.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Self

from exactnb.core.arithmetic.numerals import read_number
from exactnb.core.arithmetic.rounding import number_text
from exactnb.core.data.schema import PARAMETERS, in_row
from exactnb.core.expression.nodes import (
    AtMost,
    Expression,
    Integer,
    Negative,
    Power,
    Product,
    Symbol,
    stated,
)
from exactnb.core.expression.scales import MonotoneFunction
from exactnb.core.expression.written import number
from exactnb.core.families.block import Columns, Pair, Polynomial
from exactnb.core.families.declared.estimating import POWERS, EstimatedFamily
from exactnb.core.families.declared.ranges import is_within, range_text
from exactnb.core.families.declared.specification import VARIABLE, Interval, Whole, specialised
from exactnb.core.families.declared_misconceptions import SLIPS
from exactnb.core.families.numbers import NumberBlock
from exactnb.core.naming.kinds import Head
from exactnb.core.naming.names import QuantityName
from exactnb.core.record import frozen
from exactnb.errors import InputError, Place, Unsupported, listing, near, quoted

TWO, _X = Integer(2), Symbol(VARIABLE)


@frozen
class DeclaredFamily(EstimatedFamily):
    """A column that follows a density, or a mass function, of one's own.

    `stated` is what somebody wrote, `constants` are the numbers given where it is used.

    >>> from exactnb import Family
    >>> speeds = Family.of(density="s exp(-s x)", support="x > 0", parameters={"s": "s > 0"}).declared
    >>> speeds.letters, speeds.problem(Fraction(-1))
    (('s',), 'this family needs x > 0')
    """

    misconceptions = SLIPS

    def __post_init__(self) -> None:
        stated = self.stated
        name = stated.name or "this family"
        known: dict[str, object] = {
            "name": name,
            # a letter would be another one: f is not F
            "title": name if len(name) == 1 else name[:1].upper() + name[1:],
            "formula": stated.text,
            "letters": tuple(stated.parameters),
            "heads": tuple(
                Head(letter, f"{letter}(c|k)", ("number | class",), "all numbers", letter)
                for letter in stated.parameters
            ),
        }
        for attribute, value in known.items():
            object.__setattr__(self, attribute, value)

    def with_numbers(self, raw_numbers: Mapping[str, object]) -> Self:
        ranges = self.stated.constants
        for key in raw_numbers:
            if key not in ranges:
                has = f"; it has {listing(ranges)}" if ranges else ", it has none"
                raise InputError(f"{self.name} has no constant {quoted(key)}{near(key, ranges)}{has}")
        chosen, known = [], {**self.numbers, **raw_numbers}
        for letter, within in ranges.items():
            if letter not in known:
                example = f"{{ {self.name} = {{ {letter} = 2 }} }}"
                what = f"the constant {letter}, {range_text(within, letter)}"
                raise InputError(f"{self.name} needs {what}, as in {example}")
            with Place.of(self.name) / letter:
                value = read_number(known[letter])
                if not is_within(value, within):
                    raise InputError(f"expected {range_text(within, letter)}; got {number_text(value)}")
            chosen.append((letter, value))
        return type(self)(self.stated, tuple(chosen))

    def as_toml(self) -> str:
        numbers = self.numbers_text
        return f"{{ {self.name} = {{ {numbers} }} }}" if numbers else f'"{self.name}"'

    @property
    def moving(self) -> tuple[Expression | None, Expression | None]:
        """Return the ends of the support that move with a parameter, with the constants put in."""
        low, high = (
            None if end is None else specialised(end, self.numbers) for end in self.stated.moving
        )
        return low, high

    @property
    def support_text(self) -> str:
        return range_text(self.support, VARIABLE)

    def impossible(self, total: Fraction, rows: Fraction) -> str:
        """Refuse no total: what it may be is not worked out."""
        return ""

    def canonical(self, block: NumberBlock, name: QuantityName) -> QuantityName:
        if name.parameter in self.stated.shared and name.columns:
            name = block.name(name.parameter, name.columns)
        return super().canonical(block, name)

    def check(self, block: NumberBlock) -> None:
        """Refuse given parameters outside of their range, and shared ones that differ."""
        super().check(block)
        for letter, column in product(self.stated.shared, block.columns if block.supplied else ()):
            numbers = {block.lookup(letter, (column,), k.value) for k in block.classes}
            if len(numbers) > 1:
                what = f"all classes share {letter}; expected the same number for each"
                raise InputError(what, at=in_row(PARAMETERS, f"{letter}({column})"))

    def beyond(self, x: Expression, *parameters: Expression) -> Expression:
        """Return the probability of more than `x` at `parameters`, in their order, by its closed form.

        Raise Unsupported without one.
        """
        tail = self.estimator.tail
        if tail is None:
            raise Unsupported(
                f"no antiderivative of the density of {self.name} is found among powers and "
                "exponential functions, so how probable more than a number is stays unknown"
            )
        return stated(self.filled(tail, parameters, x))

    def density(self, x: Fraction, *parameters: Expression) -> Expression:
        """Return the density, or the probability, of a number `x` in the support at `parameters`.

        They stand in their order. Where the support moves it is a factor, 0 for a number outside of it.
        """
        low, high = self.moving
        inside = [AtMost(_X, high)] if high is not None else []
        inside += [AtMost(low, _X)] if low is not None else []
        formula = Product.of((*inside, self.formula_of_x))
        return stated(self.filled(formula, parameters, number(x)))

    def log_ratio(self, block: NumberBlock, columns: Columns, pair: Pair) -> Polynomial | None:
        """Return the log-ratio of statistics that are powers of x; None for others, and two ends."""
        support, (column,) = self.support, columns
        begins = isinstance(support, Whole) or support.low is None or self.lower is not None
        if getattr(support, "high", None) is not None or not begins:
            return None
        terms = self._ratio(block, column, pair, POWERS)
        return {(column,) * power: factor for power, factor in terms.items()} if terms else None

    def scaled_ratio(
        self, block: NumberBlock, column: str, pair: Pair
    ) -> tuple[MonotoneFunction, Mapping[int, Expression]] | None:
        """Return the log-ratio in a statistic that moves one way, or it and its square; else None."""
        terms = self.estimator.log_terms
        statistics = [
            specialised(statistic, self.numbers) for statistic, _ in terms if statistic != Integer(1)
        ]
        bases = {
            statistic.base if isinstance(statistic, Power) and statistic.exponent == TWO else statistic
            for statistic in statistics
        }
        support = self.support
        if not isinstance(support, Interval) or len(bases) != 1:
            return None
        (base,) = bases
        ends, closed = (support.low, support.high), (support.low_closed, support.high_closed)
        ratio = self._ratio(block, column, pair, {base: (1,), Power(base, TWO): (2,)})
        scale = MonotoneFunction(base, ends, closed)
        return None if ratio is None or not scale.is_known else (scale, ratio)

    def _ratio(
        self,
        block: NumberBlock,
        column: str,
        pair: Pair,
        powers_of: Mapping[Expression, tuple[int, ...]],
    ) -> dict[int, Expression] | None:
        """Return the log-ratio by the powers that statistics are; None for others, and without any."""
        terms: dict[int, Expression] = {}
        for statistic, factor in self.estimator.log_terms:
            powers = (
                (0,) if statistic == Integer(1) else powers_of.get(specialised(statistic, self.numbers))
            )
            if powers is None:
                return None
            # minus one and minus the other is the other less the one
            before, of_pair = factor, pair
            while isinstance(before, Negative) and not powers[0]:
                before, of_pair = before.term, of_pair[::-1]
            one, other = (self.filled(before, self.distributed(block, column, k)) for k in of_pair)
            terms[powers[0]] = stated(one - other)
        return terms or None
