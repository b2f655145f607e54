"""Misconceptions about what else stands near a posterior: priors, ratios, single features, logarithms.

They are told from each other by their values alone. What people make of the joints themselves is in
`misconceptions_of_results`.

How to read: the constants name the misconceptions; the function goes by the kind of quantity to one
of those behind it.
"""

from __future__ import annotations

from collections.abc import Iterator

from exactnb.core.expression.nodes import (
    ArgMax,
    Expression,
    Function,
    Product,
    Quotient,
    Reference,
    Sum,
)
from exactnb.core.families.misconceptions import Misconception
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import Quantity
from exactnb.core.naming.names import Item, Names, Pair
from exactnb.core.naming.roles import Role
from exactnb.core.problem.problem import Problem
from exactnb.teach.alternatives.alternative import Changes, in_result
from exactnb.teach.alternatives.misconceptions_of_results import likelihood_of, shown_in

PRIOR = in_result(
    "prior-for-posterior",
    "the prior given for the posterior",
    "What does the query say about the class? Does that come into your answer?",
)
OVER_EVIDENCE = in_result(
    "likelihood-over-evidence",
    "the likelihood divided by the evidence, the prior left out above",
    "How likely is each class before anything is seen? Does that come into your answer?",
)
RATIO = in_result(
    "likelihood-ratio-for-posterior",
    "the likelihood ratio given for the posterior",
    "A ratio compares two classes; a probability compares one with all of them.",
    is_rare=True,
)
DIFFERENCE = in_result(
    "difference-of-likelihoods",
    "the likelihoods of two classes subtracted",
    "How are two likelihoods compared: by their difference, or by their ratio?",
    is_rare=True,
)
AVERAGE = in_result(
    "average-of-single-posteriors",
    "the posteriors by each feature alone averaged",
    "What is multiplied in naive Bayes: posteriors, or probabilities within a class?",
    is_rare=True,
)
PRODUCT = in_result(
    "product-of-single-posteriors",
    "the posteriors by each feature alone multiplied",
    "What is multiplied in naive Bayes: posteriors, or probabilities within a class?",
    is_rare=True,
)
LEFT_OUT = Misconception(
    "class-left-out-of-sum",
    "a class left out of the sum over the classes",
    "How many classes are there, and how many stand in your sum?",
)
RATIO_FOR_ODDS = in_result(
    "likelihood-ratio-for-odds",
    "the likelihood ratio given for the odds",
    "Do the priors belong into the odds of two classes?",
)
PRIOR_ODDS = in_result(
    "prior-odds-for-odds",
    "the prior odds given",
    "What does the query say about the classes? Does that come into your answer?",
)
NO_LOGARITHM = in_result(
    "logarithm-not-taken",
    "the logarithm not taken",
    "Is the number itself asked for, or its logarithm?",
)
LOG_POSTERIOR = in_result(
    "logarithm-of-the-posterior",
    "the logarithm of the posterior given, not that of the joint",
    "Of which number is the logarithm asked for: divided by the evidence, or not?",
)
LOG_JOINT = in_result(
    "logarithm-of-the-joint",
    "the logarithm of the joint given, not that of the posterior",
    "Of which number is the logarithm asked for: divided by the evidence, or not?",
)
BY_PRIOR = in_result(
    "decided-by-the-prior",
    "the class with the largest prior chosen",
    "What does the query say about the classes?",
)


def misconceptions_of_posteriors(problem: Problem, graph: Quantities) -> Changes:
    """Yield what people take for a posterior, its sum, its odds, its logarithm or the decision."""
    for name, quantity in graph.items():
        if name.role is Role.POSTERIOR:
            found = _posterior(problem, graph, quantity)
        elif name.role is Role.EVIDENCE:
            found = _evidence(quantity)
        elif name.wrappers or name.head == "log_odds":
            found = _logarithm(problem, quantity)
        elif name.head in ("odds", "lr"):
            found = _ratio(graph, quantity)
        elif isinstance(quantity.formula, ArgMax):
            found = _decision(problem, quantity, quantity.formula)
        else:
            continue
        for misconception, detail, formula in found:
            yield misconception, detail, name, formula


_Found = Iterator[tuple[Misconception, str, Expression]]


def _posterior(problem: Problem, graph: Quantities, quantity: Quantity) -> _Found:
    name, label = quantity.name, quantity.name.label
    assert label is not None
    match quantity.formula:
        case Quotient(Reference(joint), Reference() as evidence):
            pass
        case _:
            return
    labels = problem.predictions[name.model].model.class_items()
    likelihoods = {k: likelihood_of(graph, joint.exchanged(label, k), k) for k in labels}
    own = likelihoods.pop(label)  # the other classes are left, with each of which it is compared
    yield PRIOR, "", _prior(label, name.model)
    yield OVER_EVIDENCE, "", own / evidence
    for other, likelihood in likelihoods.items():
        detail = f"class {other.value}" if len(likelihoods) > 1 else ""
        yield RATIO, detail, own / likelihood
        yield DIFFERENCE, detail, own - likelihood
    alone = tuple(
        Reference(Names(name.model).posterior(label, (item,)))
        for item in shown_in(problem, name.model, name.observed)
    )
    if len(alone) > 1:
        yield AVERAGE, "", Sum(alone) / len(alone)
        yield PRODUCT, "", Product(alone)


def _evidence(quantity: Quantity) -> _Found:
    match quantity.formula:
        case Sum(joints) if len(joints) > 2:
            for at, joint in enumerate(joints):
                assert isinstance(joint, Reference)
                label = joint.name.label
                assert label is not None
                yield LEFT_OUT, f"class {label.value}", Sum((*joints[:at], *joints[at + 1 :]))


def _ratio(graph: Quantities, quantity: Quantity) -> _Found:
    """Yield other comparisons of two classes than their odds, or their likelihood ratio."""
    name = quantity.name
    if len(name.left) != 1 or not isinstance(name.left[0], Pair) or not name.right:
        return
    pair = (name.left[0].first, name.left[0].second)
    joints = (Names(name.model).joint(k, name.right) for k in pair)
    one, other = (likelihood_of(graph, joint, k) for joint, k in zip(joints, pair, strict=True))
    if name.head == "odds":
        yield RATIO_FOR_ODDS, "", one / other
        yield PRIOR_ODDS, "", Quotient(*(_prior(k, name.model) for k in pair))
    yield DIFFERENCE, "", one - other


def _logarithm(problem: Problem, quantity: Quantity) -> _Found:
    """Yield what stands inside a logarithm, and the logarithm of what stands beside that."""
    name = quantity.name
    if name.head == "log_odds":
        yield NO_LOGARITHM, "", Reference(name.with_head("odds"))
        return
    outer, *inner = name.wrappers
    if not outer.startswith("log") or inner:
        return
    inside = name.bare()
    yield NO_LOGARITHM, "", Reference(inside)
    label, seen = name.label, name.observed
    if label is None or not seen:
        return
    if inside.role is Role.JOINT:
        posterior = Names(name.model).posterior(label, seen)
        yield LOG_POSTERIOR, "", Function(outer, Reference(posterior))
    if inside.role is Role.POSTERIOR:
        joint = Names(name.model).joint(label, seen)
        yield LOG_JOINT, "", Function(outer, Reference(joint))


def _decision(problem: Problem, quantity: Quantity, formula: ArgMax) -> _Found:
    """Yield the decision by the priors alone."""
    name = quantity.name
    labels = {k.value: k for k in problem.predictions[name.model].model.class_items()}
    scores = ((label, _prior(labels[label], name.model)) for label, _ in formula.scores)
    yield BY_PRIOR, "", ArgMax(tuple(scores), formula.first)


def _prior(label: Item, model: str) -> Reference:
    return Reference(Names(model).prior(label))
