"""The chain rule before the assumption: the joint of all features, and what naive Bayes leaves out."""

from __future__ import annotations

from exactnb.core.arithmetic.values import Undefined
from exactnb.core.expression.nodes import Product, Reference
from exactnb.core.expression.reasons import COMPARED
from exactnb.core.model.probabilities import Prediction
from exactnb.core.model.quantities import Quantities
from exactnb.core.naming.names import Item, QuantityName
from exactnb.explain.derivation import Line, Remark, Step
from exactnb.explain.derivation.lines import Block
from exactnb.explain.solution.sentences import listed

_MAX_FEATURES = 30  # features that are written out


def chain_rule_names(prediction: Prediction, identity: str) -> tuple[QuantityName, ...]:
    """Return the names P(k, x) of the first class, of its factors by the chain rule, of naive factors.

    `prediction` holds the model and its queries, `identity` is the id of one of them. The result is
    empty for texts, for more than 30 features, and where naive Bayes drops no condition: where columns
    have one density together, or a count has an exposure.
    """
    model = prediction.model
    observation = prediction.queries[identity]
    if observation.words() or not 1 < len(observation.cells) <= _MAX_FEATURES:
        return ()
    columns = [column for column in model.by_column if column in observation.cells]
    if len(columns) < len(observation.cells) or any(
        model.by_column[c].family.is_joint for c in columns
    ):
        return ()
    label = model.class_items()[0]
    cells = tuple(Item("cell", column, observation.cells[column]) for column in columns)
    joint = model.names.joint(label, [Item("query", "", identity)])
    factors = [model.names.prior(label)]
    for index, cell in enumerate(cells):
        factors.append(model.names.probability((cell,), (label, *cells[:index])))
    return (joint, *factors, *map(_simple, factors[1:]))


def chain_rule_step(prediction: Prediction, identity: str, quantities: Quantities) -> list[Step]:
    """Return the step that expands a joint and lists the conditions that the assumption drops.

    `prediction` holds the model, `identity` is the id of the query, `quantities` the graph. There is no
    step where the graph lacks a factor or one is undefined.
    """
    names = chain_rule_names(prediction, identity)[: len(prediction.queries[identity].cells) + 2]
    if not names or not all(name in quantities for name in names):
        return []
    joint, *factors = names
    if any(isinstance(quantities.value(name), Undefined) for name in names):
        return []
    expansion = Product(tuple(map(Reference, factors)))
    blocks: list[Block] = [
        Remark(("By the chain rule: ", Line(Reference(joint), "=", expansion, COMPARED), "."))
    ]
    pairs = ((Reference(name), Reference(_simple(name))) for name in factors[2:])
    dropped = listed(Line(left, "=", right, COMPARED) for left, right in pairs)
    blocks.append(Remark(("Naive Bayes drops every condition but the class: ", *dropped, ".")))
    title = "The chain rule, before the assumption"
    return [Step("chain rule", title, tuple(blocks), (), prediction.model.name)]


def _simple(name: QuantityName) -> QuantityName:
    """Return a factor with no condition but the class."""
    return name.with_condition(name.right[:1])
