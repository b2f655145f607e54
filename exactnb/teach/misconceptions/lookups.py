"""Misconceptions in looking up a number: another cell of the table, one minus it, smoothed in part.

How to read: `ROWS` at the end; above, the formulas that take more than a line.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace as with_sides
from fractions import Fraction

from exactnb.core.expression.nodes import Expression, Integer, Quotient, Sum, has_names
from exactnb.core.expression.written import literal
from exactnb.core.families.observed import EstimatedParameter, ObservedNumbers
from exactnb.core.families.protocol import Misconception
from exactnb.core.naming.names import Item, Role
from exactnb.teach.misconceptions.steps import GraphStep, reciprocal_fraction

_MOST_VALUES = 12  # of a column, or words of a vocabulary, that are confused with each other


def _shares_of_others(step: GraphStep, kind: str) -> Iterator[tuple[str, Expression]]:
    """Yield the share of each other value of a column, or of each other word."""
    (item,) = step.items
    items = _other_items(step, item) if item.kind == kind else []
    for other in items if len(items) <= _MOST_VALUES else ():
        yield other.value, step.share(other)


def _other_items(step: GraphStep, item: Item) -> list[Item]:
    block = step.model.share_block_of_counts(item)
    if item.kind == "word":
        return [candidate for candidate in block.items() if candidate != item]
    (column,) = (values for column, values in block.share_columns() if column == item.variable)
    candidates = (with_sides(item, value=value) for value in column if value != item.value)
    # The last value of a column may have no parameter of its own: it is 1 less the others.
    return list(filter(block.is_parameter, candidates))


def _unsmoothed(step: GraphStep, *, of_class: bool) -> Expression | None:
    """Return the share without λ, if others have a zero count: in its class, `of_class`, none has."""
    zeros = step.context.zero_count_shares
    classes = {(name.model, name.label) for name in zeros}
    is_spared = (step.name.model, step.label) not in classes if of_class else step.name not in zeros
    match step.right:
        case Quotient(Sum((hits, *_)), Sum((trials, *_))) if zeros and is_spared:
            return hits / trials
    return None


def _shares_in_other_classes(step: GraphStep) -> list[tuple[str, Expression]]:
    return step.by_other_class(step.right_formula_of_class)


def _shares_in_other_columns(step: GraphStep) -> Iterator[tuple[str, Expression]]:
    """Yield the share of the same value in each other column."""
    (item,) = step.items
    block = step.model.share_block_of_counts(item)
    for column, values in block.share_columns() if item.kind == "cell" else ():
        other = with_sides(item, variable=column)
        if column != item.variable and item.value in values and block.is_parameter(other):
            yield f"column {column}", step.share(other)


def _densities_in_other_columns(observed: ObservedNumbers) -> Iterator[tuple[str, Expression]]:
    """Yield the density of the same number in each other column."""
    block = observed.block
    for column in block.columns if len(observed.numbers) == 1 else ():
        if column not in observed.numbers:
            yield f"column {column}", block.family.factor(block, {column: observed.x}, observed.label)


def _estimates_of_other_columns(fit: EstimatedParameter) -> Iterator[tuple[str, Expression]]:
    for column in fit.block.columns if len(fit.columns) == 1 and fit.label is not None else ():
        if column not in fit.columns:
            name = fit.block.name(fit.name.head, (column,), fit.label)
            yield f"column {column}", fit.block.estimate(name).formula()


def _queries_with_item(step: GraphStep) -> Iterator[tuple[str, tuple[Item, ...]]]:
    """Yield the observed items of each query that has the item of the share, by its detail."""
    queries = step.context.problem.predictions[step.name.model].queries
    for identity, query in queries.items():
        items = step.context.problem.encoder.observed_items(step.model, query)
        if step.items[0] in items:
            yield f"query {identity}" if len(queries) > 1 else "", items


def _share_within_query(step: GraphStep) -> Iterator[tuple[str, Expression]]:
    """Yield the share over the sum of those of all that a query shows."""
    for detail, items in _queries_with_item(step):
        alternatives = [item for item in dict.fromkeys(items) if item not in step.items]
        if 0 < len(alternatives) <= _MOST_VALUES and all(map(step.model.is_parameter, alternatives)):
            yield detail, step.right / Sum((step.right, *map(step.share, alternatives)))


def _with_query_length(step: GraphStep) -> Iterator[tuple[str, Expression]]:
    """Yield the share of a word with the length of the query in the denominator too."""
    match step.right:
        case Quotient(numerator, Sum((_, _) as total)) if step.items[0].kind == "word":
            for detail, items in _queries_with_item(step):
                yield detail, numerator / Sum((*total, Integer(len(items))))


def _with_query_counted(step: GraphStep) -> Expression | None:
    """Return a share, or a prior, with the only query counted among the rows or texts of the class."""
    queries = step.context.problem.predictions[step.name.model].queries
    if len(queries) != 1 or not isinstance(step.right, Quotient) or not has_names(step.right.numerator):
        return None
    times = more = 1
    if step.name.role is not Role.PRIOR:
        observed = next((items for _, items in _queries_with_item(step)), ())
        times = observed.count(step.items[0])
        more = len(observed) if step.items[0].kind == "word" else 1
    numerator, denominator = step.right.numerator, step.right.denominator
    return Sum((numerator, Integer(times))) / Sum((denominator, Integer(more))) if times else None


def _over_wrong_totals(step: GraphStep) -> Iterator[tuple[str, Expression]]:
    for detail, other in _shares_in_other_classes(step):
        if isinstance(step.right, Quotient) and isinstance(other, Quotient):
            yield detail, step.right.numerator / other.denominator


def _mean_of_texts(step: GraphStep) -> Expression | None:
    """Return the mean, over the texts of a class, of the share of a word in each of them."""
    (item,) = step.items
    texts = (
        step.context.weighted_texts(step.name.model, step.label.value) if item.kind == "word" else ()
    )
    shares = [Fraction(bag.get(item.value, 0), sum(bag.values())) for bag, _ in texts if bag]
    is_mean = 1 < len(shares) <= _MOST_VALUES and all(weight == 1 for _, weight in texts)
    return Sum(tuple(map(literal, shares))) / len(shares) if is_mean else None


ROWS = (
    Misconception("only-zeros-smoothed", "smoothed only where the count is zero",
        "To which counts is λ added: to those that are zero, or to all of them?",
        {"looked up": lambda step: _unsmoothed(step, of_class=False)}),
    Misconception("only-class-with-zero-smoothed", "smoothed only in a class that has a zero count",
        "In which classes is λ added: in those that have a zero count, or in all of them?",
        {"looked up": lambda step: _unsmoothed(step, of_class=True)}),
    Misconception("complement", "one minus the answer",
        "Is this the probability of what is asked, or of its opposite?",
        {
            "looked up": lambda step: 1 - step.right,
            # of two classes, one minus the probability of one is the other's, which is named already
            "prior": lambda step: 1 - step.right if len(step.classes) > 2 else None,
            "posterior": lambda step: 1 - step.right if len(step.classes) > 2 else None,
            "joint": lambda step: 1 - step.right,
        }, is_in_result=True),
    Misconception("other-value", "another value of the same column",
        "Of which value is this the probability?",
        {"looked up": lambda step: _shares_of_others(step, "cell")}, is_in_result=True, is_rare=True),
    Misconception("count-of-another-word", "the count of another word",
        "Of which word is this the probability?",
        {"looked up": lambda step: _shares_of_others(step, "word")}, is_in_result=True, is_rare=True),
    Misconception("other-column", "the value of another column",
        "Which column is asked about?",
        {
            "looked up": _shares_in_other_columns,
            "estimate": _estimates_of_other_columns,
            "numbers": _densities_in_other_columns,
        }, is_in_result=True, is_rare=True),
    Misconception("shares-of-the-query-alone", "divided by the sum over what the query shows",
        "Over what do these probabilities add up to 1: over all values, or over those of the query?",
        {"looked up": _share_within_query}, is_rare=True),
    Misconception("length-of-the-query-added", "the length of the query added to the denominator",
        "How many words were counted in the class? Was the query one of its texts?",
        {"looked up": _with_query_length}, is_rare=True),
    Misconception("query-counted-too", "the query counted among the rows or texts of the class",
        "Which rows are counted: those whose class is known, or the query too?",
        dict.fromkeys(("looked up", "prior"), _with_query_counted), is_rare=True),
    Misconception("mean-of-the-texts", "the mean of the shares of a word in each text of the class",
        "Is each text of the class equally long? Which words are counted together?",
        {"looked up": _mean_of_texts}, is_rare=True),
    Misconception("total-of-another-class", "divided by what was counted in another class",
        "Of which class are the rows or words that you divide by?",
        {"looked up": _over_wrong_totals}, is_rare=True),
    Misconception("normalised-over-classes", "divided by the sum of the same share in all classes",
        "Over what do these probabilities add up to 1: over the values, or over the classes?",
        {"looked up": lambda of: len(of.classes) > 1 and of.right / Sum(
            (of.right, *(other for _, other in _shares_in_other_classes(of))))}, is_rare=True),
    Misconception("upside-down", "the fraction turned over",
        "Which of the two numbers stands above, and which below?",
        dict.fromkeys(("looked up", "prior", "posterior"),
            lambda of: of.context.graph.value(of.name) != 0 and reciprocal_fraction(of)),
        is_in_result=True),
    Misconception("other-class", "the value of another class", "Which class is asked about?",
        {"of a class": _shares_in_other_classes, "posterior": _shares_in_other_classes},
        is_in_result=True),
)  # fmt: skip
