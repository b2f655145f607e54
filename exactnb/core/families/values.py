"""The block of columns of values: their parameters are shares of the rows of a class.

How to read: `ValueBlock` answers what `block.py` asks.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from exactnb.core.arithmetic.integers import Ratio
from exactnb.core.conventions import Conventions, Smoothing
from exactnb.core.conventions.rules import depends_on_observed_values
from exactnb.core.data.counts import Counts
from exactnb.core.data.parameters import Parameters
from exactnb.core.data.rows import name_of
from exactnb.core.expression.nodes import Expression, Integer, Negative, Sum
from exactnb.core.expression.written import literal
from exactnb.core.families.base import Column, Observation, ValueFamily, count_reference, probability
from exactnb.core.families.block import Factors, Outcomes, SharesBlock
from exactnb.core.families.estimates import EstimateContext, EstimatedShare, EstimateInputs
from exactnb.core.families.observed import ObservedCell
from exactnb.core.families.protocol import Misconception
from exactnb.core.lazy import once
from exactnb.core.naming.names import Item, QuantityName, column_item
from exactnb.core.record import frozen
from exactnb.errors import InputError, listing, near, quoted


@frozen(eq=False)
class ValueBlock(SharesBlock):
    """Columns of values that follow one family, each by itself.

    Where the probabilities are `supplied`, those of values that are left out are what the others leave.
    """

    family: ValueFamily
    columns: Mapping[str, Column]
    classes: tuple[Item, ...]
    model: str
    conventions: Conventions
    supplied: Parameters | None = None

    @once
    def cells(self) -> tuple[str, ...]:
        return tuple(self.columns)

    def values(self, column: str) -> tuple[str, ...]:
        return self.columns[column].values

    def check(self) -> None:
        for column in self.columns.values():
            self.family.check(column)

    def with_words(self, words: tuple[str, ...]) -> ValueBlock:
        more = {word: Column(word, ("0", "1")) for word in words}
        return replace(self, columns={**self.columns, **more})

    def is_parameter(self, item: Item) -> bool:
        column = self.columns[item.variable]
        if self.supplied is not None:
            first, supplied = self.classes[0].value, self.supplied
            if any(supplied.share(item.variable, value, first) is not None for value in column.values):
                return supplied.share(item.variable, item.value, first) is not None
            # else it is a word that no row names
        return item.value in self.family.parameters(column) or item.value not in column.values

    def word_block(self, word: str) -> ValueBlock | None:
        """Return itself, if a column says whether the word is there."""
        return self if word in self.columns else None

    @property
    def is_tallied(self) -> bool:
        """Say whether a word has p or 1 − p, as it is there or not."""
        return self.family.has_complement

    def word_occurrences(
        self, observation: Observation, columns: Container[str]
    ) -> Iterator[tuple[str, bool, int]]:
        """Yield the cells of words of `observation` or `columns`, those too that only queries show."""
        for word, value in observation.cells.items():
            if word in self.columns and word not in columns:
                yield word, value == "1", 1

    def word_item(self, word: str) -> Item:
        return self.columns[word].cell("1")

    def has_item(self, item: Item) -> bool:
        return item.kind == "cell" and item.variable in self.columns

    def items(self) -> Iterator[Item]:
        for column in self.columns.values():
            yield from filter(self.is_parameter, map(column.cell, column.values))

    def share_columns(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        yield from ((column, listed.values) for column, listed in self.columns.items())

    def rule(self, item: Item) -> Smoothing:
        return self.conventions.smoothing_of(item.variable)

    def supplied_share(self, item: Item, label: Item) -> Ratio | None:
        assert self.supplied is not None
        return self.supplied.share(item.variable, item.value, label.value)

    def estimate_inputs(
        self, item: Item, label: Item, counts: Counts, *, partial: bool = False
    ) -> EstimateInputs:
        """Return the `counts` of `item` in `label`: rows with the value, of those with its column."""
        column, k = self.columns[item.variable], label.value
        observed_values = 0
        if depends_on_observed_values(self.rule(item)):  # a walk through all values, for each of them
            observed_values = sum(counts.cell(column.name, v, k) > 0 for v in column.values)
        trials: Expression = count_reference(label)
        if partial:
            cell_counts = tuple(count_reference(column.cell(value), label) for value in column.values)
            trials = Sum(cell_counts) if len(cell_counts) > 1 else cell_counts[0]
        return EstimateInputs(
            count_reference(item, label), trials, column.values, item.value, k, observed_values
        )

    def estimated_share(self, name: QuantityName, context: EstimateContext) -> EstimatedShare:
        """Return `name`, a share of a class's rows, with those of all and of words, from `context`."""
        (item,), (label,), counts = name.subjects, name.right, context.counts
        column, k, words = item.variable, label.value, counts.schema.words
        inputs = self.estimate_inputs(item, label, counts, partial=column in context.partial)
        word_columns = sum(word in self.columns for word in words)
        word_counts = document_counts = None
        if column in words:
            word_counts = literal(counts.word(column, k)), literal(counts.tokens(words, k))
        if self.family.has_complement:  # what is 1 is counted, in each column
            ones = (counts.cell(name, self.family.rule_value, k) for name in self.columns)
            document_counts = inputs.hits, literal(sum(ones))
        return self.share(
            item,
            label,
            inputs,
            rows=count_reference(),
            columns=len(self.columns) - word_columns if word_counts is None else word_columns,
            sizes=tuple(map(len, context.values.values())),
            observed_values=sum(counts.cell(column, v, k) > 0 for v in inputs.values),
            word_counts=word_counts,
            document_counts=document_counts,
        )

    def notation_key(self, item: Item) -> tuple[str, str]:
        return item.variable, item.value

    def free_parameter_counts(self, visible_columns: Container[str]) -> Iterator[int]:
        """Yield, for each of the `visible_columns`, one less than it has values."""
        yield from (
            len(listed.values) - 1
            for column, listed in self.columns.items()
            if column in visible_columns
        )

    def _factor(self, column: str, value: str, label: Item) -> Expression:
        """Return the factor P(column = value | class)."""
        listed = self.columns[column]
        item = listed.cell(value)
        if self.supplied is None and value in listed.values:
            return self.family.factor(listed, value, label, self.model)
        if self.is_parameter(item):
            return probability((item,), (label,), self.model)
        return self.share_from_others(item, label)

    def share_from_others(self, item: Item, label: Item) -> Expression:
        column = self.columns[item.variable]
        if self.supplied is None:
            return self.family.factor(column, item.value, label, self.model)
        alternatives = (column.cell(value) for value in column.values if value != item.value)
        parts = (
            Negative(probability((alternative,), (label,), self.model)) for alternative in alternatives
        )
        return Sum((Integer(1), *parts))

    def factors(self, observation: Observation, label: Item) -> Factors:
        cells = ((c, value) for c, value in observation.cells.items() if c in self.columns)
        return tuple((column, self._factor(column, value, label)) for column, value in cells)

    def mistaken_factors(
        self, misconception: Misconception, observation: Observation, label: Item
    ) -> Factors | None:
        """Return all factors of `observation` in `label` where `misconception` mistakes one cell."""
        if self.supplied is not None or "cell" not in misconception.formulas:
            return None
        formula = misconception.formulas["cell"]
        cells = {**observation.cells, **dict.fromkeys(observation.ignored, "0")}
        mistaken = {
            column: wrong
            for column, value in cells.items()
            if (listed := self.columns.get(column)) is not None
            and (wrong := formula(ObservedCell(self.family, listed, value, label, self.model)))
        }
        return tuple((dict(self.factors(observation, label)) | mistaken).items()) if mistaken else None

    def read(self, column: str, value: object) -> Mapping[str, str]:
        """Return a value of `column` by its name; an unseen one by the conventions, or InputError."""
        name, values = name_of(value), self.values(column)
        if name in values:
            return {column: name}
        rule = self.conventions.unseen_value
        if rule == "drop":
            return {}
        if rule == "zero" and self.family.domain != "binary":
            return {column: name}
        listable = ", data.values may list it" * (self.family.domain != "binary")
        hint = near(name, values) or f'; unseen = "drop" leaves it out{listable}'
        raise InputError(f"expected one of {listing(values)}; got {quoted(name)}{hint}")

    def items_with_own_factor(self, observation: Observation) -> Iterator[tuple[Item, int]]:
        for column, value in observation.cells.items():
            if column in self.columns:
                yield self.columns[column].cell(value), 1

    def linear_terms(self, observation: Observation) -> Iterator[tuple[Item, Fraction]]:
        """Yield the columns of `observation` that are 1."""
        for column, value in observation.cells.items():
            if column in self.columns and value == "1":
                yield column_item(column), Fraction(1)

    def uninformative_columns(self, cells: Mapping[str, str]) -> frozenset[str]:
        """Return the 0/1 columns of `cells` that are 0."""
        if self.family.domain != "binary":
            return frozenset()
        return frozenset(c for c, value in cells.items() if value == "0" and c in self.columns)

    def outcomes(self, column: str, label: Item, previous: tuple[str, ...] = ()) -> Outcomes:
        for value in self.values(column):
            yield value, ((column, self._factor(column, value, label)),), ()
