"""What a model is made of: its classes, and its blocks by column. `model.py` says what follows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from exactnb.conventions import Conventions
from exactnb.conventions.rules import asks_what_is_seen
from exactnb.data.counts import Counts
from exactnb.data.parameters import Parameters
from exactnb.data.schema import Number, Schema
from exactnb.families.block import Block
from exactnb.families.numbers import NumberBlock
from exactnb.families.sample import Exposure
from exactnb.families.shares import ValueBlock, WordBlock
from exactnb.lazy import once
from exactnb.naming.names import Item, Names


@dataclass(frozen=True)
class ModelParts:
    """Hold a prior and blocks, and find them by column. `name` is "" for the model meant by default.

    The numbers come from `counts`, or are `given`. `exposures` are what stands behind counts in
    columns.
    """

    name: str
    schema: Schema
    blocks: tuple[Block, ...]
    conventions: Conventions
    counts: Counts
    given: Parameters | None = None
    exposures: Mapping[str, Exposure] = field(default_factory=dict)

    @once
    def by_column(self) -> Mapping[str, Block]:
        """Return the block of each column whose cells are looked at, in the order of the data.

        Words that only queries show stand last.
        """
        of = {column: block for block in self.blocks for column in block.cells}
        known = [column for column in self.schema.variables() if column in of]
        return {column: of[column] for column in dict.fromkeys((*known, *of))}

    @once
    def valued(self) -> Mapping[str, ValueBlock]:
        """Return the block of each column that has finitely many values, in their order."""
        pairs = self.by_column.items()
        return {column: block for column, block in pairs if isinstance(block, ValueBlock)}

    @once
    def numbers(self) -> Mapping[str, NumberBlock]:
        """Return the block of each column of numbers, in their order."""
        pairs = self.by_column.items()
        return {column: block for column, block in pairs if isinstance(block, NumberBlock)}

    @once
    def word_block(self) -> WordBlock | None:
        """Return the block of the words that are drawn, if there are texts to draw them from."""
        return next((block for block in self.blocks if isinstance(block, WordBlock)), None)

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
    def exposure_names(self) -> tuple[str, ...]:
        """Return the names of what stands behind counts, and is given with them: no features."""
        return tuple(dict.fromkeys(exposure.name for exposure in self.exposures.values()))

    @once
    def known(self) -> Mapping[str, ValueBlock]:
        """Return the columns of values that the data show: the absence of other words tells nothing."""
        return {column: self.valued[column] for column in self.features if column in self.valued}

    @once
    def features(self) -> tuple[str, ...]:
        """Return the columns that the data show, in their order: not words that only queries show."""
        known = frozenset(self.schema.variables())
        return tuple(column for column in self.by_column if column in known)

    @property
    def draws_words(self) -> bool:
        """Say whether words are drawn from texts, as often as they stand there."""
        return self.word_block is not None

    def share_block(self, item: Item) -> ValueBlock | WordBlock | None:
        """Return the block in which P(item | class) is a share of counts."""
        if item.kind == "word":
            return self.word_block
        return self.valued.get(item.variable) if item.kind == "cell" else None

    def is_parameter(self, item: Item) -> bool:
        """Say whether P(item | class) is a parameter of its own."""
        block = self.share_block(item)
        return block is not None and block.is_parameter(item)

    def parameters(self) -> Iterator[Item]:
        """Yield the items that have a parameter in each class, in order."""
        for column, block in self.valued.items():
            yield from block.items_of(column)
        if self.word_block is not None:
            yield from self.word_block.items()

    @once
    def partial(self) -> frozenset[str]:
        """Return the columns that some observations do not show."""
        return frozenset(column for column in self.columns() if self.counts.has_missing(column))

    def count_word(self, word: str, label: str) -> Number:
        """Return how often a word stands in a class, or in how many of its texts."""
        if self.word_block is None:
            return self.counts.cell(word, "1", label)
        return self.counts.word(word, label)

    def seen_words(self, label: str) -> int:
        """Return how many words of the vocabulary a class shows; 0 where no rule asks for it."""
        if self.word_block is None or not asks_what_is_seen(self.conventions.smoothing):
            return 0
        return sum(self.counts.word(word, label) > 0 for word in self.vocabulary)
