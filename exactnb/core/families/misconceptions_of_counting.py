"""Misconceptions about what is counted for a share: other rows, other cells, another total."""

from __future__ import annotations

from collections.abc import Iterator

from exactnb.core.conventions.rules import pseudocount_of
from exactnb.core.expression.nodes import Integer, Quotient, Sum
from exactnb.core.expression.tree import node
from exactnb.core.families.misconceptions import (
    EstimatedShare,
    Misconception,
    MisconceptionFormula,
    smoothed,
)

MARGINAL = Misconception(
    "marginal-for-conditional",
    "P(value) of all classes taken for P(value | class)",
    "Within which class is this probability asked for?",
)
OFF_BY_ONE = Misconception(
    "numerator-off-by-one",
    "one more or one less in the numerator",
    "Count once more what stands in the numerator.",
    is_in_result=True,
    is_rare=True,
)
TOKENS = Misconception(
    "tokens-for-vocabulary",
    "the number of all words added to the denominator, repeats included, not that of different words",
    "How many different words are there? Does a word count again where it is repeated?",
    is_rare=True,
)


def counting_misconceptions(share: EstimatedShare) -> Iterator[MisconceptionFormula]:
    """Yield the share in all classes, and that of one observation more or less."""
    hits_by_class = share.hits_by_class
    if len(hits_by_class) > 1:
        hits = Sum(hits_by_class)
        yield MARGINAL, hits / share.rows
        if pseudocount_of(share.rule):
            yield MARGINAL, smoothed(share, hits, share.rows, len(share.inputs.values))
    match share.right:
        case Quotient(numerator, denominator):
            yield OFF_BY_ONE, Sum((numerator, Integer(1))) / denominator
            yield OFF_BY_ONE, Sum((numerator, -Integer(1))) / denominator


def with_tokens(share: EstimatedShare) -> Iterator[MisconceptionFormula]:
    """Yield the share of a word with all words of all texts for the vocabulary."""
    pseudocount = pseudocount_of(share.rule)
    if pseudocount:
        added = share.rows if pseudocount == 1 else share.rows * pseudocount
        yield TOKENS, Sum((share.inputs.hits, node(pseudocount))) / Sum((share.inputs.trials, added))
