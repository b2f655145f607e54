"""What a probability is, told by its name: a prior, a joint, the evidence, a posterior."""

from __future__ import annotations

from enum import Enum

from exactnb.naming.names import Item, QuantityName

__all__ = ["Shape", "label_of", "shape_of"]


class Shape(Enum):
    """The kinds of probabilities that Bayes' rule tells apart."""

    PRIOR = "prior"
    WITHIN = "within a class"  # of one thing or of all that is seen: an estimate, a likelihood
    JOINT = "joint"
    EVIDENCE = "evidence"
    POSTERIOR = "posterior"
    OTHER = "other"


def shape_of(name: QuantityName) -> Shape:
    """Return what a probability is.

    >>> label, query = Item("class", "class", "+"), Item("query", "", "x")
    >>> shape_of(QuantityName("P", (label,), (query,)))
    <Shape.POSTERIOR: 'posterior'>
    """
    if name.head != "P" or name.wrappers:
        return Shape.OTHER
    left, right = label_of(name.left), label_of(name.right)
    if left is not None and right is not None:
        return Shape.OTHER
    if left is not None:
        alone = len(name.left) == 1
        if name.right:
            return Shape.POSTERIOR if alone else Shape.OTHER
        return Shape.PRIOR if alone else Shape.JOINT
    if right is not None:
        return Shape.WITHIN if len(name.right) == 1 else Shape.OTHER
    return Shape.OTHER if name.right else Shape.EVIDENCE


def label_of(items: tuple[object, ...]) -> Item | None:
    """Return the class among some items, None where there is none."""
    found = (item for item in items if isinstance(item, Item) and item.kind == "class")
    return next(found, None)
