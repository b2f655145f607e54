"""Misconceptions about results that are computed from joints: evidence, posteriors, odds, the decision.

How to read: the constants name the misconceptions; the function calls one of those below by the kind of
quantity, each of which yields a misconception with its formula.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from exactnb.core.expression.nodes import (
    ArgMax,
    Expression,
    Function,
    Labels,
    Negative,
    Product,
    Quotient,
    Reference,
    Sum,
    replace,
)
from exactnb.core.expression.results import Decision
from exactnb.core.families.base import probability
from exactnb.core.families.misconceptions import Misconception, MisconceptionFormula
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import Quantity
from exactnb.core.naming.names import Item, QuantityName, Role
from exactnb.core.problem.problem import Problem
from exactnb.teach.alternatives.alternative import Changes, in_result

JOINT = in_result(
    "joint-for-posterior",
    "the joint given, not divided by the evidence",
    "Do your answers for all classes add up to 1?",
)
POSTERIOR = in_result(
    "posterior-for-joint",
    "the posterior given: divided by the evidence",
    "Is this the probability of class and query together, or that of the class given the query?",
)
LIKELIHOOD = in_result(
    "likelihood-for-posterior",
    "the likelihood given for the posterior",
    "Which of the two is given here, the class or what is seen?",
)
ODDS = in_result(
    "odds-for-posterior",
    "the odds given for the posterior",
    "Odds compare two numbers with each other; a probability compares one with their sum.",
)
PROBABILITY = in_result(
    "posterior-for-odds",
    "the posterior given for the odds",
    "Odds compare two numbers with each other; a probability compares one with their sum.",
)
OTHER_CLASS = in_result("other-class", "the value of another class", "Which class is asked about?")
COMPLEMENT = in_result("complement", "one minus the answer", "Which class is asked about?")
WITHOUT_PRIOR = in_result(
    "normalised-without-prior",
    "likelihoods normalised, the priors left out",
    "How likely is each class before anything is seen? Does that come into your answer?",
)
EVIDENCE_WITHOUT_PRIOR = Misconception(
    "evidence-without-prior",
    "the likelihoods of the classes added up, without their priors",
    "How much does each class count in the sum over the classes?",
)
MARGINALS = Misconception(
    "evidence-as-product-of-marginals",
    "the evidence taken for a product of P(x) over the features",
    "The features are independent within a class. Are they so over all classes?",
)
PRODUCT = Misconception(
    "evidence-as-product-of-joints",
    "the joints of the classes multiplied, not added",
    "The query comes from one class or from another. Is that a sum or a product?",
)
INVERTED = in_result(
    "odds-inverted", "the classes exchanged in the odds", "Which class stands above, and which below?"
)
OTHER_BASE = in_result(
    "logarithm-to-another-base",
    "the logarithm to another base",
    "To which base is the logarithm asked for?",
)
LOG_OF_SUM = in_result(
    "logarithm-of-the-sum",
    "the logarithm of the sum, not the sum of the logarithms",
    "What is the logarithm of a product?",
)
ODDS_FOR_RATIO = in_result(
    "odds-for-likelihood-ratio",
    "the odds given, with the priors in them",
    "Do the priors belong into a ratio of likelihoods?",
)
ONE_OF_TIE = in_result(
    "one-of-a-tie",
    "one class named, where several are tied",
    "Compare the largest scores once more, exactly.",
)
SIGN = in_result(
    "sign-changed",
    "the sign of the logarithm changed, or the classes exchanged",
    "Is the logarithm of this number positive or negative?",
)
SMALLEST = in_result(
    "smallest-chosen",
    "the class with the smallest score chosen",
    "Which score decides, the largest or the smallest?",
)
_BASES = ("log", "log2", "log10")
_NAMES = {"log": "base e", "log2": "base two", "log10": "base ten"}
_MOST_MARGINALS = 40


def misconceptions_of_results(problem: Problem, graph: Quantities) -> Changes:
    """Yield the mistakes with results in the `graph` of a `problem`, whatever the model."""
    for name, quantity in graph.items():
        match name.role:
            case Role.POSTERIOR:
                yield from _posterior(problem, graph, quantity)
            case Role.JOINT:
                yield from _joint(problem, graph, quantity)
                yield from _class_mixups(problem, graph, quantity)
            case Role.PRIOR | Role.WITHIN:
                yield from _class_mixups(problem, graph, quantity)
                if name.role is Role.PRIOR and len(problem.schema.classes) > 2:
                    yield COMPLEMENT, "", name, 1 - quantity.formula
            case Role.EVIDENCE:
                for misconception, formula in _evidence(problem, graph, quantity):
                    yield misconception, "", name, formula
            case Role.OTHER:
                for misconception, detail, formula in _result_misconceptions(quantity):
                    yield misconception, detail, name, formula
                decided = graph.value(name) if name.head == "argmax" else None
                tied = decided.labels if isinstance(decided, Decision) else ()
                for label in tied if len(tied) > 1 else ():
                    yield ONE_OF_TIE, f"class {label}", name, Labels((label,))


def _posterior(problem: Problem, graph: Quantities, quantity: Quantity) -> Changes:
    name, formula = quantity.name, quantity.formula
    if not isinstance(formula, Quotient):
        return
    joint, evidence = formula.numerator, formula.denominator
    if not isinstance(joint, Reference) or not isinstance(evidence, Reference):
        return
    label = name.label
    assert label is not None
    labels = problem.predictions[name.model].model.class_items()
    classes = [k for k in labels if k != label]
    joints = {k: Reference(joint.name.exchanged(label, k)) for k in labels}
    yield JOINT, "", name, joint
    likelihoods = {k: likelihood_factors(graph, joints[k].name, k) for k in labels}
    yield LIKELIHOOD, "", name, likelihoods[label]
    total = Sum(tuple(likelihoods.values())) if classes else likelihoods[label]
    yield WITHOUT_PRIOR, "", name, likelihoods[label] / total
    for wrong_class in classes:
        detail = f"class {wrong_class.value}" if len(classes) > 1 else ""
        yield OTHER_CLASS, detail, name, joints[wrong_class] / evidence
    if len(classes) > 1:  # of two classes, one minus a posterior is the other's, which is named already
        yield COMPLEMENT, "", name, 1 - formula
    if classes:
        against = Sum.of(joints[k] for k in classes)
        yield ODDS, "", name, joint / against
        yield ODDS, "of the others", name, against / joint


def _class_mixups(problem: Problem, graph: Quantities, quantity: Quantity) -> Changes:
    """Yield the same quantity of the other classes."""
    name = quantity.name
    label = name.label
    assert label is not None
    classes = [k for k in problem.predictions[name.model].model.class_items() if k != label]
    for wrong_class in classes:
        formula = graph.quantity(name.exchanged(label, wrong_class)).formula
        yield OTHER_CLASS, f"class {wrong_class.value}" if len(classes) > 1 else "", name, formula


def _joint(problem: Problem, graph: Quantities, quantity: Quantity) -> Changes:
    """Yield the posterior instead of a joint, without the evidence, which depends on the joint."""
    name = quantity.name
    label = name.label
    assert label is not None
    labels = problem.predictions[name.model].model.class_items()
    formulas = tuple(graph.quantity(name.exchanged(label, k)).formula for k in labels)
    if len(labels) > 1:
        yield POSTERIOR, "", name, quantity.formula / Sum(formulas)


def _evidence(
    problem: Problem, graph: Quantities, quantity: Quantity
) -> Iterator[MisconceptionFormula]:
    name, formula = quantity.name, quantity.formula
    joints = formula.terms if isinstance(formula, Sum) else ()
    if len(joints) > 1:
        yield PRODUCT, Product(joints)
        likelihoods = []
        for joint in joints:
            assert isinstance(joint, Reference)
            label = joint.name.label
            assert label is not None
            likelihoods.append(likelihood_factors(graph, joint.name, label))
        yield EVIDENCE_WITHOUT_PRIOR, Sum(tuple(likelihoods))
    marginals = _marginals(problem, name)
    if len(marginals) > 1:
        yield MARGINALS, Product(marginals)


def _marginals(problem: Problem, name: QuantityName) -> tuple[Expression, ...]:
    """Return P(x) of each observed item; none for a text of many words."""
    items = observed_items(problem, name.model, name.subjects)
    return tuple(probability((item,), (), name.model) for item in items)


def observed_items(problem: Problem, model: str, items: tuple[Item, ...]) -> tuple[Item, ...]:
    """Return the observed cells and words among `items`, as a `model` of the `problem` reads them.

    Nothing is returned for a text of many words, or with covariates.
    """
    prediction = problem.predictions[model]
    observation = prediction.observed(items)
    observed = problem.encoder.observed_items(prediction.model, observation)
    covariates = prediction.model.covariate_names
    if len(observed) > _MOST_MARGINALS or any(item.variable in covariates for item in observed):
        return ()
    return observed


def likelihood_factors(graph: Quantities, joint: QuantityName, label: Item) -> Expression:
    """Return the product of the factors of a `joint` without its prior, from the `graph`."""
    formula = graph.quantity(joint).formula
    return Product.of(formula.factors[1:] if isinstance(formula, Product) else ())


def _result_misconceptions(quantity: Quantity) -> Iterator[tuple[Misconception, str, Expression]]:
    """Yield misconceptions with odds, logarithms and decisions."""
    name, formula = quantity.name, quantity.formula
    if isinstance(formula, ArgMax):
        turned = ((label, 1 / score) for label, score in formula.scores)
        yield SMALLEST, "", ArgMax(tuple(turned), formula.first)
    if name.head in ("odds", "lr") and not name.wrappers and isinstance(formula, Quotient):
        numerator, denominator = formula.numerator, formula.denominator
        yield INVERTED, "", denominator / numerator
        if name.head == "odds":
            yield PROBABILITY, "", numerator / Sum((numerator, denominator))
        elif name.pair is not None:
            pair = (name.pair.first, name.pair.second)
            joints = (probability((k, *name.right), (), name.model) for k in pair)
            yield ODDS_FOR_RATIO, "", Quotient(*joints)
    for base in _BASES:
        in_base = replace(formula, partial(_to_base, base))
        if in_base != formula:
            yield OTHER_BASE, _NAMES[base], in_base
    if _is_logarithm(formula):
        yield SIGN, "", -formula
    elif isinstance(formula, Negative):
        yield SIGN, "", formula.term
    if isinstance(formula, Sum) and len(formula.terms) > 1 and all(map(_is_logarithm, formula.terms)):
        base = next(term.name for term in formula.terms if isinstance(term, Function))
        inside = tuple(term.argument for term in formula.terms if isinstance(term, Function))
        yield LOG_OF_SUM, "", Function(base, Sum(inside))


def _is_logarithm(expression: Expression) -> bool:
    return isinstance(expression, Function) and expression.name in _BASES


def _to_base(base: str, part: Expression) -> Expression | None:
    if isinstance(part, Function) and part.name in _BASES:
        return Function(base, part.argument)
    return None
