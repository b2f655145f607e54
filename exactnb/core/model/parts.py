"""The parts of a model: its classes, and its blocks by column. `model.py` defines its quantities.

How to read: `Parts` is what a model is made of; the factors of a long text, of which equal ones become
one power, are at the end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import field, replace

from exactnb.core.conventions import Add, Conventions, MEstimate
from exactnb.core.data.counts import Counts
from exactnb.core.data.parameters import Parameters
from exactnb.core.data.schema import Number, Schema
from exactnb.core.expression.nodes import Expression
from exactnb.core.expression.written import literal
from exactnb.core.families.base import Observation, coefficient
from exactnb.core.families.block import Block, SharesBlock
from exactnb.core.families.estimates import CovariateColumn, estimate
from exactnb.core.families.protocol import Covariate
from exactnb.core.lazy import once
from exactnb.core.naming.names import Item, Names
from exactnb.core.record import frozen

MANY = 200  # factors of words that are written one by one at most

CountWord = Callable[[str, str], Number]
"""A function of a word and a class: how often it occurs, or in how many texts."""


@frozen
class ModelParts:
    """Hold a prior and the blocks of columns, and find a block by its column.

    `name` is the model's name in quantities, "" for the default model. The parameters are estimated
    from `counts` or are `given`. `covariates` maps a column of numbers to the covariate, such as an
    exposure, that every row gives with it.
    """

    name: str
    schema: Schema
    blocks: tuple[Block, ...]
    conventions: Conventions
    counts: Counts
    given: Parameters | None = None
    covariates: Mapping[str, CovariateColumn] = field(default_factory=dict)

    @once
    def by_column(self) -> Mapping[str, Block]:
        """Return the block of each column that is a feature, in the order of the data.

        Words that occur only in queries are last.
        """
        blocks = {column: block for block in self.blocks for column in block.cells}
        data_columns = [column for column in self.schema.variables() if column in blocks]
        return {column: blocks[column] for column in dict.fromkeys((*data_columns, *blocks))}

    @property
    def product_groups(self) -> tuple[tuple[str, ...], ...]:
        """Return the groups of columns whose products are summed, for covariances."""
        return tuple(block.cells for block in self.blocks if not block.family.is_naive)

    @once
    def finite_blocks(self) -> Mapping[str, Block]:
        """Return the block of each column with finitely many values, in column order."""
        return {column: block for column, block in self.by_column.items() if block.is_finite}

    @once
    def numeric_blocks(self) -> Mapping[str, Block]:
        """Return the block of each column with infinitely many values, in column order."""
        return {column: block for column, block in self.by_column.items() if not block.is_finite}

    @once
    def share_columns(self) -> Mapping[str, tuple[str, ...]]:
        """Return the values of each column whose probabilities sum to 1; "" has the vocabulary."""
        values_by_column = {
            column: values for block in self.blocks for column, values in block.share_columns()
        }
        return {c: values_by_column[c] for c in (*self.by_column, "") if c in values_by_column}

    @once
    def word_block(self) -> Block | None:
        """Return the block of a multinomial event model of words, or None."""
        return next((block for block in self.blocks if block.draws_words), None)

    @once
    def text_block(self) -> SharesBlock | None:
        """Return the block of the words of texts, multinomial or Bernoulli, or None."""
        blocks = (block.word_block(word) for word in self.schema.words[:1] for block in self.blocks)
        return next(filter(None, blocks), None)

    @property
    def vocabulary(self) -> tuple[str, ...]:
        """Return the words of the multinomial event model."""
        return () if self.word_block is None else self.word_block.words

    @property
    def names(self) -> Names:
        """Return the maker of names of this model's quantities."""
        return Names(self.name)

    @property
    def classes(self) -> tuple[str, ...]:
        """Return the labels of the classes, in order."""
        return self.schema.classes

    def class_item(self, label: str) -> Item:
        """Return the item of the class `label`."""
        return Item("class", self.schema.class_variable, label)

    def class_items(self) -> tuple[Item, ...]:
        """Return the items of all classes, in order."""
        return tuple(self.class_item(label) for label in self.classes)

    @once
    def covariate_names(self) -> tuple[str, ...]:
        """Return the names of the covariates, such as exposures, which are no features."""
        return tuple(dict.fromkeys(covariate.name for covariate in self.covariates.values()))

    def covariate(self, name: str) -> Covariate:
        """Return the kind of the covariate `name`."""
        return next(covariate.kind for covariate in self.covariates.values() if covariate.name == name)

    @once
    def finite_features(self) -> Mapping[str, Block]:
        """Return the blocks of the finite columns in the data.

        Words that occur only in queries are excluded: their absence carries no information.
        """
        return {
            column: self.finite_blocks[column]
            for column in self.features
            if column in self.finite_blocks
        }

    @once
    def features(self) -> tuple[str, ...]:
        """Return the columns in the data, in order, without words that occur only in queries."""
        data_columns = frozenset(self.schema.variables())
        return tuple(column for column in self.by_column if column in data_columns)

    @property
    def draws_words(self) -> bool:
        """Say whether the model has a multinomial event model of words."""
        return self.word_block is not None

    def share_block(self, item: Item) -> SharesBlock | None:
        """Return the block in which P(item | class) is a share of counts, or None."""
        return next(filter(None, (block.shares_block(item) for block in self.blocks)), None)

    def share_block_of_counts(self, item: Item) -> SharesBlock:
        """Return the block in which P(item | class), which is a share, is one of counts."""
        block = self.share_block(item)
        assert block is not None
        return block

    def has_factor_line(self, columns: tuple[str, ...]) -> bool:
        """Say whether P(columns | class) is one factor with its own line, as for numbers."""
        return any(block.has_factor_line(columns) for block in self.blocks)

    def is_parameter(self, item: Item) -> bool:
        """Say whether P(item | class) is a parameter: not the complement of another."""
        block = self.share_block(item)
        return block is not None and block.is_parameter(item)

    def parameter_items(self) -> Iterator[Item]:
        """Yield the items with a parameter in each class, in order."""
        items_by_column: dict[str, list[Item]] = {}
        for block in self.blocks:
            for item in block.items():
                items_by_column.setdefault(item.variable if block.cells else "", []).append(item)
        for column in (*self.by_column, ""):
            yield from items_by_column.get(column, ())

    @once
    def incomplete_columns(self) -> frozenset[str]:
        """Return the columns with missing cells in some rows."""
        return frozenset(column for column in self.by_column if self.counts.has_missing(column))

    def count_of_values(self, column: str, values: tuple[str, ...], label: str) -> Number:
        """Return the sum of the counts of `values` in a `column` (words, if "") and a class `label`."""
        if not column:
            return self.counts.tokens(values, label)
        return sum(self.counts.cell(column, value, label) for value in values)

    def count_word(self, word: str, label: str) -> Number:
        """Return how often `word` occurs in the class `label`, or (Bernoulli) in how many texts."""
        if self.word_block is None:
            return self.counts.cell(word, "1", label)
        return self.counts.word(word, label)


def is_grouped(model: ModelParts, observation: Observation) -> bool:
    """Say whether `model` writes equal factors of the many words of `observation` as powers."""
    block = model.text_block
    if model.given is not None or block is None or not block.is_tallied:
        return False
    many = sum(1 for _ in block.word_occurrences(observation, model.schema.columns)) > MANY
    return many and _is_uniform(model, block)


def grouped_factors(
    model: ModelParts, observation: Observation, label: Item, count_word: CountWord
) -> tuple[Expression, ...]:
    """Return the factors of the words of `observation` in the class `label`, one per distinct count.

    `count_word` gives the count of a word in a class.
    """
    block = model.text_block
    assert block is not None
    groups: Counter[tuple[Number, bool]] = Counter()
    factors: list[Expression] = []
    if model.conventions.coefficient:
        factors += (factor for text in observation.bags for factor in coefficient(text))
    for word, is_present, times in block.word_occurrences(observation, model.schema.columns):
        groups[count_word(word, label.value), is_present] += times
    inputs = block.estimate_inputs(block.word_item(model.schema.words[0]), label, model.counts)
    rule = model.conventions.smoothing
    for (number, is_present), times in sorted(groups.items()):
        share = estimate(rule, replace(inputs, hits=literal(number)))
        factor = share if is_present else 1 - share
        factors.append(factor if times == 1 else factor**times)
    return tuple(factors)


def _is_uniform(model: ModelParts, block: SharesBlock) -> bool:
    """Say whether equal counts mean equal estimates: one rule with one pseudo-count for all words."""
    conventions = model.conventions
    if any(name in model.schema.words for name, _ in conventions.smoothings):
        return False
    rule = conventions.smoothing
    if isinstance(rule, Add):
        if rule.cells == "class" and not block.draws_words:  # the number of cells may differ by word
            return False
        return rule.pseudocounts is None or rule.pseudocounts.common_number is not None
    if isinstance(rule, MEstimate):
        return rule.default is None or rule.default.common_number is not None
    return True
