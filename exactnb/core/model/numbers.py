"""Parameters of numeric columns, such as mean(c|k), and the factors that depend on them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from exactnb.core.data.counts import Source
from exactnb.core.expression.nodes import Function, Reference
from exactnb.core.expression.reasons import Reason, Rule
from exactnb.core.families.block import Block
from exactnb.core.families.estimates import Estimate, columns_and_class
from exactnb.core.model.quantity import InlineForm, Quantity
from exactnb.core.naming.kinds import HEADS
from exactnb.core.naming.names import Item, Names, QuantityName
from exactnb.errors import InputError, listing

if TYPE_CHECKING:
    from exactnb.core.model.model import Model

PARAMETERS = tuple(HEADS)
"""The heads of the parameters of numeric columns."""

_GIVEN = Reason(Rule.GIVEN, "given")
_SHARED = Reason(Rule.DEFINE, "shared")


def parameters(model: Model) -> Iterator[tuple[QuantityName, ...]]:
    """Yield the names of all parameters of numeric columns of `model`, as `Block.parameters` does."""
    for block in model.blocks:
        if not block.estimates_shares:
            yield from block.parameters()


def define_parameter(model: Model, name: QuantityName) -> Quantity:
    """Return the quantity of the parameter `name`, such as mean(length|oat).

    Raises InputError if the family of the column has no such parameter in `model`.
    """
    block = parameter_block(model, name)
    try:
        if name.head == "sd":
            variance = block.canonical(name.with_head("variance"))
            formula = Function("sqrt", Reference(variance))
            return Quantity(name, formula, Reason(Rule.DEFINE, "root of the variance"))
        canonical = block.canonical(name)
    except InputError as error:
        message = error.message.replace("variance", "sd") if name.head == "sd" else error.message
        raise error.saying(message).under(name.place) from None
    if canonical != name:
        return Quantity(name, Reference(canonical), _SHARED)
    if (derived := block.derived(name)) is not None:
        return Quantity(name, derived[0], Reason(Rule.DEFINE, derived[1]))
    if (given_formula := block.supplied_value(name)) is not None:
        return Quantity(name, given_formula, _GIVEN, InlineForm.EXPANDED)
    estimate = parameter_estimate(model, name)
    return Quantity(name, estimate.formula(), Reason(Rule.DEFINE, estimate.name), InlineForm.MEASURED)


def parameter_estimate(model: Model, name: QuantityName, source: Source | None = None) -> Estimate:
    """Return the estimate of the parameter `name`; `source` replaces the sums of `model`."""
    block = parameter_block(model, name)
    if source is not None:
        block = block.with_source(source)
    estimate = block.estimate(name)
    assert estimate is not None
    return estimate


def define_factor(
    model: Model, name: QuantityName, columns: tuple[str, ...], cells: Mapping[str, str], label: Item
) -> Quantity:
    """Return the quantity `name` = P(columns | class) of `model`, one factor.

    `cells` are the observed columns, with covariates; `label` is the class.
    """
    with name.place:
        formula, description = model.by_column[columns[0]].line(cells, label)
    return Quantity(name, formula, Reason(Rule.DEFINE, description) if description else _GIVEN)


def is_factor(model: Model, name: QuantityName) -> bool:
    """Say whether `name` is one factor of `model` with a line of its own: P(length=7.5|oat).

    Its condition is the class, and covariates such as an exposure; no feature.
    """
    condition = [item for item in name.right if item.variable not in model.covariate_names]
    if name.head != "P" or [item.kind for item in condition] != ["class"]:
        return False
    cells = [item.variable for item in name.subjects if item.kind == "cell"]
    return len(cells) == len(name.left) and model.has_line(tuple(cells))


def parameter_block(model: Model, name: QuantityName) -> Block:
    """Return the block whose parameter `name` is.

    Raises InputError if `model` has no such block or several.
    """
    columns, _ = columns_and_class(name)
    if not columns:
        candidates = [block for block in model.blocks if not block.estimates_shares]
        blocks = (
            candidates if len(candidates) == 1 else [block for block in candidates if block.has(name)]
        )
        if len(blocks) > 1:
            raise InputError(f"{_ambiguous(blocks, name)}", at=name.place)
        if not blocks:
            raise InputError("no family here has it", at=name.place)
        return blocks[0]  # the block's own error says why it lacks the parameter
    for column in columns:
        if column not in model.by_column or model.by_column[column].estimates_shares:
            raise InputError(f"column {column} is no numbers here", at=name.place)
    first, *rest = (model.by_column[column] for column in columns)
    if any(block is not first for block in rest):
        raise InputError(f"column {columns[0]} is in another family than {columns[1]}", at=name.place)
    return first


def _ambiguous(blocks: list[Block], name: QuantityName) -> str:
    """Return the error for a parameter that blocks of several families have, with an example."""
    owners = " and ".join(f"the {b.family.name} columns {listing(b.cells)}" for b in blocks)
    _, label = columns_and_class(name)
    columns = max((block.cells for block in blocks), key=len)[:2]
    head = "covariance" if name.head == "precision" else name.head
    if head != "covariance" or len(columns) < 2:
        head, columns = "variance" if head == "covariance" else head, columns[:1]
    example = Names(name.model).parameter(head, columns, label)
    return f"{owners} have one each; ask by column, as in {example}"
