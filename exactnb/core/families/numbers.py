"""What a family of numeric columns has to say; `NumberBlock` asks it for the columns of one model.

How to read: a block asks its family for nearly everything; its side, `NumberFamily`, stands last.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field, replace
from fractions import Fraction
from itertools import count

from exactnb.core.arithmetic.numerals import number_in, read_number, spell_number
from exactnb.core.conventions import NONE, Conventions, Gamma, Smoothing
from exactnb.core.data.power_sums import Source
from exactnb.core.expression.arrays import Distribution
from exactnb.core.expression.nodes import Expression, Integer, Reference
from exactnb.core.expression.written import number
from exactnb.core.families.base import probability
from exactnb.core.families.block import Block, Distributed, Factors
from exactnb.core.families.estimates import Estimate, parts_of
from exactnb.core.families.misconceptions import Beside, MisconceptionFormula
from exactnb.core.families.observation import Observation
from exactnb.core.families.polynomials import Polynomial
from exactnb.core.families.protocol import Family
from exactnb.core.families.sample import Brought, Sample, given_number
from exactnb.core.lazy import once
from exactnb.core.naming.names import Item, Names, QuantityName, column_item
from exactnb.core.record import frozen
from exactnb.errors import InputError, quoted


@frozen(eq=False)
class NumberBlock(Block):
    """Columns that follow one family together, and what their parameters are estimated from.

    The numbers come from a `sample`, or are `given`, by head, columns and class; `points` are those
    of a density, by column and class. A block `is_alone` if no other of its model has the same
    parameters of all its columns together: else their names say a column. `brought` is what rows
    bring along for the numbers of a column, `over` the one of the case which is looked at.
    """

    is_finite = False
    family: NumberFamily
    columns: tuple[str, ...]
    classes: tuple[Item, ...]
    model: str
    conventions: Conventions
    sample: Sample | None = None
    given: Mapping[tuple[str, tuple[str, ...], str], Fraction] | None = None
    points: Mapping[tuple[str, str], tuple[tuple[Fraction, Fraction], ...]] = field(
        default_factory=dict
    )
    is_alone: bool = True
    brought: Mapping[str, Brought] = field(default_factory=dict)
    over: Fraction = Fraction(1)

    def name(self, head: str, columns: tuple[str, ...] = (), label: Item | None = None) -> QuantityName:
        """Return the name of a parameter: mean(length|oat), variance(oat), variance."""
        return Names(self.model).parameter(head, columns, label)

    def meant(self, name: QuantityName) -> QuantityName:
        """Return a parameter by the name that it has in a block that is alone."""
        return self.family.canonical(replace(self, is_alone=True), name)

    def refer(self, head: str, columns: tuple[str, ...] = (), label: Item | None = None) -> Reference:
        """Return a reference to a parameter."""
        return Reference(self.name(head, columns, label))

    def looked_up(self, head: str, columns: tuple[str, ...], label: str) -> tuple[Fraction, int] | None:
        """Return a given parameter, and 2 where its root is given: a variance by its deviation.

        One of all columns is given for each of them.
        """
        assert self.given is not None
        return given_number(self.given, head, columns or self.columns[:1], label)

    @property
    def cells(self) -> tuple[str, ...]:
        """Return the columns."""
        return self.columns

    def check(self) -> None:
        """Raise InputError if what is chosen or given does not suit the family."""
        self.family.check(self)

    def parameters(self) -> Iterator[tuple[QuantityName, ...]]:
        """Yield the names of each parameter, as the family does."""
        return self.family.parameters(self)

    @once
    def named(self) -> Mapping[QuantityName, None]:
        """Return the names of all parameters, in order."""
        return dict.fromkeys(name for names in self.parameters() for name in names)

    def together(self, seen: Iterable[str]) -> Iterator[tuple[str, ...]]:
        """Yield the columns among some that have a factor: each its own, or all of them one."""
        seen = frozenset(seen)
        shown = tuple(column for column in self.columns if column in seen)
        if not self.family.is_joint:
            yield from ((column,) for column in shown)
        elif shown:
            yield shown

    def factors(self, seen: Observation, label: Item) -> Factors:
        """Return P(numbers | class) by name: what they are has lines of its own."""
        out = []
        for columns in self.together(seen.cells):
            behind = dict.fromkeys(self.brought[c].name for c in columns if c in self.brought)
            items = tuple(Item("cell", c, seen.cells[c]) for c in columns)
            along = tuple(Item("cell", c, seen.cells[c]) for c in behind if c in seen.cells)
            out.append((columns[0], probability(items, (label, *along), self.model)))
        return tuple(out)

    def single_factors(self, seen: Observation) -> Iterator[tuple[Item, int]]:
        """Yield the numbers that have a factor of their own, with nothing brought along for them."""
        for column, value in seen.cells.items():
            behind = self.brought.get(column)
            is_beside = behind is not None and behind.name in seen.cells
            if column in self.columns and not self.family.is_joint and not is_beside:
                yield Item("cell", column, value), 1

    def linear_terms(self, seen: Observation) -> Iterator[tuple[Item, Fraction]]:
        """Yield the columns that are not 0, with their numbers."""
        for column, value in seen.cells.items():
            if column in self.columns and (times := number_in(value)):
                yield column_item(column), times

    def brought_for(self, column: str, cells: Mapping[str, str]) -> Fraction:
        """Return what some cells bring along for a number: the usual one, if these name none."""
        behind = self.brought.get(column)
        if behind is None:
            return Fraction(1)
        return number_in(cells[behind.name]) if behind.name in cells else behind.usual

    def beside(self, column: str, cells: Mapping[str, str]) -> NumberBlock:
        """Return the block with what some cells bring along for a number in force."""
        over = self.brought_for(column, cells)
        return self if over == self.over else replace(self, over=over)

    def read(self, column: str, value: object) -> Mapping[str, str]:
        """Return a number in its one spelling."""
        found = read_number(value)
        if why := self.family.unasked(found):
            raise InputError(f"{why}; got {value}")
        return {column: spell_number(found)}

    def shown(self, column: str, cell: str) -> str:
        """Return the number of a row in its one spelling."""
        return spell_number(number_in(cell))

    def has(self, name: QuantityName) -> bool:
        """Say whether a name would be that of a parameter if the model had no other block."""
        try:
            self.meant(name.with_head("variance") if name.head == "sd" else name)
        except InputError:
            return False
        return True

    def heads_of_all(self) -> frozenset[str]:
        """Return the heads of what all columns have together, as the family does."""
        return self.family.heads_of_all(self)

    def beside_others(self) -> NumberBlock:
        """Return the block in a model in which another has such heads."""
        return replace(self, is_alone=False)

    def canonical(self, name: QuantityName) -> QuantityName:
        """Return the parameter that a name means, as the family does."""
        return self.family.canonical(self, name)

    def arrays(self) -> Iterator[QuantityName]:
        """Yield the vectors and matrices of columns that have a covariance."""
        if not self.family.is_naive and self.is_alone:
            yield from (self.name("mean", (), k) for k in self.classes)
            known = [self.name("covariance", (), k) for k in (None, *self.classes)]
            yield from (name for name in known if self.has(name) and self.canonical(name) == name)

    def derived(self, name: QuantityName) -> tuple[Expression, str] | None:
        """Return the formula of a quantity made of parameters, as the family does."""
        return self.family.derived(self, name)

    def given_as(self, name: QuantityName) -> Expression | None:
        """Return a parameter as it is given, squared where its root is."""
        if self.given is None:
            return None
        columns, label = parts_of(name)
        found = self.looked_up(name.head, columns, (label or self.classes[0]).value)
        if found is None:
            row = f"{name.head}({','.join(columns)})"
            raise InputError(f"needs a row {row} in data.parameters", at=name.place)
        value, power = found
        return number(value) if power == 1 else number(value) ** power

    def estimate(self, name: QuantityName) -> Estimate:
        """Return how a parameter is estimated, as the family does."""
        return self.family.estimate(self, name)

    def deviating(self, name: QuantityName) -> tuple[QuantityName, list[Fraction]] | None:
        """Return the mean of a column in a class, and its numbers if they are few."""
        (column,), label = parts_of(name)
        mean = self.name("mean", (column,), label)
        if self.sample is None or label is None or mean not in self.named:
            return None
        listed = self.sample.listed_numbers(column, label)
        return None if listed is None else (mean, listed)

    def misconceptions(self, name: QuantityName, beside: Beside) -> Iterator[MisconceptionFormula]:
        """Yield what people take for an estimate by mistake, as the family does."""
        return self.family.misconceptions(self, name, beside)

    def has_line(self, columns: tuple[str, ...]) -> bool:
        """Say whether it is one column, or columns of a joint density."""
        known = bool(columns) and all(column in self.columns for column in columns)
        return known and (len(columns) == 1 or self.family.is_joint)

    def line(self, cells: Mapping[str, str], label: Item) -> tuple[Expression, str]:
        """Return the density or probability of numbers."""
        shown = self._numbers(cells)
        for column, value in shown.items():
            if why := self.family.unasked(value):
                raise InputError(f"column {column}: {why}; got {cells[column]}")
        formula = self.family.factor(self.beside(next(iter(shown)), cells), shown, label)
        outside = formula == Integer(0)
        words = "outside of the range" if outside else self.family.reason(self, shown, label)
        return formula, words

    def line_misconceptions(
        self, cells: Mapping[str, str], label: Item
    ) -> Iterator[MisconceptionFormula]:
        """Yield what people take for the density or probability of numbers by mistake."""
        shown = self._numbers(cells)
        beside = self.beside(next(iter(shown)), cells)
        yield from self.family.factor_misconceptions(beside, shown, label)

    def _numbers(self, cells: Mapping[str, str]) -> dict[str, Fraction]:
        return {column: number_in(cells[column]) for column in self.columns if column in cells}

    def log_ratio(
        self, columns: tuple[str, ...], pair: tuple[Item, Item], cells: Mapping[str, str] | None = None
    ) -> Polynomial | None:
        """Return the log-ratio of two classes, as the family does."""
        return self.family.log_ratio(self.beside(columns[0], cells or {}), columns, pair)

    def distributed(self, column: str, label: Item) -> Distributed | None:
        """Return the distribution of a column, which is that of the family."""
        parameters = self.family.distributed(self.beside(column, {}), column, label)
        return None if parameters is None else (self.family, parameters)

    def corners(self, column: str, label: Item) -> tuple[Fraction, ...]:
        """Return the points of a density that is a line between them."""
        return tuple(x for x, _ in self.points[column, label.value]) if self.family.has_corners else ()

    def score(
        self, columns: tuple[str, ...], cells: Mapping[str, str], label: Item
    ) -> tuple[Expression, ...]:
        """Return the terms of a discriminant, as the family does."""
        shown = {column: number_in(cells[column]) for column in columns}
        return self.family.score(self, shown, label)

    def check_rule(self, what: str, rule: Smoothing, *, said: bool) -> None:
        """Refuse what is no prior of a rate; what is said of all columns is of others."""
        own, is_prior = self.family, isinstance(rule, Gamma)
        if not said or rule == NONE:
            super().check_rule(what, rule, said=said)
        elif not own.takes_gamma:
            raise InputError(f"column {quoted(what)} is {own.name}, which is not smoothed")
        elif not is_prior:
            told = f"column {quoted(what)} is {own.name}, whose rates take"
            raise InputError(f"{told} {{ gamma = [a, b], take = ... }}")

    def needs_once(self) -> int:
        """Return how many parameters can be chosen: all but the means of all rows together."""

        def is_free(name: QuantityName) -> bool:
            return name.head != "mean" or parts_of(name)[1] is not None

        return sum(len(names) for names in self.parameters() if is_free(names[0]))

    def with_source(self, source: Source) -> NumberBlock:
        """Return the block whose numbers are added up by another source; given ones stay."""
        if self.sample is None:
            return self
        return replace(self, sample=replace(self.sample, source=source))

    def choices_in_words(self) -> tuple[str, ...]:
        """Return the choices that the head of a solution tells."""
        return self.family.choices_in_words(self)

    def outcomes(
        self, column: str, label: Item, before: tuple[str, ...] = ()
    ) -> Iterator[tuple[str, Factors, Factors]]:
        """Yield the whole numbers from the least on, of which there is no end.

        Raises InputError for measurements: numbers between any two are not drawn.
        """
        if self.family.is_density:
            raise InputError(f"column {quoted(column)} is {self.family.name}; numbers are not drawn")
        assert self.family.lower is not None
        for x in count(self.family.lower):
            factor = self.family.factor(self.beside(column, {}), {column: Fraction(x)}, label)
            yield str(x), ((column, factor),), ()

    @property
    def divisor(self) -> str:
        """Return the divisor of variances."""
        return self.conventions.divisor


class NumberFamily(Family, Distribution):
    """State how numbers are distributed within a class, by formulas over parameters and sums."""

    domain = "numbers"
    is_of_shares = False
    powers: tuple[int, ...] = (1,)
    has_corners = False  # whether its density is a line between points

    def unasked(self, value: Fraction) -> str:
        """Return why a number cannot be asked about, "" if it can: outside its range it has 0."""
        return ""

    @abstractmethod
    def check(self, block: NumberBlock) -> None:
        """Raise InputError, with its key, for choices or given numbers that do not suit the family."""

    def choices_in_words(self, block: NumberBlock) -> tuple[str, ...]:
        """Return the choices that the head of a solution tells."""
        return ()

    def heads_of_all(self, block: NumberBlock) -> frozenset[str]:
        """Return the heads of what all columns have together, as in variance(k), mean(k)."""
        return frozenset()

    @abstractmethod
    def parameters(self, block: NumberBlock) -> Iterator[tuple[QuantityName, ...]]:
        """Yield the names of each parameter: one for every class, or a single one that they share."""

    def canonical(self, block: NumberBlock, name: QuantityName) -> QuantityName:
        """Return the parameter that a name means: where it is shared, the one that all share.

        Raises InputError for a name that is no parameter of the family.
        """
        if name in block.named:
            return name
        alike = next((own for own in block.named if own.head == name.head), None)
        if alike is None:
            heads = dict.fromkeys(own.head for own in block.named)
            raise InputError(f"{self.name} columns have no {name.head}; they have {', '.join(heads)}")
        parts = zip(("column", "class"), parts_of(alike), parts_of(name), strict=True)
        lacking = " and ".join(what for what, own, said in parts if own and not said)
        raise InputError(f"there is a {name.head} for each {lacking}; say which, as in {alike}")

    def derived(self, block: NumberBlock, name: QuantityName) -> tuple[Expression, str] | None:
        """Return the formula of a quantity made of parameters, and what it is; None for a parameter."""
        return None

    @abstractmethod
    def estimate(self, block: NumberBlock, name: QuantityName) -> Estimate:
        """Return how a parameter is estimated."""

    def reason(self, block: NumberBlock, shown: Mapping[str, Fraction], label: Item) -> str:
        """Return the words for the factor of what is shown; "" where it is given."""
        said = self.title, self.numbers_in_words
        return f"{self.title} density" if self.is_density else ", ".join(filter(None, said))

    @abstractmethod
    def factor(self, block: NumberBlock, shown: Mapping[str, Fraction], label: Item) -> Expression:
        """Return P(what is shown | class), a density or a probability, written with parameters."""

    def misconceptions(
        self, block: NumberBlock, name: QuantityName, beside: Beside
    ) -> Iterator[MisconceptionFormula]:
        """Yield what people take for an estimate by mistake."""
        return iter(())

    def factor_misconceptions(
        self, block: NumberBlock, shown: Mapping[str, Fraction], label: Item
    ) -> Iterator[MisconceptionFormula]:
        """Yield what people take for P(what is shown | class) by mistake."""
        return iter(())

    def distributed(
        self, block: NumberBlock, column: str, label: Item
    ) -> tuple[Expression, ...] | None:
        """Return the parameters of one column in a class, None if no regions of it are added up."""
        return None

    def score(
        self, block: NumberBlock, shown: Mapping[str, Fraction], label: Item
    ) -> tuple[Expression, ...]:
        """Return the log density without what all classes share, as terms; none where none is said."""
        return ()

    def log_ratio(
        self, block: NumberBlock, columns: tuple[str, ...], pair: tuple[Item, Item]
    ) -> Polynomial | None:
        """Return log P(columns | k)/P(columns | l) as a polynomial, None where it is none."""
        return None
