"""Where misconceptions are tried: in each quantity of a graph, the rows of its kinds.

How to read: `wrong_formulas` goes through a graph once; `_kinds` says of which kinds a quantity is, and
what the formulas of rows are called with; `_mistaken_factors` tries rows about single factors.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from exactnb.core.expression.nodes import (
    ArgMax,
    Expression,
    Function,
    Negative,
    Quotient,
    Reference,
    Sum,
    replace,
)
from exactnb.core.expression.written import written
from exactnb.core.families.observed import EstimatedParameter, ObservedNumbers
from exactnb.core.families.protocol import BaseFamily, Misconception
from exactnb.core.model.model import PARAMETERS, is_factor, parameter_block
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import InlineForm
from exactnb.core.naming.names import QuantityName, Role
from exactnb.core.problem.problem import Problem
from exactnb.errors import ExactnbError
from exactnb.teach.misconceptions import misconceptions_of_kind, order_of
from exactnb.teach.misconceptions.comparisons import LOGARITHMS
from exactnb.teach.misconceptions.steps import GraphStep, NormalDensity, StepContext

WrongFormula = tuple[Misconception, str, QuantityName, Expression]
"""A misconception, a detail such as the column it is about, a quantity, and the formula it gets."""

_PRODUCTS = ("product", "factors")
_Kind = tuple[str, Any, BaseFamily | None]
"""A kind of quantity, what formulas are called with, and the family that may state rows of its own."""


def wrong_formulas(problem: Problem, graph: Quantities) -> list[WrongFormula]:
    """Return all formulas that misconceptions put for right ones in the `graph` of `problem`.

    The rows of one file come before those of the next, each in the order of the graph.
    """
    context = StepContext(problem, graph)
    steps = (GraphStep(context, q.name, q.formula, q.inline) for q in graph.values())
    tried = [made for step in steps for made in _tried_formulas(step)]
    tried.sort(key=lambda made: order_of(made[0])[0])
    return [*_mistakes_stated_on_sheet(problem, graph), *tried]


def _mistakes_stated_on_sheet(problem: Problem, graph: Quantities) -> Iterator[WrongFormula]:
    """Yield the mistakes that the sheet states itself about quantities of the `graph`."""
    for mistake in problem.mistakes:
        name = problem.scope.resolve(mistake.quantity)
        if name not in graph:
            continue
        misconception = Misconception(mistake.id, mistake.words, mistake.hint, is_stated=True)
        yield (
            misconception,
            "",
            name,
            _formula_within_graph(graph, name, mistake.formula(problem.scope.resolve)),
        )


def _formula_within_graph(graph: Quantities, name: QuantityName, formula: Expression) -> Expression:
    """Return a formula for a quantity with the values of what is not in the `graph`, or rests on it."""

    def value(part: Expression) -> Expression | None:
        if not isinstance(part, Reference):
            return None
        if part.name in graph and name not in graph.ancestors(part.name):
            return None
        return written(graph.with_targets((part.name,)).value(part.name))

    return replace(formula, value)


def _tried_formulas(step: GraphStep) -> Iterator[WrongFormula]:
    """Yield the wrong formulas of one quantity, in the order of the rows."""
    rows = [
        (row, row.formulas[kind](site))
        for kind, site, family in _kinds(step)
        for row in (
            *misconceptions_of_kind(kind),
            *(family.misconceptions if family is not None else ()),
        )
        if kind in row.formulas
    ]
    rows += _mistaken_factors(step)
    rows += _logarithms_of_wrong_products(step)
    ways: Counter[tuple[str, str]] = Counter()
    for row, formulas in sorted(rows, key=lambda tried: order_of(tried[0])):
        for detail, formula in _formulas_with_details(formulas):
            detail = ", ".join(filter(None, (_mix_up_place(row, step.name), detail)))
            ways[row.id, detail] += 1
            number = ways[row.id, detail]
            way = f"way {number}" if number > 1 else ""
            yield row, ", ".join(filter(None, (detail, way))), step.name, formula


def _logarithms_of_wrong_products(step: GraphStep) -> Iterator[tuple[Misconception, Any]]:
    """Yield the logarithms of wrong products, where the right one is a sum of logarithms of factors."""
    name, outer = step.name.bare(), step.name.wrappers
    is_logarithm = name.head == "P" and len(outer) == 1 and outer[0] in LOGARITHMS
    if not is_logarithm or not isinstance(step.right, Sum):
        return
    quantity = step.context.graph.quantity(name)
    product = GraphStep(step.context, name, quantity.formula, quantity.inline)
    if not product.is_product or product.is_grouped:
        return
    of_product = [
        (row, row.formulas[kind](product)) for kind in _PRODUCTS for row in misconceptions_of_kind(kind)
    ]
    for row, formulas in (*of_product, *_mistaken_factors(product)):
        yield (
            row,
            [(detail, Function(outer[0], wrong)) for detail, wrong in _formulas_with_details(formulas)],
        )


def _formulas_with_details(formulas: Any) -> Iterator[tuple[str, Expression]]:
    """Yield each of the wrong formulas that a row returned, with its detail, which may be empty."""
    several = (formulas,) if isinstance(formulas, Expression) else formulas or ()
    yield from ((way if isinstance(way, tuple) else ("", way)) for way in several)


def _mix_up_place(misconception: Misconception, name: QuantityName) -> str:
    """Return the place of a mix-up; "" for a misconception that changes all places."""
    if not misconception.mixed_up_in:
        return ""
    if misconception.mixed_up_in == "parameter":
        return name.head
    assert name.label is not None
    column = f"column {next(iter(name.cells))}"
    return column if misconception.mixed_up_in == "column" else f"{column}, class {name.label.value}"


def _kinds(step: GraphStep) -> Iterator[_Kind]:
    """Yield the kinds of which a quantity is."""
    name, role = step.name, step.name.role
    is_parameter = name.head in PARAMETERS and not name.wrappers
    if is_parameter:
        yield from _parameter_kinds(step)
    elif name.head != "P" or name.wrappers:
        yield from _result_kinds(step)
    elif is_factor(step.model, name):
        yield from _number_kinds(step)
    elif role is Role.WITHIN and step.inline is InlineForm.COUNTED:
        yield from _share_kinds(step)
    elif role is not Role.POSTERIOR or isinstance(step.right, Quotient):
        yield role.value, step, None
    if role in (Role.PRIOR, Role.WITHIN, Role.JOINT) or (is_parameter and name.label is not None):
        yield "of a class", step, None
    if step.is_product:
        yield "product", step, None
        if not step.is_grouped:
            yield "factors", step, None


def _parameter_kinds(step: GraphStep) -> Iterator[_Kind]:
    """Yield the kinds of a parameter of numbers; one of several families is not estimated."""
    yield "parameter", step, None
    try:
        block = parameter_block(step.model, step.name)
    except ExactnbError:
        return
    if step.inline is InlineForm.MEASURED:
        estimated = EstimatedParameter.of(block, step.name, step.right)
        yield "estimate", estimated, block.family
        if estimated.is_variance:
            yield "variance", estimated, block.family


def _number_kinds(step: GraphStep) -> Iterator[_Kind]:
    """Yield the kinds of a probability or density of numbers."""
    block = step.model.by_column[step.name.subjects[0].variable]
    if block.is_finite:  # its outcomes have names
        return
    observed = ObservedNumbers.of(block, step.name.cells, step.label)
    yield "numbers", observed, block.family
    match observed.right:
        case Quotient(Function("exp", Negative(exponent)) as bell, root):
            density = NormalDensity(observed, bell, exponent, root)
            yield "density", density, block.family
            if len(observed.numbers) == 1 and not block.family.letters:  # a stated one has its own form
                yield "normal", density, block.family


def _share_kinds(step: GraphStep) -> Iterator[_Kind]:
    """Yield the kinds of a share of counts."""
    yield "looked up", step, None
    block = step.model.share_block_of_counts(step.name.subjects[0])
    share = block.estimated_share(step.name, step.context.estimate_context(step.name.model))
    yield "share", share, block.family
    match share.right:
        case Quotient(Sum((_, _)), Sum((_, _))):
            yield "smoothed share", share, block.family
        case Quotient():
            yield "plain share", share, block.family


def _result_kinds(step: GraphStep) -> Iterator[_Kind]:
    """Yield the kinds of odds, logarithms and decisions."""
    name, right = step.name, step.right
    if isinstance(right, ArgMax) or name.head == "argmax":
        yield "decision", step, None
    elif name.head in ("odds", "lr") and not name.wrappers and isinstance(right, Quotient):
        yield name.head, step, None
    parts = right.walk()
    if name.wrappers or any(isinstance(part, Function) and part.name in LOGARITHMS for part in parts):
        yield "logarithm", step, None


def _mistaken_factors(step: GraphStep) -> Iterator[tuple[Misconception, Expression]]:
    """Yield the product with the factors of one block mistaken, by rows about single factors."""
    if not step.is_product or step.is_grouped:
        return
    rows = (*misconceptions_of_kind("cell"), *misconceptions_of_kind("text"))
    by_block = [block.factors(step.observation, step.label) for block in step.model.blocks]
    for index, block in enumerate(step.model.blocks):
        for row in (*rows, *block.family.misconceptions):
            changed = block.mistaken_factors(row, step.observation, step.label)
            if changed is not None:
                pairs = (*by_block[:index], changed, *by_block[index + 1 :])
                yield row, step.product(step.model.in_order(pair for some in pairs for pair in some))
