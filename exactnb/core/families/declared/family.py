"""A family that somebody states by its density, its mass function, or probabilities of named outcomes.

How to read: a `DeclaredFamily` derives its estimator when it is first needed; `rule` is the estimate of
a class, `density` the factor of a number. An `OutcomeFamily` is of names, whose factors are formulas in
the parameter; `OutcomeBlock` has the columns that follow it. `Family` is what Python offers: it is made
of texts, or of what SymPy knows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any, Self

from exactnb.core.arguments import require
from exactnb.core.arithmetic.numerals import read_number
from exactnb.core.arithmetic.rounding import number_text
from exactnb.core.data.rows import in_list, name_of
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
from exactnb.core.families.base import Observation
from exactnb.core.families.block import Columns, Distributed, Outcomes, Pair, Polynomial
from exactnb.core.families.declared.estimating import POWERS, EstimatedFamily
from exactnb.core.families.declared.ranges import is_within, range_text
from exactnb.core.families.declared.reading import read_specification
from exactnb.core.families.declared.specification import (
    VARIABLE,
    Interval,
    OutcomeTable,
    Specification,
    Whole,
    evaluate_constants,
    replace_letters,
)
from exactnb.core.families.declared_misconceptions import SLIPS, SLIPS_OF_COUNTS
from exactnb.core.families.numbers import NumberBlock
from exactnb.core.lazy import once
from exactnb.core.naming.kinds import Head
from exactnb.core.naming.names import Item, QuantityName
from exactnb.core.record import frozen
from exactnb.errors import InputError, Place, Unsupported, listing, near, quoted

TWO, _X = Integer(2), Symbol(VARIABLE)


@frozen
class DeclaredFamily(EstimatedFamily):
    """A column that follows a density, or a mass function, of one's own.

    `stated` is what somebody wrote, `constants` are the numbers given where it is used.

    >>> from exactnb import Family
    >>> speeds = Family.of(density="s exp(-s x)", support="x > 0", parameters={"s": "s > 0"}).declared
    >>> speeds.letters, speeds.data_problem(Fraction(-1))
    (('s',), 'this family needs x > 0')
    """

    misconceptions = SLIPS

    def __post_init__(self) -> None:
        stated = self.stated
        name = stated.name or "this family"
        attributes: dict[str, object] = {
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
        for attribute, value in attributes.items():
            object.__setattr__(self, attribute, value)

    def with_numbers(self, raw_numbers: Mapping[str, object]) -> Self:
        ranges = self.stated.constants
        for key in raw_numbers:
            if key not in ranges:
                has = f"; it has {listing(ranges)}" if ranges else ", it has none"
                raise InputError(f"{self.name} has no constant {quoted(key)}{near(key, ranges)}{has}")
        chosen, raw_values = [], {**self.numbers, **raw_numbers}
        for letter, within in ranges.items():
            if letter not in raw_values:
                example = f"{{ {self.name} = {{ {letter} = 2 }} }}"
                what = f"the constant {letter}, {range_text(within, letter)}"
                raise InputError(f"{self.name} needs {what}, as in {example}")
            with Place.of(self.name) / letter:
                value = read_number(raw_values[letter])
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
            None if end is None else evaluate_constants(end, self.numbers) for end in self.stated.moving
        )
        return low, high

    @property
    def support_text(self) -> str:
        return range_text(self.support, VARIABLE)

    def sum_problem(self, total: Fraction, rows: Fraction) -> str:
        """Refuse no total of any `rows`: what it may be is not worked out."""
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

    def tail_probability(self, x: Expression, *parameters: Expression) -> Expression:
        """Return the probability of more than `x` at `parameters`, in their order, by its closed form.

        Raise Unsupported without one.
        """
        tail = self.estimator.tail
        if tail is None:
            raise Unsupported(
                f"no antiderivative of the density of {self.name} is found among powers and "
                "exponential functions, so the probability of exceeding a number stays unknown"
            )
        return stated(self.with_values(tail, parameters, x))

    def density(self, x: Fraction, *parameters: Expression) -> Expression:
        """Return the density, or the probability, of a number `x` in the support at `parameters`.

        They stand in their order. Where the support moves it is a factor, 0 for a number outside of it.
        """
        low, high = self.moving
        inside = [AtMost(_X, high)] if high is not None else []
        inside += [AtMost(low, _X)] if low is not None else []
        formula = Product.of((*inside, self.formula_of_x))
        return stated(self.with_values(formula, parameters, number(x)))

    def log_ratio(self, block: NumberBlock, columns: Columns, pair: Pair) -> Polynomial | None:
        """Return the log-ratio of statistics that are powers of x; None for others, and two ends."""
        support, (column,) = self.support, columns
        begins = isinstance(support, Whole) or support.low is None or self.first_integer is not None
        if getattr(support, "high", None) is not None or not begins:
            return None
        terms = self._log_ratio_by_powers(block, column, pair, POWERS)
        return {(column,) * power: factor for power, factor in terms.items()} if terms else None

    def scaled_log_ratio(
        self, block: NumberBlock, column: str, pair: Pair
    ) -> tuple[MonotoneFunction, Mapping[int, Expression]] | None:
        """Return the log-ratio in a statistic that moves one way, or it and its square; else None."""
        terms = self.estimator.statistics_with_coefficients
        statistics = [evaluate_constants(part, self.numbers) for part, _ in terms if part != Integer(1)]
        bases = {
            statistic.base if isinstance(statistic, Power) and statistic.exponent == TWO else statistic
            for statistic in statistics
        }
        support = self.support
        if not isinstance(support, Interval) or len(bases) != 1:
            return None
        (base,) = bases
        ends, closed = (support.low, support.high), (support.low_closed, support.high_closed)
        ratio = self._log_ratio_by_powers(block, column, pair, {base: (1,), Power(base, TWO): (2,)})
        scale = MonotoneFunction(base, ends, closed)
        return None if ratio is None or not scale.is_known else (scale, ratio)

    def _log_ratio_by_powers(
        self,
        block: NumberBlock,
        column: str,
        pair: Pair,
        powers_of: Mapping[Expression, tuple[int, ...]],
    ) -> dict[int, Expression] | None:
        """Return the log-ratio by the powers that statistics are; None for others, and without any."""
        terms: dict[int, Expression] = {}
        for statistic, factor in self.estimator.statistics_with_coefficients:
            by_statistic = powers_of.get(evaluate_constants(statistic, self.numbers))
            powers = (0,) if statistic == Integer(1) else by_statistic
            if powers is None:
                return None
            # minus one and minus the other is the other less the one
            term, of_pair = factor, pair
            while isinstance(term, Negative) and not powers[0]:
                term, of_pair = term.term, of_pair[::-1]
            first, second = (
                self.with_values(term, self.distribution(block, column, k)) for k in of_pair
            )
            terms[powers[0]] = stated(first - second)
        return terms or None


@frozen(eq=False)
class OutcomeFamily(DeclaredFamily):
    """A column of names whose probabilities somebody states.

    >>> from exactnb import Family
    >>> hardy = Family.of(
    ...     probabilities={"AA": "(1-q)^2", "Aa": "2 q (1-q)", "aa": "q^2"},
    ...     parameters={"q": "0 < q < 1"},
    ... )
    >>> hardy.declared.outcomes
    ('AA', 'Aa', 'aa')
    """

    domain = "nominal"
    misconceptions = SLIPS_OF_COUNTS

    @once
    def probabilities(self) -> Mapping[str, Expression]:
        """Return the probability of each outcome, a formula in the parameter."""
        assert isinstance(self.stated, OutcomeTable)
        return dict(self.stated.outcomes)

    @property
    def outcomes(self) -> tuple[str, ...]:
        """Return the names of the outcomes, in order."""
        return tuple(self.probabilities)

    def check_values(self, column: str, values: tuple[str, ...]) -> None:
        for value in values:
            self.check_outcome(value)

    def check_outcome(self, value: str) -> None:
        """Raise InputError for a value that is no outcome, with one that is like it."""
        if value not in self.outcomes:
            got = f"{quoted(value)}{near(value, self.outcomes)}"
            raise InputError(f"{self.name} has the outcomes {listing(self.outcomes)}; got {got}")


class OutcomeBlock(NumberBlock):
    """Columns of outcomes: they are counted by name, and have parameters as numbers have."""

    is_finite = True
    states_values = True
    family: OutcomeFamily

    def values(self, column: str) -> tuple[str, ...]:
        return self.family.outcomes

    def read(self, column: str, value: object) -> Mapping[str, str]:
        name = name_of(value)
        self.family.check_outcome(name)
        return {column: name}

    def spelled_cell(self, column: str, cell: str) -> str:
        return cell

    def linear_terms(self, observation: Observation) -> Iterator[tuple[Item, Fraction]]:
        """Yield nothing: an outcome is no number."""
        return iter(())

    def factor_line(self, cells: Mapping[str, str], label: Item) -> tuple[Expression, str]:
        ((column, outcome),) = cells.items()
        self.family.check_outcome(outcome)
        (letter,) = self.family.letters
        parameter = self.refer(letter, (column,), label)
        formula = replace_letters(self.family.probabilities[outcome], {letter: parameter})
        return stated(formula), self.family.title

    def log_ratio(
        self, columns: Columns, pair: Pair, cells: Mapping[str, str] | None = None
    ) -> Polynomial | None:
        """Return None: outcomes are no numbers."""
        return None

    def distribution_with_regions(self, column: str, label: Item) -> Distributed | None:
        """Return None: outcomes have no regions."""
        return None

    def score(
        self, columns: tuple[str, ...], cells: Mapping[str, str], label: Item
    ) -> tuple[Expression, ...]:
        return ()

    def outcomes(self, column: str, label: Item, previous: tuple[str, ...] = ()) -> Outcomes:
        for outcome in self.family.outcomes:
            yield outcome, ((column, self.factor_line({column: outcome}, label)[0]),), ()


def family_of(stated: Specification) -> DeclaredFamily:
    """Return the family that somebody stated: of numbers, or of named outcomes."""
    if isinstance(stated, OutcomeTable):
        return OutcomeFamily(stated)
    return DeclaredFamily(stated)


@frozen(repr=False)
class Family:
    """A family that somebody states by its density or mass: a model chooses it as it does a name.

    `declared` is what the package makes of it.

    >>> Family.of(density="s exp(-s x)", support="x > 0", parameters={"s": "s > 0"}, name="waiting")
    <Family Waiting: s exp(-s x)>
    """

    declared: DeclaredFamily

    def __repr__(self) -> str:
        return f"<Family {self.declared.full_title()}: {self.declared.formula}>"

    @classmethod
    def of(
        cls,
        *,
        parameters: Mapping[str, str],
        support: str | None = None,
        density: str | None = None,
        mass: str | None = None,
        probabilities: Mapping[str, str] | None = None,
        constants: Mapping[str, str] | None = None,
        prior: str | Mapping[str, str] | None = None,
        shared: Sequence[str] = (),
        name: str = "",
    ) -> Self:
        """Return the family with a `density`, a `mass` function or `probabilities` of named outcomes.

        Texts or LaTeX state them. `parameters` and `constants` say of each letter what it may be, as
        `support` says of x; a `prior` of the parameter, up to a factor, asks for the MAP. All classes
        have one value of each of the `shared` parameters. Raises InputError, with the name of the
        argument, for what is not understood.

        >>> waiting = Family.of(
        ...     density="b^a/(a-1)! x^(a-1) exp(-b x)", support="x > 0", parameters={"b": "b > 0"},
        ...     constants={"a": "a in {1, 2, ...}"}, name="erlang",
        ... )
        >>> waiting.with_constants({"a": 2})
        <Family Erlang (a = 2): b^a/(a-1)! x^(a-1) exp(-b x)>
        """
        texts = {
            "density": density, "mass": mass, "probabilities": probabilities, "support": support,
            "parameters": parameters,
            "constants": constants, "prior": prior,
            "shared": (shared if isinstance(shared, str) else in_list(shared, "shared")) or None,
        }  # fmt: skip
        require(name, str, "a text", "name")
        keys = {key: text for key, text in texts.items() if text is not None}
        return cls(family_of(read_specification(name, keys, Place())))

    @classmethod
    def from_sympy(
        cls,
        density: Any,
        *,
        support: str | None = None,
        parameters: Mapping[str, str] | None = None,
        constants: Mapping[str, str] | None = None,
        name: str = "",
    ) -> Self:
        """Return the family of a `density` that is an expression of SymPy in x, or a random variable.

        What is not said of its letters, SymPy's assumptions say; a random variable of `sympy.stats` has
        a support of its own. Raises InputError where the letter that is estimated is not clear.

        >>> from sympy import symbols
        >>> from sympy.stats import Exponential
        >>> Family.from_sympy(Exponential("wait", symbols("r", positive=True)))
        <Family This family: r*exp(-r*x)>
        """
        from exactnb.core.families.declared.of_sympy import as_texts

        texts = as_texts(density, support, parameters, constants)
        return cls(DeclaredFamily(read_specification(name, texts, Place())))

    def with_constants(self, constants: Mapping[str, object]) -> Self:
        """Return the family with numbers for its `constants`, by their letters.

        Raises InputError for an unknown letter, and for one that is missing or out of range.
        """
        return type(self)(self.declared.with_numbers(constants))
