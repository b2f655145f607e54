"""Misconceptions that confuse a posterior with others: priors, ratios, single features, logarithms.

Only their values distinguish them. Mistakes with the joints themselves are in
`misconceptions_of_results`.

How to read: the constants name the misconceptions; the function calls one of those below by the kind of
quantity.
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
from exactnb.core.naming.names import Item, Names, Pair, Role
from exactnb.core.problem.problem import Problem
from exactnb.teach.alternatives.alternative import Changes, in_result
from exactnb.teach.alternatives.misconceptions_of_results import likelihood_factors, observed_items

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
    """Yield the mistakes with posteriors, evidence, odds, logarithms and decisions in a `graph`.

    `problem` is the one whose graph it is.
    """
    for name, quantity in graph.items():
        if name.role is Role.POSTERIOR:
            misconceptions = _posterior(problem, graph, quantity)
        elif name.role is Role.EVIDENCE:
            misconceptions = _evidence(quantity)
        elif name.wrappers or name.head == "log_odds":
            misconceptions = _logarithm(problem, quantity)
        elif name.head in ("odds", "lr"):
            misconceptions = _ratio(graph, quantity)
        elif isinstance(quantity.formula, ArgMax):
            misconceptions = _decision(problem, quantity, quantity.formula)
        else:
            continue
        for misconception, detail, formula in misconceptions:
            yield misconception, detail, name, formula


_Misconceptions = Iterator[tuple[Misconception, str, Expression]]


def _posterior(problem: Problem, graph: Quantities, quantity: Quantity) -> _Misconceptions:
    name, label = quantity.name, quantity.name.label
    assert label is not None
    match quantity.formula:
        case Quotient(Reference(joint), Reference() as evidence):
            pass
        case _:
            return
    labels = problem.predictions[name.model].model.class_items()
    likelihoods = {k: likelihood_factors(graph, joint.exchanged(label, k), k) for k in labels}
    # The other classes remain, and are compared with this one in turn.
    mine = likelihoods.pop(label)
    yield PRIOR, "", _prior(label, name.model)
    yield OVER_EVIDENCE, "", mine / evidence
    for wrong_class, likelihood in likelihoods.items():
        detail = f"class {wrong_class.value}" if len(likelihoods) > 1 else ""
        yield RATIO, detail, mine / likelihood
        yield DIFFERENCE, detail, mine - likelihood
    alone = tuple(
        Reference(Names(name.model).posterior(label, (item,)))
        for item in observed_items(problem, name.model, name.observed)
    )
    if len(alone) > 1:
        yield AVERAGE, "", Sum(alone) / len(alone)
        yield PRODUCT, "", Product(alone)


def _evidence(quantity: Quantity) -> _Misconceptions:
    match quantity.formula:
        case Sum(joints) if len(joints) > 2:
            for at, joint in enumerate(joints):
                assert isinstance(joint, Reference)
                label = joint.name.label
                assert label is not None
                yield LEFT_OUT, f"class {label.value}", Sum((*joints[:at], *joints[at + 1 :]))


def _ratio(graph: Quantities, quantity: Quantity) -> _Misconceptions:
    """Yield comparisons of two classes other than their odds, or their likelihood ratio."""
    name = quantity.name
    if len(name.left) != 1 or not isinstance(name.left[0], Pair) or not name.right:
        return
    pair = (name.left[0].first, name.left[0].second)
    joints = (Names(name.model).joint(k, name.right) for k in pair)
    first, second = (likelihood_factors(graph, joint, k) for joint, k in zip(joints, pair, strict=True))
    if name.head == "odds":
        yield RATIO_FOR_ODDS, "", first / second
        yield PRIOR_ODDS, "", Quotient(*(_prior(k, name.model) for k in pair))
    yield DIFFERENCE, "", first - second


def _logarithm(problem: Problem, quantity: Quantity) -> _Misconceptions:
    """Yield the argument of a logarithm, and the logarithm of posterior for joint or vice versa."""
    name = quantity.name
    if name.head == "log_odds":
        yield NO_LOGARITHM, "", Reference(name.with_head("odds"))
        return
    outer, *inner = name.wrappers
    if not outer.startswith("log") or inner:
        return
    inside = name.bare()
    yield NO_LOGARITHM, "", Reference(inside)
    label, observed = name.label, name.observed
    if label is None or not observed:
        return
    if inside.role is Role.JOINT:
        posterior = Names(name.model).posterior(label, observed)
        yield LOG_POSTERIOR, "", Function(outer, Reference(posterior))
    if inside.role is Role.POSTERIOR:
        joint = Names(name.model).joint(label, observed)
        yield LOG_JOINT, "", Function(outer, Reference(joint))


def _decision(problem: Problem, quantity: Quantity, formula: ArgMax) -> _Misconceptions:
    """Yield the decision by the priors alone."""
    name = quantity.name
    labels = {k.value: k for k in problem.predictions[name.model].model.class_items()}
    scores = ((label, _prior(labels[label], name.model)) for label, _ in formula.scores)
    yield BY_PRIOR, "", ArgMax(tuple(scores), formula.first)


def _prior(label: Item, model: str) -> Reference:
    return Reference(Names(model).prior(label))
