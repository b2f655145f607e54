"""From families as they are chosen to the blocks of a model: the one place that knows all kinds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from exactnb.core.conventions import Conventions
from exactnb.core.data.parameters import Parameters
from exactnb.core.data.schema import Schema
from exactnb.core.families.base import Bag, Column, ValueFamily, WordFamily
from exactnb.core.families.block import Block
from exactnb.core.families.estimates import CovariateColumn, Sample
from exactnb.core.families.protocol import BaseFamily
from exactnb.core.naming.names import Item


def build_blocks(
    chosen: Mapping[BaseFamily, tuple[str, ...]],
    schema: Schema,
    model: str,
    conventions: Conventions,
    supplied: Parameters | None = None,
    sample: Sample | None = None,
    covariates: Mapping[str, CovariateColumn] | None = None,
) -> tuple[Block, ...]:
    """Return a block for each family and the columns, or words, that follow it; words stand last.

    `chosen` has the columns of each family, none for words, `schema` what there is to observe, and
    `model` is a name. The numbers are `supplied`, or come from counts and, where columns hold numbers,
    from a `sample`. `covariates` has the covariate of each column that has one. Where two blocks have
    parameters of all their columns, none is alone: names say a column.
    """
    classes = tuple(Item("class", schema.class_variable, label) for label in schema.classes)
    common = classes, model, conventions

    def block_of(family: BaseFamily, columns: tuple[str, ...]) -> Block:
        """Return the block of the kind that a family is of; other kinds are not loaded."""
        match family:
            case ValueFamily():
                from exactnb.core.families.values import ValueBlock

                values = schema.columns  # a word, which is no column there, is in a text or not
                listed = {column: Column(column, values.get(column, ("0", "1"))) for column in columns}
                return ValueBlock(family, listed, *common, supplied)
            case WordFamily():
                from exactnb.core.families.words import WordBlock

                return WordBlock(family, Bag(columns, schema.classes), *common, supplied)
        from exactnb.core.families.numbers import NumberBlock, NumberFamily

        if not isinstance(family, NumberFamily):
            raise TypeError(f"{family.name} is of no kind that there are blocks of")
        kind = NumberBlock
        if family.domain == "nominal":
            from exactnb.core.families.declared.family import OutcomeBlock

            kind = OutcomeBlock
        numbers, points = (None, {}) if supplied is None else (supplied.numbers, supplied.points)
        covariate_columns = covariates or {}
        return kind(family, columns, *common, sample, numbers, points, covariates=covariate_columns)

    families = sorted(chosen, key=lambda family: (family.draws_words, not family.estimates_shares))
    blocks = [block_of(family, chosen[family]) for family in families]
    joint = [block.family.joint_heads(block) for block in blocks]
    heads = Counter(head for joint_heads in joint for head in joint_heads)
    return tuple(
        block.with_column_names() if any(heads[head] > 1 for head in joint_heads) else block
        for block, joint_heads in zip(blocks, joint, strict=True)
    )
