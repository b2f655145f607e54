"""The block of numeric columns of a model, and the hooks of the family that they follow.

How to read: `NumberBlock` asks its family for nearly everything; `NumberFamily` has the hooks.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field, replace
from fractions import Fraction
from itertools import compress, count

from exactnb.core.arithmetic.numerals import number_in, read_number, spell_number
from exactnb.core.conventions import NONE, Conventions, Gamma, Smoothing
from exactnb.core.data.counts import Source
from exactnb.core.expression.general_nodes import Distribution
from exactnb.core.expression.nodes import Expression, Integer, Reference
from exactnb.core.expression.written import number
from exactnb.core.families.base import Observation, probability
from exactnb.core.families.block import Block, Columns, Distributed, Factors, Outcomes, Pair, Polynomial
from exactnb.core.families.estimates import CovariateColumn, Estimate, Sample, columns_and_class
from exactnb.core.families.protocol import BaseFamily
from exactnb.core.lazy import once
from exactnb.core.naming.names import Item, Names, QuantityName, column_item
from exactnb.core.record import frozen
from exactnb.errors import InputError, quoted


@frozen(eq=False)
class NumberBlock(Block):
    """Columns that follow one family together, and what their parameters are estimated from.

    The numbers come from a `sample`, or are `supplied`, by head, columns and class; `points` are those
    of a density, by column and class. A block `is_alone` if no other of its model has the same
    parameters of all its columns together: else their names say a column. `covariates` has the
    covariate of each column that has one, `covariate_value` its value in the case at hand.
    """

    is_finite = False
    family: NumberFamily
    columns: tuple[str, ...]
    classes: tuple[Item, ...]
    model: str
    conventions: Conventions
    sample: Sample | None = None
    supplied: Mapping[tuple[str, tuple[str, ...], str], Fraction] | None = None
    points: Mapping[tuple[str, str], tuple[tuple[Fraction, Fraction], ...]] = field(
        default_factory=dict
    )
    is_alone: bool = True
    covariates: Mapping[str, CovariateColumn] = field(default_factory=dict)
    covariate_value: Fraction = Fraction(1)

    @property
    def data(self) -> Sample:
        """Return the sample that the parameters are estimated from: none of them is supplied."""
        assert self.sample is not None
        return self.sample

    def name(self, head: str, columns: tuple[str, ...] = (), label: Item | None = None) -> QuantityName:
        """Return the name of a parameter by `head`, `columns` and class `label`: mean(length|oat)."""
        return Names(self.model).parameter(head, columns, label)

    def names(
        self, head: str, columns: tuple[str, ...], labels: Iterable[Item | None]
    ) -> tuple[QuantityName, ...]:
        """Return the names of the parameters `head` of `columns`, one for each of the `labels`."""
        return tuple(self.name(head, columns, label) for label in labels)

    def short_name(self, name: QuantityName) -> QuantityName:
        return self.family.canonical(self._as_only_block, name)

    @once
    def _as_only_block(self) -> NumberBlock:
        """Return the block as one that is alone: its table of names, which is long, is made once."""
        return self if self.is_alone else replace(self, is_alone=True)

    def refer(self, head: str, columns: tuple[str, ...] = (), label: Item | None = None) -> Reference:
        """Return a reference to the parameter `head` of `columns` and of the class `label`."""
        return Reference(self.name(head, columns, label))

    def lookup(self, head: str, columns: tuple[str, ...], label: str) -> tuple[Fraction, int] | None:
        """Return the supplied `head` of a class `label` and its power: 2 for a deviation as variance.

        One of all columns is supplied for each of them.
        """
        assert self.supplied is not None
        supplied, names = self.supplied, columns or self.columns[:1]
        if head == "variance" and ("sd", names, label) in supplied:
            return supplied["sd", names, label], 2
        places = [(head, names), (head, names[::-1])]  # covariance(a,b) is covariance(b,a)
        places += [("covariance", names * 2)] if head == "variance" else []
        candidates = (supplied.get((*place, label)) for place in places)
        value = next((value for value in candidates if value is not None), None)
        return None if value is None else (value, 1)

    @property
    def cells(self) -> tuple[str, ...]:
        return self.columns

    def check(self) -> None:
        self.family.check(self)

    def parameters_across_classes(self) -> Iterator[tuple[QuantityName, ...]]:
        return self.family.parameters_across_classes(self)

    @once
    def parameter_names(self) -> Mapping[QuantityName, None]:
        """Return the names of all parameters, in order."""
        return dict.fromkeys(name for names in self.parameters_across_classes() for name in names)

    def factor_groups(self, columns: Iterable[str]) -> Iterator[tuple[str, ...]]:
        """Yield the columns among some that have a factor: each its own, or all of them one."""
        present = frozenset(columns)
        observed = tuple(column for column in self.columns if column in present)
        if not self.family.is_joint:
            yield from ((column,) for column in observed)
        elif observed:
            yield observed

    def factors(self, observation: Observation, label: Item) -> Factors:
        """Return P(numbers | `label`) of `observation` by name: what they are has its own lines."""
        factors, cells = [], observation.cells
        for columns in self.factor_groups(cells):
            covariates = dict.fromkeys(self.covariates[c].name for c in columns if c in self.covariates)
            items = tuple(Item("cell", c, cells[c]) for c in columns)
            condition = (label, *(Item("cell", c, cells[c]) for c in covariates if c in cells))
            factors.append((columns[0], probability(items, condition, self.model)))
        return tuple(factors)

    def items_with_own_factor(self, observation: Observation) -> Iterator[tuple[Item, int]]:
        """Yield the numbers of `observation` with a factor each whose covariate is not observed."""
        for column, value in observation.cells.items():
            covariate = self.covariates.get(column)
            has_covariate = covariate is not None and covariate.name in observation.cells
            if column in self.columns and not self.family.is_joint and not has_covariate:
                yield Item("cell", column, value), 1

    def linear_terms(self, observation: Observation) -> Iterator[tuple[Item, Fraction]]:
        """Yield the columns of `observation` that are not 0, with their numbers."""
        for column, value in observation.cells.items():
            if column in self.columns and (times := number_in(value)):
                yield column_item(column), times

    def with_covariate(self, column: str, cells: Mapping[str, str]) -> NumberBlock:
        """Return the block with the covariate of a column in some cells; by default the usual one."""
        value, covariate = Fraction(1), self.covariates.get(column)
        if covariate is not None:
            name = covariate.name
            value = number_in(cells[name]) if name in cells else covariate.usual
        return self if value == self.covariate_value else replace(self, covariate_value=value)

    def read(self, column: str, value: object) -> Mapping[str, str]:
        parsed = read_number(value)
        if why := self.family.query_problem(parsed):
            raise InputError(f"{why}; got {value}")
        return {column: spell_number(parsed)}

    def spelled_cell(self, column: str, cell: str) -> str:
        return spell_number(number_in(cell))

    def has(self, name: QuantityName) -> bool:
        try:
            self.short_name(name.with_head("variance") if name.head == "sd" else name)
        except InputError:
            return False
        return True

    def with_column_names(self) -> NumberBlock:
        return replace(self, is_alone=False)

    def canonical(self, name: QuantityName) -> QuantityName:
        return self.family.canonical(self, name)

    def array_names(self) -> Iterator[QuantityName]:
        if not self.family.is_naive and self.is_alone:
            yield from (self.name("mean", (), k) for k in self.classes)
            covariances = [self.name("covariance", (), k) for k in (None, *self.classes)]
            yield from (name for name in covariances if self.has(name) and self.canonical(name) == name)

    def derived_formula(self, name: QuantityName) -> tuple[Expression, str] | None:
        return self.family.derived_formula(self, name)

    def supplied_value(self, name: QuantityName) -> Expression | None:
        """Return the parameter `name` as given, squared where its root is; InputError without it."""
        if self.supplied is None:
            return None
        columns, label = columns_and_class(name)
        parameter = self.lookup(name.parameter, columns, (label or self.classes[0]).value)
        if parameter is None:
            row = f"{name.parameter}({','.join(columns)})"
            raise InputError(f"needs a row {row} in data.parameters", at=name.place)
        value, power = parameter
        return number(value) if power == 1 else number(value) ** power

    def estimate(self, name: QuantityName) -> Estimate:
        return self.family.estimate(self, name)

    def numbers_about_mean(self, name: QuantityName) -> tuple[QuantityName, list[Fraction]] | None:
        """Return the mean of the column and class of `name`, and its numbers if they are few."""
        (column,), label = columns_and_class(name)
        mean = self.name("mean", (column,), label)
        if self.sample is None or label is None or mean not in self.parameter_names:
            return None
        listed = self.sample.listed_numbers(column, label)
        return None if listed is None else (mean, listed)

    def has_factor_line(self, columns: tuple[str, ...]) -> bool:
        """Say whether it is one column, or columns of a joint density."""
        is_numeric = bool(columns) and all(column in self.columns for column in columns)
        return is_numeric and (len(columns) == 1 or self.family.is_joint)

    def factor_line(self, cells: Mapping[str, str], label: Item) -> tuple[Expression, str]:
        """Return the density of the numbers in `cells` in class `label`; InputError if one has none."""
        observed = self.numbers_in(cells)
        for column, value in observed.items():
            if why := self.family.query_problem(value):
                raise InputError(f"column {column}: {why}; got {cells[column]}")
        formula = self.family.factor(self.with_covariate(next(iter(observed)), cells), observed, label)
        if formula == Integer(0):
            return formula, "outside of the range"
        return formula, self.family.factor_reason(self, observed, label)

    def numbers_in(self, cells: Mapping[str, str]) -> dict[str, Fraction]:
        """Return the numbers in `cells` of its columns."""
        return {column: number_in(cells[column]) for column in self.columns if column in cells}

    def log_ratio(
        self, columns: Columns, pair: Pair, cells: Mapping[str, str] | None = None
    ) -> Polynomial | None:
        return self.family.log_ratio(self.with_covariate(columns[0], cells or {}), columns, pair)

    def distribution_with_regions(self, column: str, label: Item) -> Distributed | None:
        parameters = self.family.distribution(self.with_covariate(column, {}), column, label)
        return None if parameters is None else (self.family, parameters)

    def measurement_distribution(self, column: str, label: Item) -> Distributed | None:
        is_measured = self.family.is_density and (len(self.columns) == 1 or not self.family.is_joint)
        return self.distribution_with_regions(column, label) if is_measured else None

    def corners(self, column: str, label: Item) -> tuple[Fraction, ...]:
        return tuple(x for x, _ in self.points[column, label.value]) if self.family.has_corners else ()

    def score(
        self, columns: tuple[str, ...], cells: Mapping[str, str], label: Item
    ) -> tuple[Expression, ...]:
        return self.family.score(self, {column: number_in(cells[column]) for column in columns}, label)

    def check_rule(self, column: str, rule: Smoothing, *, is_explicit: bool) -> None:
        """Refuse what is no prior of a rate; what is said of all columns is of others."""
        family = self.family
        if not is_explicit or rule == NONE:
            super().check_rule(column, rule, is_explicit=is_explicit)
        elif not family.takes_gamma:
            raise InputError(f"column {quoted(column)} is {family.name}, which is not smoothed")
        elif not isinstance(rule, Gamma):
            start = f"column {quoted(column)} is {family.name}, whose rates take"
            raise InputError(f"{start} {{ gamma = [a, b], take = ... }}")

    def free_parameter_count(self) -> int:
        """Return how many parameters can be chosen: all but the means of all rows together."""
        names = (name for names in self.parameters_across_classes() for name in names)
        return sum((name.head, columns_and_class(name)[1]) != ("mean", None) for name in names)

    def with_source(self, source: Source) -> NumberBlock:
        """Return the block whose numbers are added up by another source; given ones stay."""
        if self.sample is None:
            return self
        return replace(self, sample=replace(self.sample, source=source))

    def outcomes(self, column: str, label: Item, previous: tuple[str, ...] = ()) -> Outcomes:
        """Yield the whole numbers from the least on, of which there may be no end.

        Raises InputError for numbers that depend on those of another column.
        """
        if self.family.is_density:
            raise InputError(f"column {quoted(column)} is {self.family.name}; numbers are not drawn")
        first, last = self.family.first_integer, self.family.last_integer
        assert first is not None
        for x in count(first) if last is None else range(first, last + 1):
            factor = self.family.factor(self.with_covariate(column, {}), {column: Fraction(x)}, label)
            yield str(x), ((column, factor),), ()

    @property
    def divisor(self) -> str:
        """Return the divisor of variances."""
        return self.conventions.divisor


class NumberFamily(BaseFamily, Distribution):
    """State how numbers are distributed within a class, by formulas over parameters and sums."""

    domain = "numbers"
    estimates_shares = False
    summed_powers: tuple[int, ...] = (1,)
    has_corners = False  # whether its density is a line between points

    def query_problem(self, value: Fraction) -> str:
        """Return why a query cannot have `value`, "" if it can: outside its range it has 0."""
        return ""

    @abstractmethod
    def check(self, block: NumberBlock) -> None:
        """Raise InputError, with its key, for choices or given numbers of `block` that do not suit."""

    @abstractmethod
    def parameters_across_classes(self, block: NumberBlock) -> Iterator[tuple[QuantityName, ...]]:
        """Yield the names of each parameter of `block`: one for every class, or a shared one."""

    def canonical(self, block: NumberBlock, name: QuantityName) -> QuantityName:
        """Return the parameter of `block` that `name` means: where it is shared, the one of all.

        Raises InputError for a name that is no parameter of the family.
        """
        if name in block.parameter_names:
            return name
        parameter_names = block.parameter_names
        if not (example := next((p for p in parameter_names if p.parameter == name.parameter), None)):
            heads = dict.fromkeys(p.parameter for p in parameter_names)
            raise InputError(
                f"{self.name} columns have no {name.parameter}; they have {', '.join(heads)}"
            )
        pairs = zip(columns_and_class(example), columns_and_class(name), strict=True)
        is_missing = [bool(needed) and not stated for needed, stated in pairs]
        missing = " and ".join(compress(("column", "class"), is_missing))
        raise InputError(f"there is a {name.head} for each {missing}; say which, as in {example}")

    def derived_formula(self, block: NumberBlock, name: QuantityName) -> tuple[Expression, str] | None:
        """Return the formula of `name` from others of `block`, and a reason; None for a parameter."""
        return None

    @abstractmethod
    def estimate(self, block: NumberBlock, name: QuantityName) -> Estimate:
        """Return how the parameter `name` of `block` is estimated."""

    def factor_reason(self, block: NumberBlock, observed: Mapping[str, Fraction], label: Item) -> str:
        """Return the reason of the factor of `observed` in class `label` of `block`; "" if supplied."""
        parts = self.title, self.numbers_text
        return f"{self.title} density" if self.is_density else ", ".join(filter(None, parts))

    @abstractmethod
    def factor(self, block: NumberBlock, observed: Mapping[str, Fraction], label: Item) -> Expression:
        """Return the density or probability of `observed` in class `label`, in letters of `block`."""

    def distribution(
        self, block: NumberBlock, column: str, label: Item
    ) -> tuple[Expression, ...] | None:
        """Return the parameters of `column` of `block` in class `label`; None without regions."""
        return None

    def score(
        self, block: NumberBlock, observed: Mapping[str, Fraction], label: Item
    ) -> tuple[Expression, ...]:
        """Return the terms of the log density of `observed` in `label` that differ between classes.

        They are written in the parameters of `block`.
        """
        return ()

    def log_ratio(self, block: NumberBlock, columns: Columns, pair: Pair) -> Polynomial | None:
        """Return log P(`columns` | k)/P(`columns` | l) of a `pair` of classes of `block`, or None."""
        return None
