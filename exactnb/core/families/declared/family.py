"""A family that somebody states by its density or mass function: everything follows from it.

How to read: what is derived, the estimator, is found when it is first needed; `rule` is the estimate
of a class, `density` the factor of a number.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Self

from exactnb.core.arithmetic.numerals import read_number
from exactnb.core.arithmetic.rounding import number_text
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.nodes import (
    Expression,
    Integer,
    Power,
    Reference,
    Sum,
    Symbol,
    replace,
)
from exactnb.core.expression.results import NoNumber
from exactnb.core.expression.spell import spell
from exactnb.core.expression.stated import stated
from exactnb.core.expression.written import number
from exactnb.core.families.declared.ranges import is_within, range_text
from exactnb.core.families.declared.specialising import put_in, specialised
from exactnb.core.families.declared.specification import (
    VARIABLE,
    Interval,
    Range,
    Specification,
    Whole,
)
from exactnb.core.families.declared_misconceptions import SLIPS
from exactnb.core.families.estimates import Estimate, phrase
from exactnb.core.families.numbers import NumberBlock
from exactnb.core.families.one_parameter import OneParameter
from exactnb.core.families.polynomials import CONSTANT, Polynomial
from exactnb.core.families.sample import Sample
from exactnb.core.lazy import once
from exactnb.core.naming.kinds import Head
from exactnb.core.naming.names import Item
from exactnb.core.record import frozen
from exactnb.errors import InputError, Place, Unsupported, listing, near, quoted

if TYPE_CHECKING:
    from exactnb.core.families.deriving.estimator import Estimator

_X = Symbol(VARIABLE)
_LISTED = 3  # equal numbers that are added up one by one
_MOST = 200  # different numbers whose statistic is added up


@frozen(eq=False)
class DeclaredFamily(OneParameter):
    """A column that follows a density, or a mass function, of one's own.

    `stated` is what somebody wrote, `constants` are the numbers given where it is used.

    >>> from exactnb import Family
    >>> speeds = Family.of(density="s exp(-s x)", support="x > 0", parameters={"s": "s > 0"}).declared
    >>> speeds.letter, speeds.problem(Fraction(-1))
    ('s', 'this family needs x > 0')
    """

    stated: Specification
    constants: tuple[tuple[str, Fraction], ...] = ()

    misconceptions = SLIPS

    def __post_init__(self) -> None:
        stated = self.stated
        name = stated.name or "this family"
        known: dict[str, object] = {
            "name": name,
            "title": name[:1].upper() + name[1:],
            "formula": stated.text,
            "is_density": stated.is_density,
            "letter": stated.parameter,
            "heads": (_head(stated.parameter),),
        }
        first = self.support.first if isinstance(self.support, Whole) else self.support.low
        known["lower"] = first.value if isinstance(first, Integer) else None
        for attribute, value in known.items():
            object.__setattr__(self, attribute, value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DeclaredFamily) and (self.stated, self.constants) == (
            other.stated,
            other.constants,
        )

    def __hash__(self) -> int:
        return hash((self.stated.name, self.stated.formula, self.constants))

    @property
    def numbers(self) -> dict[str, Fraction]:
        """Return the constants by their letters."""
        return dict(self.constants)

    def with_numbers(self, raw_numbers: Mapping[str, object]) -> Self:
        """Return the family with its constants, read from `raw_numbers` by their letters.

        Raises InputError for an unknown letter, and for one that is missing or out of range.
        """
        ranges = self.stated.constants
        for key in raw_numbers:
            if key not in ranges:
                has = f"; it has {listing(ranges)}" if ranges else ", it has none"
                raise InputError(f"{self.name} has no constant {quoted(key)}{near(key, ranges)}{has}")
        chosen = []
        for letter, within in ranges.items():
            if letter not in raw_numbers:
                if letter in self.numbers:
                    chosen.append((letter, self.numbers[letter]))
                    continue
                example = f"{{ {self.name} = {{ {letter} = 2 }} }}"
                what = f"the constant {letter}, {range_text(within, letter)}"
                raise InputError(f"{self.name} needs {what}, as in {example}")
            with Place.of(self.name) / letter:
                value = read_number(raw_numbers[letter])
                if not is_within(value, within):
                    raise InputError(f"expected {range_text(within, letter)}; got {number_text(value)}")
            chosen.append((letter, value))
        return type(self)(self.stated, tuple(chosen))

    def as_toml(self) -> str:
        """Return the family as a problem file chooses it, with its constants."""
        numbers = ", ".join(f"{letter} = {number_text(value)}" for letter, value in self.constants)
        return f"{{ {self.name} = {{ {numbers} }} }}" if numbers else f'"{self.name}"'

    @once
    def support(self) -> Range:
        """Return what x may be, with the constants put in."""
        stated = self.stated.support
        if isinstance(stated, Whole):
            last = None if stated.last is None else specialised(stated.last, self.numbers)
            return Whole(specialised(stated.first, self.numbers), last)
        low, high = (
            None if end is None else specialised(end, self.numbers) for end in (stated.low, stated.high)
        )
        return Interval(low, high, stated.low_closed, stated.high_closed)

    def problem(self, value: Fraction) -> str:
        """Refuse a number outside of the support among the data."""
        if is_within(value, self.support):
            return ""
        return f"{self.name} needs {self._support_text}"

    @property
    def _support_text(self) -> str:
        return range_text(self.support, VARIABLE)

    def impossible(self, total: Fraction, rows: Fraction) -> str:
        """Refuse no total: what it may be is not worked out."""
        return ""

    def out_of_range(self, value: Fraction) -> str:
        """Refuse a given parameter that the family cannot have."""
        within = self.stated.parameters[self.letter]
        return "" if is_within(value, within) else f"expected {range_text(within, self.letter)}"

    @once
    def estimator(self) -> Estimator:
        """Return what is derived for the parameter: the statistic, the estimate, what holds of them.

        Raises Unsupported, with the reason, where nothing of the kind can be derived.
        """
        from exactnb.core.families.deriving.finding import derive_estimator

        return derive_estimator(self.stated)

    @once
    def statistic(self) -> Expression:
        """Return what is added up over the rows, a formula in x."""
        return specialised(self.estimator.statistic, self.numbers)

    @property
    def powers(self) -> tuple[int, ...]:  # type: ignore[override]
        """Return the power of x that is added up, none if that is no power."""
        return _POWERS.get(self.statistic, ())

    def rule(self, block: NumberBlock, sample: Sample, column: str, label: Item) -> Estimate:
        """Return the estimate in closed form, over the sum of the statistic and the number of rows.

        Raises Unsupported where the sum of the statistic is not known: of counts without rows.
        """
        from exactnb.core.families.deriving.estimator import ROWS, TOTAL

        estimator = self.estimator
        is_open = sample.source.size(column, label.value) or self.stated.prior is not None
        best = self._estimate_of(sample, column, label) if is_open else estimator.estimate
        domain = self.stated.parameters[self.letter]
        within = range_text(domain, self.letter)
        if best is None:
            what = f"column {column}, class {label.value}: no {self.letter} is estimated"
            raise Unsupported(f"{what}, the likelihood rises to an end that {within} leaves out")
        if best != estimator.estimate:
            assert isinstance(domain, Interval)
            side = "lower" if best == domain.low else "upper"
            end = specialised(best, self.numbers)
            return Estimate(phrase("end", f"{side} end of {within}"), (("end", end),))
        roles = {"total": self.total(sample, column, label), "rows": sample.rows(column, label)}
        words = {
            TOTAL: phrase("total", f"{self.total_text()} in class k"),
            ROWS: phrase("rows", sample.rows_text(column)),
        }
        if self.stated.prior is not None and estimator.estimate == estimator.mle:
            what = f"no MAP of {self.letter} is derived from the prior of {self.name}"
            raise Unsupported(f"{what}; leave the prior out")
        formula = specialised(estimator.estimate, self.numbers)
        rule = replace(formula, lambda part: words.get(part) if isinstance(part, Symbol) else None)
        name = "MLE" if self.stated.prior is None else "MAP"
        return Estimate(stated(rule), tuple(roles.items()), name)

    def _estimate_of(self, sample: Sample, column: str, label: Item) -> Expression | None:
        """Return where the likelihood of the rows of a class is largest, a formula in S and n."""
        from exactnb.core.families.declared.conditions import estimate_of

        power = self.powers[0] if self.powers else 1
        total = evaluate(
            self.total(sample, column, label),
            lambda name: sample.source.of((column,) * power, label.value),
        )
        assert not isinstance(total, NoNumber)
        rows = Fraction(sample.source.size(column, label.value))
        return estimate_of(self.estimator, self.numbers, total, rows)

    def total_text(self) -> str:
        """Return what the sum of the statistic is called."""
        known = {1: "sum", 2: "sum of squares"}
        return known[self.powers[0]] if self.powers else f"sum of {spell(self.statistic)}"

    def total(self, sample: Sample, column: str, label: Item) -> Expression:
        """Return the sum of the statistic over the rows of a class, as counted: log 0.4 + log 0.7."""
        if self.powers:
            return sample.total(column, label, self.powers[0])
        return self.added(sample, column, label, self.statistic)

    def added(self, sample: Sample, column: str, label: Item, of: Expression) -> Expression:
        """Return the sum of a formula in x over the rows of a class.

        Raises Unsupported where only sums are known, and for very many different numbers.
        """
        listed = sample.source.listed(column, label.value)
        if not listed and sample.source.size(column, label.value):
            raise Unsupported(f"{self.name} adds up {spell(of)}, which the sums of numbers do not tell")
        if len(listed) > _MOST:
            raise Unsupported(f"{self.name} adds up {spell(of)} of at most {_MOST} different numbers")
        terms: list[Expression] = []
        for value, times in listed:
            term = put_in(of, {VARIABLE: number(value)})
            is_few = isinstance(times, int) and times <= _LISTED
            terms += [term] * int(times) if is_few else [number(Fraction(times)) * term]
        return Sum.of(terms)

    def beyond(self, x: Expression, parameter: Expression) -> Expression:
        """Return the probability of more than x, by its closed form where the family has one."""
        tail = self.estimator.tail
        if tail is None or not isinstance(self.support, Interval) or self.support.high is not None:
            return super().beyond(x, parameter)
        return stated(put_in(specialised(tail, self.numbers), {VARIABLE: x, self.letter: parameter}))

    def factor(self, block: NumberBlock, observed: Mapping[str, Fraction], label: Item) -> Expression:
        """Return the density or probability of a number; 0 outside of the support."""
        ((column, x),) = observed.items()
        if not is_within(x, self.support):
            return Integer(0)
        return self.density(x, *self.distributed(block, column, label))

    def density(self, x: Fraction, parameter: Expression) -> Expression:
        """Return the density, or the probability, of a number in the support."""
        return stated(put_in(self._formula, {VARIABLE: number(x), self.letter: parameter}))

    @once
    def _formula(self) -> Expression:
        return specialised(self.stated.formula, self.numbers)

    def log_ratio(
        self, block: NumberBlock, columns: tuple[str, ...], pair: tuple[Item, Item]
    ) -> Polynomial | None:
        """Return the log-ratio of a statistic that is x or x²; None for any other, and for two ends."""
        support = self.support
        begins = isinstance(support, Whole) or support.low is None or self.lower is not None
        is_cut = getattr(support, "high", None) is None and begins
        return super().log_ratio(block, columns, pair) if self.powers and is_cut else None

    def linear(
        self, block: NumberBlock, column: str, first: Reference, second: Reference
    ) -> Polynomial:
        """Return the difference of the natural parameters before the statistic, and of the rest."""

        def difference(formula: Expression, signs: tuple[Reference, Reference]) -> Expression:
            own = specialised(formula, self.numbers)
            one, other = (put_in(own, {self.letter: parameter}) for parameter in signs)
            return stated(one - other)

        estimator = self.estimator
        return {
            (column,) * self.powers[0]: difference(estimator.natural, (first, second)),
            CONSTANT: difference(estimator.log_partition, (second, first)),
        }


def _head(letter: str) -> Head:
    return Head(letter, f"{letter}(c|k)", ("number | class",), "all numbers", letter)


_POWERS = {_X: (1,), Power(_X, Integer(2)): (2,)}
