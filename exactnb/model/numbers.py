"""Numeric columns in a model: their parameters, and the factors of what is seen in them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace as changed
from typing import TYPE_CHECKING

from exactnb.arithmetic.numerals import number_in
from exactnb.errors import InputError, listing
from exactnb.expression.nodes import Expression, Function, Integer, Power, Reference
from exactnb.expression.reasons import Reason, Rule
from exactnb.expression.written import number
from exactnb.families.numbers import Estimate, NumberBlock, parts_of
from exactnb.families.sample import Source
from exactnb.model.quantity import InlineForm, Quantity
from exactnb.naming.heads import HEADS
from exactnb.naming.names import Item, QuantityName

if TYPE_CHECKING:
    from exactnb.model.model import Model

PARAMETERS = tuple(HEADS)
"""The heads of what numeric columns have as parameters."""

_GIVEN = Reason(Rule.GIVEN, "given")
_SHARED = Reason(Rule.DEFINE, "shared")


def parameters(model: Model) -> Iterator[tuple[QuantityName, ...]]:
    """Yield the names of each parameter of numeric columns, as `NumberFamily.parameters` does."""
    for block in dict.fromkeys(model.numbers.values()):
        yield from block.parameters()


def free_parameters(model: Model) -> Iterator[tuple[QuantityName, ...]]:
    """Yield the parameters that can be chosen: all but the means of all rows together."""
    for names in parameters(model):
        first = names[0]
        if first.head != "mean" or parts_of(first)[1] is not None:
            yield names


def arrays(model: Model) -> Iterator[QuantityName]:
    """Yield the names of the vectors and matrices of columns that have a covariance."""
    for block in dict.fromkeys(model.numbers.values()):
        if not block.family.is_naive and block.is_alone:
            yield from (block.name("mean", (), k) for k in block.classes)
            known = [block.name("covariance", (), k) for k in (None, *block.classes)]
            yield from (name for name in known if _has(block, name) and _is_own(block, name))


def _is_own(block: NumberBlock, name: QuantityName) -> bool:
    return block.family.canonical(block, name) == name


def define_parameter(model: Model, name: QuantityName) -> Quantity:
    """Return the quantity of a parameter, such as mean(length|oat)."""
    block = block_of(model, name)
    try:
        if name.head == "sd":
            variance = block.family.canonical(block, name.with_head("variance"))
            formula = Function("sqrt", Reference(variance))
            return Quantity(name, formula, Reason(Rule.DEFINE, "root of the variance"))
        canonical = block.family.canonical(block, name)
    except InputError as error:
        told = error.message.replace("variance", "sd") if name.head == "sd" else error.message
        raise error.saying(told).under(name.place) from None
    if canonical != name:
        return Quantity(name, Reference(canonical), _SHARED)
    if (derived := block.family.derived(block, name)) is not None:
        return Quantity(name, derived[0], Reason(Rule.DEFINE, derived[1]))
    if block.given is not None:
        return Quantity(name, _given(block, name), _GIVEN, InlineForm.EXPANDED)
    estimate = block.family.estimate(block, name)
    return Quantity(name, estimate.formula(), Reason(Rule.DEFINE, estimate.name), InlineForm.MEASURED)


def estimate_of(model: Model, name: QuantityName, source: Source | None = None) -> Estimate:
    """Return how a parameter is estimated, if it is: from the model's own sums or another's."""
    block = block_of(model, name)
    if source is not None:
        block = block.with_source(source)
    return block.family.estimate(block, name)


def factor_of(model: Model, name: QuantityName, cells: Mapping[str, str], label: Item) -> Quantity:
    """Return the quantity P(numbers | class), of one column or of those that go together."""
    first = next(iter(cells))  # exposures stand behind the bar
    block = model.numbers[first]
    shown = {column: number_in(cells[column]) for column in block.columns if column in cells}
    for column, value in shown.items():
        if why := block.family.unasked(value):
            raise InputError(f"column {column}: {why}; got {cells[column]}", at=name.place)
    formula = block.family.factor(block.beside(first, cells), shown, label)
    words = block.family.reason(block, shown, label)
    if formula == Integer(0):
        words = "outside of the range"
    return Quantity(name, formula, Reason(Rule.DEFINE, words) if words else _GIVEN)


def is_one_factor(model: Model, columns: tuple[str, ...]) -> bool:
    """Say whether some columns have one factor together, which is no product of others."""
    if not columns or any(column not in model.numbers for column in columns):
        return False
    blocks = {id(model.numbers[column]) for column in columns}
    return len(columns) == 1 or (len(blocks) == 1 and model.numbers[columns[0]].family.is_joint)


def is_of_numbers(model: Model, name: QuantityName) -> bool:
    """Say whether a name is the factor of numbers in a class: P(length=7.5|oat)."""
    if name.head != "P" or not any(item.kind == "class" for item in name.right):
        return False
    cells = [item.variable for item in name.before if item.kind == "cell"]
    return len(cells) == len(name.left) and is_one_factor(model, tuple(cells))


def block_of(model: Model, name: QuantityName) -> NumberBlock:
    """Return the columns that a parameter is of; InputError where there are none or several."""
    columns, _ = parts_of(name)
    if not columns:
        blocks = [
            block
            for block in dict.fromkeys(model.numbers.values())
            if _has(changed(block, is_alone=True), name)
        ]
        if len(blocks) > 1:
            raise InputError(f"{_ambiguous(blocks, name)}", at=name.place)
        if not blocks:
            raise InputError("no family here has it", at=name.place)
        return blocks[0]
    for column in columns:
        if column not in model.numbers:
            raise InputError(f"column {column} is no numbers here", at=name.place)
    first, *others = (model.numbers[column] for column in columns)
    if any(block is not first for block in others):
        raise InputError(f"column {columns[0]} is in another family than {columns[1]}", at=name.place)
    return first


def _ambiguous(blocks: list[NumberBlock], name: QuantityName) -> str:
    """Return that columns of several families have what is asked, and how to ask for it."""
    who = " and ".join(f"the {b.family.name} columns {listing(b.columns)}" for b in blocks)
    _, label = parts_of(name)
    columns = max(blocks, key=lambda block: len(block.columns)).columns[:2]
    head = "covariance" if name.head == "precision" else name.head
    if head != "covariance" or len(columns) < 2:
        head, columns = "variance" if head == "covariance" else head, columns[:1]
    example = blocks[0].name(head, columns, label)
    return f"{who} have one each; ask by column, as in {example}"


def _has(block: NumberBlock, name: QuantityName) -> bool:
    name = name.with_head("variance") if name.head == "sd" else name
    try:
        block.family.canonical(block, name)
    except InputError:
        return False
    return True


def _given(block: NumberBlock, name: QuantityName) -> Expression:
    columns, label = parts_of(name)
    found = block.looked_up(name.head, columns, (label or block.classes[0]).value)
    if found is None:
        row = f"{name.head}({','.join(columns)})"
        raise InputError(f"needs a row {row} in data.parameters", at=name.place)
    value, power = found
    return number(value) if power == 1 else Power(number(value), Integer(power))
