"""From families as they are chosen to the blocks of a model: the one place that knows all kinds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import field

from exactnb.core.conventions import Conventions
from exactnb.core.data.parameters import Parameters
from exactnb.core.data.schema import Schema
from exactnb.core.families.base import Bag, Column, ValueFamily, WordFamily
from exactnb.core.families.block import Block
from exactnb.core.families.protocol import Family
from exactnb.core.families.sample import Brought, Sample
from exactnb.core.naming.names import Item
from exactnb.core.record import frozen


@frozen
class Setting:
    """Hold what all blocks of a model have in common.

    `name` is that of the model. The numbers are `given`, or come from counts and, where columns hold
    numbers, from a `sample`. `brought` is what rows bring along for the numbers of columns.
    """

    name: str
    schema: Schema
    conventions: Conventions
    given: Parameters | None = None
    sample: Sample | None = None
    brought: Mapping[str, Brought] = field(default_factory=dict)

    @property
    def classes(self) -> tuple[Item, ...]:
        """Return the items of the classes."""
        variable, labels = self.schema.class_variable, self.schema.classes
        return tuple(Item("class", variable, label) for label in labels)


def blocks_of(chosen: Mapping[Family, tuple[str, ...]], setting: Setting) -> tuple[Block, ...]:
    """Return a block for each family and the columns, or words, that follow it; words stand last.

    Where two of them have parameters of all their columns, none is alone: names say a column.
    """
    families = sorted(chosen, key=lambda own: (own.is_drawn, not own.is_of_shares))
    blocks = [_block(own, chosen[own], setting) for own in families]
    heads = Counter(head for block in blocks for head in block.heads_of_all())
    return tuple(
        block.beside_others() if any(heads[head] > 1 for head in block.heads_of_all()) else block
        for block in blocks
    )


def _block(own: Family, columns: tuple[str, ...], of: Setting) -> Block:
    """Return the block of the kind that a family is of; other kinds are not loaded."""
    match own:
        case ValueFamily():
            from exactnb.core.families.values import ValueBlock

            listed = {column.name: column for column in _listed(columns, of.schema)}
            return ValueBlock(own, listed, of.classes, of.name, of.conventions, of.given)
        case WordFamily():
            from exactnb.core.families.words import WordBlock

            bag = Bag(columns, of.schema.classes)
            return WordBlock(own, bag, of.classes, of.name, of.conventions, of.given)
    from exactnb.core.families.numbers import NumberBlock, NumberFamily

    if isinstance(own, NumberFamily):
        return NumberBlock(
            own,
            columns,
            of.classes,
            of.name,
            of.conventions,
            of.sample,
            None if of.given is None else of.given.numbers,
            {} if of.given is None else of.given.points,
            brought=of.brought,
        )
    raise TypeError(f"{own.name} is of no kind that there are blocks of")


def _listed(columns: tuple[str, ...], schema: Schema) -> Iterator[Column]:
    """Yield columns with their values; a word is there or not."""
    yield from (Column(column, schema.columns.get(column, ("0", "1"))) for column in columns)
