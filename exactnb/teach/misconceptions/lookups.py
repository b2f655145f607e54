"""Misconceptions in looking up a number: another cell of the table, one minus it, smoothed in part."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace as with_sides

from exactnb.core.expression.nodes import Expression, Quotient, Sum
from exactnb.core.families.misconceptions import Misconception
from exactnb.core.naming.names import Item
from exactnb.teach.misconceptions.steps import GraphStep

_MOST_VALUES = 12  # of a column, or words of a vocabulary, that are confused with each other


def _others(step: GraphStep, kind: str) -> Iterator[tuple[str, Expression]]:
    """Yield the share of each other value of a column, or of each other word."""
    (item,) = step.items
    others = _other_items(step, item) if item.kind == kind else []
    for other in others if len(others) <= _MOST_VALUES else ():
        yield other.value, step.context.graph.quantity(with_sides(step.name, left=(other,))).formula


def _other_items(step: GraphStep, item: Item) -> list[Item]:
    block = step.model.share_block(item)
    assert block is not None
    if item.kind == "word":
        return [candidate for candidate in block.items() if candidate != item]
    (column,) = (values for column, values in block.share_columns() if column == item.variable)
    candidates = (with_sides(item, value=value) for value in column if value != item.value)
    # The last value of a column may have no parameter of its own: it is 1 less the others.
    return list(filter(block.is_parameter, candidates))


def _unsmoothed(step: GraphStep, *, of_class: bool) -> Expression | None:
    """Return the share without λ, if others have a zero count: in its class, `of_class`, none has."""
    zeros = step.context.zero_shares
    classes = {(name.model, name.label) for name in zeros}
    is_spared = (step.name.model, step.label) not in classes if of_class else step.name not in zeros
    match step.right:
        case Quotient(Sum((hits, *_)), Sum((trials, *_))) if zeros and is_spared:
            return hits / trials
    return None


def _of_other_classes(step: GraphStep) -> Iterator[tuple[str, Expression]]:
    for detail, label in step.wrong_classes.items():
        yield detail, step.exchanged(label)


ROWS = (
    Misconception("only-zeros-smoothed", "smoothed only where the count is zero",
        "To which counts is λ added: to those that are zero, or to all of them?",
        {"looked up": lambda step: _unsmoothed(step, of_class=False)}),
    Misconception("only-class-with-zero-smoothed", "smoothed only in a class that has a zero count",
        "In which classes is λ added: in those that have a zero count, or in all of them?",
        {"looked up": lambda step: _unsmoothed(step, of_class=True)}),
    Misconception("complement", "one minus the answer", "Of what is this the probability?",
        {
            "looked up": lambda step: 1 - step.right,
            # of two classes, one minus the probability of one is the other's, which is named already
            "prior": lambda step: 1 - step.right if len(step.classes) > 2 else None,
            "posterior": lambda step: 1 - step.right if len(step.classes) > 2 else None,
        }, is_in_result=True),
    Misconception("other-value", "another value of the same column",
        "Of which value is this the probability?",
        {"looked up": lambda step: _others(step, "cell")}, is_in_result=True, is_rare=True),
    Misconception("count-of-another-word", "the count of another word",
        "Of which word is this the probability?",
        {"looked up": lambda step: _others(step, "word")}, is_in_result=True, is_rare=True),
    Misconception("other-class", "the value of another class", "Which class is asked about?",
        {"of a class": _of_other_classes, "posterior": _of_other_classes}, is_in_result=True),
)  # fmt: skip
