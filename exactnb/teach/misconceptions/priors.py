"""Misconceptions about the prior of a class."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from exactnb.core.expression.nodes import Expression, Integer, Quotient, Sum, replace
from exactnb.core.families.base import count_reference, tokens_reference
from exactnb.core.families.protocol import Misconception
from exactnb.teach.misconceptions.steps import GraphStep


def _rule_of_prior(step: GraphStep) -> str:
    """Return how the prior is chosen; "given" if the problem states it."""
    conventions = step.model.conventions
    stated = step.model.given is not None and not conventions.prior_is_explicit
    return "given" if stated else conventions.prior


def _share_of_rows_if_prior_is(step: GraphStep, *rules: str) -> Expression | None:
    """Return the share of the rows if the prior is by one of `rules`, which are others."""
    if not step.model.counts.sized or _rule_of_prior(step) not in rules:
        return None
    return count_reference(step.label) / count_reference()


def _smoothed_share(step: GraphStep, added: Fraction, times: int | None = None) -> Expression | None:
    """Return the share of the rows with some `added` to each class, where it is not smoothed.

    As much is added to all rows, `times` over, by default once for each class.
    """
    if not added or not step.model.counts.sized or _rule_of_prior(step) != "mle":
        return None
    total = added * (len(step.classes) if times is None else times)
    return (count_reference(step.label) + added) / (count_reference() + total)


def _share_of_words(step: GraphStep) -> Expression | None:
    model = step.model
    if not model.counts.sized or not (model.schema.words or model.draws_words):
        return None
    return tokens_reference(step.label) / Sum.of(map(tokens_reference, step.classes))


def _priors_exchanged(step: GraphStep) -> Iterator[tuple[str, Expression]]:
    """Yield a joint with the prior of each other class, whose joint gets this one's."""
    for other in step.wrong_classes.values():
        joint = replace(step.right, {step.prior(step.label): step.prior(other)}.get)  # type: ignore[arg-type]
        if joint != step.right:
            pair = sorted((step.label.value, other.value))
            yield f"classes {' and '.join(pair)}" if len(step.classes) > 2 else "", joint


def _unsmoothed(step: GraphStep) -> Expression | None:
    """Return a share without λ, where the prior is one that could be smoothed."""
    match step.right:
        case Quotient(Sum((hits, _)), Sum((trials, _))) if (
            _rule_of_prior(step) == "mle" and step.pseudocount
        ):
            return hits / trials
    return None


ROWS = (
    Misconception("prior-forgotten", "the prior left out",
        "How likely is each class before anything is seen? Does that come into your answer?",
        {"prior": lambda step: Integer(1)}),
    Misconception("prior-taken-uniform", "the same prior for every class",
        "Is every class equally likely before anything is seen?",
        {"prior": lambda of: _rule_of_prior(of) != "uniform" and 1 / Integer(len(of.classes))}),
    Misconception("prior-counted", "the share of the rows taken for the prior",
        "Which prior does the problem give?",
        {"prior": lambda step: _share_of_rows_if_prior_is(step, "uniform", "given")}),
    Misconception("prior-not-smoothed", "the prior not smoothed",
        "Is the prior smoothed here, as the features are?",
        {"prior": lambda step: _share_of_rows_if_prior_is(step, "smoothed")}),
    Misconception("prior-smoothed", "the prior smoothed although that was not asked for",
        "Is the prior smoothed here, or only the features?",
        {"prior": lambda step: _smoothed_share(step, step.pseudocount or Fraction(1))}),
    Misconception("prior-smoothed-once", "λ added to the rows of the class, and once to all rows",
        "If something is added to each class, how much is that in all?",
        {"prior": lambda of: _smoothed_share(of, of.pseudocount or Fraction(1), 1)}, is_rare=True),
    Misconception(
        "prior-with-pseudo-documents", "the documents added for smoothing counted in the prior too",
        "Do the documents that were added for smoothing change how likely each class is?",
        # one has each word, and one has none
        {"prior": lambda of: any(block.family.has_complement for block in of.model.blocks)
            and _smoothed_share(of, 2 * of.pseudocount)}),
    Misconception(
        "prior-from-words", "the share of the words taken for the prior, not that of the documents",
        "Out of what is the prior a share: of the documents, or of their words?",
        {"prior": _share_of_words}),
    Misconception("prior-over-classes", "the rows of the class divided by the number of classes",
        "Out of how many is the prior a share?",
        {"prior": lambda of: _share_of_rows_if_prior_is(of, "mle")
            and count_reference(of.label) / len(of.classes)}),
    Misconception("priors-exchanged", "the priors of two classes exchanged",
        "Which prior belongs to which class?",
        {"joint": _priors_exchanged}),
    Misconception("likelihood-of-another-class", "the prior multiplied by the factors of another class",
        "Is every factor of your product one of this class?",
        {"joint": lambda of: of.factors and of.by_other_class(
            lambda k: of.prior(of.label) * of.likelihood(k))}, is_rare=True),
    Misconception(
        "smoothing-in-the-prior-alone", "the prior smoothed, and the features not",
        "Is the prior smoothed here, or only the features?",
        {"prior": lambda step: _smoothed_share(step, step.pseudocount), "looked up": _unsmoothed},
        is_rare=True),
)  # fmt: skip
