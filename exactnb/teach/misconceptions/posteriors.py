"""Misconceptions about joints, evidence and posteriors: one taken for another, or a part left out.

How to read: `ROWS` at the end; above, the formulas that take more than a line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from exactnb.core.expression.nodes import Expression, Product, Reference, Sum, exp, log
from exactnb.core.families.base import probability
from exactnb.core.families.protocol import Misconception
from exactnb.teach.misconceptions.steps import GraphStep, over_one_plus

_Ways = Iterator[tuple[str, Expression]]


def _joints(step: GraphStep) -> tuple[Reference, ...]:
    """Return the joints that the evidence is right to be the sum of; none for a single class."""
    is_sum = isinstance(step.right, Sum) and len(step.classes) > 1
    return tuple(map(step.joint, step.classes)) if is_sum else ()


def _mean(terms: Iterable[Expression]) -> Expression:
    terms = tuple(terms)
    return Sum(terms) / len(terms)


def _odds_against_others(step: GraphStep) -> _Ways:
    """Yield the odds against all other classes, and theirs."""
    if joints := tuple(map(step.joint, step.wrong_classes.values())):
        yield "", step.joint(step.label) / Sum.of(joints)
        yield "of the others", Sum.of(joints) / step.joint(step.label)


def _marginal_product(step: GraphStep) -> Expression | None:
    """Return the product of P(x) of each observed item; None for a single one."""
    marginals = [probability((item,), (), step.name.model) for item in step.single_items]
    return Product(tuple(marginals)) if len(marginals) > 1 else None


def _likelihood_difference(step: GraphStep) -> Expression | None:
    two = [step.likelihood(label) for label in step.compared_classes]
    return two[0] - two[1] if two else None


def _single_posteriors(step: GraphStep) -> tuple[Reference, ...]:
    """Return the posterior by each observed item alone; none for a single one."""
    posteriors = tuple(step.posterior(step.label, (item,)) for item in step.single_items)
    return posteriors if len(posteriors) > 1 else ()


def _combined_as_in_spam_filters(step: GraphStep) -> _Ways:
    """Yield ∏p/(∏p + ∏(1 − p)), p by each item alone; of two classes the prior is taken repeatedly."""
    if len(step.classes) < 3 or not (single := _single_posteriors(step)):
        return
    by_class = {k: step.single_factors_of(k) for k in step.classes}
    totals = map(Sum, zip(*by_class.values(), strict=True))
    equal = tuple(p / total for p, total in zip(by_class[step.label], totals, strict=True))
    for detail, shares in (("", single), ("equal priors", equal)):
        yield detail, Product(shares) / Sum((Product(shares), Product(tuple(1 - p for p in shares))))


def _with_complements(step: GraphStep) -> _Ways:
    """Yield the sum of a joint and of what the rest of prior and likelihood multiply to."""
    for label in step.classes if len(_joints(step)) > 1 else ():
        rest = (1 - step.prior(label)) * (1 - step.likelihood(label))
        yield f"class {label.value}", Sum((step.joint(label), rest))


def _normalised(step: GraphStep, score: Callable[[Reference], Expression]) -> Expression | None:
    """Return the `score` of the joint over those of the joints of all classes."""
    scores = {k: score(step.joint(k)) for k in step.classes}
    return scores[step.label] / Sum(tuple(scores.values())) if len(scores) > 1 else None


def _joints_and_likelihoods(step: GraphStep) -> _Ways:
    for label in step.classes if len(_joints(step)) > 1 else ():
        yield f"joint, class {label.value}", step.joint(label)
        yield f"likelihood, class {label.value}", step.likelihood(label)


def _joint_quotients(step: GraphStep) -> _Ways:
    """Yield the joint over that of each other class; of two classes these are the odds."""
    for detail, label in step.wrong_classes.items() if len(step.classes) > 2 else ():
        yield f"joint, {detail}", step.joint(step.label) / step.joint(label)


def _without_a_class(step: GraphStep) -> _Ways:
    joints = _joints(step)
    for index, label in enumerate(step.classes) if len(joints) > 2 else ():
        yield f"class {label.value}", Sum((*joints[:index], *joints[index + 1 :]))


_RESULTS = (
    Misconception("joint-for-posterior", "the joint given, not divided by the evidence",
        "Do your answers for all classes add up to 1?",
        {"posterior": lambda step: step.joint(step.label)}),
    Misconception("likelihood-for-posterior", "the likelihood given for the posterior",
        "Which of the two is given here, the class or what is seen?",
        {"posterior": lambda step: step.likelihood(step.label)}),
    Misconception("normalised-without-prior", "likelihoods normalised, the priors left out",
        "How likely is each class before anything is seen? Does that come into your answer?",
        {"posterior": lambda of: of.likelihood(of.label) / Sum.of(map(of.likelihood, of.classes))}),
    Misconception("odds-for-posterior", "the odds given for the posterior",
        "Odds compare two numbers with each other; a probability compares one with their sum.",
        {"posterior": _odds_against_others}),
    Misconception("posterior-for-joint", "the posterior given: divided by the evidence",
        "Is this the probability of class and query together, or that of the class given the query?",
        # without the evidence, which depends on the joint
        {"joint": lambda of: len(of.classes) > 1
            and of.right / Sum.of(map(of.right_formula_of_class, of.classes))}),
    Misconception("prior-for-posterior", "the prior given for the posterior",
        "What does the query say about the class? Does that come into your answer?",
        {"posterior": lambda step: step.prior(step.label)}),
    Misconception("likelihood-over-evidence",
        "the likelihood divided by the evidence, the prior left out above",
        "How likely is each class before anything is seen? Does that come into your answer?",
        {"posterior": lambda step: step.likelihood(step.label) / step.evidence}),
    Misconception("likelihood-ratio-for-posterior", "the likelihood ratio given for the posterior",
        "A ratio compares two classes; a probability compares one with all of them.",
        {"posterior": lambda of: of.by_other_class(
            lambda k: of.likelihood(of.label) / of.likelihood(k))}),
    Misconception("difference-of-likelihoods", "the likelihoods of two classes subtracted",
        "How are two likelihoods compared: by their difference, or by their ratio?",
        {
            "posterior": lambda of: of.by_other_class(
                lambda k: of.likelihood(of.label) - of.likelihood(k)),
            **dict.fromkeys(("odds", "lr"), _likelihood_difference),
        }, is_rare=True),
    Misconception("average-of-single-posteriors", "the posteriors by each feature alone averaged",
        "What is multiplied in naive Bayes: posteriors, or probabilities within a class?",
        {"posterior": lambda of: (single := _single_posteriors(of)) and _mean(single)}),
    Misconception("product-of-single-posteriors", "the posteriors by each feature alone multiplied",
        "What is multiplied in naive Bayes: posteriors, or probabilities within a class?",
        {"posterior": lambda of: (single := _single_posteriors(of)) and Product(single)}),
    Misconception("spam-filter-combining",
        "the posteriors p by each feature alone combined to ∏p/(∏p + ∏(1 − p))",
        "How does one class compare with each of the others? Are there only two?",
        {"posterior": _combined_as_in_spam_filters}, is_rare=True),
    Misconception(
        "prior-over-evidence", "the prior divided by the evidence, the likelihood left out above",
        "What does the query say about the class? Does that come into your answer?",
        {"posterior": lambda step: step.prior(step.label) / step.evidence}),
    Misconception(
        "odds-over-one-minus-odds", "the odds o made a probability by o/(1 − o), not by o/(1 + o)",
        "How do odds become a probability, if the probabilities of both sides sum to 1?",
        {"posterior": lambda of: [odds / (1 - odds) for _, odds in [*_odds_against_others(of)][:1]]},
        is_rare=True),
    Misconception("joint-taken-for-odds", "the joint J made a probability by J/(1 + J), as odds are",
        "By what is the joint divided: by the joints of all classes, or by one more than itself?",
        {"posterior": lambda of: over_one_plus(of.joint(of.label))},
        is_rare=True),
    Misconception("logarithms-normalised", "the logarithms of the joints divided by their sum",
        "Which numbers are in the ratio of the posteriors: the joints, or their logarithms?",
        {"posterior": lambda of: _normalised(of, log)}),
    Misconception("exponential-of-another-base", "logarithms to base ten put into exp, then normalised",
        "Of which base does exp take the power?",
        {"posterior": lambda of: _normalised(of, lambda joint: exp(log(joint) / log(10)))},
        is_rare=True),
    Misconception("part-of-the-evidence", "one joint or one likelihood taken for the evidence",
        "From how many classes can the query come?",
        {"evidence": _joints_and_likelihoods, "posterior": _joint_quotients}, is_rare=True),
)  # fmt: skip
_EVIDENCE = (
    Misconception(
        "evidence-as-product-of-joints",
        "the joints of the classes multiplied, not added",
        "The query comes from one class or from another. Is that a sum or a product?",
        {"evidence": lambda step: _joints(step) and Product(_joints(step))},
    ),
    Misconception(
        "evidence-without-prior",
        "the likelihoods of the classes added up, without their priors",
        "How much does each class count in the sum over the classes?",
        {"evidence": lambda of: _joints(of) and Sum(tuple(map(of.likelihood, of.classes)))},
    ),
    Misconception(
        "evidence-as-mean",
        "the likelihoods of the classes averaged, as if each class were equally likely",
        "How much does each class count in the sum over the classes?",
        {"evidence": lambda of: _joints(of) and _mean(map(of.likelihood, of.classes))},
    ),
    Misconception(
        "evidence-as-product-of-marginals",
        "the evidence taken for a product of P(x) over the features",
        "The features are independent within a class. Are they so over all classes?",
        {"evidence": _marginal_product},
    ),
    Misconception(
        "complement-for-other-classes",
        "one minus the likelihood of a class taken for that of the others",
        "How likely is the query in each of the other classes? Where do you look that up?",
        {"evidence": _with_complements},
        is_rare=True,
    ),
    Misconception(
        "class-left-out-of-sum",
        "a class left out of the sum over the classes",
        "How many classes are there, and how many stand in your sum?",
        {"evidence": _without_a_class},
    ),
)

ROWS = (*(replace(row, is_in_result=True) for row in _RESULTS), *_EVIDENCE)
