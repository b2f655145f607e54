"""Misconceptions: a step done otherwise than it should be, as another formula for one quantity.

A family states the misconceptions that people have about it. Those about estimates that no family owns
are here; what they make of an answer is worked out where answers are checked.

How to read: `Estimated` is all that a mistake may be made of; `misconceptions_of_estimate` yields the
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
    """Name a misconception: its id, what was done, and what to look at again, without the answer.

    A convention is no mistake: another course does it so. One `of_result` is made in giving a result:
    nothing else rests on it. What is believed is done everywhere; what is mixed up, `mixed_up_in` a
    "column", in a "density" of a column within a class or with one kind of "parameter", is done there
    and nowhere else. What `is_rare` takes more evidence than others before it is named, and is not
    looked for in pairs.
    """

    id: str
    words: str
    hint: str
    is_convention: bool = False
    of_result: bool = False
    mixed_up_in: Literal["", "column", "density", "parameter"] = ""
    is_rare: bool = False


MisconceptionFormula = tuple[Misconception, Expression]
"""A misconception, and the formula that it puts in the place of the right one."""


@frozen
class Beside:
    """Hold what else was counted, and may be taken for what an estimate rests on.

    `partial` are the columns that some rows do not show, `values` those of the columns that list them,
    `seen` says how many words of the vocabulary a class shows, and `holding` in how many of its texts
    each word stands, {} where there are none.
    """

    counts: Counts
    partial: frozenset[str] = frozenset()
    values: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    seen: Callable[[str], int] = lambda label: 0
    holding: Callable[[str], Mapping[str, int]] = lambda label: {}


@frozen(slots=True)
class Estimated:
    """Hold one estimate that is a share of counts, and what stands beside it and may be taken for it.

    `rows` and `of_class` count the observations of all classes and of this one, `everywhere` are the
    hits in each class, `classes` says how many classes there are, `columns` how many columns or words
    of the same kind, `sizes` how many values columns have, and `seen` how many words the
    class shows. Where texts are counted, `words` is how often the word stands in the class and how
    many words that has, `texts` in how many texts, and how many different words these have.
    """

    rule: Smoothing
    inputs: EstimateInputs
    right: Expression
    rows: Expression
    of_class: Expression
    everywhere: tuple[Expression, ...]
    classes: int
    columns: int
    sizes: tuple[int, ...] = ()
    seen: int = 0
    words: tuple[Expression, Expression] | None = None
    texts: tuple[Expression, Expression] | None = None


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
ABOVE_ONLY = Misconception(
    "lambda-in-numerator-only",
    "λ in the numerator only",
    "What is added to every count changes their total too.",
)
BELOW_ONLY = Misconception(
    "lambda-in-denominator-only",
    "λ in the denominator only",
    "What is added to the total was added to the counts first.",
)
ONCE_BELOW = Misconception(
    "lambda-once-in-denominator",
    "λ added to the denominator once, not once for each value",
    "λ is added for each value that was possible; how much is that in all?",
)
ONE_FOR_LAMBDA = Misconception(
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
OTHER_COLUMN = Misconception(
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


def misconceptions_of_estimate(given: Estimated) -> Iterator[MisconceptionFormula]:
    """Yield the misconceptions that are possible with any estimate that is a share of counts.

    >>> from exactnb.core.conventions.rules import read_rule
    >>> from exactnb.core.expression.spell import spell
    >>> from exactnb.core.families.smoothing import estimate
    >>> rule, inputs = read_rule(1, ""), EstimateInputs(Integer(2), Integer(4), ("0", "1"), "1", "+", 2)
    >>> right = estimate(rule, inputs)
    >>> counts = Integer(8), Integer(4), (Integer(2), Integer(3))
    >>> misconceptions = misconceptions_of_estimate(Estimated(rule, inputs, right, *counts, 2, 3))
    >>> [(misconception.id, spell(formula)) for misconception, formula in misconceptions][:2]
    [('smoothing-forgotten', '2/4'), ('lambda-in-numerator-only', '(2 + 1) / 4')]
    """
    inputs = given.inputs
    match given.right:
        case Quotient(Sum((hits, pseudocount)) as above, Sum((trials, total)) as below):
            yield FORGOTTEN, inputs.hits / inputs.trials
            yield ABOVE_ONLY, above / trials
            yield BELOW_ONLY, hits / below
            if pseudocount != total:  # of a single value nothing was multiplied
                yield ONCE_BELOW, above / Sum((trials, pseudocount))
            yield ALL_ROWS, estimate(given.rule, replace(inputs, trials=given.rows))
            yield from _of_lambda(given)
        case Quotient():
            yield ADDED, _plus(inputs.hits, 1) / _plus(inputs.trials, len(inputs.values))
            yield ALL_ROWS, inputs.hits / given.rows
        case _:
            yield FORGOTTEN, inputs.hits / inputs.trials
    if len(given.everywhere) > 1:
        plain = inputs.hits / Sum(given.everywhere)
        yield SWAPPED, plain
        smooth = smoothed(given, inputs.hits, Sum(given.everywhere), given.classes)
        if smooth != plain:  # the same without a single λ
            yield SWAPPED, smooth


def with_cells(given: Estimated, cells: int) -> Expression | None:
    """Return the estimate with another number of cells; None where the rule has no single λ."""
    if not pseudocount_of(given.rule):
        return None
    return smoothed(given, given.inputs.hits, given.inputs.trials, cells)


def smoothed(given: Estimated, hits: Expression, trials: Expression, cells: int) -> Expression:
    """Return the estimate from other counts, with the λ of the rule, if it has a single one."""
    pseudocount = pseudocount_of(given.rule)
    if not pseudocount:
        return hits / trials
    added = Integer(cells) if pseudocount == 1 else Integer(cells) * pseudocount
    return Sum((hits, literal(pseudocount))) / Sum((trials, added))  # whatever these are sums of


def _of_lambda(given: Estimated) -> Iterator[MisconceptionFormula]:
    """Yield the misconceptions with one λ for all values."""
    pseudocount, inputs = pseudocount_of(given.rule), given.inputs
    if not pseudocount:
        return
    values = len(inputs.values)
    if pseudocount != 1:
        yield ONE_FOR_LAMBDA, _plus(inputs.hits, 1) / _plus(inputs.trials, values)
        yield NOT_MULTIPLIED, _plus(inputs.hits, pseudocount) / _plus(inputs.trials, values)
    numbers = {CLASSES_FOR_VALUES: given.classes, SLOT: values + 1}
    for misconception, number in numbers.items():
        other = with_cells(given, number)
        if number != values and other is not None:
            yield misconception, other
    for size in dict.fromkeys(given.sizes):
        other = with_cells(given, size)
        if size != values and other is not None:
            yield OTHER_COLUMN, other
    for misconception, more in ((MODE, -1), (MEAN, 1)):
        extra = pseudocount + more
        yield misconception, _plus(inputs.hits, extra) / _plus(inputs.trials, values * extra)


def _plus(term: Expression, pseudocount: int | Fraction) -> Expression:
    """Return a term, which stays together, with a number added, which may be negative or zero."""
    if not pseudocount:
        return term
    return Sum((term, node(pseudocount)))
