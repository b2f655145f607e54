"""Parameters with names of their own, such as mean(c|k), and the factors written with them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from exactnb.core.data.power_sums import Source
from exactnb.core.expression.nodes import Function, Reference
from exactnb.core.expression.reasons import Reason, Rule
from exactnb.core.families.block import Block
from exactnb.core.families.estimates import Estimate, columns_and_class
from exactnb.core.model.quantity import InlineForm, Quantity
from exactnb.core.naming.heads import HEADS
from exactnb.core.naming.names import Item, Names, QuantityName
from exactnb.errors import InputError, listing

if TYPE_CHECKING:
    from exactnb.core.model.model import Model

PARAMETERS = tuple(HEADS)
"""The heads of what numeric columns have as parameters."""

_GIVEN = Reason(Rule.GIVEN, "given")
_SHARED = Reason(Rule.DEFINE, "shared")


def parameters(model: Model) -> Iterator[tuple[QuantityName, ...]]:
    """Yield the names of each parameter that is no share of counts, as `Block.parameters` does."""
    for block in model.blocks:
        if not block.estimates_shares:
            yield from block.parameters()


def define_parameter(model: Model, name: QuantityName) -> Quantity:
    """Return the quantity of a parameter, such as mean(length|oat)."""
    block = block_of(model, name)
    try:
        if name.head == "sd":
            variance = block.canonical(name.with_head("variance"))
            formula = Function("sqrt", Reference(variance))
            return Quantity(name, formula, Reason(Rule.DEFINE, "root of the variance"))
        canonical = block.canonical(name)
    except InputError as error:
        told = error.message.replace("variance", "sd") if name.head == "sd" else error.message
        raise error.saying(told).under(name.place) from None
    if canonical != name:
        return Quantity(name, Reference(canonical), _SHARED)
    if (derived := block.derived(name)) is not None:
        return Quantity(name, derived[0], Reason(Rule.DEFINE, derived[1]))
    if (given := block.supplied_value(name)) is not None:
        return Quantity(name, given, _GIVEN, InlineForm.EXPANDED)
    estimate = estimate_of(model, name)
    return Quantity(name, estimate.formula(), Reason(Rule.DEFINE, estimate.name), InlineForm.MEASURED)


def estimate_of(model: Model, name: QuantityName, source: Source | None = None) -> Estimate:
    """Return how a parameter is estimated, if it is: from the model's own sums or another's."""
    block = block_of(model, name)
    if source is not None:
        block = block.with_source(source)
    estimate = block.estimate(name)
    assert estimate is not None
    return estimate


def define_factor(
    model: Model, name: QuantityName, columns: tuple[str, ...], cells: Mapping[str, str], label: Item
) -> Quantity:
    """Return the quantity P(columns | class), which is one factor, beside all cells that are shown."""
    with name.place:
        formula, words = model.by_column[columns[0]].line(cells, label)
    return Quantity(name, formula, Reason(Rule.DEFINE, words) if words else _GIVEN)


def is_factor(model: Model, name: QuantityName) -> bool:
    """Say whether a name is a factor with a line of its own: P(length=7.5|oat).

    Behind the bar it has the class, and what is brought along, such as an exposure: nothing observed.
    """
    behind = [item for item in name.right if item.variable not in model.covariate_names]
    if name.head != "P" or [item.kind for item in behind] != ["class"]:
        return False
    cells = [item.variable for item in name.before if item.kind == "cell"]
    return len(cells) == len(name.left) and model.has_line(tuple(cells))


def block_of(model: Model, name: QuantityName) -> Block:
    """Return the columns that a parameter is of; InputError where there are none or several."""
    columns, _ = columns_and_class(name)
    if not columns:
        known = [block for block in model.blocks if not block.estimates_shares]
        blocks = known if len(known) == 1 else [block for block in known if block.has(name)]
        if len(blocks) > 1:
            raise InputError(f"{_ambiguous(blocks, name)}", at=name.place)
        if not blocks:
            raise InputError("no family here has it", at=name.place)
        return blocks[0]  # a single one says itself why it has no such parameter
    for column in columns:
        if column not in model.endless:
            raise InputError(f"column {column} is no numbers here", at=name.place)
    first, *others = (model.endless[column] for column in columns)
    if any(block is not first for block in others):
        raise InputError(f"column {columns[0]} is in another family than {columns[1]}", at=name.place)
    return first


def _ambiguous(blocks: list[Block], name: QuantityName) -> str:
    """Return that columns of several families have what is asked, and how to ask for it."""
    who = " and ".join(f"the {b.family.name} columns {listing(b.cells)}" for b in blocks)
    _, label = columns_and_class(name)
    columns = max((block.cells for block in blocks), key=len)[:2]
    head = "covariance" if name.head == "precision" else name.head
    if head != "covariance" or len(columns) < 2:
        head, columns = "variance" if head == "covariance" else head, columns[:1]
    example = Names(name.model).parameter(head, columns, label)
    return f"{who} have one each; ask by column, as in {example}"
