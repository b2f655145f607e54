"""Misconceptions about estimates that are shares of counts, whatever the family.

They are about smoothing, about what is divided by what, and about which rows are counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from exactnb.core.expression.nodes import Expression, Integer, Quotient, Sum, has_names
from exactnb.core.expression.tree import node
from exactnb.core.families.estimates import EstimatedShare, estimate
from exactnb.core.families.protocol import Misconception
from exactnb.teach.misconceptions.steps import GraphStep


def _smoothed_once_in_denominator(share: EstimatedShare) -> Expression | None:
    match share.right:
        case Quotient(Sum((_, added)) as hits, Sum((trials, total))) if added != total:
            return hits / Sum((trials, added))
    return None  # of a single value nothing is multiplied


def _other_lambda(share: EstimatedShare, added: Fraction | int) -> Expression | None:
    """Return the share with another λ, where it has a single one."""
    total = len(share.inputs.values) * added
    return _with_added(share, Fraction(added), total) if share.pseudocount else None


def _with_added(share: EstimatedShare, added: Fraction, total: Fraction | int) -> Expression:
    """Return the share with a number `added` above, and a `total` below; either may be 0 or less."""
    inputs = share.inputs
    numerator = Sum((inputs.hits, node(added))) if added else inputs.hits
    return numerator / (Sum((inputs.trials, node(total))) if total else inputs.trials)


def _with_cells(share: EstimatedShare, *cells: int) -> Iterator[Expression]:
    """Yield the share with other numbers of cells in the denominator."""
    for number in dict.fromkeys(cells):
        if number != len(share.inputs.values) and (mistaken := share.with_cells(number)):
            yield mistaken


def _class_given_value(share: EstimatedShare) -> Iterator[Expression]:
    """Yield P(class | value), and the same smoothed over the classes."""
    if len(share.hits_by_class) > 1:
        hits, trials = share.inputs.hits, Sum(share.hits_by_class)
        yield from dict.fromkeys((hits / trials, share.smoothed(hits, trials, share.classes)))


def _marginal_shares(share: EstimatedShare) -> Iterator[Expression]:
    """Yield P(value) of all classes, and the same smoothed."""
    if len(share.hits_by_class) > 1:
        hits = Sum(share.hits_by_class)
        yield from dict.fromkeys((hits / share.rows, share.smoothed(hits, share.rows)))


def _one_over_values_added(share: EstimatedShare) -> Iterator[Expression]:
    """Yield the share with λ = 1/m, that with λ/m, and that without λ with 1/m added to it."""
    added = Fraction(1, len(share.inputs.values))
    for total in dict.fromkeys((Fraction(1), share.pseudocount or Fraction(1))):
        if added * total != share.pseudocount:
            yield _with_added(share, added * total, total)
    yield share.inputs.hits / share.inputs.trials + node(added)


def _off_by_one(share: EstimatedShare | GraphStep) -> Iterator[Expression]:
    """Yield the share of one observation more, and of one less."""
    if isinstance(share.right, Quotient) and has_names(share.right.numerator):
        for change in (Integer(1), -Integer(1)):
            yield Sum((share.right.numerator, change)) / share.right.denominator


ROWS = (
    Misconception("smoothing-forgotten", "not smoothed",
        "Is this estimate smoothed? Look at what is added to the counts.",
        {"share": lambda of: of.inputs.hits / of.inputs.trials != of.right
            and of.inputs.hits / of.inputs.trials}),
    Misconception("lambda-in-numerator-only", "λ in the numerator only",
        "What is added to every count changes their total too.",
        {"smoothed share": lambda of: of.right.numerator / of.right.denominator.terms[0]}),
    Misconception("lambda-in-denominator-only", "λ in the denominator only",
        "What is added to the total was added to the counts first.",
        {"smoothed share": lambda of: of.right.numerator.terms[0] / of.right.denominator}),
    Misconception("as-much-added-above", "as much added to the count as to the total, not λ",
        "What is added to one count, and what to the total of all counts?",
        {"smoothed share": lambda of: Sum((of.right.numerator.terms[0], of.right.denominator.terms[1]))
            / of.right.denominator}, is_rare=True),
    Misconception(
        "lambda-once-in-denominator", "λ added to the denominator once, not once for each value",
        "λ is added for each value that was possible; how much is that in all?",
        {"smoothed share": _smoothed_once_in_denominator}),
    Misconception("brackets-forgotten", "(n + λ)/N + λm, without brackets around the denominator",
        "What stands below the line: only the first number, or the sum?",
        {"smoothed share": lambda of: Sum((of.right.numerator / of.right.denominator.terms[0],
            of.right.denominator.terms[1]))}),
    Misconception("smoothing-added", "smoothed with λ = 1 although no smoothing was asked for",
        "Is anything to be added to the counts here?",
        {"plain share": lambda of: _with_added(of, Fraction(1), len(of.inputs.values))}),
    Misconception("divided-by-all-rows",
        "divided by all that was counted, not by what was counted in the class",
        "This is a probability within one class. Out of how many?",
        {
            "smoothed share": lambda of: estimate(of.rule, replace(of.inputs, trials=of.rows)),
            "plain share": lambda of: of.inputs.hits / of.rows,
        }),
    Misconception("one-for-lambda", "1 added where λ is something else", "How large is λ here?",
        {"smoothed share": lambda of: _other_lambda(of, 1) if of.pseudocount != 1 else None}),
    Misconception("lambda-not-multiplied",
        "the number of values added to the denominator, not λ times as much",
        "λ is added for each value that was possible; how much is that in all?",
        {"smoothed share": lambda of: of.pseudocount and of.pseudocount != 1
            and _with_added(of, of.pseudocount, len(of.inputs.values))}),
    Misconception("classes-for-values",
        "the number of classes added to the denominator, not that of the values",
        "Over what do these probabilities add up to 1: over the classes, or over the values?",
        {"smoothed share": lambda of: _with_cells(of, of.classes)}),
    Misconception(
        "slot-for-what-is-unseen", "one more cell in the denominator, for what was never seen",
        "This counts a cell for what was never seen; here there is none.",
        {"smoothed share": lambda of: _with_cells(of, len(of.inputs.values) + 1)},
        is_convention=True),
    Misconception("vocabulary-of-the-class",
        "the number of values or words seen in the class, not of all that are possible",
        "What is possible in this class: only what it has shown?",
        {"smoothed share": lambda of: of.observed_values and _with_cells(of, of.observed_values)}),
    Misconception(
        "values-of-another-column", "the number of values of another column in the denominator",
        "How many values has each column?",
        {"smoothed share": lambda of: _with_cells(of, *of.sizes)}, mixed_up_in="column"),
    Misconception("values-of-all-columns",
        "the values of all columns together added to the denominator, not those of its own",
        "How many values has each column?",
        {"smoothed share": lambda of: len(of.sizes) > 1 and _with_cells(of, sum(of.sizes))},
        is_rare=True),
    Misconception("one-over-values-added", "one over the number of values added, not λ to each count",
        "What is added to each count, and what to their total?",
        {"smoothed share": _one_over_values_added}, is_rare=True),
    Misconception("dirichlet-mode", "λ read as a Dirichlet parameter, and its mode taken",
        "This takes the mode of a Dirichlet distribution with parameter λ; here λ is added to the "
        "counts.",
        {"smoothed share": lambda of: of.pseudocount and _other_lambda(of, of.pseudocount - 1)},
        is_convention=True),
    Misconception("dirichlet-mean", "λ read as the exponent in a Dirichlet density, and its mean taken",
        "This takes the mean of a Dirichlet distribution; here λ is added to the counts.",
        {"smoothed share": lambda of: of.pseudocount and _other_lambda(of, of.pseudocount + 1)},
        is_convention=True),
    Misconception("conditional-swapped", "P(class | value) taken for P(value | class)",
        "Which of the two is given, and which is asked for?",
        {"share": _class_given_value}),
    Misconception("marginal-for-conditional", "P(value) of all classes taken for P(value | class)",
        "Within which class is this probability asked for?",
        {"share": _marginal_shares}),
    Misconception("numerator-off-by-one", "one more or one less in the numerator",
        "Count once more what stands in the numerator.",
        {"share": _off_by_one, "prior": _off_by_one}, is_in_result=True, is_rare=True),
)  # fmt: skip
