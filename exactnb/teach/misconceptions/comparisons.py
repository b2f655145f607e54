"""Misconceptions about odds, likelihood ratios, logarithms and decisions.

How to read: `ROWS` at the end; above, the formulas that take more than a line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace as replace_row
from functools import partial

from exactnb.core.expression.nodes import (
    ArgMax,
    Expression,
    Function,
    Labels,
    Negative,
    Quotient,
    Reference,
    Sum,
    replace,
)
from exactnb.core.expression.results import Decision
from exactnb.core.families.protocol import Misconception
from exactnb.core.naming.names import Item, Role
from exactnb.teach.misconceptions.steps import GraphStep, over_one_plus, reciprocal_fraction

LOGARITHMS = {"log": "base e", "log2": "base two", "log10": "base ten"}


def _logarithm_to_base(base: str, part: Expression) -> Expression | None:
    if isinstance(part, Function) and part.name in LOGARITHMS:
        return Function(base, part.argument)
    return None


def _with_other_sign(step: GraphStep) -> Expression | None:
    match step.right:
        case Function(base) as logarithm if base in LOGARITHMS:
            return -logarithm
        case Negative(term):
            return term
        case Sum() if step.name.wrappers:  # such as that of a joint: −(ln π + ln p)
            return -step.right
    return None


def _logarithm_of_sum(step: GraphStep) -> Expression | None:
    """Return the logarithm of a sum, for a sum of logarithms to one base."""
    terms = step.right.terms if isinstance(step.right, Sum) else ()
    logarithms = [term for term in terms if isinstance(term, Function) and term.name in LOGARITHMS]
    if len(logarithms) < 2 or len(logarithms) < len(terms):
        return None
    return Function(logarithms[0].name, Sum(tuple(term.argument for term in logarithms)))


def _mixed_bases(step: GraphStep) -> Iterator[tuple[str, Expression]]:
    """Yield the logarithm of a joint with its prior to base e or ten, and the factors to the other."""
    if not _is_logarithm_of(step, Role.JOINT) or not isinstance(step.right, Sum):
        return
    prior, *factors = step.right.terms
    for base, other in (("log", "log10"), ("log10", "log")):
        mixed = [replace(prior, partial(_logarithm_to_base, base))]
        mixed += (replace(term, partial(_logarithm_to_base, other)) for term in factors)
        yield f"{LOGARITHMS[base]} for the prior", Sum(tuple(mixed))


def _prior_beside_logarithms(step: GraphStep) -> Iterator[tuple[str, Expression]]:
    """Yield the logarithms of the factors with the prior itself added, and multiplied by it."""
    if not _is_logarithm_of(step, Role.JOINT) or not isinstance(step.right, Sum):
        return
    logarithm, *factors = step.right.terms
    if isinstance(logarithm, Function):
        yield "added", Sum((logarithm.argument, *factors))
        yield "multiplied", logarithm.argument * Sum.of(factors)


def _argument_of_logarithm(step: GraphStep) -> Expression | None:
    """Return the number whose logarithm is right."""
    if step.name.head == "log_odds":
        return Reference(step.name.with_head("odds"))
    return Reference(step.name.bare()) if _is_plain(step) else None


def _is_plain(step: GraphStep) -> bool:
    """Say whether the quantity is the logarithm of another, with nothing else around it."""
    outer, *inner = step.name.wrappers or ("",)
    return outer.startswith("log") and not inner


def _is_logarithm_of(step: GraphStep, role: Role) -> bool:
    """Say whether it is the logarithm of a joint, or of a posterior, by its `role`."""
    bare = step.name.bare()
    return _is_plain(step) and bool(step.items) and bare.label is not None and bare.role is role


def _logarithm_with_replacement(
    step: GraphStep, role: Role, other: Callable[[Item], Expression]
) -> Expression | None:
    """Return the logarithm of `other` of the class, in the place of that of a quantity of a `role`."""
    return Function(step.name.wrappers[0], other(step.label)) if _is_logarithm_of(step, role) else None


def _against_all_others(step: GraphStep) -> Expression | None:
    first = step.compared_classes[:1]
    joints = [step.joint(k) for k in step.classes if k not in first]
    return step.joint(*first) / Sum(tuple(joints)) if first and len(joints) > 1 else None


def _by_other_scores(
    step: GraphStep, other: Callable[[Item, Expression], Expression]
) -> Expression | None:
    """Return the decision by what `other` makes of each class and its score."""
    if not isinstance(step.right, ArgMax):
        return None
    labels = {k.value: k for k in step.classes}
    scores = tuple((label, other(labels[label], score)) for label, score in step.right.scores)
    return ArgMax(scores, step.right.first)


def _decision_of_tie(step: GraphStep) -> Iterator[tuple[str, Expression]]:
    decided = step.context.graph.value(step.name) if step.name.head == "argmax" else None
    tied = decided.labels if isinstance(decided, Decision) else ()
    for label in tied if len(tied) > 1 else ():
        yield f"class {label}", Labels((label,))


_RESULTS = (
    Misconception("decided-by-the-prior", "the class with the largest prior chosen",
        "What does the query say about the classes?",
        {"decision": lambda of: _by_other_scores(of, lambda k, score: of.prior(k))}),
    Misconception("smallest-chosen", "the class with the smallest score chosen",
        "Which score decides, the largest or the smallest?",
        {"decision": lambda of: _by_other_scores(of, lambda k, score: 1 / score)}),
    Misconception("odds-inverted", "the classes exchanged in the odds",
        "Which class stands above, and which below?",
        {"odds": reciprocal_fraction, "lr": reciprocal_fraction}),
    Misconception("posterior-for-odds", "the posterior given for the odds",
        "Odds compare two numbers with each other; a probability compares one with their sum.",
        {"odds": lambda of: of.right.numerator / Sum((of.right.numerator, of.right.denominator))}),
    Misconception("odds-over-one-plus", "p/(1 + p) given, where odds are p/(1 − p)",
        "By what is a probability divided to make it odds?",
        {"odds": lambda of: (two := of.compared_classes) and over_one_plus(of.posterior(two[0]))}),
    Misconception("odds-for-likelihood-ratio", "the odds given, with the priors in them",
        "Do the priors belong in a ratio of likelihoods?",
        {"lr": lambda of: of.compared_classes and Quotient(*map(of.joint, of.compared_classes))}),
    Misconception("logarithm-to-another-base", "the logarithm to another base",
        "To which base is the logarithm asked for?",
        {"logarithm": lambda of: [
            (detail, in_base) for base, detail in LOGARITHMS.items()
            if (in_base := replace(of.right, partial(_logarithm_to_base, base))) != of.right]}),
    Misconception("sign-changed", "the sign of the logarithm changed, or the classes exchanged",
        "Is the logarithm of this number positive or negative?",
        {"logarithm": _with_other_sign}),
    Misconception("logarithms-of-two-bases", "logarithms to two bases added",
        "Are all logarithms of your sum to the same base?",
        {"logarithm": _mixed_bases}, is_rare=True),
    Misconception("prior-without-logarithm", "the prior itself put to the logarithms of the factors",
        "Of which numbers is the logarithm taken: of the factors alone, or of the prior too?",
        {"logarithm": _prior_beside_logarithms}),
    Misconception("logarithm-of-the-sum", "the logarithm of the sum, not the sum of the logarithms",
        "What is the logarithm of a product?",
        {"logarithm": _logarithm_of_sum}),
    Misconception("one-of-a-tie", "one class named, where several are tied",
        "Compare the largest scores once more, exactly.",
        {"decision": _decision_of_tie}),
    Misconception("likelihood-ratio-for-odds", "the likelihood ratio given for the odds",
        "Do the priors belong in the odds of two classes?",
        {"odds": lambda of: (two := of.compared_classes) and Quotient(*map(of.likelihood, two))}),
    Misconception("prior-odds-for-odds", "the prior odds given",
        "What does the query say about the classes? Does that come into your answer?",
        {"odds": lambda of: of.compared_classes and Quotient(*map(of.prior, of.compared_classes))}),
    Misconception("logarithm-not-taken", "the logarithm not taken",
        "Is the number itself asked for, or its logarithm?",
        {"logarithm": _argument_of_logarithm}),
    Misconception(
        "logarithm-of-the-posterior", "the logarithm of the posterior given, not that of the joint",
        "Of which number is the logarithm asked for: divided by the evidence, or not?",
        {"logarithm": lambda of: _logarithm_with_replacement(of, Role.JOINT, of.posterior)}),
    Misconception(
        "logarithm-of-the-joint", "the logarithm of the joint given, not that of the posterior",
        "Of which number is the logarithm asked for: divided by the evidence, or not?",
        {"logarithm": lambda of: _logarithm_with_replacement(of, Role.POSTERIOR, of.joint)}),
    Misconception(
        "against-all-others", "one class compared with all others, not with the one that is named",
        "Which two classes are compared?",
        {"odds": _against_all_others}, is_rare=True),
)  # fmt: skip

ROWS = tuple(replace_row(row, is_in_result=True) for row in _RESULTS)
