"""Misconceptions: a step done otherwise than it should be, as another formula for one quantity.

A family states the misconceptions that people have about it. Those about estimates that no family owns
are here; what they make of an answer is worked out where answers are checked.

How to read: `EstimatedShare` is all that a mistake may be made of; `estimate_misconceptions` yields the
mistakes that no family owns, each with its formula.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import field, replace
from fractions import Fraction
from typing import Literal

from exactnb.core.conventions.rules import Smoothing, pseudocount_of
from exactnb.core.data.counts import Counts
from exactnb.core.expression.nodes import Expression, Integer, Quotient, Sum
from exactnb.core.expression.tree import node
from exactnb.core.expression.written import literal
from exactnb.core.families.smoothing import EstimateInputs, estimate
from exactnb.core.record import frozen


@frozen(slots=True)
class Misconception:
    """Name a misconception, with a hint that does not give the answer away.

    `id` is its name in reports, `description` says what was done, and `hint` where to look again. One
    that `is_convention` is no mistake: another course does it so. One that `is_in_result` is made when
    the result is written down, so nothing else rests on it. A belief is applied everywhere; a mix-up is
    made once: `mixed_up_in` one "column", one "density" of a column within a class or one kind of
    "parameter". One that `is_rare` needs more evidence before it is named, and is never searched for in
    pairs with others.
    """

    id: str
    description: str
    hint: str
    is_convention: bool = False
    is_in_result: bool = False
    mixed_up_in: Literal["", "column", "density", "parameter"] = ""
    is_rare: bool = False


MisconceptionFormula = tuple[Misconception, Expression]
"""A misconception, and the formula that it puts in the place of the right one."""


@frozen
class EstimateContext:
    """Hold the other counts of the data, which may be mistaken for those that an estimate rests on.

    `partial` are the columns that some rows leave empty, and `values` the values of the columns that
    list them. By class, `observed_words` is how many words of the vocabulary occur in it, and
    `document_frequencies` in how many of its texts each word occurs ({} where there are no texts).
    """

    counts: Counts
    partial: frozenset[str] = frozenset()
    values: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    observed_words: Callable[[str], int] = lambda label: 0
    document_frequencies: Callable[[str], Mapping[str, int]] = lambda label: {}


@frozen(slots=True)
class EstimatedShare:
    """Hold one estimate that is a share of counts, with the counts that may be mistaken for its own.

    `right` is the correct formula, by `rule` from `inputs`. `rows` and `class_rows` count the
    observations of all classes and of this class, `hits_by_class` has the hits of each class,
    `classes` is the number of classes, `columns` the number of columns or words of the same kind,
    `sizes` has the numbers of values of the columns, and `observed_words` is how many words occur in
    the class. Of a word of texts, `word_counts` are its occurrences in the class and those of all
    words, `document_counts` the texts with the word, and the same summed over all words.
    """

    rule: Smoothing
    inputs: EstimateInputs
    right: Expression
    rows: Expression
    class_rows: Expression
    hits_by_class: tuple[Expression, ...]
    classes: int
    columns: int
    sizes: tuple[int, ...] = ()
    observed_words: int = 0
    word_counts: tuple[Expression, Expression] | None = None
    document_counts: tuple[Expression, Expression] | None = None


FORGOTTEN = Misconception(
    "smoothing-forgotten",
    "not smoothed",
    "Is this estimate smoothed? Look at what is added to the counts.",
)
ADDED = Misconception(
    "smoothing-added",
    "smoothed with λ = 1 although no smoothing was asked for",
    "Is anything to be added to the counts here?",
)
NUMERATOR_ONLY = Misconception(
    "lambda-in-numerator-only",
    "λ in the numerator only",
    "What is added to every count changes their total too.",
)
DENOMINATOR_ONLY = Misconception(
    "lambda-in-denominator-only",
    "λ in the denominator only",
    "What is added to the total was added to the counts first.",
)
SINGLE_LAMBDA = Misconception(
    "lambda-once-in-denominator",
    "λ added to the denominator once, not once for each value",
    "λ is added for each value that was possible; how much is that in all?",
)
LAPLACE_FOR_LAMBDA = Misconception(
    "one-for-lambda", "1 added where λ is something else", "How large is λ here?"
)
NOT_MULTIPLIED = Misconception(
    "lambda-not-multiplied",
    "the number of values added to the denominator, not λ times as much",
    "λ is added for each value that was possible; how much is that in all?",
)
CLASSES_FOR_VALUES = Misconception(
    "classes-for-values",
    "the number of classes added to the denominator, not that of the values",
    "Over what do these probabilities add up to 1: over the classes, or over the values?",
)
WRONG_COLUMN_SIZE = Misconception(
    "values-of-another-column",
    "the number of values of another column in the denominator",
    "How many values has each column?",
    mixed_up_in="column",
)
SLOT = Misconception(
    "slot-for-what-is-unseen",
    "one more cell in the denominator, for what was never seen",
    "This counts a cell for what was never seen; here there is none.",
    is_convention=True,
)
ALL_ROWS = Misconception(
    "divided-by-all-rows",
    "divided by all that was counted, not by what was counted in the class",
    "This is a probability within one class. Out of how many?",
)
SWAPPED = Misconception(
    "conditional-swapped",
    "P(class | value) taken for P(value | class)",
    "Which of the two is given, and which is asked for?",
)
MODE = Misconception(
    "dirichlet-mode",
    "λ read as a Dirichlet parameter, and its mode taken",
    "This takes the mode of a Dirichlet distribution with parameter λ; here λ is added to the counts.",
    is_convention=True,
)
MEAN = Misconception(
    "dirichlet-mean",
    "λ read as the exponent in a Dirichlet density, and its mean taken",
    "This takes the mean of a Dirichlet distribution; here λ is added to the counts.",
    is_convention=True,
)


def estimate_misconceptions(share: EstimatedShare) -> Iterator[MisconceptionFormula]:
    """Yield the misconceptions that are possible with any estimate that is a share of counts.

    >>> from exactnb.core.conventions.rules import read_rule
    >>> from exactnb.core.expression.spell import spell
    >>> from exactnb.core.families.smoothing import estimate
    >>> rule, inputs = read_rule(1, ""), EstimateInputs(Integer(2), Integer(4), ("0", "1"), "1", "+", 2)
    >>> right = estimate(rule, inputs)
    >>> counts = Integer(8), Integer(4), (Integer(2), Integer(3))
    >>> misconceptions = estimate_misconceptions(EstimatedShare(rule, inputs, right, *counts, 2, 3))
    >>> [(misconception.id, spell(formula)) for misconception, formula in misconceptions][:2]
    [('smoothing-forgotten', '2/4'), ('lambda-in-numerator-only', '(2 + 1) / 4')]
    """
    inputs = share.inputs
    match share.right:
        case Quotient(Sum((hits, pseudocount)) as numerator, Sum((trials, total)) as denominator):
            yield FORGOTTEN, inputs.hits / inputs.trials
            yield NUMERATOR_ONLY, numerator / trials
            yield DENOMINATOR_ONLY, hits / denominator
            if pseudocount != total:  # of a single value nothing was multiplied
                yield SINGLE_LAMBDA, numerator / Sum((trials, pseudocount))
            yield ALL_ROWS, estimate(share.rule, replace(inputs, trials=share.rows))
            yield from _lambda_misconceptions(share)
        case Quotient():
            yield ADDED, _plus(inputs.hits, 1) / _plus(inputs.trials, len(inputs.values))
            yield ALL_ROWS, inputs.hits / share.rows
        case _:
            yield FORGOTTEN, inputs.hits / inputs.trials
    if len(share.hits_by_class) > 1:
        plain = inputs.hits / Sum(share.hits_by_class)
        yield SWAPPED, plain
        smooth = smoothed(share, inputs.hits, Sum(share.hits_by_class), share.classes)
        if smooth != plain:  # the same without a single λ
            yield SWAPPED, smooth


def with_cells(share: EstimatedShare, cells: int) -> Expression | None:
    """Return the estimate with another number of cells; None where the rule has no single λ."""
    if not pseudocount_of(share.rule):
        return None
    return smoothed(share, share.inputs.hits, share.inputs.trials, cells)


def smoothed(share: EstimatedShare, hits: Expression, trials: Expression, cells: int) -> Expression:
    """Return the estimate from other counts, with the λ of the rule, if it has a single one."""
    pseudocount = pseudocount_of(share.rule)
    if not pseudocount:
        return hits / trials
    added = Integer(cells) if pseudocount == 1 else Integer(cells) * pseudocount
    return Sum((hits, literal(pseudocount))) / Sum((trials, added))  # whatever these are sums of


def _lambda_misconceptions(share: EstimatedShare) -> Iterator[MisconceptionFormula]:
    """Yield the misconceptions with one λ for all values."""
    pseudocount, inputs = pseudocount_of(share.rule), share.inputs
    if not pseudocount:
        return
    values = len(inputs.values)
    if pseudocount != 1:
        yield LAPLACE_FOR_LAMBDA, _plus(inputs.hits, 1) / _plus(inputs.trials, values)
        yield NOT_MULTIPLIED, _plus(inputs.hits, pseudocount) / _plus(inputs.trials, values)
    numbers = {CLASSES_FOR_VALUES: share.classes, SLOT: values + 1}
    for misconception, number in numbers.items():
        mistaken = with_cells(share, number)
        if number != values and mistaken is not None:
            yield misconception, mistaken
    for size in dict.fromkeys(share.sizes):
        mistaken = with_cells(share, size)
        if size != values and mistaken is not None:
            yield WRONG_COLUMN_SIZE, mistaken
    for misconception, more in ((MODE, -1), (MEAN, 1)):
        extra = pseudocount + more
        yield misconception, _plus(inputs.hits, extra) / _plus(inputs.trials, values * extra)


def _plus(term: Expression, pseudocount: int | Fraction) -> Expression:
    """Return a term, which stays together, with a number added, which may be negative or zero."""
    if not pseudocount:
        return term
    return Sum((term, node(pseudocount)))
