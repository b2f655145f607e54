"""From families as they are chosen to the blocks of a model: the one place that knows all kinds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import field

from exactnb.core.conventions import Conventions
from exactnb.core.data.parameters import Parameters
from exactnb.core.data.schema import Schema
from exactnb.core.families.base import Bag, Column, ValueFamily, WordFamily
from exactnb.core.families.block import Block
from exactnb.core.families.protocol import BaseFamily
from exactnb.core.families.sample import CovariateColumn, Sample
from exactnb.core.naming.names import Item
from exactnb.core.record import frozen


@frozen
class Setting:
    """Hold what all blocks of a model have in common.

    `name` is that of the model. The numbers are `supplied`, or come from counts and, where columns hold
    numbers, from a `sample`. `covariates` has the covariate of each column that has one.
    """

    name: str
    schema: Schema
    conventions: Conventions
    supplied: Parameters | None = None
    sample: Sample | None = None
    covariates: Mapping[str, CovariateColumn] = field(default_factory=dict)

    @property
    def classes(self) -> tuple[Item, ...]:
        """Return the items of the classes."""
        variable, labels = self.schema.class_variable, self.schema.classes
        return tuple(Item("class", variable, label) for label in labels)


def build_blocks(chosen: Mapping[BaseFamily, tuple[str, ...]], setting: Setting) -> tuple[Block, ...]:
    """Return a block for each family and the columns, or words, that follow it; words stand last.

    `chosen` has the columns of each family, none for words, and `setting` the data and conventions.
    Where two of them have parameters of all their columns, none is alone: names say a column.
    """
    families = sorted(chosen, key=lambda family: (family.draws_words, not family.estimates_shares))
    blocks = [_block(family, chosen[family], setting) for family in families]
    joint = [block.family.joint_heads(block) for block in blocks]
    heads = Counter(head for own in joint for head in own)
    return tuple(
        block.with_column_names() if any(heads[head] > 1 for head in own) else block
        for block, own in zip(blocks, joint, strict=True)
    )


def _block(family: BaseFamily, columns: tuple[str, ...], setting: Setting) -> Block:
    """Return the block of the kind that a family is of; other kinds are not loaded."""
    common = setting.classes, setting.name, setting.conventions
    match family:
        case ValueFamily():
            from exactnb.core.families.values import ValueBlock

            values = setting.schema.columns  # a word, which is no column there, is in a text or not
            listed = {own: Column(own, values.get(own, ("0", "1"))) for own in columns}
            return ValueBlock(family, listed, *common, setting.supplied)
        case WordFamily():
            from exactnb.core.families.words import WordBlock

            bag = Bag(columns, setting.schema.classes)
            return WordBlock(family, bag, *common, setting.supplied)
    from exactnb.core.families.numbers import NumberBlock, NumberFamily

    if isinstance(family, NumberFamily):
        kind = NumberBlock
        if family.domain == "nominal":
            from exactnb.core.families.declared.outcomes import OutcomeBlock

            kind = OutcomeBlock
        return kind(
            family,
            columns,
            *common,
            setting.sample,
            None if setting.supplied is None else setting.supplied.numbers,
            {} if setting.supplied is None else setting.supplied.points,
            covariates=setting.covariates,
        )
    raise TypeError(f"{family.name} is of no kind that there are blocks of")
