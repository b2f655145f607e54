"""What a model is made of: its classes, and its blocks by column. `model.py` says what follows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field

from exactnb.core.conventions import Conventions
from exactnb.core.data.counts import Counts
from exactnb.core.data.parameters import Parameters
from exactnb.core.data.schema import Number, Schema
from exactnb.core.families.block import Block, SharesBlock
from exactnb.core.families.protocol import Covariate
from exactnb.core.families.sample import CovariateColumn
from exactnb.core.lazy import once
from exactnb.core.naming.names import Item, Names
from exactnb.core.record import frozen


@frozen
class ModelParts:
    """Hold a prior and blocks, and find them by column. `name` is "" for the model meant by default.

    The numbers come from `counts`, or are `given`. `brought` is what rows bring along for the numbers
    of columns.
    """

    name: str
    schema: Schema
    blocks: tuple[Block, ...]
    conventions: Conventions
    counts: Counts
    given: Parameters | None = None
    brought: Mapping[str, CovariateColumn] = field(default_factory=dict)

    @once
    def by_column(self) -> Mapping[str, Block]:
        """Return the block of each column whose cells are looked at, in the order of the data.

        Words that only queries show stand last.
        """
        of = {column: block for block in self.blocks for column in block.cells}
        known = [column for column in self.schema.variables() if column in of]
        return {column: of[column] for column in dict.fromkeys((*known, *of))}

    @property
    def together(self) -> tuple[tuple[str, ...], ...]:
        """Return the columns whose numbers are multiplied with each other and added up."""
        return tuple(block.cells for block in self.blocks if not block.family.is_naive)

    @once
    def listed(self) -> Mapping[str, Block]:
        """Return the block of each column that has finitely many values, in their order."""
        return {column: block for column, block in self.by_column.items() if block.is_finite}

    @once
    def endless(self) -> Mapping[str, Block]:
        """Return the block of each column of whose values there is no end, in their order."""
        return {column: block for column, block in self.by_column.items() if not block.is_finite}

    @once
    def shared(self) -> Mapping[str, tuple[str, ...]]:
        """Return the values of each column whose probabilities share a 1, and "" the words drawn."""
        of = {column: values for block in self.blocks for column, values in block.shared()}
        return {c: of[c] for c in (*self.by_column, "") if c in of}

    @once
    def word_block(self) -> Block | None:
        """Return the block of the words that are drawn, if there are texts to draw them from."""
        return next((block for block in self.blocks if block.draws_words), None)

    @once
    def text_block(self) -> SharesBlock | None:
        """Return the block of the words of texts, as they are drawn or as they are there or not."""
        known = (block.word_block(word) for word in self.schema.words[:1] for block in self.blocks)
        return next(filter(None, known), None)

    @property
    def vocabulary(self) -> tuple[str, ...]:
        """Return the words that are drawn."""
        return () if self.word_block is None else self.word_block.words

    @property
    def names(self) -> Names:
        """Return what makes the names of its quantities."""
        return Names(self.name)

    @property
    def classes(self) -> tuple[str, ...]:
        """Return the labels of the classes, in order."""
        return self.schema.classes

    def class_item(self, label: str) -> Item:
        """Return the item of a class."""
        return Item("class", self.schema.class_variable, label)

    def class_items(self) -> tuple[Item, ...]:
        """Return the items of all classes, in order."""
        return tuple(self.class_item(label) for label in self.classes)

    def columns(self) -> Iterator[str]:
        """Yield the columns that are features, numeric or not, in the order of the data."""
        yield from self.by_column

    @once
    def covariate_names(self) -> tuple[str, ...]:
        """Return the names of what is brought along for numbers, and given with them: no features."""
        return tuple(dict.fromkeys(each.name for each in self.brought.values()))

    def covariate(self, name: str) -> Covariate:
        """Return what kind of number one is that is brought along."""
        return next(each.kind for each in self.brought.values() if each.name == name)

    @once
    def known(self) -> Mapping[str, Block]:
        """Return the columns of values that the data show: the absence of other words tells nothing."""
        return {column: self.listed[column] for column in self.features if column in self.listed}

    @once
    def features(self) -> tuple[str, ...]:
        """Return the columns that the data show, in their order: not words that only queries show."""
        known = frozenset(self.schema.variables())
        return tuple(column for column in self.by_column if column in known)

    @property
    def draws_words(self) -> bool:
        """Say whether words are drawn from texts, as often as they stand there."""
        return self.word_block is not None

    def share_block(self, item: Item) -> SharesBlock | None:
        """Return the block in which P(item | class) is a share of counts."""
        return next(filter(None, (block.shares_block(item) for block in self.blocks)), None)

    def has_line(self, columns: tuple[str, ...]) -> bool:
        """Say whether P(columns | class) is one factor with a line of its own, as of numbers."""
        return any(block.has_line(columns) for block in self.blocks)

    def is_parameter(self, item: Item) -> bool:
        """Say whether P(item | class) is a parameter of its own."""
        block = self.share_block(item)
        return block is not None and block.is_parameter(item)

    def parameters(self) -> Iterator[Item]:
        """Yield the items that have a parameter in each class, in order."""
        of: dict[str, list[Item]] = {}
        for block in self.blocks:
            for item in block.items():
                of.setdefault(item.variable if block.cells else "", []).append(item)
        for column in (*self.by_column, ""):
            yield from of.get(column, ())

    @once
    def partial(self) -> frozenset[str]:
        """Return the columns that some observations do not show."""
        return frozenset(column for column in self.columns() if self.counts.has_missing(column))

    def count_of_value(self, column: str, value: str, label: str) -> Number:
        """Return how often a class shows a value of a column, or a word under ""."""
        return self.counts.cell(column, value, label) if column else self.counts.word(value, label)

    def count_of_values(self, column: str, values: tuple[str, ...], label: str) -> Number:
        """Return how often a class shows any of some values."""
        if not column:
            return self.counts.tokens(values, label)
        return sum(self.counts.cell(column, value, label) for value in values)

    def count_word(self, word: str, label: str) -> Number:
        """Return how often a word stands in a class, or in how many of its texts."""
        if self.word_block is None:
            return self.counts.cell(word, "1", label)
        return self.counts.word(word, label)
