"""Accuracy on the training rows: as they are, and each left out in turn."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from exactnb.data.counts import Counts
from exactnb.data.schema import Case, Number
from exactnb.errors import InputError, Unsupported
from exactnb.expression.names import Item, QuantityName
from exactnb.expression.nodes import (
    ArgMax,
    Expression,
    Indicator,
    Integer,
    Product,
    Quotient,
    Reference,
    Sum,
)
from exactnb.expression.reasons import Reason, Rule
from exactnb.expression.written import literal, written
from exactnb.families.base import count_of
from exactnb.model.quantities import Quantity, Shown
from exactnb.model.questions.values import worked_out

if TYPE_CHECKING:
    from exactnb.model.prediction import Prediction

__all__ = ["Training", "define_accuracy"]

_MOST = 2_000  # different rows that are decided one by one


@dataclass(frozen=True, slots=True)
class Training:
    """A training row: how it is counted, and the items that it shows to a model."""

    case: Case
    items: tuple[Item, ...]


def define_accuracy(prediction: Prediction, name: QuantityName) -> Quantity:
    """Return the share of training rows that are decided rightly; a tie is no decision."""
    rows = _rows(prediction, name)
    terms: list[Expression] = []
    for (items, label, _), (training, weight) in rows.items():
        if name.head == "accuracy":
            decision: Expression = Reference(QuantityName("argmax", items, (), name.model))
        else:
            decision = _without(prediction, training)
        right = Indicator(decision, label)
        terms.append(right if weight == 1 else Product((literal(weight), right)))
    if not terms:
        raise InputError(f"{name}: there are no training rows")
    hits = terms[0] if len(terms) == 1 else Sum(tuple(terms))
    words = "rows decided rightly" if name.head == "accuracy" else "each decided without itself"
    reason = Reason(Rule.DEFINE, words)
    return Quantity(name, Quotient(hits, count_of()), reason, Shown.COUNTED)


Kinds = dict[tuple[tuple[Item, ...], str, Number], tuple[Training, Number]]


def _rows(prediction: Prediction, name: QuantityName) -> Kinds:
    """Return the different training rows, each with how often it counts in all."""
    found: Kinds = {}
    for training in prediction.training():
        key = training.items, training.case.label, training.case.weight
        before = found[key][1] if key in found else 0
        found[key] = training, before + training.case.weight
        if len(found) > _MOST:
            raise Unsupported(f"{name}: more than {_MOST:,} different rows to decide one by one")
    return found


def _without(prediction: Prediction, training: Training) -> Expression:
    """Return the decision about a row by a model that has not seen it, its scores as numbers."""
    model = prediction.model
    blocks = dict.fromkeys(block for block in model.numbers.values() if not block.family.is_naive)
    together = tuple(block.columns for block in blocks) if model.counts.moments else ()
    counts = model.counts - Counts.of(model.schema, [training.case], together)
    try:
        other = replace(prediction, model=model.with_counts(counts))
    except InputError:  # its class has no rows without it
        return ArgMax(tuple((k, Quotient(Integer(0), Integer(0))) for k in model.classes))
    joints = [
        QuantityName("P", (label, *training.items), (), model.name) for label in model.class_items()
    ]
    graph = worked_out(other, joints)
    scores = zip(model.classes, (written(graph.value(joint)) for joint in joints), strict=True)
    return ArgMax(tuple(scores), model.conventions.tie == "first")
