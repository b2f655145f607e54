"""Misconceptions about what is counted for a share: other rows, other cells, another total."""

from __future__ import annotations

from collections.abc import Iterator

from exactnb.core.conventions.rules import pseudocount_of
from exactnb.core.expression.nodes import Integer, Quotient, Sum
from exactnb.core.expression.tree import node
from exactnb.core.families.misconceptions import (
    Estimated,
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
    of_result=True,
    is_rare=True,
)
TOKENS = Misconception(
    "tokens-for-vocabulary",
    "the number of all words added to the denominator, repeats included, not that of different words",
    "How many different words are there? Does a word count again where it is repeated?",
    is_rare=True,
)


def misconceptions_of_counting(given: Estimated) -> Iterator[MisconceptionFormula]:
    """Yield the share in all classes, and that of one observation more or less."""
    everywhere = given.everywhere
    if len(everywhere) > 1:
        hits = Sum(everywhere)
        yield MARGINAL, hits / given.rows
        if pseudocount_of(given.rule):
            yield MARGINAL, smoothed(given, hits, given.rows, len(given.inputs.values))
    match given.right:
        case Quotient(above, below):
            yield OFF_BY_ONE, Sum((above, Integer(1))) / below
            yield OFF_BY_ONE, Sum((above, -Integer(1))) / below


def with_tokens(given: Estimated) -> Iterator[MisconceptionFormula]:
    """Yield the share of a word with all words of all texts for the vocabulary."""
    pseudocount = pseudocount_of(given.rule)
    if pseudocount:
        added = given.rows if pseudocount == 1 else given.rows * pseudocount
        yield TOKENS, Sum((given.inputs.hits, node(pseudocount))) / Sum((given.inputs.trials, added))
