"""The decisions about the training rows of an accuracy."""

from __future__ import annotations

from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.nodes import Expression, Indicator, Product, Quotient, Sum
from exactnb.core.expression.results import Decision
from exactnb.core.model.probabilities import Prediction
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.questions.accuracy import different_rows
from exactnb.core.naming.names import QuantityName

Decided = tuple[str, str, tuple[str, ...]]
"""A row's id, or else its number; its class; the labels of the decision, () if undefined."""


DECIDED_WRONGLY = "those decided wrongly"


def wrong_rows(rows: tuple[Decided, ...]) -> tuple[Decided, ...]:
    """Return the `rows` whose decision is not exactly their class.

    >>> wrong_rows((("1", "+", ("+",)), ("2", "+", ("+", "-"))))
    (('2', '+', ('+', '-')),)
    """
    return tuple(row for row in rows if row[2] != (row[1],))


def decided_rows(prediction: Prediction, name: QuantityName, graph: Quantities) -> tuple[Decided, ...]:
    """Return all training rows in order, with the decisions in the formula of an accuracy.

    `name` is that accuracy, which is in `graph`.
    """
    formula = graph[name].formula
    assert isinstance(formula, Quotient)
    hits = formula.numerator
    terms = hits.terms if isinstance(hits, Sum) else (hits,)
    kinds = different_rows(prediction, name)
    decided = {}
    for kind, term in zip(kinds, terms, strict=True):
        value = evaluate(_indicator(term).decision, graph.value)
        decided[kind] = value.labels if isinstance(value, Decision) else ()
    rows = []
    for number, training in enumerate(prediction.training(), start=1):
        case = training.case
        labels = decided[training.items, case.label, case.weight]
        rows.append((case.id or str(number), case.label, labels))
    return tuple(rows)


def _indicator(term: Expression) -> Indicator:
    *_, indicator = term.factors if isinstance(term, Product) else (term,)
    assert isinstance(indicator, Indicator)
    return indicator
