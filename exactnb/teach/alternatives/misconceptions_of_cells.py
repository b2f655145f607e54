"""Misconceptions about a single share: another cell of the table, one minus it, smoothed in part.

They arise in looking one number up, or in smoothing only where a count is zero.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace as with_sides

from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.nodes import Quotient, Sum
from exactnb.core.families.misconceptions import Misconception
from exactnb.core.model.numbers import PARAMETERS
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import InlineForm
from exactnb.core.naming.names import Item, QuantityName, Role
from exactnb.core.problem.problem import Problem
from exactnb.teach.alternatives.alternative import Changes, in_result
from exactnb.teach.alternatives.misconceptions_of_results import OTHER_CLASS

COMPLEMENT = in_result("complement", "one minus the answer", "Of which value is this the probability?")
OTHER_VALUE = in_result(
    "other-value",
    "another value of the same column",
    "Of which value is this the probability?",
    is_rare=True,
)
OTHER_WORD = in_result(
    "count-of-another-word",
    "the count of another word",
    "Of which word is this the probability?",
    is_rare=True,
)
ZEROS = Misconception(
    "only-zeros-smoothed",
    "smoothed only where the count is zero",
    "To which counts is λ added: to those that are zero, or to all of them?",
)
CLASS_WITH_ZERO = Misconception(
    "only-class-with-zero-smoothed",
    "smoothed only in a class that has a zero count",
    "In which classes is λ added: in those that have a zero count, or in all of them?",
)
_MOST_VALUES = 12  # of a column, or words of a vocabulary, that are confused with each other


def misconceptions_of_cells(problem: Problem, graph: Quantities) -> Changes:
    """Yield the mistakes in looking up a share or parameter in the `graph` of a `problem`."""
    yield from _smoothed_in_part(graph)
    for name, quantity in graph.items():
        if name.head in PARAMETERS and not name.wrappers:
            yield from _class_mixups(problem, graph, name)
        if quantity.inline is not InlineForm.COUNTED or name.role is not Role.WITHIN:
            continue
        yield COMPLEMENT, "", name, 1 - quantity.formula
        (item,) = name.observed
        alternatives = _alternative_items(problem, name, item)
        for alternative in alternatives if len(alternatives) <= _MOST_VALUES else ():
            changed = with_sides(name, left=(alternative,))
            misconception = OTHER_WORD if item.kind == "word" else OTHER_VALUE
            yield misconception, alternative.value, name, graph.quantity(changed).formula


def _alternative_items(problem: Problem, name: QuantityName, item: Item) -> list[Item]:
    """Return the other values of a column, or the other words."""
    block = problem.predictions[name.model].model.share_block(item)
    assert block is not None
    if item.kind == "word":
        return [candidate for candidate in block.items() if candidate != item]
    (column,) = (values for column, values in block.shared() if column == item.variable)
    candidates = (with_sides(item, value=value) for value in column if value != item.value)
    # The last value of a column may have no parameter of its own: it is 1 less the others.
    return list(filter(block.is_parameter, candidates))


def _class_mixups(problem: Problem, graph: Quantities, name: QuantityName) -> Changes:
    """Yield the same parameter of the other classes."""
    label = name.label
    if label is None:
        return
    classes = [k for k in problem.predictions[name.model].model.class_items() if k != label]
    for wrong_class in classes:
        right = tuple(wrong_class if item == label else item for item in name.right)
        left = tuple(wrong_class if item == label else item for item in name.left)
        formula = graph.quantity(with_sides(name, left=left, right=right)).formula
        detail = f"class {wrong_class.value}" if len(classes) > 1 else ""
        yield OTHER_CLASS, detail, name, formula


def _smoothed_in_part(graph: Quantities) -> Changes:
    """Yield unsmoothed shares, if some count is zero and others are not."""
    bare = dict(_unsmoothed(graph))
    zeros = {name for name, formula in bare.items() if evaluate(formula.numerator, graph.value) == 0}
    if not zeros:
        return
    classes = {(name.model, name.label) for name in zeros}
    for name, formula in bare.items():
        if name not in zeros:
            yield ZEROS, "", name, formula
        if (name.model, name.label) not in classes:
            yield CLASS_WITH_ZERO, "", name, formula


def _unsmoothed(graph: Quantities) -> Iterator[tuple[QuantityName, Quotient]]:
    for name, quantity in graph.items():
        if quantity.inline is InlineForm.COUNTED and name.role is Role.WITHIN:
            match quantity.formula:
                case Quotient(Sum((hits, *_)), Sum((trials, *_))):
                    yield name, hits / trials
