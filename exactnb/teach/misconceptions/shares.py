"""Misconceptions about the priors of classes, and about other estimates that are shares of counts.

They are about smoothing, about what is divided by what, and about which rows are counted.

How to read: `ROWS` at the end; above, the formulas that take more than a line.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Expression, Integer, Quotient, Sum, has_names
from exactnb.core.expression.tree import node
from exactnb.core.families.base import count_reference, tokens_reference
from exactnb.core.families.estimates import EstimatedShare, estimate
from exactnb.core.families.protocol import Misconception
from exactnb.teach.misconceptions.steps import GraphStep


def _rule_of_prior(step: GraphStep) -> str:
    """Return how the prior is chosen; "given" if the problem states it."""
    conventions = step.model.conventions
    stated = step.model.given is not None and not conventions.prior_is_explicit
    return "given" if stated else conventions.prior


def _share_of_rows(step: GraphStep, *kinds: str) -> Expression | None:
    """Return the share of the rows, where the prior is right to be of other `kinds`."""
    if not step.model.counts.sized or _rule_of_prior(step) not in kinds:
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
        joint = nodes.replace(step.right, {step.prior(step.label): step.prior(other)}.get)  # type: ignore[arg-type]
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


def _once_in_denominator(share: EstimatedShare) -> Expression | None:
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


def _marginal(share: EstimatedShare) -> Iterator[Expression]:
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
    Misconception("prior-forgotten", "the prior left out",
        "How likely is each class before anything is seen? Does that come into your answer?",
        {"prior": lambda step: Integer(1)}),
    Misconception("prior-taken-uniform", "the same prior for every class",
        "Is every class equally likely before anything is seen?",
        {"prior": lambda of: _rule_of_prior(of) != "uniform" and 1 / Integer(len(of.classes))}),
    Misconception("prior-counted", "the share of the rows taken for the prior",
        "Which prior does the problem give?",
        {"prior": lambda step: _share_of_rows(step, "uniform", "given")}),
    Misconception("prior-not-smoothed", "the prior not smoothed",
        "Is the prior smoothed here, as the features are?",
        {"prior": lambda step: _share_of_rows(step, "smoothed")}),
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
        {"prior": lambda of: _share_of_rows(of, "mle")
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
        {"smoothed share": _once_in_denominator}),
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
        {"share": _marginal}),
    Misconception("numerator-off-by-one", "one more or one less in the numerator",
        "Count once more what stands in the numerator.",
        {"share": _off_by_one, "prior": _off_by_one}, is_in_result=True, is_rare=True),
)  # fmt: skip
