"""The blocks whose parameters are shares of counts: columns of values, and the words of texts.

How to read: `ValueBlock` is for columns of values, `WordBlock` for words that are drawn; both answer
what `block.py` asks.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from exactnb.conventions import Conventions
from exactnb.data.parameters import Parameters
from exactnb.data.rows import name_of
from exactnb.errors import InputError, listing, near, quoted
from exactnb.expression.nodes import Expression, Integer, Negative, Sum
from exactnb.families.base import Bag, Column, ValueFamily, WordFamily, probability
from exactnb.families.block import Block, Factors
from exactnb.families.misconceptions import Misconception
from exactnb.families.observation import Observation
from exactnb.lazy import once
from exactnb.naming.names import Item, QuantityName, column_item


@dataclass(frozen=True, eq=False)
class ValueBlock(Block):
    """Columns of values that follow one family, each by itself.

    Where the probabilities are `given`, those of values that are left out are what the others leave.
    """

    family: ValueFamily
    columns: Mapping[str, Column]
    classes: tuple[Item, ...]
    model: str
    conventions: Conventions
    given: Parameters | None = None

    @once
    def cells(self) -> tuple[str, ...]:
        """Return the columns."""
        return tuple(self.columns)

    def values(self, column: str) -> tuple[str, ...]:
        """Return the values of a column."""
        return self.columns[column].values

    def check(self) -> None:
        """Raise InputError if the values of a column do not suit the family."""
        for column in self.columns.values():
            self.family.check(column)

    def is_parameter(self, item: Item) -> bool:
        """Say whether P(item | class) is a parameter of its own."""
        column = self.columns[item.variable]
        if self.given is not None:
            return self.given.share(item.variable, item.value, self.classes[0].value) is not None
        return item.value in self.family.parameters(column) or item.value not in column.values

    def items_of(self, column: str) -> Iterator[Item]:
        """Yield the cells of a column that have a parameter in each class."""
        of = self.columns[column]
        return filter(self.is_parameter, map(of.cell, of.values))

    def items(self) -> Iterator[Item]:
        """Yield the cells that have a parameter in each class."""
        for column in self.columns:
            yield from self.items_of(column)

    def parameters(self) -> Iterator[tuple[QuantityName, ...]]:
        """Yield the names of the probabilities that are estimated or given."""
        for item in self.items():
            yield tuple(probability((item,), (k,), self.model).name for k in self.classes)

    def needs(self, known: Container[str]) -> Iterator[int]:
        """Yield, for each column, one less than it has values."""
        yield from (len(of.values) - 1 for column, of in self.columns.items() if column in known)

    def factor(self, column: str, value: str, label: Item) -> Expression:
        """Return the factor P(column = value | class)."""
        of = self.columns[column]
        item = of.cell(value)
        if self.given is None and value in of.values:
            return self.family.factor(of, value, label, self.model)
        if self.is_parameter(item):
            return probability((item,), (label,), self.model)
        return self.complement(item, label)

    def complement(self, item: Item, label: Item) -> Expression:
        """Return 1 minus what the other values have."""
        of = self.columns[item.variable]
        if self.given is None:
            return self.family.factor(of, item.value, label, self.model)
        others = (of.cell(value) for value in of.values if value != item.value)
        parts = (Negative(probability((other,), (label,), self.model)) for other in others)
        return Sum((Integer(1), *parts))

    def factors(self, seen: Observation, label: Item) -> Factors:
        """Return the factor of each cell."""
        shown = ((c, value) for c, value in seen.cells.items() if c in self.columns)
        return tuple((column, self.factor(column, value, label)) for column, value in shown)

    def factor_misconceptions(
        self, seen: Observation, label: Item
    ) -> Iterator[tuple[Misconception, Factors]]:
        """Yield what becomes of all factors where single ones are mistaken, in the same way."""
        if self.given is not None:
            return
        absent = (column for column in seen.ignored if column in self.columns)
        said = {**seen.cells, **dict.fromkeys(absent, "0")}
        found: dict[Misconception, dict[str, Expression]] = {}
        for column, value in said.items():
            if column in self.columns:
                misconceptions = self.family.factor_misconceptions(
                    self.columns[column], value, label, self.model
                )
                for misconception, formula in misconceptions:
                    found.setdefault(misconception, {})[column] = formula
        right = dict(self.factors(seen, label))
        for misconception, changed in found.items():
            yield misconception, tuple((right | changed).items())

    def read(self, column: str, value: object) -> Mapping[str, str]:
        """Return a value by its name; one that was never seen as the conventions say."""
        shown, values = name_of(value), self.values(column)
        if shown in values:
            return {column: shown}
        rule = self.conventions.unseen_value
        if rule == "drop":
            return {}
        if rule == "zero" and self.family.domain != "binary":
            return {column: shown}
        hint = near(shown, values)
        raise InputError(f"expected one of {listing(values)}; got {quoted(shown)}{hint}")

    def single_factors(self, seen: Observation) -> Iterator[tuple[Item, int]]:
        """Yield every cell."""
        for column, value in seen.cells.items():
            if column in self.columns:
                yield self.columns[column].cell(value), 1

    def linear_terms(self, seen: Observation) -> Iterator[tuple[Item, Fraction]]:
        """Yield the columns that are 1."""
        for column, value in seen.cells.items():
            if column in self.columns and value == "1":
                yield column_item(column), Fraction(1)

    def uninformative(self, cells: Mapping[str, str]) -> frozenset[str]:
        """Return the 0/1 columns that are 0."""
        if self.family.domain != "binary":
            return frozenset()
        return frozenset(c for c, value in cells.items() if value == "0" and c in self.columns)

    def outcomes(
        self, column: str, label: Item, before: tuple[str, ...] = ()
    ) -> Iterator[tuple[str, Factors, Factors]]:
        """Yield the values of a column."""
        for value in self.values(column):
            yield value, ((column, self.factor(column, value, label)),), ()


@dataclass(frozen=True, eq=False)
class WordBlock(Block):
    """The words of texts, which follow one family."""

    family: WordFamily
    bag: Bag
    classes: tuple[Item, ...]
    model: str
    conventions: Conventions

    @property
    def cells(self) -> tuple[str, ...]:
        """Return no columns."""
        return ()

    @property
    def words(self) -> tuple[str, ...]:
        """Return the vocabulary."""
        return self.bag.words

    @property
    def is_apart(self) -> bool:
        """Say whether each word is drawn apart from the others."""
        return self.family.is_apart

    def read(self, column: str, value: object) -> Mapping[str, str]:
        """Refuse: words stand in texts, or are counted in columns, not in cells."""
        raise InputError("words have no cells")

    @property
    def reason(self) -> str:
        """Return why the factors stand as they do."""
        return self.family.reason

    def check(self) -> None:
        """Raise InputError if the conventions do not suit the family."""
        self.family.check(self.bag, self.conventions)

    def is_parameter(self, item: Item) -> bool:
        """Say that each word has a parameter of its own."""
        return True

    def items(self) -> Iterator[Item]:
        """Yield the words, each of which has a parameter in each class."""
        return map(self.bag.item, self.words)

    def parameters(self) -> Iterator[tuple[QuantityName, ...]]:
        """Yield the names of the probabilities of words."""
        for item in self.items():
            yield tuple(probability((item,), (k,), self.model).name for k in self.classes)

    def needs(self, known: Container[str]) -> Iterator[int]:
        """Yield one less than there are words, where their probabilities are estimated."""
        if self.family.is_apart:
            yield max(len(self.words) - 1, 0)

    def factors(self, seen: Observation, label: Item) -> Factors:
        """Return the factors of whole texts, then those of single words."""
        found = self.family.factors(self.bag, seen, label, self.model, self.conventions)
        return tuple(("", factor) for factor in found)

    def factor_misconceptions(
        self, seen: Observation, label: Item
    ) -> Iterator[tuple[Misconception, Factors]]:
        """Yield other factors of the words."""
        others = self.family.factor_misconceptions(self.bag, seen, label, self.model, self.conventions)
        for misconception, factors in others:
            yield misconception, tuple(("", factor) for factor in factors)

    def single_factors(self, seen: Observation) -> Iterator[tuple[Item, int]]:
        """Yield the words, if each is drawn apart from the others."""
        if self.family.is_apart:
            yield from ((self.bag.item(word), times) for word, times in seen.words().items())

    def linear_terms(self, seen: Observation) -> Iterator[tuple[Item, Fraction]]:
        """Yield the words, each as often as it stands there."""
        yield from ((self.bag.item(word), Fraction(n)) for word, n in seen.words().items())

    def outcomes(
        self, column: str, label: Item, before: tuple[str, ...] = ()
    ) -> Iterator[tuple[str, Factors, Factors]]:
        """Yield the words, given those before them if they are not drawn apart."""
        before = () if self.family.is_apart else before
        known = self.factors(Observation(draws=before), label) if before else ()
        for word in self.words:
            yield word, self.factors(Observation(draws=(*before, word)), label), known
